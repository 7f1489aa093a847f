package engine

import (
	"math"

	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// OutputFormats are the formats of verbs with a result under the key "output".
var OutputFormats = Formats{
	Bare:    true,
	Line:    ResultLine,
	Columns: []string{"verdict", "output"},
	Picture: ResultPicture,
	Keys:    []Key{InputKey, OKKey, ResultKey("output")},
}

// DrawEach returns the function Picture of formats that draw each reference. draw appends the picture of a valid one. An
// empty line separates pictures.
func DrawEach(draw func(dst []byte, s paint.Screen, rec *Record) []byte) func(s paint.Screen) Format {
	return func(s paint.Screen) Format {
		return func(dst []byte, rec *Record) []byte {
			if !rec.First() {
				dst = append(dst, '\n')
			}
			if !rec.OK {
				return AppendCaret(dst, s, "", rec)
			}
			return draw(dst, s, rec)
		}
	}
}

// ResultPicture draws each result below the reference that it was made of.
var ResultPicture = DrawEach(func(dst []byte, s paint.Screen, rec *Record) []byte {
	given := rec.Bytes
	if n := len(rec.Bytes) - len(rec.Ref); rec.Ref != nil && n > 0 {
		dst = AppendGiven(dst, s, rec.Base)
		given = rec.Ref
	}
	dst = AppendGiven(dst, s, given)
	return paint.AppendPicture(dst, s, rec.Result, rec.Dialect.Components(rec.Result))
})

// AppendGiven appends a line with as much of a valid reference as fits.
func AppendGiven(dst []byte, s paint.Screen, ref []byte) []byte {
	text, _ := paint.TextOf(ref).Around(0, s.Width-paint.Margin)
	var d paint.Drawing
	d.PutCells(0, paint.Margin, text, paint.Faint)
	return d.AppendTo(dst, s)
}

// AppendCaret appends the picture of an invalid record: verdict, the reference, a caret under the byte at N, and the
// reason. It shows only the part around that byte if the reference is too wide.
func AppendCaret(dst []byte, s paint.Screen, verdict string, rec *Record) []byte {
	left := max(len(verdict), paint.Margin)
	shown := rec.Text()
	column := shown.ColumnOf(rec.N, math.MaxInt)
	text, at := shown.Around(column, s.Width-left)
	var d paint.Drawing
	d.Put(0, 0, verdict, paint.Bad)
	d.PutCells(0, left, text, paint.Plain)
	if rec.N < len(rec.Bytes) && at < len(text) {
		columns := shown.ColumnOf(rec.N+rec.BadLen(), math.MaxInt) - column // 0 inside a password
		d.PutCells(0, left+at, text[at:min(at+max(columns, 1), len(text))], paint.Marked)
	}
	d.Put(1, left+at, "^", paint.Bad)
	col := putCaption(&d, 1, left+at+2, left, s.Width, rec.Caption(), paint.Bad)
	if hint := rec.Hint().String(); hint != "" {
		putCaption(&d, d.Rows(), col, left, s.Width, "hint: "+hint, paint.Good)
	}
	return d.AppendTo(dst, s)
}

// putCaption draws text at the column col or, if it does not fit there, wrapped in the next rows at the column left. It
// returns the column.
func putCaption(d *paint.Drawing, row, col, left, width int, text string, i paint.Ink) int {
	if col+len(text) <= width {
		d.Put(row, col, text, i)
		return col
	}
	d.PutWrapped(max(row, 2), left, width-left, text, i)
	return left
}
