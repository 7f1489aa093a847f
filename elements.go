package uri

import (
	"fmt"
	"strings"

	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/reference"
)

// Elements is a URI-reference as a plain struct with exported fields, for example to fill in, to compare, or to store
// in the columns of a database. The strings are raw, with percent-encodings (see [Place.Encode]). An empty string means
// that the component is undefined: unlike a [URI], Elements cannot distinguish an empty component from an undefined
// one.
//
// [URI.Elements] and [Elements.URI] are lossless, and each is the inverse of the other, except that URI accepts two
// short forms of Path. They return an error if their result cannot express a component. The zero Elements is not a
// reference, because IsRelative is false and Scheme is empty.
type Elements struct {
	// IsRelative marks a relative reference. It must be true if and only if Scheme is empty.
	IsRelative bool

	// Scheme is the scheme.
	Scheme string

	// UserInfo is the userinfo, which can contain a password. If it is not empty, Host must not be empty.
	UserInfo string

	// Host is the host. An IP-literal has its brackets. If Host is empty, the authority is undefined.
	Host string

	// Port is the port as a number. HasPort distinguishes port 0 from an undefined port. If HasPort is false, Port must
	// be 0. If it is true, Host must not be empty.
	Port    uint16
	HasPort bool

	// Path has the parts of the path before, between and after its slashes. Joined by "/", they are the path:
	//
	//	nil           ""
	//	{"a", "b"}    "a/b"
	//	{"", "a"}     "/a"
	//	{"", "a", ""} "/a/"
	//	{"", ""}      "/"
	//
	// [Elements.URI] also accepts two short forms, which [URI.Elements] does not return: {""} means "/", because every
	// path with an empty first element is absolute, and {} means "".
	Path []string

	// Query is the query.
	Query string

	// Fragment is the fragment.
	Fragment string
}

// Elements returns the elements of u. They cannot express a userinfo, host, query or fragment that is defined and
// empty. They cannot express a port that is empty, is larger than 65535 or has leading zeros. If u has such a
// component, Elements returns the zero Elements and an [*Error] with [ReasonInexpressible]. The error names the first
// such component, and its Offset is in that component. It allocates only the Path, or the error.
func (u URI) Elements() (Elements, error) {
	e, fault := reference.ElementsOf(u.s, u.at())
	return Elements(e), ErrorOf(fault)
}

// URI returns the URI-reference that has the elements e. If no reference has them, it returns the zero URI and an
// [*Error]. The error names the first wrong component, and its Offset is in that component.
//
// Besides text that does not match its rule, these are errors:
//
//   - IsRelative with a Scheme ([ReasonHasScheme]), or neither ([ReasonNoScheme]);
//   - a UserInfo or HasPort without a Host ([ReasonNoHost]), and a Port without HasPort ([ReasonInexpressible]);
//   - with a Host, a Path with a first element that is not empty ([ReasonNotRooted], by the rule path-abempty);
//   - in a relative reference, a Path with a ":" in its first element ([ReasonColonInSegment], by the rule
//     path-noscheme);
//   - without a Host, a Path that begins with "//" ([ReasonIllegalByte]);
//   - an element of Path that has a "/" ([ReasonIllegalByte]).
//
// In some of these cases a [Builder] would add a dot segment before the path. Here that would change the elements.
//
// It allocates the path, a port of more than two digits, the string of the URI, and the error.
func (e Elements) URI() (URI, error) {
	return result((*reference.Elements)(&e).Build())
}

// Format prints e for package fmt as a struct of its fields, for every verb. If [URI.Redacted] hides a part of the URI
// of e, it prints the elements of the redacted URI. If e has no URI, it prints "xxxxx" in place of a UserInfo with a
// password. It implements [fmt.Formatter].
func (e Elements) Format(f fmt.State, verb rune) {
	u, err := e.URI()
	if text := u.Redacted(); text != u.s {
		v, _ := Parse(text)
		e, _ = v.Elements()
	} else if err != nil && strings.ContainsAny(e.UserInfo, ":%") {
		e.UserInfo = redact.Hidden
	}
	if e.Host == "" {
		scheme := e.Scheme + ":"
		text := scheme + strings.Join(e.Path, "/") // the URI may have a dot segment before the path
		if hidden := reference.Redacted(text, &redact.Rules{}); hidden != text {
			e.Path = strings.Split(hidden[len(scheme):], "/")
		}
	}
	type plain Elements
	type Elements plain // has no methods; %#v prints its name
	fmt.Fprintf(f, fmt.FormatString(f, verb), Elements(e))
}
