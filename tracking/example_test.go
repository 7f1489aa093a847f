package tracking_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/tracking"
)

func ExampleNames() {
	n := uri.Normalizer{Steps: uri.AllSteps, Query: &uri.QueryRules{
		Drop: append(tracking.Names(), "ref"), // and one of this site
		Sort: true,
	}}
	fmt.Println(n.Normalized(uri.MustParse("HTTP://example.com/?page=2&id=7&utm_source=mail&fbclid=x&ref=nav")))
	// Output: http://example.com/?id=7&page=2
}
