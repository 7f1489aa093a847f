package main

import (
	"fmt"
	"math/bits"
	"strings"
)

// maxIntervals is the number of comparisons above which a table is looked up instead.
const maxIntervals = 4

// maxCode is the number of table entries, states times classes, above which scan is a loop over tables. Code with a switch
// for each state is two to five times as fast as tables, and for small automata about as large. For URI-reference, with
// 185 states and 21 classes, it has 22 KB, and the tables 19 KB.
const maxCode = 8192

func (c *compiledScanner) isCode() bool { return len(c.dfa.states)*len(c.dfa.Classes) <= maxCode }

// A codeState is the code of a state. Its switch has a case for each arrow that is not part of its run.
type codeState struct {
	stateView
	Count, After       int
	Run, Chain, Switch string
	Cases              []codeCase
}

type codeCase struct {
	Case   string
	Action actionView
	To     int
}

// makeCode sets the code of the states, the labels in it, and whether it needs the tables of classes and of run sets.
func (c *compiledScanner) makeCode() {
	c.Labels, c.UsesClasses, c.UsesRuns = make([]bool, len(c.states)), false, false
	for _, s := range c.States() {
		q := codeState{stateView: s, Switch: "c := s[n];"}
		if s.RunMask != 0 {
			if q.Run = condition(c.RunSets[bits.TrailingZeros64(s.RunMask)], "s[n]"); q.Run == "" {
				q.Run = fmt.Sprintf("%sRuns[s[n]]&%#x != 0", c.Low, s.RunMask)
				c.UsesRuns = true
			}
		}
		if q.After, q.Count = c.chain(s.Number); q.Count > 0 {
			c.Labels[q.After] = true
			for k := range q.Count {
				q.Chain += " && " + condition(s.Arrows[0].Set, fmt.Sprintf("s[n+%d]", k))
			}
		}
		comparisons := 0 // of the byte itself, not of its class
		for _, a := range s.Arrows {
			comparisons += len(intervals(a.Set))
		}
		if comparisons > maxIntervals {
			q.Switch = c.Low + "Class[s[n]]"
			c.UsesClasses = true
		}
		for _, a := range s.Arrows {
			if a.To == s.Number && a.Output == 0 && s.RunMask != 0 {
				continue // a byte of the run
			}
			c.Labels[a.To] = true
			text := condition(a.Set, "c")
			if comparisons > maxIntervals {
				text = commas(a.classes)
			}
			q.Cases = append(q.Cases, codeCase{text, c.Action(a.Output, "return n, 0"), a.To})
		}
		c.Code = append(c.Code, q)
	}
}

// chain returns the state after the bytes of a fixed count, as 4DIGIT, that begins at the state i, and the number of the bytes.
// It returns i if none begins there.
func (d *dfa) chain(i int) (end, count int) {
	set := byteSet{}
	for end = i; count < maxChain; count++ {
		a := d.arrows(end)
		if len(a) != 1 || a[0].Output != 0 || a[0].To == end || count > 0 && a[0].Set != set {
			break
		}
		end, set = a[0].To, a[0].Set
	}
	if count < 2 || condition(set, "c") == "" {
		return i, 0
	}
	return end, count
}

// maxChain limits the bytes that one condition compares.
const maxChain = 8

// An interval is a range of bytes, both inclusive. If fold is set, it is for the bytes with the bit 0x20.
type interval struct {
	lo, hi byte
	fold   bool
}

// intervals returns the intervals of a set, the fewest if letters in both cases count once.
func intervals(set byteSet) (list []interval) {
	folded, rest := byteSet{}, set
	for c := range byteRange('a', 'z').all() {
		if both := byteRange(c, c).union(byteRange(c^0x20, c^0x20)); both.minus(set) == (byteSet{}) {
			folded.add(c)
			rest = rest.minus(both)
		}
	}
	plain := appendIntervals(nil, set, false)
	list = appendIntervals(appendIntervals(nil, rest, false), folded, true)
	if len(plain) <= len(list) {
		return plain
	}
	return list
}

func appendIntervals(list []interval, set byteSet, fold bool) []interval {
	for lo, hi := range set.ranges(func(_, _ byte) bool { return true }) {
		list = append(list, interval{lo, hi, fold})
	}
	return list
}

// condition returns an expression that is true if the byte c is in set, or "" if it takes too many comparisons.
func condition(set byteSet, c string) string {
	list := intervals(set)
	if len(list) > maxIntervals {
		return ""
	}
	var parts []string
	for _, r := range list {
		v := c
		if r.fold {
			v += "|0x20"
		}
		lo, hi := byteLiteral(r.lo), byteLiteral(r.hi)
		switch {
		case r.lo == r.hi:
			parts = append(parts, v+" == "+lo)
		case r.lo == 0 && r.hi == 255:
			parts = append(parts, "true")
		case r.lo == 0:
			parts = append(parts, v+" <= "+hi)
		case r.hi == 255:
			parts = append(parts, v+" >= "+lo)
		default:
			parts = append(parts, fmt.Sprintf("%s <= %s && %[2]s <= %[3]s", lo, v, hi))
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, " || ") + ")"
}

func byteLiteral(c byte) string {
	if !isVisible(c) {
		return fmt.Sprintf("%#02x", c)
	}
	return fmt.Sprintf("%q", rune(c))
}
