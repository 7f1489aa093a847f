package schema_test

import (
	"fmt"

	"github.com/urispan/uri/schema"
)

func ExampleURI() {
	fmt.Println(schema.URI("http://example.com/"))
	fmt.Println(schema.URI("//example.com/"))
	fmt.Println(schema.URI(7)) // a format says something of strings alone
	// Output:
	// <nil>
	// no scheme at byte 0: a URI was asked for
	// <nil>
}

// A validator that takes functions is given them all in a loop.
func ExampleAll() {
	registered := map[string]func(any) error{}
	for name, check := range schema.All() {
		registered[name] = check
	}
	fmt.Println(len(registered), registered["iri"]("http://résumé.example/"))
	// Output: 4 <nil>
}
