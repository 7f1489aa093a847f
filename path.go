package uri

import (
	"cmp"
	"iter"
	"strings"
)

// Segments returns the segments of a path in order, as written: what stands between its "/" (RFC 3986, section 3.3).
// The "/" that a path begins with ends no segment, and behind one at the end stands an empty segment:
//
//	""       has none
//	"/"      ""
//	"a/b"    "a", "b"
//	"/a/b/"  "a", "b", ""
//	"//a"    "", "a"
//
// So nothing is lost but whether path begins with "/". Dot segments are segments like others. Nothing is allocated.
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
func (u URI) Segments() iter.Seq[string] { return Segments(u.Path()) }

// DecodedSegments is [Segments] with each segment decoded as [Decode] does. That can give "." and "..", of "%2E" and
// "%2e%2E" too, and without [RefuseSlash] segments with a "/": look at what you get before you make a file name of it.
//
// The segments end with an [*Error] of the path where one cannot be decoded, for the reasons that Decode has; and, if
// limit is more than 0, where there are more than limit, for [ReasonTooMany] at the first one too many. Offsets are in
// path. It allocates only for segments with percent-encodings, one string each, and for the error.
func DecodedSegments(path string, r Refuse, limit int) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) { decodeSegments(path, r, limit, yield) }
}

func decodeSegments(path string, r Refuse, limit int, yield func(string, error) bool) {
	lo := len(path) - len(strings.TrimPrefix(path, "/"))
	for n, more := 0, path != ""; more; n++ {
		if n == limit && limit > 0 {
			yield("", partError(ComponentPath, lo, ReasonTooMany))
			return
		}
		var segment string
		segment, _, more = strings.Cut(path[lo:], "/")
		text, offset, reason := decode(segment, r)
		if reason != 0 {
			yield("", partError(ComponentPath, lo+offset, reason))
			return
		}
		if !yield(text, nil) {
			return
		}
		lo += len(segment) + 1
	}
}

// SegmentName returns the name of a segment that has parameters, as written: what stands before the first separator, or
// all of it if there is none. See [SegmentParams].
func SegmentName(segment, separators string) string {
	c := newPairCursor(segment, cmp.Or(separators, ";"))
	c.next()
	return segment[:c.hi]
}

// SegmentParams returns the parameters of a segment in order, as written (RFC 3986, section 3.3). Each byte of
// separators ends the name or a parameter; if it is empty, ";" does. So "name;v=1.1;draft" has the parameters "v",
// whose value is "1.1", and "draft", which has none; and "name,1.1", split at ",", has the parameter "1.1".
//
// Whether segments have parameters is up to the scheme and the server. Nothing is lost: where separators stand side by
// side or at the end, a parameter is empty. To encode keys and values take [PlaceParam]. Nothing is allocated.
func SegmentParams(segment, separators string) iter.Seq[Pair] {
	return func(yield func(Pair) bool) { eachParam(segment, separators, yield) }
}

func eachParam(segment, separators string, yield func(Pair) bool) {
	c := newPairCursor(segment, cmp.Or(separators, ";"))
	c.next() // the name
	for c.next() && yield(c.pair()) {
	}
}
