package whatwg

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/tables"
)

// The bits of inRuns. A run is a set of bytes that a component of a normal URL can consist of.
const (
	inHost     = 1 << iota // a domain, with its dots
	inPath                 // a path of a special URL, with its slashes
	inQuery                // a query of a special URL
	inFragment             // a fragment
	isSlash                // "/" or "\\"
	isDot                  // "." or "%"; a dot segment begins with one of them
	inAnyHost              // inHost, with upper-case letters
	inText                 // US-ASCII without tabs, newlines, "?" and "#"
)

// inRuns maps each byte to its bits. The runs are derived from the automaton.
var inRuns = func() (t [256]uint8) {
	for _, run := range []struct {
		bit     uint8
		example string // leads to a state that loops on the run
		more    string // bytes of the run that lead to another state
	}{
		{inHost, `http://"`, "."},
		{inPath, "http://h/!", "/"},
		{inQuery, "http://h/?", ""},
		{inFragment, "http://h/#", ""},
	} {
		state := stateAfter(run.example)
		for c := range 256 {
			next, mark := tables.WHATWG().Step(state, byte(c))
			if next == state && mark == tables.MarkNone || strings.IndexByte(run.more, byte(c)) >= 0 {
				t[c] |= run.bit
			}
		}
	}
	for c := range 256 {
		if t[octet.Lower(byte(c))]&inHost != 0 {
			t[c] |= inAnyHost
		}
		if c < utf8.RuneSelf && strings.IndexByte("\t\n\r?#", byte(c)) < 0 {
			t[c] |= inText
		}
	}
	t['/'] |= isSlash
	t['\\'] |= isSlash
	t['.'] |= isDot
	t['%'] |= isDot
	return t
}()

// span returns the offset of the first byte of s, from n on, that is not in the run, or len(s). It reads eight bytes at
// a time. dots reports whether "." or "%" follows a "/" or "\" in the run; it may be true because of bytes outside the
// run.
func span(s string, n int, run uint8) (end int, dots bool) {
	if len(s) < 8 {
		return spanShort(s, n, run)
	}
	all := uint64(run) * octet.Each
	var pairs, before uint64
	for n < len(s) {
		at := min(n, len(s)-8) // the last step takes the last eight bytes, some of them again
		b := s[at : at+8]
		in := uint64(inRuns[b[0]]) | uint64(inRuns[b[1]])<<8 | uint64(inRuns[b[2]])<<16 | uint64(inRuns[b[3]])<<24 |
			uint64(inRuns[b[4]])<<32 | uint64(inRuns[b[5]])<<40 | uint64(inRuns[b[6]])<<48 | uint64(inRuns[b[7]])<<56
		pairs |= (in<<8 | before) & (in >> 1)
		if out := all &^ in >> (8 * (n - at) & 63); out != 0 {
			return n + bits.TrailingZeros64(out)/8, pairs&(isSlash*octet.Each) != 0
		}
		before = in >> 56
		n = at + 8
	}
	return n, pairs&(isSlash*octet.Each) != 0
}

// spanShort implements span byte by byte.
func spanShort(s string, n int, run uint8) (end int, dots bool) {
	for n < len(s) && inRuns[s[n]]&run != 0 {
		dots = dots || n > 0 && inRuns[s[n-1]]&isSlash != 0 && inRuns[s[n]]&isDot != 0
		n++
	}
	return n, dots
}

// hasDotSegment reports whether a path of a special URL has a single-dot or double-dot URL path segment (section 4.1).
func hasDotSegment(path string) bool {
	for i := range len(path) {
		if inRuns[path[i]]&isDot != 0 && (i == 0 || inRuns[path[i-1]]&isSlash != 0) {
			if rest := path[i:]; dotsOf(rest[:segmentLen(rest)]) != 0 {
				return true
			}
		}
	}
	return false
}

// segmentLen returns the length of the first segment of a path of a special URL.
func segmentLen(path string) int {
	n := 0
	for n < len(path) && path[n] != '/' && path[n] != '\\' {
		n++
	}
	return n
}

// dotsOf returns 1 for a single-dot URL path segment, 2 for a double-dot URL path segment, and 0 for other segments
// (section 4.1).
func dotsOf(segment string) int { return reference.DotsOf(segment, true) }
