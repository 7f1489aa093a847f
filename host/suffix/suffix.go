// Package suffix finds the public suffix and the registrable domain of a host. A public suffix is a name under which
// anyone can register names, such as "com", "co.uk" and "github.io". The Public Suffix List has all of them
// (https://publicsuffix.org).
//
// The package uses the edition of the list in [golang.org/x/net/publicsuffix]. Its variable List has the
// version. The list adds 90 KB to a program. It also links net/http, which adds 2.5 MB to a program that does not import
// net/http. Therefore this is a package of its own.
package suffix

import (
	"errors"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/urispan/uri/host"
)

// Errors that [Registrable] returns for names without a registrable domain.
var (
	// ErrPublicSuffix means that the host is a public suffix. Only a name below it is registrable.
	ErrPublicSuffix = errors.New("public suffix instead of registrable domain")

	// ErrSingleLabel means that the host is a single label that the list does not have, such as "localhost".
	ErrSingleLabel = errors.New("single label instead of registrable domain")
)

// A Kind says who manages a public suffix.
type Kind uint8

const (
	Unlisted Kind = iota // a top-level label that the list does not have; by the list's rule "*" it is a suffix
	ICANN                // in the ICANN part of the list: "com", "co.uk"
	Private              // in the private part of the list, whose owner lets others register: "github.io"
)

// String returns "unlisted", "icann" or "private".
func (k Kind) String() string {
	switch k {
	case ICANN:
		return "icann"
	case Private:
		return "private"
	}
	return "unlisted"
}

// Of returns the public suffix of name, which must be a DNS name, and the kind of the suffix. For "www.example.co.uk" the
// suffix is "co.uk". If name is a public suffix, it is its own suffix. Labels may also have underscores, as those of
// [host.AppendName]: the web has hosts such as "my_site.example.com".
//
// The list is compared without regard to case. The result is a slice of name, with its upper and lower case, but without
// a dot at the end. The error is that of [host.CheckName], but never for an underscore.
//
// Of allocates if name has an upper-case letter, and if it has an underscore. Package publicsuffix may make another
// allocation.
func Of(name string) (suffix string, kind Kind, err error) {
	if err := host.CheckName(strings.ReplaceAll(name, "_", "x")); err != nil { // the same offsets
		return "", 0, err
	}
	name = strings.TrimSuffix(name, ".")
	listed, icann := publicsuffix.PublicSuffix(strings.ToLower(name))
	suffix = name[len(name)-len(listed):] // the name is in ASCII, so its lower case has the same length
	switch {
	case icann:
		return suffix, ICANN, nil
	case strings.Contains(suffix, "."):
		// The private part of the list has no top-level labels, and the rule "*" matches only these.
		return suffix, Private, nil
	}
	return suffix, Unlisted, nil
}

// Registrable returns the registrable domain of name, which must be a DNS name as for [Of]: its public suffix and the
// label before it, also called eTLD+1. For "www.example.co.uk" that is "example.co.uk". [Of] says who manages the suffix.
//
// The result is a slice of name, with its upper and lower case, but without a dot at the end. Fold the case before you
// compare two domains.
//
// The error is [ErrPublicSuffix] or [ErrSingleLabel] if name has no registrable domain, and that of Of if name is not a
// DNS name, such as an IP address. Registrable allocates as much as Of.
func Registrable(name string) (string, error) {
	suffix, kind, err := Of(name)
	if err != nil {
		return "", err
	}
	name = strings.TrimSuffix(name, ".")
	if len(suffix) < len(name) {
		before := name[:len(name)-len(suffix)-1]
		return name[strings.LastIndexByte(before, '.')+1:], nil
	}
	if kind == Unlisted {
		return "", ErrSingleLabel
	}
	return "", ErrPublicSuffix
}
