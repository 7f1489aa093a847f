package fsm

import "github.com/urispan/uri/tables"

// This file is the portable fast road: component after component, each a run of bytes of one character class.

// scanPortable is Scan by the portable road.
func scanPortable[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	if uint64(len(s)) > MaxLen {
		return scanMachine(s, r)
	}
	*r = Ranges{}
	if startsHTTPS(s) {
		r.schemeEnd, r.path = uint32(len("https")), uint32(len("https:"))
	} else if n = schemeLen(s); n > 0 && n < len(s) && s[n] == ':' {
		r.schemeEnd, r.path = uint32(n), uint32(n)+1
	}
	n = int(r.path)
	r.hostEnd = r.path
	switch {
	case len(s)-n >= 2 && s[n] == '/' && s[n+1] == '/':
		r.authority, r.host = uint32(n)+2, uint32(n)+2
		n = span(s, n+2, hostRun)
		r.hostEnd, r.path = uint32(n), uint32(n)
	case r.schemeEnd == 0:
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
	r.pathEnd, r.queryEnd, r.end = uint32(n), uint32(n), uint32(n)
	return dead(s, r)
}
