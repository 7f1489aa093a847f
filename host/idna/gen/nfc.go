package main

import (
	"cmp"
	"go/format"
	"slices"

	"github.com/urispan/uri/internal/gensource"
)

// The properties of a character in internal/ucd/nfc.go, as bits. The Canonical_Combining_Class is below them.
const (
	isInner      = 1 << (8 + iota) // not a boundary: see internal/ucd/nfc.go
	isMaybe                        // NFC_Quick_Check=Maybe
	isComposite                    // a primary composite
	isDecomposed                   // it has another Decomposition_Mapping
)

// nfcSource returns the Go source of the normalization forms in internal/ucd.
func nfcSource(f *facts) ([]byte, error) {
	w := newWriter(f, "ucd")
	w.Printf(`// The properties of a character, as bits. The low bits are its Canonical_Combining_Class.
const (
	inner      uint16 = %#x // no boundary: its decomposition begins with a mark or with a character that combines
	maybe      uint16 = %#x // NFC_Quick_Check=Maybe: NFC can compose it with a character before it
	composite  uint16 = %#x // a primary composite
	decomposed uint16 = %#x // it has another Decomposition_Mapping
)

`, isInner, isMaybe, isComposite, isDecomposed)
	list, first := f.decompositions, map[rune]decomposition{}
	var order []int // of the primary composites, by their parts
	for i, d := range list {
		first[d.r] = d
		if d.composed {
			order = append(order, i)
		}
	}
	var properties []uint16
	for r := range f.characters {
		properties = append(properties, f.nfcPropertiesOf(rune(r), first))
	}
	gensource.WriteTable(w, "nfc", 6, properties)
	w.Printf("// decompositions lists the canonical Decomposition_Mappings except those of Hangul syllables, in ascending order.\n" +
		"var decompositions = [...]decomposition{\n")
	for _, d := range list {
		w.Printf("\t{%#04x, %#04x, %#04x},\n", d.r, d.first, d.second)
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(list[i].first, list[j].first), cmp.Compare(list[i].second, list[j].second))
	})
	w.Printf("}\n\n// composites lists the indexes in decompositions of primary composites, in ascending order of the parts.\n" +
		"var composites = [...]uint16{\n")
	gensource.WriteNumbers(w, "%d, ", 20, order)
	w.Printf("}\n")
	return format.Source(w.Bytes())
}

// nfcPropertiesOf returns the properties of r as bits. first maps characters to the first ones of their
// Decomposition_Mappings.
func (f *facts) nfcPropertiesOf(r rune, first map[rune]decomposition) uint16 {
	c := &f.characters[r]
	p := uint16(c.class)
	if c.combines {
		p |= isMaybe
	}
	d, ok := first[r]
	isHangul := 0xac00 <= r && r <= 0xd7a3
	switch {
	case ok && d.composed, isHangul:
		p |= isComposite
	case ok:
		p |= isDecomposed
	}
	for ; ok; d, ok = first[r] {
		r = d.first
	}
	if c := &f.characters[r]; c.class != 0 || c.combines {
		p |= isInner
	}
	return p
}
