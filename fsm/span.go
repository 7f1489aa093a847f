package fsm

import (
	"math/bits"

	"github.com/urispan/uri/tables"
)

// The runs of the machine that the fast roads skip, as the masks of its states: an example leads to a state that loops
// on them.
var (
	segmentRun = runBehind("!")    // segment-nz-nc
	hostRun    = runBehind("//!")  // reg-name
	portRun    = runBehind("//@:") // port
	pathRun    = runBehind("/!")   // path-abempty
	queryRun   = runBehind("?")    // query and fragment
)

func runBehind(example string) uint8 {
	_, state := walk(example, new(marks))
	return tables.RunMask(state)
}

// spanBytes returns the offset of the first byte of s[n:] at which a stretch of percent-encodings and bytes of the run
// ends. If that is inside of a percent-encoding, the input is dead there.
func spanBytes[T string | []byte](s T, n int, run uint8) int {
	for n < len(s) {
		if s[n] == '%' { // first, because one is often behind another
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

// skipRun is skip by eight bytes at a time, the last ones of s over again if need be. Where a run ends cannot be
// predicted, and skip has a branch for each byte.
func skipRun[T string | []byte](s T, n int, run uint8) int {
	if len(s) < 8 {
		return skip(s, n, run)
	}
	all := uint64(run) * 0x0101010101010101
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
