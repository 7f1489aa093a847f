package tables

//go:generate go run ../cmd/gentables -iri -o ziri.go

// This file is about the automaton for IRI-reference (RFC 3987, section 2.2). It reads UTF-8 byte by byte, so that it
// knows shortest forms, surrogates and what else is no character without being told. Every place in which a character
// can stand has states of its own for the rest of it, and there are seven: with 277 states in all, a uint8 is too
// small. A state takes nine bits of a uint16, its mark three more, and a row 64 columns: 64 KiB, of which 35 are in
// use, and a few rows by any one input. A program that reads no IRIs does not have them. Start and Dead are those of
// tables.go, and the states are numbered in the same way, but that some of the runs are text:
//
//	0      1                iriRunLo     iriTextLo       iriAcceptHi  iriTextHi     iriRunHi         iriNumStates
//	| dead | start, ...     |            |               |            |             |                |
//	       |<----------------- accepting --------------->|<-------------- not accepting ------------>|
//	                        |<------------------------- run ----------------------->|
//	                                     |<---------- text ---------->|

// iriStateBits is the number of bits of a state in the table of transitions; the mark is above them.
const iriStateBits = 9

// IRIClass returns the class of b.
func IRIClass(b byte) uint8 { return iriClasses[b] }

// IRINext returns the state that a byte of the given class leads to. What is above the low nine bits of state does not
// count.
func IRINext(state uint16, class uint8) uint16 {
	return iriTransitions[state&511][class&63] & (1<<iriStateBits - 1)
}

// IRIMark returns the mark, one of MarkNone to MarkFragment, that a byte of the given class sets in state: the offset
// behind that byte is to be recorded.
func IRIMark(state uint16, class uint8) uint8 {
	return uint8(iriTransitions[state&511][class&63] >> iriStateBits)
}

// IRIAccepting reports whether an input that ends in state is an IRI-reference.
func IRIAccepting(state uint16) bool { return state-iriAcceptLo < iriAcceptHi-iriAcceptLo }

// IRIIsRun reports whether state loops: every byte with RunBits(b)&IRIRunMask(state) != 0 leads back to it and sets no
// mark. The runs are made of the same sets as those of URIs, and all of them of ASCII.
func IRIIsRun(state uint16) bool { return state-iriRunLo < iriRunHi-iriRunLo }

// IRIIsText reports whether state loops on text: it is a run, and percent-encodings and the characters of ucschar, too,
// lead back to it and set no mark.
func IRIIsText(state uint16) bool { return state-iriTextLo < iriTextHi-iriTextLo }

// IRIRunMask returns the bit of the set of bytes that state loops on; 0 if it is no run state.
func IRIRunMask(state uint16) uint8 { return iriRunMasks[state&511] }

// IRIContextOf returns the context of state, as ContextOf does.
func IRIContextOf(state uint16) Context { return iriContexts[state&511] }

// TextBits returns RunBits(b) for a byte of ASCII but "%", and otherwise the bits of all runs: whether bytes outside
// ASCII are right is for TextNext to say, and "%" depends on what is behind it. It adds TextPlain if b is not "%".
func TextBits(b byte) uint16 { return textBytes[b] }

// TextPlain is the bit of the bytes that do not begin a percent-encoding.
const TextPlain = 1 << 8

// TextNext returns the state that b leads to of a small automaton that reads characters: those of ucschar and, between
// them, any of ASCII. It begins in TextStart and is there again whenever no character is unfinished. Text consists of
// the bytes of a run, of such characters and of percent-encodings, which TextNext knows nothing of.
//
// A state is four times a number below 16. All that a byte can lead to is in one word, to be shifted down by the state;
// so the next state is known two cycles after the one before, and no branch depends on what characters there are.
func TextNext(state uint64, b byte) uint64 { return textRows[b] >> (state & 63) & 0x3c }

// TextStart and TextDead are the states of TextNext that an input begins in and that none leads out of.
const (
	TextStart = 0
	TextDead  = 4 * 14
)

// IsUcschar reports whether r is in ucschar: what an IRI can have besides ASCII (RFC 3987, section 2.2).
func IsUcschar(r rune) bool { return inRanges(ucschar[:], r) }

// IsIprivate reports whether r is in iprivate: the private characters that a query can have (RFC 3987, section 2.2).
func IsIprivate(r rune) bool { return inRanges(iprivate[:], r) }

func inRanges(ranges [][2]rune, r rune) bool {
	for i := range ranges {
		if r <= ranges[i][1] {
			return r >= ranges[i][0]
		}
	}
	return false
}
