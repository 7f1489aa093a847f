package urlpattern

import (
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/whatwg"
)

// A Component is a component of a URL, by the name that the API of browsers gives it.
type Component uint8

const (
	ComponentProtocol Component = iota // the scheme, without ":"
	ComponentUsername
	ComponentPassword
	ComponentHostname
	ComponentPort // "" for the default port of the scheme
	ComponentPathname
	ComponentSearch // the query, without "?"
	ComponentHash   // the fragment, without "#"

	componentCount
)

var componentNames = [...]string{
	"protocol", "username", "password", "hostname", "port", "pathname", "search", "hash",
}

// String returns the standard's name, such as "pathname".
func (c Component) String() string { return textio.Name(componentNames[:], c, "Component") }

// A fields holds a string for each component.
type fields [componentCount]string

// componentOf returns the text that patterns match for a component of u. It is "" if the component is null.
func componentOf(u *whatwg.URL, c Component) string {
	switch c {
	case ComponentProtocol:
		return u.Scheme()
	case ComponentUsername:
		return u.Username()
	case ComponentPassword:
		return u.Password()
	case ComponentHostname:
		return u.Hostname()
	case ComponentPort:
		return u.Port()
	case ComponentPathname:
		return u.Pathname()
	case ComponentSearch:
		return withoutDelimiter(u.Search())
	case ComponentHash:
		return withoutDelimiter(u.Hash())
	}
	return ""
}

// withoutDelimiter returns a search or a hash without the delimiter at its start.
func withoutDelimiter(s string) string { return s[min(1, len(s)):] }
