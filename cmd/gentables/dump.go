package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// dump describes the automaton in text: the classes, and each state with its transitions. Transitions to the same state
// with the same mark share a line.
func (m *machine) dump() []byte {
	d, w := m.dfa, new(bytes.Buffer)
	fmt.Fprintf(w, "%d states (1 is the start, 0 is invalid), %d byte classes, %d marked transitions, %d run sets\n\n",
		len(d.states)-1, len(d.classes), d.marked(), len(d.runSets))
	for i, c := range d.classes {
		fmt.Fprintf(w, "class %2d  %s\n", i, byteSetText(c))
	}
	for i, s := range d.states[1:] {
		fmt.Fprintf(w, "\nstate %d  %q  %s%s\n", i+1, s.example, componentNames[s.reading], s.attributes())
		for _, t := range s.arrows() {
			fmt.Fprintf(w, "  %s -> %d%s\n", byteSetText(d.bytesOf(t.classes)), t.to, markText(t.output, ", sets "))
		}
	}
	return w.Bytes()
}

// dot describes the automaton in the language of Graphviz.
func (m *machine) dot() []byte {
	return m.dfa.dot(m.files, func(s *dfaState) string { return componentNames[s.reading] },
		func(a arrow) string { return markText(a.output, "\n") }, byteSetText)
}

// dot describes the automaton of the scanner. A transition names the components that it begins (+) and ends (-).
func (c *compiledScanner) dot() []byte {
	describe := c.grammar.describer()
	return c.dfa.dot(c.files, func(s *dfaState) string { return s.fault.Component }, func(a arrow) string {
		text := ""
		for i, f := range c.fields {
			switch set := c.actions[a.output].set >> (2 * i); set & 3 {
			case 1:
				text += "\n+" + f.Name
			case 2:
				text += "\n-" + f.Name
			case 3:
				text += "\n+-" + f.Name
			}
		}
		return text
	}, func(set byteSet) string { return strings.Join(describe.words(set), " ") })
}

// maxLabel is the length above which a label is cut; the tooltip has it whole.
const maxLabel = 24

// dot describes the automaton, with the states of a component in a box of their own.
func (d *dfa) dot(name string, component func(s *dfaState) string, action func(a arrow) string, describe func(byteSet) string) []byte {
	w := new(bytes.Buffer)
	fmt.Fprintf(w, "digraph %q {\n\trankdir=LR\n\tnode [shape=circle]\n\tstart [shape=point]\n\tstart -> 1\n", name)
	var boxes []string
	states := map[string][]int{}
	for i := range d.states[1:] {
		box := component(&d.states[i+1])
		if states[box] == nil {
			boxes = append(boxes, box)
		}
		states[box] = append(states[box], i+1)
	}
	for k, box := range boxes {
		indent := "\t"
		if box != "" && box != "None" {
			fmt.Fprintf(w, "\tsubgraph cluster_%d {\n\t\tlabel=%q\n", k, box)
			indent = "\t\t"
		}
		for _, i := range states[box] {
			shape := ""
			if d.states[i].accept {
				shape = "shape=doublecircle, "
			}
			fmt.Fprintf(w, "%s%d [%stooltip=%q]\n", indent, i, shape, d.states[i].example)
		}
		if indent != "\t" {
			fmt.Fprintf(w, "\t}\n")
		}
	}
	for i, s := range d.states[1:] {
		for _, a := range s.arrows() {
			label := describe(d.bytesOf(a.classes))
			tip := label
			if runes := []rune(label); len(runes) > maxLabel {
				label = string(runes[:maxLabel]) + "..."
			}
			fmt.Fprintf(w, "\t%d -> %d [label=%q, tooltip=%q]\n", i+1, a.to, label+action(a), tip)
		}
	}
	fmt.Fprintf(w, "}\n")
	return w.Bytes()
}

func markText(m int, before string) string {
	if m == 0 {
		return ""
	}
	return before + markNames[m]
}

// An arrow is all the transitions from one state to another that have the same output.
type arrow struct {
	to, output int
	classes    []int
}

func (s *dfaState) arrows() (list []arrow) {
	for c, to := range s.next {
		if to == 0 {
			continue
		}
		output := s.outputs[c]
		i := slices.IndexFunc(list, func(a arrow) bool { return a.to == to && a.output == output })
		if i < 0 {
			i = len(list)
			list = append(list, arrow{to: to, output: output})
		}
		list[i].classes = append(list[i].classes, c)
	}
	return list
}

func (d *dfa) bytesOf(classes []int) (s byteSet) {
	for _, c := range classes {
		s = s.union(d.classes[c])
	}
	return s
}

// marked returns the number of transitions that set a mark, by state and class.
func (d *dfa) marked() (n int) {
	for _, s := range d.states {
		for _, m := range s.outputs {
			if m != 0 {
				n++
			}
		}
	}
	return n
}

func (s *dfaState) attributes() string {
	text := ""
	for i, name := range tagNames {
		if s.tags>>i&1 != 0 {
			text += " in " + name.text
		}
	}
	if s.accept {
		text += ", accepts"
	}
	if s.runMask != 0 {
		text += ", runs"
	}
	return text
}
