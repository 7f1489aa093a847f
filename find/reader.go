package find

import (
	"io"
	"iter"
	"slices"

	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// A Reader finds the addresses in a stream. It may be used by one goroutine at a time. Use [NewReader]: the zero Reader,
// and a nil *Reader, find nothing.
type Reader struct {
	src    io.Reader
	limit  int
	err    error // from src; the Reader does not read after an error
	search search

	data    []byte // of the stream
	kept    int    // the length of the start of data that was searched, but decides about the addresses after it
	whole   int    // the end of the whole words in data
	held    bool   // data has whole words that are not searched yet, because they may be a part of a wrapped address
	offset  int64  // of data in the stream
	skipped int64  // the bytes that were dropped of a word longer than the limit, which goes on at kept
}

// defaultLimit is the limit of a Reader in bytes if the caller gives none.
const defaultLimit = 1 << 20

// minLimit is the lowest limit of a Reader in bytes.
const minLimit = 64 << 10

// readSize is the size of the buffer for a Read.
//
// PERF: the buffer and the memory that the source copies from fit in the fastest cache of most processors. Larger
// buffers need fewer calls of the system, but are slower to search.
const readSize = 16 << 10

// NewReader returns a Reader of the addresses that f finds in src. They are those that f finds in a buffer with the
// whole stream, and their offsets are relative to the start of the stream.
//
// A word is a part of the stream between two spaces, controls other than ESC, or line ends. The Reader does not search a
// word that has more than limit bytes. It reports the word as a Match of the kind KindLong. If limit is 0 or negative, it
// means 1 MiB, and if it is less than 64 KiB, it means 64 KiB.
//
// The Reader uses memory for 1.25 times the longest word, up to the limit, plus 64 KiB. While the memory grows, it uses up
// to twice that.
func NewReader(src io.Reader, f *Finder, limit int) *Reader {
	if limit <= 0 {
		limit = defaultLimit
	}
	r := &Reader{src: src, limit: max(limit, minLimit), search: f.search("")}
	r.search.shared = true
	return r
}

// All returns an iterator over the matches that have not been read yet, and their text in the stream. After a break,
// another loop continues with the next match. The text and Match.Decoded are valid only until the next step. The text of
// a Match of the kind KindLong is nil.
//
// The loop ends at the end of the stream or at an error, which Err returns. A word that is not complete before an error
// is not searched. The loop does not allocate, except as [Finder.All] does, and for the memory of the Reader.
func (r *Reader) All() iter.Seq2[Match, []byte] {
	return func(yield func(Match, []byte) bool) {
		for m, text, ok := r.next(); ok && yield(m, text); m, text, ok = r.next() {
		}
	}
}

// Err returns the error that ended reading, or nil at the end of the stream. It is bufio.ErrBadReadCount if a Read
// returned a count that is negative or larger than its buffer.
func (r *Reader) Err() error {
	if r == nil || r.err == io.EOF {
		return nil
	}
	return r.err
}

// next returns the next match and its text.
func (r *Reader) next() (m Match, text []byte, ok bool) {
	if r == nil || r.src == nil {
		return Match{}, nil, false
	}
	for {
		if r.search.next() {
			found := &r.search.match
			text = r.data[found.Start:found.End:found.End]
			return Match{r.offset + found.Start, r.offset + found.End, found.Kind, found.Decoded}, text, true
		}
		r.drop(r.whole)
		if r.err != nil {
			return Match{}, nil, false
		}
		m, ok = r.fill()
		r.search.setText(octet.Text(r.data[:r.whole]), r.kept)
		if ok {
			return m, nil, true
		}
	}
}

// drop removes the first n bytes of r.data, which have been searched or skipped, except those that decide about the
// addresses after them.
func (r *Reader) drop(n int) {
	r.search.setText("", 0)
	r.kept = min(n, address.Context)
	r.data = append(r.data[:0], r.data[n-r.kept:]...)
	r.offset += int64(n - r.kept)
	r.whole = r.kept
}

// fill reads until r.data[r.kept:r.whole] has whole words, or an error. It returns a word before them that is too long to
// be searched.
func (r *Reader) fill() (long Match, ok bool) {
	for r.whole == r.kept && !ok && r.err == nil {
		seen := len(r.data) // the word at kept goes on here
		r.data = slices.Grow(r.data, readSize)
		n, err := textio.Read(r.src, r.data[seen:seen+readSize])
		r.data, r.err = r.data[:seen+n], err
		end := seen + slices.IndexFunc(r.data[seen:], textio.IsSpace)
		if end < seen {
			end = len(r.data)
			if r.err == nil && r.skipped == 0 && end-r.kept <= r.limit {
				continue
			}
			if r.err == nil {
				r.skipped += int64(end - r.kept)
				r.drop(end)
				continue
			}
		}
		if ok = r.skipped > 0 || end-r.kept > r.limit && !r.held; ok {
			long = Match{Start: r.offset + int64(r.kept) - r.skipped, End: r.offset + int64(end), Kind: KindLong}
			r.skipped = 0
			r.drop(end)
		}
		if r.whole = len(r.data); r.err != io.EOF {
			r.whole = textio.WordsEnd(r.data, r.kept, r.kept, r.search.Wrapped)
			r.held = r.whole == r.kept && end < len(r.data)
		}
	}
	return long, ok
}
