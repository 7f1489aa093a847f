package neturl_test

import (
	"fmt"
	"net/url"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/whatwg"
)

// targetOld is a function of a crawler that uses net/url. It returns the URL to request for a link.
func targetOld(page *url.URL, link string, blocked map[string]bool) (*url.URL, error) {
	v, err := page.Parse(link)
	if err != nil {
		return nil, err
	}
	if blocked[v.Hostname()] {
		return nil, fmt.Errorf("blocked: %s", v.Hostname())
	}
	v.Fragment = ""
	return v, nil
}

// target is the function after the move. It reads the link as browsers do, and compares the host in one form. Callers
// still get a url.URL.
func target(page whatwg.URL, link string, blocked map[string]bool) (*url.URL, error) {
	w, err := page.Parse(link)
	if err != nil {
		return nil, err
	}
	if name, ok := host.CanonicalName(w.Hostname()); ok && blocked[name] {
		return nil, fmt.Errorf("blocked: %s", name)
	}
	v, _ := neturl.OfWHATWG(w.WithoutFragment())
	return v, nil
}

// A crawler has requests and callbacks with a *url.URL, and moves to the parser of browsers inside.
func Example_crawler() {
	const page = "http://example.com/docs/"
	old, err := url.Parse(page)
	if err != nil {
		panic(err)
	}
	blocked := map[string]bool{"localhost": true}
	for _, link := range []string{
		"/?a=100%zz", "a?ids[]=1|2", `..\b`, "///cdn.example.com/", "#a#b%", "100%", "http://LOCALHOST./", "http://[::1",
	} {
		fmt.Println("link:", link)
		v, err := targetOld(old, link, blocked)
		fmt.Println(" old:", v, err)
		v, err = target(whatwg.MustParse(page), link, blocked)
		fmt.Println(" new:", v, err)
	}
	// Output:
	// link: /?a=100%zz
	//  old: http://example.com/?a=100%zz <nil>
	//  new: http://example.com/?a=100%zz <nil>
	// link: a?ids[]=1|2
	//  old: http://example.com/docs/a?ids[]=1|2 <nil>
	//  new: http://example.com/docs/a?ids[]=1|2 <nil>
	// link: ..\b
	//  old: http://example.com/docs/..%5Cb <nil>
	//  new: http://example.com/b <nil>
	// link: ///cdn.example.com/
	//  old: http://example.com///cdn.example.com/ <nil>
	//  new: http://cdn.example.com/ <nil>
	// link: #a#b%
	//  old: <nil> parse "#a#b%": invalid URL escape "%"
	//  new: http://example.com/docs/ <nil>
	// link: 100%
	//  old: <nil> parse "100%": invalid URL escape "%"
	//  new: http://example.com/docs/100%25 <nil>
	// link: http://LOCALHOST./
	//  old: http://LOCALHOST./ <nil>
	//  new: <nil> blocked: localhost
	// link: http://[::1
	//  old: <nil> parse "http://[::1": missing ']' in host
	//  new: <nil> whatwg: IPv6-unclosed at byte 7
}
