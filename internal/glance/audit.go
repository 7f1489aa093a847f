package glance

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// This file recognizes references that need no inspection by an audit.

// Parts are the parts of a reference that need inspection.
type Parts uint8

const (
	Form  Parts = 1 << iota // which components are defined and which are empty, and the length of the reference
	Host                    // the host
	Path                    // the path
	Query                   // the query

	AllParts = Form | Host | Path | Query
)

// MaxLength is the length in bytes of the longest reference whose length needs no inspection. Programs should support
// URIs of at least that length (RFC 9110, section 4.1).
const MaxLength = 8000

// PartsOf returns the parts of s that need inspection. r holds the ranges that fsm.Scan found in s.
//
// If PartsOf returns 0, all of this is true of s:
//
//   - It begins with "http://" or "https://" and has at most MaxLength bytes.
//   - Its authority is just a host of at most host.MaxLabel bytes.
//   - The host consists of letters, digits, "-" and ".". A "-" or "." is neither first nor last, nor adjacent to
//     another.
//   - The last label of the host begins with a letter, has no "-", and does not have the length of "localhost".
//   - Path and query contain none of "%", "&", ";" and "'", and no "//" or "/.".
//   - The fragment is undefined or not empty.
func PartsOf(s string, r *fsm.Ranges) (p Parts) {
	o := offsetsOf(r)
	authority := schemes.HTTPLen(s)
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
	inspected = "%&';" // bytes of a path or a query that need inspection
	joints    = "-./"  // bytes of hosts and paths that need inspection if two are adjacent
)

// hostNeedsInspection reports whether name differs from the hosts that PartsOf describes.
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

// NeedsInspection reports whether text, a path or a query, differs from those that PartsOf describes. It reads eight
// bytes at a time.
func NeedsInspection(text string) bool {
	if len(text) < 8 {
		return shortNeedsInspection(text)
	}
	passed := octet.High
	for i := 0; i < len(text); i += 8 {
		at := min(i, len(text)-8)
		w := octet.Word(text, at)
		before := w << 8
		if at > 0 {
			before |= uint64(text[at-1])
		}
		// "&" and "'", "." and "/" differ only in the lowest bit.
		pair := ((w | octet.Each) ^ '/'*octet.Each) | (before ^ '/'*octet.Each)
		passed &= octet.Set(w^'%'*octet.Each) & octet.Set((w|octet.Each)^'\''*octet.Each) &
			octet.Set(w^';'*octet.Each) & octet.Set(pair)
	}
	return passed != octet.High
}

// shortNeedsInspection is NeedsInspection byte by byte.
func shortNeedsInspection(text string) bool {
	before := byte(0)
	for i := range len(text) {
		c := text[i]
		if strings.IndexByte(inspected, c) >= 0 || before == '/' && (c == '/' || c == '.') {
			return true
		}
		before = c
	}
	return false
}

// Audit returns the parts of s that may need inspection, for an s that has not been scanned. If it returns 0, s is a
// reference, PartsOf would also return 0, and if r is not nil, *r holds the ranges that fsm.Scan would set. Otherwise
// the content of *r is undefined, and Audit may return more parts than PartsOf where that is quicker, for example for
// hosts of more than 32 bytes.
//
// Audit takes less time than a scan. Reading ranges just after a scan is slow, because a large load must wait for the
// small stores before it. Audit does not read ranges, and writes them with large stores.
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

// partsOfWeb maps the results of simd.Web to parts. With AfterHost it is not known whether there is a fragment, nor
// whether it is empty.
var partsOfWeb = [4]Parts{
	simd.Nothing:   0,
	simd.AfterHost: AllParts &^ Host,
	simd.Anything:  AllParts,
	3:              AllParts,
}

// webRules are the rules of PartsOf for the kernel.
var webRules = simd.WebRules{
	Text: simd.Row(func(c byte) bool {
		return tables.Is(c, tables.QueryChars) && strings.IndexByte(inspected, c) < 0
	}),
	Joints:     simd.LowNibbles(joints),
	Name:       simd.Row(func(c byte) bool { return tables.Is(c, tables.ALPHA|tables.DIGIT) || c == '-' || c == '.' }),
	Mark:       simd.Bytes('?'),
	MaxLen:     MaxLength,
	LastLabels: 1<<0 | 1<<len(host.Localhost),
}
