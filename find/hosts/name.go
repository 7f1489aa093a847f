package hosts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A name is the range of labels and dots in text. It does not end with a dot.
type name struct {
	start, end int
	last       int  // the start of the last label
	next       int  // the end of the dots after the name
	escaped    bool // an escape is directly before the name
	isCut      bool // text follows the name without a space: see Syntax.HostEnd
}

// nameAt returns the longest name around the start of a character at offset at.
func (s *search) nameAt(at int) name {
	h := name{start: at, end: at, last: at}
	for h.start > s.from {
		size := 1
		if c := s.text[h.start-1]; c < utf8.RuneSelf { // PERF: as for most characters
			if !isLDHOrDot(c) {
				break
			}
		} else if size, _ = s.nameChar(utf8.DecodeLastRuneInString(s.text[s.from:h.start])); size == 0 {
			break
		}
		h.start -= size
	}
	start := s.rules.AfterEscape(s.text, s.from, h.start)
	h.start, h.escaped = start, start > h.start
	label := at
	for h.next = at; h.next < len(s.text); {
		size, isDot := 1, false
		if c := s.text[h.next]; c < utf8.RuneSelf {
			if !isLDHOrDot(c) {
				break
			}
			isDot = c == '.'
		} else if size, isDot = s.nameChar(utf8.DecodeRuneInString(s.text[h.next:])); size == 0 {
			break
		}
		if h.next += size; isDot {
			label = h.next
		} else {
			h.last, h.end = label, h.next
		}
	}
	if n := h.last + s.rules.Syntax.HostEnd(s.text[h.last:h.end]); n < h.end {
		h.end, h.next, h.isCut = n, n, true
	}
	return h
}

// isLDHOrDot reports whether c is a letter, a digit, "-" or ".".
func isLDHOrDot(c byte) bool { return c == '.' || hostname.IsLDH(c) }

// nameChar returns the size of r, a character outside US-ASCII, if it can be in a name, and 0 otherwise. isDot reports
// whether r separates labels.
func (s *search) nameChar(r rune, size int) (n int, isDot bool) {
	switch {
	case r == '\u3002' && s.rules.Syntax == address.Prose:
		return size, true
	case r != utf8.RuneError && idna.InName(r) &&
		(s.rules.Syntax == address.Prose || s.rules.Syntax != address.URI && !address.IsCJKPunctuation(r)):
		return size, false
	}
	return 0, false
}

// isDomain reports whether h consists of labels, the last label is a top-level domain, and h is a whole run.
func (s *search) isDomain(h name) bool {
	return h.start < h.last && isTLD(s.text[h.last:h.end]) && hasLabels(s.text[h.start:h.end]) && s.isWhole(h)
}

// isWhole reports whether h neither begins nor ends inside a run of letters, digits, marks and - _ . % $. Dots at its end
// are those of a sentence.
//
// UTS #58 has no such rule, but none of its tests has a link that begins there. Without it, http://paypal_login.com
// would have a link to login.com.
func (s *search) isWhole(h name) bool {
	after := s.text[h.next:]
	if after == "" {
		after = s.after
	}
	if next, size := utf8.DecodeRuneInString(after); size > 0 && !h.isCut && s.isInRun(next) {
		return false
	}
	before, size := utf8.DecodeLastRuneInString(s.text[:h.start])
	if size == 0 || h.escaped || before <= ' ' || before == '/' || before == '@' { // PERF: as before most names
		return true
	}
	return !s.isInRun(before) && (before < utf8.RuneSelf || !unicode.In(before, unicode.Cf, unicode.Pc)) && !s.isAfterCut(0, h.start, "()")
}

// isAfterCut reports whether n is in the word of an address with a scheme, after a part of its authority that no host can
// have, as in "http://pay+login.com/" and "http://{x}paypal.com". The word begins at from or after it, and after a space, a
// quotation mark or a byte in ends.
func (s *search) isAfterCut(from, n int, ends string) bool {
	word := s.text[max(from, n-maxLocalPart):n]
	word = word[strings.LastIndexAny(word, " \t\r\n\"'`<>[],;|"+ends)+1:]
	i := strings.LastIndex(word, "://")
	return i >= 0 && i+len("://") < len(word) && !strings.ContainsAny(word[i+len("://"):], "/?#")
}

// isInRun reports whether r is a letter, a digit, a mark or one of - _ . % $.
func (s *search) isInRun(r rune) bool {
	if r < utf8.RuneSelf {
		return hostname.IsLDH(byte(r)) || r == '_' || r == '.' || r == '%' || r == '$'
	}
	return s.rules.Syntax != address.URI && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// hasLabels reports whether all labels of a name have a valid length and no hyphen at an end. Lengths are in characters.
func hasLabels(text string) bool {
	length, total := 0, 0
	last := '.'
	for _, r := range text {
		if r == '\u3002' {
			r = '.'
		}
		switch total++; {
		case r == '.' && (length == 0 || last == '-'), r == '-' && length == 0:
			return false
		case r == '.':
			length = 0
		default:
			length++
		}
		if length > host.MaxLabel || total > host.MaxName {
			return false
		}
		last = r
	}
	return length > 0 && last != '-'
}

// isTLD reports whether label is a top-level domain: its A-label, or a name below it, is a public suffix that ICANN
// administers.
func isTLD(label string) bool {
	const below = "a."
	var buf [len(below) + host.MaxLabel + 1]byte
	n := copy(buf[:], below)
	switch {
	case len(label) <= 1:
		return false // no top-level domain has one character; but U+01F2, "Dz", is mapped to two
	case octet.IsASCII(label):
		if !tables.Is(label[0], tables.ALPHA) || label[len(label)-1] == '-' || len(label) > host.MaxLabel {
			return false
		}
		n += copy(buf[n:], label)
	case label[0] == '-' || len(label) > 4*host.MaxLabel:
		return false
	default:
		name, err := idna.Lookup.AppendASCII(buf[:n], label)
		if err != nil || len(name) > len(below)+host.MaxLabel {
			return false
		}
		n = len(name)
		copy(buf[:], name)
	}
	_, kind, err := suffix.Of(octet.Text(buf[:n]))
	return err == nil && kind == suffix.ICANN
}

// isIPv4 reports whether h is an IPv4 address that is not part of a longer number or word.
func (s *search) isIPv4(h name) bool {
	isAfterSlash := h.start > s.from && s.text[h.start-1] == '/'
	return !isAfterSlash && hostname.IsIPv4(s.text[h.start:h.end]) && s.isWhole(h)
}

// ipLiteral returns the address with an IPv6 address in brackets at n, which begins there or, of scp, before an "@".
func (s *search) ipLiteral(n int) match {
	const longest = len("[0000:0000:0000:0000:0000:0000:255.255.255.255]")
	end, limit := n+len("["), min(n+longest, len(s.text))
	for end < limit && (s.text[end] == ':' || s.text[end] == '.' || tables.Is(s.text[end], tables.HEXDIG)) {
		end++
	}
	if end == limit || s.text[end] != ']' {
		return match{}
	}
	end++
	if ip, unusual, ok := host.ParseAddr(s.text[n:end]); !ok || unusual || !ip.Is6() {
		return match{}
	}
	if n > s.from && s.text[n-1] == '@' {
		if m := s.userMatch(name{start: n, end: end, last: n, next: end}); m.end > 0 {
			return m
		}
	}
	if s.Set&IPs == 0 {
		return match{}
	}
	return match{n, s.restEnd(n, end), find.KindHost}
}
