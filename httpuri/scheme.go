package httpuri

import (
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// Check reports whether u is a valid URI of the scheme http or https (RFC 9110, section 4.2): it has that scheme, a
// host that is not empty, no port above 65535, and no userinfo. A fragment does not matter. The error is an [*Error]
// with PartURI, whose Offset is that in u. The userinfo is the last thing that it looks at: who allows one, as section
// 4.2.4 leaves to those who trust the source of the URI, can take an error with ReasonUserinfo for none. Check
// allocates nothing but the error.
func Check(u uri.URI) error {
	text, r := inside.Parts(&u)
	if !isHTTP(u.Scheme()) {
		return Error{Part: PartURI, Component: uri.ComponentScheme, Reason: ReasonScheme}.allocated()
	}
	if e, ok := check(PartURI, *text, r); !ok {
		return e.allocated()
	}
	return nil
}

// check is Check for a URI of which the scheme is known.
func check(p Part, text string, r *fsm.Ranges) (e Error, ok bool) {
	if e, ok = checkHost(p, r, 0); ok {
		e, ok = checkPort(p, text, r, 0)
	}
	if !ok {
		return e, false
	}
	if lo, _, ok := r.Userinfo(); ok {
		return Error{Offset: lo, Part: p, Component: uri.ComponentUserinfo, Reason: ReasonUserinfo}, false
	}
	return Error{}, true
}

// isHTTP reports whether the scheme is http or https (RFC 9110, section 4.2).
func isHTTP[T string | []byte](scheme T) bool {
	if len(scheme) > len("https") {
		return false
	}
	s := string(scheme)
	return s == "https" || s == "http" || strings.EqualFold(s, "https") || strings.EqualFold(s, "http")
}

// checkHost refuses a host that is undefined or empty. The ranges are ahead of the text by skip.
func checkHost(p Part, r *fsm.Ranges, skip int) (e Error, ok bool) {
	lo, hi, defined := r.Host()
	if lo < hi {
		return Error{}, true
	}
	if !defined {
		lo, _ = r.Path()
	}
	return Error{Offset: lo - skip, Part: p, Component: uri.ComponentHost, Reason: ReasonNoHost}, false
}

// checkPort refuses a port that TCP does not have. The ranges are ahead of the text by skip.
func checkPort[T string | []byte](p Part, text T, r *fsm.Ranges, skip int) (e Error, ok bool) {
	lo, hi, defined := r.Port()
	if !defined || portNumber(text[lo-skip:hi-skip]) <= maxPort {
		return Error{}, true
	}
	return Error{Offset: lo - skip, Part: p, Component: uri.ComponentPort, Reason: ReasonPortRange}, false
}

const maxPort = 65535

// portNumber returns the number that the digits make, or one that is larger than maxPort.
func portNumber[T string | []byte](digits T) (n int) {
	for i := range len(digits) {
		n = min(n*10+int(digits[i]-'0'), maxPort+1)
	}
	return n
}

// An Origin is the origin of a URI: its scheme, host and port (RFC 9110, section 4.3.1; RFC 6454, section 4). Two are
// == if and only if they are the same. It can be the key of a map. The zero Origin is that of no URI.
//
// An Origin keeps the text of the URI that it comes from in memory, or a copy.
type Origin struct {
	scheme, host string
	port         uint16
}

// OriginOf returns the origin of u. Scheme and host are normalized, both to lower case, the host's percent-encodings as
// [uri.StepCase] and [uri.StepPercent] say; no name is looked up, no address is written another way, and a "." at the
// end of a host stays. The port is a number: the one of u or, if that is undefined or empty, the default of its scheme,
// as [uri.DefaultPort] has it. A userinfo does not matter.
//
// If u has no such origin, the error is an [*Error] with PartURI: with ReasonNoScheme for a relative reference,
// ReasonNoHost if the host is undefined or empty, as in most file URIs, ReasonNoPort where the scheme has no default
// port, and ReasonPortRange. RFC 6454 gives those an origin that is like no other; so they are not to be compared.
//
// OriginOf costs two allocations at most if scheme or host are not normalized, otherwise none.
func OriginOf(u uri.URI) (Origin, error) {
	text, r := inside.Parts(&u)
	if !u.IsAbs() {
		return Origin{}, Error{Part: PartURI, Component: uri.ComponentScheme, Reason: ReasonNoScheme}.allocated()
	}
	e, ok := checkHost(PartURI, r, 0)
	if ok {
		e, ok = checkPort(PartURI, *text, r, 0)
	}
	if !ok {
		return Origin{}, e.allocated()
	}
	port, err := u.PortNumber()
	if err != nil {
		if port, ok = uri.DefaultPort(u.Scheme()); !ok {
			_, hi, _ := r.Authority()
			return Origin{}, Error{hi, PartURI, uri.ComponentPort, ReasonNoPort, 0}.allocated()
		}
	}
	u = normalizedHead(*text, r)
	host, _ := u.Host()
	return Origin{u.Scheme(), host, port}, nil
}

// normalizedHead returns the text up to the end of its authority, normalized.
func normalizedHead(text string, r *fsm.Ranges) uri.URI {
	_, end, _ := r.Authority()
	if end < len(text) && text[end] == '/' {
		end++ // with a path that is not empty, it is quicker to see that nothing is to be done
	}
	head, _ := uri.Parse(text[:end]) // which is a URI
	return uri.Normalizer{Steps: uri.StepCase | uri.StepPercent}.Normalized(head)
}

// Scheme returns the scheme, in lower case.
func (o Origin) Scheme() string { return o.scheme }

// Host returns the host, normalized, an IP-literal with its brackets.
func (o Origin) Host() string { return o.host }

// Port returns the port. It is never undefined.
func (o Origin) Port() uint16 { return o.port }

// String returns the origin as it stands in an Origin field: "http://example.com", and with its port if that is not the
// scheme's default (RFC 6454, section 6.2). For the zero Origin it returns "null". It costs one allocation or, for more
// than 64 bytes, a few.
func (o Origin) String() string {
	if o.scheme == "" {
		return "null"
	}
	text := append(make([]byte, 0, 64), o.scheme...)
	text = append(append(text, ":"+slashes...), o.host...)
	if port, ok := uri.DefaultPort(o.scheme); !ok || port != o.port {
		text = strconv.AppendUint(append(text, ':'), uint64(o.port), 10)
	}
	return string(text)
}
