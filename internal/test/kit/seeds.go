package kit

import (
	"flag"
	"iter"
)

// Seeds returns the inputs that a fuzz target adds to its corpus: one of 16 while fuzzing, all of them in a long test, and
// one of 4 in another test. The fuzzer runs the whole corpus before it changes an input, and for all conformance cases
// that takes long.
func Seeds[T any](inputs []T) iter.Seq[T] {
	step := Rounds(4, 4, 1)
	if fuzz := flag.Lookup("test.fuzz"); fuzz != nil && fuzz.Value.String() != "" {
		step = 16
	}
	return func(yield func(T) bool) {
		for i := 0; i < len(inputs); i += step {
			if !yield(inputs[i]) {
				return
			}
		}
	}
}
