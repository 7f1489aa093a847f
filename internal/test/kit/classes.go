package kit

import "slices"

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
