package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file parses the right side of a rule, in the notation of RFC 5234, into a tree of nodes.

// A pos is a line of a grammar file.
type pos struct {
	file string
	line int
}

// A posError is an error at a place in a grammar.
type posError struct {
	pos pos
	err error
}

func (e *posError) Error() string { return fmt.Sprintf("%s:%d: %v", e.pos.file, e.pos.line, e.err) }
func (e *posError) Unwrap() error { return e.err }

func (p pos) errorf(format string, args ...any) error {
	return &posError{p, fmt.Errorf(format, args...)}
}

type op uint8

const (
	opAlt   op = iota // one of kids
	opCat             // kids one after another
	opRep             // kids[0], min to max times; max < 0: no limit
	opSet             // one byte of set
	opText            // a quoted string: text as written; kids has an opSet for each character
	opRange           // the code points lo to hi; kids has their UTF-8 forms, with an opSet for each byte
	opRef             // the rule called text
)

// A node is an ABNF element (RFC 5234, section 4).
type node struct {
	op       op
	pos      pos
	kids     []*node
	min, max int
	set      byteSet
	text     string
	lo, hi   rune
}

// A parser reads one definition. Its src is the part that is still to be read, which begins at pos.
type parser struct {
	pos pos
	src string
}

func (p *parser) skip(n int) {
	p.pos.line += strings.Count(p.src[:n], "\n")
	p.src = p.src[n:]
}

func (p *parser) space() { p.skip(len(p.src) - len(strings.TrimLeft(p.src, " \t\n"))) }

func (p *parser) take(prefix string) bool {
	if !strings.HasPrefix(p.src, prefix) {
		return false
	}
	p.skip(len(prefix))
	return true
}

// span reads the longest prefix of bytes for which ok is true.
func (p *parser) span(ok func(c byte) bool) string {
	n := 0
	for n < len(p.src) && ok(p.src[n]) {
		n++
	}
	s := p.src[:n]
	p.skip(n)
	return s
}

// name reads rulename = ALPHA *(ALPHA / DIGIT / "-"). It returns "" if src does not begin with a name.
func (p *parser) name() string {
	if p.src == "" || !isAlpha(p.src[0]) {
		return ""
	}
	return p.span(func(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' })
}

// alternation reads alternation = concatenation *("/" concatenation).
func (p *parser) alternation() (*node, error) {
	alt := &node{op: opAlt, pos: p.pos}
	for {
		cat, err := p.concatenation()
		if err != nil {
			return nil, err
		}
		alt.kids = append(alt.kids, cat)
		if p.space(); !p.take("/") {
			break
		}
	}
	if len(alt.kids) == 1 {
		return alt.kids[0], nil
	}
	return alt, nil
}

// concatenation reads concatenation = repetition *(repetition), up to "/", a closing bracket or the end.
func (p *parser) concatenation() (*node, error) {
	at := p.pos
	p.space()
	cat := &node{op: opCat, pos: p.pos}
	for p.src != "" && !strings.ContainsRune("/)]", rune(p.src[0])) {
		rep, err := p.repetition()
		if err != nil {
			return nil, err
		}
		cat.kids = append(cat.kids, rep)
		p.space()
	}
	switch len(cat.kids) {
	case 0:
		return nil, at.errorf("expected an element")
	case 1:
		return cat.kids[0], nil
	}
	return cat, nil
}

// repetition reads repetition = [ *DIGIT "*" *DIGIT / 1*DIGIT ] element.
func (p *parser) repetition() (*node, error) {
	at := p.pos
	first := p.span(isDigit)
	star := p.take("*")
	last := ""
	if star {
		last = p.span(isDigit)
	}
	el, err := p.element()
	if err != nil || first == "" && !star {
		return el, err
	}
	rep := &node{op: opRep, pos: at, kids: []*node{el}, max: -1}
	if first != "" {
		if rep.min, err = count(at, first); err != nil {
			return nil, err
		}
	}
	switch {
	case !star:
		rep.max = rep.min
	case last != "":
		if rep.max, err = count(at, last); err != nil {
			return nil, err
		}
		if rep.max < rep.min {
			return nil, at.errorf("repetition %s*%s allows nothing", first, last)
		}
	}
	return rep, nil
}

// count parses a repetition count. It has a limit since the automaton gets a copy of the element for each repetition.
func count(at pos, digits string) (int, error) {
	n, err := strconv.Atoi(digits)
	if err != nil || n > 1000 {
		return 0, at.errorf("repetition count %s is too large", digits)
	}
	return n, nil
}

// element reads element = rulename / group / option / char-val / num-val / prose-val.
func (p *parser) element() (*node, error) {
	at := p.pos
	if name := p.name(); name != "" {
		return &node{op: opRef, pos: at, text: name}, nil
	}
	switch {
	case p.take("("):
		return p.group(at, ")")
	case p.take("["):
		in, err := p.group(at, "]")
		return &node{op: opRep, pos: at, kids: []*node{in}, max: 1}, err
	case p.take("<"):
		name, err := p.until(at, ">")
		return &node{op: opRef, pos: at, text: name}, err
	case p.take(`"`):
		text, err := p.until(at, `"`)
		if err == nil && strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
			err = at.errorf("%q is not ASCII", text)
		}
		return textNode(at, text), err
	case p.take("%"):
		return p.number(at)
	case p.src == "":
		return nil, at.errorf("expected an element at the end of the rule")
	}
	return nil, at.errorf("unexpected %q", p.src[0])
}

func (p *parser) group(at pos, closing string) (*node, error) {
	in, err := p.alternation()
	if err != nil {
		return nil, err
	}
	if p.space(); !p.take(closing) {
		return nil, at.errorf("missing closing %q", closing)
	}
	return in, nil
}

// until reads up to closing, which must be on the same line, and skips closing.
func (p *parser) until(at pos, closing string) (string, error) {
	text, _, ok := strings.Cut(p.src, closing)
	if !ok || strings.Contains(text, "\n") {
		return "", at.errorf("missing closing %q", closing)
	}
	p.skip(len(text) + len(closing))
	return text, nil
}

// textNode returns the node of a quoted string, which matches in either case (RFC 5234, section 2.3).
func textNode(at pos, text string) *node {
	n := &node{op: opText, pos: at, text: text}
	for i := 0; i < len(text); i++ {
		set := byteRange(text[i], text[i])
		if c := text[i] ^ 0x20; isAlpha(c) {
			set.add(c)
		}
		n.kids = append(n.kids, &node{op: opSet, pos: at, set: set})
	}
	return n
}

// number reads a num-val after its "%": a code point, a range, or code points joined by ".", in base 2, 10 or 16.
func (p *parser) number(at pos) (*node, error) {
	base, err := p.base(at)
	if err != nil {
		return nil, err
	}
	lo, err := p.codePoint(at, base)
	if err != nil {
		return nil, err
	}
	if p.take("-") {
		hi, err := p.codePoint(at, base)
		if err != nil {
			return nil, err
		}
		return rangeNode(at, lo, hi)
	}
	cat := &node{op: opCat, pos: at}
	for {
		char, err := rangeNode(at, lo, lo)
		if err != nil {
			return nil, err
		}
		cat.kids = append(cat.kids, char)
		if !p.take(".") {
			return cat, nil
		}
		if lo, err = p.codePoint(at, base); err != nil {
			return nil, err
		}
	}
}

func (p *parser) base(at pos) (int, error) {
	switch {
	case p.take("x"), p.take("X"):
		return 16, nil
	case p.take("d"), p.take("D"):
		return 10, nil
	case p.take("b"), p.take("B"):
		return 2, nil
	}
	return 0, at.errorf("expected x, d or b after \"%%\"")
}

func (p *parser) codePoint(at pos, base int) (rune, error) {
	digits := p.span(func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' })
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, at.errorf("%q is not a code point in base %d", digits, base)
	}
	return rune(n), nil
}

// rangeNode returns the node of the code points lo to hi. It refuses surrogates, which have no UTF-8.
func rangeNode(at pos, lo, hi rune) (*node, error) {
	const firstSurrogate, lastSurrogate = 0xd800, 0xdfff
	switch {
	case hi < lo:
		return nil, at.errorf("range %#x-%#x is empty", lo, hi)
	case lo <= lastSurrogate && firstSurrogate <= hi:
		return nil, at.errorf("range %#x-%#x has surrogates", lo, hi)
	}
	n := &node{op: opRange, pos: at, lo: lo, hi: hi}
	for _, form := range utf8Forms(lo, hi) {
		cat := &node{op: opCat, pos: at}
		for _, set := range form {
			cat.kids = append(cat.kids, &node{op: opSet, pos: at, set: set})
		}
		if len(cat.kids) == 1 {
			cat = cat.kids[0]
		}
		n.kids = append(n.kids, cat)
	}
	return n, nil
}
