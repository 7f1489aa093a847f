package idna

import (
	"bytes"
	"errors"
	"strings"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

// isForbidden reports whether c, in US-ASCII, is a forbidden domain code point.
func isForbidden(c rune) bool { return hostname.IsForbiddenInDomain(byte(c)) }

var errEmptyDomain = errors.New("the name has no other label")

// appendBrowserASCII appends a name in US-ASCII, in lower case, with the checks of the domain parser.
func (r *rules) appendBrowserASCII(dst []byte, name string) ([]byte, error) {
	if name == "" {
		return dst, r.refuse(name, 0, errEmptyDomain)
	}
	if at := strings.IndexFunc(name, isForbidden); at >= 0 {
		return dst, r.refuse(name, strings.LastIndexByte(name[:at], '.')+1, disallowedError(name[at]))
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
	bad := bytes.IndexFunc(c.aLabels, isForbidden)
	if bad < 0 {
		return 0, nil
	}
	for range bytes.Count(c.aLabels[:bad], []byte{'.'}) {
		at = c.rules.nextLabel(c.name, at)
	}
	return at, disallowedError(c.aLabels[bad])
}
