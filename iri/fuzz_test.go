package iri_test

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// pieces are what random references are put together from.
var pieces = append(strings.Fields(`
	a b A Z 0 9 . .. ... / // /. /.. ? # : @ : / / http: HTTP: file: //localhost //h :80 :0443 :99999 [::1] [v1.a] [ ]
	% %4 %41 %61 %2e %2F %3a %e2%80%ae %C3%A9 %c3%a9 %C3 %A9 %ED%A0%80 %EF%BF%BF %EE%80%80 %E3%80%82 %f0%9f%98%80
	%00 %20 %7F %C2%A0 %C2%85 %E2%80%8F %E2%81%A6 %D8%9C %F4%90%80%80 %E5%88 xn--bcher-kva xn--a XN--BCHER-KVA xn--
	é É e u\u0308 ü ß 日本語 א ب Ж 😀 １ ＋ ; = & ! ~ _ - < "
`), "\u0301", "\u0338", "\u037e", "\u1fef", "\u212a", "\u200d", "\u200c", "\u202e", "\u3002", "\uff0e", "\uff61",
	"\ue000", "\uf8ff", "\ufdd0", "\ufffe", "\U0010fffd", "\U000e0001", "\U0001fffe", "\U0001fffd", "\u00ad", " ",
	"\x80", "\xc3", "\xe3\x80", "\xed\xa0\x80", "\xc0\xaf", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xff",
	"\u2126", "h\u0331", strings.Repeat("\u0301", 31), strings.Repeat("\u0301\u0323", 16), "\u034f", "\u0344",
	"%E2%80%8B", "%E2%81%84", "%C2%AD", "xn--a-nto", "\u2044")

func randomReference(random *rand.Rand) string {
	var b strings.Builder
	if random.IntN(2) == 0 {
		b.WriteString([]string{"http://", "//", "s://", "s:"}[random.IntN(4)])
	}
	for range random.IntN(9) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// atRandom calls f with many random inputs.
func atRandom(t *testing.T, f func(s string)) {
	random := kit.Random(t)
	for range kit.Rounds(200, 1000, 3000) {
		if f(randomReference(random)); t.Failed() {
			t.FailNow()
		}
	}
}

func addSeeds(f *testing.F) {
	for _, p := range pieces {
		f.Add("http://u" + p + "@h" + p + ":1/" + p + "?" + p + "#" + p)
	}
	for _, test := range toURITests {
		f.Add(test.iri)
		f.Add(test.uri)
	}
	for _, test := range fromURITests {
		f.Add(test.uri)
	}
}

func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) { checkParse(t, s) })
}

func TestParseAtRandom(t *testing.T) { atRandom(t, func(s string) { checkParse(t, s) }) }

// checkParse compares the functions that parse with the scanner.
func checkParse(t *testing.T, s string) {
	t.Helper()
	for _, p := range productions {
		i, err := p.parse(s)
		var r fsm.Ranges
		n, ok := fsm.ScanAs(p.production, s, &r)
		switch {
		case ok != (err == nil):
			t.Errorf("%q as %v: %v, want %t", s, p.production, err, ok)
		case !ok:
			checkError(t, s[:n], s[n:], i, err)
		case i.String() != s || i.Ranges() != r:
			t.Errorf("%q as %v: %q, %v, want %v", s, p.production, i, i.Ranges(), r)
		default:
			if diff := cmp.Diff(componentsAt(s, r), componentsOf(i)); diff != "" {
				t.Errorf("%q as %v (-want +got):\n%s", s, p.production, diff)
			}
		}
	}
	i, e := iri.Parse(s)
	ok := e == nil
	u, err := uri.Parse(s)
	if isURI := err == nil; isURI && (!ok || i.Ranges() != u.Ranges()) {
		t.Errorf("%q is a URI, but as an IRI %v, %v", s, ok, e)
	}
}

// checkError checks the results for a string that is not valid. begin is its longest valid beginning.
func checkError(t *testing.T, begin, rest string, i iri.IRI, err error) {
	t.Helper()
	var e *uri.Error
	if !errors.As(err, &e) || i != (iri.IRI{}) || e.Offset != len(begin) || err.Error() == "" {
		t.Errorf("%q, %q: %q, %v", begin, rest, i, err)
		return
	}
	r, size := utf8.DecodeRuneInString(rest)
	isBad := r == utf8.RuneError && size == 1
	hasOther := e.Reason == uri.ReasonNoScheme || e.Reason == uri.ReasonHasScheme
	if (e.Reason == uri.ReasonBadUTF8) != isBad && !(isBad && hasOther) {
		t.Errorf("%q, %q: %v", begin, rest, err)
	}
}

func FuzzMap(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) { checkMap(t, s) })
}

func TestMapAtRandom(t *testing.T) { atRandom(t, func(s string) { checkMap(t, s) }) }

var forms = []iri.HostForm{iri.HostPercent, iri.HostLookup, iri.HostRegistration}

// checkMap checks both mappings of s, and then maps their results.
func checkMap(t *testing.T, s string) {
	t.Helper()
	i, err := iri.Parse(s)
	if err != nil {
		return
	}
	u := checkPercent(t, i)
	all := append(forms[:len(forms):len(forms)], iri.HostBrowser)
	for _, form := range all[1:] {
		checkURIForm(t, i, form)
	}
	for _, v := range []uri.URI{u, u.Normalized()} {
		for _, form := range all {
			checkFromURI(t, v, form)
		}
	}
}

// checkPercent checks that i is mapped to a URI with the components of i, percent-encoded.
func checkPercent(t *testing.T, i iri.IRI) uri.URI {
	t.Helper()
	u, err := i.URI(iri.HostPercent)
	if err != nil {
		t.Fatalf("%q: %v", i, err)
	}
	if want := percentEncoded(i.String()); u.String() != want {
		t.Errorf("%q is mapped to %q, want %q", i, u, want)
	}
	want := componentsOf(i)
	for _, c := range []*component{
		&want.Scheme, &want.Authority, &want.Userinfo, &want.Host, &want.Port, &want.Path, &want.Query, &want.Fragment,
	} {
		c.Text = percentEncoded(c.Text)
	}
	if diff := cmp.Diff(want, componentsOf(iri.MustParse(u.String()))); diff != "" {
		t.Errorf("%q is mapped to %q (-want +got):\n%s", i, u, diff)
	}
	return u
}

// percentEncoded is what section 3.1, step 2, says.
func percentEncoded(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + digits[c>>4:c>>4+1] + digits[c&15:c&15+1])
		}
	}
	return b.String()
}

func checkURIForm(t *testing.T, i iri.IRI, form iri.HostForm) {
	t.Helper()
	u, err := i.URI(form)
	dst, appendErr := i.AppendURI([]byte("before:"), form)
	if err != nil {
		checkHostError(t, i.String(), err)
		if string(dst) != "before:" || appendErr == nil || u != (uri.URI{}) {
			t.Errorf("%q: appended %q, %v", i, dst, appendErr)
		}
		return
	}
	if string(dst) != "before:"+u.String() || appendErr != nil {
		t.Errorf("%q: appended %q, %v, want %q", i, dst, appendErr, u)
	}
	want, got := componentsOf(i), componentsOf(iri.MustParse(u.String()))
	host, ok := i.Host()
	if gotHost, gotOK := u.Host(); gotOK != ok || (gotHost == "") != (host == "") {
		t.Errorf("%q is mapped to %q, by form %d", i, u, form)
	}
	for _, pair := range [][2]component{
		{want.Scheme, got.Scheme}, {want.Userinfo, got.Userinfo}, {want.Port, got.Port}, {want.Path, got.Path},
		{want.Query, got.Query}, {want.Fragment, got.Fragment},
	} {
		if pair[0].OK != pair[1].OK || percentEncoded(pair[0].Text) != pair[1].Text {
			t.Errorf("%q is mapped to %q, by form %d: %v", i, u, form, pair)
		}
	}
}

// checkHostError checks that the error has a label of the host and its offset.
func checkHostError(t *testing.T, s string, err error) {
	t.Helper()
	var e *idna.Error
	if !errors.As(err, &e) {
		t.Fatalf("%q: %v", s, err)
	}
	r := iri.MustParse(s).Ranges()
	lo, hi, _ := r.Host()
	at, end := e.Offset, e.Offset+len(e.Label)
	if at < lo || end > hi || s[at:end] != e.Label || e.Unwrap() == nil {
		t.Errorf("%q: %+v", s, e)
	}
	label, _ := uri.Decode(e.Label, 0)
	if strings.HasPrefix(label, "[") && at == lo && end == hi {
		return // an address, with HostBrowser
	}
	if strings.Contains(label, ".") || at > lo && !dotEnds.MatchString(s[lo:at]) ||
		end < hi && !dotBegins.MatchString(s[end:hi]) {
		t.Errorf("%q: %+v is not about a label", s, e)
	}
}

const aDot = `(?i:\.|%2e|\x{3002}|%e3%80%82|\x{ff0e}|%ef%bc%8e|\x{ff61}|%ef%bd%a1)`

var dotBegins, dotEnds = regexp.MustCompile(`^` + aDot), regexp.MustCompile(aDot + `$`)

func checkFromURI(t *testing.T, u uri.URI, form iri.HostForm) {
	t.Helper()
	i, err := iri.FromURI(u, form)
	dst, appendErr := iri.AppendFromURI([]byte("before:"), u, form)
	if _, err2 := iri.MustParse(u.String()).URI(form); textOf(err) != textOf(err2) {
		t.Errorf("%q, by form %d: %v, but to a URI: %v", u, form, err, err2)
	}
	if err != nil {
		if checkHostError(t, u.String(), err); form == iri.HostPercent || string(dst) != "before:" || appendErr == nil {
			t.Errorf("%q, by form %d: %v, appended %q, %v", u, form, err, dst, appendErr)
		}
		return
	}
	if string(dst) != "before:"+i.String() || appendErr != nil {
		t.Errorf("%q: appended %q, %v, want %q", u, dst, appendErr, i)
	}
	host, _ := u.Host()
	isSame := u.IsNormalized() && (form == iri.HostPercent || !strings.Contains(host, "%"))
	if form == iri.HostBrowser {
		name, _ := i.Host()
		_, err := netip.ParseAddr(name)
		isSame = isSame && err != nil && !strings.HasPrefix(name, "[") // not an address in another form
	} else {
		checkVisible(t, u, i)
	}
	if back, err := i.URI(form); err != nil || isSame && back != u {
		t.Errorf("%q is mapped to %q, and that to %q, %v, by form %d", u, i, back, err, form)
	}
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// checkVisible checks that i, which u is mapped to, has the same components and nothing that should be encoded.
func checkVisible(t *testing.T, u uri.URI, i iri.IRI) {
	t.Helper()
	want, got := componentsOf(iri.MustParse(u.String())), componentsOf(i)
	for _, pair := range [][2]component{
		{want.Scheme, got.Scheme}, {want.Authority, got.Authority}, {want.Userinfo, got.Userinfo},
		{want.Host, got.Host}, {want.Port, got.Port}, {want.Path, got.Path}, {want.Query, got.Query},
		{want.Fragment, got.Fragment},
	} {
		if pair[0].OK != pair[1].OK || reserved(pair[0].Text) != reserved(pair[1].Text) {
			t.Errorf("%q is mapped to %q: %v", u, i, pair)
		}
	}
	query, _ := i.Query()
	for _, r := range i.String() {
		switch {
		case r < 0x80:
		case unicode.Is(unicode.Co, r) && strings.ContainsRune(query, r):
		case unicode.IsSpace(r), unicode.In(r, unicode.Z, unicode.Cc, unicode.Cs, unicode.Co), !isSeen(r):
			t.Errorf("%q is mapped to %q, with %U", u, i, r)
		}
	}
}

// reserved returns the reserved characters of s, which is of a URI or an IRI, that are not percent-encoded.
func reserved(s string) string { return delimiters(pctEncoded.ReplaceAllString(s, "")) }

func FuzzNormalize(f *testing.F) {
	for n, p := range pieces {
		f.Add("http://h"+p+"/a"+p, "http://h/"+pieces[(n+1)%len(pieces)]+p)
	}
	f.Fuzz(func(t *testing.T, s, z string) { checkNormalize(t, s, z) })
}

func TestNormalizeAtRandom(t *testing.T) {
	before := ""
	atRandom(t, func(s string) {
		checkNormalize(t, s, before)
		before = s
	})
}

// checkNormalize checks normal forms and comparisons of s and z, and of their normal forms.
func checkNormalize(t *testing.T, s, z string) {
	t.Helper()
	i, err := iri.Parse(s)
	if err != nil {
		return
	}
	for _, n := range normalizers {
		form := n.Normalized(i)
		if again := n.Normalized(form); again != form {
			t.Errorf("%+v: %q is normalized to %q and %q", n, i, form, again)
		}
		got, r, err := n.AppendNormalizedBytes([]byte("x"), []byte(s))
		if string(got) != "x"+form.String() || r != form.Ranges() || err != nil {
			t.Errorf("%+v: %q is appended as %q, %v, %v, want %q", n, s, got, r, err, form)
		}
		if parsed, err := iri.Parse(form.String()); err != nil || parsed.Ranges() != form.Ranges() {
			t.Errorf("%+v: %q is normalized to %q, which is %v, %v", n, i, form, parsed.Ranges(), err)
		}
		checkCompare(t, n, i, form)
		if j, err := iri.Parse(z); err == nil {
			checkCompare(t, n, i, j)
		}
	}
	if got, want := normalizers[3].Normalized(i).String(), referenceComposed(s); got != want {
		t.Errorf("in NFC, %+q is %+q, want %+q", s, got, want)
	}
	plain, nfc := normalizers[0].Normalized(i), normalizers[1].Normalized(i)
	a, b := componentsOf(plain), componentsOf(nfc)
	for _, pair := range [][2]component{
		{a.Scheme, b.Scheme}, {a.Userinfo, b.Userinfo}, {a.Host, b.Host}, {a.Port, b.Port}, {a.Path, b.Path},
		{a.Query, b.Query}, {a.Fragment, b.Fragment},
	} {
		if pair[0].OK != pair[1].OK || delimiters(pair[0].Text) != delimiters(pair[1].Text) {
			t.Errorf("%q becomes %q by NFC", plain, nfc)
		}
	}
}

// delimiters returns the delimiters and percent-encodings of s.
func delimiters(s string) string {
	return strings.Map(func(r rune) rune {
		if isIunreserved(r) || kit.IsIprivate(r) {
			return -1
		}
		return r
	}, s)
}

func checkCompare(t *testing.T, n iri.Normalizer, i, j iri.IRI) {
	t.Helper()
	a, b := n.Normalized(i).String(), n.Normalized(j).String()
	if string(n.Key(i)) != a || string(n.Key(j)) != b {
		t.Errorf("%+v: %q and %q have the keys %q and %q, but the normal forms %q and %q", n, i, j, n.Key(i), n.Key(j), a, b)
	}
	if a, b := i.Normalized().String(), j.Normalized().String(); i.Equal(j) != (a == b) {
		t.Errorf("of %q and %q, Equal is %t, but they are normalized to %q and %q", i, j, i.Equal(j), a, b)
	}
}
