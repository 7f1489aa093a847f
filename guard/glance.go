package guard

import (
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
)

// This file has the glance at a host, which is enough for most hosts.

// glanceAtHost reports whether the host is a name that [host.AppendName] would not change: in lower case, without
// percent-encodings, and without a dot at the end. It may return false for such a name if the name is very short or
// long, has rare characters, or has a label that does not begin with a letter or that ends with "-". If ok is true,
// dotted reports whether the name has a dot.
//
// It reads words of eight bytes that overlap by one byte. Most hosts take three of them, because a processor cannot
// predict where a host ends.
func glanceAtHost(name string) (dotted, ok bool) {
	n := len(name)
	if n < 8 || n > host.MaxLabel || name[n-1] <= '.' || name[0] < 'a' {
		return false, false
	}
	var g hostGlance
	g.add(octet.Word(name, 0))
	g.add(octet.Word(name, min(7, n-8)))
	for at := 14; at < n-8; at += 7 {
		g.add(octet.Word(name, at))
	}
	g.add(octet.Word(name, n-8))
	return g.dots&octet.High != 0, (g.bad|g.misplaced)&octet.High == 0
}

// A hostGlance collects the results for words of eight bytes. Only the high bit of each byte counts.
type hostGlance struct {
	bad       uint64 // the byte is not a letter in lower case, a digit, "-" or "."
	misplaced uint64 // the byte is not a letter and follows a ".", or it is a "." and follows a "-"
	dots      uint64 // the byte is a "."
}

// add adds the results for w. It relies on the fact that in the host of a URI, all bytes from 0x60 to 0x7a are letters.
func (g *hostGlance) add(w uint64) {
	lower := w << 1 & (w << 2)
	dot := ^((w ^ '.'*octet.Each) + octet.Low7)
	hyphen := ^((w ^ '-'*octet.Each) + octet.Low7) & octet.High
	aboveMarks, belowMarks := w+(0x7f-'9')*octet.Each, ^(w + (0x80-'-')*octet.Each)
	g.bad |= (aboveMarks|belowMarks)&^lower | (w + (0x7f-'z')*octet.Each)
	g.misplaced |= dot<<8&^lower | hyphen<<8&dot
	g.dots |= dot
}
