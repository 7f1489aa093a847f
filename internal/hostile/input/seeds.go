package input

import (
	"flag"
	"iter"
)

// Seeds returns the inputs that a fuzz target adds to its corpus: in a test all of them, and one of 16 while fuzzing.
// The fuzzer runs the whole corpus before it changes an input. For all conformance cases that takes longer than .ci/run
// fuzzes, and a test has run them before.
func Seeds[T any](inputs []T) iter.Seq[T] {
	step := 1
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
