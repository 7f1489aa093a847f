package hosts

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// ideographicStop is the character of East Asian scripts that is mapped to a dot.
const ideographicStop = "\u3002"

// nextCandidate returns the offset at n or later of a dot that may be in an address, or of a "[" that may begin one, and
// its length. The length is 0 if it finds no candidate.
//
// A kernel finds the candidates of whole blocks. The last block may overlap the one before it.
func (s Set) nextCandidate(text string, n int) (candidate, size int) {
	for len(text) >= simd.Block && n < len(text) {
		block := min(n, len(text)-simd.Block)
		skipped := n - block
		for marks := s.marks(text, block) >> skipped << skipped; marks != 0; marks &= marks - 1 {
			i := block + bits.TrailingZeros64(marks)
			if size = s.candidateAt(text, i); size > 0 {
				return i, size
			}
		}
		n = block + simd.Block
	}
	for ; n < len(text); n++ {
		if size = s.candidateAt(text, n); size > 0 {
			return n, size
		}
	}
	return 0, 0
}

// marks returns the bitmap of the bytes of a block that may begin a candidate.
func (s Set) marks(text string, block int) uint64 {
	if s&(IPs|SCPs) != 0 {
		marks, _ := simd.Stops(text, block, &ipSets)
		return marks
	}
	marks, begins := simd.Stops(text, block, &nameSets)
	return marks & (begins>>1 | 1<<(simd.Block-1)) // a letter follows; unknown for the last byte
}

// candidateAt returns the length of the candidate at i, or 0.
func (s Set) candidateAt(text string, i int) (size int) {
	switch c := text[i]; {
	case c == '.' && i+1 < len(text) && s.beginsLabel(text[i+1]), c == '[' && s&(IPs|SCPs) != 0:
		return 1
	case c == ideographicStop[0] && strings.HasPrefix(text[i:], ideographicStop):
		return len(ideographicStop)
	}
	return 0
}

// beginsLabel reports whether a label that can be the last one of a name or an IPv4 address can begin with c. Every
// top-level domain begins with a letter.
func (s Set) beginsLabel(c byte) bool {
	return tables.Is(c, tables.ALPHA) || c >= utf8.RuneSelf || s&(IPs|SCPs) != 0 && tables.Is(c, tables.DIGIT)
}
