package main

import (
	"cmp"
	"slices"
	"strings"
)

// This file says where the components are in the grammar: which delimiters set a mark, which rules are components, and
// which rules the reasons of errors depend on. The grammar itself knows nothing of it. Rules are named as in RFC 3986.

// uriName returns the name in RFC 3986 of a rule of RFC 3987. Where that changes a rule, it has "IRI" for "URI" in its
// name, or else an "i" before it (RFC 3987, section 2.2).
func uriName(rule string) string {
	if strings.Contains(rule, "IRI") {
		return strings.Replace(rule, "IRI", "URI", 1)
	}
	return strings.TrimPrefix(rule, "i")
}

// A mark is the number of a mark. A mark is the offset just after a delimiter, recorded when the transition on the
// delimiter's last byte is taken; so none is ever 0.
type mark uint8

const (
	noMark mark = iota
	markScheme
	markAuthority
	markUserinfo
	markPort
	markPath
	markQuery
	markFragment
	numMarks
)

var markNames = [numMarks]string{"", "Scheme", "Authority", "Userinfo", "Port", "Path", "Query", "Fragment"}

// delimiters lists the quoted strings of the grammar that set a mark.
var delimiters = []struct {
	rule, text string
	mark       mark
}{
	{"URI", ":", markScheme},
	{"hier-part", "//", markAuthority},
	{"relative-part", "//", markAuthority},
	{"authority", "@", markUserinfo},
	{"authority", ":", markPort},
	{"URI", "?", markQuery},
	{"relative-ref", "?", markQuery},
	{"URI", "#", markFragment},
	{"relative-ref", "#", markFragment},
}

// The first byte of one rule sets a mark too: the path after an authority begins with its own first "/".
const (
	firstByteRule = "path-abempty"
	firstByteMark = markPath
)

func delimiterMark(rule, text string) mark {
	for _, d := range delimiters {
		if d.rule == rule && d.text == text {
			return d.mark
		}
	}
	return noMark
}

// A component is what a byte can be part of; its text is a constant of package tables.
type component uint8

const (
	none component = iota
	scheme
	authority
	userinfo
	host
	port
	path
	query
	fragment
)

var componentNames = [...]string{
	"None", "Scheme", "Authority", "Userinfo", "Host", "Port", "Path", "Query", "Fragment",
}

var componentOf = map[string]component{
	"scheme":        scheme,
	"userinfo":      userinfo,
	"host":          host,
	"port":          port,
	"path-abempty":  path,
	"path-absolute": path,
	"path-noscheme": path,
	"path-rootless": path,
	"path-empty":    path,
	"query":         query,
	"fragment":      fragment,
}

// A tagSet is a set of the rules that a state can be inside of, with no way out but to finish the rule. A character of
// more than one byte counts as a rule.
type tagSet uint8

const (
	tagPercent tagSet = 1 << iota
	tagIPLiteral
	tagCharacter
)

// tagNames has for each tag what the dump and package tables call it.
var tagNames = []struct{ text, constant string }{
	{"pct-encoded", "InPercent"},
	{"IP-literal", "InIPLiteral"},
	{"a character", "InCharacter"},
}

// continuation has the bytes of UTF-8 that are not the first of a character.
var continuation = byteRange(0x80, 0xbf)

var tagOf = map[string]tagSet{"pct-encoded": tagPercent, "IP-literal": tagIPLiteral}

// reading names the component that is being read where the next byte could belong to any of set. A userinfo looks like
// a host until its "@": the two together are called authority. A scheme looks like a path until its ":".
func reading(set map[component]bool) component {
	if set[userinfo] && (set[host] || set[port]) {
		return authority
	}
	for _, c := range []component{userinfo, host, port, path, query, fragment, scheme} {
		if set[c] {
			return c
		}
	}
	return none
}

// textExamples has, for components that can hold text, an input that leads into one.
var textExamples = []struct{ name, input string }{
	{"Host", "//!"},
	{"Path", "/!"},
	{"Query", "?"},
	{"Fragment", "#"},
}

// charSets lists the character classes of the bit table: the name of the constant and its rule. A rule stands for the
// bytes that occur in it outside pct-encoded, so what a run of the rule can consist of but for percent-encodings.
var charSets = []struct{ name, rule string }{
	{"ALPHA", "ALPHA"},
	{"DIGIT", "DIGIT"},
	{"HEXDIG", "HEXDIG"},
	{"Unreserved", "unreserved"},
	{"GenDelims", "gen-delims"},
	{"SubDelims", "sub-delims"},
	{"Reserved", "reserved"},
	{"Pchar", "pchar"},
	{"SchemeChars", "scheme"},
	{"UserinfoChars", "userinfo"},
	{"RegNameChars", "reg-name"},
	{"SegmentChars", "segment"},
	{"SegmentNzNcChars", "segment-nz-nc"},
	{"QueryChars", "query"},
	{"FragmentChars", "fragment"},
}

// needs refuses a grammar that lacks one of the rules.
func (g *grammar) needs(rules ...string) error {
	for _, name := range rules {
		if g.rule(name) == nil {
			return g.order[0].pos.errorf("the grammar has no rule %s, which the tables need", name)
		}
	}
	return nil
}

// chars returns the bytes that occur in the rule called name, outside pct-encoded.
func (g *grammar) chars(name string) byteSet {
	var walk func(n *node) byteSet
	walk = func(n *node) (s byteSet) {
		switch n.op {
		case opSet:
			return n.set
		case opRef:
			if n.text != "pct-encoded" {
				return g.chars(n.text)
			}
		}
		for _, k := range n.kids {
			s = s.union(walk(k))
		}
		return s
	}
	return walk(g.rule(name).body)
}

// codePoints returns the ranges that occur in the rule called name, sorted.
func (g *grammar) codePoints(name string) (ranges []*node) {
	var walk func(n *node)
	walk = func(n *node) {
		switch n.op {
		case opRange:
			ranges = append(ranges, n)
		case opRef:
			walk(g.rule(n.text).body)
		default:
			for _, k := range n.kids {
				walk(k)
			}
		}
	}
	walk(g.rule(name).body)
	slices.SortFunc(ranges, func(a, b *node) int { return cmp.Compare(a.lo, b.lo) })
	return ranges
}
