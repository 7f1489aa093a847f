package kit

import "iter"

// Concatenations returns all concatenations of up to n of the pieces, beginning with the empty string.
func Concatenations(pieces []string, n int) iter.Seq[string] {
	return func(yield func(s string) bool) {
		var build func(s string, left int) bool
		build = func(s string, left int) bool {
			if !yield(s) {
				return false
			}
			for _, piece := range pieces {
				if left > 0 && !build(s+piece, left-1) {
					return false
				}
			}
			return true
		}
		build("", n)
	}
}
