package guard

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// A reading has the parts of a reference that Audit compares, as one parser reads them. A pointer is nil if the
// component is undefined.
type reading struct {
	refused         bool
	scheme          string
	user, password  *string // decoded
	host            *string // decoded, in lower case; an address as netip writes it
	port            string  // "" if it is undefined or the default
	portEmpty       bool
	path            string   // with its percent-encodings
	segments        []string // decoded, unless the path is opaque
	query, fragment *string
}

// defined returns a pointer to s if it is defined.
func defined(s string, ok bool) *string {
	if !ok {
		return nil
	}
	return &s
}

func (r reading) String() string {
	if r.refused {
		return "refused"
	}
	var b strings.Builder
	part := func(name string, s *string) {
		if s != nil {
			b.WriteString(name + strconv.Quote(*s) + " ")
		}
	}
	part("scheme ", &r.scheme)
	part("user ", r.user)
	part("password ", r.password)
	part("host ", r.host)
	part("port ", &r.port)
	part("path ", &r.path)
	for i := range r.segments {
		part("/ ", &r.segments[i])
	}
	part("query ", r.query)
	part("fragment ", r.fragment)
	return b.String() + strconv.FormatBool(r.portEmpty)
}

// equal reports whether r and o have the same String.
func (r reading) equal(o reading) bool {
	if r.refused || o.refused {
		return r.refused == o.refused
	}
	same := func(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
	return r.scheme == o.scheme && same(r.user, o.user) && same(r.password, o.password) && same(r.host, o.host) &&
		r.port == o.port && r.portEmpty == o.portEmpty && r.path == o.path && slices.Equal(r.segments, o.segments) &&
		same(r.query, o.query) && same(r.fragment, o.fragment)
}

// readByRFC reads u as RFC 3986 does.
func readByRFC(u uri.URI) (r reading) {
	r.scheme = strings.ToLower(u.Scheme())
	userinfo, hasUserinfo := u.Userinfo()
	user, password, hasPassword := strings.Cut(userinfo, ":")
	r.user, r.password = defined(decodedText(user), hasUserinfo), defined(decodedText(password), hasPassword)
	if raw, ok := u.Host(); ok {
		r.host = defined(canonicalHost(decodedText(raw)), true)
	}
	port, hasPort := u.Port()
	r.setPort(port, hasPort)
	r.path = u.Path()
	if r.path == "" && r.host != nil {
		r.path = "/"
	}
	if !u.IsAbs() || strings.HasPrefix(r.path, "/") {
		for segment := range strings.SplitSeq(r.path, "/") {
			r.segments = append(r.segments, decodedText(segment))
		}
	}
	r.query, r.fragment = defined(u.Query()), defined(u.Fragment())
	return r
}

var defaultPorts = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}

func (r *reading) setPort(port string, ok bool) {
	r.portEmpty = ok && port == ""
	if r.port = strings.TrimLeft(port, "0"); r.port == "" && port != "" {
		r.port = "0"
	}
	if r.port == defaultPorts[r.scheme] {
		r.port = ""
	}
}

// canonicalHost returns a decoded host as a reading has it.
func canonicalHost(text string) string {
	if strings.HasPrefix(text, "[") {
		if addr, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
			return addr.String()
		}
	}
	return strings.ToLower(text)
}

func decodedText(s string) string {
	text, err := uri.Decode(s, 0)
	if err != nil {
		return s
	}
	return text
}

// readByNetURL reads s as net/url does. A component is defined if String would write its delimiter.
func readByNetURL(s string) (r reading) {
	u, err := url.Parse(s)
	if err != nil {
		return reading{refused: true}
	}
	r.scheme = u.Scheme
	r.path = u.EscapedPath()
	if u.Opaque != "" {
		r.path = u.Opaque
	}
	hasAuthority := u.Host != "" || u.User != nil || u.Scheme != "" && u.Path != "" && !u.OmitHost
	if u.User != nil {
		password, ok := u.User.Password()
		r.user, r.password = defined(u.User.Username(), true), defined(password, ok)
	}
	if hasAuthority {
		name, port, hasPort := u.Host, "", false
		if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, ']') {
			name, port, hasPort = name[:i], name[i+1:], true
		}
		r.setPort(port, hasPort)
		r.host = defined(canonicalHost(name), true)
		if r.path == "" {
			r.path = "/"
		}
	}
	if u.Opaque == "" && (u.Scheme == "" || strings.HasPrefix(r.path, "/")) {
		r.segments = strings.Split(u.Path, "/")
		if u.Path == "" {
			r.segments = strings.Split(r.path, "/")
		}
	}
	r.query = defined(u.RawQuery, u.RawQuery != "" || u.ForceQuery)
	r.fragment = defined(u.EscapedFragment(), u.Fragment != "")
	return r
}

// netURLClasses has references of each class that net/url reads differently, and similar ones that it reads the same.
var netURLClasses = kit.Cases[struct {
	in, says string // the reading of net/url; "" if net/url agrees with RFC 3986
}]("differs.txt", "netURLClasses")

func TestNetURLClasses(t *testing.T) {
	for _, tt := range netURLClasses {
		checkNetURL(t, tt.in, tt.says != "")
	}
}

// checkNetURL checks whether the readings differ, and whether the hazard is set.
func checkNetURL(t *testing.T, s string, want bool) {
	t.Helper()
	u := uri.MustParse(s)
	rfc, other := readByRFC(u), readByNetURL(s)
	if differs := !rfc.equal(other); differs != want {
		t.Errorf("%q: differs %v, want %v\nRFC     %v\nnet/url %v", s, differs, want, rfc, other)
	}
	if flagged := Audit(u)&HazardDiffersInNetURL != 0; flagged != want {
		t.Errorf("%q: flagged %v, want %v", s, flagged, want)
	}
}

// differsTests lists the findings of HazardDiffers, in order. No range ends with its component, where that is possible,
// so that a range that is too long has other bytes in it.
var differsTests = kit.Cases[struct {
	in   string
	want []Finding
}]("differs.txt", "differsTests")

func TestDiffersFindings(t *testing.T) {
	for _, tt := range differsTests {
		var got []Finding
		for f := range Findings(uri.MustParse(tt.in)) {
			if f.Hazard&HazardDiffers != 0 {
				got = append(got, f)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
	}
}

// TestAgreeNetURL checks for random references that the hazard is set if and only if the readings differ.
func TestAgreeNetURL(t *testing.T) {
	n := kit.Rounds(4_000, 10_000, 1_000_000)
	random := kit.Random(t)
	different, wrong := 0, 0
	for i := 0; i < n && !t.Failed(); i++ {
		s := hostile.RandomReference(random)
		u := uri.MustParse(s)
		flagged := Audit(u)&HazardDiffersInNetURL != 0
		rfc, other := readByRFC(u), readByNetURL(s)
		switch differs := !rfc.equal(other); {
		case differs && !flagged:
			t.Errorf("%q: not flagged\nRFC     %v\nnet/url %v", s, rfc, other)
		case differs:
			different++
		case flagged:
			wrong++
			t.Errorf("%q: flagged\nRFC     %v\nnet/url %v", s, rfc, other)
		}
	}
	t.Logf("%d inputs, %d read differently, %d flagged and not", n, different, wrong)
}
