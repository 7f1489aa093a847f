// Package scanners has the scanner that cmd/gentables makes of RFC 3986, and in re2go those that re2go makes of the same
// grammars. A re2go file is the grammar as one regular expression, with tags around the components.
package scanners

//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package scanners -o zuri.go ../../cmd/gentables/rfc3986.abnf
