package httpuri

import (
	"net/netip"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/segments"
)

// A Mapping maps the URIs below a public URI to those below the URI of a backend, and back, as a reverse proxy does: in
// requests on the way to the backend, and in the header fields of responses on the way back.
//
//	m, err := httpuri.NewMapping(uri.MustParse("https://example.com/api/"), uri.MustParse("http://127.0.0.1:9000/v2/"))
//	b, err := m.Target(u)        // https://example.com/api/%2Fx becomes http://127.0.0.1:9000/v2/%2Fx
//	m.Header(b, response.Header) // Location: /v2/y becomes https://example.com/api/y
//
// Only the prefix changes. All bytes after it stay, so the backend gets what the proxy has checked. A path that a server
// could read as one with another prefix is refused: see [Mapping.Target]. Links in pages do not change.
//
// [NewMapping] makes a Mapping for one prefix of one host, and [NewMappings] those of a front with many. A Mapping is
// immutable, and safe for concurrent use. The zero Mapping and a nil one have no URIs: Target refuses all, and the other
// methods change nothing.
type Mapping struct {
	public, backend side
	rule            Rule
}

// A side is one end of a Mapping.
type side struct {
	scheme string // "" for http and https
	host   string // normalized, without a dot at the end; "" for all hosts
	under  bool   // all names under the host
	port   uint16 // 0 for the default port of the scheme
	head   string // how URIs begin: "https://example.com:81", "//example.com" or, if they have different hosts, ""
	prefix string // the path, normalized. It begins with "/". If it ends with "/", it is a prefix
	cookie string // the host for cookies: "" if there is none, or if it is an IP address
	uri    uri.URI
}

// NewMapping returns the Mapping between the URIs below public and those below backend. Both are http or https URIs, as
// [Check] has them, without query and fragment. Their paths end with "/" and have no "//" and nothing that a server can
// read as a dot segment. The URIs are normalized.
//
// The error is an [*Error] with ReasonPublic or ReasonBackend.
func NewMapping(public, backend uri.URI) (*Mapping, error) {
	m := &Mapping{rule: Rule{Public: public.String(), Backend: backend.String()}}
	var ok bool
	if m.public, ok = newSide(public); !ok || !m.public.isPrefix() {
		return nil, Error{Part: PartURI, Reason: ReasonPublic}.allocated()
	}
	if m.backend, ok = newSide(backend); !ok || !m.backend.isPrefix() {
		return nil, Error{Part: PartURI, Reason: ReasonBackend}.allocated()
	}
	return m, nil
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
	if err != nil {
		return s, false
	}
	s.scheme, s.host, s.prefix = o.scheme, withoutDot(o.host), u.Path()
	if port, _ := uri.DefaultPort(o.scheme); port != o.port {
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

// hasOrigin reports whether s has URIs of the origin.
func (s *side) hasOrigin(o Origin) bool {
	if s.prefix == "" || s.scheme != o.scheme && (s.scheme != "" || !schemes.LowerKindOf(o.scheme).IsHTTP()) {
		return false
	}
	if s.host == "" {
		return true
	}
	port := s.port
	if port == 0 {
		port, _ = uri.DefaultPort(o.scheme)
	}
	name := withoutDot(o.host)
	if s.under {
		n := len(name) - len(s.host)
		return o.port == port && n > 1 && name[n-1] == '.' && name[n:] == s.host
	}
	return o.port == port && name == s.host
}

// cut returns the text of u after the prefix of s: the rest of the path, the query and the fragment.
func (s *side) cut(u uri.URI) (rest string, e Error) {
	path, r := u.Path(), u.Ranges()
	begin, end := r.Path()
	if path == "" {
		path = "/"
	}
	n, m := segments.CommonPrefix(path, s.prefix)
	isBelow := m == len(s.prefix) && (n == len(path) || s.isPrefix())
	e = Error{Offset: min(begin+n, end), Part: PartURI, Component: uri.ComponentPath}
	switch {
	case !isBelow && !s.mayReach(path):
		e.Reason = ReasonOutside
	case !isBelow, strings.HasPrefix(path, "//"), segments.MayHaveDotSegment(path):
		e.Reason = ReasonReading
	default:
		return u.String()[e.Offset:], Error{}
	}
	return "", e
}

// mayReach reports whether a lenient server can read path as one with the prefix, also if it ignores the case of letters.
func (s *side) mayReach(path string) bool {
	read := segments.AppendLenient(nil, path, false)
	prefix := segments.AppendLenient(nil, s.prefix, false)
	octet.ToLower(prefix)
	if !s.isPrefix() {
		return octet.EqualFold(read, string(prefix))
	}
	return octet.HasPrefixFold(append(read, '/'), string(prefix)) // "/api" may be redirected to "/api/"
}

// join returns the URI of s with the rest after the prefix. ok is false if its path begins with "//".
func (s *side) join(rest string) (u uri.URI, ok bool) {
	if s.prefix == "/" && strings.HasPrefix(rest, "/") {
		return uri.URI{}, false
	}
	u, err := uri.Parse(s.head + s.prefix + rest)
	return u, err == nil
}

// Target returns the URI of the backend for u, the target URI of a request. The origin of u must be one of the public URI,
// and its path must have the public prefix, where a percent-encoded unreserved character is equal to the character (RFC
// 3986, section 6.2.2.2). The rest of the path, the query and the fragment do not change: "/api/%2Fx" becomes "/v2/%2Fx".
// An empty path counts as "/". One dot at the end of the host is ignored.
//
// Otherwise the error is an [*Error] with ReasonOrigin, ReasonOutside or ReasonReading. With ReasonReading, another reader
// could find another prefix: "/api%2Fx" and "/x/../api/y" reach the prefix "/api/" only after decoding or without dot
// segments, and "/api/../x", "/api/%2e%2e/x", "/api/..%2Fx" and "/api/..;/x" leave it. The same holds if the path or that
// of the result begins with "//", because servers read a host there. Other hazards are allowed, and text that is encoded
// twice is not read: see package guard.
//
// The result has the host of the backend, also if the rule has KeepHost. Target takes time linear in the length of u.
func (m *Mapping) Target(u uri.URI) (uri.URI, error) {
	if m == nil {
		m = new(Mapping)
	}
	if o, err := OriginOf(u); err != nil || !m.public.hasOrigin(o) {
		return uri.URI{}, Error{Part: PartURI, Reason: ReasonOrigin}.allocated()
	}
	rest, e := m.public.cut(u)
	if e != (Error{}) {
		return uri.URI{}, e.allocated()
	}
	to, ok := m.backend.join(rest)
	if !ok {
		e = Error{Offset: len(u.String()) - len(rest), Part: PartURI, Component: uri.ComponentPath, Reason: ReasonReading}
		return uri.URI{}, e.allocated()
	}
	return to, nil
}

// Rule returns the rule of the mapping, for logs and metrics: Rule.Public has no text of a client. For a Mapping of
// [NewMapping], it has the two URIs.
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
