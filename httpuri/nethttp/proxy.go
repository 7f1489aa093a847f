package nethttp

import (
	"errors"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"

	"github.com/urispan/uri/httpuri"
)

// ReverseProxy returns a reverse proxy to put behind [Front.Handler]. It sends each request to the backend of its mapping,
// by rt or, if that is nil, by [http.DefaultTransport]. Its ModifyResponse is free, and so are the other fields but
// Rewrite, Transport and BufferPool. Without a decision in the context, it fails with 502 (Bad Gateway).
//
// The request-target is the one of the decision, byte for byte. The Host is the host of the backend, or with KeepHost the
// host of the client. Location, Content-Location, Refresh and Set-Cookie of the response are mapped by
// [httpuri.Mapping.Header].
//
// It deletes the fields of the client that backends trust: Forwarded, X-Forwarded-* (also X-Forwarded-Prefix, which
// httputil keeps), X-Real-IP, X-Original-URL and X-Rewrite-URL, and the same names with "_" or "." for "-", which gateways
// do not tell apart. It deletes all trailers, because a server may merge them into the header (RFC 9110, section 6.5.1).
// Then it sets X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto, X-Forwarded-Prefix if the backend has another
// prefix, and Via (RFC 9110, section 7.6.3).
//
// Of Upgrade, only "websocket" passes. After another one, such as "h2c", the client could send requests to the backend that
// nothing checks.
func (f *Front) ReverseProxy(rt http.RoundTripper) *httputil.ReverseProxy {
	if rt == nil {
		rt = http.DefaultTransport
	}
	return &httputil.ReverseProxy{Rewrite: f.rewrite, Transport: mappingTransport{rt}, BufferPool: &buffers}
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
	q.Out.URL = &url.URL{Scheme: backend.Scheme(), Host: authority, Opaque: path, RawQuery: query, ForceQuery: hasQuery}
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
		if isForwarded(name) {
			delete(h, name)
		}
	}
	client, _, err := net.SplitHostPort(q.In.RemoteAddr)
	if err == nil {
		if prior := q.In.Header["X-Forwarded-For"]; len(prior) > 0 && f.trusts(q.In) {
			client = strings.Join(prior, ", ") + ", " + client
		}
		h["X-Forwarded-For"] = []string{client}
	}
	h["X-Forwarded-Host"] = []string{public}
	h["X-Forwarded-Proto"] = []string{d.URI().Scheme()}
	if prefix := d.Mapping().ForwardedPrefix(); prefix != "" {
		h["X-Forwarded-Prefix"] = []string{prefix}
	}
	protocol := strings.TrimPrefix(q.In.Proto, "HTTP/")
	if q.In.ProtoMajor > 1 {
		protocol = strings.TrimSuffix(protocol, ".0")
	}
	h["Via"] = append(h["Via"], protocol+" front")
}

// isForwarded reports whether a backend trusts the field to describe the request to the proxy.
func isForwarded(name string) bool {
	if name == "" || name[0] != 'X' && name[0] != 'F' {
		return false // names are in canonical form
	}
	// Gateways make the same variable of "-", "_" and ".".
	name = strings.ToLower(strings.NewReplacer("_", "-", ".", "-").Replace(name))
	switch name {
	case "forwarded", "x-forwarded", "x-real-ip", "x-original-url", "x-rewrite-url":
		return true
	}
	return strings.HasPrefix(name, "x-forwarded-")
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
