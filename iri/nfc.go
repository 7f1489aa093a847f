package iri

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// This file is about the one thing in which package norm differs from Unicode's normalization forms: it makes text
// "stream-safe" (Unicode Standard Annex #15, section 13) by a U+034F that it puts behind every 30 marks that follow
// each other. What has one character more is another text, and in front of it marks are not put in their order.

// joiner is U+034F, combining grapheme joiner.
const joiner = "\u034f"

// nfc returns s, which is UTF-8, in Unicode's normalization form C. Its time is linear in len(s).
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

// A composer puts a text into NFC by the letter of the Unicode Standard, section 3.11, where package norm does not. It
// asks that for single characters and for pairs of them.
type composer struct {
	chars []combining

	kept    []combining // of chars, what is composed
	starter int         // where the last starter is in kept; -1 if there is none
	room    [64]byte    // for what package norm returns
}

// A combining is a character and its canonical combining class. That of a starter is 0.
type combining struct {
	r     rune
	class uint8
}

// decompose adds the full canonical decomposition of a character (D68).
func (c *composer) decompose(char string) {
	text := norm.NFD.AppendString(c.room[:0], char)
	for len(text) > 0 {
		p := norm.NFD.Properties(text)
		c.chars = append(c.chars, combining{[]rune(string(text[:p.Size()]))[0], p.CCC()})
		text = text[p.Size():]
	}
}

// sort applies the Canonical Ordering Algorithm (D109): between starters, characters get in the order of their classes.
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

// sortByClass sorts marks, and keeps the order of those that have the same class. It counts them, since any other way
// takes more than linear time.
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

// compose applies the Canonical Composition Algorithm (D117) and returns what it leaves.
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

// composite returns the primary composite of the last starter and m, if there is one and nothing is between them that
// blocks m (D115).
func (c *composer) composite(m combining) (r rune, ok bool) {
	if c.starter < 0 || c.starter < len(c.kept)-1 && c.kept[len(c.kept)-1].class >= m.class {
		return 0, false
	}
	pair := utf8.AppendRune(utf8.AppendRune(c.room[:0], c.kept[c.starter].r), m.r)
	text := norm.NFC.Append(pair[len(pair):], pair...)
	r, size := utf8.DecodeRune(text)
	return r, size == len(text)
}
