package main

import (
	"slices"
	"strings"
)

// The marks of the grammar files say which rules are components, and which delimiters begin and end them. The types below
// are those of package tables.

// markNames are the names of the marks of package tables, in the order of their numbers. A mark identifies a recorded
// offset: the one just after a delimiter. It is recorded on the transition on the last byte of the delimiter, so a recorded
// offset is never 0. The mark 0 is none.
var markNames = [...]string{"", "Scheme", "Authority", "Userinfo", "Port", "Path", "Query", "Fragment"}

// A delimiter is a quoted string in a rule that sets a mark. If text is empty, the first byte of the rule sets it, and it
// belongs to the component: the first "/" of a path that does not begin just after the scheme.
type delimiter struct {
	rule, text string
	mark       int
}

// delimiterMark returns the mark that a string in a rule sets, or the first byte of the rule if text is empty.
func (g *grammar) delimiterMark(rule, text string) int {
	for _, d := range g.marks.delimiters {
		if d.rule == rule && d.text == text {
			return d.mark
		}
	}
	return 0
}

// readDelimiter reads the mark delimiter NAME = "TEXT" in RULE, or delimiter NAME = RULE.
func (g *grammar) readDelimiter(at pos, name, value string) {
	d := delimiter{rule: value, mark: max(0, slices.Index(markNames[:], name))}
	if text, rule, ok := strings.Cut(value, " in "); ok {
		d.text, d.rule = strings.Trim(text, `"`), rule
	}
	if d.mark == 0 {
		at.fail("no delimiter %q; want one of %s", name, strings.Join(markNames[1:], " "))
	}
	g.marks.delimiters = append(g.marks.delimiters, d)
}

// componentNames are the names of the components of package tables, in the order of their numbers.
var componentNames = []string{
	"None", "Scheme", "Authority", "Userinfo", "Host", "Port", "Path", "Query", "Fragment",
}

// componentOf returns the number of the component that a rule is, or 0. The authority is none: its parts are components.
func (g *grammar) componentOf(rule string) int {
	for _, sc := range g.marks.scanners {
		for _, f := range sc.Fields {
			if slices.ContainsFunc(f.places, func(p place) bool { return p[0] == rule }) && f.Name != "Authority" {
				return max(0, slices.Index(componentNames, f.Name))
			}
		}
	}
	return 0
}

// A tagSet is a set of rules. A state has the tag of a rule if the input can only continue with the rest of the rule. A
// character of more than one byte counts as a rule.
type tagSet uint64

// A tagName is the name of a tag in a dump and in package tables, and what the latter says about it.
type tagName struct{ Text, Constant, Doc string }

// tagNames lists the tags in the order of their bits.
var tagNames = []tagName{
	{"pct-encoded", "InPercent", "pct-encoded"},
	{"IP-literal", "InIPLiteral", "IP-literal"},
	{"a character", "InCharacter", "a character of more than one byte"},
}

const tagCharacter tagSet = 1 << 2

// Names returns the names of the tags in the set.
func (t tagSet) Names() (names []tagName) {
	for i, name := range tagNames {
		if t>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return names
}

// tagOf returns the tag of a rule, or 0.
func (g *grammar) tagOf(rule string) tagSet {
	for i, name := range tagNames {
		if g.marks.inside[strings.TrimPrefix(name.Constant, "In")] == rule {
			return 1 << i
		}
	}
	return 0
}

// continuation is the set of bytes that continue a character in UTF-8.
var continuation = byteRange(0x80, 0xbf)

// characterRules are the rules that describe single characters. Explanations of errors do not name them, because they
// do not locate the character in the reference.
var characterRules = []string{
	"ALPHA", "DIGIT", "HEXDIG", "unreserved", "gen-delims", "sub-delims", "reserved", "pchar",
}

// reading returns the component to report if the next byte could belong to any of a set. The result is Authority if a
// userinfo and a host are both possible, since only an "@" decides. A scheme counts as a path until its ":".
func reading(set map[string]bool) string {
	if set["Userinfo"] && (set["Host"] || set["Port"]) {
		return "Authority"
	}
	for _, name := range []string{"Userinfo", "Host", "Port", "Path", "Query", "Fragment", "Scheme"} {
		if set[name] {
			return name
		}
	}
	return ""
}
