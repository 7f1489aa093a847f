package uritemplate

import (
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
// URI-reference. The last can happen only where literals or values for "+" and "#" are wrong there: "{+x}" with "[" for
// example.
func (t Template) Expand(values Source) (uri.URI, error) { return t.expand(values, false) }

// ExpandStrict is like [Template.Expand], but a variable that is undefined is an error with ReasonUndefined and its name,
// except after "?" and "&". So "/users/{id}{?page}" without an id is not "/users/", which may be a list of all users.
// Empty lists and associative arrays without pairs are undefined; an empty string is not.
func (t Template) ExpandStrict(values Source) (uri.URI, error) { return t.expand(values, true) }

func (t Template) expand(values Source, strict bool) (uri.URI, error) {
	var buf [256]byte
	x := newExpansion(values, MaxLen)
	x.strict = strict
	text, err := x.append(buf[:0], t.parts)
	if err != nil {
		return uri.URI{}, err
	}
	u, err := uri.ParseBytes(text)
	if err != nil {
		return uri.URI{}, t.resultError(values, err)
	}
	return u, nil
}

// Append appends the expansion of t to dst and returns the extended slice. Its errors are the errors of
// [Template.Expand]; then it returns dst. It calls Lookup once for each variable of the template, and takes time linear
// in the template and the values. It allocates only if dst is too small, or if the expansion is longer than 256 bytes.
func (t Template) Append(dst []byte, values Source) ([]byte, error) {
	var buf [256]byte
	x := newExpansion(values, MaxLen)
	text, err := x.append(buf[:0], t.parts)
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

// resultError returns the error of an expansion that is not a URI-reference. Its offset is the offset of the part that
// wrote the byte that err names.
func (t Template) resultError(values Source, err error) error {
	result := &Error{Reason: ReasonResult, Err: err}
	end := err.(*uri.Error).Offset
	x := newExpansion(values, MaxLen)
	var text []byte
	for i := range t.parts {
		result.Offset = t.parts[i].begin
		if text, _ = x.append(text, t.parts[i:i+1]); len(text) > end {
			break
		}
	}
	return result
}

// An expansion appends the expansions of parts of a template.
type expansion struct {
	values Source
	limit  int  // of the length of the result
	strict bool // variables outside of queries must be defined
}

func newExpansion(values Source, limit int) expansion {
	if values == nil {
		values = Map(nil)
	}
	return expansion{values: values, limit: limit}
}

// append appends the expansion of parts. It stops after the variable that makes dst longer than the limit.
func (x *expansion) append(dst []byte, parts []part) (_ []byte, err error) {
	for i := range parts {
		p := &parts[i]
		if p.op == nil {
			dst = append(dst, p.literal...)
		} else if dst, err = x.appendExpression(dst, p); err != nil {
			return nil, err
		}
		if len(dst) > x.limit {
			return nil, &Error{Offset: p.begin, Reason: ReasonTooLong}
		}
	}
	return dst, nil
}

// appendExpression follows RFC 6570, section 3.2.1 and Appendix A.
func (x *expansion) appendExpression(dst []byte, p *part) ([]byte, error) {
	op := p.op
	isFirst := true
	for i := 0; i < len(p.vars) && len(dst) <= x.limit; i++ {
		spec := &p.vars[i]
		v := x.values.Lookup(spec.name)
		if !v.IsDefined() {
			if x.strict && !op.isQuery() {
				return nil, &Error{Offset: spec.offset, Reason: ReasonUndefined, Name: spec.name}
			}
			continue
		}
		first, sep := spec.first, spec.next
		if spec.explode && len(v.pairs) > 0 {
			first, sep = op.first, op.sep // without the name of the variable
		}
		begin := sep
		if isFirst {
			begin, isFirst = first, false
		}
		switch {
		case v.isString:
			s := v.text
			if spec.prefix > 0 {
				s = s[:prefixLen(s, spec.prefix, op.keepsEncoded)]
			}
			dst = op.appendText(op.endName(append(dst, begin...), s), s)
		case spec.prefix > 0:
			return nil, &Error{Offset: spec.offset, Reason: ReasonPrefix, Name: spec.name}
		default:
			dst = op.appendMembers(append(dst, begin...), v, sep, spec.explode)
		}
	}
	return dst, nil
}

// appendText appends a value, or a name of a pair, in the characters that op allows.
func (op *operator) appendText(dst []byte, s string) []byte {
	if op.keepsEncoded {
		return op.allow.AppendRaw(dst, s)
	}
	return op.allow.AppendText(dst, s)
}

// endName ends the name of a value: it removes the "=" at the end of dst if the value is empty and op writes none then.
func (op *operator) endName(dst []byte, value string) []byte {
	if value == "" && op.named && op.ifemp == "" {
		return dst[:len(dst)-len("=")]
	}
	return dst
}

// appendMembers appends the members of a list or of pairs. If they are exploded, sep separates them, and each is a value
// with its name. Otherwise they are one value, with "," between names, values and members.
func (op *operator) appendMembers(dst []byte, v Value, sep string, explode bool) []byte {
	equal := byte('=')
	if !explode {
		sep, equal = ",", ','
	}
	appendMember := func(s string) {
		if explode {
			dst = op.endName(dst, s)
		}
		dst = op.appendText(dst, s)
	}
	for i, s := range v.list {
		if i > 0 {
			dst = append(dst, sep...)
		}
		appendMember(s)
	}
	for i, pair := range v.pairs {
		if i > 0 {
			dst = append(dst, sep...)
		}
		dst = append(op.appendText(dst, pair.Name), equal)
		appendMember(pair.Value)
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
