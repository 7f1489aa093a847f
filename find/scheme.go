package find

import (
	"strings"

	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// nextURL returns the first address with a scheme in the text that begins at from or later, or a zero Match.
func (s *search) nextURL(from int) Match {
	for n := from; ; {
		colon := s.nextColon(n)
		if colon < 0 {
			return Match{}
		}
		n = colon + 1
		end := 0
		start, after := 0, slashesEnd(&s.rules, s.text, n)
		switch {
		case after > n:
			if start = s.schemeStart(from, colon); start >= 0 {
				end = s.rules.End(s.text, start, after, schemes.NeedsHost(s.text[start:colon]))
			}
			n = after
		case s.opaque:
			if start = s.opaqueStart(from, colon); start >= 0 {
				end = s.rules.Opaque(s.text, start, n)
			}
		}
		if end != 0 {
			return Match{Start: int64(start), End: int64(end)}
		}
	}
}

// nextColon returns the offset of the next ":" that may end a scheme, or -1.
func (s *search) nextColon(from int) int {
	n := -1
	switch {
	case s.Schemes != nil && len(s.Schemes) == 0 && !s.AnyScheme:
		return -1
	case s.opaque || s.rules.Escapes != address.NoEscapes:
		n = strings.IndexByte(s.text[from:], ':')
	default:
		n = strings.Index(s.text[from:], "://")
	}
	if n < 0 {
		return -1
	}
	return from + n
}

// slashesEnd returns the offset after the "//" at n, or n if there is none.
func slashesEnd(rules *address.Rules, text string, n int) int {
	end := n
	for range len("//") {
		if end == len(text) {
			return n
		}
		c, size := rules.Escapes.Char(text, end)
		if c != '/' {
			return n
		}
		end += size
	}
	return end
}

// longestScheme is the length of the longest scheme that is found.
const longestScheme = 64

// schemeStart returns the start of the scheme that ends at colon, at from or later, or -1 if it is not one to be found.
//
// The scheme is the longest one that begins after a byte other than a letter or a digit. "http" and "https" are found
// after any byte, since text has them after other words: in "\nhttp://" the "n" belongs to an escape.
func (s *search) schemeStart(from, colon int) int {
	text := s.text
	if s.Schemes == nil {
		lo := colon - len("http")
		if lo > from && text[lo-1] == 'h' {
			lo--
		}
		if lo >= from && schemes.IsLowerHTTP(text[lo:colon]) && (lo == from || !tables.Is(text[lo-1], tables.SchemeChars)) {
			return lo
		}
	}
	lo := colon
	for lo > from && tables.Is(text[lo-1], tables.SchemeChars) && colon-lo < longestScheme {
		lo--
	}
	if lo > from && tables.Is(text[lo-1], tables.SchemeChars) {
		return -1
	}
	if s.AnyScheme {
		for lo < colon && !tables.Is(text[lo], tables.ALPHA) {
			lo++
		}
		if lo < colon {
			return lo
		}
		return -1
	}
	for i := lo; i < colon; i++ {
		if tables.Is(text[i], tables.ALPHA) && (i == lo || !tables.Is(text[i-1], tables.ALPHA|tables.DIGIT)) && s.finds(text[i:colon]) {
			return i
		}
	}
	for _, n := range [...]int{len("https"), len("http")} {
		if i := colon - n; i >= lo && schemes.IsHTTP(text[i:colon]) && s.finds(text[i:colon]) {
			return i
		}
	}
	return -1
}

// finds reports whether addresses with the scheme, in any case, are to be found.
func (f *Finder) finds(scheme string) bool {
	if f.Schemes == nil {
		return lowered(scheme, isRegistered)
	}
	for _, one := range f.Schemes {
		if strings.EqualFold(one, scheme) {
			return true
		}
	}
	return false
}

// findsOpaque reports whether a scheme in Schemes needs no "//".
func (f *Finder) findsOpaque() bool {
	for _, one := range f.Schemes {
		if lowered(one, isOpaque) {
			return true
		}
	}
	return false
}

// opaqueStart returns the start of a scheme that needs no "//" and ends at colon, or -1.
func (s *search) opaqueStart(from, colon int) int {
	lo := colon
	for lo > from && tables.Is(s.text[lo-1], tables.SchemeChars) && colon-lo <= longestRegistered {
		lo--
	}
	if scheme := s.text[lo:colon]; lowered(scheme, isOpaque) && s.finds(scheme) {
		return lo
	}
	return -1
}

// lowered calls is with scheme in lower case. It returns false if the scheme is longer than all registered ones.
func lowered(scheme string, is func(string) bool) bool {
	var lower [longestRegistered]byte
	if len(scheme) > len(lower) {
		return false
	}
	n := copy(lower[:], scheme)
	octet.ToLower(lower[:n])
	return is(octet.Text(lower[:n]))
}
