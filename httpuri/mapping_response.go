package httpuri

import (
	"cmp"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/origin"
	"github.com/urispan/uri/internal/schemes"
)

// Header changes the fields Location, Content-Location, Refresh and Set-Cookie of a response of the backend. It maps URLs
// by [Mapping.Reference], also the one in a Refresh field. The Path and the Domain of a cookie become those of the
// public side. The URI from is the URI of the request to the backend; with KeepHost, it has the host of the client.
//
// The names of the fields are in canonical form, as in an http.Header. Header changes the values in place. It changes
// nothing if a backend gets [Mapping.ForwardedPrefix], because such a backend writes public URIs itself.
func (m *Mapping) Header(from uri.URI, h map[string][]string) {
	if m.ForwardedPrefix() != "" {
		return
	}
	for _, name := range []string{"Location", "Content-Location"} {
		for i, value := range h[name] {
			h[name][i] = m.Reference(from, value)
		}
	}
	for i, value := range h["Refresh"] {
		h["Refresh"][i] = m.refresh(from, value)
	}
	for i, value := range h["Set-Cookie"] {
		h["Set-Cookie"][i] = m.setCookie(value)
	}
}

// Reference returns the value of a Location or Content-Location field for the client (RFC 9110, sections 10.2.2 and 8.7).
// It reads value as browsers do, with [RedirectEncodeRaw]: "/v2/?u[]=1" and "/v2/é" are references. It resolves value
// against from, the URI of the request to the backend. If the target is below the backend, the result is the public URI
// for it. That URI has scheme and host, unless the rule of the mapping has neither: then it is a path such as "/api/y".
// "/v2", the prefix without its slash, becomes "/api".
//
// If the rule has KeepHost, the backend sees the host of the client. So a target with the host and port of from is below
// the backend as well, with http or https. Their default ports count as one, and a dot at the end of a host is ignored. A
// target with https keeps its scheme and host, unless the rule itself has https: otherwise a redirect from http to
// https would lead back to http.
//
// All else is left alone: text that is not a reference, URIs of other origins or with a userinfo, and paths that are
// outside the prefix or ambiguous. ".." is resolved, but a path with encoded dots or a backslash is left alone.
func (m *Mapping) Reference(from uri.URI, value string) string {
	if m == nil {
		return value
	}
	target, err := resolveLocation(from, value, true)
	if err != nil || !m.isOfBackend(from, target) {
		return value
	}
	public := m.public
	if public.scheme != "https" && schemes.KindOf(target.Scheme()) == schemes.KindHTTPS && m.isKept(from, target) {
		authority, _ := target.Authority()
		public.head = schemes.HTTPS + authority
	}
	to, ok := m.toPublic(public, target)
	if !ok {
		return value
	}
	return to.String()
}

// isOfBackend reports whether the backend serves the origin of u, for a response to the request for from.
func (m *Mapping) isOfBackend(from, u uri.URI) bool {
	if _, hasUserinfo := u.Userinfo(); hasUserinfo {
		return false
	}
	if o, err := OriginOf(u); err == nil && m.backend.hasOrigin(o) {
		return true
	}
	return m.isKept(from, u)
}

// isKept reports whether u has the host and port of from, which the backend of a rule with KeepHost sees.
func (m *Mapping) isKept(from, u uri.URI) bool {
	a, errFrom := OriginOf(from)
	b, err := OriginOf(u)
	return m.rule.KeepHost && errFrom == nil && err == nil && schemes.LowerKindOf(b.scheme).IsHTTP() &&
		withoutDot(a.host) == withoutDot(b.host) && (a.port == b.port || a.hasDefaultPort() && b.hasDefaultPort())
}

// toPublic returns the public URI for u, a URI of the backend. public is a side with the paths of m.public. ok is false
// if u has no public URI.
func (m *Mapping) toPublic(public side, u uri.URI) (to uri.URI, ok bool) {
	rest, ok := m.backend.cut(u)
	if !ok {
		slashed, err := u.WithPath(u.Path() + "/")
		if err != nil {
			return to, false
		}
		if rest, ok = m.backend.cut(slashed); !ok || !isTail(rest) {
			return to, false
		}
		public.prefix = cmp.Or(strings.TrimSuffix(public.prefix, "/"), "/")
	}
	if !m.public.isPrefix() && !isTail(rest) {
		return to, false
	}
	return public.join(rest)
}

// isTail reports whether a URI has no path after the prefix of a side: rest is empty, a query or a fragment.
func isTail(rest string) bool { return rest == "" || rest[0] == '?' || rest[0] == '#' }

// refresh returns the value of a Refresh field for the client, with its URL mapped by [Mapping.Reference]. It finds the
// URL as browsers do (HTML, section 4.2.5.3, "shared declarative refresh steps"): in "5; url='/v2/x'" it is "/v2/x". A
// value without a URL does not change.
func (m *Mapping) refresh(from uri.URI, value string) string {
	lo, hi, ok := origin.RefreshURL(value)
	if hi == len(value) {
		hi = max(lo, len(strings.TrimRight(value, origin.Space)))
	}
	if !ok || lo == hi {
		return value
	}
	return value[:lo] + m.Reference(from, value[lo:hi]) + value[hi:]
}

// setCookie returns the value of a Set-Cookie field for the client (RFC 6265, section 4.1). A Path below the prefix of the
// backend gets the public prefix. A Domain that is the host of the backend becomes the public host. If that is an IP
// address, or the mapping has several hosts, it is dropped, so that the cookie is for the host of the request alone. All
// else is left alone, also a Path that is shorter than the prefix. A cookie with the name prefix "__Host-" keeps its Path,
// which must be "/".
func (m *Mapping) setCookie(value string) string {
	pair, attributes, ok := strings.Cut(value, ";")
	if m == nil || !ok {
		return value
	}
	keepsPath := strings.HasPrefix(strings.ToLower(strings.TrimLeft(pair, " \t")), "__host-")
	out := []byte(pair)
	for attribute := range strings.SplitSeq(attributes, ";") {
		name, v, _ := strings.Cut(attribute, "=")
		lead := attribute[:len(attribute)-len(strings.TrimLeft(attribute, " \t"))]
		v = strings.Trim(v, " \t")
		switch strings.ToLower(strings.Trim(name, " \t")) {
		case "path":
			if path, ok := m.cookiePath(v); ok && !keepsPath {
				attribute = lead + "Path=" + path
			}
		case "domain":
			if m.backend.cookie == "" || !strings.EqualFold(strings.TrimPrefix(v, "."), m.backend.cookie) {
				break
			}
			if m.public.cookie == "" {
				continue
			}
			attribute = lead + "Domain=" + m.public.cookie
		}
		out = append(append(out, ';'), attribute...)
	}
	return string(out)
}

// cookiePath returns the public path for the Path of a cookie. "/v2" and "/v2/" are both the prefix "/v2/" here, because
// the first matches the second (RFC 6265, section 5.1.4).
func (m *Mapping) cookiePath(path string) (public string, ok bool) {
	u, err := uri.Parse(m.backend.head + path)
	if err != nil || m.backend.head == "" || !strings.HasPrefix(path, "/") || u.Path() != path {
		return "", false
	}
	to, ok := m.toPublic(m.public, u)
	return to.Path(), ok
}
