package iri

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Unicode's normalization forms and those of package norm differ in one way: package norm makes text "stream-safe"
// (Unicode Standard Annex #15, section 13). For that it inserts a U+034F after every 30 consecutive marks, which
// changes the text, and does not sort the marks before a U+034F together with those after it. This file composes such
// text itself.

// joiner is U+034F, combining grapheme joiner.
const joiner = "\u034f"

// nfc returns s, which must be UTF-8, in Unicode's normalization form C. The time is linear in len(s).
func nfc(s string) string {
	text := norm.NFC.String(s)
	if text == s || strings.Count(text, joiner) == strings.Count(s, joiner) {
		return text
	}
	c := composer{starter: -1}
	for _, r := range s {
		c.decompose(string(r))
	}
	c.sort()
	return c.compose()
}

// A composer puts a text into NFC by section 3.11 of the Unicode Standard, without the changes of package norm. It uses
// package norm for single characters and for pairs of characters.
type composer struct {
	chars []combining

	kept    []combining // the composed text of chars
	starter int         // the index of the last starter in kept, or -1
	buf     [64]byte    // a buffer for package norm
}

// A combining is a character with its canonical combining class. The class of a starter is 0.
type combining struct {
	r     rune
	class uint8
}

// decompose adds the full canonical decomposition of a character (D68).
func (c *composer) decompose(char string) {
	text := norm.NFD.AppendString(c.buf[:0], char)
	for len(text) > 0 {
		p := norm.NFD.Properties(text)
		c.chars = append(c.chars, combining{[]rune(string(text[:p.Size()]))[0], p.CCC()})
		text = text[p.Size():]
	}
}

// sort applies the Canonical Ordering Algorithm (D109): it sorts the characters between two starters by class.
func (c *composer) sort() {
	spare := make([]combining, len(c.chars))
	for lo := 0; lo < len(c.chars); {
		hi := lo
		for hi < len(c.chars) && c.chars[hi].class != 0 {
			hi++
		}
		sortByClass(c.chars[lo:hi], spare)
		lo = hi + 1
	}
}

// sortByClass sorts marks by class and keeps the order of marks of the same class. It is a counting sort, because other
// sorts take more than linear time.
func sortByClass(marks, spare []combining) {
	if slices.IsSortedFunc(marks, func(a, b combining) int { return int(a.class) - int(b.class) }) {
		return
	}
	var next [256]int // where the next mark of each class comes
	for _, m := range marks {
		next[m.class]++
	}
	sum := 0
	for class, n := range next {
		next[class] = sum
		sum += n
	}
	copy(spare, marks)
	for _, m := range spare[:len(marks)] {
		marks[next[m.class]] = m
		next[m.class]++
	}
}

// compose applies the Canonical Composition Algorithm (D117) and returns the text.
func (c *composer) compose() string {
	for _, m := range c.chars {
		if r, ok := c.composite(m); ok {
			c.kept[c.starter].r = r
			continue
		}
		if m.class == 0 {
			c.starter = len(c.kept)
		}
		c.kept = append(c.kept, m)
	}
	var b strings.Builder
	b.Grow(len(c.kept) * utf8.UTFMax)
	for _, m := range c.kept {
		b.WriteRune(m.r)
	}
	return b.String()
}

// composite returns the primary composite of the last starter and m, if there is one and no character between them
// blocks m (D115).
func (c *composer) composite(m combining) (r rune, ok bool) {
	if c.starter < 0 || c.starter < len(c.kept)-1 && c.kept[len(c.kept)-1].class >= m.class {
		return 0, false
	}
	pair := utf8.AppendRune(utf8.AppendRune(c.buf[:0], c.kept[c.starter].r), m.r)
	text := norm.NFC.Append(pair[len(pair):], pair...)
	r, size := utf8.DecodeRune(text)
	return r, size == len(text)
}
