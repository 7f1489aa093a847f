// Package dnsname checks names of hosts eight bytes at a time. Package host has the rules, and checks the names that
// this package leaves open.
package dnsname

import "github.com/urispan/uri/internal/octet"

// The lengths of simple names, in bytes.
const (
	minLen = 8
	maxLen = 63 // no label is longer
)

// Dots reports whether name is simple: it has 8 to 63 bytes, ends in a letter, and is the name of a host by the rules of
// host.CheckName. If so, bit i of dots is set if name[i] is a dot. If not, name may have these properties or not, and
// dots is 0.
//
// Dots allocates nothing.
func Dots[T string | []byte](name T) (dots uint64, ok bool) {
	if len(name) < minLen || len(name) > maxLen {
		return 0, false
	}
	var hyphens, illegal uint64
	for i := 0; ; i += 8 {
		isLast := i >= len(name)-8
		if isLast {
			i = len(name) - 8 // some bytes may be read twice
		}
		w := octet.Word(name, i)
		// In bytes of US-ASCII, these sums set the high bit, and do not carry into the next byte.
		letters := w | 0x20*octet.Each
		letters = (letters + (0x80-'a')*octet.Each) &^ (letters + (0x7f-'z')*octet.Each)
		digits := (w + (0x80-'0')*octet.Each) &^ (w + (0x7f-'9')*octet.Each)
		noDot := (w ^ '.'*octet.Each) + octet.Low7
		noHyphen := (w ^ '-'*octet.Each) + octet.Low7
		illegal |= w | noDot&noHyphen&^(letters|digits)
		dots |= highs(^noDot) << (i & 63)
		hyphens |= highs(^noHyphen) << (i & 63)
		if isLast {
			break
		}
	}
	first := dots<<1 | 1 // the first byte of each label
	last := dots>>1 | 1<<(len(name)-1)
	if illegal&octet.High|dots&first|hyphens&(first|last) != 0 || name[len(name)-1] < 'A' {
		return 0, false
	}
	return dots, true
}

// highs collects the high bits of the eight bytes of w. The bit of the first byte is the lowest.
func highs(w uint64) uint64 { return w & octet.High >> 7 * 0x0102040810204080 >> 56 }
