package urlpattern

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A nodeKind is the kind of a node.
type nodeKind uint8

const (
	textNode      nodeKind = iota
	classNode              // one byte
	concatNode             // subs, one after the other
	alternateNode          // one of subs
	repeatNode             // subs[0], from min to max times
	captureNode            // subs[0] in a capturing group
	lookNode               // a look-ahead for subs[0]
	startNode              // ^
	endNode                // $
	boundaryNode           // \b, or \B if negate
)

// unlimited is the max of a repeatNode without a maximum.
const unlimited = -1

// maxCount is the largest number in a quantifier.
const maxCount = 1000

// A node is a node of the syntax tree of a component's regular expression.
type node struct {
	kind     nodeKind
	text     string // in lower case if fold
	fold     bool   // the text matches in any case
	class    class
	subs     []*node
	min, max int
	lazy     bool
	negate   bool   // of a lookNode or a boundaryNode
	capture  int    // the number of the group, from 0
	captures [2]int // the groups inside the node, as a range
}

// isNullable reports whether n matches the empty text.
func (n *node) isNullable() bool {
	switch n.kind {
	case textNode:
		return n.text == ""
	case classNode:
		return false
	case concatNode:
		for _, s := range n.subs {
			if !s.isNullable() {
				return false
			}
		}
	case alternateNode:
		for _, s := range n.subs {
			if s.isNullable() {
				return true
			}
		}
		return false
	case repeatNode:
		return n.min == 0 || n.subs[0].isNullable()
	case captureNode:
		return n.subs[0].isNullable()
	}
	return true
}

// addText appends a node for text, which may be empty, to the subs of n.
func (n *node) addText(text []byte) {
	if len(text) > 0 {
		n.subs = append(n.subs, &node{kind: textNode, text: string(text)})
	}
}

// A regexpParser parses a regular expression of ECMAScript with the flag v, and perhaps i: the grammar Pattern with
// the parameters UnicodeMode, UnicodeSetsMode and NamedCaptureGroups (ECMAScript 2025, section 22.2.1). The source is
// US-ASCII, and so are the texts to match: a character class needs 128 bits.
//
// Not supported are look-behind, backreferences, class string disjunctions (\q), some properties (\p), numbers of more
// than maxCount in quantifiers, and named groups in a positive look-ahead.
type regexpParser struct {
	source     string
	index      int
	ignoreCase bool
	depth      int
	captures   int // the number of the next capturing group
	inLook     int // the number of positive look-aheads around the current term
}

// maxDepth limits how deep groups and classes are nested.
const maxDepth = 250

// parseRegexp parses the value of a part. captures is the number of the first group in it. names are the names of the
// groups before it.
func parseRegexp(source string, ignoreCase bool, captures int, names map[string]bool) (*node, *Error) {
	p := regexpParser{source: source, ignoreCase: ignoreCase, captures: captures}
	n, found, err := p.disjunction()
	if err == nil && p.index < len(source) {
		err = p.fail(`")" closes no group`)
	}
	if err != nil {
		return nil, err
	}
	for name, at := range found {
		if names[name] {
			return nil, &Error{Offset: at, Reason: "the name of another group"}
		}
		names[name] = true
	}
	return n, nil
}

func (p *regexpParser) fail(reason string) *Error { return &Error{Offset: p.index, Reason: reason} }

func (p *regexpParser) unsupported(reason string) *Error {
	return &Error{Offset: p.index, Reason: reason, Unsupported: true}
}

// peek reports whether text follows. accept also skips it.
func (p *regexpParser) peek(text string) bool { return strings.HasPrefix(p.source[p.index:], text) }

func (p *regexpParser) accept(text string) bool {
	ok := p.peek(text)
	if ok {
		p.index += len(text)
	}
	return ok
}

// next returns the byte at the index, or 0 at the end.
func (p *regexpParser) next() byte {
	if p.index < len(p.source) {
		return p.source[p.index]
	}
	return 0
}

// A groupNames maps the names of groups to their offsets.
type groupNames map[string]int

// disjunction parses Disjunction. A name may occur in several alternatives, but only once in each.
func (p *regexpParser) disjunction() (*node, groupNames, *Error) {
	if p.depth++; p.depth > maxDepth {
		return nil, nil, p.unsupported("groups nested too deep")
	}
	defer func() { p.depth-- }()
	first := p.captures
	n, names, err := p.alternative()
	if err != nil || !p.peek("|") {
		return n, names, err
	}
	n = &node{kind: alternateNode, subs: []*node{n}}
	for p.accept("|") {
		sub, more, err := p.alternative()
		if err != nil {
			return nil, nil, err
		}
		n.subs = append(n.subs, sub)
		if names == nil {
			names = more
			continue
		}
		for name, at := range more {
			names[name] = at
		}
	}
	n.captures = [2]int{first, p.captures}
	return n, names, nil
}

// alternative parses Alternative.
func (p *regexpParser) alternative() (*node, groupNames, *Error) {
	n := &node{kind: concatNode, captures: [2]int{p.captures, 0}}
	var names groupNames
	var text []byte // of the terms since the last node of n
	for p.index < len(p.source) && !p.peek("|") && !p.peek(")") {
		term, more, err := p.term()
		if err != nil {
			return nil, nil, err
		}
		for name, at := range more {
			if _, ok := names[name]; ok {
				return nil, nil, &Error{Offset: at, Reason: "the name of another group"}
			}
			if names == nil {
				names = groupNames{}
			}
			names[name] = at
		}
		if term.kind == textNode {
			text = append(text, term.text...)
			continue
		}
		n.addText(text)
		text = text[:0]
		n.subs = append(n.subs, term)
	}
	n.addText(text)
	n.captures[1] = p.captures
	return n, names, nil
}

// term parses Term.
func (p *regexpParser) term() (n *node, names groupNames, err *Error) {
	first := p.captures
	isAssertion := false
	switch c := p.next(); c {
	case '^', '$':
		p.index++
		n, isAssertion = &node{kind: startNode}, true
		if c == '$' {
			n.kind = endNode
		}
	case '(':
		n, names, err = p.group()
		isAssertion = n != nil && n.kind == lookNode
	case '.':
		p.index++
		n = &node{kind: classNode, class: notNewlines}
	case '[':
		var c class
		c, err = p.class()
		n = &node{kind: classNode, class: c.unfoldedIf(p.ignoreCase)}
	case '*', '+', '?':
		err = p.fail("nothing to repeat")
	case '{', '}', ']':
		err = p.fail(`write "\" before a bracket that stands for itself`)
	case '\\':
		if p.peek(`\b`) || p.peek(`\B`) {
			n, isAssertion = &node{kind: boundaryNode, negate: p.peek(`\B`)}, true
			p.index += 2
			break
		}
		n, err = p.atomEscape()
	default:
		p.index++
		n = p.character(rune(c))
	}
	if err != nil {
		return nil, nil, err
	}
	n.captures = [2]int{first, p.captures}
	n, err = p.quantified(n, isAssertion)
	return n, names, err
}

// character returns a node that matches a code point.
func (p *regexpParser) character(r rune) *node {
	if c := classOfRune(r, p.ignoreCase); p.ignoreCase || r >= utf8.RuneSelf {
		return &node{kind: classNode, class: c.unfoldedIf(p.ignoreCase)}
	}
	return &node{kind: textNode, text: octet.Plain(byte(r))}
}

// classOfRune returns the class of one code point, folded if ignoreCase.
func classOfRune(r rune, ignoreCase bool) (c class) {
	if ignoreCase {
		switch r {
		case longS:
			r = 's'
		case kelvinSign:
			r = 'k'
		}
	}
	if r >= utf8.RuneSelf {
		return c
	}
	c.add(byte(r))
	return c.foldedIf(ignoreCase)
}

// quantified parses Quantifier, if there is one, after the term n.
func (p *regexpParser) quantified(n *node, isAssertion bool) (*node, *Error) {
	lo, hi := 0, unlimited
	start := p.index
	switch p.next() {
	case '*':
	case '+':
		lo = 1
	case '?':
		hi = 1
	case '{':
		p.index++
		var ok bool
		if lo, ok = p.number(); !ok {
			return nil, p.fail("expected a number")
		}
		hi = lo
		if p.accept(",") {
			hi = unlimited
			if n, ok := p.number(); ok {
				hi = n
			}
		}
		if p.next() != '}' {
			return nil, p.fail(`expected "}"`)
		}
	default:
		return n, nil
	}
	p.index++
	if isAssertion {
		p.index = start
		return nil, p.fail("an assertion cannot be repeated")
	}
	switch {
	case hi != unlimited && hi < lo:
		p.index = start
		return nil, p.fail("the numbers of the quantifier are out of order")
	case lo > maxCount || hi > maxCount:
		p.index = start
		return nil, p.unsupported("a quantifier with a number above 1000")
	}
	return &node{kind: repeatNode, subs: []*node{n}, min: lo, max: hi, lazy: p.accept("?"), captures: n.captures}, nil
}

// number parses DecimalDigits. Large numbers become maxNumber.
func (p *regexpParser) number() (n int, ok bool) {
	const maxNumber = 1 << 30
	start := p.index
	for '0' <= p.next() && p.next() <= '9' {
		n = min(n*10+int(p.next()-'0'), maxNumber)
		if n >= maxNumber {
			n = maxNumber
		}
		p.index++
	}
	return n, p.index > start
}

// group parses an Atom or Assertion that begins with "(".
func (p *regexpParser) group() (n *node, names groupNames, err *Error) {
	start := p.index
	negate := p.peek("(?!")
	switch {
	case p.peek("(?<=") || p.peek("(?<!"):
		return nil, nil, p.unsupported("look-behind")
	case p.accept("(?:"):
		n, names, err = p.disjunction()
	case p.accept("(?=") || p.accept("(?!"):
		n = &node{kind: lookNode, negate: negate, subs: make([]*node, 1)}
		if !negate {
			p.inLook++
			defer func() { p.inLook-- }()
		}
		n.subs[0], names, err = p.disjunction()
	case p.accept("(?<"):
		var name string
		if name, err = p.groupName(); err != nil {
			return nil, nil, err
		}
		if p.inLook > 0 {
			p.index = start
			return nil, nil, p.unsupported("a named group in a look-ahead")
		}
		n = &node{kind: captureNode, capture: p.captures, subs: make([]*node, 1)}
		p.captures++
		if n.subs[0], names, err = p.disjunction(); err == nil {
			if _, ok := names[name]; ok {
				return nil, nil, &Error{Offset: start, Reason: "the name of another group"}
			}
			if names == nil {
				names = groupNames{}
			}
			names[name] = start
		}
	case p.accept("(?"):
		n, names, err = p.modified()
	default: // the tokenizer refuses it
		return nil, nil, p.fail("a capturing group")
	}
	if err != nil {
		return nil, nil, err
	}
	if !p.accept(")") {
		p.index = start
		return nil, nil, p.fail("the group is not closed")
	}
	return n, names, nil
}

// modified parses a group with modifiers, such as "(?i:a)", after "(?". The modifiers m and s have no effect, because
// components contain no line terminators.
func (p *regexpParser) modified() (*node, groupNames, *Error) {
	start := p.index
	seen := ""
	ignoreCase := p.ignoreCase
	isRemoved := false
	for ; !p.peek(":"); p.index++ {
		switch c := p.next(); {
		case c == '-' && !isRemoved:
			isRemoved = true
		case c != 0 && strings.IndexByte("ims", c) >= 0 && strings.IndexByte(seen, c) < 0:
			seen += octet.Plain(c)
			if c == 'i' {
				ignoreCase = !isRemoved
			}
		default:
			return nil, nil, p.fail("not a group")
		}
	}
	if seen == "" {
		p.index = start
		return nil, nil, p.fail("not a group")
	}
	p.index++
	defer func(old bool) { p.ignoreCase = old }(p.ignoreCase)
	p.ignoreCase = ignoreCase
	return p.disjunction()
}

// groupName parses GroupName after "(?<".
func (p *regexpParser) groupName() (string, *Error) {
	var name strings.Builder
	for {
		r := rune(p.next())
		switch {
		case p.index == len(p.source):
			return "", p.fail("the name of the group is not closed")
		case r == '>' && name.Len() > 0:
			p.index++
			return name.String(), nil
		case r == '\\':
			if !p.accept(`\u`) {
				return "", p.fail("not the name of a group")
			}
			var err *Error
			if r, err = p.unicodeEscape(); err != nil {
				return "", err
			}
		default:
			p.index++
		}
		if !isNameCodePoint(r, name.Len() == 0) {
			p.index--
			return "", p.fail("not the name of a group")
		}
		name.WriteRune(r)
	}
}

// atomEscape parses AtomEscape, with the "\" before it.
func (p *regexpParser) atomEscape() (*node, *Error) {
	c, ok, err := p.classEscape()
	if err != nil {
		return nil, err
	}
	if ok {
		return &node{kind: classNode, class: c.unfoldedIf(p.ignoreCase)}, nil
	}
	if next := p.source[p.index+1:]; next != "" && ('1' <= next[0] && next[0] <= '9' || next[0] == 'k') {
		return nil, p.unsupported("a backreference")
	}
	r, err := p.characterEscape("")
	if err != nil {
		return nil, err
	}
	return p.character(r), nil
}

// classEscape parses "\" and CharacterClassEscape. ok is false if something else follows. The class is folded if case
// is ignored.
func (p *regexpParser) classEscape() (c class, ok bool, err *Error) {
	if p.index+1 >= len(p.source) {
		return c, false, p.fail(`nothing follows "\"`)
	}
	letter := p.source[p.index+1]
	switch letter | 0x20 {
	case 'd':
		c = digits
	case 's':
		c = spaces
	case 'w':
		c = wordBytes
	case 'p':
		end := strings.IndexByte(p.source[p.index:], '}')
		if p.index+2 >= len(p.source) || p.source[p.index+2] != '{' || end < 0 {
			return c, false, p.fail("expected {property}")
		}
		name, value, _ := strings.Cut(p.source[p.index+len(`\p{`):p.index+end], "=")
		if c, ok = propertyBytes(name, value); !ok {
			return c, false, p.unsupported("this property")
		}
		p.index += end + 1 - 2
	default:
		return c, false, nil
	}
	p.index += 2
	c = c.foldedIf(p.ignoreCase)
	if tables.Is(letter, tables.ALPHA) && letter&0x20 == 0 {
		c = p.complement(c)
	}
	return c, true, nil
}

// complement returns the bytes that are not in c, which is folded if case is ignored.
func (p *regexpParser) complement(c class) class { return allBytes.foldedIf(p.ignoreCase).minus(c) }

// characterEscape parses "\" and CharacterEscape. It also accepts "\" and a byte of the string others.
func (p *regexpParser) characterEscape(others string) (rune, *Error) {
	if p.index+1 >= len(p.source) {
		return 0, p.fail(`nothing follows "\"`)
	}
	start := p.index
	c := p.source[p.index+1]
	p.index += 2
	switch c {
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'v':
		return '\v', nil
	case 'f':
		return '\f', nil
	case 'r':
		return '\r', nil
	case 'c':
		if letter := p.next(); tables.Is(letter, tables.ALPHA) {
			p.index++
			return rune(letter % 32), nil
		}
	case '0':
		if !tables.Is(p.next(), tables.DIGIT) {
			return 0, nil
		}
	case 'x':
		if r, ok := p.hex(2); ok {
			return r, nil
		}
	case 'u':
		return p.unicodeEscape()
	}
	if strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0 || strings.IndexByte(others, c) >= 0 {
		return rune(c), nil
	}
	p.index = start
	return 0, p.fail("not an escape")
}

// hex parses n hex digits.
func (p *regexpParser) hex(n int) (r rune, ok bool) {
	if p.index+n > len(p.source) {
		return 0, false
	}
	for i := range n {
		digit := p.source[p.index+i]
		if !tables.Is(digit, tables.HEXDIG) {
			return 0, false
		}
		r = r<<4 | rune(octet.HexValue(digit))
	}
	p.index += n
	return r, true
}

// unicodeEscape parses RegExpUnicodeEscapeSequence after "\u".
func (p *regexpParser) unicodeEscape() (rune, *Error) {
	if p.accept("{") {
		start := p.index
		r := rune(0)
		for tables.Is(p.next(), tables.HEXDIG) && r <= utf8.MaxRune {
			r = r<<4 | rune(octet.HexValue(p.next()))
			p.index++
		}
		if p.index == start || r > utf8.MaxRune || !p.accept("}") {
			return 0, p.fail("not an escape")
		}
		return r, nil
	}
	r, ok := p.hex(4)
	if !ok {
		return 0, p.fail("not an escape")
	}
	const lead, trail, last = 0xd800, 0xdc00, 0xdfff
	if start := p.index; lead <= r && r < trail && p.accept(`\u`) {
		if second, ok := p.hex(4); ok && trail <= second && second <= last {
			return (r-lead)<<10 + (second - trail) + 0x10000, nil
		}
		p.index = start
	}
	return r, nil
}

// The bytes of ClassSetSyntaxCharacter, ClassSetReservedDoublePunctuator and ClassSetReservedPunctuator.
const (
	classSpecial = `()[]{}/-\|`
	doubled      = "&!#$%*+,.:;<=>?@^`~"
	reserved     = "&-!#%,:;<=>@`~"
)

// class parses CharacterClass. The result is folded if case is ignored.
func (p *regexpParser) class() (c class, err *Error) {
	if p.depth++; p.depth > maxDepth {
		return c, p.unsupported("classes nested too deep")
	}
	defer func() { p.depth-- }()
	start := p.index
	p.index++
	negate := p.accept("^")
	if !p.peek("]") {
		if c, err = p.classContents(); err != nil {
			return c, err
		}
	}
	if !p.accept("]") {
		if p.index == len(p.source) {
			p.index = start
			return c, p.fail("the class is not closed")
		}
		return c, p.fail("a set operation among other operands: put brackets around each")
	}
	if negate {
		c = p.complement(c)
	}
	return c, nil
}

// classContents parses ClassUnion, ClassIntersection or ClassSubtraction, which must not be empty.
func (p *regexpParser) classContents() (c class, err *Error) {
	c, isRange, err := p.classOperand()
	if err != nil {
		return c, err
	}
	if operator := p.source[p.index:min(p.index+2, len(p.source))]; operator == "&&" || operator == "--" {
		for !isRange && p.accept(operator) {
			if operator == "&&" && p.peek("&") {
				return c, p.fail("not a character of a class")
			}
			d, isRange, err := p.classOperand()
			switch {
			case err != nil:
				return c, err
			case isRange:
				return c, p.fail("a range as an operand: put brackets around it")
			case operator == "&&":
				c = c.intersection(d)
			default:
				c = c.minus(d)
			}
		}
		return c, nil // another operand is an error: the class is not closed here
	}
	for p.index < len(p.source) && !p.peek("]") {
		if p.peek("&&") || p.peek("--") {
			return c, p.fail("a set operation among other operands: put brackets around each")
		}
		d, _, err := p.classOperand()
		if err != nil {
			return c, err
		}
		c = c.union(d)
	}
	return c, nil
}

// classOperand parses ClassSetOperand or ClassSetRange.
func (p *regexpParser) classOperand() (c class, isRange bool, err *Error) {
	if p.peek("[") {
		c, err = p.class()
		return c, false, err
	}
	if p.peek(`\q`) {
		return c, false, p.unsupported(`\q`)
	}
	if p.peek(`\`) {
		if c, ok, err := p.classEscape(); ok || err != nil {
			return c, false, err
		}
	}
	start := p.index
	lo, err := p.classCharacter()
	if err != nil || !p.peek("-") || p.peek("--") {
		return classOfRune(lo, p.ignoreCase), false, err
	}
	p.index++
	hi, err := p.classCharacter()
	if err != nil {
		return c, true, err
	}
	if hi < lo {
		p.index = start
		return c, true, p.fail("the range is out of order")
	}
	for r := lo; r <= hi && r < utf8.RuneSelf; r++ {
		c.add(byte(r))
	}
	if p.ignoreCase {
		for _, r := range [...]rune{longS, kelvinSign} {
			if lo <= r && r <= hi {
				c = c.union(classOfRune(r, true))
			}
		}
	}
	return c.foldedIf(p.ignoreCase), true, nil
}

// classCharacter parses ClassSetCharacter.
func (p *regexpParser) classCharacter() (rune, *Error) {
	if p.index == len(p.source) {
		return 0, p.fail("the class is not closed")
	}
	c := p.next()
	switch {
	case p.accept(`\b`):
		return '\b', nil
	case c == '\\':
		return p.characterEscape(reserved)
	case strings.IndexByte(classSpecial, c) >= 0, strings.IndexByte(doubled, c) >= 0 && p.peek(strings.Repeat(octet.Plain(c), 2)):
		return 0, p.fail(`write "\" before this character of a class`)
	}
	p.index++
	return rune(c), nil
}
