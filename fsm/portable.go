package fsm

import "github.com/urispan/uri/tables"

// This file is the portable road. It goes from component to component. Each component is a run.

// scanPortable is Scan by the portable road.
func scanPortable[T string | []byte](s T, r *offsets) (n int, ok bool) {
	if uint64(len(s)) > MaxLen {
		return scanMachine(s, r)
	}
	*r = offsets{}
	if startsHTTPS(s) {
		r.SchemeEnd, r.Path = uint32(len("https")), uint32(len("https:"))
	} else if n = schemeLen(s); n > 0 && n < len(s) && s[n] == ':' {
		r.SchemeEnd, r.Path = uint32(n), uint32(n)+1
	}
	n = int(r.Path)
	r.HostEnd = r.Path
	switch {
	case len(s)-n >= 2 && s[n] == '/' && s[n+1] == '/':
		r.Authority, r.Host = uint32(n)+2, uint32(n)+2
		n = span(s, n+2, hostRun)
		r.HostEnd, r.Path = uint32(n), uint32(n)
	case r.SchemeEnd == 0:
		n = span(s, n, segmentRun)
	default:
		return scanTail(s, n, tables.Path, r)
	}
	switch {
	case endsSegment(s, n):
		return scanTail(s, n, tables.Path, r)
	case n < len(s) && (s[n] == ':' || s[n] == '@'):
		return scanMachine(s, r)
	}
	r.PathEnd, r.QueryEnd, r.End = uint32(n), uint32(n), uint32(n)
	return dead(s, r)
}

// scanOriginPortable is ScanOrigin by the portable road. The path is one run, starting at its first "/".
func scanOriginPortable[T string | []byte](s T, r *offsets) (n int, ok bool) {
	*r = offsets{}
	switch {
	case uint64(len(s)) > MaxLen:
		return int(min(uint64(len(s)), MaxLen)), false
	case len(s) == 0 || s[0] != '/':
		return 0, false
	}
	n = span(s, 1, pathRun)
	r.PathEnd = uint32(n)
	if delimits(s, n, '?') {
		n = span(s, n+1, queryRun)
	}
	r.QueryEnd, r.End = uint32(n), uint32(n)
	return n, n == len(s) && !insidePercent(s, n)
}
