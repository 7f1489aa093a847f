package main

import (
	"path/filepath"
	"slices"
	"strings"
)

// The largest automaton that the tables can hold. A transition has nine bits for the next state, which may be the
// invalid one. A state has a row of 64 transitions, one for each class.
const maxTable, maxClasses = 511, 64

// A machine is a grammar and the automata made from it.
type machine struct {
	Start string // the rule that is compiled
	Files string // the names of the grammar files, without directories, since the output must not depend on them
	nfa   *nfa
	*grammar
	*dfa
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
	n := newNFA(g, start, nil)
	p := &determinizer{n: n, labels: &tableLabels{n, plain}}
	d := p.compile(maxTable)
	p.atMost(len(d.Classes), maxClasses, "byte classes")
	p.atMost(len(d.RunSets), maxRunSets, "sets of bytes that states loop on")
	return &machine{Start: first.name, grammar: g, Files: baseNames(sources), nfa: n, dfa: d}, nil
}

func baseNames(sources []source) string {
	var names []string
	for _, src := range sources {
		names = append(names, strings.Join(strings.Fields(filepath.Base(src.file)), " ")) // in one line of a comment
	}
	return strings.Join(names, " and ")
}

// tableLabels are the labels of the tables: contexts, and the marks of transitions.
type tableLabels struct {
	n     *nfa
	plain bool // without contexts
}

// label returns the component that is being read in a state, and the tagged rules that contain all edges of the state. It
// is the component of the byte just consumed or, after a delimiter, of the next byte.
func (l *tableLabels) label(kernel []item, readings []moved) (of label) {
	if l.plain {
		return of
	}
	components := map[string]bool{}
	for _, k := range kernel {
		if k.field != 0 {
			components[componentNames[k.field]] = true
			continue
		}
		for _, x := range l.n.move([]item{k}, 0) {
			for _, e := range l.n.states[x.state].edges {
				components[componentNames[e.field]] = true
			}
		}
	}
	edges := 0
	for _, x := range readings {
		for _, e := range l.n.states[x.state].edges {
			if edges++; edges == 1 {
				of.Tags = e.tags
			}
			of.Tags &= e.tags
		}
	}
	of.Component = reading(components)
	return of
}

// output returns the mark that the edges set. It fails if they set different marks, since a transition of the DFA sets
// one at most.
func (l *tableLabels) output(_, b int, _ []item, on []taken) int {
	first := &edge{}
	for _, x := range on {
		switch e := x.edge; {
		case e.mark == 0:
		case first.mark == 0:
			first = e
		case first.mark != e.mark:
			e.at.fail("byte %q sets the mark %s here and the mark %s at %s:%d: not one-pass",
				byte(b), markNames[e.mark], markNames[first.mark], first.at.file, first.at.line)
		}
	}
	return first.mark
}

// ruleLabels number the sets of rules that a byte can be part of. A set is the names of its rules, separated by spaces.
type ruleLabels struct {
	noLabels
	sets []string
}

func (l *ruleLabels) output(_, _ int, _ []item, on []taken) int {
	var rules []string
	for _, x := range on {
		rules = append(rules, x.edge.rule)
	}
	slices.Sort(rules)
	set := strings.Join(slices.Compact(rules), " ")
	if i := slices.Index(l.sets, set); i >= 0 {
		return i
	}
	l.sets = append(l.sets, set)
	return len(l.sets) - 1
}

// Label and Does return the label of a transition in a graph.
func (m *machine) Label(a arrow) string { return byteSetText(a.Set) }

func (m *machine) Does(a arrow) string {
	if a.Output == 0 {
		return ""
	}
	return "\n" + markNames[a.Output]
}

func (m *machine) MarkNames() []string { return markNames[:] }
