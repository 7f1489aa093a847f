package uri

import (
	"math"
	"strings"

	"github.com/urispan/uri/fsm"
)

// Elements is a URI-reference as a plain struct, for code that wants fields: to fill in, to compare, to write to a
// database. All texts are raw, with their percent-encodings (see [EncodeText]). An empty text stands for no component:
// unlike a [URI], Elements cannot tell an empty component from an undefined one.
//
// [URI.Elements] and [Elements.URI] refuse what the other form has no place for, so that nothing is changed or dropped
// on the way: what one makes, the other makes into the same again. Only Path has two short forms that come back as
// others. The zero Elements is no reference, as it has neither IsRelative set nor a Scheme.
type Elements struct {
	// IsRelative tells a relative reference from a URI. It must be set if and only if Scheme is empty.
	IsRelative bool

	// Scheme is the scheme.
	Scheme string

	// UserInfo is the userinfo; it may hold a password. It needs a Host.
	UserInfo string

	// Host is the host, an IP-literal with its brackets. If it is empty, there is no authority.
	Host string

	// Port is the port as a number. HasPort tells whether there is one, since 0 is a port, too; where there is none,
	// Port must be 0. A port needs a Host.
	Port    uint16
	HasPort bool

	// Path has what stands before, between and behind the slashes of the path: joined by "/", it is the path. So "a/b"
	// is {"a", "b"}, and a path that begins with "/" has an empty first element: "/a" is {"", "a"}, "/a/" is {"", "a",
	// ""}, and "/" is {"", ""}. The empty path is nil. There are two short forms, which [Elements.URI] takes and
	// [URI.Elements] does not return: {""} is "/", too, since every path with an empty first element is absolute; and
	// {} is nil.
	Path []string

	// Query is the query.
	Query string

	// Fragment is the fragment.
	Fragment string
}

// Elements returns the elements of u. If u has a component that they cannot express, it returns the zero Elements and
// an [*Error] with [ReasonInexpressible] that names the first such component, and the offset in that. These are a
// userinfo, host, query or fragment that is defined and empty, and a port that is empty, larger than 65535, or written
// with leading zeros, which would be lost. It allocates nothing but the Path or the error.
func (u URI) Elements() (Elements, error) {
	for c := ComponentUserinfo; c <= ComponentFragment; c++ {
		if text, ok := u.raw(c); ok {
			if offset, bad := inexpressible(c, text); bad {
				return Elements{}, partError(c, offset, ReasonInexpressible)
			}
		}
	}
	e := Elements{IsRelative: u.IsRelative(), Scheme: u.Scheme()}
	e.UserInfo, _ = u.Userinfo()
	e.Host, _ = u.Host()
	_, e.HasPort = u.Port()
	e.Port, _ = u.PortNumber()
	if path := u.Path(); path != "" {
		e.Path = strings.Split(path, "/")
	}
	e.Query, _ = u.Query()
	e.Fragment, _ = u.Fragment()
	return e, nil
}

// inexpressible reports whether elements have no place for a c with this text, and where that goes wrong.
func inexpressible(c Component, text string) (offset int, bad bool) {
	if text == "" || c != ComponentPort {
		return 0, text == "" && c != ComponentPath
	}
	n := uint32(0)
	for i := range len(text) {
		leadingZero := i > 0 && n == 0
		if n = n*10 + uint32(text[i]-'0'); n > math.MaxUint16 || leadingZero {
			return i, true
		}
	}
	return 0, false
}

// URI returns the URI-reference that has the elements e. If there is none, it returns the zero URI and an [*Error] that
// names the first component that is wrong, and the offset in that.
//
// Besides texts that do not match their rule, these are errors:
//
//   - IsRelative with a Scheme ([ReasonHasScheme]), or neither ([ReasonNoScheme]);
//   - a UserInfo or HasPort without a Host ([ReasonNoHost]), and a Port without HasPort ([ReasonInexpressible]);
//   - with a Host, a Path whose first element is not empty ([ReasonNotRooted], by the rule path-abempty);
//   - in a relative reference, a Path whose first element has a ":" ([ReasonColonInSegment], by the rule
//     path-noscheme);
//   - without a Host, a Path that begins with "//", and always an element of Path that has a "/" ([ReasonIllegalByte]).
//
// For some of these a [Builder] would put a dot segment in front of the path. Here it would come back as an element
// more.
//
// It allocates the text of the URI, that of its path, and that of its port from 100 on, or these and an error.
func (e Elements) URI() (URI, error) { return e.build(ofURIs) }

func (e *Elements) build(g grammar) (URI, error) {
	b := Builder{grammar: g}
	e.setScheme(&b)
	for c, raw := range [...]string{
		ComponentUserinfo: e.UserInfo,
		ComponentHost:     e.Host,
		ComponentQuery:    e.Query,
		ComponentFragment: e.Fragment,
	} {
		if raw != "" {
			b.set(Component(c), raw)
		}
	}
	switch {
	case e.HasPort:
		b.SetPortNumber(e.Port)
	case e.Port != 0:
		b.refuse(ComponentPort, 0, ReasonInexpressible)
	}
	e.setPath(&b)
	return b.URI()
}

func (e *Elements) setScheme(b *Builder) {
	if e.Scheme != "" {
		b.SetScheme(e.Scheme)
	}
	s := &b.settings[ComponentScheme]
	switch {
	case e.IsRelative && s.defined:
		s.refused = &Error{Component: ComponentScheme, Reason: ReasonHasScheme, more: b.grammar.asked(fsm.RelativeRef)}
	case !e.IsRelative && !s.defined:
		s.refused = &Error{Component: ComponentScheme, Reason: ReasonNoScheme, more: b.grammar.asked(fsm.URI)}
	}
}

// setPath sets the path of b, which has the other components.
func (e *Elements) setPath(b *Builder) {
	length, slash := uint64(0), -1
	for _, element := range e.Path {
		if i := strings.IndexByte(element, '/'); i >= 0 && slash < 0 {
			slash = int(length) + i
		}
		if length += uint64(len(element)) + 1; length > maxText {
			b.refuse(ComponentPath, 0, ReasonTooLong) // before they are joined: many elements can share one text
			return
		}
	}
	path := strings.Join(e.Path, "/")
	if len(e.Path) == 1 && path == "" {
		path = "/"
	}
	b.SetPath(path)
	switch before := b.pathGuard(); {
	case before == "./":
		b.refuse(ComponentPath, colonInFirst(path), ReasonColonInSegment)
	case slash >= 0:
		b.refuse(ComponentPath, slash, ReasonIllegalByte)
	case before != "":
		b.refuse(ComponentPath, 1, ReasonIllegalByte)
	}
}
