package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// The largest automaton that the tables can hold. A transition has nine bits for the next state, which may be the
// invalid one. A state has a row of 64 transitions, one for each class.
const (
	maxStates  = 511
	maxClasses = 64
)

// A machine is a grammar and the automata made from it.
type machine struct {
	start   string // the rule that is compiled
	files   string // the names of the grammar files, without directories, since the output must not depend on them
	grammar *grammar
	nfa     *nfa
	dfa     *dfa
}

// generate compiles the rule start of a grammar. If plain is set, the automaton has no contexts.
func generate(plain bool, start string, sources ...source) (m *machine, err error) {
	g, err := parseGrammar(sources...)
	if err != nil {
		return nil, err
	}
	defer catch(&err)
	first := g.rule(start)
	if first == nil {
		pos{sources[0].file, 1}.fail("no rule %s", start)
	}
	m = &machine{start: first.name, grammar: g, files: baseNames(sources)}
	m.nfa = newNFA(g, start)
	if plain {
		m.nfa.dropContexts()
	}
	m.dfa = compile(m.nfa)
	return m, nil
}

func baseNames(sources []source) string {
	var names []string
	for _, src := range sources {
		names = append(names, strings.Join(strings.Fields(filepath.Base(src.file)), " ")) // in one line of a comment
	}
	return strings.Join(names, " and ")
}

// compile returns the minimal one-pass DFA of n. It fails if n has no such DFA, or one that is too large.
func compile(n *nfa) *dfa {
	d := &dfa{}
	d.splitBytes(n)
	d.determinize(n)
	d.minimize(n)
	d.mergeClasses()
	d.findRuns(n)
	d.renumber()
	if states := len(d.states) - 1; states > maxStates {
		n.fail("%d states, more than %d", states, maxStates)
	}
	if classes := len(d.classes); classes > maxClasses {
		n.fail("%d byte classes, more than %d", classes, maxClasses)
	}
	return d
}

// explainer returns the minimal automaton that distinguishes the rules that a byte can be part of. The minimal DFA does
// not: "/" and "a:/" lead it to the same state.
func (m *machine) explainer() *dfa {
	d := &dfa{}
	d.splitBytes(m.nfa)
	d.determinize(m.nfa)
	d.merge(m.nfa, func(_ int, s *dfaState) string { return fmt.Sprint(s.accept, s.rules) })
	d.mergeClasses()
	d.breadthFirst()
	return d
}
