package glance_test

import (
	"bytes"
	"fmt"
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/ranges"
)

// This file calls every exported function with hostile input: with texts and their ranges, with arguments that do not
// belong together, and with a buffer that changes.

// An argument is a text, and a reference with its ranges: the text itself if it is one, otherwise the empty reference.
type argument struct {
	text string
	ref  string
	r    fsm.Ranges
}

func newArgument(a, _ string, _ uint8) *argument {
	x := &argument{text: a, ref: a}
	if _, ok := fsm.Scan(a, &x.r); !ok {
		x.ref, x.r = "", fsm.Ranges{}
	}
	return x
}

// glanced makes a call of a function that returns a number, or one of the types of bits of this package.
func glanced[X any, N ~uint8](f func(x X) N) func(x X) hostile.Outcome {
	return func(x X) hostile.Outcome { return hostile.Outcome{Number: uint64(f(x))} }
}

// look calls glance.Look with the offsets of r.
func look(s string, r *fsm.Ranges) (t glance.Traits, normal bool) {
	o := (*ranges.Ranges)(r).Offsets()
	return glance.Look(s, o.Authority != 0, o.SchemeEnd, o.Host, o.HostEnd, o.Path, o.PathEnd)
}

var calls = hostile.Calls[*argument]{
	"TraitsOf": glanced(func(x *argument) glance.Traits { return glance.TraitsOf(x.ref, &x.r) }),
	"IsNormal": func(x *argument) hostile.Outcome {
		o := hostile.Outcome{Number: hostile.One(glance.IsNormal(x.ref, &x.r))}
		if o.Number == 1 && glance.TraitsOf(x.ref, &x.r) != 0 {
			o.Err = fmt.Errorf("%w: normal, but with traits", hostile.ErrBroken)
		}
		return o
	},
	"Look": func(x *argument) (o hostile.Outcome) {
		traits, normal := look(x.ref, &x.r)
		if traits != glance.TraitsOf(x.ref, &x.r) || !normal && glance.IsNormal(x.ref, &x.r) || normal && traits != 0 {
			o.Err = fmt.Errorf("%w: traits %b, normal %v", hostile.ErrBroken, traits, normal)
		}
		return o
	},
	"AppendNormal": hostile.Appending(func(x *argument, dst []byte) ([]byte, error) {
		out, ok := glance.AppendNormal(dst, x.ref, &x.r)
		if !ok {
			return out, hostile.ErrDeclined
		}
		return out, nil
	}),
	"CopyNormal": hostile.Appending(func(x *argument, dst []byte) ([]byte, error) {
		switch room := dst[len(dst):cap(dst)]; {
		case !glance.CopyNormal(room, x.text):
			return dst, hostile.ErrDeclined
		case x.text != x.ref:
			return dst, fmt.Errorf("%w: %q is not a reference", hostile.ErrBroken, x.text)
		}
		return dst[:len(dst)+len(x.text)], nil
	}),
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{""}, {"/"}, {"https://example.com/a/b?c#d"}, {"http://u:p@example.com:8042/over/./there/%41?name=ferret&b=c+d;e#nose"},
	{"HTTP://[2001:db8::7]:80/a/b/../c?x&y&z=1"}, {"x:..//a:b\n//1.2.3.4\n\n//1.2.3.256"}, {"//h:99999/%2e%2e/%2F"},
	{"https://www.Example.com/a'b"}, {"http://localhost//a/.b?"}, {"//b\u00fccher.example/\u00e9?\ue000#\u65e5\u672c"},
	{"a b<\u00e9\xff\x00"},
}

// shapes are valid and invalid inputs that grow.
var shapes = []hostile.Shape{
	{"https://example.com/", "a", ""}, {"http://h/", "b/", "?c"}, {"https://h/", "aaaaaaaaaaaaaaa/", "?b#c"},
	{"http://h", "/a", ""}, {"https://", "a.", "h/"}, {"https://", "a-", "h/"}, {"http://", "A", "/"}, {"http://h/?", "b", "#c"},
	{"http://h/#", "c", ""}, {"http://h/", "%41", ""}, {"http://h/", "/", ""}, {"http://h", "/.", ""}, {"http://h/", ".", ""},
	{"http://h/a", "/..", ""}, {"http://h/", "'", ""}, {"http://h?", "&a=", ""}, {"http://h/", ";", ""}, {"//u:", ":", "@h"},
	{"//[", ":", "]"}, {"//h:", "0", "80"}, {"", "a/", ""}, {"", "../", ""}, {"", "a", ":"}, {"X", "Y", ":/"}, {"#", "%e9", ""},
	{"", "%", ""}, {"", " ", ""}, {"", "\xff", ""}, {"", "\u00e9", ""}, {"http://h/", "\n", ""}, {"x:", "@", ""},
}

var suite = hostile.Suite[*argument]{
	New: newArgument, OffsetOf: func(error) (int, bool) { return 0, false }, Calls: calls, Seeds: seeds, Shapes: shapes,
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzEverything(f *testing.F)    { suite.Fuzz(f) }

type mixed = hostile.Mixed

var mixedCalls = hostile.Calls[*mixed]{
	"IsNormal":   hostile.Truth(func(x *mixed) bool { return glance.IsNormal(x.S, x.R) }),
	"Look":       hostile.Truth(func(x *mixed) bool { _, normal := look(x.S, x.R); return normal }),
	"TraitsOf":   glanced(func(x *mixed) glance.Traits { return glance.TraitsOf(x.S, x.R) }),
	"CopyNormal": copyMixed,
	"AppendNormal": func(x *mixed) hostile.Outcome {
		out, ok := glance.AppendNormal(nil, x.S, x.R)
		if ok && string(out) != x.S || !ok && len(out) != 0 {
			return hostile.Outcome{Err: fmt.Errorf("%w: appends %q", hostile.ErrBroken, out)}
		}
		return hostile.Outcome{Number: hostile.One(ok)}
	},
}

// copyMixed calls CopyNormal with a dst that is too short, just long enough, or longer. The bytes after the copy must
// not change.
func copyMixed(x *mixed) (o hostile.Outcome) {
	room := bytes.Repeat([]byte{0xa5}, len(x.S)+128)
	size := max(0, len(x.S)-1+int(x.Small)%3*int(x.Small))
	copied := 0
	if glance.CopyNormal(room[:min(size, len(room))], x.S) {
		copied = len(x.S)
	}
	o.Number = uint64(copied)
	if string(room[:copied]) != x.S[:copied] || bytes.Count(room[copied:], []byte{0xa5}) != len(room)-copied {
		o.Err = fmt.Errorf("%w: copies %q", hostile.ErrBroken, room)
	}
	return o
}

var mixedSuite = hostile.MixedSuite{Calls: []hostile.Calls[*mixed]{mixedCalls}, Plain: glance.WithoutKernels}

func TestMixedComplete(t *testing.T) { mixedSuite.TestComplete(t) }
func TestMixed(t *testing.T)         { mixedSuite.Test(t) }
func FuzzMixed(f *testing.F)         { mixedSuite.Fuzz(f) }

// TestChangingBuffer looks at a buffer while another goroutine changes it.
func TestChangingBuffer(t *testing.T) {
	hostile.TestChanging(t, func(s []byte) []func(r *fsm.Ranges) (int, bool) {
		text := unsafe.String(unsafe.SliceData(s), len(s))
		return []func(r *fsm.Ranges) (int, bool){
			func(r *fsm.Ranges) (int, bool) {
				(*ranges.Ranges)(r).Offsets().Path = 30
				glance.TraitsOf(text, r)
				return 0, false
			},
		}
	})
}
