//go:build (amd64 || arm64) && !purego

package fsm

import (
	"math/bits"

	"github.com/urispan/uri/internal/simd"
)

// This file reads IPv6 addresses on the vector road. It leaves other IP-literals to the machine.

// scanLiteral continues scan for an input that dies at the "[" with which its host begins.
func scanLiteral(s string, r *offsets, m *simd.Bitmaps) (n int, ok bool) {
	host := int(r.Host)
	inside := bits.TrailingZeros64(m.Tail >> (host + 1)) // the length of the address
	end := host + inside + len("[]")
	if end > min(len(s), block-1) || s[end-1] != ']' || !isIPv6(s[host+1:end-1], host+1, m) {
		return scanMachine(s, r)
	}
	// Clear the bits of the literal in the bitmaps, so that it looks like a reg-name to the functions below.
	hidden := (uint64(1)<<inside<<len("[]") - 1) << host
	m.Dead &^= hidden
	m.Delims &^= hidden
	m.Tail &^= hidden
	rest := m.Dead | m.Delims
	dead := uint32(bits.TrailingZeros64(m.Dead))
	r.PathEnd, r.QueryEnd, r.End = dead, dead, dead
	switch {
	case rest>>end&1 == 0 || int(dead) == end && end < len(s):
		return scanMachine(s, r)
	case end < len(s) && (s[end] == ':' || s[end] == '@'):
		r.Host = r.Authority
		if n, ok = scanAuthority(s, r, m); int(r.Host) != host { // an "@" follows
			return scanMachine(s, r)
		}
		return n, ok
	}
	r.HostEnd, r.Path = uint32(end), uint32(end)
	return scanRest(s, r, m)
}

// isIPv6 reports whether text, which has less than 64 bytes, matches IPv6address. It is at the given offset of the
// input of m.
func isIPv6(text string, offset int, m *simd.Bitmaps) bool {
	n := len(text)
	all := uint64(1)<<n - 1
	colons, others := m.Delims>>offset&all, m.NotHexDig>>offset&all
	for left := colons; left != 0; left &= left - 1 {
		if text[bits.TrailingZeros64(left)] != ':' {
			return false
		}
	}
	if others ^= colons; others != 0 {
		begin := bits.Len64(colons) // after the last colon
		if others>>begin<<begin != others || !isIPv4(text[begin:]) {
			return false
		}
		n = begin + len("0:0") // an IPv4address stands for two groups
		colons |= 1 << (begin + 1)
	}
	digits := uint64(1)<<n - 1 - colons
	if digits&(digits>>1)&(digits>>2)&(digits>>3)&(digits>>4) != 0 {
		return false // a group of more than four digits
	}
	groups := bits.OnesCount64(digits &^ (digits << 1))
	pairs := colons & (colons >> 1) // the first colon of each "::"
	if pairs == 0 {
		return groups == 8 && bits.OnesCount64(colons) == 7
	}
	// There is one "::", and a colon at an end of the text is part of it.
	return groups <= 7 && pairs&(pairs-1) == 0 && colons&1 <= pairs&1 && colons>>(n-1) <= pairs>>(n-2)
}
