package hosts

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/find/internal/uts58"
)

// maxLocalPart is the length of the longest local part in bytes (RFC 5321, section 4.5.3.1.1).
const maxLocalPart = 64

// nextEmail implements NextName for a Set without names and IP addresses.
func (s Set) nextEmail(f *find.Finder, text string, from, limit int) match {
	t := s.search(f, text, from, limit)
	for n := from; s&(Emails|SCPs) != 0; {
		i := strings.IndexByte(t.text[n:], '@')
		if i < 0 {
			break
		}
		n += i + 1
		if strings.HasPrefix(t.text[n:], "[") {
			if m := t.ipLiteral(n); m.end > 0 {
				return m
			}
		}
		h := t.nameAt(n)
		if m := t.userMatch(h); m.end > 0 {
			return m
		}
		n = h.next
	}
	return match{}
}

// userMatch returns the e-mail address, or the address of scp, with the host h, which follows an "@", or the zero match.
func (s *search) userMatch(h name) match {
	isDomain := s.Set&(Emails|standard) != 0 && s.isDomain(h)
	if !isDomain && (s.Set&SCPs == 0 || !s.isSCPHost(h)) {
		return match{}
	}
	start, ok := s.userStart(h)
	if !ok {
		return match{}
	}
	if end, isPath := s.scpEnd(start, h, s.Set&SCPs != 0); isPath {
		if s.Set&SCPs == 0 || end == 0 {
			return match{}
		}
		return match{start, end, find.KindSCP}
	}
	if !isDomain {
		return match{}
	}
	const mailto = "mailto:"
	if lo := start - len(mailto); lo >= s.from && strings.EqualFold(s.text[lo:start], mailto) {
		start = lo
	}
	return match{start, h.end, find.KindEmail}
}

// userStart returns the start of the local part, or user name, before the "@" before h. ok is false if there is no local part.
func (s *search) userStart(h name) (start int, ok bool) {
	text, at := s.text, h.start-1
	start, ok = at, true
	for start > s.from && ok && at-start <= maxLocalPart {
		r, size := utf8.DecodeLastRuneInString(text[s.from:start])
		if ok = uts58.InLocalPart(r) && (r < utf8.RuneSelf || s.rules.Syntax != address.URI); ok {
			start -= size
		}
	}
	if at-start > maxLocalPart {
		return 0, false
	}
	start = s.rules.AfterEscape(text, s.from, start)
	if s.rules.Syntax != address.Prose {
		start += marksLen(text[start:at], text[h.end:])
	}
	local := text[start:at]
	isPart := strings.HasSuffix(local, "}") && s.rules.Syntax != address.Prose // of {{ S }}@h, and of {joe,ann}@h
	return start, local != "" && local[0] != '.' && local[len(local)-1] != '.' && !strings.Contains(local, "..") && !isPart &&
		!s.isAfterCut(s.from, start, "") && !(strings.HasPrefix(local, "//") && strings.HasSuffix(text[s.from:start], ":")) // a userinfo
}

// marksLen returns the length of the marks at the start of a local part that people put around an address: * ' ` | {, two
// or more of "_" or "~", or one that is also after the address. UTS #58 has them all in a local part.
func marksLen(local, after string) int {
	marks := len(local) - len(strings.TrimLeft(local, "*'`|{"))
	local = local[marks:]
	if local == "" || local[0] != '_' && local[0] != '~' {
		return marks
	}
	n := len(local) - len(strings.TrimLeft(local, local[:1]))
	if n > 1 || strings.HasPrefix(after, local[:1]) {
		marks += n
	}
	return marks
}

// isSCPHost reports whether h is an IP address in brackets, or has a dot, and is a whole run that can be a name, also one
// that is not public, or an IPv4 address.
func (s *search) isSCPHost(h name) bool {
	return h.start < h.end && s.text[h.start] == '[' || h.start < h.last && hasLabels(s.text[h.start:h.end]) && s.isWhole(h)
}

// scpEnd returns the end of an address such as "git@github.com:o/r.git" that begins at start, if a ":" and a path follow
// the host. isPath is false if no ":" follows, or a space, the end or a port number follows it, as after an e-mail address
// in a sentence. end is 0 if an address with a scheme begins after the ":". If isWhole is false, only the start of the
// path is read, and end is not the end of a long one.
//
// A path that begins as a port does, as in "joe@example.com:80/a", is one if SCPs are to be found: a test of UTS #58 has
// an e-mail address there.
func (s *search) scpEnd(start int, h name, isWhole bool) (end int, isPath bool) {
	text, n := s.text, h.end+len(":")
	switch {
	case h.end == len(text) || text[h.end] != ':':
		return 0, false
	case n == len(text):
		return 0, s.after != ""
	}
	if !isWhole {
		text = text[:min(len(text), n+maxLocalPart)]
	}
	end = s.rules.Opaque(text, start, n)
	if end <= n {
		return 0, false
	}
	rest := strings.TrimLeft(text[n:end], "0123456789")
	isPort := rest == "" || len(rest) < end-n && strings.IndexByte("/?#", rest[0]) >= 0 && s.Set&SCPs == 0
	return end, !isPort
}
