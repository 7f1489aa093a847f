package fsm

import "github.com/urispan/uri/tables"

// Scan leaves in r, if the input is dead, the ranges of what is before the offset where it dies. What was being read
// there mostly follows from them. Where it does not, in an authority that is not just a host so far, Scan leaves the
// context of the machine's state too: in host, and told in path.
const hasContext = 1<<32 - 1

func (r *offsets) setContext(c tables.Context) { r.Path, r.Host = hasContext, uint32(c) }

// context returns what was being read where the input died.
func (r *offsets) context() tables.Context {
	if r.Path == hasContext {
		return tables.Context(r.Host)
	}
	// As a table, since branches on it would be mispredicted as often as components vary.
	inAuthority := bit(r.Authority != 0) & bit(r.Path == r.End)
	return tables.Context(deadIn[bit(r.QueryEnd < r.End)<<2|bit(r.PathEnd < r.QueryEnd)<<1|inAuthority])
}

// deadIn has what is being read, by whether a fragment has begun, a query, and an authority but no path.
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
