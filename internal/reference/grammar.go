// Package reference implements the operations of RFC 3986 on references, each given by its text and the ranges of its
// components. Packages uri and iri share it, because an IRI-reference differs from a URI-reference only in its grammar.
// The grammar matters only where text is scanned and where errors are described.
package reference

import (
	"github.com/urispan/uri/fsm"
)

// A Grammar is that of RFC 3986 or that of RFC 3987.
type Grammar uint8

const (
	URIs Grammar = iota
	IRIs
)

// Scan scans s as a reference of the grammar, like [fsm.Scan].
func (g Grammar) Scan(s string, r *fsm.Ranges) (n int, ok bool) {
	if g == IRIs {
		return fsm.ScanAs(productionOf[ruleOfIRI+RuleReference], s, r)
	}
	return fsm.Scan(s, r)
}

// ScanKnown sets r to the ranges of s, which is a URI-reference or, after a call of [LinkIRIs], an IRI-reference. It
// is not inlined into other packages: there the compiler does not see the instance of ScanAs, and so would allocate r.
//
//go:noinline
func ScanKnown(s string, r *fsm.Ranges) { fsm.ScanAs(productionOf[ruleOfIRI+RuleReference], s, r) }

// A Rule is the rule of a grammar that an input was to match, as a [Fault] keeps it for its text.
type Rule uint8

const (
	RuleReference   Rule = iota // URI-reference
	RuleURI                     // URI
	RuleAbsoluteURI             // absolute-URI
	RuleRelativeRef             // relative-ref
	RuleBase                    // URI; its fragment is ignored (RFC 3986, section 5.1)
	ruleNone                    // no rule: only a part was given, or the input matches the grammar
	ruleOfIRI                   // added to one of the others: the same rule of RFC 3987
)

// productionOf maps rules to productions of package fsm. LinkIRIs sets the productions of RFC 3987. Until then they are
// the zero Production, which is fsm.URIReference.
var productionOf = [2 * ruleOfIRI]fsm.Production{
	RuleReference:   fsm.URIReference,
	RuleURI:         fsm.URI,
	RuleAbsoluteURI: fsm.AbsoluteURI,
	RuleRelativeRef: fsm.RelativeRef,
	RuleBase:        fsm.URI,
}

// LinkIRIs lets the functions of this package read IRIs. Package iri calls it when it is initialized. Programs without
// that package do not link the automaton of IRIs, which has 64 KiB.
func LinkIRIs() {
	productionOf[ruleOfIRI+RuleReference] = fsm.IRIReference
	productionOf[ruleOfIRI+RuleURI] = fsm.IRI
	productionOf[ruleOfIRI+RuleAbsoluteURI] = fsm.AbsoluteIRI
	productionOf[ruleOfIRI+RuleRelativeRef] = fsm.IRelativeRef
	productionOf[ruleOfIRI+RuleBase] = fsm.IRI
}

var ruleNames = [...]string{
	RuleReference:               "a URI-reference",
	RuleURI:                     "a URI",
	RuleAbsoluteURI:             "an absolute-URI",
	RuleRelativeRef:             "a relative-ref",
	RuleBase:                    "a base URI",
	ruleOfIRI + RuleReference:   "an IRI-reference",
	ruleOfIRI + RuleURI:         "an IRI",
	ruleOfIRI + RuleAbsoluteURI: "an absolute-IRI",
	ruleOfIRI + RuleRelativeRef: "an irelative-ref",
	ruleOfIRI + RuleBase:        "a base IRI",
}

// Rule returns the rule of the grammar that corresponds to a rule of RFC 3986.
func (g Grammar) Rule(a Rule) Rule {
	if g == IRIs {
		a += ruleOfIRI
	}
	return a
}

// Parse sets r to the ranges of s. If s does not match the rule, it returns an error.
func Parse(a Rule, s string, r *fsm.Ranges) error {
	if n, ok := fsm.ScanAs(productionOf[a], s, r); !ok {
		return NewError(a, s, n)
	}
	return nil
}
