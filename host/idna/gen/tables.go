package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/gensource"
)

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

// The tables are a two-stage table of entries, one for each character. An entry is the number of a set of properties
// or, from mappedEntry on, the number of a mapping.
type tables struct {
	properties []uint32 // the distinct sets
	mappings   []string // the distinct mappings
	shift      int      // a block has 1<<shift entries
	blocks     []uint16 // the number of the block, for each 1<<shift characters
	entries    []uint16 // of the distinct blocks
	selectors  [2]rune  // a range of ignored characters after those that have entries
}

// newTables returns the tables for f.
func newTables(f *facts) (*tables, error) {
	t := &tables{properties: []uint32{bitsOf("isDisallowed"), bitsOf("isIgnored")}}
	entries := make([]uint16, len(f.characters))
	numbers := map[any]int{}
	for r := range f.characters {
		c := &f.characters[r]
		if c.status == mapped {
			if strings.Contains(c.mapping, ".") && c.mapping != "." {
				return nil, fmt.Errorf("U+%04X is mapped to %q: a dot can only be a mapping of its own", r, c.mapping)
			}
			entries[r] = uint16(mappedEntry + number(numbers, &t.mappings, c.mapping))
			continue
		}
		entries[r] = uint16(number(numbers, &t.properties, propertiesOf(rune(r), c)))
	}
	if len(t.properties) > 1<<8 || len(t.mappings) > mappedEntry {
		return nil, fmt.Errorf("%d sets of properties and %d mappings are too many", len(t.properties), len(t.mappings))
	}
	return t, t.compress(entries)
}

// number returns the index of x in list. It appends x unless it is there.
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

// compress makes the smallest two-stage table: it tries several shifts.
func (t *tables) compress(entries []uint16) error {
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
		blocks, distinct := gensource.CutBlocks(entries[:end], 1<<shift)
		if t.blocks == nil || len(blocks)+len(distinct) < len(t.blocks)+len(t.entries) {
			t.shift, t.blocks, t.entries = shift, blocks, distinct
		}
	}
	if len(t.blocks) > 1<<16 || t.selectors[0] > t.selectors[1] {
		return fmt.Errorf("%d blocks, selectors %U", len(t.blocks), t.selectors)
	}
	return nil
}
