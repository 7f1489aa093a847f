package engine

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestPieces: pieces have whole words, and a word longer than the limit is in several pieces. The first begins the
// word. Each begins with the end of the one before.
func TestPieces(t *testing.T) {
	long := strings.Repeat("x", 3*pieceSize)
	for _, c := range []struct {
		text string
		at   []int // of the long words
	}{
		{"a b " + long + " c d", []int{4}},
		{long + "\nc", []int{0}},
		{"a " + long, []int{2}},
		{"a " + long + " " + long + "\tb", []int{2, 3 + len(long)}},
		{strings.Repeat("word ", pieceSize), nil},
	} {
		for _, half := range []bool{false, true} {
			in := io.Reader(strings.NewReader(c.text))
			if half {
				in = iotest.HalfReader(in)
			}
			p := Piece{Lines: true}
			var text strings.Builder
			var at []int
			for err, wasCut := error(nil), false; err == nil; wasCut = p.Cut {
				err = p.Next(in, pieceSize)
				start := p.OffsetAt(int64(p.Context))
				if start != int64(text.Len()) || !strings.HasPrefix(c.text[p.Offset:], string(p.Data)) || p.Context < min(text.Len(), contextSize) {
					t.Fatalf("%.10q: a piece of %d bytes at %d with %d before it, want %d", c.text, len(p.Data), p.Offset, p.Context, text.Len())
				}
				if want := int64(strings.Count(c.text[:start], "\n") + 1); p.LineAt(int64(p.Context)) != want {
					t.Errorf("%.10q: line %d at %d, want %d", c.text, p.line+1, start, want)
				}
				text.Write(p.Data[p.Context:])
				if isCut := text.Len() > 0 && p.Data[len(p.Data)-1] > ' '; text.Len() < len(c.text) && p.Cut != isCut {
					t.Errorf("%.10q: the piece that ends at %d is cut: %t", c.text, text.Len(), p.Cut)
				}
				if p.Cut && !wasCut {
					at = append(at, int(start))
				}
			}
			if text.String() != c.text || !slices.Equal(at, c.at) {
				t.Errorf("%.10q: %d bytes, want %d; long words at %d, want %d", c.text, text.Len(), len(c.text), at, c.at)
			}
		}
	}
}

// TestLongWord: a word of many reads is kept once.
func TestLongWord(t *testing.T) {
	p := Piece{}
	in := strings.NewReader(strings.Repeat("x", 8*pieceSize) + " y")
	if err := p.Next(in, MaxWord); err != nil {
		t.Fatal(err)
	}
	if len(p.Data) != 8*pieceSize+1 || cap(p.rest) > pieceSize {
		t.Errorf("a piece of %d bytes, and memory for a rest of %d", len(p.Data), cap(p.rest))
	}
}

func TestUTF16Units(t *testing.T) {
	for _, tt := range []struct {
		text         string
		offset, want int64
	}{
		{"", 0, 0}, {"a", 0, 0}, {"a", 1, 1},
		{"é😀x", 0, 0}, {"é😀x", 2, 1}, {"é😀x", 6, 3}, {"é😀x", 7, 4},
		{"\xff\xf0x", 2, 2}, {"\xf0\x9f\x98x", 3, 3}, {"日本x", 6, 2},
	} {
		p := Piece{UTF16: true, Data: []byte(tt.text)}
		if got := p.OffsetAt(tt.offset); got != tt.want {
			t.Errorf("%q, %d: %d, want %d", tt.text, tt.offset, got, tt.want)
		}
	}
}
