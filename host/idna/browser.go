package idna

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

// The kinds of bytes that the URL Standard's domain parser distinguishes, as bits.
const (
	notASCII  = 1 << iota
	forbidden // a forbidden domain code point
)

// byteKinds maps each byte to its kind.
var byteKinds = func() (kinds [256]uint8) {
	for b := range kinds {
		switch {
		case b >= utf8.RuneSelf:
			kinds[b] = notASCII
		case hostname.IsForbiddenInDomain(byte(b)):
			kinds[b] = forbidden
		}
	}
	return kinds
}()

// kindsOf returns the kinds of the bytes of s, up to and including the first byte that is not US-ASCII.
func kindsOf[T string | []byte](s T) (kinds uint8) {
	for i := 0; i < len(s) && kinds&notASCII == 0; i++ {
		kinds |= byteKinds[s[i]]
	}
	return kinds
}

func isForbidden(b byte) bool { return byteKinds[b] == forbidden }

var errEmptyDomain = errors.New("the name has no other label")

// appendBrowserASCII appends a name in US-ASCII, in lower case, with the checks of the domain parser.
func appendBrowserASCII(dst []byte, name string, kinds uint8) ([]byte, error) {
	if name == "" {
		return dst, &Error{Err: errEmptyDomain}
	}
	if kinds&forbidden != 0 {
		at := slices.IndexFunc([]byte(name), isForbidden)
		lo := strings.LastIndexByte(name[:at], '.') + 1
		label, _, _ := strings.Cut(name[lo:], ".")
		return dst, &Error{Label: label, Offset: lo, Err: disallowedError(name[at])}
	}
	return octet.AppendLower(dst, name), nil
}

// checkDomain takes the last steps of the domain parser for a name that is converted. If a label is refused, it returns
// the reason and the offset of that label.
func (c *conversion) checkDomain() (at int, err error) {
	if !c.rules.browser {
		return 0, nil
	}
	if len(c.aLabels) == 0 {
		return 0, errEmptyDomain
	}
	if kindsOf(c.aLabels) == 0 {
		return 0, nil
	}
	bad := slices.IndexFunc(c.aLabels, isForbidden)
	for range bytes.Count(c.aLabels[:bad], []byte{'.'}) {
		at = c.rules.nextLabel(c.name, at)
	}
	return at, disallowedError(c.aLabels[bad])
}
