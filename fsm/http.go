package fsm

import "github.com/urispan/uri/tables"

// This file scans the two rules of HTTP that are parts of references: the origin-form of a request-target (RFC 9112,
// section 3.2.1) and the value of the Host field (RFC 9110, section 7.2). Their characters are those of the same
// components in a reference.

// ScanOrigin is like Scan, for the rule origin-form: a path that begins with "/", optionally followed by a query. The
// path may begin with "//"; the ranges never contain an authority.
func ScanOrigin[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scanOrigin(any(s), r.offsets())
}

// ExplainOrigin is like Explain, for the results of ScanOrigin.
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

// ScanHost is like Scan, for the rule uri-host [ ":" port ]. The ranges are those of the reference "//" followed by s,
// so all offsets in r are 2 larger than in s. n is an offset in s. The longest input is two bytes shorter than MaxLen.
func ScanHost[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scanHost(any(s), r.offsets())
}

// ExplainHost is like Explain, for the results of ScanHost. The component is Host or Port.
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

// hostShift is the difference between the ranges of ScanHost and offsets in its input.
const hostShift = 2 // the length of "//"

// scanHost is ScanHost for a string or a []byte. It is not generic; fast.go says why.
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

// setHost sets r to the ranges of "//" followed by a host and port. hostEnd is the end of the host, and end is the end
// of the input.
func (r *offsets) setHost(hostEnd, end int) {
	path := uint32(end + hostShift)
	*r = offsets{Authority: hostShift, Host: hostShift, HostEnd: uint32(hostEnd + hostShift),
		Path: path, PathEnd: path, QueryEnd: path, End: path}
}
