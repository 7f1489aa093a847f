package fsm

import (
	"strings"

	"github.com/urispan/uri/tables"
)

// This file tells at a glance that there is nothing in a reference for who audits it to look at, which is so for nearly
// all that the web has. What is wrong with the others, if anything, is not decided here: they need a closer look.

// Suspects are the parts of a reference that need a closer look.
type Suspects uint8

const (
	SuspectForm  Suspects = 1 << iota // which components are there, which are empty, and how long it is
	SuspectHost                       // the host
	SuspectPath                       // the path
	SuspectQuery                      // the query

	AllSuspects = SuspectForm | SuspectHost | SuspectPath | SuspectQuery
)

// SuspectLen is the length from which on a reference is suspect for that alone.
const SuspectLen = 8001

// SuspectsOf returns which parts of s need a closer look, where r is what Scan said of s.
//
// If there are none, s begins with "http://" or "https://" and is shorter than SuspectLen. Its authority is just a
// host of at most 63 bytes, as many as a label of the DNS may have. It is made of letters, digits, "-" and ".", without
// two of these last two beside each other, and without one at an end. The last label of the host has no "-", begins
// with a letter and is not as long as "localhost". Path and query have none of "%", "&", ";" and "'", and no "//" or
// "/.". The fragment is undefined or not empty.
func SuspectsOf(s string, r *Ranges) (x Suspects) {
	authority := webAuthority(s)
	if authority == 0 || r.host != uint32(authority) || r.hostEnd != r.path || r.host == r.hostEnd ||
		len(s) >= SuspectLen {
		return AllSuspects
	}
	if r.queryEnd+1 == r.end {
		x |= SuspectForm
	}
	if isSuspectHost(s[r.host:r.hostEnd]) {
		x |= SuspectHost
	}
	if IsOdd(s[r.path:r.pathEnd]) {
		x |= SuspectPath
	}
	if IsOdd(s[r.pathEnd:r.queryEnd]) {
		x |= SuspectQuery
	}
	return x
}

const (
	oddBytes = "%&';" // in a path or a query
	joints   = "-./"  // in hosts and paths: what is beside what tells more than they do alone
)

// isSuspectHost reports whether host is not what SuspectsOf says of hosts.
func isSuspectHost(host string) bool {
	const maxLabel = 63 // RFC 1034, 3.1
	if len(host) > maxLabel {
		return true
	}
	label := 0
	for i := range len(host) {
		switch c := host[i]; {
		case tables.Is(c, tables.ALPHA|tables.DIGIT):
		case (c == '-' || c == '.') && i > label:
			label = i + 1
		default:
			return true
		}
	}
	if label > 0 && host[label-1] == '-' {
		return true
	}
	return label == len(host) || !tables.Is(host[label], tables.ALPHA) || len(host)-label == len("localhost")
}

// IsOdd reports whether part, a path or a query, has what makes it a suspect. It looks at eight bytes at a time.
func IsOdd(part string) bool {
	const each, low, high = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	if len(part) < 8 {
		return isOddByByte(part)
	}
	none := uint64(high) // as in traitsOf
	for i := 0; i < len(part); i += 8 {
		at := min(i, len(part)-8)
		w := word(part, at)
		before := w << 8
		if at > 0 {
			before |= uint64(part[at-1])
		}
		// "&" and "'", "." and "/" differ in the lowest bit alone.
		x, y, z := w^'%'*each, (w|each)^'\''*each, w^';'*each
		pair := ((w | each) ^ '/'*each) | (before ^ '/'*each)
		none &= (x&low + low | x) & (y&low + low | y) & (z&low + low | z) & (pair&low + low | pair)
	}
	return none != high
}

func isOddByByte(part string) bool {
	before := byte(0)
	for i := range len(part) {
		c := part[i]
		if strings.IndexByte(oddBytes, c) >= 0 || before == '/' && (c == '/' || c == '.') {
			return true
		}
		before = c
	}
	return false
}
