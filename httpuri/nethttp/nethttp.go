// Package nethttp reads the target URI of a request that a server of package net/http got:
//
//	func handler(w http.ResponseWriter, r *http.Request) {
//		u, err := nethttp.TargetURI(r)
//		if err != nil {
//			http.Error(w, err.Error(), http.StatusBadRequest)
//			return
//		}
//		...
//	}
//
// Request.URL is not that URI: net/url made it and is lenient, and in most requests it has neither a scheme nor a host.
//
// A [Front] is the whole front of a server or a reverse proxy. It makes the target URI, checks it by the rules of package
// guard, chooses a backend, and forwards the request:
//
//	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{QueryKeys: uri.SecretKeys()}, rules...)
//	http.ListenAndServe(addr, f.Handler(f.ReverseProxy(nil)))
//
// Package httpuri contains the rules of requests, and does not depend on net/http.
//
// # Requests that no handler sees
//
// A server of net/http answers these itself, with 400 (Bad Request):
//
//   - a request line that is not a method, a request-target and a version, with one space between them;
//   - a request-target that net/url cannot parse, such as one with a control byte, with a bad percent-encoding in its
//     path, or without a "/" at its beginning, unless it is in absolute-form, in authority-form or "*";
//   - more than one Host field; none, in HTTP/1.1; or one with a byte that no host and no port has, such as "@" or "/".
//
// It answers "OPTIONS *" with 200 (OK), unless DisableGeneralOptionsHandler of [http.Server] is set.
//
// Other faults reach the handler, and httpuri refuses them:
//
//   - in the request-target, "#", and "|", "[", "<", octets outside US-ASCII and a bad percent-encoding in the query,
//     unless EncodeTarget is set;
//   - a form that does not go with the method, such as "*" with GET;
//   - a Host field that is empty or has a bad port, a bad percent-encoding, or brackets or colons in the wrong places.
//
// # Refusing and redirecting
//
// [Front.Handler] refuses what [httpuri.Front] refuses, and redirects only to add a slash. A server that redirects to the
// normal form writes its own handler. The example Handler has one of 25 lines to copy from: it answers 501 to CONNECT, and
// 400 to bad requests and to other hosts, and redirects to the normal form.
//
// Browsers and other clients send characters that RFC 3986 does not allow, as in "/list?id[]=1" and "/a|b". A server
// can accept such requests: [httpuri.Request].EncodeTarget percent-encodes them:
//
//	q := nethttp.Request(r)
//	q.EncodeTarget = true
//	u, err := q.TargetURI()
//
// # Checking and forwarding
//
// [Front.ReverseProxy] forwards the target that was checked, byte for byte. A program with its own proxy checks the
// target URI, and forwards the target URI: make the outgoing URL from it, and not from Request.URL. net/url reads some
// requests differently. In "/api/x#frag", it reads a path that ends with "#frag", and the request that it forwards has "%23frag".
// In absolute-form, it drops the Host field. A program that checks one URL and forwards another has checked nothing.
// [http.Request].Host should be the authority of the same URI. For example, where u is the URI that was checked, in the
// Rewrite of a [net/http/httputil.ReverseProxy]:
//
//	query, hasQuery := u.Query()
//	p.Out.URL = &url.URL{Scheme: backend.Scheme, Host: backend.Host, Opaque: u.Path(), RawQuery: query, ForceQuery: hasQuery}
//	p.Out.Host, _ = u.Authority()
//
// net/http sends Opaque byte for byte. Path and RawPath would be encoded again in some cases: a RawPath that does not fit
// the Path is dropped. A path that begins with "//" must be refused before, because Opaque would become a URI with a host.
//
// The handler that checked u passes it on as a value of the request's context, where Rewrite finds it by
// p.In.Context().
//
// Refuse CONNECT before that, as the example Handler does. It requests a tunnel to its target (RFC 9110, section
// 9.3.6). The target URI has no path, and the normal form has "/", so a backend would get a CONNECT for "/". OPTIONS
// without a path asks about the server as a whole. Forward it with the path "*" (RFC 9112, section 3.2.4).
//
// # Facts that are lost
//
// If the request-target is in absolute-form or authority-form, net/http discards the Host field, so that a handler
// cannot check it. RFC 9112, section 3.2.2, says to ignore it. In a request of HTTP/1.0, a missing and an empty Host
// look the same.
package nethttp

import (
	"net/http"
	"slices"
	"strings"
	"unsafe"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

// Request returns the parts of r that determine its target URI. The scheme is "https" if the connection is secured by
// TLS, otherwise "http". If a gateway before the server ends TLS, set Scheme to what that says. Host has one value,
// Request.Host. It is empty if the client sent no Host, or if the request-target has the host itself.
//
// Request reads RequestURI, which only servers set: the request-target as the client sent it, even if a handler such as
// [http.StripPrefix] has changed r.URL. If r is nil or a request of a client, the result has no Target and no target
// URI. Request makes one allocation.
func Request(r *http.Request) httpuri.Request {
	q := sharedRequest(r)
	q.Host = slices.Clone(q.Host)
	return q
}

// sharedRequest returns the parts of r. Its Host shares the memory of r or of noHost, and must not be changed.
func sharedRequest(r *http.Request) httpuri.Request {
	if r == nil {
		return httpuri.Request{}
	}
	q := httpuri.Request{Scheme: "http", Method: r.Method, Target: r.RequestURI, Host: hostFields(r)}
	if r.TLS != nil {
		q.Scheme = "https"
	}
	return q
}

// TargetURI returns the target URI of r, as [httpuri.Request.TargetURI] makes it from [Request]. It is not normalized.
// The error is a [*httpuri.Error]. A server answers it with 400 (Bad Request). TargetURI makes one allocation, for the
// text, and in absolute-form none.
//
// The error of a request that no server received, such as one of [http.NewRequest], has ReasonTargetMissing, because
// its RequestURI is empty. The URI of such a request is its URL. [net/http/httptest.NewRequest] sets RequestURI.
//
// This is the URI to check and to forward, not r.URL: see "Checking and forwarding" above. TargetURI refuses characters
// that browsers send and RFC 3986 does not allow, such as "|" in "/a|b". To accept them, set EncodeTarget of the
// httpuri.Request.
func TargetURI(r *http.Request) (uri.URI, error) {
	q := sharedRequest(r)
	return q.TargetURI()
}

// noHost is the Host field of a request that has none. It is never changed.
var noHost = []string{""}

// hostFields returns the value of the Host field, in a slice that shares the memory of r. The value is "" if net/http
// has discarded the field. Then r.Host is the host that net/url read in the request-target.
func hostFields(r *http.Request) []string {
	if !strings.HasPrefix(r.RequestURI, "/") && r.RequestURI != "*" {
		return noHost
	}
	return unsafe.Slice(&r.Host, 1)
}
