package tables_test

import (
	"fmt"

	"github.com/urispan/uri/tables"
)

// The percent sign is in no class: a percent-encoding is a rule, and no character.
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

// A byte is in several classes at once, and they can be or-ed, too.
func ExampleSets() {
	for _, b := range []byte("a:!|") {
		s := tables.Sets(b)
		fmt.Printf("%c %t %t %t\n", b, s&tables.Unreserved != 0, s&tables.Reserved != 0,
			s&(tables.UserinfoChars|tables.RegNameChars) != 0)
	}
	// Output:
	// a true false true
	// : false true true
	// ! false true true
	// | false false false
}

// The automaton, step by step: what package fsm does, and faster.
func ExampleNext() {
	const s = "//[::1"
	state := uint8(tables.Start)
	for i := range len(s) {
		state = tables.Next(state, tables.Class(s[i]))
	}
	fmt.Println(state == tables.Dead, tables.Accepting(state), tables.ContextOf(state).InIPLiteral())
	state = tables.Next(state, tables.Class(']'))
	fmt.Println(tables.Accepting(state))
	// Output:
	// false false true
	// true
}
