package neturl

import (
	"net/url"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/tables"
)

// To returns u as a url.URL, and the changes: 0 if and only if String returns the text of u. It accepts any URI, sets
// the fields without parsing, and never returns nil.
//
// The scheme is in lower case, because programs compare the Scheme of a url.URL with "http". If there is a scheme and
// no authority, a path that does not begin with "/" becomes Opaque, as in "mailto:a". To sets RawPath and RawFragment
// only if EscapedPath and EscapedFragment need them to return the original text.
//
// In the host, To decodes percent-encoded octets outside US-ASCII, unreserved characters, and "%25". Other octets stay
// percent-encoded, and the change is [ChangeHostChanged], because net/url reads a "%" in Host as itself. If To decoded
// "a%2Fb" or "a%40b", a program that writes Host into a URL would also write a path or a userinfo.
//
// For most URIs, To allocates only the url.URL. It also allocates a Userinfo if there is one, and the scheme if it has
// upper-case letters. For each component with percent-encodings it allocates the decoded text, and the text that String
// will write, to compare it.
func To(u uri.URI) (*url.URL, Changes) {
	r := u.Ranges()
	p := reference.PartsOf(u.String(), &r)
	return toURL(&p)
}

// toURL returns the parts of a URI or an href as a URL.
func toURL(p *reference.Parts) (*url.URL, Changes) {
	v := new(url.URL)
	v.Scheme = strings.ToLower(p.Scheme)
	changes := setUser(v, p) | setHost(v, p)
	if v.Scheme != p.Scheme {
		changes |= ChangeSchemeLowered
	}
	changes |= setPath(v, p)
	v.RawQuery, v.ForceQuery = p.Query, p.HasQuery && p.Query == ""
	return v, changes | setFragment(v, p)
}

// decode decodes a component. A "%" that does not begin a percent-encoding stays.
func decode(raw string) string {
	text, err := uri.Decode(raw, 0)
	if err != nil { // only in an href
		text, _ = uri.Decode(uri.PlaceQuery.EncodeRaw(raw), 0)
	}
	return text
}

func setUser(v *url.URL, p *reference.Parts) Changes {
	if !p.HasUserinfo {
		return 0
	}
	rawName, rawPassword, hasPassword := strings.Cut(p.Userinfo, ":")
	name, password := decode(rawName), decode(rawPassword)
	if hasPassword {
		v.User = url.UserPassword(name, password)
	} else {
		v.User = url.User(name)
	}
	// This compares them separately, because joining them would allocate.
	if url.User(name).String() != rawName || url.User(password).String() != rawPassword {
		return ChangeUserinfoEncoded
	}
	return 0
}

func setHost(v *url.URL, p *reference.Parts) (changes Changes) {
	v.Host = p.Authority[strings.IndexByte(p.Authority, '@')+1:]
	if strings.Contains(v.Host, "%") {
		var name string
		name, changes = decodeHost(p.Host)
		v.Host = name + v.Host[len(p.Host):]
	}
	return changes
}

// decodeHost decodes a registered name for the Host field of a url.URL.
func decodeHost(raw string) (name string, changes Changes) {
	octets := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		b, size := octet.First(raw[i:])
		if size == 1 || b >= 0x80 || b == '%' || tables.Is(b, tables.Unreserved) {
			octets = append(octets, b)
		} else {
			octets = append(octets, raw[i:i+size]...)
			changes = ChangeHostChanged
		}
		i += size
	}
	name = string(octets)
	if changes == 0 && uri.PlaceRegName.Encode(name) != raw && printHost(name) != raw {
		changes = ChangeHostEncoded
	}
	return name, changes
}

// printHost returns the host that String writes for Host.
func printHost(name string) string { return strings.TrimPrefix((&url.URL{Host: name}).String(), "//") }

// setPath sets the path of v. The scheme, the userinfo and the host must be set before.
func setPath(v *url.URL, p *reference.Parts) (changes Changes) {
	path := p.Path
	switch {
	case p.HasAuthority && v.Host == "" && v.User == nil && (v.Scheme == "" || path == ""):
		// String prints no "//" here, so the path must be valid without an authority.
		var b uri.Builder
		b.SetPath(path)
		u, _ := b.URI()
		path = u.Path()
		changes = ChangeAuthorityDropped
		if path != p.Path {
			changes |= ChangePathGuarded
		}
	case p.HasAuthority || v.Scheme == "":
	case path != "" && path[0] != '/':
		v.Opaque = path
		return 0
	default:
		v.OmitHost = path != ""
	}
	v.Path = decode(path)
	if v.EscapedPath() != path {
		v.RawPath = path
	}
	return changes
}

func setFragment(v *url.URL, p *reference.Parts) Changes {
	if p.HasFragment && p.Fragment == "" {
		return ChangeFragmentDropped
	}
	v.Fragment = decode(p.Fragment)
	if v.EscapedFragment() != p.Fragment {
		v.RawFragment = p.Fragment
	}
	return 0
}
