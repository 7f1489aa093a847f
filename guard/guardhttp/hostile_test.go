package guardhttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/neturl"
)

// The tests call every exported function and method with hostile arguments. The server is one that answers with them.

// The arguments of the calls.
type arguments struct {
	v         *url.URL // from url.Parse(a), or with a and b in its fields
	host      string
	policy    *guard.Policy
	transport *guardhttp.Transport
	client    *http.Client
}

func newArguments(a, b string, flags uint8) *arguments {
	x := new(arguments)
	var err error
	if x.v, err = url.Parse(a); err != nil || flags&1 == 1 {
		x.v = &url.URL{Scheme: "http", Host: a, Path: b, RawQuery: a, Fragment: b}
	}
	if flags&2 != 0 {
		x.host = b
	}
	if flags&4 != 0 {
		x.v.Opaque, x.v.RawPath = b, a
	}
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		panic(err)
	}
	x.policy = policy
	location := []string{b}
	base := &roundTripper{roundTrip: func(r *http.Request) (*http.Response, error) {
		if err := passes(policy, r); err != nil {
			return nil, err
		}
		resp := answer(http.StatusFound, strings.NewReader(a))
		resp.Header["Location"] = location
		return resp, nil
	}}
	x.transport = guardhttp.NewTransport(policy, base)
	x.transport.MaxBody = 100
	x.client = &http.Client{Transport: x.transport, CheckRedirect: guardhttp.LimitRedirects(int(flags & 3))}
	return x
}

// passes returns an error if the policy refuses the URL of a request that a base gets.
func passes(policy *guard.Policy, r *http.Request) error {
	u, changes, err := neturl.From(r.URL)
	if err == nil {
		err = policy.Check(u)
	}
	if err != nil || changes != 0 {
		return fmt.Errorf("%w: a request with %v, %w", hostile.ErrBroken, changes, err)
	}
	return nil
}

var calls = hostile.Calls[*arguments]{
	"Transport.RoundTrip": func(x *arguments) (o hostile.Outcome) {
		resp, err := x.transport.RoundTrip(&http.Request{Method: "GET", URL: x.v, Host: x.host})
		if err != nil {
			return hostile.Outcome{Err: err}
		}
		body, err := io.ReadAll(resp.Body)
		if len(body) > 100 {
			err = fmt.Errorf("%w: %d bytes", hostile.ErrBroken, len(body))
		}
		return hostile.Outcome{Number: uint64(len(body)), Err: err}
	},
	"LimitRedirects": func(x *arguments) (o hostile.Outcome) {
		resp, err := x.client.Get("http://example.com/a")
		if errors.Is(err, hostile.ErrBroken) {
			return hostile.Outcome{Err: err}
		}
		return hostile.Outcome{Number: hostile.One(resp != nil) + 2*hostile.One(err != nil)}
	},
	"NewClient": func(x *arguments) hostile.Outcome {
		return hostile.Outcome{Number: uint64(guardhttp.NewClient(nil).Timeout)}
	},
	"DialContext": func(x *arguments) hostile.Outcome {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		conn, err := guardhttp.DialContext(nil, nil)(ctx, "tcp", x.v.Host)
		if conn != nil || err == nil {
			err = fmt.Errorf("%w: a connection without a policy", hostile.ErrBroken)
		}
		return hostile.Outcome{Number: hostile.One(errors.Is(err, hostile.ErrBroken))}
	},
	"Check": func(x *arguments) (o hostile.Outcome) {
		u, _, err := neturl.From(x.v)
		if err != nil {
			return o
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		err = guardhttp.Check(ctx, x.policy, nil, u)
		if err == nil && u.HostKind() == uri.HostRegName {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q has an address without a lookup", hostile.ErrBroken, u)}
		}
		return hostile.Outcome{Number: hostile.One(err == nil)}
	},
	"NewTransportDialer": func(x *arguments) hostile.Outcome {
		return hostile.Outcome{Number: uint64(guardhttp.NewTransportDialer(x.policy, nil, nil).MaxBody)}
	},
	"NewRequest": func(x *arguments) (o hostile.Outcome) {
		u, _, err := neturl.From(x.v)
		if err != nil {
			return o
		}
		r, err := guardhttp.NewRequest(context.Background(), x.host, u, nil)
		if (r == nil) != (err != nil) {
			return hostile.Outcome{Err: fmt.Errorf("%w: %v, %w", hostile.ErrBroken, r, err)}
		}
		return hostile.Outcome{Number: hostile.One(err == nil)}
	},
	"NewTransport": func(x *arguments) hostile.Outcome {
		return hostile.Outcome{Number: uint64(guardhttp.NewTransport(nil, x.transport).MaxBody)}
	},
	"Transport.CloseIdleConnections": func(*arguments) (o hostile.Outcome) {
		new(guardhttp.Transport).CloseIdleConnections()
		return o
	},
}

var suite = hostile.Suite[*arguments]{
	New:   newArguments,
	Calls: calls,
	OffsetOf: func(err error) (int, bool) {
		var e *uri.Error
		if !errors.As(err, &e) {
			return 0, false
		}
		return e.Offset, true
	},
	Seeds: [][2]string{
		{"", ""}, {"http://example.com/a", "b.example"}, {"http://bücher.example/ü?ü#ü", "/a b"},
		{"http://h/%zz", "//h:x"},
		{"http://example.com", "http://u:p@h/"}, {"a b<é\xff\x00", "é"}, {"http://[::1%25en0]:80", "\r\n"},
		{"example.com", "a"},
	},
	Shapes: []hostile.Shape{
		{"", "a.", "com"}, {"", "ü", ".com"}, {"", "ü.", "com"}, {"", "%41", ""}, {"http://h.example/", "%2e%2E/", ""},
		{"http://h.example/", "ü", ""}, {"http://h.example/?", "<", ""}, {"http://h.example/", "a b", ""},
		{"http://", "ü.", "com"}, {"http://u:", ":", "@h"}, {"", "\xff", ""}, {"http://[", ":", "]"}, {"", "//", ""},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
