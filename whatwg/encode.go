package whatwg

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/urispan/uri/internal/octet"
)

// An encoder encodes code points and percent-encodes the bytes.
type encoder interface {
	// appendRune appends the bytes of r to dst, percent-encoded by set. If r is not in the encoding, missing is the
	// code point that the caller must write as "&#N;": usually r itself. Otherwise missing is noRune.
	appendRune(dst []byte, r rune, set *octet.Coding) (out []byte, missing rune)
}

// appendEncoded implements "percent-encode after encoding" (section 1.3): it encodes query with enc, percent-encodes
// the bytes that are in set, appends the result to dst and returns the extended slice. A code point that is not in the
// encoding becomes the percent-encoded text "&#N;", where N is its number. Bytes that are not UTF-8 are percent-encoded
// unchanged. If enc is nil, or its output encoding is UTF-8, appendEncoded only percent-encodes query. Then it does not
// allocate if the capacity of dst suffices.
//
// golang.org/x/text has the encodings, and legacy.go corrects them. US-ASCII is encoded as itself, which is right for
// all encodings of the Encoding Standard but ISO-2022-JP.
func appendEncoded(dst []byte, enc encoding.Encoding, query string, set *octet.Coding) []byte {
	name := nameOf(enc)
	if name == "UTF-8" {
		return set.AppendText(dst, query)
	}
	chars, _ := enc.(singleByteEncoding)
	var e encoder
	for query != "" {
		if query[0] < utf8.RuneSelf && name != nameISO2022JP {
			n := asciiLen(query)
			dst, query = set.AppendText(dst, query[:n]), query[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(query)
		missing := noRune
		switch {
		case r == utf8.RuneError && size == 1:
			dst = set.AppendByte(dst, query[0])
		case chars != nil:
			dst, missing = appendSingleByte(dst, chars, r, set)
		default:
			if e == nil {
				e = newEncoder(enc, name)
			}
			dst, missing = e.appendRune(dst, r, set)
		}
		if missing != noRune {
			dst = append(strconv.AppendInt(append(dst, "%26%23"...), int64(missing), 10), "%3B"...)
		}
		query = query[size:]
	}
	if j, ok := e.(*iso2022JP); ok {
		dst = j.enter(dst, jisASCII, set)
	}
	return dst
}

// asciiLen returns the number of bytes of US-ASCII at the beginning of s.
func asciiLen(s string) int {
	n := 0
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// nameOf returns the name that golang.org/x/text gives to an encoding, or "" if it has no name. It returns "UTF-8" for
// all encodings with the output encoding UTF-8 (Encoding Standard, section 4.3).
func nameOf(enc encoding.Encoding) string {
	if enc == nil || enc == encoding.Replacement {
		return "UTF-8"
	}
	named, ok := enc.(fmt.Stringer)
	if !ok {
		return ""
	}
	name := named.String()
	if strings.HasPrefix(name, "UTF-") {
		return "UTF-8"
	}
	return name
}

const nameISO2022JP = "ISO-2022-JP"

// newEncoder returns an encoder for an encoding that is not UTF-8 and not a singleByteEncoding.
func newEncoder(enc encoding.Encoding, name string) encoder {
	t := &transformer{Transformer: enc.NewEncoder(), legacy: legacies[name]}
	if name == nameISO2022JP {
		return &iso2022JP{jis: t}
	}
	return t
}

// A singleByteEncoding is an encoding of golang.org/x/text/encoding/charmap.
type singleByteEncoding interface {
	EncodeRune(r rune) (b byte, ok bool)
	DecodeByte(b byte) rune
}

// appendSingleByte implements the single-byte encoder of the Encoding Standard (section 9). Its results agree with
// appendRune. In the indexes of the standard, a byte of 0x80 to 0x9F that has no other character stands for the C1
// control with the same number.
func appendSingleByte(dst []byte, chars singleByteEncoding, r rune, set *octet.Coding) ([]byte, rune) {
	b, ok := chars.EncodeRune(r)
	if !ok && 0x80 <= r && r <= 0x9f && chars.DecodeByte(byte(r)) == utf8.RuneError {
		b, ok = byte(r), true
	}
	if !ok {
		return dst, r
	}
	return set.AppendByte(dst, b), noRune
}
