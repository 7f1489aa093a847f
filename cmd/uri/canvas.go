package main

import (
	"bytes"
	"io"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A screen is where pictures are drawn.
type screen struct {
	width  int  // in columns
	colour bool // whether it understands SGR escape sequences
}

// usualWidth is the width in columns of an output that does not say how wide it is. No picture is wider than maxWidth,
// since the memory for it grows with its width.
const (
	usualWidth = 80
	maxWidth   = 1 << 14
)

// screenOf returns the screen that w is, and reports whether w is a terminal. COLUMNS has precedence over the width that
// the terminal reports. If neither is there, as for a file, the screen has the usual width.
func screenOf(w io.Writer) (s screen, isTerminal bool) {
	if t, ok := w.(*terminal); ok {
		return t.screen, true
	}
	s.width = usualWidth
	if f, ok := w.(*os.File); ok {
		var columns int
		if columns, isTerminal = terminalWidth(f); columns > 0 {
			s.width = columns
		}
	}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.width = columns
	}
	s.width = min(s.width, maxWidth)
	s.colour = isTerminal && understandsColour()
	return s, isTerminal
}

// understandsColour tells whether a terminal does, and may be sent colours. Windows consoles, some of which do not, set
// no TERM.
func understandsColour() bool {
	term := os.Getenv("TERM")
	return os.Getenv("NO_COLOR") == "" && term != "" && term != "dumb"
}

// An ink is a colour of a picture. A component has the same in all of them.
type ink uint8

const (
	plain ink = iota
	faint
	good
	bad
	marked // shows on a space too
	schemeInk
	authorityInk
	pathInk
	queryInk
	fragmentInk
)

// sgr has the parameters of the escape sequence "select graphic rendition" (ECMA-48, 8.3.117). All begin with a reset,
// so that any may follow any. The colours are the terminal's own sixteen, which its user chose to be readable.
var sgr = [...]string{
	plain: "0", faint: "0;2", good: "0;32", bad: "0;1;31", marked: "0;7;31",
	schemeInk: "0;36", authorityInk: "0;32", pathInk: "0;33", queryInk: "0;35", fragmentInk: "0;94",
}

// A drawing is a grid of characters and their inks. It grows as it is drawn on. Its zero value is empty.
type drawing struct {
	rows []drawingRow
}

// A drawingRow has an ink for every column.
type drawingRow struct {
	text cells
	inks []ink
}

// Cells have what stands in each column: a character with the marks on it. A wide one leaves the column behind its
// first empty.
type cells []string

// cellsOf returns the cells of text, which is printable ASCII.
func cellsOf(text string) cells {
	c := make(cells, len(text))
	for i := range text {
		c[i] = text[i : i+1]
	}
	return c
}

// boundary returns the column at which not to cut a character in two: col, or that before it.
func (c cells) boundary(col int) int {
	if col < len(c) && c[col] == "" {
		col--
	}
	return col
}

// put draws text, which is printable ASCII, from the given row and column on.
func (d *drawing) put(row, col int, text string, i ink) { d.putCells(row, col, cellsOf(text), i) }

// putCells draws text from the given row and column on.
func (d *drawing) putCells(row, col int, text cells, i ink) {
	for len(d.rows) <= row {
		d.rows = append(d.rows, drawingRow{})
	}
	r := &d.rows[row]
	for len(r.text) < col+len(text) {
		r.text = append(r.text, " ")
		r.inks = append(r.inks, plain)
	}
	copy(r.text[col:], text)
	for k := range text {
		r.inks[col+k] = i
	}
}

// minWrapped is the number of columns that a text gets at least, also where there are not so many.
const minWrapped = 20

// wrapped draws text as wrap breaks it, from the given row and column on.
func (d *drawing) wrapped(row, col, width int, text string, i ink) {
	for k, line := range wrap(text, width) {
		d.put(row+k, col, line, i)
	}
}

// wrap breaks text between words into lines of at most width columns. A longer word is a line of its own. There is at
// least one line.
func wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > max(width, minWrapped) {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// appendTo appends the drawing as lines, with escape sequences only where the ink changes.
func (d *drawing) appendTo(dst []byte, s screen) []byte {
	p := pen{dst: dst, colour: s.colour}
	for i := range d.rows {
		d.rows[i].write(&p)
	}
	return p.dst
}

// write writes the row without spaces at its end.
func (r *drawingRow) write(p *pen) {
	end := len(r.text)
	for end > 0 && r.text[end-1] == " " {
		end--
	}
	for k, c := range r.text[:end] {
		if i := r.inks[k]; c != " " || i == marked || p.ink == marked {
			p.dip(i)
		}
		p.dst = append(p.dst, c...)
	}
	p.endRow()
}

// A pen writes rows from left to right. Unlike a drawing it keeps nothing in memory but the output that was not drained
// yet, so a picture may have any number of rows, of any length.
type pen struct {
	dst    []byte
	colour bool
	drain  func(dst []byte) []byte // writes dst and returns the memory for more; may be nil

	column int
	ink    ink
}

// drainSize is the size in bytes from which on output is drained.
const drainSize = 64 << 10

// drainLong returns dst or, if that is long, what drain makes of it. A nil drain makes nothing of it.
func drainLong(dst []byte, drain func(dst []byte) []byte) []byte {
	if drain != nil && len(dst) >= drainSize {
		return drain(dst)
	}
	return dst
}

// dip changes the ink.
func (p *pen) dip(i ink) {
	if p.colour && i != p.ink {
		p.dst = appendSGR(p.dst, i)
		p.ink = i
	}
}

// moveTo leaves the columns free that are left of col.
func (p *pen) moveTo(col int) {
	for p.column < col {
		n := min(col-p.column, len(blanks))
		p.dst = append(p.dst, blanks[:n]...)
		p.column += n
	}
}

const blanks = "                                        "

// putNumber writes n, so that it ends before the given column.
func (p *pen) putNumber(end, n int, i ink) {
	var room [20]byte
	digits := strconv.AppendInt(room[:0], int64(n), 10)
	p.moveTo(end - len(digits))
	p.dip(i)
	p.dst = append(p.dst, digits...)
	p.column += len(digits)
}

// put writes text, which is printable ASCII and does not end in a space, from the given column on.
func (p *pen) put(col int, text string, i ink) {
	p.moveTo(col)
	p.dip(i)
	p.dst = append(p.dst, text...)
	p.column += len(text)
}

// putCells writes text from the given column on.
func (p *pen) putCells(col int, text cells, i ink) {
	p.moveTo(col)
	p.dip(i)
	for _, c := range text {
		p.dst = append(p.dst, c...)
	}
	p.column += len(text)
}

// putGlyphs writes all glyphs of g in a row.
func (p *pen) putGlyphs(col int, g *glyphs, i ink) {
	for g.step(len(g.s)) {
		p.moveTo(col)
		p.dip(i)
		p.dst = drainLong(append(p.dst, g.text...), p.drain)
		p.column += g.columns
	}
}

// endRow ends a row. Its ink does not reach into the next one.
func (p *pen) endRow() {
	p.dip(plain)
	p.dst = drainLong(append(p.dst, '\n'), p.drain)
	p.column = 0
}

func appendSGR(dst []byte, i ink) []byte {
	dst = append(dst, "\x1b["...)
	dst = append(dst, sgr[i]...)
	return append(dst, 'm')
}

// A displayed is a reference as a picture shows it: passwords are hidden, and every byte is escaped that could command
// the terminal, or whose width in columns the picture could not know. It makes its glyphs on demand, since they may take
// many times the memory of the reference.
type displayed struct {
	s             []byte
	caret         int      // a glyph begins at this offset
	secrets       [][2]int // the ranges of bytes that are hidden
	international bool     // characters outside ASCII are not escaped if their width is known
}

// hiddenPassword is shown in place of a password. Redacted of package uri writes the same. Its length says nothing about
// that of the password.
const hiddenPassword = "xxxxx"

// display returns the valid reference s as a picture shows it.
func display(s []byte) *displayed { return displayRecord(s, len(s), false, true) }

// displayRecord returns s as a picture shows it with a caret at the offset n. If cut is set, s is only the beginning of
// the input.
func displayRecord(s []byte, n int, cut, international bool) *displayed {
	return &displayed{s: s, caret: n, secrets: passwordsOf(s, cut), international: international}
}

// inSecret reports whether the byte at n is hidden.
func (d *displayed) inSecret(n int) bool {
	return slices.ContainsFunc(d.secrets, func(s [2]int) bool { return s[0] <= n && n < s[1] })
}

// from returns the glyphs from the offset n on, which must not be inside of a character.
func (d *displayed) from(n int) *glyphs { return &glyphs{displayed: d, next: n, runEnd: n} }

// A glyph is the smallest part of a displayed: a character with the marks on it, an escaped byte, or the text that
// stands for a password.
type glyph struct {
	lo      int    // the offset of its first byte
	marks   int    // the offset of the marks on it, or its end if there are none
	text    []byte // valid until the next glyph
	columns int
}

// Glyphs goes through a displayed glyph by glyph.
type glyphs struct {
	*displayed
	glyph
	next   int  // the offset of the next glyph
	runEnd int  // where a glyph must end at last: at a password, at the caret, or at the end of the reference
	rtl    bool // a terminal may change the order of the characters so far

	escape [4]byte // memory for the text of an escaped byte
}

// step goes to the next glyph that begins before the offset end. It returns false if there is none.
func (g *glyphs) step(end int) bool {
	if g.next >= min(end, len(g.s)) {
		return false
	}
	g.lo = g.next
	if g.next == g.runEnd && g.enterRun() {
		return true
	}
	r, size := rune(g.s[g.lo]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRune(g.s[g.lo:g.runEnd])
	}
	switch {
	case r < utf8.RuneSelf && g.international && canCarry(r):
		g.columns = 1
	case r < utf8.RuneSelf, !g.international, r == utf8.RuneError && size == 1:
		g.escapeByte()
		return true
	default:
		breadth := breadthOf(r)
		if breadth == escaped || breadth == attached { // a mark without a carrier
			g.escapeByte()
			return true
		}
		g.columns = int(breadth)
		g.rtl = g.rtl || isRightToLeft(r)
	}
	g.next += size
	g.takeMarks()
	g.text = g.s[g.lo:g.next]
	return true
}

// enterRun finds the end of the run that begins at the next glyph. If that is a password, it is the glyph, and enterRun
// returns true.
func (g *glyphs) enterRun() bool {
	g.runEnd = len(g.s)
	if g.caret > g.next {
		g.runEnd = min(g.runEnd, g.caret)
	}
	for _, secret := range g.secrets {
		switch {
		case g.next < secret[0]:
			g.runEnd = min(g.runEnd, secret[0])
		case g.next < secret[1]:
			g.text, g.columns = []byte(hiddenPassword), len(hiddenPassword)
			g.next, g.runEnd, g.marks = secret[1], secret[1], secret[1]
			return true
		}
	}
	return false
}

// escapeByte makes the next byte a glyph, as a printable character of ASCII or as an escape sequence.
func (g *glyphs) escapeByte() {
	g.text = appendByte(g.escape[:0], g.s[g.next])
	g.columns = len(g.text)
	g.next++
	g.marks = g.next
}

// maxGlyph is the length in bytes up to which a glyph takes marks, so that hostile input cannot make a long one.
const maxGlyph = 16

// takeMarks adds the marks that follow the glyph to it.
func (g *glyphs) takeMarks() {
	g.marks = g.next
	for g.next < g.runEnd && g.s[g.next] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(g.s[g.next:g.runEnd])
		if r == utf8.RuneError || g.next+size-g.lo > maxGlyph || breadthOf(r) != attached {
			return
		}
		g.rtl = g.rtl || isRightToLeft(r)
		g.next += size
	}
}

// ascii has the characters of ASCII at the offsets that are their codes, so that a cell needs no memory of its own.
var ascii = func() string {
	var all [utf8.RuneSelf]byte
	for i := range all {
		all[i] = byte(i)
	}
	return string(all[:])
}()

// appendCells appends the columns of the glyph to c.
func (g *glyph) appendCells(c cells) cells {
	if g.columns == len(g.text) {
		for _, b := range g.text {
			c = append(c, ascii[b:b+1])
		}
		return c
	}
	c = append(c, string(g.text))
	if g.columns == int(wide) {
		c = append(c, "")
	}
	return c
}

// A shown is the beginning of a displayed, as long as a screen is wide, or all of it if that is shorter.
type shown struct {
	text cells
	cut  bool // there is more than text
	rtl  bool // a terminal may change the order of the characters

	anchors []anchor
}

// An anchor is an offset in the input and the column where the byte at that offset is shown.
type anchor struct{ offset, column int }

// start returns the beginning of d, of at least the given number of columns if there are so many.
func (d *displayed) start(columns int) shown {
	var t shown
	g := d.from(0)
	for len(t.text) <= columns && g.step(len(d.s)) {
		t.anchors = append(t.anchors, anchor{g.lo, len(t.text)})
		t.text = g.appendCells(t.text)
		if g.marks < g.next {
			t.anchors = append(t.anchors, anchor{g.marks, len(t.text)})
		}
	}
	t.anchors = append(t.anchors, anchor{g.next, len(t.text)})
	t.cut, t.rtl = g.next < len(d.s), g.rtl
	return t
}

// column returns the column where the byte at the offset n is shown. If that is behind the text, it returns the end of
// the text. All bytes of a password are in the column where the text begins that stands for it.
func (t *shown) column(n int) int {
	i := sort.Search(len(t.anchors), func(i int) bool { return t.anchors[i].offset > n })
	return t.anchors[max(i-1, 0)].column
}

// columnOf returns the column where the byte at the offset n is shown, as shown.column does, in time that grows with n.
func (d *displayed) columnOf(n int) int {
	column := 0
	for g := d.from(0); g.step(n + 1); column += g.columns {
		switch {
		case n < g.marks:
			return column
		case n < g.next:
			return column + g.columns
		}
	}
	return column
}

// around returns the text around the column at, of at most width columns, and the column in that text. Dots stand for
// the text that is left out.
func (d *displayed) around(at, width int) (cells, int) {
	width = max(width, 16)
	room := width - 2*len(dots) - 1
	first := max(0, at-width)
	text, cut := d.cellsIn(first, at+width)
	end := first + len(text)
	if !cut && end <= width && at < width {
		return text, at
	}
	lo := max(0, at-room/2)
	if !cut {
		lo = max(0, min(lo, end-room))
	}
	lo = first + text.boundary(lo-first)
	hi := first + text.boundary(min(end, lo+room)-first)
	part := text[lo-first : hi-first]
	at -= lo
	if lo > 0 {
		part = slices.Concat(cellsOf(dots), part)
		at += len(dots)
	}
	if cut || hi < end {
		part = slices.Concat(part, cellsOf(dots))
	}
	return part, at
}

// dots stand for text that is left out.
const dots = "..."

// cellsIn returns the columns [lo, hi), as far as they are there, and reports whether there are more.
func (d *displayed) cellsIn(lo, hi int) (text cells, cut bool) {
	column := 0
	for g := d.from(0); g.step(len(d.s)); column += g.columns {
		if column >= hi {
			return text[:hi-lo], true
		}
		if column+g.columns > lo {
			skipped := len(text)
			text = g.appendCells(text)
			if column < lo {
				text = append(text[:skipped], text[skipped+lo-column:]...)
			}
		}
	}
	if len(text) > hi-lo {
		return text[:hi-lo], true
	}
	return text, false
}

// Lines breaks a text into lines. The text is cells and, after these, the glyphs of source that begin before end.
type lines struct {
	cells  cells
	source *glyphs // may be nil
	end    int
	cut    func(text cells, column int) int // returns the column at which to break text: column, or one before it

	room cells // memory for cells
}

// next returns the next line, which has at most width columns and is valid until the next call. It is empty after the
// last one.
func (l *lines) next(width int) cells {
	if l.source != nil && l.source.next < l.end && len(l.cells) <= width {
		l.room = append(l.room[:0], l.cells...)
		for len(l.room) <= width && l.source.step(l.end) {
			l.room = l.source.appendCells(l.room)
		}
		l.cells = l.room
	}
	n := l.cut(l.cells, min(width, len(l.cells)))
	line := l.cells[:n]
	l.cells = l.cells[n:]
	return line
}

// passwordsOf returns where the passwords in s are. A tab may stand between a base and a reference, each with a
// password of its own; or in a password.
func passwordsOf(s []byte, cut bool) (secrets [][2]int) {
	lo, hi := passwordOf(s, cut)
	if lo < hi {
		secrets = append(secrets, [2]int{lo, hi})
	}
	tab := bytes.IndexByte(s, '\t') + 1
	if tab == 0 {
		return secrets
	}
	refLo, refHi := passwordOf(s[tab:], cut)
	refLo, refHi = max(tab+refLo, hi), tab+refHi
	if refLo < refHi {
		secrets = append(secrets, [2]int{refLo, refHi})
	}
	return secrets
}

// passwordOf returns the range of what stands after the first ":", encoded or not, in the userinfo of s. It also looks
// into an s that is invalid: what would be its authority ends before the first "/", "?" or "#", and its userinfo at the
// last "@" in that. If s was cut in its authority, the "@" may be in what is missing. For an authority without "@" see
// strayPassword.
func passwordOf(s []byte, cut bool) (lo, hi int) {
	start, slashes := authorityIn(s)
	if slashes < 2 {
		return 0, 0
	}
	end := len(s)
	if n := bytes.IndexAny(s[start:], "/?#"); n >= 0 {
		end = start + n
	}
	at := bytes.LastIndexByte(s[start:end], '@')
	switch {
	case cut && end == len(s):
		at = end - start
	case at < 0 && slashes > 2:
		return 0, 0 // more often a path, as in file:///C:/
	case at < 0:
		return strayPassword(s, start, end)
	}
	if colon := behindColon(s[start : start+at]); colon > 0 {
		return start + colon, start + at
	}
	return 0, 0
}

// authorityIn returns where browsers take the authority of s to begin, and the number of slashes in front of it: they
// take "\" for "/", and more than two for two. It is less than two if there is no authority.
func authorityIn(s []byte) (start, slashes int) {
	for start < len(s) {
		switch s[start] {
		case '/', '\\':
			slashes = len(s) - start - len(bytes.TrimLeft(s[start:], `/\`))
			if slashes > 1 || s[start] == '/' {
				return start + slashes, slashes
			}
		case '?', '#':
			return start, 0
		}
		start++
	}
	return start, 0
}

// behindColon returns the offset behind the first ":" in s, encoded or not. It is 0 if there is none.
func behindColon(s []byte) int {
	for i, c := range s {
		switch {
		case c == ':':
			return i + len(":")
		case c == '%' && i+3 <= len(s) && bytes.EqualFold(s[i:i+3], []byte("%3A")):
			return i + len("%3A")
		}
	}
	return 0
}

// strayPassword is passwordOf where the authority s[start:end] has no "@". What stands behind its first ":" is taken
// for a password that was cut off, or is being typed, unless it is a port or the authority begins as an IP-literal. If
// an "@" comes later, the password ends there: with a "/" in it a reference is invalid, but it was meant so. The price
// is that a bad port is hidden, too, and a good one if a tab and another reference stand behind it.
func strayPassword(s []byte, start, end int) (lo, hi int) {
	colon := behindColon(s[start:end])
	if colon == 0 || s[start] == '[' {
		return 0, 0
	}
	lo = start + colon
	if len(bytes.Trim(s[lo:end], "0123456789")) == 0 {
		return 0, 0
	}
	return lo, max(end, bytes.LastIndexByte(s, '@'))
}
