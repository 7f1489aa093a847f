package suffix_test

import (
	"fmt"

	"github.com/urispan/uri/host/suffix"
)

func ExampleRegistrable() {
	for _, text := range []string{"www.example.co.uk", "octocat.github.io", "www.ck.", "co.uk", "192.0.2.16"} {
		domain, err := suffix.Registrable(text)
		fmt.Printf("%s: %q %v\n", text, domain, err)
	}
	// Output:
	// www.example.co.uk: "example.co.uk" <nil>
	// octocat.github.io: "octocat.github.io" <nil>
	// www.ck.: "www.ck" <nil>
	// co.uk: "" public suffix instead of registrable domain at byte 0
	// 192.0.2.16: "" IPv4 address instead of DNS name at byte 10
}

// Who asks whether two hosts belong to one party has to know that some suffixes are private.
func ExampleSuffix() {
	for _, text := range []string{"www.example.co.uk", "octocat.github.io", "localhost", "192.0.2.16"} {
		name, kind, err := suffix.Suffix(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(name, kind)
	}
	// Output:
	// co.uk icann
	// github.io private
	// localhost unlisted
	// IPv4 address instead of DNS name at byte 10
}
