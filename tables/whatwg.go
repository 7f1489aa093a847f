package tables

//go:generate go run ../cmd/gentables -o zwhatwg.go whatwg

// The automaton for the normal URLs of the WHATWG URL Standard accepts the strings that are their own href, except
// that it does not check the number of a port and the form of an IPv6 address: package whatwg does. The grammar is in
// cmd/gentables/whatwg.abnf.
//
// An entry of the transitions is a uint16 with eight bits for the state and three for the mark. The marks are those
// of the automaton for URI-reference. MarkPath is also set by a path after "/.", which has no authority before it.
// The components have no contexts: an input that the automaton refuses is given to the state machine of the standard.
//
// Start and Dead are those of tables.go, and the states are ordered in the same way, except that Start does not accept.
