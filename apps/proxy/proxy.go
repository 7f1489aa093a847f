package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/neturl"
)

// A config is the settings of a proxy.
type config struct {
	routes      []route
	file        string         // the name of a file of routes, or ""
	scheme      string         // the scheme that clients use
	hosts       []string       // the hosts that are served, as in guard.Rules
	ports       []uint16       // the ports that clients may name
	defaultHost string         // for requests of HTTP/1.0 without a host
	hidden      []string       // the query keys with values that are not logged
	allow       guard.Hazards  // the hazards that are not refused
	keep        []string       // header fields that are sent on although they are dropped by default
	maxLength   int            // the limit for target URIs, in bytes; 0 for guard.MaxLength
	merge       bool           // merge slashes to choose a route
	roots       *x509.CertPool // of backends with TLS, or nil for the roots of the system
	web         bool           // accept the characters that browsers send and RFC 3986 does not allow
	plain       bool           // trust net/url
	log         *slog.Logger
}

// A route maps a prefix of paths, or a pattern, to a backend.
type route struct {
	name     string   // the prefix, which begins and ends with "/", or the pattern
	prefix   string   // the prefix of the public URIs; "/" for a pattern
	base     uri.URI  // the URI of the backend for the prefix
	replaces bool     // the path of base replaces the prefix
	backend  *url.URL // the origin of base
	proxy    *httputil.ReverseProxy
}

var (
	errRoute   = errors.New("a route is PREFIX=BACKEND: a normalized path between slashes, and the URI of a server")
	errBackend = errors.New("a backend is an http or https URI, and its path, if any, ends with a slash and has no dot segments")
)

// parseRoute parses a route such as "/api/=http://127.0.0.1:9000". If the URL of the backend has a path, as
// "https://api.internal/v2/" has, the path replaces the prefix.
func parseRoute(s string) (route, error) {
	prefix, text, _ := strings.Cut(s, "=")
	p, err := uri.ParseRelativeRef(prefix)
	isPath := err == nil && p.IsAbsolutePathRef() && p.IsNormalized() && p.Path() == prefix
	if !isPath || !strings.HasSuffix(prefix, "/") {
		return route{}, errRoute
	}
	r, err := newRoute(prefix, prefix, text)
	if err != nil {
		return route{}, fmt.Errorf("%w: %w", errRoute, err)
	}
	return r, nil
}

// newRoute returns the route for a prefix and the URL of a backend, such as http://127.0.0.1:9000.
func newRoute(name, prefix, text string) (route, error) {
	r := route{name: name, prefix: prefix}
	b, err := uri.ParseAbsoluteURI(text)
	if err != nil || httpuri.Check(b) != nil {
		return r, errBackend
	}
	if r.replaces = b.Path() != ""; !r.replaces {
		if b, err = b.WithPath(prefix); err != nil {
			return r, errBackend
		}
	}
	r.base = b.Normalized()
	if _, hasQuery := b.Query(); hasQuery || r.replaces && (r.base.Path() != b.Path() || r.mapping(r.base) == nil) {
		return r, errBackend
	}
	r.backend, _ = neturl.To(r.base)
	r.backend = &url.URL{Scheme: r.backend.Scheme, Host: r.backend.Host}
	return r, nil
}

// mapping returns the mapping between the public URIs with the origin of u and the backend. It is nil if the prefix has
// a "//". The mapping depends on the request, because the proxy has many hosts.
func (r *route) mapping(u uri.URI) *httpuri.Mapping {
	public, err := u.Builder().SetPath(r.prefix).Unset(uri.ComponentQuery).Unset(uri.ComponentFragment).URI()
	if err != nil {
		return nil
	}
	m, err := httpuri.NewMapping(public, r.base)
	if err != nil {
		return nil
	}
	return m
}

// A proxy decides about requests, forwards or refuses them, and logs them.
type proxy struct {
	routes    []route // long prefixes first
	file      string  // the name of a file of routes, or ""
	options   []httpuri.RouteOption
	patterns  atomic.Pointer[routeFile]
	transport http.RoundTripper // to the backends
	plain     bool
	check     *checker
	hide      uri.Redactor
	keep      map[string]bool // by canonical names
	log       *slog.Logger
}

// An exchange is a request and the decision about it: to refuse it, to forward it on the route or, without a route, to
// answer it.
type exchange struct {
	http.ResponseWriter
	status    int
	target    uri.URI          // checked and normalized; zero with -plain
	mapping   *httpuri.Mapping // of a route that replaces its prefix
	sent      uri.URI          // the URI of the request to the backend of such a route
	ambiguous guard.Hazards    // of the path, which -allow allows
	refused   *refusal
	err       error
	route     *route

	patterns *routeFile        // the routes that were there when the request came
	fields   map[string]string // the fields that the rules of the route set
}

func newProxy(c config) (*proxy, error) {
	check, err := newChecker(&c)
	if err != nil {
		return nil, err
	}
	p := &proxy{
		routes:    slices.Clone(c.routes),
		file:      c.file,
		transport: newTransport(c.roots),
		plain:     c.plain,
		check:     check,
		hide:      uri.Redactor{User: true, QueryKeys: c.hidden, Fragment: true},
		keep:      setOf(c.keep...),
		log:       c.log,
	}
	if c.merge {
		p.options = []httpuri.RouteOption{httpuri.RouteMergeSlashes}
	}
	slices.SortStableFunc(p.routes, func(a, b route) int { return cmp.Compare(len(b.name), len(a.name)) })
	for i := range p.routes {
		p.routes[i].proxy = p.newReverseProxy(p.routes[i].backend, p.transport)
	}
	if err := p.load(); err != nil {
		return nil, err
	}
	return p, nil
}

// newTransport returns the transport to the backends. It uses no further proxy and does not decompress responses. The
// certificate of a backend must be for the host in its URL, and come from one of the roots.
func newTransport(roots *x509.CertPool) *http.Transport {
	return &http.Transport{
		TLSClientConfig:       &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		DialContext:           (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: 30 * time.Second,
		IdleConnTimeout:       90 * time.Second,
		MaxIdleConnsPerHost:   256,
		DisableCompression:    true,
	}
}

// ServeHTTP also logs when httputil panics, as it does to abort the response if a backend closes the connection early.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	x := &exchange{ResponseWriter: w}
	p.decide(x, r)
	defer func() { p.record(x, r, time.Since(start)) }()
	switch {
	case x.refused != nil:
		x.refused.answer(x)
	case x.route == nil:
		x.Header().Set("Allow", strings.Join(methods, ", "))
		x.WriteHeader(http.StatusNoContent)
	case p.plain:
		x.route.proxy.ServeHTTP(x, r)
	default:
		p.forward(x, r)
	}
}

// forward hands the request to httputil. A ReverseProxy has no field for data about one request, so each request gets a
// copy of the ReverseProxy, which costs less than a copy of the request.
func (p *proxy) forward(x *exchange, r *http.Request) {
	forward := *x.route.proxy
	forward.Rewrite = func(q *httputil.ProxyRequest) {
		x.rewrite(q.Out)
		p.setHeader(q)
		public, _ := x.target.Authority()
		q.Out.Header.Set("X-Forwarded-Host", public)
		x.patterns.setFields(q.Out.Header, x.fields)
	}
	forward.ModifyResponse = x.rewriteResponse
	forward.ServeHTTP(x, r)
}

// decide decides by the target URI. A request with an empty path is about the server as a whole, and the proxy answers
// it. With -plain, decide does the same as a proxy that relies on net/url.
func (p *proxy) decide(x *exchange, r *http.Request) {
	if p.plain {
		if x.route = p.find(r.URL.Path); x.route == nil {
			x.refused = refusedRoute
		}
		return
	}
	x.target, x.refused, x.err = p.check.target(r)
	if x.refused != nil || x.target.Path() == "" {
		return
	}
	var path string
	if path, x.ambiguous, x.err = httpuri.Route(x.target.Path(), p.options...); x.err != nil {
		x.refused = refusedTarget
		return
	}
	x.patterns = p.patterns.Load()
	if x.route, x.fields = x.patterns.find(x.target); x.route == nil {
		x.route = p.find(path)
	}
	switch {
	case x.route == nil:
		x.refused = refusedRoute
	case x.route.replaces:
		x.mapping = x.route.mapping(x.target)
		if x.sent, x.err = x.mapping.Target(x.target); x.err != nil {
			x.refused = refusedPrefix
		}
	}
}

// rewrite makes out the request that was decided on. net/http sends Opaque byte for byte, unless it begins with "//",
// which was refused. A backend with a path of its own gets its own Host: its site is another one than the proxy's.
func (x *exchange) rewrite(out *http.Request) {
	u := x.target
	if x.route.replaces {
		u = x.sent
	}
	query, hasQuery := u.Query()
	*out.URL = url.URL{
		Scheme:     x.route.backend.Scheme,
		Host:       x.route.backend.Host,
		Opaque:     u.Path(),
		RawQuery:   query,
		ForceQuery: hasQuery,
	}
	out.Host, _ = u.Authority() // without userinfo: the checks refuse one
}

// rewriteResponse maps redirects and cookies of the backend to the public URIs.
func (x *exchange) rewriteResponse(r *http.Response) error {
	h := r.Header
	if h["Location"] == nil && h["Content-Location"] == nil && h["Refresh"] == nil && h["Set-Cookie"] == nil {
		return nil
	}
	m, from := x.mapping, x.sent
	if m == nil {
		m = x.route.mapping(x.target)
		var err error
		if from, err = m.Target(x.target); err != nil {
			return nil // a path with a "//" that -allow allows
		}
	}
	m.Header(from, h)
	return nil
}

// WriteHeader records the status.
func (x *exchange) WriteHeader(status int) {
	if status >= http.StatusOK {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController, because httputil has to flush.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// Hijack records the status of a WebSocket, which httputil writes to the connection itself.
func (x *exchange) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	x.status = http.StatusSwitchingProtocols
	return http.NewResponseController(x.ResponseWriter).Hijack()
}

// find returns the route for a path, or nil.
func (p *proxy) find(path string) *route {
	for i := range p.routes {
		if strings.HasPrefix(path, p.routes[i].name) {
			return &p.routes[i]
		}
	}
	return nil
}

func (p *proxy) newReverseProxy(backend *url.URL, transport http.RoundTripper) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Transport:    transport,
		BufferPool:   &buffers,
		ErrorHandler: p.fail,
		ErrorLog:     slog.NewLogLogger(p.log.Handler(), slog.LevelWarn),
		Rewrite: func(q *httputil.ProxyRequest) { // with -plain
			q.SetURL(backend)
			q.Out.Host = q.In.Host
			p.setHeader(q)
		},
	}
}

// setHeader sets the fields of a gateway that describe the request, and drops those that the client must not set.
// httputil has dropped the hop-by-hop fields but Upgrade. setHeader drops that as well, except for a WebSocket: after
// "h2c" the client could send requests that nothing checks. It drops trailers, because a server may merge them into the
// header.
func (p *proxy) setHeader(q *httputil.ProxyRequest) {
	h := q.Out.Header
	if !isWebSocket(q.In) {
		h.Del("Upgrade")
		h.Del("Connection")
	}
	dropFields(h, p.keep)
	q.Out.Trailer = nil
	q.SetXForwarded()
	h.Set("X-Forwarded-Host", q.Out.Host)
	h.Set("X-Forwarded-Proto", p.check.scheme)
	h.Add("Via", strings.TrimPrefix(q.In.Proto, "HTTP/")+" proxy")
}

// isWebSocket reports whether a request is the opening handshake of a WebSocket (RFC 6455, section 4.1).
func isWebSocket(r *http.Request) bool {
	upgrade := r.Header["Upgrade"]
	return r.ProtoAtLeast(1, 1) && r.Method == http.MethodGet && r.ContentLength == 0 && len(upgrade) == 1 && strings.EqualFold(upgrade[0], "websocket")
}

// fail answers a request if the backend did not respond. The error describes the backend, and the client does not
// control its text.
func (p *proxy) fail(w http.ResponseWriter, r *http.Request, err error) {
	p.log.LogAttrs(r.Context(), slog.LevelWarn, "backend failed", slog.String("error", err.Error()))
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		failedTimeout.answer(w)
		return
	}
	failedGateway.answer(w)
}

// record writes the line of the log. It redacts the target only if the line is written.
func (p *proxy) record(x *exchange, r *http.Request, took time.Duration) {
	if !p.log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	attrs := make([]slog.Attr, 0, 9)
	attrs = append(attrs, slog.String("client", r.RemoteAddr), slog.String("method", methodShown(r.Method)),
		slog.String("target", p.shown(x, r)), slog.Int("status", x.status), slog.Duration("took", took))
	if x.refused != nil && x.target == (uri.URI{}) {
		attrs = append(attrs, slog.String("received", receivedShown(r.RequestURI)))
	}
	if x.ambiguous != 0 {
		attrs = append(attrs, slog.String("ambiguous", x.ambiguous.String()))
	}
	switch {
	case x.refused != nil:
		attrs = append(attrs, slog.String("code", x.refused.code))
		if x.err != nil {
			attrs = append(attrs, slog.String("error", x.err.Error()))
		}
	case x.route != nil:
		attrs = append(attrs, slog.String("route", x.route.name))
	}
	p.log.LogAttrs(r.Context(), slog.LevelInfo, "request", attrs...)
}

// shown returns the target for the log, or "" if the target is undefined.
func (p *proxy) shown(x *exchange, r *http.Request) string {
	if p.plain {
		return r.URL.Redacted()
	}
	var buf [256]byte
	text := p.hide.AppendRedacted(buf[:0], x.target)
	if x.refused != nil && len(text) > maxShown {
		text = append(text[:maxShown], "..."...)
	}
	return string(text)
}

// maxShown is how much of a refused target is in the log, in bytes.
const maxShown = 256

// receivedShown returns a request-target for the log that is not one of RFC 9112. The text before an "@" and the query
// are hidden as a whole, because their secrets cannot be found. Bytes outside printable ASCII are escaped.
func receivedShown(target string) string {
	hidden := ""
	if n := strings.IndexAny(target, "?#"); n >= 0 {
		target, hidden = target[:n], target[n:n+1]+"xxxxx"
	}
	if n := strings.LastIndexByte(target, '@'); n >= 0 {
		target = "xxxxx" + target[n:]
	}
	if len(target) > maxShown {
		target, hidden = target[:maxShown], "..."
	}
	text := strconv.QuoteToASCII(target)
	return text[1:len(text)-1] + hidden
}

// methodShown returns the method for the log. It hides names that clients make up.
func methodShown(name string) string {
	if isMethod(name) {
		return name
	}
	return "other"
}

// buffers are used to copy the bodies of responses.
var buffers bufferPool

type bufferPool struct{ pool sync.Pool }

func (b *bufferPool) Get() []byte {
	if p, ok := b.pool.Get().(*[]byte); ok {
		return *p
	}
	return make([]byte, 32<<10)
}

func (b *bufferPool) Put(p []byte) { b.pool.Put(&p) }
