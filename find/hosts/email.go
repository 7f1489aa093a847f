package hosts

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/internal/uts58"
)

// maxLocalPart is the length of the longest local part in bytes (RFC 5321, section 4.5.3.1.1).
const maxLocalPart = 64

// nextEmail implements NextName for a Set without names and IP addresses.
func (s *search) nextEmail() find.Match {
	for n := s.from; s.Set&Emails != 0; {
		i := strings.IndexByte(s.text[n:], '@')
		if i < 0 {
			break
		}
		n += i + 1
		h := s.nameAt(n)
		if s.isDomain(h) {
			if m := s.email(h); m.End > 0 {
				return m
			}
		}
		n = h.next
	}
	return find.Match{}
}

// email returns the e-mail address with the host h, which follows an "@", or the zero Match.
func (s *search) email(h name) find.Match {
	text, at := s.text, h.start-1
	start, ok := at, true
	for start > s.from && ok && at-start <= maxLocalPart {
		r, size := utf8.DecodeLastRuneInString(text[s.from:start])
		if ok = uts58.InLocalPart(r); ok {
			start -= size
		}
	}
	if at-start > maxLocalPart {
		return find.Match{}
	}
	start = s.rules.AfterEscape(text, s.from, start)
	local := text[start:at]
	if local == "" || local[0] == '.' || local[len(local)-1] == '.' || strings.Contains(local, "..") ||
		isUserinfo(text[s.from:start], local) {
		return find.Match{}
	}
	const mailto = "mailto:"
	if lo := start - len(mailto); lo >= s.from && strings.EqualFold(text[lo:start], mailto) {
		start = lo
	}
	return find.Match{Start: int64(start), End: int64(h.end), Kind: find.KindEmail}
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
