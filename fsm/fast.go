package fsm

import "github.com/urispan/uri/tables"

// There are three roads through an input. The machine (machine.go) takes all inputs. The two fast roads know what most
// references look like: the portable one (portable.go) goes from component to component, the vector one (vector.go)
// takes 64 bytes at a time. They may only say what the machine would say: what they do not recognize, IP-literals for
// one, they hand to it from the start. Which of them is taken is decided in scan: in novector.go for most systems, in
// vector.go for those with vector instructions.
//
// This file is what the fast roads share. It is compiled for both kinds of input, but what loops is called from scan
// alone: a generic function is compiled in the package that calls it, where the accessors of package tables are not
// inlined unless that package imports them too, and then a scan takes three times as long. That is why scan takes an
// any.

// https is how most references begin: one comparison finds a scheme and the "//" behind it.
const https = "https://"

func startsHTTPS[T string | []byte](s T) bool {
	return len(s) >= len(https) && string(s[:len(https)]) == https
}

// schemeLen returns the length of the longest prefix of s that is a prefix of a scheme.
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

// insidePercent reports whether a percent-encoding begins before n and does not end there, if all before n is right.
func insidePercent[T string | []byte](s T, n int) bool {
	return n > 0 && s[n-1] == '%' || n > 1 && s[n-2] == '%'
}

// scanTail reads s from n on, where the component in (tables.Path, Query or Fragment) goes on or begins, and completes
// r, which holds what is before it.
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

// endsSegment reports whether an authority or a segment, read up to n, ends there.
func endsSegment[T string | []byte](s T, n int) bool {
	return n == len(s) && !insidePercent(s, n) || delimits(s, n, '/') || delimits(s, n, '?') || delimits(s, n, '#')
}

// delimits reports whether c stands at n and is no wrong byte of a percent-encoding.
func delimits[T string | []byte](s T, n int, c byte) bool {
	return n < len(s) && s[n] == c && !insidePercent(s, n)
}

// dead is where a fast road ends that has found s dead at r.End, and has split what is before it. In an authority that
// has more than a host, or may have an IP-literal, the machine knows better what is being read.
func dead[T string | []byte](s T, r *offsets) (n int, ok bool) {
	n = int(r.End)
	justHost := r.Host == r.Authority && r.HostEnd == r.Path && (n == len(s) || s[n] != '[')
	if r.Path == r.End && !justHost {
		return scanMachine(s, r)
	}
	return n, false
}
