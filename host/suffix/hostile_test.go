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

// The tests call every exported function of the package with hostile input.

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

// named makes a call of a function that returns the end of a name, without a dot after it.
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

// listOf returns the list in text. If text is not a list, it returns one with a rule of each form.
func listOf(text string) *suffix.List {
	if list, err := suffix.Parse(strings.NewReader(text)); err == nil {
		return list
	}
	list, err := suffix.Parse(strings.NewReader(rules))
	if err != nil {
		panic(err)
	}
	return list
}

// rules is a small list.
const rules = "// ===BEGIN ICANN DOMAINS===\na\n*.b\n!c.b\nco.uk\n// ===END ICANN DOMAINS===\n"

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
	"Site": func(x *input) hostile.Outcome {
		site := suffix.Site(x.a)
		domain, err := suffix.Registrable(x.a)
		if err == nil && site != strings.ToLower(domain) {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q, but the domain is %q", hostile.ErrBroken, site, domain)}
		}
		return hostile.Outcome{Text: site}
	},
	"BuiltIn":           func(*input) hostile.Outcome { return hostile.Outcome{Text: suffix.BuiltIn().String()} },
	"List.PublicSuffix": func(x *input) hostile.Outcome { return hostile.Outcome{Text: listOf(x.b).PublicSuffix(x.a)} },
	"List.String":       func(x *input) hostile.Outcome { return hostile.Outcome{Text: listOf(x.b).String()} },
	"List.Site":         func(x *input) hostile.Outcome { return hostile.Outcome{Text: listOf(x.b).Site(x.a)} },
	"List.Registrable":  func(x *input) hostile.Outcome { return named(listOf(x.b).Registrable)(x) },
	"List.Of": func(x *input) hostile.Outcome {
		return named(func(name string) (string, error) {
			tail, _, err := listOf(x.b).Of(name)
			return tail, err
		})(x)
	},
	"Parse": func(x *input) hostile.Outcome {
		list, err := suffix.Parse(strings.NewReader(x.a))
		if (list == nil) != (err != nil) {
			err = fmt.Errorf("%w: %v, %v", hostile.ErrBroken, list, err)
		}
		return hostile.Outcome{Err: err, Length: len(x.a)}
	},
	"ParseError.Error": hostile.Text(func(x *input) string {
		return (&suffix.ParseError{Line: int(x.small), Err: errors.New(x.a)}).Error()
	}),
	"ParseError.Unwrap": hostile.Text(func(x *input) string {
		return (&suffix.ParseError{Err: errors.New(x.a)}).Unwrap().Error()
	}),
	"Kind.String": func(x *input) hostile.Outcome { return hostile.Outcome{Text: suffix.Kind(x.small).String()} },
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"www.example.co.uk", "a"}, {"WWW.GitHub.io.", "b"}, {"1.2.3.4", ""}, {"a..b", ""}, {"-a.b-", ""},
	{"https://u:p@xn--bcher-kva.example/", ""}, {"//[::1]", ""}, {"é\xff\x00", ""}, {"localhost", ""},
	{"my_site.example.com", ""},
	{"x.c.b", rules}, {rules, rules}, {"// ===BEGIN PRIVATE DOMAINS===\nb\xfccher\n", ""},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "a", ""}, {"", "a.", "b"}, {"", "A.", ""}, {"", ".", ""}, {"", "-", ""}, {"", "1.", ""}, {"", "1", ""},
	{"", "xn--a.", "com"}, {"", "é", ""}, {"", "\xff", ""}, {"", "%41", ""}, {"", "co.uk.", ""}, {"//", "a.", "b"},
	{"", "_", ".com"},
	{"// ===BEGIN ICANN DOMAINS===\n", "x$.y\n", "// ===END ICANN DOMAINS==="},
	{"// ===BEGIN ICANN DOMAINS===\n", "*.z$\n", "// ===END ICANN DOMAINS==="},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
