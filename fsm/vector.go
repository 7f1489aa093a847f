//go:build (amd64 || arm64) && !purego

package fsm

import (
	"math/bits"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// block is the number of bytes that simd.Classify reads.
const block = simd.Block

// The fast path scans only inputs that are shorter than maxVector bytes. maxVector is 0 if the kernels of package simd
// are not available.
var maxVector = func() uint64 {
	if simd.Available {
		return MaxLen
	}
	return 0
}()

// scan scans a reference. It ignores the conditions of p on scheme and fragment. It chooses between two scanners:
//
//   - The fast path below splits valid references with a scheme, a host, a port, a path, a query and a fragment, or
//     with some of these. Kernels (package simd) read 64 bytes at a time and compute bitmaps. Arithmetic on the bitmaps
//     finds the delimiters. A table provides the bitmaps of the shortest inputs. The fast path is 2.5 to 5 times as
//     fast as the automaton.
//   - The automaton (walk) can read every input, byte by byte. It reads the references that the fast path declines:
//     those with a userinfo, an IP-literal or a character outside ASCII, those with an "@" in the first segment of a
//     relative path, those with a scheme, an authority or a first segment that does not end in the first 64 bytes, and
//     nearly all invalid inputs. The automaton then starts at the first byte.
//
// Both return the same results for the inputs that the fast path accepts.
func scan(p *rule, input any, r *ranges.Offsets) (n int, ok bool) {
	s, isString := input.(string)
	if !isString {
		s = octet.Text(input.([]byte))
	}
	if uint64(len(s)) >= maxVector {
		return walk(p, s, r)
	}
	var m simd.Bitmaps
	if len(s) >= simd.ShortLen || !simd.ClassifyShort(s, &m) {
		simd.Classify(s, &m)
	}
	schemeEnd, authority, path := 0, 0, 0
	if n := schemes.HTTPLen(s); n != 0 {
		schemeEnd, authority = n-len("://"), n
	} else {
		if i := bits.TrailingZeros64(m.Delims | m.Invalid); i < len(s) && s[i] == ':' {
			if i == 0 || schemes.Len(s) != i {
				return walk(p, s, r)
			}
			schemeEnd, path = i, i+1
		} else if i < len(s) && s[i] == '@' {
			return walk(p, s, r) // a ":" may follow in the same segment
		}
		if path+1 < len(s) && s[path+1] == '/' && s[path] == '/' {
			authority = path + 2
		}
	}
	r.SchemeEnd = uint32(schemeEnd)
	r.Authority = uint32(authority)
	r.Host = uint32(authority)
	end := bits.TrailingZeros64(m.Invalid)
	r.PathEnd = uint32(end)
	r.QueryEnd = uint32(end)
	r.End = uint32(end)
	hostEnd := path
	if authority != 0 {
		ends := m.Delims | m.Invalid
		// If the authority begins after the block, path is at least block. Then the code below or scanRest leaves the
		// reference to the automaton.
		path = authority + bits.TrailingZeros64(ends>>(authority&(block-1)))
		hostEnd = path
		if path < len(s) {
			if s[path] == ':' || s[path] == '@' {
				if path = portEnd(s, path, ends); path == 0 {
					return walk(p, s, r)
				}
			}
		} else if path >= block {
			return walk(p, s, r) // the authority does not end in the block
		}
	}
	r.HostEnd = uint32(hostEnd)
	r.Path = uint32(path)
	if read := m.Invalid ^ (m.Invalid - 1); end < block && (m.Tail|m.Percent)&read == 0 { // read masks the bits up to end
		if end == len(s) || p.form == formURI {
			return end, end == len(s)
		}
	} else if n, ok = scanRest(s, r, &m); ok || n >= 0 && p.form == formURI {
		return n, ok
	}
	return walk(p, s, r) // an IRI-reference may go on where a URI-reference cannot
}

// portEnd returns the end of the port after the ":" at n. It returns 0 if the byte at n is another delimiter, if
// something other than a port follows, or if the port does not end in the block. ends is the bitmap of the bytes that
// can end it.
func portEnd(s string, n int, ends uint64) int {
	if s[n] != ':' {
		return 0
	}
	for n++; n < len(s) && tables.Is(s[n], tables.DIGIT); n++ {
	}
	if n < len(s) && (ends>>n&1 == 0 || s[n] == ':' || s[n] == '@') {
		return 0
	}
	return n
}

// scanRest completes scan for a reference that has a query, a fragment or a percent-encoding in the first block, or is
// longer than a block. It returns -1 to leave the reference to the automaton.
func scanRest(s string, r *ranges.Offsets, m *simd.Bitmaps) (n int, ok bool) {
	n = int(r.End)
	if tail := m.Tail & (m.Invalid&-m.Invalid - 1); tail != 0 && !splitTail(r, s, tail) {
		return -1, false
	}
	if n < block || len(s) == block {
		if n < len(s) || insidePercent(s, n) {
			return -1, false
		}
		return n, true
	}
	if r.Path > block || m.Delims == 0 {
		return -1, false // a scheme, an authority or a first segment that does not end in the block
	}
	switch { // back to the start of a percent-encoding that crosses the end of the block
	case s[block-1] == '%':
		n = block - 1
	case s[block-2] == '%':
		n = block - 2
	}
	n = scanTail(r, s, n)
	return n, n == len(s) && !insidePercent(s, n)
}

// splitTail finds the query and the fragment. tail is the bitmap of "?" and "#" before r.End. It returns false if there
// is a second "#".
func splitTail(r *ranges.Offsets, s string, tail uint64) bool {
	r.PathEnd = uint32(bits.TrailingZeros64(tail))
	for ; tail != 0; tail &= tail - 1 {
		if i := uint32(bits.TrailingZeros64(tail)); s[i] == '#' {
			if r.QueryEnd < r.End {
				return false
			}
			r.QueryEnd = i
		}
	}
	return true
}

// scanTail scans s from offset n, which is in the path, the query or the fragment, and completes r, which holds the
// ranges of the first block. It returns the offset of the first byte that is invalid there, or len(s).
func scanTail(r *ranges.Offsets, s string, n int) int {
	if inPath, inFragment := r.PathEnd == r.End, r.QueryEnd < r.End; !inFragment {
		if inPath {
			n = simd.SpanBlocks(s, n, &simd.Nibbles[simd.RowPathRun])
			r.PathEnd = uint32(n)
		}
		if !inPath || delimits(s, n, '?') {
			n = simd.SpanBlocks(s, n, &simd.Nibbles[simd.RowQueryRun])
		}
		r.QueryEnd = uint32(n)
		if !delimits(s, n, '#') {
			r.End = uint32(n)
			return n
		}
		n++
	}
	n = simd.SpanBlocks(s, n, &simd.Nibbles[simd.RowQueryRun])
	r.End = uint32(n)
	return n
}

// delimits reports whether the byte at n is c and a delimiter. A byte inside a percent-encoding is an error, not a
// delimiter.
func delimits(s string, n int, c byte) bool {
	return n < len(s) && s[n] == c && !insidePercent(s, n)
}

// insidePercent reports whether n is inside a percent-encoding: one or two bytes after its "%". The bytes before n must
// be valid.
func insidePercent(s string, n int) bool {
	return n > 0 && s[n-1] == '%' || n > 1 && s[n-2] == '%'
}
