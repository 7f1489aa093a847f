package httpuri

import "github.com/urispan/uri"

// Redirect returns where a response leads that redirects with the given value of its Location field (RFC 9110, section
// 10.2.2). That is a URI-reference, which is resolved against from, the target URI of the request; and if it has no
// fragment, not even an empty one, what it leads to inherits that of from. So from has to be the URI as the user gave
// it, with the fragment that was never sent. For the Location of a response that does not redirect, such as 201
// (Created), nothing is inherited: resolve it with [uri.URI.Resolve].
//
// The error is a [*uri.Error]: that of [uri.Parse] for the value, or that of [uri.URI.Resolve] if from has no scheme.
// What Redirect returns can be any URI, and is as trustworthy as the response: see [Check].
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
