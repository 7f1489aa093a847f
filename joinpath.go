package uri

import (
	"bytes"
	"strings"
)

// This file joins elements to a path.

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
func (u URI) JoinPath(elem ...string) (URI, error) { return u.joinPath(ofURIs, elem) }

// joinPath is JoinPath for a grammar. For IRIs, the elements must already match the rules of RFC 3987.
func (u URI) joinPath(g grammar, elem []string) (URI, error) {
	base := u.Path()
	last, empty := base, base == ""
	room := make([]byte, 0, encodeRoom)
	path := appendCleaned(room, g, base)
	for _, e := range elem {
		path = appendCleaned(path, g, e)
		last, empty = e, empty && e == ""
	}
	if empty {
		return u, nil
	}
	rooted := strings.HasPrefix(base, "/")
	if strings.HasSuffix(last, "/") || rooted && len(path) == 0 {
		path = append(path, '/')
	}
	if !rooted && !u.authority {
		path = bytes.TrimPrefix(path, []byte("/"))
		if len(path) == 0 && u.IsRelative() {
			path = append(path, "./"...)
		}
	}
	return u.with(g, ComponentPath, string(path))
}

// appendCleaned appends the segments of text to path, each with a "/" before it. It leaves out empty segments and
// ".". For ".." it removes the last segment of path, which must also be made by appendCleaned.
func appendCleaned(path []byte, g grammar, text string) []byte {
	for segment := range strings.SplitSeq(text, "/") {
		switch segment {
		case "", ".":
		case "..":
			path = path[:max(bytes.LastIndexByte(path, '/'), 0)]
		default:
			path = append(path, '/')
			if g == ofURIs {
				path = AppendEncodeRaw(path, PlaceSegment, segment)
			} else {
				path = append(path, segment...)
			}
		}
	}
	return path
}
