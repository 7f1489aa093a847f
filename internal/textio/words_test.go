package textio

import (
	"strings"
	"testing"
)

func TestWordsEnd(t *testing.T) {
	long := strings.Repeat("x ", MaxBracketed)
	for _, tt := range []struct {
		data       string
		from, seen int
		brackets   bool
		want       int
	}{
		{"", 0, 0, false, 0},
		{"a", 0, 0, false, 0},
		{"a ", 0, 0, false, 2},
		{"a b", 0, 0, false, 2},
		{"a\x1bb", 0, 0, false, 0},
		{"a b", 1, 2, false, 1},
		{"a <b c ", 0, 0, false, 7},
		{"a <b c ", 0, 0, true, 2},
		{"a b<c d ", 0, 0, true, 2},
		{"a b<c d ", 2, 2, true, 2},
		{"<b c ", 0, 0, true, 0},
		{"a <b> c ", 0, 0, true, 8},
		{"a <b c> d ", 0, 0, true, 10},
		{"a <b c>", 0, 0, true, 2},
		{"a <b c>d<e f ", 0, 0, true, 2}, // the ">" is in the word of the second "<"
		{"a <b c d<e f ", 0, 0, true, 7},
		{"a <b c\n\nd <e f ", 0, 0, true, 10},
		{"a <b\n> c <e f ", 0, 0, true, 9},
		{"a <b\n> c ", 0, 0, true, 2},
		{"a <b\n>c d ", 0, 0, true, 10},
		{"a <" + long, 0, 0, true, 3 + len(long)},
		{"a <" + long[:MaxBracketed], 0, 0, true, 2},
	} {
		if got := WordsEnd([]byte(tt.data), tt.from, tt.seen, tt.brackets); got != tt.want {
			t.Errorf("%.20q from %d, %d, %t: %d, want %d", tt.data, tt.from, tt.seen, tt.brackets, got, tt.want)
		}
	}
}
