// Package uri parses URIs and relative references as RFC 3986 defines them, exactly and without allocation.
//
// A [URI] is a string that matches the grammar, together with the places of its components. [Parse] accepts any
// URI-reference. [ParseURI], [ParseAbsoluteURI] and [ParseRelativeRef] accept narrower rules of the RFC. Input that
// does not match is refused with an [*Error], which has the offset of the first wrong byte, the component that was
// being read there, and the reason. Parsing does not repair, guess or decode. A function takes time linear in the
// length of its inputs, unless its comment says otherwise.
//
// The components have the names that the RFC gives them:
//
//	foo://user@example.com:8042/over/there?name=ferret#nose
//	\_/   \___________________/\_________/ \_________/ \__/
//	 |             |               |            |        |
//	scheme     authority          path        query   fragment
//
// The authority has a userinfo, a host and a port. A component is undefined if its delimiter does not occur in the
// text, and empty if nothing follows the delimiter: the query of "a?" is empty, and the query of "a" is undefined.
// Accessors return a bool that is false for an undefined component. Scheme and Path return no bool: a scheme cannot be
// empty, so "" means that it is undefined, and the path is never undefined.
//
// Accessors return slices of the parsed string, not decoded. Offsets are in bytes. Characters outside US-ASCII must be
// percent-encoded; package iri parses references that have them.
//
// # The calls that most programs need
//
//	read        Parse, MustParse, ParseURI (with a scheme only)
//	parts       u.Scheme, u.Hostname, u.Port, u.Path, u.Query, u.Fragment
//	connect     u.HostPort, u.RequestURI
//	query       u.QueryGet, u.QueryParams, u.WithQueryParam, u.WithoutQueryParam
//	path        Segments, u.JoinPath, u.Child
//	change      u.WithHost, u.WithPath, u.WithoutFragment, u.Builder
//	links       u.IsAbs, u.Resolve; NewBase for many
//	compare     u.Equal, u.Normalized, u.Key; to store, package urlkey
//	sites       suffix.Site(u.Normalized().Hostname()), of package host/suffix
//	print       u.String, u.Redacted
//	data        Decode, Place.Encode
//
// # Input that is refused
//
// The web has links that RFC 3986 does not allow and that browsers repair: of 48,010 real URLs, Parse refuses 341, for
// a space, a "|", a "{" or a bad percent-encoding. Package [github.com/urispan/uri/whatwg] reads such input as browsers
// do, and returns a URI for it:
//
//	w, err := whatwg.Parse("http://example.com/a|b c")
//	u, changes := w.URI() // http://example.com/a%7Cb%20c
//
// The two packages also read some valid URIs differently. So choose one of them for all input of a program: whatwg for
// links of pages and for addresses that people type, uri for the elements of protocols and file formats. Do not use
// package whatwg only for the input that Parse refuses. In any case, check the URI that is requested.
//
// # Passwords
//
// A userinfo can contain a password. A program writes a URI either as data or for people. Data is exact, because a URI
// without its password is a different address. Text for people hides the password as [URI.Redacted] does. Errors never
// show it. The table applies to a URI, an iri.IRI, a whatwg.URL and a [Key]; encoding/gob and database/sql take only a
// URI and a Key:
//
//	String, MarshalText, MarshalBinary, string(key)        exact
//	%s %q %x %X                                            exact
//	%v %+v %#v, Print, Println, Fprintln                   hidden
//	encoding/json, encoding/xml, encoding/gob              exact
//	database/sql, and the values and defaults of a flag    exact
//	{{.}} in text/template and html/template               hidden
//	{{.}} in a script of html/template                     exact
//	{{.String}}, {{printf "%s" .}}                         exact
//	log/slog, an attribute, with every handler             hidden
//	log/slog, inside a struct, slice or map, TextHandler   hidden
//	log/slog, inside a struct, slice or map, JSONHandler   exact: log a Redactor.LogValuer instead
//
// The verb %v and its variants hide the password because they write most logs and messages, and a password in a log
// cannot be taken back. Data without its password fails visibly. Write data with u.String() or %s, and a link in a
// template as {{.String}}. An httpuri.Origin has no userinfo, and all its forms are exact.
//
// # Other packages
//
// Their import paths begin with github.com/urispan/uri/.
//
//	guard, guard/guardhttp    refuse dangerous URIs; an http.Client for URIs from users
//	httpuri, httpuri/nethttp  the target URI, origin and redirects of HTTP requests
//	whatwg, iri               URLs as browsers read them; URIs in all scripts
//	fileuri, neturl           URIs of file paths; url.URL
//	host                      names and addresses, public suffixes, names that look alike
//	fsm, dedupe, surt         records without allocation; unique URIs; keys that sort by domain
//	scheme                    what data: and other addresses of single schemes say
//	urlkey, uritemplate       keys that can be stored; templates such as "/users/{id}"
//	schema                    the formats "uri", "iri-reference" and "uri-template" of JSON Schema
//	find, find/hosts          the addresses in prose, in a log or in a stream
//	whatwg/links              the links of HTML pages and of Link header fields
//	whatwg/urlpattern         the URL Pattern Standard, one pattern or a set of thousands
//
// # Moving from net/url
//
// The tables list a replacement for each field, method and function of net/url, and the differences. u is a uri.URI,
// and e is a *uri.Error. Package [github.com/urispan/uri/neturl] converts a URI to a url.URL and back, and reports the
// losses.
//
//	url.URL        here                     the trap
//	Scheme         strings.ToLower(...)     of u.Scheme(), which keeps upper case: "HTTP"
//	Opaque         u.Path()                 a path like any other; here "mailto:a" has the path "a"
//	User           u.Userinfo()             raw, with both fields; u.Username and u.Password decode them
//	Host           u.Authority()            raw; it includes the userinfo; u.Host() and u.Port() do not; for an
//	                                        address to connect to, see u.HostPort
//	Path           uri.Decode(u.Path(), 0)  in decoded text, "%2F" is a "/": split first, see uri.Segments; for path.Base,
//	                                        path.Dir and path.Ext, see uri.Segments and u.Parent; for
//	                                        strings.HasPrefix, see u.HasPathPrefix
//	RawPath        u.Path()                 always the text; RawPath is a hint, and mostly empty
//	RawQuery       u.Query()                the bool is true for "a?"; url.Parse accepts any bytes there
//	ForceQuery     u.Query()                "", true
//	Fragment       u.Fragment()             raw; the bool is true for "a#"; to remove it, see u.WithoutFragment
//	RawFragment    u.Fragment()             always the text
//	OmitHost       u.Authority()            the bool is false if there is no "//"
//
// Methods:
//
//	(*url.URL)        here                  the trap
//	AppendBinary      u.AppendText          -
//	EscapedFragment   u.Fragment()          -
//	EscapedPath       u.Path()              net/url keeps "[" and "]", which no URI has there; it returns "" for
//	                                        "mailto:a"
//	Hostname          u.Hostname()          not decoded: net/url decodes "%C3%A9"; "a%2F.b", which url.Parse refuses,
//	                                        is valid; to compare it with trusted names, see guard.Policy;
//	                                        see also u.HostPort
//	IsAbs             u.IsAbs()             "absolute-URI" means more in RFC 3986: see uri.ParseAbsoluteURI
//	JoinPath          u.JoinPath            both remove ".." and merge "//"; for a name from outside see u.Child, and
//	                                        for several see uri.Builder.SetPathSegments; net/url ignores all elements
//	                                        if one has a bad "%", which is encoded here
//	MarshalBinary     u.MarshalBinary       -
//	Parse             uri.Parse, u.Resolve  see ResolveReference; for a name from outside see u.Sibling
//	Port              u.Port()              the bool is true for "h:"; see u.PortNumber
//	Query             u.QueryGet            for all values of a key, u.QueryValues; for all keys, u.QueryParams; Query
//	                                        drops pairs with a ";", which are kept here: see uri.QuerySyntax
//	Redacted          u.Redacted()          an empty password stays empty here, and a userinfo with a "%3A" and no ":" is
//	                                        hidden
//	RequestURI        u.RequestURI()        -
//	ResolveReference  u.Resolve             for an empty reference, net/url keeps the fragment of the base and removes
//	                                        the dot segments of its path; it resolves "/..//b" to "/b", not "//b", and
//	                                        "/a" with the base "x:/b" to "x:///a"
//	String            u.String()            the text that was parsed, byte for byte; "%v" and "{{.}}" show the password
//	                                        of a url.URL, but not of u: for data use "%s" and "{{.String}}"
//	UnmarshalBinary   u.UnmarshalBinary     -
//
//	(*url.Userinfo)   here                  the trap
//	Username          u.Username()          the bool is false if there is no userinfo; the text before the first ":"
//	Password          u.Password()          the text after the first ":"
//	String            u.Userinfo()          net/url encodes more than it has to
//
// Functions and other types of package url:
//
//	url               here                           the trap
//	JoinPath          see the method                 net/url reports a bad "%"
//	Parse             uri.Parse, uri.ParseBytes      url.Parse also accepts "a b", "//h/[x]" and more;
//	                                                 neturl.Parse accepts them and returns a URI; whatwg.Parse
//	                                                 accepts what browsers accept
//	ParseQuery        uri.QuerySyntax.DecodedPairs   in order, one by one; "+" is a space only with Plus; ParseQuery
//	                                                 drops "a=b;c" and the empty pair of "a&&b"; here both are
//	                                                 pairs, and "a=b;c" is two with ";" in Separators
//	ParseRequestURI   httpuri.Parse                  net/url reads "#" as a part of the path; httpuri also
//	                                                 checks the form by the method
//	PathEscape        uri.Place.Encode               of PlaceParam; "=" is also encoded; PlaceSegment keeps
//	                                                 "; , ! ' ( ) *", and some servers read "..;" as "..";
//	                                                 see also u.Child
//	PathUnescape      uri.Decode                     it can refuse "%2F" and more
//	QueryEscape       uri.Place.Encode               of PlacePair; a space becomes "%20" and not "+"
//	QueryUnescape     uri.QuerySyntax                uri.Decode does not decode a "+"
//	User              uri.Builder.SetUserinfoFields  -
//	UserPassword      uri.Builder.SetUserinfoFields  -
//	EscapeError       uri.ReasonBadPercent           -
//	InvalidHostError  uri.ReasonIllegalByte          the byte is not shown, because it may be in a password; to check a
//	                                                 host alone, see uri.Component.Check
//
// A map of the values of a query loses their order and their text. u.QueryMap returns one for libraries that read it.
// u.QueryParams and u.WithoutQueryParamFunc read and edit several parameters. The other methods of a uri.URI read or
// edit one. The methods of a uri.QuerySyntax read and edit a query alone, under several conventions:
//
//	url.Values  here                     the trap
//	Add         u.WithAddedQueryParam    at the end of the query; see also uri.QuerySyntax.Add
//	Del         u.WithoutQueryParam      deleting the last pair deletes the "?"; uri.QuerySyntax.Delete keeps it
//	Encode      uri.QuerySyntax.Encode   net/url sorts, as uri.QuerySyntax.Sort does, and writes "a=" for "a"
//	                                     and "+" for " "
//	Get         u.QueryGet               the bool is true for "a="; for all values, see u.QueryValues; see also
//	                                     uri.QuerySyntax.Get
//	Has         u.QueryGet               the bool; it is true for "a=" and for "a"
//	Set         u.WithQueryParam         in place of the first pair with the key; see also uri.QuerySyntax.Set
//
// Errors, which errors.As finds:
//
//	(*url.Error)  here       the trap
//	Err           e.Reason   see also e.Offset and e.Component
//	Error         e.Error()  net/url quotes the input, including a password; e shows at most one character
//	Op            none       -
//	Temporary     none       never true for url.Parse; the errors of net/http still have it
//	Timeout       none       the same
//	URL           none       e does not keep the input
//	Unwrap        none       e wraps nothing
package uri
