package hosts

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/find/internal/uts58"
)

// maxLocalPart is the length of the longest local part in bytes (RFC 5321, section 4.5.3.1.1).
const maxLocalPart = 64

// nextEmail implements NextName for a Set without names and IP addresses.
func (s Set) nextEmail(rules *address.Rules, text string, from int) address.Match {
	for n := from; s&Emails != 0; {
		i := strings.IndexByte(text[n:], '@')
		if i < 0 {
			break
		}
		n += i + 1
		h := nameAt(rules, text, n, n)
		if h.isDomain(text) {
			if m := email(rules, text, from, h); m.End > 0 {
				return m
			}
		}
		n = h.next
	}
	return address.Match{}
}

// email returns the e-mail address with the host h, which follows an "@", or the zero Match.
func email(rules *address.Rules, text string, from int, h name) address.Match {
	at := h.start - 1
	start, ok := at, true
	for start > from && ok && at-start <= maxLocalPart {
		r, size := utf8.DecodeLastRuneInString(text[from:start])
		if ok = uts58.InLocalPart(r); ok {
			start -= size
		}
	}
	if at-start > maxLocalPart {
		return address.Match{}
	}
	start = rules.AfterEscape(text, from, start)
	local := text[start:at]
	if local == "" || local[0] == '.' || local[len(local)-1] == '.' || strings.Contains(local, "..") ||
		isUserinfo(text[from:start], local) {
		return address.Match{}
	}
	const mailto = "mailto:"
	if lo := start - len(mailto); lo >= from && strings.EqualFold(text[lo:start], mailto) {
		start = lo
	}
	return address.Match{Start: start, End: h.end, IsEmail: true}
}

// isUserinfo reports whether what looks like a local part is the end of a userinfo, as in "http://joe:a@example.com".
func isUserinfo(before, local string) bool {
	if strings.HasPrefix(local, "//") && strings.HasSuffix(before, ":") {
		return true
	}
	before = before[max(0, len(before)-maxLocalPart):]
	before = before[len(strings.TrimRightFunc(before, func(r rune) bool { return r == ':' || uts58.InLocalPart(r) })):]
	return strings.HasSuffix(before, ":") && strings.Contains(before, "://")
}
