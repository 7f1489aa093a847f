package whatwg

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// Clone returns u with a copy of its href. Use it to keep a few URLs of a large text without keeping the text in
// memory.
func (u URL) Clone() URL {
	u.href = strings.Clone(u.href)
	return u
}

// Href returns the URL in serialized form (section 4.5). It may contain a password: see [URL.Redacted].
func (u URL) Href() string { return u.href }

// String returns [URL.Href].
func (u URL) String() string { return u.href }

// Scheme returns the scheme, in lower case: "https".
func (u URL) Scheme() string { return u.href[:u.offsets().SchemeEnd] }

// Protocol returns the scheme and ":", as the protocol getter of the standard does: "https:". It returns "" for the
// zero URL.
func (u URL) Protocol() string { return u.href[:min(len(u.Scheme())+1, len(u.href))] }

// IsSpecial reports whether the scheme is a special scheme: http, https, ws, wss, ftp or file.
func (u URL) IsSpecial() bool { return schemes.LowerKindOf(u.Scheme()).IsSpecial() }

// Username returns the username, percent-encoded, or "".
func (u URL) Username() string {
	username, _, _ := strings.Cut(u.userinfo(), ":")
	return username
}

// Password returns the password, percent-encoded, or "".
func (u URL) Password() string {
	_, password, _ := strings.Cut(u.userinfo(), ":")
	return password
}

// userinfo returns the username. If the password is not empty, ":" and the password follow.
func (u *URL) userinfo() string {
	o := u.offsets()
	if o.Authority == o.Host {
		return ""
	}
	return u.href[o.Authority : o.Host-1]
}

// Host returns the host. If the port is not null, ":" and the port follow: "example.com:8080", "[::1]". It returns ""
// if the host is null or empty.
func (u URL) Host() string {
	o := u.offsets()
	if o.Authority == 0 {
		return ""
	}
	return u.href[o.Host:o.Path]
}

// Hostname returns the host without the port: "example.com", "[::1]". It returns "" if the host is null or empty.
func (u URL) Hostname() string {
	o := u.offsets()
	if o.Authority == 0 {
		return ""
	}
	return u.href[o.Host:o.HostEnd]
}

// Port returns the port, or "" if it is null. The default port of a special scheme is null.
func (u URL) Port() string {
	o := u.offsets()
	if o.HostEnd == o.Path {
		return ""
	}
	return u.href[o.HostEnd+1 : o.Path]
}

// PortNumber returns the port as a number. If the port is null, it returns the default port of a special scheme. ok is
// false if the port is null and the scheme has no default port: it is "file" or not special.
func (u URL) PortNumber() (port uint16, ok bool) {
	digits := u.Port()
	if digits == "" {
		port = schemes.LowerKindOf(u.Scheme()).Port()
		return port, port != 0
	}
	port, _ = octet.Uint16(digits)
	return port, true
}

// Pathname returns the path: "/a/b", or "user@example.com" if it is opaque.
func (u URL) Pathname() string { return u.href[u.offsets().Path:u.offsets().PathEnd] }

// HasOpaquePath reports whether the path is opaque: a string without structure, as in "mailto:user@example.com" and
// "data:,x". A URL with an opaque path can be a base URL only for a fragment.
func (u URL) HasOpaquePath() bool {
	o := u.offsets()
	return u.href != "" && o.Authority == 0 && (o.Path == o.PathEnd || u.href[o.Path] != '/')
}

// Search returns "?" and the query, or "" if the query is null or empty. [URL.Ranges] distinguishes the two.
func (u URL) Search() string {
	o := u.offsets()
	return dropLoneDelimiter(u.href[o.PathEnd:o.QueryEnd])
}

// Hash returns "#" and the fragment, or "" if the fragment is null or empty. [URL.Ranges] distinguishes the two.
func (u URL) Hash() string {
	o := u.offsets()
	return dropLoneDelimiter(u.href[o.QueryEnd:o.End])
}

// dropLoneDelimiter returns s, a component with the delimiter before it. It returns "" if the component is empty.
func dropLoneDelimiter(s string) string {
	if len(s) == 1 {
		return ""
	}
	return s
}

// Ranges returns the positions of the components in the href. Components that are null are undefined in the result. The
// path is [URL.Pathname], without the "/." that the serializer puts before some paths ("web+demo:/.//not-a-host/").
func (u URL) Ranges() fsm.Ranges { return u.r }

// WithoutFragment returns u with its fragment set to null. It does not allocate.
func (u URL) WithoutFragment() URL {
	u.offsets().CutFragment()
	u.href = u.href[:u.offsets().Len()]
	return u
}

// A HostKind is the kind of a host (section 3.1).
type HostKind uint8

const (
	HostNull   HostKind = iota // the host is null: "mailto:user@example.com", "web+demo:/path"
	HostEmpty                  // the empty host: "file:///path"
	HostDomain                 // a domain: "example.com"
	HostIPv4                   // an IPv4 address: "192.0.2.16"
	HostIPv6                   // an IPv6 address in brackets: "[2001:db8::7]"
	HostOpaque                 // an opaque host, in a URL that is not special
)

var hostKindNames = [...]string{
	HostNull:   "null",
	HostEmpty:  "empty host",
	HostDomain: "domain",
	HostIPv4:   "IPv4 address",
	HostIPv6:   "IPv6 address",
	HostOpaque: "opaque host",
}

// String returns the standard's name, such as "opaque host".
func (k HostKind) String() string { return textio.Name(hostKindNames[:], k, "HostKind") }

// HostKind returns the kind of the host.
func (u URL) HostKind() HostKind {
	name := u.Hostname()
	switch {
	case u.offsets().Authority == 0:
		return HostNull
	case name == "":
		return HostEmpty
	case name[0] == '[':
		return HostIPv6
	case !u.IsSpecial():
		return HostOpaque
	case !tables.Is(name[len(name)-1], tables.DIGIT): // a serialized IPv4 address ends with a digit
		return HostDomain
	}
	if _, _, ok := host.ParseAddr(name); ok {
		return HostIPv4
	}
	return HostDomain
}

// isNull reports whether u is the zero URL. Setters leave it unchanged.
func (u *URL) isNull() bool { return u.href == "" }

// canHaveScheme reports whether the scheme of u can become buffer, by the first steps of the scheme state with a state
// override.
func (u *URL) canHaveScheme(buffer string) bool {
	buffer = strings.ToLower(buffer)
	switch {
	case u.IsSpecial() != schemes.LowerKindOf(buffer).IsSpecial():
		return false
	case buffer == "file" && u.hasCredentialsOrPort():
		return false
	case u.Scheme() == "file" && u.Hostname() == "":
		return false
	}
	return true
}

// hasCredentialsOrPort reports whether u includes credentials or has a port that is not null.
func (u *URL) hasCredentialsOrPort() bool { return u.userinfo() != "" || u.Port() != "" }

// cannotHaveCredentialsOrPort reports whether u cannot have a username/password/port (section 4.2).
func (u *URL) cannotHaveCredentialsOrPort() bool { return u.Hostname() == "" || u.Scheme() == "file" }
