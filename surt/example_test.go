package surt_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/surt"
	"github.com/urispan/uri/whatwg"
)

func Example() {
	u := uri.MustParse("http://www.Example.com:80/A//b%2Fc/?y=%41&x=2#top")
	for _, p := range []surt.Profile{surt.Plain, surt.Aggressive, surt.Semantic} {
		fmt.Println(p.Key(u))
	}

	// Output:
	// com,example,www)/A//b%2Fc/?y=A&x=2#top
	// com,example)/a/b/c?x=2&y=a
	// http://(com,example,www,)/A/b/c/?x=2&y=A#top
}

// A URL as a browser reads it.
func ExampleProfile_Key_web() {
	w, err := whatwg.Parse(`http:\\BÜCHER.example\Das Buch`)
	if err != nil {
		fmt.Println(err)
		return
	}
	u, _ := w.URI()
	fmt.Println(surt.Aggressive.Key(u))

	// Output: example,xn--bcher-kva)/das%20buch
}

func ExampleProfile_AppendKey() {
	var key []byte
	for _, text := range []string{"https://www.example.com/News/", "mailto:Joe@example.com"} {
		key = surt.Aggressive.AppendKey(key[:0], uri.MustParse(text))
		fmt.Printf("%s\n", key)
	}

	// Output:
	// com,example)/news
	// mailto:joe@example.com
}

func ExampleProfile_String() {
	fmt.Println(surt.Aggressive)

	// Output: aggressive
}
