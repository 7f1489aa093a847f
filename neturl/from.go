package neturl

import (
	"errors"
	"net/url"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// ErrNil is the error of From for a nil *url.URL.
var ErrNil = errors.New("nil *url.URL")

// From returns the URI-reference with the components of v, and the changes: 0 if and only if it has exactly the fields
// of v and its text is v.String().
//
// From reads the fields as the methods of url.URL read them. It never turns one component into another, as String does
// when it prints a path as an authority, a host as a userinfo, or a query as a fragment. It percent-encodes characters
// of Opaque, RawQuery, RawPath and RawFragment that are not allowed in a URI. Opaque is the text after the scheme. If
// it begins with "//", it contains an authority. If Opaque is not empty, From ignores User, Host and Path, as String
// does.
//
// If v is nil, the error is [ErrNil]. Otherwise it is a [*uri.Error]: v has a Scheme or a host that no URI can have, or
// is too long. No URI has a host with a zone, or with a bracket or colon that belongs neither to an IP-literal nor to a
// port, such as "::1" and "a:b". In Opaque, the authority must match the rule authority. The Offset is in the
// percent-encoded component. The text of the error shows at most a byte of the Scheme of v, and nothing else of v.
//
// From allocates the text of the URI, the results of the methods of v that encode User, Path and Fragment, one string
// for each component that it changes or encodes, and the error. If a field is not valid, it allocates a string that it
// does not return.
func From(v *url.URL) (uri.URI, Changes, error) {
	if v == nil {
		return uri.URI{}, 0, ErrNil
	}
	var b uri.Builder
	if v.Scheme != "" {
		b.SetScheme(v.Scheme)
	}
	path, changes := setHierarchy(&b, v)
	b.SetPath(path)
	changes |= setTail(&b, v)
	u, err := b.URI()
	if err != nil {
		return uri.URI{}, 0, err
	}
	if len(u.Path()) > len(path) { // a dot segment was added
		changes |= ChangePathGuarded
	}
	return u, changes, nil
}

// setHierarchy sets the authority of b and returns the path.
func setHierarchy(b *uri.Builder, v *url.URL) (path string, changes Changes) {
	if v.Opaque != "" {
		return setOpaque(b, v)
	}
	path = v.EscapedPath()
	if v.RawPath != "" {
		if v.RawPath != path {
			changes = ChangeHintDropped
		}
		path = encode(uri.PlacePath, path, ChangePathEncoded, &changes) // without RawPath, EscapedPath encodes enough
	}
	rooted := strings.HasPrefix(path, "/")
	switch {
	case v.User != nil || v.Host != "":
		changes |= setAuthority(b, v)
		if path != "" && !rooted {
			path = "/" + path
			changes |= ChangePathRooted
		}
	case v.Scheme == "" || v.OmitHost || path == "":
	case rooted:
		b.SetHost("")
	default:
		changes |= ChangeAuthorityDropped
	}
	return path, changes
}

// setOpaque implements setHierarchy for a URL with Opaque.
func setOpaque(b *uri.Builder, v *url.URL) (path string, changes Changes) {
	if v.User != nil || v.Host != "" || v.Path != "" || v.RawPath != "" {
		changes = ChangeFieldsDropped
	}
	path = v.Opaque
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		authority, _, _ := strings.Cut(rest, "/")
		b.SetAuthority(authority)
		path = rest[len(authority):]
	}
	return encode(uri.PlacePath, path, ChangePathEncoded, &changes), changes
}

func setAuthority(b *uri.Builder, v *url.URL) (changes Changes) {
	if v.User != nil {
		b.SetUserinfo(v.User.String()) // always valid, because String encodes more than necessary
	}
	name := v.Host
	n := octet.SpanOf(name, 0, tables.RegNameChars)
	if n < len(name) { // otherwise name has no port either
		if colon := portColon(name); colon >= 0 {
			b.SetPort(name[colon+1:])
			name = name[:colon]
		}
		if n < len(name) {
			name, changes = encodeHost(name)
		}
	}
	b.SetHost(name)
	return changes
}

// encodeHost encodes a decoded host for [uri.Builder.SetHost].
func encodeHost(text string) (raw string, changes Changes) {
	switch delim := strings.IndexAny(text, "[]:"); {
	case delim == 0: // an IP-literal, or else an error
		return text, 0
	case delim > 0:
		// Encoding the delimiter would turn an invalid host into a valid name. SetHost refuses it unencoded.
		return uri.PlaceRegName.Encode(text[:delim]) + text[delim:], 0
	case strings.ContainsAny(text, `<>"`): // String does not encode these
		changes = ChangeHostEncoded
	}
	return uri.PlaceRegName.Encode(text), changes
}

// portColon returns the offset of the last ":" if only digits follow it, otherwise -1. Hostname and Port of a url.URL
// use the same rule.
func portColon(authority string) int {
	colon := strings.LastIndexByte(authority, ':')
	if strings.Trim(authority[colon+1:], "0123456789") != "" {
		return -1
	}
	return colon
}

// setTail sets the query and the fragment of b.
func setTail(b *uri.Builder, v *url.URL) (changes Changes) {
	if v.ForceQuery || v.RawQuery != "" {
		b.SetQuery(encode(uri.PlaceQuery, v.RawQuery, ChangeQueryEncoded, &changes))
	}
	fragment := v.EscapedFragment()
	if v.RawFragment != "" && v.RawFragment != fragment {
		changes |= ChangeHintDropped
	}
	if fragment != "" {
		b.SetFragment(encode(uri.PlaceFragment, fragment, ChangeFragmentEncoded, &changes))
	}
	return changes
}

// encode percent-encodes the characters of raw that are not allowed in the place. If there are any, it adds change to
// changes.
func encode(p uri.Place, raw string, change Changes, changes *Changes) string {
	encoded := p.EncodeRaw(raw)
	if encoded != raw {
		*changes |= change
	}
	return encoded
}
