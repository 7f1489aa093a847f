package httpuri

import "github.com/urispan/uri"

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
func Redirect(from uri.URI, location string) (uri.URI, error) {
	ref, err := uri.Parse(location)
	if err != nil {
		return uri.URI{}, err
	}
	to, err := from.Resolve(ref)
	if err != nil {
		return uri.URI{}, err
	}
	fragment, ok := from.Fragment()
	if _, has := to.Fragment(); has || !ok {
		return to, nil
	}
	return to.WithFragment(fragment)
}
