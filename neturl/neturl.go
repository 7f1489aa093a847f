// Package neturl is the bridge between [uri.URI] and [url.URL], for programs that have both: because net/http wants the
// one, or because they move from the one to the other file by file.
//
// A URI is a text and where its components lie in it. A url.URL is a struct of fields, most of them decoded, from which
// a text is made again. So the two do not hold the same things, and what one of them cannot hold must change on the
// way. [To] and [From] change as little as they can and say what it was: both return a set of [Changes], which is 0 if
// and only if nothing is lost. Where that is so,
//
//	v, _ := neturl.To(u)      // v.String() == u.String()
//	w, _, _ := neturl.From(v) // w == u
//
// and of all texts in URI-reference these are most: what a url.URL has no place for is an empty fragment, an authority
// that is empty where it means nothing to net/url, and the ways of writing a scheme, a userinfo and a host that String
// does not use. To does not parse, so nothing that it is given can fail; of what it returns, String gives a text that
// From reads back without any change. From takes a url.URL as anyone may have filled it, works with its fields and not
// with its String, and returns an error where no URI has them.
//
// # Differences from url.Parse
//
// To(u) has the same fields as url.Parse(u.String()), but for this:
//
//   - url.Parse refuses IPvFuture hosts, such as "[v1.x]", and percent-encoded US-ASCII in a host, but for "%25".
//   - url.Parse takes the authority of a relative "///a", which is empty, for a part of the path: Path is "///a" there,
//     and here "/a".
//   - url.Parse sets RawPath for the path "*" if a query follows. Nothing needs it, and so it is not set here.
//
// # Moving from net/url
//
// What to use for each field, and where the two are not the same. Below, u is a uri.URI and e a *uri.Error.
//
//	url.URL        here                     the trap
//	Scheme         u.CanonicalScheme()      u.Scheme() is as written: "HTTP"
//	Opaque         u.Path()                 a path like any other; here "mailto:a" has the path "a"
//	User           u.Userinfo()             raw, and both fields in one: cut at the first ":", then uri.Decode
//	Host           u.Authority()            raw; that has the userinfo, too; u.Host() and u.Port() have no part of it
//	Path           uri.Decode(u.Path(), 0)  decoded, "%2F" is a "/" like any other: split first, see u.Segments
//	RawPath        u.Path()                 the text, always; RawPath is a hint, and empty most of the time
//	RawQuery       u.Query()                the bool tells "a?" from "a"; url.Parse takes any bytes there
//	ForceQuery     u.Query()                "", true
//	Fragment       u.Fragment()             raw; the bool tells "a#" from "a"
//	RawFragment    u.Fragment()             the text, always
//	OmitHost       u.Authority()            false where there is no "//"
//
// For each method:
//
//	(*url.URL)        here                  the trap
//	AppendBinary      u.AppendText          -
//	EscapedFragment   u.Fragment()          -
//	EscapedPath       u.Path()              that of net/url may hold "[" and "]", which no URI does
//	Hostname          u.Host()              raw, and with the brackets of an IPv6 address; see u.HostAddr
//	IsAbs             u.IsAbs()             "absolute-URI" means more in RFC 3986: see u.IsAbsoluteURI
//	JoinPath          Builder.EncodePath    JoinPath takes encoded text, removes ".." and joins "//"; EncodePath takes
//	                                        data, and the path is what it is given
//	MarshalBinary     u.MarshalBinary       -
//	Parse             uri.Parse, u.Resolve  see ResolveReference
//	Port              u.Port()              the bool tells "h:" from "h"; see u.PortNumber
//	Query             u.Pairs()             Query drops what it cannot read; see uri.QuerySyntax, with Plus for "+"
//	Redacted          u.Redacted()          an empty password stays empty here, and "%3A" begins one
//	RequestURI        u.Path(), u.Query()   an empty path is to be sent as "/"
//	ResolveReference  u.Resolve             for an empty reference, net/url keeps the base's fragment, and removes the
//	                                        dot segments of its path; of "/..//b" it makes "/b" and not "//b", and of
//	                                        "/a" with the base "x:/b" it makes "x:///a"
//	String            u.String()            the text that was parsed, byte for byte; "%v" and "{{.}}", which show a
//	                                        password in a url.URL, hide it in u: for data take "%s", "{{.String}}"
//	UnmarshalBinary   u.UnmarshalBinary     -
//
//	(*url.Userinfo)   here                  the trap
//	Username          u.Userinfo()          raw; what stands before the first ":"
//	Password          u.Userinfo()          raw; what stands behind it
//	String            u.Userinfo()          that of net/url encodes more than it must
//
// And for the functions and the other types of package url:
//
//	url               here                           the trap
//	JoinPath          see the method                 -
//	Parse             uri.Parse                      url.Parse takes much that is no URI, as "a b" and "//h/[x]"
//	ParseQuery        uri.QuerySyntax.DecodedPairs   in order, one by one; "+" is a space only with Plus; ParseQuery
//	                                                 drops "a=b;c", which is a pair here, or two with Separators
//	ParseRequestURI   httpuri.Parse                  it takes "#" as a part of the path; which form is
//	                                                 allowed depends on the method
//	PathEscape        uri.EncodeText(PlaceSegment)   -
//	PathUnescape      uri.Decode                     it can refuse "%2F" and more
//	QueryEscape       uri.EncodeText(PlacePair)      a space becomes "%20" and not "+"
//	QueryUnescape     uri.QuerySyntax                uri.Decode leaves a "+" as it is
//	User              Builder.EncodeUserinfo         -
//	UserPassword      Builder.EncodeUserinfo         -
//	EscapeError       uri.ReasonBadPercent           -
//	InvalidHostError  uri.ReasonIllegalByte          the byte is not shown: it may be of a password
//
// There is no map of a query's values. A uri.QuerySyntax reads and edits the text, and so the order is kept:
//
//	url.Values  here                          the trap
//	Add         uri.QuerySyntax.AppendAdd     at the end of the query
//	Del         uri.QuerySyntax.AppendDelete  the last pair leaves a query that is empty, "a?": see u.Without
//	Encode      uri.QuerySyntax.AppendPairs   Encode sorts, as AppendSort does, and writes "a=" for "a", "+" for " "
//	Get         uri.QuerySyntax.Get           the bool tells "a=" from no "a"; for all values, range over DecodedPairs
//	Has         uri.QuerySyntax.Get           the bool
//	Set         uri.QuerySyntax.AppendSet     in place of the first pair with the key
//
// And for errors, found with errors.As:
//
//	(*url.Error)  here       the trap
//	Err           e.Reason   see e.Offset and e.Component, too
//	Error         e.Error()  that of net/url quotes the input, password and all; e shows at most a character of it
//	Op            none       -
//	Temporary     none       never true for url.Parse; but the errors of net/http stay what they are
//	Timeout       none       the same
//	URL           none       e does not keep the input
//	Unwrap        none       e wraps nothing
package neturl

import (
	"errors"
	"net/url"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/tables"
)

// ErrNil says that there is no url.URL to make a URI of.
var ErrNil = errors.New("nil *url.URL")

// To returns u as a url.URL, and what of u it does not have: 0 if and only if its String is the text of u. It takes any
// URI, fills in the fields without parsing, and never returns nil.
//
// The scheme is in lower case, as everyone expects of a url.URL who compares it with "http". A rootless path behind a
// scheme is Opaque, as in "mailto:a". RawPath and RawFragment are set only where EscapedPath and EscapedFragment do not
// return the text without them. In the host, percent-encoded octets outside US-ASCII are decoded, and so are unreserved
// ones and "%25". All others stay encoded in Host, where net/url takes "%" for itself: decoded, "a%2Fb" and "a%40b"
// would be taken for more than a host wherever Host is put into a text. That is a [HostChanged].
//
// For most URIs it allocates the url.URL and no more. Besides, it allocates a Userinfo where there is one, a scheme in
// lower case where it has upper-case letters, and of a component with percent-encodings what is decoded, and encoded
// again to see whether String will write it as it was.
func To(u uri.URI) (*url.URL, Changes) {
	v := &url.URL{Scheme: u.CanonicalScheme()}
	changes := setUser(v, u) | setHost(v, u)
	if v.Scheme != u.Scheme() {
		changes |= SchemeLowered
	}
	changes |= setPath(v, u)
	query, ok := u.Query()
	v.RawQuery, v.ForceQuery = query, ok && query == ""
	return v, changes | setFragment(v, u)
}

// decoded is for components of a URI, in which there is nothing that cannot be decoded.
func decoded(raw string) string {
	text, _ := uri.Decode(raw, 0)
	return text
}

func setUser(v *url.URL, u uri.URI) Changes {
	userinfo, ok := u.Userinfo()
	if !ok {
		return 0
	}
	rawName, rawPassword, hasPassword := strings.Cut(userinfo, ":")
	name, password := decoded(rawName), decoded(rawPassword)
	if hasPassword {
		v.User = url.UserPassword(name, password)
	} else {
		v.User = url.User(name)
	}
	// One by one, because to put them together costs an allocation.
	if url.User(name).String() != rawName || url.User(password).String() != rawPassword {
		return UserinfoEncoded
	}
	return 0
}

func setHost(v *url.URL, u uri.URI) (changes Changes) {
	authority, _ := u.Authority()
	v.Host = authority[strings.IndexByte(authority, '@')+1:]
	if strings.Contains(v.Host, "%") {
		raw, _ := u.Host()
		var host string
		host, changes = decodedHost(raw)
		v.Host = host + v.Host[len(raw):]
	}
	return changes
}

// decodedHost returns a registered name as it stands in url.URL's Host.
func decodedHost(raw string) (host string, changes Changes) {
	octets := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '%' {
			octets = append(octets, raw[i])
			continue
		}
		triplet := raw[i : i+3]
		i += 2
		switch octet := decoded(triplet); {
		case octet[0] >= 0x80, octet == "%", tables.Is(octet[0], tables.Unreserved):
			octets = append(octets, octet...)
		default:
			octets = append(octets, triplet...)
			changes = HostChanged
		}
	}
	host = string(octets)
	if changes == 0 && uri.EncodeText(uri.PlaceRegName, host) != raw {
		changes = HostEncoded
	}
	return host, changes
}

// setPath sets the path of v, which has scheme, userinfo and host.
func setPath(v *url.URL, u uri.URI) (changes Changes) {
	_, hasAuthority := u.Authority()
	switch path := u.Path(); {
	case hasAuthority && v.Host == "" && v.User == nil && (v.Scheme == "" || path == ""):
		// String prints no "//" here. So the path must be one that can stand without.
		u, _ = u.Without(uri.ComponentAuthority)
		changes = AuthorityDropped
		if u.Path() != path {
			changes |= PathGuarded
		}
	case hasAuthority || v.Scheme == "":
	case path != "" && path[0] != '/':
		v.Opaque = path
		return 0
	default:
		v.OmitHost = path != ""
	}
	v.Path = decoded(u.Path())
	if v.EscapedPath() != u.Path() {
		v.RawPath = u.Path()
	}
	return changes
}

func setFragment(v *url.URL, u uri.URI) Changes {
	fragment, ok := u.Fragment()
	if ok && fragment == "" {
		return FragmentDropped
	}
	v.Fragment = decoded(fragment)
	if v.EscapedFragment() != fragment {
		v.RawFragment = fragment
	}
	return 0
}

// From returns the URI-reference that has the components of v, and what is not the same in it: 0 if and only if it has
// nothing else than the fields of v, and its text is v.String().
//
// The fields are read as the methods of url.URL read them, and a component is never taken for another: where String
// prints a path as an authority, a host as a userinfo, or a query as a fragment, From does not. What stands in Opaque,
// RawQuery, RawPath and RawFragment and cannot stand in a URI is percent-encoded. Opaque is what follows the scheme:
// if it begins with "//", there is an authority in it, and besides it User, Host and Path count for nothing, as in
// String.
//
// If v is nil, the error is [ErrNil]. Otherwise it is a [*uri.Error], and v has a Scheme or a host that no URI has, or
// is too long. Such hosts are those with a zone, for which RFC 3986 has no place; with a bracket or a colon that is
// none of an IP-literal or in front of a port, such as "::1" and "a:b"; and in Opaque whatever does not match the rule
// authority. The Offset is that in the component, percent-encoded. No error shows a part of v but a byte of its Scheme.
//
// For most it allocates the text of the URI and no more. Besides, it allocates what the methods of v do that return
// User, Path and Fragment encoded, one string for each component that it has to change or encode, and the error.
func From(v *url.URL) (uri.URI, Changes, error) {
	if v == nil {
		return uri.URI{}, 0, ErrNil
	}
	var b uri.Builder
	if v.Scheme != "" {
		b.SetScheme(v.Scheme)
	}
	path, changes := hierarchy(&b, v)
	b.SetPath(path)
	changes |= setTail(&b, v)
	u, err := b.URI()
	if err != nil {
		return uri.URI{}, 0, err
	}
	if u.Path() != path {
		changes |= PathGuarded
	}
	return u, changes, nil
}

// hierarchy sets the authority of b and returns the path.
func hierarchy(b *uri.Builder, v *url.URL) (path string, changes Changes) {
	if v.Opaque != "" {
		return opaque(b, v)
	}
	path = v.EscapedPath()
	if v.RawPath != "" && v.RawPath != path {
		changes = HintDropped
	}
	path = fit(uri.PlacePath, path, PathEncoded, &changes)
	rooted := strings.HasPrefix(path, "/")
	switch {
	case v.User != nil || v.Host != "":
		changes |= setAuthority(b, v)
		if path != "" && !rooted {
			path = "/" + path
			changes |= PathRooted
		}
	case v.Scheme == "" || v.OmitHost || path == "":
	case rooted:
		b.SetHost("")
	default:
		changes |= AuthorityDropped
	}
	return path, changes
}

// opaque is hierarchy where there is an Opaque.
func opaque(b *uri.Builder, v *url.URL) (path string, changes Changes) {
	if v.User != nil || v.Host != "" || v.Path != "" || v.RawPath != "" {
		changes = FieldsDropped
	}
	path = v.Opaque
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		authority, _, _ := strings.Cut(rest, "/")
		b.SetAuthority(authority)
		path = rest[len(authority):]
	}
	return fit(uri.PlacePath, path, PathEncoded, &changes), changes
}

func setAuthority(b *uri.Builder, v *url.URL) (changes Changes) {
	if v.User != nil {
		b.SetUserinfo(v.User.String()) // it encodes more than it must, so that this always is one
	}
	host := v.Host
	if colon := portColon(host); colon >= 0 {
		b.SetPort(host[colon+1:])
		host = host[:colon]
	}
	n := 0
	for n < len(host) && tables.Is(host[n], tables.RegNameChars) {
		n++
	}
	if n < len(host) {
		host, changes = encodedHost(host)
	}
	b.SetHost(host)
	return changes
}

// encodedHost returns the host for [uri.Builder.SetHost].
func encodedHost(host string) (raw string, changes Changes) {
	switch delim := strings.IndexAny(host, "[]:"); {
	case delim == 0: // an IP-literal, or else an error
		return host, 0
	case delim > 0:
		// To encode it would make a name of what is none. As it stands it is an error, and at this offset.
		return uri.EncodeText(uri.PlaceRegName, host[:delim]) + host[delim:], 0
	case strings.ContainsAny(host, `<>"`): // which String leaves as they are
		changes = HostEncoded
	}
	return uri.EncodeText(uri.PlaceRegName, host), changes
}

// portColon returns the offset of the ":" with nothing but digits behind it, as Hostname and Port find it; -1 if there
// is none.
func portColon(host string) int {
	colon := strings.LastIndexByte(host, ':')
	for i := colon + 1; i < len(host); i++ {
		if !tables.Is(host[i], tables.DIGIT) {
			return -1
		}
	}
	return colon
}

// setTail sets query and fragment.
func setTail(b *uri.Builder, v *url.URL) (changes Changes) {
	if v.ForceQuery || v.RawQuery != "" {
		b.SetQuery(fit(uri.PlaceQuery, v.RawQuery, QueryEncoded, &changes))
	}
	fragment := v.EscapedFragment()
	if v.RawFragment != "" && v.RawFragment != fragment {
		changes |= HintDropped
	}
	if fragment != "" {
		b.SetFragment(fit(uri.PlaceFragment, fragment, FragmentEncoded, &changes))
	}
	return changes
}

// fit returns raw with everything encoded that cannot stand in the place, and adds to changes if there is any.
func fit(p uri.Place, raw string, otherwise Changes, changes *Changes) string {
	encoded := uri.EncodeRaw(p, raw)
	if encoded != raw {
		*changes |= otherwise
	}
	return encoded
}
