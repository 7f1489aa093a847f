package dedupe

import (
	"cmp"
	"io"
	"slices"
)

// A run is a stream of sorted records. A source is a run with the start of its next record: its number or its name.
type source interface {
	advance() error // reads the start of the next record; returns io.EOF at the end
}

// merge calls take with the source of the least record, until no source has another. The function take reads the rest of
// the record, and compare compares the starts of two.
func merge[S source](sources []S, compare func(a, b S) int, take func(s S) error) error {
	list := sources[:0] // the sources that have a record, sorted by it
	for _, s := range sources {
		switch err := s.advance(); err {
		case nil:
			list = append(list, s)
		case io.EOF:
		default:
			return err
		}
	}
	slices.SortFunc(list, compare)
	for len(list) > 0 {
		s, others := list[0], list[1:]
		if err := take(s); err != nil {
			return err
		}
		switch err := s.advance(); err {
		case nil:
			n, _ := slices.BinarySearchFunc(others, s, compare)
			copy(list, others[:n])
			list[n] = s
		case io.EOF:
			list = others
		default:
			return err
		}
	}
	return nil
}

// A numberedSource is a run of a filter with the number of its next record. Its value is read when the record is
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
func (f *filter) merge() error {
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
		if err != nil {
			return err
		}
		run, err := f.spill.finish(&out)
		if err != nil {
			return err
		}
		f.runs = append(f.runs, run)
	}
	return f.mergeSome(f.runs, func(_, count uint64, value []byte) error { return f.emit(value, count) })
}

// mergeSome calls put with the records of runs in the order of their numbers.
func (f *filter) mergeSome(runs []stream, put func(number, count uint64, value []byte) error) error {
	var sources []*numberedSource
	for i, run := range runs {
		r := streamReader{spill: f.spill, stream: run, buf: f.buffer(i), long: &f.long}
		sources = append(sources, &numberedSource{streamReader: r, counts: f.counts})
	}
	byNumber := func(a, b *numberedSource) int { return cmp.Compare(a.number, b.number) }
	return merge(sources, byNumber, func(s *numberedSource) error {
		count, value, err := s.value()
		if err == nil {
			err = put(s.number, count, value)
		}
		return err
	})
}
