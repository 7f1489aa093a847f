package origin

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// EncodeLocation percent-encodes the characters that RFC 3986 does not allow in the path, query and fragment of a
// location, as browsers do. It drops spaces at both ends. ok is false if the location has a control character, or a
// backslash before the query. The result may still not be a URI-reference, because the scheme and the authority do not
// change.
func EncodeLocation(location string) (encoded string, ok bool) {
	location = strings.Trim(location, " ")
	rest := location[:octet.Next(location, 0, "?#")]
	isControl := func(r rune) bool { return r < ' ' || r == 0x7f }
	if strings.ContainsFunc(location, isControl) || strings.Contains(rest, `\`) {
		return "", false
	}
	begin := 0 // of the path
	if n := schemes.Len(rest); n > 0 && strings.HasPrefix(rest[n:], ":") {
		begin = n + len(":")
	}
	if strings.HasPrefix(rest[begin:], "//") {
		begin += len("//")
		begin += len(rest[begin:]) - len(strings.TrimLeft(rest[begin:], "/")) // a third slash does not begin a host
		begin = octet.Next(rest, begin, "/")
	}
	return EncodeFrom(location, begin), true
}

// EncodeFrom percent-encodes the characters that RFC 3986 does not allow in the path, query and fragment of a location.
// The path begins at path.
func EncodeFrom(location string, path int) string {
	tail, fragment, hasFragment := strings.Cut(location[path:], "#")
	encoded := location[:path] + uri.PlaceQuery.EncodeRaw(tail) // keeps "?", and of a path what PlacePath keeps
	if hasFragment {
		encoded += "#" + uri.PlaceFragment.EncodeRaw(fragment)
	}
	return encoded
}
