package main

import (
	"math/rand/v2"
	"slices"
)

// An example is a sentence, and a string that is no sentence since it has a wrong byte at the offset.
type example struct {
	Text, Wrong string
	Offset      int
}

// maxExamples limits the bytes of examples.
const maxExamples = 1 << 17

// Examples returns short sentences that use every transition of the automaton, as far as maxExamples and the limit allow.
func (c *compiledScanner) Examples() (list []example) {
	d := c.dfa
	ends := d.shortestEnds()
	size := 0
	used := map[[2]int]bool{} // by state and class
	use := func(text string) {
		state := 1
		for i := range len(text) {
			class := int(d.classOf[text[i]])
			used[[2]int{state, class}] = true
			state = d.states[state].next[class]
		}
	}
	add := func(state int, text string) {
		whole := text + ends[state]
		use(whole)
		e := example{Text: whole}
		// The wrong byte is where the example is new.
		if at := max(len(text)-1, 0); at < len(whole) {
			if b, ok := d.wrongByte(d.after(whole[:at])); ok {
				e.Offset = at
				e.Wrong = whole[:at] + string([]byte{b}) + whole[at+1:]
			}
		}
		if size += len(whole); int64(len(whole)) <= c.Limit {
			list = append(list, e)
		}
	}
	add(1, "")
	for i, s := range d.states[1:] {
		for class, to := range s.next {
			if to != 0 && size < maxExamples && !used[[2]int{i + 1, class}] {
				add(to, s.Example+string([]byte{d.Classes[class].sample()}))
			}
		}
	}
	return list
}

// shortestEnds returns for each state a shortest string that leads to an accepting state.
func (d *dfa) shortestEnds() []string {
	into := make([][]int, len(d.states))
	var accepting []int
	for i, s := range d.states {
		for _, to := range s.next {
			into[to] = append(into[to], i)
		}
		if s.Accept {
			accepting = append(accepting, i)
		}
	}
	ends := make([]string, len(d.states))
	reach(accepting, func(i int, visit func(int) bool) {
		for _, from := range into[i] {
			if visit(from) {
				class := slices.Index(d.states[from].next, i)
				ends[from] = string([]byte{d.Classes[class].sample()}) + ends[i]
			}
		}
	})
	return ends
}

// after returns the state that input leads to from the start.
func (d *dfa) after(input string) int {
	state := 1
	for i := range len(input) {
		state = d.states[state].next[d.classOf[input[i]]]
	}
	return state
}

// wrongByte returns a byte that cannot follow in the state, one that is easy to read if there is one.
func (d *dfa) wrongByte(state int) (byte, bool) {
	for _, b := range slices.AppendSeq([]byte("!a0{ \"\\\x7f"), byteRange(0, 255).all()) {
		if d.states[state].next[d.classOf[b]] == 0 {
			return b, true
		}
	}
	return 0, false
}

// maxExample is the length above which a random example takes the shortest way to its end.
const maxExample = 40

// random returns a random sentence.
func (c *compiledScanner) random(r *rand.Rand, ends []string) string {
	var text []byte
	for state := 1; ; {
		s := &c.states[state]
		var classes []int
		for class, to := range s.next {
			if to != 0 {
				classes = append(classes, class)
			}
		}
		if s.Accept && (len(classes) == 0 || r.IntN(6) == 0) || len(text) >= maxExample {
			return string(text) + ends[state]
		}
		class := classes[r.IntN(len(classes))]
		bytes := slices.Collect(c.Classes[class].all())
		text = append(text, bytes[r.IntN(len(bytes))])
		state = s.next[class]
	}
}

// samples returns n examples, or mutants: strings that differ from an example in one place and are no sentences. The
// first examples use every transition, and the others are random. There may be fewer than n.
func (c *compiledScanner) samples(n int, mutants bool) (list []string) {
	r := rand.New(rand.NewPCG(1, 2))
	ends := c.shortestEnds()
	seen := map[string]bool{}
	add := func(s string) {
		if !seen[s] && len(list) < n && int64(len(s)) <= c.Limit && c.states[c.after(s)].Accept != mutants {
			seen[s] = true
			list = append(list, s)
		}
	}
	for _, e := range c.Examples() {
		if add(e.Text); mutants && e.Wrong != "" {
			add(e.Wrong)
		}
	}
	for range 20 * n {
		text := c.random(r, ends)
		if mutants {
			at := r.IntN(len(text) + 1)
			change := [][]byte{{}, {byte(r.IntN(0x5f) + 0x20)}, {byte(r.IntN(256))}}[r.IntN(3)]
			rest := text[at:]
			if len(rest) > 0 && r.IntN(2) == 0 {
				rest = rest[1:]
			}
			text = text[:at] + string(change) + rest
		}
		add(text)
	}
	return list
}
