package scheme

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/urn"
	"github.com/urispan/uri/tables"
)

// Equal reports whether u and v are equivalent by the rules of their scheme: whether [AppendKey1] appends the same key
// for both. For example, "urn:ISBN:0451450523" and "URN:isbn:0451450523" are equivalent.
func Equal(u, v uri.URI) bool {
	var one, other [256]byte
	return u == v || bytes.Equal(AppendKey1(one[:0], u), AppendKey1(other[:0], v))
}

// AppendKey1 appends a key that is the same for URIs that are equivalent by the rules of their scheme. The key of a URI
// never changes, so it can be stored. It contains the userinfo, which may have a password.
//
// The key is the normal form that [github.com/urispan/uri/urlkey.Sum1] hashes, except in these schemes:
//
//	urn         RFC 8141, section 3.1: the scheme and the NID in lower case, and the hex digits of percent-encodings
//	            in upper case. Nothing is decoded, and no dot segment removed. Components after "?+", "?=" and "#"
//	            are left out. For a "urn:" that RFC 8141 does not allow, the key is the URI, unchanged.
//	tel         RFC 3966, section 4: the number without "-", ".", "(" and ")", and then the parameters, sorted.
//	            "ext" and a "phone-context" that begins with "+" have digits without these separators too. Letters are
//	            in lower case, apart from percent-encodings.
//	mailto      RFC 6068: the part of each address after its last "@" is in lower case. The query, with "to", "cc"
//	            and the other fields, is as in the normal form.
//	pkg         Package-URL: the type and the names of qualifiers are in lower case. All other parts are decoded, and
//	            encoded again but for unreserved characters and ":". Qualifiers are sorted. Empty segments, an
//	            empty version, qualifiers without a value, and "." and ".." in the subpath are left out. There are no
//	            rules for single types.
//	ipfs, ipns  The host keeps its case, because it is an identifier with case. In any scheme, a host with an encoded
//	            "/", "\" or "@" keeps its case too, because it is the path of a socket, such as "%2Frun%2FApp".
//
// Dot segments stay in a tel or mailto URI, and in a pkg URI that is not a Package-URL. If RFC 3966 does not
// allow the number of a tel URI, as in "tel:1-800-FLOWERS", the key is the normal form.
//
// AppendKey1 allocates at most 50 bytes for each byte of a tel, mailto or pkg URI, and usually nothing for other schemes.
func AppendKey1(dst []byte, u uri.URI) []byte {
	s, r := u.String(), u.Ranges()
	n := reference.Normalizer{Steps: reference.Steps1, Ports1: true}
	scheme := strings.ToLower(u.Scheme())
	switch scheme {
	case "urn":
		n.Steps = reference.StepPercentCase
	case "tel", "mailto", "pkg":
		n.Steps &^= reference.StepDots
	default:
		if host, _ := u.Host(); scheme == "ipfs" || scheme == "ipns" || strings.ContainsAny(octet.Decoded(host), `/\@`) {
			n.Steps &^= reference.StepHostCase
		}
		return n.Append(dst, s, &r)
	}
	normal := octet.Text(n.Append(nil, s, &r))
	if scheme == "urn" {
		v, err := urn.ParseURN(normal)
		if err != nil {
			return append(dst, s...)
		}
		return append(dst, "urn:"+strings.ToLower(v.NID())+":"+v.NSS()...)
	}
	rest := normal[len(scheme)+1:]
	return append(append(dst, scheme+":"...), cmp.Or(keys[scheme](rest), rest)...)
}

// keys has functions that return the key of a URI after the scheme, or "" if the scheme does not allow the URI. rest is
// its normal form after the scheme.
var keys = map[string]func(rest string) string{"tel": telKey, "mailto": mailtoKey, "pkg": packageKey}

// visual removes visual separators (RFC 3966, section 3).
var visual = strings.NewReplacer("-", "", ".", "", "(", "", ")", "")

// telNumber matches a global or a local number without visual separators. The "#" of a local number is encoded.
var telNumber = newPattern(`^(?:\+[0-9]+|(?:[0-9a-f*]|%23)+)$`)

func telKey(rest string) string {
	parts := strings.Split(lower(rest), ";")
	parts[0] = visual.Replace(parts[0])
	if !telNumber().MatchString(parts[0]) || strings.ContainsAny(rest, "?#") {
		return ""
	}
	for i, param := range parts[1:] {
		name, value, _ := strings.Cut(param, "=")
		if name == "ext" || name == "phone-context" && strings.HasPrefix(value, "+") {
			parts[1+i] = param[:len(param)-len(value)] + visual.Replace(value)
		}
	}
	slices.Sort(parts[1:])
	return strings.Join(parts, ";")
}

func mailtoKey(rest string) string {
	to := rest[:octet.Next(rest, 0, "?#")]
	addresses := strings.SplitAfter(to, ",")
	for i, address := range addresses {
		if at := strings.LastIndexByte(address, '@'); at >= 0 {
			addresses[i] = address[:at] + lower(address[at:])
		}
	}
	return strings.Join(addresses, "") + rest[len(to):]
}

func packageKey(rest string) string {
	rest, subpath, _ := strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	typ, path, _ := strings.Cut(strings.Trim(rest, "/"), "/")
	version := ""
	if i := strings.LastIndexByte(path, '@'); i > 0 && path[i-1] != '/' { // not the "@" of "@angular/core"
		path, version = path[:i], path[i+1:]
	}
	if schemes.Len(typ) != len(typ) || strings.Trim(path, "/") == "" { // a type has the form of a scheme
		return ""
	}
	key := appendSegments([]byte(strings.ToLower(typ)), path, '/')
	if version != "" {
		key = appendRecoded(append(key, '@'), version)
	}
	var qualifiers []string
	for _, qualifier := range strings.Split(query, "&") {
		if name, value, _ := strings.Cut(qualifier, "="); value != "" {
			b := append(appendRecoded(nil, lower(name)), '=')
			qualifiers = append(qualifiers, string(appendRecoded(b, value)))
		}
	}
	if slices.Sort(qualifiers); qualifiers != nil {
		key = append(key, "?"+strings.Join(qualifiers, "&")...)
	}
	return string(appendSegments(key, subpath, '#'))
}

// appendSegments appends the segments of a path with a "/" before each, or of a subpath with "#" before the first. It leaves
// out empty segments, and dot segments of the subpath.
func appendSegments(dst []byte, path string, separator byte) []byte {
	isSubpath := separator == '#'
	for _, segment := range strings.Split(path, "/") {
		if segment != "" && !(isSubpath && (segment == "." || segment == "..")) {
			dst, separator = appendRecoded(append(dst, separator), segment), '/'
		}
	}
	return dst
}

// appendRecoded appends a part of a Package-URL, decoded and encoded again.
func appendRecoded(dst []byte, part string) []byte {
	return packageCoding.AppendText(dst, octet.Decoded(part))
}

var packageCoding = octet.NewCoding(func(c byte) bool { return tables.Is(c, tables.Unreserved) || c == ':' })

// lower returns s in lower case, apart from percent-encodings, which are in upper case.
func lower(s string) string {
	n := reference.Normalizer{Steps: reference.StepPercentCase}
	return octet.Text(n.AppendOctets(nil, s, true))
}
