package engine

import "testing"

func TestUTF16Units(t *testing.T) {
	for _, tt := range []struct {
		text         string
		offset, want int64
	}{
		{"", 0, 0}, {"", 5, 0}, {"a", -1, 0}, {"a", 1, 1}, {"a", 9, 1},
		{"é😀x", 2, 1}, {"é😀x", 6, 3}, {"é😀x", 7, 4},
		{"é😀x", 1, 0}, {"é😀x", 3, 1}, {"é😀x", 5, 1}, // inside characters
		{"\xff\xf0x", 2, 2}, {"日本x", 6, 2},
	} {
		if got := utf16Units(tt.text, tt.offset); got != tt.want {
			t.Errorf("%q, %d: %d, want %d", tt.text, tt.offset, got, tt.want)
		}
	}
}
