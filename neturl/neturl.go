// Package neturl converts between [uri.URI] and [url.URL]. Programs use both because net/http needs a url.URL, or because
// they move from one type to the other file by file.
//
//	v, changes := neturl.To(u)           // v.String() == u.String() if changes is 0
//	w, changes, err := neturl.From(v)    // w == u
//	x, changes, err := neturl.Parse("/a b?c[]=100%") // a URI of any string that url.Parse accepts
//
// A URI is a string and the ranges of its components. A url.URL is a struct of fields, most of them decoded, and its
// String method makes a string of them. So each type has values that the other cannot hold, and a conversion may have
// to change them. [To] and [From] change as little as possible, and return the changes as a set of [Changes]. The set
// is 0 if and only if nothing is lost.
//
// Most URI-references have no changes. A url.URL cannot hold an empty fragment, some empty authorities, and some
// spellings of a scheme, a userinfo or a host.
//
// To accepts every URI. From accepts a url.URL with any fields. It reads the fields, not the result of String, and
// returns an error if no URI has these fields. For a v that To returned, From(v) has no changes, and its URI has the
// text v.String().
//
// The package does not read addresses as browsers do. [OfWHATWG] converts the result of package whatwg, which does.
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
// Package [github.com/urispan/uri] has a table with the replacement for each field, method and function of net/url, and
// how it differs: see its section "Moving from net/url".
//
// A program that uses net/url because it accepts nearly all text may need the parser of browsers instead. Package
// [github.com/urispan/uri/whatwg] is that parser. It has a type URL and a type SearchParams, a list of decoded pairs:
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
// For a request, [OfWHATWG] makes a url.URL of a whatwg.URL, and does not change the query. See the example named
// crawler.
//
// A program that has no base URL, such as a sanitizer of HTML, accepts references with [Parse]. It finds links to other
// sites, such as "///example.com/" and "https:example.com", with [whatwg.SameOriginRef]. See the example named
// sanitizer.
package neturl
