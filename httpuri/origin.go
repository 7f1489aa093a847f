package httpuri

import (
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/origin"
)

// An Origin is the origin of a URI: its scheme, host and port (RFC 9110, section 4.3.1; RFC 6454, section 4). Two
// Origins are the same if and only if they are equal by ==, so that an Origin can be the key of a map. The zero Origin
// is not the origin of any URI.
//
// An Origin keeps the string that its URI was parsed from in memory: see [uri.URI.Clone].
type Origin struct {
	scheme, host string
	port         uint16
}

// OriginOf returns the origin of u. Scheme and host are normalized by [uri.StepCase], [uri.StepPercent] and
// [uri.StepAddress]: both are in lower case, and IPv6 addresses are as RFC 5952 has them. So URIs that are equal by
// [uri.URI.Equal] have equal Origins. OriginOf looks up no names, and keeps a "." at the end of a host. The port is a
// number: the port of u or, if that is undefined or empty, the default port of the scheme (see [uri.DefaultPort]). A
// userinfo is ignored.
//
// If u has no origin, the error is an [*Error] with PartURI. Its reason is ReasonNoScheme for a relative reference,
// ReasonNoHost if the host is undefined or empty, as in most file URIs, ReasonNoPort if u has no port and its scheme no
// default port, or ReasonPortRange. RFC 6454 gives each such URI an origin that equals no other origin, so do not
// compare them.
//
// OriginOf makes at most two allocations if scheme or host are not normalized, otherwise none.
func OriginOf(u uri.URI) (Origin, error) {
	if o, ok := origin.Of(u); ok {
		return Origin{o.Scheme, o.Host, o.Port}, nil
	}
	text, r := u.String(), u.Ranges()
	if !u.IsAbs() {
		return Origin{}, refuse(PartURI, ReasonNoScheme, 0, uri.ComponentScheme)
	}
	if err := checkHostPort(PartURI, text, &r, 0); err != nil {
		return Origin{}, err
	}
	_, hi, _ := r.Authority()
	return Origin{}, refuse(PartURI, ReasonNoPort, hi, uri.ComponentPort)
}

// Scheme returns the scheme, in lower case.
func (o Origin) Scheme() string { return o.scheme }

// Host returns the host, normalized, including the brackets of an IP-literal.
func (o Origin) Host() string { return o.host }

// Port returns the port, which may be the default port of the scheme.
func (o Origin) Port() uint16 { return o.port }

// nullOrigin is the text of the zero Origin. Browsers send it for an opaque origin, which no other origin equals.
const nullOrigin = "null"

// String returns the origin in the form of an Origin field, such as "http://example.com". It includes the port if that
// is not the default port of the scheme (RFC 6454, section 6.2). For the zero Origin it returns "null". It makes one
// allocation or, for more than 64 bytes, a few.
func (o Origin) String() string {
	if o.scheme == "" {
		return nullOrigin
	}
	return string(o.append(make([]byte, 0, 64)))
}

// append appends the text of an Origin that is not zero to dst.
func (o *Origin) append(dst []byte) []byte {
	dst = append(dst, o.scheme...)
	dst = append(append(dst, ":"+slashes...), o.host...)
	if !o.hasDefaultPort() {
		dst = strconv.AppendUint(append(dst, ':'), uint64(o.port), 10)
	}
	return dst
}

// hasDefaultPort reports whether the port is the default port of the scheme.
func (o *Origin) hasDefaultPort() bool {
	port, ok := uri.DefaultPort(o.scheme)
	return ok && port == o.port
}
