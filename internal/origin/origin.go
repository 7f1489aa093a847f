// Package origin computes the origins of URIs, and reads and encodes locations as browsers do, for packages links,
// guard, httpuri and hosts.
package origin

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// An Origin is the scheme, host and port of a URI (RFC 9110, section 4.3.1). Scheme and Host are in normal form.
type Origin struct {
	Scheme, Host string
	Port         uint16
}

// Of returns the origin of u, as httpuri.OriginOf describes it. ok is false if u has none: it has no scheme, no host, a
// port above 65535, or no port and a scheme without a default port.
func Of(u uri.URI) (o Origin, ok bool) {
	name, _ := u.Host()
	if !u.IsAbs() || name == "" {
		return Origin{}, false
	}
	port, err := u.PortNumber()
	if err != nil {
		if text, _ := u.Port(); text != "" {
			return Origin{}, false
		}
		if port, ok = uri.DefaultPort(u.Scheme()); !ok {
			return Origin{}, false
		}
	}
	if schemes.LowerKindOf(u.Scheme()).IsHTTP() && host.IsName(name) && !octet.HasUpper(name) {
		return Origin{u.Scheme(), name, port}, true // both are in normal form
	}
	u = normalizedHead(u)
	name, _ = u.Host()
	return Origin{u.Scheme(), name, port}, true
}

// normalizedHead returns u up to the end of the authority, normalized.
func normalizedHead(u uri.URI) uri.URI {
	text, r := u.String(), u.Ranges()
	_, end, _ := r.Authority()
	if end < len(text) && text[end] == '/' {
		end++ // it is faster to see that a URI is normal if its path is not empty
	}
	head, _ := uri.Parse(text[:end]) // always a URI
	return uri.Normalizer{Steps: uri.StepCase | uri.StepPercent | uri.StepAddress}.Normalized(head)
}
