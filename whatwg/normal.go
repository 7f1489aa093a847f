package whatwg

import "github.com/urispan/uri/internal/ranges"

// This file is the fast road: one pass over an input proves that nothing in it has to change, because it is its own
// href, and finds the components. Nearly all URLs on the web are normal in this sense. There are three ways to prove
// it, from the quickest to the most general:
//
//   - vector kernels for http and https with a plain host: simd.Web, or those of blocks.go,
//   - runs of bytes (runs.go) for the same URLs on all systems,
//   - the automaton (automaton.go) that cmd/gentables compiled from whatwg.abnf, for everything else.
//
// The first two confirm what the automaton would say or leave the input to it. For an input that is not normal there
// are the repair lane (repair.go) and the state machine of the standard (parse.go).

// scanNormal reports whether s is its own href. If so, it sets o to the offsets of the components. Otherwise the
// content of o is undefined.
func scanNormal(s string, o *ranges.Offsets) bool {
	if scanVector(s, o) && uint64(o.Path) < uint64(len(s)) && s[o.Path] == '/' {
		return true
	}
	return scanPortable(s, o)
}

// scanPortable is scanNormal without vector instructions.
func scanPortable(s string, o *ranges.Offsets) bool {
	switch scanRuns(s, o) {
	case normal:
		return true
	case notNormal:
		return false
	}
	return scanAutomaton(s, o)
}
