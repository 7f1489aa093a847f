package engine

import (
	"bytes"
	"errors"
	"iter"
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
