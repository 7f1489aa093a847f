package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// A proxy serves requests with the newest site, and logs and counts them.
type proxy struct {
	site    atomic.Pointer[site]
	log     *slog.Logger
	metrics *metrics
}

// A site is the part of a configuration that is about requests. It is immutable. Requests keep the site that they began
// with.
type site struct {
	routes    []route // one for each pattern, then the route of all mappings
	patterns  patterns
	transport *http.Transport
	port      string // ":8443", or "" for the default port of https
	maxBody   int64
	requests  chan struct{} // one element for each request that is being served
	pause     time.Duration
}

// A route is a front and the handler of its requests.
type route struct {
	front   *nethttp.Front
	pattern string // or "" for mappings
	forward http.Handler
}

// newSite makes the site of a configuration.
func (p *proxy) newSite(c *config) (*site, error) {
	roots, err := c.roots()
	if err != nil {
		return nil, err
	}
	s := &site{maxBody: c.Limits.Body, requests: make(chan struct{}, c.Limits.Requests), pause: c.Timeouts.Pause}
	if _, port, _ := net.SplitHostPort(c.Listen); port != "443" && port != "https" {
		s.port = ":" + port
	}
	// The transport uses no other proxy, and sends compressed bodies on unchanged.
	s.transport = &http.Transport{
		TLSClientConfig:       &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		DialContext:           (&net.Dialer{Timeout: c.Timeouts.Connect}).DialContext,
		TLSHandshakeTimeout:   c.Timeouts.Connect,
		ResponseHeaderTimeout: c.Timeouts.Response,
		IdleConnTimeout:       90 * time.Second,
		MaxIdleConnsPerHost:   256,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true,
	}
	var rules []httpuri.Rule
	var numbers []int // of the mappings with the rules
	for i := range c.Mappings {
		m := &c.Mappings[i]
		r, err := m.rule()
		if err == nil && m.Match == "" {
			rules, numbers = append(rules, r), append(numbers, i+1)
		} else if err == nil {
			if err = s.patterns.add(m); err == nil {
				err = p.addRoute(s, c, m.Match, r)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("mapping %d: %w", i+1, err)
		}
	}
	s.patterns.set = urlpattern.NewSet(s.patterns.list...)
	if err := p.addRoute(s, c, "", rules...); err != nil { // each rule alone is right
		n := sort.Search(len(rules)-1, func(n int) bool {
			_, err := httpuri.NewMappings(rules[:n+1]...)
			return err != nil
		})
		return nil, fmt.Errorf("mapping %d: %w", numbers[n], errors.Unwrap(err))
	}
	return s, nil
}

func (p *proxy) addRoute(s *site, c *config, pattern string, mappings ...httpuri.Rule) error {
	rules := guard.ServeRules()
	rules.MaxLength = c.Limits.Target
	hide := uri.Redactor{User: true, Fragment: true, QueryKeys: append(uri.SecretKeys(), c.Hide...)}
	f, err := nethttp.NewFront(rules, hide, mappings...)
	if err != nil {
		return err
	}
	f.HTTPS, f.TrustedProxies, f.Keep = c.HTTPS, c.TrustedProxies, c.Keep
	forward := f.ReverseProxy(s.transport)
	forward.ErrorHandler = p.fail
	forward.ModifyResponse = p.watch
	forward.ErrorLog = log.New(io.Discard, "", 0) // it has errors of bodies, without the request: watch logs them
	rewrite := forward.Rewrite
	forward.Rewrite = func(q *httputil.ProxyRequest) {
		rewrite(q)
		// After httputil has deleted the fields that Connection names.
		s.patterns.setFields(q.Out.Header, exchangeOf(q.In).fields)
	}
	s.routes = append(s.routes, route{f, pattern, limited(forward)})
	return nil
}

// find sets the route of a request and the decision of its front: the route of the first pattern that matches the target
// URI, or else the route of the mappings. It sets no route if a backend may read the target as one that another pattern
// matches.
func (s *site) find(x *exchange, r *http.Request) {
	last := &s.routes[len(s.routes)-1]
	x.route, x.decision = last, last.front.Decide(r)
	if len(s.routes) == 1 || x.decision.URI() == (uri.URI{}) {
		return
	}
	switch i, fields, ok := s.patterns.find(x.decision.URI()); {
	case !ok:
		x.route = nil
	case i >= 0:
		x.route, x.fields = &s.routes[i], fields
		x.decision = x.route.front.Decide(r)
	}
}

// ServeHTTP forwards a request, or refuses it. It also logs if httputil panics, which aborts the response when a
// backend breaks off.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.serve(w, r, nil)
}

// redirector returns a handler for a server without TLS. It redirects the requests that ServeHTTP would serve with TLS.
func (p *proxy) redirector() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secure := *r
		if name, _, err := net.SplitHostPort(r.Host); err == nil {
			secure.Host = name
			if strings.Contains(name, ":") {
				secure.Host = "[" + name + "]"
			}
		}
		secure.Host += p.site.Load().port
		secure.TLS, secure.Header = new(tls.ConnectionState), r.Header.Clone() // the client uses https next time
		secure.Header.Del("X-Forwarded-Proto")
		p.serve(w, &secure, http.HandlerFunc(redirect))
	})
}

// redirect redirects to the target URI of a decision.
func redirect(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", nethttp.Decided(r.Context()).URI().String())
	w.WriteHeader(http.StatusPermanentRedirect)
}

// serve passes a request to next or, if next is nil, forwards it.
func (p *proxy) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	x := &exchange{Context: r.Context(), ResponseWriter: w, control: *http.NewResponseController(w),
		site: p.site.Load(), id: rand.Uint64(), start: time.Now()}
	p.metrics.inFlight.Inc()
	defer p.record(x, r)
	if x.site.find(x, r); x.route == nil {
		x.refuse(http.StatusBadRequest, httpuri.OutcomeAmbiguous.Error())
	} else {
		if next == nil {
			next = x.route.forward
		}
		x.route.front.Serve(x, r.WithContext(x), x.decision, next)
	}
	x.done = true
}

// limited returns a handler that limits the requests that are served at a time, and their bodies.
func limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r)
		switch {
		case r.Method == http.MethodTrace: // shows the fields that proxies add
			x.refuse(http.StatusNotImplemented, "TRACE is not served")
			return
		case r.ContentLength > x.site.maxBody:
			x.refuse(http.StatusRequestEntityTooLarge, "body is too long")
			return
		}
		select {
		case x.site.requests <- struct{}{}:
			defer func() { <-x.site.requests }()
		default:
			x.Header().Set("Retry-After", "1")
			x.refuse(http.StatusServiceUnavailable, "too many requests are being served")
			return
		}
		if r.ContentLength != 0 {
			r.Body = http.MaxBytesReader(w, &pausingBody{r.Body, x}, x.site.maxBody)
		}
		next.ServeHTTP(w, r)
	})
}

// An exchange is a request and its response. It is the context of the request, which saves the allocation of another one.
type exchange struct {
	context.Context
	http.ResponseWriter
	control http.ResponseController
	site    *site
	id      uint64
	start   time.Time
	status  int
	bytes   int64
	done    bool // the handler has returned

	// bodyDeadline is the deadline for the client to write more of its body, in nanoseconds of Unix time, or 0.
	bodyDeadline atomic.Int64

	route    *route
	fields   http.Header // that the pattern sets
	decision httpuri.Decision
	err      error // why the proxy answers itself or breaks off, although the decision is to serve
}

type exchangeKey struct{}

// Value is for exchangeOf.
func (x *exchange) Value(key any) any {
	if key == (exchangeKey{}) {
		return x
	}
	return x.Context.Value(key)
}

// exchangeOf returns the exchange of a request.
func exchangeOf(r *http.Request) *exchange {
	return r.Context().Value(exchangeKey{}).(*exchange)
}

// refuse answers a request that is not forwarded. The connection is closed, because the body was not read.
func (x *exchange) refuse(status int, text string) {
	x.err = errors.New(text)
	x.Header().Set("Connection", "close")
	http.Error(x, text, status)
}

// WriteHeader records the status.
func (x *exchange) WriteHeader(status int) {
	if status >= http.StatusOK && x.status == 0 {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(b []byte) (n int, err error) {
	if x.bytes+int64(len(b)) <= buffered {
		n, err = x.ResponseWriter.Write(b)
	} else {
		err = x.whilePause(func() error {
			n, err = x.ResponseWriter.Write(b)
			return err
		})
	}
	x.bytes += int64(n)
	return n, err
}

// buffered is how many bytes of a response net/http keeps, so that Write does not wait for the client.
const buffered = 2048

// FlushError is for http.ResponseController.
func (x *exchange) FlushError() error { return x.whilePause(x.control.Flush) }

// whilePause calls write, which fails if the client does not read for the time of a pause. Between two calls, no
// deadline is set: with HTTP/2, a deadline would end a response that is not being written.
func (x *exchange) whilePause(write func() error) error {
	_ = x.control.SetWriteDeadline(time.Now().Add(x.site.pause))
	err := write()
	_ = x.control.SetWriteDeadline(time.Time{})
	return err
}

// Unwrap is for http.ResponseController.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// Hijack records the status of a WebSocket, which httputil writes to the connection itself. net/http removes the deadlines.
func (x *exchange) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	x.status = http.StatusSwitchingProtocols
	return x.control.Hijack()
}

// A pausingBody is the body of a request. It gives the client time to write more.
type pausingBody struct {
	io.ReadCloser
	x *exchange
}

func (b *pausingBody) Read(p []byte) (int, error) {
	deadline := time.Now().Add(b.x.site.pause)
	b.x.bodyDeadline.Store(deadline.UnixNano())
	_ = b.x.control.SetReadDeadline(deadline)
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		return n, &bodyError{err}
	}
	b.x.bodyDeadline.Store(0) // the backend may take longer to read or to answer
	_ = b.x.control.SetReadDeadline(time.Time{})
	return n, err
}

// isBodyLate reports whether the client has not written its body in time. net/http cancels the context of the request when
// the deadline ends, so the error of the backend does not show it.
func (x *exchange) isBodyLate() bool {
	deadline := x.bodyDeadline.Load()
	return deadline != 0 && time.Now().UnixNano() >= deadline
}

// A bodyError is a fault of a client.
type bodyError struct{ error }

// fail answers a request if the backend did not respond. The error describes the backend. If the backend breaks HTTP,
// the error may contain a few bytes of the response.
func (p *proxy) fail(w http.ResponseWriter, r *http.Request, err error) {
	x := exchangeOf(r)
	_, isTooLong := errors.AsType[*http.MaxBytesError](err)
	_, isBroken := errors.AsType[*bodyError](err)
	switch {
	case isTooLong:
		x.refuse(http.StatusRequestEntityTooLarge, "body is too long")
		return
	case x.isBodyLate():
		x.refuse(http.StatusRequestTimeout, "body did not arrive in time")
		return
	case isBroken:
		x.refuse(http.StatusBadRequest, "body is broken off or not valid")
		return
	case r.Context().Err() != nil:
		x.err, x.status = errors.New("client has gone"), statusClientGone
		return
	}
	p.logFailure(r, err)
	if isTimeout(err) {
		x.refuse(http.StatusGatewayTimeout, "backend gave no response in time")
		return
	}
	x.refuse(http.StatusBadGateway, "backend gave no response")
}

// statusClientGone is logged, as nginx does, if the client has closed the connection before the response.
const statusClientGone = 499

func isTimeout(err error) bool {
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

// watch logs the errors that end the body of a response.
func (p *proxy) watch(response *http.Response) error {
	if response.StatusCode != http.StatusSwitchingProtocols {
		response.Body = &watchedBody{response.Body, p, response.Request}
	}
	return nil
}

// A watchedBody is the body of a response of a backend.
type watchedBody struct {
	io.ReadCloser
	p *proxy
	r *http.Request
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF && b.r.Context().Err() == nil {
		b.p.logFailure(b.r, err)
	}
	return n, err
}

// logFailure logs and counts an error of a backend.
func (p *proxy) logFailure(r *http.Request, err error) {
	x := exchangeOf(r)
	p.log.LogAttrs(r.Context(), slog.LevelWarn, "backend failed", slog.String("id", x.idText()),
		slog.String("mapping", x.mapping()), slog.String("error", err.Error()))
	p.metrics.failures.WithLabelValues(x.mapping()).Inc()
}

func (x *exchange) idText() string {
	var id [8]byte
	binary.BigEndian.PutUint64(id[:], x.id)
	return hex.EncodeToString(id[:])
}

// mapping returns the pattern or the public URI of the mapping, or "" if the request has no mapping. The result
// contains no text of a client.
func (x *exchange) mapping() string {
	m := x.decision.Mapping()
	switch {
	case m == nil || x.route == nil:
		return ""
	case x.route.pattern != "":
		return x.route.pattern
	}
	return m.Rule().Public
}

// record counts a request, and writes its line of the log.
func (p *proxy) record(x *exchange, r *http.Request) {
	end := time.Now()
	took := end.Sub(x.start).Seconds()
	p.metrics.inFlight.Dec()
	p.metrics.requests.WithLabelValues(x.mapping(), strconv.Itoa(x.status)).Inc()
	p.metrics.seconds.WithLabelValues(x.mapping()).Observe(took)
	log := p.log.Handler() // PERF: Logger would read the clock again, and look for its caller
	if !log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	attrs := make([]slog.Attr, 0, 12)
	attrs = append(attrs, slog.String("id", x.idText()), slog.String("client", r.RemoteAddr), slog.String("protocol", r.Proto),
		slog.String("method", methodText(r.Method)), slog.String("target", x.decision.LogText()), slog.Int("status", x.status),
		slog.Int64("bytes", x.bytes), slog.Float64("seconds", took))
	if name := x.mapping(); name != "" {
		attrs = append(attrs, slog.String("mapping", name))
	}
	err := x.err
	if err == nil {
		err = x.decision.Err
	}
	if err == nil && !x.done {
		err = errors.New("response was broken off")
	}
	if err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	if errors.Is(err, guard.RefusedHazard) {
		attrs = append(attrs, slog.String("hazards", (guard.Audit(x.decision.URI())&refusedHazards).String()))
	}
	line := slog.NewRecord(end, slog.LevelInfo, "request", 0)
	line.AddAttrs(attrs...)
	_ = log.Handle(r.Context(), line)
}

// refusedHazards are the hazards that guard.ServeRules refuses.
var refusedHazards = guard.ServeRules().PathHazards | guard.ServeRules().QueryHazards

var methods = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "REPORT"}

// methodText returns the method for the log, or "other" for a name that a client may have made up.
func methodText(name string) string {
	if slices.Contains(methods, name) {
		return name
	}
	return "other"
}
