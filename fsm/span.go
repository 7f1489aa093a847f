package fsm

import (
	"math/bits"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// This file skips the runs of the machine. The fast roads find the ends of components with it.

// The runs that the fast roads skip, as masks of machine states. Each example leads to a state that loops on the run.
var (
	segmentRun = runAfter("!")    // segment-nz-nc
	hostRun    = runAfter("//!")  // reg-name
	portRun    = runAfter("//@:") // port
	pathRun    = runAfter("/!")   // path-abempty
	queryRun   = runAfter("?")    // query and fragment
)

// runAfter returns the run of the state that the machine is in after example.
func runAfter(example string) uint8 {
	_, state := walk(example, new(marks))
	return tables.RunMask(state)
}

// spanBytes returns the offset of the first byte of s[n:] that is neither in the run nor part of a percent-encoding. If
// that offset is inside a percent-encoding, the input is dead there.
func spanBytes[T string | []byte](s T, n int, run uint8) int {
	for n < len(s) {
		if s[n] == '%' { // first, because one often follows another
			for range 2 {
				if n++; n >= len(s) || !tables.Is(s[n], tables.HEXDIG) {
					return n
				}
			}
			n++
		} else if end := skipRun(s, n, run); end < len(s) && s[end] == '%' {
			n = end
		} else {
			return end
		}
	}
	return n
}

// skipRun is like skip, but reads eight bytes at a time. The last eight bytes of s may be read twice. skip has a branch
// for each byte, and the processor cannot predict where a run ends.
func skipRun[T string | []byte](s T, n int, run uint8) int {
	if len(s) < 8 {
		return skip(s, n, run)
	}
	all := uint64(run) * octet.Each
	for n < len(s) {
		at := min(n, len(s)-8)
		b := s[at : at+8]
		in := uint64(tables.RunBits(b[0])) | uint64(tables.RunBits(b[1]))<<8 |
			uint64(tables.RunBits(b[2]))<<16 | uint64(tables.RunBits(b[3]))<<24 |
			uint64(tables.RunBits(b[4]))<<32 | uint64(tables.RunBits(b[5]))<<40 |
			uint64(tables.RunBits(b[6]))<<48 | uint64(tables.RunBits(b[7]))<<56
		if out := all &^ in >> (8 * (n - at) & 63); out != 0 {
			return n + bits.TrailingZeros64(out)/8
		}
		n = at + 8
	}
	return n
}
