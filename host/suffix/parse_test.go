package suffix

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

func mustParse(t testing.TB, text string) *List {
	t.Helper()
	list, err := Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestParseBuiltIn checks that Parse makes the table of the package from the facts.
func TestParseBuiltIn(t *testing.T) {
	text := readFacts(t)
	if !reflect.DeepEqual(mustParse(t, text), &builtIn) {
		t.Errorf("the parsed list is not the one of the package")
	}
	if !strings.Contains(text, "\n// VERSION: "+Version+"\n") {
		t.Errorf("the list does not have the version %q", Version)
	}
}

// section puts rules into a section of a list.
func section(name, rules string) string {
	return "// ===BEGIN " + name + " DOMAINS===\n" + rules + "// ===END " + name + " DOMAINS===\n"
}

// TestParse reads all forms of lines that https://github.com/publicsuffix/list/wiki/Format describes.
func TestParse(t *testing.T) {
	list := mustParse(t, "// a comment\r\n"+section("ICANN", "\n  com  // a rule ends at a space\n"+
		"*.ck\n!www.ck\nCO.Uk\n\u516c\u53f8.cn\nxn--fiqs8s\nb\u00dccher.example\na.b.c.d.e.f\ncom\n")+
		section("PRIVATE", "github.io\ncom\n*.wild.co.uk\n!a.b.wild.co.uk\n"+strings.Repeat("x", 63)+".com\n"))
	for _, test := range []struct {
		name, suffix string
		kind         Kind
	}{
		{"example.com", "com", ICANN}, {"a.b.ck", "b.ck", ICANN}, {"www.ck", "ck", ICANN}, {"ck", "ck", Unlisted},
		{"a.co.uk", "co.uk", ICANN}, {"a.uk", "uk", Unlisted}, {"a.xn--55qx5d.cn", "xn--55qx5d.cn", ICANN},
		{"a.xn--fiqs8s", "xn--fiqs8s", ICANN}, {"xn--bcher-kva.example", "xn--bcher-kva.example", ICANN},
		{"a.b.c.d.e.f", "a.b.c.d.e.f", ICANN}, {"x.b.c.d.e.f", "f", Unlisted}, {"a.github.io", "github.io", Private},
		{"x.wild.co.uk", "x.wild.co.uk", Private}, {"wild.co.uk", "co.uk", ICANN}, {"c.b.wild.co.uk", "b.wild.co.uk", Private},
		{"y.a.b.wild.co.uk", "b.wild.co.uk", Private}, {"a." + strings.Repeat("X", 63) + ".com", strings.Repeat("X", 63) + ".com", Private},
		{"a." + strings.Repeat("X", 62) + "y.com", "com", ICANN}, {"a.y" + strings.Repeat("X", 62) + ".com", "com", ICANN},
	} {
		suffix, kind, err := list.Of(test.name)
		if suffix != test.suffix || kind != test.kind || err != nil {
			t.Errorf("Of(%q) = %q, %v, %v, want %q, %v", test.name, suffix, kind, err, test.suffix, test.kind)
		}
	}
	for _, test := range []struct {
		name, domain string
		err          error
	}{
		{"www.example.com", "example.com", nil}, {"com", "", ErrPublicSuffix}, {"ck", "", ErrSingleLabel},
		{"a.www.ck.", "www.ck", nil}, {"a_b.com", "a_b.com", nil}, {"a~b.com", "", &host.Error{Offset: 1, Reason: host.ReasonIllegalByte}},
	} {
		domain, err := list.Registrable(test.name)
		if domain != test.domain || !sameError(err, test.err) {
			t.Errorf("Registrable(%q) = %q, %v, want %q, %v", test.name, domain, err, test.domain, test.err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "line 0: no rules"},
		{"// only a comment\n", "line 1: no rules"},
		{section("ICANN", ""), "line 2: no rules"},
		{"com\n", "line 1: rule outside of the sections"},
		{section("ICANN", "com\n") + "\nnet\n", "line 5: rule outside of the sections"},
		{"// ===BEGIN ICANN DOMAINS===\ncom\n", "line 2: section without an end"},
		{section("ICANN", "// ===BEGIN PRIVATE DOMAINS===\n"), `line 2: "===BEGIN PRIVATE DOMAINS===" in the wrong place`},
		{"\n// ===END ICANN DOMAINS===\n", `line 2: "===END ICANN DOMAINS===" in the wrong place`},
		{"// ===BEGIN ICANN DOMAINS===\n// ===END PRIVATE DOMAINS===\n", `line 2: "===END PRIVATE DOMAINS===" in the wrong place`},
		{section("ICANN", "a..b\n"), "line 2: empty label in DNS name at byte 2"},
		{section("ICANN", "com.\n"), "line 2: dot at the end of a rule"},
		{section("ICANN", "a.*.b\n"), "line 2: illegal byte in DNS name at byte 2"},
		{section("ICANN", "*.*.b\n"), "line 2: illegal byte in DNS name at byte 0"},
		{section("ICANN", "*\n"), "line 2: illegal byte in DNS name at byte 0"},
		{section("ICANN", "!*.b\n"), "line 2: illegal byte in DNS name at byte 0"},
		{section("ICANN", "!\n"), "line 2: empty label in DNS name at byte 0"},
		{section("ICANN", "!com\n"), "line 2: exception for a top-level label"},
		{section("ICANN", "com\n\n"+strings.Repeat("a", 64)+"\n"), "line 4: label of more than 63 bytes in DNS name at byte 63"},
		{section("ICANN", "a_b\n"), "line 2: illegal byte in DNS name at byte 1"},
		{section("ICANN", "1.2.3.4\n"), "line 2: IPv4 address instead of DNS name at byte 7"},
		{section("ICANN", "\u2488com\n"), "line 2: "},
		{section("ICANN", "\xff\n"), "line 2: "},
		{"// a\n" + strings.Repeat("/", 1<<17), "line 2: bufio.Scanner: token too long"},
	} {
		list, err := Parse(strings.NewReader(test.text))
		var e *ParseError
		if list != nil || !errors.As(err, &e) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("Parse(%.80q) = %v, %v, want %s", test.text, list, err, test.want)
		} else if errors.Unwrap(err) != e.Err {
			t.Errorf("%v: the cause is not wrapped", err)
		}
	}
	if _, err := Parse(strings.NewReader(strings.Repeat("/", 1<<17))); !errors.Is(err, bufio.ErrTooLong) {
		t.Errorf("%v, want bufio.ErrTooLong", err)
	}
	reader := io.MultiReader(strings.NewReader(section("ICANN", "com\n")), iotest.ErrReader(io.ErrClosedPipe))
	if list, err := Parse(reader); list != nil || err != io.ErrClosedPipe {
		t.Errorf("%v, %v, want the error of the reader", list, err)
	}
}

// TestZeroList checks that the zero List has no rules.
func TestZeroList(t *testing.T) {
	var list List
	for _, name := range []string{"com", "example.com", "a.b.example.com."} {
		suffix, kind, err := list.Of(name)
		if suffix != "com" || kind != Unlisted || err != nil {
			t.Errorf("Of(%q) = %q, %v, %v", name, suffix, kind, err)
		}
	}
}

// TestParseLarge checks that a list may have many times as many rules as today's list, up to a limit.
func TestParseLarge(t *testing.T) {
	list := func(n int) string {
		var rules strings.Builder
		for i := range n {
			fmt.Fprintf(&rules, "x%d.y%d\n", i, i%3000)
		}
		return section("PRIVATE", rules.String())
	}
	parsed := mustParse(t, list(100000))
	for i := range 100000 {
		if i%31 != 0 {
			continue
		}
		name := fmt.Sprintf("x%d.y%d", i, i%3000)
		if suffix, kind, err := parsed.Of("a." + name); suffix != name || kind != Private || err != nil {
			t.Fatalf("Of(%q) = %q, %v, %v", "a."+name, suffix, kind, err)
		}
	}
	if !kit.Long() {
		return
	}
	var e *ParseError
	if _, err := Parse(strings.NewReader(list(1 << 20))); !errors.As(err, &e) || e.Err.Error() != "too many rules" {
		t.Errorf("%v, want too many rules", err)
	}
}

// TestSimilarLabels checks labels that differ from a rule in one byte. A list of one rule has few places, so other
// labels often have the same place as the rule.
func TestSimilarLabels(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 15, 16, 17, 24, 25, 63} {
		label := strings.Repeat("abcdefghi", 7)[:n]
		list := mustParse(t, section("PRIVATE", label+"\n"))
		for i := range n {
			for _, c := range "xyz0189" {
				other := label[:i] + string(c) + label[i+1:]
				if _, kind, err := list.Of("www." + other); kind != Unlisted || err != nil {
					t.Errorf("%q has the kind %v, %v, but the list has %q", other, kind, err, label)
				}
			}
		}
		if _, kind, _ := list.Of("www." + strings.ToUpper(label)); kind != Private {
			t.Errorf("%q has the kind %v", label, kind)
		}
	}
}
