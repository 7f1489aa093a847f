package paint

import (
	"bytes"
	"math"
	"testing"
)

// TestManyMarksLinear: a letter may have any number of marks, at linear cost.
func TestManyMarksLinear(t *testing.T) {
	ref := append([]byte("/a"), bytes.Repeat([]byte("\u0301"), 100_000)...)
	text, _ := TextOf(ref).From(0).cellsIn(0, math.MaxInt)
	if len(text) < len(ref) || len(text[1]) > maxGlyph || TextOf(ref).ColumnOf(len(ref), math.MaxInt) != len(text) {
		t.Errorf("%d columns, first cells %.100q", len(text), text[:2])
	}
}
