// Package rewrite replaces the origin and the path prefix of URIs, as a reverse proxy does: in requests on the way to
// the backend, and in the header fields of responses on the way back.
//
//	m, err := rewrite.New(uri.MustParse("https://example.com/api/"), uri.MustParse("http://127.0.0.1:9000/v2/"))
//	b, err := m.Target(u)                    // https://example.com/api/%2Fx becomes http://127.0.0.1:9000/v2/%2Fx
//	m.Header(b, response.Header)             // Location: /v2/y becomes https://example.com/api/y
//
// Only the prefix changes. All bytes after it stay, so the backend gets what the proxy has checked. A path that a server
// could read as one with another prefix is refused: see [Mapping.Target].
//
// The package does not check whether a request is valid or dangerous: see packages httpuri and guard. It does not change
// the links of pages.
package rewrite

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/segments"
)

// A Mapping maps the URIs below a public URI to those below the URI of a backend, and back. It is immutable, and safe for
// concurrent use. The zero Mapping and a nil one have no URIs: Target refuses all, and the other methods change nothing.
type Mapping struct {
	public, backend side
}

// A side is one end of a Mapping.
type side struct {
	origin httpuri.Origin
	head   string // scheme and authority, normalized
	prefix string // the path, which begins and ends with "/"
	host   string // the host, unless it is an IP address
}

// New returns the Mapping between the URIs below public and those below backend. Both are http or https URIs, as
// [httpuri.Check] has them, without query and fragment. Their paths end with "/" and have no "//" and nothing that a
// server can read as a dot segment. The URIs are normalized.
//
// The error is an [*Error] with [ReasonPublic] or [ReasonBackend].
func New(public, backend uri.URI) (*Mapping, error) {
	p, ok := newSide(public)
	if !ok {
		return nil, &Error{Reason: ReasonPublic}
	}
	b, ok := newSide(backend)
	if !ok {
		return nil, &Error{Reason: ReasonBackend}
	}
	return &Mapping{p, b}, nil
}

func newSide(u uri.URI) (s side, ok bool) {
	path := u.Path()
	_, hasQuery := u.Query()
	_, hasFragment := u.Fragment()
	if httpuri.Check(u) != nil || hasQuery || hasFragment || path != "" && !strings.HasSuffix(path, "/") ||
		strings.Contains(path, "//") || segments.MayHaveDotSegment(path) {
		return s, false
	}
	u = u.Normalized()
	s.prefix = u.Path()
	s.head = strings.TrimSuffix(u.String(), s.prefix)
	if u.HostKind() == uri.HostRegName {
		s.host, _ = u.Host()
	}
	var err error
	s.origin, err = httpuri.OriginOf(u)
	return s, err == nil
}

// under returns the text of u after the prefix of s: the rest of the path, the query and the fragment.
func (s *side) under(u uri.URI) (rest string, e Error) {
	if origin, err := httpuri.OriginOf(u); err != nil || origin != s.origin || s.prefix == "" {
		return "", Error{Reason: ReasonOrigin}
	}
	path, r := u.Path(), u.Ranges()
	begin, end := r.Path()
	if path == "" {
		path = "/"
	}
	n := commonLen(path, s.prefix)
	offset := min(begin+n, end)
	switch {
	case n < len(s.prefix) && !reaches(path, s.prefix):
		return "", Error{offset, ReasonOutside}
	case n < len(s.prefix), strings.HasPrefix(path, "//"), segments.MayHaveDotSegment(path):
		return "", Error{offset, ReasonReading}
	}
	return u.String()[offset:], Error{}
}

// commonLen returns the number of bytes that a and b have in common at their beginning.
func commonLen(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// reaches reports whether a lenient server can read path as one with the prefix: all percent-encodings decoded, "\" as
// "/", without parameters of segments, empty segments, dot segments and the case of letters.
func reaches(path, prefix string) bool {
	return strings.HasPrefix(lenient(path)+"/", lenient(prefix)+"/")
}

// lenient returns the segments that such a server reads, joined by "/".
func lenient(path string) string {
	plain := octet.AppendLenient(nil, path)
	octet.ToLower(plain)
	var list []string
	for segment := range strings.SplitSeq(strings.ReplaceAll(string(plain), `\`, "/"), "/") {
		switch segment, _, _ = strings.Cut(segment, ";"); segment {
		case "", ".":
		case "..":
			list = list[:max(len(list)-1, 0)]
		default:
			list = append(list, segment)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "/" + strings.Join(list, "/")
}

// join returns the URI of s with the rest after the prefix. ok is false if its path begins with "//".
func (s *side) join(rest string) (u uri.URI, ok bool) {
	if s.prefix == "/" && strings.HasPrefix(rest, "/") {
		return uri.URI{}, false
	}
	u, err := uri.Parse(s.head + s.prefix + rest)
	return u, err == nil
}

// Target returns the URI of the backend for u, the target URI of a request. The origin of u must be the origin of the
// public URI, and its path must begin with the public prefix, byte for byte. The rest of the path, the query and the
// fragment do not change: "/api/%2Fx" becomes "/v2/%2Fx". An empty path counts as "/".
//
// Otherwise the error is an [*Error]. With [ReasonReading], another reader could find another prefix: "/%61pi/x" and
// "/x/../api/y" reach the prefix "/api/" only after decoding or without dot segments, and "/api/../x", "/api/%2e%2e/x",
// "/api/..%2Fx" and "/api/..;/x" leave it. The same holds if this path or the path of the result begins with "//",
// because servers read a host there. Text that is encoded twice is not read: see package guard.
//
// It takes time linear in the length of u.
func (m *Mapping) Target(u uri.URI) (uri.URI, error) {
	if m == nil {
		m = new(Mapping)
	}
	rest, e := m.public.under(u)
	if e != (Error{}) {
		return uri.URI{}, &e
	}
	to, ok := m.backend.join(rest)
	if !ok {
		return uri.URI{}, &Error{len(u.String()) - len(rest), ReasonReading}
	}
	return to, nil
}
