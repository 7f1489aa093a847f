package httpuri

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/schemes"
)

// Check returns nil if u is a valid http or https URI (RFC 9110, section 4.2): it has one of these schemes, a host that
// is not empty, no port above 65535, and no userinfo. It may have a fragment. Otherwise the error is an [*Error] with
// PartURI and an Offset in u. Check allocates only that error.
//
// Check refuses a userinfo only if nothing else is wrong. So a program that trusts the source of the URI, and allows a
// userinfo for that reason (section 4.2.4), can ignore an error with ReasonUserinfo.
func Check(u uri.URI) error {
	text, r := u.String(), u.Ranges()
	if !schemes.KindOf(u.Scheme()).IsHTTP() {
		return Error{Part: PartURI, Component: uri.ComponentScheme, Reason: ReasonScheme}.allocated()
	}
	if e, ok := check(PartURI, text, &r); !ok {
		return e.allocated()
	}
	return nil
}

// check checks a URI that has the scheme http or https, or a request-target in absolute-form.
func check(p Part, text string, r *fsm.Ranges) (e Error, ok bool) {
	if e, ok = checkHostPort(p, text, r, 0); !ok {
		return e, false
	}
	if lo, _, ok := r.Userinfo(); ok {
		return Error{Offset: lo, Part: p, Component: uri.ComponentUserinfo, Reason: ReasonUserinfo}, false
	}
	return Error{}, true
}
