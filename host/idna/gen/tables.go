package main

import (
	"cmp"
	"fmt"
	"go/format"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/gensource"
)

// propertyNames are the properties of characters, by their bits. The Bidi_Classes that the Bidi Rule (RFC 5893, section
// 2) distinguishes come first.
var propertyNames = []struct{ name, doc string }{
	{"bidiL", "Bidi_Class=L"}, {"bidiR", ""}, {"bidiAL", ""}, {"bidiAN", ""}, {"bidiEN", ""}, {"bidiES", ""},
	{"bidiCS", ""}, {"bidiET", ""}, {"bidiON", ""}, {"bidiBN", ""}, {"bidiNSM", ""},
	{"bidiOther", "none of these classes"},
	{"joiningD", "Joining_Type=D"}, {"joiningL", ""}, {"joiningR", ""}, {"joiningT", ""},
	{"isJoiner", "U+200C or U+200D"},
	{"isMark", "General_Category=Mark"},
	{"isNotLDH", "in US-ASCII, but not a-z, 0-9 or a hyphen"},
	{"isBeyondASCII", "not in US-ASCII"},
	{"isIgnored", "the status is ignored"},
	{"isDisallowed", "the status is disallowed"},
}

// Entries from mappedEntry on are mappings. The characters from endEntries on have no entries: they are disallowed, except
// variation selectors, which are ignored.
const (
	mappedEntry   = 1 << 14
	endEntries    = 0xe0000
	firstSelector = 0xe0100
	lastSelector  = 0xe01ef
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
	add("isBeyondASCII", r >= utf8.RuneSelf)
	add("isNotLDH", r < utf8.RuneSelf && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-", r))
	return bitsOf(names...)
}

func bitsOf(names ...string) (bits uint32) {
	for i, p := range propertyNames {
		if slices.Contains(names, p.name) {
			bits |= 1 << i
		}
	}
	return bits
}

// The tables are the entries of characters. An entry is the number of a set of properties or, from mappedEntry on, the
// number of a mapping.
type tables struct {
	properties []uint32 // the distinct sets
	mappings   []string // the distinct mappings
	entries    []uint16
}

// newTables returns the tables for f.
func newTables(f *facts) (*tables, error) {
	t := &tables{properties: []uint32{bitsOf("isDisallowed"), bitsOf("isIgnored")}}
	numbers := map[string]uint16{}
	for r := range f.characters {
		c := &f.characters[r]
		if c.status != mapped {
			properties := propertiesOf(rune(r), c)
			n := slices.Index(t.properties, properties)
			if n < 0 {
				n = len(t.properties)
				t.properties = append(t.properties, properties)
			}
			t.entries = append(t.entries, uint16(n))
			continue
		}
		if strings.Contains(c.mapping, ".") && c.mapping != "." {
			return nil, fmt.Errorf("U+%04X is mapped to %q: a dot can only be a mapping of its own", r, c.mapping)
		}
		if _, ok := numbers[c.mapping]; !ok {
			numbers[c.mapping] = mappedEntry + uint16(len(t.mappings))
			t.mappings = append(t.mappings, c.mapping)
		}
		t.entries = append(t.entries, numbers[c.mapping])
	}
	if len(t.properties) > 1<<8 || len(t.mappings) > mappedEntry {
		return nil, fmt.Errorf("%d sets of properties and %d mappings are too many", len(t.properties), len(t.mappings))
	}
	for r, entry := range t.entries[endEntries:] {
		want := uint16(0)
		if firstSelector-endEntries <= r && r <= lastSelector-endEntries {
			want = 1
		}
		if entry != want {
			return nil, fmt.Errorf("U+%04X has the entry %d", r+endEntries, entry)
		}
	}
	return t, nil
}

// source returns the Go source of the tables of package idna.
func source(f *facts) ([]byte, error) {
	t, err := newTables(f)
	if err != nil {
		return nil, err
	}
	w := newWriter(f, "idna")
	w.Printf("// UnicodeVersion is the version of Unicode, and of UTS 46, that the package implements.\n"+
		"const UnicodeVersion = %q\n\n", f.version)
	w.Printf("// The properties of a character, as bits.\nconst (\n")
	for i, p := range propertyNames {
		w.Printf("\t%s uint32 = 1 << %d // %s\n", p.name, i, p.doc)
	}
	w.Printf(")\n\n// propertySets lists the sets of properties that occur.\nvar propertySets = [256]uint32{\n")
	gensource.WriteNumbers(w, "%#x, ", 12, t.properties)
	w.Printf("}\n\n")
	w.Printf("// An entry before mappedEntry is a number in propertySets. Others, minus mappedEntry, are numbers in mappingEnds.\n"+
		"const (\n\tmappedEntry = %#x\n\tfirstSelector = %#x\n\tlastSelector = %#x\n)\n\n", mappedEntry, firstSelector, lastSelector)
	gensource.WriteTable(w, "uts46", 5, t.entries[:endEntries])
	ends := []int{0}
	for _, m := range t.mappings {
		ends = append(ends, ends[len(ends)-1]+len(m))
	}
	w.Printf("// mappings is all mappings, one after the other: mapping n is mappings[mappingEnds[n]:mappingEnds[n+1]].\n")
	gensource.WriteText(w, "mappings", strings.Join(t.mappings, ""))
	w.Printf("var mappingEnds = [...]uint16{\n")
	gensource.WriteNumbers(w, "%d, ", 20, ends)
	w.Printf("}\n")
	return format.Source(w.Bytes())
}
