package uritemplate

import (
	"errors"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// MaxLen is the length of the longest expansion. A template can have a long value many times, so an expansion can be much
// longer than both.
const MaxLen = 1 << 20

// Expand returns the expansion of t as a URI-reference (RFC 6570, section 3). A nil Source has no values. The error is an
// [*Error]: a variable with a prefix modifier is not a string, the expansion is longer than [MaxLen], or it is not a
// URI-reference. The last can happen only where literals or values for "+" and "#" are wrong there: "{+x}" with "[" for example.
func (t Template) Expand(values Source) (uri.URI, error) {
	var buf [256]byte
	text, err := t.appendText(buf[:0], values)
	if err != nil {
		return uri.URI{}, err
	}
	u, err := uri.ParseBytes(text)
	if err != nil {
		return uri.URI{}, t.resultError(values, err)
	}
	return u, nil
}

// Append appends the expansion of t to dst and returns the extended slice. Its errors are those of [Template.Expand];
// then it returns dst. It calls Lookup once for each variable of the template, and takes time linear in the template and the
// values. It allocates only if dst is too small, or if the expansion is longer than 256 bytes.
func (t Template) Append(dst []byte, values Source) ([]byte, error) {
	var buf [256]byte
	text, err := t.appendText(buf[:0], values)
	if err != nil {
		return dst, err
	}
	var r fsm.Ranges
	if _, ok := fsm.Scan(text, &r); !ok {
		_, err := uri.ParseBytes(text)
		return dst, t.resultError(values, err)
	}
	return append(dst, text...), nil
}

// resultError returns the error of an expansion that is not a URI-reference. Its offset is that of the part that wrote
// the byte that err names.
func (t Template) resultError(values Source, err error) error {
	result := &Error{Reason: ReasonResult, Err: err}
	var bad *uri.Error
	if !errors.As(err, &bad) {
		return result
	}
	var text []byte
	for i := range t.parts {
		result.Offset = t.parts[i].begin
		text, _ = t.parts[i].append(text, values)
		if len(text) > bad.Offset {
			break
		}
	}
	return result
}

func (t Template) appendText(dst []byte, values Source) ([]byte, error) {
	if values == nil {
		values = Func(nil)
	}
	var err error
	for i := range t.parts {
		if dst, err = t.parts[i].append(dst, values); err != nil {
			return nil, err
		}
		if len(dst) > MaxLen {
			return nil, &Error{Offset: t.parts[i].begin, Reason: ReasonTooLong}
		}
	}
	return dst, nil
}

// append appends the expansion of p. It follows RFC 6570, section 3.2.1 and Appendix A.
func (p *part) append(dst []byte, values Source) ([]byte, error) {
	op := p.op
	if op == nil {
		return append(dst, p.literal...), nil
	}
	before := op.first
	for i := range p.vars {
		spec := &p.vars[i]
		v := values.Lookup(spec.name)
		if v.kind == undefined {
			continue
		}
		if spec.prefix > 0 && v.kind != isString {
			return nil, &Error{Offset: spec.offset, Reason: ReasonPrefix, Name: spec.name}
		}
		dst = append(dst, before...)
		before = op.sep
		switch {
		case v.kind == isString:
			dst = op.appendString(dst, spec, v.text)
		case spec.explode:
			dst = op.appendExploded(dst, spec, &v)
		default:
			if op.named {
				dst = append(append(dst, spec.name...), '=')
			}
			dst = op.appendJoined(dst, &v)
		}
		if len(dst) > MaxLen {
			break // with an error, before the other variables make it longer
		}
	}
	return dst, nil
}

// appendText appends a value, or a name of a pair, in the characters that the operator allows.
func (op *operator) appendText(dst []byte, s string) []byte {
	if op.allow == &reserved {
		return op.allow.AppendRaw(dst, s)
	}
	return op.allow.AppendText(dst, s)
}

// appendNamed appends the name of a variable or pair, and then "=", or ifemp if the value is empty.
func (op *operator) appendNamed(dst []byte, name, value string) []byte {
	dst = append(dst, name...)
	if value == "" {
		return append(dst, op.ifemp...)
	}
	return append(dst, '=')
}

func (op *operator) appendString(dst []byte, spec *varspec, s string) []byte {
	if op.named {
		dst = op.appendNamed(dst, spec.name, s)
	}
	if spec.prefix > 0 {
		s = s[:prefixLen(s, spec.prefix, op.allow == &reserved)]
	}
	return op.appendText(dst, s)
}

// appendJoined appends the members of a list, or the names and values of pairs, separated by ",".
func (op *operator) appendJoined(dst []byte, v *Value) []byte {
	for i, s := range v.list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = op.appendText(dst, s)
	}
	for i, pair := range v.keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = op.appendText(append(op.appendText(dst, pair.Name), ','), pair.Value)
	}
	return dst
}

// appendExploded appends the members of a list, or the pairs, separated by the separator of op.
func (op *operator) appendExploded(dst []byte, spec *varspec, v *Value) []byte {
	for i, s := range v.list {
		if i > 0 {
			dst = append(dst, op.sep...)
		}
		if op.named {
			dst = op.appendNamed(dst, spec.name, s)
		}
		dst = op.appendText(dst, s)
	}
	for i, pair := range v.keys {
		if i > 0 {
			dst = append(dst, op.sep...)
		}
		dst = op.appendText(dst, pair.Name)
		if op.named {
			dst = op.appendNamed(dst, "", pair.Value)
		} else {
			dst = append(dst, '=')
		}
		dst = op.appendText(dst, pair.Value)
	}
	return dst
}

// prefixLen returns the length of the first n characters of s, or of all if there are fewer. A byte that is not UTF-8 is a
// character, and so is a percent-encoding if the operator keeps it: a prefix never ends inside of one (RFC 6570, section
// 2.4.1).
func prefixLen(s string, n int, keepsEncoded bool) int {
	end := 0
	for ; n > 0 && end < len(s); n-- {
		end += characterLen(s[end:], keepsEncoded)
	}
	return end
}

// characterLen returns the length of the first character of s. If encoded is set, percent-encodings are characters: as
// many of them as encode one character of UTF-8.
func characterLen(s string, encoded bool) int {
	if !encoded || !octet.IsEncoded(s) {
		_, size := utf8.DecodeRuneInString(s)
		return size
	}
	var char [utf8.UTFMax]byte
	n := 0
	for n < len(char) && octet.IsEncoded(s[3*n:]) {
		char[n] = octet.At(s, 3*n)
		n++
	}
	_, size := utf8.DecodeRune(char[:n])
	return 3 * size
}
