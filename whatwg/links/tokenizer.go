package links

import (
	"bytes"
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// A tag is the last tag that was read.
type tag struct {
	element  element
	name     span  // of the element
	begin    int   // the offset in the buffer
	at       int64 // the offset in the page
	has      attributeSet
	cut      attributeSet // attributes that are not whole
	isClosed bool         // it ends in "/>"
	inside   string       // see attributes
	spans    [attributeCount]span
}

// A span is a part of a tag, relative to its start.
type span struct{ start, end int32 }

// reset begins the tag at offset begin of a buffer. offset is the offset of the buffer in the page.
func (t *tag) reset(e element, begin int, offset int64) {
	t.element, t.begin, t.at = e, begin, offset+int64(begin)
	t.has, t.cut, t.isClosed = 0, 0, false
}

// first returns the first of a set of attributes in the order of the page.
func (t *tag) first(set attributeSet) attribute {
	a := attribute(bits.TrailingZeros64(uint64(set)))
	for set &= set - 1; set != 0; set &= set - 1 {
		if other := attribute(bits.TrailingZeros64(uint64(set))); t.spans[other].start < t.spans[a].start {
			a = other
		}
	}
	return a
}

// maxInside is the length of the longest tag.inside.
const maxInside = len("a=a")

// attributes reads the attributes of a tag and its end. b[i:] follows the name of the element. It sets the spans of the
// attributes in want. end is the offset after the tag, or -1 if b ends before. Then the rest of the tag has the same
// meaning after t.inside as after b: in a quoted value, t.inside is `a="`.
func (t *tag) attributes(b []byte, i int, want attributeSet) (end int) {
	for i < len(b) {
		// Before the name of an attribute.
		switch c := b[i]; {
		case c == '>':
			return i + 1
		case c == '/':
			i++
			t.isClosed = i < len(b) && b[i] == '>'
			continue
		case is(c, classSpace):
			i++
			continue
		}
		begin := i
		i++ // the first byte is a part of the name, even "="
		for i < len(b) && !is(b[i], classNameEnd) {
			i++
		}
		if i >= len(b) {
			t.inside = "a"
			return -1
		}
		a, known := attribute(0), false
		if want != 0 {
			a = attributeOf(octet.Text(b[begin:i]))
			known = (want&^t.has)>>a&1 != 0
		}
		// After the name.
		c := b[i]
		if is(c, classSpace) {
			next := skip(b, i)
			if next == len(b) {
				t.inside = "a"
				return -1
			}
			if b[next] == '=' {
				i, c = next, '='
			}
		}
		start, end, isCut := i, i, false // the value
		if c == '=' {
			i = skip(b, i+1)
			switch start = i; {
			case i == len(b):
				end, isCut, t.inside = i, true, "a="
			case b[i] == '"' || b[i] == '\'':
				start++
				n := bytes.IndexByte(b[start:], b[i])
				if isCut = n < 0; isCut {
					n, t.inside = len(b)-start, `a="`
					if b[i] == '\'' {
						t.inside = `a='`
					}
				}
				end = start + n
				i = end + 1
			default:
				i = unquotedEnd(b, i)
				if end, isCut = i, i == len(b); isCut {
					t.inside = "a=a"
				}
			}
		}
		if known {
			t.has |= 1 << a
			t.spans[a] = span{int32(start - t.begin), int32(end - t.begin)}
			if isCut {
				t.cut = 1 << a
			}
		}
		if isCut {
			return -1
		}
	}
	if t.inside = ""; bytes.HasSuffix(b, []byte("/")) {
		t.inside = "/"
	}
	return -1
}

// nameEnd returns the offset of the end of the name of an element that begins before i, or len(b).
func nameEnd(b []byte, i int) int {
	for i < len(b) && !is(b[i], classTagEnd) {
		i++
	}
	return i
}

// unquotedEnd returns the offset of the end of an unquoted value that begins at i, or len(b).
func unquotedEnd(b []byte, i int) int {
	for i < len(b) && b[i] != '>' && !is(b[i], classSpace) {
		i++
	}
	return i
}

// A tokenizer reads the tags of a page (HTML Standard, section 13.2.5). It does not build the tree: its caller sets
// the state after a tag.
type tokenizer struct {
	source
	state  state
	tag    tag
	text   element // the element with the text that it reads in stateRaw
	escape int     // of the text of a script
	dashes int     // before the next byte of an escaped text
	begin  int64   // the offset in the page after "<!--"
	known  int64   // in stateStyle, text before this offset in the page has been searched for the end, or 0
	isEnd  bool    // the text ends there
}

// A state is the state of a tokenizer between two parts of a page.
type state uint8

const (
	stateData      state = iota
	stateRaw             // in the text of an element such as script
	stateStyle           // in the text of a style element, with links
	stateComment         // after "<!--"
	stateBogus           // in a comment that ends at ">"
	stateCDATA           // in a CDATA section
	statePlaintext       // up to the end
)

// startText makes k read the text of an element, up to its end tag.
func (k *tokenizer) startText(e element) {
	k.state, k.text, k.escape = stateRaw, e, escapeNone
	if e == elementPlaintext {
		k.state = statePlaintext
	}
}

// startStyle makes k read the text of a style element with styleText.
func (k *tokenizer) startStyle() {
	k.startText(elementStyle)
	k.state, k.known = stateStyle, 0
}

// skipText reads to the end of text that is not data. It returns false if it needs the next part of the page.
func (k *tokenizer) skipText() bool {
	switch k.state {
	case stateRaw:
		return k.raw()
	case stateComment:
		return k.comment()
	case stateBogus:
		return k.until(">")
	case stateCDATA:
		return k.until("]]>")
	}
	k.pos = len(k.data)
	return false
}

// nextLess returns the offset of the first "<" of b, from i on, or its length.
func nextLess(b []byte, i int) int {
	if i+8 <= len(b) { // most texts are short
		if n := octet.Index(octet.Word(b, i), '<'); n < 8 {
			return i + n
		}
	}
	if n := bytes.IndexByte(b[i:], '<'); n >= 0 {
		return i + n
	}
	return len(b)
}

// An opening is what a "<" begins.
type opening uint8

const (
	openingNone   opening = iota // the part of the page ends
	openingTag                   // a tag
	openingMarkup                // a comment, a CDATA section, or "</>"
	openingText                  // text
)

// open tells what the "<" at b[i] begins. It also returns the offset after "<" or "</".
func open(b []byte, i int) (o opening, name int, isEnd bool) {
	name = i + 1
	if isEnd = name < len(b) && b[name] == '/'; isEnd {
		name++
	}
	switch {
	case name >= len(b):
		return openingNone, name, isEnd
	case is(b[name], classLetter):
		return openingTag, name, isEnd
	case isEnd || b[name] == '!' || b[name] == '?':
		return openingMarkup, name, isEnd
	}
	return openingText, name, isEnd
}

// readMarkup reads the start of the markup at k.pos, other than a tag. name is the offset after "<" or "</". It returns
// false if it needs the next part of the page.
func (k *tokenizer) readMarkup(name int, isEnd, inForeign bool) bool {
	const comment, cdata = "--", "[CDATA["
	c, rest := k.data[name], octet.Text(k.data[name+1:])
	switch {
	case isEnd || c == '?': // "</>", which is nothing, is like an empty comment
		k.state = stateBogus
	case strings.HasPrefix(rest, comment):
		k.pos, k.state = name+1+len(comment), stateComment
		k.begin = k.offset + int64(k.pos)
	case inForeign && strings.HasPrefix(rest, cdata):
		k.pos, k.state = name+1+len(cdata), stateCDATA
	case k.err == nil && (strings.HasPrefix(comment, rest) || strings.HasPrefix(cdata, rest)):
		return false
	default:
		k.state = stateBogus
	}
	return true
}

// name returns the name of the tag that was read.
func (k *tokenizer) name() []byte { return k.part(k.tag.name) }

// value returns the value of an attribute of the tag that was read, unchanged.
func (k *tokenizer) value(a attribute) []byte { return k.part(k.tag.spans[a]) }

func (k *tokenizer) part(s span) []byte {
	return k.data[k.tag.begin+int(s.start) : k.tag.begin+int(s.end)]
}

// readTag reads the tag at the offset begin, with its name at the offset name. It sets the attributes of k.tag that its
// element has, and those in always. It returns the offset after the tag, or -1 if it needs the next part of the page.
func (k *tokenizer) readTag(begin, name int, isEnd bool, always attributeSet) (next int) {
	b, t := k.data, &k.tag
	if len(b)-begin > k.limit {
		b = b[:begin+k.limit]
	}
	end := nameEnd(b, name)
	e := elementOther // also if the name is cut
	if end < len(b) {
		e = elementOf(octet.Text(b[name:end]))
	}
	t.reset(e, begin, k.offset)
	t.name = span{int32(name - begin), int32(end - begin)}
	next = -1
	switch {
	case end == len(b):
	case b[end] == '>':
		return end + 1
	case isEnd:
		next = t.attributes(b, end, 0)
	default:
		next = t.attributes(b, end, elements[e].attributes|always)
	}
	if next < 0 && len(b) < len(k.data) && (k.err != nil || len(k.data) >= begin+k.limit+maxInside) {
		if next = k.skipTag(begin, name); next < 0 {
			k.pos = len(k.data)
			return -1
		}
	}
	if next < 0 {
		k.pos = begin
	}
	return next
}

// comment reads to the end of a comment. It returns false if it needs the next part of the page.
func (k *tokenizer) comment() bool {
	b := k.data
	atStart := k.offset+int64(k.pos) == k.begin
	for i := k.pos; ; i++ {
		n := bytes.IndexByte(b[i:], '>')
		if n < 0 {
			k.pos = max(k.pos, len(b)-len("--!"))
			return false
		}
		i += n
		text := octet.Text(b[k.pos:i])
		if atStart && (text == "" || text == "-") || strings.HasSuffix(text, "--") || strings.HasSuffix(text, "--!") {
			k.pos, k.state = i+1, stateData
			return true
		}
	}
}

// until reads to the end of a bogus comment or a CDATA section. It returns false if it needs the next part of the page.
func (k *tokenizer) until(end string) bool {
	b := k.data
	n := strings.Index(octet.Text(b[k.pos:]), end)
	if n < 0 {
		k.pos = max(k.pos, len(b)-len(end)+1)
		return false
	}
	k.pos, k.state = k.pos+n+len(end), stateData
	return true
}

// The states of the text of a script (HTML Standard, sections 13.2.5.15 to 13.2.5.31).
const (
	escapeNone   = iota
	escapeOnce   // after "<!--"
	escapeDouble // after "<script" that follows "<!--"
)

// raw reads to the end tag of an element such as script. It returns false if it needs the next part of the page.
func (k *tokenizer) raw() bool {
	b := k.data
	name := elements[k.text].text
	isScript := k.text == elementScript
	for i := k.pos; ; {
		if k.escape == escapeNone {
			i = nextLess(b, i)
		} else {
			i = k.escaped(b, i)
		}
		k.pos = i
		if i == len(b) {
			return false
		}
		if k.escape == escapeNone && b[i] == '>' {
			continue // it ended the escape
		}
		if len(b)-i < len("</")+len(name)+1 && k.err == nil {
			return false
		}
		rest, isEnd := bytes.CutPrefix(b[i+1:], []byte("/"))
		isName := len(rest) > len(name) && is(rest[len(name)], classTagEnd) && octet.HasPrefixFold(rest, name)
		switch {
		case isName && isEnd && k.escape != escapeDouble:
			k.state = stateData
			return true
		case isName && isEnd:
			k.escape = escapeOnce
		case isName && k.escape == escapeOnce:
			k.escape = escapeDouble
		case isScript && k.escape == escapeNone && bytes.HasPrefix(rest, []byte("!--")):
			k.escape = escapeOnce // the dashes of "<!--" count for "-->"
		}
		i++
	}
}

// styleText returns the text from k.pos on in stateStyle, up to its end or up to the part of the page that is not known
// yet.
func (k *tokenizer) styleText() (text []byte, isEnd bool) {
	if k.known == 0 {
		from := k.pos
		k.isEnd = k.raw()
		k.known = k.offset + int64(k.pos)
		k.state, k.pos = stateStyle, from
	}
	return k.data[k.pos:int(k.known-k.offset)], k.isEnd || k.err != nil
}

// escaped returns the offset of the first "<" in the escaped text of a script, from i on, or of a ">" that ends the
// escape, or len(b).
func (k *tokenizer) escaped(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch b[i] {
		case '-':
			k.dashes++
			continue
		case '>':
			if k.dashes >= 2 {
				k.escape = escapeNone
				return i
			}
		case '<':
			k.dashes = 0
			return i
		}
		k.dashes = 0
	}
	return i
}

// skipTag reads to the end of the tag at begin, which is longer than the limit. The bytes up to the limit stay in the
// buffer, and then t.inside comes before the next part of the page. It returns the offset after the tag, or -1 at the
// end of the page.
func (k *tokenizer) skipTag(begin, name int) int {
	t, keep := &k.tag, begin+k.limit+maxInside
	inName := true
	for i := name; ; {
		if inName {
			i = nameEnd(k.data, i)
			inName = i == len(k.data)
		}
		t.inside = ""
		if !inName {
			if next := t.attributes(k.data, i, 0); next >= 0 {
				return next
			}
		}
		if !k.skipTo(keep) {
			return -1
		}
		i = keep - len(t.inside)
		copy(k.data[i:keep], t.inside)
	}
}
