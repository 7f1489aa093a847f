package fsm

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"math"
	"slices"
)

// This file is for many references in a row. What they are in is cut into records: stretches of bytes that end with a
// separator, a newline say, which the last one may lack. An empty record is the empty reference.

// A Record is one record of a buffer or a stream, and what Scan says of it.
type Record struct {
	Bytes  []byte // without its separator; if Cut, the first bytes of the record, as many as the limit
	Number int64  // counted from 1
	Offset int64  // of its first byte, from the start of the buffer or the stream

	// Cut: the record was longer than the limit. It is not OK then, though its first bytes alone may be.
	Cut bool

	OK     bool   // Bytes is a URI-reference
	N      int    // the n of Scan: if not OK, the offset in Bytes at which the record dies, len(Bytes) if of Cut alone
	Ranges Ranges // of Bytes, if OK; otherwise what Explain asks for, unless it dies of Cut alone
}

// Records returns an iterator over the records of buf, which are separated by the byte sep. An empty buffer has none.
// buf is not changed, and the Bytes of a record are in it. The Record itself is valid until the next step only.
//
//	for rec := range fsm.Records(buf, '\n') {
//		if lo, hi, ok := rec.Ranges.Host(); rec.OK && ok {
//			hosts.Write(rec.Bytes[lo:hi])
//		}
//	}
//
// Such a loop allocates nothing.
func Records(buf []byte, sep byte) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		b := Batch{data: buf, sep: sep, limit: math.MaxInt}
		for b.next() && yield(&b.rec) {
		}
	}
}

// A Batch is a stretch of a stream that holds whole records, in memory of its own. Its zero value is ready for
// Reader.Fill. A Batch is for one goroutine at a time; two of the same Reader are independent of each other.
type Batch struct {
	data   []byte
	pos    int   // where the next record begins in data
	offset int64 // where data begins in the stream
	sep    byte
	limit  int
	rec    Record
}

// Records returns an iterator over the records of b that were not iterated over yet. A Record and its Bytes are valid
// until the next step. Offsets are those in the stream, but numbers count from the start of the batch: how many records
// are before it is known only to those who went through them. A loop over it allocates nothing.
func (b *Batch) Records() iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		for b.next() && yield(&b.rec) {
		}
	}
}

// next sets b.rec to the next record, if there is one.
func (b *Batch) next() bool {
	if b.pos == len(b.data) {
		return false
	}
	rest := b.data[b.pos:]
	rec := &b.rec
	rec.Number++
	rec.Offset = b.offset + int64(b.pos)
	n := bytes.IndexByte(rest, b.sep)
	if n < 0 {
		n = len(rest)
	}
	b.pos = min(b.pos+n+1, len(b.data))
	rec.Cut = n > b.limit
	n = min(n, b.limit)
	rec.Bytes = rest[:n:n] // who appends to it is not to write into the next
	rec.N, rec.OK = Scan(rec.Bytes, &rec.Ranges)
	rec.OK = rec.OK && !rec.Cut
	return true
}

// A Reader reads records from a stream. It needs memory for the longest record, up to a limit and twice while that
// grows, and two times 64 KiB or so. It waits for no more of the stream than what the next record needs. A Reader is
// for one goroutine at a time, but see Fill.
type Reader struct {
	src      io.Reader
	sep      byte
	limit    int
	err      error  // of src; nothing is read after it
	rest     []byte // what was read of the record behind the last batch
	offset   int64  // where rest begins in the stream
	skipping bool   // what comes, up to the next separator, belongs to a record that was cut
	batch    Batch  // for Records
}

// defaultLimit is the length in bytes of the longest record that a Reader takes whole if it is not told another.
const defaultLimit = 1 << 20

// NewReader returns a Reader of the records of src, which are separated by the byte sep. A record of more than limit
// bytes is cut: its first bytes, as many as the limit, are kept, and the rest of it is skipped. A limit of 0 or less
// stands for 1 MiB.
func NewReader(src io.Reader, sep byte, limit int) *Reader {
	if limit <= 0 {
		limit = defaultLimit
	}
	return &Reader{src: src, sep: sep, limit: limit}
}

// Records returns an iterator over the records that were not read yet, so a loop over it may be left and taken up again
// by another. A Record and its Bytes are valid until the next step. A loop ends with the stream, or where reading
// fails: Err tells. What stands there of an unfinished record before a failure is no record, unless it was cut already.
//
// A loop allocates nothing but, in the first steps or for a record that is longer than all before, memory to read into.
func (r *Reader) Records() iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		for r.next() && yield(&r.batch.rec) {
		}
	}
}

// next steps to the next record, which may be in the next batch.
func (r *Reader) next() bool {
	for !r.batch.next() {
		number := r.batch.rec.Number
		ok := r.Fill(&r.batch)
		r.batch.rec.Number = number
		if !ok {
			return false
		}
	}
	return true
}

// Err returns the error that ended reading, nil if it was the end of the stream. It is bufio.ErrBadReadCount if a Read
// returned a negative count, or one that is larger than its buffer.
func (r *Reader) Err() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// Fill is for those who want to scan on several goroutines: it sets b to the records that come next, at least one,
// without scanning them. It returns false where a loop over Records would end. Calls of Fill must not overlap, but
// while one waits for the stream, other goroutines may go through the batches that were filled before. A program uses
// either Fill or Records of a Reader, not both.
//
// The memory of b is used again. Fill returns as soon as a Read has brought the end of a record, and reads up to 64 KiB
// at once.
func (r *Reader) Fill(b *Batch) bool {
	r.begin(b)
	end := 0 // of the last whole record in b.data
	for end == 0 {
		switch {
		case len(b.data) > r.limit:
			r.skipping = true
			end = len(b.data)
		case r.err == io.EOF && len(b.data) > 0:
			end = len(b.data)
		case r.err != nil:
			b.data = b.data[:0]
			return false
		default:
			end = r.read(b)
		}
	}
	r.rest = append(r.rest[:0], b.data[end:]...)
	r.offset = b.offset + int64(end)
	b.data = b.data[:end]
	return true
}

// The sizes in bytes of a new batch, and of the least room for a read. One that is smaller than the system's page cache
// gives at once costs calls, one that is larger than a second-level cache costs waiting for memory.
const (
	batchSize = 64 << 10
	readSize  = 4 << 10
)

// begin sets b to the unfinished record behind the batch before.
func (r *Reader) begin(b *Batch) {
	if cap(b.data) < batchSize {
		b.data = make([]byte, 0, batchSize)
	}
	*b = Batch{data: append(b.data[:0], r.rest...), offset: r.offset, sep: r.sep, limit: r.limit}
}

// read appends to b what one Read gives, and returns the end of the last separator in it, 0 if there is none.
func (r *Reader) read(b *Batch) (end int) {
	b.data = slices.Grow(b.data, readSize)
	had := len(b.data)
	b.data = b.data[:had+r.readOnce(b.data[had:min(cap(b.data), had+batchSize)])]
	if r.skipping {
		r.skip(b)
	}
	if i := bytes.LastIndexByte(b.data[had:], r.sep); i >= 0 {
		return had + i + 1
	}
	return 0
}

// readOnce calls Read until it returns bytes or an error, and returns the number of bytes. It keeps the error until
// these bytes are used up. A count that Read cannot have read is an error: there are other bytes in its place.
func (r *Reader) readOnce(p []byte) (n int) {
	for range 100 {
		n, r.err = r.src.Read(p)
		if n < 0 || n > len(p) {
			r.err = bufio.ErrBadReadCount
			return 0
		}
		if n != 0 || r.err != nil {
			return n
		}
	}
	r.err = io.ErrNoProgress
	return 0
}

// skip drops what belongs to a record that was cut. There is nothing else in b before it.
func (r *Reader) skip(b *Batch) {
	n := bytes.IndexByte(b.data, r.sep) + 1
	r.skipping = n == 0
	if r.skipping {
		n = len(b.data)
	}
	b.offset += int64(n)
	b.data = append(b.data[:0], b.data[n:]...)
}
