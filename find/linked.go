package find

import (
	"html"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// AppendReplaced appends text to dst, with each address that f finds replaced by what replace appends, and returns the
// extended slice. replace gets the slice so far and a match, and returns the slice that it has extended. A nil replace
// leaves addresses out.
//
//	finder.AppendReplaced(nil, text, func(dst []byte, m find.Match) []byte {
//		return append(m.AppendAddress(append(dst, '<'), text), '>')
//	})
//
// AppendReplaced takes time linear in the length of text, if replace does. It allocates as [Finder.AllString] does.
func (f *Finder) AppendReplaced(dst []byte, text string, replace func(dst []byte, m Match) []byte) []byte {
	return f.appendParts(dst, text, func(dst []byte, part string) []byte { return append(dst, part...) }, replace)
}

// appendParts appends text to dst, by the function other for the text between addresses, and by replace for an address.
func (f *Finder) appendParts(dst []byte, text string, other func(dst []byte, part string) []byte, replace func(dst []byte, m Match) []byte) []byte {
	last := 0
	for m := range f.AllString(text) {
		dst = other(dst, text[last:m.Start])
		if replace != nil {
			dst = replace(dst, m)
		}
		last = int(m.End)
	}
	return other(dst, text[last:])
}

// Linking are the options of [Finder.AppendLinked].
type Linking struct {
	// Rel is the value of the attribute rel of each link, such as "nofollow ugc". If it is empty, links have none.
	Rel string

	// Schemes are the schemes of links, in any case. Other addresses stay text. If Schemes is nil, they are "http",
	// "https" and "mailto". A link with a scheme such as "javascript" runs code.
	Schemes []string
}

// defaultLinked are the schemes of links if the caller gives none.
var defaultLinked = []string{"http", "https", "mailto"}

// AppendLinked appends text as HTML to dst, with a link for each address that f finds, and returns the extended slice:
//
//	See <a href="https://example.com/?a&amp;b">https://example.com/?a&amp;b</a>.
//
// All text is escaped, also what looks like HTML, so the result has no tags but those of the links. Write it as
// the content of an element, such as <p>, in a page in UTF-8, but not of <script> or <style>. A host without a scheme leads
// to "https://" and an e-mail address to "mailto:". If an address has escapes, the text of its link has them too, but
// the link leads to the address without them.
//
// AppendLinked takes time linear in the length of text. It allocates for text that must be escaped.
func (f *Finder) AppendLinked(dst []byte, text string, o Linking) []byte {
	var buf []byte
	return f.appendParts(dst, text, appendHTML, func(dst []byte, m Match) []byte {
		buf = m.AppendAddress(buf[:0], text)
		scheme, rest := target(m.Kind, octet.Text(buf))
		if !o.allows(scheme) {
			return appendHTML(dst, text[m.Start:m.End])
		}
		dst = append(dst, `<a href="`...)
		dst = appendHTML(append(appendHTML(dst, scheme), ':'), rest)
		if o.Rel != "" {
			dst = appendHTML(append(dst, `" rel="`...), o.Rel)
		}
		return append(appendHTML(append(dst, `">`...), text[m.Start:m.End]), "</a>"...)
	})
}

// allows reports whether addresses with the scheme become links.
func (o *Linking) allows(scheme string) bool {
	allowed := o.Schemes
	if allowed == nil {
		allowed = defaultLinked
	}
	return slices.ContainsFunc(allowed, func(one string) bool { return strings.EqualFold(one, scheme) })
}

// target returns the scheme of the URL that an address leads to, and the rest of the URL after the ":".
//
// The local part of an e-mail address may have a "?" or a "%", which a URL must not have there: "a?cc=b@example.com" is
// one address.
func target(kind Kind, address string) (scheme, rest string) {
	scheme, rest, ok := strings.Cut(address, ":")
	switch kind {
	case KindEmail:
		if ok && strings.EqualFold(scheme, "mailto") {
			return scheme, uri.PlaceParam.EncodeRaw(rest)
		}
		return "mailto", uri.PlaceParam.Encode(address)
	case KindSCP:
		path := uri.PlacePath.EncodeRaw(strings.TrimPrefix(rest, "/"))
		return "ssh", "//" + uri.PlaceParam.EncodeRaw(scheme) + "/" + path
	case KindHost:
		if !ok || !strings.HasPrefix(rest, "//") || !schemes.KindOf(scheme).IsHTTP() {
			return "https", "//" + address
		}
	}
	return scheme, rest
}

// appendHTML appends text with the characters escaped that have a meaning in HTML.
func appendHTML(dst []byte, text string) []byte { return append(dst, html.EscapeString(text)...) }
