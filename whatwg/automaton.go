package whatwg

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// marks has the offset of each mark, or 0. Index tables.MarkNone holds offsets that need not be recorded.
type marks [tables.NumMarks]uint32

// walk steps through s from tables.Start and records the marks in m. It stops at the end of s, or at the first byte
// after which s cannot become a normal URL. It returns the offset and the state before that.
func walk(s string, m *marks) (n int, state uint16) {
	state = tables.Start
	for n < len(s) {
		class := tables.WHATWGClass(s[n])
		next := tables.WHATWGNext(state, class)
		if next == tables.Dead {
			return n, state
		}
		n++
		m[tables.WHATWGMark(state, class)&(tables.NumMarks-1)] = uint32(n)
		state = next
		if tables.WHATWGIsRun(state) {
			for mask := tables.WHATWGRunMask(state); n < len(s) && tables.WHATWGRunBits(s[n])&mask != 0; {
				n++
			}
		}
	}
	return n, state
}

// stateAfter returns the state that example leads to.
func stateAfter(example string) uint16 {
	_, state := walk(example, new(marks))
	return state
}

// scanAutomaton is scanNormal by the automaton. The grammar is too wide for ports and IPv6 addresses, which it checks.
func scanAutomaton(s string, o *ranges.Offsets) bool {
	if uint64(len(s)) > fsm.MaxLen {
		return false
	}
	var m marks
	n, state := walk(s, &m)
	if n < len(s) || !tables.WHATWGAccepting(state) {
		return false
	}
	setOffsets(o, &m, uint32(n))
	return o.Authority == 0 ||
		isNormalPort(s[:o.SchemeEnd], s[o.HostEnd:o.Path]) &&
			(s[o.HostEnd-1] != ']' || isNormalIPv6(s[o.Host+1:o.HostEnd-1]))
}

// setOffsets computes the offsets from the marks of a normal URL of length end. The mark of a port is stale if it is
// before the host: the ":" of credentials could begin a port until the "@" was read.
func setOffsets(o *ranges.Offsets, m *marks, end uint32) {
	scheme, authority := m[tables.MarkScheme], m[tables.MarkAuthority]
	query, fragment := m[tables.MarkQuery], m[tables.MarkFragment]
	*o = ranges.Offsets{SchemeEnd: scheme - 1, Path: scheme, PathEnd: end, QueryEnd: end, End: end}
	if fragment != 0 {
		o.PathEnd, o.QueryEnd = fragment-1, fragment-1
	}
	if query != 0 {
		o.PathEnd = query - 1
	}
	if authority != 0 {
		o.Path = o.PathEnd // unless the path is not empty
	}
	if path := m[tables.MarkPath]; path != 0 {
		o.Path = path - 1
	}
	o.HostEnd = o.Path
	if authority != 0 {
		o.Authority = authority
		o.Host = max(authority, m[tables.MarkUserinfo])
		if port := m[tables.MarkPort]; port > o.Host {
			o.HostEnd = port - 1
		}
	}
}

// isNormalPort reports whether port, which is empty or ":" and digits, is written as the URL serializer writes it
// after the scheme: at most 65535, without leading zeros, and not the default port.
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
	standard, _ := schemes.Special(scheme)
	return number != uint32(standard) || number == 0
}

// isNormalIPv6 reports whether text, the part of a host between brackets, is written as the IPv6 serializer writes
// it.
func isNormalIPv6(text string) bool {
	addr, _, fault := host.ParseIPv6(text)
	var written [len("1111:2222:3333:4444:5555:6666:7777:8888")]byte
	return fault == 0 && string(host.AppendIPv6(written[:0], addr)) == text
}
