package schema_test

import (
	"fmt"

	"github.com/urispan/uri/schema"
)

func ExampleURI() {
	fmt.Println(schema.URI("http://example.com/"))
	fmt.Println(schema.URI("//example.com/"))
	fmt.Println(schema.URI(7)) // a format applies only to strings
	// Output:
	// <nil>
	// no scheme at byte 0: expected a URI, such as https://example.com/
	// <nil>
}

// A loop registers all checks with a validator that accepts functions.
func ExampleAll() {
	registered := map[string]func(any) error{}
	for name, check := range schema.All() {
		registered[name] = check
	}
	fmt.Println(len(registered), registered["iri"]("http://résumé.example/"))
	// Output: 5 <nil>
}

// The formats differ in whether they require a scheme, and in whether they allow characters outside US-ASCII.
func ExampleURIReference() {
	for _, s := range []string{"http://example.com/", "../é", "../e"} {
		fmt.Print(schema.URI(s) == nil, " ", schema.URIReference(s) == nil, " ")
		fmt.Println(schema.IRI(s) == nil, schema.IRIReference(s) == nil)
	}
	// Output:
	// true true true true
	// false false false true
	// false true false true
}

func ExampleIRI() {
	fmt.Println(schema.IRI("http://résumé.example/"))
	fmt.Println(schema.IRI("http://example.com/a b"))
	// Output:
	// <nil>
	// illegal space in path at byte 20
}

func ExampleURITemplate() {
	fmt.Println(schema.URITemplate("http://example.com/users/{id}{?page}"))
	fmt.Println(schema.URITemplate("http://example.com/users/{id"))
	// Output:
	// <nil>
	// unexpected end at byte 28 of the template
}

// Use a Check with a validator that requires an interface.
func ExampleCheck() {
	var checker interface{ IsFormat(any) bool } = schema.Check(schema.URI)
	fmt.Println(checker.IsFormat("http://example.com/"), checker.IsFormat("a b"), checker.IsFormat(7))
	// Output: true false true
}
