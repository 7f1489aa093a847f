package guard

import (
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// These tests compare Audit with package whatwg, which follows the URL Standard. Audit must report
// HazardDiffersInWHATWG if and only if that package reads a reference differently than RFC 3986. The documentation of
// Audit defines the readings.

// baseText is the base of relative references. No reference in these tests has enough ".." to get to its root.
var baseText = "http://base.example/" + strings.Repeat("dir/", baseDepth) + "file?query"

const baseDepth = 64

var (
	rfcBase    = uri.MustParse(baseText)
	whatwgBase = whatwg.MustParse(baseText)
)

// readBoth reads s as RFC 3986 and as package whatwg do. For a relative reference, these are readings of its target.
func readBoth(t *testing.T, s string) (u uri.URI, rfc, other reading) {
	t.Helper()
	u = uri.MustParse(s)
	target := u
	if !u.IsAbs() {
		var err error
		if target, err = rfcBase.Resolve(u); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
	}
	rfc = readByRFC(target)
	if _, err := target.HostAddr(); err != nil && rfc.host != nil {
		rfc.host = nameOf(*rfc.host)
	}
	rfc.segments = nil // package whatwg does not decode a path
	return u, rfc, readByWHATWG(whatwgBase.Parse(s))
}

// nameOf marks the decoded text of a host as a name, so that it differs from an address with the same text.
func nameOf(text string) *string { return defined("name "+text, true) }

// readByWHATWG reads u, the result of a parser of the URL Standard. The host of a URL that is not special is a string.
// The rules of the RFC apply to it.
func readByWHATWG(u whatwg.URL, err error) (r reading) {
	if err != nil {
		return reading{refused: true}
	}
	r.scheme = u.Scheme()
	if u.Username() != "" || u.Password() != "" {
		r.user = defined(decodedText(u.Username()), true)
		r.password = defined(decodedText(u.Password()), u.Password() != "")
	}
	name := canonicalHost(decodedText(u.Hostname()))
	switch u.HostKind() {
	case whatwg.HostNull:
	case whatwg.HostIPv4, whatwg.HostIPv6:
		r.host = &name
	case whatwg.HostOpaque:
		r.host = nameOf(name)
		if _, err := uri.MustParse("//" + u.Hostname()).HostAddr(); err == nil {
			r.host = &name
		}
	default:
		r.host = nameOf(name)
	}
	r.setPort(u.Port(), u.Port() != "")
	r.path = u.Pathname()
	if r.path == "" && r.host != nil {
		r.path = "/"
	}
	ranges := u.Ranges()
	component := func(lo, hi int, ok bool) *string { return defined(u.Href()[lo:hi], ok) }
	r.query, r.fragment = component(ranges.Query()), component(ranges.Fragment())
	return r
}

// whatwgClasses has references of each class that the URL Standard reads differently, and similar ones that it reads
// the same. The comments name sections of the URL Standard.
var whatwgClasses = []struct {
	in   string
	want bool
}{
	{"", false}, {"a/b", false}, {"//h/a%2Fb", false},

	// Section 4.4, special authority slashes state, file state, file host state.
	{"http:a", true}, {"http:/a", true}, {"http:///a", true}, {"http://", true}, {"///a", true}, {"//", true},
	{"file:a", true}, {"file:/a", true}, {"file:///a", false}, {"file:////a", false}, {"file:", true},
	{"file://", false}, {"file://h/a", false}, {"file://localhost/", true}, {"FILE://LOCALHOST/", true},
	{"file://localhost./", false}, {"file://a.localhost/", false}, {"file://%6cocalhos%54/", true},
	{"http://localhost/", false}, {"file://%6cocalhost%2e/", false}, {"file://h:1/", true}, {"file://c:/", true},
	{"file://u@h/", true}, {"file:///C:/a", false}, {"file://h/C:/a", false}, {"file://C%7C/a", true},
	{"x:/a", false}, {"x:///a", false}, {"x:a", false}, {"x:", false}, {"x://", false},

	// Authority state, host state, port state.
	{"x://:80/", true}, {"x://u@/", true}, {"x://@h", true}, {"http://@h/", true}, {"http://:@h/", true},
	{"http://u:@h/", true}, {"http://:p@h/", false}, {"http://u@h/", false}, {"http://u;=:p:q@h/", false},
	{"http://h:/", true}, {"http://h:80/", false}, {"http://h:0080/", false}, {"https://h:80/", false},
	{"http://h:65535/", false}, {"http://h:65536/", true}, {"x://h:65536/", true}, {"x://h:00065535/", false},

	// Section 3.5: IPv6 addresses, opaque hosts, domains.
	{"http://[v1.a]/", true}, {"x://[v1.a]/", true}, {"http://[::1.2.3.4]/", false}, {"http://[0:0::0:0001]/", false},
	{"x://[0:0::0001]/", false}, {"x://a%C3%A9/", false}, {"x://%00/", false}, {"x://0x7f.1/", false},
	{"x://127.0.0.1/", false}, {"http://A/", false}, {"http://a_b/", false}, {"http://a..b./", false},
	{"http://../", false}, {"http://%41b/", false}, {"http://%41%2e%2E/", false}, {"http://a%7E%21/", false},
	{"http://a%C3%A9/", true}, {"http://a%C2%ADb/", true}, {"http://%ff/", true}, {"http://a%2Fb/", true},
	{"http://a%25/", true}, {"http://%00/", true}, {"http://%7f/", true}, {"http://a%20b/", true}, {"//%5Bv1.a%5D", true},

	// Section 3.3, domain parser: a domain in ASCII is only put in lower case.
	{"http://xn--a/", false}, {"http://XN--A.b/", false}, {"http://xn--9ca/", false}, {"http://xn--/", false},
	{"http://%58n--a/", false}, {"http://xn--a.%C3%9F/", true}, {"http://a--b.-c-/", false},

	// Section 3.5, ends in a number checker, IPv4 parser.
	{"http://0x7f.1/", true}, {"http://127.0.0.1/", false}, {"http://127.0.0.1./", true}, {"http://a.1/", true},
	{"http://a.1./", true}, {"http://1.a/", false}, {"http://1a/", false}, {"http://a.1b/", false}, {"http://a.+1", false},
	{"http://-1/", false}, {"http://18446744073709551616x/", false}, {"http://1../", false}, {"http://a.0x/", true},
	{"http://0xg/", false}, {"http://a.09/", true}, {"http://%31.2.3.4/", true}, {"http://1.2.3.%34%2e/", true},
	{"http://%61.%31/", true}, {"http://%61.1%62/", false}, {"http://127.0.0.1%20x/", true},

	// Path state: dot segments.
	{"/a/../b", false}, {"x:/a/../b", true}, {"x:a/../b", false}, {"http://h/a/.", true}, {"http://h/a/%2E/", true},
	{"/%2e%2e/b", true}, {"../a/./b", false}, {"%2e", true}, {"a/.%2E", true}, {"x:%2e", false}, {"x:/%2e", true},
	{"/..%2Fa", false}, {"/a%2f..", false}, {"/a%5C%2e%2e", false}, {"/a%5c../b", false}, {"/%2e%2f", false},
	{"/%2E./%2f", true}, {"x:/..%2F", false}, {"/%2e%2e%2e", false}, {"x:/.//a", true}, {"x:/%2e//a", true},
	{"//a//.@/.", false}, {"/a/%2e%2e/../../b", false}, {"/%2e%2e/..", false}, {"/a/%2e/..", true},
	{"/%2e/..", false}, {"/./%2e%2e/..", false}, {"/../%2e%2e/..", false}, {"/%2e/../%2e", true}, {"//h/a/%2e%2e/./../..", false},
	{"%2e/..", true}, {"/%2e//..", true},

	// Query state, fragment state, percent-encode sets.
	{"?a'b", true}, {"http://h?'", true}, {"x:?a'b", false}, {"x://h?'", false}, {"file:///?'", true}, {"?a#", false},
	{"#'", false}, {"?", false}, {"http://h/'", false}, {"http://h?%27", false}, {"http://h?../%2e%2e", false},
}

func TestWHATWGClasses(t *testing.T) {
	for _, tt := range whatwgClasses {
		u, rfc, other := readBoth(t, tt.in)
		if differs := !rfc.equal(other); differs != tt.want {
			t.Errorf("%q: differs %v, want %v\nRFC    %v\nWHATWG %v", tt.in, differs, tt.want, rfc, other)
		}
		if flagged := Audit(u)&HazardDiffersInWHATWG != 0; flagged != tt.want {
			t.Errorf("%q: flagged %v, want %v", tt.in, flagged, tt.want)
		}
	}
}

// TestAgreeWHATWG checks for random references, a third of them mutated, that the hazard is set if and only if the
// readings differ. With URI_LONG=1 there are a million.
func TestAgreeWHATWG(t *testing.T) {
	random := kit.Random(t)
	checkWHATWG(t, func(yield func(string) bool) {
		for range kit.Rounds(4_000, 10_000, 1_000_000) {
			if !yield(hostile.RandomReference(random)) {
				return
			}
		}
	})
}

// FuzzWHATWG checks that the hazard is set if and only if the readings differ.
func FuzzWHATWG(f *testing.F) {
	for _, tt := range whatwgClasses {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := uri.Parse(s); err == nil && strings.Count(s, "/") < baseDepth {
			checkWHATWG(t, func(yield func(string) bool) { yield(s) })
		}
	})
}

// checkWHATWG checks that the hazard is set if and only if the readings of a reference differ.
func checkWHATWG(t *testing.T, references func(yield func(string) bool)) {
	t.Helper()
	n, different := 0, 0
	for s := range references {
		u, rfc, other := readBoth(t, s)
		n++
		differs := !rfc.equal(other)
		if differs {
			different++
		}
		if flagged := Audit(u)&HazardDiffersInWHATWG != 0; flagged != differs {
			t.Errorf("%q: flagged %v\nRFC    %v\nWHATWG %v", s, flagged, rfc, other)
			return
		}
	}
	t.Logf("%d inputs, %d read differently", n, different)
}

// TestTargetAndHref: a browser that reads a reference as RFC 3986 does can spell its target differently.
func TestTargetAndHref(t *testing.T) {
	base, ref := uri.MustParse("http://h.example/"), uri.MustParse("//EXAMPLE.com:80")
	target, err := base.Resolve(ref)
	if err != nil || target.String() != "http://EXAMPLE.com:80" || Audit(ref)&HazardDiffersInWHATWG != 0 {
		t.Errorf("%v, %v, %v", target, err, Audit(ref))
	}
	u, err := whatwg.MustParse("http://h.example/").Parse(ref.String())
	if err != nil || u.Href() != "http://example.com/" {
		t.Errorf("%v, %v", u, err)
	}
}
