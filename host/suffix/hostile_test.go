package suffix_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/hostile"
)

// This file calls every exported function of the package with hostile input.

// An input is the arguments of the calls. All calls share it.
type input struct {
	a     string
	small uint8
}

func newInput(a, _ string, flags uint8) *input { return &input{a: a, small: flags} }

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *host.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

// named is for functions that return the end of a name, without a dot after it.
func named(f func(name string) (string, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		name, err := f(x.a)
		isName := host.IsName(strings.ReplaceAll(name, "_", "a"))
		if !strings.HasSuffix(strings.TrimSuffix(x.a, "."), name) || err == nil && !isName {
			err = fmt.Errorf("%w: %q, %v", hostile.ErrBroken, name, err)
		}
		return hostile.Outcome{Text: name, Err: err, Length: len(x.a)}
	}
}

var calls = hostile.Calls[*input]{
	"Registrable": named(suffix.Registrable),
	"RegistrableBytes": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		domain, err := suffix.RegistrableBytes([]byte(x.a))
		return append(dst, domain...), err
	}),
	"Of": named(func(name string) (string, error) {
		tail, _, err := suffix.Of(name)
		return tail, err
	}),
	"Kind.String": func(x *input) hostile.Outcome { return hostile.Outcome{Text: suffix.Kind(x.small).String()} },
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"www.example.co.uk", "a"}, {"WWW.GitHub.io.", "b"}, {"1.2.3.4", ""}, {"a..b", ""}, {"-a.b-", ""},
	{"https://u:p@xn--bcher-kva.example/", ""}, {"//[::1]", ""}, {"é\xff\x00", ""}, {"localhost", ""},
	{"my_site.example.com", ""},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "a", ""}, {"", "a.", "b"}, {"", "A.", ""}, {"", ".", ""}, {"", "-", ""}, {"", "1.", ""}, {"", "1", ""},
	{"", "xn--a.", "com"}, {"", "é", ""}, {"", "\xff", ""}, {"", "%41", ""}, {"", "co.uk.", ""}, {"//", "a.", "b"},
	{"", "_", ".com"},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzEverything(f *testing.F)    { suite.Fuzz(f) }
