package bench

import (
	"math/rand/v2"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/hostile"
)

// This file tests a promise of guard.Audit: where a parser of the URL Standard reads a reference differently than RFC
// 3986, Audit reports HazardDiffersInWHATWG. It compares readings as the documentation of Audit defines them. The
// readings come from the results of the parser and from the components of the RFC, and use nothing of package guard.
// The parser takes more texts for numbers than the standard: those with a sign, and those that overflow.

// base is the base of relative references.
const base = "http://base.example/dir/file?query"

// A reading is the result of one parser for a reference. A pointer is nil if the component is undefined.
type reading struct {
	refused         bool
	scheme, path    string
	user, password  *string
	host            *string // decoded, in lower case; an address in netip's form
	port            string  // "" is the default port or no port
	portEmpty       bool
	query, fragment *string
}

func (r reading) String() string {
	if r.refused {
		return "refused"
	}
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return strconv.Quote(*s)
	}
	return strings.Join([]string{r.scheme, text(r.user), text(r.password), text(r.host), r.port, r.path, text(r.query),
		text(r.fragment)}, " ")
}

// defined returns a pointer to s if it is defined.
func defined(s string, ok bool) *string {
	if !ok {
		return nil
	}
	return &s
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

func (r reading) equal(o reading) bool {
	return r.refused == o.refused && r.scheme == o.scheme && r.path == o.path && equal(r.user, o.user) &&
		equal(r.password, o.password) && equal(r.host, o.host) && r.port == o.port && r.portEmpty == o.portEmpty &&
		equal(r.query, o.query) && equal(r.fragment, o.fragment)
}

var defaultPorts = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}

// canonicalHost returns a host in the form that readings have.
func canonicalHost(host string) string {
	if strings.HasPrefix(host, "[") {
		if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
			return addr.String()
		}
	}
	text, err := uri.Decode(host, 0)
	if err != nil {
		return host
	}
	return strings.ToLower(text)
}

func decodedText(s *string) *string {
	if s == nil {
		return nil
	}
	text, err := uri.Decode(*s, 0)
	if err != nil {
		return s
	}
	return &text
}

// readByRFC returns the reading of u, which has a scheme, by RFC 3986.
func readByRFC(u uri.URI) (r reading) {
	r.scheme = u.CanonicalScheme()
	userinfo, hasUserinfo := u.Userinfo()
	user, password, hasPassword := strings.Cut(userinfo, ":")
	r.user, r.password = decodedText(defined(user, hasUserinfo)), decodedText(defined(password, hasPassword))
	if host, ok := u.Host(); ok {
		r.host = defined(canonicalHost(host), true)
	}
	port, hasPort := u.Port()
	r.portEmpty = hasPort && port == ""
	if r.port = strings.TrimLeft(port, "0"); r.port == "" && port != "" {
		r.port = "0"
	}
	if r.port == defaultPorts[r.scheme] {
		r.port = ""
	}
	r.path = u.Path()
	if r.path == "" && r.host != nil {
		r.path = "/"
	}
	r.query, r.fragment = defined(u.Query()), defined(u.Fragment())
	return r
}

// readByWHATWG returns the reading of a reference by the parser. It reads the parser's serialization, because only that
// distinguishes null and empty.
func readByWHATWG(w *whatwg.Url, err error) (r reading) {
	if err != nil {
		return reading{refused: true}
	}
	rest := w.Href(false)
	cut := func(separator string) *string {
		before, after, ok := strings.Cut(rest, separator)
		rest = before
		return defined(after, ok)
	}
	r.fragment, r.query = cut("#"), cut("?")
	r.scheme, rest, _ = strings.Cut(rest, ":")
	if authority, ok := strings.CutPrefix(rest, "//"); ok {
		rest = ""
		if i := strings.IndexByte(authority, '/'); i >= 0 {
			authority, rest = authority[:i], authority[i:]
		}
		if userinfo, host, ok := strings.Cut(authority, "@"); ok {
			user, password, hasPassword := strings.Cut(userinfo, ":")
			r.user, r.password = decodedText(&user), decodedText(defined(password, hasPassword))
			authority = host
		}
		if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
			authority, r.port = authority[:i], authority[i+1:]
		}
		r.host = defined(canonicalHost(authority), true)
		if rest == "" {
			rest = "/"
		}
	}
	r.path = rest
	return r
}

// readings returns both readings of a reference, or of its target if it is relative.
func readings(t *testing.T, s string) (u uri.URI, rfc, other reading) {
	u, err := uri.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	if u.IsAbs() {
		w, err := whatwg.Parse(s)
		return u, readByRFC(u), readByWHATWG(w, err)
	}
	w, werr := whatwg.ParseRef(base, s)
	target, err := uri.MustParse(base).Resolve(u)
	if err != nil {
		t.Fatal(err)
	}
	return u, readByRFC(target), readByWHATWG(w, werr)
}

func differsInWHATWG(t *testing.T, s string) (differs, flagged bool) {
	u, rfc, other := readings(t, s)
	differs = !rfc.equal(other)
	flagged = guard.Audit(u)&guard.HazardDiffersInWHATWG != 0
	if differs && !flagged {
		t.Errorf("%q: not flagged\n RFC    %v\n WHATWG %v", s, rfc, other)
	}
	return differs, flagged
}

// whatwgClasses are the classes of references that a parser of the URL Standard reads differently, and of similar
// references.
var whatwgClasses = []struct {
	in   string
	want bool
}{
	{"http:a", true}, {"http:/a", true}, {"http:///a", true}, {"http://", true}, {"///a", true}, {"file:a", true},
	{"file:/a", true}, {"file:///a", false}, {"file://h/a", false}, {"file://localhost/", true}, {"file://h:1/", true},
	{"file://c:/", true}, {"file://u@h/", true}, {"x:/a", false}, {"x:///a", false}, {"x://:80/", true},
	{"x://u@/", true}, {"http://@h/", true}, {"http://:@h/", true}, {"http://u:@h/", true}, {"http://:p@h/", false},
	{"http://u@h/", false}, {"http://h:/", true}, {"http://h:80/", false}, {"http://h:0080/", false},
	{"http://h:65535/", false}, {"http://h:65536/", true}, {"x://h:65536/", true}, {"http://[v1.a]/", true},
	{"x://[v1.a]/", true}, {"http://[::1.2.3.4]/", false}, {"http://a%C3%A9/", true}, {"x://a%C3%A9/", false},
	{"http://0x7f.1/", true}, {"http://127.0.0.1/", false}, {"http://127.0.0.1./", true}, {"http://a.1/", true},
	{"x://0x7f.1/", false}, {"http://xn--a/", true}, {"http://a_b/", false}, {"http://A/", false}, {"/a/../b", false},
	{"x:/a/../b", true}, {"http://h/a/%2E/", true}, {"x:a/../b", false}, {"/%2e%2e/b", true}, {"../a/./b", false},
	{"?a'b", true}, {"x:?a'b", false}, {"?a#", false}, {"#'", false}, {"", false}, {"a/b", false}, {"//h/a%2Fb", false},
}

func TestWHATWGClasses(t *testing.T) {
	for _, tt := range whatwgClasses {
		if differs, _ := differsInWHATWG(t, tt.in); differs != tt.want {
			_, rfc, other := readings(t, tt.in)
			t.Errorf("%q: differs %v, want %v\n RFC    %v\n WHATWG %v", tt.in, differs, tt.want, rfc, other)
		}
	}
}

// TestAgreeWeb reports how many references of the web corpus Audit flags, and how many of these the parser reads
// differently.
func TestAgreeWeb(t *testing.T) {
	different, flagged := 0, 0
	for _, s := range webCorpus(t).references {
		if _, _, ok := uri.TryParse(s); !ok {
			continue
		}
		d, f := differsInWHATWG(t, s)
		if d {
			different++
		}
		if f {
			flagged++
		}
	}
	t.Logf("%d read differently, %d flagged", different, flagged)
}

func TestAgreeWHATWG(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	random := rand.New(rand.NewPCG(3986, 6))
	different, flagged := 0, 0
	for i := 0; i < n && !t.Failed(); i++ {
		s := hostile.RandomReference(random)
		d, f := differsInWHATWG(t, s)
		if d {
			different++
		}
		if f {
			flagged++
		}
	}
	t.Logf("%d inputs, %d read differently, %d flagged", n, different, flagged)
}
