package idna_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
)

type domainTest struct{ source, name, browser, strict, unicode string }

// domainTests are names with the results of the URL Standard's domain parser, of its strict form, and of "domain to
// Unicode" for the result of the former. A name without a result is refused. The sources are sections of UTS 46, RFC
// 5892, RFC 5893 and the standard.
var domainTests = append(kit.Cases[domainTest]("browser.txt", "domainTests"), []domainTest{
	{"UTS 46, 4, VerifyDnsLength", longestName, longestName, longestName, longestName},
	{"UTS 46, 4, VerifyDnsLength", longestName + "c", longestName + "c", "", longestName + "c"},
}...)

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
	type row struct {
		profile     idna.Profile
		name, label string
		offset      int
		text        string
	}

	for _, test := range append(kit.Cases[row]("browser.txt", "TestDomainError", profilesByName), []row{
		{idna.BrowserStrict, "a." + tooLongLabel, tooLongLabel, 2, ""},
	}...) {
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
