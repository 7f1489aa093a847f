// Package reference implements the operations of RFC 3986 on references, each given by its text and the ranges of its
// components. Packages uri and iri share it, because an IRI-reference differs from a URI-reference only in its grammar.
// The grammar matters only where text is scanned and where errors are described. References are built and changed by the
// grammar of URIs alone: an IRI is changed by changing its URI.
package reference

import (
	"github.com/urispan/uri/fsm"
)

// A Grammar is either [URIs], the grammar of RFC 3986, or the grammar of RFC 3987, which package iri has. So programs
// without package iri do not link the automaton of IRIs, which has 64 KiB.
type Grammar struct {
	Productions [RuleBase + 1]fsm.Production // by Rule
	IRI         bool                         // whether it is the grammar of RFC 3987
}

// URIs is the grammar of RFC 3986.
var URIs = Grammar{Productions: [...]fsm.Production{
	RuleReference:   fsm.URIReference,
	RuleURI:         fsm.URI,
	RuleAbsoluteURI: fsm.AbsoluteURI,
	RuleRelativeRef: fsm.RelativeRef,
	RuleBase:        fsm.URI,
}}

// Scan scans s as a reference of the grammar, like [fsm.Scan].
func (g *Grammar) Scan(s string, r *fsm.Ranges) (n int, ok bool) {
	if !g.IRI {
		return fsm.Scan(s, r) // PERF: most inputs are URIs, and ScanAs also checks conditions on their components
	}
	return fsm.ScanAs(g.Productions[RuleReference], s, r)
}

// Parse sets r to the ranges of s. If s does not match the rule, it returns a Fault.
func (g *Grammar) Parse(a Rule, s string, r *fsm.Ranges) *Fault {
	if n, ok := fsm.ScanAs(g.Productions[a], s, r); !ok {
		return g.Fault(a, s, n)
	}
	return nil
}

// A Rule is the rule of a grammar that an input was to match.
type Rule uint8

const (
	RuleReference   Rule = iota // URI-reference
	RuleURI                     // URI
	RuleAbsoluteURI             // absolute-URI
	RuleRelativeRef             // relative-ref
	RuleBase                    // URI; its fragment is ignored (RFC 3986, section 5.1)

	// A Fault also keeps these for its text.

	ruleNone  // no rule: only a part was given, or the input matches the grammar
	ruleOfIRI // added to one of the others: the same rule of RFC 3987
)

var ruleNames = [...]string{
	RuleReference:             "a URI-reference",
	RuleURI:                   "a URI",
	RuleAbsoluteURI:           "an absolute-URI",
	RuleRelativeRef:           "a relative-ref",
	RuleBase:                  "a base URI",
	ruleOfIRI + RuleReference: "an IRI-reference",
	ruleOfIRI + RuleURI:       "an IRI",
	ruleOfIRI + RuleBase:      "a base IRI",
}

// rule returns the rule of the grammar that corresponds to a rule of RFC 3986, as a Fault keeps it.
func (g *Grammar) rule(a Rule) Rule {
	if g.IRI {
		a += ruleOfIRI
	}
	return a
}
