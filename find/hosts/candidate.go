package hosts

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// nextCandidate searches a window of bytes for one character, and then for the next one. The windows grow from
// firstWindow to lastWindow bytes, so that it reads little more than the text up to a candidate.
const (
	firstWindow = 1 << 6
	lastWindow  = 1 << 10
)

// ideographicStop is the character of East Asian scripts that is mapped to a dot.
const ideographicStop = "\u3002"

// nextCandidate returns the offset at n or later of a dot that may be in an address, or of a "[" that may begin one, and
// its length. The length is 0 if it finds no candidate.
//
// A kernel finds the candidates of whole blocks; the last one may overlap the one before it. Without the kernel, and if
// text is shorter than a block, the standard library looks for one character after the other.
func (s Set) nextCandidate(text string, n int) (candidate, size int) {
	for simd.Available && n < len(text) && len(text) >= simd.Block {
		block := min(n, len(text)-simd.Block)
		if candidate, size = s.candidateInBlock(text, block, n); size > 0 {
			return candidate, size
		}
		if n = block + simd.Block; n < len(text) {
			n -= len(ideographicStop) - 1 // it may begin in one block and end in the next
		}
	}
	for window := firstWindow; n < len(text); window = min(2*window, lastWindow) {
		part := text[n:min(n+window, len(text))]
		if s&IPs != 0 {
			if i := strings.IndexByte(part, '['); i >= 0 {
				part, size = part[:i], 1
			}
		}
		if i := s.nextDot(text, n, len(part)); i >= 0 {
			part, size = part[:i], 1
		}
		if i := strings.Index(part, ideographicStop); i >= 0 {
			part, size = part[:i], len(ideographicStop)
		}
		if size > 0 {
			return n + len(part), size
		}
		n += len(part)
		if n < len(text) {
			n -= len(ideographicStop) - 1 // it may begin in one window and end in the next
		}
	}
	return 0, 0
}

// nextDot returns the index of the next "." in text[n:n+size] that may be in a name or an IPv4 address, or -1.
func (s Set) nextDot(text string, n, size int) int {
	for i := 0; ; i++ {
		j := strings.IndexByte(text[n+i:n+size], '.')
		if j < 0 {
			return -1
		}
		if i += j; n+i+1 == len(text) {
			return -1
		}
		if s.beginsLabel(text[n+i+1]) {
			return i
		}
	}
}

// candidateInBlock implements nextCandidate for the block that contains n and begins at offset block.
func (s Set) candidateInBlock(text string, block, n int) (candidate, size int) {
	sets := &nameSets
	if s&(IPs|SCPs) != 0 {
		sets = &ipSets
	}
	marks, begins := simd.Stops(text, block, sets)
	if s&(IPs|SCPs) == 0 {
		marks &= begins>>1 | 1<<(simd.Block-1) // a letter follows; unknown for the last byte
	}
	skipped := n - block
	for marks = marks >> skipped << skipped; marks != 0; marks &= marks - 1 {
		i := block + bits.TrailingZeros64(marks)
		switch c := text[i]; {
		case c == '.' && i+1 < len(text) && s.beginsLabel(text[i+1]), c == '[' && s&IPs != 0:
			return i, 1
		case c == ideographicStop[0] && strings.HasPrefix(text[i:], ideographicStop):
			return i, len(ideographicStop)
		}
	}
	return 0, 0
}

// beginsLabel reports whether a label that can be the last one of a name or an IPv4 address can begin with c. Every
// top-level domain begins with a letter.
func (s Set) beginsLabel(c byte) bool {
	return tables.Is(c, tables.ALPHA) || c >= utf8.RuneSelf || s&(IPs|SCPs) != 0 && tables.Is(c, tables.DIGIT)
}
