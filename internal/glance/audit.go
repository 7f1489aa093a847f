package glance

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// This file finds references in which there is nothing to audit.

// Parts are the parts of a reference that need an inspection.
type Parts uint8

const (
	Form  Parts = 1 << iota // which components are there, which are empty, and how long the reference is
	Host                    // the host
	Path                    // the path
	Query                   // the query

	AllParts = Form | Host | Path | Query
)

// MaxLength is the length of the longest reference, in bytes, that needs no inspection for its length alone: programs
// are asked to support so many (RFC 9110, section 4.1).
const MaxLength = 8000

// PartsOf returns which parts of s need an inspection, where fsm.Scan set r for s.
//
// If there are none, s begins with "http://" or "https://" and has at most MaxLength bytes. Its authority is just a host
// of at most host.MaxLabel bytes. The host is made of letters, digits, "-" and ".", without two of these last two beside
// each other, and without one of them at an end. The last label of the host has no "-", begins with a letter and is not
// as long as "localhost". Path and query have none of "%", "&", ";" and "'", and no "//" or "/.". The fragment is
// undefined or not empty.
func PartsOf(s string, r *fsm.Ranges) (p Parts) {
	o := offsetsOf(r)
	authority := webStart(s)
	if authority == 0 || o.Host != uint32(authority) || o.HostEnd != o.Path || o.Host == o.HostEnd ||
		len(s) > MaxLength {
		return AllParts
	}
	if o.QueryEnd+1 == o.End {
		p |= Form
	}
	if hostNeedsInspection(s[o.Host:o.HostEnd]) {
		p |= Host
	}
	if NeedsInspection(s[o.Path:o.PathEnd]) {
		p |= Path
	}
	if NeedsInspection(s[o.PathEnd:o.QueryEnd]) {
		p |= Query
	}
	return p
}

const (
	markedBytes = "%&';" // in a path or a query
	joints      = "-./"  // in hosts and paths: two of them beside each other mean more than one alone
)

// hostNeedsInspection reports whether name is not as PartsOf describes hosts.
func hostNeedsInspection(name string) bool {
	if len(name) > host.MaxLabel {
		return true
	}
	label := 0
	for i := range len(name) {
		switch c := name[i]; {
		case tables.Is(c, tables.ALPHA|tables.DIGIT):
		case (c == '-' || c == '.') && i > label:
			label = i + 1
		default:
			return true
		}
	}
	if label > 0 && name[label-1] == '-' {
		return true
	}
	return label == len(name) || !tables.Is(name[label], tables.ALPHA) || len(name)-label == len(host.Localhost)
}

// NeedsInspection reports whether text, a path or a query, is not as PartsOf describes them. It looks at eight bytes at
// a time.
func NeedsInspection(text string) bool {
	if len(text) < 8 {
		return shortNeedsInspection(text)
	}
	clean := octet.High
	for i := 0; i < len(text); i += 8 {
		at := min(i, len(text)-8)
		w := octet.Word(text, at)
		before := w << 8
		if at > 0 {
			before |= uint64(text[at-1])
		}
		// "&" and "'", "." and "/" differ only in the lowest bit.
		pair := ((w | octet.Each) ^ '/'*octet.Each) | (before ^ '/'*octet.Each)
		clean &= octet.Set(w^'%'*octet.Each) & octet.Set((w|octet.Each)^'\''*octet.Each) &
			octet.Set(w^';'*octet.Each) & octet.Set(pair)
	}
	return clean != octet.High
}

// shortNeedsInspection is NeedsInspection byte by byte.
func shortNeedsInspection(text string) bool {
	before := byte(0)
	for i := range len(text) {
		c := text[i]
		if strings.IndexByte(markedBytes, c) >= 0 || before == '/' && (c == '/' || c == '.') {
			return true
		}
		before = c
	}
	return false
}

// Audit returns which parts of s may need an inspection, without a scan before it. If there are none, s is a reference
// for which PartsOf returns the same, and if r is not nil, *r becomes what fsm.Scan would set. Otherwise *r may become
// anything, and Audit may return more parts than PartsOf where that is quicker, such as for hosts of more than 32 bytes.
//
// It takes less time than a scan, and does not ask for the ranges that a scan has just set: it would have to wait for
// them, because large loads of what small stores have just written are slow. It writes ranges in large pieces itself.
func Audit(s string, r *fsm.Ranges) Parts {
	if !simd.Available {
		return AllParts
	}
	var offsets *[8]uint32
	if r != nil {
		offsets = offsetsOf(r).Words()
	}
	return partsOfWeb[simd.Web(s, &webRules, offsets)&3]
}

// partsOfWeb has the parts for the results of simd.Web. If something after the host needs an inspection, it is not known
// whether there is a fragment, and whether it is empty.
var partsOfWeb = [4]Parts{
	simd.Nothing:   0,
	simd.AfterHost: AllParts &^ Host,
	simd.Anything:  AllParts,
	3:              AllParts,
}

// webRules are the rules of PartsOf for the kernel.
var webRules = simd.WebRules{
	Text: simd.Row(func(c byte) bool {
		return tables.Is(c, tables.QueryChars) && strings.IndexByte(markedBytes, c) < 0
	}),
	Joints:     simd.LowNibbles(joints),
	Name:       simd.Row(func(c byte) bool { return tables.Is(c, tables.ALPHA|tables.DIGIT) || c == '-' || c == '.' }),
	Mark:       simd.Bytes('?'),
	MaxLen:     MaxLength,
	LastLabels: 1<<0 | 1<<len(host.Localhost),
}
