package uri

import (
	"iter"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/segments"
	"github.com/urispan/uri/tables"
)

// Segments returns an iterator over the segments of a path: the parts between its slashes, not decoded (RFC 3986,
// section 3.3). A "/" at the start of the path does not end a segment. A "/" at the end is followed by an empty
// segment:
//
//	""       no segments
//	"/"      ""
//	"a/b"    "a", "b"
//	"/a/b/"  "a", "b", ""
//	"//a"    "", "a"
//
// The segments do not show whether path begins with "/". Dot segments are returned like any other. It does not
// allocate.
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

// HasPathPrefix reports whether the path of u equals prefix or is below it, by whole segments: "/api" is a prefix of
// "/api", "/api/" and "/api/x", but not of "/apix" and "/api;v=1". A prefix that ends with "/" is not a prefix of the
// path without it: "/api/" is a prefix of "/api/" and "/api/x", but not of "/api". "/" is a prefix of all paths that
// begin with "/". An empty path after an authority counts as "/".
//
// prefix is a path as in a URI, with percent-encodings. A percent-encoded unreserved character is equal to the
// character, and the case of hex digits makes no difference (RFC 3986, section 6.2.2): "/%61pi" has the prefix "/api".
// All else is compared byte for byte. In particular, "%2F" is not a slash.
//
// If a server can read a dot segment in a path, the path has no prefix, because ".." leads out of it. So
// "/api/../admin" is not below "/api", and neither is "/api/./x", which [URI.Normalized] changes to "/api/x".
// Percent-encoded dots and slashes also count, as in "/api/%2e%2e/admin" and "/api/..%2Fadmin". "%5C" counts as a
// slash. A ";" or "%00" ends the text that is compared with "." and "..", so "/api/..;x/admin" has a dot segment. Text
// is decoded only once: see package [github.com/urispan/uri/guard].
//
// It takes time linear in the path and the prefix, and does not allocate.
func (u URI) HasPathPrefix(prefix string) bool {
	path := u.Path()
	if path == "" && u.authority {
		path = "/"
	}
	return segments.HasPrefix(path, prefix) && !segments.MayHaveDotSegment(path)
}

// RemoveDotSegments returns path without its dot segments, as the routine remove_dot_segments of RFC 3986 does (section
// 5.2.4). The time is linear. Without dot segments, it does not allocate.
//
// The result is only a path. Without an authority before it, a result that begins with "//" would become one: put "/."
// before it.
func RemoveDotSegments(path string) string { return reference.RemoveDotSegments(path) }

// Parent returns u without the last segment of its path, and without query and fragment. It is like
// [net/url.URL.JoinPath] with "..", but the result ends with "/", so that a relative path resolves to a path below it.
// A "/" at the end of u does not count as a segment:
//
//	"http://h/a/b?q"   http://h/a/
//	"http://h/a/b/"    http://h/a/
//	"http://h/a"       http://h/
//	"a/b", "a"         a/, ./
//
// If u has no parent, ok is false: the path is empty or "/", or it has only one segment after a scheme, as in
// "urn:a:b". Dot segments are removed first, except from a relative-path reference, such as "../a". There they stay,
// and ok is false if the last segment is a dot segment. Percent-encodings stay: an encoded "/" does not separate
// segments.
//
// It does not allocate unless there are dot segments, or the parent is "./".
func (u URI) Parent() (parent URI, ok bool) {
	path := u.Path()
	lo, _ := u.pathRange()
	relative := lo == 0 && !strings.HasPrefix(path, "/") // u is a relative-path reference
	if !relative {
		path = RemoveDotSegments(path)
	}
	path = strings.TrimSuffix(path, "/")
	begin := strings.LastIndexByte(path, '/') + 1
	dir := path[:begin]
	switch {
	case relative && reference.DotsOf(path[begin:], false) > 0:
		return URI{}, false
	case relative && path != "" && dir == "":
		dir = "./"
	case dir == "":
		return URI{}, false
	}
	if lo, hi := u.pathRange(); strings.HasPrefix(u.s[lo:hi], dir) {
		return known(u.s[:lo+len(dir)]), true
	}
	guard := ""
	if !u.authority && strings.HasPrefix(dir, "//") {
		guard = "/." // otherwise dir would be read as an authority (section 3.3)
	}
	return known(u.s[:lo] + guard + dir), true
}

// Child returns u with a segment added to its path, like [net/url.URL.JoinPath], but without query and fragment. The
// segment is data: it is percent-encoded by [Place.Encode] of [PlaceSegment], so that it stays one segment, even
// if it has a "/" or a "%". A ";" is also encoded, because in some servers it begins a parameter, so that they read
// "..;" as "..". A single "/" comes before the segment, and may be the one at the end of u:
//
//	"http://h/a?q", "http://h/a/"   "b/c"    http://h/a/b%2Fc
//	"http://h/a"                    "..;b"   http://h/a/..%3Bb
//	"http://h", "a"                 "b c"    http://h/b%20c, a/b%20c
//	"urn:a:b", ""                   "c:d"    urn:a:b/c:d, ./c:d
//
// The segment "" makes the path end with "/", but does not change "urn:". If u is the empty reference, the result is
// then "./". No other byte of the path changes. To keep query and fragment, or to join a path of several segments, see
// [URI.JoinPath].
//
// Child refuses the segments "." and ".." with [ReasonDotSegment], and a result that is too long with [ReasonTooLong].
// The error is an [*Error], and its Offset is in the new path. It allocates the new path and the text of the URI, and
// more if the path has more than 256 bytes.
func (u URI) Child(segment string) (URI, error) {
	return result(reference.Child(u.s, u.at(), segment, &nameCoding))
}

// Sibling returns u with segment in place of the last segment of its path, and without query and fragment. It is like
// [net/url.URL.Parse] and [URI.Resolve] with the segment as the reference, but u may be relative. The segment is data,
// as for [URI.Child], which has the same errors and cost. The last segment is empty after a
// "/" at the end:
//
//	"http://h/a/b?q"   "c/d"    http://h/a/c%2Fd
//	"http://h/a/"      "c"      http://h/a/c
//	"http://h", "a"    "c"      http://h/c, c
//	"urn:a:b"          "c"      urn:c
//
// The segment "" leaves the path up to its last "/", as in "http://h/a/". For "a" the result is then "./", and for
// "urn:a:b" it is "urn:".
func (u URI) Sibling(segment string) (URI, error) {
	return result(reference.Sibling(u.s, u.at(), segment, &nameCoding))
}

// nameCoding encodes the bytes that a segment without parameters cannot have.
var nameCoding = octet.NewCoding(func(c byte) bool { return c != ';' && tables.Is(c, tables.SegmentChars) })

// JoinPath returns u with the elements joined to its path, like [net/url.URL.JoinPath]. It writes one "/" between
// them, and then removes dot segments and empty segments, including those of u. The result ends with "/" if the last
// element does. Without elements, it ends with "/" if the path of u does.
//
//	"http://h/a/b"    "../c", "d e/"    http://h/a/c/d%20e/
//	"http://h"        "x", "/y"         http://h/x/y
//	"a"               "../../b"         b
//
// A ".." that has nothing left to remove is dropped. A relative path stays relative: if nothing is left of it, it
// becomes "./". If the path of u and all elements are empty, JoinPath returns u.
//
// An element is text of a path: "/" separates segments, and percent-encodings stay. Bytes that a path cannot have are
// percent-encoded, including "?", "#" and a "%" without two hex digits after it.
//
// To join data as one segment, see [URI.Child], which drops query and fragment. To keep them, give JoinPath the result
// of [Place.Encode] with [PlaceSegment], but refuse data that is "..", because that leaves the path of u. Text such as
// "%2E%2E" stays, but normalization would remove it like "..". For a path of data alone, see [Builder.SetPathSegments].
// To keep empty segments, see [URI.Resolve].
//
// The only error is an [*Error] with [ReasonTooLong]. JoinPath allocates the new path and the text of the URI, and
// more if the path has more than 256 bytes.
func (u URI) JoinPath(elem ...string) (URI, error) {
	path, ok := reference.JoinPath(u.s, u.at(), elem, PlaceSegment.coding())
	if !ok {
		return u, nil
	}
	return u.with(ComponentPath, path)
}
