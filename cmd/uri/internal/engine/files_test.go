package engine

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TestPieces: pieces have whole words, and a word longer than the limit is in several pieces and measured. Each begins
// with the end of the one before.
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
			in := &pieces{names: []string{"-"}, stdin: strings.NewReader(c.text), limit: pieceSize, Files: &Files{JSON: true}}
			if half {
				in.stdin = iotest.HalfReader(in.stdin)
			}
			var p Piece
			var text strings.Builder
			var at []int
			for _, ok := in.fill(&p); ok; _, ok = in.fill(&p) {
				start := p.Offset + int64(p.Context)
				if start != int64(text.Len()) || !strings.HasPrefix(c.text[p.Offset:], string(p.Data)) || p.Context < min(text.Len(), contextSize) {
					t.Fatalf("%.10q: a piece of %d bytes at %d with %d before it, want %d", c.text, len(p.Data), p.Offset, p.Context, text.Len())
				}
				if want := int64(strings.Count(c.text[:start], "\n") + 1); p.line != want {
					t.Errorf("%.10q: line %d at %d, want %d", c.text, p.line, start, want)
				}
				text.Write(p.Data[p.Context:])
				if isCut := text.Len() > 0 && p.Data[len(p.Data)-1] > ' '; text.Len() < len(c.text) && p.Cut != isCut {
					t.Errorf("%.10q: the piece that ends at %d is cut: %t", c.text, text.Len(), p.Cut)
				}
				if p.long > 0 {
					if p.long != int64(len(long)) {
						t.Errorf("%.10q: a long word of %d bytes", c.text, p.long)
					}
					at = append(at, int(p.longAt))
				}
			}
			if text.String() != c.text || !slices.Equal(at, c.at) {
				t.Errorf("%.10q: %d bytes, want %d; long words at %d, want %d", c.text, text.Len(), len(c.text), at, c.at)
			}
		}
	}
}

// TestFilesWorkers: after slow searches, several run at the same time, and the results stay in order.
func TestFilesWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	const count = 4 * slowPieces
	started := make(chan struct{}) // the piece after the slow ones and the next one
	f := Files{AsIs: true, Search: func(dst []byte, p *Piece) []byte {
		offset := p.Offset + int64(p.Context)
		switch number := offset / pieceSize; {
		case number < slowPieces:
			time.Sleep(slowSearch)
		case number == slowPieces:
			select {
			case <-started:
			case <-time.After(time.Minute):
				t.Error("no other worker searches the next piece")
			}
		case number == slowPieces+1:
			close(started)
		}
		if len(p.Data) == p.Context { // the end of the file
			return dst
		}
		p.Found++
		return fmt.Appendln(dst, offset)
	}}
	piece := strings.Repeat("x", pieceSize-1) + " "
	var got, want bytes.Buffer
	if status := f.Run(strings.NewReader(strings.Repeat(piece, count)), &got, io.Discard, "find"); status != ExitValid {
		t.Errorf("status %d", status)
	}
	for n := range count {
		fmt.Fprintln(&want, n*pieceSize)
	}
	if got.String() != want.String() {
		t.Errorf("results at %q, want %q", got.String(), want.String())
	}
}
