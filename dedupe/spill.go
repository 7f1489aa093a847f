package dedupe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A spill is a temporary file of many streams. It consists of blocks of one size, and each block belongs to one stream.
// A block that has been read is used again for another stream, so the file is not larger than its data.
//
// On Unix, the file loses its name right after it is opened, and the system frees it when the process ends for any
// reason. On other systems, close removes the file. If the process ends before, a later process removes it.
type spill struct {
	dir     string
	file    *os.File // nil until the first block is written
	block   int      // the size of a block
	longest int      // the length of the longest text in the file, or a larger number
	free    []uint32
	next    uint32 // the first block that has never been used
}

// A fileBlock is a block of a stream.
type fileBlock struct {
	number uint32
	sum    uint32 // the checksum of its data
}

// checksum returns the CRC-32C of data, which detects each change of up to 32 adjacent bits.
func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errDamaged reports a file with data that the spill has not written.
var errDamaged = errors.New("temporary file: damaged: another program or the disk has changed it")

// spillName is the prefix of the names of temporary files.
const spillName = "uri-dedupe-spill-"

// temporaryFileError returns an error about the temporary file, without its name.
func temporaryFileError(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		err = e.Err
	}
	return fmt.Errorf("temporary file: %w", err)
}

// open creates the file. It also removes temporary files that ended processes have left, which it finds by their names.
// This does not harm running processes: on Unix their files do not need names, and on Windows open files cannot be
// removed.
func (s *spill) open() (err error) {
	defer func() {
		if err != nil {
			err = temporaryFileError(err)
		}
	}()
	if s.dir == "" {
		s.dir = os.TempDir()
	}
	old, _ := os.ReadDir(s.dir)
	for _, entry := range old {
		// CreateTemp ends names with a number.
		number, ok := strings.CutPrefix(entry.Name(), spillName)
		if _, err := strconv.ParseUint(number, 10, 64); ok && err == nil {
			os.Remove(filepath.Join(s.dir, entry.Name()))
		}
	}
	if s.file, err = os.CreateTemp(s.dir, spillName); err == nil {
		os.Remove(s.file.Name()) // fails on Windows
	}
	return err
}

// check opens the file if the caller chose its folder.
func (s *spill) check() error {
	if s.dir == "" {
		return nil
	}
	return s.open()
}

// close closes and removes the file.
func (s *spill) close() error {
	if s == nil || s.file == nil { // s is nil in the zero Counter
		return nil
	}
	err := s.file.Close()
	if e := os.Remove(s.file.Name()); e != nil && !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	s.file = nil
	return err
}

// take allocates a block and returns its number.
func (s *spill) take() (number uint32) {
	if last := len(s.free) - 1; last >= 0 {
		number = s.free[last]
		s.free = s.free[:last]
		return number
	}
	s.next++
	return s.next - 1
}

// put writes data as the next block of a stream. Only the last block may be shorter than the others.
func (s *spill) put(st *stream, data []byte) error {
	if s.file == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	number := s.take()
	if _, err := s.file.WriteAt(data, int64(number)*int64(s.block)); err != nil {
		return temporaryFileError(err)
	}
	st.blocks = append(st.blocks, fileBlock{number, checksum(data)})
	st.last = len(data)
	return nil
}

// get reads the data of a block and frees it.
func (s *spill) get(b fileBlock, data []byte) error {
	if _, err := s.file.ReadAt(data, int64(b.number)*int64(s.block)); err == io.EOF {
		return errDamaged
	} else if err != nil {
		return temporaryFileError(err)
	}
	if checksum(data) != b.sum {
		return errDamaged
	}
	s.free = append(s.free, b.number)
	return nil
}

// A stream is a sequence of bytes in a spill. It is written first, and then read once.
type stream struct {
	blocks []fileBlock
	last   int    // the number of bytes in the last block
	buf    []byte // bytes that are not in a block yet; its capacity is the size of a block
}

// write appends strings to a stream.
func (s *spill) write(st *stream, texts ...[]byte) error {
	for _, p := range texts {
		for len(p) > 0 {
			n := copy(st.buf[len(st.buf):cap(st.buf)], p)
			st.buf, p = st.buf[:len(st.buf)+n], p[n:]
			if len(st.buf) == cap(st.buf) {
				if err := s.flush(st); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// finish returns a stream that is written, and empties st, which keeps its buffer.
func (s *spill) finish(st *stream) (written stream, err error) {
	err = s.flush(st)
	written = stream{blocks: st.blocks, last: st.last}
	st.blocks = nil
	return written, err
}

// flush writes the buffer of a stream as a block. The buffer must be full, except at the end of the stream.
func (s *spill) flush(st *stream) error {
	if len(st.buf) == 0 {
		return nil
	}
	err := s.put(st, st.buf)
	st.buf = st.buf[:0]
	return err
}

// A streamReader reads a stream that has been flushed.
type streamReader struct {
	spill  *spill
	stream stream
	buf    []byte  // its capacity is the size of a block
	rest   []byte  // the unread bytes of the block
	long   *[]byte // a buffer for data that spans several blocks, shared by readers
}

// fill reads the next block. It returns io.EOF at the end of the stream.
func (r *streamReader) fill() error {
	blocks := r.stream.blocks
	if len(blocks) == 0 {
		return io.EOF
	}
	size := r.spill.block
	if len(blocks) == 1 {
		size = r.stream.last
	}
	r.stream.blocks = blocks[1:]
	r.rest = r.buf[:size]
	return r.spill.get(blocks[0], r.rest)
}

// uvarint reads a number. It returns io.EOF at the end of the stream.
func (r *streamReader) uvarint() (uint64, error) {
	x, n := binary.Uvarint(r.rest) // PERF: most numbers are in one block
	if n > 0 {
		r.rest = r.rest[n:]
		return x, nil
	}
	x, err := binary.ReadUvarint(r)
	if err == io.ErrUnexpectedEOF {
		err = errDamaged
	}
	return x, err
}

// length reads the length of a string, or the length plus 1. The result is at most the length of the longest string
// written plus 1, even if the file is damaged. It returns io.EOF at the end of the stream.
func (r *streamReader) length() (int, error) {
	x, err := r.uvarint()
	if err == nil && x > uint64(r.spill.longest)+1 {
		err = errDamaged
	}
	return int(x), err
}

// inRecord returns err, or errDamaged if err is io.EOF, because a stream does not end within a record.
func inRecord(err error) error {
	if err == io.EOF {
		return errDamaged
	}
	return err
}

// ReadByte implements io.ByteReader.
func (r *streamReader) ReadByte() (byte, error) {
	if len(r.rest) == 0 {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b, nil
}

// next reads n bytes. They are valid until the next call of a reader that shares the buffer.
func (r *streamReader) next(n int) ([]byte, error) {
	if n <= len(r.rest) {
		text := r.rest[:n]
		r.rest = r.rest[n:]
		return text, nil
	}
	long := slices.Grow((*r.long)[:0], n)
	for len(long) < n {
		if len(r.rest) == 0 {
			if err := r.fill(); err != nil {
				return nil, inRecord(err)
			}
		}
		k := min(n-len(long), len(r.rest))
		long = append(long, r.rest[:k]...)
		r.rest = r.rest[k:]
	}
	*r.long = long
	return long, nil
}
