package main

import (
	"fmt"
	"slices"
	"strings"
)

// maxIntervals is the number of comparisons above which a table is looked up instead.
const maxIntervals = 4

// maxCode is the number of table entries, states times classes, above which scan is a loop over tables. Code with a switch
// for each state is two to five times as fast as tables, and for small automata about as large. For URI-reference, with
// 185 states and 21 classes, it has 22 KB, and the tables 19 KB.
const maxCode = 8192

func (c *compiledScanner) isCode() bool { return len(c.dfa.states)*len(c.dfa.classes) <= maxCode }

// usesClasses reports whether scan needs the table of classes.
func (c *compiledScanner) usesClasses() bool {
	return !c.isCode() || slices.ContainsFunc(c.dfa.states, func(s dfaState) bool { return !c.dfa.comparesBytes(&s) })
}

// usesRuns reports whether scan needs the table of run sets.
func (c *compiledScanner) usesRuns() bool {
	return slices.ContainsFunc(c.dfa.states, func(s dfaState) bool {
		return s.runMask != 0 && (!c.isCode() || len(intervals(c.dfa.runSet(&s))) > maxIntervals)
	})
}

func (d *dfa) runSet(s *dfaState) (set byteSet) {
	for i := range d.runSets {
		if s.runMask>>i&1 != 0 {
			set = d.runSets[i]
		}
	}
	return set
}

// emitCode writes scan as code with a label for each state.
func (f *scannerFile) emitCode(c *compiledScanner) {
	d := c.dfa
	used := make([]bool, len(d.states)) // a label that no goto uses is an error of the compiler
	for i := range d.states {
		for _, a := range d.leaving(i) {
			used[a.to] = true
		}
		if end, _ := d.chain(i); end != i {
			used[end] = true
		}
	}
	f.scanDoc(c)
	for i := range d.states {
		s := &d.states[i]
		if i == 0 {
			continue
		}
		if used[i] {
			f.printf("q%d: ", i)
		}
		f.printf("// %q\n", s.example)
		if s.runMask != 0 {
			condition := condition(d.runSet(s), "s[n]")
			if condition == "" {
				condition = fmt.Sprintf("%sRuns[s[n]]&%#x != 0", c.low, s.runMask)
			}
			f.printf("\tfor n < len(s) && %s {\n\t\tn++\n\t}\n", condition)
		}
		f.emitState(c, i)
		f.printf("\treturn n, %d\n", i)
	}
	f.printf("}\n\n")
}

// emitState writes the transitions of the state i to other states.
func (f *scannerFile) emitState(c *compiledScanner, i int) {
	arrows := c.dfa.leaving(i)
	if len(arrows) == 0 {
		return
	}
	if end, count := c.dfa.chain(i); end != i {
		set := c.dfa.bytesOf(arrows[0].classes)
		f.printf("\tif len(s)-n >= %d", count)
		for k := range count {
			f.printf(" && %s", condition(set, fmt.Sprintf("s[n+%d]", k)))
		}
		f.printf(" {\n\t\tn += %d\n\t\tgoto q%d\n\t}\n", count, end)
	}
	f.printf("\tif n == len(s) {\n\t\treturn n, %d\n\t}\n", i)
	compares := c.dfa.comparesBytes(&c.dfa.states[i])
	if compares {
		f.printf("\tswitch c := s[n]; {\n")
	} else {
		f.printf("\tswitch %sClass[s[n]] {\n", c.low)
	}
	for _, a := range arrows {
		if compares {
			f.printf("\tcase %s:\n", condition(c.dfa.bytesOf(a.classes), "c"))
		} else {
			f.printf("\tcase %s:\n", strings.ReplaceAll(strings.Trim(fmt.Sprint(a.classes), "[]"), " ", ", "))
		}
		f.printf("%s\t\tn++\n\t\tgoto q%d\n", c.actionCode(a.act, "return n, 0"), a.to)
	}
	f.printf("\t}\n")
}

// leaving returns the arrows of the state i, except those of its run.
func (d *dfa) leaving(i int) []arrow {
	return slices.DeleteFunc(d.states[i].arrows(), func(a arrow) bool {
		return a.to == i && a.act == 0 && d.states[i].runMask != 0
	})
}

// chain returns the state after the bytes of a fixed count, as 4DIGIT, that begins at the state i, and the number of the bytes.
// It returns i if none begins there.
func (d *dfa) chain(i int) (end, count int) {
	only := func(i int) (arrow, bool) {
		a := d.states[i].arrows()
		return a[0], len(a) == 1 && a[0].act == 0 && a[0].to != i
	}
	if i == 0 || len(d.states[i].arrows()) == 0 {
		return i, 0
	}
	first, ok := only(i)
	if !ok || condition(d.bytesOf(first.classes), "c") == "" {
		return i, 0
	}
	for end, count = first.to, 1; len(d.states[end].arrows()) > 0; count++ {
		a, ok := only(end)
		if !ok || !slices.Equal(a.classes, first.classes) || count == maxChain {
			break
		}
		end = a.to
	}
	if count < 2 {
		return i, 0
	}
	return end, count
}

// maxChain limits the bytes that one condition compares.
const maxChain = 8

// comparesBytes reports whether the state compares the byte itself, not its class.
func (d *dfa) comparesBytes(s *dfaState) bool {
	n := 0
	for _, a := range s.arrows() {
		n += len(intervals(d.bytesOf(a.classes)))
	}
	return n <= maxIntervals
}

// An interval is a range of bytes, both inclusive. If fold is set, it is for the bytes with the bit 0x20.
type interval struct {
	lo, hi byte
	fold   bool
}

// intervals returns the intervals of a set, the fewest if letters in both cases count once.
func intervals(set byteSet) (list []interval) {
	folded := byteSet{}
	for c := byte('a'); c <= 'z'; c++ {
		if set.has(c) && set.has(c^0x20) {
			folded.add(c)
		}
	}
	rest := set
	for c := byte('a'); c <= 'z'; c++ {
		if folded.has(c) {
			rest = rest.minus(byteRange(c, c).union(byteRange(c^0x20, c^0x20)))
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
	for b := 0; b < 256; b++ {
		if set.has(byte(b)) {
			lo := b
			for b < 255 && set.has(byte(b+1)) {
				b++
			}
			list = append(list, interval{byte(lo), byte(b), fold})
		}
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
	if c <= ' ' || c >= 0x7f {
		return fmt.Sprintf("%#02x", c)
	}
	return fmt.Sprintf("%q", rune(c))
}
