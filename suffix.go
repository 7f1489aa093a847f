package uri

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// ParseSuffixRef parses addresses as people type them: a URI, or one without its "http://", such as
// "www.w3.org/Addressing/" (RFC 3986, section 4.5). It is a heuristic, the only one in this package. It has no
// standard, is often wrong, and can be misled. Do not use it for text that was not typed by a person, nor where a
// relative reference is possible.
//
//   - If s begins with a scheme and ":", it is a URI: ParseSuffixRef returns the results of [Parse], and guessed is
//     false. "user:pass@example.com" is such a URI.
//   - But "example.com:8080/x" has a host and a port, although example.com is a scheme by the grammar. s begins with a
//     host and a port if (1) a port of one to five digits, at most 65535, follows the ":" up to "/", "?", "#" or the
//     end, and (2) the text before the ":" has a "." or is "localhost", or a "/" follows the port. So "intranet:8080/"
//     has a host, and "tel:911" is a URI.
//   - Other text begins with an authority, with or without "//" before it. ParseSuffixRef parses the authority and the
//     text after it with defaultScheme and "://" before them, and guessed is true. The host must be an IPv4 address, an
//     IP-literal in brackets such as "[::1]", or look like a DNS name: labels of letters, digits, "-" and "_", with
//     single dots between them and possibly one at the end. At least one character is a letter or a digit. A port must
//     have digits. A userinfo is allowed.
//
// So "index.html" is read as a host. "/x", "../x", "?q" and "" have no host: the error is an [*Error] with
// ReasonNoHost. A port without digits is an error with ReasonBadPort. Other errors come from Parse. Offsets are in s.
// An error with ComponentScheme is about defaultScheme: it has ReasonNoScheme if defaultScheme is empty, otherwise
// ReasonIllegalByte and the offset in defaultScheme. A guess costs one allocation.
func ParseSuffixRef(s, defaultScheme string) (u URI, guessed bool, err error) {
	if err := checkScheme(defaultScheme); err != nil {
		return URI{}, false, err
	}
	if n := schemes.Len(s); 0 < n && n < len(s) && s[n] == ':' && !isHostAndPort(s[:n], s[n+1:]) {
		u, err = Parse(s)
		return u, false, err
	}
	text := defaultScheme + "://" + strings.TrimPrefix(s, "//")
	u, err = Parse(text)
	if e, ok := err.(*Error); ok {
		e.Offset += len(s) - len(text)
		return URI{}, false, e
	}
	if err := u.checkSuffix(len(s) - len(text)); err != nil {
		return URI{}, false, err
	}
	return u, true, nil
}

// isHostAndPort reports whether name and rest, the text before and after a ":", are probably a host and a port.
func isHostAndPort(name, rest string) bool {
	_, n := octet.Uint16(rest)
	rest = rest[n:]
	isPort := 0 < n && n <= 5 && (rest == "" || rest[0] == '/' || rest[0] == '?' || rest[0] == '#')
	return isPort &&
		(strings.HasPrefix(rest, "/") || strings.Contains(name, ".") || strings.EqualFold(name, host.Localhost))
}

// checkSuffix returns an error if the host of u does not look like a host, or its port has no digits. shift is added to
// the offset of the error.
func (u URI) checkSuffix(shift int) error {
	var r fsm.Ranges
	u.ranges(&r)
	lo, hi, _ := r.Host()
	if u.HostKind() == HostRegName && !looksLikeDNS(u.s[lo:hi]) {
		return partError(ComponentAuthority, lo+shift, ReasonNoHost)
	}
	if lo, hi, ok := r.Port(); ok && lo == hi {
		return partError(ComponentPort, lo+shift, ReasonBadPort)
	}
	return nil
}

// looksLikeDNS reports whether a registered name looks like a name of the DNS, of any length.
func looksLikeDNS(name string) bool {
	for label := range strings.SplitSeq(strings.TrimSuffix(name, "."), ".") {
		if label == "" || strings.ContainsFunc(label, isNotLoose) {
			return false
		}
	}
	return strings.Trim(name, "-_.") != ""
}

func isNotLoose(r rune) bool { return r >= utf8.RuneSelf || !hostname.IsLooseByte(byte(r)) }

// checkScheme returns an error if s is not a scheme.
func checkScheme(s string) error {
	if s == "" {
		return partError(ComponentScheme, 0, ReasonNoScheme)
	}
	if n := schemes.Len(s); n < len(s) {
		return partError(ComponentScheme, n, ReasonIllegalByte)
	}
	return nil
}
