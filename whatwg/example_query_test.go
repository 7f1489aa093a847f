package whatwg_test

import (
	"fmt"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/urispan/uri/whatwg"
)

func ExampleURL_WithSearchParams() {
	u := whatwg.MustParse("https://example.com/?q=b c&utm_source=mail&page=2#top")
	params := u.SearchParams()
	params.Delete("utm_source")
	params.Set("page", "3")
	v, _ := u.WithSearchParams(params)
	fmt.Println(v)
	// Output:
	// https://example.com/?q=b+c&page=3#top
}

func ExampleSearchParams_All() {
	for name, value := range whatwg.ParseSearchParams("?q=caf%C3%A9+noir&q=100%").All() {
		fmt.Printf("%s: %s\n", name, value)
	}
	// Output:
	// q: café noir
	// q: 100%
}

// A page in Shift_JIS has a link with a query that is not in US-ASCII.
func ExampleParser_Parse_encoding() {
	shiftJIS, err := htmlindex.Get("shift_jis") // a label, as in the page's meta element
	if err != nil {
		panic(err)
	}
	page := whatwg.MustParse("https://example.com/")
	u, err := whatwg.Parser{Encoding: shiftJIS}.Parse(page, "/ヤ?q=ヤ☃")
	fmt.Println(u, err)
	// Output:
	// https://example.com/%E3%83%A4?q=%83%84%26%239731%3B <nil>
}
