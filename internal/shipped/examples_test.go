package shipped

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// A sentence is an example of a standard, with its components.
type sentence struct{ text, components string }

// check parses the sentences, and strings that the grammar does not have.
func check[T any](t *testing.T, parse func(string) (T, error), describe func(T) string, sentences []sentence, wrong ...string) {
	t.Helper()
	for _, s := range sentences {
		v, err := parse(s.text)
		if got := strings.TrimSpace(describe(v)); err != nil || got != s.components {
			t.Errorf("%s: got %s, %v, want %s", s.text, got, err, s.components)
		}
	}
	for _, s := range wrong {
		if v, err := parse(s); err == nil {
			t.Errorf("%s: got %s", s, describe(v))
		}
	}
}

// TestDateTime has the examples of RFC 3339, section 5.8.
func TestDateTime(t *testing.T) {
	check(t, ParseDateTime, dateTimeDescribe, kit.Cases[sentence]("examples.txt", "TestDateTime"), "", "1985-04-12", "1985-04-12 23:20:50Z", "1985-04-12T23:20:50", "1985-04-12T23:20:50.Z", "85-04-12T23:20:50Z", "1985-04-12T23:20:50+0100")
}

// TestItem has the examples of RFC 9651, sections 3.3 to 3.3.8.
func TestItem(t *testing.T) {
	check(t, ParseItem, itemDescribe, kit.Cases[sentence]("examples.txt", "TestItem"), "", "1234567890123456", "1.", "1.2345", `"a`, "a b", "?2", ":a", "@1.5", `%"%C3"`, "5;", "5;A=1", "5 ;a")
	check(t, ParseItemParameter, itemParameterDescribe, []sentence{
		{"a", `Key "a"`}, {"b=2.5", `Key "b"  Value "2.5"`},
	}, "", "a=", "B")
}

// TestMediaType has the examples of RFC 9110, section 8.3.1, and one with an empty parameter.
func TestMediaType(t *testing.T) {
	check(t, ParseMediaType, mediaTypeDescribe, kit.Cases[sentence]("examples.txt", "TestMediaType"), "", "text", "text/", "text/html charset=utf-8", "text/html;charset", "text/html;charset=", `text/html;charset="utf-8`, "text/html;charset =utf-8")
	check(t, ParseParameter, parameterDescribe, []sentence{
		{`charset="utf-8"`, `Name "charset"  Value "\"utf-8\""  Quoted "\"utf-8\""`}, {"charset=utf-8", `Name "charset"  Value "utf-8"`},
	}, "", "=", "a")
}

// TestVersion has examples of Semantic Versioning 2.0.0 and of its regular expression, https://regex101.com/r/vkijKf/1/.
func TestVersion(t *testing.T) {
	check(t, ParseVersion, versionDescribe, kit.Cases[sentence]("examples.txt", "TestVersion"), "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "alpha", "1.0.0-alpha_beta", "1.0.0-alpha..", "01.1.1",
		"1.01.1", "1.1.01", "1.2.3.DEV", "1.2-SNAPSHOT", "-1.0.3-gamma+b7718", "9.8.7+meta+meta", "9.8.7-whatever+meta+meta", "v1.2.3")
}

// TestDuration has the examples of RFC 5545, sections 3.3.6, 3.8.2.5 and 3.8.6.3.
func TestDuration(t *testing.T) {
	check(t, ParseDuration, durationDescribe, kit.Cases[sentence]("examples.txt", "TestDuration"), "", "P", "PT", "P1M", "P1Y", "PT1H1S", "P1WT1H", "1D", "P1.5D")
}

// TestPackageURL has the examples of the README of package-url/purl-spec.
func TestPackageURL(t *testing.T) {
	check(t, ParsePackageURL, packageURLDescribe, kit.Cases[sentence]("examples.txt", "TestPackageURL"), "pkg:npm", "pkg:npm/", "PKG:npm/a", "pkg://npm/a", "pkg:npm/a/", "pkg:npm/a@", "pkg:npm/a?k", "pkg:npm/a?K=v", "pkg:npm/a#..", "pkg:npm/@a/b", "pkg:npm/%61")
	check(t, ParseQualifier, qualifierDescribe, []sentence{{"arch=i386", `Key "arch"  Value "i386"`}}, "arch")
}

// TestZero checks that the zero value has no components, and that a loop over components may stop early.
func TestZero(t *testing.T) {
	var m MediaType
	if got := mediaTypeDescribe(m); got != `  Type ""  Subtype ""` {
		t.Errorf("got %s", got)
	}
	m, _ = ParseMediaType("a/b;c=d;e=f")
	for first := range m.Parameter() {
		if first != "c=d" {
			t.Errorf("got %s", first)
		}
		break
	}
}

// TestTables parses strings with a scanner that has tables, and one that is longer than its limit.
func TestTables(t *testing.T) {
	check(t, ParseTable, tableDescribe, []sentence{
		{"zzz,ab,CD", `Label "zzz"  Label "ab"  Label "CD"`},
		{"ab:" + strings.Repeat("1", 450), `Label "ab"  Number "` + strings.Repeat("1", 450) + `"`},
	}, "", "za", "ab,", "ab:1", "ab:"+strings.Repeat("1", 451))
	if _, err := ParseTable(strings.Repeat("z", 1000)); err != nil {
		t.Error(err)
	}
	_, err := ParseTable(strings.Repeat("z", 1001))
	if want := "invalid Table: at offset 1000: expected at most 1000 bytes"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
