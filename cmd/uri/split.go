package main

import (
	"strconv"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
)

const splitUsage = `usage: uri split [flags] [REF ...]

Split shows where the components of each URI reference lie (RFC 3986,
section 3).

On a terminal it draws the reference with its components under it, in the
manner of the RFC; two arguments that fit are drawn around one line of names,
as there. The parts of an authority that has a userinfo or an IP-literal stand
over it. One too wide for the terminal becomes a list. Under an invalid one a
caret points at the first byte at which it cannot be a reference any more.

  -iri  read IRI references (RFC 3987, section 2.2), whose components are
        called as those of URIs: "uri" is an IRI

Elsewhere it prints tab-separated lines. Each component keeps the delimiter
that makes it defined, so an undefined one is an empty column, and columns 2 to
6 put together are the input, as are 7 to 9 the authority:

  1 kind         uri or relative-ref
  2 scheme       with the ":" after it
  3 authority    with the "//" before it
  4 path
  5 query        with the "?" before it
  6 fragment     with the "#" before it
  7 userinfo     with the "@" after it
  8 host         with brackets if an IP-literal; defined if authority is
  9 port         with the ":" before it
 10 kind of host ipv4, ipv6, ipvfuture or reg-name; empty if undefined
 11 path rule    path-abempty, path-absolute, path-noscheme,
                 path-rootless or path-empty

For an invalid reference the line is: invalid, offset in bytes, component,
reason, input.

With -json the keys are, in this order: input, ok, kind, absolute_uri, scheme,
authority, userinfo, host, host_kind, port, path, path_rule, query, fragment,
ranges; or, if ok is false: input, ok, offset, component, reason. An undefined
component is null. Ranges are [start, end) in bytes of the input.

Examples:
  $ uri split -picture=always 'foo://example.com:8042/over/there?q#nose'
     foo://example.com:8042/over/there?q#nose
     \_/   \______________/\_________/ | \__/
      |           |             |      |    |
   scheme     authority       path   query  fragment
  $ uri split -format '{{.host}} {{.path}}' http://example.com/a //h/b
  example.com /a
  h /b
`

// kindOf returns the name of which of the two productions of URI-reference matched.
func kindOf(r *fsm.Ranges) string {
	if _, _, ok := r.Scheme(); ok {
		return "uri"
	}
	return "relative-ref"
}

// splitLine appends the tab-separated line that splitUsage describes. The columns take in the delimiters, as the
// recomposition of RFC 3986, section 5.3 does: "-" or any other sign for an undefined component would be a legal path.
func splitLine(dst []byte, rec *record) []byte {
	if !rec.OK {
		return appendInvalidLine(dst, rec)
	}
	s, r := rec.Bytes, &rec.Ranges
	dst = append(dst, kindOf(r)...)
	lo, hi, ok := r.Scheme()
	dst = appendColumn(dst, s, lo, hi+1, ok)
	lo, hi, ok = r.Authority()
	dst = appendColumn(dst, s, lo-2, hi, ok)
	lo, hi = r.Path()
	dst = appendColumn(dst, s, lo, hi, true)
	lo, hi, ok = r.Query()
	dst = appendColumn(dst, s, lo-1, hi, ok)
	lo, hi, ok = r.Fragment()
	dst = appendColumn(dst, s, lo-1, hi, ok)
	lo, hi, ok = r.Userinfo()
	dst = appendColumn(dst, s, lo, hi+1, ok)
	lo, hi, ok = r.Host()
	dst = appendColumn(dst, s, lo, hi, ok)
	lo, hi, ok = r.Port()
	dst = appendColumn(dst, s, lo-1, hi, ok)
	dst = append(append(dst, '\t'), fsm.HostKindOf(s, r).String()...)
	dst = append(append(dst, '\t'), fsm.PathRuleOf(s, r).String()...)
	return append(dst, '\n')
}

// appendColumn appends a tab and, if ok, s[lo:hi]. A valid reference holds nothing that needs escaping: no backslash,
// and no control character.
func appendColumn(dst, s []byte, lo, hi int, ok bool) []byte {
	dst = append(dst, '\t')
	if !ok {
		return dst
	}
	return append(dst, s[lo:hi]...)
}

// appendInvalidLine appends the tab-separated line for an invalid input, which is the same for all verbs.
func appendInvalidLine(dst []byte, rec *record) []byte {
	dst = append(dst, "invalid\t"...)
	dst = strconv.AppendInt(dst, int64(rec.N), 10)
	dst = append(append(dst, '\t'), rec.component.String()...)
	dst = append(append(dst, '\t'), rec.reason...)
	dst = append(dst, '\t')
	dst = appendEscaped(dst, rec.Bytes)
	return append(dst, '\n')
}

// appendEscaped appends s with everything escaped that would break the line or command a terminal: backslash, control
// characters, and bytes that are not UTF-8. It can be undone, since a backslash is escaped too.
func appendEscaped(dst, s []byte) []byte {
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		if r != '"' && mustEscape(r, size) {
			for _, c := range s[:size] {
				dst = appendByte(dst, c)
			}
		} else {
			dst = append(dst, s[:size]...)
		}
		s = s[size:]
	}
	return dst
}

// appendByte appends c if it is a printable ASCII character, and an escape sequence for it otherwise.
func appendByte(dst []byte, c byte) []byte {
	switch {
	case c == '\\':
		return append(dst, `\\`...)
	case c == '\t':
		return append(dst, `\t`...)
	case c == '\n':
		return append(dst, `\n`...)
	case c == '\r':
		return append(dst, `\r`...)
	case c < 0x20 || c >= 0x7f:
		return append(dst, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
	}
	return append(dst, c)
}

// splitJSON appends the object that splitUsage describes.
func splitJSON(dst []byte, rec *record) []byte {
	if !rec.OK {
		return appendInvalid(dst, rec)
	}
	s, r := rec.Bytes, &rec.Ranges
	_, _, scheme := r.Scheme()
	_, _, fragment := r.Fragment()
	dst = appendValid(dst, rec)
	dst = append(append(dst, `,"kind":"`...), kindOf(r)...)
	dst = strconv.AppendBool(append(dst, `","absolute_uri":`...), scheme && !fragment)
	dst = appendComponents(dst, s, r)
	dst = appendRanges(dst, r)
	return append(dst, "}\n"...)
}

// appendComponents appends the members from scheme to fragment.
func appendComponents(dst, s []byte, r *fsm.Ranges) []byte {
	lo, hi, ok := r.Scheme()
	dst = appendPart(dst, `,"scheme":`, s, lo, hi, ok)
	lo, hi, ok = r.Authority()
	dst = appendPart(dst, `,"authority":`, s, lo, hi, ok)
	lo, hi, ok = r.Userinfo()
	dst = appendPart(dst, `,"userinfo":`, s, lo, hi, ok)
	lo, hi, ok = r.Host()
	dst = appendPart(dst, `,"host":`, s, lo, hi, ok)
	dst = appendHostKind(dst, s, r)
	lo, hi, ok = r.Port()
	dst = appendPart(dst, `,"port":`, s, lo, hi, ok)
	lo, hi = r.Path()
	dst = appendPart(dst, `,"path":`, s, lo, hi, true)
	dst = append(append(dst, `,"path_rule":"`...), fsm.PathRuleOf(s, r).String()...)
	lo, hi, ok = r.Query()
	dst = appendPart(dst, `","query":`, s, lo, hi, ok)
	lo, hi, ok = r.Fragment()
	return appendPart(dst, `,"fragment":`, s, lo, hi, ok)
}

// appendHostKind appends the member host_kind, null if there is no host.
func appendHostKind(dst, s []byte, r *fsm.Ranges) []byte {
	kind := fsm.HostKindOf(s, r)
	if kind == fsm.NoHost {
		return append(dst, `,"host_kind":null`...)
	}
	dst = append(append(dst, `,"host_kind":"`...), kind.String()...)
	return append(dst, '"')
}

// appendRanges appends the member ranges. It has a key for every component, so that all results have one shape.
func appendRanges(dst []byte, r *fsm.Ranges) []byte {
	lo, hi, ok := r.Scheme()
	dst = appendRange(dst, `,"ranges":{"scheme":`, lo, hi, ok)
	lo, hi, ok = r.Authority()
	dst = appendRange(dst, `,"authority":`, lo, hi, ok)
	lo, hi, ok = r.Userinfo()
	dst = appendRange(dst, `,"userinfo":`, lo, hi, ok)
	lo, hi, ok = r.Host()
	dst = appendRange(dst, `,"host":`, lo, hi, ok)
	lo, hi, ok = r.Port()
	dst = appendRange(dst, `,"port":`, lo, hi, ok)
	lo, hi = r.Path()
	dst = appendRange(dst, `,"path":`, lo, hi, true)
	lo, hi, ok = r.Query()
	dst = appendRange(dst, `,"query":`, lo, hi, ok)
	lo, hi, ok = r.Fragment()
	dst = appendRange(dst, `,"fragment":`, lo, hi, ok)
	return append(dst, '}')
}

// splitPicture draws each reference, with an empty line between one and the next.
func splitPicture(s screen) format {
	return func(dst []byte, rec *record) []byte {
		if rec.place > 1 {
			dst = append(dst, '\n')
		}
		if !rec.OK {
			return appendCaret(dst, s, "", rec)
		}
		return appendPicture(dst, s, rec.Bytes, &rec.Ranges)
	}
}
