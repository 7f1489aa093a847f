// Package guard finds hazards in URIs from strangers, and decides which URIs a program accepts. It is for proxies that
// serve such URIs and for crawlers and servers that fetch them. A valid URI is not always a safe one.
//
// [Audit] returns the hazards of a URI as a set of [Hazards]. Some of them mislead people and programs that trust the
// text of a URI: a host that is an address in disguise, or an encoded dot segment. Others say that net/url or browsers
// read the URI differently than RFC 3986. Audit is as fast as parsing for most URIs. [Findings] also says where in
// the text the hazards are. [Parse] parses and audits in one pass.
//
// A [Policy] refuses URIs by [Rules] for schemes, hosts, ports, addresses, lengths and hazards. [FetchRules] returns
// rules for a server that fetches URIs from its users. The error is a [Refusal], a code that a program can switch on.
//
// The text of a URI does not show where a request goes: a name can have any address, and another address a moment
// later. So a Policy also checks addresses when a connection is made: see [Policy.Control]. Package guardhttp makes an
// http.Client that does so.
package guard

import (
	"iter"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal"
	"github.com/urispan/uri/internal/glance"
)

// Audit returns the hazards in the text of u. It does not resolve, normalize or look up anything.
//
// Audit is for a URI that a program already has, such as the result of resolving a redirect. Programs that also parse
// the text call [Parse]. [Findings] returns where the hazards are.
//
// Audit allocates nothing. For most URIs, which have no hazard, one pass over the text is enough. Other URIs take time
// linear in their length.
//
// # Hazards in detail
//
// A dot segment is encoded if the text between two separators is "." or ".." after decoding, and a dot or a separator
// next to it is percent-encoded. The separators are "/" and "\". In a query, its beginning and its end are separators,
// and so are "=", "&" and ";" that are not encoded, but only ".." counts as a dot segment.
//
// The pairs and keys of a query are those of the zero [uri.QuerySyntax]. The query is split at "&", and keys are
// compared after percent-decoding, where "+" means "+". Empty pairs have no key. Audit remembers 128 keys. In a query
// with more, the first key that exceeds this number counts as repeated, because certainty would take memory.
//
// # Different readings
//
// A parser reads u differently if it refuses u, or if its result is not that of RFC 3986 and a request would go
// elsewhere or ask for something else. Audit sets [HazardDiffersInNetURL] and [HazardDiffersInWHATWG] in all such cases
// and in no others. It compares:
//
//   - the scheme, in lower case;
//   - user and password, which the first ":" of a userinfo separates: whether they are defined, and their decoded
//     texts;
//   - the host, decoded and in lower case, or the address that it represents, and whether it is defined; a name is not
//     equal to an address;
//   - the port as a number, and whether it is empty; an undefined port is equal to the default port of the scheme;
//   - the path as written, and if the parser decodes, the list of its decoded segments; after an authority, an empty
//     path is equal to "/";
//   - query and fragment as written, and whether they are defined.
//
// For [net/url], the parser is url.Parse, and the fields and methods are Scheme, Opaque, User, Host, Path, EscapedPath,
// RawQuery, ForceQuery and EscapedFragment. It differs if
//
//   - the fragment is empty: it is lost;
//   - the authority is empty, and the scheme is undefined ("///a" becomes a path) or the path is empty ("a://" becomes
//     "a:");
//   - the host is an IPvFuture or has the percent-encoding of an ASCII character other than "%": it is refused;
//   - the path has an encoded slash (Path has other segments) or is "%2A" (it becomes "*").
//
// For the WHATWG's URL Standard, the parser is the basic URL parser, as in package [github.com/urispan/uri/whatwg],
// without a base. Only a relative reference gets a base, with the scheme http. It is read differently if there is such
// a base for which the two targets differ. The comparison follows the text of the standard. A browser or a server with
// a bug can read a URI without [HazardDiffersInWHATWG] differently. For example, the standard and RFC 3986 remove the
// dot segment at the end of "//a//.@/.", which leaves the path "//.@/". Node 20 keeps it, and its pathname is "//.@/.".
//
// The standard's special schemes are http, https, ws, wss, ftp and file. It differs if
//
//   - the scheme is special and there is no authority, or the scheme is special but not file and the host is empty: the
//     first segment becomes the host;
//   - the scheme is file and there is a userinfo or a port (it is refused), or the host is "localhost" (it becomes
//     empty);
//   - the host is empty, and there is a userinfo or a port: it is refused;
//   - the userinfo, the password or the port is empty: it becomes undefined;
//   - the port is larger than 65535, or the host is an IPvFuture: it is refused;
//   - the scheme is special and the host has the percent-encoding of an octet outside US-ASCII (it is mapped by IDNA or
//     refused), or of a control character, a space, or one of "#%/:<>?@[\]^|" (it is refused);
//   - the scheme is special, and the host ends in a number but is not an IPv4address: it becomes an IPv4 address, or is
//     refused;
//   - the path begins with "/" or the scheme is special, and the path has dot segments, in which dots may be encoded:
//     they are removed. In a relative reference, only encoded dot segments count, because RFC 3986 removes the others.
//     They do not count if a ".." after them leads back to the root, as in "/%2e/..";
//   - the scheme is special and the query has "'": it is percent-encoded.
func Audit(u uri.URI) Hazards {
	s := u.String()
	switch parts := glance.Audit(s, nil); {
	case parts == 0:
		return hazardsAtGlance(s)
	case parts == glance.AfterPath:
		r := inside.Ranges(&u)
		if isCleanTail(s, r) {
			return 0
		}
		return inspect(s, r, parts)
	case len(s) < shortLen:
		return inspectShort(s, inside.Ranges(&u))
	default:
		return inspect(s, inside.Ranges(&u), parts)
	}
}

// Parse parses s like [uri.Parse] and audits the result like [Audit]. If err is not nil, h is 0.
//
// It is for crawlers, proxies and log pipelines that read the text of many URIs. It costs about as much as uri.Parse
// alone for most URIs on the web: a glance at the text proves that they are valid and have no hazard.
func Parse(s string) (u uri.URI, h Hazards, err error) {
	var r fsm.Ranges
	parts := glance.Audit(s, &r)
	if parts == glance.AfterPath && isCleanTail(s, &r) {
		return inside.NewShort(s, &r), 0, nil
	}
	if parts != 0 {
		if _, ok := fsm.Scan(s, &r); !ok {
			u, err = uri.Parse(s) // for the error
			return u, 0, err
		}
	}
	switch {
	case parts == 0:
		h = hazardsAtGlance(s)
	case len(s) < shortLen:
		h = inspectShort(s, &r)
	default:
		h = inspect(s, &r, parts)
		return inside.New(s, &r), h, nil
	}
	return inside.NewShort(s, &r), h, nil // s is short, or has no parts and so at most MaxLength bytes
}

// hazardsAtGlance returns the hazards in s, for which glance.Audit has returned no parts. So s is a URI of http or
// https without hazards, or it begins with "file:///".
func hazardsAtGlance(s string) Hazards {
	if s[0] == 'f' {
		return HazardEmptyHost
	}
	return 0
}

// isCleanTail reports whether the text after the path is a valid query without hazards. glance.Audit has returned
// glance.AfterPath for s, so that a "?" is between the two.
func isCleanTail(s string, r *fsm.Ranges) bool {
	_, pathEnd := r.Path()
	return glanceAtQuery(s, pathEnd+len("?"), len(s))
}

// inside gives the ranges of a URI.
var inside = uri.Internal(internal.Key{})

// inspect returns the hazards in s, for which glance.Audit has returned parts.
//
//go:noinline
func inspect(s string, r *fsm.Ranges, parts glance.Parts) Hazards {
	if parts&glance.Host != 0 {
		parts = glance.PartsOf(s, r)
	} else {
		parts = glance.PartsBesideHost(s, r)
	}
	if parts == 0 {
		return 0
	}
	a := auditor{s: s, r: r, parts: parts}
	a.inspect()
	return a.found
}

// Findings returns the hazards in u with their places, component after component. A hazard that occurs twice is
// returned twice. A repeated key is found at each occurrence after the first. The union of all findings is the result
// of [Audit]. The time is linear in the length of u.
func Findings(u uri.URI) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		r := *inside.Ranges(&u)
		a := auditor{s: u.String(), r: &r, parts: glance.AllParts, yield: yield}
		a.inspect()
	}
}

// inspect inspects a.parts.
func (a *auditor) inspect() {
	if len(a.s) > MaxLength {
		a.note(HazardTooLong, MaxLength, len(a.s))
	}
	if a.parts&glance.Form != 0 {
		a.inspectForm()
	}
	if a.parts&glance.Host != 0 {
		a.inspectHost()
	}
	if a.parts&glance.Path != 0 {
		a.inspectPath()
	}
	if lo, hi, ok := a.r.Query(); ok && a.parts&glance.Query != 0 {
		a.inspectQuery(lo, hi)
	}
}

// inspectForm inspects everything except host, path and query.
func (a *auditor) inspectForm() {
	if lo, hi, ok := a.r.Userinfo(); ok {
		a.inspectUserinfo(lo, hi)
	}
	if lo, hi, ok := a.r.Port(); ok {
		a.inspectPort(lo, hi)
	}
	a.compareForm()
}
