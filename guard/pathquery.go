package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// auditPath finds the hazards of a path that is not empty.
func (a *auditor) auditPath(lo, hi int) {
	if a.yield != nil || mayHaveOddSegments(a.s[lo:hi]) {
		a.dotSegments(lo, hi)
		a.doubleSlashes(lo, hi)
	}
	a.semicolons(lo, hi)
	ofSlash := HazardDiffersInNetURL
	if _, _, ok := a.r.Scheme(); ok && a.s[lo] != '/' {
		ofSlash = 0 // net/url does not decode the path of such a reference
	}
	if a.octets(lo, hi, ofSlash) {
		a.encodedDots(lo, hi, false)
	}
	a.comparePath(lo, hi)
}

// mayHaveOddSegments is a quick check of a path that is not empty. It reports whether a segment begins with "." or is
// empty and has "/" after it.
func mayHaveOddSegments(path string) bool {
	for i := 1; i < len(path); i++ {
		if path[i-1] == '/' && (path[i] == '/' || path[i] == '.') {
			return true
		}
	}
	return path[0] == '.'
}

// dotSegments finds segments of the path that are "." or "..", without parameters or before them.
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
			end = indexByteOrEnd(a.s, end, hi, '/')
			a.note(HazardDotSegment, i, end) // another can also be a difference
			i = end
		}
	}
}

// doubleSlashes finds sequences of two or more slashes in the path.
func (a *auditor) doubleSlashes(lo, hi int) {
	for i := lo; i < hi; {
		n := strings.Index(a.s[i:hi], "//")
		if n < 0 {
			return
		}
		i += n
		start := i
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
	if a.octets(lo, hi, 0) {
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
// a dot, a separator of segments or a ";" is encoded.
func (a *auditor) octets(lo, hi int, ofSlash Hazards) (inSegments bool) {
	for i := lo; i < hi; i++ {
		n := strings.IndexByte(a.s[i:hi], '%')
		if n < 0 {
			return inSegments
		}
		i += n
		switch b, size := octet.First(a.s[i:hi]); b {
		case '.', ';':
			inSegments = true
		case '/':
			a.note(HazardEncodedSlash|ofSlash, i, i+size)
			inSegments = true
		case '\\':
			a.note(HazardEncodedBackslash, i, i+size)
			inSegments = true
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
		case 0xc2, 0xd8, 0xe2: // the first octets of the controls outside US-ASCII
			a.encodedControl(i, hi)
		default:
			if b < ' ' || b == 0x7f {
				a.note(HazardEncodedControl, i, i+size)
			}
		}
	}
	return inSegments
}

// encodedControl notes the character at s[lo:hi] if it is a control outside US-ASCII with each of its octets
// percent-encoded.
func (a *auditor) encodedControl(lo, hi int) {
	var octets [3]byte
	n, end := 0, lo
	for n < len(octets) && octet.IsEncoded(a.s[end:hi]) {
		octets[n] = octet.At(a.s, end)
		n++
		end += len("%41")
	}
	switch r, size := utf8.DecodeRune(octets[:n]); {
	case unicode.IsControl(r):
		a.note(HazardEncodedControl, lo, lo+size*len("%41"))
	case unicode.Is(unicode.Bidi_Control, r):
		a.note(HazardEncodedBidi, lo, lo+size*len("%41"))
	}
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
// In a relative reference, both readings of "/a/%2e%2e/../../b" are "/b": by RFC 3986, the last ".." removes all that
// is left of the segments before it. Browsers never have more segments left, because they do not keep the encoded ones.
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
