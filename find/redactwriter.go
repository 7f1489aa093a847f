package find

import (
	"bytes"
	"io"
	"slices"
	"sync"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
)

// A RedactingWriter writes text to another writer, with the secrets of addresses hidden, as by [AppendRedacted]. It can
// be the output of a log.Logger. Several goroutines may use a RedactingWriter. Use [NewRedactingWriter]: the zero
// RedactingWriter, and a nil *RedactingWriter, discard all text.
type RedactingWriter struct {
	text func() *unfinished // a function, because package fmt does not call it and so prints no secret
}

// An unfinished is the text that a RedactingWriter keeps, and its options.
type unfinished struct {
	dst   io.Writer
	rules redact.Rules

	mu    sync.Mutex
	line  []byte // the end of a line that is not whole
	shown int    // the number of bytes of line that have been written
	limit int    // of the length of line, before a part of it is written
	least int    // the length of line for the next Flush
	out   []byte
	err   error // of the current call
}

// maxLine is the length in bytes of the longest line that a RedactingWriter writes as a whole.
const maxLine = 64 << 10

// maxFlush is the length in bytes of the longest line that each Flush reads.
const maxFlush = 2 << 10

// NewRedactingWriter returns a RedactingWriter that writes to dst. Call Close, or Flush, after the last Write.
func NewRedactingWriter(dst io.Writer, redactor uri.Redactor) *RedactingWriter {
	redactor.QueryKeys = slices.Clone(redactor.QueryKeys)
	w := &unfinished{dst: dst, rules: redact.Options(redactor).Rules(), limit: maxLine}
	return &RedactingWriter{text: func() *unfinished { return w }}
}

// Write writes the lines that p ends, and keeps the rest, which may be a part of an address. Of a line over 64 KiB it
// writes the part that is in no secret, whatever comes next: it keeps three words and 1 KiB, however long the words are,
// and the words before that have secrets up to there without a word between them. A host that a message in that part
// repeats, as in getaddrinfo ENOTFOUND S@h S@h:80, is shown after it. Write calls Write of the underlying writer about once
// for each 64 KiB.
//
// Write returns len(p): text that it cannot write is lost, and must not be written again. The error is that of the
// underlying writer, or [io.ErrShortWrite]. Later calls try to write their text.
func (w *RedactingWriter) Write(p []byte) (int, error) {
	return len(p), w.state().writeAll(p)
}

// state returns the state of w. A nil or zero RedactingWriter writes nowhere.
func (w *RedactingWriter) state() *unfinished {
	if w == nil || w.text == nil {
		return new(unfinished)
	}
	return w.text()
}

// writeAll implements Write.
func (w *unfinished) writeAll(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = nil
	for part := range slices.Chunk(p, maxLine) {
		w.line = append(w.line, part...)
		if n := bytes.LastIndexByte(part, '\n') + 1; n > 0 {
			n += len(w.line) - len(part)
			w.write(n, n)
			w.line, w.shown, w.limit, w.least = append(w.line[:0], w.line[w.shown:]...), 0, maxLine, 0
		}
		if len(w.line) > w.limit {
			w.settle(false)
		}
	}
	return w.err
}

// settle writes the part of the line that is in no secret, whatever comes next.
func (w *unfinished) settle(flush bool) {
	w.write(len(w.line), w.rules.Settled(octet.Text(w.line), w.shown, flush))
	w.limit = max(maxLine, 2*len(w.line)) // so that each byte is read a few times only
	if w.least = 0; len(w.line) > maxFlush {
		w.least = 2 * len(w.line)
	}
}

// write writes the line up to end, and keeps the text before end that the rest may depend on. The line has been read up to
// known.
func (w *unfinished) write(known, end int) {
	if end <= w.shown {
		return
	}
	w.out = w.rules.Append(w.out[:0], octet.Text(w.line[:known]), w.shown, end)
	w.shown = min(end, redact.LookBack)
	w.line = append(w.line[:0], w.line[end-w.shown:]...)
	n, err := len(w.out), error(nil)
	if w.err == nil && w.dst != nil {
		n, err = w.dst.Write(w.out)
	}
	if err == nil && n != len(w.out) {
		err = io.ErrShortWrite
	}
	if w.err == nil {
		w.err = err
	}
	if cap(w.out) > 4*maxLine {
		w.out = nil
	}
}

// Flush writes the text that Write has kept, such as the prompt "Password: ", up to the last words that may be a part
// of a secret. Later calls write the rest. Of a line over 64 KiB, Flush writes no more than Write did. If a Flush keeps more
// than 2 KiB of a line, the next ones write nothing until the line is twice as long.
//
// Text that has been written is not read again: if a password has an address in it, such as x ws://joe:y, a Flush before
// that address may hide less of the password. A Flush before the end of
// parse "redis://joe:S S": invalid port ":S S" after host, where S has a space, may show the first S. A host that a message
// repeats after the Flush is shown.
func (w *RedactingWriter) Flush() error {
	return w.state().finish(false)
}

// Close writes the text that Write has kept, as the end of the stream. It does not close the underlying writer. A Write
// after Close starts another stream.
func (w *RedactingWriter) Close() error {
	return w.state().finish(true)
}

// finish implements Flush and Close.
func (w *unfinished) finish(isEnd bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = nil
	if !isEnd {
		if n := len(w.line); w.least <= n && n <= maxLine {
			w.settle(true)
		}
		return w.err
	}
	w.write(len(w.line), len(w.line))
	w.line, w.shown, w.limit, w.least = w.line[:0], 0, maxLine, 0
	return w.err
}
