package paint

import "github.com/urispan/uri/tables"

// An Ink is a colour of a picture. A component has the same ink in all pictures.
type Ink uint8

// The inks.
const (
	Plain Ink = iota
	Faint
	Good
	Bad
	Marked // visible on a space
	SchemeInk
	AuthorityInk
	PathInk
	QueryInk
	FragmentInk
)

// sgr maps each ink to the parameters of its escape sequence "select graphic rendition" (ECMA-48, 8.3.117). They begin
// with a reset, so they do not depend on the ink before. The colours are the sixteen of the terminal, because its user
// chose them to be readable.
var sgr = [...]string{
	Plain: "0", Faint: "0;2", Good: "0;32", Bad: "0;1;31", Marked: "0;7;31",
	SchemeInk: "0;36", AuthorityInk: "0;32", PathInk: "0;33", QueryInk: "0;35", FragmentInk: "0;94",
}

func appendSGR(dst []byte, i Ink) []byte {
	dst = append(dst, "\x1b["...)
	dst = append(dst, sgr[i]...)
	return append(dst, 'm')
}

// inks maps each component to its ink. The parts of an authority have the ink of the authority.
var inks = [...]Ink{
	tables.Scheme:    SchemeInk,
	tables.Authority: AuthorityInk,
	tables.Userinfo:  AuthorityInk,
	tables.Host:      AuthorityInk,
	tables.Port:      AuthorityInk,
	tables.Path:      PathInk,
	tables.Query:     QueryInk,
	tables.Fragment:  FragmentInk,
}

// InkOf returns the ink of a component.
func InkOf(c tables.Component) Ink { return inks[c] }
