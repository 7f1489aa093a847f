package ucd

import (
	"cmp"
	"slices"
	"sort"
	"unicode/utf8"
)

// The functions put text into the normalization forms C and D (Unicode Standard Annex #15). They do not insert characters
// into long runs of marks, as the stream-safe text of golang.org/x/text does. Text must be UTF-8: a byte that is not may
// be replaced with U+FFFD. Each function takes time linear in its input.
//
// Text is normalized piece by piece. A piece begins at a boundary: a character with a decomposition that begins with a
// character of class 0, which never combines with a character before it. No step moves or composes characters across a
// boundary.

// Compose returns s in form C.
func Compose(s string) string {
	return normalize(s, maybe|decomposed, ComposeRunes)
}

// Decompose returns s in form D.
func Decompose(s string) string {
	return normalize(s, composite|decomposed, func(text []rune) []rune { return text })
}

// normalize returns s in a normalization form. Characters with one of the properties in change may change. finish makes
// that form of a decomposition.
func normalize(s string, change uint16, finish func([]rune) []rune) string {
	at := normalPrefix(s, change)
	if at == len(s) {
		return s
	}
	result := append(make([]byte, 0, len(s)+len(s)/4), s[:at]...)
	var buffer [32]rune
	text := buffer[:0]
	for at < len(s) {
		text = text[:0]
		end := len(s)
		for i, r := range s[at:] {
			if i > 0 && propertiesOf(r)&inner == 0 {
				end = at + i
				break
			}
			text = appendDecomposed(text, r)
		}
		order(text)
		for _, r := range finish(text) {
			result = utf8.AppendRune(result, r)
		}
		at = end + normalPrefix(s[end:], change)
		result = append(result, s[end:at]...)
	}
	return string(result)
}

// normalPrefix returns the length of a prefix of s that is in normal form. It ends at a boundary. This is the quick
// check of section 9: no character may change, and the classes of marks ascend.
func normalPrefix(s string, change uint16) int {
	boundary := 0
	last := uint8(0)
	for i, r := range s {
		if r < firstChange {
			boundary, last = i, 0
			continue
		}
		p := propertiesOf(r)
		if p&inner == 0 {
			boundary = i
		}
		class := uint8(p)
		if p&change != 0 || class != 0 && class < last {
			return boundary
		}
		last = class
	}
	return len(s)
}

// firstChange is the first character that normalization changes.
const firstChange = 0xc0

// IsComposed reports whether the quick check finds text in form C. It may return false for text in form C.
func IsComposed(text []rune) bool {
	last := uint8(0)
	for _, r := range text {
		p := propertiesOf(r)
		class := uint8(p)
		if p&(maybe|decomposed) != 0 || class != 0 && class < last {
			return false
		}
		last = class
	}
	return true
}

// AppendDecomposition appends the canonical decomposition of text, with its marks in order.
func AppendDecomposition(dst, text []rune) []rune {
	n := len(dst)
	for _, r := range text {
		dst = appendDecomposed(dst, r)
	}
	order(dst[n:])
	return dst
}

// Class returns the Canonical_Combining_Class of r, which is in form D.
func Class(r rune) uint8 { return uint8(propertiesOf(r)) }

// propertiesOf returns the properties of r, which may be any number.
func propertiesOf(r rune) uint16 {
	if uint32(r) < nfcEnd {
		return nfcEntries[nfcBlocks[r>>nfcShift]][r&(1<<nfcShift-1)]
	}
	return 0
}

// Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12).
const (
	hangulS, hangulL, hangulV, hangulT = 0xac00, 0x1100, 0x1161, 0x11a7

	hangulLs, hangulVs, hangulTs = 19, 21, 28
	hangulSs                     = hangulLs * hangulVs * hangulTs
)

// A decomposition is the canonical Decomposition_Mapping of r. second is 0 if it is a single character.
type decomposition struct{ r, first, second rune }

// appendDecomposed appends the canonical decomposition of r.
func appendDecomposed(text []rune, r rune) []rune {
	if n := r - hangulS; uint32(n) < hangulSs {
		text = append(text, hangulL+n/(hangulVs*hangulTs), hangulV+n/hangulTs%hangulVs)
		if n%hangulTs != 0 {
			text = append(text, hangulT+n%hangulTs)
		}
		return text
	}
	if propertiesOf(r)&(composite|decomposed) == 0 {
		return append(text, r)
	}
	i, _ := slices.BinarySearchFunc(decompositions[:], r, func(d decomposition, r rune) int { return cmp.Compare(d.r, r) })
	d := &decompositions[i]
	text = appendDecomposed(text, d.first)
	if d.second != 0 {
		text = append(text, d.second)
	}
	return text
}

// order applies the Canonical Ordering Algorithm (D109): it sorts each run of characters with a class other than 0 by
// that class.
func order(text []rune) {
	for lo := 0; lo < len(text); lo++ {
		hi := lo
		for hi < len(text) && Class(text[hi]) != 0 {
			hi++
		}
		sortByClass(text[lo:hi])
		lo = hi
	}
}

// sortByClass sorts marks by class and keeps the order of marks of the same class. It counts them, so that many marks take
// linear time.
func sortByClass(marks []rune) {
	if slices.IsSortedFunc(marks, func(a, b rune) int { return int(Class(a)) - int(Class(b)) }) {
		return
	}
	var next [256]int // where the next mark of each class comes
	for _, r := range marks {
		next[Class(r)]++
	}
	sum := 0
	for class, n := range next {
		next[class] = sum
		sum += n
	}
	var buf [64]rune
	for _, r := range append(buf[:0], marks...) {
		class := Class(r)
		marks[next[class]] = r
		next[class]++
	}
}

// ComposeRunes applies the Canonical Composition Algorithm (D117) to text, a decomposition. It returns the result in the
// array of text.
func ComposeRunes(text []rune) []rune {
	done := text[:0]
	starter := -1 // the index in done of the last character of class 0
	last := -1    // the class of the character before, or -1 if that is the starter
	for _, r := range text {
		p := propertiesOf(r)
		class := int(uint8(p))
		if p&maybe != 0 && starter >= 0 && last < class {
			if c, ok := compositeOf(done[starter], r); ok {
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

// compositeOf returns the primary composite of two characters.
func compositeOf(first, second rune) (r rune, ok bool) {
	if l, v := first-hangulL, second-hangulV; uint32(l) < hangulLs && uint32(v) < hangulVs {
		return hangulS + (l*hangulVs+v)*hangulTs, true
	}
	if s, t := first-hangulS, second-hangulT; uint32(s) < hangulSs && s%hangulTs == 0 && 0 < t && t < hangulTs {
		return first + t, true
	}
	i, ok := sort.Find(len(composites), func(i int) int {
		d := &decompositions[composites[i]]
		return cmp.Or(cmp.Compare(first, d.first), cmp.Compare(second, d.second))
	})
	if !ok {
		return 0, false
	}
	return decompositions[composites[i]].r, true
}
