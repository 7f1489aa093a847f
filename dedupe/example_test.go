package dedupe_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/dedupe"
)

// The first spelling of each URI is written. Invalid lines are left out.
func ExampleURIs() {
	const lines = `http://example.com
HTTP://Example.com:80/
http://example.com/%zz
http://example.com/b/%2E./%61
http://example.com/a
`
	u := dedupe.URIs{Invalid: func(line dedupe.Invalid) error {
		fmt.Println("line", line.Number, "is invalid:", line.Err)
		return nil
	}}
	if err := u.Run(os.Stdout, strings.NewReader(lines)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 3 is invalid: bad percent-encoding in path at byte 20: expected a hex digit
	// http://example.com
	// http://example.com/b/%2E./%61
}

// Lines that differ only in parameters that track, or in the order of parameters, are duplicates.
func ExampleURIs_query() {
	const lines = "/shop?id=7&page=2\n/shop?page=2&utm_source=mail&id=7\n/shop?id=8\n"
	u := dedupe.URIs{Query: &uri.QueryRules{Tracking: true, Sort: true}}
	if err := u.Run(os.Stdout, strings.NewReader(lines)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// /shop?id=7&page=2
	// /shop?id=8
}

// Count the URIs of each registrable domain.
func ExampleURIs_count() {
	const lines = "http://www.example.co.uk/\nhttp://example.co.uk/\nhttp://WWW.example.co.uk\nhttp://127.0.0.1/\n"
	u := dedupe.URIs{
		WriteNormal: true,
		GroupBy:     dedupe.Domain,
		OnGroup: func(name []byte, count int64) error {
			fmt.Printf("%d %s\n", count, name)
			return nil
		},
	}
	if err := u.Run(os.Stdout, strings.NewReader(lines)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// http://www.example.co.uk/
	// http://example.co.uk/
	// http://127.0.0.1/
	// 1 127.0.0.1
	// 2 example.co.uk
}

func ExampleCounter() {
	c := dedupe.NewCounter(dedupe.Limits{})
	defer c.Close()
	for _, name := range []string{"b.example", "a.example", "b.example"} {
		if err := c.Add([]byte(name)); err != nil {
			fmt.Println(err)
			return
		}
	}
	err := c.Finish(func(name []byte, count int64) error {
		fmt.Printf("%s %d\n", name, count)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// a.example 1
	// b.example 2
}

func ExampleHost() {
	fmt.Printf("%s\n", dedupe.Host([]byte("http://joe@example.com:8042/")))
	// Output: example.com
}

func ExampleDomain() {
	for _, text := range []string{"http://www.example.co.uk/", "http://co.uk/", "http://[::1]/", "urn:a:b"} {
		fmt.Printf("%q\n", dedupe.Domain([]byte(text)))
	}
	// Output:
	// "example.co.uk"
	// "co.uk"
	// "[::1]"
	// ""
}
