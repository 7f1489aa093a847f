package main

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/walk"
	"github.com/urispan/uri/tables"
)

const explainUsage = `usage: uri explain [flags] [REF ...]

Explain follows each reference through the automaton of the grammar, byte by
byte, and names the rules of RFC 3986, Appendix A, that each byte can be part
of. It names several rules if a later byte decides between them, and no rules
for single characters (pchar, unreserved, ALPHA ...). If a reference is
invalid, explain also lists the characters that are possible there and, for
common mistakes, gives a hint.

  -iri  read IRI references, and name the rules of RFC 3987, section 2.2. The
        sections are those of the rules of RFC 3986 that they extend. A
        character outside ASCII is one step, however many bytes it has

  -rows N  print at most N rows of the table, and the number of the others.
           With -json and -format, limit the steps, and report the number of
           the others as left_out. 0 means all rows (the default), or 10000
           with -format, which keeps them in memory

It prints the same table on a terminal and elsewhere. A line is about
consecutive bytes that can be part of the same rules. Its columns are the
offset, the bytes, and the rules, each with its section. A password is hidden.
On a terminal, long text is wrapped.

Of the classes of characters, unreserved are letters, digits and -._~,
sub-delims are !$&'()*+,;= and HEXDIG are 0-9, A-F and a-f. With -iri,
iunreserved are the unreserved characters and ucschar, that is, all characters
outside ASCII except those for private use; iprivate is private use, which only
queries may contain.

With -json the keys are, in this order: input, ok, steps; or, if ok is false:
input, ok, offset, component, reason, expected, hint, steps. Expected lists the
possibilities at the offset: classes of the RFC, characters, and "end" if the
input could end there. Hint is null if the mistake is not a common one. A step
has the keys offset, state (of the automaton, before the byte) and rules. The
numbers of states may change with every version.

Examples:
  $ uri explain '//h:8?a b'
  invalid: illegal byte 0x20 in query at byte 7
      0  /      path-absolute (3.3) or relative-part (4.2)
      1  /      relative-part (4.2)
      2  h      reg-name (3.2.2) or userinfo (3.2.1)
      3  :      authority (3.2) or userinfo (3.2.1)
      4  8      port (3.2.3) or userinfo (3.2.1)
      5  ?      relative-ref (4.2)
      6  a      query (3.4)
      7  space  no rule allows this here
                expected: unreserved sub-delims # % / : ? @ end
                hint: a space: write %20
`

var explainVerb = &engine.Verb{
	Usage:    explainUsage,
	Dialects: []*dialect.Dialect{dialect.URI, dialect.IRI},
	Flags:    explainFlags,
	JSON:     explainJSON,
	Line:     explainLine,
	Picture:  explainPicture,
}

func explainFlags(fs *flag.FlagSet) engine.Prepare {
	rows := 0
	fs.Func("rows", "a number of rows, or 0 for all", func(text string) error {
		n, err := strconv.ParseUint(text, 0, strconv.IntSize-1)
		if err != nil {
			return engine.ErrValue
		}
		rows = int(n)
		return nil
	})
	return func(*engine.Options) (engine.Work, error) {
		step := func(rec *engine.Record) {
			rec.Rows = rows
			rec.Valid()
		}
		return engine.Work{NewStep: func() engine.Step { return step }}, nil
	}
}

// maxRows returns the largest number of rows or steps to write.
func maxRows(rec *engine.Record) int { return cmp.Or(rec.Rows, math.MaxInt) }

// explainJSON appends the object that explainUsage describes. Long output is drained, so explainJSON escapes the input
// here and does not leave U+2028 and U+2029 to the engine.
func explainJSON(dst []byte, rec *engine.Record) []byte {
	if rec.OK {
		dst = escape.AppendJSON(append(dst, `{"input":`...), rec.Bytes)
		dst = append(dst, `,"ok":true`...)
	} else {
		dst = engine.AppendInvalid(dst, rec)
		dst = appendMistake(dst[:len(dst)-len("}\n")], rec)
	}
	dst, leftOut := appendSteps(append(dst, `,"steps":`...), rec)
	if leftOut > 0 {
		dst = strconv.AppendInt(append(dst, `,"left_out":`...), int64(leftOut), 10)
	}
	return append(dst, "}\n"...)
}

// appendMistake appends the members expected and hint.
func appendMistake(dst []byte, rec *engine.Record) []byte {
	w := walk.New(rec.Bytes, rec.Dialect)
	w.End()
	dst = append(dst, `,"expected":[`...)
	for i, text := range w.Expected() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = escape.AppendJSON(dst, []byte(text))
	}
	dst = append(dst, `],"hint":`...)
	if hint := rec.Hint(); hint != "" {
		return escape.AppendJSON(dst, []byte(hint))
	}
	return append(dst, "null"...)
}

// appendSteps appends the steps of the walk as a JSON array, and returns the number of steps that are left out.
func appendSteps(dst []byte, rec *engine.Record) (longer []byte, leftOut int) {
	w := walk.New(rec.Bytes, rec.Dialect)
	dst = append(dst, '[')
	for i := 0; ; i++ {
		n, state := w.N, w.State
		rules, ok := w.Step()
		switch {
		case !ok:
			return append(dst, ']'), leftOut
		case i >= maxRows(rec):
			leftOut++
			continue
		case i > 0:
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, `{"offset":`...), int64(n), 10)
		dst = strconv.AppendInt(append(dst, `,"state":`...), int64(state), 10)
		dst = append(dst, `,"rules":["`...)
		for name := range strings.SplitSeq(rules, " ") {
			dst = append(append(dst, name...), `","`...)
		}
		dst = append(dst[:len(dst)-len(`,"`)], `]}`...)
		dst = paint.DrainLong(dst, rec.Drain)
	}
}

// explainLine appends the table as for a terminal of the usual width, but without colours and without wrapping, since
// programs can read long lines.
func explainLine(dst []byte, rec *engine.Record) []byte {
	t := newExplanation(rec, paint.UsualWidth)
	t.width = math.MaxInt
	return t.appendAll(dst, paint.Screen{})
}

// explainPicture appends the table that explainUsage describes.
func explainPicture(s paint.Screen) engine.Format {
	return func(dst []byte, rec *engine.Record) []byte {
		t := newExplanation(rec, s.Width)
		return t.appendAll(dst, s)
	}
}

// An explanation writes the table for a record, row by row. It goes through the record twice, first to measure the
// columns of the table and then to write it, so that its memory does not depend on the number of rows.
type explanation struct {
	pen   paint.Pen
	rec   *engine.Record
	shown *paint.Text
	bytes int // the column of the bytes
	rules int // the column of the rules
	width int // of the text, which is wrapped

	row  paint.Lines         // the bytes of a row
	text map[string][]string // the lines that name the rules of a set
}

const (
	offsetColumn = 1  // the column of the offsets
	minOffset    = 4  // columns for offsets
	maxBytes     = 30 // columns for bytes in a line, approximately
	minBytes     = 8
	minRules     = 24 // columns for rules, if the screen is wide enough
)

func newExplanation(rec *engine.Record, width int) *explanation {
	t := &explanation{rec: rec, shown: rec.Text(), width: width, text: map[string][]string{}}
	widest, last := t.measure()
	t.bytes = offsetColumn + max(minOffset, len(strconv.Itoa(last))) + 2
	room := min(width/3, width-minRules-t.bytes-2)
	t.rules = t.bytes + min(widest, maxBytes, max(room, minBytes)) + 2
	return t
}

// measure returns the number of columns of the widest bytes of a row, up to maxBytes, and the largest offset in the table.
func (t *explanation) measure() (widest, last int) {
	widest = len(t.stopped())
	g := t.shown.From(0)
	rows := 0
	for lo, hi := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if last = lo; !t.rec.OK {
			last = hi
		}
		if rows++; rows > maxRows(t.rec) {
			widest = max(widest, len(leftOut))
			if t.rec.OK {
				break
			}
			continue
		}
		columns := len(t.hiddenBefore(g, lo))
		for columns <= maxBytes && g.Step(hi) {
			columns += g.Columns
		}
		for g.Step(hi) {
		}
		widest = max(widest, columns)
	}
	return widest, last
}

var hiddenCells = paint.CellsOf(paint.Password)

// hiddenBefore returns the text that replaces a password if the row at lo begins inside a password that g has passed. So
// every row with a part of a password shows that text.
func (t *explanation) hiddenBefore(g *paint.Glyphs, lo int) paint.Cells {
	if g.End() > lo && t.shown.InSecret(lo) {
		return hiddenCells
	}
	return nil
}

// appendAll appends the table to dst.
func (t *explanation) appendAll(dst []byte, s paint.Screen) []byte {
	t.pen = paint.NewPen(dst, s, t.rec.Drain)
	if t.rec.OK {
		t.reference()
	} else {
		for _, line := range paint.Wrap("invalid: "+t.rec.Caption(), t.width) {
			t.pen.Put(0, line, paint.Bad)
			t.pen.EndRow()
		}
	}
	t.table()
	return t.pen.Out
}

// reference writes the whole reference, which is valid.
func (t *explanation) reference() {
	const left = len("ok") + 2
	t.pen.Put(0, "ok", paint.Good)
	g := t.shown.From(0)
	if t.width == math.MaxInt {
		t.pen.PutGlyphs(left, g, paint.Plain)
		t.pen.EndRow()
		return
	}
	width := max(t.width-left, paint.MinWrapped)
	text := paint.Lines{Source: g, End: g.Len(), Cut: beforeEscape}
	line := text.Next(width)
	for first := true; first || len(line) > 0; first = false {
		if len(line) > 0 {
			t.pen.PutCells(left, line, paint.Plain)
		}
		t.pen.EndRow()
		line = text.Next(width)
	}
}

// leftOut replaces the bytes of rows that are left out.
const leftOut = "..."

// table writes the rows of the walk up to the limit, and the text about the byte at which the reference is invalid.
func (t *explanation) table() {
	w := walk.New(t.rec.Bytes, t.rec.Dialect)
	g := t.shown.From(0)
	rows, from := 0, len(t.rec.Bytes) // from is the offset of the first row that is left out
	for lo, hi := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if rows++; rows > maxRows(t.rec) {
			from = min(from, lo)
			continue
		}
		rules := w.StepTo(hi)
		t.row.Cells, t.row.Source, t.row.End, t.row.Cut = t.hiddenBefore(g, lo), g, hi, beforeEscape
		t.line(lo, paint.Plain, t.linesOf(rules), t.inkAt(lo, w.Context()))
	}
	if n := rows - maxRows(t.rec); n > 0 {
		t.note(from, leftOut, fmt.Sprintf("%d rows left out (-rows)", n), paint.Faint)
	}
	if !t.rec.OK {
		t.mistake()
	}
}

// mistake writes the text about the byte at which the reference is invalid.
func (t *explanation) mistake() {
	w := walk.New(t.rec.Bytes, t.rec.Dialect)
	w.End()
	if t.rec.Unread() {
		t.note(w.N, "", "the rest was not read (-max-line)", paint.Bad)
		return
	}
	t.row.Cells, t.row.Source, t.row.Cut = t.stopped(), nil, beforeEscape
	t.line(w.N, paint.Bad, paint.Wrap("no rule allows this here", t.width-t.rules), paint.Bad)
	t.about("expected: "+strings.Join(w.Expected(), " "), paint.Plain)
	if hint := t.rec.Hint(); hint != "" {
		t.about("hint: "+hint, paint.Good)
	}
}

// linesOf returns the lines that name the rules of a row.
func (t *explanation) linesOf(rules string) []string {
	text, ok := t.text[rules]
	if !ok {
		text = paint.Wrap(engine.Listed(walk.WithSections(rules), "or"), t.width-t.rules)
		t.text[rules] = text
	}
	return text
}

// note writes a row with text in the column of the rules.
func (t *explanation) note(offset int, bytes, text string, i paint.Ink) {
	t.row.Cells, t.row.Source, t.row.Cut = paint.CellsOf(bytes), nil, beforeEscape
	t.line(offset, paint.Plain, paint.Wrap(text, t.width-t.rules), i)
}

// about writes text in the column of the rules, in rows without an offset.
func (t *explanation) about(text string, i paint.Ink) {
	for _, line := range paint.Wrap(text, t.width-t.rules) {
		t.pen.Put(t.rules, line, i)
		t.pen.EndRow()
	}
}

// stopped names the byte or character at which the reference is invalid.
func (t *explanation) stopped() paint.Cells {
	switch n := t.rec.N; {
	case t.rec.OK:
		return nil
	case n == len(t.rec.Bytes):
		return paint.CellsOf("end")
	case t.shown.InSecret(n):
		return hiddenCells
	case !t.rec.ShowsByte():
		return paint.CellsOf("...")
	case t.rec.Bytes[n] == ' ':
		return paint.CellsOf("space")
	default:
		var c paint.Cells
		for g := t.shown.From(n); g.Step(n + t.rec.BadLen()); {
			c = g.AppendCells(c)
		}
		return c
	}
}

// line writes a row of the table: the offset, the bytes in t.row in the ink i, and text in the ink about. It takes as
// many lines as the longer of the bytes and the text.
func (t *explanation) line(offset int, i paint.Ink, text []string, about paint.Ink) {
	t.pen.PutNumber(t.bytes-2, offset, paint.Faint)
	room := t.rules - 2 - t.bytes
	line := t.row.Next(room)
	for first := true; first || len(line) > 0 || len(text) > 0; first = false {
		if len(line) > 0 {
			t.pen.PutCells(t.bytes, line, i)
		}
		if len(text) > 0 {
			t.pen.Put(t.rules, text[0], about)
			text = text[1:]
		}
		t.pen.EndRow()
		line = t.row.Next(room)
	}
}

// beforeEscape returns the column at which to break shown: col, or a column before it if col would divide a character or
// an escape. A "%" or "\" that is not an escape occurs at most once, at the end.
func beforeEscape(shown paint.Cells, col int) int {
	if col == len(shown) {
		return col
	}
	for _, begin := range []int{col - 1, col - 2, col - 3} {
		if begin <= 0 {
			break
		}
		if c := shown[begin]; c == `\` && (begin == col-1 || shown[begin+1] == "x") || c == "%" && begin >= col-2 {
			return begin
		}
	}
	return shown.Boundary(col)
}

// inkAt returns the ink of the component of the byte at n, which may be a delimiter of the component. The context is that
// after the byte. Where it does not know the component yet, the ranges of the record do.
func (t *explanation) inkAt(n int, context tables.Context) paint.Ink {
	if _, hi, ok := t.rec.Ranges.Scheme(); ok && n <= hi {
		return paint.SchemeInk
	}
	if lo, _, ok := t.rec.Ranges.Authority(); ok && n < lo {
		return paint.AuthorityInk
	}
	switch context.Component() {
	case tables.Scheme:
		return paint.SchemeInk
	case tables.Path:
		return paint.PathInk
	case tables.Query:
		return paint.QueryInk
	case tables.Fragment:
		return paint.FragmentInk
	}
	return paint.AuthorityInk
}
