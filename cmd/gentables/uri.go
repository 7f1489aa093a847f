package main

import (
	"fmt"
	"strings"
)

// emitURI writes the automaton for URI-reference, the character classes, and the constants that all automata share.
func emitURI(f *goFile) {
	f.emitMarks()
	f.emitComponents()
	f.emitContextType()
	f.emitCharSets()
	emitAutomaton(f)
}

func (f *goFile) emitMarks() {
	f.printf(`// The marks. Each identifies the offset just after a delimiter. If a mark has a smaller offset than a mark before it in
// this list, it is stale: it was set for a reading of the input that a later byte ruled out.
const (
	MarkNone Mark = 0 // no mark
`)
	for m := noMark + 1; m < numMarks; m++ {
		f.printf("\tMark%s Mark = %d // %s\n", markNames[m], m, f.grammar.markDoc(m))
	}
	f.printf("\n\tnumMarks = %d // rounded up to a power of two\n)\n\n", 1<<bitsFor(int(numMarks)))
	f.printf("// The marks, shifted to their bits in a transition.\nconst (\n")
	for _, name := range markNames[1:] {
		f.printf("\tset%s = uint16(Mark%[1]s) << stateBits\n", name)
	}
	f.printf(")\n\n")
}

// markDoc lists the delimiters of the grammar that set m.
func (g *grammar) markDoc(m mark) string {
	var docs []string
	for _, d := range g.marks.delimiters {
		switch {
		case d.mark == m && d.text != "":
			docs = append(docs, fmt.Sprintf("%q in %s", d.text, d.rule))
		case d.mark == m:
			docs = append(docs, "the first byte of "+d.rule)
		}
	}
	return strings.Join(docs, ", ")
}

func (f *goFile) emitComponents() {
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

func (f *goFile) emitContextType() {
	f.printf(`// The bits of a Context for the rules that a state is inside of. Only the rest of the rule can follow in such a state.
const (
`)
	for i, name := range tagNames {
		f.printf("\t%s = 1 << (componentBits + %d) // %s\n", name.constant, i, name.doc)
	}
	f.printf(")\n\n")
}

func (f *goFile) emitCharSets() {
	n := len(f.grammar.marks.sets)
	for _, set := range f.grammar.marks.sets {
		f.grammar.needs(set.rule)
	}
	f.printf(`// A Set is a set of character classes, one bit each: Unreserved|SubDelims, for example.
type Set uint32

// The character classes of RFC 3986, and the characters of components. Each holds the bytes that occur in the rule
// above it, except in percent-encodings.
const (
`)
	for i, set := range f.grammar.marks.sets {
		f.printf("\t// %s\n\t%s Set = 1 << %d // %s\n", f.rule(set.rule), set.name, i,
			byteSetText(f.grammar.chars(set.rule)))
		if i < n-1 {
			f.printf("\n")
		}
	}
	f.printf(")\n\n// sets maps each byte to the character classes that contain it.\nvar sets = [256]Set{\n")
	f.emitByteRows(func(b byte) string { return hex(f.setBits(b), n) })
	f.printf("}\n\n")
}

// setBits returns the bits of the sets that contain b.
func (f *goFile) setBits(b byte) (bits uint64) {
	for i, set := range f.grammar.marks.sets {
		if f.grammar.chars(set.rule).has(b) {
			bits |= 1 << i
		}
	}
	return bits
}
