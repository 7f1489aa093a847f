package idna_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	xnet "golang.org/x/net/idna"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
)

// The tests of package iri have many more names: each goes through Profile.Convert, and is compared with the answer of
// golang.org/x/net/idna.

var profiles = []idna.Profile{idna.Lookup, idna.Registration}

var (
	tooLongLabel = strings.Repeat("a", host.MaxLabel+1)
	longestName  = strings.Repeat("a.", host.MaxName/2) + "b"
)

// convertTests have the results of both profiles. A name without a result is refused.
var convertTests = []struct {
	name    string
	profile idna.Profile
	a, u    string
}{
	// From the tests of golang.org/x/net/idna.
	{"books", idna.Lookup, "books", "books"},
	{"bücher", idna.Registration, "xn--bcher-kva", "bücher"},
	{"xn--bcher-kva", idna.Registration, "xn--bcher-kva", "bücher"},
	{"www.GÖPHER.com", idna.Lookup, "www.xn--gpher-jua.com", "www.göpher.com"},
	{"www.GÖPHER.com", idna.Registration, "", ""},
	{"faß.com", idna.Lookup, "xn--fa-hia.com", "faß.com"},
	{"大阪\uff61jp", idna.Lookup, "xn--pssu33l.jp", "大阪.jp"},
	{"大阪\uff61jp", idna.Registration, "", ""},
	{"a\u0323\u0322", idna.Lookup, "xn--jta191l", "\u1ea1\u0322"},
	{"a\u200cb", idna.Lookup, "", ""},
	{"xn--example-.com", idna.Lookup, "", ""},
	// UTS 46, and the dot at the end.
	{"☃.net", idna.Lookup, "xn--n3h.net", "☃.net"},
	{"☃.net.", idna.Registration, "xn--n3h.net.", "☃.net."},
	{"１２７.0.0.1", idna.Lookup, "127.0.0.1", "127.0.0.1"},
	// Empty labels.
	{"", idna.Lookup, "", ""},
	{"a..b", idna.Lookup, "a..b", "a..b"},
	{"a..b", idna.Registration, "", ""},
	{"\u00ad.com", idna.Lookup, "", ""},
	// Lengths.
	{tooLongLabel, idna.Lookup, tooLongLabel, tooLongLabel},
	{tooLongLabel, idna.Registration, "", ""},
	{longestName, idna.Registration, longestName, longestName},
	{longestName + "c", idna.Registration, "", ""},
	{strings.Repeat("ü", 257), idna.Lookup, "", ""},
	{strings.Repeat("a.", 512) + "b", idna.Lookup, "", ""},
}

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

// errorTests have the label that is refused, and its offset.
var errorTests = []struct {
	name, label string
	profile     idna.Profile
	offset      int
	text        string // of the error, or its beginning
}{
	{"www.b\u200d.example", "b\u200d", idna.Lookup, 4,
		`IDNA refuses the label "b\u200d" at byte 4: idna: invalid label "b\u200d"`},
	{"é.ab--c.-d", "ab--c", idna.Lookup, 3, `IDNA refuses the label "ab--c" at byte 3: idna: `},
	{"é\u3002ü\uff0e-d", "-d", idna.Lookup, 10, `IDNA refuses the label "-d" at byte 10: idna: `},
	{"é.a\u3002b.c", "a\u3002b", idna.Registration, 3, `IDNA refuses the label "a\u3002b" at byte 3: idna: `},
	{"é.Bücher.example", "Bücher", idna.Registration, 3, `IDNA refuses the label "B\u00fccher" at byte 3: idna: `},
	{"a.\u00ad.com", "\u00ad", idna.Lookup, 2, `IDNA refuses the label "\u00ad" at byte 2: nothing is left of it`},
	{"é.xn--.com", "xn--", idna.Lookup, 3, `IDNA refuses the label "xn--" at byte 3: `},
	{"a.\xff", "\xff", idna.Lookup, 2, `IDNA refuses the label "\xff" at byte 2: it is not UTF-8 when decoded`},
	{"a..b", "", idna.Registration, 2,
		`IDNA refuses an empty label at byte 2: only the label after the last "." may be empty`},
	{"a-0.0à.\u05d0", "0à", idna.Lookup, 4, `IDNA refuses the label "0\u00e0" at byte 4: idna: `},
	{strings.Repeat("é.", 1000), "é", idna.Lookup, 3 * 128,
		`IDNA refuses the label "\u00e9" at byte 384: it makes the name too long`},
	{"a.e" + strings.Repeat("\u0301", 31), "e" + strings.Repeat("\u0301", 31), idna.Lookup, 2,
		`IDNA refuses the label "e` + strings.Repeat(`\u0301`, 31) + `" at byte 2: it has more than 30 combining`},
	{strings.Repeat("a", 64) + "_", strings.Repeat("a", 64) + "_", idna.Lookup, 0,
		`IDNA refuses the label "` + strings.Repeat("a", 63) + `"... at byte 0: idna: `},
}

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

// checkConvert compares with the answer of golang.org/x/net/idna.
func checkConvert(t *testing.T, name string) {
	t.Helper()
	for _, p := range profiles {
		a, u, err := p.Convert(name)
		wantA, wantU, ok := reference(p, name)
		if (err == nil) != ok || ok && (a != wantA || u != wantU) {
			t.Errorf("%.80q, by profile %d: %q, %q, %v, want %q, %q, %t", name, p, a, u, err, wantA, wantU, ok)
		}
		var e *idna.Error
		if err != nil && (!errors.As(err, &e) || name[e.Offset:e.Offset+len(e.Label)] != e.Label) {
			t.Errorf("%.80q, by profile %d: %v", name, p, err)
		}
		if idna.IsPlain(name) && (a != name || u != name || err != nil) {
			t.Errorf("%.80q is plain, but by profile %d it is %q, %q, %v", name, p, a, u, err)
		}
	}
}

// reference asks golang.org/x/net/idna, but not about the dot at the end: the answer depends on the version of Unicode.
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
	dots := strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")
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

// TestIsPlain tries all names of a few bytes for which the answers of the profiles differ.
func TestIsPlain(t *testing.T) {
	n := 5
	if testing.Short() {
		n = 4
	}
	var try func(name string, n int)
	try = func(name string, n int) {
		checkConvert(t, name)
		for i := 0; n > 0 && i < len("aZ-._0"); i++ {
			try(name+"aZ-._0"[i:i+1], n-1)
		}
	}
	try("", n)
	for _, name := range []string{
		"www.example.com", "a", "a-b.example.", strings.Repeat("a", 63), longestName, "a--b", "127.0.0.1",
	} {
		if !idna.IsPlain(name) {
			t.Errorf("%.80q is not plain", name)
		}
	}
	for _, name := range []string{
		"", ".", "a..b", "A", "a_b", "é", "xn--a", "ab--c", "-a", "a-", strings.Repeat("a", 64),
		longestName + "c", "a\u3002b",
	} {
		if idna.IsPlain(name) {
			t.Errorf("%.80q is plain", name)
		}
	}
}

func TestDecodeALabel(t *testing.T) {
	for _, test := range []struct {
		label, text string
		ok          bool
	}{
		{"xn--bcher-kva", "bücher", true},
		{"XN--BCHER-KVA", "bücher", true},
		{"xn--n3h", "☃", true},
		{"xn--80ak6aa92e", "аррӏе", true},
		{"ABC", "abc", true},
		{"", "", true},
		{"xn--a", "\u0080", true}, // RFC 3492: the first code point after US-ASCII
		{"xn--99999999", "", false},
		{"xn--bcher-kva" + strings.Repeat("a", host.MaxLabel), "", false},
	} {
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

func TestCost(t *testing.T) {
	e := &idna.Error{Label: "é", Err: errors.New("it is bad")}
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"IsPlain", 0, func() { sinkBool = idna.IsPlain("www.example.com.") }},
		{"Error.Error", 1, func() { sinkString = e.Error() }},
		{"Error.Reason", 1, func() { sinkString = e.Reason() }},
		{"Error.Unwrap", 0, func() { sinkError = e.Unwrap() }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
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
