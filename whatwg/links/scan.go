package links

import (
	"bytes"
	"io"
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// maxTag is the longest tag that is read as a whole. In real pages, the median length of a tag is 35 bytes, and one tag
// in a thousand has more than 2 KiB.
const maxTag = 64 << 10

// readSize is the size of a buffer for reading. It grows to hold the longest tag.
const readSize = 16 << 10

// A source is a page, or the part of it that is in a buffer.
type source struct {
	src    io.Reader
	err    error // at the end of data; nothing is read after an error
	data   []byte
	own    []byte // the buffer for reading
	pos    int    // the bytes before it have been read
	offset int64  // of data in the page
	limit  int    // the longest tag if it is not 0, for tests
	step   int    // the bytes that are added to a buffer if it is not 0, for tests
}

func (in *source) maxTag() int {
	if in.limit > 0 {
		return in.limit
	}
	return maxTag
}

// fill drops the bytes before pos and reads until the buffer is full, or to an error. It reports whether it has read
// anything.
func (in *source) fill() bool {
	if in.err != nil || in.src == nil {
		return false
	}
	in.offset += int64(in.pos)
	rest := copy(in.own, in.data[in.pos:])
	in.pos = 0
	if rest >= len(in.own)/2 {
		in.grow(rest, max(readSize, 2*len(in.own)))
	}
	return in.read(rest)
}

// skipTo drops the bytes from keep on, which belong to a long tag, and reads others in their place.
func (in *source) skipTo(keep int) bool {
	if in.err != nil {
		return false
	}
	in.offset += int64(len(in.data) - keep)
	if len(in.own)-keep < readSize/2 {
		in.grow(keep, keep+readSize)
	}
	return in.read(keep)
}

// grow makes a buffer of size bytes with the first n bytes of in.own.
func (in *source) grow(n, size int) {
	if in.step > 0 {
		size = n + in.step
	}
	own := make([]byte, size)
	copy(own, in.own[:n])
	in.own = own
}

// read reads into in.own from n on.
func (in *source) read(n int) bool {
	from := n
	for n < len(in.own) && in.err == nil {
		var size int
		size, in.err = textio.Read(in.src, in.own[n:])
		n += size
	}
	in.data = in.own[:n]
	return n > from
}

// span returns the value of an attribute of a tag.
func (in *source) span(t *tag, a attribute) []byte {
	return in.data[t.begin+int(t.spans[a].start) : t.begin+int(t.spans[a].end)]
}

// A tag is the last tag that was read.
type tag struct {
	element  element
	begin    int   // the offset in the buffer
	at       int64 // the offset in the page
	has      attributeSet
	cut      attributeSet // attributes that are not whole
	links    attributeSet // attributes with links that have not been returned
	isClosed bool         // it ends in "/>"
	isHTML   bool         // of annotation-xml: its content is HTML
	isHidden bool         // of input: its type is hidden
	spans    [attributeCount]span
}

// A span is the value of an attribute, relative to the start of its tag.
type span struct{ start, end int32 }

// reset begins the tag at offset begin of a buffer. offset is the offset of the buffer in the page.
func (t *tag) reset(begin int, offset int64) {
	t.begin, t.at, t.cut = begin, offset+int64(begin), 0
	t.isClosed, t.isHTML, t.isHidden = false, false, false
}

// first returns the first of t.links in the order of the page.
func (t *tag) first() attribute {
	a := attribute(bits.TrailingZeros32(uint32(t.links)))
	for set := t.links & (t.links - 1); set != 0; set &= set - 1 {
		if other := attribute(bits.TrailingZeros32(uint32(set))); t.spans[other].start < t.spans[a].start {
			a = other
		}
	}
	return a
}

// attributes reads the attributes of a tag and its end. b[i:] follows the name of the element. It sets the spans of the
// attributes in want. end is the offset after the tag, or -1 if b ends before.
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
		var w uint64
		if i+8 <= len(b) {
			w = octet.Word(b, i)
		} else {
			w = octet.Short(octet.Text(b[i:]))
		}
		i += firstOf(delimiters(w) &^ 0xff) // the first byte is a part of the name, even "="
		for i < len(b) && b[i] != '=' && !is(b[i], classNameEnd) {
			i++
		}
		if i >= len(b) {
			return -1
		}
		a, known := attribute(0), false
		if want != 0 {
			w &= firstBytes[min(i-begin, 8)]
			a = attributeOf(w, i-begin)
			known = (want&^t.has)>>a&1 != 0 && attributes[a].is(w, b[begin:i])
		}
		// After the name.
		c := b[i]
		if is(c, classSpace) {
			next := skip(b, i)
			if next == len(b) {
				return -1
			}
			if b[next] == '=' {
				i, c = next, '='
			}
		}
		if c != '=' {
			if known {
				t.set(a, i, i)
			}
			continue
		}
		// Before the value.
		i = skip(b, i+1)
		if i == len(b) {
			return -1
		}
		begin = i
		switch c := b[i]; c {
		case '"', '\'':
			begin++
			n := 8
			if begin+8 <= len(b) { // bytes.IndexByte is slower if the end is near
				n = octet.Index(octet.Word(b, begin), c)
			}
			if n == 8 {
				n = bytes.IndexByte(b[begin:], c)
			}
			if n < 0 {
				if known {
					t.setCut(a, begin, len(b))
				}
				return -1
			}
			i = begin + n
			if known {
				t.set(a, begin, i)
			}
			i++
		case '>':
			if known {
				t.set(a, i, i)
			}
		default:
			i = unquotedEnd(b, i)
			if i == len(b) {
				if known {
					t.setCut(a, begin, i)
				}
				return -1
			}
			if known {
				t.set(a, begin, i)
			}
		}
	}
	return -1
}

func (t *tag) set(a attribute, start, end int) {
	t.has |= 1 << a
	t.spans[a] = span{int32(start - t.begin), int32(end - t.begin)}
}

func (t *tag) setCut(a attribute, start, end int) {
	t.set(a, start, end)
	t.cut = 1 << a
}

// unquotedEnd returns the offset of the end of an unquoted value that begins at i, or len(b).
func unquotedEnd(b []byte, i int) int {
	for i < len(b) && b[i] != '>' && !is(b[i], classSpace) {
		i++
	}
	return i
}

// scan reads to the end of a tag with links, and sets s.tag. It returns false at the end of the page.
func (s *Scanner) scan() bool {
	in := &s.source
	for {
		from := in.offset + int64(in.pos)
		var found, more bool
		switch s.tree.state {
		case stateData:
			found, more = s.data()
		case stateRaw:
			more = s.raw()
		case stateComment:
			more = s.comment()
		case stateBogus:
			more = s.until(">")
		case stateCDATA:
			more = s.until("]]>")
		case statePlaintext:
			in.pos = len(in.data)
		}
		to := in.pos
		if !more {
			to = len(in.data) // all of it was read
		}
		s.steps += int(in.offset + int64(to) - from)
		if found {
			return true
		}
		if !more && !in.fill() {
			return false
		}
	}
}

// The states of the scanner, between two parts of a page.
const (
	stateData      = iota
	stateRaw       // in the text of an element such as script
	stateComment   // after "<!--"
	stateBogus     // in a comment that ends at ">"
	stateCDATA     // in a CDATA section
	statePlaintext // up to the end
)

// data reads text and tags. found reports that s.tag has links. more is false if it needs the next part of the page.
func (s *Scanner) data() (found, more bool) {
	in, t, limit := &s.source, &s.tag, s.source.maxTag()
	always, wanted := attributeSet(0), attributeSet(linkSet)
	switch {
	case s.targets:
		always, wanted = 1<<attrId, targetSet
	case s.Identifiers:
		always, wanted = identifierSet, linkSet|identifierSet
	}
	b, i := in.data, in.pos
	for {
		n := 8
		if i+8 <= len(b) {
			n = octet.Index(octet.Word(b, i), '<')
		}
		if n == 8 {
			if n = bytes.IndexByte(b[i:], '<'); n < 0 {
				n = len(b) - i
			}
		}
		if s.tree.framesetOK && n > 0 {
			s.tree.text(b[i : i+n])
		}
		i += n
		if i+1 >= len(b) {
			in.pos = i
			return false, false
		}
		name := i + 1
		isEnd := b[name] == '/'
		if isEnd {
			if name++; name == len(b) {
				in.pos = i
				return false, false
			}
		}
		if !is(b[name], classLetter) {
			in.pos = i
			if !s.markup(b, name, isEnd) {
				return false, false
			}
			if s.tree.state != stateData {
				return false, true
			}
			i = in.pos
			continue
		}
		window := b
		if len(b)-i > limit {
			window = b[:i+limit]
		}
		var w uint64
		if name+8 <= len(window) {
			w = octet.Word(window, name)
		} else {
			w = octet.Short(octet.Text(window[name:]))
		}
		end := name + firstOf(delimiters(w))
		for end < len(window) && window[end] != '>' && !is(window[end], classTagEnd) {
			end++
		}
		e, next, isShort := elementOther, -1, false
		t.has = 0
		if end < len(window) {
			w &= firstBytes[min(end-name, 8)]
			if e = elementOf(w, end-name); !elements[e].is(w, window[name:end]) {
				e = elementOther
			}
			if isShort = window[end] == '>'; isShort {
				next = end + 1
			} else {
				t.reset(i, in.offset)
				want := elements[e].attributes | always
				if s.tree.isForeign() {
					want = 1<<attributeCount - 1
				}
				if isEnd {
					want = 0
				}
				next = t.attributes(window, end, want)
			}
		}
		if next < 0 {
			if len(window) == len(b) {
				in.pos = i
				return false, false
			}
			if end == len(window) {
				t.reset(i, in.offset)
			}
			if next = s.skipTag(i, name); next < 0 {
				in.pos = len(in.data)
				return false, false
			}
			b = in.data
		}
		begin := i
		i = next
		flags := elements[e].flags
		if flags&flagTree == 0 && !s.tree.isForeign() {
			if isEnd {
				if s.tree.open[e] > 0 {
					s.tree.open[e]--
				}
				continue
			}
			if flags&flagRaw == 0 && !s.tree.isUnusual() {
				if flags&flagVoid == 0 {
					s.tree.open[e]++
				}
				if t.links = t.has & wanted; t.links != 0 {
					t.element = e
					in.pos = i
					return true, true
				}
				continue
			}
		}
		in.pos = i
		if isEnd {
			s.steps += len(s.tree.stack)
			s.tree.end(e, b[name:end])
			continue
		}
		if isShort {
			t.reset(begin, in.offset)
		}
		t.element = e
		s.readValues()
		has := s.tree.start(t, s.Scripting, b[name:end])
		t.links = has & wanted
		if e == elementBase && has&(1<<attrHref) != 0 && t.cut == 0 {
			s.tree.noteBase(t.at, s.value(&s.decoded, in.span(t, attrHref)))
		}
		if t.links != 0 {
			return true, true
		}
		if s.tree.state != stateData {
			return false, true
		}
	}
}

// readValues reads the values that decide about links.
func (s *Scanner) readValues() {
	t := &s.tag
	switch {
	case t.element == elementMeta && t.has&(1<<attrHttpEquiv) != 0:
		if !octet.EqualFold(s.value(&s.decoded, s.source.span(t, attrHttpEquiv)), "refresh") {
			t.has &^= 1 << attrHttpEquiv
		}
	case t.element == elementInput && t.has&(1<<attrType) != 0:
		t.isHidden = octet.EqualFold(s.value(&s.decoded, s.source.span(t, attrType)), "hidden")
	case t.element == elementAnnotationXml && t.has&(1<<attrEncoding) != 0:
		value := s.value(&s.decoded, s.source.span(t, attrEncoding))
		t.isHTML = octet.EqualFold(value, "text/html") || octet.EqualFold(value, "application/xhtml+xml")
	}
}

// markup reads markup other than tags. b[name] follows "<", or "</" if isEnd. It returns false if it needs the next
// part of the page.
func (s *Scanner) markup(b []byte, name int, isEnd bool) bool {
	const comment, cdata = "--", "[CDATA["
	in, rest := &s.source, octet.Text(b[name+1:])
	switch {
	case isEnd && b[name] == '>': // "</>" is nothing
		in.pos = name + 1
	case isEnd || b[name] == '?':
		in.pos, s.tree.state = name, stateBogus
	case b[name] != '!': // text
		s.tree.framesetOK = false
		in.pos = name
	case strings.HasPrefix(rest, comment):
		in.pos, s.tree.state = name+1+len(comment), stateComment
		s.tree.comment = in.offset + int64(in.pos)
	case strings.HasPrefix(rest, cdata) && s.tree.isInForeign():
		in.pos, s.tree.state = name+1+len(cdata), stateCDATA
	case in.err == nil && (strings.HasPrefix(comment, rest) || strings.HasPrefix(cdata, rest)):
		return false
	default:
		in.pos, s.tree.state = name, stateBogus
	}
	return true
}

// comment reads to the end of a comment. It returns false if it needs the next part of the page.
func (s *Scanner) comment() bool {
	in, b := &s.source, s.source.data
	atStart := in.offset+int64(in.pos) == s.tree.comment
	for i := in.pos; ; i++ {
		n := bytes.IndexByte(b[i:], '>')
		if n < 0 {
			in.pos = max(in.pos, len(b)-len("--!"))
			return false
		}
		i += n
		text := octet.Text(b[in.pos:i])
		if atStart && (text == "" || text == "-") || strings.HasSuffix(text, "--") || strings.HasSuffix(text, "--!") {
			in.pos, s.tree.state = i+1, stateData
			return true
		}
	}
}

// until reads to the end of a bogus comment or a CDATA section. It returns false if it needs the next part of the page.
func (s *Scanner) until(end string) bool {
	in, b := &s.source, s.source.data
	n := strings.Index(octet.Text(b[in.pos:]), end)
	if n < 0 {
		in.pos = max(in.pos, len(b)-len(end)+1)
		return false
	}
	in.pos, s.tree.state = in.pos+n+len(end), stateData
	return true
}

// The states of the text of a script (HTML Standard, sections 13.2.5.15 to 13.2.5.31).
const (
	escapeNone   = iota
	escapeOnce   // after "<!--"
	escapeDouble // after "<script" that follows "<!--"
)

// raw reads to the end tag of an element such as script. It returns false if it needs the next part of the page.
func (s *Scanner) raw() bool {
	in, b, t := &s.source, s.source.data, &s.tree
	name := elements[t.rawElement].text
	isScript := t.rawElement == elementScript
	for i := in.pos; ; {
		if t.escape == escapeNone {
			if n := bytes.IndexByte(b[i:], '<'); n >= 0 {
				i += n
			} else {
				i = len(b)
			}
		} else {
			i = t.escaped(b, i)
		}
		in.pos = i
		if i == len(b) {
			return false
		}
		if t.escape == escapeNone && b[i] == '>' {
			continue // it ended the escape
		}
		if len(b)-i < len("</")+len(name)+1 && in.err == nil {
			return false
		}
		rest := b[i+1:]
		isEnd := len(rest) > 0 && rest[0] == '/'
		if isEnd {
			rest = rest[1:]
		}
		isName := len(rest) > len(name) && is(rest[len(name)], classTagEnd) && octet.HasPrefixFold(rest, name)
		switch {
		case isName && isEnd && t.escape != escapeDouble:
			t.state = stateData
			return true
		case isName && isEnd:
			t.escape = escapeOnce
		case isName && t.escape == escapeOnce:
			t.escape = escapeDouble
		case isScript && t.escape == escapeNone && bytes.HasPrefix(rest, []byte("!--")):
			t.escape, t.dashes = escapeOnce, 0 // the dashes of "<!--" count for "-->"
		}
		i++
	}
}

// escaped returns the offset of the first "<" in the escaped text of a script, from i on, or of a ">" that ends the
// escape, or len(b).
func (t *tree) escaped(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch b[i] {
		case '-':
			t.dashes++
			continue
		case '>':
			if t.dashes >= 2 {
				t.escape = escapeNone
				return i
			}
		case '<':
			t.dashes = 0
			return i
		}
		t.dashes = 0
	}
	return i
}

// skipTag reads to the end of a tag that begins at begin and is longer than the limit. The bytes up to the limit stay
// in the buffer. It returns the offset after the tag, or -1 at the end of the page.
func (s *Scanner) skipTag(begin, name int) int {
	in := &s.source
	keep := begin + in.maxTag()
	var k skipper
	for i := name; ; i = keep {
		n, done := k.skip(in.data[i:])
		if s.steps += n; done {
			s.tag.isClosed = k.slash
			return i + n
		}
		if !in.skipTo(keep) {
			return -1
		}
	}
}

// A skipper finds the end of a tag. It reads one part of the tag after the other.
type skipper struct {
	state skipState
	slash bool // the last byte was a "/" outside a value
	quote byte
}

type skipState uint8

const (
	skipTagName skipState = iota
	skipBeforeName
	skipName // and after the name
	skipBeforeValue
	skipUnquoted
	skipQuoted
)

// skip reads b, and returns the offset after the tag if it ends in b.
func (k *skipper) skip(b []byte) (n int, done bool) {
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case k.state == skipQuoted:
			n := bytes.IndexByte(b[i:], k.quote)
			if n < 0 {
				return len(b), false
			}
			i += n
			k.state = skipBeforeName
		case c == '>':
			return i + 1, true
		case is(c, classSpace):
			k.slash = false
			if k.state == skipTagName || k.state == skipUnquoted {
				k.state = skipBeforeName
			}
		case k.state == skipUnquoted:
		case k.state == skipBeforeValue:
			if k.state = skipUnquoted; c == '"' || c == '\'' {
				k.state, k.quote = skipQuoted, c
			}
		case c == '/':
			k.state, k.slash = skipBeforeName, true
		case c == '=' && k.state == skipName:
			k.state = skipBeforeValue
		case k.state != skipTagName:
			k.state, k.slash = skipName, false
		}
	}
	return len(b), false
}
