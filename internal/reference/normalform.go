package reference

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// maxGrowth is the largest difference between the lengths of a normal form and its text, in bytes. The text grows by a
// "/", for an empty path or after the ".." at the end of "a/..", and by six bytes if "ffff:ffff" becomes
// "255.255.255.255" at the end of an IPv4-mapped address.
const maxGrowth = 7

// mayGrow reports whether the normal form of n bytes is always short enough to be parsed.
func mayGrow(n uint64) bool { return n <= fsm.MaxLen-maxGrowth }

// bufferLen is the size of the buffers on the stack for normal forms and targets. The normal form of a reference of 1
// KiB fits.
const bufferLen = 1<<10 + 64

// A Buffer is memory on the stack.
//
// PERF: a function that declares one pays for zeroing it, so the quick checks are in separate functions.
type Buffer [bufferLen]byte

// slice returns an empty slice of b or, if b is too small for n bytes, a new slice with that capacity.
func (b *Buffer) slice(n int) []byte {
	if n > bufferLen {
		return make([]byte, 0, n)
	}
	return b[:0]
}

// shortLen is the length of the longest reference that gets a buffer of 192 bytes.
//
// PERF: zeroing it takes less time than zeroing a Buffer.
const shortLen = 192 - maxGrowth

// AppendForm is [Normalizer.Append] without the quick check, for callers that have made it.
func (n *Normalizer) AppendForm(dst []byte, s string, r *fsm.Ranges) []byte {
	f := n.look(s, r)
	if !f.dots && cap(dst)-len(dst) >= len(s)+maxGrowth {
		return n.write(dst, s, r, f)
	}
	if len(s) <= shortLen {
		return n.appendFromShortBuffer(dst, s, r, f)
	}
	return n.appendFromBuffer(dst, s, r, f)
}

// appendFromShortBuffer appends the normal form of s, which has at most shortLen bytes. It writes the form to a stack
// buffer first, because dst is too small for the intermediate steps.
func (n *Normalizer) appendFromShortBuffer(dst []byte, s string, r *fsm.Ranges, f features) []byte {
	var buf [shortLen + maxGrowth]byte
	return append(dst, n.write(buf[:0], s, r, f)...)
}

// appendFromBuffer is like appendFromShortBuffer, for longer references.
func (n *Normalizer) appendFromBuffer(dst []byte, s string, r *fsm.Ranges, f features) []byte {
	var buf Buffer
	return append(dst, n.write(buf.slice(len(s)+maxGrowth), s, r, f)...)
}

// features describe the percent-encodings and the dot segments of a reference.
type features struct {
	percent int  // the offset of the first "%", or the length of the reference
	changes bool // a percent-encoding changes, so AppendOctets must be called
	dots    bool // the path may have dot segments after percent-encodings are decoded
}

// look returns the features of s. If n has no steps, it does not look. It sets dots also for a "%2E" that is not in the
// path, because few references have one.
func (n *Normalizer) look(s string, r *fsm.Ranges) (f features) {
	f.percent = len(s)
	if n.Steps == 0 { // s may be an href, where a "%" need not begin a percent-encoding
		return f
	}
	f.percent = octet.NextPercent(s, 0)
	lo, hi := r.Path()
	path := s[lo:hi]
	dots := strings.HasPrefix(path, ".") || strings.Contains(path, "/.")
	for i := f.percent; i < len(s); i = octet.NextPercent(s, i+len("%41")) {
		c, steps := n.change(s, i)
		f.changes = f.changes || steps != 0
		dots = dots || c == '.'
	}
	f.dots = dots && path != ""
	return f
}

// form returns the normal form of s. It is in buf, or in a new buffer if it may not fit there.
func (n *Normalizer) form(buf *Buffer, s string, r *fsm.Ranges) string {
	return octet.Text(n.write(buf.slice(len(s)+maxGrowth), s, r, n.look(s, r)))
}

// write appends the normal form of s to b. r holds the ranges of s, and f its features. If f.dots is set, write also uses
// the capacity of b after the result.
func (n *Normalizer) write(b []byte, s string, r *fsm.Ranges, f features) []byte {
	if n.Steps == 0 && n.Query == nil || !mayGrow(uint64(len(s))) {
		return append(b, s...)
	}
	o := ranges.Of((*ranges.Opaque)(r))
	if n.hasPlainHead(s, o, f.percent) {
		head := s[:o.HostEnd]
		b = appendFolded(b, head, octet.HasUpper(head))
	} else {
		b = n.appendHead(b, s, r, o)
	}
	rest := o.HostEnd // b has what s[:rest] becomes
	if o.Authority != 0 && o.HostEnd != o.Path {
		b = n.appendPort(b, s, r)
		rest = o.Path
	}
	switch {
	case o.Path == o.PathEnd && n.needsSlash(s, o):
		b = append(b, '/')
	case f.dots && n.Steps&StepDots != 0:
		b = n.appendDotless(b, s, o, f)
		rest = o.PathEnd
	}
	if n.Query != nil {
		return n.appendByRules(b, s, r, rest, f)
	}
	return n.appendText(b, s[rest:], f)
}

// appendByRules appends s[rest:], which begins in the path or after it, by the rules and the steps of n.
func (n *Normalizer) appendByRules(b []byte, s string, r *fsm.Ranges, rest uint32, f features) []byte {
	o := ranges.Of((*ranges.Opaque)(r))
	lo, hi, _ := r.Host()
	if o.QueryEnd != o.PathEnd {
		b = n.appendText(b, s[rest:o.PathEnd], f)
		b = n.appendQuery(b, s[o.PathEnd+1:o.QueryEnd], s[lo:hi])
		rest = o.QueryEnd
	}
	if n.Query.TrackingFragment && o.End != o.QueryEnd {
		b = n.appendText(b, s[rest:o.QueryEnd], f)
		return n.appendFragment(b, s[o.QueryEnd+1:], s[lo:hi])
	}
	return n.appendText(b, s[rest:], f)
}

// hasPlainHead reports whether the normal form of scheme, "//" and host is the same text in lower case. Then they have
// neither a userinfo nor a percent-encoding, an address, or a "localhost" that the scheme drops.
func (n *Normalizer) hasPlainHead(s string, o *ranges.Offsets, percent int) bool {
	const folds = StepSchemeCase | StepHostCase
	return n.Steps&folds == folds && o.Authority != 0 && o.Host == o.Authority && percent >= int(o.HostEnd) &&
		(o.Host == o.HostEnd || s[o.Host] != '[') &&
		(int(o.HostEnd-o.Host) != len(host.Localhost) || !isFile(s, o))
}

// appendHead appends the scheme, the userinfo and the host.
func (n *Normalizer) appendHead(b []byte, s string, r *fsm.Ranges, o *ranges.Offsets) []byte {
	if o.SchemeEnd != 0 {
		b = appendFolded(b, s[:o.SchemeEnd+1], n.Steps&StepSchemeCase != 0)
	}
	if o.Authority != 0 {
		b = append(b, "//"...)
		b = n.AppendOctets(b, s[o.Authority:o.Host], false) // the userinfo with its "@"
		b = n.appendHost(b, s, r)
	}
	return b
}

// appendHost appends the host (section 6.2.2.1; section 3.2.2 and RFC 5952 for IPv6 addresses).
func (n *Normalizer) appendHost(b []byte, s string, r *fsm.Ranges) []byte {
	lo, hi, _ := r.Host()
	name := s[lo:hi]
	if n.Steps&StepAddress != 0 && strings.HasPrefix(name, "[") {
		if addr, _, fault := hostname.ParseIPv6(name[1 : len(name)-1]); fault == 0 {
			return append(addr.AppendTo(append(b, '[')), ']')
		}
	}
	if n.dropsLocalhost(s, r) {
		return b
	}
	return n.AppendOctets(b, name, n.Steps&StepHostCase != 0)
}

// dropsLocalhost reports whether the scheme is file and the authority just "localhost" in normal form (section 3.2.2).
func (n *Normalizer) dropsLocalhost(s string, r *fsm.Ranges) bool {
	const longest = 3 * len(host.Localhost) // "%6C%6F..."
	o := ranges.Of((*ranges.Opaque)(r))
	if n.Steps&StepScheme == 0 || !isFile(s, o) || o.Host != o.Authority ||
		o.HostEnd-o.Host > uint32(longest) || o.HostEnd != o.Path && !n.dropsPort(s, r) {
		return false
	}
	var name [longest]byte
	return string(n.AppendOctets(name[:0], s[o.Host:o.HostEnd], true)) == host.Localhost
}

// appendPort appends ":" and the port (sections 3.2.3 and 6.2.3).
func (n *Normalizer) appendPort(b []byte, s string, r *fsm.Ranges) []byte {
	lo, hi, ok := r.Port()
	switch {
	case !ok:
		return b
	case n.Steps&StepScheme == 0:
		return append(b, s[lo-1:hi]...)
	case n.dropsPort(s, r):
		return b
	}
	for lo < hi-1 && s[lo] == '0' {
		lo++
	}
	return append(append(b, ':'), s[lo:hi]...)
}

// dropsPort reports whether StepScheme drops the port, which must be defined.
func (n *Normalizer) dropsPort(s string, r *fsm.Ranges) bool {
	lo, hi, _ := r.Port()
	_, end, _ := r.Scheme()
	return lo == hi || n.isDefaultPort(s[:end], s[lo:hi])
}

// isFile reports whether the scheme of s is file.
//
// PERF: unlike schemes.KindOf, the comparison is inlined, so that hasPlainHead calls nothing.
func isFile(s string, o *ranges.Offsets) bool { return octet.EqualFold(s[:o.SchemeEnd], "file") }

// needsSlash reports whether StepScheme replaces an empty path with "/" (section 6.2.3).
func (n *Normalizer) needsSlash(s string, o *ranges.Offsets) bool {
	return o.Authority != 0 && n.Steps&StepScheme != 0 && schemes.KindOf(s[:o.SchemeEnd]).IsWeb()
}

// appendDotless appends the path without its dot segments (section 6.2.2.3).
func (n *Normalizer) appendDotless(b []byte, s string, o *ranges.Offsets, f features) []byte {
	path, begin := s[o.Path:o.PathEnd], len(b)
	isRelative := o.Authority == 0 && o.SchemeEnd == 0 && path[0] != '/'
	if f.changes {
		path = octet.Text(n.AppendOctets(b, path, false)[begin:]) // after b, where the result overwrites it
	}
	b = appendWithoutDots(b, path, dotOptions{relative: isRelative, keepFirst: !n.HierarchicalBases})
	if o.Authority == 0 {
		b = guardPath(b, begin)
	}
	return b
}

// appendText appends s, a part of the reference with the features f.
func (n *Normalizer) appendText(b []byte, s string, f features) []byte {
	if f.changes {
		return n.AppendOctets(b, s, false)
	}
	return append(b, s...)
}

// AppendOctets appends s with its percent-encodings in normal form (sections 6.2.2.1 and 6.2.2.2), and folds everything
// but the percent-encodings to lower case if fold is set.
func (n *Normalizer) AppendOctets(b []byte, s string, fold bool) []byte {
	if n.Steps == 0 { // s may be a part of an href: see look
		return append(b, s...)
	}
	begin := 0 // b has what s[:begin] becomes
	for i := octet.NextPercent(s, 0); i < len(s); i = octet.NextPercent(s, i+len("%41")) {
		c, steps := n.change(s, i)
		if steps == 0 && !fold {
			continue
		}
		if begin < i { // percent-encodings often follow each other
			b = appendFolded(b, s[begin:i], fold)
		}
		begin = i + len("%41")
		switch {
		case steps&StepPercent != 0 && fold:
			b = append(b, octet.Lower(c))
		case steps&StepPercent != 0:
			b = append(b, c)
		case steps != 0:
			encoded := octet.Encoded(c)
			b = append(b, encoded[0], encoded[1], encoded[2]) // PERF: copying a string takes longer
		default:
			b = append(b, s[i:begin]...)
		}
	}
	return appendFolded(b, s[begin:], fold)
}

// change decodes the percent-encoding at s[i:] to the octet c. It returns the steps that change the percent-encoding:
// StepPercent replaces it with c (section 6.2.2.2), and StepPercentCase writes its hex digits in upper case (section
// 6.2.2.1).
func (n *Normalizer) change(s string, i int) (c byte, steps Steps) {
	c = octet.At(s, i)
	if tables.Is(c, tables.Unreserved) {
		steps |= StepPercent
	}
	if max(s[i+1], s[i+2]) >= 'a' {
		steps |= StepPercentCase
	}
	return c, steps & n.Steps
}

// appendFolded appends s, in lower case if fold is set.
func appendFolded(b []byte, s string, fold bool) []byte {
	begin := len(b)
	b = append(b, s...)
	if fold {
		octet.ToLower(b[begin:])
	}
	return b
}
