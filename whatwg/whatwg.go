// Package whatwg parses URLs as web browsers do, by the URL Standard of the WHATWG (https://url.spec.whatwg.org/) at
// [StandardCommit]. It uses the terms of the standard: an href is the serialized form of a URL, a base URL is the URL of
// the document that contains a link, and the special schemes are http, https, ws, wss, ftp and file.
//
// The standard accepts nearly every input and repairs it:
//
//	u, err := whatwg.Parse(" HTTPS:\\example.COM:443\a b\..\c?q='x'")
//	u.Href()                     // "https://example.com/c?q=%27x%27"
//	v, err := u.Parse("/d|e")    // a link on that page
//	w, changes := v.URI()        // https://example.com/d%7Ce, a URI by RFC 3986
//
// For input that must be a URI by RFC 3986, use package [github.com/urispan/uri]. If one of the packages refuses an
// input, do not pass it to the other: they read some URIs differently. This package neither fetches URLs nor finds them
// in a page: package [github.com/urispan/uri/whatwg/links] finds links.
//
// Some schemes have an IPv6 address where RFC 3986 has no "[", such as "sip:[2001:db8::1]:5061" and "dns:///[::1]:443".
// [Parse] does not change them, and the address is in the [URL.Pathname].
//
// # Input
//
// The standard defines its parser for code points, and a string in Go is a sequence of bytes. The parser decodes its
// input as UTF-8. Like a browser, it reads each ill-formed sequence as U+FFFD; [Parser.InvalidUTF8] changes that.
// Offsets count bytes of the original input, before tabs, newlines and surrounding spaces are removed from it.
//
// # Links of a page
//
// A browser parses the links of a page with a base URL. This is the href of the page's first base element with an href,
// resolved against the URL of the page. Without such an element, or if its href cannot be parsed, it is the URL of the
// page. A browser encodes queries in the encoding of the page: see [Parser]. The parser removes the spaces around a
// link.
//
//	u, err := parser.Parse(base, link)
//	target, changes := u.WithoutFragment().URI()
//
// The target is the URL to request, in a form that RFC 3986 and net/http accept: an href can contain "|" and "100%",
// and [URL.URI] percent-encodes them. A link can lead anywhere: package [github.com/urispan/uri/guard] refuses targets
// that a program should not fetch. To read many links without allocation, use [Batch].
//
// A program that does not know the base URL, such as a sanitizer of HTML, calls [Scheme] and [SameOriginRef].
//
// # Costs
//
// Parsing takes time linear in the length of the input. It allocates only the href or the error, and nothing if the
// input is its own href. For an input or href of more than 64 KiB it may also allocate a buffer.
package whatwg

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/internal/textio"
)

// StandardCommit is the commit of the URL Standard that the package implements. It is of July 2026.
const StandardCommit = "fde3f74"

// A URL is the result of parsing: the URL record of the standard, stored as its href. It is immutable, and two URLs are
// equal by == if their hrefs are equal. Its getters return slices of the href and do not allocate, except [URL.Origin]
// and [URL.DomainToUnicode].
//
// If the input is its own href, the URL shares the memory of the input. A URL from a page then keeps the whole page in
// memory: see [URL.Clone].
//
// The zero URL represents null. No other URL has an empty href. If the zero URL is the base URL, the input must be an
// absolute URL.
type URL struct {
	href string
	r    fsm.Ranges
}

func (u *URL) offsets() *ranges.Offsets { return ranges.Of((*ranges.Opaque)(&u.r)) }

// Parse parses input without a base URL, so input must begin with a scheme. It allocates the href if that differs from
// input.
//
// The error is an [*Error]. If the scheme is missing, its Code is CodeMissingSchemeNonRelativeURL. The example "Typed"
// adds "http://" in this case.
func Parse(input string) (u URL, err error) {
	u.href = input
	if known := scanNormal(input, u.offsets()); known != simd.Normal {
		err = Parser{}.parse(&u, known, &null)
	}
	return u, err
}

// null is the base URL of a parser without one.
var null URL

// MustParse is like [Parse] but panics if input cannot be parsed. Use it for URLs that are constants of the program.
func MustParse(input string) URL { return textio.Must("", Parse, input) }

// CanParse reports whether [Parse] returns a URL for input. It allocates only for a domain that UTS 46 refuses.
//
// Parse refuses an input for its part before the path, or because the input or the href is too long. So CanParse reads
// only that part of an input of usual length.
func CanParse(input string) bool {
	var o ranges.Offsets
	known := scanNormal(input, &o)
	isShort := len(input) <= maxLen/16 // an ill-formed byte becomes U+FFFD, and "%EF%BF%BD" in a path
	if known >= simd.UpperHost || known == simd.PlainHost && isShort && endsHost(input, int(o.HostEnd)) {
		return true
	}
	return canParse(input, known, &o, isShort)
}

// canParse implements CanParse with a machine. known and o are the result of scanNormal for the input.
func canParse(input string, known simd.Known, o *ranges.Offsets, isShort bool) bool {
	var m machine
	m.init(Parser{})
	defer m.free()
	m.verdict = isShort
	return m.parse(&null, input, known, o)
}

// IsNormal reports whether s is its own href: Parse(s) succeeds, and its href is s. It does not allocate.
func IsNormal(s string) bool {
	var o ranges.Offsets
	known := scanNormal(s, &o)
	if known == simd.Normal || len(s) > maxLen {
		return known == simd.Normal
	}
	var m machine
	m.init(Parser{})
	defer m.free()
	return m.parse(&null, s, known, &o) && string(m.out) == s
}

// AppendHref appends the href of [Parse] to dst and returns the extended slice. On error it returns dst. It allocates
// only the error and, if the capacity of dst is too small, the href.
func AppendHref(dst []byte, input string) ([]byte, error) {
	return Parser{}.AppendHref(dst, null, input)
}

// Parse parses ref with u as the base URL, or without a base URL if u is the zero URL.
func (u URL) Parse(ref string) (URL, error) { return Parser{}.Parse(u, ref) }

// Parse parses input with base as the base URL, or without a base URL if base is the zero URL. The error is an
// [*Error].
func (p Parser) Parse(base URL, input string) (u URL, err error) {
	u.href = input
	if known := scanNormal(input, u.offsets()); known != simd.Normal { // otherwise the base URL and the options make no difference
		err = p.parse(&u, known, &base)
	}
	return u, err
}

// parse sets u to the URL of its href with base as the base URL. known and the offsets of u are the result of scanNormal
// for the href.
//
// PERF: results are set in place here and in the callers. A copy of a URL soon after its offsets are written makes the
// processor wait as long as the parsing takes.
func (p Parser) parse(u *URL, known simd.Known, base *URL) error {
	var m machine
	m.init(p)
	defer m.free()
	if !m.parse(base, u.href, known, u.offsets()) {
		*u = URL{}
		return m.err().allocated()
	}
	m.setURL(u)
	return nil
}

// AppendHref appends the href of [Parser.Parse] to dst and returns the extended slice. On error it returns dst. It
// allocates only the error and, if the capacity of dst is too small, the href.
func (p Parser) AppendHref(dst []byte, base URL, input string) ([]byte, error) {
	var o ranges.Offsets
	known := scanNormal(input, &o)
	if known == simd.Normal {
		return append(dst, input...), nil
	}
	dst, e := p.appendHref(dst, &base, input, known, &o)
	if e != (Error{}) {
		return dst, e.allocated()
	}
	return dst, nil
}

// appendHref appends the href of input, parsed with base, to dst, and sets o to its offsets. On error it returns dst.
// known and o are the result of scanNormal for the input, which is not normal.
//
// PERF: a function that declares a machine pays for zeroing it, so the callers check whether the input is normal.
func (p Parser) appendHref(dst []byte, base *URL, input string, known simd.Known, o *ranges.Offsets) ([]byte, Error) {
	var m machine
	m.init(p)
	defer m.free()
	if !m.parse(base, input, known, o) {
		*o = ranges.Offsets{}
		return dst, m.err()
	}
	m.setOffsets(o)
	return append(dst, m.out...), Error{}
}
