package iri_test

import (
	"net/netip"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/iri"
)

// The reference is made to be read: RFC 3987, section 2.2, for decoded characters. It splits an input as appendix B of
// RFC 3986 does, and has one predicate for each component. To decide whether an input can be continued, it tries
// continuations.

func isIunreserved(r rune) bool { return isUnreserved(r) || kit.IsUcschar(r) }

func isUnreserved(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~", r)
}

// set returns the set of iunreserved, sub-delims and more.
func set(more string) func(r rune) bool {
	return func(r rune) bool { return isIunreserved(r) || strings.ContainsRune("!$&'()*+,;="+more, r) }
}

var (
	isIregName  = set("")
	isIuserinfo = set(":")
	isIsegments = set(":@/")
	isIfragment = set(":@/?")
)

func isIquery(r rune) bool { return isIfragment(r) || kit.IsIprivate(r) }

// consistsOf reports whether s is a sequence of pct-encoded and of characters of the set.
func consistsOf(s string, in func(r rune) bool) bool {
	s = pctEncoded.ReplaceAllString(s, "~")
	return !strings.ContainsFunc(s, func(r rune) bool { return !in(r) })
}

var (
	appendixB  = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)
	iauthority = regexp.MustCompile(`(?s)^(([^@]*)@)?(\[.*\]|[^:]*)(:(.*))?$`)
	pctEncoded = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	isScheme   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*$`)
	isPort     = regexp.MustCompile(`^[0-9]*$`)
	ipvFuture  = regexp.MustCompile(`^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$`)
)

func isIhost(s string) bool {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		return ok && (err == nil && addr.Is6() && addr.Zone() == "" || ipvFuture.MatchString(inner))
	}
	return consistsOf(s, isIregName)
}

// A component is undefined if ok is false.
type component struct {
	Text string
	OK   bool
}

func (c component) matches(rule func(s string) bool) bool { return !c.OK || rule(c.Text) }

// Components are the components of an IRI-reference.
type components struct{ Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment component }

func group(s string, groups []int, n int) component {
	if lo := groups[2*n]; lo >= 0 {
		return component{s[lo:groups[2*n+1]], true}
	}
	return component{}
}

func split(s string) (c components) {
	g := appendixB.FindStringSubmatchIndex(s)
	c.Scheme, c.Authority, c.Path = group(s, g, 2), group(s, g, 4), group(s, g, 5)
	c.Query, c.Fragment = group(s, g, 7), group(s, g, 9)
	if c.Authority.OK {
		a := c.Authority.Text
		if g := iauthority.FindStringSubmatchIndex(a); g != nil {
			c.Userinfo, c.Host, c.Port = group(a, g, 2), group(a, g, 3), group(a, g, 5)
		}
	}
	return c
}

// referenceParse reports whether s matches the production and what its components are.
func referenceParse(p production, s string) (components, bool) {
	c := split(s)
	of := func(in func(r rune) bool) func(s string) bool {
		return func(s string) bool { return consistsOf(s, in) }
	}
	first, _, _ := strings.Cut(c.Path.Text, "/")
	ok := utf8.ValidString(s) && c.Authority.OK == c.Host.OK &&
		c.Scheme.matches(isScheme.MatchString) && c.Userinfo.matches(of(isIuserinfo)) && c.Host.matches(isIhost) &&
		c.Port.matches(isPort.MatchString) && c.Path.matches(of(isIsegments)) && c.Query.matches(of(isIquery)) &&
		c.Fragment.matches(of(isIfragment)) &&
		(c.Scheme.OK || c.Authority.OK || !strings.Contains(first, ":"))
	return c, ok && p.admits(c)
}

// compositions are the primary composites of the Unicode Standard (D114), by the two characters that they consist of.
var compositions = sync.OnceValue(func() map[[2]rune]rune {
	table := map[[2]rune]rune{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		d := []rune(ucd.Decompose(string(r)))
		if !utf8.ValidRune(r) || len(d) < 2 || ucd.Compose(string(r)) != string(r) {
			continue
		}
		first := []rune(ucd.Compose(string(d[:len(d)-1])))
		table[[2]rune{first[0], d[len(d)-1]}] = r
	}
	return table
})

// referenceNFC is what section 3.11 of the Unicode Standard says, step by step.
func referenceNFC(s string) string {
	var d []rune
	for _, r := range s { // D68
		d = append(d, []rune(ucd.Decompose(string(r)))...)
	}
	class := func(r rune) uint8 { return ucd.Class(r) }
	for swapped := true; swapped; { // D108, D109
		swapped = false
		for n := 1; n < len(d); n++ {
			if a, b := class(d[n-1]), class(d[n]); a > b && b > 0 {
				d[n-1], d[n], swapped = d[n], d[n-1], true
			}
		}
	}
	for n := 1; n < len(d); { // D117
		starter := n - 1
		for starter >= 0 && class(d[starter]) != 0 {
			starter--
		}
		// D115
		blocked := starter < 0 || slices.ContainsFunc(d[starter+1:n], func(b rune) bool { return class(b) >= class(d[n]) })
		if !blocked {
			if r, ok := compositions()[[2]rune{d[starter], d[n]}]; ok {
				d[starter] = r
				d = slices.Delete(d, n, n+1)
				continue
			}
		}
		n++
	}
	return string(d)
}

var iunreservedRun = regexp.MustCompile(`%..|[A-Za-z0-9._~\x{80}-\x{10ffff}-]+`)

// referenceComposed returns an IRI with the runs of its unreserved characters in NFC that get no others by that.
func referenceComposed(s string) string {
	return iunreservedRun.ReplaceAllStringFunc(s, func(run string) string {
		text := referenceNFC(run)
		if run[0] == '%' || iunreservedRun.FindString(text) != text {
			return run
		}
		return text
	})
}

// A production is a rule of RFC 3987 and the function for it.
type production struct {
	name  string
	parse func(s string) (iri.IRI, error)

	noScheme, noRelative, noFragment bool
}

func (p production) admits(c components) bool {
	return !(p.noScheme && c.Scheme.OK || p.noRelative && !c.Scheme.OK || p.noFragment && c.Fragment.OK)
}

var productions = []production{
	{name: "IRI-reference", parse: iri.Parse},
	{name: "IRI", parse: iri.ParseIRI, noRelative: true},
	{name: "absolute-IRI", parse: iri.ParseAbsoluteIRI, noRelative: true, noFragment: true},
	{name: "irelative-ref", parse: iri.ParseRelativeRef, noScheme: true},
}

// completions lists strings. Every beginning of an IRI-reference, followed by one of them, is an IRI-reference.
var completions = func() (all []string) {
	for _, pct := range []string{"", "0", "00"} {
		for _, end := range []string{"", "@", ":", "a:"} {
			all = append(all, pct+end)
		}
	}
	return append(all, strings.Fields(`] :] ::] :1] 1] 1:1] :1:1] 1::] 1.a] .a] a]
		.1.1.1] 1.1.1.1] 1.1.1] .1.1] 1.1] .1]`)...)
}()

// isBeginning reports whether s is the beginning of a sentence of the production.
func isBeginning(p production, s string) bool {
	return slices.ContainsFunc(completions, func(end string) bool {
		_, ok := referenceParse(p, s+end)
		return ok
	})
}

// referenceInvalidAt returns the length of the longest prefix of s that begins a sentence, in whole characters. Text
// that is not UTF-8 ends all prefixes.
func referenceInvalidAt(p production, s string) int {
	var ends []int // of the characters
	for n := 0; n < len(s); {
		r, size := utf8.DecodeRuneInString(s[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
		ends = append(ends, n)
	}
	alive := sort.Search(len(ends), func(i int) bool { return !isBeginning(p, s[:ends[i]]) })
	if alive == 0 {
		return 0
	}
	return ends[alive-1]
}

// componentsOf returns what the accessors say.
func componentsOf(i iri.IRI) (c components) {
	pair := func(text string, ok bool) component { return component{text, ok} }
	c.Scheme, c.Path = pair(i.Scheme(), i.IsAbs()), pair(i.Path(), true)
	c.Authority, c.Userinfo, c.Host, c.Port = pair(i.Authority()), pair(i.Userinfo()), pair(i.Host()), pair(i.Port())
	c.Query, c.Fragment = pair(i.Query()), pair(i.Fragment())
	return c
}
