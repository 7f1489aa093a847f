package main

import (
	"iter"
	"strconv"
	"strings"

	"github.com/urispan/uri/tables"
)

//go:generate go run ../gentables -rules -o zrules.go

const explainUsage = `usage: uri explain [flags] [REF ...]

Explain walks through the machine that was made of the grammar, byte by byte, and
names the rules of RFC 3986, Appendix A, that each byte can be part of: several,
as long as what comes later decides. Rules that only say of what kind a character
is (pchar, unreserved, ALPHA ...) are not named. Where the walk ends too early, it
tells what could stand there and, for common mistakes, what to write.

On a terminal and elsewhere it prints a table; bytes in a row that can be part of
the same rules share a line. Its columns are the offset, the bytes, and the rules,
each with its section. A password is hidden.

With -json the keys are, in this order: input, ok, steps; or, if ok is false:
input, ok, offset, component, reason, expected, hint, steps. Expected is the bytes
that could stand at the offset, as classes of the RFC and characters, and "end" if
the input could end there; hint is null if there is none. A step has the keys
offset, state (of the machine, before the byte) and rules. State numbers are not
stable.

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

// A ruleStep is where a byte leads to in ruleStates, and which of ruleSets it can be part of.
type ruleStep struct {
	next uint16
	set  uint8
}

// A walk goes through a reference in both automata: the one of the library, and the one that knows the rules.
type walk struct {
	s     []byte
	n     int   // the offset of the next byte
	state uint8 // of package tables
	rules uint16
}

func newWalk(s []byte) walk { return walk{s: s, state: tables.Start, rules: 1} }

// step goes on by a byte and returns the rules that it can be part of; ok is false at the end, and where the input
// dies.
func (w *walk) step() (rules string, ok bool) {
	if w.n == len(w.s) {
		return "", false
	}
	b := w.s[w.n]
	next := tables.Next(w.state, tables.Class(b))
	if next == tables.Dead {
		return "", false
	}
	to := ruleStates[w.rules][ruleClasses[b]]
	w.n, w.state, w.rules = w.n+1, next, to.next
	return ruleSets[to.set], true
}

// expected returns what could stand where the walk is: names of character classes, and single characters.
func (w *walk) expected() (list []string) {
	var left [256]bool
	for b := range left {
		left[b] = tables.Next(w.state, tables.Class(byte(b))) != tables.Dead
	}
	for _, class := range []struct {
		set  tables.Set
		name string
	}{
		{tables.Unreserved, "unreserved"}, {tables.SubDelims, "sub-delims"}, {tables.ALPHA, "ALPHA"},
		{tables.HEXDIG, "HEXDIG"}, {tables.DIGIT, "DIGIT"},
	} {
		if takeAll(&left, class.set) {
			list = append(list, class.name)
		}
	}
	for b, is := range left {
		if is {
			list = append(list, string(rune(b)))
		}
	}
	if tables.Accepting(w.state) {
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

// explainJSON appends the object that explainUsage describes.
func explainJSON(dst []byte, rec *record) []byte {
	w := newWalk(rec.Bytes)
	steps := w.appendSteps(nil)
	if rec.OK {
		dst = append(appendValid(dst, rec), `,"steps":`...)
		return append(append(dst, steps...), "}\n"...)
	}
	dst = appendInvalid(dst, rec)
	dst = append(dst[:len(dst)-len("}\n")], `,"expected":[`...)
	for i, text := range w.expected() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(dst, []byte(text))
	}
	dst = append(dst, `],"hint":`...)
	if hint := hintFor(rec); hint != "" {
		dst = appendJSON(dst, []byte(hint))
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(append(dst, `,"steps":`...), steps...)
	return append(dst, "}\n"...)
}

// appendSteps walks to the end and appends the steps as a JSON array.
func (w *walk) appendSteps(dst []byte) []byte {
	dst = append(dst, '[')
	for {
		n, state := w.n, w.state
		rules, ok := w.step()
		if !ok {
			return append(dst, ']')
		}
		if n > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, `{"offset":`...), int64(n), 10)
		dst = strconv.AppendInt(append(dst, `,"state":`...), int64(state), 10)
		dst = append(append(dst, `,"rules":["`...), strings.ReplaceAll(rules, " ", `","`)...)
		dst = append(dst, `"]}`...)
	}
}

// explainLine is the table without colours, for a usual width.
func explainLine(dst []byte, rec *record) []byte {
	return explainPicture(screen{width: usualWidth})(dst, rec)
}

// explainPicture prints what explainUsage describes.
func explainPicture(s screen) format {
	return func(dst []byte, rec *record) []byte {
		t := newExplanation(rec, s.width)
		if rec.OK {
			t.put(0, 0, "ok", good)
			t.putCells(0, len("ok")+2, t.shown.text, plain)
		} else {
			t.put(0, 0, "invalid: "+captionOf(rec), bad)
		}
		t.table()
		return t.appendTo(dst, s)
	}
}

// An explanation is the table for a record.
type explanation struct {
	drawing
	rec   *record
	shown displayed
	rules int // the column of the rules
}

// The columns of offsets and bytes.
const (
	offsetColumn = 1
	bytesColumn  = 7
	maxBytes     = 30 // columns of bytes in a line, about
)

func newExplanation(rec *record, width int) *explanation {
	t := &explanation{rec: rec, shown: displayRecord(rec.Bytes, rec.N, rec.Cut, false)}
	widest := len(t.stopped())
	for lo, hi := range rowsOf(rec.Bytes) {
		widest = max(widest, t.shown.col[hi]-t.shown.col[lo])
	}
	t.rules = bytesColumn + min(widest, maxBytes, max(width/3, 8)) + 2
	return t
}

// rowsOf yields the ranges of bytes in a row that can be part of the same rules, as far as the walk leads.
func rowsOf(s []byte) iter.Seq2[int, int] {
	return func(yield func(lo, hi int) bool) {
		w := newWalk(s)
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

// table draws a line for each of rowsOf, and what is to be said of the byte where the walk ends too early.
func (t *explanation) table() {
	w := newWalk(t.rec.Bytes)
	for lo, hi := range rowsOf(t.rec.Bytes) {
		rules, _ := w.step()
		for w.n < hi {
			w.step()
		}
		t.line(lo, hi, plain, withSections(rules), t.inkAt(lo, w.state))
	}
	if t.rec.OK {
		return
	}
	row := len(t.rows)
	t.line(w.n, w.n, plain, "no rule allows this here", bad)
	t.put(row, bytesColumn, t.stopped(), bad)
	t.put(len(t.rows), t.rules, "expected: "+strings.Join(w.expected(), " "), plain)
	if hint := hintFor(t.rec); hint != "" {
		t.put(len(t.rows), t.rules, "hint: "+hint, good)
	}
}

// stopped names the byte at which the walk ends too early.
func (t *explanation) stopped() string {
	switch n := t.rec.N; {
	case t.rec.OK:
		return ""
	case n == len(t.rec.Bytes):
		return "end"
	case !t.rec.showsByte():
		return "..."
	case t.rec.Bytes[n] == ' ':
		return "space"
	default:
		return string(appendByte(nil, t.rec.Bytes[n]))
	}
}

// line draws a line of the table. The bytes [lo, hi) take more lines if they are many.
func (t *explanation) line(lo, hi int, bytes ink, text string, about ink) {
	row := len(t.rows)
	offset := strconv.Itoa(lo)
	t.put(row, offsetColumn+max(0, 4-len(offset)), offset, faint)
	t.put(row, t.rules, text, about)
	shown := t.shown.text[t.shown.col[lo]:t.shown.col[hi]]
	for room := t.rules - 2 - bytesColumn; ; row++ {
		n := shown.boundary(min(room, len(shown)))
		t.putCells(row, bytesColumn, shown[:n], bytes)
		if shown = shown[n:]; len(shown) == 0 {
			return
		}
	}
}

// withSections returns the names of rules, with "or" between and their sections.
func withSections(rules string) string {
	names := strings.Fields(rules)
	for i, name := range names {
		names[i] = name + " (" + sections[name] + ")"
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return names[0]
}

// inkAt returns the ink of the component in which the byte at n stands, its delimiters included: what the machine in its
// state behind that does not know yet, the ranges do.
func (t *explanation) inkAt(n int, state uint8) ink {
	if _, hi, ok := t.rec.Ranges.Scheme(); ok && n <= hi {
		return schemeInk
	}
	if lo, _, ok := t.rec.Ranges.Authority(); ok && n < lo {
		return authorityInk
	}
	switch tables.ContextOf(state).Component() {
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
