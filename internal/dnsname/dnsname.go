// Package dnsname recognizes most names of hosts without looking at single bytes. Package host has the rules, and
// checks the other names.
package dnsname

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
)

// The lengths of simple names, in bytes.
const (
	minLen = 8
	maxLen = 63 // no label is longer
)

// Ends returns the ends of the labels of a simple name. A simple name has 8 to 63 bytes, ends in a letter, and is the
// name of a host by the rules of host.CheckName. Bit i is set if name[i] is a dot or i is len(name). If name is not
// simple, Ends returns 0, and name may still be the name of a host.
func Ends(name string) uint64 {
	if len(name) < minLen || len(name) > maxLen {
		return 0
	}
	if simd.Available {
		return simd.LabelEnds(name)
	}
	return endsByWords(name)
}

// endsByWords is Ends for names of 8 to 63 bytes, eight bytes at a time.
func endsByWords(name string) uint64 {
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
		if i == end { // most names have two or three words
			break
		}
	}
	ends := dots | 1<<len(name)
	starts := ends<<1 | 1
	if (all|^legal)&octet.High|ends&starts|hyphens&(starts|ends>>1) != 0 || name[len(name)-1] < 'A' {
		return 0
	}
	return ends
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
