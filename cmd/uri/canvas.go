package main

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A screen is where pictures are drawn.
type screen struct {
	width  int  // in columns
	colour bool // whether it understands SGR escape sequences
}

// usualWidth is the width of what does not say how wide it is.
const usualWidth = 80

// screenOf returns the screen that w is, and whether it is a terminal. The width is COLUMNS or, if that is not set, the
// terminal's own. It is 80 columns if neither is known, and for a file into which pictures are drawn.
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

// wrapped draws lines of words, from the given row and column on, of at most width columns unless a word is longer.
func (d *drawing) wrapped(row, col, width int, text string, i ink) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > max(width, minWrapped) {
			d.put(row, col, line, i)
			row++
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	d.put(row, col, line, i)
}

// appendTo appends the drawing as lines, with escape sequences only where the ink changes.
func (d *drawing) appendTo(dst []byte, s screen) []byte {
	for i := range d.rows {
		dst = append(d.rows[i].appendTo(dst, s), '\n')
	}
	return dst
}

// appendTo appends the row without spaces at its end. Its last ink does not reach into the next line.
func (r *drawingRow) appendTo(dst []byte, s screen) []byte {
	current := plain
	end := len(r.text)
	for end > 0 && r.text[end-1] == " " {
		end--
	}
	for k, c := range r.text[:end] {
		i := r.inks[k]
		shows := c != " " || i == marked || current == marked
		if s.colour && shows && i != current {
			dst = appendSGR(dst, i)
			current = i
		}
		dst = append(dst, c...)
	}
	if current != plain {
		dst = appendSGR(dst, plain)
	}
	return dst
}

func appendSGR(dst []byte, i ink) []byte {
	dst = append(dst, "\x1b["...)
	dst = append(dst, sgr[i]...)
	return append(dst, 'm')
}

// A displayed is a reference as a picture shows it: a password hidden, and everything escaped that could command the
// terminal, or of which the picture could not tell how many columns it takes.
type displayed struct {
	text cells
	col  []int // for each byte of the input, and for its end, the column where its character begins
	rtl  bool  // a terminal may change the order of the characters

	secrets       [][2]int // the ranges of bytes that are hidden
	international bool     // characters outside ASCII are not escaped, if that can be
}

// hiddenPassword is what Redacted of package uri writes too. Its length tells nothing.
const hiddenPassword = "xxxxx"

// display returns the valid reference s as a picture shows it.
func display(s []byte) displayed { return displayRecord(s, len(s), false, true) }

// displayRecord returns s as a picture shows it, where a caret is to point at the offset n; cut tells that more came
// behind s. The bytes of a password all are in the column where its stand-in begins, so a caret does not point into it.
func displayRecord(s []byte, n int, cut, international bool) displayed {
	d := displayed{text: make(cells, 0, len(s)), col: make([]int, 0, len(s)+1), international: international}
	d.secrets = passwordsOf(s, cut)
	at := 0
	for _, secret := range d.secrets {
		d.showAround(s, at, secret[0], n)
		for range secret[1] - secret[0] {
			d.col = append(d.col, len(d.text))
		}
		d.text = append(d.text, cellsOf(hiddenPassword)...)
		at = secret[1]
	}
	d.showAround(s, at, len(s), n)
	d.col = append(d.col, len(d.text))
	return d
}

// inSecret tells whether the byte at n is hidden.
func (d *displayed) inSecret(n int) bool {
	return slices.ContainsFunc(d.secrets, func(s [2]int) bool { return s[0] <= n && n < s[1] })
}

// part returns what shows the bytes [lo, hi). Of what is hidden a part is shown as the whole.
func (d *displayed) part(lo, hi int) cells {
	end := d.col[hi]
	if lo < hi && d.inSecret(hi-1) && d.inSecret(hi) {
		end += len(hiddenPassword)
	}
	return d.text[d.col[lo]:end]
}

// showAround shows s[lo:hi], which is no secret, and lets a character begin at n.
func (d *displayed) showAround(s []byte, lo, hi, n int) {
	n = min(max(n, lo), hi)
	d.show(s[lo:n])
	d.show(s[n:hi])
}

// show shows what is no secret.
func (d *displayed) show(s []byte) {
	carrier := -1 // the column of the character that a mark would be drawn on
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		switch {
		case r < utf8.RuneSelf:
			d.escape(s[:1])
			carrier = len(d.text) - 1
			if !canCarry(r) {
				carrier = -1
			}
		case d.international && (r != utf8.RuneError || size > 1):
			carrier = d.put(r, s[:size], carrier)
		default:
			d.escape(s[:size])
			carrier = -1
		}
		s = s[size:]
	}
}

// escape shows the bytes in s, each as a character of ASCII or as an escape sequence.
func (d *displayed) escape(s []byte) {
	var room [4]byte
	for _, c := range s {
		d.col = append(d.col, len(d.text))
		d.text = append(d.text, cellsOf(string(appendByte(room[:0], c)))...)
	}
}

// maxCell is the length in bytes up to which a cell takes marks, so that the cost is linear whatever comes.
const maxCell = 16

// put shows the character r, which is s in UTF-8, and returns the new carrier of marks.
func (d *displayed) put(r rune, s []byte, carrier int) int {
	columns := breadthOf(r)
	switch {
	case columns == escaped, columns == attached && (carrier < 0 || len(d.text[carrier])+len(s) > maxCell):
		d.escape(s)
		return -1
	}
	d.rtl = d.rtl || isRightToLeft(r)
	for range s {
		d.col = append(d.col, len(d.text))
	}
	if columns == attached {
		d.text[carrier] += string(s)
		return carrier
	}
	d.text = append(d.text, string(s))
	if columns == wide {
		d.text = append(d.text, "")
	}
	return len(d.text) - int(columns)
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
