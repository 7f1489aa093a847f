package reference

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
)

// Redacted returns s, a URI-reference or an IRI-reference, with the secrets hidden that rules find. The result is also
// such a reference, unless s has a form that only browsers accept. It is s itself if nothing is hidden.
func Redacted(s string, rules *redact.Rules) string {
	if !rules.MayHide(s) {
		return s
	}
	var buf [256]byte
	if out := AppendRedacted(buf[:0], s, rules); string(out) != s {
		return string(out)
	}
	return s
}

// AppendRedacted appends the text of [Redacted], for s that may have a secret, to dst. It may also write after the result.
func AppendRedacted(dst []byte, s string, rules *redact.Rules) []byte {
	if !rules.Fragment && !rules.OriginOnly {
		return appendHidden(dst, s, rules)
	}
	secrets := *rules
	secrets.Fragment, secrets.OriginOnly = false, false
	var buf [256]byte
	s = octet.Text(appendHidden(buf[:0], s, &secrets))
	var r fsm.Ranges
	if !isReference(s, &r) { // s has a form that only browsers accept
		out, _ := rules.AppendValue(dst, s)
		return out
	}
	return appendComponents(dst, s, &r, rules)
}

// appendHidden implements AppendRedacted for rules that hide no components. If the result would not be a reference, all
// of s after the scheme is hidden.
func appendHidden(dst []byte, s string, rules *redact.Rules) []byte {
	out, isSimple := rules.AppendValue(dst, s)
	hidden := octet.Text(out[len(dst):])
	var r fsm.Ranges
	if isSimple || hidden == s || isReference(hidden, &r) || !isReference(s, &r) {
		return out
	}
	if _, end, ok := r.Scheme(); ok {
		dst = append(dst, s[:end+1]...)
	}
	return append(dst, redact.Hidden...)
}

// isReference reports whether s is a URI-reference, or has characters outside ASCII where a URI-reference may have
// unreserved characters, as an IRI-reference has.
func isReference(s string, r *fsm.Ranges) bool {
	var buf [256]byte
	_, ok := fsm.Scan(InASCII(buf[:0], s), r)
	return ok
}

// InASCII returns s with "~" in place of each byte outside ASCII, in the memory of dst if that is large enough. Both are
// allowed in the same components: those that have unreserved characters. So the result has the components of s, at the
// same offsets.
func InASCII(dst []byte, s string) string {
	if octet.IsASCII(s) {
		return s
	}
	text := append(dst, s...)
	for i, c := range text {
		if c >= utf8.RuneSelf {
			text[i] = '~'
		}
	}
	return octet.Text(text)
}

// appendComponents appends s, which has the ranges r, to dst. What rules hide of the path, query and fragment is replaced
// as one, after its first delimiter.
func appendComponents(dst []byte, s string, r *fsm.Ranges, rules *redact.Rules) []byte {
	n := len(s)
	if lo, _, ok := r.Fragment(); ok {
		n = lo
	}
	if rules.OriginOnly {
		n, _ = r.Path()
		if n < len(s) && strings.IndexByte("/?#", s[n]) >= 0 {
			n++
		}
	}
	if dst = append(dst, s[:n]...); n < len(s) {
		dst = append(dst, redact.Hidden...)
	}
	return dst
}
