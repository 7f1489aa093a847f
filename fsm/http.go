package fsm

import "github.com/urispan/uri/tables"

// This file is about what HTTP has besides URIs: the origin-form of a request-target (RFC 9112, section 3.2.1), and the
// value of the Host field (RFC 9110, section 7.2). Both are parts of references, and their characters those of the
// components in these.

// ScanOrigin is Scan for the rule origin-form: a path that begins with "/", and a query or none. The path may begin
// with "//", which no authority follows here: in r, none is defined.
func ScanOrigin[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scanOrigin(any(s), r.offsets())
}

// ExplainOrigin is Explain for what ScanOrigin said.
func ExplainOrigin[T string | []byte](s T, n int, r *Ranges) (Component, Reason) {
	component := tables.Path
	if o := r.offsets(); o.PathEnd < o.QueryEnd {
		component = tables.Query
	}
	switch {
	case uint64(len(s)) > MaxLen:
		return tables.None, TooLong
	case insidePercent(s, n):
		return component, BadPercent
	case n > 0 && n < len(s) && s[n] == '#':
		return tables.Fragment, HasFragment
	}
	return component, IllegalByte
}

// ScanHost is Scan for the rule uri-host [ ":" port ]. The ranges are those of the reference "//" and s: they begin at
// 2, so that r can be the head of what SetTail puts together. The longest s is two bytes shorter than MaxLen.
func ScanHost[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scanHost(any(s), r.offsets())
}

// ExplainHost is Explain for what ScanHost said. The component is Host or Port.
func ExplainHost[T string | []byte](s T, n int, r *Ranges) (Component, Reason) {
	o := r.offsets()
	switch {
	case uint64(len(s)) > MaxLen-hostShift:
		return tables.None, TooLong
	case o.HostEnd < o.Path:
		return tables.Port, BadPort
	case insidePercent(s, n):
		return tables.Host, BadPercent
	case n > 0 && s[0] == '[' && s[n-1] != ']':
		return tables.Host, BadIPLiteral
	}
	return tables.Host, IllegalByte
}

// hostShift is by how many bytes the ranges of ScanHost are ahead.
const hostShift = 2 // the length of "//"

// scanHost is ScanHost for a string or a []byte; it is no generic function for the reason that scan is none.
func scanHost(input any, r *offsets) (n int, ok bool) {
	if s, ok := input.(string); ok {
		return scanHostOf(s, r)
	}
	return scanHostOf(input.([]byte), r)
}

func scanHostOf[T string | []byte](s T, r *offsets) (n int, ok bool) {
	if uint64(len(s)) > MaxLen-hostShift {
		return int(min(uint64(len(s)), MaxLen)), false
	}
	if len(s) > 0 && s[0] == '[' {
		return hostMachine(s, r)
	}
	n = span(s, 0, hostRun)
	hostEnd := n
	if delimits(s, n, ':') {
		n = skipRun(s, n+1, portRun)
	}
	r.setHost(hostEnd, n)
	return n, n == len(s) && !insidePercent(s, n)
}

// hostMachine is ScanHost by the machine alone.
func hostMachine[T string | []byte](s T, r *offsets) (n int, ok bool) {
	state, hostEnd := tables.HostStart(), -1
	for ; n < len(s); n++ {
		class := tables.Class(s[n])
		next := tables.HostNext(state, class)
		if next == tables.Dead {
			break
		}
		if tables.Mark(state, class) == tables.MarkPort {
			hostEnd = n
		}
		state = next
	}
	if hostEnd < 0 {
		hostEnd = n
	}
	r.setHost(hostEnd, n)
	return n, n == len(s) && tables.HostAccepting(state)
}

// setHost makes r the ranges of "//" and a host and port: the host ends at hostEnd, and what follows ends at end.
func (r *offsets) setHost(hostEnd, end int) {
	path := uint32(end + hostShift)
	*r = offsets{Authority: hostShift, Host: hostShift, HostEnd: uint32(hostEnd + hostShift),
		Path: path, PathEnd: path, QueryEnd: path, End: path}
}
