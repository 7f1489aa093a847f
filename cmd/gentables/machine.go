package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A layout says how the tables of an automaton are named and how large they may be.
type layout struct {
	name    string // begins the exported names: with IRI, the accessor of the next state is IRINext
	drawing string // the file of package tables that draws the order of the states
	limits  limits
	texts   []string // the text rules: a run state that also loops on their sentences is a text state
	runBits string   // the accessor of another automaton that has the same run sets; or ""
	plain   bool     // the automaton has no components and no contexts
}

// local returns the unexported form of a name like NumStates: iriNumStates, or numStates if the layout has no name.
func (l layout) local(name string) string {
	if l.name == "" {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return strings.ToLower(l.name) + name
}

// limits are the largest numbers that the tables have room for. Zero is no limit.
type limits struct {
	states  int // not counting the dead one
	classes int
	marking int // classes that set marks
}

// check refuses an automaton that is too large.
func (l limits) check(n *nfa, d *dfa) {
	for _, c := range []struct {
		what     string
		n, limit int
	}{
		{"states", len(d.states) - 1, l.states},
		{"byte classes", len(d.classes), l.classes},
		{"byte classes that set marks", len(d.markingClasses()), l.marking},
	} {
		if c.limit > 0 && c.n > c.limit {
			n.fail("%d %s, more than %d", c.n, c.what, c.limit)
		}
	}
}

// markingClasses returns the classes that set a mark in some state.
func (d *dfa) markingClasses() (classes []int) {
	for c := range d.classes {
		if slices.ContainsFunc(d.states, func(s dfaState) bool { return s.marks[c] != noMark }) {
			classes = append(classes, c)
		}
	}
	return classes
}

// A machine is a grammar and the automata made from it.
type machine struct {
	layout  layout
	start   string // the rule that is compiled
	files   string // the names of the grammar files, without directories, since the output must not depend on them
	grammar *grammar
	nfa     *nfa
	dfa     *dfa
}

// generate compiles the rule start of a grammar.
func generate(l layout, start string, sources ...source) (m *machine, err error) {
	g, err := parseGrammar(sources...)
	if err != nil {
		return nil, err
	}
	defer catch(&err)
	first := g.rule(start)
	if first == nil {
		pos{sources[0].file, 1}.fail("no rule %s", start)
	}
	m = &machine{layout: l, start: first.name, grammar: g, files: baseNames(sources)}
	m.nfa = newNFA(g, start)
	if l.plain {
		m.nfa.dropContexts()
	}
	m.dfa = compile(m.nfa, g.texts(l.texts))
	l.limits.check(m.nfa, m.dfa)
	return m, nil
}

func baseNames(sources []source) string {
	var names []string
	for _, src := range sources {
		names = append(names, filepath.Base(src.file))
	}
	return strings.Join(names, " and ")
}

// texts returns the automata of the text rules. It returns none if the grammar lacks one of them.
func (g *grammar) texts(rules []string) (texts []*nfa) {
	for _, name := range rules {
		if g.rule(name) == nil {
			return nil
		}
		texts = append(texts, newNFA(g, name))
	}
	return texts
}

// compile returns the minimal one-pass DFA of n. It fails if n has no such DFA. The texts are the automata of the text
// rules.
func compile(n *nfa, texts []*nfa) *dfa {
	d := &dfa{}
	d.splitBytes(n)
	d.determinize(n)
	d.minimize()
	d.mergeClasses()
	d.findRuns(n)
	d.findTexts(texts)
	d.renumber()
	return d
}

// explainer returns the minimal automaton that distinguishes the rules that a byte can be part of. The minimal DFA does
// not: "/" and "a:/" lead it to the same state.
func (m *machine) explainer() *dfa {
	d := &dfa{}
	d.splitBytes(m.nfa)
	d.determinize(m.nfa)
	d.merge(func(_ int, s *dfaState) string { return fmt.Sprint(s.accept, s.rules) })
	d.mergeClasses()
	d.breadthFirst()
	return d
}
