package uri_test

import (
	"sort"
	"strings"

	"github.com/urispan/uri/fsm"
)

// Tests compare the scanner with this parser, which is made to be read. It is written from RFC 3986, not from the
// scanner or its grammar file. It splits an input as Appendix B does, and then calls one predicate for each rule of
// Appendix A. It shares only the names of the four productions with the packages under test.

// A span is the half-open range of a component in an input, in bytes. The zero span is an undefined component.
type span struct {
	Lo, Hi  int
	Defined bool
}

func (p span) of(s string) string { return s[p.Lo:p.Hi] }

// parts is a split input.
type parts struct {
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment span

	PathRule string // "path-abempty", "path-absolute", "path-noscheme", "path-rootless" or "path-empty"
	HostKind string // "ipv4", "ipv6", "ipvfuture" or "reg-name"; "" if the host is undefined
}

// referenceParse reports whether the whole of s matches the production, and if so, where its components lie.
func referenceParse(production fsm.Production, s string) (parts, bool) {
	p := splitReference(s)
	if p.Authority.Defined {
		p.splitAuthority(s)
	}
	if !p.hasShapeOf(production) || !p.hasValidComponents(s) {
		return parts{}, false
	}
	return p, true
}

// referenceScan does the same as referenceParse. It also returns the length of the longest prefix of s that is a prefix
// of a sentence of the production. If ok is true, that is len(s).
func referenceScan(production fsm.Production, s string) (p parts, offset int, ok bool) {
	if p, ok = referenceParse(production, s); ok {
		return p, len(s), true
	}
	// If a string is not a prefix of a sentence, no longer one is. So a binary search finds the first.
	return p, sort.Search(len(s), func(n int) bool { return !isPrefix(production, s[:n+1]) }), false
}

// isPrefix reports whether s is a prefix of a sentence of the production. It tries to complete s.
func isPrefix(production fsm.Production, s string) bool {
	isInLiteral := strings.Contains(s, "[")
	for _, c := range completions {
		if strings.HasSuffix(c, "]") && !isInLiteral {
			continue // a sentence has no "]" without a "["
		}
		if _, ok := referenceParse(production, s+c); ok {
			return true
		}
	}
	return false
}

// completions contains a completion for every prefix of every sentence of every production:
//
//   - "": the input may end here.
//   - "a:": the production is a URI, and its scheme has not begun or not ended.
//   - "0", "00": a pct-encoded has one digit or none.
//   - "@", "0@", "00@": the text after the first ":" of an authority is not a port, so it belongs to a userinfo.
//   - "]": an IP-literal is complete. That is so after "::", after every later h16, after the eighth h16, and where an
//     IPv4address or the address of an IPvFuture may end.
//   - "::]", ":]": there is no "::" yet, and there are up to seven h16s. ":]" completes a ":".
//   - "0]": there is a "::", and an h16 must follow a ":". Or the last octet is missing, or the address of an IPvFuture.
//   - the others: the rest of an IPv4address, after its first ".". Two also complete an IPvFuture: ".0]" after its
//     version, and "0.0]" after its "v".
var completions = []string{
	"",
	"a:",
	"0", "00",
	"@", "0@", "00@",
	"]", "::]", ":]", "0]",
	".0]", "0.0]", ".0.0]", "0.0.0]",
}

// splitReference splits s as the regular expression of Appendix B does,
//
//	^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//	 12            3  4          5       6  7        8 9
//
// but for any bytes: the "." of package regexp does not match newlines, and it reads UTF-8.
func splitReference(s string) (p parts) {
	pos := 0
	if end := indexAny(s, 0, ":/?#"); end > 0 && strings.HasPrefix(s[end:], ":") {
		p.Scheme = span{0, end, true}
		pos = end + 1
	}
	if strings.HasPrefix(s[pos:], "//") {
		p.Authority = span{pos + 2, indexAny(s, pos+2, "/?#"), true}
		pos = p.Authority.Hi
	}
	p.Path = span{pos, indexAny(s, pos, "?#"), true}
	pos = p.Path.Hi
	if strings.HasPrefix(s[pos:], "?") {
		p.Query = span{pos + 1, indexAny(s, pos+1, "#"), true}
		pos = p.Query.Hi
	}
	if strings.HasPrefix(s[pos:], "#") {
		p.Fragment = span{pos + 1, len(s), true}
	}
	return p
}

// indexAny returns the offset of the first byte of s at or after pos that is one of delims, otherwise len(s).
func indexAny(s string, pos int, delims string) int {
	for pos < len(s) && strings.IndexByte(delims, s[pos]) < 0 {
		pos++
	}
	return pos
}

// splitAuthority splits the authority by
//
//	authority = [ userinfo "@" ] host [ ":" port ]
//
// where neither userinfo nor host can hold an "@", and a host can hold a ":" only in an IP-literal.
func (p *parts) splitAuthority(s string) {
	lo, hi := p.Authority.Lo, p.Authority.Hi
	if at := strings.IndexByte(s[lo:hi], '@'); at >= 0 {
		p.Userinfo = span{lo, lo + at, true}
		lo += at + 1
	}
	end := lo
	if strings.HasPrefix(s[lo:hi], "[") {
		end = min(indexAny(s, lo, "]"), hi)
	}
	end = min(indexAny(s, end, ":"), hi)
	p.Host = span{lo, end, true}
	if end < hi {
		p.Port = span{end + 1, hi, true}
	}
	p.HostKind = hostKind(p.Host.of(s))
}

// hasShapeOf reports whether the defined components are those of the production:
//
//	URI-reference = URI / relative-ref
//	URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
//	absolute-URI  = scheme ":" hier-part [ "?" query ]
//	relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
func (p *parts) hasShapeOf(production fsm.Production) bool {
	switch production {
	case fsm.URIReference:
		return true
	case fsm.URI:
		return p.Scheme.Defined
	case fsm.AbsoluteURI:
		return p.Scheme.Defined && !p.Fragment.Defined
	case fsm.RelativeRef:
		return !p.Scheme.Defined
	}
	panic("unknown production")
}

// hasValidComponents reports whether every component that is defined matches its rule, and sets the path's.
func (p *parts) hasValidComponents(s string) bool {
	p.PathRule = p.pathRule(p.Path.of(s))
	return (!p.Scheme.Defined || isScheme(p.Scheme.of(s))) &&
		(!p.Userinfo.Defined || isUserinfo(p.Userinfo.of(s))) &&
		(!p.Host.Defined || p.HostKind != "") &&
		(!p.Port.Defined || isPort(p.Port.of(s))) &&
		p.PathRule != "" &&
		(!p.Query.Defined || isQuery(p.Query.of(s))) &&
		(!p.Fragment.Defined || isFragment(p.Fragment.of(s)))
}

// pathRule returns the rule that the path matches; "" if none.
//
//	hier-part     = "//" authority path-abempty
//	              / path-absolute
//	              / path-rootless
//	              / path-empty
//	relative-part = "//" authority path-abempty
//	              / path-absolute
//	              / path-noscheme
//	              / path-empty
func (p *parts) pathRule(path string) string {
	switch {
	case p.Authority.Defined:
		return nameIf(isPathAbempty(path), "path-abempty")
	case isPathAbsolute(path):
		return "path-absolute"
	case path == "":
		return "path-empty"
	case p.Scheme.Defined:
		return nameIf(isPathRootless(path), "path-rootless")
	default:
		return nameIf(isPathNoscheme(path), "path-noscheme")
	}
}

func nameIf(ok bool, name string) string {
	if ok {
		return name
	}
	return ""
}

// hostKind returns the rule that the host matches, the first one of
//
//	host       = IP-literal / IPv4address / reg-name
//	IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
//
// and "" if none does.
func hostKind(host string) string {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		switch {
		case ok && isIPv6address(inner):
			return "ipv6"
		case ok && isIPvFuture(inner):
			return "ipvfuture"
		}
		return ""
	}
	if isIPv4address(host) {
		return "ipv4"
	}
	return nameIf(isRegName(host), "reg-name")
}

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
func isScheme(s string) bool {
	return s != "" && isAlpha(s[0]) && all(s, func(b byte) bool {
		return isAlpha(b) || isDigit(b) || b == '+' || b == '-' || b == '.'
	})
}

// userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
func isUserinfo(s string) bool {
	return allOrPctEncoded(s, func(b byte) bool { return isUnreserved(b) || isSubDelim(b) || b == ':' })
}

// reg-name = *( unreserved / pct-encoded / sub-delims )
func isRegName(s string) bool {
	return allOrPctEncoded(s, func(b byte) bool { return isUnreserved(b) || isSubDelim(b) })
}

// port = *DIGIT
func isPort(s string) bool { return all(s, isDigit) }

// path-abempty = *( "/" segment )
func isPathAbempty(s string) bool { return s == "" || s[0] == '/' && isSegments(s[1:]) }

// path-absolute = "/" [ segment-nz *( "/" segment ) ]
func isPathAbsolute(s string) bool {
	return s == "/" || strings.HasPrefix(s, "/") && isPathRootless(s[1:])
}

// path-noscheme = segment-nz-nc *( "/" segment )
func isPathNoscheme(s string) bool {
	first, rest, _ := strings.Cut(s, "/")
	return isSegmentNzNc(first) && isSegments(rest)
}

// path-rootless = segment-nz *( "/" segment )
func isPathRootless(s string) bool {
	first, rest, _ := strings.Cut(s, "/")
	return isSegmentNz(first) && isSegments(rest)
}

// segment *( "/" segment ): pchars and slashes, for a segment may be empty
func isSegments(s string) bool {
	return allOrPctEncoded(s, func(b byte) bool { return isPchar(b) || b == '/' })
}

// segment-nz = 1*pchar
func isSegmentNz(s string) bool { return s != "" && allOrPctEncoded(s, isPchar) }

// segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
func isSegmentNzNc(s string) bool {
	return s != "" && allOrPctEncoded(s, func(b byte) bool { return isUnreserved(b) || isSubDelim(b) || b == '@' })
}

// query = *( pchar / "/" / "?" )
func isQuery(s string) bool {
	return allOrPctEncoded(s, func(b byte) bool { return isPchar(b) || b == '/' || b == '?' })
}

// fragment = *( pchar / "/" / "?" )
func isFragment(s string) bool {
	return allOrPctEncoded(s, func(b byte) bool { return isPchar(b) || b == '/' || b == '?' })
}

// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ), where "v" is of either case (RFC 5234, section 2.3)
func isIPvFuture(s string) bool {
	version, address, _ := strings.Cut(s, ".")
	return (strings.HasPrefix(version, "v") || strings.HasPrefix(version, "V")) &&
		len(version) > 1 && all(version[1:], isHexdig) &&
		address != "" && all(address, func(b byte) bool { return isUnreserved(b) || isSubDelim(b) || b == ':' })
}

// isIPv6address tries the nine forms one by one. Only one "::" can be in an address, so the first one splits it.
func isIPv6address(s string) bool {
	left, right, elided := strings.Cut(s, "::")
	if !elided {
		return counted(6, s, isLs32) //                          6( h16 ":" ) ls32
	}
	return left == "" && counted(5, right, isLs32) || //                   "::" 5( h16 ":" ) ls32
		upTo(1, left) && counted(4, right, isLs32) || // [               h16 ] "::" 4( h16 ":" ) ls32
		upTo(2, left) && counted(3, right, isLs32) || // [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
		upTo(3, left) && counted(2, right, isLs32) || // [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
		upTo(4, left) && counted(1, right, isLs32) || // [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
		upTo(5, left) && isLs32(right) || //             [ *4( h16 ":" ) h16 ] "::"              ls32
		upTo(6, left) && isH16(right) || //              [ *5( h16 ":" ) h16 ] "::"              h16
		upTo(7, left) && right == "" //                  [ *6( h16 ":" ) h16 ] "::"
}

// n( h16 ":" ) last
func counted(n int, s string, last func(string) bool) bool {
	for range n {
		h16, rest, ok := strings.Cut(s, ":")
		if !ok || !isH16(h16) {
			return false
		}
		s = rest
	}
	return last(s)
}

// [ *m( h16 ":" ) h16 ], where n is m + 1: nothing, or up to n h16s
func upTo(n int, s string) bool {
	if s == "" {
		return true
	}
	for m := range n {
		if counted(m, s, isH16) {
			return true
		}
	}
	return false
}

// ls32 = ( h16 ":" h16 ) / IPv4address
func isLs32(s string) bool { return counted(1, s, isH16) || isIPv4address(s) }

// h16 = 1*4HEXDIG
func isH16(s string) bool { return 1 <= len(s) && len(s) <= 4 && all(s, isHexdig) }

// IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
func isIPv4address(s string) bool {
	for range 3 {
		octet, rest, ok := strings.Cut(s, ".")
		if !ok || !isDecOctet(octet) {
			return false
		}
		s = rest
	}
	return isDecOctet(s)
}

func isDecOctet(s string) bool {
	switch len(s) {
	case 1:
		return isDigit(s[0]) // DIGIT                 ; 0-9
	case 2:
		return '1' <= s[0] && s[0] <= '9' && isDigit(s[1]) // %x31-39 DIGIT         ; 10-99
	case 3:
		return s[0] == '1' && isDigit(s[1]) && isDigit(s[2]) || // "1" 2DIGIT            ; 100-199
			s[0] == '2' && '0' <= s[1] && s[1] <= '4' && isDigit(s[2]) || // "2" %x30-34 DIGIT     ; 200-249
			s[:2] == "25" && '0' <= s[2] && s[2] <= '5' // "25" %x30-35          ; 250-255
	}
	return false
}

// pchar = unreserved / pct-encoded / sub-delims / ":" / "@", except pct-encoded, which is three bytes
func isPchar(b byte) bool { return isUnreserved(b) || isSubDelim(b) || b == ':' || b == '@' }

// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
func isUnreserved(b byte) bool { return isAlpha(b) || isDigit(b) || strings.IndexByte("-._~", b) >= 0 }

// sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
func isSubDelim(b byte) bool { return strings.IndexByte("!$&'()*+,;=", b) >= 0 }

// ALPHA = %x41-5A / %x61-7A
func isAlpha(b byte) bool { return 0x41 <= b && b <= 0x5a || 0x61 <= b && b <= 0x7a }

// DIGIT = %x30-39
func isDigit(b byte) bool { return 0x30 <= b && b <= 0x39 }

// HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F", of either case (RFC 5234, section 2.3)
func isHexdig(b byte) bool { return isDigit(b) || 'A' <= b && b <= 'F' || 'a' <= b && b <= 'f' }

// all reports whether every byte of s is in the set.
func all(s string, set func(byte) bool) bool {
	for i := range len(s) {
		if !set(s[i]) {
			return false
		}
	}
	return true
}

// allOrPctEncoded reports whether s consists of bytes that are in the set and of
//
//	pct-encoded = "%" HEXDIG HEXDIG
func allOrPctEncoded(s string, set func(byte) bool) bool {
	for s != "" {
		switch {
		case set(s[0]):
			s = s[1:]
		case s[0] == '%' && len(s) >= 3 && isHexdig(s[1]) && isHexdig(s[2]):
			s = s[3:]
		default:
			return false
		}
	}
	return true
}
