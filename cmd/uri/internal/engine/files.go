package engine

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf16"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// Files are files of text that a command reads, one after the other.
type Files struct {
	Opening
	Quiet bool // no progress is shown

	read atomic.Int64 // the number of bytes so far
}

// DefineFlags defines the flags -plain and -quiet, which set f.
func (f *Files) DefineFlags(fs *flag.FlagSet) {
	fs.BoolVar(&f.AsIs, "plain", false, NoValue)
	fs.BoolVar(&f.Quiet, "quiet", false, NoValue)
}

// Each calls read with each of the names and its number, from 1 on, until it returns an error. Without names, that is "-".
// Each shows the progress on stderr, with what more returns at the end of the line. The function read writes messages.
func (f *Files) Each(
	names []string, stdin io.Reader, stdout, stderr io.Writer, more func() string,
	read func(name string, number int, messages io.Writer) error,
) error {
	names = OrStdin(names)
	f.Count = &f.read
	line := func(elapsed time.Duration, size int64) string {
		return BytesLine(f.read.Load(), elapsed, size) + more()
	}
	return Watch(context.Background(), f.Quiet, names, stdin, stdout, stderr, line, func(messages io.Writer) error {
		for i, name := range names {
			if err := read(name, i+1, messages); err != nil {
				return err
			}
		}
		return nil
	})
}

// A Piece is a part of a file. It ends at a space, a control or the end of the file, or inside a word that is longer than
// the limit.
type Piece struct {
	Name  string // of the file; "-" for standard input
	Shown string // Name for people: see ShownName

	Lines   bool // the numbers of lines are counted
	UTF16   bool // offsets count code units of UTF-16
	Wrapped bool // words between "<" and ">" are in one piece

	Data    []byte
	Context int  // the length of the start of Data that is also the end of the piece before
	Cut     bool // Data ends inside a word
	Text    int  // the length of Data before the first NUL: after it, the file is binary

	Offset  int64  // of Data in the file
	counted int64  // the length of the start of Data whose lines and code units are counted
	line    int64  // the number of the line there, from 0 on
	units   int64  // the code units of UTF-16 before it
	hasNUL  bool   // a piece before has a NUL
	rest    []byte // after Data: the start of a word that continues in the next piece
}

// count counts the lines and code units before the byte at n, which begins a character.
func (p *Piece) count(n int64) {
	if p.Lines {
		p.line += int64(bytes.Count(p.Data[p.counted:n], []byte("\n")))
	}
	if p.UTF16 {
		for _, r := range octet.Text(p.Data[p.counted:n]) {
			p.units += int64(utf16.RuneLen(r)) // 1 for a byte that is not UTF-8
		}
	}
	p.counted = n
}

// LineAt returns the number of the line with the byte at n, if p.Lines is set. The numbers n must not
// decrease from call to call.
func (p *Piece) LineAt(n int64) int64 {
	p.count(n)
	return p.line + 1
}

// OffsetAt returns the offset in the file of the byte at n, in bytes or in code units of UTF-16. The numbers n must not
// decrease from call to call.
func (p *Piece) OffsetAt(n int64) int64 {
	if !p.UTF16 {
		return p.Offset + n
	}
	p.count(n)
	return p.units
}

// pieceSize is the size of the buffer for a Read. A piece of this size and its results stay in the cache.
const pieceSize = 256 << 10

// MaxWord is the length in bytes of the longest word that is searched as a whole.
const MaxWord = 64 << 20

// contextSize is the number of bytes of a piece that the next one begins with. Package find looks back 200 bytes and a
// character.
const contextSize = 256

// Next reads the next piece: words until it has a whole one, or a part of a word longer than limit. After the last piece,
// it returns the error of reading, which is io.EOF at the end of the file.
func (p *Piece) Next(in io.Reader, limit int) (err error) {
	p.count(int64(len(p.Data)))
	p.hasNUL = p.hasNUL || p.Text < len(p.Data)
	begin := max(0, len(p.Data)-contextSize)
	p.Offset += int64(begin)
	p.Context, p.counted = len(p.Data)-begin, int64(len(p.Data)-begin)
	p.Data = append(append(p.Data[:0], p.Data[begin:]...), p.rest...)
	p.Cut = false
	end := p.Context
	for end == p.Context && err == nil {
		seen, n := len(p.Data), 0
		p.Data = slices.Grow(p.Data, pieceSize)
		n, err = textio.Read(in, p.Data[seen:seen+pieceSize])
		p.Data = p.Data[:seen+n]
		if end = len(p.Data); err == nil {
			end = textio.WordsEnd(p.Data, p.Context, seen, p.Wrapped)
		}
		if p.Cut = err == nil && end == p.Context && len(p.Data)-end > limit; p.Cut {
			end = len(p.Data)
		}
	}
	p.rest = append(p.rest[:0], p.Data[end:]...)
	p.Data = p.Data[:end]
	if p.Text = bytes.IndexByte(p.Data, 0); p.hasNUL {
		p.Text = 0
	} else if p.Text < 0 {
		p.Text = len(p.Data)
	}
	return err
}

// errSameFile reports a file that would grow while it is read.
var errSameFile = errors.New("the results go to this file")

// isSameFile reports whether a and b are the same regular file.
func isSameFile(a, b any) bool {
	x, y := infoOf(a), infoOf(b)
	return x != nil && y != nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

// infoOf returns what describes f, which may be a file or a FileInfo, or nil if f is neither.
func infoOf(f any) fs.FileInfo {
	info, _ := f.(fs.FileInfo)
	if file, ok := f.(*os.File); ok {
		info, _ = file.Stat()
	}
	return info
}

// OrStdin returns the names of files or, without names, "-" for standard input.
func OrStdin(names []string) []string {
	if len(names) == 0 {
		return []string{"-"}
	}
	return names
}

// ShownName returns the name of a file for people, with escapes as in lines if it has more to escape than backslashes. For
// "-" it is "(standard input)", as of grep.
func ShownName(name string) string {
	shown := string(escape.AppendText(nil, []byte(name)))
	switch {
	case name == "-":
		return "(standard input)"
	case len(shown) == len(name)+strings.Count(name, `\`):
		return name
	}
	return shown
}

// InMessages returns the name of the file for messages, given the number of the argument. The name of a file that does not
// exist may be a password.
func (p *Piece) InMessages(number int) string {
	if p.Name == "-" {
		return "standard input"
	}
	if _, err := os.Lstat(p.Name); err != nil {
		return fmt.Sprintf("file %d", number)
	}
	return p.Shown
}
