package whatwg

import (
	"math/bits"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// The bits of hostBytes. It also has isBackslash.
const (
	notDomain     = 1 << iota // not US-ASCII, or a forbidden domain code point
	notASCII                  // not US-ASCII, or a C0 control
	isUpper                   // an upper-case letter
	isColon                   // ":"
	isAt                      // "@"
	isBracket                 // "[" or "]"
	endsAuthority             // "/", "?" or "#"
)

// The bits of tailBytes.
const (
	endsPath    = 1 << iota // "?" or "#"
	endsQuery               // "#"
	notPath                 // a byte that is percent-encoded in a path, or removed
	notQuery                // the same for a query of a special URL
	notFragment             // the same for a fragment
	isSlash                 // "/" or "\\"
	isDot                   // "." or "%"; a dot segment begins with one of them
	isBackslash             // "\\"
)

// hostBytes maps each byte to its bits in an authority, and tailBytes to its bits in the components after it.
var hostBytes, tailBytes = func() (host, tail [256]uint8) {
	set := func(in bool, bit uint8) uint8 {
		if in {
			return bit
		}
		return 0
	}
	for i := range 256 {
		c := byte(i)
		host[c] = set(c >= 0x80 || hostname.IsForbiddenInDomain(c), notDomain) | set('A' <= c && c <= 'Z', isUpper) |
			set(c < ' ' || c >= 0x80, notASCII) | set(c == ':', isColon) | set(c == '@', isAt) | set(c == '[' || c == ']', isBracket) |
			set(c == '/' || c == '?' || c == '#', endsAuthority) | set(c == '\\', isBackslash)
		tail[c] = set(c == '?' || c == '#', endsPath) | set(c == '#', endsQuery) |
			set(!pathSet.Keeps(c), notPath) | set(!specialQuerySet.Keeps(c), notQuery) | set(!fragmentSet.Keeps(c), notFragment) |
			set(c == '/' || c == '\\', isSlash) | set(c == '.' || c == '%', isDot) | set(c == '\\', isBackslash)
	}
	return host, tail
}()

// scan returns the offset of the first byte of s, from n on, that has a bit of stop, or len(s), and the bits that the
// bytes before it have. dots reports whether the first of them, or one after a "/" or "\", is "." or "%"; it may be true
// because of a byte after them. scan reads eight bytes at a time.
func scan(t *[256]uint8, s string, n int, stop uint8) (end int, seen uint8, dots bool) {
	if len(s) < 8 {
		return scanShort(t, s, n, stop)
	}
	var all, pairs uint64
	before := uint64(isSlash)
	for n < len(s) {
		at := min(n, len(s)-8) // the last step takes the last eight bytes, some of them again
		b := s[at : at+8]
		w := uint64(t[b[0]]) | uint64(t[b[1]])<<8 | uint64(t[b[2]])<<16 | uint64(t[b[3]])<<24 |
			uint64(t[b[4]])<<32 | uint64(t[b[5]])<<40 | uint64(t[b[6]])<<48 | uint64(t[b[7]])<<56
		w >>= 8 * (n - at) & 63
		pairs |= (w<<8 | before) & (w >> 1)
		if out := w & (uint64(stop) * octet.Each); out != 0 {
			size := bits.TrailingZeros64(out) &^ 7
			all |= w & (1<<size - 1)
			n += size / 8
			break
		}
		all |= w
		before = w >> 56
		n = at + 8
	}
	all |= all >> 32
	all |= all >> 16
	return n, uint8(all | all>>8), pairs&(isSlash*octet.Each) != 0
}

// scanShort implements scan byte by byte.
func scanShort(t *[256]uint8, s string, n int, stop uint8) (end int, seen uint8, dots bool) {
	slash := true
	for n < len(s) && t[s[n]]&stop == 0 {
		seen |= t[s[n]]
		dots = dots || slash && t[s[n]]&isDot != 0
		slash = t[s[n]]&isSlash != 0
		n++
	}
	return n, seen, dots
}

// replaceBackslashes replaces "\" in b with "/".
func replaceBackslashes(b []byte) {
	for i := range b {
		if b[i] == '\\' {
			b[i] = '/'
		}
	}
}

// nextDotSegment returns the offset in path, which begins with "/", of the first "/" before a single-dot or double-dot
// URL path segment (section 4.1), the length of the segment with the "/", and the number of its dots. If path has no such
// segment, it returns len(path), 0, 0.
func nextDotSegment(path string) (at, size, dots int) {
	for at < len(path) {
		end := octet.Next(path, at+len("/"), "/")
		if dots := reference.DotsOf(path[at+len("/"):end], true); dots > 0 {
			return at, end - at, dots
		}
		at = end
	}
	return at, 0, 0
}
