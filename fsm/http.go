package fsm

import "github.com/urispan/uri/tables"

// This file is about what HTTP has besides URIs: the origin-form of a request-target (RFC 9112, section 3.2.1), and the
// value of the Host field (RFC 9110, section 7.2). Both are parts of references, and their characters those of the
// components in these.

// ScanOrigin is Scan for the rule origin-form: a path that begins with "/", and a query or none. The path may begin
// with "//", which no authority follows here: in r, none is defined.
func ScanOrigin[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scanOrigin(any(s), r)
}

// ExplainOrigin is Explain for what ScanOrigin said.
func ExplainOrigin[T string | []byte](s T, n int, r *Ranges) (Component, Reason) {
	component := tables.Path
	if r.pathEnd < r.queryEnd {
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
	return scanHost(any(s), r)
}

// ExplainHost is Explain for what ScanHost said. The component is Host or Port.
func ExplainHost[T string | []byte](s T, n int, r *Ranges) (Component, Reason) {
	switch {
	case uint64(len(s)) > MaxLen-hostShift:
		return tables.None, TooLong
	case r.hostEnd < r.path:
		return tables.Port, BadPort
	case insidePercent(s, n):
		return tables.Host, BadPercent
	case n > 0 && s[0] == '[' && s[n-1] != ']':
		return tables.Host, BadIPLiteral
	}
	return tables.Host, IllegalByte
}

// SetTarget makes r the ranges of a URI that is put together of a scheme of n bytes, "://", a host and port and what
// follows these: host is what ScanHost left, and origin what ScanOrigin left, or the zero Ranges if nothing follows.
func (r *Ranges) SetTarget(n int, host, origin *Ranges) {
	shift := uint32(n) + 1
	path := host.end + shift
	// One by one: a struct of small fields just written would be copied in larger pieces, which the processor has to
	// wait for.
	r.schemeEnd = uint32(n)
	r.authority, r.host, r.hostEnd = host.authority+shift, host.host+shift, host.hostEnd+shift
	r.path, r.pathEnd, r.queryEnd, r.end = path, path+origin.pathEnd, path+origin.queryEnd, path+origin.end
}

// hostShift is by how many bytes the ranges of ScanHost are ahead.
const hostShift = 2 // the length of "//"

// scanOriginPortable is ScanOrigin by spans: the path is a run from its first "/" on.
func scanOriginPortable[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	*r = Ranges{}
	switch {
	case uint64(len(s)) > MaxLen:
		return int(min(uint64(len(s)), MaxLen)), false
	case len(s) == 0 || s[0] != '/':
		return 0, false
	}
	n = span(s, 1, pathRun)
	r.pathEnd = uint32(n)
	if delimits(s, n, '?') {
		n = span(s, n+1, queryRun)
	}
	r.queryEnd, r.end = uint32(n), uint32(n)
	return n, n == len(s) && !insidePercent(s, n)
}

// scanHost is ScanHost for a string or a []byte; it is no generic function for the reason that scan is none.
func scanHost(input any, r *Ranges) (n int, ok bool) {
	if s, ok := input.(string); ok {
		return scanHostOf(s, r)
	}
	return scanHostOf(input.([]byte), r)
}

func scanHostOf[T string | []byte](s T, r *Ranges) (n int, ok bool) {
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
func hostMachine[T string | []byte](s T, r *Ranges) (n int, ok bool) {
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
func (r *Ranges) setHost(hostEnd, end int) {
	path := uint32(end + hostShift)
	*r = Ranges{authority: hostShift, host: hostShift, hostEnd: uint32(hostEnd + hostShift),
		path: path, pathEnd: path, queryEnd: path, end: path}
}
