package schema_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/schema"
	"github.com/urispan/uri/uritemplate"
)

// An input is the arguments of the calls. All calls share it.
type input struct{ a, b string }

func newInput(a, b string, _ uint8) *input { return &input{a, b} }

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *uri.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	var template *uritemplate.Error
	if errors.As(err, &template) {
		return template.Offset, true
	}
	return 0, false
}

func checked(check schema.Check) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		err := check(x.a)
		if check([]byte(x.a)) != nil {
			err = fmt.Errorf("%w: what is no string is not valid", hostile.ErrBroken)
		}
		return hostile.Outcome{Err: err, Length: len(x.a)}
	}
}

var calls = hostile.Calls[*input]{
	"URI":          checked(schema.URI),
	"URIReference": checked(schema.URIReference),
	"IRI":          checked(schema.IRI),
	"IRIReference": checked(schema.IRIReference),
	"URITemplate":  checked(schema.URITemplate),
	"All": func(x *input) (o hostile.Outcome) {
		for _, check := range schema.All() {
			o.Number <<= 1
			if check(x.a) == nil {
				o.Number++
			}
		}
		for range schema.All() {
			break
		}
		return o
	},
	"Check.IsFormat": func(x *input) (o hostile.Outcome) {
		if ok := schema.Check(schema.IRI).IsFormat(x.a); ok != (schema.IRI(x.a) == nil) {
			o.Err = fmt.Errorf("%w: %t", hostile.ErrBroken, ok)
		}
		return o
	},
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"http://u:p@example.com:8042/over/there?name=ferret#nose", ""}, {"//bücher.example/é?\ue000", ""},
	{"a b<é\xff\x00", ""}, {"http://[::1", ""}, {"%zz", ""},
	{"/{x:3,y*}{?z}", ""}, {"{!x}", ""}, {"{x", ""},
}

// shapes are valid and invalid inputs that grow.
var shapes = []hostile.Shape{
	{"", "../", ""}, {"", "%41", ""}, {"", "a", ":"}, {"x:", ":", ""}, {"//u:", ":", "@h"}, {"//", "@", ""},
	{"//[", ":", "]"}, {"http://h", "/a", " "}, {"", "é/", ""}, {"é", "%41é", ""}, {"?", "\ue000", "\ue000#\ue000"},
	{"", "{?x}", ""}, {"{x", ",x", "}"}, {"é", "\xff", ""}, {"x://", "\U00010400", ""},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
