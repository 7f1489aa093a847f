package engine

import (
	"bytes"
	"io"
	"sync"

	"github.com/urispan/uri/fsm"
)

// An input reads batches of records and numbers them.
type input struct {
	mu     sync.Mutex // held while a batch is read, which may block
	reader *fsm.Reader
	next   int // the number of the next batch
}

// newInput returns an input that reads from r.
func newInput(r io.Reader, o *Options) *input {
	limit := o.MaxLine
	if o.CRLF {
		limit = min(limit+1, maxMaxLine) // for the carriage return
	}
	return &input{reader: fsm.NewReader(r, o.end(), limit)}
}

// trimCR removes the carriage return at the end of a line of input, and cuts the line at limit. The reader's limit must
// be greater.
func trimCR(rec *fsm.Record, limit int) {
	line := bytes.TrimSuffix(rec.Bytes, []byte("\r"))
	if len(line) > limit {
		line, rec.Cut = line[:limit], true
	}
	if n := len(line); n < len(rec.Bytes) {
		scanRecord(rec, line[:n:n])
	}
}

// fill reads the next batch into b and returns its number. At the end of the input, ok is false.
func (in *input) fill(b *fsm.Batch) (number int, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	number = in.next
	in.next++
	return number, in.reader.Fill(b)
}
