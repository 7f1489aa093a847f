package guard

import (
	"math/bits"

	"github.com/urispan/uri/internal/dnsname"
	"github.com/urispan/uri/internal/octet"
)

// This file has the glance at a host, which is enough for most hosts.

// glanceAtHost reports by ok whether the host is known to be a name that does not end in a number, and in which
// [host.AppendName] would change at most the case of letters before the last eight bytes. If ok is false, the host
// needs inspection, for example because the name is very short or long. If ok is true, dotted reports whether the name
// has a dot.
func glanceAtHost(name string) (dotted, ok bool) {
	ends := dnsname.Ends(name)
	if ends == 0 {
		return false, false
	}
	dots := ends &^ (1 << (len(name) & 63))
	lastLabel := bits.Len64(dots)
	return dots != 0, name[lastLabel] >= 'A' && hostUpper(octet.Word(name, len(name)-8)) == 0
}

// isLower reports whether a name that passes glanceAtHost has no upper-case letter.
func isLower(name string) bool {
	upper := uint64(0)
	for i := 0; i < len(name)-8; i += 8 {
		upper |= hostUpper(octet.Word(name, i))
	}
	return upper == 0
}

// hostUpper returns a word with the high bit set in each byte of w that is an upper-case letter, and no other bits. All
// bytes of w must be letters, digits, "-" or ".".
func hostUpper(w uint64) uint64 { return w << 1 &^ (w << 2) & octet.High }
