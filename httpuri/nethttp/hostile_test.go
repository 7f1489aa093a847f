package nethttp_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call every exported function with hostile arguments.

var methods = []string{"GET", "CONNECT", "OPTIONS", ""}

func newHostileRequest(a, b string, flags uint8) *http.Request {
	r := &http.Request{Method: methods[flags&3], RequestURI: a, Host: b}
	if flags&4 != 0 {
		r.TLS = new(tls.ConnectionState)
	}
	return r
}

var suite = hostile.Suite[*http.Request]{
	New: newHostileRequest,
	Calls: hostile.Calls[*http.Request]{
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
