// Package dnsname checks names of hosts eight bytes at a time. It recognizes most names. Package host has the rules,
// and checks the other names.
package dnsname

import "github.com/urispan/uri/internal/octet"

// The lengths of simple names, in bytes.
const (
	minLen = 8
	maxLen = 63 // no label is longer
)

// Dots reports whether name is simple: it has 8 to 63 bytes, ends in a letter, and is the name of a host by the rules
// of host.CheckName. If it is simple, bit i of dots is set if name[i] is a dot. Otherwise dots is 0, and name may still
// be the name of a host.
func Dots(name string) (dots uint64, ok bool) {
	if len(name) < minLen || len(name) > maxLen {
		return 0, false
	}
	all, end := octet.Word(name, 0), len(name)-8
	legal, dot, hyphen := kinds(all)
	dots, hyphens := octet.Bits(dot), octet.Bits(hyphen)
	for i := 0; ; {
		i = min(i+8, end) // some bytes may be read twice
		w := octet.Word(name, i)
		l, dot, hyphen := kinds(w)
		all |= w
		legal &= l
		dots |= octet.Bits(dot) << (i & 63)
		hyphens |= octet.Bits(hyphen) << (i & 63)
		if i == end { // after two words, or three, for most names
			break
		}
	}
	first := dots<<1 | 1 // the first byte of each label
	last := dots>>1 | 1<<(len(name)-1)
	if (all|^legal)&octet.High|dots&first|hyphens&(first|last) != 0 || name[len(name)-1] < 'A' {
		return 0, false
	}
	return dots, true
}

// kinds returns words that have high bits for the bytes of w of three kinds: those that are legal in a name, dots and
// hyphens. All bytes must be in US-ASCII: then no sum or difference of bytes carries into the next byte.
func kinds(w uint64) (legal, dot, hyphen uint64) {
	folded := w | 0x20*octet.Each
	letter := (folded + (0x80-'a')*octet.Each) ^ (folded + (0x7f-'z')*octet.Each)
	digit := (w + (0x80-'0')*octet.Each) ^ (w + (0x7f-'9')*octet.Each)
	dot = octet.High - (w ^ '.'*octet.Each)
	hyphen = octet.High - (w ^ '-'*octet.Each)
	return letter ^ digit ^ dot ^ hyphen, dot, hyphen // a byte is one of the four at most
}
