package links

import (
	"io"

	"github.com/urispan/uri/internal/textio"
)

// maxTag is the longest tag that is read as a whole. In real pages, the median length of a tag is 35 bytes, and one tag
// in a thousand has more than 2 KiB.
const maxTag = 64 << 10

// readSize is the smallest size of a buffer for reading. It grows to hold the longest tag.
const readSize = 16 << 10

// A source is a page, or the part of it that is in a buffer.
type source struct {
	src    io.Reader
	err    error // at the end of data; nothing is read after an error
	data   []byte
	own    []byte // the buffer for reading
	pos    int    // the bytes before it have been read
	offset int64  // of data in the page
	limit  int    // the longest tag that is read as a whole: maxTag, or less in tests
	size   int    // the smallest size of a buffer: readSize, or less in tests
}

// fill drops the bytes before pos and reads until the buffer is full, or to an error. It reports whether there are more
// bytes, or an error since the last time.
func (in *source) fill() bool {
	if in.err != nil || in.src == nil {
		return false
	}
	in.offset += int64(in.pos)
	rest := copy(in.own, in.data[in.pos:])
	in.pos = 0
	if rest >= len(in.own)/2 {
		in.grow(rest, max(in.size, 2*len(in.own)))
	}
	return in.read(rest)
}

// skipTo drops the bytes from keep on, which belong to a long tag, and reads others in their place.
func (in *source) skipTo(keep int) bool {
	if in.err != nil {
		return false
	}
	in.offset += int64(len(in.data) - keep)
	if len(in.own)-keep < in.size {
		in.grow(keep, keep+in.size)
	}
	return in.read(keep)
}

// grow makes a buffer of size bytes with the first n bytes of in.own.
func (in *source) grow(n, size int) {
	own := make([]byte, size)
	copy(own, in.own[:n])
	in.own = own
}

// read reads into in.own from n on.
func (in *source) read(n int) bool {
	for n < len(in.own) && in.err == nil {
		var size int
		size, in.err = textio.Read(in.src, in.own[n:])
		n += size
	}
	in.data = in.own[:n]
	return true
}
