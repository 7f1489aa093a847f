package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/urispan/uri/internal/textio"
)

// ErrNoInput is the error of InputIn for a blank line and for a comment.
var ErrNoInput = errors.New("no input")

// InputIn returns the input in a line of a file or of standard input, which is the line without spaces and tabs around
// it. A comment begins with "##", or with "#" before a space, a tab or the end: the line "#top" is a reference. Arguments
// and records of -0 are inputs without a change.
func InputIn(line []byte) (input []byte, err error) {
	if n := len(line); n > 0 && line[0] > '#' && line[n-1] > ' ' {
		return line, nil
	}
	input = bytes.Trim(line, " \t")
	if len(input) == 0 || input[0] == '#' && (len(input) == 1 || bytes.IndexByte([]byte("# \t"), input[1]) >= 0) {
		return line, ErrNoInput
	}
	return input, nil
}

// Inputs yields the inputs in the lines of a file that is read as a whole, with the numbers of their lines.
func Inputs(data []byte) iter.Seq2[int, []byte] {
	return func(yield func(number int, input []byte) bool) {
		number := 0
		for line := range bytes.Lines(bytes.TrimPrefix(data, []byte(utf8Mark))) {
			number++
			if input, err := InputIn(bytes.TrimRight(line, "\r\n")); err == nil && !yield(number, input) {
				return
			}
		}
	}
}

// A Joined reads files one after the other, as if they were one. If the last line of a file has no newline, or the last
// record no NUL, Joined adds it. Its errors have the number of the file, not its name, which may be a misplaced password.
type Joined struct {
	Opening
	Names []string // of the files; "-" is standard input
	Flag  string   // the flag with the names, which errors also have, or ""
	Stdin io.Reader
	Lines int64        // that have been read; not counted for one file, unless it is that of a flag
	First func() error // called before the first Read, which returns its error; may be nil

	text      io.Reader // nil between files
	closeFile func() error
	opened    int
	last      byte // of the text

	mu     sync.Mutex
	before []int64 // for each file that has been opened, the number of lines before it
}

// Place returns the words for the place of a line or record, such as "line 3" or, of several files, "file 2: line 3".
// Without a unit, these are "3" and "2:3". The given number is that in all files.
func (j *Joined) Place(unit string, number int64) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	i, _ := slices.BinarySearch(j.before, number) // the file is the last with fewer lines before it
	if i == 0 || len(j.Names) == 1 {
		return placeOf(unit, number)
	}
	return placeIn(i, unit, number-j.before[i-1])
}

// placeIn implements Place for one of several files.
func placeIn(file int, unit string, number int64) string {
	if unit == "" {
		return fmt.Sprintf("%d:%d", file, number)
	}
	return fmt.Sprintf("file %d: %s", file, placeOf(unit, number))
}

// placeOf implements Place for one file.
func placeOf(unit string, number int64) string {
	return strings.TrimLeft(fmt.Sprintf("%s %d", unit, number), " ")
}

// Check returns an error if a file cannot be read for a reason that is known before it is opened. A file for results, which
// may be nil, is not read.
func (j *Joined) Check(results io.Writer) error {
	for i, name := range j.Names {
		info, err := infoOf(j.Stdin), error(nil)
		if name != "-" {
			info, err = os.Stat(name)
		}
		switch {
		case err != nil:
		case name != "-" && info.IsDir():
			err = errors.New("is a directory")
		case isSameFile(info, results):
			err = errSameFile
		}
		if err != nil {
			return FlagError(j.Flag, fmt.Errorf("file %d: %w", i+1, Nameless(err)))
		}
	}
	return nil
}

// numbered returns err with the flag and the number of the file, unless that is standard input alone.
func (j *Joined) numbered(err error) error {
	if len(j.Names) > 1 || j.Names[0] != "-" {
		err = fmt.Errorf("file %d: %w", j.opened, Nameless(err))
	}
	return FlagError(j.Flag, err)
}

// Read implements io.Reader.
func (j *Joined) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	separator := byte('\n')
	if j.NUL {
		separator = 0
	}
	for {
		if j.text == nil {
			if j.opened == len(j.Names) {
				return 0, io.EOF
			}
			if j.opened == 0 && j.First != nil {
				if err := j.First(); err != nil {
					return 0, err
				}
			}
			j.opened, j.last = j.opened+1, separator
			j.mu.Lock()
			j.before = append(j.before, j.Lines)
			j.mu.Unlock()
			if j.text, j.closeFile, err = j.Open(j.Names[j.opened-1], j.Stdin, nil); err != nil {
				return 0, j.numbered(err)
			}
		}
		if n, err = textio.Read(j.text, p); n > 0 {
			j.last = p[n-1]
			if len(j.Names) > 1 || j.Flag != "" {
				j.Lines += int64(bytes.Count(p[:n], []byte{separator}))
			}
		}
		if err == nil || n > 0 && err == io.EOF {
			return n, nil
		}
		j.closeFile()
		j.text = nil
		isOpen := j.last != separator // the last line has no end
		if isOpen {
			j.Lines++
		}
		switch {
		case err != io.EOF:
			return n, j.numbered(err)
		case j.opened < len(j.Names) && isOpen:
			p[0] = separator
			return 1, nil
		}
	}
}
