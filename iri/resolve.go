package iri

import "github.com/urispan/uri"

// A Base is a base IRI, prepared to resolve many references (RFC 3987, section 5.3.3, and RFC 3986, section 5.2). It is
// immutable and safe for concurrent use. It comes from [NewBase]: the zero Base is none.
type Base struct{ b uri.Base }

// NewBase prepares i as a base: see [uri.NewBase], whose errors it has.
func NewBase(i IRI, flags uri.Resolution) (*Base, error) {
	b, err := uri.NewBase(i.u, flags)
	if err != nil {
		return nil, inside.BaseError(err)
	}
	return &Base{*b}, nil
}

// IRI returns the base, without its fragment.
func (b *Base) IRI() IRI { return IRI{b.b.URI()} }

// String returns the base for people to read: [IRI.Redacted], which shows no password. For a nil *Base it returns
// "<nil>".
func (b *Base) String() string {
	if b == nil {
		return "<nil>"
	}
	return b.b.String()
}

// AppendResolve appends the target of ref to dst: see [uri.Base.AppendResolve].
func (b *Base) AppendResolve(dst []byte, ref IRI) ([]byte, uri.Ranges, error) {
	return inside.AppendResolve(&b.b, dst, &ref.u)
}

// AppendResolveString is [Base.AppendResolve] for a reference that is not parsed yet. If ref is no IRI-reference, the
// error is that of [Parse].
func (b *Base) AppendResolveString(dst []byte, ref string) ([]byte, uri.Ranges, error) {
	return inside.AppendResolveString(&b.b, dst, ref)
}

// Resolve returns the target of ref: see [uri.Base.Resolve].
func (b *Base) Resolve(ref IRI) (IRI, error) {
	u, err := b.b.Resolve(ref.u)
	return IRI{u}, err
}

// Resolve returns the target of ref, where i is the base: see [uri.URI.Resolve].
func (i IRI) Resolve(ref IRI) (IRI, error) {
	u, err := i.u.Resolve(ref.u)
	return IRI{u}, inside.BaseError(err)
}

// AppendResolve appends the target of ref, where i is the base, to dst: see [uri.URI.AppendResolve].
func (i IRI) AppendResolve(dst []byte, ref IRI) ([]byte, error) {
	dst, err := i.u.AppendResolve(dst, ref.u)
	return dst, inside.BaseError(err)
}

// AppendRelativize appends the shortest reference, in bytes, that b resolves to target: see
// [uri.Base.AppendRelativize].
func (b *Base) AppendRelativize(dst []byte, target IRI) ([]byte, error) {
	dst, err := b.b.AppendRelativize(dst, target.u)
	return dst, inside.BaseError(err)
}

// Relativize returns the shortest reference, in bytes, that b resolves to target: see [uri.Base.Relativize].
func (b *Base) Relativize(target IRI) (IRI, error) {
	s, err := inside.Relative(&b.b, target.u)
	if err != nil {
		return IRI{}, inside.BaseError(err)
	}
	return Parse(s)
}

// Relativize returns the shortest reference that leads from i, as the base, to target: see [uri.URI.Relativize].
func (i IRI) Relativize(target IRI) (IRI, error) {
	s, err := inside.RelativeOnce(i.u, target.u)
	if err != nil {
		return IRI{}, inside.BaseError(err)
	}
	return Parse(s)
}

// EstablishBase returns the base of relative references, given the IRI-references that could be it in their order of
// precedence: see [uri.EstablishBase]. Besides what that allocates, more than four sources cost one allocation.
func EstablishBase(sources ...IRI) (IRI, error) {
	var room [4]uri.URI
	us := room[:0]
	for _, i := range sources {
		us = append(us, i.u)
	}
	u, err := uri.EstablishBase(us...)
	return IRI{u}, inside.BaseError(err)
}

// SameDocument reports whether ref is a same-document reference: see [uri.SameDocument]. It allocates nothing.
func SameDocument(base, ref IRI) bool { return uri.SameDocument(base.u, ref.u) }
