package links

import (
	"bytes"
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
	if label := markedEncoding(page); label != "" {
		return label
	}
	if label := charsetOf(contentType); label != "" {
		return label
	}
	if label := unmarkedUTF16(page); label != "" {
		return label
	}
	page = page[:min(len(page), prescanSize)]
	if label := prescan(page); label != "" {
		return readableLabel(label)
	}
	return readableLabel(xmlEncoding(page))
}

// markedEncoding returns the label of the encoding of the byte order mark at the start of a page, or "".
func markedEncoding(page []byte) string {
	switch {
	case bytes.HasPrefix(page, []byte("\xef\xbb\xbf")):
		return "utf-8"
	case bytes.HasPrefix(page, []byte("\xfe\xff")):
		return "utf-16be"
	case bytes.HasPrefix(page, []byte("\xff\xfe")):
		return "utf-16le"
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
		return labelOf(rest[:endOf(rest, origin.Space+";")])
	}
	return ""
}

// labelOf returns text in the form that the Encoding Standard compares, without white space around it and in lower case,
// or "" if it names no encoding ("get an encoding").
func labelOf(text string) string {
	label := []byte(strings.Trim(text, origin.Space))
	octet.ToLower(label)
	if !isLabel(string(label)) { // Encoding Standard, section 4.2, "Names and labels"
		return ""
	}
	return string(label)
}

// prescan returns the label that the meta elements of the start of a page declare (HTML Standard, "prescan a byte
// stream to determine its encoding").
func prescan(b []byte) string {
	for i := 0; i < len(b); i++ {
		rest := b[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			end := bytes.Index(rest[2:], []byte("-->")) // "<!-->" is a comment
			if end < 0 {
				return ""
			}
			i += 2 + end + 2
		case len(rest) > 5 && octet.HasPrefixFold(rest, "<meta") && (rest[5] == '/' || is(rest[5], classSpace)):
			label, end := metaLabel(b, i+5)
			if label != "" {
				return label
			}
			i = end
		case rest[0] == '<' && len(rest) > 1 && (is(rest[1], classLetter) || rest[1] == '/' && len(rest) > 2 && is(rest[2], classLetter)):
			for i < len(b) && b[i] != '>' && !is(b[i], classSpace) {
				i++
			}
			for ok := true; ok; {
				_, _, i, ok = prescanAttribute(b, i)
			}
		case rest[0] == '<' && len(rest) > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?'):
			end := bytes.IndexByte(rest, '>')
			if end < 0 {
				return ""
			}
			i += end
		}
	}
	return ""
}

// metaLabel returns the label that a meta element declares, or "". i is the offset of its attributes, and end the
// offset of the last byte of the tag. If b ends before the tag, the label is "" and end is len(b).
func metaLabel(b []byte, i int) (label string, end int) {
	var hasEquiv, hasContent, hasCharset, pragma bool
	var charset, content string
	for {
		name, value, next, ok := prescanAttribute(b, i)
		if !ok {
			end = next
			break
		}
		i = next
		switch {
		case octet.EqualFold(name, "http-equiv") && !hasEquiv:
			hasEquiv, pragma = true, octet.EqualFold(value, "content-type")
		case octet.EqualFold(name, "content") && !hasContent:
			hasContent, content = true, charsetOf(string(value))
		case octet.EqualFold(name, "charset") && !hasCharset:
			hasCharset, charset = true, labelOf(string(value))
		}
	}
	switch {
	case end == len(b): // the end of the bytes ends the search
		return "", end
	case hasCharset:
		return charset, end
	case pragma:
		return content, end
	}
	return "", end
}

// prescanAttribute returns the next attribute of a tag ("get an attribute"). ok is false at the end of the tag.
func prescanAttribute(b []byte, i int) (name, value []byte, next int, ok bool) {
	for i < len(b) && (b[i] == '/' || is(b[i], classSpace)) {
		i++
	}
	if i >= len(b) || b[i] == '>' {
		return nil, nil, i, false
	}
	begin := i
	for i++; i < len(b) && !is(b[i], classNameEnd); i++ {
	}
	name = b[begin:i]
	if i = skip(b, i); i == len(b) || b[i] != '=' {
		return name, nil, i, i < len(b)
	}
	if i = skip(b, i+1); i == len(b) {
		return nil, nil, i, false
	}
	if quote := b[i]; quote == '"' || quote == '\'' {
		n := bytes.IndexByte(b[i+1:], quote)
		if n < 0 {
			return nil, nil, len(b), false
		}
		return name, b[i+1 : i+1+n], i + n + 2, true
	}
	begin = i
	i = unquotedEnd(b, i)
	return name, b[begin:i], i, i < len(b)
}
