package fsm

import (
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// There are three roads through an input. The machine (machine.go) accepts every input. The two fast roads recognize
// the forms of most references: the portable road (portable.go) goes from component to component, and the vector road
// (vector.go) reads 64 bytes at a time. Both must give the same answers as the machine. An input with a form that they
// do not recognize, such as one with an IPvFuture, is given to the machine from its start. The function scan selects
// the road. It is in vector.go for systems with vector instructions, and in novector.go for the others. Records have a
// road of their own (sheet.go), which leaves unusual records to scan.
//
// This file has the functions that the fast roads share. They are generic, but functions with loops are called only by
// way of scan, which takes an any. A generic function is compiled in the package that calls it. If that package does
// not import package tables, the accessors of the tables are not inlined, and a scan takes three times as long.

// startsHTTPS reports whether s begins with "https://", as most references do. One comparison finds a scheme and the
// "//" after it.
func startsHTTPS[T string | []byte](s T) bool {
	return len(s) >= len(schemes.HTTPS) && string(s[:len(schemes.HTTPS)]) == schemes.HTTPS
}

// schemeLen returns the length of the longest prefix of s that is also a prefix of a scheme.
func schemeLen[T string | []byte](s T) int {
	if len(s) == 0 || !tables.Is(s[0], tables.ALPHA) {
		return 0
	}
	n := 1
	for n < len(s) && tables.Is(s[n], tables.SchemeChars) {
		n++
	}
	return n
}

// insidePercent reports whether n is inside a percent-encoding: one or two bytes after its "%". The bytes before n must
// be valid.
func insidePercent[T string | []byte](s T, n int) bool {
	return n > 0 && s[n-1] == '%' || n > 1 && s[n-2] == '%'
}

// scanTail scans s from offset n. in is the component that continues or begins there: tables.Path, Query or Fragment. r
// holds the ranges before n, and scanTail completes it.
func scanTail[T string | []byte](s T, n int, in Component, r *offsets) (int, bool) {
	if in == tables.Path {
		n = span(s, n, pathRun)
		r.PathEnd = uint32(n)
		if delimits(s, n, '?') {
			n++
			in = tables.Query
		}
	}
	if in == tables.Query {
		n = span(s, n, queryRun)
	}
	if in != tables.Fragment {
		r.QueryEnd = uint32(n)
		if delimits(s, n, '#') {
			n++
			in = tables.Fragment
		}
	}
	if in == tables.Fragment {
		n = span(s, n, queryRun)
	}
	r.End = uint32(n)
	if n < len(s) || insidePercent(s, n) {
		return dead(s, r)
	}
	return n, true
}

// endsSegment reports whether an authority or a segment ends at n.
func endsSegment[T string | []byte](s T, n int) bool {
	return n == len(s) && !insidePercent(s, n) || delimits(s, n, '/') || delimits(s, n, '?') || delimits(s, n, '#')
}

// delimits reports whether c is at n as a delimiter, and not as a wrong byte of a percent-encoding.
func delimits[T string | []byte](s T, n int, c byte) bool {
	return n < len(s) && s[n] == c && !insidePercent(s, n)
}

// dead returns the result of a fast road for an input that dies at r.End, where r holds the ranges before that. The
// machine must find the component if the authority has more than a host, or may begin an IP-literal.
func dead[T string | []byte](s T, r *offsets) (n int, ok bool) {
	n = int(r.End)
	justHost := r.Host == r.Authority && r.HostEnd == r.Path && (n == len(s) || s[n] != '[' || n != int(r.Host))
	if r.Path == r.End && !justHost {
		return scanMachine(s, r)
	}
	return n, false
}
