package iri

import "github.com/urispan/uri"

// A Base is a base IRI, prepared to resolve many references (RFC 3987, section 5.3.3, and RFC 3986, section 5.2). It is
// immutable and safe for concurrent use.
type Base struct{ b *uri.Base }

// NewBase prepares i as a base: see [uri.NewBase], whose errors it has.
func NewBase(i IRI, flags uri.Resolution) (*Base, error) {
	b, err := uri.NewBase(i.u, flags)
	if err != nil {
		return nil, err
	}
	return &Base{b}, nil
}

// IRI returns the base, without its fragment.
func (b *Base) IRI() IRI { return IRI{b.b.URI()} }

// AppendResolve appends the target of ref to dst: see [uri.Base.AppendResolve].
func (b *Base) AppendResolve(dst []byte, ref IRI) ([]byte, uri.Ranges, error) {
	return b.b.AppendResolve(dst, ref.u)
}

// AppendResolveString is [Base.AppendResolve] for a reference that is not parsed yet. If ref is no IRI-reference, the
// error is that of [Parse].
func (b *Base) AppendResolveString(dst []byte, ref string) ([]byte, uri.Ranges, error) {
	i, err := Parse(ref)
	if err != nil {
		return dst, uri.Ranges{}, err
	}
	return b.b.AppendResolve(dst, i.u)
}

// Resolve returns the target of ref: see [uri.Base.Resolve].
func (b *Base) Resolve(ref IRI) (IRI, error) {
	u, err := b.b.Resolve(ref.u)
	return IRI{u}, err
}

// Resolve returns the target of ref, where i is the base: see [uri.URI.Resolve].
func (i IRI) Resolve(ref IRI) (IRI, error) {
	u, err := i.u.Resolve(ref.u)
	return IRI{u}, err
}

// AppendResolve appends the target of ref, where i is the base, to dst: see [uri.URI.AppendResolve].
func (i IRI) AppendResolve(dst []byte, ref IRI) ([]byte, error) { return i.u.AppendResolve(dst, ref.u) }
