package paint

import (
	"bytes"
	"math"
	"testing"
)

// TestManyMarksLinear: a letter may have any number of marks, at linear cost.
func TestManyMarksLinear(t *testing.T) {
	ref := append([]byte("/a"), bytes.Repeat([]byte("\u0301"), 100_000)...)
	start := TextOf(ref).Start(math.MaxInt)
	text := start.text
	if len(text) < len(ref) || len(text[1]) > maxGlyph || TextOf(ref).ColumnOf(len(ref), math.MaxInt) != len(text) {
		t.Errorf("%d columns, first cells %.100q", len(text), text[:2])
	}
}
