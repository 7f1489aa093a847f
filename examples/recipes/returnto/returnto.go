// Package returnto is an example of your own code: a function that handles URLs, and a fuzz test for it.
package returnto

import "github.com/urispan/uri"

// Path returns the target of the redirect after a login. It returns next, an untrusted parameter, if that is a path on
// this site, with or without a query, and otherwise "/".
func Path(next string) string {
	u, err := uri.Parse(next)
	if err != nil || !u.IsAbsolutePathRef() {
		return "/"
	}
	return next
}
