package redact

import (
	"strings"

	"github.com/urispan/uri/tables"
)

// A reader reads the characters of text.
type reader struct {
	text    string
	rules   *Rules
	whole   bool    // text is one address
	percent bool    // percent-encodings are decoded
	empty   [2]int  // by percent: from where a tail was read to this offset, there is no "@"
	parsed  int     // the end of the components of the last address
	marks   [4]mark // by quotation mark, and for "<"
	block   int
	isRead  bool   // a block was read
	places  uint64 // the places in a block of the text that have not been passed

	components spans // components that are hidden, after the last secret
}

// char decodes the character at i, or the escape there: one of \/ \u003a \u{3a} \x3a \072 \: &#58; &#x2f; &quot;. If
// r.percent is set, it also decodes a percent-encoding.
func (r *reader) char(i int) (c rune, size int) {
	switch b := r.text[i]; {
	case b == '%' && r.percent:
		if c, ok := hex(r.text[i:], 1, 2); ok {
			return c, 3
		}
	case b == '\\':
		return backslash(r.text[i:])
	case b == '&':
		return reference(r.text[i:])
	}
	return rune(r.text[i]), 1
}

// next is char. At the end of the text it returns 0, 0.
func (r *reader) next(n int) (c rune, size int) {
	if n >= len(r.text) {
		return 0, 0
	}
	return r.char(n)
}

// before returns the byte before n. Before the text is the end of a line.
func (r *reader) before(n int) byte {
	if n == 0 {
		return '\n'
	}
	return r.text[n-1]
}

// backslash decodes an escape of JSON, Java, C, JavaScript or a shell. Other backslashes count as themselves.
func backslash(s string) (c rune, size int) {
	if len(s) < 2 {
		return '\\', 1
	}
	switch b := s[1]; b {
	case '"', '\\', '/', '\'', ':', '=', '#', '@', '&', '?':
		return rune(b), 2
	case 'n', 'r', 't':
		return '\n', 2
	case 'x':
		if c, ok := hex(s, 2, 2); ok {
			return c, 4
		}
	case 'u':
		if c, ok := hex(s, 2, 4); ok {
			return c, 6
		}
		if end := strings.IndexByte(s[:min(len(s), 10)], '}'); end > 3 && s[2] == '{' {
			if c, ok := hex(s, 3, end-3); ok {
				return c, end + 1
			}
		}
	case '0', '1':
		if len(s) >= 4 && '0' <= s[2] && s[2] <= '7' && '0' <= s[3] && s[3] <= '7' {
			return rune(b-'0')<<6 | rune(s[2]-'0')<<3 | rune(s[3]-'0'), 4
		}
	}
	return '\\', 1
}

// reference decodes a character reference of HTML. Other ampersands count as themselves.
func reference(s string) (c rune, size int) {
	end := strings.IndexByte(s[:min(len(s), 9)], ';')
	if end < 0 {
		return '&', 1
	}
	switch name := s[1:end]; {
	case name == "amp":
		return '&', end + 1
	case name == "lt":
		return '<', end + 1
	case name == "gt":
		return '>', end + 1
	case name == "quot":
		return '"', end + 1
	case name == "apos":
		return '\'', end + 1
	case strings.HasPrefix(name, "#x") || strings.HasPrefix(name, "#X"):
		if c, ok := hex(s, 3, end-3); ok {
			return c, end + 1
		}
	case strings.HasPrefix(name, "#") && len(name) > 1:
		for _, b := range []byte(name[1:]) {
			if b < '0' || b > '9' {
				return '&', 1
			}
			c = c*10 + rune(b-'0')
		}
		return c, end + 1
	}
	return '&', 1
}

// hex decodes the n hex digits of s at from. n must be at most 6.
func hex(s string, from, n int) (c rune, ok bool) {
	if len(s) < from+n || n == 0 || n > 6 {
		return 0, false
	}
	for _, b := range []byte(s[from : from+n]) {
		if !tables.Is(b, tables.HEXDIG) {
			return 0, false
		}
		if b > '9' {
			b += 9
		}
		c = c<<4 | rune(b&15)
	}
	return c, true
}

func isQuote(c rune) bool { return c == '"' || c == '\'' || c == '`' }

// isSpace reports whether c is a space or a control other than ESC, which begins a colour on terminals.
func isSpace(c rune) bool { return c <= ' ' && c != '\x1b' }

// isAlnum reports whether c is a letter, a digit, or a character outside ASCII.
func isAlnum(c rune) bool {
	return c >= 0x80 || tables.Is(byte(c), tables.ALPHA|tables.DIGIT)
}

func isWord(c byte) bool { return c == '_' || isAlnum(rune(c)) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
