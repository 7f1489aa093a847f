package find

import (
	"slices"
	"strings"

	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// nextURL returns the range of the first address with a scheme in the text that begins at s.from or later. end is 0 if
// it finds no address.
func (s *search) nextURL() (start, end int) {
	for {
		colon := -1 // the offset of the next ":" that may end a scheme
		switch {
		case s.slashes:
			colon = simd.IndexColonSlash(s.text, s.at)
		case s.findsSchemes():
			if colon = strings.IndexByte(s.text[s.at:], ':'); colon >= 0 {
				colon += s.at
			}
		}
		if colon < 0 {
			return 0, 0
		}
		if start, end = s.httpURL(colon); end == 0 {
			start, end = s.urlAt(start, colon)
		}
		if end > 0 {
			return start, end
		}
	}
}

// httpURL returns the range of the address with the scheme that ends at colon, if the scheme is "http" or "https" in lower
// case and address.PlainEnd finds the end, as for most addresses. Then it sets s.at. Otherwise end is 0, and urlAt must be
// called. start is -1 if httpURL does not know the scheme.
func (s *search) httpURL(colon int) (start, end int) {
	text := s.text
	start = colon - len("https")
	if start < s.from || text[start] != 'h' {
		start++
	}
	if start < s.from {
		return -1, 0
	}
	before := byte(' ') // the byte before the scheme; the start of the text is like a space
	if start > 0 {
		before = text[start-1]
	}
	if s.Schemes != nil || start > s.from && tables.Is(before, tables.SchemeChars) && // not "(+http://", as in logs
		(start-1 > s.from && tables.Is(text[start-2], tables.SchemeChars) || tables.Is(before, tables.ALPHA|tables.DIGIT)) {
		return -1, 0
	}
	n := start + schemes.HTTPLen(text[start:])
	if n == start && !schemes.LowerKindOf(text[start:colon]).IsHTTP() {
		return -1, 0
	}
	if n == start || !s.plain {
		return start, 0
	}
	end, s.at = address.PlainEnd(text, n)
	if s.rules.Syntax == address.Web && (s.at == end || before == ',' || before == ';') { // PERF: rarely
		end = s.rules.CutList(text, start, n, end)
		s.at = end
	}
	if !s.slashes {
		s.at = end // an escaped "://" may be before the end of the block
	}
	// PERF: TrimEmphasis checks the marks too, but the call takes longer.
	if end > 0 && (before == '*' || before == '~' || address.EndsEmphasis(text[end-1])) {
		if cut := s.rules.TrimEmphasis(text, start, n, end); cut != end {
			end, s.at = cut, cut
		}
	}
	return start, end
}

// urlAt returns the range of the address with the scheme that ends at colon, and sets s.at. end is 0 if there is no
// address. known is the start of the scheme if httpURL has found it, or -1.
func (s *search) urlAt(known, colon int) (start, end int) {
	n := slashesEnd(&s.rules, s.text, colon+1)
	s.at = n
	if n == colon+1 {
		return s.opaqueAt(colon)
	}
	start, needsHost := known, true
	if start < 0 {
		if start = s.schemeStart(s.from, colon); start < 0 {
			return 0, 0
		}
		needsHost = schemes.KindOf(s.text[start:colon]).NeedsHost()
		if s.plain {
			end, _ = address.PlainEnd(s.text, n)
			end = s.rules.TrimEmphasis(s.text, start, n, s.rules.CutList(s.text, start, n, end))
		}
	}
	if begin := start; s.Wrapped {
		end = s.wrappedEnd(start, func(text string, start int) int { return s.rules.End(text, start, start+n-begin, needsHost) })
	}
	if end == 0 {
		end = s.rules.End(s.text, start, n, needsHost)
	}
	s.at = max(n, end)
	return start, end
}

// opaqueAt returns the range of the address with the scheme that ends at colon, if it needs no "//", and sets s.at. end is
// 0 if there is no address.
func (s *search) opaqueAt(colon int) (start, end int) {
	if !s.opaque || colon == s.from || !tables.Is(s.text[colon-1], tables.SchemeChars) {
		return 0, 0
	}
	if start = s.opaqueStart(s.from, colon); start >= 0 {
		if begin := start; s.Wrapped {
			end = s.wrappedEnd(start, func(text string, start int) int { return s.rules.Opaque(text, start, start+colon+1-begin) })
		}
		if end == 0 {
			end = s.rules.Opaque(s.text, start, colon+1)
		}
	}
	if end > 0 {
		s.at = end
	}
	return start, end
}

// slashesEnd returns the offset after the "//" at n, or n if the text has none there.
func slashesEnd(rules *address.Rules, text string, n int) int {
	if strings.HasPrefix(text[n:], "//") {
		return n + len("//")
	}
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

// longestScheme is the number of characters before a ":" that are read for a scheme. After more of them, only "http" and
// "https" are found.
const longestScheme = 64

// schemeStart returns the start of the scheme that ends at colon, at from or later, or -1 if it is not one to be found.
//
// The scheme is the longest one that begins after a byte other than a letter or a digit, and if it may be any scheme,
// other than a "_": "SASL_PLAINTEXT://h" has no scheme. "http" and "https" are found after any byte, since text has them
// after other words: in "\nhttp://" the "n" belongs to an escape. One such as "mysql+pymysql", where only the part before
// "+" is known, is the last choice: "see+http://" is text that a form has encoded.
func (s *search) schemeStart(from, colon int) int {
	text := s.text
	lo := colon
	for lo > from && tables.Is(text[lo-1], tables.SchemeChars) && colon-lo < longestScheme {
		lo--
	}
	if lo > from && tables.Is(text[lo-1], tables.SchemeChars) {
		return s.httpStart(lo, colon)
	}
	escaped := lo
	lo = s.rules.AfterEscape(text, from, lo)
	if s.AnyScheme {
		i := lo
		for i < colon && !tables.Is(text[i], tables.ALPHA) {
			i++
		}
		isInWord := i > lo && tables.Is(text[i-1], tables.DIGIT) || i == escaped && i > 0 && text[i-1] == '_'
		if i < colon && !isInWord {
			return i
		}
	}
	inPart := -1
	for i := lo; i < colon; i++ {
		if !tables.Is(text[i], tables.ALPHA) || i > lo && tables.Is(text[i-1], tables.ALPHA|tables.DIGIT) {
			continue
		}
		if s.finds(text[i:colon]) {
			return i
		}
		if part, _, ok := strings.Cut(text[i:colon], "+"); ok && inPart < 0 && s.Schemes == nil && s.finds(part) {
			inPart = i
		}
	}
	if start := s.httpStart(lo, colon); start >= 0 {
		return start
	}
	return inPart
}

// httpStart returns the start of "https" or "http" before colon, at lo or later, or -1.
func (s *search) httpStart(lo, colon int) int {
	for _, n := range [...]int{len("https"), len("http")} {
		if i := colon - n; i >= lo && schemes.KindOf(s.text[i:colon]).IsHTTP() && (s.AnyScheme || s.finds(s.text[i:colon])) {
			return i
		}
	}
	return -1
}

// finds reports whether addresses with the scheme, in any case, are to be found.
func (s *search) finds(scheme string) bool {
	if s.Schemes == nil {
		var buf [longestKnown]byte
		return isKnown(lowerCase(&buf, scheme))
	}
	return slices.ContainsFunc(s.Schemes, func(one string) bool { return strings.EqualFold(one, scheme) })
}

// findsSchemes reports whether addresses with a scheme are to be found.
func (f *Finder) findsSchemes() bool { return f.Schemes == nil || len(f.Schemes) > 0 || f.AnyScheme }

// findsOpaque reports whether a scheme in Schemes needs no "//".
func (f *Finder) findsOpaque() bool {
	var buf [longestKnown]byte
	for _, one := range f.Schemes {
		if isOpaque(lowerCase(&buf, one)) {
			return true
		}
	}
	return false
}

// opaqueStart returns the start of a scheme that needs no "//" and ends at colon, or -1.
func (s *search) opaqueStart(from, colon int) int {
	lo := colon
	for lo > from && tables.Is(s.text[lo-1], tables.SchemeChars) && colon-lo <= longestKnown {
		lo--
	}
	lo = s.rules.AfterEscape(s.text, from, lo)
	var buf [longestKnown]byte
	if scheme := s.text[lo:colon]; isOpaque(lowerCase(&buf, scheme)) && s.finds(scheme) {
		return lo
	}
	return -1
}

// lowerCase returns scheme in lower case, in the memory of buf. It returns "" if the scheme is longer than all known
// ones.
func lowerCase(buf *[longestKnown]byte, scheme string) string {
	if len(scheme) > len(buf) {
		return ""
	}
	n := copy(buf[:], scheme)
	octet.ToLower(buf[:n])
	return octet.Text(buf[:n])
}
