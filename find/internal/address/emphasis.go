package address

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/find/internal/uts58"
	"github.com/urispan/uri/tables"
)

// reach is the number of bytes before an address in which a mark of emphasis may open.
const reach = 200

// Context is the number of bytes before an address that decide about its end: those of reach, and the character before
// them.
const Context = reach + utf8.UTFMax

// EndsEmphasis reports whether c may be a mark of emphasis at the end of an address.
func EndsEmphasis(c byte) bool { return marks[c] }

// PERF: a table, because the byte is known late.
var marks = [256]bool{'*': true, '_': true, '~': true, '=': true}

// TrimEmphasis returns the end of the address text[start:end] without the marks of emphasis at its end that open before
// it, as in "**see http://a/**": a run of "*", "_" or "~", or at least two "=". It returns end if nothing after floor
// would be left, and removes no longer run than the one that opens. Prose has no such rule.
//
// A mark opens an emphasis at the start of a line, or after a space, a bracket, a quotation mark, a "|" or another mark, if no
// space follows it, or directly before the address. It must be in the line of the address, in the last 200 bytes, and
// not closed before the address, as in "_a_ http://b/c_". If Chinese or Japanese text follows the marks, they are in the middle
// of the address: "**http://a/**见" ends before them. Other programs remove marks always, and break
// "https://h/name_" and "https://h/?t=YWJj==".
func (r *Rules) TrimEmphasis(text string, start, floor, end int) int {
	if start == 0 || end <= floor || r.Syntax == Prose {
		return end
	}
	isInside := hasRuns(text[floor:end])
	if !isInside && !EndsEmphasis(text[end-1]) {
		return end
	}
	open := openRuns(text, start)
	if isInside {
		end = floor + afterRun(text[floor:end], text[:start], &open)
	}
	for {
		n := end
		for n > floor && text[n-1] == text[end-1] {
			n--
		}
		runs := &open[markOf(text[n:end])]
		if runs.n == 0 {
			return end
		}
		n = max(n, end-runs.total())
		runs.n = 0
		if r.Escapes != HTML { // a ";" may end a character reference
			n = r.trimFinal(text, floor, n)
		}
		if n <= floor {
			return end
		}
		end = n
	}
}

// cutEmphasis returns the end of the first run of marks in text[floor:end] that ends the address at start, or end.
func (r *Rules) cutEmphasis(text string, start, floor, end int) int {
	if end <= floor || !hasRuns(text[floor:end]) {
		return end
	}
	open := openRuns(text, start)
	return floor + afterRun(text[floor:end], text[:start], &open)
}

// hasRuns reports whether an address has marks that may end it before its end.
func hasRuns(address string) bool {
	return strings.IndexByte(address, '*') >= 0 || strings.Contains(address, "~~") || strings.Contains(address, "==")
}

// afterRun returns the end of the first run of marks in an address that ends it, or the length of the address: two "*" or
// "~" that are also directly before it, or one of "*" or at least two of "~" or "=" that a character outside US-ASCII follows,
// if the mark is open. Chinese and Japanese text goes on without a space after an emphasis.
func afterRun(address, before string, open *openMarks) int {
	begin, end := len(address), len(address)
	for _, run := range [...]string{"**", "~~"} {
		if i := strings.Index(address, run); i > 0 && strings.HasSuffix(before, run) {
			begin, end = i, i+len(run)
		}
	}
	for i := 0; i < begin; {
		n := i + 1
		for n < len(address) && address[n] == address[i] {
			n++
		}
		if n < len(address) && address[n] >= utf8.RuneSelf && EndsEmphasis(address[i]) && address[i] != '_' && (address[i] == '*' || n-i > 1) &&
			open[markOf(address[i:n])].n > 0 {
			return n
		}
		i = n
	}
	return end
}

// openMarks are the runs of each mark that open an emphasis, by the numbers of markOf. No run is open for noMark.
type openMarks [5]runs

const (
	noMark = iota
	stars
	underscores
	tildes
	equals
)

// markOf returns the number of the mark that a run of one byte is. The constants are in the order of the bytes here.
func markOf(run string) int {
	if run == "=" {
		return noMark
	}
	return strings.IndexByte("*_~=", run[0]) + 1
}

// runs are the lengths of runs of one mark that are open, one inside the other. No text has more than 8.
type runs struct {
	lengths [8]int
	n       int
}

func (r *runs) open(length int) {
	if r.n < len(r.lengths) {
		r.lengths[r.n] = length
		r.n++
	}
}

// has reports whether a run of the length is open.
func (r *runs) has(length int) bool { return slices.Contains(r.lengths[:r.n], length) }

// close closes the last run of the length, and those inside of it. Without a run of the length, it closes runs that are
// not longer in sum.
func (r *runs) close(length int) {
	if r.has(length) {
		for r.n--; r.lengths[r.n] != length; {
			r.n--
		}
		return
	}
	for r.n > 0 && r.lengths[r.n-1] <= length {
		r.n--
		length -= r.lengths[r.n]
	}
}

// total returns the sum of the lengths.
func (r *runs) total() (sum int) {
	for _, length := range r.lengths[:r.n] {
		sum += length
	}
	return sum
}

// openRuns returns the marks that open an emphasis before the address at start, and do not close it.
func openRuns(text string, start int) (open openMarks) {
	lo := max(0, start-reach)
	lo += strings.LastIndexAny(text[lo:start], "\n\r") + 1
	for i := lo; i < start; {
		n := i + 1
		if EndsEmphasis(text[i]) {
			for n < start && text[n] == text[i] {
				n++
			}
			mark := markOf(text[i:n])
			runs := &open[mark]
			last, _ := utf8.DecodeLastRuneInString(text[:i])
			switch {
			case mark == noMark:
			case n == start && mark != equals:
				runs.open(n - i)
			case isSpaceAt(text[n:]):
				if !isSpace(last) {
					runs.close(n - i)
				}
			case opensAfter(text[:i]):
				runs.open(n - i)
			case mark != underscores && last >= utf8.RuneSelf && unicode.IsLetter(last) && !runs.has(n-i): // CJK text has no spaces
				runs.open(n - i)
			case !isWordAt(text[n:], mark == underscores):
				runs.close(n - i)
			}
		}
		i = n
	}
	return open
}

// isSpaceAt reports whether text begins with a space or a control.
func isSpaceAt(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return isSpace(c)
}

// isSpace reports whether c is a space or a control.
func isSpace(c rune) bool { return c <= ' ' || c >= utf8.RuneSelf && unicode.IsSpace(c) }

// isWordAt reports whether text begins with a letter or a digit, in US-ASCII unless all is true. An emphasis in CJK text
// ends before a letter.
func isWordAt(text string, all bool) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return c < utf8.RuneSelf && tables.Is(byte(c), tables.ALPHA|tables.DIGIT) || all && c >= utf8.RuneSelf && unicode.IsLetter(c)
}

// opensAfter reports whether a mark after before may open an emphasis.
func opensAfter(before string) bool {
	c, size := utf8.DecodeLastRuneInString(before)
	switch {
	case size == 0 || isSpace(c):
		return true
	case c < utf8.RuneSelf && strings.IndexByte("()[]{}<>\"'`|*_~", byte(c)) >= 0:
		return true
	case c == '=':
		return strings.HasSuffix(before, "==")
	case c == 'n' || c == 'r' || c == 't': // the end of an escape, as in "\n**a**"
		return strings.HasSuffix(before[:len(before)-1], `\`)
	case c == 'm':
		_, isCode := cutColour(before)
		return isCode
	case c < utf8.RuneSelf:
		return false
	}
	term := uts58.TermOf(c)
	return term == uts58.Open || term == uts58.Close || IsCJKPunctuation(c) || unicode.In(c, unicode.Pi, unicode.Pf)
}
