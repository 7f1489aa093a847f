package scheme

import (
	"encoding/base64"
	"io"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
)

// Data is the media type and the encoded body of a data: URL. The zero Data has the media type "" and no body.
type Data struct {
	mediaType string
	encoded   string
	start     int // of encoded, in the URL
	length    int // of the body
	isBase64  bool
}

// ParseData returns the media type and the body of a data: URL, as browsers read it (Fetch Standard, section 6). It
// checks the base64, but decodes nothing: Data shares the memory of the URL. A fragment is not part of the body. The
// offset of an error is an offset in [whatwg.URL.Href].
//
// For example, "data:text/html;charset=utf-8,%3Cp%3E" has the media type "text/html;charset=utf-8" and the body "<p>".
func ParseData(u whatwg.URL) (Data, error) {
	if u.Scheme() != "data" {
		return Data{}, &Error{0, "not a data: URL"}
	}
	s := u.WithoutFragment().Href()
	comma := strings.IndexByte(s, ',')
	if comma < 0 {
		return Data{}, &Error{len(s), "no comma after the media type"}
	}
	mediaType := strings.Trim(s[len("data:"):comma], " \t\n\f\r")
	d := Data{encoded: s[comma+1:], start: comma + 1}
	if i := strings.LastIndexByte(mediaType, ';'); i >= 0 && octet.EqualFold(strings.TrimLeft(mediaType[i+1:], " "), "base64") {
		mediaType, d.isBase64 = mediaType[:i], true
	}
	var ok bool
	if d.mediaType, ok = parseMediaType(mediaType); !ok {
		d.mediaType = "text/plain;charset=US-ASCII"
	}
	if err := d.check(); err != nil {
		return Data{}, err
	}
	return d, nil
}

// check sets the length of the body. It returns an error if the body is not base64 as forgiving-base64 decode reads it
// (Infra Standard, section 7).
func (d *Data) check() error {
	digits, padding := 0, 0
	for i, size := 0, 0; i < len(d.encoded); i += size {
		var c byte
		c, size = octet.First(d.encoded[i:])
		switch {
		case !d.isBase64:
			d.length++
		case isWhitespace(c):
		case c == '=' && (digits+padding)%4 >= 2:
			padding++
		case base64Value(c) > 63 || padding > 0:
			return &Error{d.start + i, "bad base64"}
		default:
			digits++
		}
	}
	if digits%4 == 1 || padding > 0 && (digits+padding)%4 != 0 {
		return &Error{d.start + len(d.encoded), "incomplete base64"}
	}
	if d.isBase64 {
		d.length = digits/4*3 + digits%4*3/4
	}
	return nil
}

// MediaType returns the media type in the form of the MIME Sniffing Standard, section 4.5: the names are in lower case,
// without space, and parameters without a value are left out. If the URL has no valid media type, it is
// "text/plain;charset=US-ASCII".
func (d Data) MediaType() string { return d.mediaType }

// IsBase64 reports whether the URL has its body in base64.
func (d Data) IsBase64() bool { return d.isBase64 }

// Len returns the length of the body in bytes. It is at most the length of the URL.
func (d Data) Len() int { return d.length }

// AppendBody appends the decoded body. If the body is longer than limit bytes, it appends nothing and returns an error.
func (d Data) AppendBody(dst []byte, limit int) ([]byte, error) {
	if d.length > limit {
		return dst, &Error{d.start, "body longer than the limit"}
	}
	n := len(dst)
	dst = slices.Grow(dst, d.length)[:n+d.length]
	body := bodyReader{encoded: d.encoded, isBase64: d.isBase64}
	body.Read(dst[n:])
	return dst, nil
}

// Reader returns a reader of the decoded body, which decodes as it is read. Its only error is io.EOF.
func (d Data) Reader() io.Reader { return &bodyReader{encoded: d.encoded, isBase64: d.isBase64} }

// A bodyReader decodes a body that ParseData has checked.
type bodyReader struct {
	encoded  string
	isBase64 bool
	bits     uint16 // read from base64, of which the low ones are in no byte yet
	n        int    // the number of these, at most 6
}

func (r *bodyReader) Read(p []byte) (n int, err error) {
	for n < len(p) && r.encoded != "" {
		c, size := octet.First(r.encoded)
		r.encoded = r.encoded[size:]
		switch v := base64Value(c); {
		case !r.isBase64:
			p[n] = c
			n++
		case v > 63: // white space or padding
		default:
			r.bits, r.n = r.bits<<6|uint16(v), r.n+6
			if r.n >= 8 {
				r.n -= 8
				p[n] = byte(r.bits >> r.n)
				n++
			}
		}
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// base64Value returns the value of a digit in base64, or 64.
func base64Value(c byte) byte {
	switch {
	case 'A' <= c && c <= 'Z':
		return c - 'A'
	case 'a' <= c && c <= 'z':
		return c - 'a' + 26
	case '0' <= c && c <= '9':
		return c - '0' + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return 64
}

func isWhitespace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// DataURL returns a data: URL with the body in base64, such as "data:image/png;base64,iVBORw==". It is also a URI.
// [ParseData] reads the same body from it, and the media type in its form: for "text/html; charset=UTF-8" the URL has
// "text/html;charset=UTF-8". If mediaType is "", the URL has none.
//
// A data: URL has no encoding for a media type. So one with ",", a quoted value as in boundary="a b", or another
// character that no URI has is an error, as is a string that is no media type.
func DataURL(mediaType string, body []byte) (string, error) {
	if i := strings.IndexByte(mediaType, ','); i >= 0 {
		return "", &Error{i, "comma in the media type"}
	}
	if mediaType != "" {
		serialized, ok := parseMediaType(mediaType)
		if !ok {
			return "", &Error{0, "not a media type"}
		}
		if u, err := uri.Parse("data:" + serialized); err != nil || u.Path() != serialized {
			return "", &Error{0, "media type that a URL cannot have"}
		}
		mediaType = serialized
	}
	dst := make([]byte, 0, len("data:;base64,")+len(mediaType)+base64.StdEncoding.EncodedLen(len(body)))
	dst = append(append(append(dst, "data:"...), mediaType...), ";base64,"...)
	return octet.Text(base64.StdEncoding.AppendEncode(dst, body)), nil
}

// parseMediaType returns the serialization of a media type, of which the type and the subtype may be left out (MIME
// Sniffing Standard, sections 4.4 and 4.5).
func parseMediaType(s string) (serialized string, ok bool) {
	const space = " \t\n\r"
	s = strings.Trim(s, space)
	if strings.HasPrefix(s, ";") {
		s = "text/plain" + s
	}
	essence, rest, more := strings.Cut(s, ";")
	essence = strings.TrimRight(essence, space)
	if typ, subtype, _ := strings.Cut(essence, "/"); !isToken(typ) || !isToken(subtype) {
		return "", false
	}
	b := append(make([]byte, 0, len(s)), essence...)
	octet.ToLower(b)
	var seen map[string]bool
	for more {
		rest = strings.TrimLeft(rest, space)
		i := strings.IndexAny(rest, ";=")
		if i < 0 {
			break
		}
		name, isValue := strings.ToLower(rest[:i]), rest[i] == '='
		if rest = rest[i+1:]; !isValue {
			continue
		}
		var value string
		isQuoted := strings.HasPrefix(rest, `"`)
		if isQuoted {
			value, rest = quotedString(rest[1:])
			_, rest, more = strings.Cut(rest, ";")
		} else {
			value, rest, more = strings.Cut(rest, ";")
			value = strings.TrimRight(value, space)
		}
		if value == "" && !isQuoted || !isToken(name) || !isText(value) || seen[name] {
			continue
		}
		if seen == nil {
			seen = map[string]bool{}
		}
		seen[name] = true
		b = append(append(append(b, ';'), name...), '=')
		if isToken(value) {
			b = append(b, value...)
			continue
		}
		b = append(b, '"')
		for i := range len(value) {
			if value[i] == '"' || value[i] == '\\' {
				b = append(b, '\\')
			}
			b = append(b, value[i])
		}
		b = append(b, '"')
	}
	return string(b), true
}

// quotedString returns the value of a quoted string, which s follows the quotation mark of, and what is after it (Fetch
// Standard, section 2.2).
func quotedString(s string) (value, rest string) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			return string(b), s[i+1:]
		}
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b = append(b, s[i])
	}
	return string(b), ""
}

// isText reports whether a value of a parameter may have the bytes of s.
func isText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// isToken reports whether s is a token of HTTP (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; !tables.Is(c, tables.ALPHA|tables.DIGIT) && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}
