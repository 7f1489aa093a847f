package httpuri

import (
	"net/netip"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/segments"
)

// A Mapping is what a [Rule] of [Mappings] or of a [Front] stands for: the URIs below a public URI, and those below the URI
// of a backend. It maps URLs in responses of the backend to public ones, as a reverse proxy does:
//
//	d := front.Decide("https", "GET", "/api/x", "example.com")
//	d.Mapping().Header(d.Backend(), response.Header) // Location: /v2/y becomes https://example.com/api/y
//
// Only the prefix changes. Links in pages do not change. A Mapping is immutable, and safe for concurrent use. The zero
// Mapping and a nil one have no URIs, and change nothing.
type Mapping struct {
	public, backend side
	rule            Rule
}

// A side is one end of a Mapping.
type side struct {
	origin Origin // without a dot at the end of the host
	scheme string // "" for http and https
	host   string // of the origin; "" for all hosts
	under  bool   // all names under the host
	port   uint16 // 0 for the default port of the scheme
	head   string // how URIs begin: "https://example.com:81", "//example.com" or, if they have different hosts, ""
	prefix string // the path, normalized. It begins with "/". If it ends with "/", it is a prefix
	cookie string // the host for cookies: "" if there is none, or if it is an IP address
	uri    uri.URI
}

func newSide(u uri.URI) (s side, ok bool) {
	path := u.Path()
	_, hasQuery := u.Query()
	_, hasFragment := u.Fragment()
	if Check(u) != nil || hasQuery || hasFragment || strings.Contains(path, "//") || segments.MayHaveDotSegment(path) {
		return s, false
	}
	u = u.Normalized()
	s.uri = u
	o, err := OriginOf(u)
	if o.host = withoutDot(o.host); err != nil || o.host == "" {
		return s, false
	}
	s.origin, s.scheme, s.host, s.prefix = o, o.scheme, o.host, u.Path()
	if !o.hasDefaultPort() {
		s.port = o.port
	}
	s.head = strings.TrimSuffix(u.String(), s.prefix)
	if _, err := netip.ParseAddr(s.host); err != nil && s.host[0] != '[' {
		s.cookie = s.host
	}
	return s, true
}

// withoutDot returns a host without one dot at its end.
func withoutDot(name string) string { return strings.TrimSuffix(name, ".") }

func (s *side) isPrefix() bool { return strings.HasSuffix(s.prefix, "/") }

// hasOrigin reports whether the URIs of s, the side of a backend, have the origin.
func (s *side) hasOrigin(o Origin) bool {
	o.host = withoutDot(o.host)
	return o == s.origin
}

// cut returns the text of u after the prefix of s: the rest of the path, the query and the fragment. ok is false if the
// path does not have the prefix, or if some reader may find another one.
func (s *side) cut(u uri.URI) (rest string, ok bool) {
	path, r := u.Path(), u.Ranges()
	begin, end := r.Path()
	if path == "" {
		path = "/"
	}
	n, m := segments.CommonPrefix(path, s.prefix)
	isBelow := m == len(s.prefix) && (n == len(path) || s.isPrefix())
	if !isBelow || strings.HasPrefix(path, "//") || segments.MayHaveDotSegment(path) {
		return "", false
	}
	return u.String()[min(begin+n, end):], true
}

// join returns the URI of s with the rest after the prefix. ok is false if its path begins with "//".
func (s *side) join(rest string) (u uri.URI, ok bool) {
	if s.prefix == "/" && strings.HasPrefix(rest, "/") {
		return uri.URI{}, false
	}
	u, err := uri.Parse(s.head + s.prefix + rest)
	return u, err == nil
}

// Rule returns the rule of the mapping, for logs and metrics: Rule.Public has no text of a client.
func (m *Mapping) Rule() Rule {
	if m == nil {
		return Rule{}
	}
	return m.rule
}

// Backend returns the normalized URI of the backend.
func (m *Mapping) Backend() uri.URI {
	if m == nil {
		return uri.URI{}
	}
	return m.backend.uri
}

// ForwardedPrefix returns the value of an X-Forwarded-Prefix field, if the rule has SendPrefix. The value is the part
// of the public path before the path that the backend gets. It is "/api" if "/api/" is mapped to "/". It is "" if the
// paths are the same, or have no common end.
func (m *Mapping) ForwardedPrefix() string {
	if m == nil || !m.rule.SendPrefix {
		return ""
	}
	prefix, ok := strings.CutSuffix(m.public.prefix, m.backend.prefix)
	if !ok {
		return ""
	}
	return prefix
}
