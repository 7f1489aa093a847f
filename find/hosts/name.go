package hosts

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A name is the range of a run of labels and dots in text. It does not end with a dot.
type name struct {
	start, end int
	last       int // the start of the last label
	next       int // the end of the dots after the name
}

// nameAt returns the longest name around the start of a character at offset at. It begins at from or later.
func nameAt(rules *address.Rules, text string, from, at int) name {
	h := name{start: at, end: at, last: at}
	for h.start > from {
		size, _ := nameChar(utf8.DecodeLastRuneInString(text[from:h.start]))
		if size == 0 {
			break
		}
		h.start -= size
	}
	h.start = rules.AfterEscape(text, from, h.start)
	label := at
	for h.next = at; h.next < len(text); {
		size, isDot := nameChar(utf8.DecodeRuneInString(text[h.next:]))
		if size == 0 {
			break
		}
		if h.next += size; isDot {
			label = h.next
		} else {
			h.last, h.end = label, h.next
		}
	}
	return h
}

// nameChar returns the size of the character r if it can be in a name, and 0 otherwise. isDot reports whether r
// separates labels.
func nameChar(r rune, size int) (n int, isDot bool) {
	switch {
	case r == '.' || r == '\u3002':
		return size, true
	case r < utf8.RuneSelf && hostname.IsLDH(byte(r)), r >= utf8.RuneSelf && r != utf8.RuneError && idna.InName(r):
		return size, false
	}
	return 0, false
}

// isDomain reports whether h consists of labels, and the last label is a top-level domain.
func (h name) isDomain(text string) bool {
	return h.start < h.last && isTLD(text[h.last:h.end]) && hasLabels(text[h.start:h.end])
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
func (h name) isIPv4(text string, from int) bool {
	if h.end-h.start > len("255.255.255.255") || h.start > from && strings.IndexByte("/%_$-", text[h.start-1]) >= 0 {
		return false
	}
	ip, unusual, ok := host.ParseAddr(text[h.start:h.end])
	return ok && !unusual && ip.Is4()
}

// ipLiteral returns the address that begins with an IPv6 address in brackets at n.
func ipLiteral(rules *address.Rules, text string, n int) address.Match {
	const longest = len("[0000:0000:0000:0000:0000:0000:255.255.255.255]")
	end, limit := n+len("["), min(n+longest, len(text))
	for end < limit && (text[end] == ':' || text[end] == '.' || tables.Is(text[end], tables.HEXDIG)) {
		end++
	}
	if end == limit || text[end] != ']' {
		return address.Match{}
	}
	end++
	if ip, unusual, ok := host.ParseAddr(text[n:end]); !ok || unusual || !ip.Is6() {
		return address.Match{}
	}
	return address.Match{Start: n, End: restEnd(rules, text, n, end)}
}
