package uri

import "github.com/urispan/uri/internal/reference"

// Relativize returns the shortest reference, in bytes, that b resolves to target: [Base.Resolve] returns target for it,
// byte for byte. If no reference is shorter than target, it returns target. Texts are compared byte for byte. To treat
// "HTTP://A/%7e" and "http://a/~" as equal, normalize both before.
//
// Of several shortest references, target itself comes first, then a relative-path reference, then an absolute-path
// reference, and then a network-path reference (RFC 3986, section 4.2).
//
// The error is an [*Error] with an Offset in target:
//   - with ReasonNoScheme, if target is a relative reference but the base is a URI: the error of [ParseURI];
//   - with ReasonDotSegment, if the path has a dot segment. Resolution removes the dot segments of every reference, and
//     only "", "?query" and "#fragment" keep the dot segments of the base. The "." in "x:/.//b" does not count, because
//     resolution adds it (section 5.3);
//   - with ReasonInexpressible, if the base is relative and no reference leads from it to target: from "/a" to "b",
//     from "//h/a" to "/b", or from "../a" to "b", because the name of the directory is not known;
//   - with ReasonInexpressible, if only a reference with the scheme of the base could lead to target, but b has
//     [ResolveNonStrict] and ignores that scheme: no reference leads from "http://a/b" to "http:g".
//
// The time is linear in the lengths of the two paths. The text of the reference is a part of the text of target, unless
// it begins with a dot. It allocates only a text that begins with a dot.
func (b *Base) Relativize(target URI) (URI, error) {
	return result(b.base().Relativize(target.s, target.at()))
}

// Relativize returns the shortest reference that leads from u, as the base, to target: see [Base.Relativize]. If u has
// no scheme, the error is an [*Error] with ReasonNoScheme. To relativize many targets, prepare a [Base].
func (u URI) Relativize(target URI) (URI, error) {
	return result(reference.Relativize(u.s, u.at(), target.s, target.at()))
}
