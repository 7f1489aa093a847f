package main

import (
	"fmt"
	"slices"
	"strings"
)

// This file writes the tables of the automaton for URI-reference, and the types and constants that all automata share.
// Here a state is a uint8 and the marks have a table of their own, so that everything fits in 16 KiB.

// markColumnLimit is the number of columns of the table of marks: a byte has a class of five bits and a column of
// three.
const markColumnLimit = 8

func emitURI(f *goFile) {
	f.bounds()
	f.marks()
	f.classConstants()
	f.classesWithColumns()
	f.transitions()
	f.markTable()
	f.runSets()
	f.runBytes()
	f.runMasks()
	f.components()
	f.contextType()
	f.contexts()
	f.charSets()
}

func (f *goFile) marks() {
	f.printf(`// The marks. Each identifies the offset just after a delimiter. If a mark has a smaller offset than a mark before it in
// this list, it is stale: it was set for a reading of the input that a later byte ruled out.
const (
	MarkNone = 0 // no mark
`)
	for m := noMark + 1; m < numMarks; m++ {
		f.printf("\tMark%s = %d // %s\n", markNames[m], m, f.grammar.markDoc(m))
	}
	f.printf(`)

// NumMarks is the number of marks, rounded up to a power of two: mark&(NumMarks-1) is an index into [NumMarks]T.
const NumMarks = %d

`, 1<<bitsFor(int(numMarks)))
}

// markDoc lists the delimiters of the grammar that set m.
func (g *grammar) markDoc(m mark) string {
	var docs []string
	for _, d := range delimiters {
		if d.mark == m && g.rule(d.rule) != nil {
			docs = append(docs, fmt.Sprintf("%q in %s", d.text, d.rule))
		}
	}
	for _, rule := range firstByteRules {
		if m == firstByteMark && g.rule(rule) != nil {
			docs = append(docs, "the first byte of "+rule)
		}
	}
	return strings.Join(docs, ", ")
}

func (f *goFile) classesWithColumns() {
	f.printf(`// classBits is the number of low bits of an entry of classes that hold the class. The bits above them hold the column of
// the class in marks. Column 0 is that of the classes that set no mark.
const classBits = %d

// classes has the class of each byte and its column in marks.
`, f.classBits())
	f.classTable(func(b byte) int {
		class := int(f.dfa.classOf[b])
		return class | f.markColumn(class)<<f.classBits()
	})
}

// markColumn returns the column of a class in the table of marks.
func (f *goFile) markColumn(class int) int { return slices.Index(f.dfa.markingClasses(), class) + 1 }

func (f *goFile) transitions() {
	f.printf(`// transitions has the next state by state and class. Each line ends with a shortest input that leads to its state.
var transitions = [%d][%d]uint8{
`, f.rows(), f.columns())
	for i, s := range f.dfa.states {
		row := make([]string, len(s.next))
		for c, t := range s.next {
			row[c] = fmt.Sprint(t)
		}
		f.printf("%d: {%s}, // ", i, strings.Join(row, ", "))
		if i == 0 {
			f.printf("dead\n")
		} else {
			f.printf("%q\n", s.example)
		}
	}
	f.printf("}\n\n")
}

func (f *goFile) markTable() {
	f.printf("// marks has the mark that a transition sets, by state and mark column.\nvar marks = [%d][%d]uint8{\n",
		f.rows(), markColumnLimit)
	for i, s := range f.dfa.states {
		var row []string
		for c, m := range s.marks {
			if m != noMark {
				row = append(row, fmt.Sprintf("%d: Mark%s", f.markColumn(c), markNames[m]))
			}
		}
		if len(row) > 0 {
			f.printf("%d: {%s}, // %q\n", i, strings.Join(row, ", "), s.example)
		}
	}
	f.printf("}\n\n")
}

func (f *goFile) components() {
	f.printf("// The components, in the order in which they appear in a URI.\nconst (\n")
	for c, name := range componentNames {
		f.printf("\t%s Component = %d\n", name, c)
	}
	f.printf(")\n\n// componentBits is the number of bits of a Component.\nconst componentBits = %d\n\n"+
		"var componentNames = [1 << componentBits]string{\n", bitsFor(int(numComponents)))
	for _, name := range componentNames[1:] {
		f.printf("\t%s: %q,\n", name, strings.ToLower(name))
	}
	f.printf("}\n\n")
}

func (f *goFile) contextType() {
	f.printf(`// A Context says what a state is reading: a component and, if the state is inside of certain rules, their bits.
type Context %s

// The bits of the rules. Only the rest of the rule can follow in such a state.
const (
`, roomy(bitsFor(int(numComponents))+len(tagNames)))
	for i, name := range tagNames {
		f.printf("\t%s = 1 << (componentBits + %d) // %s\n", name.constant, i, name.doc)
	}
	f.printf(")\n\n")
}

// exportedSets lists the sets of package tables: the name of each constant and its rule. A set has the bytes that occur
// in the rule outside of pct-encoded.
var exportedSets = []struct{ name, rule string }{
	{"ALPHA", "ALPHA"},
	{"DIGIT", "DIGIT"},
	{"HEXDIG", "HEXDIG"},
	{"Unreserved", "unreserved"},
	{"GenDelims", "gen-delims"},
	{"SubDelims", "sub-delims"},
	{"Reserved", "reserved"},
	{"Pchar", "pchar"},
	{"SchemeChars", "scheme"},
	{"UserinfoChars", "userinfo"},
	{"RegNameChars", "reg-name"},
	{"SegmentChars", "segment"},
	{"SegmentNzNcChars", "segment-nz-nc"},
	{"QueryChars", "query"},
	{"FragmentChars", "fragment"},
}

func (f *goFile) charSets() {
	n := len(exportedSets)
	f.printf(`// A Set is a set of character classes, one bit each: Unreserved|SubDelims, for example.
type Set %s

// The character classes of RFC 3986, and the characters of components. Each has the bytes that occur in the rule above
// it, except in percent-encodings.
const (
`, roomy(n))
	for i, set := range exportedSets {
		f.printf("\t// %s\n\t%s Set = 1 << %d // %s\n", f.rule(set.rule), set.name, i,
			byteSetText(f.grammar.chars(set.rule)))
		if i < n-1 {
			f.printf("\n")
		}
	}
	f.printf(")\n\n// sets has the character classes that contain each byte.\nvar sets = [256]Set{\n")
	f.byteRows(func(b byte) string { return hex(f.setBits(b), n) })
	f.printf("}\n")
}

// setBits returns the bits of the sets that contain b.
func (f *goFile) setBits(b byte) (bits uint64) {
	for i, set := range exportedSets {
		if f.grammar.chars(set.rule).has(b) {
			bits |= 1 << i
		}
	}
	return bits
}

// uriRules returns the rules that the tables for URIs need.
func uriRules() (rules []string) {
	for _, set := range exportedSets {
		rules = append(rules, set.rule)
	}
	return rules
}
