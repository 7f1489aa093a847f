package uri

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// This file compares the normal forms of two URIs without writing them. Equivalent URIs mostly differ in the case of
// the scheme and the host, in percent-encodings, by a default port, by an empty path or by a few dot segments. Then a
// comparison of the components, one by one, is enough.

// A verdict is the result of a comparison that may give up.
type verdict uint8

const (
	unsure verdict = iota
	same
	different
)

// bounds has the offsets that compareInPlace needs. They are those of fsm.Ranges. The compiler keeps a struct of four
// fields in registers.
type bounds struct{ host, hostEnd, path, pathEnd uint32 }

// bounds returns the bounds of u, which has an authority.
func (u *URI) bounds() bounds {
	if u.queryEnd() == far {
		return farBounds(u)
	}
	return bounds{uint32(uint16(u.offsets)), uint32(u.offsets >> 48), uint32(uint16(u.path)), u.path >> 16}
}

//go:noinline
func farBounds(u *URI) bounds {
	var r fsm.Ranges
	u.ranges(&r)
	o := offsetsOf(&r)
	return bounds{o.Host, o.HostEnd, o.Path, o.PathEnd}
}

// compareInPlace compares the normal forms of u and v.
func (n *Normalizer) compareInPlace(u, v *URI) verdict {
	switch {
	case n.Steps != AllSteps:
		return unsure
	case u.authority != v.authority:
		return different
	case !u.authority:
		return compareRootless(u, v)
	}
	x, y := u.bounds(), v.bounds()
	if u.s[x.host-1] == '@' || v.s[y.host-1] == '@' {
		return unsure // there is a userinfo, in which case counts
	}
	// Between the scheme and the host there is nothing to normalize.
	frontU, frontV := u.s[:x.hostEnd], v.s[:y.hostEnd]
	if !sameLetters(frontU, frontV) && (differAtEnd(frontU, frontV) || !sameOctets(frontU, frontV, true)) {
		if hasAlias(u, x.host) || hasAlias(v, y.host) {
			return unsure
		}
		return different
	}
	if u.s[x.hostEnd:x.path] != v.s[y.hostEnd:y.path] &&
		!(n.dropsPort(u, x.path-x.hostEnd) && n.dropsPort(v, y.path-y.hostEnd)) {
		return unsure
	}
	tailU, tailV := u.s[x.path:], v.s[y.path:]
	if startsPath(tailU) != startsPath(tailV) {
		if isWeb(u.Scheme()) && sameOctets(strings.TrimPrefix(tailU, "/"), strings.TrimPrefix(tailV, "/"), false) {
			return same
		}
		return unsure
	}
	if tailU == tailV {
		return same
	}
	size := commonLen(tailU, tailV, false)
	if sameOctetsFrom(size, tailU, tailV, false) ||
		sameWithoutDots(size, tailU, tailV, int(x.pathEnd-x.path), int(y.pathEnd-y.path)) {
		return same
	}
	return unsure
}

// compareRootless is compareInPlace for URIs without an authority.
func compareRootless(u, v *URI) verdict {
	schemeU, schemeV := u.Scheme(), v.Scheme()
	switch {
	case !sameOctets(schemeU, schemeV, true):
		return different
	case sameOctets(u.s[len(schemeU):], v.s[len(schemeV):], false):
		return same
	}
	return unsure
}

// hasAlias reports whether the host of u, which begins at host, may have the same normal form as a host that differs in
// more than case and percent-encodings: an IPv6 address, or the host of a file.
func hasAlias(u *URI, host uint32) bool {
	return int(host) < len(u.s) && u.s[host] == '[' || schemes.IsFile(u.Scheme())
}

// startsPath reports whether tail, which follows an authority, begins with a path that is not empty.
func startsPath(tail string) bool { return tail != "" && tail[0] == '/' }

// sameLetters reports whether a and b, fronts of URIs, are the same apart from the case of ASCII letters. It returns
// false for fronts of unusual lengths.
func sameLetters(a, b string) bool {
	n := len(a)
	if n != len(b) || n < 16 || n > 32 {
		return false
	}
	// Words that overlap take less time than a loop whose end the processor cannot predict.
	return octet.LowerWord(octet.Word(a, 0)) == octet.LowerWord(octet.Word(b, 0)) &&
		octet.LowerWord(octet.Word(a, 8)) == octet.LowerWord(octet.Word(b, 8)) &&
		octet.LowerWord(octet.Word(a, n-16)) == octet.LowerWord(octet.Word(b, n-16)) &&
		octet.LowerWord(octet.Word(a, n-8)) == octet.LowerWord(octet.Word(b, n-8))
}

// differAtEnd reports whether the last eight bytes of the normal forms of a and b, fronts of URIs, are known to differ.
func differAtEnd(a, b string) bool {
	i, j := len(a)-10, len(b)-10 // a percent-encoding may begin two bytes before
	if i < 0 || j < 0 || a[i] == '%' || a[i+1] == '%' || b[j] == '%' || b[j+1] == '%' {
		return false
	}
	x, y := octet.Word(a, i+2), octet.Word(b, j+2)
	return (x^y)&^(0x20*octet.Each) != 0 && octet.Index(x, '%') == 8 && octet.Index(y, '%') == 8
}

// sameOctets reports whether a and b have the same normal form by StepPercent and StepPercentCase and, if folded is
// set, in lower case.
func sameOctets(a, b string, folded bool) bool {
	return sameOctetsFrom(commonLen(a, b, folded), a, b, folded)
}

// sameOctetsFrom is sameOctets for texts that begin to differ after n bytes.
func sameOctetsFrom(n int, a, b string, folded bool) bool {
	for n < len(a) && n < len(b) {
		// The difference may be in the hex digits of a percent-encoding.
		if n >= 1 && a[n-1] == '%' {
			n--
		} else if n >= 2 && a[n-2] == '%' {
			n -= 2
		}
		if a[n] != '%' && b[n] != '%' {
			return false
		}
		x, sizeX := firstOctet(a[n:], folded)
		y, sizeY := firstOctet(b[n:], folded)
		if x != y {
			return false
		}
		a, b = a[n+sizeX:], b[n+sizeY:]
		n = commonLen(a, b, folded)
	}
	return len(a) == len(b)
}

// firstOctet returns the normal form of the first byte or percent-encoding of s, and the number of bytes that it has in
// s.
func firstOctet(s string, folded bool) (normal string, size int) {
	switch {
	case s[0] == '%':
		return normalOctet(s, AllSteps, folded), len("%41")
	case folded:
		return octet.Plain(octet.Lower(s[0])), 1
	}
	return s[:1], 1
}

// sameWithoutDots reports whether a and b, which begin to differ after n bytes, are the same after the removal of dot
// segments where they differ. Each begins with a path after an authority, which has the length pathA or pathB. If
// sameWithoutDots returns false, the normal forms may be the same.
func sameWithoutDots(n int, a, b string, pathA, pathB int) bool {
	for n < len(a) || n < len(b) {
		slash := strings.LastIndexByte(a[:min(n, pathA, pathB)], '/')
		if slash < 0 {
			return false
		}
		shortA, shortB := skipDots(a[slash:], pathA-slash), skipDots(b[slash:], pathB-slash)
		removedA, removedB := len(a)-slash-len(shortA), len(b)-slash-len(shortB)
		if removedA+removedB == 0 {
			return false
		}
		a, b = shortA, shortB
		pathA, pathB = pathA-slash-removedA, pathB-slash-removedB
		n = commonLen(a, b, false)
	}
	return true
}

// skipDots returns the end of s, which begins with a "/" of a path of the given length. It skips each "/." and each pair
// of a segment and "/.." at the start, if a "/" follows in the path.
func skipDots(s string, path int) string {
	for {
		skip := 0
		if strings.HasPrefix(s, "/./") {
			skip = len("/.")
		} else if end := strings.IndexByte(s[1:path], '/') + 1; end > 0 && strings.HasPrefix(s[end:], "/../") &&
			s[:end] != "/.." && strings.IndexByte(s[:end], '%') < 0 {
			skip = end + len("/..")
		}
		if skip == 0 {
			return s
		}
		s, path = s[skip:], path-skip
	}
}

// commonLen returns the length of the longest common prefix of a and b. If folded is set, the case of ASCII letters
// does not count.
func commonLen(a, b string, folded bool) int {
	size := min(len(a), len(b))
	if size < 8 {
		x, y := octet.Short(a[:size]), octet.Short(b[:size])
		return min(sameBytes(x, y, folded), size)
	}
	for i := 0; i < size; i += 8 {
		at := min(i, size-8) // the last step reads the last eight bytes, some of them again
		if x, y := octet.Word(a, at), octet.Word(b, at); x != y {
			if n := sameBytes(x, y, folded); n < 8 {
				return at + n
			}
		}
	}
	return size
}

// sameBytes is commonLen for the eight bytes of x and y.
func sameBytes(x, y uint64, folded bool) int {
	if folded {
		x, y = octet.LowerWord(x), octet.LowerWord(y)
	}
	return bits.TrailingZeros64(x^y) / 8
}
