package httpuri

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// slashes are counted in the ranges of authority-forms and Host values, as if the text began with them.
const slashes = "//"

// checkHost refuses a host that is undefined or empty. The ranges are ahead of the text by skip bytes.
func checkHost(p Part, r *fsm.Ranges, skip int) error {
	lo, hi, defined := r.Host()
	if lo < hi {
		return nil
	}
	if !defined {
		lo, _ = r.Path()
	}
	return refuse(p, ReasonNoHost, lo-skip, uri.ComponentHost)
}

// checkHostPort refuses a host as checkHost does, and a port larger than 65535.
func checkHostPort[T string | []byte](p Part, text T, r *fsm.Ranges, skip int) error {
	if err := checkHost(p, r, skip); err != nil {
		return err
	}
	lo, hi, defined := r.Port()
	if !defined {
		return nil
	}
	if _, n := octet.Uint16(text[lo-skip : hi-skip]); n == hi-lo {
		return nil
	}
	return refuse(p, ReasonPortRange, lo-skip, uri.ComponentPort)
}

// parseServer parses the host and the port of a server that clients can connect to. It refuses what checkHostPort
// refuses, and port 0.
func parseServer[T string | []byte](p Part, text T, r *fsm.Ranges) error {
	if err := scan(p, fsm.HostPort, text, r); err != nil {
		return err
	}
	if err := checkHostPort(p, text, r, len(slashes)); err != nil {
		return err
	}
	if lo, hi, _ := r.Port(); lo < hi {
		lo -= len(slashes)
		if port, _ := octet.Uint16(text[lo:]); port == 0 {
			return refuse(p, ReasonPortRange, lo, uri.ComponentPort)
		}
	}
	return nil
}

// scan scans text as a production.
func scan[T string | []byte](p Part, as fsm.Production, text T, r *fsm.Ranges) error {
	n, ok := fsm.ScanAs(as, text, r)
	if ok {
		return nil
	}
	c, reason := fsm.Explain(as, text, n)
	return &Error{n, p, uri.Component(c), ReasonSyntax, uri.Reason(reason)}
}
