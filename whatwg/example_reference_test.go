package whatwg_test

import (
	"fmt"

	"github.com/urispan/uri/whatwg"
)

func ExampleScheme() {
	for _, link := range []string{"https://example.com/", " Java\nscript:alert(1)", "//example.com/", "a?b:c"} {
		scheme, ok := whatwg.Scheme(link)
		fmt.Printf("%q %t\n", scheme, ok)
	}
	// Output:
	// "https" true
	// "javascript" true
	// "" false
	// "" false
}

// A page that shows text of its users keeps the links that stay on its site, and those to a few schemes.
func ExampleSameOriginRef() {
	for _, link := range []string{
		"../about us", "#top", "///example.net/", `/\example.net/`, "https:example.net", "java\tscript:alert(1)",
	} {
		if ref, ok := whatwg.SameOriginRef(link); ok {
			fmt.Println("stays here:", ref)
		} else if u, err := whatwg.Parse(link); err == nil && u.Scheme() == "https" {
			fmt.Println("leads to another site:", u)
		} else {
			fmt.Printf("removed: %q\n", link)
		}
	}
	// Output:
	// stays here: ../about%20us
	// stays here: #top
	// removed: "///example.net/"
	// removed: "/\\example.net/"
	// leads to another site: https://example.net/
	// removed: "java\tscript:alert(1)"
}
