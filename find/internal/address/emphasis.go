package address

import (
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
		sum := &open[markOf(text[n])]
		if *sum == 0 || text[n:end] == "=" {
			return end
		}
		n = max(n, end-*sum)
		*sum = 0
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
		isBeforeCJK := n < len(address) && address[n] >= utf8.RuneSelf
		if c := address[i]; isBeforeCJK && EndsEmphasis(c) && c != '_' && (c == '*' || n-i > 1) && open[markOf(c)] > 0 {
			return n
		}
		i = n
	}
	return end
}

// openMarks are the lengths in sum of the runs that open an emphasis, for each mark, by the numbers of markOf. It is 0 for
// other bytes.
type openMarks [1 + len(emphasis)]int

const emphasis = "*_~="

// markOf returns the number of a mark, or 0 for another byte.
func markOf(c byte) int { return strings.IndexByte(emphasis, c) + 1 }

// openRuns returns the marks that open an emphasis before the address at start, and do not close it. A run closes as many
// marks as it has. A single "=" is no mark.
func openRuns(text string, start int) (open openMarks) {
	lo := max(0, start-reach)
	lo += strings.LastIndexAny(text[lo:start], "\n\r") + 1
	for i := lo; i < start; {
		n := i + 1
		if c := text[i]; EndsEmphasis(c) {
			for n < start && text[n] == c {
				n++
			}
			sum := &open[markOf(c)]
			last, _ := utf8.DecodeLastRuneInString(text[:i])
			isInCJK := c != '_' && last >= utf8.RuneSelf && unicode.IsLetter(last) // which has no spaces
			switch {
			case text[i:n] == "=":
			case n == start && c != '=':
				*sum += n - i
			case !isSpaceAt(text[n:]) && (opensAfter(text[:i]) || isInCJK && *sum < n-i):
				*sum += n - i
			case isSpaceAt(text[n:]) && !isSpace(last), !isSpaceAt(text[n:]) && !isWordAt(text[n:], c == '_'):
				*sum = max(0, *sum-(n-i))
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
