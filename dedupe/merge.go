package dedupe

import (
	"cmp"
	"io"
)

// A run is a stream of sorted records. At each step, a merge takes the least of the next records of all runs. A heap
// finds it.

// A heap is a binary heap of sources. The source with the least next record is the first.
type heap[S interface{ advance() error }] struct {
	list []S
	less func(a, b S) bool
}

// advance reads the next record of s and moves s to its place. The source s is the first one, or a new one. At the end
// of s, advance removes it.
func (h *heap[S]) advance(s S, isNew bool) error {
	err := s.advance()
	switch {
	case err == io.EOF && isNew:
		return nil
	case err == io.EOF:
		last := len(h.list) - 1
		h.list[0], h.list = h.list[last], h.list[:last]
		h.down()
		return nil
	case err != nil:
		return err
	case isNew:
		h.list = append(h.list, s)
		h.up()
	default:
		h.down()
	}
	return nil
}

// up moves the last source to its place.
func (h *heap[S]) up() {
	for i := len(h.list) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h.less(h.list[i], h.list[parent]) {
			return
		}
		h.list[i], h.list[parent] = h.list[parent], h.list[i]
		i = parent
	}
}

// down moves the first source to its place.
func (h *heap[S]) down() {
	for i := 0; ; {
		least := 2*i + 1
		if least >= len(h.list) {
			return
		}
		if right := least + 1; right < len(h.list) && h.less(h.list[right], h.list[least]) {
			least = right
		}
		if h.less(h.list[i], h.list[least]) {
			return
		}
		h.list[i], h.list[least] = h.list[least], h.list[i]
		i = least
	}
}

// A numberedSource is a run of a Filter with the number of its next record. Its value is read when the record is
// merged, so that memory holds one value at a time.
type numberedSource struct {
	streamReader
	counts bool // each record has a count
	number uint64
}

// advance reads the next number. It returns io.EOF at the end.
func (s *numberedSource) advance() (err error) {
	s.number, err = s.uvarint()
	return err
}

// value reads the count and the value of the record.
func (s *numberedSource) value() (count uint64, value []byte, err error) {
	if s.counts {
		count, err = s.uvarint()
	}
	n, lenErr := s.length()
	if err := cmp.Or(err, lenErr); err != nil {
		return 0, nil, inRecord(err)
	}
	value, err = s.next(n)
	return count, value, err
}

// merge passes the records of all runs in the order of their numbers. If there are more runs than buffers, it first
// merges some of them into longer ones.
func (f *Filter) merge() error {
	if len(f.runs) == 0 {
		return nil
	}
	most := len(f.partitions)
	for len(f.runs) > most {
		some := f.runs[:most]
		f.runs = f.runs[most:]
		out := stream{buf: f.buffer(most)}
		err := f.mergeSome(some, func(number, count uint64, value []byte) error {
			return f.writeRun(&out, number, count, value)
		})
		if err == nil {
			err = f.spill.flush(&out)
		}
		if err != nil {
			return err
		}
		f.runs = append(f.runs, stream{blocks: out.blocks, last: out.last})
	}
	return f.mergeSome(f.runs, func(_, count uint64, value []byte) error { return f.emit(value, count) })
}

// mergeSome calls put with the records of runs in the order of their numbers.
func (f *Filter) mergeSome(runs []stream, put func(number, count uint64, value []byte) error) error {
	sources := heap[*numberedSource]{less: func(a, b *numberedSource) bool { return a.number < b.number }}
	for i, run := range runs {
		r := streamReader{spill: f.spill, stream: run, buf: f.buffer(i), long: &f.long}
		s := &numberedSource{streamReader: r, counts: f.counts}
		if err := sources.advance(s, true); err != nil {
			return err
		}
	}
	for len(sources.list) > 0 {
		s := sources.list[0]
		count, value, err := s.value()
		if err == nil {
			err = put(s.number, count, value)
		}
		if err == nil {
			err = sources.advance(s, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
