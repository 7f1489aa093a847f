package engine

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/textio"
)

// With -csv, the inputs are the cells of a column in CSV files. A verb with results alone copies the rows, with the results
// in place of the cells.

// A row is the first row of a text: as much of it as was read.
type row struct {
	size  int   // in bytes, with the end of the line
	ends  []int // of the cells, before the delimiters
	state int
}

// The states in which a row is read.
const (
	atStart = iota // of a cell
	inBare         // in a cell, where quotes have no meaning
	inQuotes
	afterQuote // of a cell with quotes: another quote is a part of its text
)

// delimiters are the bytes that can be between cells.
const delimiters = ",\t;|"

// scan reads more of a text that begins with the row, and reports whether the text has the end of the row. A text that is
// the last of a file ends the row. One of the bytes of between is between the cells.
func (r *row) scan(text []byte, between string, isLast bool) bool {
	end := func() { r.ends = append(r.ends, len(bytes.TrimSuffix(text[:r.size], []byte("\r")))) }
	for ; r.size < len(text); r.size++ {
		switch c := text[r.size]; {
		case r.state == inQuotes:
			if c == '"' {
				r.state = afterQuote
			}
		case c == '"' && r.state != inBare:
			r.state = inQuotes
		case c == '\n':
			end()
			r.size++
			return true
		case strings.IndexByte(between, c) >= 0:
			r.ends = append(r.ends, r.size)
			r.state = atStart
		default:
			r.state = inBare
		}
	}
	if isLast && r.size > 0 {
		end()
	}
	return isLast && r.size > 0
}

// cell returns the range of a cell in the row. A row with fewer cells has an empty one at its end.
func (r *row) cell(i int) (lo, hi int) {
	switch {
	case i >= len(r.ends):
		return r.size, r.size
	case i > 0:
		lo = r.ends[i-1] + 1
	}
	return lo, r.ends[i]
}

// contents returns the text of a cell, and whether it is between quotes.
func contents(cell []byte) (text []byte, isQuoted bool) {
	if n := len(cell); n < 2 || cell[0] != '"' || cell[n-1] != '"' {
		return cell, false
	}
	text = cell[1 : len(cell)-1]
	if bytes.IndexByte(text, '"') >= 0 {
		text = bytes.ReplaceAll(text, []byte(`""`), []byte(`"`))
	}
	return text, true
}

// A table answers the cells of a column.
type table struct {
	*worker
	row
	between string            // the bytes that can be between cells
	index   int               // of the column; negative before the first row
	copies  bool              // the output is the rows
	seen    map[[16]byte]bool // has parts of the SHA-256 of the results so far, if only first rows stay

	// The cell that is answered, or its row if only first rows stay, the text in the cell, and the input in that.
	whole, text, input []byte
}

// answerCells answers the cells of the files.
func (j *Job) answerCells() {
	t := &table{worker: newWorker(j), copies: j.copiesRows()}
	if t.rec.InText = t.copies; t.copies {
		j.write = t.appendCell
	}
	if j.verb.First {
		j.write, t.seen = t.appendFirst, map[[16]byte]bool{}
	}
	names, file := OrStdin(j.Refs), 0
	if len(names) > 1 {
		j.notes.Place = func(unit string, n int64) string { return placeIn(file, unit, n) }
	}
	var err error
	for i, name := range names {
		file = i + 1
		if err = t.answerFile(name); err != nil {
			err = fmt.Errorf("%s: file %d: %w", j.verb.Name, file, Nameless(err))
			break
		}
	}
	if t.pass() {
		t.finish(err)
	}
}

// answerFile answers the cells of a file. It returns an error of the file.
func (t *table) answerFile(name string) error {
	open := t.notes.Opening()
	open.OnMark = func() { t.copy([]byte(utf8Mark)) }
	in, closeFile, err := open.Open(name, t.stdin, t.stdout)
	if err != nil {
		return err
	}
	defer closeFile()
	t.row, t.between, t.index, t.line = row{}, delimiters, -1, 1
	var text []byte // from the first row on that is not answered
	for err == nil {
		var n int
		text = slices.Grow(text, pieceSize)
		n, err = textio.Read(in, text[len(text):cap(text)])
		text = text[:len(text)+n]
		rest := text
		for t.scan(rest, t.between, err == io.EOF) {
			first := rest[:t.size]
			switch {
			case t.state == inQuotes:
				t.copy(rest)
				return fmt.Errorf("line %d: no quote ends a cell that a quote begins", t.line)
			case t.size > t.MaxLine:
				return t.tooLong()
			}
			if ok, err := t.answerRow(first); err != nil || !ok {
				return err
			}
			rest, t.row = rest[len(first):], row{ends: t.ends[:0]}
			t.line += bytes.Count(first, []byte("\n"))
		}
		if len(rest) > t.MaxLine {
			return t.tooLong()
		}
		if text = text[:copy(text, rest)]; !t.flush() {
			return nil
		}
	}
	if err == io.EOF {
		return nil
	}
	t.copy(text)
	return err
}

// tooLong returns the error for a row that is longer than -max-line allows.
func (t *table) tooLong() error {
	return fmt.Errorf("line %d: a row is longer than %d bytes (-max-line), or no quote ends a cell", t.line, t.MaxLine)
}

// copy copies text of the rows.
func (t *table) copy(text []byte) {
	if t.copies {
		t.out = append(t.out, text...)
	}
}

// answerRow answers the cell of a row that was scanned. It returns false if the work is over.
func (t *table) answerRow(text []byte) (ok bool, err error) {
	if isFirst := t.index < 0 && len(bytes.TrimSpace(text)) > 0; isFirst {
		isHeader, err := t.chooseColumn(text)
		switch {
		case err != nil:
			return false, FlagError("csv", err)
		case isHeader:
			if !t.verb.First || t.isNew(text) { // files of one table have one header
				t.copy(text)
			}
			return true, nil
		}
	} else if t.index < 0 {
		t.copy(text)
		return true, nil
	}
	lo, hi := t.cell(t.index)
	if t.verb.First {
		return t.answerCell(text[lo:hi], text), nil
	}
	t.copy(text[:lo])
	ok = t.answerCell(text[lo:hi], text[lo:hi])
	t.copy(text[hi:])
	return ok, nil
}

// chooseColumn chooses the delimiter and the column by the first row, and reports whether that has names. The column with
// a number has its address there if there are no names.
func (t *table) chooseColumn(first []byte) (isHeader bool, err error) {
	const sameFold, same, numbered, address = 1, 2, 3, 4
	number, _ := strconv.Atoi(t.Column)
	best, found, most := 0, 0, 0
	var r row
	for i := range delimiters {
		between := delimiters[i : i+1]
		r = row{ends: r.ends[:0]}
		r.scan(first, between, true)
		for k := range r.ends {
			lo, hi := r.cell(k)
			text, _ := contents(first[lo:hi])
			name := string(bytes.TrimSpace(text))
			rank := 0
			switch {
			case number == k+1 && strings.Contains(name, "://"):
				rank = address
			case number == k+1:
				rank = numbered
			case name == t.Column:
				rank = same
			case strings.EqualFold(name, t.Column):
				rank = sameFold
			}
			switch {
			case rank > best || rank > 0 && rank == best && between != t.between && len(r.ends) > len(t.ends):
				best, found, t.between, t.index = rank, 1, between, k
				t.row = row{size: r.size, ends: slices.Clone(r.ends)}
				isHeader = rank < numbered || !strings.ContainsAny(name, ":/.")
			case rank == best && between == t.between:
				found++
			}
		}
		most = max(most, len(r.ends))
	}
	switch {
	case best == 0:
		return false, fmt.Errorf("no column has that name or number (columns: %d)", most)
	case found > 1:
		return false, fmt.Errorf("%d columns have that name: write the number of one", found)
	}
	return isHeader, nil
}

// answerCell answers a cell, with a result in place of whole. It returns false if the work is over.
func (t *table) answerCell(cell, whole []byte) bool {
	t.whole = whole
	t.text, _ = contents(cell)
	t.input = t.text
	if t.Dialect != dialect.Text {
		var err error
		if t.input, err = InputIn(t.text); err != nil {
			return t.skip(whole)
		}
	}
	var rec fsm.Record
	scanRecord(&rec, slices.Clip(t.input))
	return t.answer(&rec, whole)
}

// appendCell appends a result as the cell of the record: with the quotes and the spaces that it has.
func (t *table) appendCell(dst []byte, rec *Record) []byte {
	if bytes.Equal(rec.Result, t.input) {
		return append(dst, t.whole...)
	}
	_, isQuoted := contents(t.whole)
	before, after, _ := bytes.Cut(t.text, t.input)
	result := slices.Concat(before, rec.Result, after)
	if !isQuoted && bytes.ContainsAny(rec.Result, t.between+"\"\r\n") {
		isQuoted, result = true, rec.Result
	}
	if isQuoted {
		dst = append(append(dst, '"'), bytes.ReplaceAll(result, []byte(`"`), []byte(`""`))...)
		return append(dst, '"')
	}
	return append(dst, result...)
}

// appendFirst appends the row of a result that is new.
func (t *table) appendFirst(dst []byte, rec *Record) []byte {
	if t.isNew(rec.Result) {
		dst = append(dst, t.whole...)
	}
	return dst
}

// isNew reports whether a result, or a header, was not seen before.
func (t *table) isNew(text []byte) bool {
	sum := sha256.Sum256(text)
	sum128 := [16]byte(sum[:16])
	wasSeen := t.seen[sum128]
	t.seen[sum128] = true
	return !wasSeen
}

// checkColumn returns an error if -csv is given with what has no meaning for it.
func (o *Options) checkColumn() error {
	switch {
	case o.Column == "":
		return nil
	case o.Text != nil:
		return errors.New("-csv and -text exclude each other")
	case o.NUL:
		return errors.New("-csv excludes -0")
	case o.copiesRows() && o.invalid != "":
		return errors.New("-csv keeps invalid cells, and excludes -invalid without -field or -format")
	}
	return nil
}

// copiesRows reports whether the output is the rows of -csv with the results in them.
func (o *Options) copiesRows() bool { return o.Column != "" && o.isBare(o.verb.formatsIn(o.Dialect)) }

// isInput reports whether a file is one of those that -csv reads.
func (o *Options) isInput(f *os.File) bool {
	return o.Column != "" && slices.ContainsFunc(o.Refs, func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && isSameFile(info, f)
	})
}

// hasInputs reports whether the arguments are the inputs.
func (o *Options) hasInputs() bool { return len(o.Refs) > 0 && !o.ReadFiles() }
