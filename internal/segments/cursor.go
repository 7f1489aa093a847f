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

	text    string
	at      int  // the next byte
	runs    bool // whether Next does not stop at hazards
	table   *table
	segment segment
}

// NewCursor returns a Cursor at the start of a path, or of a request-target in origin-form. It is inlined, so the Cursor
// needs no allocation, and no copy.
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
	dot
	semicolon // a separator in a query
	question  // in a path
	percent
	raw     // no URI has it and browsers send it: it is sent on
	foreign // no URI has it and browsers do not send it: it is sent on percent-encoded
	high    // the same, outside US-ASCII
	bad     // no client sends it
)

// A step says where skip stops: at a byte whose low bits have one of its stops. The high bits are the stops after the byte.
type step uint8

const (
	stopAtOther     step = 1 << iota // at a byte that is always looked at
	stopAtDot                        // the segment is empty or has only dots
	stopAtSeparator                  // the same, and it may be a dot segment or follow a "/"

	stepBits = iota
)

// A table has what a Cursor knows about bytes, in a path or in a query.
type table struct {
	classes [256]class
	steps   [256]step
}

var pathTable = newTable(func(c byte) class {
	switch {
	case c == '/':
		return separator
	case c == '.':
		return dot
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
	return pathTable.classes[c]
})

func newTable(classOf func(c byte) class) (t table) {
	for i := range t.classes {
		k, stops, next := classOf(byte(i)), stopAtOther, stopAtOther
		switch k {
		case plain:
			stops = 0
		case dot:
			stops = stopAtDot
		case separator:
			stops, next = stopAtSeparator, stopAtOther|stopAtDot
			if i == '/' {
				next |= stopAtSeparator
			}
		}
		t.classes[i], t.steps[i] = k, stops|next<<stepBits
	}
	return t
}

func (c *Cursor) inQuery() bool { return c.table == &queryTable }

// Next goes on to the next hazard. It reports whether there is one.
func (c *Cursor) Next() bool {
	s := c.text
	for c.skip() {
		i := c.at
		k := c.table.classes[s[i]]
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
			if h := c.endSegment(encoded); h != 0 && c.stop(h, c.segment.start, i) {
				return true // Next goes on here, where endSegment returns 0 now
			}
		}
		if k >= percent {
			c.count(k, b, size)
		}
		switch {
		case b >= utf8.RuneSelf:
			c.segment.addOther()
			end, h := character(s, i)
			c.countCharacter(i, end)
			if c.at = end; h != 0 && c.stop(h, i, end) {
				return true
			}
		case k == question:
			c.PathEnd, c.table = i, &queryTable
			c.at = i + 1
			c.segment.begin(c.at, false)
		case isSeparator:
			end := i + size
			h := c.separatorHazard(i, b, encoded)
			if h == DoubleSlash {
				for i--; end < len(s) && s[end] == '/'; end++ {
				}
			}
			c.at = end
			c.segment.begin(end, encoded)
			if h != 0 && c.stop(h, i, end) {
				return true
			}
		case b == '.':
			c.at = i + size
			c.segment.addDot(encoded)
		default:
			c.at = i + size
			h, end := c.octet(b, encoded), c.at
			if b == '%' && (encoded || !c.inQuery()) { // a path is sent on with %25
				if digits := hexdigsEnd(s, end); digits != 0 {
					h, end = DoubleEncoding, digits
				}
			}
			if h != 0 && c.stop(h, i, end) {
				return true
			}
		}
	}
	h := c.endSegment(false)
	return h != 0 && c.stop(h, c.segment.start, len(s))
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

// skip goes on to the next byte that can begin or end a hazard or a dot segment. It reports whether there is one.
func (c *Cursor) skip() bool {
	s, i, stops := c.text, c.at, stopAtOther
	switch {
	case c.segment.inName:
	case c.segment.named:
		return i < len(s) // after ".." and ";", where only the next separator matters
	case i > 0: // after dots or a separator
		stops |= stopAtDot | stopAtSeparator
	default:
		stops |= stopAtDot
	}
	steps := &c.table.steps
	for {
		for ; uint(i) < uint(len(s)) && steps[s[i]]&stops == 0; i++ { // PERF: uint saves the check of i
			stops = steps[s[i]] >> stepBits
		}
		if !octet.IsEncoded(s[i:]) || !harmless[octet.At(s, i)] {
			break
		}
		c.countEncoded(octet.At(s, i))
		stops = stopAtOther
		i += len("%41")
	}
	switch {
	case i == c.at:
	case stops == stopAtOther: // in the name of a segment
		c.segment.inName = true
	default: // after a separator
		c.segment.begin(i, false)
	}
	c.at = i
	return i < len(s)
}

// harmless has the octets that are no hazard and no part of a dot segment if they are encoded.
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

// octet returns the hazard of the octet b of US-ASCII, which is no dot and no separator. It changes the segment.
func (c *Cursor) octet(b byte, encoded bool) Set {
	switch {
	case b == ';':
		c.segment.endName(encoded)
		if encoded {
			return EncodedSemicolon
		}
		return Semicolon
	case b == 0: // always encoded
		c.segment.endName(true)
		return EncodedNUL
	}
	c.segment.addOther()
	return controlHazard(b)
}

// controlHazard returns the hazard of a control in US-ASCII other than NUL, or 0 for another octet.
func controlHazard(b byte) Set {
	switch {
	case b == '\r':
		return EncodedCR
	case b == '\n':
		return EncodedLF
	case b < ' ', b == 0x7f:
		return EncodedControl
	}
	return 0
}

// hexdigsEnd returns the end of two hex digits at s[at:], each encoded or not, or 0 if they are not there.
func hexdigsEnd(s string, at int) (end int) {
	for range 2 {
		if at >= len(s) {
			return 0
		}
		b, size := octet.First(s[at:])
		if !tables.Is(b, tables.HEXDIG) {
			return 0
		}
		at += size
	}
	return at
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
	var octets [6]byte
	var ends [len(octets)]int
	n := 0
	for at := lo; n < len(octets) && at < len(text); n++ {
		b, size := octet.First(text[at:])
		if n > 0 && b&0xc0 != 0x80 {
			break
		}
		at += size
		octets[n], ends[n] = b, at
	}
	char, size := utf8.DecodeRune(octets[:n])
	switch {
	case char == utf8.RuneError && size == 1:
		h = EncodedNotUTF8
		if char, size = overlong(octets[:n]); char == '.' || char == '/' || char == '\\' || char == 0 {
			h |= OverlongUTF8
		}
	case unicode.IsControl(char):
		h = EncodedControl
	case unicode.Is(unicode.Bidi_Control, char):
		h = EncodedBidi
	}
	return ends[size-1], h
}

// overlong returns the character of US-ASCII at the start of octets that is encoded with more octets than UTF-8 needs
// (RFC 3629, section 10), and the number of these octets. If octets begin otherwise, it returns utf8.RuneError and 1. There are
// at most 6 octets, and all after the first are continuation octets.
func overlong(octets []byte) (c rune, size int) {
	size = bits.LeadingZeros8(^octets[0])
	if size < 2 || len(octets) < size {
		return utf8.RuneError, 1
	}
	c = rune(octets[0] << size >> size) // without the bits that are the size
	for _, b := range octets[1:size] {
		c = c<<6 | rune(b&0x3f)
	}
	if c >= utf8.RuneSelf {
		return utf8.RuneError, 1
	}
	return c, size
}

// A segment is what a Cursor knows about the current segment. Servers decode dots before or after they split a path,
// split at "\" as well, ignore a ";" and the rest of its segment, or end the path at a NUL. So the name of a segment ends
// before a ";" and a NUL, and a segment ends at "/" and "\".
type segment struct {
	start        int
	dots         int  // at the start of the name
	inName       bool // the name has other bytes than dots
	encodedDot   bool // one of the dots is encoded
	afterEncoded bool // the separator before the segment is encoded
	named        bool // the name has ended
	encodedName  bool // it has ended at an encoded octet
}

// begin begins a segment.
func (s *segment) begin(start int, afterEncodedSeparator bool) {
	*s = segment{start: start, afterEncoded: afterEncodedSeparator}
}

func (s *segment) addOther() {
	if !s.named {
		s.inName = true
	}
}

func (s *segment) addDot(encoded bool) {
	if !s.named {
		s.dots++
		s.encodedDot = s.encodedDot || encoded
	}
}

func (s *segment) endName(encoded bool) {
	if !s.named {
		s.named, s.encodedName = true, encoded
	}
}

// endSegment returns the hazards of the current segment if it is a dot segment. A later call returns 0. encoded is whether
// the separator after it is encoded.
func (c *Cursor) endSegment(encoded bool) Set {
	s := &c.segment
	if s.inName || s.dots == 0 {
		return 0
	}
	return c.endDots(encoded)
}

func (c *Cursor) endDots(encoded bool) (h Set) {
	s := &c.segment
	if s.dots > 2 || s.dots == 1 && c.inQuery() {
		return 0
	}
	s.inName = true
	before := s.encodedDot || s.afterEncoded
	atEncoded := s.encodedName || encoded && !s.named // whether the dots end at an encoded octet
	if before || atEncoded || encoded {
		h = EncodedDotSegment
	}
	if !before && !atEncoded && !c.inQuery() {
		h |= DotSegment
	}
	return h
}
