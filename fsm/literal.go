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
	inside := bits.TrailingZeros64(m.Tail >> ((host + 1) & 63)) // the length of the address
	end := host + inside + len("[]")
	if end > min(len(s), block-1) || s[end-1] != ']' || !isIPv6(s[host+1:end-1], host+1, m) {
		return scanMachine(s, r)
	}
	// Clear the bits of the literal in the bitmaps, so that it looks like a reg-name to the functions below.
	hidden := (uint64(1)<<((inside+len("[]"))&63) - 1) << (host & 63)
	m.Dead &^= hidden
	m.Delims &^= hidden
	m.Tail &^= hidden
	dead, path := bits.TrailingZeros64(m.Dead), end
	if rest := m.Dead | m.Delims; end < len(s) && s[end] == ':' {
		path = bits.TrailingZeros64(rest &^ (2<<(end&63) - 1)) // after the port
		if skipRun(s[:path], end+1, portRun) < path {
			return scanMachine(s, r)
		}
	} else if rest>>(end&63)&1 == 0 {
		return scanMachine(s, r)
	}
	if path < len(s) && (path == block || path == dead || s[path] == ':' || s[path] == '@') {
		return scanMachine(s, r)
	}
	r.HostEnd, r.Path = uint32(end), uint32(path)
	r.PathEnd, r.QueryEnd, r.End = uint32(dead), uint32(dead), uint32(dead)
	return scanRest(s, r, m)
}

// isIPv6 reports whether text, which has fewer than 64 bytes, matches IPv6address. The text is at the given offset of
// the input of m.
func isIPv6(text string, offset int, m *simd.Bitmaps) bool {
	n := len(text)
	all := uint64(1)<<(n&63) - 1
	colons, others := m.Delims>>(offset&63)&all, m.NotHexDig>>(offset&63)&all
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
		n = begin + len("0:0") // an IPv4address counts as two groups
		colons |= 1 << ((begin + 1) & 63)
	}
	digits := uint64(1)<<(n&63) - 1 - colons
	two := digits & (digits >> 1)
	if two&(two>>2)&(digits>>4) != 0 {
		return false // a group of more than four digits
	}
	groups := bits.OnesCount64(digits &^ (digits << 1))
	pairs := colons & (colons >> 1) // the first colon of each "::"
	if pairs == 0 {
		return groups == 8 && bits.OnesCount64(colons) == 7
	}
	// There is one "::", and a colon at an end of the text is part of it.
	return groups <= 7 && pairs&(pairs-1) == 0 && colons&1 <= pairs&1 && colons>>((n-1)&63) <= pairs>>((n-2)&63)
}
