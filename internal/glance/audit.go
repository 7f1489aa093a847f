package glance

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// This file recognizes references that need no inspection by an audit.

// Parts are the parts of a reference that need inspection.
type Parts uint8

const (
	Form  Parts = 1 << iota // which components are defined, which are empty, and the length of the reference
	Host                    // the host
	Path                    // the path
	Query                   // the query

	AllParts  = Form | Host | Path | Query
	AfterPath = Form | Query
)

// MaxLength is the length in bytes of the longest reference whose length needs no inspection. Programs should support
// URIs of at least that length (RFC 9110, section 4.1).
const MaxLength = 8000

// PartsOf returns the parts of s that need inspection. r holds the ranges that fsm.Scan found in s.
//
// If PartsOf does not return Form, all of this is true of s:
//
//   - It has at most MaxLength bytes.
//   - Its authority is undefined or just a host that is not empty. If the authority is undefined, the scheme is
//     undefined or not special in the URL Standard.
//   - The fragment is undefined or not empty.
//
// If it does not return Host, there is no host, or all of this is true of the host:
//
//   - It has at most host.MaxLabel bytes.
//   - It consists of letters, digits, "-" and ".". A "-" or "." is neither first nor last, nor adjacent to another.
//   - Its last label begins with a letter, has no "-", and does not have the length of "localhost".
//
// If it does not return Path, the path does not begin with "." and [MarksOf] returns 0 for it, or only Pair. If it does
// not return Query, MarksOf returns 0 for the query, or only Joint.
func PartsOf(s string, r *fsm.Ranges) (p Parts) {
	if o := offsetsOf(r); o.Authority != 0 && hostNeedsInspection(s[o.Host:o.HostEnd]) {
		p = Host
	}
	return p | PartsBesideHost(s, r)
}

// PartsBesideHost is PartsOf for a reference whose host is known to need no inspection.
func PartsBesideHost(s string, r *fsm.Ranges) (p Parts) {
	o := offsetsOf(r)
	if formNeedsInspection(s, o) {
		p |= Form
	}
	if path := s[o.Path:o.PathEnd]; path != "" && (path[0] == '.' || MarksOf(path)&^Pair != 0) {
		p |= Path
	}
	if o.PathEnd < o.QueryEnd && queryNeedsInspection(s[o.PathEnd:o.QueryEnd]) {
		p |= Query
	}
	return p
}

// formNeedsInspection reports whether s, with the offsets o, has a form that needs inspection.
func formNeedsInspection(s string, o *ranges.Offsets) bool {
	if len(s) > MaxLength || o.QueryEnd+1 == o.End {
		return true
	}
	if o.Authority != 0 {
		return o.Authority != o.Host || o.HostEnd != o.Path || o.Host == o.HostEnd
	}
	return o.SchemeEnd != 0 && schemes.IsSpecial(s[:o.SchemeEnd])
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

// Marks are features of a path or a query that need inspection.
type Marks uint8

const (
	Percent   Marks = 1 << iota // a "%"
	Semicolon                   // a ";"
	Pair                        // a "&" or "'"
	Joint                       // a "/" followed by "/" or "."
)

// MarksOf returns the marks of text, a path or a query. It reads eight bytes at a time.
func MarksOf(text string) Marks {
	f := marksFinder{octet.High, octet.High, octet.High}
	if len(text) < 8 {
		w := octet.Short(text)
		f.add(w, w<<8)
		return f.marks(text)
	}
	w := octet.Word(text, 0)
	f.add(w, w<<8)
	for i := 8; i < len(text); i += 8 {
		at := min(i, len(text)-8) // the last step reads the last eight bytes, some of them again
		f.add(octet.Word(text, at), octet.Word(text, at-1))
	}
	return f.marks(text)
}

// A marksFinder has a word for each kind of mark. The high bit of a byte is set in it unless a mark was found there.
type marksFinder struct {
	joint, semicolon uint64
	between          uint64 // from "%" to "'": a percent-encoding or half of a pair
}

// add finds the marks of the bytes of w. before has the bytes before them. In ASCII, adding a byte of at most 0x80
// carries nothing to the next byte.
func (f *marksFinder) add(w, before uint64) {
	// "." and "/" differ only in the lowest bit.
	f.joint &= (((w | octet.Each) ^ '/'*octet.Each) | (before ^ '/'*octet.Each)) + octet.Low7
	f.semicolon &= (w ^ ';'*octet.Each) + octet.Low7
	f.between &= ^(w + (0x80-'%')*octet.Each) | (w + (0x7f-'\'')*octet.Each)
}

// marks returns the marks of text, whose words were added.
func (f *marksFinder) marks(text string) (m Marks) {
	if f.joint&f.semicolon&f.between&octet.High == octet.High {
		return 0
	}
	if f.joint&octet.High != octet.High {
		m |= Joint
	}
	if f.semicolon&octet.High != octet.High {
		m |= Semicolon
	}
	if f.between&octet.High != octet.High {
		if strings.IndexByte(text, '%') >= 0 {
			m |= Percent
		}
		if strings.IndexByte(text, '&') >= 0 || strings.IndexByte(text, '\'') >= 0 {
			m |= Pair
		}
	}
	return m
}

// queryNeedsInspection reports whether a query needs inspection. It returns true for all long queries, because the
// inspection takes less time for these than MarksOf.
func queryNeedsInspection(query string) bool {
	return len(query) >= simd.Block || MarksOf(query)&^Joint != 0
}

// Audit returns the parts of s that may need inspection, for an s that has not been scanned.
//
// If it returns 0, s is a reference of http or https for which PartsOf would also return 0, or it begins with
// "file:///" and PartsOf would return Form and Host only because the host is empty. If r is not nil, *r then holds the
// ranges that fsm.Scan would set.
//
// If it returns AfterPath, s has a "?" and may be invalid after it. If the rest of s is a valid query, *r then holds the
// ranges that fsm.Scan would set.
//
// If it returns anything else, the content of *r is undefined. The result may then have more parts than that of
// PartsOf, for example for hosts of more than 32 bytes.
//
// Audit takes less time than a scan.
func Audit(s string, r *fsm.Ranges) Parts {
	if s == "" || s[0] != 'h' && s[0] != 'f' { // looking at a byte costs less than a call of the kernel
		return AllParts
	}
	return auditWeb(s, r)
}

// auditWeb is Audit with the kernel.
func auditWeb(s string, r *fsm.Ranges) Parts {
	if !simd.Available {
		return AllParts
	}
	var offsets *[8]uint32
	if r != nil {
		offsets = offsetsOf(r).Words()
	}
	return partsOfWeb[simd.Web(s, &webRules, offsets)&3]
}

// partsOfWeb maps the results of simd.Web to parts. Unless the result is Nothing, it is not known whether there is a
// fragment, nor whether it is empty.
var partsOfWeb = [4]Parts{
	simd.Nothing:   0,
	simd.AfterPath: AfterPath,
	simd.AfterHost: AllParts &^ Host,
	simd.Anything:  AllParts,
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
	Files:      1,
}
