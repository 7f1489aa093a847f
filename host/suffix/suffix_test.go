package suffix

import (
	"errors"
	"regexp"
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
	kind   Kind
	err    error
}{
	// Mixed case.
	{"COM", "", "COM", ICANN, ErrPublicSuffix},
	{"example.COM", "example.COM", "COM", ICANN, nil},
	{"WwW.eXample.CoM", "eXample.CoM", "CoM", ICANN, nil},
	// Unlisted top-level labels: the list's rule "*".
	{"example", "", "example", Unlisted, ErrSingleLabel},
	{"localhost.", "", "localhost", Unlisted, ErrSingleLabel},
	{"example.example", "example.example", "example", Unlisted, nil},
	{"a.b.example.example", "example.example", "example", Unlisted, nil},
	// A top-level domain with one rule.
	{"biz", "", "biz", ICANN, ErrPublicSuffix},
	{"domain.biz", "domain.biz", "biz", ICANN, nil},
	{"a.b.domain.biz", "domain.biz", "biz", ICANN, nil},
	// One with rules of two levels.
	{"com", "", "com", ICANN, ErrPublicSuffix},
	{"b.example.com", "example.com", "com", ICANN, nil},
	{"uk.com", "", "uk.com", Private, ErrPublicSuffix},
	{"a.b.example.uk.com", "example.uk.com", "uk.com", Private, nil},
	{"test.ac", "test.ac", "ac", ICANN, nil},
	{"co.uk", "", "co.uk", ICANN, ErrPublicSuffix},
	{"www.example.co.uk", "example.co.uk", "co.uk", ICANN, nil},
	// Wildcards and exceptions: *.ck and !www.ck.
	{"ck", "", "ck", Unlisted, ErrSingleLabel},
	{"test.ck", "", "test.ck", ICANN, ErrPublicSuffix},
	{"b.test.ck", "b.test.ck", "test.ck", ICANN, nil},
	{"a.b.test.ck", "b.test.ck", "test.ck", ICANN, nil},
	{"www.ck", "www.ck", "ck", ICANN, nil},
	{"www.www.ck", "www.ck", "ck", ICANN, nil},
	// A complex top-level domain.
	{"jp", "", "jp", ICANN, ErrPublicSuffix},
	{"test.jp", "test.jp", "jp", ICANN, nil},
	{"ac.jp", "", "ac.jp", ICANN, ErrPublicSuffix},
	{"www.test.ac.jp", "test.ac.jp", "ac.jp", ICANN, nil},
	{"kyoto.jp", "", "kyoto.jp", ICANN, ErrPublicSuffix},
	{"ide.kyoto.jp", "", "ide.kyoto.jp", ICANN, ErrPublicSuffix},
	{"a.b.ide.kyoto.jp", "b.ide.kyoto.jp", "ide.kyoto.jp", ICANN, nil},
	{"c.kobe.jp", "", "c.kobe.jp", ICANN, ErrPublicSuffix},
	{"a.b.c.kobe.jp", "b.c.kobe.jp", "c.kobe.jp", ICANN, nil},
	{"www.city.kobe.jp", "city.kobe.jp", "kobe.jp", ICANN, nil},
	// US K12.
	{"test.k12.ak.us", "test.k12.ak.us", "k12.ak.us", ICANN, nil},
	{"k12.ak.us", "", "k12.ak.us", ICANN, ErrPublicSuffix},
	// IDN labels, as A-labels: the list has them so too.
	{"xn--85x722f.com.cn", "xn--85x722f.com.cn", "com.cn", ICANN, nil},
	{"www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", "xn--55qx5d.cn", ICANN, nil},
	{"shishi.xn--55qx5d.cn", "shishi.xn--55qx5d.cn", "xn--55qx5d.cn", ICANN, nil},
	{"xn--55qx5d.cn", "", "xn--55qx5d.cn", ICANN, ErrPublicSuffix},
	{"www.xn--85x722f.XN--fiqs8s", "xn--85x722f.XN--fiqs8s", "XN--fiqs8s", ICANN, nil},
	{"xn--fiqs8s", "", "xn--fiqs8s", ICANN, ErrPublicSuffix},
	// Private domains, and the ICANN suffix that they are below of.
	{"github.io", "", "github.io", Private, ErrPublicSuffix},
	{"octocat.github.io", "octocat.github.io", "github.io", Private, nil},
	{"a.Octocat.GitHub.io.", "Octocat.GitHub.io", "GitHub.io", Private, nil},
	{"github.com", "github.com", "com", ICANN, nil},
	{"www.example.blogspot.com", "example.blogspot.com", "blogspot.com", Private, nil},
	// Underscores, which resolvers look up and browsers accept.
	{"my_site.example.com", "example.com", "com", ICANN, nil},
	{"_dmarc.example.co.uk.", "example.co.uk", "co.uk", ICANN, nil},
	{"my_blog.blogspot.com", "my_blog.blogspot.com", "blogspot.com", Private, nil},
	{"a.B_C.example", "B_C.example", "example", Unlisted, nil},
	{"_", "", "_", Unlisted, ErrSingleLabel},
	{"a_.-b.com", "", "", 0, &host.Error{Offset: 3, Reason: host.ReasonHyphen}},
	// Hosts that are not names have the errors of host.CheckName.
	{"", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonEmptyLabel}},
	{".com", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonEmptyLabel}},
	{"192.0.2.16", "", "", 0, &host.Error{Offset: 10, Reason: host.ReasonDottedDecimal}},
	{"[2001:db8::7]", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonIllegalByte}},
	{"食狮.com.cn", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonIllegalByte}},
}

func TestRegistrable(t *testing.T) {
	for _, test := range registrableTests {
		suffix, kind, err := Of(test.host)
		if wantErr := test.suffix == ""; suffix != test.suffix || kind != test.kind || (err != nil) != wantErr {
			t.Errorf("Of(%q) = %q, %v, %v, want %q, %v", test.host, suffix, kind, err, test.suffix, test.kind)
		}
		domain, err := Registrable(test.host)
		if domain != test.domain || !sameError(err, test.err) {
			t.Errorf("Registrable(%q) = %q, %v, want %q, %v", test.host, domain, err, test.domain, test.err)
		}
		checkRegistrable(t, test.host)
	}
}

// sameError reports whether a and b are one error, or pointers to equal ones.
func sameError(a, b error) bool {
	var x, y *host.Error
	if errors.As(a, &x) && errors.As(b, &y) {
		return *x == *y
	}
	return a == b
}

var dottedDecimalForm = regexp.MustCompile(`^\d+\.\d+\.\d+\.\d+\.?$`)

// checkRegistrable compares with the answer of package publicsuffix for the name in its canonical form.
func checkRegistrable(t *testing.T, name string) {
	t.Helper()
	domain, err := Registrable(name)
	if e := host.CheckName(lettered(name)); e != nil {
		if domain != "" || !sameError(err, e) {
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
		t.Errorf("Registrable(%q) = %q: not a slice of the host", name, domain)
	}
	bytes := []byte(name)
	got, bytesErr := RegistrableBytes(bytes)
	if string(got) != domain || cap(got) != len(got) || (got == nil) != (err != nil) || !sameError(bytesErr, err) ||
		string(bytes) != name {
		t.Errorf("RegistrableBytes(%q) = %q, %v, want %q, %v", name, got, bytesErr, domain, err)
	}
	if domain != "" {
		got[0] = '*'
		if i := strings.LastIndex(name, domain); string(bytes) != name[:i]+"*"+name[i+1:] {
			t.Errorf("RegistrableBytes(%q): not a slice of the name", name)
		}
	}
	if domain != "" && !host.IsName(lettered(domain)) && !dottedDecimalForm.MatchString(domain) {
		t.Errorf("Registrable(%q) = %q: not a name", name, domain)
	}
}

// lettered returns name with letters in place of underscores.
func lettered(name string) string { return strings.ReplaceAll(name, "_", "a") }

func TestKindString(t *testing.T) {
	for k, want := range []string{"unlisted", "icann", "private", "unlisted"} {
		if got := Kind(k).String(); got != want {
			t.Errorf("Kind(%d) is %q, want %q", k, got, want)
		}
	}
}

var (
	sinkBytes  []byte
	sinkString string
	sinkError  error
	sinkKind   Kind
)

func TestCost(t *testing.T) {
	bytes := []byte("www.example.co.uk")
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		// One allocation is the error of netip.ParseAddr: package publicsuffix asks it whether its argument is an address.
		{"Of", 1, func() { sinkString, sinkKind, sinkError = Of("www.example.co.uk") }},
		{"Registrable", 1, func() { sinkString, sinkError = Registrable("www.example.co.uk") }},
		{"Registrable/underscore", 2, func() { sinkString, sinkError = Registrable("my_site.example.co.uk") }},
		{"RegistrableBytes", 1, func() { sinkBytes, sinkError = RegistrableBytes(bytes) }},
		{"Registrable/upper", 2, func() { sinkString, sinkError = Registrable("www.example.co.UK") }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}

// FuzzRegistrable compares with package publicsuffix.
func FuzzRegistrable(f *testing.F) {
	for _, test := range registrableTests {
		f.Add(test.host)
	}
	f.Fuzz(checkRegistrable)
}
