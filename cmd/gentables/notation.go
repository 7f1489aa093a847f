package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The parser below turns the right side of a rule into a tree of nodes. The notation is that of RFC 5234 with two
// additions: the case-sensitive string %s"text" of RFC 7405, and the difference a - b, the sentences of a that are not
// sentences of b. RFC 5234 has no operator for a difference.

// A pos is a line of a grammar file.
type pos struct {
	file string
	line int
}

// A posError is an error at a place in a grammar.
type posError struct {
	pos  pos
	text string
}

func (e *posError) Error() string { return fmt.Sprintf("%s:%d: %s", e.pos.file, e.pos.line, e.text) }

// fail reports a mistake in a grammar by a panic, which catch recovers.
func (p pos) fail(format string, args ...any) {
	panic(&posError{p, fmt.Sprintf(format, args...)})
}

// catch sets err if the function that defers it has failed.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *posError:
		*err = r
	default:
		panic(r)
	}
}

type op uint8

const (
	opAlt   op = iota // one of children
	opCat             // children one after another
	opRep             // children[0], min to max times; max < 0: no limit
	opSet             // one byte of set
	opText            // the quoted string text; children has an opSet for each character
	opRange           // the code points lo to hi; children has their UTF-8 forms, with an opSet for each byte
	opRef             // the rule called text
	opMinus           // the sentences of children[0] that are not sentences of children[1]
)

// A node is an ABNF element (RFC 5234, section 4).
type node struct {
	op       op
	pos      pos
	children []*node
	min, max int
	set      byteSet
	text     string
	lo, hi   rune
}

// A parser reads one definition. src is the rest of the definition, which begins at pos.
type parser struct {
	pos pos
	src string
}

func (p *parser) skip(n int) {
	p.pos.line += strings.Count(p.src[:n], "\n")
	p.src = p.src[n:]
}

func (p *parser) skipSpace() { p.skip(len(p.src) - len(strings.TrimLeft(p.src, " \t\n"))) }

func (p *parser) take(prefix string) bool {
	if !strings.HasPrefix(p.src, prefix) {
		return false
	}
	p.skip(len(prefix))
	return true
}

// readWhile reads and returns the longest prefix of bytes that ok accepts.
func (p *parser) readWhile(ok func(c byte) bool) string {
	n := 0
	for n < len(p.src) && ok(p.src[n]) {
		n++
	}
	s := p.src[:n]
	p.skip(n)
	return s
}

// parseName parses rulename = ALPHA *(ALPHA / DIGIT / "-"). It returns "" if src does not begin with a name.
func (p *parser) parseName() string {
	if p.src == "" || !isAlpha(p.src[0]) {
		return ""
	}
	return p.readWhile(func(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' })
}

// parseAlternation parses alternation = concatenation *("/" concatenation).
func (p *parser) parseAlternation() *node {
	alt := &node{op: opAlt, pos: p.pos}
	for more := true; more; more = p.take("/") {
		alt.children = append(alt.children, p.parseConcatenation())
		p.skipSpace()
	}
	return alt.unwrap()
}

// parseConcatenation parses concatenation = difference *(difference), up to "/", a closing bracket or the end.
func (p *parser) parseConcatenation() *node {
	at := p.pos
	p.skipSpace()
	cat := &node{op: opCat, pos: p.pos}
	for p.src != "" && !strings.ContainsRune("/)]", rune(p.src[0])) {
		cat.children = append(cat.children, p.parseDifference())
		p.skipSpace()
	}
	if len(cat.children) == 0 {
		at.fail("expected an element")
	}
	return cat.unwrap()
}

// unwrap returns the only child of n, or n if it has several.
func (n *node) unwrap() *node {
	if len(n.children) == 1 {
		return n.children[0]
	}
	return n
}

// parseDifference parses difference = repetition ["-" repetition]. After a name, a space must come before the "-",
// since a name may contain "-".
func (p *parser) parseDifference() *node {
	from := p.parseRepetition()
	p.skipSpace()
	at := p.pos
	if !p.take("-") {
		return from
	}
	p.skipSpace()
	return &node{op: opMinus, pos: at, children: []*node{from, p.parseRepetition()}}
}

// parseRepetition parses repetition = [ *DIGIT "*" *DIGIT / 1*DIGIT ] element.
func (p *parser) parseRepetition() *node {
	at := p.pos
	first, last := p.readWhile(isDigit), ""
	star := p.take("*")
	if star {
		last = p.readWhile(isDigit)
	}
	el := p.parseElement()
	if first == "" && !star {
		return el
	}
	rep := &node{op: opRep, pos: at, children: []*node{el}, min: parseCount(at, first, 0)}
	if rep.max = rep.min; star {
		rep.max = parseCount(at, last, -1)
	}
	if 0 <= rep.max && rep.max < rep.min {
		at.fail("repetition %s*%s allows nothing", first, last)
	}
	return rep
}

// parseCount parses a repetition count. If digits is empty, it returns the argument otherwise. A count has a limit,
// because the automaton gets a copy of the element for each repetition.
func parseCount(at pos, digits string, otherwise int) int {
	if digits == "" {
		return otherwise
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > 1000 {
		at.fail("repetition count %s is too large", digits)
	}
	return n
}

// parseElement parses element = rulename / group / option / char-val / num-val / prose-val.
func (p *parser) parseElement() *node {
	at := p.pos
	if name := p.parseName(); name != "" {
		return &node{op: opRef, pos: at, text: name}
	}
	switch {
	case p.take("("):
		return p.parseGroup(at, ")")
	case p.take("["):
		return &node{op: opRep, pos: at, children: []*node{p.parseGroup(at, "]")}, max: 1}
	case p.take("<"):
		return &node{op: opRef, pos: at, text: p.readUntil(at, ">")}
	case p.take(`"`):
		return textNode(at, p.readUntil(at, `"`))
	case p.take(`%s"`):
		return exactTextNode(at, p.readUntil(at, `"`))
	case p.take("%"):
		return p.parseNumber(at)
	case p.src == "":
		at.fail("expected an element at the end of the rule")
	}
	at.fail("unexpected %q", p.src[0])
	return nil
}

func (p *parser) parseGroup(at pos, closing string) *node {
	in := p.parseAlternation()
	if p.skipSpace(); !p.take(closing) {
		at.fail("missing closing %q", closing)
	}
	return in
}

// readUntil reads up to closing, which must be on the same line, and skips closing.
func (p *parser) readUntil(at pos, closing string) string {
	text, _, ok := strings.Cut(p.src, closing)
	if !ok || strings.Contains(text, "\n") {
		at.fail("missing closing %q", closing)
	}
	p.skip(len(text) + len(closing))
	return text
}

// textNode returns the node of a quoted string, which matches in either case (RFC 5234, section 2.3).
func textNode(at pos, text string) *node {
	n := exactTextNode(at, text)
	for i, child := range n.children {
		if c := text[i] ^ 0x20; isAlpha(c) {
			child.set.add(c)
		}
	}
	return n
}

// exactTextNode returns the node of a case-sensitive string (RFC 7405, section 2.1).
func exactTextNode(at pos, text string) *node {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		at.fail("%q is not ASCII", text)
	}
	n := &node{op: opText, pos: at, text: text}
	for i := range len(text) {
		n.children = append(n.children, &node{op: opSet, pos: at, set: byteRange(text[i], text[i])})
	}
	return n
}

// bases maps the letters of a num-val to bases.
var bases = map[byte]int{'x': 16, 'd': 10, 'b': 2}

// parseNumber parses a num-val after its "%": a code point, a range, or code points joined by ".", in base 2, 10 or 16.
func (p *parser) parseNumber(at pos) *node {
	base := 0
	if p.src != "" {
		base = bases[p.src[0]|0x20]
	}
	if base == 0 {
		at.fail(`expected x, d or b after "%%"`)
	}
	p.skip(1)
	first := p.parseCodePoint(at, base)
	if p.take("-") {
		return rangeNode(at, first, p.parseCodePoint(at, base))
	}
	cat := &node{op: opCat, pos: at, children: []*node{rangeNode(at, first, first)}}
	for p.take(".") {
		c := p.parseCodePoint(at, base)
		cat.children = append(cat.children, rangeNode(at, c, c))
	}
	return cat
}

func (p *parser) parseCodePoint(at pos, base int) rune {
	digits := p.readWhile(func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' })
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		at.fail("%q is not a code point in base %d", digits, base)
	}
	return rune(n)
}

// rangeNode returns the node of the code points lo to hi. It rejects surrogates, which have no UTF-8.
func rangeNode(at pos, lo, hi rune) *node {
	const firstSurrogate, lastSurrogate = 0xd800, 0xdfff
	switch {
	case hi < lo:
		at.fail("range %#x-%#x is empty", lo, hi)
	case lo <= lastSurrogate && firstSurrogate <= hi:
		at.fail("range %#x-%#x has surrogates", lo, hi)
	}
	n := &node{op: opRange, pos: at, lo: lo, hi: hi}
	for _, form := range utf8Forms(lo, hi) {
		cat := &node{op: opCat, pos: at}
		for _, set := range form {
			cat.children = append(cat.children, &node{op: opSet, pos: at, set: set})
		}
		n.children = append(n.children, cat.unwrap())
	}
	return n
}
