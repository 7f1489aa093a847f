package uri

import (
	"fmt"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
)

// A Resolution is a set of flags that change how references are resolved, where RFC 3986 leaves a choice or other
// parsers differ. Flags are combined with "|". The zero Resolution resolves as a strict parser does (section 5.2).
type Resolution uint8

const (
	// ResolveNonStrict ignores the scheme of a reference if it is the scheme of the base, in upper or lower case:
	// "http:g" means "g" (RFC 3986, section 5.2.2).
	ResolveNonStrict = Resolution(reference.NonStrict)

	// ResolveEncodedDots reads "%2E" in a dot segment as ".", as the URL Standard of the WHATWG does: "%2e" and ".%2E"
	// are dot segments, in the reference and in the base. In RFC 3986 they become dot segments only when the target is
	// normalized (sections 6.2.2.2 and 6.2.2.3).
	ResolveEncodedDots = Resolution(reference.EncodedDots)

	// ResolveRefuseAboveRoot makes it an error if no segment is left that a ".." segment could remove. Section 5.2.4
	// ignores such a "..".
	ResolveRefuseAboveRoot = Resolution(reference.RefuseAboveRoot)

	// ResolveRelativeBase lets [NewBase] accept a relative reference, such as "a/b", "/a" or "//h/a". RFC 3986 requires
	// a base to be a URI (section 5.1), so this goes beyond the RFC. The target of a reference is then usually a
	// relative reference, which a program resolves against another base later: with the base "a/b", "../c" resolves to
	// "c", and "../../c" to "../c".
	//
	// The dot segments of the base are removed first: "a/.." becomes "./". References are resolved by section 5.2, with
	// an undefined scheme in the base. There are two exceptions for a base that begins neither with a scheme nor with
	// "/". A ".." that has no segment left to remove stays at the start of the target. And "./" is put before a target
	// that would be empty, or begin with "/" or with a segment that has a ":".
	//
	// Resolving a reference against the relative base, and the target against a URI B, gives the same result as
	// resolving the relative base against B first. This holds if B has an authority or a path that begins with "/", but
	// not for another B, such as "urn:q". It does not hold for a reference with a scheme that [ResolveNonStrict]
	// ignores, because the relative base has no scheme to compare.
	ResolveRelativeBase = Resolution(reference.RelativeBase)
)

// A Base is a base URI that is prepared to resolve many references (RFC 3986, section 5.2). It is immutable, and
// several goroutines can use it at the same time. [NewBase] makes a Base. A nil *Base and the zero Base cannot resolve
// or relativize: these methods return an [*Error] with ReasonNoScheme. Like its URI, a Base keeps the string that was
// parsed in memory: see [URI.Clone].
type Base struct{ b reference.Base }

// NewBase returns u as a base that resolves many references. The fragment of u is ignored (RFC 3986, section 5.1). If u
// has no scheme, and flags do not have [ResolveRelativeBase], the error is an [*Error] with ReasonNoScheme. With
// ResolveRefuseAboveRoot, it is also an error if the path of u, cut after its last "/", has a ".." above the root. The
// Offset is then in u. Time and memory are linear in the length of u.
func NewBase(u URI, flags Resolution) (*Base, error) {
	b, fault := reference.NewBase(&reference.URIs, u.s, u.at(), reference.Resolution(flags))
	if fault != nil {
		return nil, ErrorOf(fault)
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

// URI returns the base, without its fragment.
func (b *Base) URI() URI {
	s, r := b.base().Text()
	return pack(s, &r)
}

// Format prints b for package fmt. For every verb it prints [URI.Redacted] of the base, which hides the password. It
// implements [fmt.Formatter].
func (b Base) Format(f fmt.State, verb rune) { formatText(f, verb, b.URI().Redacted()) }

// Resolve returns the target of ref, like [net/url.URL.ResolveReference] (RFC 3986, sections 5.2 and 5.3).
//
// The target is always a URI, except with [ResolveRelativeBase]. If it has no authority and its path begins with "//",
// Resolve puts "/." before the path, which would otherwise be read as an authority: for the base "x:/a/", "..//b"
// resolves to "x:/.//b".
//
// The error is an [*Error]. With ReasonAboveRoot, its Offset is the index of the ".." in ref. With ReasonTooLong, base
// and reference together are longer than a URI can be.
//
// The target is not normalized. A browser can write the same target differently, as its href, which package whatwg
// returns: the target "http://EXAMPLE.com:80" has the href "http://example.com/".
//
// The time is linear in the lengths of base and reference. Resolve allocates only the string of the target, and a
// buffer if that string is longer than 1 KiB. If the target is ref or the base, it does not allocate.
func (b *Base) Resolve(ref URI) (URI, error) { return result(b.base().Resolve(ref.s, ref.at())) }

// AppendResolveString parses ref and appends its target to dst: see [Base.Resolve]. It returns the extended slice and
// the ranges of the components of the target, as [Parse] would return them: offset 0 is the first byte appended. On
// error it returns dst. If ref is not a URI-reference, Parse returns the same error. If dst is large enough for the
// target, it does not allocate, unless dot segments are removed from more than 1 KiB.
func (b *Base) AppendResolveString(dst []byte, ref string) ([]byte, fsm.Ranges, error) {
	var r fsm.Ranges
	dst, fault := b.base().AppendTargetString(dst, ref, &r)
	return dst, r, ErrorOf(fault)
}

// Resolve returns the target of ref, with u as the base, like [net/url.URL.ResolveReference]: see [Base.Resolve].
// If u has no scheme, the error is an [*Error] with ReasonNoScheme. For many references, a prepared [Base] is faster.
func (u URI) Resolve(ref URI) (URI, error) {
	return result(reference.Resolve(&reference.URIs, u.s, u.at(), ref.s, ref.at()))
}

// SameDocument reports whether ref is a same-document reference with u as the base (RFC 3986, section 4.4). It is one
// if u and the target that [URI.Resolve] returns are the same string, apart from their fragments. To recognize more
// references, normalize u and ref first. If u has no scheme, a ref with a scheme is not a same-document reference.
// SameDocument takes linear time, and allocates only if the target is longer than 1 KiB.
func (u URI) SameDocument(ref URI) bool { return reference.SameDocument(u.s, u.at(), ref.s, ref.at()) }
