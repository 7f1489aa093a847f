package uri

import (
	"strings"

	"github.com/urispan/uri/tables"
)

// GuessSuffix reads what people write for people: a URI, or one that lacks its "http://", such as
// "www.w3.org/Addressing/" (RFC 3986, section 4.5). It is a heuristic, the only one in this package. There is no
// standard for it, it is often wrong, and it can be used to mislead: do not use it where a relative reference can
// stand, nor for what was not typed by a person. guessed tells whether anything but s itself was made of s.
//
//   - If s begins with a scheme and ":", it is a URI, and returned as Parse returns it, with guessed false. So is
//     "user:pass@example.com".
//   - But "example.com:8080/x" is not read so, though example.com is a scheme by the grammar. What stands before the
//     ":" is a host if one to five digits, at most 65535, are behind it, and then "/", "?", "#" or the end; and if it
//     has a "." or is "localhost", or those digits are followed by "/". So "tel:911" is a URI, and "intranet:8080/" is
//     none.
//   - Everything else begins with an authority, with or without "//" before it, and u is s behind defaultScheme and
//     "://". The host must be an IP address, "[::1]" with its brackets, or look like a DNS name: labels of letters,
//     digits, "-" and "_" with single dots between them, and maybe one behind them. A port must have digits. There may
//     be a userinfo.
//
// So "index.html" is read as a host, too. "/x", "../x", "?q" and "" have none: the error is an [*Error] with
// ReasonNoHost. Others are like those of [Parse], with the offset in s. One with ComponentScheme is about
// defaultScheme: it has ReasonNoScheme if that is empty, otherwise ReasonIllegalByte and the offset in it. A guess
// costs one allocation.
func GuessSuffix(s, defaultScheme string) (u URI, guessed bool, err error) {
	if err := checkScheme(defaultScheme); err != nil {
		return URI{}, false, err
	}
	if name, rest, ok := cutScheme(s); ok && !isHostAndPort(name, rest) {
		u, err = Parse(s)
		return u, false, err
	}
	text := defaultScheme + "://" + strings.TrimPrefix(s, "//")
	u, e, ok := TryParse(text)
	if !ok {
		inS := e // which escapes, and so costs an allocation only here
		inS.Offset += len(s) - len(text)
		return URI{}, false, &inS
	}
	if err := u.checkSuffix(len(s) - len(text)); err != nil {
		return URI{}, false, err
	}
	return u, true, nil
}

// checkScheme returns an error if s is no scheme.
func checkScheme(s string) error {
	if s == "" {
		return partError(ComponentScheme, 0, ReasonNoScheme)
	}
	if n := schemeLen(s); n < len(s) {
		return partError(ComponentScheme, n, ReasonIllegalByte)
	}
	return nil
}

// cutScheme cuts s around the ":" behind the scheme that it begins with.
func cutScheme(s string) (scheme, rest string, ok bool) {
	n := schemeLen(s)
	if n == 0 || n == len(s) || s[n] != ':' {
		return "", "", false
	}
	return s[:n], s[n+1:], true
}

// schemeLen returns the length of the longest scheme that s begins with.
func schemeLen(s string) (n int) {
	for n < len(s) && tables.Is(s[n], tables.SchemeChars) && (n > 0 || tables.Is(s[n], tables.ALPHA)) {
		n++
	}
	return n
}

// isHostAndPort guesses that name and rest are no scheme and what is behind its ":".
func isHostAndPort(name, rest string) bool {
	port, n := 0, 0
	for n < len(rest) && n < len("65535") && tables.Is(rest[n], tables.DIGIT) {
		port = 10*port + int(rest[n]-'0')
		n++
	}
	rest = rest[n:]
	isPort := n > 0 && port <= 65535 && (rest == "" || rest[0] == '/' || rest[0] == '?' || rest[0] == '#')
	return isPort &&
		(strings.HasPrefix(rest, "/") || strings.Contains(name, ".") || strings.EqualFold(name, "localhost"))
}

// checkSuffix returns an error if u has no host that looks like one, or a port without digits. shift is what has to be
// added to an offset.
func (u URI) checkSuffix(shift int) error {
	lo, hi, _ := u.r.Host()
	if u.HostKind() == HostRegName && !looksLikeDNS(u.s[lo:hi]) {
		return partError(ComponentAuthority, lo+shift, ReasonNoHost)
	}
	if lo, hi, ok := u.r.Port(); ok && lo == hi {
		return partError(ComponentPort, lo+shift, ReasonBadPort)
	}
	return nil
}

// looksLikeDNS reports whether a registered name looks like one of the DNS.
func looksLikeDNS(name string) bool {
	for label := range strings.SplitSeq(strings.TrimSuffix(name, "."), ".") {
		if label == "" || strings.ContainsFunc(label, func(r rune) bool { return !isLabelChar(r) }) {
			return false
		}
	}
	return true
}

func isLabelChar(r rune) bool {
	return r == '-' || r == '_' || r < 0x80 && tables.Is(byte(r), tables.ALPHA|tables.DIGIT)
}
