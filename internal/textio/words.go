package textio

import (
	"bytes"
	"strings"
)

// IsSpace reports whether c separates words of a text that is read in parts: a space or a control. ESC does not, because it
// may begin a colour code inside a word.
func IsSpace(c byte) bool { return c <= ' ' && c != '\x1b' }

// MaxBracketed is the number of bytes between "<" and ">" that may belong together, although they are several words.
const MaxBracketed = 4096

// WordsEnd returns the end of the words in data[from:] to which nothing after data belongs, or from if there are none.
// data[from:seen] has no such word. If brackets is true, the words between "<" and ">" belong together.
func WordsEnd(data []byte, from, seen int, brackets bool) int {
	end := lastWord(data, seen, len(data))
	if end == seen {
		return from
	}
	for brackets && end > from {
		const before = len("<URL:") // that may be before MaxBracketed
		lo := max(from, end-MaxBracketed-before)
		i := bytes.LastIndexByte(data[lo:end], '<')
		if i < 0 {
			break
		}
		text := data[lo+i+1:]
		if n, known := BracketEnd(text[:min(len(text), MaxBracketed+before)]); known && lo+i+1+n < end {
			break // and no words belong to a "<" before this one
		}
		end = lastWord(data, from, lo+i)
	}
	return end
}

// BracketEnd returns the length of text before the ">" that ends it, after a "<", or 0. known is false if more text would
// decide.
//
// A ">" that begins a line, and that a space follows, belongs to a quotation of mail if a later ">" ends the text. At an
// empty line or a "<", the search is over.
func BracketEnd[T string | []byte](text T) (n int, known bool) {
	line, blank := 0, false // the start of the line, after the marks of a quotation, and whether it is empty so far
	for i := range len(text) {
		switch text[i] {
		case ' ', '\t', '\r':
		case '<':
			return n, true
		case '\n':
			if blank {
				return n, true
			}
			line, blank = i+1, true
		case '>':
			if n = i; i != line || i == 0 {
				return n, true
			}
			if i+1 < len(text) && text[i+1] != ' ' {
				return n, true
			}
			line = i + len("> ")
		default:
			blank = false
		}
	}
	return n, len(text) > MaxBracketed+len("URL:")
}

// AppendJoined appends an address that BracketEnd found without spaces, line ends and the marks of a quotation.
func AppendJoined(dst []byte, address string) []byte {
	for _, c := range []byte(address) {
		if strings.IndexByte(" \t\r\n>", c) < 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

// lastWord returns the end of the last word in data[from:end] that a space follows, and the spaces, or from.
func lastWord(data []byte, from, end int) int {
	for end > from && !IsSpace(data[end-1]) {
		end--
	}
	return end
}
