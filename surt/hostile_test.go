package surt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/surt"
)

// An entry is the arguments of the calls.
type entry struct {
	u uri.URI
	p surt.Profile
}

// newEntry returns an entry with a + b as the URI, or else with a in its host and b in its path and query.
func newEntry(a, b string, flags uint8) *entry {
	u, err := uri.Parse(a + b)
	if err != nil {
		u, _ = uri.Parse("http://" + uri.PlaceRegName.EncodeRaw(a) + "/" + uri.PlacePath.EncodeRaw(b) + "?" +
			uri.PlaceQuery.EncodeRaw(b))
	}
	return &entry{u, surt.Profile(flags & 3)}
}

// suite lists the calls for all profiles, because growing inputs have no flags.
var suite = hostile.Suite[*entry]{
	New: newEntry,
	Calls: hostile.Calls[*entry]{
		"Profile.Key": func(x *entry) (o hostile.Outcome) {
			normal := x.u.Normalized()
			for _, p := range profiles {
				key := p.Key(x.u)
				if of := p.Key(normal); of != key {
					o.Err = fmt.Errorf("%w: the keys are %q and %q", hostile.ErrBroken, key, of)
				}
				if strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
					o.Err = fmt.Errorf("%w: %q", hostile.ErrBroken, key)
				}
				o.Text += key + "\n"
			}
			return o
		},
		"Profile.AppendKey": hostile.Appending(func(x *entry, dst []byte) ([]byte, error) {
			for _, p := range profiles {
				dst = p.AppendKey(dst, x.u)
			}
			return dst, nil
		}),
		"Profile.String": hostile.Text(func(x *entry) string { return x.p.String() }),
	},
	OffsetOf: func(error) (int, bool) { return 0, false },
	Seeds: [][2]string{
		{"", ""}, {"http://www.Example.com:80/A//b%2Fc/", "?y=%41&x=2#top"},
		{"http://192.0.2.1/(S(" + id24 + "))/", "a.aspx"},
		{"http://%C3%BC.example/?sid=" + id32, "&cfid=1&cftoken=2"}, {"urn:a:b", "%2525"}, {"//[::1]:80", "/.."},
		{"http://0x7f.1.../%2e%2E/", "%25%32%66?b&a"}, {"mailto:Joe@", "example.com?subject=a%26b"},
	},
	Shapes: []hostile.Shape{
		{"http://", "a.", ""}, {"http://h/", "%25", ""}, {"http://h/%", "25", ""}, {"http://h/?", "%2525&", ""},
		{"http://h/?", "a=b&", ""}, {"http://h/?", "b&a&", ""}, {"http://h/", "a/../", ""}, {"http://h/", "%2F..", ""},
		{"http://h/", "%2F", ""}, {"http://h/", "(s(", ".aspx"}, {"http://h/", "(" + id24 + ")/", ""},
		{"http://h/", "(" + id24 + ")/.aspx/", ".aspx"}, {"http://h/(", "s(" + id24 + ")", ")/a.aspx"},
		{"http://h/?", "sid=", id32}, {"http://h/?", "sid=" + id32 + "&", ""}, {"http://h/?", "cfid=", "&cftoken="},
		{"http://h/?", "cfid=&cftoken=", "1"}, {"http://h/?", "cfid=1&cftoken=&", ""}, {"http://", "%C3%BC", ".example"},
		{"http://", "%C3%BC.", "example"}, {"http://", ".", ""}, {"http://", "www.", ""}, {"http://", "1", ""},
		{"http://", "1.", ""},
		{"http://h/#", "%25", "41"}, {"a:", "%2F", ""}, {"", "../", ""},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
