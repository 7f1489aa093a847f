package engine

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/textio"
)

// With -csv, the inputs are the cells of a column in CSV files. A verb with results alone copies the rows, with the results
// in place of the cells.

// A table answers the cells of a column.
type table struct {
	*worker
	row
	column
	copies bool              // the output is the rows
	seen   map[[16]byte]bool // has parts of the SHA-256 of the results so far, if only first rows stay

	// The row that is answered, its parts before and after the cell, the text of the cell, and the input in that text.
	whole, before, after, text, input []byte
	isQuoted                          bool
	cells                             int  // of the first row
	isRagged                          bool // the row has another number of them
	wasRagged                         bool // a row before had
}

// answerCells answers the cells of the files.
func (j *Job) answerCells() {
	t := &table{worker: newWorker(j), copies: j.copiesRows(), seen: map[[16]byte]bool{}}
	if t.rec.InText = t.copies; t.copies {
		j.write = t.appendRow
	}
	names, file := OrStdin(j.Refs), 0
	if len(names) > 1 {
		j.notes.Place = func(unit string, n int64) string { return placeIn(file, unit, n) }
	}
	var err error
	for i := range names {
		file = i + 1
		if err = t.answerFile(names, i); err != nil {
			err = fmt.Errorf("%s: file %d: %w", j.verb.Name, file, Nameless(err))
			break
		}
	}
	t.pass()
	t.finish(err)
}

// answerFile answers the cells of file i. It returns an error of the file.
func (t *table) answerFile(names []string, i int) error {
	open := t.notes.Opening()
	if i == 0 { // later marks would be a part of the rows
		open.OnMark = func() { t.copy([]byte(utf8Mark)) }
	}
	in, closeFile, err := open.Open(names[i], t.stdin, t.stdout)
	if err != nil {
		return err
	}
	defer closeFile()
	t.row, t.column, t.line = row{}, column{between: delimiters, index: -1}, 1
	var text []byte // from the first row on that is not answered
	for err == nil {
		var n int
		text = slices.Grow(text, pieceSize)
		n, err = textio.Read(in, text[len(text):cap(text)])
		text = text[:len(text)+n]
		if err == io.EOF && i+1 < len(names) && len(text) > 0 && text[len(text)-1] != '\n' {
			text = append(text, '\n') // the next file begins a row
		}
		rest, isWhole := text, true
		for isWhole {
			isWhole = t.scan(rest, t.between, err == io.EOF)
			first := rest[:t.size]
			switch {
			case isWhole && t.state == inQuotes:
				t.copy(rest)
				return fmt.Errorf("line %d: no quote ends a cell that a quote begins", t.line)
			case t.size > t.MaxLine:
				return fmt.Errorf("line %d: a row is longer than %d bytes (-max-line), or no quote ends a cell", t.line, t.MaxLine)
			case isWhole:
				if err := t.answerRow(first); err != nil || t.over {
					return err
				}
				rest, t.row = rest[len(first):], row{ends: t.ends[:0]}
				t.line += bytes.Count(first, []byte("\n"))
			}
		}
		text = text[:copy(text, rest)]
		if t.flush(); t.over {
			return nil
		}
	}
	if err == io.EOF {
		return nil
	}
	t.copy(text)
	return err
}

// copy copies text of the rows.
func (t *table) copy(text []byte) {
	if t.copies {
		t.out = append(t.out, text...)
	}
}

// answerRow answers the cell of a row that was scanned.
func (t *table) answerRow(text []byte) (err error) {
	isHeader := false
	switch line := bytes.TrimSpace(text); {
	case t.index >= 0:
	case len(line) == 0, line[0] == '#', bytes.HasPrefix(line, []byte("sep=")): // as Excel writes the delimiter before the first row
		isHeader = true
	default:
		c, err := findColumn(text, t.Column)
		if err != nil {
			return FlagError("csv", err)
		}
		t.column, t.row = c, row{ends: t.ends[:0]}
		t.scan(text, t.between, true)
		isHeader, t.cells = t.isNamed, len(t.ends)
	}
	if isHeader {
		if !t.verb.First || t.isNew(bytes.TrimRight(text, "\r\n")) { // files of one table have one header
			t.copy(text)
		}
		return nil
	}
	if t.isRagged = len(t.ends) != t.cells; t.isRagged {
		t.checkCells(text)
	}
	lo, hi := t.cell(t.index)
	t.whole, t.before, t.after = text, text[:lo], text[hi:]
	t.text, t.isQuoted = contents(text[lo:hi])
	t.input = t.text
	if t.Dialect != dialect.Text {
		if t.input, err = InputIn(t.text); err != nil {
			t.skip(text)
			return nil
		}
	}
	var rec fsm.Record
	scanRecord(&rec, slices.Clip(t.input))
	t.answer(&rec, text)
	return nil
}

// checkCells notes a row with another number of cells than the first row, and describes the first one. Blank rows, and more
// cells that are empty, are usual.
func (t *table) checkCells(text []byte) {
	rest := text
	if len(t.ends) > t.cells {
		rest = text[t.ends[t.cells-1]:]
	}
	if t.isRagged = len(bytes.Trim(rest, t.between+" \r\n")) > 0; t.isRagged && !t.wasRagged && !t.Quiet {
		t.wasRagged = true
		kept := map[bool]string{true: "; such rows stay"}[t.verb.First]
		place := t.notes.Place(t.notes.Unit, int64(t.line))
		fmt.Fprintf(t.notes.Stderr, "uri: %s: the number of cells is %d, and %d in the first row%s\n", place, len(t.ends), t.cells, kept)
	}
}

// appendRow appends the row of the record with a result in place of the cell. If only first rows stay, it appends the row
// unchanged, if the result is new or the row is ragged: its cell may be a part of an address.
func (t *table) appendRow(dst []byte, rec *Record) []byte {
	switch {
	case t.verb.First && !t.isRagged && !t.isNew(rec.Result):
		return dst
	case t.verb.First, bytes.Equal(rec.Result, t.input):
		return append(dst, t.whole...)
	}
	return append(t.appendCell(append(dst, t.before...), rec), t.after...)
}

// appendCell appends a result as the cell of the record: with the quotes and the spaces that it has.
func (t *table) appendCell(dst []byte, rec *Record) []byte {
	before, after, _ := bytes.Cut(t.text, t.input)
	needsQuotes := bytes.ContainsAny(rec.Result, t.between+"\"\r\n")
	if t.between == "" && !bytes.ContainsAny(t.text, delimiters) { // others may read the file with a delimiter
		needsQuotes = needsQuotes || bytes.ContainsAny(rec.Result, delimiters)
	}
	switch {
	case !t.isQuoted && needsQuotes:
		before, after = nil, nil // spaces before quotes would be a part of the cell
	case !t.isQuoted:
		return append(append(append(dst, before...), rec.Result...), after...)
	}
	text := bytes.ReplaceAll(slices.Concat(before, rec.Result, after), []byte(`"`), []byte(`""`))
	return append(append(append(dst, '"'), text...), '"')
}

// isNew reports whether a result, or a header, was not seen before.
func (t *table) isNew(text []byte) bool {
	sum := sha256.Sum256(text)
	sum128 := [16]byte(sum[:16])
	wasSeen := t.seen[sum128]
	t.seen[sum128] = true
	return !wasSeen
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
