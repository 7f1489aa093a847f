package idna

import (
	"cmp"
	"slices"
	"sort"
)

// Labels are put into Unicode's Normalization Form C (UAX 15) here, not by package norm of golang.org/x/text. That
// package has the data of the Unicode version of the Go distribution, and inserts characters into long runs of marks.
//
// Labels consist of valid characters. A valid character is in NFC by itself, so its canonical decomposition is that of
// a primary composite.

// Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12).
const (
	hangulS, hangulL, hangulV, hangulT = 0xac00, 0x1100, 0x1161, 0x11a7

	hangulLs, hangulVs, hangulTs = 19, 21, 28
	hangulSs                     = hangulLs * hangulVs * hangulTs
)

// isNormal reports whether a quick check finds a label in NFC (UAX 15, section 9). all is the properties of all
// characters.
func isNormal(label []rune, all uint32) bool {
	if all&mayCombine != 0 {
		return false
	}
	if combiningClass(all) == 0 {
		return true
	}
	last := uint8(0)
	for _, r := range label {
		class := combiningClass(propertiesOf(r))
		if class < last && class != 0 {
			return false
		}
		last = class
	}
	return true
}

// longestMarks returns the length of the longest run of characters with a Canonical_Combining_Class other than 0, in a
// canonical decomposition.
func longestMarks(decomposition []rune) (longest int) {
	n := 0
	for _, r := range decomposition {
		if n++; combiningClass(propertiesOf(r)) == 0 {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}

// appendDecomposition appends the canonical decomposition of a label. It does not order the marks.
func appendDecomposition(dst, label []rune) []rune {
	for _, r := range label {
		dst = appendDecomposed(dst, r)
	}
	return dst
}

// maxDecomposed is the most characters in the canonical decomposition of a valid character.
const maxDecomposed = 4

// appendDecomposed appends the canonical decomposition of r.
func appendDecomposed(text []rune, r rune) []rune {
	if r < compositions[0].composite {
		return append(text, r)
	}
	if n := r - hangulS; uint32(n) < hangulSs {
		text = append(text, hangulL+n/(hangulVs*hangulTs), hangulV+n/hangulTs%hangulVs)
		if n%hangulTs != 0 {
			text = append(text, hangulT+n%hangulTs)
		}
		return text
	}
	i, ok := slices.BinarySearchFunc(compositions[:], r, func(c composition, r rune) int {
		return cmp.Compare(c.composite, r)
	})
	if !ok {
		return append(text, r)
	}
	return append(appendDecomposed(text, compositions[i].first), compositions[i].second)
}

// order sorts each run of characters with a Canonical_Combining_Class other than 0 by that class.
func order(text []rune) []rune {
	for lo := 0; lo < len(text); lo++ {
		hi := lo
		for hi < len(text) && combiningClass(propertiesOf(text[hi])) != 0 {
			hi++
		}
		if hi-lo > 1 {
			slices.SortStableFunc(text[lo:hi], func(a, b rune) int {
				return cmp.Compare(combiningClass(propertiesOf(a)), combiningClass(propertiesOf(b)))
			})
		}
		lo = hi
	}
	return text
}

// compose replaces the parts of primary composites by the composites (UAX 15, section 1.3).
func compose(text []rune) []rune {
	done := text[:0]
	starter := -1 // the index in done of the last character of class 0
	last := -1    // the class of the character before, or -1 if that is the starter
	for _, r := range text {
		class := int(combiningClass(propertiesOf(r)))
		if starter >= 0 && last < class {
			if c, ok := composite(done[starter], r); ok {
				done[starter] = c
				continue
			}
		}
		last = class
		if class == 0 {
			starter, last = len(done), -1
		}
		done = append(done, r)
	}
	return done
}

// composite returns the primary composite of two characters.
func composite(first, second rune) (c rune, ok bool) {
	if l, v := first-hangulL, second-hangulV; uint32(l) < hangulLs && uint32(v) < hangulVs {
		return hangulS + (l*hangulVs+v)*hangulTs, true
	}
	if s, t := first-hangulS, second-hangulT; uint32(s) < hangulSs && s%hangulTs == 0 && 0 < t && t < hangulTs {
		return first + t, true
	}
	i, ok := sort.Find(len(compositionOrder), func(i int) int {
		c := &compositions[compositionOrder[i]]
		return cmp.Or(cmp.Compare(first, c.first), cmp.Compare(second, c.second))
	})
	if !ok {
		return 0, false
	}
	return compositions[compositionOrder[i]].composite, true
}
