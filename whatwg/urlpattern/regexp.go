package urlpattern

import (
	"slices"
	"strings"
	"sync"
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
	kind       nodeKind
	fold       bool // the text matches in any case
	lazy       bool
	negate     bool // of a lookNode or a boundaryNode
	isNullable bool // it matches the empty text
	moves      bool // it can match a byte
	min, max   int16
	capture    int32    // the number of the group, from 0
	captures   [2]int32 // the groups inside the node, as a range
	text       string   // in lower case if fold
	class      *class
	subs       []*node
}

// captureCount returns the number of capturing groups in n.
func (n *node) captureCount() int32 { return n.captures[1] - n.captures[0] }

// hasCapture reports whether there is a capturing group in n.
func (n *node) hasCapture() bool { return n.captureCount() > 0 }

// setLengths sets isNullable and moves.
func (n *node) setLengths() {
	isNullable := func(n *node) bool { return n.isNullable }
	switch n.kind {
	case textNode:
		n.isNullable, n.moves = n.text == "", n.text != ""
		return
	case classNode:
		n.moves = true
		return
	case concatNode:
		n.isNullable = !slices.ContainsFunc(n.subs, func(n *node) bool { return !n.isNullable })
	case alternateNode:
		n.isNullable = slices.ContainsFunc(n.subs, isNullable)
	case repeatNode:
		n.isNullable = n.min == 0 || n.subs[0].isNullable
	case captureNode:
		n.isNullable = n.subs[0].isNullable
	default:
		n.isNullable = true
		return
	}
	n.moves = (n.kind != repeatNode || n.max != 0) && slices.ContainsFunc(n.subs, func(n *node) bool { return n.moves })
}

// A nodePool allocates nodes, many at a time.
type nodePool struct {
	nodes []node
	subs  []*node

	pending []*node // the nodes before the current term of a regexpParser in the alternatives that it is in
	text    []byte  // the text before the current term, in the same way
}

// reset makes the memory of all nodes free.
func (t *nodePool) reset() { t.nodes, t.subs = t.nodes[:0], t.subs[:0] }

// add returns a new node like n, with subs.
func (t *nodePool) add(n node, subs ...*node) *node {
	const most = 128
	if len(t.nodes) == cap(t.nodes) {
		t.nodes = make([]node, 0, min(max(8, 2*cap(t.nodes)), most))
	}
	if len(subs) > cap(t.subs)-len(t.subs) {
		t.subs = make([]*node, 0, max(len(subs), min(max(8, 2*cap(t.subs)), most)))
	}
	first := len(t.subs)
	t.subs = append(t.subs, subs...)
	n.subs = t.subs[first:len(t.subs):len(t.subs)]
	n.setLengths()
	t.nodes = append(t.nodes, n)
	return &t.nodes[len(t.nodes)-1]
}

// A regexpParser parses a regular expression of ECMAScript with the flag v, and perhaps i: the grammar Pattern with
// the parameters UnicodeMode, UnicodeSetsMode and NamedCaptureGroups (ECMAScript 2025, section 22.2.1). The source is
// US-ASCII, and so are the strings to match: a character class needs 128 bits.
//
// Not supported are look-behind, backreferences, class string disjunctions (\q), some properties (\p), numbers of more
// than maxCount in quantifiers, and named groups in a positive look-ahead.
type regexpParser struct {
	*nodePool
	source     string
	index      int
	ignoreCase bool
	depth      int
	captures   int32  // the number of the next capturing group
	inLook     int    // the number of positive look-aheads around the current term
	lastClass  *class // of the last classNode
}

// maxDepth limits how deep groups and classes are nested.
const maxDepth = 250

// parseRegexp parses the value of a part. captures is the number of the first group in it. names are the names of the
// groups before it.
func (t *nodePool) parseRegexp(source string, ignoreCase bool, captures int32, names groupNames) (*node, *Error) {
	p := regexpParser{nodePool: t, source: source, ignoreCase: ignoreCase, captures: captures}
	if cap(t.pending) <= len(source) {
		t.pending = make([]*node, 0, len(source)+1)
	}
	t.pending, t.text = t.pending[:0], t.text[:0]
	n, found, err := p.disjunction()
	if err == nil && p.index < len(source) {
		err = p.fail(`")" closes no group`)
	}
	if err != nil {
		return nil, err
	}
	if err := names.merge(found); err != nil {
		return nil, err
	}
	n.captures = [2]int32{captures, p.captures}
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

// merge adds names. A name that exists is an error.
func (g groupNames) merge(names groupNames) *Error {
	var err *Error
	for name, at := range names {
		if _, ok := g[name]; ok && (err == nil || at < err.Offset) {
			err = &Error{Offset: at, Reason: "the name of another group"}
		}
		g[name] = at
	}
	return err
}

// disjunction parses Disjunction. A name may occur in several alternatives, but only once in each.
func (p *regexpParser) disjunction() (*node, groupNames, *Error) {
	if p.depth++; p.depth > maxDepth {
		return nil, nil, p.unsupported("groups nested too deep")
	}
	defer func() { p.depth-- }()
	first, begin := p.captures, len(p.pending)
	n, names, err := p.alternative()
	if err != nil || !p.peek("|") {
		return n, names, err
	}
	p.pending = append(p.pending, n)
	for p.accept("|") {
		sub, more, err := p.alternative()
		if err != nil {
			return nil, nil, err
		}
		p.pending = append(p.pending, sub)
		if names == nil {
			names = more
			continue
		}
		for name, at := range more {
			names[name] = at
		}
	}
	return p.addPending(node{kind: alternateNode, captures: [2]int32{first, p.captures}}, begin), names, nil
}

// addPending adds a node with the pending nodes from begin on.
func (p *regexpParser) addPending(n node, begin int) *node {
	subs := p.pending[begin:]
	p.pending = p.pending[:begin]
	return p.add(n, subs...)
}

// addText makes the text from begin on a pending node, if there is any.
func (p *regexpParser) addText(begin int) {
	if text := p.text[begin:]; len(text) > 0 {
		p.pending = append(p.pending, p.add(node{kind: textNode, text: string(text)}))
		p.text = p.text[:begin]
	}
}

// alternative parses Alternative.
func (p *regexpParser) alternative() (*node, groupNames, *Error) {
	first, begin, text := p.captures, len(p.pending), len(p.text)
	var names groupNames
	for p.index < len(p.source) && !p.peek("|") && !p.peek(")") {
		if c := p.source[p.index]; !p.ignoreCase && isPlainTerm(p.source[p.index:]) {
			p.text = append(p.text, c)
			p.index++
			continue
		}
		term, more, err := p.term()
		if err != nil {
			return nil, nil, err
		}
		if names == nil {
			names = more
		} else if err := names.merge(more); err != nil {
			return nil, nil, err
		}
		if term.kind == textNode {
			p.text = append(p.text, term.text...)
			continue
		}
		p.addText(text)
		p.pending = append(p.pending, term)
	}
	p.addText(text)
	if len(p.pending) == begin+1 {
		n := p.pending[begin]
		p.pending = p.pending[:begin]
		return n, names, nil
	}
	return p.addPending(node{kind: concatNode, captures: [2]int32{first, p.captures}}, begin), names, nil
}

// isPlainTerm reports whether s begins with a character that matches itself, without a quantifier.
func isPlainTerm(s string) bool {
	return strings.IndexByte(syntaxCharacters, s[0]) < 0 && (len(s) == 1 || strings.IndexByte("*+?{", s[1]) < 0)
}

// syntaxCharacters are the bytes of SyntaxCharacter.
const syntaxCharacters = `^$\.*+?()[]{}|`

// term parses Term.
func (p *regexpParser) term() (n *node, names groupNames, err *Error) {
	first := p.captures
	isAssertion := false
	switch c := p.next(); c {
	case '^', '$':
		p.index++
		kind := startNode
		if c == '$' {
			kind = endNode
		}
		n, isAssertion = p.add(node{kind: kind}), true
	case '(':
		isAssertion = p.peek("(?=") || p.peek("(?!")
		n, names, err = p.group()
	case '.':
		p.index++
		n = p.add(node{kind: classNode, class: &notNewlines})
	case '[':
		var c class
		c, err = p.class()
		n = p.classNode(c)
	case '*', '+', '?':
		err = p.fail("nothing to repeat")
	case '{', '}', ']':
		err = p.fail(`write "\" before a bracket that stands for itself`)
	case '\\':
		if p.peek(`\b`) || p.peek(`\B`) {
			n, isAssertion = p.add(node{kind: boundaryNode, negate: p.peek(`\B`)}), true
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
	n.captures = [2]int32{first, p.captures}
	n, err = p.quantified(n, isAssertion)
	return n, names, err
}

// character returns a node that matches a code point.
func (p *regexpParser) character(r rune) *node {
	if p.ignoreCase && 'a' <= r|0x20 && r|0x20 <= 'z' {
		return p.add(node{kind: classNode, class: &letters()[r|0x20-'a']})
	}
	if p.ignoreCase || r >= utf8.RuneSelf {
		return p.classNode(classOfRune(r, p.ignoreCase))
	}
	return p.add(node{kind: textNode, text: octet.Plain(byte(r))})
}

// classNode returns a node that matches a class, which is folded if case is ignored.
func (p *regexpParser) classNode(c class) *node {
	c = c.unfoldedIf(p.ignoreCase)
	if last := p.lastClass; last != nil && *last == c {
		return p.add(node{kind: classNode, class: last})
	}
	p.lastClass = &c
	return p.add(node{kind: classNode, class: &c})
}

// letters returns the classes of the letters in both cases.
var letters = sync.OnceValue(func() *[26]class {
	var list [26]class
	for i := range list {
		list[i] = classOfRune('a'+rune(i), true).unfoldedIf(true)
	}
	return &list
})

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
	repeat := node{kind: repeatNode, min: int16(lo), max: int16(hi), lazy: p.accept("?"), captures: n.captures}
	return p.add(repeat, n), nil
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
		if !negate {
			p.inLook++
			defer func() { p.inLook-- }()
		}
		if n, names, err = p.disjunction(); err == nil {
			n = p.add(node{kind: lookNode, negate: negate}, n)
		}
	case p.accept("(?<"):
		var name string
		if name, err = p.groupName(); err != nil {
			return nil, nil, err
		}
		if p.inLook > 0 {
			p.index = start
			return nil, nil, p.unsupported("a named group in a look-ahead")
		}
		capture := p.captures
		p.captures++
		if n, names, err = p.disjunction(); err == nil {
			n = p.add(node{kind: captureNode, capture: capture}, n)
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
		return p.classNode(c), nil
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
