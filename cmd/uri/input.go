package main

import (
	"bufio"
	"io"
)

// A record is one input of the command.
type record struct {
	number int    // counted from 1
	unit   string // what is counted: "line", "record" (with -0) or "argument"
	data   []byte // valid until the next record is read; the first max bytes if cut
	cut    bool   // the record was longer than the limit
}

// An input reads records: the arguments or, if there are none, what a reader gives. It needs memory for one record.
type input struct {
	args  []string
	lines *bufio.Reader
	delim byte // the byte that ends a record
	max   int  // the limit of a record from lines; arguments are limited by the system

	rec  record
	long []byte // a record that is longer than the buffer of lines
	err  error  // why next returned false, if not for the end
}

// readSize is the size in bytes of the input's buffer, and of a read where so much is there: with it, flushes are rare.
const readSize = 64 << 10

// newInput returns the input for the arguments or, if there are none, for what r gives.
func newInput(args []string, r io.Reader, o *options) *input {
	in := &input{args: args, max: o.maxLine, delim: '\n'}
	switch {
	case len(args) > 0:
		in.rec.unit = "argument"
		return in
	case o.nul:
		in.rec.unit, in.delim = "record", 0
	default:
		in.rec.unit = "line"
	}
	in.lines = bufio.NewReaderSize(r, readSize)
	return in
}

// next reads a record into in.rec. It returns false at the end, or after an error, which is then in in.err: what stood
// before the error on an unfinished line is no record.
func (in *input) next() bool {
	if in.lines == nil {
		return in.nextArg()
	}
	line, err := in.lines.ReadSlice(in.delim) // no copy: nearly all records end in the buffer
	if err == bufio.ErrBufferFull {
		line, err = in.gather(line)
	} else if err == nil {
		line = line[:len(line)-1]
	}
	if err == io.EOF && len(line) == 0 {
		return false
	}
	if err != nil && err != io.EOF {
		in.err = err
		return false
	}
	in.rec.number++
	in.rec.cut = len(line) > in.max
	in.rec.data = line[:min(len(line), in.max)]
	return true
}

// nextArg copies the argument, since the scanner is to see bytes as it does of a line; the copy's memory is used again.
func (in *input) nextArg() bool {
	if in.rec.number == len(in.args) {
		return false
	}
	in.rec.data = append(in.rec.data[:0], in.args[in.rec.number]...)
	in.rec.number++
	return true
}

// gather reads the rest of a record of which the first bytes are given. It keeps one byte more than the limit, to show
// that the limit was passed, and drops the others. The delimiter is not kept.
func (in *input) gather(first []byte) ([]byte, error) {
	in.long = in.long[:0]
	chunk, err := first, error(bufio.ErrBufferFull)
	for {
		in.long = append(in.long, chunk[:min(len(chunk), in.max+1-len(in.long))]...)
		if err != bufio.ErrBufferFull {
			return in.long, err
		}
		if chunk, err = in.lines.ReadSlice(in.delim); err == nil {
			chunk = chunk[:len(chunk)-1]
		}
	}
}

// A flusher is a reader that writes all buffered output before each read. So whoever waits for an answer before giving
// the next line gets it, terminal or program, while a file, which fills the input's buffer, costs one write a buffer.
type flusher struct {
	r   io.Reader
	out *output
}

func (f flusher) Read(p []byte) (int, error) {
	if err := f.out.flush(); err != nil {
		return 0, err
	}
	return f.r.Read(p)
}
