package urlkey_test

import (
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/urlkey"
	"github.com/urispan/uri/whatwg"
)

// newURI returns a + b as a URI. If a + b is not a URI, it returns one with a in its path and b in its query.
func newURI(a, b string, _ uint8) uri.URI {
	u, err := uri.Parse(a + b)
	if err != nil {
		u, _ = uri.Parse("http://h/" + uri.PlacePath.EncodeRaw(a) + "?" + uri.PlaceQuery.EncodeRaw(b))
	}
	return u
}

func sum(f func(uri.URI) [16]byte) func(uri.URI) hostile.Outcome {
	return hostile.Text(func(u uri.URI) string {
		s := f(u)
		return string(s[:])
	})
}

var suite = hostile.Suite[uri.URI]{
	New: newURI,
	Calls: hostile.Calls[uri.URI]{
		"Page1":       hostile.Text(urlkey.Page1),
		"ParamNames1": hostile.Text(urlkey.ParamNames1),
		"Sum1":        sum(urlkey.Sum1),
		"Hash1":       func(u uri.URI) hostile.Outcome { return hostile.Outcome{Number: urlkey.Hash1(u)} },
		"Unwrap": hostile.Optional(func(u uri.URI) (string, bool) {
			w, _ := whatwg.Parse(u.String())
			target, ok := urlkey.Unwrap(w)
			return target.Href(), ok
		}),
		"Shape1": hostile.Text(urlkey.Shape1),
	},
	OffsetOf: func(error) (int, bool) { return 0, false },
	Seeds: [][2]string{
		{"", ""}, {"http://u@Example.com:80/A//17/", "?y=%41&x=2#top"}, {"/2024-05-06T07:08", "?a=2024-05-06+07:08:09.5+02:00"},
		{"http://h/123e4567-e89b-12d3-a456-426614174000/", "cafebabecafebabe"}, {"?1", "&2=3&"}, {"%", "\xff"},
	},
	Shapes: []hostile.Shape{
		{"http://h/", "1", ""}, {"http://h/", "1/", ""}, {"http://h/?a=1", "1", "."}, {"http://h/?", "&a=1", ""},
		{"http://h/", "a", "g"}, {"http://h/", "2024-05-06/", ""}, {"http://h/2024-05-06T07:08:09.", "1", ""},
		{"http://h/?a=2024-05-06%20", "%20", ""}, {"http://h/", "a/../", ""}, {"http://h/?", "a=2024-05-06T07%3A08&", ""},
		{"http://h/", "index.php/", ""}, {"http://h/?", "amp;", "gclid"}, {"http://h/?", "&utm_x", ""}, {"http://h/?", "b&a&", ""},
		{"https://urldefense.com/v3/__http://h/", "*", "__;Kw!"}, {"https://href.li/?", "https://href.li/?", "http://h"},
		{"https://urldefense.com/v3/__http://h/**___;", "Kysr", "!"}, {"https://google.com/amp/s/", "google.com/amp/s/", ""},
		{"https://vk.com/away.php?to=", "https%3A%2F%2Fvk.com%2Faway.php%3Fto=", ""}, {"http://instagram.com", ".", "/?igsh"}, {"http://h/?", "%", "="},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
