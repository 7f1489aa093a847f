package kit

import (
	"iter"
	"slices"
	"unicode"
)

// OneOfEachClass returns the first byte of each class of an automaton of package tables, in order. The automaton does not
// distinguish the bytes of a class: in every state, they lead to the same state and set the same mark.
func OneOfEachClass[S ~uint16, M ~uint8](a interface{ Step(state S, b byte) (S, M) }) (bytes []byte) {
	const states = 1 << 9 // no automaton has more
	same := func(b, c byte) bool {
		for s := range S(states) {
			next, mark := a.Step(s, b)
			otherNext, otherMark := a.Step(s, c)
			if next != otherNext || mark != otherMark {
				return false
			}
		}
		return true
	}
	for i := range 256 {
		if !slices.ContainsFunc(bytes, func(b byte) bool { return same(b, byte(i)) }) {
			bytes = append(bytes, byte(i))
		}
	}
	return bytes
}

// RunesOf returns the characters of a table.
func RunesOf(table *unicode.RangeTable) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		for _, x := range table.R16 {
			for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
				if !yield(r) {
					return
				}
			}
		}
		for _, x := range table.R32 {
			for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
				if !yield(r) {
					return
				}
			}
		}
	}
}
