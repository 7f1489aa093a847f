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

// sgr has the parameters of the escape sequence "select graphic rendition" (ECMA-48, 8.3.117) for each ink. Each begins
// with a reset and so does not depend on the ink before it. The colours are the sixteen of the terminal, which its user
// chose to be readable.
var sgr = [...]string{
	Plain: "0", Faint: "0;2", Good: "0;32", Bad: "0;1;31", Marked: "0;7;31",
	SchemeInk: "0;36", AuthorityInk: "0;32", PathInk: "0;33", QueryInk: "0;35", FragmentInk: "0;94",
}

func appendSGR(dst []byte, i Ink) []byte {
	dst = append(dst, "\x1b["...)
	dst = append(dst, sgr[i]...)
	return append(dst, 'm')
}

// inks has the ink of each component. The parts of an authority have its ink.
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
