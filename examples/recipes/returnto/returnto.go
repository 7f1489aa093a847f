// Package returnto is an example of your own code: a function that handles URLs, and a fuzz test for it.
package returnto

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

// site is any page of this site.
var site = uri.MustParse("https://example.com/")

// Path returns the target of the redirect after a login. It returns next, an untrusted parameter, if that is a path on
// this site, with or without a query. If it is an absolute URI of this site, Path returns its path and query. Otherwise
// it returns "/".
func Path(next string) string {
	u, err := guard.ReturnTo(site, next)
	if err != nil {
		return "/"
	}
	return u.String()
}
