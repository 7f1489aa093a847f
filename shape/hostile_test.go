package shape_test

import (
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/shape"
)

// newURI returns a + b as a URI, or else with a in its path and b in its query.
func newURI(a, b string, _ uint8) uri.URI {
	u, err := uri.Parse(a + b)
	if err != nil {
		u, _ = uri.Parse("http://h/" + uri.PlacePath.EncodeRaw(a) + "?" + uri.PlaceQuery.EncodeRaw(b))
	}
	return u
}

var suite = hostile.Suite[uri.URI]{
	New: newURI,
	Calls: hostile.Calls[uri.URI]{
		"Key1": hostile.Text(shape.Key1),
		"AppendKey1": hostile.Appending(func(u uri.URI, dst []byte) ([]byte, error) {
			return shape.AppendKey1(dst, u), nil
		}),
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
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
