package nethttp

import (
	"context"
	"net/http"
	"net/netip"
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
)

// A Front is the front of a server or of a reverse proxy: it decides about each request before a handler sees it, as
// [httpuri.Front] does. Set its fields before the first request. It is safe for concurrent use. The zero Front refuses all
// requests.
//
//	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{QueryKeys: uri.SecretKeys()},
//		httpuri.Rule{Public: "https://example.com/api/", Backend: "http://127.0.0.1:9000/v2/"},
//		httpuri.Rule{Public: "https://example.com/", Backend: "http://127.0.0.1:9001/"})
//	...
//	http.ListenAndServeTLS(addr, cert, key, f.Handler(f.ReverseProxy(nil)))
//
// A middleware between Handler and ReverseProxy decides by the URI of [Decided], and not by r.URL: net/url reads other
// parameters in "?a=1;admin=true" than many backends, and another path in some requests.
type Front struct {
	// HTTPS is set if clients use https although the connections to this server do not, because another server ends TLS.
	HTTPS bool

	// TrustedProxies are the addresses of proxies between clients and this server. The scheme of their requests is the
	// X-Forwarded-Proto field, if that is "http" or "https". ReverseProxy adds their address to X-Forwarded-For, and
	// replaces the field of all other clients.
	TrustedProxies []netip.Prefix

	// Keep lists fields of clients that ReverseProxy sends on, although it deletes them by default, such as
	// "X-HTTP-Method-Override". ReverseProxy replaces X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto in any
	// case.
	Keep []string

	// Seen, if it is not nil, is called for each request before it is answered, for logs and metrics. For a label of a
	// metric, use the Rule of the decision's mapping: the host is a choice of the client.
	Seen func(*http.Request, *httpuri.Decision)

	front *httpuri.Front
}

// NewFront returns a Front with the rules, such as [guard.ServeRules], and the mappings. hide redacts target URIs for logs:
// see [httpuri.Decision.LogText]. The error is an error of [httpuri.NewFront].
func NewFront(rules guard.Rules, hide uri.Redactor, mappings ...httpuri.Rule) (*Front, error) {
	f, err := httpuri.NewFront(rules, hide, mappings...)
	if err != nil {
		return nil, err
	}
	return &Front{front: f}, nil
}

// Decide decides about a request that a server received: see [httpuri.Front.Decide]. A request that no server received,
// such as one of [http.NewRequest], has no RequestURI, and is refused.
func (f *Front) Decide(r *http.Request) httpuri.Decision {
	if f == nil || r == nil {
		var none *httpuri.Front
		return none.Decide("", "", "", "")
	}
	return f.front.Decide(f.scheme(r), r.Method, r.RequestURI, r.Host)
}

// scheme returns the scheme that the client uses.
func (f *Front) scheme(r *http.Request) string {
	if f.trusts(r) {
		if proto := r.Header["X-Forwarded-Proto"]; len(proto) == 1 && (proto[0] == "http" || proto[0] == "https") {
			return proto[0]
		}
	}
	if f.HTTPS || r.TLS != nil {
		return "https"
	}
	return "http"
}

// trusts reports whether the client is one of TrustedProxies.
func (f *Front) trusts(r *http.Request) bool {
	if len(f.TrustedProxies) == 0 {
		return false
	}
	client, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	addr := client.Addr().Unmap().WithZone("")
	return slices.ContainsFunc(f.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// A passage is the context of a request that has passed. It holds the decision, and saves the allocation of another value.
type passage struct {
	context.Context
	decision httpuri.Decision
}

type decisionKey struct{}

func (p *passage) Value(key any) any {
	if key == (decisionKey{}) {
		return &p.decision
	}
	return p.Context.Value(key)
}

// Decided returns the decision about the request with the context, or nil if it has not passed a Front. Do not change it.
func Decided(ctx context.Context) *httpuri.Decision {
	d, _ := ctx.Value(decisionKey{}).(*httpuri.Decision)
	return d
}

// Handler returns a handler that calls next for the requests that are to be served. It answers all others with the status
// and the text of the decision, which have no byte of the request. next finds the decision by [Decided].
func (f *Front) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.Serve(w, r, f.Decide(r), next) })
}

// Serve serves a request as the handler of [Front.Handler] does, by the decision d of [Front.Decide]. Use it if
// the decision determines next. It refuses the zero Decision.
func (f *Front) Serve(w http.ResponseWriter, r *http.Request, d httpuri.Decision, next http.Handler) {
	if d.Status == 0 {
		d = f.Decide(nil)
	}
	p := &passage{r.Context(), d}
	if f.Seen != nil {
		f.Seen(r, &p.decision)
	}
	switch d.Status {
	case http.StatusOK:
		next.ServeHTTP(w, r.WithContext(p))
	case http.StatusTemporaryRedirect:
		w.Header().Set("Location", d.Location())
		w.WriteHeader(d.Status)
	default:
		http.Error(w, d.Err.Error(), d.Status)
	}
}
