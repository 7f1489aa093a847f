package uri

import (
	"cmp"
	"iter"
	"strings"

	"github.com/urispan/uri/internal/reference"
)

// Segments returns the segments of a path in order, as written: the parts between its slashes (RFC 3986, section 3.3).
// A "/" at the start of the path does not end a segment. A "/" at the end is followed by an empty segment:
//
//	""       no segments
//	"/"      ""
//	"a/b"    "a", "b"
//	"/a/b/"  "a", "b", ""
//	"//a"    "", "a"
//
// The segments do not say whether path begins with "/". Dot segments are returned like any other. Nothing is allocated.
func Segments(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		segment, rest, more := "", strings.TrimPrefix(path, "/"), path != ""
		for more {
			if segment, rest, more = strings.Cut(rest, "/"); !yield(segment) {
				return
			}
		}
	}
}

// Segments returns the segments of the path in order, as written: see [Segments].
func (u URI) Segments() iter.Seq[string] {
	return func(yield func(string) bool) { Segments(u.Path())(yield) } // so that it can be inlined
}

// DecodedSegments is [Segments] with each segment decoded as by [Decode]. A decoded segment can be "." or "..", for
// example from "%2e%2E", and can have a "/" unless r has [RefuseSlash]. Check the segments before you use them in file
// names.
//
// If a segment cannot be decoded, the iteration ends with an [*Error] with ComponentPath and one of the reasons of
// [AppendDecode]. If limit is positive and there are more segments, it ends with [ReasonTooMany] at the first excess
// segment. Offsets are in path. It allocates one string for each segment that has percent-encodings, and the error.
func DecodedSegments(path string, r Refuse, limit int) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) { decodeSegments(path, r, limit, yield) }
}

func decodeSegments(path string, r Refuse, limit int, yield func(string, error) bool) {
	lo := len(path) - len(strings.TrimPrefix(path, "/"))
	for n, more := 0, path != ""; more; n++ {
		if n == limit && limit > 0 {
			yield("", reference.PartError(ComponentPath, lo, ReasonTooMany))
			return
		}
		var segment string
		segment, _, more = strings.Cut(path[lo:], "/")
		text, offset, reason := decode(segment, r)
		if reason != 0 {
			yield("", reference.PartError(ComponentPath, lo+offset, reason))
			return
		}
		if !yield(text, nil) {
			return
		}
		lo += len(segment) + 1
	}
}

// SegmentName returns the part of a segment before its parameters, as written: the text before the first separator, or
// the whole segment if there is no separator. See [SegmentParams].
func SegmentName(segment, separators string) string {
	c := newPairCursor(segment, cmp.Or(separators, ";"))
	c.next()
	return segment[:c.hi]
}

// SegmentParams returns the parameters of a segment in order, as written (RFC 3986, section 3.3). They follow the name
// of the segment, and each byte of separators ends the name or a parameter. If separators is empty, it means ";".
// "name;v=1.1;draft" has the parameters "v", with the value "1.1", and "draft", without a value. "name,1.1", split at
// ",", has the parameter "1.1".
//
// The scheme and the server decide whether segments have parameters. Parameters may be empty: "name;" has one, and
// "name;;" has two. To encode keys and values, use [PlaceParam]. Nothing is allocated.
func SegmentParams(segment, separators string) iter.Seq[Pair] {
	return func(yield func(Pair) bool) { eachParam(segment, separators, yield) }
}

func eachParam(segment, separators string, yield func(Pair) bool) {
	c := newPairCursor(segment, cmp.Or(separators, ";"))
	c.next() // the name
	for c.next() && yield(c.pair()) {
	}
}

// RemoveDotSegments returns path without its dot segments, as the routine remove_dot_segments of RFC 3986 does (section
// 5.2.4). The time is linear. If there are no dot segments, it does not allocate.
//
// The result is only a path. If there is no authority before it, a result that begins with "//" must not be put into a
// URI as it is.
func RemoveDotSegments(path string) string { return reference.RemoveDotSegments(path) }

// AppendRemoveDotSegments appends [RemoveDotSegments](path) to dst. It does not allocate if dst has room for path,
// unless path is longer than 1 KiB.
func AppendRemoveDotSegments(dst []byte, path string) []byte {
	return reference.AppendRemoveDotSegments(dst, path)
}
