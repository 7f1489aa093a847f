package find_test

import (
	"testing"
	"unicode/utf16"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/test/kit"
)

func TestUTF16(t *testing.T) {
	for _, tt := range []struct {
		text         string
		offset, want int64
	}{
		{"", 0, 0}, {"", 5, 0}, {"a", -1, 0}, {"a", 1, 1}, {"a", 9, 1},
		{"é😀x", 2, 1}, {"é😀x", 6, 3}, {"é😀x", 7, 4},
		{"é😀x", 1, 0}, {"é😀x", 3, 1}, {"é😀x", 5, 1}, // inside characters
		{"\xff\xf0x", 2, 2}, {"日本x", 6, 2},
	} {
		if got := find.UTF16(tt.text, tt.offset); got != tt.want {
			t.Errorf("%q, %d: %d, want %d", tt.text, tt.offset, got, tt.want)
		}
	}
	random := kit.Random(t)
	for range kit.Rounds(500, 1000, 100000) {
		text := randomText(random, 20)
		for i := range text {
			if got, want := find.UTF16(text, int64(i)), int64(len(utf16.Encode([]rune(text[:i])))); got != want {
				t.Fatalf("%q, %d: %d, want %d", text, i, got, want)
			}
		}
	}
}
