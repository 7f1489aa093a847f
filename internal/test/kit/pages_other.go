//go:build !linux

package kit

import (
	"os"
	"testing"
)

// Guarded returns n pages. On Linux, the page before and the page after them cannot be read.
func Guarded(t testing.TB, n int) []byte { return make([]byte, n*os.Getpagesize()) }

// Shared skips the test. On Linux, it returns a page of memory at two addresses.
func Shared(t testing.TB) (one, other []byte) {
	t.Skip("only on Linux")
	return nil, nil
}
