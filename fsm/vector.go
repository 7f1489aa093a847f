//go:build (amd64 || arm64) && !purego

package fsm

import (
	"math/bits"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// This file is the vector road. Kernels (package simd) read a block of 64 bytes at a time and compute bitmaps, and
// arithmetic on the bitmaps splits the input. A table gives the bitmaps of the shortest inputs. Most references are
// shorter than one block. In a longer one, the first block is split in this way, and then spans find the ends of path
// and query.

// scan is Scan for a string or a []byte. It splits references that have only a scheme, a host and a path, as most have.
// Other functions handle the other components.
func scan(input any, r *offsets) (n int, ok bool) {
	s, isString := input.(string)
	if !isString {
		s = octet.Text(input.([]byte))
	}
	if uint64(len(s)) >= maxVector {
		return scanPortable(s, r)
	}
	var m simd.Bitmaps
	if len(s) >= simd.ShortLen || !simd.ClassifyShort(s, &m) {
		classify(s, &m)
	}
	schemeEnd, authority, path := 0, 0, 0
	if startsHTTPS(s) {
		schemeEnd, authority = len("https"), len(schemes.HTTPS)
	} else {
		if len(s) >= simd.ShortLen && uint8(m.Dead) != 0 && r.deadInHTTPS(s, m.Dead) {
			return int(r.End), false
		}
		if i := bits.TrailingZeros64(m.Delims | m.Dead); i < len(s) && s[i] == ':' {
			if i == 0 || !schemes.IsLowerHTTP(s[:i]) && schemeLen(s) != i {
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
	r.SchemeEnd = uint32(schemeEnd)
	r.Authority = uint32(authority)
	r.Host = uint32(authority)
	end := bits.TrailingZeros64(m.Dead)
	r.PathEnd = uint32(end)
	r.QueryEnd = uint32(end)
	r.End = uint32(end)
	if authority != 0 {
		ends := m.Delims | m.Dead
		// An authority that begins after the block gets a path far after it, which is rejected here or in scanLong.
		path = authority + bits.TrailingZeros64(ends>>(authority&(block-1)))
		if path < len(s) {
			if s[path] == ':' || s[path] == '@' {
				return scanAuthority(s, r, &m)
			}
		} else if path >= block {
			return scanMachine(s, r) // the authority does not end in the block
		}
	}
	r.HostEnd = uint32(path)
	r.Path = uint32(path)
	if read := m.Dead ^ (m.Dead - 1); end < block && (m.Tail|m.Percent)&read == 0 { // read has the bits up to end
		return end, end == len(s) // if the input dies at end, r already has the ranges that dead would set
	}
	return scanRest(s, r, &m)
}

// deadInHTTPS reports whether s begins like "https://" but dies before the end of it, and in that case sets r. dead is
// the bitmap of the dead bytes. It has no branch that depends on the place where s dies, because a processor cannot
// predict such a branch.
func (r *offsets) deadInHTTPS(s string, dead uint64) bool {
	n, schemeEnd, path := bits.TrailingZeros64(dead), 0, 0
	if n > len("https") {
		schemeEnd, path = len("https"), len("https:")
	}
	r.SchemeEnd, r.Authority, r.Host, r.HostEnd = uint32(schemeEnd), 0, 0, uint32(path)
	r.Path, r.PathEnd, r.QueryEnd, r.End = uint32(path), uint32(n), uint32(n), uint32(n)
	return bits.TrailingZeros64(octet.Word(s, 0)^httpsWord)/8 == n
}

// httpsWord is "https://" as a word of package octet.
var httpsWord = octet.Word(schemes.HTTPS, 0)

// scanAuthority continues scan for an authority with an "@", a ":" or an IPv6 address. The machine scans the input if
// the authority has a second ":" or "@" that is ambiguous or wrong, has a userinfo and a bad port, does not end in the
// block, or if the input dies in it.
func scanAuthority(s string, r *offsets, m *simd.Bitmaps) (n int, ok bool) {
	authority, end, colon := int(r.Authority), int(r.End), 0
	for rest := (m.Delims | m.Dead) >> authority << authority; ; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		switch {
		case i < end && s[i] == ':' && colon == 0:
			colon = i
			continue
		case i < end && s[i] == '@' && r.Host == r.Authority:
			r.Host, colon = uint32(i)+1, 0
			continue
		case i == end && end < len(s) && s[i] == '[' && i == int(r.Host):
			return scanLiteral(s, r, m)
		case i < end && (s[i] == ':' || s[i] == '@'), i == end && end < len(s):
			return scanMachine(s, r)
		}
		r.Path, r.HostEnd = uint32(i), uint32(i)
		if colon != 0 {
			r.HostEnd = uint32(colon)
			if skipRun(s[:i], colon+1, portRun) < i {
				if r.Host != r.Authority {
					return scanMachine(s, r)
				}
				r.PathEnd, r.QueryEnd, r.End = uint32(i), uint32(i), uint32(i)
				r.setContext(onlyUserinfo)
				return i, false
			}
		}
		return scanRest(s, r, m)
	}
}

// onlyUserinfo is the context in an authority after a ":" and bytes that are not a port. Such bytes can only be part of
// a userinfo.
var onlyUserinfo = func() tables.Context {
	_, state := walk("//h:p", new(marks))
	return tables.ContextOf(state)
}()

// scanRest completes r for a reference that has a query, a fragment or a percent-encoding, is longer than a block, or
// is dead.
func scanRest(s string, r *offsets, m *simd.Bitmaps) (n int, ok bool) {
	if tail := m.Tail & (m.Dead&-m.Dead - 1); tail != 0 {
		r.splitTail(s, tail)
	}
	n = int(r.End)
	switch {
	case n < len(s) && s[n] == '[' && r.Host == r.End && r.Authority != 0:
		return scanLiteral(s, r, m)
	case n == block && n < len(s):
		return scanLong(s, r, m)
	case n < len(s) || insidePercent(s, n):
		return dead(s, r)
	}
	return n, true
}

// splitTail finds the query and the fragment. tail is the bitmap of "?", "#" and brackets before r.End.
func (r *offsets) splitTail(s string, tail uint64) {
	r.PathEnd = uint32(bits.TrailingZeros64(tail))
	for ; tail != 0; tail &= tail - 1 {
		i := uint32(bits.TrailingZeros64(tail))
		switch {
		case s[i] != '#':
			continue
		case r.QueryEnd < r.End: // a second "#"
			r.End = i
			return
		}
		r.QueryEnd = i
	}
}

// scanLong scans past the first block, which is known to be valid.
func scanLong(s string, r *offsets, m *simd.Bitmaps) (n int, ok bool) {
	if r.Path > block {
		return scanMachine(s, r) // the authority does not end in the block
	}
	in := tables.Path
	switch {
	case r.QueryEnd < r.End:
		in = tables.Fragment
	case r.PathEnd < r.QueryEnd:
		in = tables.Query
	}
	n = block
	switch { // go back to the start of a percent-encoding that crosses the border
	case s[block-1] == '%':
		n = block - 1
	case s[block-2] == '%':
		n = block - 2
	}
	if m.Delims == 0 {
		// The whole block is part of the first segment or of a scheme.
		if n = span(s, n, segmentRun); !endsSegment(s, n) {
			return scanMachine(s, r)
		}
	}
	return scanTail(s, n, in, r)
}

// scanOrigin is ScanOrigin for a string or a []byte. Inputs longer than a block take the portable road, whose spans
// also read blocks.
func scanOrigin(input any, r *offsets) (n int, ok bool) {
	s, isString := input.(string)
	if !isString {
		s = octet.Text(input.([]byte))
	}
	if uint64(len(s))-1 >= min(block, maxVector) || s[0] != '/' {
		return scanOriginPortable(s, r)
	}
	var m simd.Bitmaps
	classify(s, &m)
	end := bits.TrailingZeros64(m.Dead)
	pathEnd := end
	if m.Tail != 0 {
		pathEnd, end = splitOrigin(s, end, m.Tail)
	}
	*r = offsets{PathEnd: uint32(pathEnd), QueryEnd: uint32(end), End: uint32(end)}
	return end, end == len(s) && (m.Percent == 0 || !insidePercent(s, end))
}

// splitOrigin returns the ends of the path and of the whole. end is the offset of the first dead byte. A "#" before it
// is dead as well, because an origin-form has no fragment. tail is the bitmap of "?", "#" and brackets.
func splitOrigin(s string, end int, tail uint64) (pathEnd, _ int) {
	pathEnd = end
	for tail &= 1<<end - 1; tail != 0; tail &= tail - 1 {
		i := bits.TrailingZeros64(tail)
		if s[i] == '#' {
			return min(pathEnd, i), i
		}
		pathEnd = min(pathEnd, i)
	}
	return pathEnd, end
}
