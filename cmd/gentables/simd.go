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
	Name, Doc string
	Entries   [16]byte
}

// NibbleRows returns the rows in the order of their constants.
func (g *grammar) NibbleRows() []nibbleRow {
	low, high := nibbleRow{Name: "Low4", Doc: "the low four bits of a byte"},
		nibbleRow{Name: "High", Doc: "the bit of each high nibble"}
	for i := range 16 {
		low.Entries[i] = 15
		high.Entries[i] = 1 << i // 0 from 8 up
	}
	delims, tail := g.delimiterSets()
	tail = tail.union(g.Chars("gen-delims").minus(delims))
	percent := g.Chars("pct-encoded").minus(g.Chars("HEXDIG"))
	valid := delims.union(percent)
	for _, rule := range []string{"scheme", "userinfo", "reg-name", "path-abempty", "query", "fragment"} {
		valid = valid.union(g.Chars(rule))
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
		setRow("HexDig", "HEXDIG", g.Chars("HEXDIG")),
		setRow("PathRun", "path-abempty, pct-encoded", g.Chars("path-abempty").union(percent)),
		setRow("QueryRun", "query and fragment, pct-encoded", g.Chars("query").union(percent)),
	}
}

// delimiterSets returns the bytes of the delimiters of g, and the bytes of the delimiters that begin a query or a
// fragment.
func (g *grammar) delimiterSets() (all, tail byteSet) {
	for _, d := range g.marks.delimiters {
		for i := range len(d.text) {
			all.add(d.text[i])
			if name := markNames[d.mark]; name == "Query" || name == "Fragment" {
				tail.add(d.text[i])
			}
		}
	}
	return all, tail
}

func setRow(name, doc string, set byteSet) nibbleRow {
	row := nibbleRow{Name: name, Doc: fmt.Sprintf("%s: %s", doc, byteSetText(set))}
	for c := range 0x80 {
		if set.has(byte(c)) {
			row.Entries[c&15] |= 1 << (c >> 4)
		}
	}
	return row
}
