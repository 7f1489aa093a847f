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
		return refuse(PartURI, ReasonScheme, 0, uri.ComponentScheme)
	}
	return check(PartURI, text, &r)
}

// check checks a URI that has the scheme http or https, or a request-target in absolute-form.
func check(p Part, text string, r *fsm.Ranges) error {
	if err := checkHostPort(p, text, r, 0); err != nil {
		return err
	}
	if lo, _, ok := r.Userinfo(); ok {
		return refuse(p, ReasonUserinfo, lo, uri.ComponentUserinfo)
	}
	return nil
}
