package defang

import (
	"bytes"
	"io"

	"github.com/urispan/uri/internal/octet"
)

// A Writer converts text, for example with its addresses defanged, and writes the result to another writer. It converts
// whole lines, and of a line over 1 MiB whole words.
type Writer struct {
	dst     io.Writer
	convert func(dst []byte, text string) []byte
	line    []byte // the end of a line that is not whole
	out     []byte
}

// NewWriter returns a Writer of what convert makes of the text: Append, AppendUndone or another function that appends the
// result for lines of the text to dst.
func NewWriter(dst io.Writer, convert func(dst []byte, text string) []byte) *Writer {
	return &Writer{dst: dst, convert: convert}
}

// LongestLine is the length in bytes of the longest line, and the longest word, that is converted as a whole.
const LongestLine = 1 << 20

// wordEnds are characters that no address has.
const wordEnds = " \t\"<>"

// Write writes the lines that p ends, and keeps the rest.
func (w *Writer) Write(p []byte) (int, error) {
	n := bytes.LastIndexByte(p, '\n') + 1
	if n > 0 {
		n += len(w.line)
	}
	w.line = append(w.line, p...)
	if n == 0 && len(w.line) > LongestLine {
		if n = bytes.LastIndexAny(w.line, wordEnds) + 1; n == 0 {
			n = len(w.line)
		}
	}
	return len(p), w.write(n)
}

// write writes the first n bytes of the line.
func (w *Writer) write(n int) error {
	if n == 0 {
		return nil
	}
	w.out = w.convert(w.out[:0], octet.Text(w.line[:n]))
	w.line = append(w.line[:0], w.line[n:]...)
	_, err := w.dst.Write(w.out)
	return err
}

// Close writes the text that Write has kept. It does not close the underlying writer.
func (w *Writer) Close() error { return w.write(len(w.line)) }
