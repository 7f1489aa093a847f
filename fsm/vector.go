//go:build (amd64 || arm64) && !purego

package fsm

import (
	"math/bits"

	"github.com/urispan/uri/tables"
)

//go:generate go run ../cmd/gentables -o zvector.go simd

// This file is the vector road: instructions that look at 32 or 16 bytes at a time (vector_amd64.s, vector_arm64.s)
// make bitmaps of the input, and arithmetic on these splits it. Nearly all references are shorter than one bitmap. In
// what is longer, the first 64 bytes are split so, and the rest is scanned for the ends of path and query.

// block is the number of bytes that classify looks at.
const block = 64

// bitmaps is what classify says of the first block of an input: bit i is about byte i. Only the bits below the lowest
// of dead and, at that place, those of dead itself mean anything.
type bitmaps struct {
	dead   uint64 // in no reference but for brackets; wrong in a percent-encoding; the end of the input, if in the block
	delims uint64 // ":", "/", "?", "#" and "@"

	// These are left alone if there is nothing to say.
	tail    uint64 // "?", "#" and, since they may be right where they are dead, brackets
	percent uint64 // "%"
}

// scan is Scan for a string or a []byte. It splits the references that have nothing but a scheme, a host and a path,
// and leaves to others what they have besides: it is what nearly all references pay for.
func scan(input any, r *Ranges) (n int, ok bool) {
	s, isString := input.(string)
	if !isString {
		s = view(input.([]byte))
	}
	if uint64(len(s))-1 >= maxVector { // the empty one, too: classify wants a byte
		return scanPortable(s, r)
	}
	var m bitmaps
	classify(s, &m)
	ends := m.delims | m.dead
	schemeEnd, authority, path := 0, 0, 0
	if startsHTTPS(s) {
		schemeEnd, authority = len("https"), len(https)
	} else {
		if i := bits.TrailingZeros64(ends); i < len(s) && s[i] == ':' {
			if i == 0 || schemeLen(s) != i {
				return scanMachine(s, r)
			}
			schemeEnd, path = i, i+1
		} else if i < len(s) && s[i] == '@' {
			return scanMachine(s, r) // a ":" may follow in the same segment
		}
		if path+1 < len(s) && s[path+1] == '/' && s[path] == '/' {
			authority = path + 2
		}
	}
	r.schemeEnd = uint32(schemeEnd)
	r.authority = uint32(authority)
	r.host = uint32(authority)
	end := bits.TrailingZeros64(m.dead)
	r.pathEnd = uint32(end)
	r.queryEnd = uint32(end)
	r.end = uint32(end)
	if authority != 0 {
		// An authority that begins behind the block gets a path far behind it, which is refused here or in scanLong.
		path = authority + bits.TrailingZeros64(ends>>(authority&(block-1)))
		if path < len(s) {
			if s[path] == ':' || s[path] == '@' {
				return scanAuthority(s, r, &m)
			}
		} else if path >= block {
			return scanMachine(s, r) // the authority does not end in the block
		}
	}
	r.hostEnd = uint32(path)
	r.path = uint32(path)
	if end < block && m.tail|m.percent == 0 {
		return end, end == len(s) // and if not, r is what dead would leave
	}
	return scanRest(s, r, &m)
}

// scanAuthority goes on where the authority has an "@" or a ":". What is ambiguous or wrong with a second one, a port
// that is none, and an input that dies or a block that ends in the authority are for the machine.
func scanAuthority(s string, r *Ranges, m *bitmaps) (n int, ok bool) {
	authority, end, colon := int(r.authority), int(r.end), 0
	for rest := (m.delims | m.dead) >> authority << authority; ; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		switch {
		case i < end && s[i] == ':' && colon == 0:
			colon = i
			continue
		case i < end && s[i] == '@' && r.host == r.authority:
			r.host, colon = uint32(i)+1, 0
			continue
		case i < end && (s[i] == ':' || s[i] == '@'), i == end && end < len(s):
			return scanMachine(s, r)
		}
		r.path, r.hostEnd = uint32(i), uint32(i)
		if colon != 0 {
			r.hostEnd = uint32(colon)
			if skipRun(s[:i], colon+1, portRun) < i {
				return scanMachine(s, r)
			}
		}
		return scanRest(s, r, m)
	}
}

// scanRest completes r where the reference has a query, a fragment or a percent-encoding, is longer than a block, or is
// dead.
func scanRest(s string, r *Ranges, m *bitmaps) (n int, ok bool) {
	if tail := m.tail & (m.dead&-m.dead - 1); tail != 0 {
		r.splitTail(s, tail)
	}
	n = int(r.end)
	switch {
	case n == block && n < len(s):
		return scanLong(s, r, m)
	case n < len(s) || insidePercent(s, n):
		return dead(s, r)
	}
	return n, true
}

// splitTail finds the query and the fragment, given where "?" and "#" stand in front of r.end.
func (r *Ranges) splitTail(s string, tail uint64) {
	r.pathEnd = uint32(bits.TrailingZeros64(tail))
	for ; tail != 0; tail &= tail - 1 {
		i := uint32(bits.TrailingZeros64(tail))
		switch {
		case s[i] != '#':
			continue
		case r.queryEnd < r.end: // a second one
			r.end = i
			return
		}
		r.queryEnd = i
	}
}

// scanLong scans what is behind the first block, of which nothing is dead.
func scanLong(s string, r *Ranges, m *bitmaps) (n int, ok bool) {
	if r.path > block {
		return scanMachine(s, r) // the authority does not end in the block
	}
	in := tables.Path
	switch {
	case r.queryEnd < r.end:
		in = tables.Fragment
	case r.pathEnd < r.queryEnd:
		in = tables.Query
	}
	n = block
	switch { // a percent-encoding that is not over goes on there
	case s[block-1] == '%':
		n = block - 1
	case s[block-2] == '%':
		n = block - 2
	}
	if m.delims == 0 {
		// The block is a part of the first segment or of a scheme.
		if n = span(s, n, segmentRun); !endsSegment(s, n) {
			return scanMachine(s, r)
		}
	}
	return scanTail(s, n, in, r)
}

// span is spanBytes, by blocks where s is a string that has one.
func span[T string | []byte](s T, n int, run uint8) int {
	text, ok := any(s).(string)
	if !ok || len(s) < block || maxVector == 0 {
		return spanBytes(s, n, run)
	}
	row := rowQueryRun
	switch run {
	case pathRun:
		row = rowPathRun
	case segmentRun:
		row = rowSegmentRun
	case hostRun:
		row = rowHostRun
	}
	return spanBlocks(text, n, &nibbles[row])
}

// TraitsOf returns the traits of s, where Scan set r for s.
func TraitsOf(s string, r *Ranges) Traits {
	if maxVector != 0 {
		if t := glance(s, headLen(s, r), nil); t != unknown {
			return t
		}
	}
	return traitsOf(s, int(r.path))
}

// Plain reports whether s has no traits, where Scan set r for s. It may return false where that is quicker.
func Plain(s string, r *Ranges) bool { return maxVector != 0 && glance(s, headLen(s, r), nil) == 0 }

// headLen returns the number of bytes of s before its path. It is at most len(s), even if r belongs to another input:
// glance looks for upper-case letters in so many bytes.
func headLen(s string, r *Ranges) uint32 { return uint32(min(uint64(r.path), uint64(len(s)))) }

// CopyPlainWeb is Scan and Plain in one for URIs such as most of the web are. If it returns true, s is a URI of the
// scheme http or https, in lower case, whose authority is a host alone, whose path is not empty, and that has none of
// the Traits, and s is copied to dst. Otherwise nothing is written. It returns false if dst is shorter than s, and may
// do so where that is quicker.
func CopyPlainWeb(dst []byte, s string) bool {
	authority := webAuthority(s)
	if authority == 0 || len(s) > block || len(dst) < len(s) || maxVector == 0 {
		return false
	}
	var m bitmaps
	classify(s, &m)
	end := bits.TrailingZeros64(m.dead)
	path := authority + bits.TrailingZeros64((m.delims|m.dead)>>authority)
	inside := m.dead&-m.dead - 1
	tail := m.tail & inside // one "?" or one "#" alone needs no further look
	return end == len(s) && path < end && s[path] == '/' && tail&(tail-1) == 0 && m.percent&inside == 0 &&
		glance(s, uint32(path), &dst[0]) == 0 // path < end: s is longer than "http://"
}
