// Package suffix finds the public suffix and the registrable domain of a host. A public suffix is a name such as "com",
// "co.uk" and "github.io": anyone can register names below it. The Public Suffix List contains all of them
// (https://publicsuffix.org).
//
//	domain, err := suffix.Registrable("www.example.co.uk") // example.co.uk
//	tail, kind, err := suffix.Of("octocat.github.io")      // github.io, Private
//	site := suffix.Site("127.0.0.1")                       // 127.0.0.1: the host itself if it has no such domain
//
// The functions do not look up names, and do not decide whether a name exists.
//
// The functions use an edition of the list that is part of the package: [Version] is its date. The list changes each
// week. A program with an old list takes hosts below a new suffix for hosts of one owner, and may share cookies or
// credentials between them. A program that runs for long, or is built from an old version of this module, can read a
// newer list with [Parse].
//
// The package adds 200 KB to a program, and Parse another 400 KB, because it needs package idna. The list is subject to
// the Mozilla Public License 2.0 (https://mozilla.org/MPL/2.0/). Its source is host/suffix/gen/psl.txt in this module.
package suffix

//go:generate go run ./gen

import (
	"errors"
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/suffix/internal/psl"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

// Errors that [Registrable] returns for names without a registrable domain.
var (
	// ErrPublicSuffix means that the host is a public suffix. Only a name below it is registrable.
	ErrPublicSuffix = errors.New("public suffix instead of registrable domain")

	// ErrSingleLabel means that the host is a single label that is not in the list, such as "localhost".
	ErrSingleLabel = errors.New("single label instead of registrable domain")
)

// A Kind is the part of the list that contains a public suffix.
type Kind uint8

const (
	Unlisted Kind = iota // a top-level label that is not in the list; by the list's rule "*" it is a suffix
	ICANN                // in the ICANN part of the list: "com", "co.uk"
	Private              // in the private part of the list, where owners let others register: "github.io"
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

// Of returns the public suffix of name, which must be a DNS name, and the kind of the suffix. For "www.example.co.uk"
// the suffix is "co.uk". If name is a public suffix, it is its own suffix. Labels may also have underscores, as for
// [host.AppendName]: the web has hosts such as "my_site.example.com". IDN labels must be A-labels ("xn--..."): package
// idna converts them.
//
// The list is compared without regard to case. The result is a slice of name, with its upper and lower case, but
// without a dot at the end. The error comes from [host.CheckName], which here accepts underscores.
//
// Of takes time linear in len(name). It allocates only the error, and a copy of a name that has an underscore.
func Of(name string) (suffix string, kind Kind, err error) { return builtIn.Of(name) }

// Registrable returns the registrable domain of name, which must be a DNS name as for [Of]: its public suffix and the
// label before it, also called eTLD+1. For "www.example.co.uk" that is "example.co.uk". [Of] returns the kind of the
// suffix.
//
// The result is a slice of name, with its upper and lower case, but without a dot at the end. Fold the case before you
// compare two domains.
//
// The error is [ErrPublicSuffix] or [ErrSingleLabel] if name has no registrable domain. If name is not a DNS name, such
// as an IP address, it is the error of Of. Registrable allocates only what Of allocates.
func Registrable(name string) (string, error) { return builtIn.Registrable(name) }

// Site returns the registrable domain of a host, for programs that group hosts by owner or compare two of them. If a
// host has no registrable domain, Site returns the host itself: an IP address, a public suffix, a single label, or text
// that is not a DNS name. The result is in lower case and has no dot at the end:
//
//	WWW.Example.co.uk.  example.co.uk
//	co.uk               co.uk
//	localhost           localhost
//	192.0.2.16          192.0.2.16
//	2001:DB8::7         2001:db8::7
//
// name is the host of a URI or a URL, as returned by [github.com/urispan/uri.URI.Hostname] or
// [github.com/urispan/uri/whatwg.URL.Hostname]. Only ASCII letters are changed to lower case. Percent-encodings are not
// decoded, and Unicode labels are not converted: take the host of a normal form, or of a whatwg.URL. Site compares
// hosts only. Browsers also compare the schemes of two sites.
//
// Site allocates only if the result has upper-case letters to change, or name has an underscore. The result can be a
// slice of name, which keeps the memory of name in use: to store it, see [strings.Clone].
func Site(name string) string { return builtIn.Site(name) }

// A List is an edition of the Public Suffix List that [Parse] has read. It does not change, so goroutines can share it.
// The zero List has no rules: the last label of each name is its suffix, of the kind [Unlisted]. A nil *List, which Parse
// returns with an error, finds nothing: Of and Registrable return an error for every name, and Site the name.
type List struct {
	table   psl.Table
	version string
}

// builtIn is the list that the functions of the package use.
var builtIn = List{psl.Table{Nodes: nodes[:], Labels: labels}, Version}

// errNoList is the error of a nil *List. Without rules, all hosts below "co.uk" would be of one owner.
var errNoList = errors.New("suffix: nil *List: Parse has failed")

// Of returns the public suffix of name in the list l, and its kind, like function [Of].
func (l *List) Of(name string) (suffix string, kind Kind, err error) {
	if l == nil {
		return "", Unlisted, errNoList
	}
	p := l.partsOf(name)
	if p.end == 0 {
		err = check(name)
	}
	return name[p.suffix:p.end], p.kind, err
}

// Registrable returns the registrable domain of name under the list l, like function [Registrable].
func (l *List) Registrable(name string) (string, error) {
	if l == nil {
		return "", errNoList
	}
	p := l.partsOf(name)
	if p.domain == p.suffix {
		return "", reason(name, p)
	}
	return name[p.domain:p.end], nil
}

// Site is function [Site] with the list l. With a nil list, each host is a site.
func (l *List) Site(name string) string {
	name, _ = hostname.CutDot(name)
	if l == nil {
		return lower(name)
	}
	p := l.partsOf(name)
	if p.domain != p.suffix {
		name = name[p.domain:p.end]
	}
	return lower(name)
}

// lower returns name with its ASCII letters in lower case.
func lower(name string) string {
	if !octet.HasUpper(name) {
		return name
	}
	text := []byte(name)
	octet.ToLower(text)
	return octet.Text(text)
}

// reason returns the error of [Registrable] for a name with the parts p.
func reason(name string, p parts) error {
	switch {
	case p.end == 0:
		return check(name)
	case p.kind == Unlisted:
		return ErrSingleLabel
	}
	return ErrPublicSuffix
}

// parts holds offsets in a name, and the kind of its suffix.
type parts struct {
	domain int // the start of the registrable domain, or suffix without such a domain
	suffix int // the start of the public suffix
	end    int // the end of both, before a dot at the end
	kind   Kind
}

// partsOf returns the parts of name, which may be any string. If it is not a valid name, all parts are 0.
func (l *List) partsOf(name string) parts {
	if len(name) >= len(dotsBefore) && name[len(name)-1] != '.' && host.IsName(name) {
		return l.find(name, 0)
	}
	if !host.IsName(replaceUnderscores(name)) {
		return parts{}
	}
	name = strings.TrimSuffix(name, ".")
	before := dotsBefore[:max(len(dotsBefore)-len(name), 0)]
	p := l.find(before+name, len(before))
	p.domain -= len(before)
	p.suffix -= len(before)
	p.end -= len(before)
	return p
}

// check returns the error of [Of] for name.
func check(name string) error { return host.CheckName(replaceUnderscores(name)) }

// replaceUnderscores returns name with letters in place of underscores.
func replaceUnderscores(name string) string { return strings.ReplaceAll(name, "_", "x") }

// dotsBefore is the longest prefix that partsOf adds to a short name, because find needs eight bytes.
const dotsBefore = "........"
