package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// coreWords are what errors call core rules.
var coreWords = map[string]string{
	"alpha": "a letter", "digit": "a digit", "hexdig": "a hexadecimal digit", "sp": "a space", "wsp": "a space or tab",
	"vchar": "a visible character", "dquote": `'"'`, "char": "an ASCII character", "octet": "a byte",
}

// A namedSet is the set of first bytes of a rule for single characters, and what errors call the rule.
type namedSet struct {
	name string
	set  byteSet
}

// A describer describes sets of bytes with the rules of the grammar for single characters, the largest first.
type describer []namedSet

func (g *grammar) describer() (named describer) {
	var rules []*rule // core rules come first
	for _, core := range []string{"ALPHA", "DIGIT", "HEXDIG"} {
		rules = append(rules, g.use(core))
	}
	shapes := map[*rule]shape{}
	for _, r := range append(rules, g.order...) {
		word := cmp.Or(g.marks.words[strings.ToLower(r.name)], coreWords[strings.ToLower(r.name)], r.name)
		if s := g.shapeOf(r.body, shapes); !s.repeats && s.least > 0 && s.most <= maxCharacter && s.first.len() > 1 {
			named = append(named, namedSet{word, s.first})
		}
	}
	slices.SortStableFunc(named, func(a, b namedSet) int { return b.set.len() - a.set.len() })
	return named
}

// has reports whether a word is the name of a set.
func (d describer) has(word string) bool {
	return slices.ContainsFunc(d, func(n namedSet) bool { return n.name == word })
}

// words describes a set with names, and with the bytes that are left.
func (d describer) words(set byteSet) (words []string) {
	rest := set
	for _, n := range d {
		if n.set.minus(set) == (byteSet{}) && rest.minus(n.set).len()+1 < rest.len() {
			words = append(words, n.name)
			rest = rest.minus(n.set)
		}
	}
	return append(words, byteWords(rest)...)
}

// maxCharacter is the length of the longest rule that describes a character, as "%" HEXDIG HEXDIG or UTF-8.
const maxCharacter = 4

// A shape is the length of the shortest and of the longest sentence of an element, its first bytes, and whether it begins
// with a repetition.
type shape struct {
	least, most int
	first       byteSet
	repeats     bool
}

// shapeOf returns the shape of an element. The lengths are at most maxCharacter+1.
func (g *grammar) shapeOf(n *node, known map[*rule]shape) (s shape) {
	limit := func(n int) int { return min(n, maxCharacter+1) }
	switch n.op {
	case opSet:
		return shape{least: 1, most: 1, first: n.set}
	case opRef:
		r := g.rule(n.text)
		if _, ok := known[r]; !ok {
			known[r] = g.shapeOf(r.body, known)
		}
		return known[r]
	case opMinus:
		return shape{most: maxCharacter + 1} // unknown
	case opRep:
		s = g.shapeOf(n.children[0], known)
		s.repeats = true
		if s.least = limit(s.least * n.min); n.max < 0 {
			s.most = maxCharacter + 1
		} else {
			s.most = limit(s.most * n.max)
		}
	case opCat, opText:
		for i, k := range n.children {
			part := g.shapeOf(k, known)
			if s.least == 0 {
				s.first = s.first.union(part.first)
			}
			s.repeats = s.repeats || i == 0 && part.repeats
			s.least, s.most = limit(s.least+part.least), limit(s.most+part.most)
		}
	default:
		for i, k := range n.children {
			part := g.shapeOf(k, known)
			if s.least = min(s.least, part.least); i == 0 {
				s.least = part.least
			}
			s.repeats = s.repeats || part.repeats
			s.most, s.first = max(s.most, part.most), s.first.union(part.first)
		}
	}
	return s
}

// byteWords describes each byte of a set, and ranges of them.
func byteWords(set byteSet) (words []string) {
	for b := 0; b < 256; b++ {
		c, hi := byte(b), b
		if !set.has(c) {
			continue
		}
		for hi < 255 && set.has(byte(hi+1)) && sameKind(c, byte(hi+1)) {
			hi++
		}
		if hi < b+2 {
			words = append(words, byteWord(c))
			continue
		}
		words = append(words, byteWord(c)+" to "+byteWord(byte(hi)))
		b = hi
	}
	return words
}

func byteWord(c byte) string {
	switch {
	case c == '"':
		return `'"'`
	case c <= ' ' || c >= 0x7f:
		return fmt.Sprintf("byte %#02x", c)
	}
	return `"` + string(rune(c)) + `"`
}

// orList joins words: a, b or c.
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
