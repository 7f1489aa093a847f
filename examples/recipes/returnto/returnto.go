// Package returnto stands for your own code: it has a function that handles URLs, and a fuzz test for it.
package returnto

import "github.com/urispan/uri"

// Path returns where a page of login sends the user afterwards. That is next, a parameter that anyone can set, if it is
// a path on this site, with or without a query, and otherwise "/".
func Path(next string) string {
	u, err := uri.Parse(next)
	if err != nil || !u.IsAbsolutePath() {
		return "/"
	}
	return next
}
