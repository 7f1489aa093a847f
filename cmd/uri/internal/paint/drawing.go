package paint

import "strings"

// A Drawing is a grid of characters and their inks. It grows as needed. The zero value is an empty drawing.
type Drawing struct {
	rows []drawingRow
}

// A drawingRow has an ink for every column.
type drawingRow struct {
	text Cells
	inks []Ink
}

// Rows returns the number of rows of d.
func (d *Drawing) Rows() int { return len(d.rows) }

// Put draws text, which is printable ASCII, at the given row and column.
func (d *Drawing) Put(row, col int, text string, i Ink) { d.PutCells(row, col, CellsOf(text), i) }

// PutCells draws text at the given row and column.
func (d *Drawing) PutCells(row, col int, text Cells, i Ink) {
	for len(d.rows) <= row {
		d.rows = append(d.rows, drawingRow{})
	}
	r := &d.rows[row]
	for len(r.text) < col+len(text) {
		r.text = append(r.text, " ")
		r.inks = append(r.inks, Plain)
	}
	copy(r.text[col:], text)
	for k := range text {
		r.inks[col+k] = i
	}
}

// PutWrapped draws the lines of Wrap at the given row and column.
func (d *Drawing) PutWrapped(row, col, width int, text string, i Ink) {
	for k, line := range Wrap(text, width) {
		d.Put(row+k, col, line, i)
	}
}

// AppendTo appends the drawing as lines. It appends escape sequences only where the ink changes.
func (d *Drawing) AppendTo(dst []byte, s Screen) []byte {
	p := NewPen(dst, s, nil)
	for i := range d.rows {
		d.rows[i].write(&p)
	}
	return p.Out
}

// write writes the row without trailing spaces.
func (r *drawingRow) write(p *Pen) {
	end := len(r.text)
	for end > 0 && r.text[end-1] == " " {
		end--
	}
	for k, c := range r.text[:end] {
		if i := r.inks[k]; c != " " || i == Marked || p.ink == Marked {
			p.dip(i)
		}
		p.Out = append(p.Out, c...)
	}
	p.EndRow()
}

// Cells is a line of text with an element for each column: a character and the marks on it. An empty element follows a
// wide character.
type Cells []string

// CellsOf returns the cells of text, which is printable ASCII.
func CellsOf(text string) Cells { return strings.Split(text, "") }

// boundary returns the column where c can be cut without dividing a wide character: col or the column before it.
func (c Cells) boundary(col int) int {
	if col < len(c) && c[col] == "" {
		col--
	}
	return col
}

// MinWrapped is the least width in columns of text that Wrap breaks, even on a narrower screen.
const MinWrapped = 20

// Wrap breaks text between words into lines of at most width columns. A longer word is a line of its own. Wrap returns
// at least one line.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > max(width, MinWrapped) {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
