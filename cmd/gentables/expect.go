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

// A namedSet is the set of bytes of a rule for single characters, and what errors call the rule.
type namedSet struct {
	name string
	set  byteSet
}

// A describer describes sets of bytes with the rules of the grammar for single characters.
type describer []namedSet

func (g *grammar) describer() (named describer) {
	rules := []*rule{g.use("ALPHA"), g.use("DIGIT"), g.use("HEXDIG")} // they come first
	known := map[*rule]byteSet{}
	for _, r := range append(rules, g.order...) {
		word := cmp.Or(g.marks.words[strings.ToLower(r.name)].text, coreWords[strings.ToLower(r.name)], r.name)
		if set := g.characters(r.body, known); set.len() > 1 {
			named = append(named, namedSet{word, set})
		}
	}
	return named
}

// has reports whether a word is the name of a set.
func (d describer) has(word string) bool {
	return slices.ContainsFunc(d, func(n namedSet) bool { return n.name == word })
}

// words describes a set with names, each of which adds more than half of its bytes, and with the bytes that are left.
func (d describer) words(set byteSet) (words []string) {
	for rest := set; ; {
		best, most := namedSet{}, 0
		for _, n := range d {
			covers := rest.len() - rest.minus(n.set).len()
			better := covers > most || covers == most && n.set.len() < best.set.len()
			if n.set.minus(set) == (byteSet{}) && covers > n.set.len()/2 && better {
				best, most = n, covers
			}
		}
		if most == 0 {
			return append(words, listBytes(rest, byteWord, " to ")...)
		}
		words = append(words, best.name)
		rest = rest.minus(best.set)
	}
}

// characters returns the bytes that an element matches, if it matches single bytes alone, or else the empty set. It leaves
// out pct-encoded.
func (g *grammar) characters(n *node, known map[*rule]byteSet) (set byteSet) {
	switch {
	case n.op == opSet:
		return n.set
	case n.op == opRef && n.text != "pct-encoded":
		r := g.rule(n.text)
		if _, ok := known[r]; !ok {
			known[r] = g.characters(r.body, known)
		}
		return known[r]
	case n.op == opText && len(n.children) > 1 || n.op != opAlt && n.op != opRange && n.op != opText:
		return set
	}
	for _, k := range n.children {
		part := g.characters(k, known)
		if part == (byteSet{}) && (k.op != opRef || k.text != "pct-encoded") {
			return part
		}
		set = set.union(part)
	}
	return set
}

// byteWords are what errors call some bytes.
var byteWords = map[byte]string{' ': "a space", '\t': "a tab", '\r': "CR", '\n': "LF", '"': `'"'`}

func byteWord(c byte) string {
	switch {
	case byteWords[c] != "":
		return byteWords[c]
	case c < ' ' || c >= 0x7f:
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
