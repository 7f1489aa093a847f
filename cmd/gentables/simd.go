package main

import "fmt"

// The vector instructions look up a byte by its nibbles. The row of a set has an entry for each low nibble. Bit h of
// entry l is set if the byte 16*h+l is in the set. Entry h of the row High has only bit h. A byte is in the set if its
// entries in the two rows have a common bit.
//
// Eight bits are enough for the high nibbles of ASCII. No set has bytes from 0x80 up: the instructions return 0 for
// them.

// A nibbleRow is a row of the tables. The name of the constant for its index is "Row" followed by the name of the row.
type nibbleRow struct {
	name, doc string
	entries   [16]byte
}

// simdRules lists the rules that the rows need.
var simdRules = []string{
	"scheme", "userinfo", "reg-name", "path-abempty", "query", "fragment", "pct-encoded", "HEXDIG",
	"gen-delims",
}

// emitSIMD writes the rows of nibble tables and their indexes.
func emitSIMD(f *goFile) {
	rows := f.grammar.nibbleRows()
	f.printf("// The rows of Nibbles.\nconst (\n")
	for i, r := range rows {
		f.printf("\tRow%s = %d // %s\n", r.name, i, r.doc)
	}
	f.printf(`)

// Nibbles holds a row for each set of bytes that the vector instructions look for. The entry of a low nibble holds the
// bits of the high nibbles that make a byte of the set with it. A row repeats its entries, for registers of 32 bytes.
var Nibbles = [%d][32]uint8{
`, len(rows))
	for _, r := range rows {
		f.printf("Row%s: {\n", r.name)
		for range 2 {
			for _, e := range r.entries {
				f.printf("%#02x, ", e)
			}
			f.printf("\n")
		}
		f.printf("},\n")
	}
	f.printf("}\n")
}

// nibbleRows returns the rows in the order of their constants.
func (g *grammar) nibbleRows() []nibbleRow {
	low, high := nibbleRow{name: "Low4", doc: "the low four bits of a byte"},
		nibbleRow{name: "High", doc: "the bit of each high nibble"}
	for i := range 16 {
		low.entries[i] = 15
		if i < 8 {
			high.entries[i] = 1 << i
		}
	}
	delims, tail := g.delimiterSets()
	tail = tail.union(g.chars("gen-delims").minus(delims))
	percent := g.chars("pct-encoded").minus(g.chars("HEXDIG"))
	valid := delims.union(percent)
	for _, rule := range []string{"scheme", "userinfo", "reg-name", "path-abempty", "query", "fragment"} {
		valid = valid.union(g.chars(rule))
	}
	return []nibbleRow{
		low,
		high,
		setRow("Valid", "all bytes of a reference except brackets", valid),
		setRow("Plain", "the bytes of Valid that are not in Special", valid.minus(tail).minus(percent)),
		setRow("Delims", "the delimiters of components", delims),
		setRow("Tail", "the delimiters that begin a query or a fragment, and brackets", tail),
		setRow("Percent", "the byte that begins pct-encoded", percent),
		setRow("Special", "Tail and Percent", tail.union(percent)),
		setRow("HexDig", "HEXDIG", g.chars("HEXDIG")),
		setRow("PathRun", "path-abempty, pct-encoded", g.chars("path-abempty").union(percent)),
		setRow("QueryRun", "query and fragment, pct-encoded", g.chars("query").union(percent)),
	}
}

// delimiterSets returns the bytes of the delimiters of g, and the bytes of the delimiters that begin a query or a
// fragment.
func (g *grammar) delimiterSets() (all, tail byteSet) {
	for _, d := range g.marks.delimiters {
		if g.rule(d.rule) == nil {
			continue
		}
		for i := range len(d.text) {
			all.add(d.text[i])
			if d.mark == markQuery || d.mark == markFragment {
				tail.add(d.text[i])
			}
		}
	}
	return all, tail
}

func setRow(name, doc string, set byteSet) nibbleRow {
	row := nibbleRow{name: name, doc: fmt.Sprintf("%s: %s", doc, byteSetText(set))}
	for c := range 0x80 {
		if set.has(byte(c)) {
			row.entries[c&15] |= 1 << (c >> 4)
		}
	}
	return row
}
