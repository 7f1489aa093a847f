package host_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostile"
)

// This file calls every exported function of the package with hostile input.

// An input is the arguments of the calls. All calls share it.
type input struct {
	a, b  string
	small uint8
}

func newInput(a, b string, flags uint8) *input { return &input{a: a, b: b, small: flags} }

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *host.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

var calls = hostile.Calls[*input]{
	"CheckName": func(x *input) hostile.Outcome { return hostile.Outcome{Err: host.CheckName(x.a), Length: len(x.a)} },
	"IsName": func(x *input) (o hostile.Outcome) {
		if ok := host.IsName(x.a); ok != (host.CheckName(x.a) == nil) {
			o.Err = fmt.Errorf("%w: %t", hostile.ErrBroken, ok)
		}
		return o
	},
	"IsLDH": func(x *input) hostile.Outcome { return hostile.Outcome{Number: one(host.IsLDH(x.small))} },
	"Error.Error": func(x *input) (o hostile.Outcome) {
		var e *host.Error
		if errors.As(host.CheckName(x.a), &e) {
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
