package fsm

import (
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/tables"
)

// # Recognizers of URIs
//
// The automaton decides. It reads every input, byte by byte, and agrees with the grammar for all strings: the tests of
// cmd/gentables prove it. Four other recognizers in this module are faster. Each returns the result of the automaton or
// declines, and tests compare both field by field.
//
//	recognizer              what it accepts                                          who chooses it
//	walk, this file         every input of every production                          scanAs (production.go), and scan
//	scan, vector.go         references without userinfo, IP-literal and bytes        scan itself; the functions of this
//	                        outside ASCII, with an authority in the first 64         package call scan
//	                        bytes
//	Batch.next, chunk.go    records of such references, many in one pass over a      Batch.next itself; nextAlone calls
//	                        buffer                                                   scan for the other records
//	simd.CopyPlain          URIs of http, https and file in normal form, which it    reference.CopyNormal; isPlain for
//	                        can copy                                                 URIs that have been scanned
//	simd.Web                URIs of http, https and file without most hazards of     quickAudit of package guard, and
//	                        package guard; normal hrefs of browsers                  scanNormal of package whatwg
//
// The automata of the Host field and the request-target (tables.HostPort and OriginForm) have no other recognizers.
// whatwg/strategy.go lists the recognizers of hrefs.
//
// Split of internal/reference recognizes nothing. It finds the components of text that is known to be valid.

// walk scans s with the automaton alone. It ignores the conditions of p on scheme and fragment. The fast path must
// return the same results. If s is not a sentence, walk sets r to the ranges of s[:n].
func walk(p *rule, s string, r *ranges.Offsets) (n int, ok bool) {
	if limit := p.maxLen(); uint64(len(s)) > limit {
		*r = ranges.Offsets{}
		return int(min(uint64(len(s)), MaxLen)), false
	}
	a := p.automaton
	n, state, m := a.Walk(s)
	ok = n == len(s) && a.Accepting(state)
	if a.Context(state).InCharacter() {
		for n--; !utf8.RuneStart(s[n]); n-- { // back to the first byte of the character
		}
	}
	end := uint32(n)
	if p.form == formHostPort {
		end += hostShift
		m[tables.MarkAuthority] = hostShift
		if m[tables.MarkPort] != 0 {
			m[tables.MarkPort] += hostShift
		}
	}
	r.SetMarks(&m, end)
	return n, ok
}

// textOf returns a string or a []byte as a string, which shares its memory.
func textOf(input any) string {
	if s, ok := input.(string); ok {
		return s
	}
	return octet.Text(input.([]byte))
}
