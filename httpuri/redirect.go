package httpuri

import (
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/origin"
)

// A RedirectOption changes how [Redirect] reads a location.
type RedirectOption uint8

const (
	_ RedirectOption = iota

	// RedirectEncodeRaw percent-encodes what RFC 3986 does not allow in path, query and fragment, as browsers do: spaces
	// inside, quotation marks, "[", "|", "{", octets outside US-ASCII, and a "%" that does not begin a percent-encoding. So
	// "/list?id[]=1" and "/é" are locations. Spaces at both ends are dropped. Control characters are still refused, and a
	// backslash before the query, which browsers read as a slash.
	RedirectEncodeRaw
)

// Redirect returns the target of a redirection. The location is the value of the Location field of the response (RFC
// 9110, section 10.2.2). It is a URI-reference, which Redirect resolves against from, the target URI of the request. If
// the fragment of the location is undefined, the result inherits the fragment of from. So from must be the URI that the
// user gave, including the fragment that was never sent.
//
// A response that does not redirect, such as 201 (Created), can also have a Location field. Its target inherits
// nothing: resolve it with [uri.URI.Resolve].
//
// The error is a [*uri.Error] from [uri.Parse] for the location, or from [uri.URI.Resolve] if from has no scheme. The
// result can be any URI, and is only as trustworthy as the response: see [Check]. Redirect costs the allocations of
// uri.URI.Resolve, and one more if the result inherits a fragment.
func Redirect(from uri.URI, location string, options ...RedirectOption) (uri.URI, error) {
	to, err := resolveLocation(from, location, slices.Contains(options, RedirectEncodeRaw))
	if err != nil {
		return uri.URI{}, err
	}
	fragment, ok := from.Fragment()
	if _, has := to.Fragment(); has || !ok {
		return to, nil
	}
	return to.WithFragment(fragment)
}

// resolveLocation parses a location and resolves it against from. encodeRaw is the option.
func resolveLocation(from uri.URI, location string, encodeRaw bool) (uri.URI, error) {
	ref, err := uri.Parse(location)
	if err != nil && encodeRaw {
		if encoded, ok := origin.EncodeLocation(location); ok {
			ref, err = uri.Parse(encoded)
		}
	}
	if err != nil {
		return uri.URI{}, err
	}
	return from.Resolve(ref)
}
