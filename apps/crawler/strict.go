package main

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
)

// A strictResolver accepts the references of RFC 3986 and, if they are not in ASCII, of RFC 3987.
type strictResolver struct {
	base *uri.Base
	form encoding.Encoding
	buf  []byte
}

// open uses the base of RFC 3986, section 5.1.
func (r *strictResolver) open(page uri.URI, f *refs) (badBase, err error) {
	base := page
	r.form = nil
	if f != nil {
		r.form = f.form
		if f.hasBase {
			base, badBase = r.embedded(page, f.base)
		}
	}
	r.base, err = uri.NewBase(base, 0)
	return badBase, err
}

func (r *strictResolver) embedded(page uri.URI, href string) (uri.URI, error) {
	href = trimSpace(href)
	u, err := uri.Parse(href)
	if err != nil {
		u, err = r.toURI(href, err)
	}
	if err == nil && !u.IsAbs() {
		u, err = page.Resolve(u)
	}
	if err != nil {
		return page, err
	}
	return u.WithoutFragment(), nil
}

func (r *strictResolver) resolve(ref string) (string, error) {
	ref = trimSpace(ref)
	if r.buf == nil {
		r.buf = make([]byte, 0, urlCap)
	}
	text, places, err := r.base.AppendResolveString(r.buf[:0], ref)
	if err != nil {
		u, mapErr := r.toURI(ref, err)
		if mapErr != nil {
			return "", mapErr
		}
		if text, places, err = r.base.AppendResolveString(r.buf[:0], u.String()); err != nil {
			return "", err
		}
	}
	r.buf = text
	if lo, _, ok := places.Fragment(); ok {
		text = text[:lo-1]
	}
	return string(text), nil
}

// trimSpace removes the spaces that may surround a URL in HTML.
func trimSpace(s string) string { return strings.Trim(s, " \t\n\f\r") }

// toURI maps an IRI-reference to a URI-reference (RFC 3987, section 3.1): its host to A-labels, the rest to
// percent-encoded UTF-8. The query is in the page's encoding, as in HTML and all browsers, because servers read queries
// in the encoding of their pages. If ref is ASCII, the error is err.
func (r *strictResolver) toURI(ref string, err error) (uri.URI, error) {
	if isASCII(ref) {
		return uri.URI{}, err
	}
	if r.form != nil {
		ref = encodeQuery(ref, r.form)
	}
	i, err := iri.Parse(ref)
	if err != nil {
		return uri.URI{}, err
	}
	return i.URI(iri.HostLookup)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// encodeQuery percent-encodes the non-ASCII characters in the query of ref, in the encoding form.
func encodeQuery(ref string, form encoding.Encoding) string {
	end := len(ref)
	if i := strings.IndexByte(ref, '#'); i >= 0 {
		end = i
	}
	begin := strings.IndexByte(ref[:end], '?') + 1
	if begin == 0 {
		return ref
	}
	out := []byte(ref[:begin])
	query := ref[begin:end]
	for query != "" {
		n := strings.IndexFunc(query, func(c rune) bool { return c >= utf8.RuneSelf })
		if n < 0 {
			n = len(query)
		}
		out, query = append(out, query[:n]...), query[n:]
		n = strings.IndexFunc(query, func(c rune) bool { return c < utf8.RuneSelf })
		if n < 0 {
			n = len(query)
		}
		out = appendEncoded(out, query[:n], form)
		query = query[n:]
	}
	return string(out) + ref[end:]
}

// appendEncoded appends text percent-encoded in the encoding form. A character that the encoding lacks becomes the text
// that HTML forms send for it, "&#12354;" percent-encoded.
func appendEncoded(dst []byte, text string, form encoding.Encoding) []byte {
	if octets, err := form.NewEncoder().String(text); err == nil {
		return append(dst, uri.PlacePair.Encode(octets)...)
	}
	for _, c := range text {
		octets, err := form.NewEncoder().String(string(c))
		if err != nil {
			octets = "&#" + strconv.Itoa(int(c)) + ";"
		}
		dst = append(dst, uri.PlacePair.Encode(octets)...)
	}
	return dst
}
