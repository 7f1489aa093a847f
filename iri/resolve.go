package iri

import (
	"fmt"

	"github.com/urispan/uri"
)

// A Base is a base IRI that is prepared to resolve many references (RFC 3987, section 5.3.3, and RFC 3986, section
// 5.2). It is immutable, and several goroutines can use it at the same time. [NewBase] makes a Base. Results of the
// zero Base are valid references, but mean nothing.
type Base struct{ b uri.Base }

// NewBase prepares i as a base. The rules and errors are those of [uri.NewBase].
func NewBase(i IRI, flags uri.Resolution) (*Base, error) {
	b, err := uri.NewBase(i.u, flags)
	if err != nil {
		return nil, inside.IRIError(err)
	}
	inside.SetIRIBase(b)
	return &Base{*b}, nil
}

// IRI returns the base, without its fragment.
func (b *Base) IRI() IRI { return IRI{b.b.URI()} }

// String returns the base for people to read: [IRI.Redacted], which hides the password. For a nil *Base it returns
// "<nil>".
func (b *Base) String() string {
	if b == nil {
		return "<nil>"
	}
	return b.b.String()
}

// Format prints b for package fmt. For every verb it prints [Base.String], which hides the password. It implements
// [fmt.Formatter].
func (b Base) Format(f fmt.State, verb rune) { b.b.Format(f, verb) }

// AppendResolve appends the target of ref to dst: see [uri.Base.AppendResolve].
func (b *Base) AppendResolve(dst []byte, ref IRI) ([]byte, uri.Ranges, error) {
	return b.b.AppendResolve(dst, ref.u)
}

// AppendResolveString is [Base.AppendResolve] for a reference that is not yet parsed. If ref is not an IRI-reference,
// the error is that of [Parse].
func (b *Base) AppendResolveString(dst []byte, ref string) ([]byte, uri.Ranges, error) {
	return b.b.AppendResolveString(dst, ref)
}

// Resolve returns the target of ref: see [uri.Base.Resolve].
func (b *Base) Resolve(ref IRI) (IRI, error) {
	u, err := b.b.Resolve(ref.u)
	return IRI{u}, err
}

// Resolve returns the target of ref, where i is the base: see [uri.URI.Resolve].
func (i IRI) Resolve(ref IRI) (IRI, error) {
	u, err := i.u.Resolve(ref.u)
	return IRI{u}, inside.IRIError(err)
}

// AppendResolve appends the target of ref, where i is the base, to dst: see [uri.URI.AppendResolve].
func (i IRI) AppendResolve(dst []byte, ref IRI) ([]byte, uri.Ranges, error) {
	dst, r, err := i.u.AppendResolve(dst, ref.u)
	return dst, r, inside.IRIError(err)
}

// AppendRelativize appends the shortest reference, in bytes, that b resolves to target: see
// [uri.Base.AppendRelativize].
func (b *Base) AppendRelativize(dst []byte, target IRI) ([]byte, error) {
	dst, err := b.b.AppendRelativize(dst, target.u)
	return dst, inside.IRIError(err)
}

// Relativize returns the shortest reference, in bytes, that b resolves to target: see [uri.Base.Relativize].
func (b *Base) Relativize(target IRI) (IRI, error) {
	u, err := b.b.Relativize(target.u)
	return IRI{u}, inside.IRIError(err)
}

// Relativize returns the shortest reference that leads from i, as the base, to target: see [uri.URI.Relativize].
func (i IRI) Relativize(target IRI) (IRI, error) {
	u, err := i.u.Relativize(target.u)
	return IRI{u}, inside.IRIError(err)
}

// EstablishBase returns the base of relative references: see [uri.EstablishBase]. Its arguments are the IRI-references
// that could be the base, in their order of precedence. More than four of them cost one more allocation.
func EstablishBase(sources ...IRI) (IRI, error) {
	var buf [4]uri.URI
	us := buf[:0]
	for _, i := range sources {
		us = append(us, i.u)
	}
	u, err := uri.EstablishBase(us...)
	return IRI{u}, inside.IRIError(err)
}

// SameDocument reports whether ref is a same-document reference: see [uri.URI.SameDocument].
func (i IRI) SameDocument(ref IRI) bool { return i.u.SameDocument(ref.u) }
