package whatwg

import (
	"strings"

	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// An input is parsed in one of four ways. The first three are fast paths: each returns the result of the state machine,
// or declines.
//
//   - scanVector recognizes normal hrefs of http and https without credentials and port, as most links are. It uses
//     vector instructions and takes a fifth of the time of the automaton.
//   - scanAutomaton recognizes all normal hrefs, byte by byte, with the automaton that cmd/gentables compiles from
//     whatwg.abnf.
//   - A repair writes the href of an http or https input that is nearly normal, such as a relative reference. It takes
//     half the time of the state machine.
//   - A machine is the basic URL parser of the standard, state by state. It parses every input.
//
// An input is normal if it is its own href. The first two ways recognize normal input and have nothing to write:
// scanNormal tries them. Callers try scanNormal first. For other input, the method choose selects a repair or a
// machine.

// scanNormal reports whether s is its own href. If so, it sets o to the offsets of the components. Otherwise the
// content of o is undefined.
func scanNormal(s string, o *ranges.Offsets) bool {
	return scanVector(s, o) && hasPath(s, o) || scanVectorBeforeFragment(s, o) || scanAutomaton(s, o)
}

// hasPath reports whether the path of s begins with "/". The kernel that scanVector calls also accepts "http://host"
// and "http://host?query", which are not normal.
func hasPath(s string, o *ranges.Offsets) bool {
	return uint64(o.Path) < uint64(len(s)) && s[o.Path] == '/'
}

// scanVectorBeforeFragment is a fast path of scanNormal for http and https URLs with a fragment. The kernels reject a
// long URL with a fragment, so they get only the part before the "#".
func scanVectorBeforeFragment(s string, o *ranges.Offsets) bool {
	if !simd.Available || s == "" || s[0] != 'h' || len(s) > maxLen {
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

// choose plans the repair r of input, which is not normal, and returns nil. If a repair is not enough, it returns a
// machine for the input.
func (p Parser) choose(base *URL, input string, r *repair) *machine {
	// A repair encodes queries in UTF-8. Printable US-ASCII is the same in all encodings.
	if (p.Encoding == nil || isPrintable(input)) && r.plan(base, input) {
		return nil
	}
	return newMachine(p)
}
