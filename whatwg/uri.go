package whatwg

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/textio"
)

// Changes is a set of flags. They describe the differences between the text that [URL.URI] or [FromURI] converts and
// the result. The zero Changes means that the text is the same. The type may get more flags and a larger size.
//
// Most differences do not change the meaning. The exceptions are [ChangeAuthorityFound] and, for programs that do not
// decode a host as browsers do, [ChangeHostChanged].
type Changes uint16

// The flags of Changes, each with the function that sets it.
const (
	// ChangeSchemeLowered (FromURI): the scheme has upper-case letters. In the URL it is in lower case.
	ChangeSchemeLowered Changes = 1 << iota

	// ChangeAuthorityFound (FromURI): the scheme is special, and the URI has no authority or an empty one. Browsers take the
	// authority from the path: "http:a/b" and "http:///a/b" have the host "a". In a "file" URI they add an empty one:
	// "file:/a" becomes "file:///a".
	ChangeAuthorityFound

	// ChangeUserinfoEncoded (URI): the userinfo has a "%" that does not begin a percent-encoding. It becomes "%25".
	// FromURI sets the flag if the userinfo has a ";", "=" or second ":", which the standard encodes.
	ChangeUserinfoEncoded

	// ChangeUserinfoDropped (FromURI): the userinfo or the password is empty. The URL lacks the "@" or the ":".
	ChangeUserinfoDropped

	// ChangeHostEncoded (URI): the host has characters that are not allowed in a URI, such as "{" and "`".
	ChangeHostEncoded

	// ChangeHostChanged (FromURI): the host is written differently: in lower case, decoded, or as an IP address in its usual
	// form. An RFC 3986 parser reads "http://0x7f.1/" as a registered name, and browsers as 127.0.0.1.
	ChangeHostChanged

	// ChangePortChanged (FromURI): the port is empty, is the default port of the scheme, or has leading zeros.
	ChangePortChanged

	// ChangePathEncoded (URI): the path has characters that are not allowed in a URI, such as "[" and "|", or a "%" that does
	// not begin a percent-encoding.
	ChangePathEncoded

	// ChangePathChanged (FromURI): the path lacks its dot segments, or begins with a "/" that the URI does not have. If
	// ChangeAuthorityFound is set, the path also lacks the host.
	ChangePathChanged

	// ChangeQueryEncoded (URI): the query has characters that are not allowed in a URI, such as "[" and "|", or a "%"
	// that does not begin a percent-encoding. FromURI sets the flag if the query has a "'" and the scheme is special.
	ChangeQueryEncoded

	// ChangeFragmentEncoded (URI): the fragment has characters that are not allowed in a URI, such as "#", or a "%" that does
	// not begin a percent-encoding.
	ChangeFragmentEncoded
)

// changeNames lists the words for each flag, in the order of the constants.
var changeNames = [...]string{
	"scheme lowered",
	"authority found",
	"userinfo encoded",
	"userinfo dropped",
	"host encoded",
	"host changed",
	"port changed",
	"path encoded",
	"path changed",
	"query encoded",
	"fragment encoded",
}

// String returns a few words for each flag of c, in order and separated by commas, such as "scheme lowered, path
// changed", or "none" if c is 0.
func (c Changes) String() string { return textio.Flags(uint64(c), "Changes", changeNames[:]) }

// URI returns u as a URI, and the changes. They are 0 if and only if the text of the URI is the href. Browsers leave
// some characters in an href that RFC 3986 does not allow. URI percent-encodes them, and also each "%" that does not
// begin a percent-encoding:
//
//	http://h/a|b?c[]=100%    becomes    http://h/a%7Cb?c%5B%5D=100%25
//
// Servers decode "%7C" to the same octet, but browsers do not regard the two URLs as equal. For the zero URL, the
// result is the zero URI. URI allocates only if there are changes.
func (u URL) URI() (uri.URI, Changes) {
	if v, err := uri.Parse(u.href); err == nil {
		return v, 0
	}
	out, changes := make([]byte, 0, len(u.href)+len(u.href)/4), Changes(0)
	encode := func(p uri.Place, raw string, change Changes) {
		encoded := p.EncodeRaw(raw)
		if len(encoded) != len(raw) {
			changes |= change
		}
		out = append(out, encoded...)
	}
	o := u.offsets()
	lo := o.Path
	if o.Authority != 0 {
		lo = o.Authority
	}
	out = append(out, u.href[:lo]...)
	if o.Authority < o.Host {
		encode(uri.PlaceUserinfo, u.userinfo(), ChangeUserinfoEncoded)
		out = append(out, '@')
	}
	if u.HostKind() == HostIPv6 {
		out = append(out, u.Hostname()...)
	} else {
		encode(uri.PlaceRegName, u.Hostname(), ChangeHostEncoded)
	}
	out = append(out, u.href[o.HostEnd:o.Path]...) // the port
	encode(uri.PlacePath, u.Pathname(), ChangePathEncoded)
	if o.PathEnd < o.QueryEnd {
		out = append(out, '?')
		encode(uri.PlaceQuery, u.href[o.PathEnd+1:o.QueryEnd], ChangeQueryEncoded)
	}
	if o.QueryEnd < o.End {
		out = append(out, '#')
		encode(uri.PlaceFragment, u.href[o.QueryEnd+1:o.End], ChangeFragmentEncoded)
	}
	v, _ := uri.Parse(string(out)) // always a URI, and never too long: see maxLen
	return v, changes
}

// FromURI returns the URL that browsers make of u, and the changes. They are 0 if and only if the href is the text of
// u. The error is the [*Error] of [Parse]. FromURI fails for a relative reference, and for a URI that browsers refuse:
// "http://a%2Fb/", "http://1.2.3.4.5/", and "http://[v1.a]/". FromURI allocates as Parse does.
func FromURI(u uri.URI) (URL, Changes, error) {
	v, err := Parse(u.String())
	if err != nil || v.href == u.String() {
		return v, 0, err
	}
	return v, changesFrom(&u, &v), nil
}

// changesFrom returns the changes from u to v, which Parse returns for u.
func changesFrom(u *uri.URI, v *URL) (changes Changes) {
	add := func(differ bool, change Changes) {
		if differ {
			changes |= change
		}
	}
	o := v.offsets()
	add(u.Scheme() != v.Scheme(), ChangeSchemeLowered)
	path := v.Pathname()
	if o.Authority == 0 {
		path = v.href[o.SchemeEnd+1 : o.PathEnd] // with the "/." before "//"
	}
	add(u.Path() != path, ChangePathChanged)
	uriQuery, _ := u.Query()
	add(uriQuery != strings.TrimPrefix(v.Search(), "?"), ChangeQueryEncoded)

	authority, ok := u.Authority()
	if ok != (o.Authority != 0) || authority == "" && v.Host() != "" {
		return changes | ChangeAuthorityFound
	}
	userinfo, ok := u.Userinfo()
	username, password, hasPassword := strings.Cut(userinfo, ":")
	add(ok && userinfo == "" || hasPassword && password == "", ChangeUserinfoDropped)
	add(username != v.Username() || password != v.Password(), ChangeUserinfoEncoded)
	name, _ := u.Host()
	add(name != v.Hostname(), ChangeHostChanged)
	port, ok := u.Port()
	add(port != v.Port() || ok && port == "", ChangePortChanged)
	return changes
}
