package normal_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/normal"
)

// These tests call the exported functions with hostile input.

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

var calls = hostile.Calls[*argument]{
	"Is": func(x *argument) hostile.Outcome {
		return hostile.Outcome{Number: hostile.One(normal.Is(x.ref, &x.r))}
	},
	"Copy": hostile.Appending(func(x *argument, dst []byte) ([]byte, error) {
		switch buf := dst[len(dst):cap(dst)]; {
		case !normal.Copy(buf, x.text):
			return dst, hostile.ErrDeclined
		case x.text != x.ref:
			return dst, fmt.Errorf("%w: %q is not a reference", hostile.ErrBroken, x.text)
		}
		return dst[:len(dst)+len(x.text)], nil
	}),
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{""}, {"/"}, {"https://example.com/a/b?c#d"}, {"http://u:p@example.com:8042/over/./there/%41?name=ferret#nose"},
	{"HTTP://[2001:db8::7]:80/a/b/../c?x&y&z=1"}, {"x:..//a:b"}, {"//h:99999/%2e%2e/%2F"}, {"https://www.Example.com/a'b"},
	{"http://localhost//a/.b?"}, {"//b\u00fccher.example/\u00e9"}, {"a b<\u00e9\xff\x00"}, {"file:///a/b"}, {"file://localhost/"},
}

// shapes are valid and invalid inputs that grow.
var shapes = []hostile.Shape{
	{"https://example.com/", "a", ""}, {"http://h/", "b/", "?c"}, {"https://h/", "aaaaaaaaaaaaaaa/", "?b#c"},
	{"http://h", "/a", ""}, {"https://", "a.", "h/"}, {"http://", "A", "/"}, {"http://h/?", "b", "#c"},
	{"http://h/#", "c", ""}, {"http://h/", "%41", ""}, {"http://h/", "/", ""}, {"http://h", "/.", ""}, {"http://h/", ".", ""},
	{"http://h/a", "/..", ""}, {"//u:", ":", "@h"}, {"//[", ":", "]"}, {"//h:", "0", "80"}, {"", "a/", ""}, {"", "../", ""},
	{"", "a", ":"}, {"X", "Y", ":/"}, {"#", "%e9", ""}, {"", "%", ""}, {"", " ", ""}, {"", "\xff", ""},
}

var suite = hostile.Suite[*argument]{
	New: newArgument, OffsetOf: func(error) (int, bool) { return 0, false }, Calls: calls, Seeds: seeds, Shapes: shapes,
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }

// TestCopyCapacity calls Copy with a dst that is too short, just long enough, or longer. The bytes after the copy must not
// change.
func TestCopyCapacity(t *testing.T) {
	const s = "https://example.com/a/b?c#d"
	for size := range len(s) + 100 {
		buf := bytes.Repeat([]byte{0xa5}, len(s)+100)
		copied := 0
		if normal.Copy(buf[:size], s) {
			copied = len(s)
		}
		if copied > size || string(buf[:copied]) != s[:copied] || bytes.Count(buf[copied:], []byte{0xa5}) != len(buf)-copied {
			t.Errorf("%d bytes: copies %q", size, buf)
		}
	}
}
