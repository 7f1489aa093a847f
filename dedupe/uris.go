package dedupe

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync/atomic"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	iostream "github.com/urispan/uri/internal/textio" // stream is a type here
)

// URIs removes duplicates from lines of URI-references. The zero value writes the first spelling of each reference.
type URIs struct {
	Limits

	// WriteNormal writes normal forms instead of first spellings.
	WriteNormal bool

	// Normalize appends the normal form of a line to dst, or returns the reason why the line is invalid. If it is nil,
	// lines are normalized by [uri.AppendNormalizedBytes] and the rules of Query. Several goroutines call it at the
	// same time.
	Normalize func(dst, line []byte) ([]byte, error)

	// Query has rules for the queries of normal forms. If it is nil, queries have no rules. Run ignores it if Normalize
	// is set.
	Query *uri.QueryRules

	// KeyFunc appends the key of a normal form to dst. Lines with equal keys are duplicates. If it is nil, the normal form
	// is the key. Several goroutines call it at the same time.
	KeyFunc func(dst, normal []byte) []byte

	// Counted makes Run count the lines with each key. Run calls it once for each key, with the number of lines that
	// have that key. Counted appends to dst what Run writes before the line for the key, such as the number, and
	// reports whether Run writes the line at all. With Counted, Run writes no line before the end of the input, and
	// needs more memory for each line.
	Counted func(dst []byte, count int64) (before []byte, ok bool)

	// Run calls Invalid with each invalid line, in the order of the input. If it returns an error, Run stops and
	// returns that error. If Invalid is nil, Run returns an error only if all lines are invalid.
	Invalid func(Invalid) error

	// KeepInvalid reports whether Run writes an invalid line, unchanged and in its place. Run calls it after Invalid, for
	// each invalid line of src that has at most MaxLine bytes. Invalid lines are no duplicates of each other, Counted
	// gets the number 1 for each, and groups do not count them. No key of a valid line may begin with a NUL byte. If
	// KeepInvalid is nil, Run leaves all invalid lines out. Otherwise, with CRLF, it writes each line with its own end.
	KeepInvalid func(Invalid) bool

	// GroupBy returns the name of the group of a normal form. Examples of such functions are [Host] and [Domain]. Run
	// calls OnGroup with each name, sorted by bytes, and the number of URIs with that name that it has written. If
	// either is nil, URIs are not counted. With CountLines, the number counts all valid lines of the input, and several
	// goroutines call GroupBy at the same time.
	GroupBy    func(normal []byte) []byte
	OnGroup    func(name []byte, count int64) error
	CountLines bool

	// Against has lines in the form of those of src. Run drops each line of src with the key of a line of Against. Run
	// reads Against to its end before it writes a line, so dst may append to the file that Against reads. If a Read of
	// Against fails, Run returns its error. Invalid gets the invalid lines of Against, with the field Against set.
	// Groups do not count lines of Against, nor does Stats, except in Spilled and Filtered. A nil Against has no lines.
	Against io.Reader

	// Input returns the input in a line, such as the line without spaces around it, which Run reads and writes in its
	// place. The input is a part of the line. If Input returns an error, the line is invalid: it is a comment, for example.
	// If Input is nil, lines are inputs. Several goroutines call it at the same time.
	Input func(line []byte) (input []byte, err error)

	NUL     bool // lines end with a NUL byte, not with a newline
	CRLF    bool // a carriage return at the end of a line is not part of it
	MaxLine int  // the length of the longest valid line: 1 MiB if it is 0 or negative

	// Workers is the number of goroutines that normalize lines. If it is 0 or negative, there is one for each processor
	// that the program uses. There are at most 8.
	Workers int

	stats atomic.Pointer[Stats]
}

// An Invalid is a line that is not a URI-reference. Its Text is valid during the call.
type Invalid struct {
	Text   []byte // the input in it or, without one, the line; if Err is ErrTooLong, the first MaxLine bytes of the line
	Number int64  // the first line is 1
	Offset int64  // the offset of the line in the input, in bytes
	Err    error  // the error of Normalize or Input, or ErrTooLong

	Against bool // the line is from URIs.Against: number and offset are those in it
}

// ErrTooLong reports a line that is longer than MaxLine and has no other mistake in its first MaxLine bytes, or a key
// or value of more than 1 GiB.
var ErrTooLong = errors.New("too long")

// ErrAllInvalid reports that an input has lines and that all of them are invalid.
var ErrAllInvalid = errors.New("dedupe: every line is invalid")

// Stats is the progress of Run.
type Stats struct {
	Bytes    int64 // bytes that Run has read from src, including lines that are not counted yet
	Lines    int64
	Invalid  int64
	Distinct int64 // lines with a new key
	Written  int64 // lines written

	// Spilled counts how often a line was written to the temporary file, to be filtered later. Filtered counts how
	// often such a line has been filtered. They are equal at the end.
	Spilled, Filtered int64
}

// Stats returns the progress of Run. It may be called while Run is running.
func (u *URIs) Stats() Stats {
	if s := u.stats.Load(); s != nil {
		return *s
	}
	return Stats{}
}

// Run reads lines from src and writes each valid line with a new key to dst, in the order of the input. A separator
// follows each line. Run leaves invalid lines out: set Invalid to see them, and call [URIs.Stats] after Run for their
// number. If Invalid is nil and all lines are invalid, Run returns an error that wraps [ErrAllInvalid] and the error of
// the first line.
//
// Set CRLF for files from Windows. Their lines end with a carriage return, which no URI-reference has. Without CRLF, only
// a last line that has no end can be valid, and Run then returns no error. An empty line is valid, because it is a
// relative reference.
//
// Run writes lines while it reads the input until memory is full, and the others after the end. It writes them in
// blocks of 64 KiB. Before it waits for src, it writes the lines that it holds, so each line of a slow src appears
// immediately. If dst is a [bufio.Writer], Run flushes it. If a Read of src returns an error, dst has the result for
// the lines before it. After another error, dst may have a part of the result, and a Read of src may still be waiting.
// If src, Normalize or KeyFunc panics, Run panics with the same value. One Run of a URIs must end before the next one
// begins.
func (u *URIs) Run(dst io.Writer, src io.Reader) error {
	j := newJob(u, dst)
	defer j.close()
	if err := j.check(); err != nil {
		return err
	}
	if u.Against != nil {
		j.filter.hidden, j.isAgainst = math.MaxUint64, true
		if err := cmp.Or(j.read(u.Against), j.reader.Err()); err != nil {
			return err
		}
		j.filter.hidden, j.isAgainst, j.lines = j.filter.number, false, 0
	}
	if err := j.read(src); err != nil {
		return err
	}
	if err := j.filter.finish(); err != nil {
		return err
	}
	j.publish(j.filter.tally)
	if err := cmp.Or(j.out.Flush(), j.reader.Err(), j.firstInvalid); err != nil || j.counter == nil {
		return err
	}
	return j.counter.Finish(u.OnGroup)
}

// read adds the lines of src to the filter.
func (j *job) read(src io.Reader) error {
	stop := make(chan struct{})
	defer close(stop)
	chunks := j.start(src, stop)
	for {
		c, ok, err := j.next(chunks)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		<-c.done
		rethrow(c.panicked)
		if err := j.filterChunk(c); err != nil {
			return err
		}
		j.free <- c
	}
	rethrow(j.panicked)
	return nil
}

// next returns the next chunk. It writes the lines that have passed if it must wait for src.
func (j *job) next(chunks <-chan *chunk) (c *chunk, ok bool, err error) {
	select {
	case c, ok = <-chunks:
	default:
		if err = j.out.Flush(); err == nil {
			c, ok = <-chunks
		}
	}
	return c, ok, err
}

// A job is one call of Run.
type job struct {
	*URIs
	reader  *fsm.Reader
	filter  *filter
	counter *Counter // nil if names are not counted
	out     *bufio.Writer
	sep     byte
	limit   int // MaxLine
	normal  []byte
	own     []byte // the key of an invalid line, which no other line has
	before  []byte // memory for Counted

	bytes                   atomic.Int64 // from src
	lines, invalid, written int64

	// firstInvalid is the error of Run if all lines up to here are invalid and Invalid is nil.
	firstInvalid error

	isAgainst bool // the lines are those of Against

	free chan *chunk

	panicked any // the panic of a Read of src; set before the channel is closed
}

// A chunk is a batch of lines. A goroutine of its own normalizes them, and then the filter gets them.
type chunk struct {
	batch fsm.Batch
	text  []byte // the memory of the lines
	lines []line
	names []byteRange   // the results of GroupBy for the valid lines, with CountLines
	done  chan struct{} // receives a value when the lines are normalized

	panicked any // the panic of Normalize or KeyFunc
}

// rethrow panics with a value that was recovered in another goroutine, unless it is nil.
func rethrow(recovered any) {
	if recovered != nil {
		panic(recovered)
	}
}

// A byteRange is a range of the text of a chunk.
type byteRange struct{ lo, hi int }

// A line is a line of a chunk. Its key and value are ranges of the chunk's text. The value of an invalid line is the
// line itself, or its beginning if keyHi is not 0. A line fits into a cache line.
type line struct {
	hash                           uint64
	keyLo, keyHi, valueLo, valueHi int
	offset                         int64
	err                            error
}

const (
	maxWorkers  = 8
	chunkMemory = 16 << 20 // about the memory of the chunks and of an idle program
)

func newJob(u *URIs, dst io.Writer) *job {
	j := &job{URIs: u, sep: '\n', limit: u.MaxLine, out: bufio.NewWriterSize(dst, 64<<10)}
	if u.NUL {
		j.sep = 0
	}
	if j.limit <= 0 {
		j.limit = 1 << 20
	}
	memory := int64(u.memory())
	filter := Limits{memory - min(memory/4, chunkMemory), u.Dir}
	if u.GroupBy != nil && u.OnGroup != nil {
		j.counter = NewCounter(Limits{memory / 8, u.Dir})
		filter.Memory -= memory / 8
	}
	j.filter = newFilter(filter, u.Counted != nil, j.emit)
	j.filter.publish = j.publish
	return j
}

// check returns an error if the folder of temporary files cannot be used.
func (j *job) check() error {
	if j.counter != nil && j.filter.err == nil {
		return j.counter.err
	}
	return j.filter.err
}

func (j *job) close() {
	j.filter.close()
	if j.counter != nil {
		j.counter.Close()
	}
}

// workers returns the number of goroutines that normalize lines.
func (u *URIs) workers() int {
	n := u.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, maxWorkers)
}

// start starts the reader, which ends after stop is closed, and normalizes the chunks that it reads. The channel that it
// returns has them in the order of the input.
func (j *job) start(src io.Reader, stop <-chan struct{}) <-chan *chunk {
	workers := j.workers()
	n := 2*workers + 1
	ordered, running := make(chan *chunk, n), make(chan struct{}, workers)
	j.free = make(chan *chunk, n)
	for range n {
		j.free <- &chunk{done: make(chan struct{}, 1)}
	}
	limit := j.limit
	if j.CRLF && limit < math.MaxInt {
		limit++ // for the carriage return
	}
	if !j.isAgainst {
		src = &countingReader{src, &j.bytes}
	}
	j.reader = fsm.NewReader(src, j.sep, limit)
	go func() {
		defer close(ordered)
		defer func() { j.panicked = recover() }()
		for {
			select {
			case c := <-j.free:
				if !j.reader.Fill(&c.batch) {
					return
				}
				ordered <- c
				go func() {
					running <- struct{}{}
					j.normalize(c)
					<-running
				}()
			case <-stop:
				return
			}
		}
	}()
	return ordered
}

// A countingReader adds the number of bytes that it reads from src to n.
type countingReader struct {
	src io.Reader
	n   *atomic.Int64
}

// Read implements io.Reader.
func (r *countingReader) Read(p []byte) (int, error) {
	n, err := iostream.Read(r.src, p)
	r.n.Add(int64(n))
	return n, err
}

// normalize splits the text of a chunk into lines and normalizes them.
func (j *job) normalize(c *chunk) {
	defer func() {
		c.panicked = recover()
		c.done <- struct{}{}
	}()
	c.text, c.lines, c.names = c.text[:0], c.lines[:0], c.names[:0]
	for rec := range c.batch.Records() {
		text, cut := rec.Bytes, rec.Cut
		hasReturn := j.CRLF && bytes.HasSuffix(text, []byte("\r"))
		if hasReturn {
			text = text[:len(text)-1]
		}
		if j.CRLF && len(text) > j.limit {
			text, cut = text[:j.limit], true
		}
		input, err := text, error(nil)
		if j.Input != nil && !cut {
			input, err = j.Input(text)
		}
		var r *fsm.Ranges
		if rec.OK && len(input) == len(rec.Bytes) {
			r = &rec.Ranges
		}
		if err != nil {
			c.lines = append(c.lines, c.invalidLine(text, false, err))
		} else {
			c.lines = append(c.lines, j.newLine(c, input, r, cut))
		}
		l := &c.lines[len(c.lines)-1]
		l.offset = rec.Offset
		if hasReturn && j.KeepInvalid != nil {
			lo := len(c.text)
			c.text = append(append(c.text, c.text[l.valueLo:l.valueHi]...), '\r')
			l.valueLo, l.valueHi = lo, len(c.text)
		}
	}
}

// invalidLine returns an invalid line.
func (c *chunk) invalidLine(text []byte, cut bool, err error) line {
	l := line{valueLo: len(c.text), valueHi: len(c.text) + len(text), err: err}
	c.text = append(c.text, text...)
	if cut {
		l.keyHi = 1
	}
	return l
}

// newLine normalizes a reference and returns its line. r holds the ranges of the reference, or is nil if they are not
// known.
func (j *job) newLine(c *chunk, text []byte, r *fsm.Ranges, cut bool) (l line) {
	start := len(c.text)
	out, err := j.appendNormal(c.text, text, r)
	if cut && !isMistake(err, len(text)) {
		err = ErrTooLong
	}
	if err != nil { // out may be nil
		return c.invalidLine(text, cut, err)
	}
	c.text = out
	end := len(c.text)
	l.keyLo, l.keyHi, l.valueLo, l.valueHi = start, end, start, end
	if !j.WriteNormal && !bytes.Equal(text, c.text[start:]) {
		c.text = append(c.text, text...)
		l.valueLo, l.valueHi = end, len(c.text)
	}
	if j.KeyFunc != nil {
		l.keyLo = len(c.text)
		c.text = j.KeyFunc(c.text, c.text[start:end:end])
		l.keyHi = len(c.text)
	}
	if j.counter != nil && j.CountLines {
		name := j.GroupBy(c.text[start:end:end])
		lo := len(c.text)
		c.text = append(c.text, name...)
		c.names = append(c.names, byteRange{lo, len(c.text)})
	}
	l.hash = j.filter.hash(c.text[l.keyLo:l.keyHi])
	return l
}

// filterChunk adds the lines of a chunk to the filter.
func (j *job) filterChunk(c *chunk) error {
	names := c.names
	for i := range c.lines {
		if i%lookAhead == 0 {
			j.filter.table.lookUp(c.lines[i:min(i+lookAhead, len(c.lines))])
		}
		l := &c.lines[i]
		var err error
		switch {
		case l.err != nil:
			kept := c.text[l.valueLo:l.valueHi]
			bad := Invalid{j.withoutReturn(kept), j.lines + int64(i) + 1, l.offset, l.err, j.isAgainst}
			if err = j.noteInvalid(bad); err == nil && l.keyHi == 0 && !j.isAgainst && j.KeepInvalid != nil && j.KeepInvalid(bad) {
				j.firstInvalid = nil
				j.own = binary.BigEndian.AppendUint64(append(j.own[:0], 0), uint64(bad.Number))
				err = j.filter.add(j.own, kept)
			}
		case j.isAgainst:
			key := c.text[l.keyLo:l.keyHi]
			err = j.filter.addHashed(l.hash, key, key)
		default:
			j.firstInvalid = nil
			err = j.filter.addHashed(l.hash, c.text[l.keyLo:l.keyHi], c.text[l.valueLo:l.valueHi])
			if err == nil && j.counter != nil && j.CountLines {
				name := names[0]
				names = names[1:]
				err = j.counter.Add(c.text[name.lo:name.hi])
			}
		}
		if err != nil {
			return err
		}
	}
	j.lines += int64(len(c.lines))
	j.publish(j.filter.tally)
	return nil
}

// withoutReturn returns a line without the carriage return of its end, if the output writes that end.
func (j *job) withoutReturn(value []byte) []byte {
	if j.CRLF && j.KeepInvalid != nil {
		return bytes.TrimSuffix(value, []byte("\r"))
	}
	return value
}

// noteInvalid counts an invalid line and calls Invalid. Without Invalid, the first line gives the error of Run.
func (j *job) noteInvalid(line Invalid) error {
	if !line.Against {
		j.invalid++
	}
	switch {
	case j.Invalid != nil:
		return j.Invalid(line)
	case line.Number == 1 && !line.Against:
		about := "the first"
		if !j.CRLF && bytes.HasSuffix(line.Text, []byte("\r")) {
			about = "the first ends with a carriage return: set CRLF"
		}
		j.firstInvalid = fmt.Errorf("%w; %s: %w", ErrAllInvalid, about, line.Err)
	}
	return nil
}

// publish sets the result of Stats.
func (j *job) publish(t tally) {
	lines := j.lines
	if j.isAgainst {
		lines = 0
	}
	j.stats.Store(&Stats{j.bytes.Load(), lines, j.invalid, t.passed, j.written, t.spilled, t.filtered})
}

// emit writes a line that passes the filter, and counts it.
func (j *job) emit(value []byte, count uint64) error {
	if j.Counted != nil {
		before, ok := j.Counted(j.before[:0], int64(count))
		if j.before = before; !ok {
			return nil
		}
		j.out.Write(before)
	}
	if j.written++; j.written%publishEvery == 0 {
		j.publish(j.filter.tally)
	}
	j.out.Write(value)
	if err := j.out.WriteByte(j.sep); err != nil || j.counter == nil || j.CountLines {
		return err
	}
	if j.WriteNormal && j.KeepInvalid == nil {
		return j.counter.Add(j.GroupBy(value))
	}
	value = j.withoutReturn(value)
	var err error
	if j.Input != nil {
		_, err = j.Input(value)
	}
	if err == nil {
		j.normal, err = j.appendNormal(j.normal[:0], value, nil)
	}
	if err == nil {
		return j.counter.Add(j.GroupBy(j.normal))
	}
	if j.KeepInvalid != nil {
		return nil // the line is invalid
	}
	return err
}

// appendNormal appends the normal form of a line. If r is not nil, the line is a URI-reference with these ranges, and need
// not be scanned again.
func (j *job) appendNormal(dst, line []byte, r *fsm.Ranges) ([]byte, error) {
	if j.Normalize != nil {
		return j.Normalize(dst, line)
	}
	if r != nil {
		n := reference.Normalizer{Steps: reference.Steps(uri.AllSteps), Query: (*reference.QueryRules)(j.Query)}
		return n.Append(dst, octet.Text(line), r), nil
	}
	n := uri.Normalizer{Steps: uri.AllSteps, Query: j.Query}
	dst, _, err := n.AppendNormalizedBytes(dst, line)
	return dst, err
}

// isMistake reports whether err is about one of the first n bytes of a line. If so, no further byte can make the line
// valid.
func isMistake(err error, n int) bool {
	var e *uri.Error
	ok := errors.As(err, &e)
	return ok && e.Offset < n
}
