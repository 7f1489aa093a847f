package suffix

import (
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/urispan/uri/host"
)

// Most are from the list's own tests, https://publicsuffix.org/list/test_psl.txt, with public suffixes as errors.
var registrableTests = []struct {
	host   string
	domain string
	suffix string
	kind   SuffixKind
	reason host.Reason
}{
	// Mixed case.
	{"COM", "", "COM", SuffixICANN, host.ReasonPublicSuffix},
	{"example.COM", "example.COM", "COM", SuffixICANN, 0},
	{"WwW.eXample.CoM", "eXample.CoM", "CoM", SuffixICANN, 0},
	// Unlisted top-level labels: the list's rule "*".
	{"example", "", "example", SuffixUnlisted, host.ReasonSingleLabel},
	{"localhost.", "", "localhost", SuffixUnlisted, host.ReasonSingleLabel},
	{"example.example", "example.example", "example", SuffixUnlisted, 0},
	{"a.b.example.example", "example.example", "example", SuffixUnlisted, 0},
	// A top-level domain with one rule.
	{"biz", "", "biz", SuffixICANN, host.ReasonPublicSuffix},
	{"domain.biz", "domain.biz", "biz", SuffixICANN, 0},
	{"a.b.domain.biz", "domain.biz", "biz", SuffixICANN, 0},
	// One with rules of two levels.
	{"com", "", "com", SuffixICANN, host.ReasonPublicSuffix},
	{"b.example.com", "example.com", "com", SuffixICANN, 0},
	{"uk.com", "", "uk.com", SuffixPrivate, host.ReasonPublicSuffix},
	{"a.b.example.uk.com", "example.uk.com", "uk.com", SuffixPrivate, 0},
	{"test.ac", "test.ac", "ac", SuffixICANN, 0},
	{"co.uk", "", "co.uk", SuffixICANN, host.ReasonPublicSuffix},
	{"www.example.co.uk", "example.co.uk", "co.uk", SuffixICANN, 0},
	// Wildcards and exceptions: *.ck and !www.ck.
	{"ck", "", "ck", SuffixUnlisted, host.ReasonSingleLabel},
	{"test.ck", "", "test.ck", SuffixICANN, host.ReasonPublicSuffix},
	{"b.test.ck", "b.test.ck", "test.ck", SuffixICANN, 0},
	{"a.b.test.ck", "b.test.ck", "test.ck", SuffixICANN, 0},
	{"www.ck", "www.ck", "ck", SuffixICANN, 0},
	{"www.www.ck", "www.ck", "ck", SuffixICANN, 0},
	// A complex top-level domain.
	{"jp", "", "jp", SuffixICANN, host.ReasonPublicSuffix},
	{"test.jp", "test.jp", "jp", SuffixICANN, 0},
	{"ac.jp", "", "ac.jp", SuffixICANN, host.ReasonPublicSuffix},
	{"www.test.ac.jp", "test.ac.jp", "ac.jp", SuffixICANN, 0},
	{"kyoto.jp", "", "kyoto.jp", SuffixICANN, host.ReasonPublicSuffix},
	{"ide.kyoto.jp", "", "ide.kyoto.jp", SuffixICANN, host.ReasonPublicSuffix},
	{"a.b.ide.kyoto.jp", "b.ide.kyoto.jp", "ide.kyoto.jp", SuffixICANN, 0},
	{"c.kobe.jp", "", "c.kobe.jp", SuffixICANN, host.ReasonPublicSuffix},
	{"a.b.c.kobe.jp", "b.c.kobe.jp", "c.kobe.jp", SuffixICANN, 0},
	{"www.city.kobe.jp", "city.kobe.jp", "kobe.jp", SuffixICANN, 0},
	// US K12.
	{"test.k12.ak.us", "test.k12.ak.us", "k12.ak.us", SuffixICANN, 0},
	{"k12.ak.us", "", "k12.ak.us", SuffixICANN, host.ReasonPublicSuffix},
	// IDN labels, as A-labels: the list has them so too.
	{"xn--85x722f.com.cn", "xn--85x722f.com.cn", "com.cn", SuffixICANN, 0},
	{"www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", "xn--55qx5d.cn", SuffixICANN, 0},
	{"shishi.xn--55qx5d.cn", "shishi.xn--55qx5d.cn", "xn--55qx5d.cn", SuffixICANN, 0},
	{"xn--55qx5d.cn", "", "xn--55qx5d.cn", SuffixICANN, host.ReasonPublicSuffix},
	{"www.xn--85x722f.XN--fiqs8s", "xn--85x722f.XN--fiqs8s", "XN--fiqs8s", SuffixICANN, 0},
	{"xn--fiqs8s", "", "xn--fiqs8s", SuffixICANN, host.ReasonPublicSuffix},
	// Private domains, and the ICANN suffix that they are below of.
	{"github.io", "", "github.io", SuffixPrivate, host.ReasonPublicSuffix},
	{"octocat.github.io", "octocat.github.io", "github.io", SuffixPrivate, 0},
	{"a.Octocat.GitHub.io.", "Octocat.GitHub.io", "GitHub.io", SuffixPrivate, 0},
	{"github.com", "github.com", "com", SuffixICANN, 0},
	{"www.example.blogspot.com", "example.blogspot.com", "blogspot.com", SuffixPrivate, 0},
	// No names at all: what Check says.
	{"", "", "", 0, host.ReasonEmptyLabel},
	{".com", "", "", 0, host.ReasonEmptyLabel},
	{"192.0.2.16", "", "", 0, host.ReasonDottedDecimal},
	{"[2001:db8::7]", "", "", 0, host.ReasonIllegalByte},
	{"食狮.com.cn", "", "", 0, host.ReasonIllegalByte},
	{"a_b.example.com", "", "", 0, host.ReasonIllegalByte},
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

func reasonOf(err error) host.Reason {
	if err == nil {
		return 0
	}
	return err.(*host.Error).Reason
}

// checkRegistrable compares with what package publicsuffix says of the name in its canonical form.
func checkRegistrable(t *testing.T, name string) {
	t.Helper()
	domain, err := Registrable(name)
	if e := host.Check(name); e != nil {
		if domain != "" || err.Error() != e.Error() {
			t.Errorf("Registrable(%q) = %q, %v, want %v", name, domain, err, e)
		}
		return
	}
	canonical := strings.ToLower(strings.TrimSuffix(name, "."))
	want, wantErr := publicsuffix.EffectiveTLDPlusOne(canonical)
	if strings.ToLower(domain) != want || (err != nil) != (wantErr != nil) {
		t.Errorf("Registrable(%q) = %q, %v, want %q, %v", name, domain, err, want, wantErr)
	}
	if !strings.HasSuffix(strings.TrimSuffix(name, "."), domain) {
		t.Errorf("Registrable(%q) = %q: no slice of the host", name, domain)
	}
	if domain != "" && !host.IsName(domain) && host.Check(domain).(*host.Error).Reason != host.ReasonDottedDecimal {
		t.Errorf("Registrable(%q) = %q: no name", name, domain)
	}
}

func TestSuffixKindString(t *testing.T) {
	for k, want := range []string{"unlisted", "icann", "private", "unlisted"} {
		if got := SuffixKind(k).String(); got != want {
			t.Errorf("SuffixKind(%d) is %q, want %q", k, got, want)
		}
	}
}

func TestAllocs(t *testing.T) {
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		// The one is netip.ParseAddr's error: package publicsuffix asks it whether its argument is an address.
		{"Suffix", 1, func() { sinkString, sinkKind, sinkError = Suffix("www.example.co.uk") }},
		{"Registrable", 1, func() { sinkString, sinkError = Registrable("www.example.co.uk") }},
		{"Registrable/upper", 2, func() { sinkString, sinkError = Registrable("www.example.co.UK") }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}

var (
	sinkString string
	sinkError  error
	sinkKind   SuffixKind
)

func FuzzRegistrable(f *testing.F) {
	for _, test := range registrableTests {
		f.Add(test.host)
	}
	f.Fuzz(checkRegistrable)
}
