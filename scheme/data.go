package scheme

import (
	"cmp"
	"encoding/base64"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
)

// space is the white space of ASCII.
const space = " \t\n\f\r"

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
// offset of an error is an offset in [whatwg.URL.Href]. ParseData allocates the media type, and at most 150 bytes for each
// byte of its parameters.
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
	mediaType := strings.Trim(s[len("data:"):comma], space)
	d := Data{encoded: s[comma+1:], start: comma + 1}
	if i := strings.LastIndexByte(mediaType, ';'); i >= 0 && octet.EqualFold(strings.TrimLeft(mediaType[i+1:], " "), "base64") {
		mediaType, d.isBase64 = mediaType[:i], true
	}
	d.mediaType = cmp.Or(parseMediaType(mediaType), "text/plain;charset=US-ASCII")
	return d.checked()
}

// checked returns d with the length of the body. It returns an error if the body is not base64 as forgiving-base64 decode
// reads it (Infra Standard, section 7).
func (d Data) checked() (Data, error) {
	digits, padding := 0, 0
	for i, size := 0, 0; i < len(d.encoded); i += size {
		var c byte
		c, size = octet.First(d.encoded[i:])
		switch {
		case !d.isBase64:
			d.length++
		case padding == 0 && (tables.Is(c, tables.ALPHA|tables.DIGIT) || c == '+' || c == '/'):
			digits++
		case c == '=' && (digits+padding)%4 >= 2:
			padding++
		case strings.IndexByte(space, c) < 0:
			return Data{}, &Error{d.start + i, "bad base64"}
		}
	}
	if digits%4 == 1 || padding > 0 && (digits+padding)%4 != 0 {
		return Data{}, &Error{d.start + len(d.encoded), "incomplete base64"}
	}
	d.length += digits/4*3 + digits%4*3/4 // without base64, there are no digits
	return d, nil
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
	_, err := io.ReadFull(d.Reader(), dst[n:])
	return dst, err // nil, because ParseData has checked the body
}

// Reader returns a reader of the body, which decodes while it is read. It returns no error other than io.EOF.
func (d Data) Reader() io.Reader {
	r := octetReader(d)
	if d.isBase64 {
		return base64.NewDecoder(base64.RawStdEncoding, &r)
	}
	return &r
}

// An octetReader percent-decodes the rest of a body. It leaves out the white space and the padding of base64.
type octetReader Data

func (r *octetReader) Read(p []byte) (n int, err error) {
	for n < len(p) && r.encoded != "" {
		c, size := octet.First(r.encoded)
		r.encoded = r.encoded[size:]
		if !r.isBase64 || c > ' ' && c != '=' {
			p[n] = c
			n++
		}
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// DataURL returns a data: URL with the body in base64, such as "data:image/png;base64,iVBORw==". It is also a URI.
// [ParseData] reads the same body from it. The media type is in the form of [Data.MediaType]: for
// "text/html; charset=UTF-8" the URL has "text/html;charset=UTF-8". If mediaType is "", the URL has none.
//
// A data: URL has no encoding for a media type. So a media type is an error if it has ",", a quoted value as in
// boundary="a b", or another character that no URI has. A string that is not a media type is also an error. The error
// has the offset of the ",", or 0.
func DataURL(mediaType string, body []byte) (string, error) {
	if i := strings.IndexByte(mediaType, ','); i >= 0 {
		return "", &Error{i, "comma in the media type"}
	}
	serialized := parseMediaType(mediaType)
	u, err := uri.Parse("data:" + serialized)
	if err != nil || u.Path() != serialized || serialized == "" && mediaType != "" {
		return "", &Error{0, "no media type, or one that a URL cannot have"}
	}
	dst := make([]byte, 0, len("data:;base64,")+len(serialized)+base64.StdEncoding.EncodedLen(len(body)))
	dst = append(append(append(dst, "data:"...), serialized...), ";base64,"...)
	return octet.Text(base64.StdEncoding.AppendEncode(dst, body)), nil
}

// parseMediaType returns the serialization of a media type (MIME Sniffing Standard, sections 4.4 and 4.5), or "" if s is
// not a media type. The type and the subtype may be left out. parseMediaType does not look for controls in values, because
// no URL has one.
func parseMediaType(s string) (serialized string) {
	const space = " \t\n\r"
	s = strings.Trim(s, space)
	if strings.HasPrefix(s, ";") {
		s = "text/plain" + s
	}
	end := octet.Next(s, 0, ";")
	essence, rest := strings.TrimRight(s[:end], space), s[end:]
	if typ, subtype, _ := strings.Cut(essence, "/"); !isToken(typ) || !isToken(subtype) {
		return ""
	}
	var b strings.Builder
	b.WriteString(strings.ToLower(essence))
	seen := map[string]bool{}
	for rest != "" {
		m := mediaParam().FindStringSubmatch(rest)
		rest = rest[len(m[0]):]
		name, quoted, value := strings.ToLower(m[1]), m[2], strings.TrimRight(m[3], space)
		if quoted != "" {
			value = quotedPair().ReplaceAllString(quoted[1:], "$1")
		}
		if quoted+value == "" || !isToken(name) || seen[name] {
			continue
		}
		seen[name] = true
		if !isToken(value) {
			value = `"` + quotedPairs.Replace(value) + `"`
		}
		b.WriteString(";" + name + "=" + value)
	}
	return b.String()
}

// mediaParam matches a parameter with the ";" and the space before it. Its groups are the name, a quoted value with its
// opening quotation mark (Fetch Standard, section 2.2), and the text after it up to the next ";": the value, if it is not quoted.
var mediaParam = newPattern(`^;[ \t\n\r]*([^;=]*)(?:=("(?:[^"\\]|\\.)*\\?)?"?([^;]*))?`)

// quotedPair matches a backslash and the character that it stands for.
var quotedPair = newPattern(`\\(.)`)

var quotedPairs = strings.NewReplacer(`"`, `\"`, `\`, `\\`)

// A pattern returns a regular expression, which it compiles when it is first called.
type pattern func() *regexp.Regexp

// newPattern returns the pattern of an expression. In it, "." matches every character.
func newPattern(expr string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?s)" + expr) })
}

// isToken reports whether s is a token of HTTP (RFC 9110, section 5.6.2).
func isToken(s string) bool { return s != "" && strings.Trim(s, tokenChars) == "" }

const tokenChars = "!#$%&'*+^`|~" + wordChars
