// Package guard finds hazards in URIs from strangers, and decides which URIs a program accepts. Proxies use it for the
// URIs that they serve, crawlers and servers for those that they fetch. A valid URI is not always a safe one.
//
//	policy, err := guard.NewPolicy(guard.FetchRules()) // once
//	u, err := policy.Parse(text)                       // a Refusal, if the rules do not allow the URI
//
// [Policy.Parse] parses a string and checks the URI. [Policy.Check] checks a URI that is already parsed. Both find the
// hazards that the rules refuse. A program that shows or counts hazards calls [Parse], which parses and audits in one
// pass.
//
// The package looks up no names. The text of a URI does not show where a request goes: a name can have any address, and
// another address a moment later. So a Policy also checks addresses when a connection is made: see [Policy.Control].
// Package guardhttp makes an http.Client that does so.
//
// The hazards of a URI are a set of [Hazards]. Some of them mislead people and programs that trust the text of a URI: a
// host that is an address in disguise, or an encoded dot segment. With others, net/url or browsers read the URI
// differently than RFC 3986. [Audit] returns the hazards of a URI that is already parsed, and [Findings] their places.
// For most URIs, an audit takes about as long as parsing.
//
// A [Policy] refuses URIs by [Rules] for schemes, hosts, ports, addresses, lengths and hazards. [FetchRules] returns
// rules for a server that fetches URIs from its users. A refused URI gives a [Refusal], a code for a switch statement.
//
// Servers that log users in check where they redirect to: [RedirectURIs] are the redirect URIs of an OAuth client,
// [ReturnTo] keeps a parameter such as "next" on the own origin, and [Returns] also allows the origins of a list.
package guard

import (
	"iter"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// Audit returns the hazards in the text of u. It does not resolve, normalize or look up anything.
//
// Audit is for a URI that a program already has, such as the result of resolving a redirect. Programs that also parse
// the text call [Parse]. [Findings] returns where the hazards are.
//
// Audit does not allocate. It takes time linear in the length of u.
//
// # Hazards in detail
//
// A dot segment is the segment "." or "..". Some servers, such as Tomcat, first remove parameters, which begin with
// ";". So "..;" and "..;x" also count as dot segments, although RFC 3986 does not remove them.
//
// The text between two separators is an encoded dot segment if it is a dot segment after decoding, and one of these is
// percent-encoded: a dot, the ";" or the NUL after the dots, or one of the two separators. The separators are "/" and "\",
// and the beginning and the end of the path or the query. In a query, "=", "&" and ";" that are not encoded are also
// separators, and only ".." counts as a dot segment.
//
// The bidirectional controls are the characters of Unicode with the property Bidi_Control.
//
// Audit reads the pairs and keys of a query like [uri.URI.QueryGet]. The query is split at "&", and keys are compared
// decoded, where "+" means a space: "?a+b=1&a%20b=2" repeats a key. Empty pairs have no key. Audit remembers 128 keys.
// In a query with more keys, the first key beyond this number counts as repeated. This limits the memory that Audit
// needs.
//
// # Different readings
//
// A parser reads u differently if it refuses u, or if its result differs from RFC 3986 so that a request would go to
// another server or name another resource. Audit sets [HazardDiffersInNetURL] and [HazardDiffersInWHATWG] in all such
// cases and in no others. It compares:
//
//   - the scheme, in lower case;
//   - user and password, which the first ":" of a userinfo separates: whether they are defined, and their decoded
//     values;
//   - the host, decoded and in lower case, or the address that it represents, and whether it is defined; a name is not
//     equal to an address;
//   - the port as a number, and whether it is empty; an undefined port is equal to the default port of the scheme;
//   - the path, byte for byte, and if the parser decodes, the list of its decoded segments; after an authority, an
//     empty path is equal to "/";
//   - query and fragment, byte for byte, and whether they are defined.
//
// For [net/url], the parser is url.Parse. Audit compares the fields and methods Scheme, Opaque, User, Host, Path,
// EscapedPath, RawQuery, ForceQuery and EscapedFragment. The parser reads u differently if
//
//   - the fragment is empty: it is lost;
//   - the authority is empty, and the scheme is undefined ("///a" becomes a path) or the path is empty ("a://" becomes
//     "a:");
//   - the host is an IPvFuture or has the percent-encoding of an ASCII character other than "%": it is refused;
//   - the path has an encoded slash (Path has other segments) or is "%2A" (it becomes "*").
//
// For the WHATWG's URL Standard, the parser is the basic URL parser, as in package [github.com/urispan/uri/whatwg],
// without a base. Only a relative reference gets a base, with the scheme http. It is read differently if the standard
// and RFC 3986 give different targets for at least one such base. The comparison follows the text of the standard. So a
// browser or a server with a bug can read a URI differently although [HazardDiffersInWHATWG] is not set. For example,
// the standard and RFC 3986 remove the dot segment at the end of "//a//.@/.", which leaves the path "//.@/". Node 20
// keeps it, and its pathname is "//.@/.".
//
// Two parsers can read u alike and still return different strings: [uri.URI.Resolve] does not normalize, and an href is
// partly normalized. The target of "//EXAMPLE.com:80" is "http://EXAMPLE.com:80", and its href "http://example.com/".
//
// The standard's special schemes are http, https, ws, wss, ftp and file. The parser reads u differently if
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
//   - the path begins with "/" or the scheme is special, and the path has dot segments, plain or encoded: they are
//     removed. In a relative reference, only encoded dot segments count, because RFC 3986 removes the others. They do
//     not count if a ".." after them leads back to the root, as in "/%2e/..";
//   - the scheme is special and the query has "'": it is percent-encoded.
func Audit(u uri.URI) Hazards { return audit(&u).all() }

// Parse parses s like [uri.Parse] and audits the result like [Audit]. If err is not nil, h is 0.
//
// Use it in crawlers, proxies and log pipelines that read the text of many URIs. For most URIs on the web, it costs
// about as much as uri.Parse alone. To parse and apply rules, call [Policy.Parse].
func Parse(s string) (u uri.URI, h Hazards, err error) {
	var k reference.Known
	h, ok := quickAudit(s, k.Ranges())
	if !ok {
		if _, ok := fsm.Scan(s, k.Ranges()); !ok {
			u, err = uri.Parse(s) // for the error
			return u, 0, err
		}
		a := auditor{s: s, r: k.Ranges()}
		h = a.audit().all()
	}
	return uri.Known(k.Of(s)), h, nil
}

// Findings returns the hazards in u with their places, component after component. In the path, and in the query, it
// returns a hazard where it ends: a dot segment comes after the semicolon of its parameters. A hazard that occurs twice is
// returned twice. A repeated key is found at each occurrence after the first. The union of all findings is the result
// of [Audit]. The time is linear in the length of u.
func Findings(u uri.URI) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		r := u.Ranges()
		a := auditor{s: u.String(), r: &r, yield: yield}
		a.audit()
	}
}

// quickAudit reports whether h is known to be the set of all hazards of s, without an audit of its components. If so, s
// is valid, and unless r is nil, quickAudit sets *r to its ranges.
//
// It is the one place that chooses between two ways. simd.Web decides in less time than a scan about valid URIs of http,
// https and file without hazards other than HazardEmptyHost. If the host of such a URI is not empty, it is a DNS name in
// lower case, without a dot at its end, and no port follows it. All other references are scanned by the automaton, and
// then audited component by component.
//
// Findings always audits the components. The tests compare it with Parse and Audit for all bytes, all pairs of bytes and
// all hazardous strings at every place of a URI.
func quickAudit(s string, r *fsm.Ranges) (h Hazards, ok bool) {
	if !simd.Available || s == "" || s[0] != 'h' && s[0] != 'f' { // PERF: looking at a byte costs less than a call
		return 0, false
	}
	var offsets *[8]uint32
	if r != nil {
		offsets = ranges.Of((*ranges.Opaque)(r)).Words()
	}
	if s[0] == 'f' {
		h = HazardEmptyHost
	}
	return h, simd.Web(s, &webRules, offsets) == simd.Normal
}

// webRules are the rules of quickAudit. The bytes of Joints join labels or segments. Two of them that are adjacent,
// such as "..", "//" and "/.", can be an empty label or segment, begin a dot segment, or put a "-" at an end of a
// label.
var webRules = simd.WebRules{
	Text:   simd.Row(func(c byte) bool { return tables.Is(c, tables.QueryChars) && strings.IndexByte(hazardBytes, c) < 0 }),
	Joints: simd.LowNibbles("-./"),
	Name: simd.Row(func(c byte) bool {
		return tables.Is(c, tables.ALPHA|tables.DIGIT) && octet.Lower(c) == c || c == '-' || c == '.'
	}),
	MaxLen:     MaxLength,
	LastLabels: 1<<0 | 1<<len(host.Localhost),
}

// hazardBytes are the bytes that a hazard in a path or a query needs, apart from "%", which is in no set of characters,
// and from the joints. If a new hazard needs another byte, add it here.
const hazardBytes = "&';"

// An auditor finds the hazards of a reference, component by component.
type auditor struct {
	s     string
	r     *fsm.Ranges        // PERF: not a copy, which would wait for the stores of a parser
	found Hazards            // since the last call of take
	yield func(Finding) bool // nil if the caller wants no findings, or no more of them
}

// A placed holds the hazards of a reference, separated by place: path, query, and everything else.
type placed struct{ path, query, rest Hazards }

func (p placed) all() Hazards { return p.path | p.query | p.rest }

// note adds hazards at s[lo:hi] to the result.
func (a *auditor) note(h Hazards, lo, hi int) {
	a.found |= h
	if a.yield == nil {
		return
	}
	for ; h != 0; h &= h - 1 { // PERF: Hazards.All would allocate
		if !a.yield(Finding{h & -h, lo, hi}) {
			a.yield = nil
			return
		}
	}
}

// take returns the hazards that have been found since its last call.
func (a *auditor) take() (h Hazards) {
	h, a.found = a.found, 0
	return h
}

func (a *auditor) audit() (h placed) {
	if len(a.s) > MaxLength {
		a.note(HazardTooLong, MaxLength, len(a.s))
	}
	if lo, hi, ok := a.r.Userinfo(); ok {
		a.auditUserinfo(lo, hi)
	}
	if lo, hi, ok := a.r.Port(); ok {
		a.auditPort(lo, hi)
	}
	a.compareForm()
	if lo, hi, ok := a.r.Host(); ok {
		a.auditHost(lo, hi)
	}
	h.rest = a.take()
	if lo, hi := a.r.Path(); lo < hi {
		a.auditPath(lo, hi)
		h.path = a.take()
	}
	if lo, hi, ok := a.r.Query(); ok {
		a.auditQuery(lo, hi)
		h.query = a.take()
	}
	return h
}

// audit returns the hazards of u, separated by the place where they are.
func audit(u *uri.URI) placed {
	if h, ok := quickAudit(u.String(), nil); ok {
		return placed{rest: h}
	}
	return auditComponents(u)
}

// auditComponents returns the hazards of u like audit, for a URI that quickAudit has not audited.
func auditComponents(u *uri.URI) placed {
	r := u.Ranges()
	a := auditor{s: u.String(), r: &r}
	return a.audit()
}
