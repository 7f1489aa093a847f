package links

import (
	"bytes"
	"strings"

	"github.com/urispan/uri/internal/octet"
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
		rest := strings.TrimLeft(s[i+len(word):], whiteSpace)
		if rest == "" || rest[0] != '=' {
			continue
		}
		if rest = strings.TrimLeft(rest[1:], whiteSpace); rest == "" {
			return ""
		}
		if quote := rest[0]; quote == '"' || quote == '\'' {
			end := strings.IndexByte(rest[1:], quote)
			return labelOf(rest[1:][:max(end, 0)])
		}
		return labelOf(rest[:endOf(rest, whiteSpace+";")])
	}
	return ""
}

const whiteSpace = "\t\n\f\r "

// labelOf returns text in the form that the Encoding Standard compares, without white space around it and in lower case,
// or "" if it names no encoding ("get an encoding").
func labelOf(text string) string {
	label := []byte(strings.Trim(text, whiteSpace))
	octet.ToLower(label)
	if !isLabel(string(label)) {
		return ""
	}
	return string(label)
}

// isLabel reports whether an encoding has this label (Encoding Standard, section 4.2, "Names and labels").
func isLabel(s string) bool {
	switch s {
	case "866", "ansi_x3.4-1968", "arabic", "ascii", "asmo-708", "big5", "big5-hkscs", "chinese", "cn-big5",
		"cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp819", "cp866",
		"csbig5", "cseuckr", "cseucpkdfmtjapanese", "csgb2312", "csibm866", "csiso2022jp", "csiso2022kr",
		"csiso58gb231280", "csiso88596e", "csiso88596i", "csiso88598e", "csiso88598i", "csisolatin1", "csisolatin2",
		"csisolatin3", "csisolatin4", "csisolatin5", "csisolatin6", "csisolatin9", "csisolatinarabic",
		"csisolatincyrillic", "csisolatingreek", "csisolatinhebrew", "cskoi8r", "csksc56011987", "csmacintosh",
		"csshiftjis", "csunicode", "cyrillic", "dos-874", "ecma-114", "ecma-118", "elot_928", "euc-jp", "euc-kr",
		"gb18030", "gb2312", "gb_2312", "gb_2312-80", "gbk", "greek", "greek8", "hebrew", "hz-gb-2312", "ibm819",
		"ibm866", "iso-10646-ucs-2", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-jp", "iso-2022-kr", "iso-8859-1",
		"iso-8859-10", "iso-8859-11", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "iso-8859-2",
		"iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-6-e", "iso-8859-6-i", "iso-8859-7",
		"iso-8859-8", "iso-8859-8-e", "iso-8859-8-i", "iso-8859-9", "iso-ir-100", "iso-ir-101", "iso-ir-109",
		"iso-ir-110", "iso-ir-126", "iso-ir-127", "iso-ir-138", "iso-ir-144", "iso-ir-148", "iso-ir-149",
		"iso-ir-157", "iso-ir-58", "iso8859-1", "iso8859-10", "iso8859-11", "iso8859-13", "iso8859-14",
		"iso8859-15", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7", "iso8859-8",
		"iso8859-9", "iso88591", "iso885910", "iso885911", "iso885913", "iso885914", "iso885915", "iso88592",
		"iso88593", "iso88594", "iso88595", "iso88596", "iso88597", "iso88598", "iso88599", "iso_8859-1",
		"iso_8859-15", "iso_8859-1:1987", "iso_8859-2", "iso_8859-2:1987", "iso_8859-3", "iso_8859-3:1988",
		"iso_8859-4", "iso_8859-4:1988", "iso_8859-5", "iso_8859-5:1988", "iso_8859-6", "iso_8859-6:1987",
		"iso_8859-7", "iso_8859-7:1987", "iso_8859-8", "iso_8859-8:1988", "iso_8859-9", "iso_8859-9:1989", "koi",
		"koi8", "koi8-r", "koi8-ru", "koi8-u", "koi8_r", "korean", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601",
		"ksc_5601", "l1", "l2", "l3", "l4", "l5", "l6", "l9", "latin1", "latin2", "latin3", "latin4", "latin5",
		"latin6", "logical", "mac", "macintosh", "ms932", "ms_kanji", "replacement", "shift-jis", "shift_jis",
		"sjis", "sun_eu_greek", "tis-620", "ucs-2", "unicode", "unicode-1-1-utf-8", "unicode11utf8",
		"unicode20utf8", "unicodefeff", "unicodefffe", "us-ascii", "utf-16", "utf-16be", "utf-16le", "utf-8",
		"utf8", "visual", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
		"windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-31j", "windows-874", "windows-949",
		"x-cp1250", "x-cp1251", "x-cp1252", "x-cp1253", "x-cp1254", "x-cp1255", "x-cp1256", "x-cp1257", "x-cp1258",
		"x-euc-jp", "x-gbk", "x-mac-cyrillic", "x-mac-roman", "x-mac-ukrainian", "x-sjis", "x-unicode20utf8",
		"x-user-defined", "x-x-big5":
		return true
	}
	return false
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
