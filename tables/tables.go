// Package tables holds the automata and character classes that cmd/gentables compiles from grammars: RFC 3986 for URIs,
// RFC 3987 for IRIs, RFC 9110 and RFC 9112 for the parts of references in HTTP, and RFC 6570 for URI templates.
//
//	ok := tables.Is('|', tables.QueryChars)   // false: no query has this byte
//	a := tables.URI()                         // the automaton of URI-reference
//	n, state, marks := a.Walk(text)           // text is valid if n is len(text) and a.Accepting(state)
//
// Package fsm is built on this package, and defines the words used here. It is faster than Walk. Use this package
// directly to build another scanner. Functions accept any argument and do not allocate.
package tables

//go:generate go run ../cmd/gentables -o zuri.go uri
//go:generate go run ../cmd/gentables -o ziri.go iri
//go:generate go run ../cmd/gentables -o zhost.go host
//go:generate go run ../cmd/gentables -o zorigin.go origin
//go:generate go run ../cmd/gentables -o ztemplate.go template

// Is reports whether b is in one of the character classes of s.
func Is(b byte, s Set) bool { return sets[b]&s != 0 }

// A Component is a component or subcomponent of a URI reference (RFC 3986, section 3).
type Component uint8

// String returns the name of c in the RFC, or "" if c is None or not a component.
func (c Component) String() string { return componentNames[c&(1<<componentBits-1)] }

// inRanges reports whether r is in one of the ranges in list, which are sorted.
func inRanges(list [][2]rune, r rune) bool {
	for i := range list {
		if r <= list[i][1] {
			return r >= list[i][0]
		}
	}
	return false
}
