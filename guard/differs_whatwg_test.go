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
var whatwgClasses = kit.Cases[struct {
	in   string
	want bool
}]("differs_whatwg.txt", "whatwgClasses")

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
