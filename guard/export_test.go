package guard

import "iter"

// The parts of ReturnTo, and the bases, targets and origins of tests.
var (
	ReturnBase = returnBase
	Siblings   = siblings
)

// ReturnTargets yields the targets, and those of Returns.
func ReturnTargets() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, test := range returnTargets {
			if !yield(test.target) {
				return
			}
		}
		for _, test := range returnsTargets {
			if !yield(test.target) {
				return
			}
		}
	}
}
