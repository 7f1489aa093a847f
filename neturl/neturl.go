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
// To accepts every URI. From accepts a url.URL with any fields. It reads the fields, not the result of String, and returns
// an error if no URI has these fields. From(v) for a v that To returned has no changes, and its URI has the text
// v.String().
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
//	User           u.Userinfo()             raw, with both fields; u.Username and u.Password decode them
//	Host           u.Authority()            raw; it includes the userinfo; u.Host() and u.Port() do not; for an
//	                                        address to connect to, see u.HostPort
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
//	EscapedPath       u.Path()              that of net/url may contain "[" and "]", which no URI does; it is "" for
//	                                        "mailto:a"
//	Hostname          u.Hostname()          as written: that of net/url decodes "%C3%A9"; "a%2F.b", which url.Parse
//	                                        refuses, is valid: compare names by guard.Policy; see also u.HostPort
//	IsAbs             u.IsAbs()             "absolute-URI" means more in RFC 3986: see u.IsAbsoluteURI
//	JoinPath          u.JoinPath            both remove ".." and merge "//"; for data see Builder.EncodePath; that of
//	                                        net/url ignores all elements if one has a bad "%", which is encoded here
//	MarshalBinary     u.MarshalBinary       -
//	Parse             uri.Parse, u.Resolve  see ResolveReference
//	Port              u.Port()              the bool is true for "h:"; see u.PortNumber
//	Query             u.QueryGet            for all values of a key, u.QueryValues; for all keys, u.QueryParams; Query
//	                                        drops pairs with a ";"; see uri.QuerySyntax, with Plus for "+"
//	Redacted          u.Redacted()          an empty password stays empty here, and "%3A" begins one
//	RequestURI        u.RequestURI()        -
//	ResolveReference  u.Resolve             for an empty reference, net/url keeps the fragment of the base and removes
//	                                        the dot segments of its path; it resolves "/..//b" to "/b", not "//b", and
//	                                        "/a" with the base "x:/b" to "x:///a"
//	String            u.String()            the text that was parsed, byte for byte; "%v" and "{{.}}" show the password
//	                                        of a url.URL, but not that of u: for data use "%s" and "{{.String}}"
//	UnmarshalBinary   u.UnmarshalBinary     -
//
//	(*url.Userinfo)   here                  the trap
//	Username          u.Username()          the bool is false if there is no userinfo; the text before the first ":"
//	Password          u.Password()          the text after the first ":"
//	String            u.Userinfo()          that of net/url encodes more than it has to
//
// Functions and other types of package url:
//
//	url               here                           the trap
//	JoinPath          see the method                 that of net/url reports a bad "%"
//	Parse             uri.Parse, uri.ParseBytes      url.Parse also accepts texts such as "a b" and "//h/[x]";
//	                                                 whatwg.Parse accepts what browsers accept
//	ParseQuery        uri.QuerySyntax.DecodedPairs   in order, one by one; "+" is a space only with Plus; ParseQuery
//	                                                 drops "a=b;c", which is a pair here, or two with Separators,
//	                                                 and empty pairs, as in "a&&b", which are pairs here
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
// There is no map of the values of a query. A uri.QuerySyntax reads and edits the text, so that the order is kept. The
// methods QueryGet, QueryValues, WithQueryParam and WithoutQueryParam of a uri.URI do it for one parameter, and
// QueryParams and WithoutQueryParamFunc for all:
//
//	url.Values  here                          the trap
//	Add         uri.QuerySyntax.AppendAdd     at the end of the query
//	Del         u.WithoutQueryParam           after the last pair, no "?" remains; after AppendDelete, it does
//	Encode      uri.QuerySyntax.AppendPairs   Encode sorts, as AppendSort does, and writes "a=" for "a", "+" for " "
//	Get         u.QueryGet                    the bool is true for "a="; for all values, see u.QueryValues
//	Has         u.QueryGet                    the bool
//	Set         u.WithQueryParam              in place of the first pair with the key; see also AppendSet
//
// Programs that use net/url because it accepts nearly all text may want what browsers do. Package
// [github.com/urispan/uri/whatwg] does exactly that. It has a type URL and a type SearchParams, a list of decoded pairs:
//
//	net/url           as in browsers            the trap
//	Parse             whatwg.Parse              a scheme is needed; errors are rare, because the text is repaired
//	(*URL).Parse      whatwg.URL.Parse          spaces around the text and "\" are accepted
//	ResolveReference  whatwg.URL.Parse          it takes the text of the reference: "http:x" is relative if the base is http
//	String            whatwg.URL.Href           the normal form of the URL Standard, not the text that was parsed
//	Hostname          whatwg.URL.Hostname       in lower case and in ASCII; "0x7f.1" becomes "127.0.0.1"
//	Port              whatwg.URL.Port           "" for the default port of the scheme
//	Query             whatwg.URL.SearchParams   in order; it never fails
//	Values            whatwg.SearchParams       in order; "+" is a space, and "a;b" is a name
//	ParseQuery        whatwg.ParseSearchParams  the same
//	Encode            whatwg.SearchParams       String does not sort
//
// A request needs a URL that net/http accepts: convert with whatwg.URL.URI and then [To], and refuse a URL with the
// change [HostChanged], as the example of To named request does. The URI has "%25" for a "%" that begins no
// percent-encoding. Browsers send that "%" as it is. To do the same in a query, set RawQuery from whatwg.URL.Search.
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
