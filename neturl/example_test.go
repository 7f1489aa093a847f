package neturl_test

import (
	"fmt"
	"net/url"

	"github.com/urispan/uri"
	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/whatwg"
)

func Example() {
	u := uri.MustParse("https://example.com/a%2Fb?c")
	v, changes := neturl.To(u)
	fmt.Println(v, changes)
	w, changes, err := neturl.From(v)
	fmt.Println(w == u, changes, err)
	x, changes, err := neturl.Parse("/a b?c[]=100%")
	fmt.Println(x, changes, err)
	// Output:
	// https://example.com/a%2Fb?c none
	// true none <nil>
	// /a%20b?c%5B%5D=100%25 path encoded, query encoded <nil>
}

func ExampleTo() {
	v, changes := neturl.To(uri.MustParse("https://user@example.com:8443/a%2Fb?q"))
	fmt.Println(v, changes)
	fmt.Println(v.User, v.Host, v.Path, v.RawPath)
	// Output:
	// https://user@example.com:8443/a%2Fb?q none
	// user example.com:8443 /a/b /a%2Fb
}

// To returns the changes of components that a url.URL cannot hold.
func ExampleTo_changes() {
	v, changes := neturl.To(uri.MustParse("HTTP://u:p!@example.com/#"))
	fmt.Println(v)
	fmt.Println(changes)
	// Output:
	// http://u:p%21@example.com/
	// scheme lowered, userinfo encoded, fragment dropped
}

func ExampleOfWHATWG() {
	base := whatwg.MustParse("http://example.com/docs/")
	for _, link := range []string{"/?a=100%zz", "[x]|y?ids[]={1}#a#b", "http:///b\u00fccher.example"} {
		w, err := base.Parse(link)
		if err != nil {
			fmt.Println(err)
			continue
		}
		v, changes := neturl.OfWHATWG(w)
		fmt.Println(v, changes)
	}
	// Output:
	// http://example.com/?a=100%zz none
	// http://example.com/docs/%5Bx%5D%7Cy?ids[]={1}#a%23b path encoded, fragment encoded
	// http://xn--bcher-kva.example/ none
}

func ExampleParse() {
	for _, text := range []string{"#", "/a b?c[]=100%", `\\example.com`, "http://[fe80::1%25eth0]/"} {
		u, changes, err := neturl.Parse(text)
		fmt.Println(u, changes, err)
	}
	// Output:
	// # none <nil>
	// /a%20b?c%5B%5D=100%25 path encoded, query encoded <nil>
	// %5C%5Cexample.com path encoded <nil>
	//  none bad IP-literal in host at byte 15: expected an IPv6address or IPvFuture, closed by "]"
}

// A proxy can refuse the few hosts that would become other hosts.
func ExampleChanges() {
	u := uri.MustParse("http://good.example%2F.evil.example/")
	if v, changes := neturl.To(u); changes&neturl.ChangeHostChanged != 0 {
		fmt.Println("refused:", changes)
	} else {
		fmt.Println(v)
	}
	// Output: refused: host changed
}

func ExampleFrom() {
	v, err := url.Parse("http://example.com/search?tags[]=a b")
	if err != nil {
		fmt.Println(err)
		return
	}
	u, changes, err := neturl.From(v)
	fmt.Println(u, err)
	fmt.Println(changes)
	// Output:
	// http://example.com/search?tags%5B%5D=a%20b <nil>
	// query encoded
}

// String prints this path as an authority. From keeps it a path.
func ExampleFrom_path() {
	v := &url.URL{Path: "//evil.example/x"}
	u, changes, _ := neturl.From(v)
	fmt.Println(u)
	fmt.Println(changes)
	// Output:
	// /.//evil.example/x
	// path guarded
}

func ExampleFrom_error() {
	_, _, err := neturl.From(&url.URL{Scheme: "http", Host: "[fe80::1%eth0]"})
	fmt.Println(err)
	// Output: bad IP-literal in host at byte 8: expected an IPv6address or IPvFuture, closed by "]"
}
