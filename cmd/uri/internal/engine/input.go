package engine

import (
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
	sep := byte('\n')
	if o.nul {
		sep = 0
	}
	return &input{reader: fsm.NewReader(r, sep, o.maxLine)}
}

// fill reads the next batch into b and returns its number. At the end of the input, ok is false.
func (in *input) fill(b *fsm.Batch) (number int, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	number = in.next
	in.next++
	return number, in.reader.Fill(b)
}
