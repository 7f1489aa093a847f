package uri

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/tables"
)

// LastSegment returns the text of the path after its last "/", as written, like [path.Base] of the Path of a
// [net/url.URL]. Without a "/", it is the whole path. It is "" if the path is empty or ends with "/", but then
// path.Base returns "." or the segment before the "/".
//
// It is the last of [URI.Segments], with its parameters: see [SegmentName]. To get data, give it to [Decode], with
// [RefuseSlash] if it becomes a file name. It does not allocate.
func (u URI) LastSegment() string {
	path := u.Path()
	return path[strings.LastIndexByte(path, '/')+1:]
}

// Ext returns the file name extension, like [path.Ext] of the Path of a [net/url.URL]: the text of [URI.LastSegment]
// from its last "." on, as written. It is "" if there is no ".", and for the segments "." and "..". An encoded "." does
// not count, and parameters are not cut off: for "a.txt;v=1.2" it is ".2". It does not allocate.
func (u URI) Ext() string {
	last := u.LastSegment()
	if i := strings.LastIndexByte(last, '.'); i >= 0 && reference.DotsOf(last, false) == 0 {
		return last[i:]
	}
	return ""
}

// Parent returns u without the last segment of its path, like [net/url.URL.JoinPath] with "..", but with a "/" at the
// end, as a base needs it, and without query and fragment. A "/" at the end of u does not count as a segment:
//
//	"http://h/a/b?q"   http://h/a/
//	"http://h/a/b/"    http://h/a/
//	"http://h/a"       http://h/
//	"a/b", "a"         a/, ./
//
// If there is no parent, ok is false: the path is empty or "/", or it has only one segment after a scheme, as in
// "urn:a:b". Dot segments are removed first, but not from a relative-path reference, such as "../a": there they stay,
// and if the last segment is one, ok is false. Percent-encodings stay as they are: an encoded "/" separates nothing.
//
// It does not allocate unless there are dot segments, or the parent is "./".
func (u URI) Parent() (parent URI, ok bool) {
	path, relative := u.Path(), u.IsRelativePath()
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
	parent, err := result(reference.WithPathAlone(reference.IRIs, u.s, u.at(), dir)) // package iri uses this method, too
	return parent, err == nil
}

// Child returns u with a segment added to its path, like [net/url.URL.JoinPath], but without query and fragment. The
// segment is data: it is percent-encoded as by [EncodeText] with [PlaceSegment], so that it stays one segment, even if
// it has a "/" or a "%". A ";" is also encoded, because some servers read a parameter after it, and "..;" as "..". The
// segment follows a single "/", which may be that at the end of u:
//
//	"http://h/a?q", "http://h/a/"   "b/c"    http://h/a/b%2Fc
//	"http://h/a"                    "..;b"   http://h/a/..%3Bb
//	"http://h", "a"                 "b c"    http://h/b%20c, a/b%20c
//	"urn:a:b", ""                   "c:d"    urn:a:b/c:d, ./c:d
//
// The segment "" makes the path end with "/", except that "urn:" stays. The child "" of "" is "./". All other bytes of
// the path stay as they are. To keep query and fragment, or to join a path of several segments, see [URI.JoinPath].
//
// The errors are [*Error] values: the segments "." and ".." are refused, with [ReasonDotSegment], and so is a result
// that is too long. The Offset is in the new path. It allocates the new path and the text of the URI, and more if the
// path has more than 256 bytes.
func (u URI) Child(segment string) (URI, error) {
	return result(reference.Child(reference.URIs, u.s, u.at(), segment, &nameCoding))
}

// Sibling returns u with the last segment of its path replaced, like [net/url.URL.Parse] of the segment, and like
// [URI.Resolve], but u may be relative. The result has no query and no fragment. The segment is data, as for
// [URI.Child]; its errors and its cost are those of Child. The last segment is that of [URI.LastSegment], and is empty
// after a "/" at the end:
//
//	"http://h/a/b?q"   "c/d"    http://h/a/c%2Fd
//	"http://h/a/"      "c"      http://h/a/c
//	"http://h", "a"    "c"      http://h/c, c
//	"urn:a:b"          "c"      urn:c
//
// The segment "" leaves the path up to its last "/", as in "http://h/a/". The sibling "" of "a" is "./", and that of
// "urn:a:b" is "urn:".
func (u URI) Sibling(segment string) (URI, error) {
	return result(reference.Sibling(reference.URIs, u.s, u.at(), segment, &nameCoding))
}

// nameCoding leaves unchanged what a segment without parameters can have.
var nameCoding = octet.NewCoding(func(c byte) bool { return c != ';' && tables.Is(c, tables.SegmentChars) })
