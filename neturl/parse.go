package neturl

import (
	"net/url"
	"strings"

	"github.com/urispan/uri"
)

// Parse parses text as a URI-reference or, if it is not one, returns the URI-reference that [url.Parse] reads in it.
// The changes are 0 if and only if the text of the URI is text.
//
// Use it in programs that accept every string that url.Parse accepts, such as sanitizers of HTML, and need a valid URI
// for each:
//
//	u, changes, err := neturl.Parse("/a b?q=[x]&r=100%") // "/a%20b?q=%5Bx%5D&r=100%25"
//	v, _ := neturl.To(u)                                 // for functions that take a *url.URL
//	u, _, err = neturl.From(v)                           // if they changed it
//
// If text is a URI-reference, the result is text, also where url.URL.String returns something else: an upper-case
// scheme, the empty fragment of "#", "///a". Otherwise each component comes from text, and is defined if text has its
// delimiter. The bytes that are not allowed there are percent-encoded, and so is a "%" that does not begin a
// percent-encoding, which url.Parse accepts in queries and after schemes such as "mailto". Percent-encodings stay. The
// changes are [ChangeUserinfoEncoded], [ChangeHostEncoded], [ChangePathEncoded], [ChangeQueryEncoded] and
// [ChangeFragmentEncoded]. url.Parse reads the result as it reads text, except that it refuses the encoded form of a
// host with "<", ">" or a quotation mark. For such a URI, [To] returns [ChangeHostChanged], and String writes another
// host: "%2522" for "%22". Refuse a link with this change.
//
// Parse refuses a string that both parsers refuse, such as one with a control character. It also refuses hosts that are
// not URIs' hosts after percent-encoding, such as "[fe80::1%25eth0]": see [From]. The error is the [*uri.Error] of
// uri.Parse(text).
//
// Browsers read some references differently, and Parse does not change them: "///example.com/" leads to another site.
// See [whatwg.SameOriginRef] and package [github.com/urispan/uri/guard]. Parse never leaves "\" in a result.
//
// Parse allocates only if text is not a URI-reference.
func Parse(text string) (uri.URI, Changes, error) {
	u, err := uri.Parse(text)
	if err == nil {
		return u, 0, nil
	}
	v, refused := url.Parse(text)
	if refused != nil {
		return uri.URI{}, 0, err
	}
	var (
		b       uri.Builder
		changes Changes
	)
	rest, fragment, hasFragment := strings.Cut(text, "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	if n := len(v.Scheme); n > 0 {
		b.SetScheme(rest[:n])
		rest = rest[n+len(":"):]
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		authority, _, _ := strings.Cut(after, "/")
		setRawAuthority(&b, authority, &changes)
		rest = after[len(authority):]
	}
	b.SetPath(encode(uri.PlacePath, rest, ChangePathEncoded, &changes))
	if hasQuery {
		b.SetQuery(encode(uri.PlaceQuery, query, ChangeQueryEncoded, &changes))
	}
	if hasFragment {
		b.SetFragment(encode(uri.PlaceFragment, fragment, ChangeFragmentEncoded, &changes))
	}
	repaired, refused := b.URI()
	if refused != nil {
		return uri.URI{}, 0, err
	}
	return repaired, changes, nil
}

// setRawAuthority sets an authority in a spelling that url.Parse accepts.
func setRawAuthority(b *uri.Builder, authority string, changes *Changes) {
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		b.SetUserinfo(encode(uri.PlaceUserinfo, authority[:at], ChangeUserinfoEncoded, changes))
		authority = authority[at+1:]
	}
	if colon := portColon(authority); colon >= 0 {
		b.SetPort(authority[colon+1:])
		authority = authority[:colon]
	}
	if !strings.ContainsAny(authority, "[]:") { // otherwise an IP-literal, or an error of SetHost
		authority = encode(uri.PlaceRegName, authority, ChangeHostEncoded, changes)
	}
	b.SetHost(authority)
}
