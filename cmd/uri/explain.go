package main

import (
	"cmp"
	"flag"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

//go:generate go run ../gentables -o zrules.go rules

const explainUsage = `usage: uri explain [flags] [REF ...]

Explain walks through the machine that was made of the grammar, byte by byte,
and names the rules of RFC 3986, Appendix A, that each byte can be part of:
several, as long as what comes later decides. Rules that only say of what kind
a character is (pchar, unreserved, ALPHA ...) are not named. Where the walk
ends too early, it tells what could stand there and, for common mistakes, what
to write.

  -iri  take IRI references, and name the rules of RFC 3987, section 2.2; the
        sections are those of the rules of RFC 3986 that they extend. A
        character outside ASCII is a step, however many bytes it has

  -rows N  print at most N rows of the table, and how many were left out; with
           -json and -format N steps, and their number under the key left_out,
           if any were left out. 0 stands for all, but for 10000 with -format,
           which keeps them in memory (default 0)

On a terminal and elsewhere it prints a table; bytes in a row that can be part
of the same rules share a line. Its columns are the offset, the bytes, and the
rules, each with its section. A password is hidden. What is too wide for a
terminal is wrapped.

Of the classes of characters, unreserved are letters, digits and -._~,
sub-delims are !$&'()*+,;= and HEXDIG are 0-9, A-F and a-f. With -iri,
iunreserved are these unreserved and ucschar, which is what there is outside
ASCII but for private use; and iprivate is private use, in queries only.

With -json the keys are, in this order: input, ok, steps; or, if ok is false:
input, ok, offset, component, reason, expected, hint, steps. Expected is what
could stand at the offset, as classes of the RFC and characters, and "end" if
the input could end there; hint is null if there is none. A step has the keys
offset, state (of the machine, before the byte) and rules. State numbers are
not stable.

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

// sections has the section of RFC 3986 that each rule stands in.
var sections = map[string]string{
	"URI": "3", "hier-part": "3", "scheme": "3.1", "authority": "3.2", "userinfo": "3.2.1",
	"IP-literal": "3.2.2", "IPvFuture": "3.2.2", "IPv6address": "3.2.2", "h16": "3.2.2", "ls32": "3.2.2",
	"IPv4address": "3.2.2", "dec-octet": "3.2.2", "reg-name": "3.2.2", "port": "3.2.3",
	"path-abempty": "3.3", "path-absolute": "3.3", "path-noscheme": "3.3", "path-rootless": "3.3",
	"segment": "3.3", "segment-nz": "3.3", "segment-nz-nc": "3.3", "query": "3.4", "fragment": "3.5",
	"pct-encoded": "2.1", "relative-ref": "4.2", "relative-part": "4.2",
}

// rulesOfIRIs has, for each of ruleSets, the names of the rules in RFC 3987. That has the same grammar but for what
// iunreserved adds to unreserved, and iprivate to a query; all rules that can be made of these have an "i" before them.
var rulesOfIRIs = sync.OnceValue(func() []string {
	same := strings.Fields("scheme port IP-literal IPvFuture IPv6address h16 ls32 IPv4address dec-octet pct-encoded")
	sets := make([]string, len(ruleSets))
	for i, set := range ruleSets {
		names := strings.Fields(set)
		for k, name := range names {
			switch {
			case name == "URI":
				names[k] = "IRI"
			case !slices.Contains(same, name):
				names[k] = "i" + name
			}
		}
		sets[i] = strings.Join(names, " ")
	}
	return sets
})

// sectionOf returns the section of RFC 3986 that a rule stands in, or the one that a rule of RFC 3987 extends.
func sectionOf(rule string) string {
	if rule == "IRI" {
		rule = "URI"
	}
	return cmp.Or(sections[rule], sections[strings.TrimPrefix(rule, "i")])
}

// A ruleStep is where a byte leads to in ruleStates, and which of ruleSets it can be part of.
type ruleStep struct {
	next uint16
	set  uint8
}

// A walk goes through a reference in both automata: the one of the library, and the one that knows the rules.
type walk struct {
	s     []byte
	n     int    // the offset of the next byte
	state uint16 // of package tables: of the machine for URIs or, with iri, of that for IRIs
	rules uint16
	iri   bool
}

func newWalk(s []byte, iri bool) walk { return walk{s: s, state: tables.Start, rules: 1, iri: iri} }

// step goes on by a byte, in an IRI by a character, and returns the rules that it can be part of; ok is false at the
// end, and where the input dies.
//
// The automaton that knows the rules is that of URIs, which have no characters outside ASCII. Where such a one can
// stand it is iunreserved, or iprivate in a query, and "~", which is unreserved, can be part of the same rules.
func (w *walk) step() (rules string, ok bool) {
	size, next := w.next(w.s[w.n:])
	if next == tables.Dead {
		return "", false
	}
	b := w.s[w.n]
	if b >= utf8.RuneSelf {
		b = '~'
	}
	to := ruleStates[w.rules][ruleClasses[b]]
	w.n, w.state, w.rules = w.n+size, next, to.next
	if w.iri {
		return rulesOfIRIs()[to.set], true
	}
	return ruleSets[to.set], true
}

// end goes on as far as the walk leads.
func (w *walk) end() {
	for ok := true; ok; {
		_, ok = w.step()
	}
}

// next returns the size of the step that s begins with, and the state that it leads to: Dead if there is none.
func (w *walk) next(s []byte) (size int, state uint16) {
	switch {
	case len(s) == 0:
		return 0, tables.Dead
	case !w.iri:
		return 1, uint16(tables.Next(uint8(w.state), tables.Class(s[0])))
	}
	state = w.state
	for size < len(s) {
		state = tables.IRINext(state, tables.IRIClass(s[size]))
		if size++; state == tables.Dead || !tables.IRIContextOf(state).InCharacter() {
			return size, state
		}
	}
	return size, tables.Dead // it ends inside of a character
}

// context returns what the machine says of the state that the walk is in.
func (w *walk) context() tables.Context {
	if w.iri {
		return tables.IRIContextOf(w.state)
	}
	return tables.ContextOf(uint8(w.state))
}

func (w *walk) accepting() bool {
	if w.iri {
		return tables.IRIAccepting(w.state)
	}
	return tables.Accepting(uint8(w.state))
}

// takes tells whether the walk could go on with s, a byte or character.
func (w *walk) takes(s string) bool {
	_, state := w.next([]byte(s))
	return state != tables.Dead
}

// expected returns what could stand where the walk is: names of character classes, and single characters.
func (w *walk) expected() (list []string) {
	var left [256]bool
	for b := range utf8.RuneSelf {
		left[b] = w.takes(string(rune(b)))
	}
	unreserved := "unreserved"
	if w.takes("\u00a0") { // the first of ucschar
		unreserved = "iunreserved"
	}
	for _, class := range []struct {
		set  tables.Set
		name string
	}{
		{tables.Unreserved, unreserved}, {tables.SubDelims, "sub-delims"}, {tables.ALPHA, "ALPHA"},
		{tables.HEXDIG, "HEXDIG"}, {tables.DIGIT, "DIGIT"},
	} {
		if takeAll(&left, class.set) {
			list = append(list, class.name)
		}
	}
	if w.takes("\ue000") { // the first of iprivate
		list = append(list, "iprivate")
	}
	for b, is := range left {
		if is {
			list = append(list, string(rune(b)))
		}
	}
	if w.accepting() {
		list = append(list, "end")
	}
	return list
}

// takeAll removes the bytes of the class if all of them are there.
func takeAll(bytes *[256]bool, class tables.Set) bool {
	for b, is := range bytes {
		if tables.Is(byte(b), class) && !is {
			return false
		}
	}
	for b := range bytes {
		bytes[b] = bytes[b] && !tables.Is(byte(b), class)
	}
	return true
}

// explainFlags defines the flags of explain.
func explainFlags(fs *flag.FlagSet, o *options) {
	iriFlag(fs, o)
	fs.Func("rows", "a number of rows, or 0 for all", o.setRows)
}

// setRows sets the value of -rows.
func (o *options) setRows(text string) error {
	n, err := strconv.ParseUint(text, 0, strconv.IntSize-1)
	if err != nil {
		return errValue
	}
	o.rows = int(n)
	return nil
}

func prepareExplain(o *options) (func() step, error) {
	return func() step {
		return func(rec *record) {
			rec.rows = o.rows
			rec.valid()
		}
	}, nil
}

// maxRows returns how many rows or steps there may be.
func (rec *record) maxRows() int { return cmp.Or(rec.rows, math.MaxInt) }

// explainJSON appends the object that explainUsage describes. The input is escaped here, and not by escapesSeparators,
// which does not see the output that was drained.
func explainJSON(dst []byte, rec *record) []byte {
	if rec.OK {
		dst = appendJSON(append(dst, `{"input":`...), rec.Bytes)
		dst = append(dst, `,"ok":true`...)
	} else {
		dst = appendInvalid(dst, rec)
		dst = appendMistake(dst[:len(dst)-len("}\n")], rec)
	}
	dst, leftOut := appendSteps(append(dst, `,"steps":`...), rec)
	if leftOut > 0 {
		dst = strconv.AppendInt(append(dst, `,"left_out":`...), int64(leftOut), 10)
	}
	return append(dst, "}\n"...)
}

// appendMistake appends the members expected and hint.
func appendMistake(dst []byte, rec *record) []byte {
	w := newWalk(rec.Bytes, rec.iri)
	w.end()
	dst = append(dst, `,"expected":[`...)
	for i, text := range w.expected() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(dst, []byte(text))
	}
	dst = append(dst, `],"hint":`...)
	if hint := hintFor(rec); hint != "" {
		return appendJSON(dst, []byte(hint))
	}
	return append(dst, "null"...)
}

// appendSteps appends the steps of the walk as a JSON array, and returns the number of those that are left out.
func appendSteps(dst []byte, rec *record) (longer []byte, leftOut int) {
	w := newWalk(rec.Bytes, rec.iri)
	dst = append(dst, '[')
	for i := 0; ; i++ {
		n, state := w.n, w.state
		rules, ok := w.step()
		switch {
		case !ok:
			return append(dst, ']'), leftOut
		case i >= rec.maxRows():
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
		dst = drainLong(dst, rec.drain)
	}
}

// explainLine appends the table without colours, as on a terminal of the usual width, but nothing is wrapped: a program
// can read long lines.
func explainLine(dst []byte, rec *record) []byte {
	t := newExplanation(rec, usualWidth)
	t.width = math.MaxInt
	return t.appendAll(dst, screen{})
}

// explainPicture appends the table that explainUsage describes.
func explainPicture(s screen) format {
	return func(dst []byte, rec *record) []byte {
		t := newExplanation(rec, s.width)
		return t.appendAll(dst, s)
	}
}

// An explanation writes the table for a record, row by row. It goes through the record twice: once to see how wide the
// columns of the table are, and once to write it. So its memory does not depend on the number of rows.
type explanation struct {
	pen
	rec   *record
	shown *displayed
	bytes int // the column of the bytes
	rules int // the column of the rules
	width int // text is wrapped at this width

	row  lines               // the bytes of a row
	text map[string][]string // the lines that name the rules of a set
}

const (
	offsetColumn = 1  // the column of the offsets
	minOffset    = 4  // columns of offsets
	maxBytes     = 30 // columns of bytes in a line, about
	minBytes     = 8
	minRules     = 24 // columns of rules, if there are so many
)

func newExplanation(rec *record, width int) *explanation {
	shown := displayRecord(rec.Bytes, rec.N, rec.Cut, rec.iri && !hasRightToLeft(rec.Bytes))
	t := &explanation{rec: rec, shown: shown, width: width, text: map[string][]string{}}
	widest, last := t.measure()
	t.bytes = offsetColumn + max(minOffset, len(strconv.Itoa(last))) + 2
	room := min(width/3, width-minRules-t.bytes-2)
	t.rules = t.bytes + min(widest, maxBytes, max(room, minBytes)) + 2
	return t
}

// measure returns the number of columns that the bytes of a row take at most, up to maxBytes, and the largest offset in
// the table.
func (t *explanation) measure() (widest, last int) {
	widest = len(t.stopped())
	g := t.shown.from(0)
	rows := 0
	for lo, hi := range rowsOf(t.rec.Bytes, t.rec.iri) {
		if last = lo; !t.rec.OK {
			last = hi
		}
		if rows++; rows > t.rec.maxRows() {
			widest = max(widest, len(leftOut))
			if t.rec.OK {
				break
			}
			continue
		}
		columns := len(t.hiddenBefore(g, lo))
		for columns <= maxBytes && g.step(hi) {
			columns += g.columns
		}
		for g.step(hi) {
		}
		widest = max(widest, columns)
	}
	return widest, last
}

var hiddenCells = cellsOf(hiddenPassword)

// hiddenBefore returns the text that stands for a password of which a part is in a row that begins at lo, if g has
// passed it: the rows of all its parts have that text.
func (t *explanation) hiddenBefore(g *glyphs, lo int) cells {
	if g.next > lo && t.shown.inSecret(lo) {
		return hiddenCells
	}
	return nil
}

// appendAll appends the table to dst.
func (t *explanation) appendAll(dst []byte, s screen) []byte {
	t.dst, t.colour, t.drain = dst, s.colour, t.rec.drain
	if t.rec.OK {
		t.reference()
	} else {
		for _, line := range wrap("invalid: "+captionOf(t.rec), t.width) {
			t.put(0, line, bad)
			t.endRow()
		}
	}
	t.table()
	return t.dst
}

// reference writes the whole reference, which is valid.
func (t *explanation) reference() {
	const left = len("ok") + 2
	t.put(0, "ok", good)
	g := t.shown.from(0)
	if t.width == math.MaxInt {
		t.putGlyphs(left, g, plain)
		t.endRow()
		return
	}
	width := max(t.width-left, minWrapped)
	text := lines{source: g, end: len(g.s), cut: beforeEscape}
	line := text.next(width)
	for first := true; first || len(line) > 0; first = false {
		if len(line) > 0 {
			t.putCells(left, line, plain)
		}
		t.endRow()
		line = text.next(width)
	}
}

// rowsOf yields the ranges of bytes in a row that can be part of the same rules, as far as the walk leads.
func rowsOf(s []byte, iri bool) iter.Seq2[int, int] {
	return func(yield func(lo, hi int) bool) {
		w := newWalk(s, iri)
		rules, ok := w.step()
		for lo := 0; ok; {
			hi := w.n
			var next string
			if next, ok = w.step(); ok && next == rules {
				continue
			}
			if !yield(lo, hi) {
				return
			}
			lo, rules = hi, next
		}
	}
}

// leftOut stands in place of the bytes of rows that are left out.
const leftOut = "..."

// table writes a row for each of rowsOf, up to the limit, and the text about the byte where the walk ends too early.
func (t *explanation) table() {
	w := newWalk(t.rec.Bytes, t.rec.iri)
	g := t.shown.from(0)
	rows, from := 0, len(t.rec.Bytes) // from is where the first row begins that is left out
	for lo, hi := range rowsOf(t.rec.Bytes, t.rec.iri) {
		if rows++; rows > t.rec.maxRows() {
			from = min(from, lo)
			continue
		}
		rules, _ := w.step()
		for w.n < hi {
			w.step()
		}
		t.row.cells, t.row.source, t.row.end, t.row.cut = t.hiddenBefore(g, lo), g, hi, beforeEscape
		t.line(lo, plain, t.linesOf(rules), t.inkAt(lo, w.context()))
	}
	if n := rows - t.rec.maxRows(); n > 0 {
		t.note(from, leftOut, fmt.Sprintf("%d rows left out (-rows)", n), faint)
	}
	if !t.rec.OK {
		t.mistake()
	}
}

// mistake writes what there is to say about the byte where the walk ends too early.
func (t *explanation) mistake() {
	w := newWalk(t.rec.Bytes, t.rec.iri)
	w.end()
	if t.rec.Cut && t.rec.ours {
		t.note(w.n, "", "what comes here was not read (-max-line)", bad)
		return
	}
	t.row.cells, t.row.source, t.row.cut = t.stopped(), nil, beforeEscape
	t.line(w.n, bad, wrap("no rule allows this here", t.width-t.rules), bad)
	t.about("expected: "+strings.Join(w.expected(), " "), plain)
	if hint := hintFor(t.rec); hint != "" {
		t.about("hint: "+hint, good)
	}
}

// linesOf returns the lines of a row that name rules.
func (t *explanation) linesOf(rules string) []string {
	text, ok := t.text[rules]
	if !ok {
		text = wrap(withSections(rules), t.width-t.rules)
		t.text[rules] = text
	}
	return text
}

// note writes a row that is not about rules.
func (t *explanation) note(offset int, bytes, text string, i ink) {
	t.row.cells, t.row.source, t.row.cut = cellsOf(bytes), nil, beforeEscape
	t.line(offset, plain, wrap(text, t.width-t.rules), i)
}

// about writes text in the column of the rules.
func (t *explanation) about(text string, i ink) {
	for _, line := range wrap(text, t.width-t.rules) {
		t.put(t.rules, line, i)
		t.endRow()
	}
}

// stopped names the byte, or character of an IRI, at which the walk ends too early.
func (t *explanation) stopped() cells {
	switch n := t.rec.N; {
	case t.rec.OK:
		return nil
	case n == len(t.rec.Bytes):
		return cellsOf("end")
	case t.shown.inSecret(n):
		return hiddenCells
	case !t.rec.showsByte():
		return cellsOf("...")
	case t.rec.Bytes[n] == ' ':
		return cellsOf("space")
	default:
		var c cells
		for g := t.shown.from(n); g.step(n + t.rec.badLen()); {
			c = g.appendCells(c)
		}
		return c
	}
}

// line writes a row of the table: the offset, the bytes in t.row in the ink i, and text in the ink about. It takes as many
// lines as the longer of both.
func (t *explanation) line(offset int, i ink, text []string, about ink) {
	t.putNumber(t.bytes-2, offset, faint)
	room := t.rules - 2 - t.bytes
	line := t.row.next(room)
	for first := true; first || len(line) > 0 || len(text) > 0; first = false {
		if len(line) > 0 {
			t.putCells(t.bytes, line, i)
		}
		if len(text) > 0 {
			t.put(t.rules, text[0], about)
			text = text[1:]
		}
		t.endRow()
		line = t.row.next(room)
	}
}

// beforeEscape returns the column at which to break: col, or one before it at which neither a character nor an escape
// is broken in two. Where a "%" or "\" stands that is no escape, there is at most one, and that comes last.
func beforeEscape(shown cells, col int) int {
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
	return shown.boundary(col)
}

// withSections returns the names of rules, with "or" between and their sections.
func withSections(rules string) string {
	names := strings.Fields(rules)
	for i, name := range names {
		names[i] = name + " (" + sectionOf(name) + ")"
	}
	return listed(names, "or")
}

// inkAt returns the ink of the component in which the byte at n stands, its delimiters included: what the machine in
// its context behind that does not know yet, the ranges do.
func (t *explanation) inkAt(n int, context tables.Context) ink {
	if _, hi, ok := t.rec.Ranges.Scheme(); ok && n <= hi {
		return schemeInk
	}
	if lo, _, ok := t.rec.Ranges.Authority(); ok && n < lo {
		return authorityInk
	}
	switch context.Component() {
	case tables.Scheme:
		return schemeInk
	case tables.Path:
		return pathInk
	case tables.Query:
		return queryInk
	case tables.Fragment:
		return fragmentInk
	}
	return authorityInk
}
