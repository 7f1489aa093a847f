package dedupe

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
)

// The tests of suite call every exported function and method with hostile arguments.

// An input is the arguments of the calls.
type input struct {
	a, b  string
	flags uint8
}

func newInput(a, b string, flags uint8) *input { return &input{a, b, flags} }

var small = Limits{Memory: 1}

// uris returns options for Run. Names, counts and invalid lines go to notes.
func (x *input) uris(notes *strings.Builder) *URIs {
	u := &URIs{Limits: small, WriteNormal: x.flags&1 != 0, NUL: x.flags&2 != 0, CRLF: x.flags&4 != 0, GroupBy: Domain}
	u.MaxLine = int(x.flags >> 4)
	if x.flags&8 != 0 {
		u.GroupBy = Host
	}
	u.OnGroup = func(name []byte, count int64) error {
		_, err := fmt.Fprintf(notes, "%s: %d\n", name, count)
		return err
	}
	u.Invalid = func(line Invalid) error {
		text := fmt.Sprintf("%v|%+q", line, line)
		if strings.Contains(text, hostile.Secret) {
			return fmt.Errorf("%w: %s shows the password", hostile.ErrBroken, text)
		}
		_, err := fmt.Fprintln(notes, text)
		return err
	}
	return u
}

// checkPart returns a call of f, a function that returns a part of its text.
func checkPart(f func(text []byte) []byte) func(*input) hostile.Outcome {
	return hostile.Appending(func(x *input, dst []byte) ([]byte, error) { return append(dst, f([]byte(x.a))...), nil })
}

// run returns the outcome of Run, and the notes.
func (x *input) run() hostile.Outcome {
	var out, notes strings.Builder
	u := x.uris(&notes)
	err := u.Run(&out, strings.NewReader(x.a+"\n"+x.b))
	s := u.Stats()
	if err == nil && (s.Written != s.Distinct || s.Lines < s.Distinct+s.Invalid || s.Spilled != s.Filtered) {
		err = fmt.Errorf("%w: %+v", hostile.ErrBroken, s)
	}
	return hostile.Outcome{Text: out.String() + "\x00" + notes.String(), Err: err}
}

// count returns the outcome of a Counter that gets the lines of both inputs. Without flags it keeps the names in memory:
// those that go to a file take three times as long.
func (x *input) count() hostile.Outcome {
	var out strings.Builder
	limits := small
	if x.flags == 0 {
		limits.Memory = 1 << 20
	}
	c := NewCounter(limits)
	var err error
	for name := range strings.Lines(x.a + "\n" + x.b) {
		err = errors.Join(err, c.Add([]byte(name)))
	}
	finished := c.Finish(func(name []byte, count int64) error {
		_, err := fmt.Fprintf(&out, "%s: %d\n", name, count)
		return err
	})
	return hostile.Outcome{Text: out.String(), Err: errors.Join(err, finished, c.Close())}
}

var suite = hostile.Suite[*input]{
	New: newInput,
	Calls: hostile.Calls[*input]{
		"Host":   checkPart(Host),
		"Domain": checkPart(Domain),
		"DomainOf": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
			domain, public := DomainOf([]byte(x.a))
			return append(append(append(dst, domain...), '|'), public...), nil
		}),
		"URIs.Run":       (*input).run,
		"URIs.Stats":     (*input).run,
		"Invalid.Format": (*input).run,
		"NewCounter":     (*input).count,
		"Counter.Add":    (*input).count,
		"Counter.Finish": (*input).count,
		"Counter.Close":  (*input).count,
	},
	OffsetOf: func(error) (int, bool) { return 0, false },
	Seeds: [][2]string{
		{"", ""}, {"http://joe@www.example.co.uk:8042/", "HTTP://JOE@www.example.co.uk:8042/\r\n"},
		{"http://[", "http://x:y/\n//[::1"}, {"//[::1]:80\n//192.0.2.1", "//[v1.a]\n//a_b.com."}, {"%41\nA\x00a", "\xff\n\n"},
		{"//%C3%BC.example", "//\u00fc.example\n//xn--tda.example"}, {"a:b/c/d", "//co.uk/\x00"},
	},
	Shapes: []hostile.Shape{
		{"http://", "a.", ""}, {"", "//h$.example\n", ""}, {"http://h/", "%41", "\n"}, {"", "a\n", "\x00"}, {"", "<\r\n", ""},
		{"//[", ":", "]"}, {"http://", "[", ""}, {"", "\n", ""}, {"http://u:", "%zz", "@h"}, {"//", "\u00fc", "/"},
		{"http://h:", "1", "x"}, {"", "\u00fc.", "de"}, {"//", "\u00fc.", "de/"}, {"", "a.", "de"}, {"%61", ".", "de"},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
