package httpuri_test

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

// The reference is made to be read: the rules of RFC 9112, section 3.2, and RFC 9110, sections 4.1 and 7.2, are regular
// expressions, and code implements the rest of these sections. It shares only the names of the forms with the code
// under test.

const (
	rePct      = `%[0-9A-Fa-f]{2}`
	reRegName  = `(?:[A-Za-z0-9\-._~!$&'()*+,;=]|` + rePct + `)*`
	reUserinfo = `(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|` + rePct + `)*`
	rePath     = `(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|` + rePct + `)*`
	reQuery    = `(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|` + rePct + `)*`
	reHostPort = `(\[[^\[\]]*\]|` + reRegName + `)(?::([0-9]*))?`
)

var (
	originForm   = regexp.MustCompile(`^(/` + rePath + `)(?:\?(` + reQuery + `))?$`)
	absoluteForm = regexp.MustCompile(
		`^([A-Za-z][A-Za-z0-9+.\-]*):(?://([^/?#]*))?(` + rePath + `)(?:\?(` + reQuery + `))?$`)
	authority = regexp.MustCompile(`^(?:(` + reUserinfo + `)@)?` + reHostPort + `$`)
	hostValue = regexp.MustCompile(`^` + reHostPort + `$`)
	ipvFuture = regexp.MustCompile(`^[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$`)
	realPort  = regexp.MustCompile(`^0*[1-9][0-9]{0,4}$`)
)

// A span is the range of a component. The zero span means an undefined component.
type span struct {
	Lo, Hi  int
	Defined bool
}

// UnmarshalText reads a span as testdata has it: 7-12, or - if it is not defined.
func (p *span) UnmarshalText(text []byte) (err error) {
	if p.Defined = string(text) != "-"; p.Defined {
		_, err = fmt.Sscanf(string(text), "%d-%d", &p.Lo, &p.Hi)
	}
	return err
}

func (p span) of(s string) string { return s[p.Lo:p.Hi] }

func group(g []int, n, shift int) span {
	if g[2*n] < 0 {
		return span{}
	}
	return span{g[2*n] + shift, g[2*n+1] + shift, true}
}

// parts are the components of a request-target.
type parts struct {
	Form                                                 httpuri.Form
	Scheme, Authority, Userinfo, Host, Port, Path, Query span
}

// isHost reports whether the text between brackets, if there are any, is a valid IP-literal (RFC 3986, section 3.2.2).
func isHost(text string) bool {
	inner, ok := strings.CutPrefix(text, "[")
	if !ok {
		return true
	}
	inner = strings.TrimSuffix(inner, "]")
	addr, err := netip.ParseAddr(inner)
	return err == nil && addr.Is6() && !strings.Contains(inner, "%") || ipvFuture.MatchString(inner)
}

// referenceSyntax reports whether s is a request-target of the method by the grammar, and which.
func referenceSyntax(method, s string) (p parts, ok bool) {
	if method == "CONNECT" {
		g := hostValue.FindStringSubmatchIndex(s)
		if g == nil || g[4] < 0 {
			return parts{}, false
		}
		p = parts{Form: httpuri.FormAuthority, Authority: span{0, len(s), true}, Path: span{len(s), len(s), true}}
		p.Host, p.Port = group(g, 1, 0), group(g, 2, 0)
		return p, isHost(p.Host.of(s))
	}
	if s == "*" {
		return parts{Form: httpuri.FormAsterisk, Path: span{0, 0, true}}, method == "OPTIONS"
	}
	if g := originForm.FindStringSubmatchIndex(s); g != nil {
		return parts{Form: httpuri.FormOrigin, Path: group(g, 1, 0), Query: group(g, 2, 0)}, true
	}
	g := absoluteForm.FindStringSubmatchIndex(s)
	if g == nil {
		return parts{}, false
	}
	p = parts{Form: httpuri.FormAbsolute, Scheme: group(g, 1, 0), Authority: group(g, 2, 0), Path: group(g, 3, 0)}
	p.Query = group(g, 4, 0)
	if p.Authority.Defined {
		lo := p.Authority.Lo
		if g = authority.FindStringSubmatchIndex(p.Authority.of(s)); g == nil {
			return parts{}, false
		}
		p.Userinfo, p.Host, p.Port = group(g, 1, lo), group(g, 2, lo), group(g, 3, lo)
	}
	return p, isHost(p.Host.of(s))
}

// referenceParse checks the syntax and the requirements that are not in a grammar.
func referenceParse(method, s string) (p parts, ok bool) {
	p, ok = referenceSyntax(method, s)
	switch scheme := strings.ToLower(p.Scheme.of(s)); {
	case !ok:
		return parts{}, false
	case p.Form == httpuri.FormAuthority:
		port := p.Port.of(s)
		ok = p.Host.of(s) != "" && realPort.MatchString(port) && isBelow65536(port)
	case scheme == "http", scheme == "https":
		ok = p.Host.of(s) != ""
	}
	if !ok {
		return parts{}, false
	}
	return p, true
}

// isBelow65536 compares the digits without parsing a number.
func isBelow65536(port string) bool {
	port = strings.TrimLeft(port, "0")
	return len(port) < 5 || len(port) == 5 && port < "65536"
}

// completions has, for every prefix of a valid string, a string that completes it. The strings up to "0.0.0]" complete
// an IP-literal, a percent-encoding, a scheme or a userinfo. The others also add a port.
var completions = []string{
	"", "a:", "/", "0", "00", "@", "0@", "00@",
	"]", "::]", ":]", "0]", ".0]", "0.0]", ".0.0]", "0.0.0]",
	":", "0:", "00:", "]:", "::]:", ":]:", "0]:", ".0]:", "0.0]:", ".0.0]:", "0.0.0]:",
}

// invalidAt returns the length of the longest prefix of s that begins a string that matches. No longer prefix begins
// one, so a binary search finds it.
func invalidAt(s string, matches func(s string) bool) int {
	return sort.Search(len(s), func(n int) bool {
		return !slices.ContainsFunc(completions, func(c string) bool { return matches(s[:n+1] + c) })
	})
}

// referenceInvalidAt returns that offset in a request-target. A text that begins with "/" can only become an
// origin-form, and any other string except "*" only an absolute-form, so no other forms need to be considered.
func referenceInvalidAt(method, s string) int {
	return invalidAt(s, func(s string) bool {
		_, ok := referenceSyntax(method, s)
		return ok && s != "*"
	})
}

// notInTargets matches the characters that Request.EncodeTarget encodes, and percent-encodings, which it keeps.
var notInTargets = regexp.MustCompile("(?s)%[0-9A-Fa-f]{2}|[\"%<>[\\\\\\]^`{|}\\x80-\\xff]")

// referenceEncodeTarget returns the request-target that Request.EncodeTarget reads. It works on characters that stand
// for bytes.
func referenceEncodeTarget(method, s string) string {
	if method == "CONNECT" || !strings.HasPrefix(s, "/") || strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r == '#' || r == 0x7f
	}) {
		return s
	}
	chars := make([]rune, len(s))
	for i := range len(s) {
		chars[i] = rune(s[i])
	}
	return notInTargets.ReplaceAllStringFunc(string(chars), func(match string) string {
		if len(match) == len("%41") {
			return match
		}
		return fmt.Sprintf("%%%02X", []rune(match)[0])
	})
}

// referenceHost reports whether s is the value of a Host field, and the length of its uri-host.
func referenceHost(s string) (n int, ok bool) {
	g := hostValue.FindStringSubmatchIndex(s)
	if g == nil || !isHost(s[:g[3]]) {
		return 0, false
	}
	return g[3], true
}

func partsOf(t httpuri.Target) (p parts) {
	at := func(lo, hi int, ok bool) span { return span{lo, hi, ok} }
	p.Form = t.Form()
	for c, part := range map[uri.Component]*span{
		uri.ComponentScheme: &p.Scheme, uri.ComponentAuthority: &p.Authority, uri.ComponentUserinfo: &p.Userinfo, uri.ComponentHost: &p.Host,
		uri.ComponentPort: &p.Port, uri.ComponentPath: &p.Path, uri.ComponentQuery: &p.Query,
	} {
		*part = at(t.Range(c))
	}
	return p
}
