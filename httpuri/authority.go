package httpuri

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// slashes are counted in the ranges of authority-forms and Host values, as if the text began with them.
const slashes = "//"

// checkHost refuses a host that is undefined or empty. The ranges are ahead of the text by skip bytes.
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

// checkHostPort refuses a host as checkHost does, and a port larger than 65535.
func checkHostPort[T string | []byte](p Part, text T, r *fsm.Ranges, skip int) (e Error, ok bool) {
	if e, ok = checkHost(p, r, skip); !ok {
		return e, false
	}
	lo, hi, defined := r.Port()
	if !defined {
		return Error{}, true
	}
	if _, n := octet.Uint16(text[lo-skip : hi-skip]); n == hi-lo {
		return Error{}, true
	}
	return Error{Offset: lo - skip, Part: p, Component: uri.ComponentPort, Reason: ReasonPortRange}, false
}

// parseServer parses the host and the port of a server that clients can connect to. It refuses what checkHostPort
// refuses, and port 0.
func parseServer[T string | []byte](p Part, text T, r *fsm.Ranges) (e Error, ok bool) {
	if e, ok = scan(p, fsm.HostPort, text, r); ok {
		e, ok = checkHostPort(p, text, r, len(slashes))
	}
	if lo, hi, _ := r.Port(); ok && lo < hi {
		lo -= len(slashes)
		if port, _ := octet.Uint16(text[lo:]); port == 0 {
			return Error{lo, p, uri.ComponentPort, ReasonPortRange, 0}, false
		}
	}
	return e, ok
}

// scan scans text as a production. If it does not match, e is the error.
func scan[T string | []byte](p Part, as fsm.Production, text T, r *fsm.Ranges) (e Error, ok bool) {
	n, ok := fsm.ScanAs(as, text, r)
	if !ok {
		c, reason := fsm.Explain(as, text, n)
		return Error{n, p, uri.Component(c), ReasonSyntax, uri.Reason(reason)}, false
	}
	return Error{}, true
}
