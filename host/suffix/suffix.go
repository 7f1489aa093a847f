// Package suffix consults the Public Suffix List.
package suffix

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/urispan/uri/host"
)

// A SuffixKind says by whom a public suffix is managed.
type SuffixKind uint8

const (
	SuffixUnlisted SuffixKind = iota // a top-level label that the list does not have: the list's rule "*" makes it one
	SuffixICANN                      // of the list's ICANN part: "com", "co.uk"
	SuffixPrivate                    // of the list's private part, whose owner lets others register: "github.io"
)

// String returns "unlisted", "icann" or "private".
func (k SuffixKind) String() string {
	switch k {
	case SuffixICANN:
		return "icann"
	case SuffixPrivate:
		return "private"
	}
	return "unlisted"
}

// Suffix returns the public suffix of host, a DNS name: the part under which anybody can register a name, according to
// the Public Suffix List. It is a slice of host, in the case in which it is written, without a trailing dot; the list
// is matched case-insensitively. A host that is a public suffix is its own. The error is that of [Check].
//
// It allocates nothing of its own if host has no upper-case letter; package publicsuffix may allocate once.
func Suffix(text string) (suffix string, kind SuffixKind, err error) {
	if err := host.Check(text); err != nil {
		return "", 0, err
	}
	name := strings.TrimSuffix(text, ".")
	listed, icann := publicsuffix.PublicSuffix(strings.ToLower(name))
	suffix = name[len(name)-len(listed):] // the name is ASCII: its lower case is as long
	switch {
	case icann:
		return suffix, SuffixICANN, nil
	case strings.Contains(suffix, "."):
		// The list's private part has no top-level labels, and its rule "*" gives nothing else.
		return suffix, SuffixPrivate, nil
	}
	return suffix, SuffixUnlisted, nil
}

// Registrable returns the registrable domain of host, a DNS name: its public suffix and the label before it, which is
// what somebody registered, also called eTLD+1. For "www.example.co.uk" that is "example.co.uk". It is a slice of host,
// in the case in which it is written, without a trailing dot: fold the case before comparing. To tell whether the
// suffix is managed by ICANN or privately, ask [Suffix].
//
// If host is a public suffix, or a single label that the list does not know ("localhost"), the error is an [*Error]
// with [ReasonPublicSuffix] or [ReasonSingleLabel]. Otherwise it is that of [Check]: IP addresses are no DNS names. For
// the cost see [Suffix].
func Registrable(text string) (string, error) {
	suffix, kind, err := Suffix(text)
	if err != nil {
		return "", err
	}
	name := strings.TrimSuffix(text, ".")
	if len(suffix) < len(name) {
		before := name[:len(name)-len(suffix)-1]
		return name[strings.LastIndexByte(before, '.')+1:], nil
	}
	if kind == SuffixUnlisted {
		return "", &host.Error{Offset: len(text), Reason: host.ReasonSingleLabel}
	}
	return "", &host.Error{Reason: host.ReasonPublicSuffix}
}
