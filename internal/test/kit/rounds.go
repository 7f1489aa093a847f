package kit

import (
	"os"
	"testing"
)

// Rounds returns the number of rounds of a test that repeats itself with other inputs: short in a short test, long if
// the environment variable URI_LONG is not empty, as in CI, and usual otherwise.
func Rounds(short, usual, long int) int {
	switch {
	case testing.Short():
		return short
	case Long():
		return long
	}
	return usual
}

// Long reports whether the environment variable URI_LONG is set, which means all rounds, and the test is not short.
func Long() bool { return !testing.Short() && os.Getenv("URI_LONG") != "" }
