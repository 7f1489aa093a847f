package iri_test

import (
	"regexp"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/iri"
)

func isIunreserved(r rune) bool { return isUnreserved(r) || kit.IsUcschar(r) }

func isUnreserved(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~", r)
}

var pctEncoded = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// A component is undefined if ok is false.
type component struct {
	Text string
	OK   bool
}

// Components are the components of an IRI-reference.
type components struct{ Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment component }

var iunreservedRun = regexp.MustCompile(`%..|[A-Za-z0-9._~\x{80}-\x{10ffff}-]+`)

// referenceComposed returns an IRI with the runs of its unreserved characters in NFC that get no others by that.
func referenceComposed(s string) string {
	return iunreservedRun.ReplaceAllStringFunc(s, func(run string) string {
		text := ucd.Compose(run)
		if run[0] == '%' || iunreservedRun.FindString(text) != text {
			return run
		}
		return text
	})
}

// productions are the rules of RFC 3987, and the functions for them.
var productions = []struct {
	production fsm.Production
	parse      func(s string) (iri.IRI, error)
}{
	{fsm.IRIReference, iri.Parse}, {fsm.IRI, iri.ParseIRI},
}

// componentsAt returns the components of s with ranges that package fsm found. Its tests compare them with RFC 3987.
func componentsAt(s string, r fsm.Ranges) (c components) {
	at := func(lo, hi int, ok bool) component {
		if !ok {
			return component{}
		}
		return component{s[lo:hi], true}
	}
	lo, hi := r.Path()
	c.Scheme, c.Path = at(r.Scheme()), at(lo, hi, true)
	c.Authority, c.Userinfo, c.Host, c.Port = at(r.Authority()), at(r.Userinfo()), at(r.Host()), at(r.Port())
	c.Query, c.Fragment = at(r.Query()), at(r.Fragment())
	return c
}

// componentsOf returns what the accessors say.
func componentsOf(i iri.IRI) (c components) {
	pair := func(text string, ok bool) component { return component{text, ok} }
	r := i.Ranges()
	lo, hi, ok := r.Authority()
	c.Authority = pair(i.String()[lo:hi], ok)
	c.Scheme, c.Path = pair(i.Scheme(), i.Scheme() != ""), pair(i.Path(), true)
	c.Userinfo, c.Host, c.Port = pair(i.Userinfo()), pair(i.Host()), pair(i.Port())
	c.Query, c.Fragment = pair(i.Query()), pair(i.Fragment())
	return c
}
