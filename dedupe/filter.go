package dedupe

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"io"
)

// Limits are the resources of [URIs] or a [Counter]. The zero value stands for 256 MiB and the folder of
// [os.TempDir].
type Limits struct {
	// Memory limits the memory in bytes. 0 stands for 256 MiB, and the least limit is 64 KiB. In addition, the longest
	// key and value take a few times their length. Memory is allocated step by step, so few records need little.
	//
	// For [URIs], Memory is approximately the memory of the whole program if lines have at most some kilobytes and GOGC
	// is 10 (see [runtime/debug.SetGCPercent]). "uri dedupe" uses up to 16 MiB more than Memory, and up to 32 MiB if
	// Memory is less than 16 MiB. Each of up to 17 batches of lines can hold a line of MaxLine bytes.
	Memory int64

	// Dir is the folder of the temporary file, which is as large as the keys and values that do not fit into memory. If
	// Dir is set, the file is created before the first record is added. The first call of Add, Finish or Run then
	// reports a folder that is missing or cannot be written. If Dir is empty, the file is created in the folder of
	// [os.TempDir] when it is needed.
	Dir string
}

const (
	defaultMemory = 256 << 20
	minMemory     = 64 << 10
	maxMemory     = 16 << 30 // offsets in a table have 35 bits
)

// memory returns the memory in bytes.
func (l *Limits) memory() int {
	m := l.Memory
	if m == 0 {
		m = defaultMemory
	}
	return int(min(max(m, minMemory), maxMemory, maxInt/4))
}

const maxInt = int64(^uint(0) >> 1)

// A filter passes each record with a new key, in the order of the calls of add, and drops the others. It compares keys
// byte for byte. Its memory does not depend on the number of records.
//
// The first records pass immediately, and a table in memory keeps their keys. When the table is full, it no longer
// changes. The filter still drops records with a key in the table. It divides the others into partitions by a hash of
// the key, and writes these to a temporary file. finish filters each partition in the same way, with another hash. It
// divides a partition again only if its distinct keys do not fit into the table, so many records with one key cost
// nothing extra. Last, finish merges the records that pass, in the order of their numbers.
//
// The hashes have seeds that differ in every filter, so that an attacker cannot choose keys that fall into one
// partition. Each pass over a partition removes as many keys as the table holds, so even with such keys finish ends.
//
// A filter may be used by one goroutine at a time. After finish or an error, only close may be called.
type filter struct {
	emit       func(value []byte, count uint64) error // count is 0 if counts is not set
	counts     bool                                   // records pass in finish, each with the count of its key
	seeds      []maphash.Seed                         // by level
	table      *table
	spill      *spill
	full       bool     // the table is full
	partitions []stream // of the records that are not in the table
	run        stream   // the records that pass, but not immediately
	runs       []stream
	todo       []task
	slab       []byte // the buffers of partitions, run and reader, and later of the merge
	number     uint64 // of the next record
	hidden     uint64 // records with smaller numbers drop others, but do not pass
	header     []byte
	long       []byte // memory of readers

	tally
	publish func(tally) // called every publishEvery records; may be nil

	err error
}

// A tally counts the records that passed, those written to partitions, and those read from them.
type tally struct{ passed, spilled, filtered int64 }

// publishEvery is the number of records that are filtered between two calls of publish.
const publishEvery = 1 << 12

// A task is a partition that is still to be filtered. Level 0 is the input of add.
type task struct {
	stream
	level int
}

// ErrClosed is the error of a [Counter] that is used after Finish or Close.
var ErrClosed = errors.New("dedupe: used after its end")

const (
	maxPartitions = 256
	minBlock      = 512
	maxBlock      = 256 << 10
	maxLen        = 1 << 30 // of a key or value; lengths in a table have 32 bits
)

// newFilter returns a filter that calls emit with the value of each record that passes. The value is valid during the
// call. add and finish call emit in the goroutine of their caller. If emit returns an error, the method that called it
// returns that error. With counts, all records pass in finish, and emit also gets the number of records with the key.
func newFilter(limits Limits, counts bool, emit func(value []byte, count uint64) error) *filter {
	memory := limits.memory()
	block := min(max(memory/512, minBlock), maxBlock)
	partitions := min(memory/8/block, maxPartitions)
	header := shortHeader
	if counts {
		header = recordHeader
	}
	f := &filter{
		emit:       emit,
		counts:     counts,
		table:      newTable(memory-(partitions+2)*block, header),
		spill:      &spill{dir: limits.Dir, block: block},
		partitions: make([]stream, partitions),
		seeds:      []maphash.Seed{maphash.MakeSeed()},
	}
	f.err = f.spill.check()
	return f
}

// seed returns the hash seed of a level.
func (f *filter) seed(level int) maphash.Seed {
	for len(f.seeds) <= level {
		f.seeds = append(f.seeds, maphash.MakeSeed())
	}
	return f.seeds[level]
}

// hash returns the hash of a key at level 0. It is safe for concurrent use.
func (f *filter) hash(key []byte) uint64 { return maphash.Bytes(f.seeds[0], key) }

// add adds a record. If its key is new, the filter passes its value to emit, now or in finish. add copies both key and
// value. A value that shares the memory of its key is not stored again. If key or value is longer than 1 GiB, add
// ignores the record and returns ErrTooLong.
func (f *filter) add(key, value []byte) error {
	return f.addHashed(f.hash(key), key, value)
}

// addHashed adds a record with the given hash of its key.
func (f *filter) addHashed(hash uint64, key, value []byte) error {
	if f.err == nil && max(len(key), len(value)) > maxLen {
		return ErrTooLong
	}
	if f.err == nil {
		f.spill.longest = max(f.spill.longest, len(key), len(value))
		f.err = f.filter(0, f.number, hash, key, value)
		f.number++
	}
	return f.err
}

// filter passes a record, drops it, or writes it to a partition.
func (f *filter) filter(level int, number, hash uint64, key, value []byte) error {
	at, slot := f.table.find(hash, key)
	if at > 0 {
		if f.counts {
			f.table.increment(at)
		}
		return nil
	}
	if !f.full {
		switch {
		case f.counts && f.table.addRecord(hash, number, key, value, slot):
			if number >= f.hidden {
				f.passed++
			}
			return nil // until its count is known
		case !f.counts && f.table.add(hash, key, nil, slot):
			if number < f.hidden {
				return nil
			}
			f.passed++
			if level == 0 {
				return f.emit(value, 0)
			}
			return f.writeRun(&f.run, number, 0, value)
		}
		f.full = true
		if f.slab == nil {
			f.slab = make([]byte, (len(f.partitions)+2)*f.spill.block)
			f.setBuffers()
		}
	}
	return f.writePartition(&f.partitions[int(uint32(hash)%uint32(len(f.partitions)))], number, key, value)
}

// setBuffers sets the buffers of the partitions and of the run to parts of the slab.
func (f *filter) setBuffers() {
	for i := range f.partitions {
		f.partitions[i].buf = f.buffer(i)
	}
	f.run.buf = f.buffer(len(f.partitions))
}

// buffer returns the i-th buffer of the slab.
func (f *filter) buffer(i int) []byte {
	block := f.spill.block
	return f.slab[i*block : i*block : (i+1)*block]
}

// writePartition writes a record to a partition: its number, the length of its key, the length of its value plus 1, the
// key and the value. If the value is the key, 0 stands for the length, and the value is not written.
func (f *filter) writePartition(st *stream, number uint64, key, value []byte) error {
	f.spilled++
	f.header = binary.AppendUvarint(f.header[:0], number)
	f.header = binary.AppendUvarint(f.header, uint64(len(key)))
	if isSame(key, value) {
		value = nil
		f.header = append(f.header, 0)
	} else {
		f.header = binary.AppendUvarint(f.header, uint64(len(value))+1)
	}
	return f.spill.write(st, f.header, key, value)
}

// writeRun appends a record that passes to a run: its number, its count if counts is set, the length of its value, and
// the value.
func (f *filter) writeRun(st *stream, number, count uint64, value []byte) error {
	f.header = binary.AppendUvarint(f.header[:0], number)
	if f.counts {
		f.header = binary.AppendUvarint(f.header, count)
	}
	f.header = binary.AppendUvarint(f.header, uint64(len(value)))
	return f.spill.write(st, f.header, value)
}

// finish passes the remaining records with new keys.
func (f *filter) finish() error {
	if f.err != nil {
		return f.err
	}
	// The records in the table come before all others: they were added before it was full.
	err := f.passTable(func(_, count uint64, value []byte) error { return f.emit(value, count) })
	if err != nil {
		return err
	}
	if err := f.divide(0); err != nil {
		return err
	}
	for len(f.todo) > 0 {
		last := len(f.todo) - 1
		t := f.todo[last]
		f.todo = f.todo[:last]
		if err := f.runTask(t); err != nil {
			return err
		}
	}
	f.table = nil
	return f.merge()
}

// divide turns the partitions of a level into tasks of the next level.
func (f *filter) divide(level int) error {
	f.full = false
	for i := range f.partitions {
		st, err := f.spill.finish(&f.partitions[i])
		if err != nil {
			return err
		}
		if len(st.blocks) > 0 {
			f.todo = append(f.todo, task{st, level + 1})
		}
	}
	return nil
}

// runTask filters the records of a partition.
func (f *filter) runTask(t task) error {
	f.table.reset()
	r := streamReader{spill: f.spill, stream: t.stream, buf: f.buffer(len(f.partitions) + 1), long: &f.long}
	seed := f.seed(t.level)
	for {
		number, key, value, err := r.record()
		if err == io.EOF {
			break
		}
		if f.filtered++; f.filtered%publishEvery == 0 && f.publish != nil {
			f.publish(f.tally)
		}
		if err == nil {
			err = f.filter(t.level, number, maphash.Bytes(seed, key), key, value)
		}
		if err != nil {
			return err
		}
	}
	err := f.passTable(func(number, count uint64, value []byte) error { return f.writeRun(&f.run, number, count, value) })
	if err != nil {
		return err
	}
	run, err := f.spill.finish(&f.run)
	if err != nil {
		return err
	}
	f.runs = append(f.runs, run)
	return f.divide(t.level)
}

// passTable calls put with the records of the table, in the order of their numbers, if counts is set. Without counts,
// they have passed already.
func (f *filter) passTable(put func(number, count uint64, value []byte) error) error {
	if !f.counts {
		return nil
	}
	for at := range f.table.offsets() {
		count, number, value := f.table.recordAt(at)
		if number < f.hidden {
			continue
		}
		if err := put(number, count, value); err != nil {
			return err
		}
	}
	return nil
}

// record reads a record of a partition. It returns io.EOF at the end.
func (r *streamReader) record() (number uint64, key, value []byte, err error) {
	if number, err = r.uvarint(); err != nil {
		return 0, nil, nil, err
	}
	keyLen, keyErr := r.length()
	valueLen, valueErr := r.length()
	if err := cmp.Or(keyErr, valueErr); err != nil {
		return 0, nil, nil, inRecord(err)
	}
	text, err := r.next(keyLen + max(valueLen-1, 0))
	if err != nil {
		return 0, nil, nil, err
	}
	key, value = text[:keyLen], text
	if valueLen > 0 {
		value = text[keyLen:]
	}
	return number, key, value, nil
}

// close removes the temporary file. It may be called more than once.
func (f *filter) close() error {
	f.table, f.slab = nil, nil
	return f.spill.close()
}
