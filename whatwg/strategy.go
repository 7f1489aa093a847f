package whatwg

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// There are four ways to parse an input. Each of the first three returns what the state machine of the standard would
// return, or leaves the input to the next one:
//
//   - scanVector reads normal hrefs of http and https without credentials and port, as most links are, with vector
//     instructions. A normal href is its own href, so there is nothing to write. It takes a fifth of the time of the
//     automaton.
//   - scanAutomaton reads every normal href, byte by byte, with the automaton that cmd/gentables compiles from whatwg.abnf.
//   - A repair writes the href of an input of http or https that is nearly normal, such as a relative reference. It takes
//     half of the time of the state machine.
//   - The machine is the basic URL parser of the standard, state by state. It takes every input.
//
// scanNormal chooses between the first two, and choose between the others. Callers try scanNormal first.

// scanNormal reports whether s is its own href. If so, it sets o to the offsets of the components. Otherwise the
// content of o is undefined.
func scanNormal(s string, o *ranges.Offsets) bool {
	return scanVector(s, o) && hasPath(s, o) || scanVectorBeforeFragment(s, o) || scanAutomaton(s, o)
}

// hasPath reports whether the path of s begins with "/". The kernel behind scanVector also accepts "http://host" and
// "http://host?query", which are not normal.
func hasPath(s string, o *ranges.Offsets) bool {
	return uint64(o.Path) < uint64(len(s)) && s[o.Path] == '/'
}

// scanVectorBeforeFragment is scanNormal for a URL of http or https with a fragment. The kernels do not accept a fragment in
// a long URL, so they read the part before the "#".
func scanVectorBeforeFragment(s string, o *ranges.Offsets) bool {
	if !simd.Available || s == "" || s[0] != 'h' || uint64(len(s)) > fsm.MaxLen {
		return false
	}
	i := strings.IndexByte(s, '#')
	if i < 0 || !scanVector(s[:i], o) || !hasPath(s[:i], o) {
		return false
	}
	end, _ := span(s, i+1, inFragment)
	o.End = uint32(end)
	return end == len(s)
}

// choose plans the repair r of an input that is not normal, and returns nil. If the input needs more than a repair, it
// returns a machine for it.
func (p Parser) choose(base *URL, input string, r *repair) *machine {
	// Repairs know no encoding but UTF-8, and all encodings encode printable US-ASCII alike.
	if (p.Encoding == nil || isPrintable(input)) && r.plan(base, input) {
		return nil
	}
	return newMachine(p)
}
