package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// Files is a search of files by several workers. The results are in the order of the files.
type Files struct {
	Names   []string // of the files; "-" is standard input, which is also read if names is empty
	JSON    bool     // the results are JSON objects, with the numbers of lines
	UTF16   bool     // offsets count code units of UTF-16
	Wrapped bool     // words between "<" and ">" are in one piece
	AsIs    bool     // gzip files are searched compressed
	Quiet   bool     // no progress is shown

	// Search appends the results for a piece to dst and returns the longer slice. It sets Found and Binary, and passes
	// dst to Flush after each result. Several goroutines call it.
	Search func(dst []byte, p *Piece) []byte
}

// A Piece is a part of a file. It ends at a space, a control or the end of the file, or inside a word that is longer than
// the limit.
type Piece struct {
	Name    string // of the file; "-" for standard input
	Shown   string // Name for people: "(standard input)", or the name as ls writes it on a terminal
	Offset  int64  // of Data in the file
	Data    []byte
	Context int  // the length of the start of Data that is also the end of the piece before
	Cut     bool // Data ends inside a word
	Text    int  // the length of Data before the first NUL: after it, the file is binary

	Found  int  // the number of results
	Binary bool // a result is not shown, because it is in a binary part

	line     int64 // the number of the line with Data[counted]
	counted  int
	units    int64 // the code units of UTF-16 before Data[measured]
	measured int64
	isUTF16  bool
	write    func(dst []byte)

	file   *source
	long   int64 // the length of a word that ends in Data, if it was too long for a piece
	longAt int64 // its offset in the file
	err    error // ended reading of the file
	end    int64 // the bytes that were read from all files up to the end of Data
}

// LineAt returns the number of the line with the byte at n, if the results are JSON objects. The numbers n must not
// decrease from call to call.
func (p *Piece) LineAt(n int64) int64 {
	p.line += int64(bytes.Count(p.Data[p.counted:n], []byte("\n")))
	p.counted = int(n)
	return p.line
}

// OffsetAt returns the offset in the file of the byte at n, in bytes or in code units of UTF-16. The numbers n must not
// decrease from call to call.
func (p *Piece) OffsetAt(n int64) int64 {
	if !p.isUTF16 {
		return p.Offset + n
	}
	p.units += find.UTF16(octet.Text(p.Data[p.measured:]), n-p.measured)
	p.measured = n
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

// A source is a file that is read.
type source struct {
	name   string
	shown  string
	number int // of the argument, from 1
	r      io.Reader
	close  func() error

	binary  bool
	stopped atomic.Bool // the rest is not read, because a result in a binary part is reported
}

// pieceSize is the size of the buffer for a Read. A piece of this size and its results stay in the cache.
const pieceSize = 256 << 10

// maxKept is the size of the largest buffer that a worker keeps for its next piece.
const maxKept = 4 * pieceSize

// maxWord is the length in bytes of the longest word that is searched as a whole.
const maxWord = 64 << 20

// contextSize is the number of bytes of a piece that the next one begins with. Package find looks back 200 bytes and a
// character.
const contextSize = 256

// pieces reads files in pieces.
type pieces struct {
	*Files
	mu     sync.Mutex // held while a piece is read, which may block
	names  []string   // of the files that are still to be read
	stdin  io.Reader
	stdout io.Writer // for the results; its file is not read
	limit  int       // maxWord

	opening *Opening // of the files; nil if they are not decompressed

	file   *source // nil before the first file and between files
	opened int     // the number of files so far
	number int     // of the next piece
	kept   []byte  // the end of the last piece
	rest   []byte  // after kept: the start of a word that continues in the next piece
	offset int64   // of rest in the file
	line   int64   // at rest
	units  int64   // of UTF-16 before rest
	word   int64   // the length of the parts of a long word in the last pieces
	total  int64   // the bytes that were read from all files
}

// fill reads the next piece and returns its number. At the end of the last file, ok is false.
func (in *pieces) fill(p *Piece) (number int, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	number = in.number
	in.number++
	data := p.Data[:0]
	if cap(data) > maxKept {
		data = nil
	}
	*p = Piece{Data: data, write: p.write}
	if in.file != nil && in.file.stopped.Load() {
		in.close()
	}
	if in.file == nil {
		if len(in.names) == 0 {
			return number, false
		}
		p.err = in.open()
	}
	p.file, p.Name, p.Shown = in.file, in.file.name, in.file.shown
	if p.err == nil {
		in.read(p)
	}
	p.Offset, p.line, p.counted, p.end = in.offset-int64(p.Context), in.line, p.Context, in.total
	in.offset = p.Offset + int64(len(p.Data))
	if in.JSON {
		in.line += int64(bytes.Count(p.Data[p.Context:], []byte("\n")))
	}
	p.isUTF16, p.units, p.measured = in.UTF16, in.units, int64(p.Context)
	if in.UTF16 {
		in.units += find.UTF16(octet.Text(p.Data[p.Context:]), int64(len(p.Data)-p.Context))
	}
	if !in.file.binary {
		p.Text = bytes.IndexByte(p.Data, 0)
		if in.file.binary = p.Text >= 0; !in.file.binary {
			p.Text = len(p.Data)
		}
	}
	if p.err != nil {
		in.close()
	}
	return number, true
}

// open opens the next file.
func (in *pieces) open() (err error) {
	in.opened++
	f := newSource(in.names[0], in.opened)
	in.file, in.names = f, in.names[1:]
	in.kept, in.rest, in.offset, in.line, in.word = in.kept[:0], in.rest[:0], 0, 1, 0
	in.units = 0
	if f.r, f.close, err = Open(f.name, in.stdin); err != nil {
		return err
	}
	if err := CheckInput(f.r, in.stdout); err != nil {
		return err
	}
	if in.opening != nil {
		f.r = in.opening.Reader(f.r)
	}
	return nil
}

// Open opens a file for reading. The name "-" stands for stdin, which closeFile leaves open.
func Open(name string, stdin io.Reader) (r io.Reader, closeFile func() error, err error) {
	if name == "-" {
		return stdin, func() error { return nil }, nil
	}
	f, err := os.Open(name)
	return f, f.Close, err
}

// errSameFile reports a file that would grow while it is read.
var errSameFile = errors.New("the results go to this file")

// CheckInput returns an error if r and w are the same regular file.
func CheckInput(r io.Reader, w io.Writer) error {
	if isSameFile(r, w) {
		return errSameFile
	}
	return nil
}

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

// close closes the file, unless it is standard input.
func (in *pieces) close() {
	in.file.close()
	in.file = nil
}

// read reads words until p has a whole one, or a part of a long one, and keeps the start of the last one for the next
// piece. It sets p.err after the last word of the file.
func (in *pieces) read(p *Piece) {
	p.Data = append(append(p.Data, in.kept...), in.rest...)
	p.Context = len(in.kept)
	end := p.Context
	for end == p.Context && p.err == nil {
		seen := len(p.Data)
		p.Data = slices.Grow(p.Data, pieceSize)
		n, err := textio.Read(in.file.r, p.Data[seen:seen+pieceSize])
		p.Data, p.err = p.Data[:seen+n], err
		in.total += int64(n)
		if end = len(p.Data); p.err != nil {
			break
		}
		if end = textio.WordsEnd(p.Data, p.Context, seen, in.Wrapped); end > p.Context {
			break
		}
		if p.Cut = len(p.Data)-p.Context > in.limit; p.Cut {
			end = len(p.Data)
		}
	}
	in.rest = append(in.rest[:0], p.Data[end:]...)
	p.Data = p.Data[:end]
	in.kept = append(in.kept[:0], p.Data[max(0, end-contextSize):]...)
	in.measure(p)
}

// measure adds the part in p of a word that is longer than the limit to the parts before it.
func (in *pieces) measure(p *Piece) {
	data := p.Data[p.Context:]
	if p.Cut {
		in.word += int64(len(data))
		return
	}
	if in.word > 0 {
		first := slices.IndexFunc(data, textio.IsSpace)
		if first < 0 {
			first = len(data)
		}
		p.long, p.longAt = in.word+int64(first), in.offset-in.word
		in.word = 0
	}
}

// Run searches the files and returns the exit status: ExitValid if something was found, and ExitInvalid otherwise. It
// reports a file that cannot be read for the command, and goes on with the next one.
func (f *Files) Run(stdin io.Reader, stdout, stderr io.Writer, command string) int {
	in := &pieces{Files: f, names: f.Names, stdin: stdin, stdout: stdout, limit: maxWord}
	if len(in.names) == 0 {
		in.names = []string{"-"}
	}
	j := &filesJob{in: in, turn: newTurn(), stdout: paint.Styled(stdout, f.JSON, false), command: command}
	var progress *progress
	if !f.Quiet {
		progress = newProgress(in.names, stdin, stdout, stderr)
	}
	j.stderr = progress.messages(stderr)
	if !f.AsIs {
		in.opening = &Opening{Command: command, KeepMark: true, OnGzip: func() { progress.forgetSize() }}
	}
	go j.work(f.Search, workersFor(runtime.GOMAXPROCS(0))-1)
	progress.watch(j.turn.done, func(elapsed time.Duration, size int64) string { return j.turn.count().searchLine(elapsed, size) })
	switch count := j.turn.count(); {
	case j.turn.err != nil:
		return Trouble(j.stderr, j.turn.err)
	case j.trouble:
		return ExitTrouble
	case count.total == 0:
		return ExitInvalid
	}
	return ExitValid
}

// A filesJob is one run of Files.
type filesJob struct {
	in             *pieces
	turn           *turn
	stdout, stderr io.Writer
	command        string
	trouble        bool // written in the turn of a piece
}

// When slowPieces pieces in a row each take longer to search than slowSearch, the first worker starts the others. For
// faster searches they save no time, because a piece takes 40 µs to read, and some 20 µs to pass the turn to read.
const (
	slowPieces = 4
	slowSearch = 100 * time.Microsecond
)

// work is the loop of a worker. It ends after the last piece, or when writing has failed. It starts the others if they
// are needed.
func (j *filesJob) work(search func(dst []byte, p *Piece) []byte, others int) {
	var p Piece
	var out []byte
	number, ok, slow := 0, true, 0
	p.write = func(dst []byte) { j.turn.write(number, j.stdout, dst) }
	for {
		if number, ok = j.in.fill(&p); !ok {
			if j.turn.wait(number) {
				j.turn.end(nil)
			}
			return
		}
		begin := time.Now()
		out = search(out[:0], &p)
		if slow++; time.Since(begin) < slowSearch {
			slow = 0
		}
		for ; slow >= slowPieces && others > 0; others-- {
			go j.work(search, 0)
		}
		if !j.turn.write(number, j.stdout, out) {
			return
		}
		j.report(&p)
		j.turn.pass(tally{bytes: p.end, total: p.Found})
	}
}

// report reports the peculiarities of a piece, in its turn.
func (j *filesJob) report(p *Piece) {
	warn := func(format string, args ...any) {
		say(j.stderr, j.command+": "+p.file.inMessages()+": ", fmt.Sprintf(format, args...))
	}
	if p.long > 0 {
		warn("%d bytes without a space at byte %d are searched in pieces: what is in two of them is not found", p.long, p.longAt)
	}
	if p.Binary && !p.file.stopped.Swap(true) {
		warn("binary file matches")
	}
	if p.err != nil && p.err != io.EOF {
		warn("%v", Pathless(p.err))
		j.trouble = true
	}
}

// newSource returns the source for an argument.
func newSource(name string, number int) *source {
	f := &source{name: name, shown: "(standard input)", number: number} // as grep prints it
	if name != "-" {
		f.shown = string(escape.AppendName(nil, name))
	}
	return f
}

// inMessages returns the name of the file for messages. The name of a file that does not exist may be a password.
func (f *source) inMessages() string {
	if f.name == "-" {
		return "standard input"
	}
	if _, err := os.Lstat(f.name); err != nil {
		return fmt.Sprintf("file %d", f.number)
	}
	return f.shown
}
