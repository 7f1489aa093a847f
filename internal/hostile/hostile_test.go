package hostile

import (
	"errors"
	"strings"
	"testing"
)

// text is the New of a suite that uses only the first text.
func text(a, _ string, _ uint8) string { return a }

// TestGrowthFindsFaults makes calls that TestGrowth must report, and calls that it must not report.
func TestGrowthFindsFaults(t *testing.T) {
	if PoolsForget {
		t.Skip("TestGrowth is skipped under the race detector")
	}
	spin := func(o *Outcome, a string, n int) {
		for i := range n {
			o.Number += uint64(a[i%len(a)])
		}
	}
	calls := Calls[string]{
		"quadratic time": func(a string) (o Outcome) {
			for range len(a) {
				spin(&o, a, len(a)/32)
			}
			return o
		},
		// With 16 KiB it takes 2.5 times the time of its linear part, too little for a report, and with 64 KiB 25 times. The
		// default goes on to 64 KiB.
		"cubic time of blocks": func(a string) (o Outcome) {
			spin(&o, a, 4*len(a))
			blocks := len(a) >> 12
			for range blocks * blocks * blocks * 3 / 8 {
				spin(&o, a, 1<<12)
			}
			return o
		},
		"quadratic memory": func(a string) (o Outcome) {
			for range len(a) / 64 {
				o.Text += a[:64]
			}
			return o
		},
		"linear time":   func(a string) (o Outcome) { spin(&o, a, len(a)); return o },
		"linear memory": func(a string) Outcome { return Outcome{Text: strings.ToUpper(a)} },
	}
	for name, w := range map[string]sweep{"the default": sweeps[""], "a short test": {every: 1, sizes: shortSweep.sizes}} {
		for call, do := range calls {
			if !measuresTime && strings.Contains(call, "time") {
				continue
			}
			s := Suite[string]{New: text, Calls: Calls[string]{call: do}, Shapes: []Shape{{"", "a", ""}}}
			var seen counter
			withoutGC(func() { s.grow(&seen, w) })
			isLinear := strings.HasPrefix(call, "linear") || call == "cubic time of blocks" && name == "a short test"
			if (seen > 0) == isLinear {
				t.Errorf("%s: %d faults in %s", name, seen, call)
			}
		}
	}
	for call, isLinear := range map[string]bool{"quadratic time": false, "linear time": true} {
		var seen counter
		checkLinear(&seen, CPUTime, call, 1<<14, func(n int) func() {
			a := strings.Repeat("a", n)
			return func() { calls[call](a) }
		})
		if measuresTime && (seen > 0) == isLinear {
			t.Errorf("CheckLinear: %d faults in %s", seen, call)
		}
	}
}

// TestCheckCallFindsFaults makes calls with faults that checkCall must report, and a call without one.
func TestCheckCallFindsFaults(t *testing.T) {
	n := uint64(0)
	s := Suite[string]{New: text,
		OffsetOf: func(err error) (int, bool) { return 100, err != nil && err.Error() == "outside" },
		Calls: Calls[string]{
			"broken":  func(string) Outcome { return Outcome{Err: ErrBroken} },
			"outside": func(string) Outcome { return Outcome{Err: errors.New("outside")} },
			"secret":  func(string) Outcome { return Outcome{Err: errors.New(Secret)} },
			"changes": func(string) Outcome { n++; return Outcome{Number: n} },
			"good":    func(a string) Outcome { return Outcome{Text: a} },
		}}
	for name := range s.Calls {
		x := s.example("a", "b", 0)
		var seen counter
		if s.checkCall(&seen, &x, name); (seen > 0) != (name != "good") {
			t.Errorf("%s: %d faults seen", name, seen)
		}
	}
}

// A counter counts the reported faults.
type counter int

func (c *counter) Helper()               {}
func (c *counter) Errorf(string, ...any) { *c++ }
