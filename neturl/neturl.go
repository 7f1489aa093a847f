// Package neturl converts between [uri.URI] and [url.URL]. It is for programs that have both, because net/http needs a
// url.URL or because they move from one type to the other file by file.
//
// A URI is a text and the ranges of its components. A url.URL is a struct of fields, most of them decoded, and its
// String method makes a text of them. So each type can hold something that the other cannot, and a conversion may have
// to change it. [To] and [From] change as little as possible, and return the changes as a set of [Changes]. The set is
// 0 if and only if nothing is lost. In that case:
//
//	v, _ := neturl.To(u)      // v.String() == u.String()
//	w, _, _ := neturl.From(v) // w == u
//
// Most URI-references have no changes. A url.URL cannot hold an empty fragment, some empty authorities, and some ways
// to write a scheme, a userinfo or a host, which String writes in another way.
//
// To does not parse, and accepts every URI. From reads back the text of its result, as String returns it, without
// changes. From accepts a url.URL with any fields, and reads the fields, not the result of String. It returns an error
// if no URI has these fields.
//
// # Differences from url.Parse
//
// To(u) has the same fields as url.Parse(u.String()), except in these cases:
//
//   - url.Parse refuses IPvFuture hosts, such as "[v1.x]", and percent-encoded US-ASCII in a host, except "%25".
//   - The authority of the relative reference "///a" is empty. url.Parse reads it as part of the path, so that Path is
//     "///a". To sets Path to "/a".
//   - url.Parse sets RawPath for the path "*" if a query follows. No method needs it, and To does not set it.
//
// # Moving from net/url
//
// The tables have the replacement for each field and method of net/url, and how it differs. In the tables, u is a
// uri.URI and e is a *uri.Error.
//
//	url.URL        here                     the trap
//	Scheme         u.CanonicalScheme()      u.Scheme() is as written: "HTTP"
//	Opaque         u.Path()                 a path like any other; here "mailto:a" has the path "a"
//	User           u.Userinfo()             raw, with both fields: cut at the first ":", then uri.Decode
//	Host           u.Authority()            raw; it includes the userinfo; u.Host() and u.Port() do not
//	Path           uri.Decode(u.Path(), 0)  in decoded text, "%2F" is a "/": split first, see u.Segments
//	RawPath        u.Path()                 always the text; RawPath is a hint, and mostly empty
//	RawQuery       u.Query()                the bool is true for "a?"; url.Parse accepts any bytes there
//	ForceQuery     u.Query()                "", true
//	Fragment       u.Fragment()             raw; the bool is true for "a#"
//	RawFragment    u.Fragment()             always the text
//	OmitHost       u.Authority()            the bool is false if there is no "//"
//
// Methods:
//
//	(*url.URL)        here                  the trap
//	AppendBinary      u.AppendText          -
//	EscapedFragment   u.Fragment()          -
//	EscapedPath       u.Path()              that of net/url may contain "[" and "]", which no URI does
//	Hostname          u.Host()              raw, and with the brackets of an IPv6 address; see u.HostAddr
//	IsAbs             u.IsAbs()             "absolute-URI" means more in RFC 3986: see u.IsAbsoluteURI
//	JoinPath          Builder.EncodePath    JoinPath takes encoded text, removes ".." and merges "//"; EncodePath
//	                                        takes data and does not change the segments
//	MarshalBinary     u.MarshalBinary       -
//	Parse             uri.Parse, u.Resolve  see ResolveReference
//	Port              u.Port()              the bool is true for "h:"; see u.PortNumber
//	Query             u.Pairs()             Query drops malformed pairs; see uri.QuerySyntax, with Plus for "+"
//	Redacted          u.Redacted()          an empty password stays empty here, and "%3A" begins one
//	RequestURI        u.Path(), u.Query()   send an empty path as "/"
//	ResolveReference  u.Resolve             for an empty reference, net/url keeps the fragment of the base and removes
//	                                        the dot segments of its path; it resolves "/..//b" to "/b", not "//b", and
//	                                        "/a" with the base "x:/b" to "x:///a"
//	String            u.String()            the text that was parsed, byte for byte; "%v" and "{{.}}" show the password
//	                                        of a url.URL, but not that of u: for data use "%s" and "{{.String}}"
//	UnmarshalBinary   u.UnmarshalBinary     -
//
//	(*url.Userinfo)   here                  the trap
//	Username          u.Userinfo()          raw; the text before the first ":"
//	Password          u.Userinfo()          raw; the text after the first ":"
//	String            u.Userinfo()          that of net/url encodes more than it has to
//
// Functions and other types of package url:
//
//	url               here                           the trap
//	JoinPath          see the method                 -
//	Parse             uri.Parse                      url.Parse also accepts texts such as "a b" and "//h/[x]"
//	ParseQuery        uri.QuerySyntax.DecodedPairs   in order, one by one; "+" is a space only with Plus; ParseQuery
//	                                                 drops "a=b;c", which is a pair here, or two with Separators
//	ParseRequestURI   httpuri.Parse                  that of net/url reads "#" as a part of the path; httpuri also
//	                                                 checks the form by the method
//	PathEscape        uri.EncodeText(PlaceSegment)   -
//	PathUnescape      uri.Decode                     it can refuse "%2F" and more
//	QueryEscape       uri.EncodeText(PlacePair)      a space becomes "%20" and not "+"
//	QueryUnescape     uri.QuerySyntax                uri.Decode leaves a "+" as it is
//	User              Builder.EncodeUserinfo         -
//	UserPassword      Builder.EncodeUserinfo         -
//	EscapeError       uri.ReasonBadPercent           -
//	InvalidHostError  uri.ReasonIllegalByte          the byte is not shown, because it may be in a password
//
// There is no map of the values of a query. A uri.QuerySyntax reads and edits the text, so that the order is kept:
//
//	url.Values  here                          the trap
//	Add         uri.QuerySyntax.AppendAdd     at the end of the query
//	Del         uri.QuerySyntax.AppendDelete  after the last pair, an empty query remains, "a?": see u.Without
//	Encode      uri.QuerySyntax.AppendPairs   Encode sorts, as AppendSort does, and writes "a=" for "a", "+" for " "
//	Get         uri.QuerySyntax.Get           the bool is true for "a="; for all values, range over DecodedPairs
//	Has         uri.QuerySyntax.Get           the bool
//	Set         uri.QuerySyntax.AppendSet     in place of the first pair with the key
//
// Errors, which errors.As finds:
//
//	(*url.Error)  here       the trap
//	Err           e.Reason   see also e.Offset and e.Component
//	Error         e.Error()  that of net/url quotes the input, including a password; e shows at most one character
//	Op            none       -
//	Temporary     none       never true for url.Parse; the errors of net/http do not change
//	Timeout       none       the same
//	URL           none       e does not keep the input
//	Unwrap        none       e wraps nothing
package neturl
