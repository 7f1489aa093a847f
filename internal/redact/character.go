package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A reader finds the secrets of text, from left to right.
type reader struct {
	text    string
	rules   *Rules
	whole   bool // text is one address
	percent bool // percent-encodings are decoded
	isValue bool // the place is percent-encoded, as in the value of a parameter: a raw "&" ends it

	everyPlace bool // a secret may be at each place, not only at a mark and before it

	from   int // the next place is there or after it
	passed int // the end of the last secret
	at     int // its place
	mark   int // the next mark, or -1: see place
	begin  int // the start of the word before it

	equals int // the "=" after key, or -1
	key    key // the last key

	first    int  // the start of the text that has places, or -1
	last     int  // the last mark
	hasOther bool // a mark other than a raw "=" or "@" was found

	host span // the last secret of hostOfMessage

	read   [4][2]int // the ends of the text without secrets: see readUpTo
	values [8]span   // the last values: see endOnce
	parsed int       // the end of the last address with components that are hidden
	rest   span      // the components that are hidden, after the last secret
}

// The kinds of text without secrets: after an address or a driver without "@", before an "@" of MySQL's driver, and
// after a message.
const ofAddress, ofDriver, ofMySQL, ofMessage = 0, 1, 2, 3

// readUpTo returns the end of the text that has no secret of a kind, with percent-encodings decoded or not.
func (r *reader) readUpTo(kind int) *int {
	if r.percent {
		return &r.read[kind][1]
	}
	return &r.read[kind][0]
}

// char decodes the character at i, or the escape there. If r.percent is set, it also decodes a percent-encoding.
func (r *reader) char(i int) (c rune, size int) { return char(r.text[i:], r.percent) }

// char decodes the character at the start of s, or the escape there: one of \/ \u003a \u{3a} \x3a \072 \: &#58; &#x2f;
// &quot; and, if percent is set, %3A.
func char(s string, percent bool) (c rune, size int) {
	switch s[0] {
	case '%':
		if percent {
			c, size := octet.First(s)
			return rune(c), size
		}
	case '\\':
		return backslash(s)
	case '&':
		return reference(s)
	}
	return rune(s[0]), 1
}

// charAt is char. At the end of the text it returns 0, 0.
func (r *reader) charAt(n int) (c rune, size int) {
	if n >= len(r.text) {
		return 0, 0
	}
	return r.char(n)
}

// ahead returns the text at n, up to LookBack bytes.
func (r *reader) ahead(n int) string { return r.text[n:min(len(r.text), n+LookBack)] }

// before returns the byte before n. Before the text is the end of a line, and so is a byte order mark.
func (r *reader) before(n int) byte {
	if n == 0 || strings.HasSuffix(r.text[:n], "\ufeff") {
		return '\n'
	}
	return r.text[n-1]
}

// ending returns the character that ends at n, and its begin. It decodes all escapes, also a percent-encoding. Before
// the text is the end of a line.
func (r *reader) ending(n int) (c rune, begin int) {
	for begin = n - 2; begin >= max(0, n-longestEscape) && r.text[n-1] > ' '; begin-- {
		if b := r.text[begin]; b == '\\' || b == '%' || b == '&' {
			if c, size := char(r.text[begin:], true); size > 1 && begin+size == n {
				return c, begin
			}
		}
	}
	return rune(r.before(n)), max(0, n-1)
}

// longestEscape is the length in bytes of the longest escape.
const longestEscape = len(`\u{000026}`)

// backslash decodes an escape of JSON, Java, C, JavaScript or a shell. Other backslashes count as themselves.
func backslash(s string) (c rune, size int) {
	if len(s) < 2 {
		return '\\', 1
	}
	switch b := s[1]; b {
	case '\\':
		if n := countBackslashes(s); strings.HasPrefix(s[n:], "/") { // \\/ in a string in a string
			return '/', n + 1
		}
		return '\\', 2
	case '"', '/', '\'', ':', '=', '#', '@', '&', '?', '(':
		return rune(b), 2
	case 'n', 'r', 't':
		return '\n', 2
	case 'x':
		return decode(s, 2, 4, 4, 16)
	case 'u':
		if len(s) > 2 && s[2] == '{' {
			end := strings.IndexByte(s[:min(len(s), longestEscape)], '}')
			return decode(s, 3, end, end+1, 16)
		}
		return decode(s, 2, 6, 6, 16)
	case '0', '1':
		return decode(s, 1, 4, 4, 8)
	}
	return '\\', 1
}

// references are characters with a name in HTML and XML.
var references = [...]struct {
	text string
	c    rune
}{{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}

// reference decodes a character reference of HTML or XML. Other ampersands count as themselves.
func reference(s string) (c rune, size int) {
	if !strings.HasPrefix(s, "&#") {
		for _, one := range &references {
			if strings.HasPrefix(s, one.text) {
				return one.c, len(one.text)
			}
		}
		return '&', 1
	}
	end := strings.IndexByte(s[:min(len(s), longestEscape)], ';')
	if len(s) > 2 && s[2]|0x20 == 'x' {
		return decode(s, 3, end, end+1, 16)
	}
	return decode(s, 2, end, end+1, 10)
}

// decode returns the number with the digits s[lo:hi] as a character, and the size of its escape. If these are no
// digits, it returns the first byte of s.
func decode(s string, lo, hi, size int, base rune) (rune, int) {
	if lo >= hi || hi > len(s) {
		return rune(s[0]), 1
	}
	c := rune(0)
	for _, digit := range []byte(s[lo:hi]) {
		value := rune(octet.HexValue(digit))
		if value >= base {
			return rune(s[0]), 1
		}
		c = c*base + value
	}
	return c, size
}

// countBackslashes returns the number of backslashes at the start of s, up to 63.
func countBackslashes(s string) int {
	s = s[:min(len(s), 63)]
	return len(s) - len(strings.TrimLeft(s, `\`))
}

// markLevel returns the number of backslashes that belong to a quotation mark after the given number: 1 in a string, 3 in
// a string in a string, and so on. Those before them are at the end of the string in the marks.
func markLevel(backslashes int) int { return backslashes &^ (backslashes + 1) }

// quoteAt is charAt, but decodes a quotation mark with all of its backslashes, such as \\\". The backslashes before these
// count as one character.
func (r *reader) quoteAt(n int) (c rune, size int) {
	if c, size = r.charAt(n); c != '\\' {
		return c, size
	}
	count := countBackslashes(r.text[n:])
	level := markLevel(count)
	last := count - min(level, 1)
	switch quote, width := r.charAt(n + last); {
	case !isQuote(quote):
		return c, max(size, count&^1) // without the one that may begin an escape
	case level == count:
		return quote, last + width
	}
	return c, count - level
}

func isQuote(c rune) bool { return c == '"' || c == '\'' || c == '`' }

// isSpace reports whether c is a space or a control other than ESC, which begins a colour on terminals.
func isSpace(c rune) bool { return c <= ' ' && c != '\x1b' }

// isAlnum reports whether c is a letter, a digit, or a character outside ASCII.
func isAlnum(c rune) bool {
	return c >= 0x80 || tables.Is(byte(c), tables.ALPHA|tables.DIGIT)
}

func isWord(c byte) bool { return c == '_' || isAlnum(rune(c)) }
