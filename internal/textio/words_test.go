package textio

import (
	"github.com/urispan/uri/internal/test/kit"
	"strings"
	"testing"
)

func TestWordsEnd(t *testing.T) {
	long := strings.Repeat("x ", MaxBracketed)
	type row struct {
		data       string
		from, seen int
		brackets   bool
		want       int
	}

	for _, tt := range append(kit.Cases[row]("words.txt", "TestWordsEnd"), []row{
		{"a <" + long, 0, 0, true, 3 + len(long)},
		{"a <" + long[:MaxBracketed], 0, 0, true, 2},
	}...) {
		if got := WordsEnd([]byte(tt.data), tt.from, tt.seen, tt.brackets); got != tt.want {
			t.Errorf("%.20q from %d, %d, %t: %d, want %d", tt.data, tt.from, tt.seen, tt.brackets, got, tt.want)
		}
	}
}
