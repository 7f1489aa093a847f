package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/whatwg"
)

// With -web, the verb explain lists how the parser of the URL Standard changes a reference. The parser
// reports validation errors, and the changes are found by comparing the input with the href, part by part.

// A change is a part of the input that has another form in the href.
type change struct {
	Part   string // a component, or a part that browsers remove
	Lo, Hi int    // its range in the input, which is empty if the part was added
	Result string // its form in the href, or "" if it was removed
}

// The parts of an input that are not components.
const (
	leadingSpaces  = "leading spaces"  // C0 controls or spaces
	trailingSpaces = "trailing spaces" // likewise
	tabsOrNewlines = "tabs or newlines"
	slashes        = "slashes"     // between scheme and authority
	credentials    = "credentials" // with the "@" after them
)

// changesOf returns the changes of the parser from s to u, in the order of their offsets.
func changesOf(s string, u whatwg.URL) (list []change) {
	if s == u.Href() {
		return nil
	}
	p := newWebParts(s, u)
	if p.start > 0 {
		list = append(list, change{leadingSpaces, 0, p.start, ""})
	}
	href, r := u.Href(), u.Ranges()
	add := func(part string, lo, hi int, result string) {
		if withoutDropped(s[lo:hi]) != result {
			list = append(list, change{part, lo, hi, result})
		}
	}
	add("protocol", p.start, p.scheme, u.Protocol())
	if host, _, ok := r.Host(); ok {
		authority, _, _ := r.Authority()
		add(slashes, p.scheme, p.authority, "//")
		add(credentials, p.authority, p.host, href[authority:host])
		add("hostname", p.host, p.port, u.Hostname())
		port := ""
		if digits := u.Port(); digits != "" {
			port = ":" + digits
		}
		add("port", p.port, p.path, port)
	}
	lo, hi := r.Path()
	add("pathname", p.path, p.query, href[lo:hi])
	end := len(href)
	if lo, _, ok := r.Fragment(); ok {
		end = lo - len("#")
	}
	add("search", p.query, p.fragment, href[hi:end])
	add("hash", p.fragment, p.end, href[end:])
	if p.end < len(s) {
		list = append(list, change{trailingSpaces, p.end, len(s), ""})
	}
	if lo := strings.IndexAny(s[p.start:p.end], droppedBytes); lo >= 0 {
		hi := strings.LastIndexAny(s[p.start:p.end], droppedBytes) + 1
		list = append(list, change{tabsOrNewlines, p.start + lo, p.start + hi, ""})
	}
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(a.Lo, b.Lo) })
	return list
}

// droppedBytes are the bytes that the parser removes everywhere.
const droppedBytes = "\t\n\r"

func withoutDropped(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(droppedBytes, r) {
			return -1
		}
		return r
	}, s)
}

// webParts is the offsets of the parts of an input that the parser accepts.
type webParts struct {
	s       string
	special bool // "\" counts as "/"

	start     int // after leading spaces
	scheme    int // after the scheme and its ":"
	authority int // after the slashes; without an authority, the offset of the path
	host      int // after the "@"
	port      int // at the ":"
	path      int
	query     int // at the "?"
	fragment  int // at the "#"
	end       int // before trailing spaces
}

func newWebParts(s string, u whatwg.URL) webParts {
	isSpace := func(r rune) bool { return r <= ' ' }
	p := webParts{s: s, special: u.IsSpecial()}
	p.start = len(s) - len(strings.TrimLeftFunc(s, isSpace))
	p.end = len(strings.TrimRightFunc(s, isSpace))
	p.scheme = p.start + strings.IndexByte(s[p.start:], ':') + 1
	p.fragment = p.find(p.scheme, p.end, '#')
	p.query = p.find(p.scheme, p.fragment, '?')
	p.authority, p.host, p.port, p.path = p.scheme, p.scheme, p.scheme, p.scheme
	if u.HostKind() != whatwg.HostNull {
		p.findAuthority(u.Scheme() == "file")
	}
	return p
}

// find returns the offset of c in s[lo:hi], or hi.
func (p *webParts) find(lo, hi int, c byte) int {
	if n := strings.IndexByte(p.s[lo:hi], c); n >= 0 {
		return lo + n
	}
	return hi
}

// findAuthority finds the parts from the slashes to the port.
func (p *webParts) findAuthority(file bool) {
	most := 2
	if p.special && !file {
		most = math.MaxInt
	}
	at, n := p.skipSlashes(p.scheme, most)
	if file && n < most {
		return // all of it is path
	}
	end := at
	for end < p.query && !p.isSlash(p.s[end]) {
		end++
	}
	if file && isDriveLetter(withoutDropped(p.s[at:end])) {
		end = at
	}
	p.authority, p.path = at, end
	p.host = at + strings.LastIndexByte(p.s[at:end], '@') + 1
	if p.port = end; !file {
		colon := strings.LastIndexByte(p.s[p.host:end], ':')
		if colon >= strings.LastIndexByte(p.s[p.host:end], ']') && colon >= 0 {
			p.port = p.host + colon
		}
	}
}

// skipSlashes skips up to most slashes at n. It returns the offset after them, and their number.
func (p *webParts) skipSlashes(n, most int) (end, count int) {
	end = n
	for ; n < p.query && count < most; n++ {
		if p.isSlash(p.s[n]) {
			count++
			end = n + 1
		} else if !strings.Contains(droppedBytes, p.s[n:n+1]) {
			break
		}
	}
	return end, count
}

func (p *webParts) isSlash(c byte) bool { return c == '/' || c == '\\' && p.special }

// isDriveLetter reports whether s is a Windows drive letter (section 4.2).
func isDriveLetter(s string) bool {
	return len(s) == 2 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && (s[1] == ':' || s[1] == '|')
}

// A webAccount is the value of a record: the result of the parser.
type webAccount struct {
	webValidation
	limit   int        // the number of rows or, with -json, of validation errors
	url     whatwg.URL // if the record is valid
	changes []change
	failure whatwg.ValidationError // if the record is invalid
}

// explain implements the Step of explain.
func (a *webAccount) explain(rec *engine.Record) {
	a.url, a.changes = whatwg.URL{}, nil
	a.check(rec)
	rec.Value, rec.Limit = a, a.limit
	if rec.OK {
		text := a.texts.Of(rec.Bytes)
		a.url, _ = whatwg.Parse(text)
		a.changes = changesOf(text, a.url)
	}
}

// webExplainFormats are the formats of explain with -web.
var webExplainFormats = &engine.Formats{
	Keys: []engine.Key{
		engine.InputKey, engine.OKKey,
		{Name: "href", Text: func(rec *engine.Record) ([]byte, bool) { return []byte(rec.Value.(*webAccount).url.Href()), true }},
		{Name: "changes", Nested: true, Append: appendChanges},
		errorsKey(errorsOfAccount), leftOutErrorsKey,
	},
	FaultKeys: []engine.Key{hintKey, errorsKey(errorsOfAccount), leftOutErrorsKey},
	Line: func(dst []byte, rec *engine.Record) []byte {
		return appendAccount(dst, rec, paint.Screen{}, paint.UsualWidth, math.MaxInt)
	},
	Picture: func(s paint.Screen) engine.Format {
		return func(dst []byte, rec *engine.Record) []byte { return appendAccount(dst, rec, s, s.Width, s.Width) }
	},
}

func errorsOfAccount(rec *engine.Record) []whatwg.ValidationError {
	return rec.Value.(*webAccount).errors
}

var leftOutErrorsKey = engine.Key{Name: "left_out", Maybe: true, Append: func(dst []byte, rec *engine.Record) []byte {
	return appendLeftOut(dst, len(errorsOfAccount(rec)), rec)
}}

// appendChanges appends an array of what browsers change.
func appendChanges(dst []byte, rec *engine.Record) []byte {
	return engine.AppendList(dst, rec.Value.(*webAccount).changes, func(dst []byte, c change) []byte {
		dst = escape.AppendJSON(append(dst, `{"part":`...), []byte(c.Part))
		dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(c.Lo), 10)
		dst = strconv.AppendInt(append(dst, `,"end":`...), int64(c.Hi), 10)
		return append(escape.AppendJSON(append(dst, `,"result":`...), []byte(c.Result)), '}')
	})
}

// appendAccount appends the table that explainFormats describes: a row for each change and each validation error, and
// the href. Text is wrapped at the column wrap.
func appendAccount(dst []byte, rec *engine.Record, s paint.Screen, width, wrap int) []byte {
	a := rec.Value.(*webAccount)
	if a.failure = (whatwg.ValidationError{}); !rec.OK && len(a.errors) > 0 {
		a.failure = a.errors[len(a.errors)-1]
	}
	slices.SortStableFunc(a.errors, func(a, b whatwg.ValidationError) int { return cmp.Compare(a.Offset, b.Offset) })
	t := &explanation{rec: rec, shown: rec.Text(), width: wrap, text: map[string][]string{}}
	t.pen = paint.NewPen(dst, s, rec.Drain)
	widest, last := t.measureRows(a)
	t.place(widest, last, width)
	t.verdict()
	rows := 0
	g := t.shown.From(0)
	for row := range a.rows {
		if rows++; rows > maxRows(rec) {
			break
		}
		t.row.Cells, t.row.Source, t.row.End, t.row.Cut = row.cells(rec), g, row.shownEnd(), beforeEscape
		if g.Seek(row.lo); t.row.Cells != nil {
			t.row.Source = nil
		}
		t.line(row.lo, paint.Plain, t.linesOfRow(&row), row.ink)
	}
	if n := len(a.changes) + len(a.errors) - maxRows(rec); n > 0 {
		t.about(fmt.Sprintf("%d rows left out (-rows)", n), paint.Faint)
	}
	switch {
	case rec.OK:
		t.whole("href", paint.Plain, paint.TextOf([]byte(a.url.Href())))
	case rec.Unread():
		t.note(rec.N, "", "the rest was not read (-max-line)", paint.Bad)
	}
	return t.pen.Out
}

// A webRow is a row of the table.
type webRow struct {
	lo, hi int
	code   whatwg.Code // of a validation error
	text   string      // of a change
	ink    paint.Ink
}

// maxPart is the number of bytes that a row shows of a part of the input or of the result of a change.
const maxPart = 200

// shownEnd returns the end of the bytes that the row shows.
func (r *webRow) shownEnd() int { return min(r.hi, r.lo+maxPart) }

var spaceCells = paint.CellsOf("space")

// cells returns the name of the byte of the row if it is a single byte without a shape.
func (r *webRow) cells(rec *engine.Record) paint.Cells {
	if string(rec.Bytes[r.lo:r.hi]) == " " {
		return spaceCells
	}
	return nil
}

// linesOfRow returns the lines of text in a row.
func (t *explanation) linesOfRow(r *webRow) []string {
	if r.code == 0 {
		return paint.Wrap(r.text, t.width-t.rules)
	}
	name := r.code.String()
	lines, ok := t.text[name]
	if !ok {
		lines = paint.Wrap(name+": "+dialect.WebText(r.code), t.width-t.rules)
		t.text[name] = lines
	}
	return lines
}

// rows yields the rows of the table in the order of their offsets. At the same offset, changes come first.
func (a *webAccount) rows(yield func(webRow) bool) {
	changes := a.changes
	for _, e := range a.errors {
		for len(changes) > 0 && changes[0].Lo <= e.Offset {
			if !yield(a.rowOf(&changes[0])) {
				return
			}
			changes = changes[1:]
		}
		ink := paint.Plain
		if e == a.failure {
			ink = paint.Bad
		}
		if !yield(webRow{e.Offset, e.End, e.Code, "", ink}) {
			return
		}
	}
	for i := range changes {
		if !yield(a.rowOf(&changes[i])) {
			return
		}
	}
}

// rowOf returns the row for a change. It hides a password.
func (a *webAccount) rowOf(c *change) webRow {
	result := c.Result
	if c.Part == credentials && a.url.Password() != "" {
		result = a.url.Username() + ":" + paint.Password + "@"
	}
	if len(result) > maxPart {
		result = result[:maxPart] + "..."
	}
	text := c.Part + ": becomes " + result
	switch {
	case result == "":
		text = c.Part + ": left out"
	case c.Lo == c.Hi:
		text = c.Part + ": added, " + result
	}
	return webRow{c.Lo, c.Hi, 0, text, paint.Good}
}

// measureRows returns the number of columns of the widest bytes of a row, up to maxBytes, and the largest offset in the
// table.
func (t *explanation) measureRows(a *webAccount) (widest, last int) {
	rows := 0
	g := t.shown.From(0)
	for row := range a.rows {
		if rows++; rows > maxRows(t.rec) {
			break
		}
		columns := len(row.cells(t.rec))
		for g.Seek(row.lo); columns <= maxBytes && g.Step(row.shownEnd()); {
			columns += g.Columns
		}
		widest, last = max(widest, columns), max(last, row.lo)
	}
	return widest, last
}
