package simd

import (
	"os"
	"testing"
	"unsafe"

	"github.com/urispan/uri/internal/hostile/input"
)

var findSets = [3][32]uint8{LowNibbles("&"), LowNibbles("%A/."), LowNibbles("\x7f#e1")}

// checkFind compares Find with findPortable. Words that describe only bytes after the input must stay as they were.
func checkFind(t *testing.T, s string) {
	var got, want Found
	for k := range got {
		for i := range got[k] {
			got[k][i] = 0xa5
		}
	}
	want = got
	Find(s, &findSets, &got)
	findPortable(s, &findSets, &want)
	if got != want {
		t.Fatalf("%q:\n%x, want\n%x", s, got, want)
	}
}

func TestFind(t *testing.T) {
	check := func(s string) { checkFind(t, s) }
	eachText(t, check)
	every := make([]byte, 2*FindLen)
	for i := range every {
		every[i] = byte(i + i/251)
	}
	for n := 1; n <= FindLen; n += 1 + n/200 {
		check(string(every[n&31:][:n]))
	}
}

// TestFindGuardPages puts inputs of all lengths next to unreadable pages.
func TestFindGuardPages(t *testing.T) {
	page := os.Getpagesize()
	readable := input.Guarded(t, 2)
	for i := range readable {
		readable[i] = byte(i + i/251)
	}
	for n := 1; n <= 300; n++ {
		for _, start := range []int{0, 2*page - n, page, page - n, page - n/2} {
			checkFind(t, unsafe.String(&readable[start], n))
		}
	}
}
