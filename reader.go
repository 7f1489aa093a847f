package uri

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// This file reads a URI in normal form, from right to left. Normalization, comparison, hashing and keys use it.

// maxGrowth is the largest number of bytes by which a normal form can be longer than the text. It grows by a "/", for
// an empty path or after the ".." at the end of "a/..", and by six bytes if "ffff:ffff" becomes "255.255.255.255" at
// the end of an IPv4-mapped address.
const maxGrowth = 7

// mayGrow reports whether the normal form of a text of n bytes is always short enough to be parsed.
func mayGrow(n uint64) bool { return n <= fsm.MaxLen-maxGrowth }

// blockLen is the length of the blocks in which long normal forms are written, compared and hashed, counted from the
// end of the text. Only hashes depend on it, and those change with the seed anyway.
const blockLen = 256

// A reader reads the normal form of a URI from right to left. In this direction it knows which segments a ".." removes
// before it comes to them, so that a counter is enough for dot segments. All of normalization and comparison uses a
// reader, so that each rule is written once.
//
// There are two layers: turn finds spans of the text and constants between them, and fill takes the bytes from these
// and applies the rules for percent-encodings and case.
type reader struct {
	s     string
	r     fsm.Ranges
	steps Steps

	// The changes that the steps have to make.
	foldScheme bool  // the scheme may have upper-case letters
	foldHost   bool  // the host may have upper-case letters
	noHost     bool  // the host is dropped
	address    uint8 // the length of the IP-literal that replaces the host, or 0
	noPort     bool  // the port is dropped
	slash      bool  // the empty path becomes "/"
	dots       bool  // the path may have dot segments
	octets     int   // no percent-encoding before this offset changes
	zeros      int   // the number of leading zeros of the port that are dropped

	path pathReader // for a path that has dot segments

	// The state of the reader. It reads from these in order.
	left     string // the rest of a constant or of a normalized percent-encoding
	lo, hi   int    // the rest of the current span is s[lo:hi]
	times    int    // the number of times that the constant is read
	constant string
	folded   bool  // the span is folded to lower case
	literal  uint8 // the length of the rest of the IP-literal that replaces the host
	part     part  // the part after these
}

// A part is a part of a URI, in the order in which a reader reads it.
type part uint8

const (
	partTail     part = iota // query and fragment, and the path if it has no dot segments
	partPath                 // the path otherwise
	partSlash                // the "/" for an empty path
	partPort                 // the port, if some of it is dropped
	partHost                 // host and port, and everything before them if there is no userinfo
	partAddress              // the host, if it is replaced
	partUserinfo             // with its "@"
	partScheme               // with its ":", and "//"
	partNone
)

// init begins to read the normal form of u, which has the given traits. It reports whether the normal form may differ
// from the text of u. If not, the reader reads the text as it is.
func (x *reader) init(n *Normalizer, u *URI, traits glance.Traits) bool {
	u.ranges(&x.r)
	return x.start(n, u, traits)
}

// initFar is init for a URI that needs a scan for its ranges and its traits.
func (x *reader) initFar(n *Normalizer, u *URI) bool {
	u.ranges(&x.r)
	traits, normal := lookAt(u.s, &x.r)
	return x.start(n, u, traits) && !normal
}

// start is init for a reader that has the ranges of u.
func (x *reader) start(n *Normalizer, u *URI, traits glance.Traits) bool {
	x.s, x.steps = u.s, n.Steps
	if !mayGrow(uint64(len(x.s))) {
		x.steps = 0
	}
	x.octets = len(x.s)
	if traits&glance.HasPercent != 0 {
		x.octets = x.firstChange()
	}
	changes := x.octets < len(x.s)
	mayFold := changes || traits&glance.HasUpper != 0
	x.foldScheme = mayFold && x.steps&StepSchemeCase != 0
	x.foldHost = mayFold && x.steps&StepHostCase != 0
	if x.foldHost && traits&glance.HasPercent != 0 {
		x.octets = 0 // percent-encodings must not be folded
	}
	lo, hi := x.r.Path()
	x.path.decode = changes && x.steps&StepPercent != 0 && strings.IndexByte(x.s[lo:hi], '%') >= 0
	mayHaveDots := traits&glance.HasDot != 0 || x.path.decode || lo < hi && x.s[lo] == '.'
	x.dots = mayHaveDots && x.steps&StepDots != 0 && x.path.init(x.s, lo, hi, n.HierarchicalBases)
	if lo, hi, ok := x.r.Host(); ok && lo < hi && x.s[lo] == '[' && x.steps&StepAddress != 0 {
		x.initAddress()
	}
	if _, _, authority := x.r.Authority(); authority && x.steps&StepScheme != 0 {
		x.initScheme(n, u)
	}
	return changes || x.foldScheme || x.foldHost || x.address > 0 || x.dots || x.noPort || x.zeros > 0 || x.noHost ||
		x.slash
}

// firstChange returns the offset of the first percent-encoding that changes, or the length of the text.
func (x *reader) firstChange() int {
	for i := 0; i < len(x.s); i += 3 {
		if x.s[i] != '%' { // percent-encodings often follow each other
			n := strings.IndexByte(x.s[i:], '%')
			if n < 0 {
				break
			}
			i += n
		}
		if x.decoded(i) != x.s[i:i+3] {
			return i
		}
	}
	return len(x.s)
}

// initScheme prepares scheme-based normalization for a URI with an authority.
func (x *reader) initScheme(n *Normalizer, u *URI) {
	scheme := u.Scheme()
	lo, hi, port := x.r.Port()
	x.noPort = port && (lo == hi || n.isDefaultPort(scheme, u))
	for !x.noPort && lo+x.zeros < hi-1 && x.s[lo+x.zeros] == '0' {
		x.zeros++
	}
	lo, hi = x.r.Path()
	x.slash = lo == hi && isWeb(scheme)
	if _, _, userinfo := x.r.Userinfo(); !userinfo && port == x.noPort && schemes.IsFile(scheme) {
		// Another reader compares the host, which may be percent-encoded.
		name := reader{s: x.s, steps: x.steps, part: partNone, folded: true}
		name.lo, name.hi, _ = x.r.Host()
		x.noHost = name.isText(host.Localhost)
	}
}

// fill fills buf from its end with the next bytes that it reads, and returns their number. If that is less than
// len(buf), nothing is left to read.
func (x *reader) fill(buf []byte) int {
	n := len(buf)
	for n > 0 {
		switch {
		case x.left != "":
			k := min(n, len(x.left))
			n -= k
			copy(buf[n:], x.left[len(x.left)-k:])
			x.left = x.left[:len(x.left)-k]
		case x.lo < x.hi:
			n -= x.fillFromSpan(buf[:n])
		case x.times > 0:
			x.times--
			x.left = x.constant
		case x.literal > 0:
			n -= x.fillFromLiteral(buf[:n])
		case x.part != partNone:
			x.turn()
		default:
			return len(buf) - n
		}
	}
	return len(buf)
}

// fillFromSpan fills buf from its end with bytes from the end of the span: either percent-encodings, or text up to a
// percent-encoding. It returns their number.
func (x *reader) fillFromSpan(buf []byte) int {
	lo := x.lo
	if first := max(lo, x.octets); first < x.hi {
		if n := x.fillOctets(buf, first); n > 0 || x.left != "" {
			return n
		}
		first = max(first, x.hi-len(buf)-2) // the text that fits buf, and the percent-encoding that it may cut
		if i := lastPercent(x.s, first, x.hi); i >= first {
			lo = i + 3
		}
	}
	text := x.s[max(lo, x.hi-len(buf)):x.hi]
	x.hi -= len(text)
	buf = buf[len(buf)-len(text):]
	if x.folded {
		octet.CopyLower(buf, text)
	} else {
		copy(buf, text)
	}
	return len(buf)
}

// fillOctets is fillFromSpan for consecutive percent-encodings at the end of the span. The first one is at first or
// later.
func (x *reader) fillOctets(buf []byte, first int) int {
	n := len(buf)
	for x.hi-3 >= first && x.s[x.hi-3] == '%' {
		text := x.decoded(x.hi - 3)
		x.hi -= 3
		if len(text) > n {
			x.left = text
			break
		}
		n -= len(text)
		if buf[n] = text[0]; len(text) > 1 {
			buf[n+1], buf[n+2] = text[1], text[2]
		}
	}
	return len(buf) - n
}

// lastPercent returns the offset of the last "%" in s[lo:hi], or lo-1.
func lastPercent(s string, lo, hi int) int {
	for ; hi-lo >= 8; hi -= 8 {
		if i := octet.LastIndex(octet.Word(s, hi-8), '%'); i >= 0 {
			return hi - 8 + i
		}
	}
	for hi--; hi >= lo && s[hi] != '%'; hi-- {
	}
	return hi
}

// isLower reports whether c, which is a hex digit, is a lower-case letter.
func isLower(c byte) bool { return c > 'F' }

// decoded returns the normal form of the percent-encoding at i.
func (x *reader) decoded(i int) string { return normalOctet(x.s[i:], x.steps, x.folded) }

// normalOctet returns the normal form of the percent-encoding that s begins with, in lower case if it is decoded and
// folded is set.
func normalOctet(s string, steps Steps, folded bool) string {
	b := octet.At(s, 0)
	switch {
	case steps&StepPercent != 0 && tables.Is(b, tables.Unreserved):
		if folded {
			b = octet.Lower(b)
		}
		return octet.Plain(b)
	case steps&StepPercentCase != 0 && (isLower(s[1]) || isLower(s[2])):
		return octet.Encoded(b)
	}
	return s[:len("%41")]
}

// turn moves to the next span or constant, which may be empty.
func (x *reader) turn() {
	switch x.part {
	case partTail:
		lo, hi := x.r.Path()
		x.part = partSlash
		if x.dots {
			lo, x.part = hi, partPath
		}
		x.lo, x.hi = lo, len(x.s)
	case partPath:
		if !x.path.turn(x) {
			x.part = partSlash
		}
	case partSlash:
		if x.slash {
			x.constant, x.times = "/", 1
		}
		x.part = partHost
		if x.zeros > 0 {
			x.part = partPort
		}
	case partPort:
		x.lo, x.hi, _ = x.r.Port()
		x.lo += x.zeros
		x.folded = false
		x.part = partHost
	case partHost:
		x.turnToHost()
	case partAddress:
		x.literal = x.address
		x.part = partUserinfo
	case partUserinfo:
		x.hi, _, _ = x.r.Host()
		x.lo, _, _ = x.r.Authority()
		x.folded = false
		x.part = partScheme
	case partScheme:
		x.hi, _, _ = x.r.Authority()
		x.lo = 0
		x.folded = x.foldScheme
		x.part = partNone
	}
}

func (x *reader) turnToHost() {
	x.lo, x.hi, _ = x.r.Host()
	switch {
	case x.noHost:
		x.hi = x.lo
	case x.zeros > 0:
		x.hi, _, _ = x.r.Port()
	case !x.noPort:
		x.hi, _ = x.r.Path()
	}
	x.folded = x.foldHost
	x.part = partUserinfo
	_, _, authority := x.r.Authority()
	_, _, userinfo := x.r.Userinfo()
	switch {
	case x.address > 0:
		_, end, _ := x.r.Host()
		x.lo, x.part = min(end, x.hi), partAddress
	case !authority:
		x.folded = x.foldScheme
		x.lo, x.part = 0, partNone
	case !userinfo && x.foldScheme == x.foldHost:
		x.lo, x.part = 0, partNone
	}
}

// isText reports whether text is the rest of the normal form.
func (x *reader) isText(text string) bool {
	var block [blockLen]byte
	for {
		n := x.fill(block[:])
		rest := len(text) - n
		if rest < 0 || text[rest:] != string(block[blockLen-n:]) {
			return false
		}
		if n < blockLen {
			return rest == 0
		}
		text = text[:rest]
	}
}

// skip reads n bytes.
func (x *reader) skip(n int) {
	var block [blockLen]byte
	for n > 0 {
		n -= x.fill(block[:min(n, blockLen)])
	}
}

// count reads the rest and returns its length.
func (x *reader) count() (length int) {
	for {
		length += len(x.left) + x.spanLen() + x.times*len(x.constant) + int(x.literal)
		x.left, x.lo, x.times, x.literal = "", x.hi, 0, 0
		if x.part == partNone {
			return length
		}
		x.turn()
	}
}

// spanLen returns the length of the normal form of the rest of the span.
func (x *reader) spanLen() int {
	length := x.hi - x.lo
	if x.steps&StepPercent == 0 {
		return length
	}
	s := x.s[:x.hi]
	for i := max(x.lo, x.octets); i < len(s); i += 3 {
		if s[i] != '%' {
			n := strings.IndexByte(s[i:], '%')
			if n < 0 {
				break
			}
			i += n
		}
		if tables.Is(octet.At(s, i), tables.Unreserved) {
			length -= len("%41") - len("A")
		}
	}
	return length
}

// A pathReader is the part of a reader that reads a path without dot segments. It divides a path into a lead of dot
// segments, if the path does not begin with "/"; a first segment without a "/" before it; and items, which have a "/"
// and a segment each.
type pathReader struct {
	decode   bool // "%2E" is "." in dot segments
	relative bool // the path is that of a relative-path reference
	begun    bool // some of the path has been read
	double   bool // the part that has been read begins with "//"
	stage    pathStage
	first    int // the start of the first segment, which ends at the items
	lo, hi   int // the range of the items that are not read yet
	climbs   int // the number of ".." in the lead
	up       int // the number of ".." that have not yet removed a segment
}

// A pathStage is what a pathReader reads next.
type pathStage uint8

const (
	stageItems pathStage = iota
	stageUp              // in a relative-path reference, the ".." that would remove the first segment or go beyond it
	stageFirst
	stageLead
	stageNone
)

// init begins to read the path s[lo:hi]. It returns false if the path has no dot segment, or only those at the start of
// a relative-path reference that must stay. hierarchical is Normalizer.HierarchicalBases.
func (p *pathReader) init(s string, lo, hi int, hierarchical bool) bool {
	p.first, p.lo, p.hi = lo, lo, hi
	leads := 0
	if lo < hi && s[lo] != '/' {
		p.relative = lo == 0
		for p.first < hi {
			dots, length := p.dotSegment(s[p.first:hi])
			if dots == 0 {
				break
			}
			leads++
			p.climbs += dots - 1
			p.first = min(p.first+length+1, hi)
		}
		p.lo = hi
		if i := strings.IndexByte(s[p.first:hi], '/'); i >= 0 {
			p.lo = p.first + i
		}
	}
	if hierarchical && p.relative && p.settle(s) {
		return true
	}
	stay := p.relative && leads == p.climbs && !p.decode && s[hi-1] != '.'
	return leads > 0 && !stay || p.hasDotSegment(s)
}

// settle removes the first segment and the items up to the first one that stays, if there is a ".." that removes the
// first segment or goes beyond it. Then it returns true. Each ".." beyond the first segment becomes a part of the lead,
// and the first segment that stays becomes the first one.
func (p *pathReader) settle(s string) bool {
	items, up := *p, 0
	begin, end, rest := p.hi, p.hi, p.hi // of the first segment that stays, and of the items after it
	for items.hi > items.lo {
		hi := items.hi
		slash, dots := items.lastItem(s)
		items.hi = slash
		switch {
		case dots > 0:
			up += dots - 1
			if hi == p.hi {
				begin, end, rest = slash+1, slash+1, slash+1 // a dot segment at the end leaves an empty segment
			}
		case up > 0:
			up--
		default:
			begin, end, rest = slash+1, hi, p.hi
		}
	}
	if up == 0 {
		return false
	}
	p.climbs += up - 1
	p.first, p.lo, p.hi = begin, end, rest
	return true
}

// hasDotSegment reports whether any item is a dot segment.
func (p *pathReader) hasDotSegment(s string) bool {
	for i := p.lo; i < p.hi; {
		if dots, _ := p.dotSegment(s[i+1 : p.hi]); dots > 0 {
			return true
		}
		n := strings.IndexByte(s[i+1:p.hi], '/')
		if n < 0 {
			return false
		}
		i += 1 + n
	}
	return false
}

// turn sets the next span or constant of x, which may be empty. It returns false if the path has been read.
func (p *pathReader) turn(x *reader) bool {
	switch p.stage {
	case stageItems:
		if p.turnToItems(x) {
			return true
		}
		p.stage = stageLead
		if p.first < p.lo || p.relative {
			p.stage = stageUp
		}
	case stageUp:
		if p.relative {
			x.constant, x.times, p.up = "/..", p.up, 0
		}
		p.stage = stageFirst
	case stageFirst:
		if p.up == 0 {
			x.lo, x.hi = p.first, p.lo
			p.double = false
		}
		p.stage = stageLead
	case stageLead:
		p.turnToLead(x)
		p.stage = stageNone
	default:
		return false
	}
	return true
}

// turnToItems sets the span of x to the next items that stay, as many as are side by side. It returns false if no item
// is left.
func (p *pathReader) turnToItems(x *reader) bool {
	_, pathEnd := x.r.Path()
	for p.hi > p.lo {
		end := p.hi
		slash, dots := p.lastItem(x.s)
		p.hi = slash
		switch {
		case dots > 0:
			p.up += dots - 1
			if end < pathEnd {
				continue
			}
			end = slash + 1 // the "/" of a dot segment at the end of a path stays
		case p.up > 0:
			p.up--
			continue
		}
		x.lo, x.hi = p.takeItems(x), end
		p.double = x.hi-x.lo > 1 && x.s[x.lo+1] == '/' || x.hi-x.lo == 1 && p.begun
		p.begun = true
		return true
	}
	return false
}

// takeItems returns the start of the longest run of items at the end in which each item stays.
func (p *pathReader) takeItems(x *reader) int {
	for p.up == 0 && p.hi > p.lo {
		slash, dots := p.lastItem(x.s)
		if dots > 0 {
			break
		}
		p.hi = slash
	}
	return p.hi
}

// lastItem returns the start of the last item, and the number of its dots if it is a dot segment, or 0.
func (p *pathReader) lastItem(s string) (slash, dots int) {
	slash = p.hi - 1
	for s[slash] != '/' {
		slash--
	}
	dots, _ = p.dotSegment(s[slash+1 : p.hi])
	return slash, dots
}

// dotSegment returns the number of dots of the dot segment at the start of path, and its length, or 0.
func (p *pathReader) dotSegment(path string) (dots, length int) {
	if p.decode {
		return encodedDotSegment(path)
	}
	dots = dotSegment(path, 0)
	return dots, dots
}

// turnToLead sets the constant before the first segment.
func (p *pathReader) turnToLead(x *reader) {
	_, _, authority := x.r.Authority()
	first := x.s[p.first:p.lo]
	switch {
	case p.climbs > 0 && p.relative:
		x.constant, x.times = "../", p.climbs
	case p.relative && (first == "" || strings.IndexByte(first, ':') >= 0):
		x.constant, x.times = "./", 1
	case !p.relative && !authority && p.double:
		x.constant, x.times = slashGuard, 1
	}
}
