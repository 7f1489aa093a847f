package whatwg_test

import (
	"fmt"

	"github.com/urispan/uri/whatwg"
)

func ExampleIsNormal() {
	for _, s := range []string{"https://example.com/a?b", "https://example.com", "HTTPS://example.com/", "/a"} {
		fmt.Println(s, whatwg.IsNormal(s))
	}
	// Output:
	// https://example.com/a?b true
	// https://example.com false
	// HTTPS://example.com/ false
	// /a false
}

func ExampleBatch() {
	base := whatwg.MustParse("https://example.com/blog/index.html")
	var batch whatwg.Batch
	for _, ref := range []string{"post.html", "../about us", "//example.org", "https://["} {
		batch.Add(base, ref)
	}
	for i := range batch.Len() {
		ranges := batch.Ranges(i)
		lo, hi, _ := ranges.Host()
		fmt.Printf("%q %q\n", batch.Href(i), batch.Href(i)[lo:hi])
	}
	// Output:
	// "https://example.com/blog/post.html" "example.com"
	// "https://example.com/about%20us" "example.com"
	// "https://example.org/" "example.org"
	// "" ""
}
