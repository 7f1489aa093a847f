// Package whatwg parses URLs as web browsers do, by the URL Standard of the WHATWG (https://url.spec.whatwg.org/,
// commit 6ae8486 of 2 July 2026). Its words are those of the standard: an href is the serialized form of a URL, a base
// URL is the URL of the document that contains a link, and the special schemes are http, https, ws, wss, ftp and file.
//
// The standard accepts nearly every input and repairs it:
//
//	u, err := whatwg.Parse(" HTTPS:\\example.COM:443\a b\..\c?q='x'")
//	u.Href() // "https://example.com/c?q=%27x%27"
//
// Package [github.com/urispan/uri] is for input that must be a URI by RFC 3986.
//
// # Input
//
// The standard defines its parser for code points, and a string in Go is a sequence of bytes. Input that is UTF-8 is
// read as its code points. In input that is not UTF-8, each ill-formed sequence is read as U+FFFD, as a decoder in a
// browser reads it; [Parser.InvalidUTF8] is an option for that. Offsets count bytes of the input as given, before tabs,
// newlines and surrounding spaces are removed from it.
//
// # Links of a page
//
// A browser parses the links of a page against its base URL: the href of the first base element that has one, parsed
// with the URL of the page as the base URL. If there is no such element, or its href cannot be parsed, the base URL is
// the URL of the page. A browser encodes queries in the encoding of the page: see [Parser]. Spaces around a link need
// not be removed before.
//
//	u, err := parser.Parse(base, link)
//	target, changes := u.WithoutFragment().URI()
//
// The target is what a server is asked for, in a form that RFC 3986 and net/http accept: an href can contain "|" and
// "100%", and [URL.URI] percent-encodes them. A link can lead anywhere: package [github.com/urispan/uri/guard] refuses
// targets that a program should not fetch. To read many links without allocation, see [Batch].
//
// # Costs
//
// Parsing takes time linear in the length of the input. It allocates the href, unless that is the input itself, and
// nothing else. For an input or href of more than 64 KiB it may allocate a buffer besides.
package whatwg

import (
	"github.com/urispan/uri/internal/ranges"
)

// Parse parses input without a base URL, so that input must begin with a scheme. The error is an [*Error]. If there is
// no scheme, its Code is CodeMissingSchemeNonRelativeURL: the example named typed then adds "http://". Parse allocates
// the href if it differs from input.
func Parse(input string) (URL, error) {
	u := URL{href: input}
	if scanNormal(input, u.r.Offsets()) {
		return u, nil
	}
	return Parser{}.parse(&URL{}, input)
}

// MustParse is like [Parse] but panics if input cannot be parsed. It is for URLs in the text of a program.
func MustParse(input string) URL {
	u, err := Parse(input)
	if err != nil {
		panic(err.Error())
	}
	return u
}

// CanParse reports whether [Parse] returns a URL for input. It allocates only for a domain that UTS 46 refuses.
func CanParse(input string) bool { return URL{}.CanParse(input) }

// IsNormal reports whether s is its own href: Parse(s) returns a URL whose href is s. It does not allocate.
func IsNormal(s string) bool {
	var r ranges.Ranges
	return scanNormal(s, r.Offsets())
}

// AppendHref appends the href of [Parse] to dst and returns the extended slice. On error it returns dst. It allocates
// only the error and, if the capacity of dst is too small, the href.
func AppendHref(dst []byte, input string) ([]byte, error) {
	if IsNormal(input) {
		return append(dst, input...), nil
	}
	return Parser{}.appendHref(dst, &URL{}, input)
}

// Parse parses ref with u as the base URL. If u is the zero URL, it is [Parse].
func (u URL) Parse(ref string) (URL, error) { return Parser{}.Parse(u, ref) }

// CanParse reports whether u.Parse(ref) returns a URL. It allocates only for a domain that UTS 46 refuses.
func (u URL) CanParse(ref string) bool {
	if IsNormal(ref) {
		return true
	}
	m := Parser{}.choose(&u, ref, new(repair))
	if m == nil {
		return true
	}
	defer m.free()
	return m.parse(u, ref)
}

// AppendHref appends the href of u.Parse(ref) to dst and returns the extended slice. On error it returns dst. It
// allocates only the error and, if the capacity of dst is too small, the href.
func (u URL) AppendHref(dst []byte, ref string) ([]byte, error) {
	if IsNormal(ref) {
		return append(dst, ref...), nil
	}
	return Parser{}.appendHref(dst, &u, ref)
}

// Parse parses input. If base is the zero URL, there is no base URL. The error is an [*Error].
func (p Parser) Parse(base URL, input string) (URL, error) {
	u := URL{href: input}
	if scanNormal(input, u.r.Offsets()) {
		return u, nil // whatever the base URL and the options are
	}
	return p.parse(&base, input)
}

// parse is [Parser.Parse] for an input that is not normal.
func (p Parser) parse(base *URL, input string) (URL, error) {
	var r repair
	m := p.choose(base, input, &r)
	if m == nil {
		return r.url(), nil
	}
	defer m.free()
	if !m.parse(*base, input) {
		return URL{}, m.err()
	}
	return m.url(input), nil
}

// AppendHref appends the href of [Parser.Parse] to dst and returns the extended slice. On error it returns dst.
func (p Parser) AppendHref(dst []byte, base URL, input string) ([]byte, error) {
	if IsNormal(input) {
		return append(dst, input...), nil
	}
	return p.appendHref(dst, &base, input)
}

// appendHref is [Parser.AppendHref] for an input that is not normal.
func (p Parser) appendHref(dst []byte, base *URL, input string) ([]byte, error) {
	var r repair
	m := p.choose(base, input, &r)
	if m == nil {
		return r.append(dst, new(ranges.Offsets)), nil
	}
	defer m.free()
	if !m.parse(*base, input) {
		return dst, m.err()
	}
	return append(dst, m.out...), nil
}
