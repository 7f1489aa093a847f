package idna_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	xnet "golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
)

// The tests of package iri have many more names: each goes through Profile.Convert.

var (
	profiles     = []idna.Profile{idna.Lookup, idna.Registration}
	allProfiles  = []idna.Profile{idna.Lookup, idna.Registration, idna.Browser, idna.BrowserStrict}
	profileNames = []string{"Lookup", "Registration", "Browser", "BrowserStrict"}

	// profilesByName are the names of profiles in testdata.
	profilesByName = map[string]any{
		"Lookup": idna.Lookup, "Registration": idna.Registration, "Browser": idna.Browser, "BrowserStrict": idna.BrowserStrict,
	}
)

var (
	tooLongLabel = strings.Repeat("a", host.MaxLabel+1)
	longestName  = strings.Repeat("a.", host.MaxName/2) + "b"
)

type convertTest struct {
	name    string
	profile idna.Profile
	a, u    string
}

// convertTests are names and the results of both profiles. A name without a result is refused.
var convertTests = append(kit.Cases[convertTest]("idna.txt", "convertTests", profilesByName), []convertTest{
	{tooLongLabel, idna.Lookup, tooLongLabel, tooLongLabel},
	{tooLongLabel, idna.Registration, "", ""},
	{longestName, idna.Registration, longestName, longestName},
	{longestName + "c", idna.Registration, "", ""},
	{strings.Repeat("ü", 257), idna.Lookup, "", ""},
	{strings.Repeat("a.", 512) + "b", idna.Lookup, "", ""},
	{"a" + strings.Repeat("\u00ad", 2047) + "b", idna.Lookup, "ab", "ab"},
	{"a" + strings.Repeat("\u00ad", 2047) + "bc", idna.Lookup, "", ""},
}...)

func TestConvert(t *testing.T) {
	for _, test := range convertTests {
		a, u, err := test.profile.Convert(test.name)
		refused := test.a == "" && test.name != ""
		if a != test.a || u != test.u || (err != nil) != refused {
			t.Errorf("%.80q, by profile %d: %q, %q, %v, want %q, %q",
				test.name, test.profile, a, u, err, test.a, test.u)
		}
		checkConvert(t, test.name)
	}
}

type errorTest struct {
	name, label string
	profile     idna.Profile
	offset      int
	text        string // of the error, or its beginning
}

// errorTests are names that are refused, with the label and its offset.
var errorTests = append(kit.Cases[errorTest]("idna.txt", "errorTests", profilesByName), []errorTest{
	{strings.Repeat("é.", 1000), "é", idna.Lookup, 3 * 128,
		`IDNA refuses the label "\u00e9" at byte 384: it makes the name too long`},
	{"a.e" + strings.Repeat("\u0301", 31), "e" + strings.Repeat("\u0301", 31), idna.Lookup, 2,
		`IDNA refuses the label "e` + strings.Repeat(`\u0301`, 31) + `" at byte 2: it has more than 30 combining`},
}...)

func TestError(t *testing.T) {
	for _, test := range errorTests {
		a, u, err := test.profile.Convert(test.name)
		var e *idna.Error
		if !errors.As(err, &e) || e.Label != test.label || e.Offset != test.offset || a != "" || u != "" {
			t.Errorf("%.80q: %q, %q, %v, want an error for %.80q at %d", test.name, a, u, err, test.label, test.offset)
			continue
		}
		if !strings.HasPrefix(e.Error(), test.text) {
			t.Errorf("%.80q: %s, want %s", test.name, e, test.text)
		}
		if at := fmt.Sprintf(" at byte %d", e.Offset); e.Reason() != strings.Replace(e.Error(), at, "", 1) {
			t.Errorf("%.80q: %s and %s", test.name, e, e.Reason())
		}
		if !errors.Is(err, e.Err) || e.Unwrap() != e.Err {
			t.Errorf("%.80q: it does not wrap %v", test.name, e.Err)
		}
		checkConvert(t, test.name)
	}
	if got := (&idna.Error{Label: "a"}).Error(); got != `IDNA refuses the label "a" at byte 0` {
		t.Errorf("an error without a reason: %s", got)
	}
}

// checkConvert compares Convert with golang.org/x/net/idna, and checks properties of every name.
func checkConvert(t *testing.T, name string) {
	t.Helper()
	for _, p := range profiles {
		a, u, err := p.Convert(name)
		if !isShared(name) {
			continue
		}
		wantA, wantU, ok := reference(p, name)
		if (err == nil) != ok || ok && (a != wantA || u != wantU) {
			t.Errorf("%.80q, by %s: %q, %q, %v, want %q, %q, %t", name, profileNames[p], a, u, err, wantA, wantU, ok)
		}
	}
	for _, p := range allProfiles {
		checkProperties(t, p, name)
	}
}

// checkProperties checks that the functions agree, and that the results are converted to themselves.
func checkProperties(t *testing.T, p idna.Profile, name string) {
	t.Helper()
	a, u, err := p.Convert(name)
	var e *idna.Error
	if err != nil && (!errors.As(err, &e) || name[e.Offset:e.Offset+len(e.Label)] != e.Label) {
		t.Errorf("%.80q, by %s: %v", name, profileNames[p], err)
	}
	ascii, errA := p.AppendASCII(nil, name)
	text, errU := p.AppendUnicode(nil, name)
	if (errA == nil) != (err == nil) || string(ascii) != a || errA != nil && errA.Error() != err.Error() {
		t.Errorf("%.80q, by %s: %q, %v, but AppendASCII %q, %v", name, profileNames[p], a, err, ascii, errA)
	}
	if errU == nil && err == nil && string(text) != u || errU != nil && err == nil && (p != idna.Browser || u != a) {
		t.Errorf("%.80q, by %s: %q, %v, but AppendUnicode %q, %v", name, profileNames[p], u, err, text, errU)
	}
	if idna.IsNormalASCII(name) && (p != idna.BrowserStrict || !strings.HasSuffix(name, ".")) &&
		(a != name || u != name || err != nil) {
		t.Errorf("%.80q is normal, but by %s it is %q, %q, %v", name, profileNames[p], a, u, err)
	}
	if err != nil {
		return
	}
	for _, again := range []string{a, u} {
		if a2, u2, err := p.Convert(again); a2 != a || u2 != u && (p != idna.Browser || again == u) || err != nil {
			t.Errorf("%.80q, by %s: %q, %q, but then %q, %q, %v", name, profileNames[p], a, u, a2, u2, err)
		}
	}
}

// changed are characters with another status or Bidi_Class in Unicode 17.0 than in Unicode 15.0, and characters that
// make another one valid: "<" and U+0338 are composed to U+226E before "<" is found to be disallowed.
var changed = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0338, 0x0338, 1}, {0x04c0, 0x04c0, 1}, {0x10a0, 0x10c5, 1}, {0x115f, 0x1160, 1}, {0x17b4, 0x17b5, 1},
		{0x1806, 0x1806, 1}, {0x180e, 0x180e, 1}, {0x1e9e, 0x1e9e, 1}, {0x2061, 0x2063, 1}, {0x206a, 0x206f, 1},
		{0x2132, 0x2132, 1}, {0x2183, 0x2183, 1}, {0x2260, 0x2260, 1}, {0x226e, 0x226f, 1}, {0x3164, 0x3164, 1},
		{0xffa0, 0xffa0, 1},
	},
	R32: []unicode.Range32{
		{0x1171e, 0x1171e, 1}, {0x1d173, 0x1d17a, 1}, {0x2f868, 0x2f868, 1}, {0x2f874, 0x2f874, 1},
		{0x2f91f, 0x2f91f, 1}, {0x2f95f, 0x2f95f, 1}, {0x2f9bf, 0x2f9bf, 1},
	},
}

// oldNorm reports whether x/net composes wrongly: versions of golang.org/x/text up to v0.41 read only the low 16 bits of a
// character, and compose across some spacing marks.
var oldNorm = norm.NFC.String("\U00010045\u0301") != "\U00010045\u0301"

// isShared reports whether golang.org/x/net/idna, which may have the data of Unicode 15.0, has the same rules for all
// characters of a name. It does not for U+200C: after it, x/net accepts letters that do not join others. It does not
// for hyphens outside US-ASCII, because x/net looks for them in the third and fourth byte.
func isShared(name string) bool {
	shared := func(r rune) bool {
		return r != '\u200c' && !(oldNorm && (r > 0xffff || unicode.Is(unicode.Mc, r))) && !unicode.Is(changed, r) && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P,
			unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co)
	}
	for label := range strings.SplitSeq(dots.Replace(name), ".") {
		text, _ := xnet.Punycode.ToUnicode(strings.ToLower(label[:min(len(label), 2000)]))
		mapped, _ := xnet.Lookup.ToUnicode(label[:min(len(label), 2000)])
		for _, s := range []string{label, text, mapped} {
			other := func(r rune) bool { return !shared(r) && r != utf8.RuneError }
			if strings.ContainsFunc(s, other) || strings.Contains(s, "--") && len(s) > utf8.RuneCountInString(s) {
				return false
			}
		}
	}
	return true
}

var dots = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")

// reference returns the result of golang.org/x/net/idna for a name without the dot at its end: the result with it
// depends on the version of Unicode.
func reference(p idna.Profile, name string) (a, u string, ok bool) {
	rules, root := xnet.Lookup, ""
	if p == idna.Registration {
		rules = xnet.Registration
	}
	given := name
	name, isRoot := strings.CutSuffix(name, ".")
	if isRoot {
		root = "."
	}
	if !utf8.ValidString(name) || len(name) > 4*1024 {
		return "", "", false
	}
	u, err := rules.ToUnicode(name)
	for label := range strings.SplitSeq(u, ".") {
		if n := utf8.RuneCountInString(label); n > 256 && n < len(label) {
			return "", "", false // it would take long
		}
	}
	a, err2 := rules.ToASCII(name)
	_, err3 := rules.ToASCII(u)
	ok = err == nil && err2 == nil && err3 == nil && len(a) <= 1024 && !strings.Contains(u, "\u034f")
	for label := range strings.SplitSeq(dots.Replace(name), ".") {
		if label == "" {
			ok = ok && p == idna.Lookup
		} else if left, _ := rules.ToUnicode(label); left == "" {
			ok = false
		}
	}
	if given == "" {
		return "", "", p == idna.Lookup
	}
	return a + root, u + root, ok
}

// TestIsNormalASCII tries all names of a few bytes that the profiles treat differently.
func TestIsNormalASCII(t *testing.T) {
	for name := range kit.Concatenations(strings.Split("aZ-._0", ""), kit.Rounds(4, 4, 5)) {
		checkConvert(t, name)
	}
	for _, name := range []string{
		"www.example.com", "a", "a-b.example.", strings.Repeat("a", 63), longestName, "a--b", "127.0.0.1",
	} {
		if !idna.IsNormalASCII(name) {
			t.Errorf("%.80q is not normal", name)
		}
	}
	for _, name := range []string{
		"", ".", "a..b", "A", "a_b", "é", "xn--a", "ab--c", "-a", "a-", strings.Repeat("a", 64),
		longestName + "c", "a\u3002b",
	} {
		if idna.IsNormalASCII(name) {
			t.Errorf("%.80q is normal", name)
		}
	}
}

func TestDecodeALabel(t *testing.T) {
	for _, test := range kit.Cases[struct {
		label, text string
		ok          bool
	}]("idna.txt", "TestDecodeALabel", map[string]any{"long": "xn--bcher-kva" + strings.Repeat("a", host.MaxLabel)}) {
		text, ok := idna.DecodeALabel(test.label)
		if ok != test.ok || ok && text != test.text {
			t.Errorf("%q: %q, %t, want %q, %t", test.label, text, ok, test.text, test.ok)
		}
	}
}

var (
	sinkString string
	sinkError  error
	sinkBool   bool
)

// hosts are names outside US-ASCII from links, names with A-labels, and names in US-ASCII.
var hosts = []string{
	"bücher.example", "www.müller.de", "日本語.jp", "пример.испытание", "παράδειγμα.δοκιμή", "München-Straße.de",
	"例え.テスト", "한국어.kr", "中文.com", "العربية.example", "ישראל.example", "हिन्दी.example", "www.Öl-Gemälde.at",
	"ไทย.com", "xn--bcher-kva.éxample", "www.café-olé.fr",

	"xn--bcher-kva.example", "www.xn--mller-kva.de", "xn--wgv71a119e.jp", "xn--e1afmkfd.xn--80akhbyknj4f",
	"xn--hxajbheg2az3al.xn--jxalpdlp", "xn--r8jz45g.xn--zckzah", "xn--fiq228c.com", "xn--mgbcd4a2b0d2b.example",

	"www.example.com", "en.wikipedia.org", "github.com", "cdn.jsdelivr.net", "a.b.c.example.co.uk", "Example.COM",
	"my-long-name-with-hyphens.example.org", "localhost",
}

func TestCost(t *testing.T) {
	e := &idna.Error{Label: "é", Err: errors.New("it is bad")}
	dst := make([]byte, 0, 256)
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"IsNormalASCII", 0, func() { sinkBool = idna.IsNormalASCII("www.example.com.") }},
		{"Error.Error", 1, func() { sinkString = e.Error() }},
		{"Error.Reason", 1, func() { sinkString = e.Reason() }},
		{"Error.Unwrap", 0, func() { sinkError = e.Unwrap() }},
		{"Convert, normal", 0, func() { sinkString, _, _ = idna.Lookup.Convert("www.example.com") }},
		{"Convert", 2, func() { sinkString, _, _ = idna.Lookup.Convert("Bücher.example") }},
		{"Convert, U-labels", 1, func() { sinkString, _, _ = idna.Registration.Convert("xn--bcher-kva.example") }},
	} {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
	for _, name := range hosts {
		for _, p := range []idna.Profile{idna.Lookup, idna.Browser, idna.BrowserStrict} {
			if got := testing.AllocsPerRun(100, func() { _, sinkError = p.AppendASCII(dst, name) }); got != 0 {
				t.Errorf("AppendASCII(%q): %v allocations", name, got)
			}
			if got := testing.AllocsPerRun(100, func() { _, sinkError = p.AppendUnicode(dst, name) }); got != 0 {
				t.Errorf("AppendUnicode(%q): %v allocations", name, got)
			}
		}
	}
}

func FuzzConvert(f *testing.F) {
	for _, test := range convertTests {
		f.Add(test.name)
	}
	for _, test := range errorTests {
		f.Add(test.name)
	}
	f.Fuzz(checkConvert)
}
