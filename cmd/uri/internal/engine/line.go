package engine

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// okStart is the beginning of a line of check for a valid reference, before the reference.
//
// PERF: it is a constant, because a copy of a few bytes of a variable takes a call.
const okStart = "ok\t\t\t\t"

// AppendInvalidLine appends the tab-separated line for an invalid input, which is the same for all verbs.
func AppendInvalidLine(dst []byte, rec *Record) []byte {
	return appendFault(append(dst, "invalid\t"...), rec)
}

// appendFault appends the columns that describe the fault of a record, the record, and a newline.
func appendFault(dst []byte, rec *Record) []byte {
	for _, field := range rec.Dialect.Fields {
		if field.Text == nil {
			dst = strconv.AppendInt(dst, int64(rec.N), 10)
		} else {
			dst = append(dst, field.Text(&rec.Fault)...)
		}
		dst = append(dst, '\t')
	}
	return append(escape.AppendText(dst, rec.Bytes), '\n')
}

// ResultLine appends the tab-separated line of verbs with a result.
func ResultLine(dst []byte, rec *Record) []byte {
	if !rec.OK {
		return AppendInvalidLine(dst, rec)
	}
	dst = append(dst, "ok\t"...)
	dst = rec.Dialect.AppendPart(dst, rec.Result)
	return append(dst, '\n')
}

// isBare reports whether the answers in the formats f are only results.
func (o *Options) isBare(f *Formats) bool {
	return f.Bare && !o.json && !o.tsv && o.template == nil && len(o.fields) == 0 && o.picture != "always"
}

// bare returns the Format of the result alone or, for an invalid record, the text that -invalid chooses.
func (o *Options) bare() Format {
	end := o.End()
	return func(dst []byte, rec *Record) []byte {
		switch {
		case rec.OK:
			dst = append(dst, rec.Result...)
		case o.invalid == "mark":
			dst = bytes.TrimSuffix(AppendInvalidLine(dst, rec), []byte("\n"))
		}
		return append(dst, end)
	}
}

// writeHeader writes the line of -header.
func (j *Job) writeHeader() error {
	if !j.header {
		return nil
	}
	names := slices.Concat(j.Columns, j.work.Columns)
	if len(j.fields) > 0 {
		names = slices.Clone(j.fields)
	}
	for i, name := range names {
		names[i] = string(escape.AppendText(nil, []byte(name)))
	}
	_, err := io.WriteString(j.stdout, strings.Join(names, "\t")+"\n")
	return err
}

// AppendRange appends key, which is the text before the value, and the range as an array [lo,hi], or null if not ok.
func AppendRange(dst []byte, key string, lo, hi int, ok bool) []byte {
	dst = append(dst, key...)
	if !ok {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	dst = strconv.AppendInt(dst, int64(lo), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(hi), 10)
	return append(dst, ']')
}

// AppendList appends an array of what item appends for each element of list.
func AppendList[T any](dst []byte, list []T, item func(dst []byte, x T) []byte) []byte {
	dst = append(dst, '[')
	for i, x := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, x)
	}
	return append(dst, ']')
}

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
	p := paint.NewPen(dst, s, nil)
	p.PutCells(paint.Margin, text.Trimmed(), paint.Faint)
	p.EndRow()
	return p.Out
}

// AppendCaret appends the picture of an invalid record: verdict, the reference, a caret under the byte at N, and the
// reason. It shows only the part around that byte if the reference is too wide.
func AppendCaret(dst []byte, s paint.Screen, verdict string, rec *Record) []byte {
	left := max(len(verdict), paint.Margin)
	shown := rec.Text()
	column := shown.ColumnOf(rec.N, math.MaxInt)
	text, at := shown.Around(column, s.Width-left)
	text = text.Trimmed()
	lo := min(at, len(text))
	hi := lo
	if rec.N < len(rec.Bytes) {
		columns := shown.ColumnOf(rec.N+rec.BadLen(), math.MaxInt) - column // 0 inside a password
		hi = min(lo+max(columns, 1), len(text))
	}
	p := paint.NewPen(dst, s, nil)
	p.Put(0, verdict, paint.Bad)
	p.PutCells(left, text[:lo], paint.Plain)
	p.PutCells(left+lo, text[lo:hi], paint.Marked)
	p.PutCells(left+hi, text[hi:], paint.Plain)
	p.EndRow()
	p.Put(left+at, "^", paint.Bad)
	caption, col := rec.Caption(), left+at+2
	if col+len(caption) > s.Width {
		p.EndRow()
		col = left
	}
	p.PutWrapped(col, s.Width-col, caption, paint.Bad)
	if hint := rec.Hint(); hint != "" {
		hint = "hint: " + hint
		if col+len(hint) > s.Width {
			col = left
		}
		p.PutWrapped(col, s.Width-col, hint, paint.Good)
	}
	return p.Out
}
