package neturl_test

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/neturl"
)

// nextPage is a function of a program that uses net/url. It returns the link to the next page of a list. It reorders
// the parameters and drops those that it cannot read, without an error.
func nextPage(u *url.URL) string {
	query := u.Query()
	page, _ := strconv.Atoi(query.Get("page"))
	query.Set("page", strconv.Itoa(page+1))
	next := *u
	next.RawQuery = query.Encode()
	return next.String()
}

// nextPage1 is step 1: the callers do not change, and the function converts at its beginning. The error is not nil if
// no URI has the fields of u. From also returns the changes that it had to make, such as a scheme put into lower case.
func nextPage1(u *url.URL) (string, error) {
	v, _, err := neturl.From(u)
	if err != nil {
		return "", err
	}
	next, err := nextPage2(v)
	return next.String(), err
}

// nextPage2 is step 2: the function takes and returns URIs. It changes only the bytes of the parameter.
func nextPage2(u uri.URI) (uri.URI, error) {
	value, _ := u.QueryGet("page")
	page, _ := strconv.Atoi(value)
	return u.WithQueryParam("page", strconv.Itoa(page+1))
}

// A program moves from net/url to package uri function by function, from the inside to the outside. In step 3, the
// callers call [uri.Parse] instead of [url.Parse], or nethttp.TargetURI instead of reading the URL of a request. For a
// package that needs a [url.URL], they call [neturl.To]. When the last caller has moved, remove step 1.
func Example_migrate() {
	for _, s := range []string{
		"/list?page=1", "/list?sort=up&page=1&all", "/list?a;b&page=1&q=%C3%A9+e", "/list?q=100%&page=1",
		"/list?q=a|b&page=1",
	} {
		fmt.Println("in:", s)
		old, err := url.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(" 0:", nextPage(old))

		text, err := nextPage1(old)
		fmt.Println(" 1:", text, err)

		u, err := uri.Parse(s)
		if err != nil {
			fmt.Println(" 3:", err)
			continue
		}
		next, err := nextPage2(u)
		request, changes := neturl.To(next)
		fmt.Println(" 3:", request, changes, err)
	}
	// Output:
	// in: /list?page=1
	//  0: /list?page=2
	//  1: /list?page=2 <nil>
	//  3: /list?page=2 none <nil>
	// in: /list?sort=up&page=1&all
	//  0: /list?all=&page=2&sort=up
	//  1: /list?sort=up&page=2&all <nil>
	//  3: /list?sort=up&page=2&all none <nil>
	// in: /list?a;b&page=1&q=%C3%A9+e
	//  0: /list?page=2&q=%C3%A9+e
	//  1: /list?a;b&page=2&q=%C3%A9+e <nil>
	//  3: /list?a;b&page=2&q=%C3%A9+e none <nil>
	// in: /list?q=100%&page=1
	//  0: /list?page=2
	//  1: /list?q=100%25&page=2 <nil>
	//  3: bad percent-encoding in query at byte 12: expected a hex digit
	// in: /list?q=a|b&page=1
	//  0: /list?page=2&q=a%7Cb
	//  1: /list?q=a%7Cb&page=2 <nil>
	//  3: illegal character "|" in query at byte 9
}
