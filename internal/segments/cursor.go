package segments

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A Set is a set of the hazards that a Cursor finds. Package guard explains them, and its type Hazards has the same bits.
type Set uint64

const (
	DotSegment Set = 1 << (19 + iota)
	EncodedDotSegment
	EncodedSlash
	EncodedBackslash
	EncodedNUL
	EncodedCR
	EncodedLF
	DoubleEncoding
	DoubleSlash
	Semicolon

	EncodedControl   Set = 1 << 33
	EncodedBidi      Set = 1 << 34
	EncodedNotUTF8   Set = 1 << 35
	OverlongUTF8     Set = 1 << 36
	EncodedSemicolon Set = 1 << 37

	// Dots are the dot segments.
	Dots = DotSegment | EncodedDotSegment

	// All is what a Cursor finds.
	All = Dots | EncodedSlash | EncodedBackslash | EncodedNUL | EncodedCR | EncodedLF | DoubleEncoding | DoubleSlash |
		Semicolon | EncodedControl | EncodedBidi | EncodedNotUTF8 | OverlongUTF8 | EncodedSemicolon
)

// A Cursor goes through a path, a query, or a request-target, and stops at each place that servers read differently. In a
// request-target, bytes that no URI has are read as if they were percent-encoded:
//
//	for c := segments.NewCursor("/a/..%2Fb?c=;"); c.Next(); {
//		// EncodedDotSegment at 3 to 5, EncodedSlash at 5 to 8, Semicolon at 12 to 13
//	}
//
// It reads each byte once. A hazard is found at its end, so a dot segment comes after the semicolons of its parameters.
type Cursor struct {
	// Hazards are the hazards at the place where Next has stopped, and Lo and Hi are the range of their bytes.
	Hazards Set
	Lo, Hi  int

	// Path and Query are all hazards up to that place.
	Path, Query Set

	PathEnd int  // the "?" or, before Next has come to one, the length
	Percent bool // whether the path has a percent-encoding
	Raw     int  // the number of bytes that a URI has percent-encoded
	RawAt   int  // the first of them; without any, it has no meaning
	Foreign int  // the number of those that browsers also percent-encode: see [AppendSent]
	Bad     int  // the first control, space or "#", where Next ends; or -1

	// Delimiter is whether the path has the percent-encoding of a character that a segment can have and that is not
	// unreserved, apart from ";". Servers that decode it find the prefix "/@scope/" in "/%40scope/".
	Delimiter bool

	text         string
	at           int  // the next byte
	runs         bool // whether Next does not stop at hazards
	table        *table
	start        int  // of the current segment
	afterEncoded bool // the separator before the segment is encoded
}

// NewCursor returns a Cursor at the start of a path, or of a request-target in origin-form.
//
// PERF: NewCursor is inlined, so that the Cursor is neither allocated nor copied.
func NewCursor(target string) *Cursor {
	return &Cursor{text: target, PathEnd: len(target), Bad: -1, table: &pathTable}
}

// NewQueryCursor returns a Cursor at the start of a query. Places count from its start.
func NewQueryCursor(query string) *Cursor {
	return &Cursor{text: query, Bad: -1, table: &queryTable}
}

// Target returns the text that the Cursor goes through.
func (c *Cursor) Target() string { return c.text }

// A class says what a byte is for a Cursor.
type class uint8

const (
	plain     class = iota
	separator       // "/" or, in a query, also "&" and "="
	semicolon       // a separator in a query
	question        // in a path
	percent
	raw     // no URI has it and browsers send it: it is sent on
	foreign // no URI has it and browsers do not send it: it is sent on percent-encoded
	high    // the same, outside US-ASCII
	bad     // no client sends it
)

// A table has the classes of bytes, in a path or in a query.
type table [256]class

var pathTable = newTable(func(c byte) class {
	switch {
	case c == '/':
		return separator
	case c == ';':
		return semicolon
	case c == '%':
		return percent
	case c == '?':
		return question
	case c <= ' ' || c == '#' || c == 0x7f:
		return bad
	case c >= utf8.RuneSelf:
		return high
	case c == '[' || c == ']' || c == '|':
		return raw
	case !tables.Is(c, tables.QueryChars):
		return foreign
	}
	return plain
})

var queryTable = newTable(func(c byte) class {
	switch c {
	case '?':
		return plain
	case '&', '=':
		return separator
	case '{', '}', '^', '\\', '`':
		return raw
	}
	return pathTable[c]
})

func newTable(classOf func(c byte) class) (t table) {
	for i := range t {
		t[i] = classOf(byte(i))
	}
	return t
}

func (c *Cursor) inQuery() bool { return c.table == &queryTable }

// Next goes on to the next hazard. It reports whether there is one.
func (c *Cursor) Next() bool {
	s := c.text
	for c.skip() {
		i := c.at
		k := c.table[s[i]]
		if k == bad {
			c.Bad = i
			return false
		}
		b, size, encoded := s[i], 1, k == raw || k == foreign // raw bytes are read as if they were percent-encoded
		if k == percent && octet.IsEncoded(s[i:]) {
			b, size, encoded = octet.At(s, i), len("%41"), true
		}
		isSeparator := k == separator || b == '/' || b == '\\' || k == semicolon && c.inQuery()
		if isSeparator || k == question {
			if c.endSegment(i, encoded) {
				return true // Next goes on here, where the segment is empty now
			}
		}
		if k >= percent {
			c.count(k, b, size)
		}
		switch {
		case b >= utf8.RuneSelf:
			end, h := character(s, i)
			c.countCharacter(i, end)
			if c.at = end; h != 0 && c.stop(h, i, end) {
				return true
			}
		case k == question:
			c.PathEnd, c.table = i, &queryTable
			c.at = i + 1
			c.begin(c.at, false)
		case isSeparator:
			end := i + size
			h := c.separatorHazard(i, b, encoded)
			if h == DoubleSlash {
				for i--; end < len(s) && s[end] == '/'; end++ {
				}
			}
			c.at = end
			c.begin(end, encoded)
			if h != 0 && c.stop(h, i, end) {
				return true
			}
		default:
			c.at = i + size
			h, end := octetHazard(b, encoded), c.at
			if b == '%' && (encoded || !c.inQuery()) { // a path is sent on with %25
				if size := octet.HexdigsLen(s[end:]); size != 0 {
					h, end = DoubleEncoding, end+size
				}
			}
			if h != 0 && c.stop(h, i, end) {
				return true
			}
		}
	}
	return c.endSegment(len(s), false)
}

// Run goes to the end. Use it if no places are needed: Path and Query have all hazards.
func (c *Cursor) Run() {
	c.runs = true
	c.Next()
}

// stop notes hazards, and reports whether Next stops at them.
func (c *Cursor) stop(h Set, lo, hi int) bool {
	if c.inQuery() {
		c.Query |= h
	} else {
		c.Path |= h
	}
	if c.runs {
		return false
	}
	c.Hazards, c.Lo, c.Hi = h, lo, hi
	return true
}

// skip goes on to the next byte that can begin or end a hazard. It reports whether there is one. It passes separators
// between segments that are no dot segments.
func (c *Cursor) skip() bool {
	s, i, start, classes := c.text, c.at, c.start, c.table
scan:
	for ; uint(i) < uint(len(s)); i++ { // PERF: uint saves the check of i
		switch k := classes[s[i]]; {
		case k == plain:
		case k == separator && (i == 0 || i > start && s[start] != '.' && s[start] != '%'):
			start = i + 1
		case k == percent && octet.IsEncoded(s[i:]) && harmless[octet.At(s, i)]:
			c.countEncoded(octet.At(s, i))
			i += len("41")
		default:
			break scan
		}
	}
	if start > c.start {
		c.begin(start, false)
	}
	c.at = i
	return i < len(s)
}

// harmless is the set of octets that, if encoded, are neither a hazard nor part of a dot segment.
var harmless = func() (t [256]bool) {
	for b := ' '; b < 0x7f; b++ {
		t[b] = strings.IndexByte(`./\;%`, byte(b)) < 0
	}
	return t
}()

// countEncoded notes a percent-encoding of b.
func (c *Cursor) countEncoded(b byte) {
	if !c.inQuery() {
		c.Percent = true
		c.Delimiter = c.Delimiter || b != ';' && tables.Is(b, tables.SegmentChars) && !tables.Is(b, tables.Unreserved)
	}
}

// count counts a byte that is raw, or a percent-encoding of b.
func (c *Cursor) count(k class, b byte, size int) {
	switch {
	case k == high: // countCharacter counts it
		return
	case size == len("%41"):
		c.countEncoded(b)
		return
	}
	c.addRaw(c.at)
	if k == foreign || k == percent && !c.inQuery() {
		c.Foreign++
	}
}

// separatorHazard returns the hazard of the separator b at i.
func (c *Cursor) separatorHazard(i int, b byte, encoded bool) Set {
	switch {
	case b == '\\':
		return EncodedBackslash
	case encoded && b == '/':
		return EncodedSlash
	case b == ';':
		return Semicolon
	case b == '/' && strings.HasSuffix(c.text[:i], "/") && !c.inQuery():
		return DoubleSlash
	}
	return 0
}

// octetHazard returns the hazard of an octet that is not a separator.
func octetHazard(b byte, encoded bool) Set {
	switch {
	case b == ';' && encoded:
		return EncodedSemicolon
	case b == ';':
		return Semicolon
	case b == 0: // always encoded
		return EncodedNUL
	case b == '\r':
		return EncodedCR
	case b == '\n':
		return EncodedLF
	case b < ' ', b == 0x7f:
		return EncodedControl
	}
	return 0
}

// countCharacter counts the raw bytes of the character text[lo:end].
func (c *Cursor) countCharacter(lo, end int) {
	for at := lo; at < end; {
		if c.text[at] == '%' {
			at += len("%41")
			c.Percent = c.Percent || !c.inQuery()
			continue
		}
		c.addRaw(at)
		c.Foreign++
		at++
	}
}

// addRaw counts the raw byte at a place.
func (c *Cursor) addRaw(at int) {
	if c.Raw == 0 {
		c.RawAt = at
	}
	c.Raw++
}

// character returns the end and the hazards of the character that begins at lo with an octet outside US-ASCII, encoded or
// not. An overlong form of a character of US-ASCII is one character. An octet that begins neither is one by itself.
func character(text string, lo int) (end int, h Set) {
	char, octets, size := octet.DecodedRune(text[lo:])
	switch {
	case char == utf8.RuneError && octets == 1:
		h = EncodedNotUTF8
		if char, size = overlong(text[lo:]); char == '.' || char == '/' || char == '\\' || char == 0 {
			h |= OverlongUTF8
		}
	case unicode.IsControl(char):
		h = EncodedControl
	case unicode.Is(unicode.Bidi_Control, char):
		h = EncodedBidi
	}
	return lo + size, h
}

// overlong returns the character of US-ASCII at the start of text that is encoded with 2 to 6 octets, more than UTF-8
// needs (RFC 3629, section 10), and the number of bytes of text that they take. If text begins otherwise, it returns
// utf8.RuneError and the size of the first octet.
func overlong(text string) (c rune, size int) {
	first, one := octet.First(text)
	octets := bits.LeadingZeros8(^first)
	c, size = rune(first<<octets>>octets), one // without the bits that are the number of octets
	for range octets - 1 {
		b, length := byte(0), 0
		if size < len(text) {
			b, length = octet.First(text[size:])
		}
		if b&0xc0 != 0x80 {
			return utf8.RuneError, one
		}
		c, size = c<<6|rune(b&0x3f), size+length
	}
	if c >= utf8.RuneSelf || octets < 2 || octets > 6 {
		return utf8.RuneError, one
	}
	return c, size
}

// begin begins a segment.
func (c *Cursor) begin(start int, afterEncoded bool) { c.start, c.afterEncoded = start, afterEncoded }

// endSegment ends the current segment before a separator, and reports whether Next stops, because it is a dot segment.
// encoded is whether the separator is encoded.
func (c *Cursor) endSegment(end int, encoded bool) bool {
	lo, h := c.start, c.dotsHazard(c.text[c.start:end], encoded)
	c.start = end
	return h != 0 && c.stop(h, lo, end)
}

// dotsHazard returns the hazards of a segment if it is a dot segment.
//
// Servers decode dots before or after they split a path, split at "\" as well, ignore a ";" and the rest of its segment,
// or end the path at a NUL. So the name of a segment ends before a ";" and a NUL, and a segment ends at "/" and "\".
func (c *Cursor) dotsHazard(segment string, encoded bool) (h Set) {
	dots, before, atEncoded := 0, c.afterEncoded, encoded // whether the dots begin and end at an encoded octet
	for segment != "" {
		b, size := octet.First(segment)
		if b != '.' {
			if b != ';' && b != 0 {
				return 0
			}
			atEncoded = size > 1
			break
		}
		dots++
		before = before || size > 1
		segment = segment[size:]
	}
	if dots == 0 || dots > 2 || dots == 1 && c.inQuery() {
		return 0
	}
	if before || atEncoded || encoded {
		h = EncodedDotSegment
	}
	if !before && !atEncoded && !c.inQuery() {
		h |= DotSegment
	}
	return h
}
