package dedupe

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
)

// A Counter counts names, such as hosts, in memory that does not depend on their number. When its table is full, it
// writes the counts, sorted by name, to a temporary file as a run. Finish merges the runs.
//
// A Counter may be used by one goroutine at a time. After an error, only Close may be called. The zero value is a
// closed Counter.
type Counter struct {
	seed  maphash.Seed
	table *table
	spill *spill
	runs  []stream
	last  []byte // the name being merged
	long  []byte
	err   error
}

// minFanIn is the least number of runs that a merge reads at a time. It does not depend on the length of their names.
const minFanIn = 16

// NewCounter returns a Counter. It uses at most limits.Memory bytes and 16 times the length of the longest name.
func NewCounter(limits Limits) *Counter {
	memory := limits.memory()
	block := min(max(memory/512, minBlock), maxBlock)
	c := &Counter{
		seed:  maphash.MakeSeed(),
		table: newTable(memory/8*7, longHeader),
		spill: &spill{dir: limits.Dir, block: block},
	}
	c.err = c.spill.check()
	return c
}

// Add adds 1 to the count of a name, which it copies. If the name is longer than 1 GiB, Add returns ErrTooLong.
func (c *Counter) Add(name []byte) error {
	if c.table == nil {
		return cmp.Or(c.err, ErrClosed)
	}
	if len(name) > maxLen && c.err == nil {
		return ErrTooLong
	}
	if c.err == nil {
		c.spill.longest = max(c.spill.longest, len(name))
		c.err = c.add(name)
	}
	return c.err
}

func (c *Counter) add(name []byte) error {
	hash := maphash.Bytes(c.seed, name)
	at, slot := c.table.find(hash, name)
	if at == 0 {
		at = len(c.table.arena)
		if !c.table.add(hash, name, nil, slot) {
			if err := c.flush(); err != nil {
				return err
			}
			return c.add(name)
		}
	}
	c.table.increment(at)
	return nil
}

// each calls put with the counts in the table, sorted by name, and empties the table.
func (c *Counter) each(put func(name []byte, count uint64) error) error {
	t := c.table // put may close the Counter
	for _, at := range t.sorted() {
		count := binary.LittleEndian.Uint64(t.numberAt(int(at)))
		if err := put(t.textAt(int(at)), count); err != nil {
			return err
		}
	}
	t.reset()
	return nil
}

// flush moves the counts in the table to a run.
func (c *Counter) flush() error {
	return c.writeRun(make([]byte, 0, c.spill.block), c.each)
}

// writeRun writes the names and counts from the iterator each as a run: for every name, its length, the name and its
// count. The run uses the memory of buf.
func (c *Counter) writeRun(buf []byte, each func(put func(name []byte, count uint64) error) error) error {
	st := stream{buf: buf}
	var numbers []byte
	err := each(func(name []byte, count uint64) error {
		numbers = binary.AppendUvarint(numbers[:0], uint64(len(name)))
		n := len(numbers)
		numbers = binary.AppendUvarint(numbers, count)
		return c.spill.write(&st, numbers[:n], name, numbers[n:])
	})
	if err != nil {
		return err
	}
	run, err := c.spill.finish(&st)
	c.runs = append(c.runs, run)
	return err
}

// Finish calls put with each name and its count, sorted by the bytes of the names. The name is valid during the call.
// If put returns an error, Finish returns it. If put calls Add or Finish, these return [ErrClosed]. After Finish, the
// Counter must be closed.
func (c *Counter) Finish(put func(name []byte, count int64) error) error {
	if c.err != nil || c.table == nil {
		return cmp.Or(c.err, ErrClosed)
	}
	c.err = ErrClosed // also if put calls Add or Finish
	if err := c.finish(func(name []byte, count uint64) error { return put(name, int64(count)) }); err != nil {
		c.err = err
		return err
	}
	return nil
}

func (c *Counter) finish(put func(name []byte, count uint64) error) error {
	if len(c.runs) == 0 {
		return c.each(put)
	}
	if err := c.flush(); err != nil {
		return err
	}
	// Each source of a merge keeps a block and a name in memory.
	most := max(cap(c.table.arena)/(c.spill.block+c.spill.longest)-1, minFanIn)
	c.table = nil
	slab := make([]byte, (most+1)*c.spill.block)
	for len(c.runs) > most {
		some := c.runs[:most]
		c.runs = c.runs[most:]
		buf := slab[most*c.spill.block:][:0:c.spill.block]
		err := c.writeRun(buf, func(put func([]byte, uint64) error) error { return c.merge(some, slab, put) })
		if err != nil {
			return err
		}
	}
	return c.merge(c.runs, slab, put)
}

// A namedSource is a run of a Counter and its next name.
type namedSource struct {
	streamReader
	name []byte
}

// advance reads the next name. It returns io.EOF at the end.
func (s *namedSource) advance() error {
	n, err := s.length()
	if err != nil {
		return err
	}
	name, err := s.next(n)
	s.name = append(s.name[:0], name...)
	return err
}

// merge calls put with each name in runs and the sum of its counts, sorted by name.
func (c *Counter) merge(runs []stream, slab []byte, put func(name []byte, count uint64) error) error {
	var sources []*namedSource
	for i, run := range runs {
		buf := slab[i*c.spill.block:][:0:c.spill.block]
		sources = append(sources, &namedSource{streamReader: streamReader{spill: c.spill, stream: run, buf: buf, long: &c.long}})
	}
	var sum uint64
	byName := func(a, b *namedSource) int { return bytes.Compare(a.name, b.name) }
	err := merge(sources, byName, func(s *namedSource) error {
		count, err := s.uvarint()
		if err != nil {
			return inRecord(err)
		}
		if sum > 0 && !bytes.Equal(s.name, c.last) {
			if err := put(c.last, sum); err != nil {
				return err
			}
			sum = 0
		}
		if sum == 0 {
			c.last = append(c.last[:0], s.name...)
		}
		sum += count
		return nil
	})
	if err != nil || sum == 0 {
		return err
	}
	return put(c.last, sum)
}

// Close removes the temporary file. It may be called more than once.
func (c *Counter) Close() error {
	if c.err == nil {
		c.err = ErrClosed
	}
	c.table = nil
	return c.spill.close()
}
