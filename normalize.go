package uri

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// AppendNormalizedBytes appends to dst the normal form of text, a URI-reference such as a field of a log. It combines
// [Parse] and [Normalizer.Normalized], without a copy of text. It returns the extended slice, and the ranges of the
// components of the normal form, as Parse would return them: offset 0 is the first byte appended. The results do not
// share memory with text. On error it returns dst.
//
// If dst is large enough, it allocates only for texts of more than 1 KiB, and the error. If text overlaps the unused
// capacity of dst, text is copied first. If n.DefaultPort is not nil, each scheme that is passed to it is allocated.
func (n Normalizer) AppendNormalizedBytes(dst, text []byte) ([]byte, fsm.Ranges, error) {
	var r fsm.Ranges
	s := octet.TextFor(dst, text)
	if k, ok := fsm.Scan(s, &r); !ok {
		return dst, fsm.Ranges{}, ErrorOf(reference.URIs.Fault(reference.RuleReference, s, k))
	}
	n.DefaultPort = reference.PortOfCopies(n.DefaultPort)
	dst = n.core().AppendRanges(dst, s, &r)
	return dst, r, nil
}

// Normalized returns the normal form of u as a URI. If u is in normal form, it returns u itself. Otherwise it allocates
// the new text. For a text of more than 1 KiB it also allocates a buffer.
func (n Normalizer) Normalized(u URI) URI {
	s, r := n.core().Normalized(u.s, u.at())
	return pack(s, &r)
}

// IsNormalized reports whether u is in normal form, by all steps, that is, whether AppendNormalized would append its
// text. For most URIs of the web, a quick check decides. For other URIs, it writes the normal form, which allocates if
// it is longer than 1 KiB. For other steps, compare u with the result of [Normalizer.Normalized].
func (u URI) IsNormalized() bool { return allSteps.IsNormal(u.s, u.at()) }

// AppendNormalized appends the normal form of u to dst, by all steps, and returns the extended slice. If dst is large
// enough, it allocates only for texts of more than 1 KiB. For other steps, see [Normalizer.AppendNormalizedBytes].
func (u URI) AppendNormalized(dst []byte) []byte { return allSteps.Append(dst, u.s, u.at()) }

// AppendNormalizedString appends the normal form of the URI-reference s to dst, by all steps, and returns the extended
// slice. It combines [Parse] and [URI.AppendNormalized], and takes less time than the two: for most URIs of the web, one
// pass proves that they are valid and in normal form. On error it returns dst. If dst is large enough, it allocates only
// for texts of more than 1 KiB, and the error. For other steps, see [Normalizer.AppendNormalizedBytes].
func AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	dst, fault := allSteps.AppendString(dst, s)
	return dst, ErrorOf(fault)
}

// AppendNormalizedBytes appends the normal form of text to dst, by all steps, and returns the ranges of its components:
// see [Normalizer.AppendNormalizedBytes].
func AppendNormalizedBytes(dst, text []byte) ([]byte, fsm.Ranges, error) {
	return normalizer.AppendNormalizedBytes(dst, text)
}

// Normalized returns the normal form of u, by all steps: see [Normalizer.Normalized].
func (u URI) Normalized() URI { return normalizer.Normalized(u) }

// Steps is a set of steps of normalization (RFC 3986, sections 6.2.2 and 6.2.3). Steps are combined with "|".
type Steps uint16

const (
	// StepSchemeCase puts the scheme in lower case (section 6.2.2.1).
	StepSchemeCase = Steps(reference.StepSchemeCase)

	// StepHostCase puts the host in lower case, apart from its percent-encodings (section 6.2.2.1).
	StepHostCase = Steps(reference.StepHostCase)

	// StepPercentCase puts the hex digits of percent-encodings in upper case, in every component (section 6.2.2.1).
	StepPercentCase = Steps(reference.StepPercentCase)

	// StepPercent is percent-encoding normalization. Percent-encoded unreserved characters are decoded in userinfo,
	// host, path, query and fragment (section 6.2.2.2). With StepHostCase, "%41" in a host becomes "a".
	StepPercent = Steps(reference.StepPercent)

	// StepDots removes dot segments from the path (section 6.2.2.3), as remove_dot_segments does (section 5.2.4). If
	// the result would begin with "//" without an authority, it begins with "/.//" instead. With StepPercent, "%2E"
	// counts as "." in dot segments, as in resolution with ResolveEncodedDots.
	//
	// In a relative-path reference, a ".." at the start stays, because it removes a segment of the base. The path
	// "a/../b" also stays, because it does not always mean "b": with the base "urn:q", the target of "a/../b" is
	// "urn:/b", and the target of "b" is "urn:b". See [Normalizer], field HierarchicalBases.
	StepDots = Steps(reference.StepDots)

	// StepScheme is scheme-based normalization (sections 6.2.3, 3.2.2 and 3.2.3). It drops an empty port with its ":",
	// and the default port of the scheme. Other ports lose their leading zeros. For the schemes http, https, ws and
	// wss, an empty path after an authority becomes "/". For the scheme file, an authority that is just "localhost"
	// becomes empty. No other rules of schemes are known: "mailto:a@EXAMPLE.COM" does not change.
	StepScheme = Steps(reference.StepScheme)

	// StepAddress writes an IPv6 address as RFC 5952 does: "[0:0:0:0:0:0:0:1]" becomes "[::1]". Pieces have no leading
	// zeros (section 4.1). "::" replaces the first of the longest runs of two or more zero pieces (section 4.2).
	// Letters are in lower case (section 4.3). Only an IPv4-mapped address ends with an IPv4 address (section 5), as in
	// package [net/netip]: "[::FFFF:C000:201]" becomes "[::ffff:192.0.2.1]". That can make the text longer.
	//
	// This step belongs to syntax-based normalization, because it follows from definitions of RFC 3986 alone (section
	// 6.2.2): an IPv6address is a number of 128 bits. In its text, leading zeros are permitted and a run of zeros may
	// be elided (section 3.2.2). Texts of the same number identify the same host with every scheme. An IPv4address has
	// only one text. RFC 3986 does not define which texts of an IPvFuture are equivalent. Zones of addresses are not in
	// the grammar.
	StepAddress = Steps(reference.StepAddress)

	// StepCase is case normalization (section 6.2.2.1).
	StepCase = StepSchemeCase | StepHostCase | StepPercentCase

	// AllSteps is the set of all steps.
	AllSteps = StepCase | StepPercent | StepDots | StepScheme | StepAddress
)

// String returns the names of the steps, separated by commas, such as "host-case, dots", or "none".
func (s Steps) String() string { return reference.Steps(s).String() }

// A Normalizer normalizes URIs and relative references by the steps in its field Steps. To compare URIs by these steps,
// compare their Keys. The methods of URI with the same names, such as [URI.Normalized] and [URI.Key], use AllSteps and the
// built-in default ports. The zero Normalizer has no steps: it changes nothing. A Normalizer is safe for concurrent use if
// its function DefaultPort is.
//
// The normal form is a URI-reference, and is in normal form itself. It keeps empty queries and fragments, reserved
// characters and their percent-encodings, and empty segments: only the owner of a resource can tell which of these are
// equivalent (RFC 3986, section 6.2.4). The normal form can be longer than the text by up to seven bytes. If that could
// make a text too long to be parsed, the text is its own normal form.
type Normalizer struct {
	Steps Steps

	// DefaultPort returns the default port of a scheme. The scheme is given in lower case, which costs an allocation if
	// it was written with upper-case letters. For the same scheme, the result must always be the same. If DefaultPort
	// is nil, the function [DefaultPort] is used.
	DefaultPort func(scheme string) (port uint16, ok bool)

	// HierarchicalBases promises that relative references are resolved only against hierarchical bases: those that have
	// an authority or a path that begins with "/", such as all with the scheme http. Then StepDots removes every ".."
	// that has a segment to remove: "a/b/../../c" becomes "c", "a/.." becomes "./", and "a/../../b" becomes "../b".
	// With each such base, the target stays the same.
	HierarchicalBases bool

	// Query holds rules for the query. If it is nil, the query has no rules.
	Query *QueryRules
}

// QueryRules are rules for how a [Normalizer] edits the query. With them, URIs are equal if they differ only in
// parameters without a meaning:
//
//	rules := &uri.QueryRules{Tracking: true, Drop: []string{"ref"}, Sort: true}
//	n := uri.Normalizer{Steps: uri.AllSteps, Query: rules}
//
// A Normalizer with rules and without steps changes nothing but the query and, with TrackingFragment, the fragment. No
// rule is part of a step, because only the owner of a resource can tell which parameters have no meaning.
//
// The pairs of the query are those between "&". Keys are compared as in [URI.QueryGet]: decoded, with "+" as a space.
// Drop and Keep read an empty pair, as in "a&&b", as a parameter with the name "", unlike QueryGet. Pairs that stay are
// not changed. If the rules delete pairs and no pair is left, or only a single empty one, the query becomes undefined,
// as in [URI.WithoutQueryParam]. Otherwise an empty query stays, and so differs from an undefined one, unless DropEmpty
// is set. A long list in Drop or Keep takes time, because each key is compared with each name.
//
// For the rules, "utm_id=1;a=2" is one parameter, "utm_id". A server that also splits queries at ";" reads a second
// one, "a". If the key of a cached page depends on rules, first refuse such queries by HazardSemicolon of package
// guard.
type QueryRules struct {
	// Drop lists the names of the parameters to delete, as plain text. A name that ends with "*" matches all names that
	// begin with the text before it.
	Drop []string

	// Keep lists the names of the parameters that stay, in the format of Drop. If it is not empty, all other parameters
	// are deleted. A parameter that is also in Drop is deleted.
	Keep []string

	// DropEmpty deletes pairs with an empty value, such as "a=", empty pairs, as in "a&&b", and an empty query. It does
	// not delete pairs without a value, such as "a".
	DropEmpty bool

	// Sort sorts the pairs as [QuerySyntax.Sort] does. Pairs with equal keys keep their order.
	Sort bool

	// Tracking deletes parameters that are known to track visitors, such as "utm_source" and "fbclid". Some names count
	// only on the sites that use them for tracking: "igsh" is deleted from "https://www.instagram.com/p/1?igsh=2", and
	// stays in "https://example.com/?igsh=2" and in "?igsh=2", which has no host. The case of ASCII letters does not
	// matter, and a name is read without "amp;" at its start, as in "?a=1&amp;utm_source=b". The list is
	// internal/tracking/list.txt, with a source for each name. Every version of this module may change it, and with it
	// normal forms: see Page1 of package urlkey for a key that is stored. A program that must not change with the list
	// names its parameters in Drop.
	//
	// It takes one look-up in a map for each parameter, and does not allocate.
	Tracking bool

	// TrackingFragment deletes the same parameters, if they have a "=", from the fragment: "#utm_source=a" becomes
	// undefined, "#top&utm_source=a" becomes "#top", and "#/map?x=1&utm_source=a" becomes "#/map?x=1". Otherwise the
	// fragment does not change, and the other rules do not concern it.
	TrackingFragment bool
}

var (
	normalizer = Normalizer{Steps: AllSteps}
	allSteps   = &reference.Normalizer{Steps: reference.Steps(AllSteps)}
)

// core returns n as a Normalizer of package reference.
//
// PERF: it is inlined, and then does not allocate.
func (n *Normalizer) core() *reference.Normalizer {
	return &reference.Normalizer{
		Steps: reference.Steps(n.Steps), DefaultPort: n.DefaultPort, HierarchicalBases: n.HierarchicalBases,
		Query: (*reference.QueryRules)(n.Query),
	}
}
