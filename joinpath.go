package uri

import "github.com/urispan/uri/internal/reference"

// JoinPath returns u with the elements joined to its path, like [net/url.URL.JoinPath]. It writes one "/" between
// them, and then removes dot segments and empty segments, also those of u. The result ends with "/" if the last
// element does. Without elements, it ends with "/" if the path of u does.
//
//	"http://h/a/b"    "../c", "d e/"    http://h/a/c/d%20e/
//	"http://h"        "x", "/y"         http://h/x/y
//	"a"               "../../b"         b
//
// A ".." that has nothing left to remove is dropped. A relative path stays relative: if nothing is left of it, it
// becomes "./". If the path of u and all elements are empty, JoinPath returns u.
//
// An element is text of a path: "/" separates segments, and percent-encodings stay as they are. Bytes that a path
// cannot have are percent-encoded, also "?", "#" and a "%" without two hex digits after it.
//
// To join data as one segment, see [URI.Child], which drops query and fragment. To keep them, give JoinPath the result
// of [EncodeText] with [PlaceSegment], but refuse data that is "..", because that leaves the path of u. Text such as
// "%2E%2E" stays, but normalization would remove it like "..". For a path of data alone, see [Builder.EncodePath]. To
// keep empty segments, see [URI.Resolve].
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
