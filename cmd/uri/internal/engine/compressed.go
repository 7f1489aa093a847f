package engine

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri/internal/textio"
)

// An Opening describes how an input is opened: its first bytes show whether it is compressed, and whether it has a byte
// order mark.
type Opening struct {
	Command string // for the message about zstd

	// KeepMark is set if a byte order mark is a part of the text.
	KeepMark bool

	// OnMark is called if a byte order mark was skipped, and OnGzip if the input is compressed. They may be nil.
	OnMark, OnGzip func()
}

// The first bytes of inputs that an Opening knows.
const (
	gzipMark = gzipMagic + "\x08"
	zstdMark = "\x28\xb5\x2f\xfd"
	utf8Mark = "\ufeff"
)

// Reader returns a reader of the text in r. If r is a gzip file, of one member or several, that is its uncompressed
// text. If the file is cut off, or if bytes other than zeros follow its last member, the error follows the text that could
// be read.
func (o Opening) Reader(r io.Reader) io.Reader { return &opening{Opening: o, r: r} }

// An opening is the reader of an Opening.
type opening struct {
	Opening
	r     io.Reader // the input or, after its first bytes were read, the text
	begun bool
	gzip  bool
	inner bool // the input is the text of a gzip file
}

// Read implements io.Reader.
func (o *opening) Read(p []byte) (n int, err error) {
	if !o.begun {
		o.begun = true
		if err := o.begin(); err != nil {
			o.r = failed{err}
		}
	}
	n, err = o.r.Read(p)
	if o.gzip && err != nil && err != io.EOF {
		err = gzipError(err)
	}
	return n, err
}

// begin reads the first bytes and sets o.r to a reader of the text.
func (o *opening) begin() (err error) {
	head := make([]byte, 4<<10)
	n := 0
	for err == nil && isBeginning(string(head[:n])) {
		var more int
		more, err = textio.Read(o.r, head[n:])
		n += more
	}
	text := string(head[:n])
	isGzip := !o.inner && strings.HasPrefix(text, gzipMark)
	if strings.HasPrefix(text, utf8Mark) && !o.KeepMark {
		text = text[len(utf8Mark):]
		if o.OnMark != nil {
			o.OnMark()
		}
	}
	rest := o.r
	if err != nil {
		rest = failed{err}
	}
	o.r = io.MultiReader(strings.NewReader(text), rest)
	switch {
	case isGzip:
		if o.OnGzip != nil {
			o.OnGzip()
		}
		unzipped, err := newMembers(o.r)
		if err != nil {
			return gzipError(err)
		}
		o.gzip = true
		o.r = &opening{Opening: o.Opening, r: unzipped, inner: true}
	case strings.HasPrefix(text, zstdMark):
		return fmt.Errorf("zstd is not read here: write zstd -dc FILE | uri %s", o.Command)
	}
	return nil
}

// isBeginning reports whether more bytes may complete text to one of the marks.
func isBeginning(text string) bool {
	for _, mark := range []string{gzipMark, zstdMark, utf8Mark} {
		if len(text) < len(mark) && strings.HasPrefix(mark, text) {
			return true
		}
	}
	return false
}

// A members is the reader of the text in a gzip file: of its members, one after the other. Zeros may follow the last one,
// since tar and tapes fill up blocks with them. For other bytes, which gzip calls trailing garbage, the error has the
// offset of the first one.
type members struct {
	file *counted
	in   *bufio.Reader // reads file
	zip  *gzip.Reader  // reads a member from in
}

func newMembers(r io.Reader) (*members, error) {
	file := &counted{r: r}
	m := &members{file: file, in: bufio.NewReader(file), zip: new(gzip.Reader)}
	return m, m.begin()
}

// begin reads the header of a member.
func (m *members) begin() error {
	err := m.zip.Reset(m.in)
	if err == nil {
		m.zip.Multistream(false)
	}
	return err
}

// Read implements io.Reader.
func (m *members) Read(p []byte) (n int, err error) {
	for {
		n, err = m.zip.Read(p)
		if err == io.EOF {
			err = m.next()
		}
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// next begins the member after one that has ended. The error is io.EOF if that was the last one.
func (m *members) next() error {
	end := m.file.n - int64(m.in.Buffered())
	magic, err := m.in.Peek(len(gzipMagic))
	switch {
	case len(magic) == 0:
		return err
	case strings.HasPrefix(gzipMagic, string(magic)):
		return m.begin()
	}
	for {
		c, err := m.in.ReadByte()
		switch {
		case err != nil:
			return err
		case c != 0:
			return fmt.Errorf("gzip: other bytes follow the last member, at byte %d, and are not read", end)
		}
	}
}

// gzipMagic begins every member of a gzip file.
const gzipMagic = "\x1f\x8b"

// A counted counts the bytes that are read from r.
type counted struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (n int, err error) {
	n, err = c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// gzipError returns the error for err, which ended the reading of a gzip file.
func gzipError(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("gzip: the file is cut off")
	case errors.Is(err, gzip.ErrHeader):
		return errors.New("gzip: the header of a member is wrong; -plain reads the file as it is")
	}
	return err
}

// A failed is a reader that returns an error.
type failed struct{ error }

func (f failed) Read([]byte) (int, error) { return 0, f.error }
