package urlpattern

import (
	"strings"

	"github.com/urispan/uri/internal/schemes"
)

// A strategy is a way to match a component.
type strategy uint8

const (
	matchAny     strategy = iota // "*": every text matches
	matchText                    // one text matches
	matchOnePass                 // see onePass
	matchProgram                 // see program
)

// A component is a compiled pattern of a component.
type component struct {
	pattern string   // the pattern string
	names   []string // group name list
	parts   []part
	syntax  *syntax

	hasRegExpGroups bool

	strategy strategy
	text     string // for matchText, in lower case if case is ignored
	onePass  *onePass
	program  *program
}

// The components "*" and "" are the same for all syntaxes, and patterns share them.
var wildcard, empty *component

func init() {
	wildcard, _ = compileComponent("*", ComponentProtocol, protocolSyntax)
	empty, _ = compileComponent("", ComponentProtocol, protocolSyntax)
}

// compileComponent implements "compile a component".
func compileComponent(input string, c Component, s syntax) (*component, *Error) {
	switch {
	case input == "*" && wildcard != nil:
		return wildcard, nil
	case input == "" && empty != nil:
		return empty, nil
	}
	x := &component{syntax: &s}
	var err *Error
	if x.parts, err = parsePattern(input, &s); err == nil {
		err = x.compile()
	}
	if err != nil {
		err.Component = c
		return nil, err
	}
	return x, nil
}

// compile chooses the strategy for the parts: the first one that can match them. All have the same results, and each
// is about twice as fast as the next one.
func (x *component) compile() *Error {
	x.pattern = generatePatternString(x.parts, x.syntax)
	for i := range x.parts {
		if p := &x.parts[i]; p.kind != fixedText {
			x.names = append(x.names, p.name)
			x.hasRegExpGroups = x.hasRegExpGroups || p.kind == regexpPart
		}
	}
	if len(x.parts) == 1 && x.parts[0].isWildcard() {
		x.strategy = matchAny
		return nil
	}
	if text, ok := fixedTextOf(x.parts); ok {
		x.strategy, x.text = matchText, text
		if x.syntax.ignoreCase {
			x.text = strings.ToLower(text)
		}
		return nil
	}
	root, nodes, err := x.regularExpression()
	if err != nil {
		return err
	}
	if x.onePass = newOnePass(x.parts, nodes, x.syntax); x.onePass != nil {
		x.strategy = matchOnePass
		return nil
	}
	x.strategy = matchProgram
	x.program, err = compileProgram(root, len(x.names), x.parts, x.syntax.ignoreCase)
	return err
}

// isWildcard reports whether p is "*" alone.
func (p *part) isWildcard() bool {
	return p.kind == fullWildcard && p.modifier == none && p.prefix == "" && p.suffix == ""
}

// fixedTextOf returns the text of parts that are fixed texts without modifiers.
func fixedTextOf(parts []part) (text string, ok bool) {
	for i := range parts {
		if parts[i].kind != fixedText || parts[i].modifier != none {
			return "", false
		}
		text += parts[i].value
	}
	return text, true
}

// regularExpression implements "generate a regular expression and name list". In place of the text of a regular
// expression it returns the syntax tree, and the nodes for the values of the parts.
func (x *component) regularExpression() (root *node, nodes []*node, _ *Error) {
	root = &node{kind: concatNode}
	nodes = make([]*node, len(x.parts))
	names := map[string]bool{}
	captures := 0
	text := func(s string) *node {
		if x.syntax.ignoreCase {
			return &node{kind: textNode, text: strings.ToLower(s), fold: true}
		}
		return &node{kind: textNode, text: s}
	}
	for i := range x.parts {
		p := &x.parts[i]
		first := captures
		inner := [2]int{first + 1, first + 1} // the groups in the value
		all := [2]int{first, first + 1}       // with the group of the part
		concat := func(captures [2]int, subs ...*node) *node {
			return &node{kind: concatNode, subs: subs, captures: captures}
		}
		capture := func(sub *node) *node {
			return &node{kind: captureNode, capture: first, subs: []*node{sub}, captures: all}
		}
		repeat := func(sub *node, m modifier) *node {
			n := &node{kind: repeatNode, subs: []*node{sub}, max: 1, captures: sub.captures}
			switch m {
			case none:
				return sub
			case zeroOrMore:
				n.max = unlimited
			case oneOrMore:
				n.min, n.max = 1, unlimited
			}
			return n
		}
		if p.kind == fixedText {
			root.subs = append(root.subs, repeat(text(p.value), p.modifier))
			continue
		}
		captures++
		value, err := p.node(x.syntax, captures, names)
		if err != nil {
			err.Offset += p.index
			return nil, nil, err
		}
		nodes[i] = value
		hasNames := value.captures[1] > captures
		captures = max(captures, value.captures[1])
		inner[1], all[1] = captures, captures
		var n *node
		switch isRepeated := p.modifier == zeroOrMore || p.modifier == oneOrMore; {
		case p.prefix == "" && p.suffix == "" && !isRepeated: // (value)?
			n = repeat(capture(value), p.modifier)
		case p.prefix == "" && p.suffix == "": // ((?:value)*)
			n = capture(repeat(value, p.modifier))
		case !isRepeated: // (?:prefix(value)suffix)?
			n = repeat(concat(all, text(p.prefix), capture(value), text(p.suffix)), p.modifier)
		case hasNames: // the regular expression contains the value twice
			return nil, nil, &Error{Offset: p.index, Reason: "the name of another group, since the group is repeated"}
		default: // (?:prefix((?:value)(?:suffix prefix(?:value))*)suffix)?
			again := repeat(concat(inner, text(p.suffix+p.prefix), value), zeroOrMore)
			n = concat(all, text(p.prefix), capture(concat(inner, value, again)), text(p.suffix))
			if p.modifier == zeroOrMore {
				n = repeat(n, optional)
			}
		}
		root.subs = append(root.subs, n)
	}
	return root, nodes, nil
}

// node returns the syntax tree of the value of a group.
func (p *part) node(s *syntax, captures int, names map[string]bool) (*node, *Error) {
	switch p.kind {
	case segmentWildcard:
		any := &node{kind: classNode, class: segmentBytes(s.delimiter)}
		return &node{kind: repeatNode, subs: []*node{any}, min: 1, max: unlimited, lazy: true}, nil
	case fullWildcard:
		any := &node{kind: classNode, class: notNewlines}
		return &node{kind: repeatNode, subs: []*node{any}, max: unlimited}, nil
	}
	return parseRegexp(p.value, s.ignoreCase, captures, names)
}

// matchesSpecialScheme implements "protocol component matches a special scheme".
func (x *component) matchesSpecialScheme() bool {
	for _, scheme := range schemes.Specials {
		if x.match(scheme, nil) {
			return true
		}
	}
	return false
}
