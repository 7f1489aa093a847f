package hostile

import (
	"errors"
	"strings"
	"testing"
)

// A text is an input as simple as can be.
func text(a, _ string, _ uint8) string { return a }

// TestGrowthIsSeen has functions that TestGrowth must not let pass, and one that it must.
func TestGrowthIsSeen(t *testing.T) {
	s := Suite[string]{New: text}
	shape := Shape{"", "a", ""}
	grown := func(do func(string) Outcome) (g growth) {
		for i := range enough + 1 {
			a, _ := shape.make(smallest << i)
			measure(&g, a, do)
		}
		return g
	}
	quadratic := func(a string) (o Outcome) {
		for range len(a) {
			for i := 0; i < len(a); i += 16 {
				o.Number += uint64(a[i])
			}
		}
		return o
	}
	if g := grown(quadratic); !g.isSlow(0) || !s.staysSlow(shape, quadratic, 0, enough) {
		t.Errorf("quadratic time is not seen: %v", g.times)
	}
	greedy := func(a string) (o Outcome) {
		for range len(a) / 64 {
			o.Text += a[:64]
		}
		return o
	}
	if g := grown(greedy); !g.isGreedy(0) {
		t.Errorf("quadratic memory is not seen: %v", g.bytes)
	}
	linear := func(a string) Outcome { return Outcome{Text: strings.ToUpper(a)} }
	if g := grown(linear); g.isGreedy(0) || g.isSlow(0) && s.staysSlow(shape, linear, 0, enough) {
		t.Errorf("linear growth is taken for more: %v, %v", g.times, g.bytes)
	}
}

// TestSettleSees has calls of which something is wrong that is wrong for every call.
func TestSettleSees(t *testing.T) {
	n := uint64(0)
	s := Suite[string]{New: text,
		OffsetOf: func(err error) (int, bool) { return 100, err != nil && err.Error() == "far" },
		Calls: Calls[string]{
			"broken":  func(string) Outcome { return Outcome{Err: ErrBroken} },
			"far":     func(string) Outcome { return Outcome{Err: errors.New("far")} },
			"secret":  func(string) Outcome { return Outcome{Err: errors.New(Secret)} },
			"changes": func(string) Outcome { n++; return Outcome{Number: n} },
			"good":    func(a string) Outcome { return Outcome{Text: a} },
		}}
	for name := range s.Calls {
		x := s.input("a", "b", 0)
		var told counter
		if s.settle(&told, &x, name); (told > 0) != (name != "good") {
			t.Errorf("%s: %d faults told", name, told)
		}
	}
}

// A counter counts what is told.
type counter int

func (c *counter) Helper()               {}
func (c *counter) Errorf(string, ...any) { *c++ }
