package host

import (
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
)

// Most are from the list's own tests, https://publicsuffix.org/list/test_psl.txt, with public suffixes as errors.
var registrableTests = []struct {
	host   string
	domain string
	suffix string
	kind   SuffixKind
	reason Reason
}{
	// Mixed case.
	{"COM", "", "COM", SuffixICANN, ReasonPublicSuffix},
	{"example.COM", "example.COM", "COM", SuffixICANN, 0},
	{"WwW.eXample.CoM", "eXample.CoM", "CoM", SuffixICANN, 0},
	// Unlisted top-level labels: the list's rule "*".
	{"example", "", "example", SuffixUnlisted, ReasonSingleLabel},
	{"localhost.", "", "localhost", SuffixUnlisted, ReasonSingleLabel},
	{"example.example", "example.example", "example", SuffixUnlisted, 0},
	{"a.b.example.example", "example.example", "example", SuffixUnlisted, 0},
	// A top-level domain with one rule.
	{"biz", "", "biz", SuffixICANN, ReasonPublicSuffix},
	{"domain.biz", "domain.biz", "biz", SuffixICANN, 0},
	{"a.b.domain.biz", "domain.biz", "biz", SuffixICANN, 0},
	// One with rules of two levels.
	{"com", "", "com", SuffixICANN, ReasonPublicSuffix},
	{"b.example.com", "example.com", "com", SuffixICANN, 0},
	{"uk.com", "", "uk.com", SuffixPrivate, ReasonPublicSuffix},
	{"a.b.example.uk.com", "example.uk.com", "uk.com", SuffixPrivate, 0},
	{"test.ac", "test.ac", "ac", SuffixICANN, 0},
	{"co.uk", "", "co.uk", SuffixICANN, ReasonPublicSuffix},
	{"www.example.co.uk", "example.co.uk", "co.uk", SuffixICANN, 0},
	// Wildcards and exceptions: *.ck and !www.ck.
	{"ck", "", "ck", SuffixUnlisted, ReasonSingleLabel},
	{"test.ck", "", "test.ck", SuffixICANN, ReasonPublicSuffix},
	{"b.test.ck", "b.test.ck", "test.ck", SuffixICANN, 0},
	{"a.b.test.ck", "b.test.ck", "test.ck", SuffixICANN, 0},
	{"www.ck", "www.ck", "ck", SuffixICANN, 0},
	{"www.www.ck", "www.ck", "ck", SuffixICANN, 0},
	// A complex top-level domain.
	{"jp", "", "jp", SuffixICANN, ReasonPublicSuffix},
	{"test.jp", "test.jp", "jp", SuffixICANN, 0},
	{"ac.jp", "", "ac.jp", SuffixICANN, ReasonPublicSuffix},
	{"www.test.ac.jp", "test.ac.jp", "ac.jp", SuffixICANN, 0},
	{"kyoto.jp", "", "kyoto.jp", SuffixICANN, ReasonPublicSuffix},
	{"ide.kyoto.jp", "", "ide.kyoto.jp", SuffixICANN, ReasonPublicSuffix},
	{"a.b.ide.kyoto.jp", "b.ide.kyoto.jp", "ide.kyoto.jp", SuffixICANN, 0},
	{"c.kobe.jp", "", "c.kobe.jp", SuffixICANN, ReasonPublicSuffix},
	{"a.b.c.kobe.jp", "b.c.kobe.jp", "c.kobe.jp", SuffixICANN, 0},
	{"www.city.kobe.jp", "city.kobe.jp", "kobe.jp", SuffixICANN, 0},
	// US K12.
	{"test.k12.ak.us", "test.k12.ak.us", "k12.ak.us", SuffixICANN, 0},
	{"k12.ak.us", "", "k12.ak.us", SuffixICANN, ReasonPublicSuffix},
	// IDN labels, as A-labels: the list has them so too.
	{"xn--85x722f.com.cn", "xn--85x722f.com.cn", "com.cn", SuffixICANN, 0},
	{"www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", "xn--55qx5d.cn", SuffixICANN, 0},
	{"shishi.xn--55qx5d.cn", "shishi.xn--55qx5d.cn", "xn--55qx5d.cn", SuffixICANN, 0},
	{"xn--55qx5d.cn", "", "xn--55qx5d.cn", SuffixICANN, ReasonPublicSuffix},
	{"www.xn--85x722f.XN--fiqs8s", "xn--85x722f.XN--fiqs8s", "XN--fiqs8s", SuffixICANN, 0},
	{"xn--fiqs8s", "", "xn--fiqs8s", SuffixICANN, ReasonPublicSuffix},
	// Private domains, and the ICANN suffix that they are below of.
	{"github.io", "", "github.io", SuffixPrivate, ReasonPublicSuffix},
	{"octocat.github.io", "octocat.github.io", "github.io", SuffixPrivate, 0},
	{"a.Octocat.GitHub.io.", "Octocat.GitHub.io", "GitHub.io", SuffixPrivate, 0},
	{"github.com", "github.com", "com", SuffixICANN, 0},
	{"www.example.blogspot.com", "example.blogspot.com", "blogspot.com", SuffixPrivate, 0},
	// No names at all: what Check says.
	{"", "", "", 0, ReasonEmptyLabel},
	{".com", "", "", 0, ReasonEmptyLabel},
	{"192.0.2.16", "", "", 0, ReasonDottedDecimal},
	{"[2001:db8::7]", "", "", 0, ReasonIllegalByte},
	{"食狮.com.cn", "", "", 0, ReasonIllegalByte},
	{"a_b.example.com", "", "", 0, ReasonIllegalByte},
}

func TestRegistrable(t *testing.T) {
	for _, test := range registrableTests {
		suffix, kind, err := Suffix(test.host)
		if wantErr := test.suffix == ""; suffix != test.suffix || kind != test.kind || (err != nil) != wantErr {
			t.Errorf("Suffix(%q) = %q, %v, %v, want %q, %v", test.host, suffix, kind, err, test.suffix, test.kind)
		}
		domain, err := Registrable(test.host)
		if got := reasonOf(err); domain != test.domain || got != test.reason {
			t.Errorf("Registrable(%q) = %q, %v, want %q, %v", test.host, domain, err, test.domain, test.reason)
		}
		checkRegistrable(t, test.host)
	}
}

func reasonOf(err error) Reason {
	if err == nil {
		return 0
	}
	return err.(*Error).Reason
}

// checkRegistrable compares with what package publicsuffix says of the name in its canonical form.
func checkRegistrable(t *testing.T, host string) {
	t.Helper()
	domain, err := Registrable(host)
	if e := Check(host); e != nil {
		if domain != "" || !sameError(err, e) {
			t.Errorf("Registrable(%q) = %q, %v, want %v", host, domain, err, e)
		}
		return
	}
	canonical := strings.ToLower(strings.TrimSuffix(host, "."))
	want, wantErr := publicsuffix.EffectiveTLDPlusOne(canonical)
	if strings.ToLower(domain) != want || (err != nil) != (wantErr != nil) {
		t.Errorf("Registrable(%q) = %q, %v, want %q, %v", host, domain, err, want, wantErr)
	}
	if !strings.HasSuffix(strings.TrimSuffix(host, "."), domain) {
		t.Errorf("Registrable(%q) = %q: no slice of the host", host, domain)
	}
	if domain != "" && Check(domain) != nil && !dottedDecimalForm.MatchString(domain) {
		t.Errorf("Registrable(%q) = %q: no name", host, domain)
	}
}

func TestSuffixKindString(t *testing.T) {
	for k, want := range []string{"unlisted", "icann", "private", "unlisted"} {
		if got := SuffixKind(k).String(); got != want {
			t.Errorf("SuffixKind(%d) is %q, want %q", k, got, want)
		}
	}
}
