package neturl_test

import (
	"errors"
	"fmt"
	"net/url"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/whatwg"
)

// The tests call every exported function and method with hostile arguments.

// The arguments of the calls. All calls share them.
type arguments struct {
	a, b    string
	u       uri.URI    // a, if it is one
	w       whatwg.URL // from whatwg.Parse(a)
	v       *url.URL   // from url.Parse(a), or with a and b in its fields
	changes neturl.Changes
}

func newArguments(a, b string, flags uint8) *arguments {
	x := &arguments{a: a, b: b, changes: neturl.Changes(flags) << (flags & 8)}
	x.u, _ = uri.Parse(a)
	x.w, _ = whatwg.Parse(a)
	var err error
	if x.v, err = url.Parse(a); err != nil || flags&1 == 1 {
		x.v = &url.URL{Host: a, Path: b, RawQuery: a, Fragment: b, User: url.UserPassword(a, b), OmitHost: flags&2 != 0}
	}
	if flags&4 != 0 {
		x.v.Scheme, x.v.Opaque, x.v.RawPath, x.v.RawFragment = "s", b, a, a
	}
	return x
}

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *uri.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

var calls = hostile.Calls[*arguments]{
	"To": func(x *arguments) hostile.Outcome {
		v, changes := neturl.To(x.u)
		again, more, err := neturl.From(v)
		if err != nil || more != 0 || changes == 0 && again != x.u {
			err = fmt.Errorf("%w: %q becomes %q, %v, %v, %v", hostile.ErrBroken, x.u, v, changes, more, err)
		}
		return hostile.Outcome{Text: v.String(), Number: uint64(changes), Err: err}
	},
	"OfWHATWG": func(x *arguments) hostile.Outcome {
		v, changes := neturl.OfWHATWG(x.w)
		text, err := v.String(), error(nil)
		if (changes == 0) != (text == x.w.Href()) {
			err = fmt.Errorf("%w: %q becomes %q, %v", hostile.ErrBroken, x.w, v, changes)
		}
		return hostile.Outcome{Text: text, Number: uint64(changes), Err: err}
	},
	"Parse": func(x *arguments) hostile.Outcome {
		u, changes, err := neturl.Parse(x.a)
		if again, _, _ := neturl.Parse(u.String()); again != u || err == nil && (changes == 0) != (u.String() == x.a) {
			err = fmt.Errorf("%w: %q becomes %q, %v, %w", hostile.ErrBroken, u, again, changes, err)
		}
		return hostile.Outcome{Text: u.String(), Number: uint64(changes), Err: err, Length: max(1, len(x.a))}
	},
	"From": func(x *arguments) hostile.Outcome {
		u, changes, err := neturl.From(x.v)
		if err == nil {
			var again uri.URI
			if again, err = uri.Parse(u.String()); u != again {
				err = fmt.Errorf("%w: %q: %v", hostile.ErrBroken, u, err)
			}
		}
		return hostile.Outcome{Text: u.String(), Number: uint64(changes), Err: err}
	},
	"Changes.String": func(x *arguments) hostile.Outcome { return hostile.Outcome{Text: x.changes.String()} },
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"http://u:p@example.com:8042/over/there?name=ferret#nose", "a:b"}, {"HTTP://%41%2F/", "//b"},
	{"mailto:a@b", "/a[b]"}, {"//[::1%25en0]:80", "%zz"}, {"a b<é\xff\x00", "é"}, {"///a", "*"}, {"s://?#", "."},
}

// shapes are valid and invalid inputs that grow.
var shapes = []hostile.Shape{
	{"", "../", ""}, {"", "%41", ""}, {"", "%2F", ""}, {"", "a", ":"}, {"x:", ":", ""}, {"//u:", ":", "@h"},
	{"//", "@", ""}, {"//", "%41", ""}, {"//", "a:", "80"}, {"http://h", "/a", ""}, {"", "é/", ""}, {"", "\xff", ""},
	{"//", "%C3%A9", ""}, {"?", "%zz", ""}, {"#", "%e9", ""}, {"#", "[", ""}, {"//h:", "0", "80"}, {"[", ":", "]"},
	{"", "<", ""}, {"//", "a.", ""}, {"x:", "/", ""}, {"S", "S", "://h"},
	{"x://", "%2F", ""}, {"x://", "%", ""}, {"https://h/", "|", ""}, {"https://h/", "[", ""}, {"https://h/?", "%zz", ""},
	{"//u", "@", "h/"}, {"//", "<", "/"},
	{"", " ", "?"}, {"mailto:", "%", ""}, {"https://h/#", "#", ""},
	{"https://u", "%", "@h/"}, {"https://", "{", "/"},
}

var suite = hostile.Suite[*arguments]{New: newArguments, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
