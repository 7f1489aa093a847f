package host_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostile"
)

// This file has a table of all that is exported, and does with all of it what nobody should do.

// An input is what calls are made with. All calls share it.
type input struct {
	a, b  string
	u     uri.URI // with the host a, or the URI a, if there is one
	small uint8
}

func newInput(a, b string, flags uint8) *input {
	x := &input{a: a, b: b, small: flags}
	var err error
	if x.u, err = uri.Parse(a); err != nil || flags&1 == 0 {
		x.u, _ = new(uri.Builder).SetScheme("s").SetHost(a).SetPath("/" + b).URI()
	}
	return x
}

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *host.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

var calls = hostile.Calls[*input]{
	"Check": func(x *input) hostile.Outcome { return hostile.Outcome{Err: host.Check(x.a), Length: len(x.a)} },
	"IsName": func(x *input) (o hostile.Outcome) {
		if ok := host.IsName(x.a); ok != (host.Check(x.a) == nil) {
			o.Err = fmt.Errorf("%w: %t", hostile.ErrBroken, ok)
		}
		return o
	},
	"NameOf": func(x *input) hostile.Outcome {
		name, err := host.NameOf(x.u)
		if err == nil && !host.IsName(name) {
			err = fmt.Errorf("%w: %q", hostile.ErrBroken, name)
		}
		return hostile.Outcome{Text: name, Err: err, Length: len(x.u.String())}
	},
	"Error.Error": func(x *input) (o hostile.Outcome) {
		var e *host.Error
		if errors.As(host.Check(x.a), &e) {
			o.Text = e.Error()
		}
		return o
	},
	"Reason.String": func(x *input) hostile.Outcome { return hostile.Outcome{Text: host.Reason(x.small).String()} },
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"www.example.co.uk", "a"}, {"WWW.GitHub.io.", "b"}, {"1.2.3.4", ""}, {"a..b", ""}, {"-a.b-", ""},
	{"https://u:p@xn--bcher-kva.example/", ""}, {"//[::1]", ""}, {"é\xff\x00", ""}, {"localhost", ""},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "a", ""}, {"", "a.", "b"}, {"", "A.", ""}, {"", ".", ""}, {"", "-", ""}, {"", "1.", ""}, {"", "1", ""},
	{"", "xn--a.", "com"}, {"", "é", ""}, {"", "\xff", ""}, {"", "%41", ""}, {"", "co.uk.", ""}, {"//", "a.", "b"},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzEverything(f *testing.F)    { suite.Fuzz(f) }
