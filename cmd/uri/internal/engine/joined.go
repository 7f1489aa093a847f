package engine

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// A Joined reads files one after the other, as if they were one. If the last line of a file has no separator, Joined
// adds it. Its errors have the number of the file, not its name, which may be a misplaced password.
type Joined struct {
	Opening
	Names     []string // of the files; "-" is standard input
	Stdin     io.Reader
	Separator byte
	Output    io.Writer // a file for the results, which is not read; may be nil

	text      io.Reader // nil between files
	closeFile func() error
	opened    int
	last      byte // of the text
}

// Check returns an error if a file cannot be read for a reason that is known before it is opened.
func (j *Joined) Check() error {
	for i, name := range j.Names {
		info, err := infoOf(j.Stdin), error(nil)
		if name != "-" {
			info, err = os.Stat(name)
		}
		switch {
		case err != nil:
		case name != "-" && info.IsDir():
			err = errors.New("is a directory")
		case isSameFile(info, j.Output):
			err = errSameFile
		}
		if err != nil {
			return fmt.Errorf("file %d: %w", i+1, Nameless(err))
		}
	}
	return nil
}

// Read implements io.Reader.
func (j *Joined) Read(p []byte) (n int, err error) {
	for {
		if j.text == nil {
			switch {
			case j.opened == len(j.Names):
				return 0, io.EOF
			case len(p) == 0:
				return 0, nil
			case j.opened > 0 && j.last != j.Separator:
				j.last, p[0] = j.Separator, j.Separator
				return 1, nil
			}
			if err := j.open(); err != nil {
				return 0, j.numbered(err)
			}
		}
		n, err = j.text.Read(p)
		if n > 0 && n <= len(p) {
			j.last = p[n-1]
		}
		if err == nil {
			return n, nil
		}
		j.close()
		if err != io.EOF {
			return n, j.numbered(err)
		}
		if n > 0 {
			return n, nil
		}
	}
}

// numbered returns err with the number of the file, if there are several.
func (j *Joined) numbered(err error) error {
	if err == nil || len(j.Names) == 1 && j.Names[0] == "-" {
		return err
	}
	return fmt.Errorf("file %d: %w", j.opened, Nameless(err))
}

// open opens the next file.
func (j *Joined) open() error {
	name := j.Names[j.opened]
	j.opened++
	text, closeFile, err := Open(name, j.Stdin)
	if err != nil {
		return err
	}
	j.text, j.closeFile = j.Reader(text), closeFile
	if j.opened == 1 {
		j.last = j.Separator
	}
	return nil
}

// close closes the file.
func (j *Joined) close() {
	j.closeFile()
	j.text = nil
}
