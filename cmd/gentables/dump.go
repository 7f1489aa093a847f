package main

import (
	"bytes"
	"fmt"
)

// dump describes the automaton in text: the classes, and each state with its transitions. Transitions to the same state
// with the same mark share a line.
func (m *machine) dump() []byte {
	d, w := m.dfa, new(bytes.Buffer)
	fmt.Fprintf(w, "%d states (1 is the start, 0 is invalid), %d byte classes, %d marked transitions, %d run sets\n\n",
		len(d.states)-1, len(d.classes), d.marked(), len(d.runSets))
	for i, c := range d.classes {
		fmt.Fprintf(w, "class %2d  %-12s %s\n", i, className(c), byteSetText(c))
	}
	for i, s := range d.states[1:] {
		fmt.Fprintf(w, "\nstate %d  %q  %s%s\n", i+1, s.example, componentNames[s.reading], s.attributes())
		for _, t := range s.arrows() {
			fmt.Fprintf(w, "  %s -> %d%s\n", byteSetText(d.bytesOf(t.classes)), t.to, markText(t.mark, ", sets "))
		}
	}
	return w.Bytes()
}

// dot describes the automaton in the language of Graphviz.
func (m *machine) dot() []byte {
	d, w := m.dfa, new(bytes.Buffer)
	fmt.Fprintf(w, "digraph %q {\n\trankdir=LR\n\tnode [shape=circle]\n", m.files)
	for i, s := range d.states[1:] {
		shape := "circle"
		if s.accept {
			shape = "doublecircle"
		}
		fmt.Fprintf(w, "\t%d [shape=%s, tooltip=%q]\n", i+1, shape, s.example)
		for _, t := range s.arrows() {
			label := byteSetText(d.bytesOf(t.classes)) + markText(t.mark, "\n")
			fmt.Fprintf(w, "\t%d -> %d [label=%q]\n", i+1, t.to, label)
		}
	}
	fmt.Fprintf(w, "}\n")
	return w.Bytes()
}

func markText(m mark, before string) string {
	if m == noMark {
		return ""
	}
	return before + markNames[m]
}

// An arrow is all the transitions from one state to another that set the same mark.
type arrow struct {
	to      int
	mark    mark
	classes []int
}

func (s *dfaState) arrows() (list []arrow) {
next:
	for c, t := range s.next {
		if t == 0 {
			continue
		}
		for i := range list {
			if list[i].to == t && list[i].mark == s.marks[c] {
				list[i].classes = append(list[i].classes, c)
				continue next
			}
		}
		list = append(list, arrow{t, s.marks[c], []int{c}})
	}
	return list
}

func (d *dfa) bytesOf(classes []int) (s byteSet) {
	for _, c := range classes {
		s = s.union(d.classes[c])
	}
	return s
}

// marked returns the number of transitions that set a mark, by state and class, not counting those to the invalid
// state.
func (d *dfa) marked() (n int) {
	for _, s := range d.states {
		for c, t := range s.next {
			if t != 0 && s.marks[c] != noMark {
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
