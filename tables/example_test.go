package tables_test

import (
	"fmt"

	"github.com/urispan/uri/tables"
)

func Example() {
	const text = "//a:1|"
	fmt.Println(tables.Is('|', tables.QueryChars))
	a := tables.URI()
	n, state, marks := a.Walk(text) // n is the offset of the first byte that makes text invalid
	fmt.Println(n, a.Accepting(state), a.Context(state).Component())
	fmt.Println(text[:marks[tables.MarkAuthority]])
	// Output:
	// false
	// 5 true authority
	// //
}

// The percent sign is in no class, since a percent-encoding is not a character.
func ExampleIs() {
	const query = "a=1|2&b=%7C"
	for i := range len(query) {
		if !tables.Is(query[i], tables.QueryChars) {
			fmt.Printf("%d %q\n", i, query[i])
		}
	}
	// Output:
	// 3 '|'
	// 8 '%'
}

// The context of a state describes the component and the rules that are being read.
func ExampleAutomaton_Walk() {
	a := tables.URI()
	n, state, _ := a.Walk("//[::1")
	fmt.Println(n, a.Accepting(state), a.Context(state).InIPLiteral())
	state, _ = a.Step(state, ']')
	fmt.Println(a.Accepting(state))
	// Output:
	// 6 false true
	// true
}
