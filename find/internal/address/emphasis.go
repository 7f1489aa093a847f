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
// would be left. Prose has no such rule.
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
	address := text[floor:end]
	isInside := strings.IndexByte(address, '*') >= 0 || strings.Contains(address, "~~") || strings.Contains(address, "==")
	if !isInside && !EndsEmphasis(text[end-1]) {
		return end
	}
	open := openMarks(text, start)
	if isInside {
		end = floor + beforeCJK(address, open)
	}
	for end > floor {
		mark := text[end-1]
		n := end
		for n > floor && text[n-1] == mark {
			n--
		}
		if open&markOf(text[n:end]) == 0 {
			break
		}
		if r.Escapes != HTML { // a ";" may end a character reference
			n = r.trimFinal(text, floor, n)
		}
		if n <= floor {
			break
		}
		end = n
	}
	return end
}

// beforeCJK returns the end of the first run of "*" or of at least two "~" or "=" in an address that a character outside
// US-ASCII follows, if the mark is in open, and the length of the address otherwise. Chinese and Japanese text goes on
// without a space after an emphasis.
func beforeCJK(address string, open markSet) int {
	for i := 0; i < len(address); {
		n := i + 1
		for n < len(address) && address[n] == address[i] {
			n++
		}
		if n < len(address) && address[n] >= utf8.RuneSelf && open&^underscores&markOf(address[i:n]) != 0 && (address[i] == '*' || n-i > 1) {
			return n
		}
		i = n
	}
	return len(address)
}

// A markSet is a set of marks of emphasis.
type markSet uint8

const (
	stars markSet = 1 << iota
	underscores
	tildes
	equals
)

// markOf returns the mark that a run of one byte is, or no mark.
func markOf(run string) markSet {
	switch {
	case run[0] == '*':
		return stars
	case run[0] == '_':
		return underscores
	case run[0] == '~':
		return tildes
	case run[0] == '=' && len(run) > 1:
		return equals
	}
	return 0
}

// openMarks returns the marks that open an emphasis before the address at start, and do not close it.
func openMarks(text string, start int) (open markSet) {
	lo := max(0, start-reach)
	lo += strings.LastIndexAny(text[lo:start], "\n\r") + 1
	for i := lo; i < start; {
		n := i + 1
		if EndsEmphasis(text[i]) {
			for n < start && text[n] == text[i] {
				n++
			}
			switch mark := markOf(text[i:n]); {
			case n == start && mark != equals, n == start && opensAfter(text[:i]):
				open |= mark
			case isSpaceAt(text[n:]):
				if c, _ := utf8.DecodeLastRuneInString(text[:i]); !isSpace(c) {
					open &^= mark
				}
			case opensAfter(text[:i]):
				open |= mark
			case !isWordAt(text[n:], mark == underscores):
				open &^= mark
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
