package httpuri_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

var routeTests = kit.Cases[struct {
	target, path string
	h            guard.Hazards
}]("route.txt", "routeTests")

func TestRoute(t *testing.T) {
	for _, tt := range routeTests {
		path, a, err := httpuri.Route(tt.target)
		if path != tt.path || a != tt.h || err != nil {
			t.Errorf("%q: %q, %v, %v, want %q, %v", tt.target, path, a, err, tt.path, tt.h)
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
	if a&guard.HazardEncodedDotSegment != 0 {
		b &^= guard.HazardDotSegment // the dots are decoded, and a ";" keeps the segment
	}
	if again != path || b&^a != 0 || err != nil {
		t.Fatalf("%q: %q, %v becomes %q, %v, %v", target, path, a, again, b, err)
	}
	merged, b, err := httpuri.Route(target, httpuri.RouteMergeSlashes)
	if strings.Contains(merged, "//") || a != b || err != nil || a&guard.HazardDoubleSlash == 0 && merged != path {
		t.Fatalf("%q with merged slashes: %q, %v, %v", target, merged, b, err)
	}
	parsed, _ := httpuri.Parse("GET", target)
	lo, hi, _ := parsed.Range(uri.ComponentPath)
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
