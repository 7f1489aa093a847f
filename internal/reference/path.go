package reference

import (
	"bytes"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// JoinPath returns the path of s with the elements joined to it. Their segments are encoded with the coding. r is the
// ranges of s. If the path and all elements are empty, ok is false.
func JoinPath(s string, r *fsm.Ranges, elem []string, coding *octet.Coding) (_ string, ok bool) {
	lo, hi := r.Path()
	base := s[lo:hi]
	last, empty := base, base == ""
	path := appendCleaned(make([]byte, 0, EncodedLen), base, coding)
	for _, e := range elem {
		path = appendCleaned(path, e, coding)
		last, empty = e, empty && e == ""
	}
	if empty {
		return "", false
	}
	rooted := strings.HasPrefix(base, "/")
	if strings.HasSuffix(last, "/") || rooted && len(path) == 0 {
		path = append(path, '/')
	}
	if _, _, hasAuthority := r.Authority(); !rooted && !hasAuthority {
		path = bytes.TrimPrefix(path, []byte("/"))
		if len(path) == 0 && isRelative(r) {
			path = append(path, "./"...)
		}
	}
	return string(path), true
}

// appendCleaned appends the segments of text to path, each with a "/" before it. It leaves out empty segments and
// ".". For ".." it removes the last segment of path, which must also be made by appendCleaned.
func appendCleaned(path []byte, text string, coding *octet.Coding) []byte {
	for segment := range strings.SplitSeq(text, "/") {
		switch segment {
		case "", ".":
		case "..":
			path = path[:max(bytes.LastIndexByte(path, '/'), 0)]
		default:
			path = coding.AppendRaw(append(path, '/'), segment)
		}
	}
	return path
}

// Child returns s without query and fragment, and with a segment added to its path. The segment is encoded with the
// coding. r is the ranges of s. The other results come from [Builder.Build].
func Child(s string, r *fsm.Ranges, segment string, coding *octet.Coding) (string, fsm.Ranges, *Fault) {
	lo, hi := r.Path()
	return inDir(s, r, s[lo:hi], segment, coding)
}

// Sibling returns s without query and fragment, and with a segment in place of the last one of its path: see [Child].
func Sibling(s string, r *fsm.Ranges, segment string, coding *octet.Coding) (string, fsm.Ranges, *Fault) {
	lo, hi := r.Path()
	return inDir(s, r, s[lo:lo+strings.LastIndexByte(s[lo:hi], '/')+1], segment, coding)
}

// inDir returns s with a new path: dir, then a "/" if dir does not end with one, then the segment.
func inDir(s string, r *fsm.Ranges, dir, segment string, coding *octet.Coding) (string, fsm.Ranges, *Fault) {
	path := append(make([]byte, 0, EncodedLen), dir...)
	if _, _, hasAuthority := r.Authority(); !strings.HasSuffix(dir, "/") && (dir != "" || hasAuthority) {
		path = append(path, '/')
	}
	switch {
	case segment == "" && len(path) == 0 && isRelative(r):
		path = append(path, "./"...)
	case segment == "." || segment == "..":
		return "", fsm.Ranges{}, PartFault(tables.Path, len(path), ReasonDotSegment)
	default:
		path = coding.AppendText(path, segment)
	}
	var b Builder
	b.Load(s, r)
	b.Unset(tables.Query)
	b.Unset(tables.Fragment)
	b.Set(tables.Path, string(path))
	return b.Build()
}
