package httpuri_test

import (
	"errors"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

func ExampleParse() {
	const target = "//evil.example/a?b=c"
	t, err := httpuri.Parse("GET", target)
	if err != nil {
		fmt.Println(err)
		return
	}
	lo, hi, _ := t.Range(uri.ComponentPath)
	fmt.Println(t.Form(), target[lo:hi])
	_, _, ok := t.Range(uri.ComponentHost)
	fmt.Println("has a host:", ok)
	// Output:
	// origin-form //evil.example/a
	// has a host: false
}

func ExampleParse_refused() {
	for _, request := range [][2]string{
		{"GET", "/a b"}, {"GET", "*"}, {"GET", "http:///x"},
		{"CONNECT", "example.com"}, {"CONNECT", "u@example.com:443"},
	} {
		_, err := httpuri.Parse(request[0], request[1])
		fmt.Println(err)
	}
	// Output:
	// request-target: illegal byte in path at byte 2
	// request-target: asterisk-form is for OPTIONS alone
	// request-target: no host
	// request-target: no port number
	// request-target: illegal byte in host at byte 1
}

func ExampleParseHost() {
	const value = "[2001:db8::7]:8080"
	n, err := httpuri.ParseHost(value)
	fmt.Println(value[:n], value[n:], err)
	_, err = httpuri.ParseHost("a@b")
	fmt.Println(err)
	// Output:
	// [2001:db8::7] :8080 <nil>
	// Host: illegal byte in host at byte 1
}

func Example() {
	q := httpuri.Request{Scheme: "http", Method: "GET", Target: "/where?q=now", Host: []string{"example.com"}}
	u, err := q.TargetURI()
	fmt.Println(u, err)
	o, err := httpuri.OriginOf(u)
	fmt.Println(o, err)
	v, err := httpuri.Redirect(u, "//b/c")
	fmt.Println(v, err)
	// Output:
	// http://example.com/where?q=now <nil>
	// http://example.com <nil>
	// http://b/c <nil>
}

func ExampleRequest_TargetURI() {
	q := httpuri.Request{
		Scheme: "https", // the connection is secured
		Method: "GET",
		Target: "//a/b?c",
		Host:   []string{"example.com:8443"},
	}
	u, err := q.TargetURI()
	fmt.Println(u, err)

	q.Target = "http://other.example/" // Host does not count
	u, err = q.TargetURI()
	fmt.Println(u, err)

	q.Host = nil // but must be there
	_, err = q.TargetURI()
	fmt.Println(err)
	// Output:
	// https://example.com:8443//a/b?c <nil>
	// http://other.example/ <nil>
	// Host: no Host field
}

func ExampleCheck() {
	err := httpuri.Check(uri.MustParse("http://bank.example@evil.example/"))
	fmt.Println(err)
	if e := (*httpuri.Error)(nil); errors.As(err, &e) && e.Reason == httpuri.ReasonUserinfo {
		fmt.Println("nothing else is wrong with it")
	}
	// Output:
	// URI: unwanted userinfo
	// nothing else is wrong with it
}

func ExampleOriginOf() {
	a, _ := httpuri.OriginOf(uri.MustParse("http://Example.com/a"))
	b, _ := httpuri.OriginOf(uri.MustParse("HTTP://user@example.com:080?b"))
	c, _ := httpuri.OriginOf(uri.MustParse("https://example.com/a"))
	fmt.Println(a, b, c)
	fmt.Println(a == b, a == c)
	// Output:
	// http://example.com http://example.com https://example.com
	// true false
}

func ExampleRedirect() {
	from := uri.MustParse("http://www.example.org/index.html#larry")
	fmt.Println(httpuri.Redirect(from, "/about"))
	// Output:
	// http://www.example.org/about#larry <nil>
}

// An Origin can be the key of a map, for example a map of open connections.
func ExampleOrigin() {
	open := map[httpuri.Origin]int{}
	for _, s := range []string{
		"http://example.com", "http://Example.com:80/b", "http://example.com:8080/", "file:///etc/hosts",
	} {
		o, err := httpuri.OriginOf(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		open[o]++
		fmt.Println(o.Scheme(), o.Host(), o.Port(), open[o])
	}
	// Output:
	// http example.com 80 1
	// http example.com 80 2
	// http example.com 8080 1
	// URI: no host
}
