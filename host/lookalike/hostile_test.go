package lookalike_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/host/lookalike"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call every exported function of the package with hostile input.

// An input is the arguments of the calls. All calls share it.
type input struct {
	a, b  string
	label lookalike.Label // of a
	small uint8
}

func newInput(a, b string, flags uint8) *input {
	x := &input{a: a, b: b, small: flags, label: lookalike.Label{End: len(a), Text: a}}
	if flags&1 == 1 {
		if r, err := lookalike.Check(a); err == nil && len(r.Labels) > 0 {
			x.label = r.Labels[int(flags)%len(r.Labels)]
		}
	}
	return x
}

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *lookalike.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

// check checks that labels and findings are in order and in the host.
func check(host string, r lookalike.Report) error {
	end := 0
	for _, l := range r.Labels {
		if l.Start < end || l.End <= l.Start || l.End > len(host) || !utf8.ValidString(l.Text) {
			return fmt.Errorf("%w: label %+v", hostile.ErrBroken, l)
		}
		end = l.End
		for _, f := range l.Findings {
			if f.Offset < l.Start || f.Offset >= l.End {
				return fmt.Errorf("%w: label %+v", hostile.ErrBroken, l)
			}
		}
	}
	return nil
}

// described makes a call of a method that describes the findings in a.
func described(f func(lookalike.Finding) string) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		var all strings.Builder
		r, _ := lookalike.Check(x.a)
		for _, l := range r.Labels {
			for _, finding := range l.Findings {
				all.WriteString(f(finding))
			}
		}
		return hostile.Outcome{Text: all.String()}
	}
}

func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

var calls = hostile.Calls[*input]{
	"Check": func(x *input) hostile.Outcome {
		r, err := lookalike.Check(x.a)
		if err == nil {
			err = check(x.a, r)
		}
		return hostile.Outcome{Number: uint64(len(r.Labels)), Err: err, Length: len(x.a)}
	},
	"Report.Suspicious": func(x *input) hostile.Outcome {
		r, _ := lookalike.Check(x.a)
		return hostile.Outcome{Number: one(r.Suspicious())}
	},
	"Skeleton": func(x *input) hostile.Outcome {
		skeleton := lookalike.Skeleton(x.a)
		o := hostile.Outcome{Text: skeleton}
		if again := lookalike.Skeleton(skeleton); again != skeleton {
			o.Err = fmt.Errorf("%w: %q has the skeleton %q", hostile.ErrBroken, skeleton, again)
		}
		return o
	},
	"Confusable": func(x *input) hostile.Outcome {
		o := hostile.Outcome{Number: one(lookalike.Confusable(x.a, x.b))}
		if !lookalike.Confusable(x.a, x.a) || lookalike.Confusable(x.b, x.a) != (o.Number == 1) {
			o.Err = fmt.Errorf("%w: not an equivalence", hostile.ErrBroken)
		}
		return o
	},
	"Label.Scripts":    func(x *input) hostile.Outcome { return hostile.Outcome{Text: strings.Join(x.label.Scripts(), " ")} },
	"Label.Lookalikes": func(x *input) hostile.Outcome { return hostile.Outcome{Text: strings.Join(x.label.Lookalikes(), " ")} },
	"Finding.String":   described(lookalike.Finding.String),
	"Finding.Text":     described(lookalike.Finding.Text),
	"Kind.String":      func(x *input) hostile.Outcome { return hostile.Outcome{Text: lookalike.Kind(x.small).String()} },
	"Level.String":     func(x *input) hostile.Outcome { return hostile.Outcome{Text: lookalike.Level(x.small).String()} },
	"Error.Error":      failed((*lookalike.Error).Error),
	"Error.Unwrap":     failed(func(e *lookalike.Error) string { return e.Unwrap().Error() }),
}

func failed(f func(*lookalike.Error) string) func(*input) hostile.Outcome {
	return func(x *input) (o hostile.Outcome) {
		var e *lookalike.Error
		if _, err := lookalike.Check(x.a); errors.As(err, &e) {
			o.Text = f(e)
		}
		return o
	}
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"pаypal.com", "paypal.com"}, {"ѕсоре.ру", "scope"}, {"xn--pypal-4ve.com", "rnicrosoft"}, {"xn--a", "m"},
	{"日本語。jp", "ﷺ"}, {"a%41", "%"}, {"é\xff\x00", "e\u0301"}, {"1१", "\u200d"},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "a", ""}, {"", "a.", "b"}, {"", "m", ""}, {"", ".", ""}, {"", "。", ""}, {"", "а", ""}, {"", "а.", ""},
	{"", "e\u0301", ""}, {"e", "\u0301", ""}, {"e", "\u0316\u0301", ""}, {"", "日", ""}, {"", "한", ""}, {"", "ﷺ", ""},
	{"", "ӏ", ""}, {"", "xn--80ak6aa92e.", "com"}, {"xn--", "a", ""}, {"xn--", "99999", ""}, {"", "\u200d", ""},
	{"", "1१", ""}, {"", "\u30d0", ""}, {"", "\U0001d400", ""}, {"", "\xff", ""}, {"", "%41", ""}, {"", "рφa", ""},
	{"", "\u0649\u06db\u0306", ""}, {"", "\u0345", ""}, {"", "\u1100\u1161\u11a8", ""},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
