package whatwg_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
)

func ExampleURL_URI() {
	u := whatwg.MustParse("https://example.com/a|b?ids[]=1&share=100%")
	v, changes := u.URI()
	fmt.Println(v)
	fmt.Println(changes)
	// Output:
	// https://example.com/a%7Cb?ids%5B%5D=1&share=100%25
	// path encoded, query encoded
}

func ExampleFromURI() {
	for _, text := range []string{"https://example.com/a", "http://0x7f.1/", "http:a/b"} {
		u, changes, err := whatwg.FromURI(uri.MustParse(text))
		fmt.Println(u, changes, err)
	}
	// Output:
	// https://example.com/a none <nil>
	// http://127.0.0.1/ host changed <nil>
	// http://a/b authority found, path changed <nil>
}
