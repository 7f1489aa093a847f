package whatwg

import (
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// stateAfter returns the state of the automaton of normal URLs after it has read example.
func stateAfter(example string) tables.State {
	_, state, _ := tables.WHATWG().Walk(example)
	return state
}

// scanAutomaton implements scanNormal with the automaton. The grammar allows more ports and IPv6 addresses than are
// normal, so scanAutomaton checks these two itself.
func scanAutomaton(s string, o *ranges.Offsets) bool {
	if len(s) > maxLen {
		return false
	}
	n, state, m := tables.WHATWG().Walk(s)
	if n < len(s) || !tables.WHATWG().Accepting(state) {
		return false
	}
	o.SetMarks(&m, uint32(n))
	return o.Authority == 0 ||
		isNormalPort(s[:o.SchemeEnd], s[o.HostEnd:o.Path]) &&
			(s[o.HostEnd-1] != ']' || isNormalIPv6(s[o.Host+1:o.HostEnd-1]))
}

// isNormalPort reports whether the URL serializer writes port unchanged: it is at most 65535, without leading zeros,
// and not the default port of scheme. port is empty, or ":" and digits.
func isNormalPort(scheme, port string) bool {
	if port == "" {
		return true
	}
	number := uint32(0)
	for i := 1; i < len(port); i++ {
		if number = number*10 + uint32(port[i]-'0'); number > 65535 || number == 0 && len(port) > 2 {
			return false
		}
	}
	return number != uint32(schemes.LowerKindOf(scheme).Port()) || number == 0
}

// isNormalIPv6 reports whether the IPv6 serializer writes text, an IPv6 address without brackets, unchanged.
func isNormalIPv6(text string) bool {
	addr, _, fault := hostname.ParseIPv6(text)
	var written [len("1111:2222:3333:4444:5555:6666:7777:8888")]byte
	return fault == 0 && string(hostname.AppendIPv6(written[:0], addr)) == text
}
