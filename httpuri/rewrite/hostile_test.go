package rewrite_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri/rewrite"
	"github.com/urispan/uri/internal/hostile"
)

// A message is the arguments of the calls: a is a URI or the value of a field, and b is the URI of the request.
type message struct {
	a    string
	m    *rewrite.Mapping
	u    uri.URI
	from uri.URI
	n    uint8
}

func newMessage(a, b string, flags uint8) *message {
	x := &message{a: a, n: flags}
	pair := mappings[int(flags)%len(mappings)]
	x.m, _ = rewrite.New(uri.MustParse(pair[0]), uri.MustParse(pair[1]))
	x.u, _ = uri.Parse(a)
	x.from, _ = uri.Parse(b)
	return x
}

var suite = hostile.Suite[*message]{
	New: newMessage,
	Calls: hostile.Calls[*message]{
		"New": func(x *message) hostile.Outcome {
			m, err := rewrite.New(x.u, x.u)
			if (m == nil) != (err != nil) {
				err = fmt.Errorf("%w: %v, %w", hostile.ErrBroken, m, err)
			}
			return hostile.Outcome{Err: err}
		},
		"Mapping.Target": func(x *message) hostile.Outcome {
			u, err := x.m.Target(x.u)
			return hostile.Outcome{Text: u.String(), Err: err, Length: max(1, len(x.a))}
		},
		"Mapping.Reference": hostile.Text(func(x *message) string { return x.m.Reference(x.from, x.a) }),
		"Mapping.Refresh":   hostile.Text(func(x *message) string { return x.m.Refresh(x.from, x.a) + x.m.Refresh(x.from, "1;url="+x.a) }),
		"Mapping.SetCookie": hostile.Text(func(x *message) string { return x.m.SetCookie(x.a) + x.m.SetCookie("a=b;Path="+x.a) }),
		"Mapping.Header": func(x *message) hostile.Outcome {
			h := map[string][]string{"Location": {x.a, x.a}, "Content-Location": {}, "Refresh": {x.a}, "Set-Cookie": {x.a}, "A": {x.a}}
			x.m.Header(x.from, h)
			return hostile.Outcome{Text: fmt.Sprint(h)}
		},
		"Error.Error":   func(x *message) hostile.Outcome { return hostile.Outcome{Err: &rewrite.Error{Offset: len(x.a)}} },
		"Reason.String": hostile.Text(func(x *message) string { return rewrite.Reason(x.n).String() }),
	},
	OffsetOf: func(err error) (int, bool) {
		var e *rewrite.Error
		if !errors.As(err, &e) {
			return 0, false
		}
		return e.Offset, true
	},
	Seeds: [][2]string{
		{"", ""}, {"https://example.com/api/%2Fx?a#b", "http://127.0.0.1:9000/v2/a"}, {"/v2/../x", "http://b/v2/x"},
		{"a=b; Path=/v2/; Domain=b", "http://b/"}, {"5;url='/v2/x'", "http://b/v2/"}, {"//b/v2//", "http://[::1]:8/A/"},
		{"http://h/a/b/%2e%2e;/", "x:y"}, {" ", "/"},
	},
	Shapes: []hostile.Shape{
		{"https://example.com/api/", "a/", ""}, {"https://example.com/", "../api/", ""}, {"https://example.com/", "%2e%2e/", "api/"},
		{"http://h/a/", "b/../", "x"}, {"/", "v2/", "?"}, {"", "../", "v2/"}, {"5;url=", " ", "/v2/"}, {"5;url='", "'", ""},
		{"a=b", ";Path=/v2/", ""}, {"a=b;", "Domain=b;", ""}, {"5", "0", ";/"}, {"a;", ";", "Path=/v2"}, {"/v2/", "%41;", "#"},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }

// TestNil checks that a nil Mapping and the zero one have no URIs.
func TestNil(t *testing.T) {
	from := uri.MustParse("http://b/v2/x")
	for _, m := range []*rewrite.Mapping{nil, {}} {
		if _, err := m.Target(from); err == nil {
			t.Error("a URI is mapped")
		}
		h := map[string][]string{"Location": {"/v2/"}, "Refresh": {"1;url=/v2/"}, "Set-Cookie": {"a=b; Path=/; Domain=; Domain=b"}}
		want := fmt.Sprint(h)
		if m.Header(from, h); fmt.Sprint(h) != want {
			t.Errorf("%v, want %s", h, want)
		}
	}
}
