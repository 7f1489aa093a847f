package neturl

import "github.com/urispan/uri/internal/textio"

// Changes is a set of flags for the differences between the argument and the result of [To], [From], [OfWHATWG] or
// [Parse]. Flags of To are also flags of OfWHATWG. Those of Parse mean that a component has characters, percent-encoded
// in the URI, that are not allowed there. The zero Changes means that nothing is lost. The type may get more flags and a
// larger size.
//
// Each flag stands for a difference, and each difference has a flag. Most differences do not change the meaning. The
// exceptions are [ChangeHostChanged], [ChangeAuthorityDropped], [ChangeFieldsDropped], and [ChangePathRooted], which
// changes the path.
type Changes uint16

// Changes of a scheme, an authority or one of its parts.
const (
	// ChangeSchemeLowered (To): the scheme has upper-case letters. In the url.URL it is in lower case.
	ChangeSchemeLowered Changes = 1 << iota

	// ChangeAuthorityDropped (To): the authority is empty, and String does not print its "//". This happens in relative
	// references, such as "//" and "///a", and before an empty path, as in "file://".
	//
	// (From): Scheme is set, OmitHost is not set, and User and Host are not set. This means an empty authority, but
	// the Path does not begin with "/", and would be read as the authority after "//". The result has no authority:
	// "s:a".
	ChangeAuthorityDropped

	// ChangeUserinfoEncoded (To): User has the name and the password of the userinfo, but String writes them differently:
	// "%7E" as "~", "!" as "%21", or a second ":" as "%3A".
	ChangeUserinfoEncoded

	// ChangeHostEncoded: the octets of the host are the same, but some are written differently. (To): the host has
	// percent-encodings in lower case or of unreserved characters. (OfWHATWG): the host has "{", "}" or "`", or a "%"
	// that does not begin a percent-encoding. String encodes these, and Host contains them. (From): Host has one of <,
	// > and ", which From encodes and String does not.
	ChangeHostEncoded

	// ChangeHostChanged (To): the host has a percent-encoded octet of US-ASCII that Host cannot hold safely, such as "/",
	// "@", "!" or a space. It stays encoded in Host, and String encodes its "%": it prints "a%2Fb" as "a%252Fb", which
	// is another host. A program should refuse such a URI.
	ChangeHostChanged
)

// Changes of path, query and fragment, and of the fields of a url.URL.
const (
	// ChangePathGuarded: the path begins with an additional dot segment, as [uri.Builder] adds it, because the path
	// alone would be read as something else. (To): together with ChangeAuthorityDropped, if the path begins with "//".
	// (From): Path or Opaque begins with "//" without an authority before it, or its first segment has a ":" without a
	// scheme before it.
	ChangePathGuarded Changes = ChangeHostChanged << (1 + iota)

	// ChangePathRooted (From): there is a User or a Host, but the Path does not begin with "/". From adds the "/".
	ChangePathRooted

	// ChangePathEncoded (From): Opaque has characters that are not allowed in a path, or RawPath has "[" or "]". They are
	// percent-encoded. (OfWHATWG): the path has characters that EscapedPath encodes, such as "|", or a "%" that does
	// not begin a percent-encoding.
	ChangePathEncoded

	// ChangeQueryEncoded (From): RawQuery has characters that are not allowed in a query. They are percent-encoded.
	ChangeQueryEncoded

	// ChangeFragmentDropped (To): the fragment is empty. In a url.URL, an empty fragment is the same as no fragment.
	ChangeFragmentDropped

	// ChangeFragmentEncoded (From): RawFragment has "[" or "]". They are percent-encoded. (OfWHATWG): the fragment has
	// characters that EscapedFragment encodes, such as "#", or a "%" that does not begin a percent-encoding.
	ChangeFragmentEncoded

	// ChangeFieldsDropped (From): Opaque is set together with User, Host, Path or RawPath, which String and From ignore.
	ChangeFieldsDropped

	// ChangeHintDropped (From): RawPath is not an encoding of Path, or RawFragment is not an encoding of Fragment.
	// EscapedPath, EscapedFragment, String and From ignore it.
	ChangeHintDropped
)

// changeNames lists the words for each flag, in the order of the constants.
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

// String returns a few words for each flag of c, in order and separated by commas, such as "scheme lowered, fragment
// dropped", or "none" if c is 0.
func (c Changes) String() string { return textio.Flags(uint64(c), "Changes", changeNames[:]) }
