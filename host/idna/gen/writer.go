package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/internal/gensource"
)

// A writer writes the Go source of the tables.
type writer struct{ gensource.Writer }

// maxColumns is the length of the longest line, except for single long words.
const maxColumns = 110

func (w *writer) properties(t *tables) {
	w.Printf("// The properties of a character, as bits. The bits from classShift on are its Canonical_Combining_Class.\n" +
		"const (\n")
	for i, p := range propertyNames {
		switch {
		case i == 0:
			w.Printf("\t%s uint32 = 1 << iota // %s\n", p.name, p.doc)
		case p.doc == "":
			w.Printf("\t%s\n", p.name)
		default:
			w.Printf("\t%s // %s\n", p.name, p.doc)
		}
	}
	w.Printf("\n\tclassShift = %d\n)\n\n// propertySets lists the sets of properties that occur.\n"+
		"var propertySets = [256]uint32{\n", classShift)
	for i, set := range t.properties {
		var names []string
		for bit, p := range propertyNames {
			if set>>bit&1 != 0 {
				names = append(names, p.name)
			}
		}
		if class := set >> classShift; class != 0 {
			names = append(names, fmt.Sprintf("%d<<classShift", class))
		}
		w.Printf("\t%d: %s,\n", i, strings.Join(names, " | "))
	}
	w.Printf("}\n\n")
}

func (w *writer) entries(t *tables) {
	w.Printf(`// The entry of a character r before endEntries is entries[entryBlocks[r>>entryShift]][r&(1<<entryShift-1)]. An entry
// before mappedEntry is a number in propertySets. Others, minus mappedEntry, are numbers in mappingEnds. The entries
// take %d bytes, and the mappings %d.
const (
	entryShift = %d
	endEntries = %#x
	mappedEntry = %#x

	// The characters from endEntries on are disallowed, except these variation selectors, which are ignored.
	firstSelector = %#x
	lastSelector = %#x
)

`, 2*(len(t.blocks)+len(t.entries)), 2*(len(t.mappings)+1)+len(strings.Join(t.mappings, "")), t.shift, len(t.blocks)<<t.shift, mappedEntry, t.selectors[0], t.selectors[1])
	w.Printf("var entryBlocks = [endEntries >> entryShift]uint16{\n")
	gensource.WriteNumbers(&w.Writer, "%d, ", 20, t.blocks)
	w.Printf("}\n\n// entries lists the distinct blocks, each with its first character.\n" +
		"var entries = [...][1 << entryShift]uint16{\n")
	for i := range len(t.entries) >> t.shift {
		block := t.entries[i<<t.shift:][:1<<t.shift]
		w.Printf("\t%d: {%s}, // U+%04X\n", i, withoutZeros(block), slices.Index(t.blocks, uint16(i))<<t.shift)
	}
	w.Printf("}\n\n")
}

// withoutZeros returns a block of entries without the zeros at its end, in lines.
func withoutZeros(block []uint16) string {
	for len(block) > 0 && block[len(block)-1] == 0 {
		block = block[:len(block)-1]
	}
	text, column := "", 0
	for i, n := range block {
		number := strconv.Itoa(int(n))
		switch {
		case i == 0:
		case column+len(number) > maxColumns:
			text, column = text+",\n\t\t", 0
		default:
			text, column = text+", ", column+len(", ")
		}
		text, column = text+number, column+len(number)
	}
	return text
}

// mappings writes the mappings as one string. Lines are in parentheses because the time of gofmt grows with the square
// of the length of a sum.
func (w *writer) mappings(t *tables) {
	w.Printf("// mappings is all mappings, one after the other: mapping n is mappings[mappingEnds[n]:mappingEnds[n+1]].\nconst mappings = \"\"")
	line := ""
	ends, size := []uint16{0}, 0
	for _, m := range t.mappings {
		text := strconv.QuoteToASCII(m)
		text = text[1 : len(text)-1]
		if len(line)+len(text) > maxColumns {
			w.Printf(" +\n\t\"%s\"", line)
			line = ""
		}
		line += text
		size += len(m)
		ends = append(ends, uint16(size))
	}
	w.Printf(" +\n\t\"%s\"\n\nvar mappingEnds = [...]uint16{\n", line)
	gensource.WriteNumbers(&w.Writer, "%d, ", 20, ends)
	w.Printf("}\n\n")
}
