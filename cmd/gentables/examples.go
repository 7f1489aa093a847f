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
	used := map[step]bool{}
	add := func(state int, text string) {
		e := example{Text: text + ends[state]}
		_, steps := d.follow(e.Text)
		for _, s := range steps {
			used[s] = true
		}
		// The wrong byte is where the example is new.
		if at := max(len(text)-1, 0); at < len(steps) {
			if b, ok := d.wrongByte(steps[at].state); ok {
				e.Offset = at
				e.Wrong = e.Text[:at] + string([]byte{b}) + e.Text[at+1:]
			}
		}
		if size += len(e.Text); int64(len(e.Text)) <= c.Limit {
			list = append(list, e)
		}
	}
	add(1, "")
	for i, s := range d.states[1:] {
		for class, to := range s.next {
			if to != 0 && size < maxExamples && !used[step{i + 1, byte(class)}] {
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

// follow returns the state that input leads to from the start, and the states before it with the classes of the bytes.
func (d *dfa) follow(input string) (state int, steps []step) {
	state = 1
	for i := range len(input) {
		class := d.classOf[input[i]]
		steps = append(steps, step{state, class})
		state = d.states[state].next[class]
	}
	return state, steps
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
		end, _ := c.follow(s)
		if !seen[s] && len(list) < n && int64(len(s)) <= c.Limit && c.states[end].Accept != mutants {
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
			text = text[:at] + string(change) + text[min(len(text), at+r.IntN(2)):]
		}
		add(text)
	}
	return list
}
