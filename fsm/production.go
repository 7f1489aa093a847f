package fsm

import (
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// A Production is a rule of a grammar for a whole input. Its sentences are the inputs that match the rule. The zero
// Production is URIReference. Programs must not assign to the variables below.
//
// A Production holds a pointer, so that the linker keeps only the automata of the productions that a program uses.
type Production struct{ rule *rule }

// The productions of RFC 3986. Sections are of that RFC.
var (
	URIReference = Production{&uriReferenceRule} // URI / relative-ref (section 4.1)
	URI          = Production{&uriRule}          // scheme ":" hier-part [ "?" query ] [ "#" fragment ] (section 3)
	AbsoluteURI  = Production{&absoluteURIRule}  // scheme ":" hier-part [ "?" query ] (section 4.3)
	RelativeRef  = Production{&relativeRefRule}  // relative-part [ "?" query ] [ "#" fragment ] (section 4.2)
)

// The productions of RFC 3987, section 2.2: the productions of RFC 3986, with characters outside ASCII. An input is
// UTF-8; overlong forms are invalid. Offsets are in bytes. The offset of the first byte that makes an input invalid is
// never inside a character. For "/\xe6\x97", which ends inside a character, it is 1.
var (
	IRIReference = Production{&iriReferenceRule} // IRI / irelative-ref
	IRI          = Production{&iriRule}          // scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
	AbsoluteIRI  = Production{&absoluteIRIRule}  // scheme ":" ihier-part [ "?" iquery ]
	IRelativeRef = Production{&irelativeRefRule} // irelative-part [ "?" iquery ] [ "#" ifragment ]
)

// The productions of HTTP.
var (
	// HostPort is the value of the Host field, uri-host [ ":" port ] (RFC 9110, section 7.2). The ranges describe the
	// reference that consists of "//" and the input, so their offsets are 2 larger than in the input. The longest input
	// is two bytes shorter than MaxLen.
	HostPort = Production{&hostPortRule}

	// OriginForm is a form of request-targets, absolute-path [ "?" query ] (RFC 9112, section 3.2.1). The path may
	// begin with "//": the ranges never contain an authority.
	OriginForm = Production{&originFormRule}
)

// A rule is the implementation of a production.
type rule struct {
	automaton  tables.Automaton // of URIReference or IRIReference, for all rules of references
	form       form
	scheme     presence
	noFragment bool
}

// A form is the kind of text that a production describes.
type form uint8

const (
	formURI form = iota // a URI-reference
	formIRI             // an IRI-reference
	formHostPort
	formOrigin
)

// A presence is a condition on a component.
type presence uint8

const (
	optional presence = iota
	required
	forbidden
)

var (
	uriReferenceRule = rule{automaton: tables.URI()}
	uriRule          = rule{automaton: tables.URI(), scheme: required}
	absoluteURIRule  = rule{automaton: tables.URI(), scheme: required, noFragment: true}
	relativeRefRule  = rule{automaton: tables.URI(), scheme: forbidden}
	iriReferenceRule = rule{automaton: tables.IRI(), form: formIRI}
	iriRule          = rule{automaton: tables.IRI(), form: formIRI, scheme: required}
	absoluteIRIRule  = rule{automaton: tables.IRI(), form: formIRI, scheme: required, noFragment: true}
	irelativeRefRule = rule{automaton: tables.IRI(), form: formIRI, scheme: forbidden}
	hostPortRule     = rule{automaton: tables.HostPort(), form: formHostPort}
	originFormRule   = rule{automaton: tables.OriginForm(), form: formOrigin}
)

// get returns the rule of p.
func (p Production) get() *rule {
	if p.rule == nil {
		return &uriReferenceRule
	}
	return p.rule
}

// isReference reports whether the sentences are references.
func (p *rule) isReference() bool { return p.form <= formIRI }

// maxLen returns the length of the longest input that can be scanned.
func (p *rule) maxLen() uint64 {
	if p.form == formHostPort {
		return MaxLen - hostShift
	}
	return MaxLen
}

// hostShift is the difference between the ranges of a HostPort and offsets in the input.
const hostShift = 2 // the length of "//"

// ScanAs reports whether s is a sentence of the production p, and sets r as Scan does. If s is not a sentence of p, n
// is the offset of the first byte that no sentence of p could have there, or len(s) if s is only too short. For
// example, "http://example.com/#top" is invalid as an AbsoluteURI from the "#" on, and as a RelativeRef from the first
// ":" on.
func ScanAs[T string | []byte](p Production, s T, r *Ranges) (n int, ok bool) {
	return scanAs(p.get(), any(s), r.offsets())
}

// scanAs implements ScanAs. Every URI-reference is an IRI-reference with the same ranges, so scan serves both. The
// other productions of references are these two with conditions on the scheme or the fragment.
func scanAs(p *rule, input any, r *ranges.Offsets) (n int, ok bool) {
	switch {
	case !p.isReference():
		return walk(p, textOf(input), r)
	case p.scheme == optional: // and a fragment is optional as well
		return scan(p, input, r)
	}
	n, ok = scan(p, input, r)
	switch {
	case p.scheme == forbidden && r.SchemeEnd != 0:
		return int(r.SchemeEnd), false
	case p.scheme == required && r.SchemeEnd == 0 && uint64(n) < MaxLen:
		return schemes.Len(textOf(input)), false
	case p.noFragment && r.QueryEnd < r.End:
		return int(r.QueryEnd), false
	}
	return n, ok
}
