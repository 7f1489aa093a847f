// Package iri reads Internationalized Resource Identifiers as RFC 3987 defines them: URIs in which letters of all
// scripts may stand as they are, in UTF-8. It maps them to URIs and back.
//
// An [IRI] is to an IRI-reference what [uri.URI] is to a URI-reference, and what is said of that holds here, too: the
// names, the errors, what is undefined and what empty, offsets in bytes. Every URI is an IRI. Nothing is repaired,
// decoded or composed on the way: a text that is no UTF-8 is refused at the first byte that is none, and so is a
// character that RFC 3987 does not allow where it stands, such as a noncharacter, or a private one outside a query.
//
// The mappings are [IRI.URI] (section 3.1) and [FromURI] (section 3.2). Both leave the choice of how a host is written
// to their callers: percent-encoded, or by the rules of IDNA, for the DNS.
//
// What of package uri works on the text of components is not here again, since it takes that of IRIs as it is:
// [uri.Segments] and its like, [uri.RemoveDotSegments], [uri.Decode], and [uri.QuerySyntax], which writes what it adds
// to a query as percent-encoded UTF-8 ([EncodeText] writes characters). There is no GuessSuffix, since it knows a host
// by the ASCII letters of its name.
//
// Parsing checks the grammar and nothing else. It takes the characters that format bidirectional text, which only the
// prose of section 4.1 forbids; but what is mapped or encoded here gets none, nor other characters that nobody sees or
// that look like delimiters: see [AppendFromURI].
//
// Before you show an IRI to people, find out whose host it has: packages suffix and lookalike help with that.
package iri

import (
	"iter"
	"log/slog"
	"net/netip"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/door"
)

// An IRI is an IRI-reference: an IRI or a relative reference (RFC 3987, section 2.2), as it was written.
//
// It is a small immutable value (48 bytes on 64-bit systems) to be passed by value, usable as a map key, and safe for
// concurrent use. Two IRIs are == if and only if their texts are equal byte for byte. The zero IRI is the empty
// reference. An IRI keeps the string that it was parsed from in memory.
type IRI struct {
	u uri.URI // of which nothing but the grammar of its text is different
}

// inside is what package uri does for IRIs.
var inside = uri.Inside(door.Key{})

// Parse returns s as an IRI if it matches the rule IRI-reference (RFC 3987, section 2.2). Otherwise it returns the zero
// IRI and a [*uri.Error], whose Offset is that of the first byte of the first character that cannot stand where it
// does, or that is none in UTF-8 ([uri.ReasonBadUTF8]). It allocates nothing but that error.
func Parse(s string) (i IRI, err error) {
	text, r := inside.Parts(&i.u)
	*text = s
	// Most IRIs are URIs. They are not to pay for a call more than these do.
	if n, ok := fsm.Scan(s, r); !ok {
		err = i.resume(n)
	}
	return i, err
}

// resume is Parse where package fsm found i to be no URI-reference. It has a pointer since ranges that were just
// written cost more to copy than to write.
//
//go:noinline
func (i *IRI) resume(n int) error {
	text, r := inside.Parts(&i.u)
	n, ok := fsm.ResumeIRI(*text, n, r)
	if ok {
		return nil
	}
	err := i.newError(fsm.URIReference, n)
	*i = IRI{}
	return err
}

// TryParse is [Parse] for callers that meet many bad inputs: it reports success by ok and returns the error by value,
// so that rejecting, too, allocates nothing. If ok is true, e is the zero Error.
func TryParse(s string) (i IRI, e uri.Error, ok bool) {
	text, r := inside.Parts(&i.u)
	*text = s
	if n, ok := fsm.Scan(s, r); !ok {
		e, ok = i.tryResume(n)
		return i, e, ok
	}
	return i, uri.Error{}, true
}

// tryResume is resume for TryParse.
//
//go:noinline
func (i *IRI) tryResume(n int) (e uri.Error, ok bool) {
	text, r := inside.Parts(&i.u)
	if n, ok = fsm.ResumeIRI(*text, n, r); ok {
		return uri.Error{}, true
	}
	e = inside.Error(fsm.URIReference, n, &i.u)
	*i = IRI{}
	return e, false
}

// ParseIRI is [Parse] for the rule IRI, which demands a scheme and allows a fragment.
func ParseIRI(s string) (IRI, error) { return parseAs(fsm.URI, s) }

// ParseAbsoluteIRI is [Parse] for the rule absolute-IRI, which demands a scheme and allows no fragment.
func ParseAbsoluteIRI(s string) (IRI, error) { return parseAs(fsm.AbsoluteURI, s) }

// ParseRelativeRef is [Parse] for the rule irelative-ref, which allows no scheme.
func ParseRelativeRef(s string) (IRI, error) { return parseAs(fsm.RelativeRef, s) }

func parseAs(p fsm.Production, s string) (i IRI, err error) {
	text, r := inside.Parts(&i.u)
	*text = s
	if n, ok := fsm.ScanIRIAs(p, s, r); !ok {
		return IRI{}, i.newError(p, n)
	}
	return i, nil
}

//go:noinline
func (i IRI) newError(p fsm.Production, n int) error {
	e := inside.Error(p, n, &i.u)
	return &e
}

// MustParse is [Parse] for constants: it panics if s is no IRI-reference. The panic's text does not hold s.
func MustParse(s string) IRI {
	i, err := Parse(s)
	if err != nil {
		panic("iri.MustParse: " + err.Error())
	}
	return i
}

// The accessors do what those of package uri do: to call these would copy the URI once more, which costs more than all
// that they do.

// Scheme returns the scheme, which is "" if it is undefined: see [uri.URI.Scheme].
func (i IRI) Scheme() string {
	s, r := inside.Parts(&i.u)
	lo, hi, _ := r.Scheme()
	return (*s)[lo:hi]
}

// CanonicalScheme returns the scheme in lower case: see [uri.URI.CanonicalScheme].
func (i IRI) CanonicalScheme() string { return i.u.CanonicalScheme() }

// Authority returns the iauthority, without its "//": see [uri.URI.Authority].
func (i IRI) Authority() (authority string, ok bool) {
	s, r := inside.Parts(&i.u)
	lo, hi, ok := r.Authority()
	return (*s)[lo:hi], ok
}

// Userinfo returns the iuserinfo, without its "@": see [uri.URI.Userinfo].
func (i IRI) Userinfo() (userinfo string, ok bool) {
	s, r := inside.Parts(&i.u)
	lo, hi, ok := r.Userinfo()
	return (*s)[lo:hi], ok
}

// Host returns the ihost, an IP-literal with its brackets: see [uri.URI.Host].
func (i IRI) Host() (host string, ok bool) {
	s, r := inside.Parts(&i.u)
	lo, hi, ok := r.Host()
	return (*s)[lo:hi], ok
}

// Port returns the port, without its ":": see [uri.URI.Port].
func (i IRI) Port() (port string, ok bool) {
	s, r := inside.Parts(&i.u)
	lo, hi, ok := r.Port()
	return (*s)[lo:hi], ok
}

// Path returns the ipath: see [uri.URI.Path].
func (i IRI) Path() string {
	s, r := inside.Parts(&i.u)
	lo, hi := r.Path()
	return (*s)[lo:hi]
}

// Query returns the iquery, without its "?": see [uri.URI.Query].
func (i IRI) Query() (query string, ok bool) {
	s, r := inside.Parts(&i.u)
	lo, hi, ok := r.Query()
	return (*s)[lo:hi], ok
}

// Fragment returns the ifragment, without its "#": see [uri.URI.Fragment].
func (i IRI) Fragment() (fragment string, ok bool) {
	s, r := inside.Parts(&i.u)
	lo, hi, ok := r.Fragment()
	return (*s)[lo:hi], ok
}

// Ranges returns where the components of i lie in its text, in bytes.
func (i IRI) Ranges() uri.Ranges { return i.u.Ranges() }

// IsAbs reports whether i has a scheme: see [uri.URI.IsAbs].
func (i IRI) IsAbs() bool {
	_, r := inside.Parts(&i.u)
	_, _, ok := r.Scheme()
	return ok
}

// IsAbsoluteIRI reports whether i matches the rule absolute-IRI: it has a scheme and no fragment.
func (i IRI) IsAbsoluteIRI() bool { return i.u.IsAbsoluteURI() }

// IsRelative reports whether i is a relative reference: see [uri.URI.IsRelative].
func (i IRI) IsRelative() bool { return i.u.IsRelative() }

// IsNetworkPath reports whether i is a relative reference that begins with "//": see [uri.URI.IsNetworkPath].
func (i IRI) IsNetworkPath() bool { return i.u.IsNetworkPath() }

// IsAbsolutePath reports whether i is a relative reference that begins with a single "/": see [uri.URI.IsAbsolutePath].
func (i IRI) IsAbsolutePath() bool { return i.u.IsAbsolutePath() }

// IsRelativePath reports whether i is a relative reference that does not begin with "/": see [uri.URI.IsRelativePath].
func (i IRI) IsRelativePath() bool { return i.u.IsRelativePath() }

// HostKind returns the kind of the host, where an ireg-name is a [uri.HostRegName]: see [uri.URI.HostKind].
func (i IRI) HostKind() uri.HostKind {
	s, r := inside.Parts(&i.u)
	return uri.HostKind(fsm.HostKindOf(*s, r))
}

// HostAddr returns the host as an IP address if it is one: see [uri.URI.HostAddr].
func (i IRI) HostAddr() (netip.Addr, error) { return i.u.HostAddr() }

// PortNumber returns the port as a number: see [uri.URI.PortNumber].
func (i IRI) PortNumber() (uint16, error) { return i.u.PortNumber() }

// Segments returns the segments of the ipath in order, as written: see [uri.Segments].
func (i IRI) Segments() iter.Seq[string] { return i.u.Segments() }

// Pairs returns the pairs of the iquery in order, as written and split at "&": see [uri.URI.Pairs]. For other habits
// and for editing see [uri.QuerySyntax].
func (i IRI) Pairs() iter.Seq[uri.Pair] { return i.u.Pairs() }

// Redacted returns i as written, but with "xxxxx" for the password: see [uri.URI.Redacted].
func (i IRI) Redacted() string { return i.u.Redacted() }

// LogValue returns [IRI.Redacted] as a string value. It implements [slog.LogValuer].
//
// Package log/slog calls it only if the IRI itself is the value of an attribute. In another value, such as a struct, a
// slice or a map, a [slog.JSONHandler] calls [IRI.MarshalText], which is data and shows the password: log
// [IRI.Redacted] there.
func (i IRI) LogValue() slog.Value { return i.u.LogValue() }
