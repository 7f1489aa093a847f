package uri

import (
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Steps are the steps of normalization, to be combined with "|" (RFC 3986, sections 6.2.2 and 6.2.3).
type Steps uint8

const (
	// StepCase is case normalization: scheme and host to lower case, the hex digits of percent-encodings, wherever they
	// are, to upper case (section 6.2.2.1).
	StepCase Steps = 1 << iota

	// StepPercent is percent-encoding normalization: percent-encoded octets that are unreserved characters are decoded,
	// in userinfo, host, path, query and fragment (section 6.2.2.2). With StepCase, "%41" in a host becomes "a".
	StepPercent

	// StepDots removes dot segments from the path (section 6.2.2.3), as remove_dot_segments does (section 5.2.4). A
	// path that would then begin with "//" without an authority begins with "/.//" instead. From the path of a
	// relative-path reference only those dot segments are removed without which it has the same target for every base;
	// so a ".." at its beginning stays, and so does one that is behind the first other segment alone: "a/../b" stays as
	// it is, since with the base "urn:q" its target is "urn:/b". With StepPercent, "%2E" counts as "." in dot segments,
	// as it does in resolution with EncodedDots.
	StepDots

	// StepScheme is scheme-based normalization (sections 6.2.3, 3.2.2 and 3.2.3): an empty port is dropped with its
	// ":", and so is the default port of the scheme; of another, the zeros before its first other digit are. With the
	// schemes http, https, ws and wss an empty path behind an authority becomes "/". With the scheme file, the host
	// "localhost" becomes empty if it is all of the authority. No other rule of a scheme is known:
	// "mailto:a@EXAMPLE.COM" stays as it is.
	StepScheme

	// AllSteps are all of them.
	AllSteps = StepCase | StepPercent | StepDots | StepScheme
)

// A Normalizer normalizes and compares URIs and relative references by the steps of its choice; [URI.AppendNormalized],
// [URI.Equal] and the other methods of the same names are those of the Normalizer with AllSteps and the built-in ports.
// The zero Normalizer has no steps: it changes nothing, and compares texts. A Normalizer is safe for concurrent use if
// its function is.
//
// The normal form is a URI-reference, and its own normal form. An empty query or fragment stays, and so do reserved
// characters and their percent-encodings, empty segments, and all that only the resource's owner knows to be equivalent
// (RFC 3986, section 6.2.4). The normal form can be longer than the text by one byte; a text so long that it might
// become too long to be parsed is its own normal form.
type Normalizer struct {
	Steps Steps

	// DefaultPort returns the default port of a scheme, which is given in lower case (that costs an allocation where it
	// has upper-case letters). If it is nil, the function DefaultPort is used. The same scheme must get the same answer
	// every time.
	DefaultPort func(scheme string) (port uint16, ok bool)
}

var normalizer = Normalizer{Steps: AllSteps}

// IsNormalized reports whether u is in normal form, that is, whether AppendNormalized would append its text as it is.
// Nothing is allocated, and for nearly all URIs the text is looked at just once.
func (n Normalizer) IsNormalized(u URI) bool { return n.isNormal(&u) }

// AppendNormalized appends the normal form of u to dst and returns the extended slice. It allocates nothing if dst has
// room for the result.
func (n Normalizer) AppendNormalized(dst []byte, u URI) []byte { return n.append(dst, &u) }

// AppendNormalizedString is [Parse] and AppendNormalized in one step. It takes less time than the two, since most URIs
// of the web are already in normal form, which one look at the text shows. On error it returns dst as it was.
func (n Normalizer) AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	if size := len(dst); glance.CopyNormal(dst[size:cap(dst)], s) {
		return dst[:size+len(s)], nil
	}
	u, err := Parse(s)
	if err != nil {
		return dst, err
	}
	return n.append(dst, &u), nil
}

// Normalized returns the normal form of u as a URI. If u is in normal form, that is u itself, and nothing is allocated.
// Otherwise the new text is, and if that is longer than 255 bytes, as much once more.
func (n Normalizer) Normalized(u URI) URI {
	if n.isNormal(&u) {
		return u
	}
	var room [blockLen]byte
	v := URI{s: string(n.append(room[:0], &u))}
	fsm.Scan(v.s, &v.r)
	return v
}

// IsNormalized is [Normalizer.IsNormalized] with all steps: whether u is in normal form. Nothing is allocated.
func (u URI) IsNormalized() bool { return normalizer.isNormal(&u) }

// AppendNormalized is [Normalizer.AppendNormalized] with all steps: it appends the normal form of u to dst.
func (u URI) AppendNormalized(dst []byte) []byte { return normalizer.append(dst, &u) }

// AppendNormalizedString is [Normalizer.AppendNormalizedString] with all steps: it appends the normal form of s to dst.
func AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	return normalizer.AppendNormalizedString(dst, s)
}

// Normalized is [Normalizer.Normalized] with all steps: it returns the normal form of u.
func (u URI) Normalized() URI { return normalizer.Normalized(u) }

// isPlain reports whether u is in normal form at first sight, whatever the steps. That is so for nearly all URIs; of
// the others, some are in normal form, too.
func (u *URI) isPlain() bool { return glance.IsNormal(u.s, &u.r) }

func (n *Normalizer) isNormal(u *URI) bool { return u.isPlain() || n.isNormalFormOf(u, u.s) }

// isNormalFormOf reports whether text is the normal form of u.
func (n *Normalizer) isNormalFormOf(u *URI, text string) bool {
	var x reader
	if !x.init(n, u) {
		return u.s == text
	}
	return x.isText(text)
}

func (n *Normalizer) append(dst []byte, u *URI) []byte {
	if u.isPlain() {
		return append(dst, u.s...)
	}
	return n.appendClosely(dst, u)
}

// appendClosely is append for a URI that may not be in normal form. A long one is read twice: first to know the length of
// the result, so that nothing is written after it.
func (n *Normalizer) appendClosely(dst []byte, u *URI) []byte {
	var x reader
	if !x.init(n, u) {
		return append(dst, u.s...)
	}
	if len(u.s)+maxGrowth <= blockLen {
		var room [blockLen]byte
		n := x.fill(room[:])
		return append(dst, room[blockLen-n:]...)
	}
	counter := x
	begin, end := len(dst), len(dst)+counter.count()
	dst = slices.Grow(dst, end-begin)[:end]
	x.fill(dst[begin:])
	return dst
}

// count reads all that is left, and returns how many bytes that are.
func (x *reader) count() (length int) {
	var room [blockLen]byte
	for {
		n := x.fill(room[:])
		if length += n; n < blockLen {
			return length
		}
	}
}

// maxGrowth is by how many bytes a normal form can be longer than the text: "/" for an empty path, or behind the ".."
// at the end of "a/..".
const maxGrowth = 1

// A reader reads the normal form of a URI from right to left. In this direction it knows what a ".." removes before it
// comes there: dot segments take a counter, and nothing has to be kept. Whatever normalizes or compares does it with a
// reader, so that each rule is written once.
//
// There are two layers: turn finds spans of the text, and constants between them; fill takes their bytes and sees to
// percent-encodings and case.
type reader struct {
	s     string
	r     fsm.Ranges
	steps Steps

	// What the URI has for the steps to do.
	octets int  // in front of this offset, no percent-encoding needs attention
	fold   bool // scheme and host may have to be folded to lower case
	dots   bool // the path may have dot segments
	noPort bool // the port is to be dropped
	zeros  int  // or as many zeros at its beginning
	noHost bool // and so is the host
	slash  bool // "/" is to stand for the empty path

	path pathReader // reads the path, if that has dot segments

	// What is read next, in this order.
	left     string // what is left of a constant or of what a percent-encoding has become
	lo, hi   int    // the span that is being read: what is left of it is s[lo:hi]
	folded   bool   // it is to be folded
	times    int    // how many times the constant is to be read
	constant string
	part     part // then
}

// A part is a part of a URI, as a reader comes to it.
type part uint8

const (
	partTail     part = iota // query and fragment, and the path if it has no dot segments
	partPath                 // the path otherwise
	partSlash                // what stands for an empty path
	partPort                 // the port, if some of it is dropped
	partHost                 // host and port, and all before it if there is no userinfo
	partUserinfo             // with its "@"
	partScheme               // with its ":", and "//"
	partNone
)

// init begins to read the normal form of u. It reports whether that may differ from the text of u. If not, the reader
// reads the text as it is.
func (x *reader) init(n *Normalizer, u *URI) bool {
	x.s, x.r, x.steps = u.s, u.r, n.Steps
	if !mayGrow(uint64(len(x.s))) {
		x.steps = 0
	}
	traits := glance.TraitsOf(u.s, &u.r)
	x.octets = len(x.s)
	if traits&glance.HasPercent != 0 {
		x.octets = x.firstChange()
	}
	changes := x.octets < len(x.s)
	x.fold = (changes || traits&glance.HasUpper != 0) && x.steps&StepCase != 0
	if x.fold && traits&glance.HasPercent != 0 {
		x.octets = 0 // of these, nothing may be folded
	}
	x.path.decode = changes && x.steps&StepPercent != 0
	lo, hi := x.r.Path()
	mayHaveDots := traits&glance.HasDot != 0 || x.path.decode || lo < hi && x.s[lo] == '.'
	x.dots = mayHaveDots && x.steps&StepDots != 0 && x.path.init(x.s, lo, hi)
	if _, _, authority := x.r.Authority(); authority && x.steps&StepScheme != 0 {
		x.initScheme(n, u)
	}
	return changes || x.fold || x.dots || x.noPort || x.zeros > 0 || x.noHost || x.slash
}

// firstChange returns the offset of the first percent-encoding that changes, or the length of the text.
func (x *reader) firstChange() int {
	for i := 0; i < len(x.s); i += 3 {
		if x.s[i] != '%' { // one is often behind another
			n := strings.IndexByte(x.s[i:], '%')
			if n < 0 {
				break
			}
			i += n
		}
		if x.octet(i) != x.s[i:i+3] {
			return i
		}
	}
	return len(x.s)
}

// mayGrow reports whether a text of n bytes can be parsed after it has grown.
func mayGrow(n uint64) bool { return n <= fsm.MaxLen-maxGrowth }

// initScheme finds out what scheme-based normalization has to do where there is an authority.
func (x *reader) initScheme(n *Normalizer, u *URI) {
	scheme := u.Scheme()
	lo, hi, port := x.r.Port()
	x.noPort = port && (lo == hi || n.isDefaultPort(scheme, u))
	for !x.noPort && lo+x.zeros < hi-1 && x.s[lo+x.zeros] == '0' {
		x.zeros++
	}
	lo, hi = x.r.Path()
	x.slash = lo == hi && isWeb(scheme)
	if _, _, userinfo := x.r.Userinfo(); !userinfo && port == x.noPort && strings.EqualFold(scheme, "file") {
		// A reader of the host compares it, percent-encoded or not.
		name := reader{s: x.s, steps: x.steps, part: partNone, folded: true}
		name.lo, name.hi, _ = x.r.Host()
		x.noHost = name.isText(host.Localhost)
	}
}

func (n *Normalizer) isDefaultPort(scheme string, u *URI) bool {
	port, err := u.PortNumber()
	if err != nil || scheme == "" {
		return false
	}
	defaultPort, ok := uint16(0), false
	if n.DefaultPort != nil {
		defaultPort, ok = n.DefaultPort(strings.ToLower(scheme))
	} else {
		defaultPort, ok = DefaultPort(scheme)
	}
	return ok && port == defaultPort
}

// isWeb reports whether the scheme is one for which RFC 9110 (section 4.2.3) or RFC 6455 (section 3) makes the empty
// path and "/" equivalent.
func isWeb(scheme string) bool {
	return strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http") ||
		strings.EqualFold(scheme, "wss") || strings.EqualFold(scheme, "ws")
}

// fill fills buf, from its end on, with what it reads, and returns how many bytes that are: fewer than buf has only if
// nothing is left.
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
		case x.part != partNone:
			x.turn()
		default:
			return len(buf) - n
		}
	}
	return len(buf)
}

// fillFromSpan fills buf from its end with what is at the end of the span: percent-encodings, or text up to one. It
// returns how many bytes that are.
func (x *reader) fillFromSpan(buf []byte) int {
	lo := x.lo
	if first := max(lo, x.octets); first < x.hi {
		if n := x.fillOctets(buf, first); n > 0 || x.left != "" {
			return n
		}
		first = max(first, x.hi-len(buf)-2) // no more than is to be taken, and what a percent-encoding may have of that
		if i := lastPercent(x.s, first, x.hi); i >= first {
			lo = i + 3
		}
	}
	text := x.s[max(lo, x.hi-len(buf)):x.hi]
	x.hi -= len(text)
	buf = buf[len(buf)-len(text):]
	copy(buf, text)
	if x.folded {
		octet.ToLower(buf)
	}
	return len(buf)
}

// fillOctets is fillFromSpan for the percent-encodings that follow each other there, the first of which may be at
// first.
func (x *reader) fillOctets(buf []byte, first int) int {
	n := len(buf)
	for x.hi-3 >= first && x.s[x.hi-3] == '%' {
		text := x.octet(x.hi - 3)
		x.hi -= 3
		if len(text) > n {
			x.left = text
			break
		}
		n -= len(text)
		for i := range len(text) {
			buf[n+i] = text[i]
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

// octet returns what the percent-encoding at i becomes.
func (x *reader) octet(i int) string {
	high, low := x.s[i+1], x.s[i+2]
	b := octet.At(x.s, i)
	switch {
	case x.steps&StepPercent != 0 && tables.Is(b, tables.Unreserved):
		if x.folded {
			b = octet.Lower(b)
		}
		return octet.Plain(b)
	case x.steps&StepCase != 0 && (isLower(high) || isLower(low)):
		return octet.Encoded(b)
	}
	return x.s[i : i+3]
}

// turn goes on to the next span or constant, which may be empty.
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
	case partUserinfo:
		x.hi, _, _ = x.r.Host()
		x.lo, _, _ = x.r.Authority()
		x.folded = false
		x.part = partScheme
	case partScheme:
		x.hi, _, _ = x.r.Authority()
		x.lo = 0
		x.folded = x.fold
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
	x.folded = x.fold
	x.part = partUserinfo
	if _, _, userinfo := x.r.Userinfo(); !userinfo {
		x.lo, x.part = 0, partNone
	}
}

// A pathReader reads a path without dot segments, as a part of a reader. To it, a path has a lead of dot segments, if
// it does not begin with "/", then a first segment without a "/" before it, and then items, each a "/" and a segment.
type pathReader struct {
	decode   bool // "%2E" is "." in dot segments
	relative bool // the path is that of a relative-path reference
	begun    bool // a piece of the path has been read
	double   bool // and what has been read begins with "//"
	stage    pathStage
	first    int // where the first segment begins, which ends where the items begin
	lo, hi   int // the items that are not read yet
	climbs   int // the ".." in the lead
	up       int // the ".." that have removed nothing yet
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

// init begins to read the path s[lo:hi]. It returns false if that has no dot segment, or none but those at the
// beginning of a relative-path reference that have to stay.
func (p *pathReader) init(s string, lo, hi int) bool {
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
	stay := p.relative && leads == p.climbs && !p.decode && s[hi-1] != '.'
	return leads > 0 && !stay || p.hasDotSegment(s)
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

// turn sets the next span or constant of x, which may be empty. It returns false if there is none.
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

// turnToItems finds as many items as stand side by side and stay. It returns false if none is left.
func (p *pathReader) turnToItems(x *reader) bool {
	_, pathEnd := x.r.Path()
	for p.hi > p.lo {
		end := p.hi
		slash, dots := p.lastItem(x)
		p.hi = slash
		switch {
		case dots > 0:
			p.up += dots - 1
			if end < pathEnd {
				continue
			}
			end = slash + 1 // of a dot segment at the end of a path, the "/" stays
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

// takeItems returns where the last items begin of which none is a dot segment or removed.
func (p *pathReader) takeItems(x *reader) int {
	for p.up == 0 && p.hi > p.lo {
		slash, dots := p.lastItem(x)
		if dots > 0 {
			break
		}
		p.hi = slash
	}
	return p.hi
}

// lastItem returns where the last item begins, and how many dots it has if it is a dot segment, otherwise 0.
func (p *pathReader) lastItem(x *reader) (slash, dots int) {
	slash = p.hi - 1
	for x.s[slash] != '/' {
		slash--
	}
	dots, _ = p.dotSegment(x.s[slash+1 : p.hi])
	return slash, dots
}

// dotSegment returns how many dots the dot segment has that path begins with, and its length; 0 if there is none.
func (p *pathReader) dotSegment(path string) (dots, length int) {
	if p.decode {
		return encodedDotSegment(path)
	}
	dots = dotSegment(path, 0)
	return dots, dots
}

// turnToLead sets the constant that stands before the first segment.
func (p *pathReader) turnToLead(x *reader) {
	_, _, authority := x.r.Authority()
	first := x.s[p.first:p.lo]
	switch {
	case p.climbs > 0 && p.relative:
		x.constant, x.times = "../", p.climbs
	case p.relative && (first == "" || strings.IndexByte(first, ':') >= 0):
		x.constant, x.times = "./", 1
	case !p.relative && !authority && p.double:
		x.constant, x.times = guard, 1
	}
}

// isText reports whether text is what is left to read.
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
