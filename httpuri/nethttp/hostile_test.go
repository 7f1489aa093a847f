package nethttp_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call every exported function with hostile arguments.

var methods = []string{"GET", "CONNECT", "OPTIONS", ""}

func newHostileRequest(a, b string, flags uint8) *http.Request {
	r := &http.Request{Method: methods[flags&3], URL: new(url.URL), RequestURI: a, Host: b}
	if flags&4 != 0 {
		r.TLS = new(tls.ConnectionState)
	}
	return r
}

// front has a mapping for all hosts.
var front = func() *nethttp.Front {
	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{QueryKeys: []string{"a"}}, httpuri.Rule{Public: "/", Backend: "http://b/v2/"})
	if err != nil {
		panic(err)
	}
	return f
}()

var suite = hostile.Suite[*http.Request]{
	New: newHostileRequest,
	Calls: hostile.Calls[*http.Request]{
		"NewFront": func(r *http.Request) hostile.Outcome {
			_, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: r.RequestURI, Backend: r.Host})
			return hostile.Outcome{Err: err}
		},
		"Front.Decide": func(r *http.Request) hostile.Outcome {
			d := front.Decide(r)
			return hostile.Outcome{Text: d.LogText() + d.Target(), Number: uint64(d.Status)}
		},
		"Front.Handler": func(r *http.Request) (o hostile.Outcome) {
			w := httptest.NewRecorder()
			front.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if d := nethttp.Decided(r.Context()); d == nil || d.Status != 200 {
					o.Err = fmt.Errorf("%w: %v", hostile.ErrBroken, d)
				}
			})).ServeHTTP(w, r)
			o.Number = uint64(w.Code)
			return o
		},
		"Front.Serve": func(r *http.Request) (o hostile.Outcome) {
			next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
			w := httptest.NewRecorder()
			d := front.Decide(r)
			front.Serve(w, r, d, next)
			if d.Status != w.Code && (d.Status != http.StatusOK || w.Code != http.StatusNoContent) {
				o.Err = fmt.Errorf("%w: %d for %v", hostile.ErrBroken, w.Code, d)
			}
			w = httptest.NewRecorder()
			if front.Serve(w, r, httpuri.Decision{}, next); w.Code != http.StatusBadRequest {
				o.Err = fmt.Errorf("%w: %d for the zero Decision", hostile.ErrBroken, w.Code)
			}
			o.Number = uint64(d.Status)
			return o
		},
		"Front.ReverseProxy": func(r *http.Request) hostile.Outcome {
			w := httptest.NewRecorder()
			front.Handler(front.ReverseProxy(roundTripper(func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 204, Header: http.Header{"Location": {r.URL.Opaque}}, Body: http.NoBody}, nil
			}))).ServeHTTP(w, r)
			return hostile.Outcome{Text: w.Header().Get("Location"), Number: uint64(w.Code)}
		},
		"Decided": func(r *http.Request) hostile.Outcome {
			return hostile.Outcome{Number: uint64(len(fmt.Sprint(nethttp.Decided(r.Context()) == nil)))}
		},
		"Request": func(r *http.Request) hostile.Outcome {
			q := nethttp.Request(r)
			return hostile.Outcome{Text: q.Scheme + q.Method + q.Target + q.Host[0]}
		},
		"TargetURI": func(r *http.Request) hostile.Outcome {
			u, err := nethttp.TargetURI(r)
			if err == nil {
				var again uri.URI
				if again, err = uri.Parse(u.String()); u != again {
					err = fmt.Errorf("%w: %q: %v", hostile.ErrBroken, u, err)
				}
			}
			return hostile.Outcome{Text: u.String(), Err: err}
		},
	},
	OffsetOf: func(err error) (int, bool) {
		var e *httpuri.Error
		if !errors.As(err, &e) {
			return 0, false
		}
		return e.Offset, true
	},
	Seeds: [][2]string{
		{"", ""}, {"/where?q=now", "h"}, {"*", "[::1]:80"}, {"http://u:p@h/a", "h"}, {"h:80", ""}, {"//a/../b", "a:b"},
		{"a b<é\xff\x00", "é"}, {"/#", "h/a"},
	},
	Shapes: []hostile.Shape{
		{"/", "../", ""}, {"/", "%41", ""}, {"/", "ü", ""}, {"http://h/", "a", ""}, {"/?", "a", "#"},
		{"", "a.", ""}, {"", "[", ""}, {"", ":", ""},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
