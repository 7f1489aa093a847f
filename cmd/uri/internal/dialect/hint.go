package dialect

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// rfcHints are the hints that differ between RFC 3986 and RFC 3987.
type rfcHints struct {
	encode    string // for an illegal byte that must not be shown, since it may belong to a password
	character string // for an illegal character outside ASCII: a format for its percent-encoding
}

// unencoded lists the characters other than letters and digits that need no percent-encoding in an authority.
const unencoded = "-._~!$&'()*+,;="

// hint is the function Hint of the dialect.
func (h rfcHints) hint(s []byte, n int, f *Fault) string {
	switch f.Reason {
	case fsm.IllegalByte.String():
		if n < len(s) {
			return h.hintForIllegal(s, n, f)
		}
	case fsm.BadPercent.String():
		return `after "%" come two hex digits: for a "%" itself write %25`
	case fsm.ColonInSegment.String():
		if bytes.HasPrefix(s, []byte(byteOrderMark)) {
			return hintForByteOrderMark
		}
		return `write // before a host, ./ before a path, or %3A for ":"`
	case fsm.BadPort.String(), fsm.HostList.String():
		return hintForPort(s, n, f)
	case fsm.BadIPLiteral.String():
		return hintForIPLiteral(s[n:])
	case fsm.BadUTF8.String():
		return hintForBadUTF8
	}
	return ""
}

// hintForIllegal returns the hint for the illegal byte s[n].
func (h rfcHints) hintForIllegal(s []byte, n int, f *Fault) string {
	switch {
	case f.Component == "host" && n > 0 && s[n-1] == ']':
		return `after the "]" comes a ":" with a port, "/", "?", "#", or nothing`
	case !f.Shown:
		return h.encode
	case s[n] == '@':
		return `a second "@": write %40 for the first`
	case s[n] == ' ' && f.InAuthority():
		return "a space: leave it out, or write %20"
	}
	hint := h.hintForByte(s[n:], n == 0)
	if IsWebOnly(s[n]) && whatwg.CanParse(string(s)) {
		hint += "; browsers accept it (-web)"
	}
	return hint
}

// IsWebOnly reports whether c is a printable character that no reference may contain, but that browsers often meet.
func IsWebOnly(c byte) bool { return strings.IndexByte("\"<>[\\]^`{|}", c) >= 0 }

// hintForPort returns the hint for a wrong port. It shows nothing of the authority.
func hintForPort(s []byte, n int, f *Fault) string {
	_, authority, _ := bytes.Cut(s[:n], []byte("//"))
	switch {
	case severalHosts.Match(s):
		return "a URI has one host: write a URI for each host of the list"
	case bytes.Count(authority, []byte(":")) > 1 && !bytes.ContainsAny(s, "@["):
		return "write an IPv6 address in brackets, as in //[::1]:80/"
	case bytes.Contains(s[n:], []byte("@")):
		return `in a userinfo (user name, password), percent-encode "/", "?", "#", "[" and "]"`
	case f.Component == "port" && bytes.ContainsAny(authority, "@["):
		return "a port has digits only"
	}
	return `a port has digits only; if this is a user name and a password, an "@" must come after them`
}

// severalHosts matches a reference that lists hosts with ports, as MongoDB, PostgreSQL and Kafka do.
var severalHosts = regexp.MustCompile(`^[^/?#]*//(?:[^/?#@]*@)?[^/?#@:,]+(?::[0-9]*)?(?:,[^/?#@:,]+(?::[0-9]*)?)+(?:[/?#]|$)`)

// hintForIPLiteral returns the hint for an IP-literal that is wrong at the beginning of rest.
func hintForIPLiteral(rest []byte) string {
	switch {
	case len(rest) == 0:
		return `the "]" is missing`
	case rest[0] == '%':
		return "an address in a URI has no zone (%eth0): leave it out"
	}
	return `brackets contain an IPv6 address: eight groups of hex digits, or fewer and one "::"`
}

const hintForBadUTF8 = "this is not UTF-8: percent-encode the bytes, or convert the text"

// Some editors write a byte order mark at the beginning of a file, and so before its first reference.
const (
	byteOrderMark        = "\ufeff"
	hintForByteOrderMark = "a byte order mark: leave out the first three bytes, EF BB BF"
)

// asciiTexts lists the illegal ASCII characters with hints of their own, each in a row: its percent-encoding, after the word
// "first" or "last" if it has that place in the reference, a tab, and the hint.
//
//go:embed asciitexts.txt
var asciiTexts string

// hintForByte returns the hint for the illegal byte or character at the beginning of s. The argument first reports
// whether that is also the beginning of the reference.
func (h rfcHints) hintForByte(s []byte, first bool) string {
	r, size := utf8.DecodeRune(s)
	encoded := percentEncoded(s[:size])
	switch {
	case first && bytes.HasPrefix(s, []byte(byteOrderMark)):
		return hintForByteOrderMark
	case r == utf8.RuneError && size == 1:
		return hintForBadUTF8
	case size > 1:
		return fmt.Sprintf(h.character, encoded)
	case r == '\r' && len(s) == 1:
		return "a carriage return at the end: leave it out"
	}
	text := ""
	if first {
		text = TextIn(asciiTexts, "first "+encoded)
	}
	if text == "" && len(s) == 1 {
		text = TextIn(asciiTexts, "last "+encoded)
	}
	return cmp.Or(text, TextIn(asciiTexts, encoded), "write "+encoded)
}

// percentEncoded returns s with all of its bytes percent-encoded.
func percentEncoded(s []byte) string { return new(octet.Coding).Text(string(s)) }
