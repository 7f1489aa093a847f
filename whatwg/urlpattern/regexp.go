package urlpattern

import (
	"strconv"
	"strings"
	"unicode/utf16"
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
	lookNode               // a look-ahead for subs[0]: op is opLook or opNotLook
	assertNode             // another assertion: op is its instruction
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
	op         opcode
	isNullable bool // it matches the empty text
	moves      bool // it can match a byte
	min, max   int16
	capture    int32  // the number of the group, from 0
	text       string // in lower case if fold
	class      *class
	subs       []*node
}

// A nodePool allocates nodes, many at a time.
type nodePool []node

// add returns a new node like n with subs. It sets the fields that follow from them.
func (t *nodePool) add(n node, subs ...*node) *node {
	n.subs = subs
	nullable := 0
	for _, sub := range subs {
		n.moves = n.moves || sub.moves
		if sub.isNullable {
			nullable++
		}
	}
	switch n.kind {
	case textNode:
		n.isNullable, n.moves = n.text == "", n.text != ""
	case classNode:
		n.moves = true
	case concatNode, captureNode:
		n.isNullable = nullable == len(subs)
	case alternateNode:
		n.isNullable = nullable > 0
	case repeatNode:
		n.isNullable, n.moves = n.min == 0 || nullable > 0, n.moves && n.max != 0
	default:
		n.isNullable, n.moves = true, false
	}
	if len(*t) == cap(*t) {
		*t = make(nodePool, 0, min(max(8, 2*cap(*t)), 128))
	}
	*t = append(*t, n)
	return &(*t)[len(*t)-1]
}

// A regexpParser parses a regular expression of ECMAScript with the flag v, and perhaps i: the grammar Pattern with
// the parameters UnicodeMode, UnicodeSetsMode and NamedCaptureGroups (ECMAScript 2025, section 22.2.1). The source is
// US-ASCII, and so are the strings to match: a character class needs 128 bits.
//
// Not supported are look-behind, backreferences, modifiers, class string disjunctions (\q), properties (\p), numbers of
// more than maxCount in quantifiers, characters outside US-ASCII while case is ignored, and more than one named group.
// Nothing needs the text of a named group, so it does not capture.
type regexpParser struct {
	*nodePool
	source     string
	index      int
	ignoreCase bool
	depth      int
	hasName    bool   // there is a named group
	err        *Error // the first fault; it ends the source
}

// maxDepth limits how deep groups and classes are nested.
const maxDepth = 250

// pattern parses Pattern.
func (p *regexpParser) pattern() *node {
	n := p.disjunction()
	if p.index < len(p.source) {
		p.fail(p.index, `")" closes no group`)
	}
	return n
}

func (p *regexpParser) fail(at int, reason string) { p.refuse(Error{Offset: at, Reason: reason}) }

func (p *regexpParser) unsupported(at int, reason string) {
	p.refuse(Error{Offset: at, Reason: reason, Unsupported: true})
}

// refuse keeps the first fault. It skips the rest of the source, so nothing else is parsed.
func (p *regexpParser) refuse(err Error) {
	if p.err == nil {
		p.err = &err
	}
	p.index = len(p.source)
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

// disjunction parses Disjunction.
func (p *regexpParser) disjunction() *node {
	if p.depth++; p.depth > maxDepth {
		p.unsupported(p.index, "groups nested too deep")
	}
	defer func() { p.depth-- }()
	alternatives := []*node{p.alternative()}
	for p.accept("|") {
		alternatives = append(alternatives, p.alternative())
	}
	if len(alternatives) == 1 {
		return alternatives[0]
	}
	return p.add(node{kind: alternateNode}, alternatives...)
}

// alternative parses Alternative.
func (p *regexpParser) alternative() *node {
	var subs []*node
	var text []byte
	addText := func() {
		if len(text) > 0 {
			subs = append(subs, p.add(node{kind: textNode, text: string(text)}))
			text = text[:0]
		}
	}
	for p.index < len(p.source) && !p.peek("|") && !p.peek(")") {
		term := p.term()
		if term.kind == textNode {
			text = append(text, term.text...)
			continue
		}
		addText()
		subs = append(subs, term)
	}
	addText()
	if len(subs) == 1 {
		return subs[0]
	}
	return p.concat(subs...)
}

// assertions are the assertions but look-aheads.
var assertions = [...]struct {
	text string
	op   opcode
}{{"^", opStart}, {"$", opEnd}, {`\b`, opBoundary}, {`\B`, opNotBoundary}}

// term parses Term.
func (p *regexpParser) term() (n *node) {
	for _, a := range assertions {
		if p.accept(a.text) {
			return p.quantified(p.add(node{kind: assertNode, op: a.op}), true)
		}
	}
	isAssertion := p.peek("(?=") || p.peek("(?!")
	switch c := p.next(); c {
	case '(':
		n = p.group()
	case '.':
		p.index++
		n = p.add(node{kind: classNode, class: &notNewlines})
	case '[':
		n = p.classNode(p.class())
	case '*', '+', '?':
		p.fail(p.index, "nothing to repeat")
		return p.add(node{})
	case '{', '}', ']':
		p.fail(p.index, `write "\" before a bracket that stands for itself`)
		return p.add(node{})
	case '\\':
		n = p.atomEscape()
	default:
		n = p.character(p.index, rune(c))
		p.index++
	}
	return p.quantified(n, isAssertion)
}

// character returns a node that matches a code point, which is written from start on.
func (p *regexpParser) character(start int, r rune) *node {
	if p.ignoreCase || r >= utf8.RuneSelf {
		return p.classNode(p.classOf(start, r, r))
	}
	return p.add(node{kind: textNode, text: octet.Plain(byte(r))})
}

// classNode returns a node that matches a class, which is folded if case is ignored.
func (p *regexpParser) classNode(c class) *node {
	c = unfolded(c, p.ignoreCase)
	return p.add(node{kind: classNode, class: &c})
}

// classOf returns the class of the code points from lo to hi, which are written from start on. It is folded if case is
// ignored.
func (p *regexpParser) classOf(start int, lo, hi rune) (c class) {
	if p.ignoreCase && hi >= utf8.RuneSelf { // U+017F matches "s", and U+212A "k"
		p.unsupported(start, "a character outside US-ASCII, while case is ignored")
	}
	for r := lo; r <= hi && r < utf8.RuneSelf; r++ {
		c.Add(byte(r))
	}
	return folded(c, p.ignoreCase)
}

// quantified parses Quantifier, if there is one, after the term n.
func (p *regexpParser) quantified(n *node, isAssertion bool) *node {
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
			p.fail(p.index, "expected a number")
		}
		hi = lo
		if p.accept(",") {
			hi = unlimited
			if n, ok := p.number(); ok {
				hi = n
			}
		}
		if p.next() != '}' {
			p.fail(p.index, `expected "}"`)
		}
	default:
		return n
	}
	p.index++
	switch {
	case p.err != nil:
	case isAssertion:
		p.fail(start, "an assertion cannot be repeated")
	case hi != unlimited && hi < lo:
		p.fail(start, "the numbers of the quantifier are out of order")
	case lo > maxCount || hi > maxCount:
		p.unsupported(start, "a quantifier with a number above 1000")
	}
	if p.err != nil {
		p.index = len(p.source)
		return n
	}
	repeat := node{kind: repeatNode, min: int16(lo), max: int16(hi), lazy: p.accept("?")}
	return p.add(repeat, n)
}

// number parses DecimalDigits. Large numbers become maxNumber.
func (p *regexpParser) number() (n int, ok bool) {
	const maxNumber = 1 << 27
	start := p.index
	for ; tables.Is(p.next(), tables.DIGIT); p.index++ {
		n = min(n*10+int(p.next()-'0'), maxNumber)
	}
	return n, p.index > start
}

// group parses an Atom or Assertion that begins with "(".
func (p *regexpParser) group() (n *node) {
	start := p.index
	switch {
	case p.peek("(?<=") || p.peek("(?<!"):
		p.unsupported(start, "look-behind")
	case p.accept("(?:"):
		n = p.disjunction()
	case p.accept("(?!"):
		n = p.add(node{kind: lookNode, op: opNotLook}, p.disjunction())
	case p.accept("(?="):
		n = p.add(node{kind: lookNode, op: opLook}, p.disjunction())
	case p.accept("(?<"):
		if p.hasName {
			p.unsupported(start, "a second named group")
		}
		p.hasName = true
		p.groupName()
		n = p.disjunction()
	case p.accept("(?"):
		if c := p.next(); c != 0 && strings.IndexByte("ims-", c) >= 0 {
			p.unsupported(p.index, "a group with modifiers")
		}
		p.fail(p.index, "not a group")
	default: // the tokenizer refuses it
		p.fail(start, "a capturing group")
	}
	if !p.accept(")") {
		p.fail(start, "the group is not closed")
		return p.add(node{})
	}
	return n
}

// groupName parses GroupName after "(?<".
func (p *regexpParser) groupName() {
	for first := true; first || p.next() != '>'; first = false {
		if !isNameCodePoint(rune(p.next()), first) {
			p.fail(p.index, "not the name of a group")
			return
		}
		p.index++
	}
	p.index++
}

// atomEscape parses AtomEscape, with the "\" before it.
func (p *regexpParser) atomEscape() *node {
	if c, ok := p.classEscape(); ok {
		return p.classNode(c)
	}
	if next := p.source[min(p.index+1, len(p.source)):]; next != "" && ('1' <= next[0] && next[0] <= '9' || next[0] == 'k') {
		p.unsupported(p.index, "a backreference")
	}
	start := p.index
	return p.character(start, p.characterEscape(""))
}

// classEscape parses "\" and CharacterClassEscape. ok is false if something else follows. The class is folded if case
// is ignored.
func (p *regexpParser) classEscape() (c class, ok bool) {
	if p.index+1 >= len(p.source) {
		return c, false
	}
	letter := p.source[p.index+1]
	switch letter | 0x20 {
	case 'd':
		c = digits
	case 's':
		c = spaces
	case 'w':
		c = wordBytes
	case 'p', 'q':
		p.unsupported(p.index, `\p and \q`)
		return c, true
	default:
		return c, false
	}
	p.index += 2
	c = folded(c, p.ignoreCase)
	if letter&0x20 == 0 { // an upper-case letter
		c = p.complement(c)
	}
	return c, true
}

// complement returns the bytes that are not in c, which is folded if case is ignored.
func (p *regexpParser) complement(c class) class { return folded(allBytes, p.ignoreCase).Minus(c) }

// characterEscape parses "\" and CharacterEscape. It also accepts "\" and a byte of the string others.
func (p *regexpParser) characterEscape(others string) rune {
	if p.index+1 >= len(p.source) {
		p.fail(p.index, `nothing follows "\"`)
		return 0
	}
	start := p.index
	c := p.source[p.index+1]
	p.index += 2
	if i := strings.IndexByte("tnvfr", c); i >= 0 {
		return rune("\t\n\v\f\r"[i])
	}
	switch c {
	case 'c':
		if letter := p.next(); tables.Is(letter, tables.ALPHA) {
			p.index++
			return rune(letter % 32)
		}
	case '0':
		if !tables.Is(p.next(), tables.DIGIT) {
			return 0
		}
	case 'x':
		if r, ok := p.hex(2); ok {
			return r
		}
	case 'u':
		return p.unicodeEscape()
	}
	if strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0 || strings.IndexByte(others, c) >= 0 {
		return rune(c)
	}
	p.fail(start, "not an escape")
	return 0
}

// hex parses n hex digits.
func (p *regexpParser) hex(n int) (r rune, ok bool) {
	value, err := strconv.ParseUint(p.source[p.index:min(p.index+n, len(p.source))], 16, 32)
	if err != nil || p.index+n > len(p.source) {
		return 0, false
	}
	p.index += n
	return rune(value), true
}

// unicodeEscape parses RegExpUnicodeEscapeSequence after "\u".
func (p *regexpParser) unicodeEscape() rune {
	if p.accept("{") {
		start := p.index
		r := rune(0)
		for ; tables.Is(p.next(), tables.HEXDIG) && r <= utf8.MaxRune; p.index++ {
			r = r<<4 | rune(octet.HexValue(p.next()))
		}
		if p.index == start || r > utf8.MaxRune || !p.accept("}") {
			p.fail(p.index, "not an escape")
		}
		return r
	}
	r, ok := p.hex(4)
	if !ok {
		p.fail(p.index, "not an escape")
	}
	if start := p.index; utf16.IsSurrogate(r) && p.accept(`\u`) {
		second, _ := p.hex(4)
		if pair := utf16.DecodeRune(r, second); pair != utf8.RuneError {
			return pair
		}
		p.index = start
	}
	return r
}

// The bytes of ClassSetSyntaxCharacter, ClassSetReservedDoublePunctuator and ClassSetReservedPunctuator.
const (
	classSpecial = `()[]{}/-\|`
	doubled      = "&!#$%*+,.:;<=>?@^`~"
	reserved     = "&-!#%,:;<=>@`~"
)

// class parses CharacterClass. The result is folded if case is ignored.
func (p *regexpParser) class() (c class) {
	start := p.index
	if p.depth++; p.depth > maxDepth {
		p.unsupported(start, "classes nested too deep")
		return c
	}
	defer func() { p.depth-- }()
	p.index++
	negate := p.accept("^")
	if !p.peek("]") {
		c = p.classContents()
	}
	switch {
	case p.accept("]"):
	case p.index == len(p.source):
		p.fail(start, "the class is not closed")
	default:
		p.fail(p.index, mixedOperands)
	}
	if negate {
		c = p.complement(c)
	}
	return c
}

const mixedOperands = "a set operation among other operands: put brackets around each"

// classContents parses ClassUnion, ClassIntersection or ClassSubtraction, which must not be empty.
func (p *regexpParser) classContents() class {
	c, isRange := p.classOperand()
	if operator := p.source[p.index:min(p.index+2, len(p.source))]; operator == "&&" || operator == "--" {
		for !isRange && p.accept(operator) {
			if operator == "&&" && p.peek("&") {
				p.fail(p.index, "not a character of a class")
			}
			d, isRange := p.classOperand()
			switch {
			case isRange:
				p.fail(p.index, "a range as an operand: put brackets around it")
			case operator == "&&":
				c = c.Intersection(d)
			default:
				c = c.Minus(d)
			}
		}
		return c // another operand is an error: the class is not closed here
	}
	for p.index < len(p.source) && !p.peek("]") {
		if p.peek("&&") || p.peek("--") {
			p.fail(p.index, mixedOperands)
		}
		d, _ := p.classOperand()
		c = c.Union(d)
	}
	return c
}

// classOperand parses ClassSetOperand or ClassSetRange.
func (p *regexpParser) classOperand() (c class, isRange bool) {
	if p.peek("[") {
		return p.class(), false
	}
	if p.peek(`\`) {
		if c, ok := p.classEscape(); ok {
			return c, false
		}
	}
	start := p.index
	lo := p.classCharacter()
	hi := lo
	if isRange = p.peek("-") && !p.peek("--"); isRange {
		p.index++
		hi = p.classCharacter()
	}
	if hi < lo {
		p.fail(start, "the range is out of order")
	}
	return p.classOf(start, lo, hi), isRange
}

// classCharacter parses ClassSetCharacter.
func (p *regexpParser) classCharacter() rune {
	c := p.next()
	switch {
	case p.index == len(p.source):
		p.fail(p.index, "the class is not closed")
		return 0
	case p.accept(`\b`):
		return '\b'
	case c == '\\':
		return p.characterEscape(reserved)
	case strings.IndexByte(classSpecial, c) >= 0, strings.IndexByte(doubled, c) >= 0 && p.peek(strings.Repeat(octet.Plain(c), 2)):
		p.fail(p.index, `write "\" before this character of a class`)
		return 0
	}
	p.index++
	return rune(c)
}
