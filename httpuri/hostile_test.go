package httpuri_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call every exported function and method with hostile arguments.

// A received has the arguments of the calls: a is used as a request-target and as a URI, b as the value of Host and as
// a URI.
type received struct {
	a, b    string
	method  string
	u       uri.URI        // a, if it is a reference
	target  httpuri.Target // a, if it is one
	origin  httpuri.Origin // of u, if it has one
	number  uint8
	request httpuri.Request
	mapping *httpuri.Mapping
	match   httpuri.Match // of front for a and b

	decision httpuri.Decision // of wholeFront for a and b
}

// wholeFront has mappings for all hosts.
var wholeFront = func() *httpuri.Front {
	f, err := httpuri.NewFront(guard.ServeRules(), uri.Redactor{QueryKeys: []string{"a"}}, httpuri.Rule{Public: "/", Backend: "http://b/v2/", KeepHost: true},
		httpuri.Rule{Public: "//example.com/a/", Backend: "http://b/", Allow: guard.HazardEncodedSlash, AddSlash: true})
	if err != nil {
		panic(err)
	}
	return f
}()

// front has mappings of all forms, with hazards that they allow.
var front = func() *httpuri.Mappings {
	ms, err := httpuri.NewMappings(
		httpuri.Rule{Public: "https://example.com/api/", Backend: "http://b/", Allow: guard.HazardEncodedSlash | guard.HazardSemicolon, AddSlash: true},
		httpuri.Rule{Public: "//*.example.com:8080/a/", Backend: "http://b/v2/", Allow: guard.HazardDoubleSlash},
		httpuri.Rule{Public: "/", Backend: "http://b/", Allow: guard.HazardDoubleSlash | guard.HazardEncodedBackslash, KeepHost: true},
		httpuri.Rule{Public: "/a/%41", Backend: "http://b/x"},
	)
	if err != nil {
		panic(err)
	}
	return ms
}()

func newReceived(a, b string, flags uint8) *received {
	x := &received{a: a, b: b, number: flags}
	x.method = []string{"GET", "CONNECT", "OPTIONS", a}[flags&3]
	x.u, _ = uri.Parse(a)
	x.target, _ = httpuri.Parse(x.method, a)
	x.origin, _ = httpuri.OriginOf(x.u)
	x.request = httpuri.Request{Scheme: "https", Method: x.method, Target: a, Host: []string{b, b}[:1+flags>>7],
		AllowUserinfo: flags&4 != 0, EncodeTarget: flags&16 != 0}
	if flags&8 != 0 {
		x.request.Scheme = b
	}
	pair := mappings[int(flags)%len(mappings)]
	ms, _ := httpuri.NewMappings(httpuri.Rule{Public: pair[0], Backend: pair[1]})
	x.mapping = find(ms, uri.MustParse(pair[0])).Mapping
	x.match = front.Find("https", b, a)
	x.decision = wholeFront.Decide("https", x.method, a, b)
	return x
}

// component returns the outcome of an accessor of x.target.
func component(x *received, lo, hi int, ok bool) (o hostile.Outcome) {
	if lo < 0 || hi < lo || hi > len(x.a) || !ok && lo != hi {
		o.Err = fmt.Errorf("%w: %d, %d, %v", hostile.ErrBroken, lo, hi, ok)
		return o
	}
	return hostile.Outcome{Text: x.a[lo:hi]}
}

// resulting returns the outcome of a function that returns a URI, which must be valid.
func resulting(u uri.URI, err error) hostile.Outcome {
	v, parseErr := uri.Parse(u.String())
	if u != v || err != nil && u != (uri.URI{}) {
		err = fmt.Errorf("%w: %q, %w, %w", hostile.ErrBroken, u, err, parseErr)
	}
	return hostile.Outcome{Text: u.String(), Err: err}
}

var receivedCalls = hostile.Merge(hostile.Stored("Origin", func(x *received) (httpuri.Origin, string) { return x.origin, x.a }), hostile.Calls[*received]{
	"Parse": func(x *received) hostile.Outcome {
		t, err := httpuri.Parse(x.method, x.a)
		s, sErr := httpuri.Parse(x.method, []byte(x.a))
		if t != s || fmt.Sprint(err) != fmt.Sprint(sErr) {
			err = fmt.Errorf("%w: bytes give %v, %w", hostile.ErrBroken, s, sErr)
		}
		return hostile.Outcome{Number: uint64(t.Form()), Err: err, Length: max(1, len(x.a))}
	},
	"Mapping.Rule":            func(x *received) hostile.Outcome { return hostile.Outcome{Text: x.mapping.Rule().Public} },
	"Mapping.ForwardedPrefix": hostile.Text(func(x *received) string { return x.mapping.ForwardedPrefix() }),
	"Mapping.Reference":       hostile.Text(func(x *received) string { return x.mapping.Reference(x.u, x.b) }),
	"Mapping.Header": func(x *received) hostile.Outcome {
		h := map[string][]string{"Location": {x.a, x.b}, "Content-Location": {}, "Refresh": {x.a}, "Set-Cookie": {x.a}, "A": {x.a}}
		x.mapping.Header(x.u, h)
		return hostile.Outcome{Text: fmt.Sprint(h)}
	},
	"NewMappings": func(x *received) hostile.Outcome {
		ms, err := httpuri.NewMappings(httpuri.Rule{Public: x.a, Backend: "http://b/"}, httpuri.Rule{Public: x.b, Backend: x.a})
		if (ms == nil) != (err != nil) {
			err = fmt.Errorf("%w: %v, %w", hostile.ErrBroken, ms, err)
		}
		return hostile.Outcome{Err: err}
	},
	"Mappings.Find": func(x *received) (o hostile.Outcome) {
		m := front.Find("http", x.b, x.a)
		if m.Outcome == 0 || (m.Mapping != nil) != (m.Outcome == httpuri.OutcomeMapped || m.Outcome == httpuri.OutcomeRedirect) {
			o.Err = fmt.Errorf("%w: %v", hostile.ErrBroken, m.Outcome)
		}
		return o
	},
	"NewFront": func(x *received) hostile.Outcome {
		_, err := httpuri.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: x.a, Backend: x.b})
		return hostile.Outcome{Err: err}
	},
	"Front.Decide": func(x *received) (o hostile.Outcome) {
		d := wholeFront.Decide("http", x.method, x.a, x.b)
		if (d.Status == 200) != (d.Err == nil) || d.Status == 0 || (d.Target() != "") != (d.Status == 200) {
			o.Err = fmt.Errorf("%w: %d, %w", hostile.ErrBroken, d.Status, d.Err)
		}
		return hostile.Outcome{Number: uint64(d.Status), Err: o.Err}
	},
	"Decision.URI":     func(x *received) hostile.Outcome { return resulting(x.decision.URI(), nil) },
	"Decision.Backend": func(x *received) hostile.Outcome { return resulting(x.decision.Backend(), nil) },
	"Decision.Mapping": func(x *received) hostile.Outcome { return hostile.Outcome{Text: x.decision.Mapping().Rule().Public} },
	"Decision.Target": func(x *received) (o hostile.Outcome) {
		if o.Text = x.decision.Target(); o.Text != "" && (o.Text[0] != '/' || strings.HasPrefix(o.Text, "//")) {
			o.Err = fmt.Errorf("%w: %q", hostile.ErrBroken, o.Text)
		}
		return o
	},
	"Decision.Location": hostile.Text(func(x *received) string { return x.decision.Location() }),
	"Decision.LogText": func(x *received) (o hostile.Outcome) {
		if o.Text = x.decision.LogText(); strings.Contains(o.Text, hostile.Secret+"@") {
			o.Err = fmt.Errorf("%w: %q", hostile.ErrBroken, o.Text)
		}
		return o
	},
	"Decision.Format": func(x *received) (o hostile.Outcome) {
		if o.Text = fmt.Sprintf("%v|%#v|%s", x.decision, x.decision, &x.decision); strings.Contains(o.Text, hostile.Secret+"@") {
			o.Err = fmt.Errorf("%w: %q", hostile.ErrBroken, o.Text)
		}
		return o
	},
	"Mapping.Backend": func(x *received) hostile.Outcome { return resulting(x.mapping.Backend(), nil) },
	"Outcome.Error":   hostile.Text(func(x *received) string { return httpuri.Outcome(x.number).Error() }),
	"Match.Target": func(x *received) (o hostile.Outcome) {
		if o.Text = x.match.Target(); o.Text != "" && (o.Text[0] != '/' || strings.HasPrefix(o.Text, "//")) {
			o.Err = fmt.Errorf("%w: %q", hostile.ErrBroken, o.Text)
		}
		return o
	},
	"Match.Location": func(x *received) (o hostile.Outcome) {
		if o.Text = x.match.Location(); o.Text != "" && (o.Text[0] != '/' || strings.HasPrefix(o.Text, "//")) {
			o.Err = fmt.Errorf("%w: %q", hostile.ErrBroken, o.Text)
		}
		return o
	},
	"ParseHost": func(x *received) hostile.Outcome {
		n, err := httpuri.ParseHost(x.b)
		if n < 0 || n > len(x.b) {
			err = fmt.Errorf("%w: %d", hostile.ErrBroken, n)
		}
		return hostile.Outcome{Number: uint64(n), Err: err, Length: max(1, len(x.b))}
	},
	"Target.Range": func(x *received) (o hostile.Outcome) {
		for c := range uri.ComponentFragment + 2 {
			lo, hi, ok := x.target.Range(c)
			o = component(x, lo, hi, ok)
			if errors.Is(o.Err, hostile.ErrBroken) {
				break
			}
		}
		return o
	},
	"Target.Form":       func(x *received) hostile.Outcome { return hostile.Outcome{Text: x.target.Form().String()} },
	"Request.TargetURI": func(x *received) hostile.Outcome { return resulting(x.request.TargetURI()) },
	"Request.Format": func(x *received) (o hostile.Outcome) {
		o.Text = fmt.Sprintf("%v|%#v|%s", x.request, &x.request, x.request)
		if strings.Contains(o.Text, ":"+hostile.Secret+"@") {
			o.Err = fmt.Errorf("%w: %s", hostile.ErrBroken, o.Text)
		}
		return o
	},
	"Redirect": func(x *received) hostile.Outcome {
		u, err := httpuri.Redirect(x.u, x.b)
		if v, rawErr := httpuri.Redirect(x.u, x.b, httpuri.RedirectEncodeRaw); err == nil && (v != u || rawErr != nil) {
			err = fmt.Errorf("%w: %q, %w", hostile.ErrBroken, v, rawErr)
		}
		return resulting(u, err)
	},
	"Check": func(x *received) hostile.Outcome { return hostile.Outcome{Err: httpuri.Check(x.u)} },
	"OriginOf": func(x *received) hostile.Outcome {
		o, err := httpuri.OriginOf(x.u)
		if (o == httpuri.Origin{}) != (err != nil) {
			err = fmt.Errorf("%w: %v in spite of %w", hostile.ErrBroken, o, err)
		}
		return hostile.Outcome{Text: o.String(), Err: err}
	},
	"Origin.Scheme": func(x *received) hostile.Outcome { return hostile.Outcome{Text: x.origin.Scheme()} },
	"Origin.Host":   func(x *received) hostile.Outcome { return hostile.Outcome{Text: x.origin.Host()} },
	"Origin.Port":   func(x *received) hostile.Outcome { return hostile.Outcome{Number: uint64(x.origin.Port())} },
	"Origin.String": func(x *received) (o hostile.Outcome) {
		o.Text = x.origin.String()
		if again, err := httpuri.OriginOf(uri.MustParse(strings.Replace(o.Text, "null", "http://h/", 1))); err != nil ||
			o.Text != "null" && again != x.origin {
			o.Err = fmt.Errorf("%w: %q is of another origin: %w", hostile.ErrBroken, o.Text, err)
		}
		return o
	},
	"Error.Error":   func(x *received) hostile.Outcome { return hostile.Outcome{Err: &httpuri.Error{Offset: len(x.a)}} },
	"Form.String":   func(x *received) hostile.Outcome { return hostile.Outcome{Text: httpuri.Form(x.number).String()} },
	"Part.String":   func(x *received) hostile.Outcome { return hostile.Outcome{Text: httpuri.Part(x.number).String()} },
	"Reason.String": func(x *received) hostile.Outcome { return hostile.Outcome{Text: httpuri.Reason(x.number).String()} },
})

var receivedSuite = hostile.Suite[*received]{
	New:   newReceived,
	Calls: receivedCalls,
	OffsetOf: func(err error) (int, bool) {
		if e := (*httpuri.Error)(nil); errors.As(err, &e) {
			return e.Offset, true
		}
		if e := (*uri.Error)(nil); errors.As(err, &e) {
			return e.Offset, true
		}
		return 0, false
	},
	Seeds: [][2]string{
		{"", ""}, {"/where?q=now", "example.com"}, {"http://u:p@h:080/a/../b?q", "h:443"}, {"h:443", "h:443"}, {"*", ""},
		{"//evil/", "[::1]:80"}, {"https://example.com/api/%2Fx?a#b", "5;url='/v2/x'"}, {"/api/%2f;a", "EXAMPLE.com.:443"}, {"/a//b", "x.example.com:8080"},
		{"a=b; Path=/v2/; Domain=b", "http://b/"}, {"http://b/v2/x", "/v2/é?[|]"}, {"/api?x", "example.com"}, {"/a\\b/é[", "[::1]"}, {"http:///x", "a@b"}, {"/ ", "a b"}, {"https://example.com", "../g#f"}, {"[::1", "[::1"},
	},
	Shapes: []hostile.Shape{
		{"/", "../", ""}, {"/", "%41", ""}, {"http://", "a", "/"}, {"http://", "a.", ":80/"}, {"http://h:", "0", "80"},
		{"", "a", ":80"}, {"", "1", ":1"}, {"[", ":", "]:80"}, {"/?", "&a", ""}, {"/", "a", " "}, {"http://u", ":", "@h/"},
		{"https://example.com/", "../api/", ""}, {"https://example.com/", "%2e%2e/", "api/"}, {"5;url=", " ", "/v2/"}, {"a=b;", "Domain=b;", ""},
		{"/api/", ";%2F", ""}, {"/", "//", "a"}, {"/", "é[", "?"}, {"/a/", "..;", "x"}, {"https://%", "41%", "41/"}, {"//", "@", ""}, {"x:", ":", ""},
	},
}

// TestNilMapping checks that a nil Mapping and the zero one have no URIs, and that nil Mappings have no mapping.
func TestNilMapping(t *testing.T) {
	from := uri.MustParse("http://b/v2/x")
	for _, m := range []*httpuri.Mapping{nil, {}} {
		if m.Rule() != (httpuri.Rule{}) || m.ForwardedPrefix() != "" {
			t.Error("a URI is mapped")
		}
		h := map[string][]string{"Location": {"/v2/"}, "Refresh": {"1;url=/v2/"}, "Set-Cookie": {"a=b; Path=/; Domain=; Domain=b"}}
		want := fmt.Sprint(h)
		if m.Header(from, h); fmt.Sprint(h) != want {
			t.Errorf("%v, want %s", h, want)
		}
	}
	for _, ms := range []*httpuri.Mappings{nil, {}} {
		if m := ms.Find("http", "h", "/"); m.Outcome != httpuri.OutcomeNoHost || m.Target() != "" || m.Location() != "" {
			t.Errorf("%v", m)
		}
	}
}

func TestCallsComplete(t *testing.T) { receivedSuite.TestComplete(t) }
func TestAppends(t *testing.T)       { receivedSuite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { receivedSuite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { receivedSuite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { receivedSuite.Fuzz(f) }
