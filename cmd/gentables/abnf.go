package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A pos is a place in a grammar file; its text is "file:line".
type pos struct {
	file string
	line int
}

// A posError is an error with its place in a grammar.
type posError struct {
	pos pos
	err error
}

func (e *posError) Error() string { return fmt.Sprintf("%s:%d: %v", e.pos.file, e.pos.line, e.err) }
func (e *posError) Unwrap() error { return e.err }

func (p pos) errorf(format string, args ...any) error {
	return &posError{p, fmt.Errorf(format, args...)}
}

// A grammar is a parsed set of ABNF rules. Rule names are case-insensitive (RFC 5234, section 2.1); the keys are lower
// case.
type grammar struct {
	rules map[string]*rule
	order []*rule // as written
}

func (g *grammar) rule(name string) *rule { return g.rules[strings.ToLower(name)] }

type rule struct {
	name string // as defined
	pos  pos
	body *node
}

type op uint8

const (
	opAlt   op = iota // one of kids
	opCat             // kids one after another
	opRep             // kids[0], min to max times; max < 0: no limit
	opSet             // one byte of set
	opText            // a quoted string, text as written; kids are one opSet a character
	opRange           // the code points lo to hi; kids are the forms of their UTF-8, one opSet a byte
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

// parseGrammar reads the rules of src, a text in the notation of RFC 5234, sections 2 to 4. It takes all of that
// notation, for characters in UTF-8: a num-val is a code point. A prose-val is read as the name of a rule, which is how
// RFC 3986 uses it (0<pchar>). Errors name file and line. Every rule that is used is defined, and none uses itself: the
// language is regular.
func parseGrammar(file string, src string) (*grammar, error) {
	g := &grammar{rules: map[string]*rule{}}
	for _, def := range splitRules(file, src) {
		if err := g.define(def); err != nil {
			return nil, err
		}
	}
	if len(g.order) == 0 {
		return nil, pos{file, 1}.errorf("no rules")
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	return g, nil
}

// A definition is the text of one rule, its continuation lines included.
type definition struct {
	pos   pos
	lines []string
}

// splitRules cuts src at the lines that begin a rule: those that begin in the column of the first one. What is indented
// more continues the rule (RFC 5234, section 2.2).
func splitRules(file, src string) (defs []definition) {
	indent := -1
	for i, line := range strings.Split(src, "\n") {
		text := stripComment(strings.TrimRight(line, "\r"))
		lead := len(text) - len(strings.TrimLeft(text, " \t"))
		switch {
		case strings.TrimSpace(text) == "":
			if len(defs) > 0 {
				d := &defs[len(defs)-1]
				d.lines = append(d.lines, "") // keeps the line numbers right
			}
			continue
		case indent < 0:
			indent = lead
		}
		if lead <= indent || len(defs) == 0 {
			defs = append(defs, definition{pos: pos{file, i + 1}})
		}
		d := &defs[len(defs)-1]
		d.lines = append(d.lines, text)
	}
	return defs
}

// stripComment cuts line at the first ";" that is not inside quotes or a prose-val.
func stripComment(line string) string {
	var closing byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case closing != 0:
			if c == closing {
				closing = 0
			}
		case c == '"':
			closing = '"'
		case c == '<':
			closing = '>'
		case c == ';':
			return line[:i]
		}
	}
	return line
}

// define parses one definition and adds it; "=/" adds alternatives to a rule (RFC 5234, section 3.3).
func (g *grammar) define(def definition) error {
	p := &parser{pos: def.pos, src: strings.Join(def.lines, "\n")}
	p.space()
	name := p.name()
	if name == "" {
		return p.pos.errorf("expected a rule name")
	}
	p.space()
	more := p.take("=/")
	if !more && !p.take("=") {
		return p.pos.errorf("rule %s: expected \"=\" or \"=/\"", name)
	}
	body, err := p.alternation()
	if err != nil {
		return err
	}
	if p.space(); p.src != "" {
		return p.pos.errorf("rule %s: unexpected %q", name, p.src[0])
	}
	old := g.rule(name)
	switch {
	case more && old == nil:
		return def.pos.errorf("rule %s is extended but not defined", name)
	case more:
		old.body = &node{op: opAlt, pos: def.pos, kids: []*node{old.body, body}}
		return nil
	case old != nil:
		return def.pos.errorf("rule %s is already defined at %s:%d", name, old.pos.file, old.pos.line)
	}
	r := &rule{name: name, pos: def.pos, body: body}
	g.rules[strings.ToLower(name)] = r
	g.order = append(g.order, r)
	return nil
}

// check refuses undefined and recursive rules.
func (g *grammar) check() error {
	const open, done = 1, 2
	state := map[*rule]int{}
	var visit func(r *rule) error
	var walk func(r *rule, n *node) error
	walk = func(r *rule, n *node) error {
		if n.op == opRef {
			used := g.rule(n.text)
			switch {
			case used == nil:
				return n.pos.errorf("rule %s uses %s, which is not defined", r.name, n.text)
			case state[used] == open:
				return n.pos.errorf("rule %s is recursive: %s uses it again", used.name, r.name)
			}
			return visit(used)
		}
		for _, k := range n.kids {
			if err := walk(r, k); err != nil {
				return err
			}
		}
		return nil
	}
	visit = func(r *rule) error {
		if state[r] == done {
			return nil
		}
		state[r] = open
		err := walk(r, r.body)
		state[r] = done
		return err
	}
	for _, r := range g.order {
		if err := visit(r); err != nil {
			return err
		}
	}
	return nil
}

// A parser reads the right side of one rule; src is what is left of it, and pos is where that begins.
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

// span takes the longest prefix of bytes that ok allows.
func (p *parser) span(ok func(c byte) bool) string {
	n := 0
	for n < len(p.src) && ok(p.src[n]) {
		n++
	}
	s := p.src[:n]
	p.skip(n)
	return s
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// name reads rulename = ALPHA *(ALPHA / DIGIT / "-"); it is "" if there is none.
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

// concatenation reads concatenation = repetition *(repetition), up to what ends one.
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

// count reads a repetition count. Counts are copies in the automaton, hence the limit.
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
			err = at.errorf("%q is not of ASCII", text)
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
		return nil, at.errorf("no %q ends what begins here", closing)
	}
	return in, nil
}

// until reads up to closing, which must be on the same line, and takes it.
func (p *parser) until(at pos, closing string) (string, error) {
	text, _, ok := strings.Cut(p.src, closing)
	if !ok || strings.Contains(text, "\n") {
		return "", at.errorf("no %q ends what begins here", closing)
	}
	p.skip(len(text) + len(closing))
	return text, nil
}

// textNode is the node of a quoted string, which matches without regard to case (RFC 5234, section 2.3).
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

// number reads num-val after its "%": a character, a range, or characters joined by "." in base 2, 10 or 16.
func (p *parser) number(at pos) (*node, error) {
	base := 0
	switch {
	case p.take("x"), p.take("X"):
		base = 16
	case p.take("d"), p.take("D"):
		base = 10
	case p.take("b"), p.take("B"):
		base = 2
	default:
		return nil, at.errorf("expected x, d or b after \"%%\"")
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

func (p *parser) codePoint(at pos, base int) (rune, error) {
	digits := p.span(func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' })
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, at.errorf("%q is no code point in base %d", digits, base)
	}
	return rune(n), nil
}

// rangeNode is the node of the code points lo to hi. Surrogates have no UTF-8, so none may be among them.
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

// utf8Forms returns the UTF-8 of the code points lo to hi, in sequences of byte ranges: whatever bytes are taken of the
// ranges of a form, they are the shortest form of one of the code points, and every one of these has one such form.
func utf8Forms(lo, hi rune) [][]byteSet {
	split := func(last rune) [][]byteSet { return append(utf8Forms(lo, last), utf8Forms(last+1, hi)...) }
	for _, last := range []rune{0x7f, 0x7ff, 0xffff} { // the last of each length
		if lo <= last && last < hi {
			return split(last)
		}
	}
	var a, b [utf8.UTFMax]byte
	length := utf8.EncodeRune(a[:], lo)
	utf8.EncodeRune(b[:], hi)
	for rest := 1; rest < length; rest++ {
		// Where the bytes before the last few differ, these must range over all that they can be.
		switch low := rune(1)<<(6*rest) - 1; {
		case lo|low == hi|low:
		case lo&low != 0:
			return split(lo | low)
		case hi&low != low:
			return split(hi&^low - 1)
		}
	}
	form := make([]byteSet, length)
	for i := range form {
		form[i] = byteRange(a[i], b[i])
	}
	return [][]byteSet{form}
}
