package fsm

import (
	"bytes"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/urispan/uri/internal/textio"
)

// A Record is one record of a buffer or a stream, with the results of Scan. A buffer or a stream consists of records:
// byte sequences that end with a separator, such as a newline. The last record may lack the separator. An empty record
// is the empty reference.
type Record struct {
	Bytes  []byte // without the separator; if Cut, the first limit bytes of the record
	Number int64  // the number of the record; the first is 1
	Offset int64  // the offset of the first byte in the buffer or the stream

	// Cut reports whether the record is longer than the limit of its Reader: see NewReader. Then OK is false, even if
	// Bytes is a URI-reference.
	Cut bool

	OK     bool   // Bytes is a URI-reference
	N      int    // the n that Scan returned for Bytes
	Ranges Ranges // the ranges that Scan set for Bytes
}

// Records returns an iterator over the records of buf, which the byte sep separates. An empty buffer has no records.
// The Bytes of a Record are a slice of buf. The Record itself is valid only until the next step of the iteration.
// Records does not change buf. It may read up to 4 KiB ahead, so the caller must not change later records.
//
//	for rec := range fsm.Records(buf, '\n') {
//		if lo, hi, ok := rec.Ranges.Host(); rec.OK && ok {
//			hosts.Write(rec.Bytes[lo:hi])
//		}
//	}
//
// The loop does not allocate. If the separator cannot occur in a reference, it scans many records of the usual forms in
// one step. That is faster than a call of Scan for each record.
func Records(buf []byte, sep byte) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		b := Batch{data: buf, sep: sep, limit: math.MaxInt}
		for b.next() && yield(&b.rec) {
		}
	}
}

// A Batch is a part of a stream that consists of whole records, in memory of its own. The zero value is ready for use
// by Reader.Fill. A Batch may be used by one goroutine at a time. Different batches of the same Reader are independent.
type Batch struct {
	data   []byte
	pos    int   // of the next record in data
	offset int64 // of data in the stream
	sep    byte
	limit  int
	rec    Record
	chunk  chunk
}

// Records returns an iterator over the records of b that have not been read yet. A Record and its Bytes are valid only
// until the next step, and the caller must not change later records. Offsets are relative to the stream.
// Numbers start at 1 in each batch, because the number of records in earlier batches is not known. The loop does not
// allocate.
func (b *Batch) Records() iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		for b.next() && yield(&b.rec) {
		}
	}
}

// nextAlone scans the next record by itself. next calls it for records that are not in a chunk or have an unusual form.
func (b *Batch) nextAlone() bool {
	if b.pos == len(b.data) {
		return false
	}
	if b.nextChunk() {
		return b.next()
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
	rec.Bytes = rest[:n:n] // capped, so that an append cannot overwrite the next record
	rec.N, rec.OK = Scan(rec.Bytes, &rec.Ranges)
	rec.OK = rec.OK && !rec.Cut
	return true
}

// A Reader reads records from a stream. It calls Read only if it has no whole record in memory. A Reader may be used by
// one goroutine at a time, but see Fill. Use [NewReader]: the zero value has no stream to read.
//
// A Reader uses memory for the longest record, up to the limit, plus about 256 KiB. While this memory grows, the Reader
// uses about twice this amount.
type Reader struct {
	src      io.Reader
	sep      byte
	limit    int
	err      error  // from src; the Reader does not read after an error
	rest     []byte // the unfinished record after the last batch
	offset   int64  // of rest in the stream
	skipping bool   // the input up to the next separator belongs to a record that was cut
	batch    Batch  // for Records
}

// defaultLimit is the limit of a Reader in bytes if the caller gives none.
const defaultLimit = 1 << 20

// NewReader returns a Reader of the records of src, which the byte sep separates. The Reader cuts a record that has
// more than limit bytes: it keeps the first limit bytes and skips the rest. A limit of 0 or less means 1 MiB.
func NewReader(src io.Reader, sep byte, limit int) *Reader {
	if limit <= 0 {
		limit = defaultLimit
	}
	return &Reader{src: src, sep: sep, limit: limit}
}

// Records returns an iterator over the records that have not been read yet. After a break, another loop continues with
// the next record. A Record and its Bytes are valid only until the next step.
//
// The loop ends at the end of the stream or at an error, which Err returns. An unfinished record before an error is
// dropped, unless it was already longer than the limit.
//
// In its first steps, the loop allocates the memory that it reads into. Later it allocates only for a record longer
// than all before it.
func (r *Reader) Records() iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		for r.next() && yield(&r.batch.rec) {
		}
	}
}

// next advances to the next record, which may be in the next batch.
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

// Err returns the error that ended reading, or nil at the end of the stream. It is bufio.ErrBadReadCount if a Read
// returned a count that is negative or larger than its buffer.
func (r *Reader) Err() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// Fill reads at least one record into b. It returns false when a loop over Records would end. Fill does not scan the
// records, so that several goroutines can scan them.
//
// Calls of Fill must not overlap. While one call waits for the stream, other goroutines may read the batches that were
// filled before. A program uses either Fill or Records of a Reader, not both.
//
// Fill reuses the memory of b. It returns as soon as it has read the end of a record, or more bytes of it than the
// limit. Each Read is called with a buffer of at most 128 KiB.
func (r *Reader) Fill(b *Batch) bool {
	r.begin(b)
	end := 0 // the end of the last whole record in b.data
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

// batchSize is the size in bytes of a new batch, and readSize the smallest buffer for a Read.
//
// PERF: smaller sizes cost more calls, and sizes larger than the second-level cache cost waits for memory.
const (
	batchSize = 128 << 10
	readSize  = 4 << 10
)

// begin sets b to the unfinished record after the previous batch.
func (r *Reader) begin(b *Batch) {
	if cap(b.data) < batchSize {
		b.data = make([]byte, 0, batchSize)
	}
	b.data = append(b.data[:0], r.rest...)
	b.pos, b.offset, b.sep, b.limit, b.rec = 0, r.offset, r.sep, r.limit, Record{}
	b.chunk.clear()
}

// read appends the bytes of one Read to b. It returns the offset after the last separator among them, or 0.
func (r *Reader) read(b *Batch) (end int) {
	b.data = slices.Grow(b.data, readSize)
	had := len(b.data)
	n, err := textio.Read(r.src, b.data[had:min(cap(b.data), had+batchSize)])
	b.data, r.err = b.data[:had+n], err // Fill reports the error after these bytes are used up
	if r.skipping {
		r.skip(b)
	}
	if i := bytes.LastIndexByte(b.data[had:], r.sep); i >= 0 {
		return had + i + 1
	}
	return 0
}

// skip drops the bytes at the start of b that belong to a record that was cut.
func (r *Reader) skip(b *Batch) {
	n := bytes.IndexByte(b.data, r.sep) + 1
	r.skipping = n == 0
	if r.skipping {
		n = len(b.data)
	}
	b.offset += int64(n)
	b.data = append(b.data[:0], b.data[n:]...)
}
