package engine

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TestPieces: pieces have whole words, and a word longer than the limit is counted, and not a part of them.
func TestPieces(t *testing.T) {
	long := strings.Repeat("x", 3*pieceSize)
	for _, c := range []struct{ text, want string }{
		{"a b " + long + " c d", "a b  c d"},
		{long + "\nc", "\nc"},
		{"a " + long, "a "},
		{"a " + long + " " + long + "\tb", "a  \tb"},
	} {
		for _, half := range []bool{false, true} {
			in := &pieces{names: []string{"-"}, stdin: strings.NewReader(c.text), limit: pieceSize, lines: true}
			if half {
				in.stdin = iotest.HalfReader(in.stdin)
			}
			var p Piece
			var text strings.Builder
			at, skipped := int64(0), int64(0)
			for _, ok := in.fill(&p); ok; _, ok = in.fill(&p) {
				if p.Offset != at+p.long || !strings.HasPrefix(c.text[p.Offset:], string(p.Data)) {
					t.Fatalf("%.10q: a piece of %d bytes at %d, want %d", c.text, len(p.Data), p.Offset, at+p.long)
				}
				if want := int64(strings.Count(c.text[:p.Offset], "\n") + 1); p.line != want {
					t.Errorf("%.10q: line %d at %d, want %d", c.text, p.line, p.Offset, want)
				}
				at = p.Offset + int64(len(p.Data))
				skipped += p.long
				text.Write(p.Data)
			}
			if text.String() != c.want || at != int64(len(c.text)) || skipped != int64(len(c.text)-len(c.want)) {
				t.Errorf("%.10q: %.20q, ends at %d, skips %d", c.text, text.String(), at, skipped)
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
		switch number := p.Offset / pieceSize; {
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
		if len(p.Data) == 0 { // the end of the file
			return dst
		}
		p.Found++
		return fmt.Appendln(dst, p.Offset)
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
