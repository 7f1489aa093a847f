package suffix

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

type registrableTest struct {
	host   string
	domain string
	suffix string
	kind   Kind
	err    error
}

// errs are the names of errors in testdata.
var errs = map[string]any{"ErrPublicSuffix": ErrPublicSuffix, "ErrSingleLabel": ErrSingleLabel}

// Most come from the list's own tests, https://publicsuffix.org/list/test_psl.txt, with public suffixes as errors.
var registrableTests = append(kit.Cases[registrableTest]("suffix.txt", "registrableTests", errs), []registrableTest{
	{"a_.-b.com", "", "", 0, &host.Error{Offset: 3, Reason: host.ReasonHyphen}},
	{"", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonEmptyLabel}},
	{".com", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonEmptyLabel}},
	{"192.0.2.16", "", "", 0, &host.Error{Offset: 10, Reason: host.ReasonDottedDecimal}},
	{"[2001:db8::7]", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonIllegalByte}},
	{"食狮.com.cn", "", "", 0, &host.Error{Offset: 0, Reason: host.ReasonIllegalByte}},
}...)

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

// checkRegistrable compares all functions with the reference.
func checkRegistrable(t *testing.T, name string) {
	t.Helper()
	suffix, kind, err := Of(name)
	domain, domainErr := Registrable(name)
	if e := host.CheckName(strings.ReplaceAll(name, "_", "a")); e != nil {
		if suffix != "" || kind != 0 || domain != "" || !sameError(err, e) || !sameError(domainErr, e) {
			t.Errorf("%q: %q, %v, %v, %q, %v, want %v", name, suffix, kind, err, domain, domainErr, e)
		}
		return
	}
	wantSuffix, wantKind := reference().of(name)
	if suffix != wantSuffix || kind != wantKind || err != nil {
		t.Errorf("Of(%q) = %q, %v, %v, want %q, %v", name, suffix, kind, err, wantSuffix, wantKind)
	}
	want := ""
	if before, ok := strings.CutSuffix(strings.TrimSuffix(name, "."), "."+suffix); ok {
		want = before[strings.LastIndexByte(before, '.')+1:] + "." + suffix
	}
	if domain != want || (domainErr == nil) != (want != "") {
		t.Errorf("Registrable(%q) = %q, %v, want %q", name, domain, domainErr, want)
	}
	bytes := []byte(name)
	got, bytesErr := RegistrableBytes(bytes)
	if string(got) != domain || cap(got) != len(got) || (got == nil) != (domainErr != nil) ||
		!sameError(bytesErr, domainErr) || string(bytes) != name {
		t.Errorf("RegistrableBytes(%q) = %q, %v, want %q, %v", name, got, bytesErr, domain, domainErr)
	}
	if domain != "" {
		got[0] = '*'
		if i := strings.LastIndex(name, domain); string(bytes) != name[:i]+"*"+name[i+1:] {
			t.Errorf("RegistrableBytes(%q): not a slice of the name", name)
		}
	}
}

func TestSite(t *testing.T) {
	if got := new(List).Site("a.co.uk"); got != "co.uk" {
		t.Errorf("by the zero List: %q", got)
	}
	for _, test := range kit.Cases[[2]string]("suffix.txt", "TestSite") {
		if got := Site(test[0]); got != test[1] {
			t.Errorf("%q: %q, want %q", test[0], got, test[1])
		}
	}
}

func TestKindString(t *testing.T) {
	for k, want := range []string{"unlisted", "icann", "private", "unlisted"} {
		if got := Kind(k).String(); got != want {
			t.Errorf("Kind(%d) is %q, want %q", k, got, want)
		}
	}
}

var (
	sinkString string
	sinkError  error
	sinkKind   Kind
	sinkBytes  []byte
)

func TestCost(t *testing.T) {
	long := strings.Repeat("www.", 50) + "example.co.uk"
	bytes := []byte("www.example.co.uk")
	list := mustParse(t, readFacts(t))
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Of", 0, func() { sinkString, sinkKind, sinkError = Of("www.example.co.uk") }},
		{"Registrable", 0, func() { sinkString, sinkError = Registrable("www.example.co.uk") }},
		{"Registrable/upper", 0, func() { sinkString, sinkError = Registrable("www.example.co.UK") }},
		{"Registrable/short", 0, func() { sinkString, sinkError = Registrable("a.uk.") }},
		{"Registrable/long", 0, func() { sinkString, sinkError = Registrable(long) }},
		{"Registrable/underscore", 1, func() { sinkString, sinkError = Registrable("my_site.example.co.uk") }},
		{"Registrable/invalid", 1, func() { sinkString, sinkError = Registrable("192.0.2.16") }},
		{"Site", 0, func() { sinkString = Site("www.example.co.uk.") }},
		{"Site/upper", 1, func() { sinkString = Site("www.Example.co.uk") }},
		{"Site/address", 0, func() { sinkString = Site("2001:db8::7") }},
		{"List.Site", 0, func() { sinkString = list.Site("www.example.co.uk") }},
		{"RegistrableBytes", 0, func() { sinkBytes, sinkError = RegistrableBytes(bytes) }},
		{"List.Of", 0, func() { sinkString, sinkKind, sinkError = list.Of("www.example.co.uk") }},
		{"List.Registrable", 0, func() { sinkString, sinkError = list.Registrable("www.example.co.uk") }},
	} {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
}

// FuzzRegistrable compares all functions with the reference.
func FuzzRegistrable(f *testing.F) {
	for _, test := range registrableTests {
		f.Add(test.host)
	}
	f.Fuzz(checkRegistrable)
}

// TestNilList: Parse returns a nil *List with an error. If it had no rules, "co.uk" would be registrable.
func TestNilList(t *testing.T) {
	var l *List
	if name, kind, err := l.Of("www.example.co.uk"); name != "" || kind != Unlisted || err == nil {
		t.Errorf("Of: %q, %v, %v", name, kind, err)
	}
	if name, err := l.Registrable("www.example.co.uk"); name != "" || err == nil {
		t.Errorf("Registrable: %q, %v", name, err)
	}
	if name := l.Site("WWW.example.co.uk."); name != "www.example.co.uk" {
		t.Errorf("Site: %q", name)
	}
}
