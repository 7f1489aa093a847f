package guard

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/segments"
	"github.com/urispan/uri/tables"
)

// auditPath finds the hazards of a path that is not empty.
func (a *auditor) auditPath(lo, hi int) {
	if a.yield == nil && segments.IsPlain(a.s[lo:hi]) {
		return // the hazards below need a "%", a ";", or a segment that is empty or begins with "."
	}
	a.dotSegments(lo, hi)
	a.doubleSlashes(lo, hi)
	a.semicolons(lo, hi)
	ofSlash := HazardDiffersInNetURL
	if _, _, ok := a.r.Scheme(); ok && a.s[lo] != '/' {
		ofSlash = 0 // net/url does not decode the path of such a reference
	}
	if a.octets(lo, hi, ofSlash, ".") {
		a.encodedDots(lo, hi, false)
	}
	a.comparePath(lo, hi)
}

// dotSegments finds the segments "." and ".." of the path, with or without parameters after them.
func (a *auditor) dotSegments(lo, hi int) {
	for i := lo; i < hi; i++ {
		if a.s[i] != '.' || i > lo && a.s[i-1] != '/' {
			continue
		}
		end := i + 1
		if end < hi && a.s[end] == '.' {
			end++
		}
		switch {
		case end == hi || a.s[end] == '/':
			differs := Hazards(0) // resolution by RFC 3986 also removes the dot segments of a relative reference
			if _, _, ok := a.r.Scheme(); ok {
				differs = a.inHierarchy(HazardDiffersInWHATWG)
			}
			if a.note(HazardDotSegment|differs, i, end); a.yield == nil {
				return
			}
		case a.s[end] == ';':
			// No return: a later dot segment may also be a difference.
			a.note(HazardDotSegment, i, indexByteOrEnd(a.s, end, hi, '/'))
		}
	}
}

// doubleSlashes finds sequences of two or more slashes in the path.
func (a *auditor) doubleSlashes(lo, hi int) {
	for i := lo + 1; i < hi; i++ {
		if a.s[i] != '/' || a.s[i-1] != '/' {
			continue
		}
		start := i - 1
		for i < hi && a.s[i] == '/' {
			i++
		}
		if a.note(HazardDoubleSlash, start, i); a.yield == nil {
			return
		}
	}
}

func (a *auditor) auditQuery(lo, hi int) {
	a.semicolons(lo, hi)
	if a.octets(lo, hi, 0, "..") {
		a.encodedDots(lo, hi, true)
	}
	a.repeatedKeys(lo, hi)
	a.compareQuery(lo, hi)
}

func (a *auditor) semicolons(lo, hi int) {
	for i := lo; i < hi; i++ {
		n := strings.IndexByte(a.s[i:hi], ';')
		if n < 0 {
			return
		}
		i += n
		if a.note(HazardSemicolon, i, i+1); a.yield == nil {
			return
		}
	}
}

// octets finds hazardous percent-encoded octets. It adds ofSlash to the hazards of an encoded slash. It reports whether
// there may be an encoded dot segment. That is so if a dot is encoded. It is also so if a separator of segments or a
// ";" is encoded, and the text contains the argument shortest, the shortest dot segment of a path or a query.
func (a *auditor) octets(lo, hi int, ofSlash Hazards, shortest string) (mayHaveDots bool) {
	dot, separator := false, false
	for i := lo; i < hi; i++ {
		n := strings.IndexByte(a.s[i:hi], '%')
		if n < 0 {
			break
		}
		i += n
		switch b, size := octet.First(a.s[i:hi]); b {
		case '.':
			dot = true
		case ';':
			separator = true
		case '/':
			a.note(HazardEncodedSlash|ofSlash, i, i+size)
			separator = true
		case '\\':
			a.note(HazardEncodedBackslash, i, i+size)
			separator = true
		case 0:
			a.note(HazardEncodedNUL, i, i+size)
		case '\r':
			a.note(HazardEncodedCR, i, i+size)
		case '\n':
			a.note(HazardEncodedLF, i, i+size)
		case '%':
			if i+5 <= hi && tables.Is(a.s[i+3], tables.HEXDIG) && tables.Is(a.s[i+4], tables.HEXDIG) {
				a.note(HazardDoubleEncoding, i, i+5)
			}
		default:
			switch {
			case b >= utf8.RuneSelf:
				i = a.encodedCharacter(i, hi) - 1
			case b < ' ', b == 0x7f:
				a.note(HazardEncodedControl, i, i+size)
			}
		}
	}
	return dot || separator && strings.Contains(a.s[lo:hi], shortest)
}

// encodedCharacter notes the hazards of the character at s[lo:hi], which begins with a percent-encoded octet outside
// US-ASCII. It returns the end of the character or of an overlong form of a US-ASCII character. If the octet begins
// neither, it returns the end of the octet.
func (a *auditor) encodedCharacter(lo, hi int) (end int) {
	var octets [6]byte
	n := 0
	for at := lo; n < len(octets) && octet.IsEncoded(a.s[at:hi]); at += len("%41") {
		octets[n] = octet.At(a.s, at)
		n++
	}
	r, size := utf8.DecodeRune(octets[:n])
	end = lo + size*len("%41")
	switch {
	case r == utf8.RuneError && size == 1:
		hazards := HazardEncodedNotUTF8
		if c, size := overlong(octets[:n]); size > 0 {
			end = lo + size*len("%41")
			if c == '.' || c == '/' || c == '\\' || c == 0 {
				hazards |= HazardOverlongUTF8
			}
		}
		a.note(hazards, lo, end)
	case unicode.IsControl(r):
		a.note(HazardEncodedControl, lo, end)
	case unicode.Is(unicode.Bidi_Control, r):
		a.note(HazardEncodedBidi, lo, end)
	}
	return end
}

// overlong returns the character of US-ASCII at the start of octets that is encoded by more octets than UTF-8 needs
// (RFC 3629, section 10). It returns the number of these octets, 2 to 6, or 0 if the octets are not such a character.
func overlong(octets []byte) (c rune, size int) {
	if len(octets) == 0 {
		return 0, 0
	}
	size = bits.LeadingZeros8(^octets[0])
	if size < 2 || size > 6 || len(octets) < size {
		return 0, 0
	}
	c = rune(octets[0]) & (0x7f >> size)
	for _, b := range octets[1:size] {
		if b&0xc0 != 0x80 {
			return 0, 0
		}
		c = c<<6 | rune(b&0x3f)
	}
	if c >= utf8.RuneSelf {
		return 0, 0
	}
	return c, size
}

// encodedDots finds encoded dot segments in a path or a query. Browsers decode the dots of a segment, but not the
// separators.
func (a *auditor) encodedDots(lo, hi int, inQuery bool) {
	differs, harmlessEnd := Hazards(0), lo
	if !inQuery {
		differs = a.inHierarchy(HazardDiffersInWHATWG)
		harmlessEnd = a.skipHarmlessDots(lo, hi)
	}
	start, dots, onlyDots := lo, 0, true
	encodedDot, encodedBefore := false, false // whether one of the dots is encoded, or the separator before them
	inParams, encodedParams := false, false   // whether a ";" has ended the dots, and whether it is encoded
	for i, size := lo, 1; i <= hi; i += size {
		b := byte('/') // the end is a separator
		if size = 1; i < hi {
			b, size = octet.First(a.s[i:hi])
		}
		isEncoded := size > 1
		switch {
		case b == '.' && !inParams:
			dots++
			encodedDot = encodedDot || isEncoded
		case b == '/', b == '\\',
			inQuery && !isEncoded && (b == '&' || b == ';' || b == '='):
			encodedSeparator := encodedBefore || isEncoded
			isDots := onlyDots && (dots == 2 || dots == 1 && !inQuery)
			switch {
			case !isDots:
			case encodedDot && !encodedSeparator && !inParams && start >= harmlessEnd:
				a.note(HazardEncodedDotSegment|differs, start, i)
			case encodedDot || encodedSeparator || encodedParams:
				a.note(HazardEncodedDotSegment, start, i)
			}
			start, dots, onlyDots, encodedDot, encodedBefore = i+size, 0, true, false, isEncoded
			inParams, encodedParams = false, false
		case inParams:
		case b == ';':
			inParams, encodedParams = true, isEncoded
		default:
			onlyDots = false
		}
	}
}

// skipHarmlessDots returns the end of the prefix of a path where encoded dot segments make no difference to browsers.
// In a relative reference, both readings of "/a/%2e%2e/../../b" are "/b". RFC 3986 keeps "%2e%2e" as a segment, and
// browsers remove it as "..". So a browser removes at least as many segments as the RFC. If the last ".." leads back to
// the root by the RFC, it does so in a browser.
func (a *auditor) skipHarmlessDots(lo, hi int) (end int) {
	if _, _, ok := a.r.Scheme(); ok || a.s[lo] != '/' {
		return lo
	}
	end = lo
	left := 0 // by RFC 3986, section 5.2.4
	for i := lo + len("/"); i <= hi; {
		segment, _, _ := strings.Cut(a.s[i:hi], "/")
		i += len(segment)
		switch segment {
		case ".":
		case "..":
			if left = max(left-1, 0); left == 0 {
				end = i
			}
		default:
			left++
		}
		i += len("/")
	}
	return end
}

// indexByteOrEnd returns the offset of the first c in s[lo:hi], or hi.
func indexByteOrEnd(s string, lo, hi int, c byte) int {
	if i := strings.IndexByte(s[lo:hi], c); i >= 0 {
		return lo + i
	}
	return hi
}
