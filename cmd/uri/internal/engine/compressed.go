package engine

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// An Opening describes how an input is opened: its first bytes show whether it is compressed, and whether it has a byte
// order mark.
type Opening struct {
	Command string                                    // for messages about files that are not read
	Again   func(reads string, more ...string) string // see [InputFlags]; may be nil
	NUL     bool                                      // records end with NUL, so zeros are not a sign of UTF-16

	// KeepMark is set if a byte order mark is a part of the text.
	KeepMark bool

	AsIs  bool          // the text is the input itself, as the flag -plain says
	Count *atomic.Int64 // counts the bytes of the input; may be nil

	// OnMark is called if a byte order mark was skipped. It may be nil.
	OnMark func()
}

// The first bytes of inputs that an Opening knows.
const (
	gzipMark = "\x1f\x8b\x08"
	utf8Mark = "\ufeff"
)

// marks are the first bytes of inputs that are not read as they are. The programs read formats that an Opening refuses.
var marks = []struct{ mark, format, program string }{
	{mark: gzipMark},
	{mark: utf8Mark},
	{mark: "\xff\xfe"}, // of UTF-16: see CheckUTF16
	{mark: "\xfe\xff"},
	{"\x28\xb5\x2f\xfd", "zstd", "zstd -dc FILE"},
	{"\xfd7zXZ\x00", "xz", "xz -dc FILE"},
	{"BZh91AY&SY", "bzip2", "bzip2 -dc FILE"}, // the first digit is the size of blocks, nearly always 9
}

// Reader returns a reader of the text in r. If r is a gzip file, of one member or several, that is its uncompressed
// text. If the file is cut off, or if bytes other than zeros follow its last member, the error follows the text that
// could be read.
func (o Opening) Reader(r io.Reader) io.Reader {
	if o.Count == nil {
		o.Count = new(atomic.Int64)
	}
	r = counted{r, o.Count}
	if o.AsIs {
		return r
	}
	return &opening{Opening: o, in: bufio.NewReader(r)}
}

// Open opens a file as Reader reads it. The name "-" stands for stdin, which closeFile leaves open. A file that the results
// go to is an error.
func (o Opening) Open(name string, stdin io.Reader, results io.Writer) (r io.Reader, closeFile func() error, err error) {
	r, closeFile = stdin, func() error { return nil }
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		r, closeFile = f, f.Close
	}
	if isSameFile(r, results) {
		return nil, nil, cmp.Or(closeFile(), errSameFile)
	}
	return o.Reader(r), closeFile, nil
}

// An opening is the reader of an Opening.
type opening struct {
	Opening
	in    *bufio.Reader // the input
	inner bool          // the input is the text of a gzip file

	text io.Reader // the text in the input, after its first bytes were read
	err  error     // of reading these
}

// Read implements io.Reader.
func (o *opening) Read(p []byte) (n int, err error) {
	if o.text == nil && o.err == nil {
		o.text, o.err = o.begin()
	}
	if o.err != nil {
		return 0, o.err
	}
	return o.text.Read(p)
}

// begin reads the first bytes and returns a reader of the text.
func (o *opening) begin() (io.Reader, error) {
	head, err := o.in.Peek(1)
	if len(head) == 0 {
		return nil, err
	}
	for more := true; more && err == nil; {
		head, _ = o.in.Peek(o.in.Buffered())
		more = !o.NUL && len(head) < utf16Head && bytes.IndexByte(head, 0) >= 0
		for _, file := range marks { // of which head may be the beginning
			more = more || len(head) < len(file.mark) && strings.HasPrefix(file.mark, string(head))
		}
		if more {
			_, err = o.in.Peek(len(head) + 1)
		}
	}
	text := string(head)
	if !o.inner && strings.HasPrefix(text, gzipMark) {
		m := &members{in: o.in}
		if err := m.next(); err != nil {
			return nil, gzipError(err)
		}
		return &opening{Opening: o.Opening, in: bufio.NewReader(m), inner: true}, nil
	}
	if strings.HasPrefix(text, utf8Mark) && !o.KeepMark {
		o.in.Discard(len(utf8Mark))
		text = text[len(utf8Mark):]
		if o.OnMark != nil {
			o.OnMark()
		}
	}
	for _, file := range marks {
		if file.format != "" && strings.HasPrefix(text, file.mark) {
			return nil, o.refuse(file.format, file.program)
		}
	}
	if err := o.CheckUTF16([]byte(text)); err != nil {
		return nil, err
	}
	return o.in, nil
}

// refuse returns the error for an input in a format, with the line that has a program read it.
func (o *Opening) refuse(format, program string) error {
	line := ""
	if o.Again != nil {
		line = o.Again(program + " |")
	}
	return fmt.Errorf("%s is not read here: write %s", format, cmp.Or(line, program+" | uri "+o.Command))
}

// utf16Head is the number of bytes that show whether text is UTF-16. More are read only if the first ones have a zero.
const utf16Head = 64

// CheckUTF16 returns an error if text begins with a byte order mark of UTF-16, or is UTF-16 as Windows writes it: with
// a zero before or after nearly all characters, but without three zeros in a row, as in binary files.
func (o *Opening) CheckUTF16(text []byte) error {
	zeros := [2]int{}
	for i, c := range text {
		if c == 0 {
			zeros[i&1]++
		}
	}
	encoding, n := "UTF-16BE", zeros[0]
	if zeros[1] > zeros[0] {
		encoding, n = "UTF-16LE", zeros[1]
	}
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		encoding = "UTF-16"
	case o.NUL, len(text) < 4, n <= len(text)/3, min(zeros[0], zeros[1]) > n/8,
		bytes.Contains(text, []byte("\x00\x00\x00")):
		return nil
	}
	return o.refuse("UTF-16", "iconv -f "+encoding+" -t UTF-8 FILE")
}

// A members is the reader of the text in a gzip file: of its members, one after the other. Zeros may follow the last
// one, since tar and tapes fill up blocks with them.
type members struct {
	in  *bufio.Reader
	zip gzip.Reader // reads a member
}

// Read implements io.Reader.
func (m *members) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil {
		if n, err = m.zip.Read(p); err == io.EOF {
			err = m.next()
		}
	}
	return n, gzipError(err)
}

// next begins the first member, or the one after a member that has ended. The error is io.EOF if that was the last one.
func (m *members) next() error {
	if magic, _ := m.in.Peek(2); len(magic) > 0 && strings.HasPrefix(gzipMark, string(magic)) {
		err := m.zip.Reset(m.in)
		m.zip.Multistream(false)
		return err
	}
	c, err := m.in.ReadByte()
	for err == nil && c == 0 {
		c, err = m.in.ReadByte()
	}
	return cmp.Or(err, errors.New("gzip: other bytes follow the last member, and are not read"))
}

// A counted counts the bytes that are read from a reader.
type counted struct {
	io.Reader
	n *atomic.Int64
}

// Read implements io.Reader.
func (c counted) Read(p []byte) (n int, err error) {
	n, err = c.Reader.Read(p)
	c.n.Add(int64(n))
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
