package links

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/origin"
)

// prescanSize is the number of bytes at the start of a page that prescan reads.
const prescanSize = 1024

// DeclaredEncoding returns the label of the encoding that a page declares, in lower case, or "". A page declares it by
// a byte order mark, by the Content-Type of its response, by a meta element in its first 1,024 bytes, or by an XML
// declaration (HTML Standard, section 13.2.3). A label that is not in the Encoding Standard does not declare an
// encoding. page is the page or its start.
//
// Package golang.org/x/text/encoding/htmlindex finds the encoding by its label:
//
//	scanner.Parser.Encoding, err = htmlindex.Get(links.DeclaredEncoding(page, contentType))
//
// A page without a declaration is most likely in UTF-8, or else in windows-1252.
func DeclaredEncoding(page []byte, contentType string) string {
	page = page[:min(len(page), prescanSize)]
	inASCII := readableLabel(cmp.Or(prescan(page), xmlEncoding(page)))
	return cmp.Or(encodingOf(page, byteOrderMarks), charsetOf(contentType), encodingOf(page, xmlStarts), inASCII)
}

// A start is the first bytes of a page, and the label of the encoding that they show.
type start struct{ bytes, label string }

// byteOrderMarks are the byte order marks, and xmlStarts begin an XML declaration in UTF-16 (HTML Standard, "prescan a byte
// stream to determine its encoding", step 3).
var (
	byteOrderMarks = []start{{"\xef\xbb\xbf", "utf-8"}, {"\xfe\xff", "utf-16be"}, {"\xff\xfe", "utf-16le"}}
	xmlStarts      = []start{{"<\x00?\x00x\x00", "utf-16le"}, {"\x00<\x00?\x00x", "utf-16be"}}
)

// encodingOf returns the label of the encoding of a page that begins with one of starts, or "".
func encodingOf(page []byte, starts []start) string {
	for _, s := range starts {
		if strings.HasPrefix(octet.Text(page), s.bytes) {
			return s.label
		}
	}
	return ""
}

// readableLabel returns the label of the encoding of a page that declares label in US-ASCII. In UTF-16, the declaration
// could not have been read.
func readableLabel(label string) string {
	switch label {
	case "utf-16", "utf-16le", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16be", "unicodefffe":
		return "utf-8"
	case "x-user-defined":
		return "windows-1252"
	}
	return label
}

// charsetOf extracts the label of an encoding, or "", from the value of a Content-Type field or a meta element (HTML Standard,
// section 2.4.4).
func charsetOf(s string) string {
	const word = "charset"
	for i := 0; i+len(word) <= len(s); i++ {
		if !strings.EqualFold(s[i:i+len(word)], word) {
			continue
		}
		rest := strings.TrimLeft(s[i+len(word):], origin.Space)
		if rest == "" || rest[0] != '=' {
			continue
		}
		if rest = strings.TrimLeft(rest[1:], origin.Space); rest == "" {
			return ""
		}
		if quote := rest[0]; quote == '"' || quote == '\'' {
			end := strings.IndexByte(rest[1:], quote)
			return labelOf(rest[1:][:max(end, 0)])
		}
		return labelOf(rest[:octet.Next(rest, 0, origin.Space+";")])
	}
	return ""
}

// labelOf returns text in the form that the Encoding Standard compares, without white space around it and in lower case,
// or "" if it names no encoding ("get an encoding").
func labelOf(text string) string {
	label := string(octet.AppendLower(nil, strings.Trim(text, origin.Space)))
	if !isLabel(label) { // Encoding Standard, section 4.2, "Names and labels"
		return ""
	}
	return label
}

// prescan returns the label that the meta elements of the start of a page declare (HTML Standard, "prescan a byte
// stream to determine its encoding").
func prescan(b []byte) string {
	for i := 0; ; {
		i = nextLess(b, i)
		opening, _, _ := open(b, i)
		switch rest := b[i:]; {
		case opening == openingNone:
			return ""
		case opening == openingText:
			i++
		case bytes.HasPrefix(rest, []byte("<!--")):
			end := bytes.Index(rest[2:], []byte("-->")) // "<!-->" is a comment
			if end < 0 {
				return ""
			}
			i += 2 + end + 3
		case opening == openingMarkup:
			end := bytes.IndexByte(rest, '>')
			if end < 0 {
				return ""
			}
			i += end + 1
		default:
			begin, want := unquotedEnd(b, i), attributeSet(0)
			if len(rest) > 5 && octet.HasPrefixFold(rest, "<meta") && (rest[5] == '/' || is(rest[5], classSpace)) {
				begin, want = i+5, 1<<attrHttpEquiv|1<<attrContent|1<<attrCharset
			}
			var t tag
			end := t.attributes(b, begin, want)
			if end < 0 {
				return ""
			}
			if label := metaLabel(b, &t); label != "" {
				return label
			}
			i = end
		}
	}
}

// metaLabel returns the label that a meta element of b declares, or "".
func metaLabel(b []byte, t *tag) string {
	value := func(a attribute) []byte { return b[t.spans[a].start:t.spans[a].end] }
	switch {
	case t.has&(1<<attrCharset) != 0:
		return labelOf(string(value(attrCharset)))
	case t.has&(1<<attrHttpEquiv) != 0 && octet.EqualFold(value(attrHttpEquiv), "content-type"):
		return charsetOf(string(value(attrContent)))
	}
	return ""
}
