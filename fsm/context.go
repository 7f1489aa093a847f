package fsm

import "github.com/urispan/uri/tables"

// This file passes the context of a dead input from the scan to Explain.
//
// If an input is dead, Scan leaves in r the ranges of the prefix before n. The component that was being read usually
// follows from these ranges. It does not follow in an authority that is more than a host: there Scan stores the context
// of the machine's state in Host, and hasContext in Path.

// hasContext in Path says that Host holds a context.
const hasContext = 1<<32 - 1

func (r *offsets) setContext(c tables.Context) { r.Path, r.Host = hasContext, uint32(c) }

// context returns the context in which the input died.
func (r *offsets) context() tables.Context {
	if r.Path == hasContext {
		return tables.Context(r.Host)
	}
	// A table, because branches on the component would be mispredicted.
	inAuthority := bit(r.Authority != 0) & bit(r.Path == r.End)
	return tables.Context(deadIn[bit(r.QueryEnd < r.End)<<2|bit(r.PathEnd < r.QueryEnd)<<1|inAuthority])
}

// deadIn holds the component that was being read. Its index has three bits, from the highest down: a fragment has
// begun, a query has begun, there is an authority without a path.
var deadIn = [8]Component{
	0b000: tables.Path,
	0b001: tables.Authority,
	0b010: tables.Query,
	0b011: tables.Query,
	0b100: tables.Fragment,
	0b101: tables.Fragment,
	0b110: tables.Fragment,
	0b111: tables.Fragment,
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
