package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The limits that all tables have: the sets of the runs are the bits of a uint8. maxRawStates ends the work on a
// grammar that is hopeless: there may be exponentially many states to merge, and URI-reference has a few hundred.
const (
	maxRunSets   = 8
	maxRawStates = 10_000
)

// A layout is what the tables of an automaton look like, and so how large it may be.
type layout struct {
	grammar, start string   // the grammar and the rule of it that are compiled if no others are named
	file           string   // where package tables has the accessors
	prefix         string   // of the names of the tables
	rows, columns  int      // of the table of transitions: states, the dead one included, and classes
	markColumns    int      // of the table of marks: the classes that set any, and one for the others; 0: no such table
	textRules      []string // what text consists of besides the bytes of a run; none: there is no text
}

// A state of the RFC 3986 automaton is a uint8, and the marks have a table of their own, to keep all in 16 KiB. That of
// RFC 3987 is larger: every place in which a character can stand has states of its own for the rest of its UTF-8. A
// state and its mark share a uint16 there.
var (
	uriLayout = layout{grammar: "rfc3986.abnf", start: "URI-reference", file: "tables.go",
		rows: 256, columns: 32, markColumns: 8}
	iriLayout = layout{grammar: "rfc3987.abnf", start: "IRI-reference", file: "iri.go", prefix: "iri",
		rows: 512, columns: 64, textRules: []string{"ucschar", "pct-encoded"}}
)

// name returns the name that a table or a constant has, which begins with a lower-case letter.
func (l *layout) name(s string) string {
	if l.prefix != "" {
		s = l.prefix + strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// A dfa is the one-pass automaton. State 0 is dead, state 1 is the start.
type dfa struct {
	layout  *layout
	classes []byteSet // the byte classes, in the order of their numbers
	classOf [256]uint8

	markColumn []uint8 // of each class in the table of marks; 0 if the class sets none
	states     []dfaState
	runSets    []byteSet // the sets of bytes that runs are made of, in the order of their bits

	// The state IDs, half-open; see package tables for the drawing.
	acceptLo, acceptHi, runLo, runHi, textLo, textHi int
}

type dfaState struct {
	next    []int  // by class
	marks   []mark // by class
	accept  bool
	reading component
	tags    tagSet
	runMask uint8  // one bit of runSets, or 0
	text    bool   // the state loops on text: on the sentences of the text rules, too
	example string // a shortest input that leads here

	rules []string // by class: the rules that the byte can be part of; nil in the minimal DFA, which does not know
}

// compile makes the minimal one-pass DFA of n, or says why there is none. The texts are the automata of the text rules.
func compile(l *layout, n *nfa, texts []*nfa) (*dfa, error) {
	d := &dfa{layout: l}
	d.splitBytes(n)
	if err := d.determinize(n); err != nil {
		return nil, err
	}
	d.minimize()
	d.mergeClasses()
	if err := d.findRuns(); err != nil {
		return nil, err
	}
	d.findTexts(texts)
	d.renumber()
	return d, d.checkSize()
}

// checkSize refuses what does not fit the tables, and gives out the columns of the marks.
func (d *dfa) checkSize() error {
	l := d.layout
	if len(d.states) > l.rows { // the dead state is no state of the grammar's
		return fmt.Errorf("%d states, more than %d", len(d.states)-1, l.rows-1)
	}
	if len(d.classes) > l.columns {
		return fmt.Errorf("%d byte classes, more than %d", len(d.classes), l.columns)
	}
	d.markColumn = make([]uint8, len(d.classes))
	if l.markColumns == 0 {
		return nil
	}
	columns := 1
	for c := range d.classes {
		if slices.ContainsFunc(d.states, func(s dfaState) bool { return s.marks[c] != noMark }) {
			if columns == l.markColumns {
				return fmt.Errorf("more than %d byte classes set marks", l.markColumns-1)
			}
			d.markColumn[c] = uint8(columns)
			columns++
		}
	}
	return nil
}

// splitBytes makes the coarsest classes of bytes that no edge of n tells apart.
func (d *dfa) splitBytes(n *nfa) {
	sets := map[byteSet]bool{}
	for _, s := range n.states {
		for _, e := range s.edges {
			sets[e.set] = true
		}
	}
	classes := []byteSet{byteRange(0, 255)}
	for set := range sets {
		var split []byteSet
		for _, c := range classes {
			out := c.minus(set)
			in := c.minus(out)
			for _, part := range []byteSet{in, out} {
				if part.len() > 0 {
					split = append(split, part)
				}
			}
		}
		classes = split
	}
	d.setClasses(classes)
}

// setClasses numbers the classes by their lowest byte: the order must not depend on how they were found.
func (d *dfa) setClasses(classes []byteSet) {
	slices.SortFunc(classes, func(a, b byteSet) int { return cmp.Compare(a.first(), b.first()) })
	d.classes = classes
	for i, c := range classes {
		for b := range 256 {
			if c.has(byte(b)) {
				d.classOf[b] = uint8(i)
			}
		}
	}
}

// first returns the lowest byte of s.
func (s byteSet) first() int {
	for b := range 256 {
		if s.has(byte(b)) {
			return b
		}
	}
	return 256
}

// sample returns the byte of s that is easiest to read.
func (s byteSet) sample() byte {
	for _, nice := range "agv0123456789-!" {
		if s.has(byte(nice)) {
			return byte(nice)
		}
	}
	return byte(s.first())
}

// determinize is the subset construction. A state is the set of NFA states just behind the bytes consumed.
func (d *dfa) determinize(n *nfa) error {
	ids := map[string]int{}
	var kernels [][]int
	state := func(kernel []int) int {
		key := fmt.Sprint(kernel)
		id, ok := ids[key]
		if !ok {
			id = len(kernels)
			ids[key] = id
			kernels = append(kernels, kernel)
			d.states = append(d.states, dfaState{})
		}
		return id
	}
	state(nil) // dead
	state([]int{nfaStart})
	in := n.comingIn()
	for id := 0; id < len(kernels); id++ {
		if id == maxRawStates {
			return fmt.Errorf("more than %d states before those that are alike are merged", maxRawStates)
		}
		set := n.closure(kernels[id])
		s := dfaState{accept: slices.Contains(set, nfaAccept)}
		s.reading, s.tags = n.context(kernels[id], set, in)
		for _, c := range d.classes {
			b := c.sample()
			m, err := n.markOn(set, b)
			if err != nil {
				return err
			}
			s.next = append(s.next, state(n.step(set, b)))
			s.marks = append(s.marks, m)
			s.rules = append(s.rules, n.rulesOn(set, b))
		}
		d.states[id] = s
	}
	return nil
}

// markOn returns the mark that the edges on b set, or why they cannot be told apart with one mark a transition.
func (n *nfa) markOn(set []int, b byte) (mark, error) {
	var first edge
	for _, s := range set {
		for _, e := range n.states[s].edges {
			switch {
			case e.mark == noMark || !e.set.has(b):
			case first.mark == noMark:
				first = e
			case first.mark != e.mark:
				return 0, e.at.errorf("byte %q sets the mark %s here and the mark %s at %s:%d: not one-pass",
					b, markNames[e.mark], markNames[first.mark], first.at.file, first.at.line)
			}
		}
	}
	return first.mark, nil
}

// comingIn returns for each state the component of the byte that leads to it.
func (n *nfa) comingIn() []component {
	in := make([]component, len(n.states))
	for _, s := range n.states {
		for _, e := range s.edges {
			in[e.to] = e.in
		}
	}
	return in
}

// context returns what is being read in a state with the given kernel and closure: the components of the bytes just
// consumed or, behind a delimiter, of the bytes that may come; and the tagged rules that no edge leads out of.
func (n *nfa) context(kernel, set []int, in []component) (component, tagSet) {
	comps := map[component]bool{}
	for _, k := range kernel {
		if in[k] != none {
			comps[in[k]] = true
			continue
		}
		for _, s := range n.closure([]int{k}) {
			for _, e := range n.states[s].edges {
				comps[e.in] = true
			}
		}
	}
	var tags tagSet
	edges := 0
	for _, s := range set {
		for _, e := range n.states[s].edges {
			if edges++; edges == 1 {
				tags = e.tags
			}
			tags &= e.tags
		}
	}
	return reading(comps), tags
}

// minimize merges the states that no input tells apart, by Moore's refinement: what counts is acceptance, the marks,
// and what an error in the state would say. States start in one block if these are alike, and blocks are split until
// all states of a block lead, on each class, to one and the same block.
func (d *dfa) minimize() {
	d.merge(func(i int, s *dfaState) string {
		return fmt.Sprint(i == 0, s.accept, s.reading, s.tags, s.marks)
	})
	for i := range d.states {
		d.states[i].rules = nil // those of one of the states that were merged
	}
}

// merge is minimize for states that are to be told apart if their keys differ.
func (d *dfa) merge(key func(i int, s *dfaState) string) {
	block, blocks := d.partition(key)
	for was := 0; blocks != was; {
		was = blocks
		block, blocks = d.partition(func(i int, s *dfaState) string {
			key := []int{block[i]}
			for _, t := range s.next {
				key = append(key, block[t])
			}
			return fmt.Sprint(key)
		})
	}
	merged := make([]dfaState, blocks)
	for i := len(d.states) - 1; i >= 0; i-- { // down, so that the lowest of a block stays
		s := d.states[i]
		next := make([]int, len(s.next))
		for c, t := range s.next {
			next[c] = block[t]
		}
		s.next = next
		merged[block[i]] = s
	}
	d.states = merged
}

// partition returns the block of each state, and how many there are: states with one key share a block. Blocks are
// numbered by their first state, so that the dead state and the start keep their places.
func (d *dfa) partition(key func(i int, s *dfaState) string) (block []int, blocks int) {
	ids := map[string]int{}
	for i := range d.states {
		k := key(i, &d.states[i])
		if _, ok := ids[k]; !ok {
			ids[k] = len(ids)
		}
		block = append(block, ids[k])
	}
	return block, len(ids)
}

// mergeClasses merges the classes whose columns are alike.
func (d *dfa) mergeClasses() {
	column := func(c int) string {
		var b strings.Builder
		for _, s := range d.states {
			fmt.Fprint(&b, s.next[c], s.marks[c], " ")
			if s.rules != nil {
				b.WriteString(s.rules[c])
			}
		}
		return b.String()
	}
	ids := map[string]int{}
	var merged []byteSet
	for c, set := range d.classes {
		key := column(c)
		id, ok := ids[key]
		if !ok {
			id = len(merged)
			ids[key] = id
			merged = append(merged, byteSet{})
		}
		merged[id] = merged[id].union(set)
	}
	old := d.classOf
	d.setClasses(merged)
	for i := range d.states {
		s := &d.states[i]
		next, marks, rules := make([]int, len(merged)), make([]mark, len(merged)), s.rules
		if rules != nil {
			rules = make([]string, len(merged))
		}
		for c, set := range d.classes {
			was := old[set.first()]
			next[c], marks[c] = s.next[was], s.marks[was]
			if rules != nil {
				rules[c] = s.rules[was]
			}
		}
		s.next, s.marks, s.rules = next, marks, rules
	}
}

// findRuns gives each state that loops to itself the bit of the set of bytes that it does so on. No loop sets a mark,
// or the bytes of a run could not be skipped.
func (d *dfa) findRuns() error {
	for i := range d.states {
		s := &d.states[i]
		var set byteSet
		for c, t := range s.next {
			if t == i && s.marks[c] == noMark {
				set = set.union(d.classes[c])
			}
		}
		if i == 0 || set.len() == 0 {
			continue
		}
		bit := slices.Index(d.runSets, set)
		if bit < 0 {
			bit = len(d.runSets)
			d.runSets = append(d.runSets, set)
		}
		if bit >= maxRunSets {
			return fmt.Errorf("the runs are made of more than %d sets of bytes", maxRunSets)
		}
		s.runMask = 1 << bit
	}
	return nil
}

// findTexts finds the states that loop on text. All of them are runs.
func (d *dfa) findTexts(texts []*nfa) {
	for i := range d.states {
		s := &d.states[i]
		s.text = s.runMask != 0 && len(texts) > 0 &&
			!slices.ContainsFunc(texts, func(n *nfa) bool { return !d.loops(i, n) })
	}
}

// loops reports whether every sentence of n leads from state back to it, and sets no mark on the way.
func (d *dfa) loops(state int, n *nfa) bool {
	seen := map[string]bool{}
	var walk func(q int, set []int) bool
	walk = func(q int, set []int) bool {
		key := fmt.Sprint(q, set)
		if seen[key] {
			return true
		}
		seen[key] = true
		if slices.Contains(set, nfaAccept) && q != state {
			return false
		}
		for b := range 256 {
			next := n.closure(n.step(set, byte(b)))
			c := d.classOf[b]
			if len(next) > 0 && (d.states[q].marks[c] != noMark || !walk(d.states[q].next[c], next)) {
				return false
			}
		}
		return true
	}
	return walk(state, n.closure([]int{nfaStart}))
}

// behind returns the state that input leads to.
func (d *dfa) behind(input string) int {
	state := 1
	for i := range len(input) {
		state = d.states[state].next[d.classOf[input[i]]]
	}
	return state
}

// runBits returns the bits of the run sets that b is in.
func (d *dfa) runBits(b byte) (bits uint8) {
	for i, set := range d.runSets {
		if set.has(b) {
			bits |= 1 << i
		}
	}
	return bits
}

// renumber gives the states the order that package tables draws, in each of its parts by the shortest input that leads
// there; so the numbers depend on the language alone.
func (d *dfa) renumber() {
	order := d.breadthFirst()
	group := func(id int) int {
		s := d.states[id]
		switch {
		case id == 0:
			return 0
		case id == 1:
			return 1
		case s.accept && s.runMask == 0:
			return 2
		case s.accept && !s.text:
			return 3
		case s.accept:
			return 4
		case s.text:
			return 5
		case s.runMask != 0:
			return 6
		}
		return 7
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(group(a), group(b)) })
	id := make([]int, len(order))
	for i, o := range order {
		id[o] = i
	}
	states := make([]dfaState, len(order))
	for i, o := range order {
		s := d.states[o]
		for c := range s.next {
			s.next[c] = id[s.next[c]]
		}
		states[i] = s
	}
	d.states = states
	d.findBounds()
}

// findBounds reads the bounds of the state IDs off their order.
func (d *dfa) findBounds() {
	first := func(from int, is func(s dfaState) bool) int {
		for from < len(d.states) && !is(d.states[from]) {
			from++
		}
		return from
	}
	d.acceptLo = 1
	d.acceptHi = first(1, func(s dfaState) bool { return !s.accept })
	d.runLo = first(1, func(s dfaState) bool { return s.runMask != 0 })
	d.runHi = first(d.runLo, func(s dfaState) bool { return s.runMask == 0 })
	d.textLo = first(1, func(s dfaState) bool { return s.text })
	d.textHi = first(d.textLo, func(s dfaState) bool { return !s.text })
}

// breadthFirst returns dead, the start and then the other states by distance, and gives each its example.
func (d *dfa) breadthFirst() []int {
	order := []int{0, 1}
	seen := make([]bool, len(d.states))
	seen[0], seen[1] = true, true
	for i := 1; i < len(order); i++ {
		s := &d.states[order[i]]
		for c, t := range s.next {
			if !seen[t] {
				seen[t] = true
				d.states[t].example = s.example + string([]byte{d.classes[c].sample()})
				order = append(order, t)
			}
		}
	}
	return order
}
