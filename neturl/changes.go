package neturl

import (
	"math/bits"
	"strconv"
	"strings"
)

// Changes says what is not the same in a result of [To] or [From], as a set of flags. The zero Changes is that of a
// result that has lost nothing. Its size may grow: there may be more flags one day.
//
// Every flag means that something differs, and everything that differs has its flag. Most of them leave the meaning as
// it is; [HostChanged], [AuthorityDropped] and [FieldsDropped] do not, and neither does [PathRooted] in what it makes
// of a path.
type Changes uint16

// Changes of a scheme, an authority or one of its parts.
const (
	// SchemeLowered (To): the scheme is written with upper-case letters, and in lower case in the url.URL.
	SchemeLowered Changes = 1 << iota

	// AuthorityDropped (To): the authority is empty, and String prints no "//" then: in relative references, such as
	// "//" and "///a", and before an empty path, as in "file://". (From): Scheme is set, OmitHost is not, and there is
	// no User and no Host. This means an empty authority, but the Path does not begin with "/": behind "//" it would be
	// read as the authority. The result has none: "s:a".
	AuthorityDropped

	// UserinfoEncoded (To): User holds what the userinfo says, but String writes it otherwise: "%7E" as "~", "!" as
	// "%21", or a second ":" as "%3A".
	UserinfoEncoded

	// HostEncoded: the octets of the host are the same, but not all are written so. (To): percent-encodings are written
	// in lower case or are of unreserved characters. (From): Host has one of <, > and ", which are percent-encoded in
	// the URI, and left as they are by String.
	HostEncoded

	// HostChanged (To): a percent-encoded octet of US-ASCII in the host is none that Host can hold safely, such as "/",
	// "@", "!" and a space. It stays encoded there, and String encodes its "%": "a%2Fb" is printed as "a%252Fb", which
	// is another host. A program should not go on with it.
	HostChanged
)

// Changes of what follows.
const (
	// PathGuarded: a dot segment stands in front of the path that else would be read as something else, as
	// [uri.Builder] puts it. (To): together with AuthorityDropped, if the path begins with "//". (From): Path or Opaque
	// begins with "//", or in its first segment there is a ":", where nothing stands in front of it.
	PathGuarded Changes = HostChanged << (1 + iota)

	// PathRooted (From): there is a User or a Host, but the Path does not begin with "/", and the URI's does.
	PathRooted

	// PathEncoded (From): Opaque has characters that cannot stand in a path, or RawPath has "[" or "]". They are
	// percent-encoded.
	PathEncoded

	// QueryEncoded (From): RawQuery has characters that cannot stand in a query. They are percent-encoded.
	QueryEncoded

	// FragmentDropped (To): the fragment is empty. A url.URL cannot tell that from an undefined one.
	FragmentDropped

	// FragmentEncoded (From): RawFragment has "[" or "]". They are percent-encoded.
	FragmentEncoded

	// FieldsDropped (From): there is an Opaque, besides which String and From ignore the User, Host, Path and RawPath
	// that is there, too.
	FieldsDropped

	// HintDropped (From): RawPath or RawFragment is no encoding of Path or Fragment, so that EscapedPath or
	// EscapedFragment, and with them String and From, ignore it.
	HintDropped
)

var changeNames = [...]string{
	"scheme lowered",
	"authority dropped",
	"userinfo encoded",
	"host encoded",
	"host changed",
	"path guarded",
	"path rooted",
	"path encoded",
	"query encoded",
	"fragment dropped",
	"fragment encoded",
	"fields dropped",
	"hint dropped",
}

// String returns a few words for each of the flags, in order and with commas between them, such as "scheme lowered,
// fragment dropped"; "none" if there is none.
func (c Changes) String() string {
	if c == 0 {
		return "none"
	}
	var names []string
	for rest := c; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros16(uint16(rest)); i < len(changeNames) {
			names = append(names, changeNames[i])
		} else {
			names = append(names, "Changes(1<<"+strconv.Itoa(i)+")")
		}
	}
	return strings.Join(names, ", ")
}
