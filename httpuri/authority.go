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

// checkPort refuses a port larger than 65535. The ranges are ahead of the text by skip bytes.
func checkPort[T string | []byte](p Part, text T, r *fsm.Ranges, skip int) (e Error, ok bool) {
	lo, hi, defined := r.Port()
	if !defined {
		return Error{}, true
	}
	if _, n := octet.Uint16(text[lo-skip : hi-skip]); n == hi-lo {
		return Error{}, true
	}
	return Error{Offset: lo - skip, Part: p, Component: uri.ComponentPort, Reason: ReasonPortRange}, false
}
