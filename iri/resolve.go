package iri

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
)

// A Base is a base IRI that is prepared to resolve many references (RFC 3987, section 5.3.3, and RFC 3986, section
// 5.2). It is immutable, and several goroutines can use it at the same time. [NewBase] makes a Base. For a nil
// *Base and the zero Base, see [uri.Base].
type Base struct{ b reference.Base }

// NewBase prepares i as a base. It has the rules and errors of [uri.NewBase].
func NewBase(i IRI, flags uri.Resolution) (*Base, error) {
	b, fault := reference.NewBase(&grammar, i.u.String(), i.at(), reference.Resolution(flags))
	if fault != nil {
		return nil, uri.ErrorOf(fault)
	}
	return &Base{b}, nil
}

// base returns the Base that b holds, or the zero Base if b is nil.
func (b *Base) base() *reference.Base {
	if b == nil {
		return new(reference.Base)
	}
	return &b.b
}

// Format prints b for package fmt. For every verb it prints [IRI.Redacted] of the base, which hides the password. It
// implements [fmt.Formatter].
func (b Base) Format(f fmt.State, verb rune) {
	s, r := b.b.Text()
	fmt.Fprintf(f, fmt.FormatString(f, verb), known(s, &r).Redacted())
}

// AppendResolveString parses ref and appends its target to dst: see [uri.Base.AppendResolveString]. If ref is not an
// IRI-reference, the error comes from [Parse].
func (b *Base) AppendResolveString(dst []byte, ref string) ([]byte, fsm.Ranges, error) {
	var r fsm.Ranges
	dst, fault := b.base().AppendTargetString(dst, ref, &r)
	return dst, r, uri.ErrorOf(fault)
}

// Resolve returns the target of ref: see [uri.Base.Resolve].
func (b *Base) Resolve(ref IRI) (IRI, error) {
	return result(b.base().Resolve(ref.u.String(), ref.at()))
}

// Resolve returns the target of ref, where i is the base: see [uri.URI.Resolve].
func (i IRI) Resolve(ref IRI) (IRI, error) {
	return result(reference.Resolve(&grammar, i.u.String(), i.at(), ref.u.String(), ref.at()))
}
