package fsm

import (
	"net/netip"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/urispan/uri/internal/test/kit"
)

// This is a readable reference for the productions of IRIs. It implements RFC 3987 a second time, for decoded
// characters. It follows the RFC, not the scanner or its grammar file. It splits an input as RFC 3986, appendix B,
// does, which RFC 3987 leaves unchanged. Then it checks each component with one simple predicate.

// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
func isUnreserved(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~", r)
}

// sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
func isSubDelim(r rune) bool { return strings.ContainsRune("!$&'()*+,;=", r) }

// iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
func isIunreserved(r rune) bool { return isUnreserved(r) || kit.IsUcschar(r) }

// ireg-name = *( iunreserved / pct-encoded / sub-delims )
func isIregName(r rune) bool { return isIunreserved(r) || isSubDelim(r) }

// iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" )
func isIuserinfo(r rune) bool { return isIregName(r) || r == ':' }

// ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@"
func isIpchar(r rune) bool { return isIuserinfo(r) || r == '@' }

// isegment *( "/" isegment ), where a segment may be empty
func isIsegments(r rune) bool { return isIpchar(r) || r == '/' }

// ifragment = *( ipchar / "/" / "?" )
func isIfragment(r rune) bool { return isIsegments(r) || r == '?' }

// iquery = *( ipchar / iprivate / "/" / "?" )
func isIquery(r rune) bool { return isIfragment(r) || kit.IsIprivate(r) }

// consistsOf reports whether s is a sequence of pct-encoded and of characters in the set. Bytes that are not UTF-8 are
// read as U+FFFD, which is in no set.
func consistsOf(s string, set func(r rune) bool) bool {
	s = pctEncoded.ReplaceAllString(s, "~")
	return !strings.ContainsFunc(s, func(r rune) bool { return !set(r) })
}

var (
	appendixB  = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)
	iauthority = regexp.MustCompile(`(?s)^(([^@]*)@)?(\[.*\]|[^:]*)(:(.*))?$`)
	pctEncoded = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	scheme     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*$`)
	port       = regexp.MustCompile(`^[0-9]*$`)
	ipvFuture  = regexp.MustCompile(`^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$`)
)

// ihost = IP-literal / IPv4address / ireg-name
//
// Package netip accepts exactly IPv6address, optionally with a zone.
func isIhost(s string) bool {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		return ok && (err == nil && addr.Is6() && addr.Zone() == "" || ipvFuture.MatchString(inner))
	}
	return consistsOf(s, isIregName)
}

// isIpath reports whether s, which the split found, is a valid path. The split guarantees that s begins with "/" or is
// empty after an authority, and that it does not begin with "//" otherwise. The first segment of a relative path must
// be isegment-nz-nc:
//
//	isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )
func isIpath(s string, relative bool) bool {
	first, _, _ := strings.Cut(s, "/")
	return consistsOf(s, isIsegments) && !(relative && strings.Contains(first, ":"))
}

// A part is the range of a component in an input, in bytes and half-open. lo is -1 if the component is undefined.
type part struct{ lo, hi int }

func (p part) defined() bool { return p.lo >= 0 }

// matches reports whether the component is undefined or matches its rule.
func (p part) matches(s string, rule func(s string) bool) bool {
	return !p.defined() || rule(s[p.lo:p.hi])
}

// of returns the rule for a sequence of characters of a set.
func of(set func(r rune) bool) func(s string) bool {
	return func(s string) bool { return consistsOf(s, set) }
}

// partsOf returns the ranges of the groups of re in the part p of s.
func partsOf(re *regexp.Regexp, s string, p part) (groups []part) {
	indexes := re.FindStringSubmatchIndex(s[p.lo:p.hi])
	for i := 0; i < len(indexes); i += 2 {
		g := part{-1, -1}
		if indexes[i] >= 0 {
			g = part{indexes[i] + p.lo, indexes[i+1] + p.lo}
		}
		groups = append(groups, g)
	}
	return groups
}

// An iri is a split input.
type iri struct{ scheme, authority, userinfo, host, port, path, query, fragment part }

func split(s string) iri {
	g := partsOf(appendixB, s, part{0, len(s)})
	c := iri{scheme: g[2], authority: g[4], path: g[5], query: g[7], fragment: g[9]}
	c.userinfo, c.host, c.port = part{-1, -1}, part{-1, -1}, part{-1, -1}
	if c.authority.defined() {
		g := partsOf(iauthority, s, c.authority)
		c.userinfo, c.host, c.port = g[2], g[3], g[5]
	}
	return c
}

// matches reports whether every component matches its rule, and whether the components that the production requires are
// defined:
//
//	IRI-reference = IRI / irelative-ref
//	IRI           = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
//	absolute-IRI  = scheme ":" ihier-part [ "?" iquery ]
//	irelative-ref = irelative-part [ "?" iquery ] [ "#" ifragment ]
func (c iri) matches(p Production, s string) bool {
	switch hasScheme := c.scheme.defined(); {
	case p == IRelativeRef && hasScheme, (p == IRI || p == AbsoluteIRI) && !hasScheme,
		p == AbsoluteIRI && c.fragment.defined():
		return false
	}
	relative := !c.scheme.defined() && !c.authority.defined()
	return c.scheme.matches(s, scheme.MatchString) &&
		c.userinfo.matches(s, of(isIuserinfo)) &&
		c.host.matches(s, isIhost) &&
		c.port.matches(s, port.MatchString) &&
		isIpath(s[c.path.lo:c.path.hi], relative) &&
		c.query.matches(s, of(isIquery)) &&
		c.fragment.matches(s, of(isIfragment))
}

// has reports whether r has the same components as c.
func (c iri) has(r *Ranges) bool {
	check := func(want part) func(lo, hi int, ok bool) bool {
		return func(lo, hi int, ok bool) bool { return ok == want.defined() && (!ok || want == part{lo, hi}) }
	}
	lo, hi := r.Path()
	return check(c.scheme)(r.Scheme()) && check(c.authority)(r.Authority()) && check(c.userinfo)(r.Userinfo()) &&
		check(c.host)(r.Host()) && check(c.port)(r.Port()) && c.path == part{lo, hi} &&
		check(c.query)(r.Query()) && check(c.fragment)(r.Fragment())
}

// referenceScan reports whether s is a sentence of p. If not, n is the offset of the first character that no sentence
// could have there, or len(s) if s is only too short. A byte that is not UTF-8 counts as a character.
func referenceScan(p Production, s string) (n int, ok bool) {
	if split(s).matches(p, s) {
		return len(s), true
	}
	begins := []int{}
	for i := range s {
		begins = append(begins, i)
	}
	begins = append(begins, len(s))
	// If a string is not a prefix of a sentence, no longer string that begins with it is one. So a binary search finds
	// the shortest such prefix.
	return begins[sort.Search(len(begins)-1, func(i int) bool { return !isPrefix(p, s[:begins[i+1]]) })], false
}

// isPrefix reports whether s is a prefix of a sentence of p. It tries to complete s: completions lists a completion for
// every such prefix. The reference in the tests of package uri explains each.
//
// The inputs of a test often begin alike, so isPrefix caches its results in prefixes.
func isPrefix(p Production, s string) bool {
	text := prefix{p, s}
	is, ok := prefixes[text]
	if !ok {
		is = slices.ContainsFunc(completions, func(c string) bool { return split(s+c).matches(p, s+c) })
		if len(prefixes) == 1<<16 { // a fuzzer never stops
			clear(prefixes)
		}
		prefixes[text] = is
	}
	return is
}

type prefix struct {
	p Production
	s string
}

var prefixes = map[prefix]bool{}

var completions = []string{
	"", "a:", "0", "00", "@", "0@", "00@", "]", "::]", ":]", "0]", ".0]", "0.0]", ".0.0]", "0.0.0]",
}
