package simd

import (
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/octet"
)

// checkLabelEnds compares the kernel with labelEndsPortable. The bytes around s are legal in names.
func checkLabelEnds(t *testing.T, s string) {
	t.Helper()
	if got, want := LabelEnds(s), labelEndsPortable(s); got != want {
		t.Fatalf("%q: %#x, want %#x", s, got, want)
	}
}

// TestLabelEnds has each byte at each place of names of each length, and two special bytes at any two places. The names
// are at both ends of memory that can be read, and across the end of a page, between bytes of other names.
func TestLabelEnds(t *testing.T) {
	if !Available {
		t.Skip("there are no kernels")
	}
	memory := input.Guarded(t, 2)
	for i := range memory {
		memory[i] = "a-.b"[i%4]
	}
	step := 1
	if testing.Short() {
		step = 3
	}
	for n := 1; n < 64; n += step {
		for _, begin := range []int{0, os.Getpagesize() - 1 - n/2, len(memory) - n} {
			around := string(memory)
			name := memory[begin : begin+n]
			s := octet.Text(name)
			copy(name, strings.Repeat("a", n))
			for i := range name {
				for c := range 256 {
					name[i] = byte(c)
					checkLabelEnds(t, s)
				}
				for j := range i {
					for _, pair := range []string{"..", ".-", "-.", "--", "9.", ".Z"} {
						name[j], name[i] = pair[0], pair[1]
						checkLabelEnds(t, s)
					}
					name[j] = 'a'
				}
				name[i] = 'a'
			}
			copy(memory, around)
		}
	}
}

func FuzzLabelEnds(f *testing.F) {
	f.Add("www.example.com")
	f.Fuzz(func(t *testing.T, s string) {
		if s != "" && len(s) < 64 {
			checkLabelEnds(t, s)
		}
	})
}
