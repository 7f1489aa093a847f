package httpuri_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

var routeTests = []struct {
	target, path string
	a            httpuri.Ambiguities
}{
	{"/", "/", 0},
	{"/a/b?c=/../%2f;//", "/a/b", 0},
	{"/%7Ejoe", "/~joe", 0}, // RFC 3986, section 6.2.2.2
	{"/%61%2dx%c3", "/a-x%C3", 0},
	{"http://h", "/", 0},
	{"HTTPS://h:1?q", "/", 0},
	{"http://h/a/b?c", "/a/b", 0},
	{"/a/./b", "/a/b", httpuri.AmbiguityDotSegment},
	{"/a/b/..", "/a/", httpuri.AmbiguityDotSegment},
	{"/../a", "/a", httpuri.AmbiguityDotSegment},
	{"/a/%2e%2E/b", "/b", httpuri.AmbiguityEncodedDot},
	{"/a/.%2e/b", "/b", httpuri.AmbiguityEncodedDot},
	{"/a/%2e/../b", "/b", httpuri.AmbiguityEncodedDot | httpuri.AmbiguityDotSegment},
	{"/a/.../%2e%2e%2e", "/a/.../...", 0},
	{"/.git/a.b", "/.git/a.b", 0},
	{"/a%2fb", "/a%2Fb", httpuri.AmbiguityEncodedSlash},
	{"/a/..%2fb", "/a/..%2Fb", httpuri.AmbiguityEncodedSlash | httpuri.AmbiguityDotSegment},
	{"/a/..%5cb", "/a/..%5Cb", httpuri.AmbiguityEncodedBackslash | httpuri.AmbiguityDotSegment},
	{"/a%2f%2e%2e", "/a%2F..", httpuri.AmbiguityEncodedSlash | httpuri.AmbiguityEncodedDot},
	{"/a/..;x/b", "/a/..;x/b", httpuri.AmbiguitySemicolon | httpuri.AmbiguityDotSegment},
	{"/a;b", "/a;b", httpuri.AmbiguitySemicolon},
	{"/a%3bb", "/a%3Bb", httpuri.AmbiguitySemicolon},
	{"//a", "//a", httpuri.AmbiguityDoubleSlash},
	{"/a//b", "/a//b", httpuri.AmbiguityDoubleSlash},
	{"/a//../b", "/a/b", httpuri.AmbiguityDoubleSlash | httpuri.AmbiguityDotSegment},
	{"/%252e%252e/a", "/%252e%252e/a", 0},
}

func TestRoute(t *testing.T) {
	for _, tt := range routeTests {
		path, a, err := httpuri.Route(tt.target)
		if path != tt.path || a != tt.a || err != nil {
			t.Errorf("%q: %q, %v, %v, want %q, %v", tt.target, path, a, err, tt.path, tt.a)
		}
	}
	for target, want := range map[string]string{
		"//a///b/": "/a/b/", "/a//../b": "/a/b", "/a/..//..//b": "/b", "/a%2F/b": "/a%2F/b", "http://h//": "/",
	} {
		if path, _, err := httpuri.Route(target, httpuri.RouteMergeSlashes); path != want || err != nil {
			t.Errorf("%q with merged slashes: %q, %v, want %q", target, path, err, want)
		}
	}
	for target, reason := range map[string]httpuri.Reason{
		"": httpuri.ReasonSyntax, "a": httpuri.ReasonSyntax, "/a b": httpuri.ReasonSyntax, "/a%2": httpuri.ReasonSyntax,
		"*": httpuri.ReasonForm, "urn:a": httpuri.ReasonScheme, "ftp://h/": httpuri.ReasonScheme,
		"http:///a": httpuri.ReasonNoHost,
	} {
		path, a, err := httpuri.Route(target)
		var e *httpuri.Error
		if !errors.As(err, &e) || e.Reason != reason || e.Part != httpuri.PartTarget || path != "" || a != 0 {
			t.Errorf("%q: %q, %v, %v", target, path, a, err)
		}
	}
}

// A reader is one way to read a path, as some servers do.
type reader struct{ splitFirst, merge, backslash, params, dots bool }

// segments returns the segments of path for the reader. It decodes once.
func (r reader) segments(path string) []string {
	var list []string
	if r.splitFirst {
		list = strings.Split(path, "/")
		for i := range list {
			list[i] = decodeOctets(list[i])
		}
	} else {
		path = decodeOctets(path)
		if r.backslash {
			path = strings.ReplaceAll(path, `\`, "/")
		}
		list = strings.Split(path, "/")
	}
	if r.params {
		for i := range list {
			list[i], _, _ = strings.Cut(list[i], ";")
		}
	}
	var out []string
	for i, segment := range list[1:] {
		last := i == len(list)-2
		switch {
		case r.merge && segment == "" && !last:
		case r.dots && (segment == "." || segment == ".."):
			if segment == ".." {
				out = out[:max(len(out)-1, 0)]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, segment)
		}
	}
	return out
}

// decodeOctets decodes every percent-encoding of a valid path.
func decodeOctets(path string) string {
	decoded, err := url.PathUnescape(path)
	if err != nil {
		panic(err)
	}
	return decoded
}

// checkRoute checks the promise of Route: without ambiguities, all readers of the target find the same segments, those
// of the path that Route returns.
func checkRoute(t *testing.T, target string) {
	path, a, err := httpuri.Route(target)
	if err != nil {
		return
	}
	again, b, err := httpuri.Route(path)
	if b&httpuri.AmbiguityDotSegment != 0 && a&httpuri.AmbiguityEncodedDot != 0 {
		b &^= httpuri.AmbiguityDotSegment // the dots are decoded, and a "%2F" or a ";" keeps the segment
	}
	if again != path || b&^a != 0 || err != nil {
		t.Fatalf("%q: %q, %v becomes %q, %v, %v", target, path, a, again, b, err)
	}
	merged, b, err := httpuri.Route(target, httpuri.RouteMergeSlashes)
	if strings.Contains(merged, "//") || a != b || err != nil || a&httpuri.AmbiguityDoubleSlash == 0 && merged != path {
		t.Fatalf("%q with merged slashes: %q, %v, %v", target, merged, b, err)
	}
	parsed, _ := httpuri.Parse("GET", target)
	lo, hi := parsed.Path()
	received := target[lo:hi]
	if received == "" {
		received = "/"
	}
	want := reader{splitFirst: true}.segments(path)
	for i := range 1 << 5 {
		r := reader{i&1 != 0, i&2 != 0, i&4 != 0, i&8 != 0, i&16 != 0}
		if got := r.segments(received); a == 0 && !slices.Equal(got, want) {
			t.Fatalf("%q has no ambiguity, but %+v reads %q and not %q", target, r, got, want)
		}
	}
}

// TestPlain checks that a path that passes the quick check has no ambiguities, and is its own normal form.
func TestPlain(t *testing.T) {
	random := kit.Random(t)
	plain := 0
	for range 20_000 {
		path := "/"
		for range random.IntN(5) {
			path += string("//..ab;%"[random.IntN(8)])
		}
		if !httpuri.IsPlain(path) {
			continue
		}
		plain++
		u, err := uri.Parse("http://h" + path)
		if err != nil {
			t.Fatal(err)
		}
		if a := httpuri.AmbiguitiesOf(path); a != 0 || u.Normalized().Path() != path {
			t.Fatalf("%q: %v, %q", path, a, u.Normalized().Path())
		}
	}
	if plain < 1000 {
		t.Errorf("%d plain paths", plain)
	}
}

func TestRouteAtRandom(t *testing.T) {
	pieces := strings.Fields(`/ / / . .. %2e %2E a b %61 %2f %5C ; %3b ?  %25 2e - %c0%ae http://h`)
	random := kit.Random(t)
	for range 5000 {
		target := "/"
		for range random.IntN(8) {
			target += pieces[random.IntN(len(pieces))]
		}
		checkRoute(t, target)
	}
}

func FuzzRoute(f *testing.F) {
	for _, tt := range routeTests {
		f.Add(tt.target)
	}
	f.Fuzz(checkRoute)
}
