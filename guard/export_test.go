package guard

import "iter"

// The parts of ReturnTo, and its base and targets.
var (
	CheckOrigin  = checkOrigin
	SharesOrigin = sharesOrigin
	ReturnBase   = returnBase
)

// ReturnTargets yields the targets.
func ReturnTargets() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, test := range returnTargets {
			if !yield(test.target) {
				return
			}
		}
	}
}
