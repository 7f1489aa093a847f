package idna

import (
	"slices"

	"github.com/urispan/uri/internal/ucd"
)

// longestMarks returns the length of the longest run of characters with a Canonical_Combining_Class other than 0, in a
// canonical decomposition.
func longestMarks(decomposition []rune) (longest int) {
	n := 0
	for _, r := range decomposition {
		if n++; ucd.Class(r) == 0 {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}

// maxDecomposed is the most characters in the canonical decomposition of a valid character.
const maxDecomposed = 4

// normalize puts the label into Normalization Form C (UAX 15) and reports whether that changes it.
func (c *conversion) normalize() (changed bool, err error) {
	c.scratch = ucd.AppendDecomposition(c.scratch[:0], c.label)
	if longestMarks(c.scratch) > c.rules.marks {
		return false, errManyMarks
	}
	c.scratch = ucd.ComposeRunes(c.scratch)
	changed = !slices.Equal(c.scratch, c.label)
	c.label = append(c.label[:0], c.scratch...)
	return changed, nil
}
