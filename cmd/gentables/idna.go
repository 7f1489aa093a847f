package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file writes the tables of package idna: a two-stage table of entries, one for each character. An entry is the
// number of a set of properties or, from mappedEntry on, the number of a mapping.

func emitIDNA(f *goFile) {
	t := newIDNATables(f.facts)
	f.printf("// The data are those of Unicode %s, under the Unicode License V3, which is in "+
		"cmd/gentables/uts46.txt.\n\n", f.facts.version)
	f.printf("// unicodeVersion is the version of Unicode, and of UTS 46, that the package implements.\n"+
		"const unicodeVersion = %q\n\n", f.facts.version)
	f.emitProperties(t)
	f.emitEntries(t)
	f.emitMappings(t)
	f.emitCompositions()
}

// propertyNames are the properties of characters, by their bits. The Bidi_Classes that the Bidi Rule (RFC 5893, section
// 2) distinguishes come first. From bit 24 on is the Canonical_Combining_Class.
var propertyNames = []struct{ name, doc string }{
	{"bidiL", "Bidi_Class=L"}, {"bidiR", ""}, {"bidiAL", ""}, {"bidiAN", ""}, {"bidiEN", ""}, {"bidiES", ""},
	{"bidiCS", ""}, {"bidiET", ""}, {"bidiON", ""}, {"bidiBN", ""}, {"bidiNSM", ""},
	{"bidiOther", "none of these classes"},
	{"joiningD", "Joining_Type=D"}, {"joiningL", ""}, {"joiningR", ""}, {"joiningT", ""},
	{"isJoiner", "U+200C or U+200D"},
	{"isMark", "General_Category=Mark"},
	{"mayCombine", "NFC_Quick_Check=Maybe: NFC can compose it with a character before it"},
	{"isNotLDH", "in US-ASCII, but not a-z, 0-9 or a hyphen"},
	{"isBeyondASCII", "not in US-ASCII"},
	{"isIgnored", "the status is ignored"},
	{"isDisallowed", "the status is disallowed"},
}

const (
	classShift  = 24
	mappedEntry = 1 << 14
)

// propertiesOf returns the properties of r as bits.
func propertiesOf(r rune, c *character) uint32 {
	var names []string
	switch c.status {
	case disallowed:
		return bitsOf("isDisallowed")
	case ignored:
		return bitsOf("isIgnored")
	}
	add := func(name string, ok bool) {
		if ok {
			names = append(names, name)
		}
	}
	bidi := "bidi" + cmp.Or(c.bidi, "L")
	if bitsOf(bidi) == 0 {
		bidi = "bidiOther"
	}
	add(bidi, true)
	add("joining"+c.joining, strings.Contains("DLRT", c.joining) && c.joining != "")
	add("isJoiner", r == 0x200c || r == 0x200d)
	add("isMark", c.mark)
	add("mayCombine", c.combines)
	add("isBeyondASCII", r >= utf8.RuneSelf)
	add("isNotLDH", r < utf8.RuneSelf && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-", r))
	return bitsOf(names...) | uint32(c.class)<<classShift
}

func bitsOf(names ...string) (bits uint32) {
	for i, p := range propertyNames {
		if slices.Contains(names, p.name) {
			bits |= 1 << i
		}
	}
	return bits
}

// idnaTables are the tables before they are written.
type idnaTables struct {
	properties []uint32 // the distinct sets
	mappings   []string // the distinct mappings
	shift      int      // a block has 1<<shift entries
	blocks     []uint16 // the number of the block, for each 1<<shift characters
	entries    []uint16 // of the distinct blocks
	selectors  [2]rune  // a range of ignored characters after those that have entries
}

func newIDNATables(f *facts) *idnaTables {
	t := &idnaTables{properties: []uint32{bitsOf("isDisallowed"), bitsOf("isIgnored")}}
	entries := make([]uint16, len(f.characters))
	numbers := map[any]int{}
	for r := range f.characters {
		c := &f.characters[r]
		if c.status == mapped {
			if strings.Contains(c.mapping, ".") && c.mapping != "." {
				f.fail("U+%04X is mapped to %q: a dot can only be a mapping of its own", r, c.mapping)
			}
			entries[r] = uint16(mappedEntry + number(numbers, &t.mappings, c.mapping))
			continue
		}
		entries[r] = uint16(number(numbers, &t.properties, propertiesOf(rune(r), c)))
	}
	if len(t.properties) > 1<<8 || len(t.mappings) > mappedEntry {
		f.fail("%d sets of properties and %d mappings are too many", len(t.properties), len(t.mappings))
	}
	t.compress(f, entries)
	return t
}

// number returns the index of x in list, to which it appends x if it is not there.
func number[T comparable](numbers map[any]int, list *[]T, x T) int {
	if _, ok := numbers[x]; !ok {
		i := slices.Index(*list, x)
		if i < 0 {
			i = len(*list)
			*list = append(*list, x)
		}
		numbers[x] = i
	}
	return numbers[x]
}

// compress makes the two-stage table with the shift for which it is smallest.
func (t *idnaTables) compress(f *facts, entries []uint16) {
	// The last characters that are not disallowed are a range of variation selectors.
	end := len(entries)
	last := func(entry uint16) int {
		for end > 0 && entries[end-1] == entry {
			end--
		}
		return end
	}
	t.selectors[1] = rune(last(0) - 1)
	t.selectors[0] = rune(last(1))
	end = last(0)
	for shift := 3; shift < 9; shift++ {
		blocks, distinct := cutBlocks(entries, end, 1<<shift)
		if t.blocks == nil || len(blocks)+len(distinct) < len(t.blocks)+len(t.entries) {
			t.shift, t.blocks, t.entries = shift, blocks, distinct
		}
	}
	if len(t.blocks) > 1<<16 || t.selectors[0] > t.selectors[1] {
		f.fail("%d blocks, selectors %U", len(t.blocks), t.selectors)
	}
}

// cutBlocks cuts the entries of the characters before end into blocks.
func cutBlocks(entries []uint16, end, size int) (blocks, distinct []uint16) {
	numbers := map[string]uint16{}
	for block := range slices.Chunk(entries[:(end+size-1)/size*size], size) {
		key := fmt.Sprint(block)
		n, ok := numbers[key]
		if !ok {
			n = uint16(len(distinct) / size)
			numbers[key] = n
			distinct = append(distinct, block...)
		}
		blocks = append(blocks, n)
	}
	return blocks, distinct
}

func (f *goFile) emitProperties(t *idnaTables) {
	f.printf("// The properties of a character, as bits. From bit classShift on is its Canonical_Combining_Class.\n" +
		"const (\n")
	for i, p := range propertyNames {
		switch {
		case i == 0:
			f.printf("\t%s uint32 = 1 << iota // %s\n", p.name, p.doc)
		case p.doc == "":
			f.printf("\t%s\n", p.name)
		default:
			f.printf("\t%s // %s\n", p.name, p.doc)
		}
	}
	f.printf("\n\tclassShift = %d\n)\n\n// propertySets has the sets of properties that occur.\n"+
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
		f.printf("\t%d: %s,\n", i, strings.Join(names, " | "))
	}
	f.printf("}\n\n")
}

func (f *goFile) emitEntries(t *idnaTables) {
	f.printf(`// The entry of a character r before endEntries is entries[entryBlocks[r>>entryShift]][r&(1<<entryShift-1)]. An entry
// before mappedEntry is a number in propertySets. Others, minus mappedEntry, are numbers in mappingEnds. The entries
// take %d bytes, the mappings %d and the compositions %d.
const (
	entryShift = %d
	endEntries = %#x
	mappedEntry = %#x

	// The characters from endEntries on are disallowed, except these variation selectors, which are ignored.
	firstSelector = %#x
	lastSelector = %#x
)

`, 2*(len(t.blocks)+len(t.entries)), 2*(len(t.mappings)+1)+len(strings.Join(t.mappings, "")),
		14*len(f.facts.compositions), t.shift, len(t.blocks)<<t.shift, mappedEntry, t.selectors[0], t.selectors[1])
	f.printf("var entryBlocks = [endEntries >> entryShift]uint16{\n")
	f.numbers(t.blocks)
	f.printf("}\n\n// entries has the distinct blocks. After each is the first character that has it.\n" +
		"var entries = [...][1 << entryShift]uint16{\n")
	for i := range len(t.entries) >> t.shift {
		block := t.entries[i<<t.shift:][:1<<t.shift]
		f.printf("\t%d: {%s}, // U+%04X\n", i, withoutZeros(block), slices.Index(t.blocks, uint16(i))<<t.shift)
	}
	f.printf("}\n\n")
}

// withoutZeros writes a block of entries without the zeros at its end.
func withoutZeros(block []uint16) string {
	for len(block) > 0 && block[len(block)-1] == 0 {
		block = block[:len(block)-1]
	}
	var texts []string
	for _, n := range block {
		texts = append(texts, strconv.Itoa(int(n)))
	}
	return wrap(texts, ", ", "\n\t\t")
}

func (f *goFile) numbers(list []uint16) {
	for row := range slices.Chunk(list, 20) {
		f.printf("\t")
		for _, n := range row {
			f.printf("%d, ", n)
		}
		f.printf("\n")
	}
}

// emitMappings writes the mappings as one text. Lines are in parentheses because the time of gofmt grows with the
// square of the length of a sum.
func (f *goFile) emitMappings(t *idnaTables) {
	f.printf("// mappings has all mappings, one after the other. mappingEnds[n] is the start of mapping n, and the end\n" +
		"// of the one before it.\nconst mappings = \"\"")
	line := ""
	ends, size := []uint16{0}, 0
	for _, m := range t.mappings {
		text := strconv.QuoteToASCII(m)
		text = text[1 : len(text)-1]
		if len(line)+len(text) > maxColumns {
			f.printf(" +\n\t\"%s\"", line)
			line = ""
		}
		line += text
		size += len(m)
		ends = append(ends, uint16(size))
	}
	f.printf(" +\n\t\"%s\"\n\nvar mappingEnds = [...]uint16{\n", line)
	f.numbers(ends)
	f.printf("}\n\n")
}

// emitCompositions writes the compositions twice: in order of the composites, and in order of the parts.
func (f *goFile) emitCompositions() {
	list := f.facts.compositions
	var order []uint16
	for i := range list {
		order = append(order, uint16(i))
	}
	slices.SortFunc(order, func(i, j uint16) int {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second))
	})
	f.printf("// compositions has the primary composites, in ascending order. Hangul syllables are not among them.\n" +
		"var compositions = [...]composition{\n")
	for row := range slices.Chunk(list, 4) {
		f.printf("\t")
		for _, c := range row {
			f.printf("{%#04x, %#04x, %#04x}, ", c.first, c.second, c.composite)
		}
		f.printf("\n")
	}
	f.printf("}\n\n// compositionOrder has the indexes of compositions in ascending order of the parts.\n" +
		"var compositionOrder = [len(compositions)]uint16{\n")
	f.numbers(order)
	f.printf("}\n")
}
