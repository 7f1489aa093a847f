package guard

import (
	"fmt"
	"hash/maphash"
	"math/bits"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/internal/test/kit"
)

type auditTest struct {
	in   string
	want []Finding
}

// auditTests lists the findings of each input, in order, without those of HazardDiffers. For each hazard there are inputs
// that have it and similar inputs that do not.
var auditTests = append(kit.Cases[auditTest]("audit.txt", "auditTests"), []auditTest{
	{"http://" + long63, nil},
	{"http://" + long63 + "R", []Finding{{HazardNotDNSHost, 7, 71}}}, // found by FuzzAudit
	{"http://a." + long63 + "R.example/", []Finding{{HazardNotDNSHost, 7, 81}}},
	{"/" + strings.Repeat("a", 7999), nil},
	{"/" + strings.Repeat("a", 8000), []Finding{{HazardTooLong, 8000, 8001}}},
	{"http://h.example/" + strings.Repeat("a", 7984), []Finding{{HazardTooLong, 8000, 8001}}},
}...)

func TestFindings(t *testing.T) {
	for _, tt := range auditTests {
		u, err := uri.Parse(tt.in)
		if err != nil {
			continue // not a reference
		}
		var got []Finding
		for f := range Findings(u) {
			if f.Hazard&HazardDiffers == 0 {
				got = append(got, f)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%.80q (-want +got):\n%s", tt.in, diff)
		}
		checkAudit(t, tt.in)
	}
}

// checkAudit compares Audit with referenceAudit, and Findings and Parse with Audit.
func checkAudit(t *testing.T, s string) {
	t.Helper()
	u, err := uri.Parse(s)
	if err != nil {
		return
	}
	got := Audit(u)
	if want := referenceAudit(u); got&^HazardDiffers != want {
		t.Errorf("%q: %v, want %v", s, got&^HazardDiffers, want)
	}
	all := Hazards(0)
	for f := range Findings(u) {
		if f.Hazard == 0 || f.Hazard&(f.Hazard-1) != 0 || f.Lo > f.Hi || f.Hi > len(s) {
			t.Errorf("%q: finding %+v", s, f)
		}
		all |= f.Hazard
	}
	if all != got {
		t.Errorf("%q: findings of %v, Audit %v", s, all, got)
	}
	if v, h, err := Parse(s); v != u || h != got || err != nil {
		t.Errorf("%q: Parse %v, %v, %v", s, v, h, err)
	}
}

func TestAuditRandom(t *testing.T) {
	n := 50_000
	if !kit.Long() {
		n = 4_000
	}
	random := kit.Random(t)
	for i := 0; i < n && !t.Failed(); i++ {
		checkAudit(t, hostile.RandomReference(random))
	}
}

// TestAuditWeb puts each suspicious text at every place of a reference, and cuts the reference at many lengths. So
// every block of the fast check sees it.
func TestAuditWeb(t *testing.T) {
	long := "https://www.example.com/" + strings.Repeat("a/b.html-", 20)
	step := 29
	if !kit.Long() {
		step = 61
	}
	for _, spoil := range []string{";", "%41", "//", "/.", "&a&a", "'", "#", "_", "?", "@", ":80", "..", "--", "0",
		"xn--"} {
		for length := 8; length < len(long); length += step {
			for i := 8; i < length && !t.Failed(); i++ {
				checkAudit(t, long[:i]+spoil+long[i:length])
			}
		}
	}
}

func FuzzAudit(f *testing.F) {
	for _, tt := range auditTests {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, s string) { checkAudit(t, s) })
}

// TestRepeatedKeyLengths repeats keys of every length, unchanged and with one byte percent-encoded, and compares them
// with keys that differ in one byte. The query ends with the text or before it, and has few or many pairs.
func TestRepeatedKeyLengths(t *testing.T) {
	const key = "abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz"
	for _, tail := range []string{"", "#fragment"} {
		for _, others := range []string{"", strings.Repeat("&", 20), strings.Repeat("abcdefgh&", 20)} {
			for n := 1; n <= len(key); n++ {
				check := func(second string, want bool) {
					t.Helper()
					query := "?" + others + key[:n] + "=1&" + second + tail
					want = want || others != "" && others[0] == 'a'
					if got := Audit(uri.MustParse(query))&HazardRepeatedKey != 0; got != want {
						t.Errorf("%q: repeated %v, want %v", query, got, want)
					}
				}
				check(key[:n], true)
				check(key[:n]+"=abcdefgh", true)
				check(key[:n]+"x", false)
				for i := range n {
					check(key[:i]+fmt.Sprintf("%%%02x", key[i])+key[i+1:n]+"=2", true)
					check(key[:i]+"%2a"+key[i+1:n]+"=2", false)
					check(key[:i]+"~"+key[i+1:n], false)
				}
			}
		}
	}
}

// TestManyKeys checks that Audit distinguishes up to 128 keys, and that a hostile query takes linear time.
func TestManyKeys(t *testing.T) {
	distinct := func(n int) string {
		var b strings.Builder
		b.WriteString("?")
		for i := range n {
			b.WriteString(strings.Repeat("a", i/100+1) + string(rune('A'+i%26)) + string(rune('a'+i/26%26)) + "&")
		}
		return b.String()
	}
	for n, want := range map[int]bool{2: false, 8: false, 9: false, 128: false, 129: true, 100_000: true} {
		if got := Audit(uri.MustParse(distinct(n)))&HazardRepeatedKey != 0; got != want {
			t.Errorf("%d keys: %v, want %v", n, got, want)
		}
	}
	Audit(uri.MustParse("?" + strings.Repeat("%61", 100_000) + strings.Repeat("&", 100_000)))
}

// TestEncodedControls tries all characters, each alone in a path and in a query.
func TestEncodedControls(t *testing.T) {
	const bidi = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" // by PropList.txt
	for r := range rune(0x3000) {
		want := Hazards(0)
		switch {
		case r == 0 || r == '\r' || r == '\n':
		case r < 0x20 || 0x7f <= r && r < 0xa0:
			want = HazardEncodedControl
		case strings.ContainsRune(bidi, r):
			want = HazardEncodedBidi
		}
		text := ""
		for _, b := range []byte(string(r)) {
			text += fmt.Sprintf("%%%02X", b)
		}
		for _, s := range []string{"/a" + text + "b", "?a" + text, "/%E2" + text} {
			if got := Audit(uri.MustParse(s)) & (HazardEncodedControl | HazardEncodedBidi); got != want {
				t.Errorf("%q: %v, want %v", s, got, want)
			}
		}
	}
}

// TestKeyHash: a key has the hash of its octets, whether they are percent-encoded or not, and the hash depends on a
// seed. Otherwise an attacker could choose keys with equal hashes.
func TestKeyHash(t *testing.T) {
	const key, encoded = "abcdefghijklmnopqrstuvwxyz-", "%61bcdefghijklmnopqrstuvwxy%7A-"
	before := keyHash(key)
	if keyHash(encoded) != before || keyHash(key) != before {
		t.Errorf("the hashes are %#x, %#x and %#x", before, keyHash(encoded), keyHash(key))
	}
	if keyHash("a+b") != keyHash("%61%20b") || keyHash("a+b") == keyHash("a%2Bb") {
		t.Errorf("the hashes of %q, %q and %q are %#x, %#x and %#x", "a+b", "%61%20b", "a%2Bb",
			keyHash("a+b"), keyHash("%61%20b"), keyHash("a%2Bb"))
	}
	defer func(s maphash.Seed) { seed = s }(seed)
	seed = maphash.MakeSeed()
	if keyHash(key) == before || keyHash(encoded) != keyHash(key) {
		t.Errorf("the hashes with another seed are %#x and %#x, before %#x", keyHash(key), keyHash(encoded), before)
	}
}

func TestAuditAllocs(t *testing.T) {
	for _, tt := range auditTests {
		u, err := uri.Parse(tt.in)
		if err != nil {
			continue
		}
		if n := testing.AllocsPerRun(10, func() { Audit(u) }); n != 0 {
			t.Errorf("%.80q: Audit: %v allocations", tt.in, n)
		}
		if n := testing.AllocsPerRun(10, func() { Parse(tt.in) }); n != 0 {
			t.Errorf("%.80q: Parse: %v allocations", tt.in, n)
		}
	}
}

func TestFindingsStops(t *testing.T) {
	n := 0
	for range Findings(uri.MustParse("//@:/;;%00//?a&a#")) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d findings after a break", n)
	}
}

// TestAddressHazards checks that each class of addresses has a hazard of its own, with the same name.
func TestAddressHazards(t *testing.T) {
	all := Hazards(0)
	for class := host.AddressClass(1); !strings.Contains(class.String(), "AddressClass"); class <<= 1 {
		h := addressHazard * Hazards(class)
		if bits.OnesCount64(uint64(h)) != 1 || h.String() != class.String() || all&h != 0 {
			t.Errorf("%v has the hazards %v", class, h)
		}
		all |= h
	}
	if all != HazardAddress {
		t.Errorf("all classes have the hazards %v, want %v", all, HazardAddress)
	}
}

func TestHazards(t *testing.T) {
	if got := (HazardUserinfo | HazardDotSegment).String(); got != "userinfo, dot segment" {
		t.Error(got)
	}
	if got := (Hazards(0).String() + Hazards(0).Text() + (1 << 50 * Hazards(1)).String()); got != "noneHazards(1<<50)" {
		t.Error(got)
	}
	if got := (HazardPortEmpty | HazardPortZero).Text(); got !=
		"The port is empty: there is nothing after its colon. The port is 0, to which nobody can connect." {
		t.Error(got)
	}
	// Programs compare the names in logs, so they do not change.
	if got := AllHazards.String(); got != "userinfo, userinfo like a host, unusual IPv4, loopback, private, link-local, unspecified, multicast, "+
		"shared, reserved, embedded IPv4, empty host, trailing dot, percent-encoded host, not a DNS name, empty port, port 0, "+
		"port out of range, zeros before port, dot segment, encoded dot segment, encoded slash, encoded backslash, encoded NUL, "+
		"encoded CR, encoded LF, double encoding, double slash, semicolon, repeated key, too long, differs in net/url, "+
		"differs in WHATWG, encoded control, encoded bidi control, not UTF-8, overlong UTF-8, encoded semicolon" {
		t.Error(got)
	}
	if got := (AllHazards + 1).String(); got != "Hazards(1<<38)" {
		t.Error(got)
	}
	if AllHazards+1 != 1<<len(hazardTable) {
		t.Errorf("%d names for %b", len(hazardTable), AllHazards)
	}
	names := map[string]bool{}
	for h := range AllHazards.All() {
		names[h.String()], names[h.Text()] = true, true
		if !strings.HasSuffix(h.Text(), ".") {
			t.Errorf("%v: no sentence: %q", h, h.Text())
		}
	}
	if !strings.Contains(HazardTooLong.Text(), strconv.Itoa(MaxLength)) {
		t.Error(HazardTooLong.Text())
	}
	if len(names) != 2*len(hazardTable) {
		t.Error("two hazards have the same name or text")
	}
}

// TestAuditFollowsStandard checks the example in the documentation of Audit.
func TestAuditFollowsStandard(t *testing.T) {
	u := uri.MustParse("//a//.@/.")
	target, err := uri.MustParse("http://b/").Resolve(u)
	if err != nil || target.Path() != "//.@/" {
		t.Errorf("target %q, %v", target, err)
	}
	if h := Audit(u); h&HazardDiffersInWHATWG != 0 || h&HazardDotSegment == 0 {
		t.Errorf("%q: %v", u, h)
	}
}

var fetchPolicy, _ = NewPolicy(FetchRules())

// checkQuick compares Parse and Audit, which make quick checks, with Findings, which does not. It also compares
// Policy.Parse with Policy.Check.
func checkQuick(t *testing.T, s string) {
	t.Helper()
	checkPolicyParse(t, fetchPolicy, s)
	u, err := uri.Parse(s)
	if err != nil {
		return
	}
	want := Hazards(0)
	for f := range Findings(u) {
		want |= f.Hazard
	}
	if _, h, _ := Parse(s); h != want || Audit(u) != want {
		t.Fatalf("%q: Parse finds %v, Audit %v, want %v", s, h, Audit(u), want)
	}
}

// quickTexts are URIs without hazards, apart from an empty host, that pass all quick checks.
var quickTexts = []string{
	"https://www.an-example.com/a-path/b.html?c=d#e", "http://h.example/?c=d", "file:///a-path/b.html?c=d#e",
	"https://www.example.com/" + strings.Repeat("path-", 20) + "?c=d",
}

// TestQuickBytes puts each byte, and each pair of bytes of US-ASCII, at every place of some URIs. So a quick check cannot
// hide a hazard of one or two bytes.
func TestQuickBytes(t *testing.T) {
	step := 1
	if !kit.Long() {
		step = 7
	}
	for _, text := range quickTexts[:3] {
		for i := range text {
			for b := range byte(0x80) {
				checkQuick(t, text[:i]+string(rune(b))+text[i:])
				checkQuick(t, text[:i]+string(rune(b))+text[i+1:])
			}
		}
		for i := 0; i < len(text); i += step {
			for a := '!'; a <= '~'; a++ {
				for b := '!'; b <= '~'; b++ {
					checkQuick(t, text[:i]+string(a)+string(b)+text[i:])
				}
			}
		}
	}
}

// TestQuickFindings puts the text of each finding in the examples and tests at every place of some URIs.
func TestQuickFindings(t *testing.T) {
	texts := map[string]bool{}
	add := func(s string) {
		checkQuick(t, s)
		for f := range Findings(uri.MustParse(s)) {
			if f.Hi-f.Lo < 100 {
				texts[s[f.Lo:f.Hi]] = true
			}
		}
	}
	for _, tt := range auditTests {
		add(tt.in)
	}
	for _, example := range hazardExamples {
		add(example)
	}
	for text := range texts {
		for _, quick := range quickTexts {
			for i := range len(quick) + 1 {
				checkQuick(t, quick[:i]+text+quick[i:])
			}
		}
	}
}

// TestQuickShort has all references of up to five of the bytes that matter, alone and after other strings.
func TestQuickShort(t *testing.T) {
	letters, most := "/.;?#:%&'a", 5
	if !kit.Long() {
		most = 4
	}
	var build func(s string, left int)
	build = func(s string, left int) {
		for _, before := range []string{"", "//h", "ws:", "x:/", "http://h.example/", "file:///"} {
			checkQuick(t, before+s)
		}
		if left > 0 {
			for i := range letters {
				build(s+letters[i:i+1], left-1)
			}
		}
	}
	build("", most)
}

// TestQuickCheck: the quick check accepts the most frequent URIs.
func TestQuickCheck(t *testing.T) {
	if !simd.Available || runtime.GOARCH != "amd64" {
		t.Skip("there is no kernel")
	}
	for _, s := range []string{"https://www.example.com/a/b.html?c=d", "http://example.com/", "file:///a/b.c"} {
		if !quickAnywhere(s) {
			t.Errorf("%q: not quick", s)
		}
	}
}

// quickAnywhere reports whether quickAudit decides about s by the kernel at one of two places. It may not if s is at the end of a page.
func quickAnywhere(s string) bool {
	_, ok := quickAudit(s, nil)
	_, elsewhere := quickAudit(strings.Clone(strings.Repeat("-", 64) + s)[64:], nil)
	return ok || elsewhere
}

// TestEveryHazard: each hazard has an example for the quick checks. Findings, Audit and Parse find the hazard there.
func TestEveryHazard(t *testing.T) {
	for h := range AllHazards.All() {
		example := hazardExamples[h]
		u, found, err := Parse(example)
		if !strings.HasPrefix(example, "http") && !strings.HasPrefix(example, "file:///") {
			t.Errorf("%v: the scheme of the example %q is not http, https or file", h, example)
		}
		if found&h == 0 || Audit(u)&h == 0 || err != nil {
			t.Errorf("%v: the example %.80q has %v; %v", h, example, found, err)
		}
		checkAudit(t, example)
	}
	if len(hazardExamples) != len(hazardTable) {
		t.Errorf("%d examples for %d hazards", len(hazardExamples), len(hazardTable))
	}
}

// TestQueries audits random queries.
func TestQueries(t *testing.T) {
	random := kit.Random(t)
	pieces := []string{"&", "&", "&", "=", "=", "a", "b", "key", "a-long-name", "a-very-very-long-name", "%20", "%2f", ";", "'", "%61", "/"}
	n := 40_000
	if !kit.Long() {
		n = 2_500
	}
	clean := 0
	for range n {
		var query strings.Builder
		for i := range 1 + random.IntN(60) {
			switch piece := pieces[random.IntN(len(pieces))]; {
			case random.IntN(3) == 0:
				fmt.Fprintf(&query, "&%c%d=", 'a'+random.IntN(26), i)
			case strings.Contains(";'", piece) && random.IntN(20) > 0:
			default:
				query.WriteString(piece)
			}
		}
		text := "//h" + strings.Repeat("/", random.IntN(70)) + "?" + query.String() + []string{"", "#f"}[random.IntN(2)]
		if checkAudit(t, text); Audit(uri.MustParse(text))&^HazardDoubleSlash == 0 {
			clean++
		}
	}
	if clean < n/100 {
		t.Errorf("%d of %d queries have no hazard", clean, n)
	}
	for _, query := range []string{
		"a&a", "a&b&a", "a=1&%61=2", "%61&a", "a=%61&%61", strings.Repeat("x", 200) + "%20=1&" + strings.Repeat("x", 200) + "+=2",
		"&a&", "a&&b", "=1&=2", "a=%2F", "a=%5c", "a=%0a", "a=%0D", "a=%00", "a=%25", "a=%7F", "a=%80", "a=%FF", "a=..%2e", "a;b", "a'b",
	} {
		for _, fill := range []string{"", "&b=" + strings.Repeat("y", 60), "&" + strings.Repeat("z", 61) + "=%20"} {
			checkAudit(t, "https://h.example/?"+query+fill)
			checkAudit(t, "https://h.example/?b=0"+fill+"0&"+query)
		}
	}
}

// TestParseQuery puts bytes and percent-encodings at all places of a query, and compares the URI and the error with those
// of uri.Parse.
func TestParseQuery(t *testing.T) {
	const long = "q=1&second=two&third-key=%20&fourth=4&fifth=x%3Dy&s=6&the-seventh-key=a/b&e=8"
	every := kit.Rounds(11, 7, 1)
	for _, text := range []string{"http://h.example/a?" + long, "https://h.example/" + strings.Repeat("path/", 12) + "?" + long} {
		for i := strings.IndexByte(text, '?'); i <= len(text); i++ {
			for c := i % every; c < 256; c += every {
				checkParseQuery(t, text[:i]+string([]byte{byte(c)})+text[i:])
			}
			for _, spoil := range []string{"%4", "%zz", "%2e%2E", "%41", "#f%20", "#", "?", "&&", "&q=", "%25", "%0d"} {
				checkParseQuery(t, text[:i]+spoil+text[i:])
				checkParseQuery(t, text[:i]+spoil)
			}
		}
	}
}

func checkParseQuery(t *testing.T, s string) {
	t.Helper()
	want, wantErr := uri.Parse(s)
	got, h, err := Parse(s)
	if got != want || (err == nil) != (wantErr == nil) || err != nil && (h != 0 || err.Error() != wantErr.Error()) {
		t.Errorf("%q: %v, %v, %v, want %v, %v", s, got, h, err, want, wantErr)
	}
	checkAudit(t, s)
}
