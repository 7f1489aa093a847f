package urlpattern

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
)

// A partType is the type of a part.
type partType uint8

const (
	fixedText partType = iota
	regexpPart
	segmentWildcard
	fullWildcard
)

// A modifier is the modifier of a part.
type modifier uint8

const (
	none modifier = iota
	optional
	zeroOrMore
	oneOrMore
)

// modifiers are the modifiers in pattern strings.
var modifiers = [...]string{none: "", optional: "?", zeroOrMore: "*", oneOrMore: "+"}

// A part is one piece of a parsed pattern string: a fixed text, or a group with a prefix and a suffix.
type part struct {
	kind     partType
	modifier modifier
	index    int32  // the offset of the regular expression in the pattern string
	value    string // the fixed text, encoded, or the regular expression
	name     string // of a group
	prefix   string
	suffix   string
}

// A syntax is the encoding callback and the options of a component.
type syntax struct {
	encode     encodingCallback
	delimiter  string // delimiter code point
	prefix     string // prefix code point
	ignoreCase bool
	plain      *class // the encoding callback does not change a string of these bytes
}

// The classes of bytes that encoding callbacks do not change. A "." in a hostname can be a part of an IPv4 address.
var (
	lowerCase  = classOf(func(b byte) bool { return 'a' <= b && b <= 'z' })
	hostBytes  = classOf(func(b byte) bool { return 'a' <= b && b <= 'z' || b == '.' })
	unreserved = classOf(func(b byte) bool { return tables.Is(b, tables.Unreserved) })
	pathBytes  = classOf(func(b byte) bool { return tables.Is(b, tables.Unreserved) && b != '.' || b == '/' })
)

// syntaxes are the syntaxes of the components. Those of the pathname, the search and the hash also have the option
// ignoreCase.
var syntaxes = [componentCount]syntax{
	ComponentProtocol: {encode: canonicalizeProtocol, plain: &lowerCase},
	ComponentUsername: {encode: canonicalizeBy(whatwg.URL.WithUsername, whatwg.URL.Username, ""), plain: &unreserved},
	ComponentPassword: {encode: canonicalizeBy(whatwg.URL.WithPassword, whatwg.URL.Password, ""), plain: &unreserved},
	ComponentHostname: {encode: canonicalizeHostname, plain: &hostBytes, delimiter: "."},
	ComponentPort:     {encode: canonicalizePort, plain: new(class)},
	ComponentPathname: {encode: canonicalizePathname, plain: &pathBytes, delimiter: "/", prefix: "/"},
	ComponentSearch:   {encode: canonicalizeBy(whatwg.URL.WithSearch, whatwg.URL.Search, "?"), plain: &unreserved},
	ComponentHash:     {encode: canonicalizeBy(whatwg.URL.WithHash, whatwg.URL.Hash, "#"), plain: &unreserved},
}

// The syntaxes of an IPv6 address, and of the pathname of a URL that is not special.
var (
	ipv6HostnameSyntax   = syntax{encode: canonicalizeIPv6Hostname, plain: new(class), delimiter: "."}
	opaquePathnameSyntax = syntax{encode: canonicalizeOpaquePathname, plain: &unreserved}
)

// fullWildcardRegexp is the full wildcard regexp value.
const fullWildcardRegexp = ".*"

// segmentWildcardRegexp implements "generate a segment wildcard regexp". A delimiter is a "." or a "/", which have to be
// escaped.
func (s *syntax) segmentWildcardRegexp() string {
	if s.delimiter == "" {
		return "[^]+?"
	}
	return `[^\` + s.delimiter + "]+?"
}

// appendEscaped implements "escape a pattern string".
func appendEscaped(dst []byte, s string) []byte {
	for i := range len(s) {
		if strings.IndexByte(`+*?:{}()\`, s[i]) >= 0 {
			dst = append(dst, '\\')
		}
		dst = append(dst, s[i])
	}
	return dst
}

// A patternParser is the pattern parser of the standard.
type patternParser struct {
	*syntax
	segmentWildcardRegexp string
	tokens                []token
	parts                 []part
	pending               []byte // pending fixed value
	pendingStart          int    // the index of its first token
	index                 int
	nextNumericName       int
	names                 map[string]bool // the names of the parts, without those that are numbers
	err                   *Error          // the first fault
}

// parsePattern implements "parse a pattern string".
func (w *workspace) parsePattern(input string, s *syntax) ([]part, *Error) {
	tokens, err := w.tokenize(input, strict)
	if err != nil {
		return nil, err
	}
	p := patternParser{
		syntax: s, segmentWildcardRegexp: s.segmentWildcardRegexp(), tokens: tokens, pending: w.pending,
		parts: make([]part, 0, partsBound(tokens)), names: map[string]bool{},
	}
	for p.index < len(p.tokens) && p.err == nil {
		p.parsePart()
	}
	w.pending = p.pending[:0]
	return p.parts, p.err
}

// partsBound returns a number of parts that tokens do not exceed. No part begins at a character after another one, or at
// a token that ends a group or is a modifier alone.
func partsBound(tokens []token) (n int) {
	inText := false
	for i := range tokens {
		kind := tokens[i].kind
		isText := kind == tokenChar || kind == tokenEscapedChar
		if isText && !inText || kind == tokenOpen || kind == tokenName || kind == tokenRegexp || kind == tokenAsterisk {
			n++
		}
		inText = isText
	}
	return n
}

// parsePart takes the steps of one turn of the loop in "parse a pattern string".
func (p *patternParser) parsePart() {
	start := p.index
	char := p.tryConsume(tokenChar)
	name := p.tryConsume(tokenName)
	group := p.tryConsumeRegexpOrWildcard(name)
	if name != nil || group != nil {
		prefix := ""
		if char != nil {
			prefix = char.value
		}
		if prefix != "" && prefix != p.prefix {
			p.addPending(prefix, start)
			prefix = ""
		}
		p.maybeAddPending()
		p.addPart(prefix, name, group, "", p.tryConsumeModifier(), start, start)
		return
	}
	if char == nil {
		char = p.tryConsume(tokenEscapedChar)
	}
	if char != nil {
		p.addPending(char.value, start)
		return
	}
	if p.tryConsume(tokenOpen) != nil {
		prefix := p.consumeText()
		name := p.tryConsume(tokenName)
		group := p.tryConsumeRegexpOrWildcard(name)
		suffixStart := p.index
		suffix := p.consumeText()
		if p.tryConsume(tokenClose) == nil {
			p.fail(p.index, `expected "}"`)
			return
		}
		p.addPart(prefix, name, group, suffix, p.tryConsumeModifier(), start, suffixStart)
		return
	}
	p.maybeAddPending()
	switch {
	case p.tryConsume(tokenEnd) != nil:
	case p.tokens[p.index].kind == tokenClose:
		p.fail(p.index, `"}" closes no group`)
	default:
		p.fail(p.index, "the modifier follows no group")
	}
}

// fail keeps a fault at a token, if it is the first one.
func (p *patternParser) fail(token int, reason string) {
	if p.err == nil {
		p.err = &Error{Offset: p.tokens[token].index, Reason: reason}
	}
}

// tryConsume implements "try to consume a token", for a token of one of the types.
func (p *patternParser) tryConsume(kinds ...tokenType) *token {
	t := &p.tokens[p.index]
	if !slices.Contains(kinds, t.kind) {
		return nil
	}
	p.index++
	return t
}

// tryConsumeModifier implements "try to consume a modifier token".
func (p *patternParser) tryConsumeModifier() modifier {
	t := p.tryConsume(tokenOtherModifier, tokenAsterisk)
	if t == nil {
		return none
	}
	return modifier(slices.Index(modifiers[:], t.value))
}

// tryConsumeRegexpOrWildcard implements "try to consume a regexp or wildcard token".
func (p *patternParser) tryConsumeRegexpOrWildcard(name *token) *token {
	if name != nil {
		return p.tryConsume(tokenRegexp)
	}
	return p.tryConsume(tokenRegexp, tokenAsterisk)
}

// consumeText implements "consume text".
func (p *patternParser) consumeText() string {
	var b strings.Builder
	for t := p.tryConsume(tokenChar, tokenEscapedChar); t != nil; t = p.tryConsume(tokenChar, tokenEscapedChar) {
		b.WriteString(t.value)
	}
	return b.String()
}

// addPending appends the text of the token at start, and of those after it, to the pending fixed value.
func (p *patternParser) addPending(text string, start int) {
	if len(p.pending) == 0 {
		p.pendingStart = start
	}
	p.pending = append(p.pending, text...)
}

// maybeAddPending implements "maybe add a part from the pending fixed value".
func (p *patternParser) maybeAddPending() {
	if len(p.pending) > 0 {
		p.parts = append(p.parts, part{kind: fixedText, value: p.encodeText(string(p.pending), p.pendingStart)})
		p.pending = p.pending[:0]
	}
}

// encodeText runs the encoding callback on the text of char and escaped-char tokens, from the one at start on.
func (p *patternParser) encodeText(text string, start int) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !p.plain.Has(byte(r)) }) {
		return text
	}
	encoded, offset, reason := p.encode(text)
	if reason == "" {
		return encoded
	}
	for start < len(p.tokens)-1 {
		t := &p.tokens[start]
		if t.kind == tokenChar || t.kind == tokenEscapedChar {
			if offset < len(t.value) {
				break
			}
			offset -= len(t.value)
		}
		start++
	}
	p.fail(start, reason)
	return ""
}

// addPart implements "add a part". start and suffixStart are the indexes of the first tokens of prefix and suffix.
func (p *patternParser) addPart(prefix string, name, group *token, suffix string, m modifier, start, suffixStart int) {
	if name == nil && group == nil && m == none {
		p.addPending(prefix, start)
		return
	}
	p.maybeAddPending()
	if name == nil && group == nil {
		if prefix != "" {
			p.parts = append(p.parts, part{kind: fixedText, value: p.encodeText(prefix, start), modifier: m})
		}
		return
	}
	x := part{kind: regexpPart, modifier: m}
	switch {
	case group == nil:
		x.value = p.segmentWildcardRegexp
	case group.kind == tokenAsterisk:
		x.value = fullWildcardRegexp
	default:
		x.value, x.index = group.value, int32(group.index+len("("))
	}
	switch x.value {
	case p.segmentWildcardRegexp:
		x.kind, x.value = segmentWildcard, ""
	case fullWildcardRegexp:
		x.kind, x.value = fullWildcard, ""
	}
	if name == nil {
		x.name = strconv.Itoa(p.nextNumericName)
		p.nextNumericName++
	} else {
		if p.names[name.value] {
			p.err = cmp.Or(p.err, &Error{Offset: name.index, Reason: "the name of another group"})
		}
		x.name = name.value
		p.names[x.name] = true
	}
	x.prefix, x.suffix = p.encodeText(prefix, start), p.encodeText(suffix, suffixStart)
	p.parts = append(p.parts, x)
}

// patternString implements "generate a pattern string".
func (w *workspace) patternString(parts []part, s *syntax) string {
	b := w.text[:0]
	for i := range parts {
		x := &parts[i]
		var previous, next *part
		if i > 0 {
			previous = &parts[i-1]
		}
		if i+1 < len(parts) {
			next = &parts[i+1]
		}
		if x.kind == fixedText {
			if x.modifier == none {
				b = appendEscaped(b, x.value)
				continue
			}
			b = append(appendEscaped(append(b, '{'), x.value), '}')
			b = append(b, modifiers[x.modifier]...)
			continue
		}
		customName := !startsWithDigit(x.name)
		needsGrouping := x.suffix != "" || x.prefix != "" && x.prefix != s.prefix
		if !needsGrouping && customName && x.kind == segmentWildcard && x.modifier == none &&
			next != nil && next.prefix == "" && next.suffix == "" {
			if next.kind == fixedText {
				needsGrouping = startsWithNameCodePoint(next.value)
			} else {
				needsGrouping = startsWithDigit(next.name)
			}
		}
		if !needsGrouping && x.prefix == "" && previous != nil && previous.kind == fixedText &&
			s.prefix != "" && strings.HasSuffix(previous.value, s.prefix) {
			needsGrouping = true
		}
		if needsGrouping {
			b = append(b, '{')
		}
		b = appendEscaped(b, x.prefix)
		if customName {
			b = append(append(b, ':'), x.name...)
		}
		switch {
		case x.kind == regexpPart:
			b = append(append(append(b, '('), x.value...), ')')
		case x.kind == segmentWildcard && !customName:
			b = append(append(append(b, '('), s.segmentWildcardRegexp()...), ')')
		case x.kind == fullWildcard:
			if !customName && (previous == nil || previous.kind == fixedText || previous.modifier != none ||
				needsGrouping || x.prefix != "") {
				b = append(b, '*')
			} else {
				b = append(b, "("+fullWildcardRegexp+")"...)
			}
		}
		if x.kind == segmentWildcard && customName && x.suffix != "" && startsWithNameCodePoint(x.suffix) {
			b = append(b, '\\')
		}
		b = appendEscaped(b, x.suffix)
		if needsGrouping {
			b = append(b, '}')
		}
		b = append(b, modifiers[x.modifier]...)
	}
	w.text = b
	return string(b)
}

// startsWithDigit reports whether the name of a group begins with a digit. Such a name is a number that the parser has
// chosen.
func startsWithDigit(name string) bool { return name != "" && '0' <= name[0] && name[0] <= '9' }

// startsWithNameCodePoint reports whether s, which is US-ASCII, begins with a code point that can continue a name.
func startsWithNameCodePoint(s string) bool { return s != "" && isNameCodePoint(rune(s[0]), false) }
