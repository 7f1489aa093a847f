package main

import (
	_ "embed"
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// proof is the text of the tests of a scanner, with names in capital letters that are replaced.
//
//go:embed proof.tmpl
var proof string

// testSource returns the test of the Go file of the scanners.
func testSource(list []*compiledScanner, pkg string) (text []byte, err error) {
	defer catch(&err)
	f := &scannerFile{}
	f.header(list, pkg, "fmt", "slices", "testing")
	for _, c := range list {
		f.emitGrammar(c)
		f.emitExamples(c)
		largest := -1
		for _, offset := range c.offsets {
			largest = max(largest, offset)
		}
		f.WriteString(strings.NewReplacer("TYPE", c.typ, "LOW", c.low, "PARSE", c.parse, "EACH", c.each(", nil", ""),
			"MAXFIXED", fmt.Sprint(largest), "BOUNDS", fmt.Sprint(len(c.offsets))).Replace(proof))
	}
	return format.Source(f.Bytes())
}

// emitGrammar writes the NFA of the grammar.
func (f *scannerFile) emitGrammar(c *compiledScanner) {
	states := c.nfa.compact()
	var sets []byteSet
	f.printf("// %[1]sGrammar is the grammar: a state has bounds of components (bit 2i is the beginning of the component i, bit 2i+1 its\n"+
		"// end), steps to other states that take no byte, and edges that take a byte of a set. State 0 is the start, and state 1\n"+
		"// accepts.\nvar %[1]sGrammar = []struct {\n\tbounds uint64\n\tsteps []int\n\tedges []struct{ to, set int }\n}{\n", c.low)
	for _, s := range states {
		var steps, edges []string
		for _, to := range s.eps {
			steps = append(steps, fmt.Sprint(to))
		}
		for _, e := range s.edges {
			i := slices.Index(sets, e.set)
			if i < 0 {
				i = len(sets)
				sets = append(sets, e.set)
			}
			edges = append(edges, fmt.Sprintf("{%d, %d}", e.to, i))
		}
		f.printf("{%#x, []int{%s}, []struct{ to, set int }{%s}},\n", uint64(s.bounds), wrap(steps, ", ", "\n"), wrap(edges, ", ", "\n"))
	}
	f.printf("}\n\n// %sSets are the sets of bytes of edges.\nvar %[1]sSets = [][4]uint64{\n", c.low)
	for _, set := range sets {
		f.printf("{%#x, %#x, %#x, %#x}, // %s\n", set[0], set[1], set[2], set[3], byteSetText(set))
	}
	f.printf("}\n\n")
	var names, registers, fixed []string
	repeated := bounds(0)
	for i, field := range c.fields {
		names = append(names, fmt.Sprintf("%q", field.name))
		if field.repeated {
			repeated |= 3 << (2 * i)
		}
	}
	for bound, offset := range c.offsets {
		fixed = append(fixed, fmt.Sprint(offset))
		if offset >= 0 {
			registers = append(registers, "-1")
		} else {
			registers = append(registers, fmt.Sprint(c.register(bound)))
		}
	}
	f.printf("// The names of the components, and for each bound its index in the field at, its fixed offset, or -1. A bit says that\n"+
		"// it is repeated.\nvar (\n%[1]sNames = []string{%[2]s}\n%[1]sRegisters = []int{%[3]s}\n%[1]sFixed = []int{%[4]s}\n)\n\n"+
		"const %[1]sRepeated uint64 = %#[5]x\n\n",
		c.low, wrap(names, ", ", "\n"), wrap(registers, ", ", "\n"), wrap(fixed, ", ", "\n"), uint64(repeated))
}

// compact returns the states of n without those that only lead to one state.
func (n *nfa) compact() []nfaState {
	skip := func(s int) int {
		for at := &n.states[s]; s > nfaAccept && at.bounds == 0 && len(at.edges) == 0 && len(at.eps) == 1; at = &n.states[s] {
			s = at.eps[0]
		}
		return s
	}
	ids := map[int]int{nfaStart: nfaStart, nfaAccept: nfaAccept}
	list := []int{nfaStart, nfaAccept}
	id := func(s int) int {
		s = skip(s)
		if _, ok := ids[s]; !ok {
			ids[s] = len(list)
			list = append(list, s)
		}
		return ids[s]
	}
	var out []nfaState
	for i := 0; i < len(list); i++ {
		s := n.states[list[i]]
		next := nfaState{bounds: s.bounds}
		for _, to := range s.eps {
			next.eps = append(next.eps, id(to))
		}
		for _, e := range s.edges {
			next.edges = append(next.edges, edge{set: e.set, to: id(e.to)})
		}
		out = append(out, next)
	}
	return out
}

// emitExamples writes the examples, and the function that describes a value as they do.
func (f *scannerFile) emitExamples(c *compiledScanner) {
	f.printf("// %sDescribe returns the components of v, as %[1]sExamples has them.\nfunc %[1]sDescribe(v %s) (text string) {\n", c.low, c.typ)
	for _, field := range c.fields {
		switch {
		case field.repeated:
			f.printf("\tfor s := range v.%s() {\n\t\ttext += fmt.Sprintf(\"  %[1]s %%q\", s)\n\t}\n", field.name)
		case field.optional:
			f.printf("\tif s, ok := v.%s(); ok {\n\t\ttext += fmt.Sprintf(\"  %[1]s %%q\", s)\n\t}\n", field.name)
		default:
			f.printf("\ttext += fmt.Sprintf(\"  %s %%q\", v.%[1]s())\n", field.name)
		}
	}
	f.printf("\treturn text\n}\n\n// %sExamples are sentences that use every transition: their components, and each with a wrong byte at the offset. They\n"+
		"// come from the grammar, not from the scanner.\nvar %[1]sExamples = []struct {\n\ttext, components, wrong string\n\toffset int\n}{\n", c.low)
	for _, e := range c.examples() {
		components := ""
		if list := c.nfa.readings(e.text, len(c.fields)); len(list) == 1 && len(list[0]) > 0 {
			components = "  " + list[0].text(e.text, c.fields)
		}
		f.printf("{%q, %q, %q, %d},\n", e.text, components, e.wrong, e.offset)
	}
	f.printf("}\n\n")
}
