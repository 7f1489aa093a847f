// Package guard is for programs that meet URIs of strangers: proxies that serve them, crawlers and servers that fetch
// them. A valid URI is not a safe one.
//
// [Audit] tells what is hazardous about a URI: what leads astray those who trust what they see, such as a host that is
// an address in disguise or a dot segment that is encoded, and what net/url or browsers read differently than RFC 3986
// has it. It is a set of [Hazards], found at the speed of parsing; [Findings] tells where they are. [Parse] is parsing
// and auditing at once, and costs little more than parsing.
//
// A [Policy] refuses URIs by [Rules]: schemes, hosts, ports, addresses, lengths, hazards. [FetchRules] are those for a
// server that fetches what somebody else names. A [Refusal] is a code that a program can switch on. The text of a URI
// is not enough to go by: a name can have any address, and another one a moment later. So a Policy looks at addresses,
// too, where a connection is made: see [Policy.Control].
package guard

import (
	"iter"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/door"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Audit returns the hazards in u, as it is written: nothing is resolved, normalized or looked up. It allocates nothing.
// Most URIs, which have none, are looked at just once; others take time linear in their length. [Findings] tells where
// the hazards are.
//
// # What Hazards mean in detail
//
// An encoded dot segment is what lies between two separators and would be "." or ".." if all was decoded, where one of
// the dots or one of the separators is encoded. The separators are "/" and "\" and, in a query, also its beginning and
// end and "=", "&" and ";", if these are not encoded; in a query just ".." counts.
//
// A query has the pairs and keys that [uri.QuerySyntax] sees if nothing is set in it: it is split at "&", and keys are
// equal if they are so decoded, where "+" is "+". Empty pairs have no key. Where there are more than [MaxKeys], the
// first one too many counts as repeated, whether it is or not: to be sure would take memory.
//
// # What reading differently means
//
// A parser reads u differently if it refuses u, or if what it tells of u is not what RFC 3986 says, with what changes
// where a request goes or what it asks for. [HazardDiffersInNetURL] and [HazardDiffersInWHATWG] are there wherever that
// is so, and nearly nowhere else. What is compared is this:
//
//   - the scheme, in lower case;
//   - user and password, decoded, and whether they are defined: a userinfo is split at its first ":";
//   - the host, decoded and in lower case, or the address that it is, and whether it is defined;
//   - the port as a number, where the default one of the scheme is the same as none, and whether it is empty;
//   - the path as it is written, and the list of its decoded segments if the parser decodes; the empty one behind an
//     authority is "/";
//   - query and fragment as they are written, and whether they are defined.
//
// Of [net/url], it is Parse that is compared, and of what it returns Scheme, Opaque, User, Host, Path, EscapedPath,
// RawQuery, ForceQuery and EscapedFragment. It differs:
//
//   - where the fragment is empty: it is lost;
//   - where an authority is empty and a relative reference begins with it ("///a" becomes a path), or the path
//     is empty, too ("a://" becomes "a:");
//   - where a host has the percent-encoding of an ASCII character, but for "%25", and where it is an IPvFuture: these
//     are refused;
//   - where the path has an encoded slash: Path has other segments; and where it is "%2A": it becomes "*".
//
// Of the WHATWG's URL Standard, the basic URL parser is compared. It gets no base, but for a relative reference a base
// of the scheme http, and then the targets are compared. The comparison follows the text of the standard, not one
// implementation: where a browser or a server has a bug, a URI without [HazardDiffersInWHATWG] can still be read
// differently. For example, the path of "//a//.@/." is "//.@/" by the standard, which removes the dot segment at the
// end, as RFC 3986 does; Node 20 keeps that dot segment, and its pathname is "//.@/.".
//
// The standard's special schemes are http, https, ws, wss, ftp and file. It differs:
//
//   - where a special scheme has no authority, or, but for file, an empty host: the first segment becomes the host;
//   - where the scheme is file and there is a userinfo or a port (it is refused), or the host is "localhost"
//     (it becomes empty);
//   - where a host is empty, and there is a userinfo or a port: that is refused;
//   - where userinfo, password or port is empty: it becomes undefined;
//   - where the port is larger than 65535, and where the host is an IPvFuture: that is refused;
//   - where the host of a special scheme has percent-encodings (it is decoded, mapped by IDNA, and possibly refused),
//     is no IPv4address and ends in a number or at least in a label that begins with a digit or a sign (it becomes
//     one, or is refused), or has an A-label, "xn--" (it is refused if its Punycode is wrong, which is not looked at
//     here);
//   - where the path, if it begins with "/" or belongs to a special scheme, has dot segments: they are removed. In a
//     relative reference, which RFC 3986 removes them from, too, just encoded ones count;
//   - where the query of a special scheme has "'": that is percent-encoded.
func Audit(u uri.URI) Hazards {
	s, r := inside.Parts(&u)
	suspects := glance.Audit(*s, nil)
	if suspects == 0 {
		return 0
	}
	return closerLook(*s, r, suspects)
}

// Parse is [uri.Parse] and [Audit] in one, and takes less time than one after the other: where a look at the text does,
// there is but one. If err is not nil, the hazards are none.
func Parse(s string) (u uri.URI, h Hazards, err error) {
	text, r := inside.Parts(&u)
	*text = s
	suspects := glance.Audit(s, r)
	if suspects == 0 {
		return u, 0, nil
	}
	if u, err = uri.Parse(s); err == nil {
		h = closerLook(s, r, suspects)
	}
	return u, h, err
}

// inside gives the ranges of a URI without a copy.
var inside = uri.Inside(door.Key{})

//go:noinline
func closerLook(s string, r *fsm.Ranges, suspects glance.Parts) Hazards {
	if suspects == glance.AllParts { // which can be because nothing is known
		suspects = glance.PartsOf(s, r)
	}
	a := auditor{s: s, r: *r, suspects: suspects}
	a.audit()
	return a.found
}

// A Finding is a hazard and the place where it is.
type Finding struct {
	Hazard Hazards // just one

	// Lo and Hi are the range of bytes in the text that is hazardous, half-open. For an empty component, both are where
	// it should be.
	Lo, Hi int
}

// Findings returns where the hazards in u are: component after component, each hazard as often as it is there. All of
// them together are what [Audit] returns. A key counts as repeated where it stands again.
func Findings(u uri.URI) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		s, r := inside.Parts(&u)
		a := auditor{s: *s, r: *r, suspects: glance.AllParts, yield: yield}
		a.audit()
	}
}

// An auditor looks closely at a reference.
type auditor struct {
	s        string
	r        fsm.Ranges
	suspects glance.Parts // where it has to look
	found    Hazards
	yield    func(Finding) bool // nil if nobody wants the findings, or no more of them
}

// note takes down that there are hazards in s[lo:hi].
func (a *auditor) note(h Hazards, lo, hi int) {
	a.found |= h
	if a.yield == nil {
		return
	}
	for ; h != 0; h &= h - 1 { // not by All, which would allocate
		if !a.yield(Finding{h & -h, lo, hi}) {
			a.yield = nil
			return
		}
	}
}

func (a *auditor) audit() {
	if len(a.s) > MaxLength {
		a.note(HazardTooLong, MaxLength, len(a.s))
	}
	if a.suspects&glance.Form != 0 {
		a.form()
	}
	if a.suspects&glance.Host != 0 {
		a.host()
	}
	if a.suspects&glance.Path != 0 {
		a.path()
	}
	if lo, hi, ok := a.r.Query(); ok && a.suspects&glance.Query != 0 {
		a.query(lo, hi)
	}
}

// form looks at everything but host, path and query.
func (a *auditor) form() {
	if lo, hi, ok := a.r.Userinfo(); ok {
		a.note(HazardUserinfo, lo, hi)
		if name := userinfoName(a.s[lo:hi]); looksLikeHost(name) {
			a.note(HazardUserinfoHost, lo, lo+len(name))
		}
		a.userinfoAgreement(lo, hi)
	}
	if lo, hi, ok := a.r.Port(); ok {
		a.port(lo, hi)
	}
	a.formAgreement()
}

// userinfoName returns what is in front of the first ":" or "%" of a userinfo: what people read may end there.
func userinfoName(userinfo string) string {
	if i := strings.IndexAny(userinfo, ":%"); i >= 0 {
		return userinfo[:i]
	}
	return userinfo
}

// looksLikeHost reports whether people take name for a host: "localhost", or an address or DNS name of more than one
// label.
func looksLikeHost(name string) bool {
	dot := strings.IndexByte(name, '.')
	if dot > 0 && dot < len(name)-1 {
		_, _, isAddr := host.ParseAddr(name)
		return isAddr || host.IsName(name)
	}
	return host.IsLocalhost(name)
}

// port looks at the port. Leading zeros are those with another digit behind.
func (a *auditor) port(lo, hi int) {
	digits := strings.TrimLeft(a.s[lo:hi], "0")
	zeros := hi - lo - len(digits)
	switch {
	case lo == hi:
		a.note(HazardPortEmpty|HazardDiffersInWHATWG, lo, hi)
		return
	case digits == "":
		a.note(HazardPortZero, lo, hi)
		zeros--
	case len(digits) > len("65535"), len(digits) == len("65535") && digits > "65535":
		a.note(HazardPortRange|HazardDiffersInWHATWG, lo, hi)
	}
	if zeros > 0 {
		a.note(HazardPortZeros, lo, lo+zeros)
	}
}

// host looks at the host.
func (a *auditor) host() {
	lo, hi, ok := a.r.Host()
	if !ok {
		return
	}
	text := a.s[lo:hi]
	addr, unusual, isAddr := host.ParseAddr(text)
	if unusual {
		a.note(HazardUnusualIPv4, lo, hi)
	}
	if isAddr {
		a.note(addressHazards(host.ClassOf(addr)), lo, hi)
	} else if host.IsLocalhost(text) {
		a.note(HazardLoopback, lo, hi)
	}
	if text == "" {
		a.note(HazardEmptyHost, lo, hi)
	} else if !isAddr || unusual {
		a.name(lo, hi)
	}
	a.hostAgreement(lo, hi, isAddr, unusual)
}

// hazardsOf has the hazard of each class of addresses.
var hazardsOf = [...]struct {
	class  host.AddressClass
	hazard Hazards
}{
	{host.ClassLoopback, HazardLoopback},
	{host.ClassPrivate, HazardPrivate},
	{host.ClassLinkLocal, HazardLinkLocal},
	{host.ClassUnspecified, HazardUnspecified},
	{host.ClassMulticast, HazardMulticast},
	{host.ClassShared, HazardShared},
	{host.ClassReserved, HazardReserved},
	{host.ClassEmbeddedIPv4, HazardEmbeddedIPv4},
}

// addressHazards returns the hazards of an address of the class.
func addressHazards(class host.AddressClass) (h Hazards) {
	for _, c := range &hazardsOf {
		if class&c.class != 0 {
			h |= c.hazard
		}
	}
	return h
}

// name audits a host that is not an address.
func (a *auditor) name(lo, hi int) {
	name := a.s[lo:hi]
	if !host.IsName(name) {
		a.note(HazardNotDNSHost, lo, hi)
	}
	if name[0] == '[' {
		return
	}
	if i := strings.IndexByte(name, '%'); i >= 0 {
		a.note(HazardPercentHost, lo+i, hi)
	}
	if rest, ok := host.CutDot(name); ok {
		a.note(HazardTrailingDot, lo+len(rest), hi)
	}
}

// path looks at the path.
func (a *auditor) path() {
	lo, hi := a.r.Path()
	path := a.s[lo:hi]
	if path == "" || path[0] != '.' && !glance.NeedsInspection(path) {
		return
	}
	a.dotSegments(lo, hi)
	a.doubleSlashes(lo, hi)
	a.semicolons(lo, hi)
	if strings.IndexByte(path, '%') >= 0 {
		ofSlash := HazardDiffersInNetURL
		if _, _, ok := a.r.Scheme(); ok && path[0] != '/' {
			ofSlash = 0 // it takes such a path as it is
		}
		a.octets(lo, hi, ofSlash)
		a.encodedDots(lo, hi, false)
		a.pathAgreement(lo, hi)
	}
}

// doubleSlashes looks for "//", or more of them, in the path.
func (a *auditor) doubleSlashes(lo, hi int) {
	for i := lo; i < hi; {
		n := strings.Index(a.s[i:hi], "//")
		if n < 0 {
			return
		}
		i += n
		start := i
		for i < hi && a.s[i] == '/' {
			i++
		}
		if a.note(HazardDoubleSlash, start, i); a.yield == nil {
			return
		}
	}
}

// dotSegments looks for segments of the path that are "." or "..".
func (a *auditor) dotSegments(lo, hi int) {
	differs := a.inHierarchy(HazardDiffersInWHATWG)
	if _, _, ok := a.r.Scheme(); !ok {
		differs = 0 // resolution removes them, too
	}
	for i := lo; i < hi; i++ {
		if a.s[i] != '.' || i > lo && a.s[i-1] != '/' {
			continue
		}
		end := i + 1
		if end < hi && a.s[end] == '.' {
			end++
		}
		if end == hi || a.s[end] == '/' {
			a.note(HazardDotSegment|differs, i, end)
		}
	}
}

// semicolons looks for ";".
func (a *auditor) semicolons(lo, hi int) {
	for i := lo; i < hi; i++ {
		n := strings.IndexByte(a.s[i:hi], ';')
		if n < 0 {
			return
		}
		i += n
		if a.note(HazardSemicolon, i, i+1); a.yield == nil {
			return
		}
	}
}

// octets looks for hazardous percent-encoded octets. ofSlash is added to the hazards of an encoded slash.
func (a *auditor) octets(lo, hi int, ofSlash Hazards) {
	for i := lo; i < hi; i++ {
		n := strings.IndexByte(a.s[i:hi], '%')
		if n < 0 {
			return
		}
		i += n
		switch b, size := octet.First(a.s[i:hi]); b {
		case '/':
			a.note(HazardEncodedSlash|ofSlash, i, i+size)
		case '\\':
			a.note(HazardEncodedBackslash, i, i+size)
		case 0:
			a.note(HazardEncodedNUL, i, i+size)
		case '\r':
			a.note(HazardEncodedCR, i, i+size)
		case '\n':
			a.note(HazardEncodedLF, i, i+size)
		case '%':
			if i+5 <= hi && tables.Is(a.s[i+3], tables.HEXDIG) && tables.Is(a.s[i+4], tables.HEXDIG) {
				a.note(HazardDoubleEncoding, i, i+5)
			}
		}
	}
}

// encodedDots looks for encoded dot segments, in a path or a query.
func (a *auditor) encodedDots(lo, hi int, inQuery bool) {
	differs := Hazards(0)
	if !inQuery {
		differs = a.inHierarchy(HazardDiffersInWHATWG)
	}
	start, dots, onlyDots, encoded := lo, 0, true, false
	for i, size := lo, 1; i <= hi; i += size {
		b := byte('/') // for the end
		if size = 1; i < hi {
			if b = a.s[i]; b == '%' {
				b, size = octet.First(a.s[i:hi])
			}
		}
		isEncoded := size > 1
		switch {
		case b == '.':
			dots++
			encoded = encoded || isEncoded
		case b == '/', b == '\\',
			inQuery && !isEncoded && (b == '&' || b == ';' || b == '='):
			isDots := onlyDots && (dots == 2 || dots == 1 && !inQuery)
			if isDots && (encoded || isEncoded) {
				a.note(HazardEncodedDotSegment|differs, start, i)
			}
			start, dots, onlyDots, encoded = i+size, 0, true, isEncoded
		default:
			onlyDots = false
		}
	}
}

// query looks at the query.
func (a *auditor) query(lo, hi int) {
	query := a.s[lo:hi]
	a.semicolons(lo, hi)
	encoded := strings.IndexByte(query, '%') >= 0
	if encoded {
		a.octets(lo, hi, 0)
		a.encodedDots(lo, hi, true)
	}
	if pairs := 1 + strings.Count(query, "&"); pairs > 1 {
		if pairs > fewKeys || encoded {
			a.manyKeys(lo, hi)
		} else {
			a.fewKeys(lo, hi)
		}
	}
	a.queryAgreement(lo, hi)
}
