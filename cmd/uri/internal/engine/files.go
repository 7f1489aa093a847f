package engine

import (
	"bytes"
	"context"
	"errors"
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
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// Files is a search of files, one after the other.
type Files struct {
	Opening
	Names   []string // of the files; "-" is standard input, which is also read if names is empty
	JSON    bool     // the results are JSON objects
	Lines   bool     // the results have the numbers of lines
	UTF16   bool     // offsets count code units of UTF-16
	Wrapped bool     // words between "<" and ">" are in one piece
	Quiet   bool     // no progress is shown

	// Search appends the results for a piece to dst and returns the longer slice. It sets Found and Binary, and passes
	// dst to Flush after each result.
	Search func(dst []byte, p *Piece) []byte

	stdin          io.Reader
	stdout, stderr io.Writer
	read, found    atomic.Int64 // the numbers of bytes and of results so far
	trouble        bool         // a file could not be read
}

// A Piece is a part of a file. It ends at a space, a control or the end of the file, or inside a word that is longer than
// the limit.
type Piece struct {
	*Files
	Name    string // of the file; "-" for standard input
	Shown   string // Name for people: see ShownName
	Data    []byte
	Context int  // the length of the start of Data that is also the end of the piece before
	Cut     bool // Data ends inside a word
	Text    int  // the length of Data before the first NUL: after it, the file is binary

	Found  int  // the number of results
	Binary bool // a result is not shown, because it is in a binary part

	offset  int64  // of Data in the file
	counted int64  // the length of the start of Data whose lines and code units are counted
	line    int64  // the number of the line there
	units   int64  // the code units of UTF-16 before it
	hasNUL  bool   // a piece before has a NUL
	rest    []byte // after Data: the start of a word that continues in the next piece
	failed  error  // an error of writing
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
	return p.line
}

// OffsetAt returns the offset in the file of the byte at n, in bytes or in code units of UTF-16. The numbers n must not
// decrease from call to call.
func (p *Piece) OffsetAt(n int64) int64 {
	if !p.UTF16 {
		return p.offset + n
	}
	p.count(n)
	return p.units
}

// Flush returns dst. If dst is long, Flush writes it and returns an empty slice.
func (p *Piece) Flush(dst []byte) []byte {
	if len(dst) < outputSize {
		return dst
	}
	p.write(dst)
	return dst[:0]
}

// write writes results, unless writing has failed.
func (p *Piece) write(dst []byte) {
	if len(dst) > 0 && p.failed == nil {
		_, p.failed = p.stdout.Write(dst)
	}
}

// pieceSize is the size of the buffer for a Read. A piece of this size and its results stay in the cache.
const pieceSize = 256 << 10

// maxWord is the length in bytes of the longest word that is searched as a whole.
const maxWord = 64 << 20

// contextSize is the number of bytes of a piece that the next one begins with. Package find looks back 200 bytes and a
// character.
const contextSize = 256

// next reads the next piece: words until it has a whole one, or a part of a word longer than limit. After the last piece,
// it returns the error of reading, which is io.EOF at the end of the file.
func (p *Piece) next(in io.Reader, limit int) (err error) {
	p.count(int64(len(p.Data)))
	p.hasNUL = p.hasNUL || p.Text < len(p.Data)
	begin := max(0, len(p.Data)-contextSize)
	p.offset += int64(begin)
	p.Context, p.counted = len(p.Data)-begin, int64(len(p.Data)-begin)
	p.Data = append(append(p.Data[:0], p.Data[begin:]...), p.rest...)
	p.Cut, p.Found = false, 0
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

// Run searches the files and returns the exit status: ExitValid if something was found, and ExitInvalid otherwise. It
// reports a file that cannot be read, and goes on with the next one.
func (f *Files) Run(stdin io.Reader, stdout, stderr io.Writer) int {
	f.Names = OrStdin(f.Names)
	f.stdin, f.stdout = stdin, paint.Styled(stdout, f.JSON, false)
	line := func(elapsed time.Duration, size int64) string {
		return fmt.Sprintf("%s, %s found", BytesLine(f.read.Load(), elapsed, size), Grouped(f.found.Load()))
	}
	err := Watch(context.Background(), f.Quiet, f.Names, stdin, stdout, stderr, line, func(messages io.Writer) error {
		f.stderr = messages
		for i, name := range f.Names {
			if err := f.search(name, i+1); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return Trouble(stderr, err)
	case f.trouble:
		return ExitTrouble
	case f.found.Load() == 0:
		return ExitInvalid
	}
	return ExitValid
}

// OrStdin returns the names of files or, without names, "-" for standard input.
func OrStdin(names []string) []string {
	if len(names) == 0 {
		return []string{"-"}
	}
	return names
}

// search searches the file of an argument. It returns an error of writing.
func (f *Files) search(name string, number int) error {
	p := Piece{Files: f, Name: name, Shown: ShownName(name), line: 1}
	warn := func(format string, args ...any) {
		say(f.stderr, f.Command+": "+p.inMessages(number)+": ", fmt.Sprintf(format, args...))
	}
	var out []byte
	f.Count = &f.read
	in, closeFile, err := f.Opening.Open(name, f.stdin, f.stdout)
	if err == nil {
		defer closeFile()
	}
	for wasCut := false; err == nil && !p.Binary; wasCut = p.Cut {
		err = p.next(in, maxWord)
		if p.Cut && !wasCut {
			warn("more than %d bytes without a space at byte %d are searched in pieces: what is in two of them is not found",
				maxWord, p.offset+int64(p.Context))
		}
		out = f.Search(out[:0], &p)
		f.found.Add(int64(p.Found))
		if p.write(out); p.failed != nil {
			return p.failed
		}
	}
	if p.Binary {
		warn("binary file matches")
	}
	if err != nil && err != io.EOF {
		warn("%v", Nameless(err))
		f.trouble = true
	}
	return nil
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

// inMessages returns the name of the file for messages, given the number of the argument. The name of a file that does not
// exist may be a password.
func (p *Piece) inMessages(number int) string {
	if p.Name == "-" {
		return "standard input"
	}
	if _, err := os.Lstat(p.Name); err != nil {
		return fmt.Sprintf("file %d", number)
	}
	return p.Shown
}
