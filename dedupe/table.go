package dedupe

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// A table is a set of strings in memory of a fixed size. It may hold a number for each string.
//
// The arena is a sequence of headers, each with its text. A header is the top half of the hash, the length of the text,
// and the number. In a table of records, the text is the key, and its value follows it. The header then also contains
// the number of the record and the length of the value plus 1. If the value is the key, 0 stands for the length, and no
// value follows. Headers begin at multiples of 8. The index is a hash table with open addressing and linear probing. A
// slot is 0 if it is empty; otherwise it is the top half of a hash, and the offset of a string in the arena divided by
// 8. The index starts small and grows within its capacity, so that a table with few strings touches little memory.
type table struct {
	header int // the size of a header: shortHeader, longHeader or recordHeader
	arena  []byte
	index  []uint64 // the slots in use; the capacity is the number of all slots
	count  int
	seen   byte // PERF: lookUp writes it, so that the compiler keeps the reads
}

const (
	shortHeader  = 8
	longHeader   = 16 // with a number
	recordHeader = 32 // with the number of a record and the length of its value
	arenaAlign   = 8
	firstSlots   = 1 << 8
)

// newTable returns a table of the given number of bytes, which may be 0. It can hold at least one string of any length.
func newTable(memory, header int) *table {
	slots := max(memory/(6*8), firstSlots)
	t := &table{
		header: header,
		arena:  make([]byte, arenaAlign, max(memory-8*slots, 4<<10)),
		index:  make([]uint64, slots),
	}
	t.index = t.index[:min(slots, firstSlots)]
	return t
}

// reset removes all strings.
func (t *table) reset() {
	t.arena = t.arena[:arenaAlign]
	t.index = t.index[:firstSlots]
	clear(t.index)
	t.count = 0
}

// place returns the slot that the search for a tag reads first. The tag is the top half of a hash.
func (t *table) place(tag uint32) int { return int(uint64(tag) * uint64(len(t.index)) >> 32) }

// find returns the offset of a string with the given hash. If the table does not have the string, find returns 0 and
// the slot for it.
func (t *table) find(hash uint64, text []byte) (at, slot int) {
	tag := uint32(hash >> 32)
	for slot = t.place(tag); ; {
		s := t.index[slot]
		if s == 0 {
			return 0, slot
		}
		if uint32(s>>32) == tag {
			if at := int(uint32(s)) * arenaAlign; string(t.textAt(at)) == string(text) {
				return at, slot
			}
		}
		if slot++; slot == len(t.index) {
			slot = 0
		}
	}
}

// lookAhead is the largest number of lines that lookUp takes.
const lookAhead = 32

// lookUp reads the slots and headers that find reads first for the keys of lines.
//
// PERF: it loads them into the cache. Its reads do not wait for each other, but the reads of several calls of find do.
func (t *table) lookUp(lines []line) {
	var slots [lookAhead]uint64
	for i, l := range lines {
		slots[i] = t.index[t.place(uint32(l.hash>>32))]
	}
	for i, l := range lines {
		if s := slots[i]; uint32(s>>32) == uint32(l.hash>>32) {
			t.seen += t.arena[int(uint32(s))*arenaAlign]
		}
	}
}

// textAt returns the text at an offset of the arena.
func (t *table) textAt(at int) []byte {
	size := int(binary.LittleEndian.Uint32(t.arena[at+4:]))
	at += t.header
	return t.arena[at : at+size]
}

// numberAt returns the number of the text at an offset of the arena.
func (t *table) numberAt(at int) []byte { return t.arena[at+shortHeader : at+longHeader] }

// increment adds 1 to the number of the text at an offset of the arena.
func (t *table) increment(at int) {
	number := t.numberAt(at)
	binary.LittleEndian.PutUint64(number, binary.LittleEndian.Uint64(number)+1)
}

// recordAt returns the count, the number and the value of the record at an offset of the arena.
func (t *table) recordAt(at int) (count, number uint64, value []byte) {
	header := t.arena[at:]
	count, number = binary.LittleEndian.Uint64(header[shortHeader:]), binary.LittleEndian.Uint64(header[longHeader:])
	value = t.textAt(at)
	if n := t.valueLen(at); n > 0 {
		value = header[t.header+len(value):][:n-1]
	}
	return count, number, value
}

// valueLen returns the length of the value of a record plus 1, or 0 if the value is the key.
func (t *table) valueLen(at int) int {
	return int(binary.LittleEndian.Uint64(t.arena[at+recordHeader-8:]))
}

// addRecord adds a record with the count 1. It reports whether the table had space for it.
func (t *table) addRecord(hash, number uint64, key, value []byte, slot int) bool {
	at := len(t.arena)
	if !t.add(hash, key, value, slot) {
		return false
	}
	header := t.arena[at:]
	binary.LittleEndian.PutUint64(header[shortHeader:], 1)
	binary.LittleEndian.PutUint64(header[longHeader:], number)
	return true
}

// isSame reports whether a value shares the memory of its key.
func isSame(key, value []byte) bool {
	return len(key) == len(value) && (len(key) == 0 || &key[0] == &value[0])
}

// sizeFor returns the number of bytes in the arena for a string of n bytes.
func (t *table) sizeFor(n int) int { return (t.header + n + arenaAlign - 1) &^ (arenaAlign - 1) }

// add adds a string with the number 0 and reports whether the table had space for it. The string must not be in the
// table, and slot must be the result of find. A table of records also stores value. Other tables ignore it.
func (t *table) add(hash uint64, text, value []byte, slot int) bool {
	at := len(t.arena)
	isOwn := t.header == recordHeader && !isSame(text, value)
	if !isOwn {
		value = nil
	}
	end := at + t.sizeFor(len(text)+len(value))
	if t.count > 0 && (end > cap(t.arena) || t.count >= cap(t.index)-cap(t.index)/4) {
		return false
	}
	t.arena = slices.Grow(t.arena, end-at)[:end] // beyond the capacity, if it is the first text and too long
	header := t.arena[at:]
	binary.LittleEndian.PutUint32(header, uint32(hash>>32))
	binary.LittleEndian.PutUint32(header[4:], uint32(len(text)))
	clear(header[shortHeader:t.header])
	copy(header[t.header:], text)
	if isOwn {
		binary.LittleEndian.PutUint64(header[recordHeader-8:], uint64(len(value))+1)
		copy(header[t.header+len(text):], value)
	}
	t.index[slot] = hash>>32<<32 | uint64(at/arenaAlign)
	t.count++
	if t.count >= len(t.index)-len(t.index)/4 && len(t.index) < cap(t.index) {
		t.grow()
	}
	return true
}

// grow doubles the number of slots in use.
func (t *table) grow() {
	t.index = t.index[:min(2*len(t.index), cap(t.index))]
	clear(t.index)
	for at := range t.offsets() {
		tag := binary.LittleEndian.Uint32(t.arena[at:])
		slot := t.place(tag)
		for t.index[slot] != 0 {
			if slot++; slot == len(t.index) {
				slot = 0
			}
		}
		t.index[slot] = uint64(tag)<<32 | uint64(at/arenaAlign)
	}
}

// offsets iterates over the offsets of all strings in the arena.
func (t *table) offsets() func(yield func(at int) bool) {
	return func(yield func(at int) bool) {
		for at := arenaAlign; at < len(t.arena); {
			if !yield(at) {
				return
			}
			size := int(binary.LittleEndian.Uint32(t.arena[at+4:]))
			if t.header == recordHeader {
				size += max(t.valueLen(at)-1, 0)
			}
			at += t.sizeFor(size)
		}
	}
}

// sorted returns the offsets of all strings, sorted by string. It overwrites the index, so only reset may be called
// after it.
func (t *table) sorted() []uint64 {
	list := t.index[:0]
	for at := range t.offsets() {
		list = append(list, uint64(at))
	}
	slices.SortFunc(list, func(a, b uint64) int {
		return bytes.Compare(t.textAt(int(a)), t.textAt(int(b)))
	})
	return list
}
