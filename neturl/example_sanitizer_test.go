package neturl_test

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/whatwg"
)

// cleanOld is a function of a sanitizer of HTML that uses net/url. It returns the link of a user, changed by a callback,
// and whether the link leads to another site, or false if the link must be removed.
func cleanOld(link string, change func(*url.URL)) (text string, external, ok bool) {
	v, err := url.Parse(strings.TrimSpace(link))
	if err != nil || v.Scheme != "" && v.Scheme != "https" {
		return "", false, false
	}
	change(v)
	return v.String(), v.Host != "", true
}

// clean is the function after the move. It accepts the same strings, but checks how browsers read them. Callbacks still
// get a url.URL.
func clean(link string, change func(*url.URL)) (text string, external, ok bool) {
	u, _, err := neturl.Parse(strings.TrimSpace(link))
	if err != nil {
		return "", false, false
	}
	v, _ := neturl.To(u)
	before := *v
	if change(v); *v != before { // otherwise u, which can have an empty fragment
		if u, _, err = neturl.From(v); err != nil {
			return "", false, false
		}
	}
	if scheme, ok := whatwg.Scheme(u.String()); ok && scheme != "https" {
		return "", false, false
	}
	_, inside := whatwg.SameOriginRef(u.String())
	return u.String(), !inside, true
}

// A sanitizer has callbacks with a *url.URL, and moves to functions that return valid URIs and read them as browsers do.
func Example_sanitizer() {
	noTracking := func(v *url.URL) {
		if strings.HasPrefix(v.RawQuery, "utm_") {
			v.RawQuery = ""
		}
	}
	for _, link := range []string{
		"#", "/a b?q=[x]", "/a?utm_source=x", "https://example.com/", "///example.net/", "https:example.net",
		`/\example.net`, "javascript:alert(1)", "java\nscript:alert(1)",
	} {
		fmt.Printf("link: %q\n", link)
		text, external, ok := cleanOld(link, noTracking)
		fmt.Printf(" old: %q %t %t\n", text, external, ok)
		text, external, ok = clean(link, noTracking)
		fmt.Printf(" new: %q %t %t\n", text, external, ok)
	}
	// Output:
	// link: "#"
	//  old: "" false true
	//  new: "#" false true
	// link: "/a b?q=[x]"
	//  old: "/a%20b?q=[x]" false true
	//  new: "/a%20b?q=%5Bx%5D" false true
	// link: "/a?utm_source=x"
	//  old: "/a" false true
	//  new: "/a" false true
	// link: "https://example.com/"
	//  old: "https://example.com/" true true
	//  new: "https://example.com/" true true
	// link: "///example.net/"
	//  old: "///example.net/" false true
	//  new: "///example.net/" true true
	// link: "https:example.net"
	//  old: "https:example.net" false true
	//  new: "https:example.net" true true
	// link: "/\\example.net"
	//  old: "/%5Cexample.net" false true
	//  new: "/%5Cexample.net" false true
	// link: "javascript:alert(1)"
	//  old: "" false false
	//  new: "" false false
	// link: "java\nscript:alert(1)"
	//  old: "" false false
	//  new: "" false false
}
