package uri

import (
	"slices"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal"
)

// Internal returns functions for the other packages of this module. They build on parts of URIs and IRIs that this
// package does not export. Internal is exempt from the compatibility promise, and other modules cannot call it, because
// they cannot import the package of the Key.
func Internal(internal.Key) internals { return internals{} }

// internals has its functions as methods, so that they do not appear among the functions of this package.
//
// To these functions, and to this package as a whole, an IRI is a URI whose text and ranges match the grammar of
// RFC 3987. Package iri never lets its callers see such a URI.
type internals struct{}

// New returns the URI with the text s and the ranges r. They must match.
func (internals) New(s string, r *fsm.Ranges) URI { return pack(s, r) }

// NewShort is New for a text of less than 65,535 bytes. The compiler inlines it.
func (internals) NewShort(s string, r *fsm.Ranges) URI { return near(s, r) }

// Ranges returns the ranges of u. The compiler inlines it and so need not allocate them.
func (internals) Ranges(u *URI) *fsm.Ranges {
	r := new(fsm.Ranges)
	u.ranges(r)
	return r
}

// RangesOf returns r in the form that this package exports.
func (internals) RangesOf(r *fsm.Ranges) Ranges { return Ranges{*r} }

// ErrorOf returns the names of a component and a reason of package fsm in an [Error].
func (internals) ErrorOf(c fsm.Component, r fsm.Reason) (Component, Reason) {
	return componentOf[c], reasonOf[r]
}

// ExplainIRI returns the error of s after [fsm.ScanAs] has returned n and false for s and p, a production of RFC 3987.
func (internals) ExplainIRI(p fsm.Production, s string, n int) Error {
	return explain(asked(slices.Index(productionOf[:], p)), s, n)
}

// IRIError changes err, which is a new error of a function of this package, so that its text names a rule of RFC 3987.
func (internals) IRIError(err error) error {
	if e, ok := err.(*Error); ok && e.asked() < askedPart {
		e.more += uint32(askedIRI) << askedShift
	}
	return err
}

// With is the With method of URI for the component c, for an IRI.
func (internals) With(u URI, c Component, raw string) (URI, error) { return u.with(ofIRIs, c, raw) }

// Without is [URI.Without] for an IRI.
func (internals) Without(u URI, c Component) (URI, error) { return u.without(ofIRIs, c) }

// WithQueryParam is [URI.WithQueryParam] for an IRI.
func (internals) WithQueryParam(u URI, key, value string) (URI, error) {
	return u.withQueryParam(ofIRIs, key, value)
}

// JoinPath is [URI.JoinPath] for an IRI. The elements must match the rules of a path in RFC 3987.
func (internals) JoinPath(u URI, elem []string) (URI, error) { return u.joinPath(ofIRIs, elem) }

// Child is [URI.Child] for an IRI. The segment must match the rules of RFC 3987.
func (internals) Child(u URI, segment string) (URI, error) { return u.child(ofIRIs, segment) }

// Sibling is [URI.Sibling] for an IRI. The segment must match the rules of RFC 3987.
func (internals) Sibling(u URI, segment string) (URI, error) { return u.sibling(ofIRIs, segment) }

// WithAddedQueryParam is [URI.WithAddedQueryParam] for an IRI.
func (internals) WithAddedQueryParam(u URI, key, value string) (URI, error) {
	return u.withAddedQueryParam(ofIRIs, key, value)
}

// Check is [Component.Check] for a component of an IRI.
func (internals) Check(c Component, raw string) error { return c.check(ofIRIs, raw) }

// FromElements is [Elements.URI] for an IRI.
func (internals) FromElements(e *Elements) (URI, error) { return e.build(ofIRIs) }

// OfBytes returns n for a text that may change later.
func (internals) OfBytes(n Normalizer) Normalizer { return n.ofBytes() }

// SetIRIBase makes b read references as IRIs.
func (internals) SetIRIBase(b *Base) { b.grammar = ofIRIs }

// SetIRI makes b build IRIs.
func (internals) SetIRI(b *Builder) { b.grammar = ofIRIs }

// Rewrite replaces the text of c in b by f of it. For each prefix of a text, f must return a prefix of the whole
// result, because Rewrite uses f to find the new offset of an error.
func (internals) Rewrite(b *Builder, c Component, f func(raw string) string) {
	s := &b.settings[c]
	if s.refused != nil {
		s.refused.Offset = len(f(s.raw[:s.refused.Offset]))
	}
	s.raw = f(s.raw)
}
