package tables

//go:generate go run ../cmd/gentables -o ziri.go iri

// The automaton for IRI-reference (RFC 3987, section 2.2) reads UTF-8 byte by byte. It refuses overlong forms,
// surrogates and everything else that is not UTF-8. Each of the seven places where a character can occur has its own
// states for the rest of the character, which makes 277 states in all.
//
// An entry of the transitions is a uint16 with nine bits for the state and three for the mark. The tables take 66 KiB
// and use 36 KiB, and any one input uses a few rows. A program that reads no IRIs does not link them.
//
// Start and Dead are those of tables.go. The states are ordered in the same way, with text states among the run states:
//
//	0      1                iriRunLo     iriTextLo       iriAcceptHi  iriTextHi     iriRunHi         iriNumStates
//	| dead | start, ...     |            |               |            |             |                |
//	       |<----------------- accepting --------------->|<-------------- not accepting ------------>|
//	                        |<------------------------- run ----------------------->|
//	                                     |<---------- text ---------->|

// TextBits returns RunBits(b)|TextPlain for a byte of ASCII except "%". Bytes outside ASCII are in all run sets and
// plain: TextNext says whether they are valid. "%" is in all run sets and not plain: the next two bytes say whether it
// is valid.
func TextBits(b byte) uint16 { return textBytes[b] }

// TextNext returns the state that b leads to in a small automaton that reads the characters of ucschar and, between
// them, any ASCII. It begins in TextStart and is in TextStart again after each whole character. It does not check
// percent-encodings.
//
// A state is four times a number below 16. The transitions of all states on a byte are in one word, which is shifted by
// the state. So the next state depends on the last one only by a shift and a mask, and no branch depends on the
// characters.
func TextNext(state uint64, b byte) uint64 { return textRows[b] >> (state & 63) & 0x3c }

// TextNext begins in TextStart. No input leads out of TextDead.
const (
	TextStart = 0
	TextDead  = 4 * 14
)

// inRanges reports whether r is in one of the ranges in list, which are sorted.
func inRanges(list [][2]rune, r rune) bool {
	for i := range list {
		if r <= list[i][1] {
			return r >= list[i][0]
		}
	}
	return false
}
