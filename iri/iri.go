// Package iri reads Internationalized Resource Identifiers as RFC 3987 defines them: URIs that may have characters of all
// scripts, in UTF-8. It maps them to URIs and back.
//
//	i, err := iri.Parse("https://bücher.example/straße?q=ß")
//	u, err := i.URI(iri.HostLookup)              // https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%9F
//	j, err := iri.FromURI(u, iri.HostLookup)     // i again
//
// Parsing checks only the grammar. It repairs and decodes nothing, and does not put text into NFC. It refuses text that
// is not UTF-8, and characters that RFC 3987 does not allow in a component, such as noncharacters, and private
// characters outside a query.
//
// An [IRI] is an IRI-reference, as a [uri.URI] is a URI-reference, and every URI is an IRI. What this package shares with
// package [github.com/urispan/uri] has the same names, errors and rules. Offsets are in bytes.
//
// # Changing an IRI
//
// An IRI is changed by changing its URI:
//
//	u, err := i.URI(iri.HostPercent)
//	u, err = u.WithQueryParam("q", "grün")       // or any other method of package uri
//	i, err = iri.FromURI(u, iri.HostPercent)
//
// [FromURI] decodes every character that an IRI can show, in all components. So percent-encodings such as "%C3%BC" that i
// already had become characters. Both IRIs have the same URI.
//
// Functions of package uri for the text of components accept the text of IRIs: [uri.Segments], [uri.RemoveDotSegments],
// [uri.Decode] and the reading methods of [uri.QuerySyntax]. A request needs a URI: see [IRI.URI].
//
// # Mapping
//
// The mappings are [IRI.URI] (section 3.1) and [FromURI] (section 3.2). Their callers choose the form of the host:
// percent-encoded, or for the DNS, by the rules of IDNA, or as browsers read it.
//
// Parsing accepts characters that format bidirectional text, which section 4.1 forbids in its prose. But mapping never
// produces them, nor other invisible characters or characters that look like delimiters: see [AppendFromURI].
//
// Before you show an IRI to people, find out who owns its host: packages host/suffix and host/lookalike help with that.
package iri

import (
	"log/slog"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/textio"
)

// An IRI is an IRI-reference: an IRI or a relative reference, in its original spelling (RFC 3987, section 2.2).
//
// An IRI is a small immutable value (32 bytes on 64-bit systems). It can be passed by value, compared with ==, used as
// a map key, and used by several goroutines at the same time. Two IRIs are == if and only if their strings are equal
// byte for byte. The zero IRI is the empty reference. An IRI and its components share the memory of the string that was
// parsed. If that string is a part of a page, they keep the whole page in memory, unless [strings.Clone] has copied the
// text. To read a component, the text may be scanned again: see [uri.URI].
type IRI struct {
	u uri.URI // has the text and offsets of the IRI; callers must not see it, unless its text is ASCII
}

// Parse parses s as an IRI-reference (RFC 3987, section 2.2). If s is not one, it returns the zero IRI and a
// [*uri.Error]. The Offset of the error is the offset of the first character that the grammar does not allow there, or
// of the first byte that is not UTF-8 ([uri.ReasonBadUTF8]). Only that error is allocated.
func Parse(s string) (IRI, error) {
	var r fsm.Ranges
	if n, ok := fsm.ScanAs(fsm.IRIReference, s, &r); !ok {
		return IRI{}, uri.ErrorOf(grammar.Fault(reference.RuleReference, s, n))
	}
	return known(s, &r), nil
}

// ParseIRI parses s by the rule IRI: s must have a scheme, and may have a fragment.
func ParseIRI(s string) (IRI, error) {
	var r fsm.Ranges
	if fault := grammar.Parse(reference.RuleURI, s, &r); fault != nil {
		return IRI{}, uri.ErrorOf(fault)
	}
	return known(s, &r), nil
}

// MustParse is like [Parse] but panics if s is not an IRI-reference. Use it for constants. The text of the panic does
// not contain s.
func MustParse(s string) IRI { return textio.Must("iri.MustParse: ", Parse, s) }

// Scheme returns the scheme, or "" if it is undefined: see [uri.URI.Scheme].
func (i IRI) Scheme() string { return i.u.Scheme() }

// Userinfo returns the iuserinfo, without the "@": see [uri.URI.Userinfo].
func (i IRI) Userinfo() (userinfo string, ok bool) { return i.u.Userinfo() }

// Host returns the ihost, an IP-literal with its brackets: see [uri.URI.Host].
func (i IRI) Host() (host string, ok bool) { return i.u.Host() }

// Port returns the port, without the ":": see [uri.URI.Port].
func (i IRI) Port() (port string, ok bool) { return i.u.Port() }

// Path returns the ipath: see [uri.URI.Path].
func (i IRI) Path() string { return i.u.Path() }

// Query returns the iquery, without the "?": see [uri.URI.Query].
func (i IRI) Query() (query string, ok bool) { return i.u.Query() }

// Fragment returns the ifragment, without the "#": see [uri.URI.Fragment].
func (i IRI) Fragment() (fragment string, ok bool) { return i.u.Fragment() }

// Ranges returns the ranges of the components of i in its text, in bytes.
func (i IRI) Ranges() fsm.Ranges { return i.u.Ranges() }

// String returns the text that was parsed, byte for byte, without allocation. It may contain a password: see
// [IRI.Redacted].
func (i IRI) String() string { return i.u.String() }

// Redacted returns the text of i with "xxxxx" in place of the password: see [uri.URI.Redacted].
func (i IRI) Redacted() string { return i.u.Redacted() }

// LogValue returns [IRI.Redacted] as a string value. It implements [slog.LogValuer].
//
// Package log/slog calls it only if the IRI is itself the value of an attribute. For an IRI inside another value, such
// as a struct, a slice or a map, a [slog.JSONHandler] calls [IRI.MarshalText], which shows the password: log
// [IRI.Redacted] there.
func (i IRI) LogValue() slog.Value { return i.u.LogValue() }

// grammar is the grammar of RFC 3987.
var grammar = reference.Grammar{IRI: true, Productions: [...]fsm.Production{
	reference.RuleReference: fsm.IRIReference,
	reference.RuleURI:       fsm.IRI,
	reference.RuleBase:      fsm.IRI,
}}

// known returns the IRI with the text s, which is known to be an IRI-reference, and the ranges r.
func known(s string, r *fsm.Ranges) IRI {
	k := reference.KnownAs(s, r)
	return IRI{uri.Known(&k)}
}

// at returns the ranges of i.
//
// PERF: it is inlined, and then does not allocate them.
func (i *IRI) at() *fsm.Ranges {
	r := new(fsm.Ranges)
	*r = i.u.Ranges()
	return r
}

// result returns the results of a function of package reference as an IRI.
func result(s string, r fsm.Ranges, f *reference.Fault) (IRI, error) {
	return known(s, &r), uri.ErrorOf(f)
}
