package find

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/tables"
)

// A RedactingWriter writes text to another writer, with the secrets of addresses hidden, as by [AppendRedacted]. It can
// be the output of a log.Logger. Several goroutines may use a RedactingWriter. Use [NewRedactingWriter]: the zero
// RedactingWriter, and a nil *RedactingWriter, discard all text.
type RedactingWriter struct {
	text func() *unfinished // a function, because package fmt does not print what it returns
}

// An unfinished is the text that a RedactingWriter keeps, and its options.
type unfinished struct {
	dst      io.Writer
	redactor uri.Redactor

	mu      sync.Mutex
	token   []byte // the unfinished token, or its end
	shown   int    // the number of bytes of token that have been written; they contain no authority
	drops   bool   // the rest of the token is hidden
	isShown bool   // "xxxxx" has been written for the rest
	out     []byte
	err     error // of the current call
}

// maxToken is the length in bytes of the longest token that a RedactingWriter keeps.
const maxToken = 64 << 10

// longestStart is enough for the scheme, the ":" and the slashes before an authority, with their escapes.
const longestStart = 64

// NewRedactingWriter returns a RedactingWriter that writes to dst. Call Close, or Flush, after the last Write.
func NewRedactingWriter(dst io.Writer, redactor uri.Redactor) *RedactingWriter {
	redactor.QueryKeys = slices.Clone(redactor.QueryKeys)
	w := &unfinished{dst: dst, redactor: redactor}
	return &RedactingWriter{text: func() *unfinished { return w }}
}

// Write writes the text up to the last space or control in p, and keeps the rest, which may be a part of an address. It
// calls Write of the underlying writer about once for each 64 KiB, and sometimes twice for a short p after a long token.
// If a token has more than 64 KiB, it is hidden from the scheme of its first address on.
//
// Write returns len(p): text that it cannot write is lost, and must not be written again. The error is that of the
// underlying writer, or [io.ErrShortWrite]. Later calls try to write their text.
func (w *RedactingWriter) Write(p []byte) (int, error) {
	if w == nil || w.text == nil {
		return len(p), nil
	}
	return len(p), w.text().writeAll(p)
}

// writeAll implements Write.
func (w *unfinished) writeAll(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = nil
	for rest := p; len(rest) > 0; {
		n := min(len(rest), maxToken+1-len(w.token))
		w.write(rest[:n])
		rest = rest[n:]
	}
	return w.err
}

// write writes and keeps a part of a text.
func (w *unfinished) write(p []byte) {
	w.out = w.out[:0]
	if w.drops {
		n := slices.IndexFunc(p, isSpace)
		if n != 0 && !w.isShown {
			w.out = append(w.out, redact.Hidden...)
			w.isShown = true
		}
		if n < 0 {
			w.put()
			return
		}
		w.drops, p = false, p[n:]
	}
	kept := len(w.token)
	w.token = append(w.token, p...)
	whole := len(w.token)
	for whole > kept && !isSpace(w.token[whole-1]) {
		whole--
	}
	if whole > kept {
		w.redact(w.token[:whole])
		w.token, w.shown = append(w.token[:0], w.token[whole:]...), 0
	}
	if len(w.token) > maxToken {
		w.cut()
	}
	w.put()
}

// redact appends text without secrets to w.out. It leaves out the bytes that have been written already.
func (w *unfinished) redact(text []byte) {
	n := len(w.out)
	w.out = AppendRedacted(w.out, text, w.redactor)
	if w.shown > 0 {
		w.out = append(w.out[:n], w.out[n+w.shown:]...)
	}
}

// cut writes the beginning of the token, which is too long. If it has an address, the rest is hidden from the scheme on.
func (w *unfinished) cut() {
	if n, ok := addressStart(w.token); ok {
		w.out = append(append(w.out, w.token[min(w.shown, n):n]...), redact.Hidden...)
		w.token, w.shown, w.drops, w.isShown = w.token[:0], 0, true, true
		return
	}
	w.showToken()
}

// showToken writes the token, which has no address, and keeps its end, where one may begin.
func (w *unfinished) showToken() {
	w.out = append(w.out, w.token[w.shown:]...)
	if n := len(w.token) - longestStart; n > 0 {
		w.token = append(w.token[:0], w.token[n:]...)
	}
	w.shown = len(w.token)
}

// addressStart returns the offset of the scheme of the first address in token.
func addressStart(token []byte) (n int, ok bool) {
	s := newStarts(octet.Text(token))
	x, ok := s.next(0)
	for n = x.colon; n > 0 && tables.Is(token[n-1], tables.SchemeChars); n-- {
	}
	return n, ok
}

// put writes w.out.
func (w *unfinished) put() {
	if len(w.out) == 0 || w.err != nil || w.dst == nil {
		return
	}
	n, err := w.dst.Write(w.out)
	if err == nil && n != len(w.out) {
		err = io.ErrShortWrite
	}
	w.err = err
	if cap(w.out) > 4*maxToken {
		w.out = nil
	}
}

// Flush writes the text that Write has kept. If the text ends in an address, the next Write may continue that address.
// So Flush hides a port at the end of the text, because it may be the start of a password, and later calls of Write
// hide the rest of the token.
func (w *RedactingWriter) Flush() error {
	if w == nil || w.text == nil {
		return nil
	}
	return w.text().finish(false)
}

// Close writes the text that Write has kept, as the end of the stream. It does not close the underlying writer. A Write
// after Close starts another stream.
func (w *RedactingWriter) Close() error {
	if w == nil || w.text == nil {
		return nil
	}
	return w.text().finish(true)
}

// finish implements Flush and Close.
func (w *unfinished) finish(isEnd bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err, w.out = nil, w.out[:0]
	_, ok := addressStart(w.token)
	switch {
	case isEnd:
		w.redact(w.token)
		w.token, w.shown, w.drops, w.isShown = w.token[:0], 0, false, false
	case ok:
		w.redact(append(w.token, '@')) // as if the userinfo ended here
		w.out = []byte(strings.TrimSuffix(string(w.out), "@"))
		w.token, w.shown, w.drops, w.isShown = w.token[:0], 0, true, false
	default:
		w.showToken()
	}
	w.put()
	return w.err
}

// Format implements [fmt.Formatter]. It prints "find.RedactingWriter" for every verb, because w keeps text.
func (w RedactingWriter) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), "find.RedactingWriter")
}
