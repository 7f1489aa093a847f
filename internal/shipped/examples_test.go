package shipped

import (
	"strings"
	"testing"
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
	check(t, ParseDateTime, dateTimeDescribe, []sentence{
		{"1985-04-12T23:20:50.52Z", `Year "1985"  Month "04"  Day "12"  Hour "23"  Minute "20"  Second "50"  SecFrac ".52"  Offset "Z"`},
		{"1996-12-19T16:39:57-08:00", `Year "1996"  Month "12"  Day "19"  Hour "16"  Minute "39"  Second "57"  Offset "-08:00"`},
		{"1990-12-31T23:59:60Z", `Year "1990"  Month "12"  Day "31"  Hour "23"  Minute "59"  Second "60"  Offset "Z"`},
		{"1990-12-31T15:59:60-08:00", `Year "1990"  Month "12"  Day "31"  Hour "15"  Minute "59"  Second "60"  Offset "-08:00"`},
		{"1937-01-01T12:00:27.87+00:20", `Year "1937"  Month "01"  Day "01"  Hour "12"  Minute "00"  Second "27"  SecFrac ".87"  Offset "+00:20"`},
	}, "", "1985-04-12", "1985-04-12 23:20:50Z", "1985-04-12T23:20:50", "1985-04-12T23:20:50.Z", "85-04-12T23:20:50Z", "1985-04-12T23:20:50+0100")
}

// TestItem has the examples of RFC 9651, sections 3.3 to 3.3.8.
func TestItem(t *testing.T) {
	check(t, ParseItem, itemDescribe, []sentence{
		{"5", `Integer "5"`},
		{"5; foo=bar", `Integer "5"  Parameter "foo=bar"`},
		{"42", `Integer "42"`},
		{"4.5", `Decimal "4.5"`},
		{`"hello world"`, `StringValue "\"hello world\""`},
		{"foo123/456", `Token "foo123/456"`},
		{":cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:", `Binary ":cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:"`},
		{"?1", `Boolean "?1"`},
		{"@1659578233", `Date "@1659578233"`},
		{`%"This is intended for display to %c3%bcsers."`, `DisplayString "%\"This is intended for display to %c3%bcsers.\""`},
		{"?0;a;b=2.5;c=?1", `Boolean "?0"  Parameter "a"  Parameter "b=2.5"  Parameter "c=?1"`},
	}, "", "1234567890123456", "1.", "1.2345", `"a`, "a b", "?2", ":a", "@1.5", `%"%C3"`, "5;", "5;A=1", "5 ;a")
	check(t, ParseItemParameter, itemParameterDescribe, []sentence{
		{"a", `Key "a"`}, {"b=2.5", `Key "b"  Value "2.5"`},
	}, "", "a=", "B")
}

// TestMediaType has the examples of RFC 9110, section 8.3.1, and one with an empty parameter.
func TestMediaType(t *testing.T) {
	check(t, ParseMediaType, mediaTypeDescribe, []sentence{
		{"text/html;charset=utf-8", `Type "text"  Subtype "html"  Parameter "charset=utf-8"`},
		{`Text/HTML;Charset="utf-8"`, `Type "Text"  Subtype "HTML"  Parameter "Charset=\"utf-8\""`},
		{`text/html; charset="utf-8"`, `Type "text"  Subtype "html"  Parameter "charset=\"utf-8\""`},
		{"text/html;charset=UTF-8", `Type "text"  Subtype "html"  Parameter "charset=UTF-8"`},
		{"application/json", `Type "application"  Subtype "json"`},
		{"a/b;; c=\"\\\"\xe9\" ; d=e", `Type "a"  Subtype "b"  Parameter "c=\"\\\"` + `\xe9\""  Parameter "d=e"`},
	}, "", "text", "text/", "text/html charset=utf-8", "text/html;charset", "text/html;charset=", `text/html;charset="utf-8`, "text/html;charset =utf-8")
	check(t, ParseParameter, parameterDescribe, []sentence{
		{`charset="utf-8"`, `Name "charset"  Value "\"utf-8\""  Quoted "\"utf-8\""`}, {"charset=utf-8", `Name "charset"  Value "utf-8"`},
	}, "", "=", "a")
}

// TestVersion has examples of Semantic Versioning 2.0.0 and of its regular expression, https://regex101.com/r/vkijKf/1/.
func TestVersion(t *testing.T) {
	check(t, ParseVersion, versionDescribe, []sentence{
		{"1.9.0", `Major "1"  Minor "9"  Patch "0"`},
		{"1.0.0-alpha.1", `Major "1"  Minor "0"  Patch "0"  PreRelease "alpha.1"  PreReleaseIdentifier "alpha"  PreReleaseIdentifier "1"`},
		{"1.0.0-0.3.7", `Major "1"  Minor "0"  Patch "0"  PreRelease "0.3.7"  PreReleaseIdentifier "0"  PreReleaseIdentifier "3"  PreReleaseIdentifier "7"`},
		{"1.0.0-x-y-z.--", `Major "1"  Minor "0"  Patch "0"  PreRelease "x-y-z.--"  PreReleaseIdentifier "x-y-z"  PreReleaseIdentifier "--"`},
		{"1.0.0+20130313144700", `Major "1"  Minor "0"  Patch "0"  Build "20130313144700"  BuildIdentifier "20130313144700"`},
		{"1.0.0-beta+exp.sha.5114f85", `Major "1"  Minor "0"  Patch "0"  PreRelease "beta"  PreReleaseIdentifier "beta"  ` +
			`Build "exp.sha.5114f85"  BuildIdentifier "exp"  BuildIdentifier "sha"  BuildIdentifier "5114f85"`},
		{"1.0.0-0A.is.legal", `Major "1"  Minor "0"  Patch "0"  PreRelease "0A.is.legal"  PreReleaseIdentifier "0A"  PreReleaseIdentifier "is"  PreReleaseIdentifier "legal"`},
	}, "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "alpha", "1.0.0-alpha_beta", "1.0.0-alpha..", "01.1.1",
		"1.01.1", "1.1.01", "1.2.3.DEV", "1.2-SNAPSHOT", "-1.0.3-gamma+b7718", "9.8.7+meta+meta", "9.8.7-whatever+meta+meta", "v1.2.3")
}

// TestDuration has the examples of RFC 5545, sections 3.3.6, 3.8.2.5 and 3.8.6.3.
func TestDuration(t *testing.T) {
	check(t, ParseDuration, durationDescribe, []sentence{
		{"P15DT5H0M20S", `Days "15"  Hours "5"  Minutes "0"  Seconds "20"`},
		{"P7W", `Weeks "7"`},
		{"PT1H0M0S", `Hours "1"  Minutes "0"  Seconds "0"`},
		{"PT15M", `Minutes "15"`},
		{"-PT30M", `Sign "-"  Minutes "30"`},
		{"+P1D", `Sign "+"  Days "1"`},
	}, "", "P", "PT", "P1M", "P1Y", "PT1H1S", "P1WT1H", "1D", "P1.5D")
}

// TestPackageURL has the examples of the README of package-url/purl-spec.
func TestPackageURL(t *testing.T) {
	check(t, ParsePackageURL, packageURLDescribe, []sentence{
		{"pkg:bitbucket/birkenfeld/pygments-main@244fd47e07d1014f0aed9c",
			`Type "bitbucket"  Namespace "birkenfeld"  Name "pygments-main"  Version "244fd47e07d1014f0aed9c"`},
		{"pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie", `Type "deb"  Namespace "debian"  Name "curl"  Version "7.50.3-1"  ` +
			`Qualifiers "arch=i386&distro=jessie"  Qualifier "arch=i386"  Qualifier "distro=jessie"`},
		{"pkg:docker/cassandra@sha256:244fd47e07d1004f0aed9c", `Type "docker"  Name "cassandra"  Version "sha256:244fd47e07d1004f0aed9c"`},
		{"pkg:gem/ruby-advisory-db-check@0.12.4", `Type "gem"  Name "ruby-advisory-db-check"  Version "0.12.4"`},
		{"pkg:golang/google.golang.org/genproto#googleapis/api/annotations",
			`Type "golang"  Namespace "google.golang.org"  Name "genproto"  Subpath "googleapis/api/annotations"`},
		{"pkg:npm/%40angular/animation@12.3.1", `Type "npm"  Namespace "%40angular"  Name "animation"  Version "12.3.1"`},
		{"pkg:a/b/c/d/e", `Type "a"  Namespace "b/c/d"  Name "e"`},
	}, "pkg:npm", "pkg:npm/", "PKG:npm/a", "pkg://npm/a", "pkg:npm/a/", "pkg:npm/a@", "pkg:npm/a?k", "pkg:npm/a?K=v", "pkg:npm/a#..", "pkg:npm/@a/b", "pkg:npm/%61")
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
