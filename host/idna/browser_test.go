package idna_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri/host/idna"
)

// domainTests are names with the results of the URL Standard's domain parser, of its strict form, and of "domain to
// Unicode" for the result of the former. A name without a result is refused. The sources are sections of UTS 46, RFC
// 5892, RFC 5893 and the standard.
var domainTests = []struct{ source, name, browser, strict, unicode string }{
	{"URL, host parsing", "EXAMPLE.COM", "example.com", "example.com", "example.com"},
	{"URL, host parsing", "faß.example", "xn--fa-hia.example", "xn--fa-hia.example", "faß.example"},
	{"URL, IDNA, note", "☕.example", "xn--53h.example", "xn--53h.example", "☕.example"},
	{"URL, IDNA, note", "xn--8i7caa", "xn--8i7caa", "", "xn--8i7caa"},
	{"URL, IDNA, US-ASCII", "xn--a", "xn--a", "", "xn--a"},
	{"URL, IDNA, US-ASCII", "XN--A.B_c.", "xn--a.b_c.", "", "xn--a.b_c."},
	{"URL, IDNA, not US-ASCII", "xn--a.ß", "", "", ""},
	{"URL, IDNA, empty", "", "", "", ""},
	{"URL, IDNA, empty result", "\u00ad", "", "", ""},
	{"URL, IDNA, empty result", "\u00ad.\u00ad", ".", "", "."},
	{"URL, forbidden domain code points", "a b", "", "", ""},
	{"URL, forbidden domain code points", "a%b", "", "", ""},
	{"URL, forbidden domain code points", "é.a:b", "", "", ""},
	{"URL, forbidden domain code points", "é/", "", "", ""},
	{"URL, forbidden domain code points", "é\u00a0", "", "", ""},  // it is mapped to a space
	{"URL, forbidden domain code points", "é.\u2100", "", "", ""}, // it is mapped to "a/c"
	{"URL, forbidden domain code points", "é.a\x7f", "", "", ""},
	{"URL, other code points", "é.!\"$&'()*+,;=_`{}~", "xn--9ca.!\"$&'()*+,;=_`{}~", "",
		"é.!\"$&'()*+,;=_`{}~"},
	{"URL, a decoder's U+FFFD", "a\ufffd", "", "", ""},
	{"not UTF-8", "a\xff", "", "", ""},
	{"UTS 46, 4, VerifyDnsLength", "a.", "a.", "", "a."},
	{"UTS 46, 4, VerifyDnsLength", "a..b", "a..b", "", "a..b"},
	{"UTS 46, 4, VerifyDnsLength", strings.Repeat("a", 64), strings.Repeat("a", 64), "", strings.Repeat("a", 64)},
	{"UTS 46, 4, VerifyDnsLength", longestName, longestName, longestName, longestName},
	{"UTS 46, 4, VerifyDnsLength", longestName + "c", longestName + "c", "", longestName + "c"},
	{"UTS 46, 4, table 1", "日本語。ＪＰ", "xn--wgv71a119e.jp", "xn--wgv71a119e.jp", "日本語.jp"},
	{"UTS 46, 4, table 1", "☕.us", "xn--53h.us", "xn--53h.us", "☕.us"},
	{"UTS 46, 4, ignored and NFC", "u\u00ad\u0308.com", "xn--tda.com", "xn--tda.com", "ü.com"},
	{"UTS 46, 4.1, 1: NFC", "xn--u-ccb.com.é", "", "", ""},
	{"UTS 46, 4.1, 2: hyphens", "ab--é", "xn--ab---epa", "", "ab--é"},
	{"UTS 46, 4.1, 2: hyphens", "éé--c", "xn----c-9laa", "", "éé--c"},
	{"UTS 46, 4.1, 3: hyphens", "-é-", "xn-----bja", "", "-é-"},
	{"UTS 46, 4.1, 4: prefix", "xn--é", "", "", ""},
	{"UTS 46, 4.1, 4: prefix", "\uff58n--tda", "xn--tda", "xn--tda", "ü"},
	{"UTS 46, 4.1, 6: marks", "\u0301a", "", "", ""},
	{"UTS 46, 4.1, 7: disallowed", "a\u2488", "", "", ""},
	{"UTS 46, 4.1, 7: composed", "=\u0338", "xn--1ch", "xn--1ch", "≠"},
	{"UTS 46, 4: U+1E9E", "Fa\u1e9e.de", "xn--fa-hia.de", "xn--fa-hia.de", "faß.de"},
	{"UTS 46, 4: Punycode of US-ASCII", "xn--abc-.é", "", "", ""},
	{"UTS 46, 4: Punycode of nothing", "xn--.é", "", "", ""},
	{"UTS 46, 4: Punycode of capitals", "xn--bcher-2pa.é", "", "", ""},
	{"UTS 46, 4: nested prefix", "xn--xn---epa.é", "", "", ""},
	{"Unicode 16: Garay", "\U00010d40\U00010d50", "", "", ""},                 // a number first
	{"Unicode 16: Garay", "\U00010d50", "xn--dh0d", "xn--dh0d", "\U00010d70"}, // mapped
	{"Unicode 16: Gurung Khema, composed",
		"\U00016100\U0001611e\U0001611e", "xn--kx7e9b", "xn--kx7e9b", "\U00016100\U00016121"},
	{"RFC 5892, A.1, virama", "क्\u200cष", "xn--11b2ezcs70k", "xn--11b2ezcs70k", "क्\u200cष"},
	{"RFC 5892, A.1, letters", "نامه\u200cای", "xn--mgba3gch31f060k", "xn--mgba3gch31f060k", "نامه\u200cای"},
	{"RFC 5892, A.1, transparent",
		"ب\u064e\u200c\u064eب", "xn--ngba7ia3604a", "xn--ngba7ia3604a", "ب\u064e\u200c\u064eب"},
	{"RFC 5892, A.1, no letter", "a\u200cb", "", "", ""},
	{"RFC 5892, A.1, no letter after it", "\u0628\u200c\u05d0", "", "", ""},
	{"RFC 5892, A.2", "ශ්\u200dරී", "xn--10cl1a0b660p", "xn--10cl1a0b660p", "ශ්\u200dරී"},
	{"RFC 5892, A.2", "\u0628\u200d\u0628", "", "", ""},
	{"RFC 5893, 2, rule 1", "0א", "", "", ""},
	{"RFC 5893, 2, rule 1", "0a.א", "", "", ""},
	{"RFC 5893, 2, rule 1", "a0.א", "a0.xn--4db", "a0.xn--4db", "a0.א"},
	{"RFC 5893, 2, rule 2", "אaא", "", "", ""},
	{"RFC 5893, 2, rule 3", "א0", "xn--0-zhc", "xn--0-zhc", "א0"},
	{"RFC 5893, 2, rule 3", "א\u05b0", "xn--7cb7d", "xn--7cb7d", "א\u05b0"},
	{"RFC 5893, 2, rule 3", "א!", "", "", ""},
	{"RFC 5893, 2, rule 4", "א0\u0660", "", "", ""},
	{"RFC 5893, 2, rule 5", "aאb", "", "", ""},
	{"RFC 5893, 2, rule 6", "a!.א", "", "", ""},
	{"labels in US-ASCII beside others", "Www.A.xn--bcher-kva.é.B..C.", "www.a.xn--bcher-kva.xn--9ca.b..c.", "", "www.a.bücher.é.b..c."},
	{"labels in US-ASCII beside others", "xn--bcher-kva.A.B.XN--BCHER-KVA.C.É", "xn--bcher-kva.a.b.xn--bcher-kva.c.xn--9ca",
		"xn--bcher-kva.a.b.xn--bcher-kva.c.xn--9ca", "bücher.a.b.bücher.c.é"},
	{"RFC 5893, 1.4, no right-to-left label", "0a.b!", "0a.b!", "", "0a.b!"},
}

func TestDomain(t *testing.T) {
	for _, test := range domainTests {
		for _, parser := range []struct {
			profile idna.Profile
			want    string
		}{{idna.Browser, test.browser}, {idna.BrowserStrict, test.strict}} {
			got, err := parser.profile.AppendASCII([]byte("http://"), test.name)
			if string(got) != "http://"+parser.want || (err != nil) != (parser.want == "") {
				t.Errorf("%s: %.80q, by %s: %q, %v, want %q",
					test.source, test.name, profileNames[parser.profile], got, err, parser.want)
			}
		}
		_, u, err := idna.Browser.Convert(test.name)
		if u != test.unicode || (err != nil) != (test.unicode == "") {
			t.Errorf("%s: %.80q: %q, %v, want %q", test.source, test.name, u, err, test.unicode)
		}
		checkConvert(t, test.name)
	}
}

// TestLongLabels checks that Browser limits only labels that are not US-ASCII.
func TestLongLabels(t *testing.T) {
	for _, test := range []struct {
		name string
		ok   bool
	}{
		{strings.Repeat("é", 1000), true},
		{strings.Repeat("é", 1001), false},
		{strings.Repeat("e\u0301", 1000), true},
		{strings.Repeat("e\u0301", 1001), false},
		{strings.Repeat("a", 999) + "é", true},
		{strings.Repeat("a", 1000) + "é", false},
		{"é." + strings.Repeat("a", 1<<16), true},
		{"é." + strings.Repeat("\uff21", 1<<16), true},
		{strings.Repeat("é.", 1<<16), true},
		{"e" + strings.Repeat("\u0323", 500), true}, // marks are not limited
	} {
		got, err := idna.Browser.AppendASCII(nil, test.name)
		if (err == nil) != test.ok {
			t.Errorf("%.20q, of %d bytes: %v", test.name, len(test.name), err)
		}
		text, err := idna.Browser.AppendUnicode(nil, string(got))
		again, err2 := idna.Browser.AppendASCII(nil, string(text))
		if test.ok && (err != nil || err2 != nil || string(again) != string(got)) {
			t.Errorf("%.20q, of %d bytes: %v, %v", test.name, len(test.name), err, err2)
		}
	}
}

// TestDomainError checks the label that is refused.
func TestDomainError(t *testing.T) {
	for _, test := range []struct {
		profile     idna.Profile
		name, label string
		offset      int
		text        string
	}{
		{idna.Browser, "", "", 0, "IDNA refuses an empty label at byte 0: the name has no other label"},
		{idna.Browser, "a.b c.d", "b c", 2,
			`IDNA refuses the label "b c" at byte 2: the character U+0020 is not allowed`},
		{idna.Browser, "é。a\u00ad<.d", "a\u00ad<", 5,
			`IDNA refuses the label "a\u00ad<" at byte 5: the character U+003C is not allowed`},
		{idna.Browser, "é.xn--a", "xn--a", 3,
			`IDNA refuses the label "xn--a" at byte 3: the character U+0080 is not allowed`},
		{idna.Browser, "é.xn--9", "xn--9", 3,
			`IDNA refuses the label "xn--9" at byte 3: its Punycode is wrong`},
		{idna.Browser, "a.0.\u05d0", "0", 2,
			`IDNA refuses the label "0" at byte 2: it breaks the Bidi Rule for names with right-to-left characters`},
		{idna.Browser, "a.b.XN--a.c.é", "XN--a", 4,
			`IDNA refuses the label "XN--a" at byte 4: the character U+0080 is not allowed`},
		{idna.Browser, "A.b。0.\u05d0.1.0\u00e0", "0", 6,
			`IDNA refuses the label "0" at byte 6: it breaks the Bidi Rule for names with right-to-left characters`},
		{idna.Browser, "A.b.0\u00e0.\u05d0.1", "0\u00e0", 4,
			`IDNA refuses the label "0\u00e0" at byte 4: it breaks the Bidi Rule for names with right-to-left characters`},
		{idna.BrowserStrict, "a.", "", 2, "IDNA refuses an empty label at byte 2: no label may be empty"},
		{idna.BrowserStrict, "a." + tooLongLabel, tooLongLabel, 2, ""},
	} {
		_, err := test.profile.AppendASCII(nil, test.name)
		var e *idna.Error
		if !errors.As(err, &e) || e.Label != test.label || e.Offset != test.offset {
			t.Errorf("%.80q, by %s: %v, want the label %q at %d",
				test.name, profileNames[test.profile], err, test.label, test.offset)
			continue
		}
		if test.text != "" && err.Error() != test.text {
			t.Errorf("%.80q, by %s: %v, want %s", test.name, profileNames[test.profile], err, test.text)
		}
	}
}
