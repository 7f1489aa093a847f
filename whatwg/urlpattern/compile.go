package urlpattern

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/schemes"
)

// A strategy is a way to match a component.
type strategy uint8

const (
	matchAny     strategy = iota // "*": every string matches
	matchText                    // one string matches
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
	program  *program
}

// The components "*" and "" are the same for all syntaxes, and patterns share them.
var wildcard, empty *component

func init() {
	var w workspace
	wildcard, _ = w.compileComponent("*", ComponentProtocol, syntaxes[ComponentProtocol])
	empty, _ = w.compileComponent("", ComponentProtocol, syntaxes[ComponentProtocol])
}

// A workspace has the memory that the components of a pattern use one after the other while they are compiled.
type workspace struct {
	tokens  []token
	pending []byte // of a patternParser
	text    []byte // of a pattern string, or of a program
	values  []*node
	regexps nodePool // of values
	tree    nodePool // of a part
	insts   []inst
}

// compileComponent implements "compile a component".
func (w *workspace) compileComponent(input string, c Component, s syntax) (*component, *Error) {
	switch {
	case input == "*" && wildcard != nil:
		return wildcard, nil
	case input == "" && empty != nil:
		return empty, nil
	}
	x := &component{syntax: &s}
	var err *Error
	if x.parts, err = w.parsePattern(input, &s); err == nil {
		x.pattern = w.patternString(x.parts, &s)
		err = x.compile(w)
	}
	if err != nil {
		err.Component = c
		return nil, err
	}
	return x, nil
}

// compile chooses the strategy for the parts: the first one that can match them. All have the same results, and each
// is about twice as fast as the next one.
func (x *component) compile(w *workspace) *Error {
	x.names = make([]string, 0, len(x.parts))
	for i := range x.parts {
		if p := &x.parts[i]; p.kind != fixedText {
			x.names = append(x.names, p.name)
			x.hasRegExpGroups = x.hasRegExpGroups || p.kind == regexpPart
		}
	}
	switch {
	case len(x.parts) == 0:
		x.strategy = matchText
		return nil
	case len(x.parts) > 1:
	case x.parts[0].isWildcard():
		x.strategy = matchAny
		return nil
	case x.parts[0].isText():
		x.strategy, x.text = matchText, x.parts[0].value
		if x.syntax.ignoreCase {
			x.text = strings.ToLower(x.text)
		}
		return nil
	}
	if err := w.parseValues(x.parts, x.syntax); err != nil {
		return err
	}
	var err *Error
	x.strategy = matchProgram
	x.program, err = w.compileProgram(x.parts, x.syntax.ignoreCase)
	return err
}

// isWildcard reports whether p is "*" alone.
func (p *part) isWildcard() bool {
	return p.kind == fullWildcard && p.modifier == none && p.prefix == "" && p.suffix == ""
}

// isText reports whether p is a literal without a modifier.
func (p *part) isText() bool { return p.kind == fixedText && p.modifier == none }

// isRepeated reports whether p can match more than once.
func (p *part) isRepeated() bool { return p.modifier == zeroOrMore || p.modifier == oneOrMore }

// A regular expression is not generated as a string, as in "generate a regular expression and name list". The compiler
// gets the syntax tree of each part, one at a time: see nodePool.part.

// anyText is the value of a full wildcard.
var anyText = func() *node {
	var t nodePool
	return t.add(node{kind: repeatNode, max: unlimited}, t.add(node{kind: classNode, class: &notNewlines}))
}()

// parseValues sets w.values to the syntax trees of the values of the groups, and to nil for fixed-text parts.
func (w *workspace) parseValues(parts []part, s *syntax) *Error {
	w.regexps = w.regexps[:0]
	w.values = slices.Grow(w.values[:0], len(parts))
	var named *part // a group with a named group in its regular expression
	for i := range parts {
		p := &parts[i]
		if named != nil && p.kind != fixedText { // the standard numbers the named group before this one
			return &Error{Offset: int(named.index), Reason: "a named group before another group", Unsupported: true}
		}
		var value *node
		switch p.kind {
		case segmentWildcard:
			class := segmentBytes(s.delimiter)
			any := w.regexps.add(node{kind: classNode, class: &class})
			value = w.regexps.add(node{kind: repeatNode, min: 1, max: unlimited, lazy: true}, any)
		case fullWildcard:
			value = anyText
		case regexpPart:
			r := regexpParser{nodePool: &w.regexps, source: p.value, ignoreCase: s.ignoreCase}
			value = r.pattern()
			if r.hasName {
				named = p
				if p.isRepeated() && (p.prefix != "" || p.suffix != "") { // the tree has the value twice
					r.fail(0, "the name of another group, since the group is repeated")
				}
			}
			if r.err != nil {
				r.err.Offset += int(p.index)
				return r.err
			}
		}
		w.values = append(w.values, value)
	}
	return nil
}

// part returns the syntax tree of p. The standard makes a string of it in "generate a regular expression and name list".
// value is the tree of its value, and first the number of its group.
func (t *nodePool) part(p *part, value *node, first int32, fold bool) *node {
	text := func(s string) *node {
		if fold {
			s = strings.ToLower(s)
		}
		return t.add(node{kind: textNode, text: s, fold: fold})
	}
	if p.kind == fixedText {
		return t.modified(text(p.value), p.modifier)
	}
	capture := func(sub *node) *node { return t.add(node{kind: captureNode, capture: first}, sub) }
	switch {
	case p.prefix == "" && p.suffix == "" && !p.isRepeated(): // (value)?
		return t.modified(capture(value), p.modifier)
	case p.prefix == "" && p.suffix == "": // ((?:value)*)
		return capture(t.modified(value, p.modifier))
	case !p.isRepeated(): // (?:prefix(value)suffix)?
		return t.modified(t.concat(text(p.prefix), capture(value), text(p.suffix)), p.modifier)
	}
	// (?:prefix((?:value)(?:suffix prefix(?:value))*)suffix)?
	again := t.modified(t.concat(text(p.suffix+p.prefix), value), zeroOrMore)
	n := t.concat(text(p.prefix), capture(t.concat(value, again)), text(p.suffix))
	if p.modifier == zeroOrMore {
		n = t.modified(n, optional)
	}
	return n
}

func (t *nodePool) concat(subs ...*node) *node { return t.add(node{kind: concatNode}, subs...) }

// modified returns a node that matches n as often as m says.
func (t *nodePool) modified(n *node, m modifier) *node {
	repeat := node{kind: repeatNode, max: unlimited}
	switch m {
	case none:
		return n
	case optional:
		repeat.max = 1
	case oneOrMore:
		repeat.min = 1
	}
	return t.add(repeat, n)
}

// matchesSpecialScheme implements "protocol component matches a special scheme".
func (x *component) matchesSpecialScheme() bool {
	return slices.ContainsFunc(schemes.Specials[:], func(scheme string) bool { return x.match(scheme, nil) })
}
