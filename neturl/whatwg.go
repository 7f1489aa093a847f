package neturl

import (
	"net/url"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/whatwg"
)

// OfWHATWG returns w as a url.URL, and the changes: 0 if and only if String returns the href of w. It accepts any URL,
// sets the fields without parsing, and never returns nil.
//
// It is the shortest way from a link, read as browsers read it, to a request:
//
//	w, err := base.Parse(link) // base is a whatwg.URL
//	v, changes := neturl.OfWHATWG(w.WithoutFragment())
//
// If the changes are not 0, one URL has two spellings, such as "/100%" and "/100%25". Use either of them as the key of
// a map, but always the same one.
//
// The fields of the result are these:
//
//   - RawQuery is the query of w, byte for byte: "a=100%zz|[x]" stays so. An opaque path becomes Opaque, byte for byte.
//   - Path is the decoded path. A "%" that does not begin a percent-encoding stays. RawPath and RawFragment are set
//     only if EscapedPath and EscapedFragment need them to return the text of w. These methods keep "[" and "]" and
//     percent-encode other characters that an href can contain and a URI cannot, such as "|" and such a "%". The
//     changes are [ChangePathEncoded] and [ChangeFragmentEncoded].
//   - Host is the host and port of w. If the scheme is http, https, ws, wss, ftp or file, Host is the host that a
//     browser connects to, and never has a "%". Otherwise the host may be percent-encoded, and is read as To reads it.
//     String percent-encodes "{", "}" and "`" ([ChangeHostEncoded]).
//   - User has the decoded username and password. String may write them differently ([ChangeUserinfoEncoded]).
//
// net/http sends these fields. A transport of package [github.com/urispan/uri/guard/guardhttp] checks the URI that
// [From] makes of them, with a percent-encoded query, and sends the query of w.
//
// The other possible changes are [ChangeHostChanged], only for schemes other than those six, [ChangeAuthorityDropped]
// ("foo://"), and [ChangeFragmentDropped]. For the zero URL, the result is the zero url.URL. For most URLs, OfWHATWG
// allocates only the url.URL; it allocates more in the cases of To.
func OfWHATWG(w whatwg.URL) (*url.URL, Changes) {
	r := w.Ranges()
	p := reference.PartsOf(w.Href(), &r)
	if !p.HasAuthority && strings.HasPrefix(p.Path, "//") {
		p.Path = "/." + p.Path // as the serializer writes it
	}
	var changes Changes
	if !w.HasOpaquePath() {
		if encoded := uri.PlacePath.EncodeRaw(p.Path); encoded != p.Path && !keepsPath(p.Path) {
			p.Path, changes = encoded, ChangePathEncoded
		}
	}
	if encoded := uri.PlaceFragment.EncodeRaw(p.Fragment); encoded != p.Fragment && !keepsFragment(p.Fragment) {
		p.Fragment = encoded
		changes |= ChangeFragmentEncoded
	}
	if uri.PlaceRegName.EncodeRaw(p.Host) != p.Host && !strings.Contains(p.Host, "%") && printHost(p.Host) != p.Host {
		changes |= ChangeHostEncoded
	}
	v, more := toURL(&p)
	return v, changes | more
}

// keepsPath reports whether EscapedPath returns raw if RawPath is raw.
func keepsPath(raw string) bool {
	v := url.URL{Path: decode(raw), RawPath: raw}
	return v.EscapedPath() == raw
}

// keepsFragment reports whether EscapedFragment returns raw if RawFragment is raw.
func keepsFragment(raw string) bool {
	v := url.URL{Fragment: decode(raw), RawFragment: raw}
	return v.EscapedFragment() == raw
}
