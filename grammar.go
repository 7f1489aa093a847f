package uri

import (
	"github.com/urispan/uri/fsm"
)

// The algorithms of this package also serve package iri, because an IRI-reference also consists of a text and the
// ranges of its components. The grammar matters only where text is read and where errors are described.

// A grammar is that of RFC 3986 or that of RFC 3987.
type grammar uint8

const (
	ofURIs grammar = iota
	ofIRIs
)

// scan is [fsm.Scan] for a grammar.
func scan[T string | []byte](g grammar, s T, r *fsm.Ranges) (n int, ok bool) {
	if g == ofIRIs {
		return fsm.ScanAs(fsm.IRIReference, s, r)
	}
	return fsm.Scan(s, r)
}

// scanKnown sets r to the ranges of s, which is a URI-reference or an IRI-reference.
func scanKnown(s string, r *fsm.Ranges) { fsm.ScanAs(fsm.IRIReference, s, r) }

// An asked is the rule that an input was to match, as an [Error] keeps it for its text.
type asked uint8

const (
	askedReference   asked = iota // URI-reference
	askedURI                      // URI
	askedAbsoluteURI              // absolute-URI
	askedRelativeRef              // relative-ref
	askedBase                     // URI, whose fragment is ignored (RFC 3986, section 5.1)
	askedPart                     // no rule: only a part was given, or the input matches the grammar
	askedIRI                      // added to one of the others: the same rule of RFC 3987
)

// productionOf has the production of package fsm for each rule that an input can be asked to match.
var productionOf = [...]fsm.Production{
	askedReference:   fsm.URIReference,
	askedURI:         fsm.URI,
	askedAbsoluteURI: fsm.AbsoluteURI,
	askedRelativeRef: fsm.RelativeRef,
	askedBase:        fsm.URI,

	askedIRI + askedReference:   fsm.IRIReference,
	askedIRI + askedURI:         fsm.IRI,
	askedIRI + askedAbsoluteURI: fsm.AbsoluteIRI,
	askedIRI + askedRelativeRef: fsm.IRelativeRef,
	askedIRI + askedBase:        fsm.IRI,
}

var askedNames = [...]string{
	askedReference:              "a URI-reference",
	askedURI:                    "a URI",
	askedAbsoluteURI:            "an absolute-URI",
	askedRelativeRef:            "a relative-ref",
	askedBase:                   "a base URI",
	askedIRI + askedReference:   "an IRI-reference",
	askedIRI + askedURI:         "an IRI",
	askedIRI + askedAbsoluteURI: "an absolute-IRI",
	askedIRI + askedRelativeRef: "an irelative-ref",
	askedIRI + askedBase:        "a base IRI",
}

// asked returns the rule of the grammar that corresponds to a rule of RFC 3986.
func (g grammar) asked(a asked) asked {
	if g == ofIRIs {
		a += askedIRI
	}
	return a
}
