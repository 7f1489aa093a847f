package nethttp

import (
	"errors"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/tables"
)

// ReverseProxy returns a reverse proxy for the requests that [Front.Handler] has checked. It sends each request to the
// backend of its mapping with rt. If rt is nil, all proxies share an [http.Transport]. It has the values of
// [http.DefaultTransport], but uses no other proxy, and sends compressed bodies on unchanged. A transport that uses
// another proxy sends it requests that are not in absolute-form.
//
// A program may set ModifyResponse of the result, and all other fields except Rewrite, Transport and BufferPool. To set
// fields of requests, it replaces Rewrite with a function that calls the old Rewrite first. Without a decision in the
// context, the proxy fails with 502 (Bad Gateway).
//
// The request-target is the one of the decision, byte for byte. The Host is the host of the backend, or with KeepHost the
// host of the client. Location, Content-Location, Refresh and Set-Cookie of the response are mapped by
// [httpuri.Mapping.Header].
//
// The proxy deletes fields of the client that would make a backend serve another target, method, host, client or user
// than the Front has decided about: Forwarded, X-Forwarded-*, X-Original-*, X-Rewrite-URL, X-Real-IP, True-Client-IP,
// X-HTTP-Method-Override, Client-Cert and others of this kind. It also deletes fields with characters other than
// letters, digits and "-" in their names, because gateways read X_Real_IP as X-Real-IP (RFC 3875, section 4.1.18). Keep
// has the exceptions. The proxy deletes all trailers, because a server may merge them into the header (RFC 9110,
// section 6.5.1).
//
// Then it sets X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto, X-Forwarded-Prefix if the rule has SendPrefix, and
// Via (RFC 9110, section 7.6.3).
//
// Of Upgrade, only "websocket" passes. After another one, such as "h2c", the client could send requests to the backend that
// nothing checks.
func (f *Front) ReverseProxy(rt http.RoundTripper) *httputil.ReverseProxy {
	if rt == nil {
		rt = transport
	}
	return &httputil.ReverseProxy{Rewrite: f.rewrite, Transport: mappingTransport{rt}, BufferPool: &buffers}
}

// transport sends requests to backends. It does not use HTTP_PROXY: net/http sends Opaque to a proxy in origin-form, without
// a host.
var transport = &http.Transport{
	DialContext:           (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
	ForceAttemptHTTP2:     true,
	MaxIdleConns:          100,
	IdleConnTimeout:       90 * time.Second,
	TLSHandshakeTimeout:   10 * time.Second,
	ExpectContinueTimeout: time.Second,
	DisableCompression:    true,
}

func (f *Front) rewrite(q *httputil.ProxyRequest) {
	d := Decided(q.In.Context())
	if d == nil || d.Mapping() == nil {
		return // mappingTransport refuses it
	}
	backend := d.Mapping().Backend()
	authority, _ := backend.Authority()
	path, query, hasQuery := strings.Cut(d.Target(), "?")
	// net/http sends Opaque byte for byte, unless it begins with "//", which no decision has. It would encode parts of Path
	// and RawPath again, and drop the RawPath if it does not fit the Path.
	*q.Out.URL = url.URL{Scheme: backend.Scheme(), Host: authority, Opaque: path, RawQuery: query, ForceQuery: hasQuery}
	public, _ := d.URI().Authority()
	q.Out.Host = authority
	if d.Mapping().Rule().KeepHost {
		q.Out.Host = public
	}
	f.setForwarded(q, d, public)
	q.Out.Trailer = nil
	if !isWebSocket(q.In) {
		q.Out.Header.Del("Upgrade") // which httputil has kept, and with it Connection
		q.Out.Header.Del("Connection")
	}
}

// isWebSocket reports whether a request is the opening handshake of a WebSocket (RFC 6455, section 4.1).
func isWebSocket(r *http.Request) bool {
	upgrade := r.Header["Upgrade"]
	return r.ProtoAtLeast(1, 1) && r.Method == http.MethodGet && r.ContentLength == 0 && len(upgrade) == 1 && strings.EqualFold(upgrade[0], "websocket")
}

// setForwarded is the one function that decides about the fields that describe the client.
func (f *Front) setForwarded(q *httputil.ProxyRequest, d *httpuri.Decision, public string) {
	h := q.Out.Header
	for name := range h {
		if isTrusted(name) && !slices.ContainsFunc(f.Keep, func(kept string) bool { return strings.EqualFold(kept, name) }) {
			delete(h, name)
		}
	}
	values := make([]string, 0, 4) // of all fields, in one allocation
	set := func(name, value string) {
		values = append(values, value)
		h[name] = values[len(values)-1 : len(values) : len(values)]
	}
	client, _, err := net.SplitHostPort(q.In.RemoteAddr)
	if err == nil {
		if prior := q.In.Header["X-Forwarded-For"]; len(prior) > 0 && f.trusts(q.In) {
			client = strings.Join(prior, ", ") + ", " + client
		}
		set("X-Forwarded-For", client)
	}
	set("X-Forwarded-Host", public)
	set("X-Forwarded-Proto", d.URI().Scheme())
	if prefix := d.Mapping().ForwardedPrefix(); prefix != "" {
		set("X-Forwarded-Prefix", prefix)
	}
	protocol := strings.TrimPrefix(q.In.Proto, "HTTP/")
	if q.In.ProtoMajor > 1 {
		protocol = strings.TrimSuffix(protocol, ".0")
	}
	h["Via"] = append(h["Via"], protocol+" front")
}

// trusted are the fields that backends trust to describe a request, in canonical form.
var trusted = setOf(
	// The target and the host, for IIS, Zend, Symfony, Envoy, Django and others.
	"X-Rewrite-Url", "X-Host", "X-Http-Host-Override", "X-Host-Override", "X-Forwarded", "X-Forward-For",
	"X-Forward-Host", "X-Forward-Proto", "X-Envoy-Original-Path", "X-Envoy-Original-Host", "X-Url-Scheme",
	"X-Script-Name", "Front-End-Https",
	// The method: a middleware may use it.
	"X-Http-Method", "X-Http-Method-Override", "X-Method-Override",
	// The address of the client, for access lists and logs.
	"X-Real-Ip", "X-Client-Ip", "Client-Ip", "X-Cluster-Client-Ip", "X-Remote-Ip", "X-Remote-Addr", "X-Originating-Ip",
	"X-Proxyuser-Ip", "X-Envoy-External-Address", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip",
	// The user that a gateway has identified (RFC 9440, section 2.4, for the certificates).
	"X-Remote-User", "Remote-User", "X-Authenticated-User", "Client-Cert", "Client-Cert-Chain", "X-Client-Cert",
	"X-Ssl-Client-Cert",
	// CGI passes it on as the variable HTTP_PROXY, which HTTP clients in the backend obey (CVE-2016-5385).
	"Proxy",
	// Rack serves files that they name.
	"X-Accel-Mapping", "X-Sendfile-Type",
)

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// isTrusted reports whether backends may trust the field to describe the request, also if they read all other characters in
// names as "-".
func isTrusted(name string) bool {
	for i := range len(name) {
		if name[i] != '-' && !tables.Is(name[i], tables.ALPHA|tables.DIGIT) {
			return true
		}
	}
	return trusted[name] || strings.HasPrefix(name, "Forwarded") || strings.HasPrefix(name, "X-Forwarded-") ||
		strings.HasPrefix(name, "X-Original-")
}

var errNoDecision = errors.New("nethttp: request without a decision of a Front")

// A mappingTransport maps the responses of backends, so that ModifyResponse is free.
type mappingTransport struct{ http.RoundTripper }

func (t mappingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	d := Decided(r.Context())
	if d == nil || d.Mapping() == nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, errNoDecision
	}
	response, err := t.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if h := response.Header; h["Location"] != nil || h["Content-Location"] != nil || h["Refresh"] != nil || h["Set-Cookie"] != nil {
		d.Mapping().Header(d.Backend(), h)
	}
	return response, nil
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
