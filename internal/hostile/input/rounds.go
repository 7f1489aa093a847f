package input

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
	case os.Getenv("URI_LONG") != "":
		return long
	}
	return usual
}
