package idna_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call every exported function of the package with hostile input.

// An input is the arguments of the calls. All calls share it.
type input struct {
	a       string
	profile idna.Profile
}

// newInput returns an input with the profile Browser if flags is 0, as in TestGrowth, because it has no limits for lengths.
func newInput(a, _ string, flags uint8) *input {
	return &input{a: a, profile: (idna.Browser + idna.Profile(flags)) % 5}
}

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *idna.Error
	if errors.As(err, &e) {
		return e.Offset + len(e.Label), true
	}
	return 0, false
}

// refused makes a call of a method of the error for an input.
func refused(f func(*idna.Error) string) func(*input) hostile.Outcome {
	return func(x *input) (o hostile.Outcome) {
		var e *idna.Error
		if _, _, err := x.profile.Convert(x.a); errors.As(err, &e) {
			o.Text = f(e)
		}
		return o
	}
}

var calls = hostile.Calls[*input]{
	"Profile.Convert": func(x *input) hostile.Outcome {
		a, u, err := x.profile.Convert(x.a)
		if err != nil && a+u != "" || !utf8.ValidString(u) {
			err = fmt.Errorf("%w: %q, %q, %w", hostile.ErrBroken, a, u, err)
		}
		return hostile.Outcome{Text: a + " " + u, Err: err, Length: len(x.a)}
	},
	"Profile.AppendASCII": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		return x.profile.AppendASCII(dst, x.a)
	}),
	"Profile.AppendUnicode": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		return x.profile.AppendUnicode(dst, x.a)
	}),
	"IsNormalASCII": func(x *input) (o hostile.Outcome) {
		if idna.IsNormalASCII(x.a) {
			o.Number = 1
		}
		return o
	},
	"InName": hostile.Truth(func(x *input) bool {
		r, _ := utf8.DecodeRuneInString(x.a)
		return idna.InName(r) || idna.InName(-r)
	}),
	"DecodeALabel": func(x *input) hostile.Outcome {
		text, ok := idna.DecodeALabel(x.a)
		return hostile.Outcome{Text: fmt.Sprint(text, ok)}
	},
	"Error.Error":  refused((*idna.Error).Error),
	"Error.Reason": refused((*idna.Error).Reason),
	"Error.Unwrap": refused(func(e *idna.Error) string { return e.Unwrap().Error() }),
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"www.example.com", ""}, {"Bücher.example.", ""}, {"xn--bcher-kva", ""}, {"xn--a", ""},
	{"大阪\uff61jp", ""},
	{"a..b", ""}, {"a\u200d", ""}, {"\u05d0.0a", ""}, {"é\xff\x00", ""}, {"%41_", ""}, {"\u00ad", ""},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "a", ""}, {"", "a.", "b"}, {"", "A.", ""}, {"", ".", ""}, {"", "-", ""}, {"", "é", ""}, {"", "é.", ""},
	{"", "xn--a.", "com"}, {"", "xn--tda.", "com"}, {"xn--", "a", ""}, {"xn--", "99999", ""}, {"", "\xff", ""},
	{"", "\u00ad", "b"}, {"e", "\u0301", ""}, {"", "\u05d0.", "0a"}, {"", "\u3002", ""}, {"", "日", ""},
	{"a.", "_", ""}, {"", "\u0c48", ""}, {"", "\uac00\u11a8", ""}, {"", "\u0301\u0323", ""}, {"", "\uff41", ""},
	{"é.", "a", ""}, {"", "a.", "\u2100"}, {"\u05d0.", "a", ""},
	{"", "\u200c", ""}, {"", "\u0628\u200c\u0628", ""}, {"", "\u05d0.", ""}, {"", "xn--a.", "é"}, {"é.xn--", "z", ""},
	{"", "\ufb2c", ""}, {"", "\U0001d15e.", ""}, {"é.", strings.Repeat("\U00020000", 990) + ".", ""},
	{"é.", strings.Repeat("日本", 499) + ".", ""}, {"é.", "xn--" + strings.Repeat("zb", 400) + ".", ""},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
