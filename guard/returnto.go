package guard

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/origin"
)

// ReturnTo returns the path of a redirect after a login or a form, for a server at base. The untrusted target is often
// a parameter such as "next" or "return_to". The result is an absolute-path reference (RFC 3986, section 4.2) for the
// header field Location. Browsers and other clients resolve it to a URI with the origin of base.
//
//	u, err := guard.ReturnTo(base, request.FormValue("next"))
//	if err != nil {
//		u = home
//	}
//	http.Redirect(w, request, u.String(), http.StatusSeeOther)
//
// The target is one of these:
//
//   - a path that begins with "/" but not with "//", with an optional query and fragment: "/inbox?page=2#top". The
//     result is the target;
//   - an absolute URI with the origin of base (see [github.com/urispan/uri/httpuri.OriginOf]) and no userinfo. The
//     result is its path, query and fragment, where "/" replaces an empty path. It must not begin with "//" either.
//
// The characters of path, query and fragment that browsers send, and that RFC 3986 does not allow, are percent-encoded:
// "/list?id[]=1" becomes "/list?id%5B%5D=1", and "/é" becomes "/%C3%A9". A backslash, a control character, and a space
// at one of the ends are refused. ReturnTo does not normalize or decode anything. So "/%09/evil.com" is allowed: no
// client decodes it in a Location. If base has no origin, like the zero URI, no absolute URI is allowed. For targets on
// other origins, see [Returns].
//
// If target is not a URI-reference, even with these characters encoded, err is a [*uri.Error] about target:
// "/\evil.com" and a string with a tab or a newline are not URI-references. Otherwise err is a [Refusal]. For an
// absolute URI, it is RefusedScheme, RefusedHost or RefusedPort if that component is missing or differs from the origin
// of base, RefusedUserinfo if there is a userinfo, and RefusedPath if the path begins with "//". For a relative
// reference, it is RefusedHost if target begins with "//", and RefusedPath if target does not begin with "/", such as
// "inbox", "?x" or "".
//
// ReturnTo takes time linear in the lengths of base and target. For a target that it accepts, it allocates only in
// three cases: target has a character to encode; it is an absolute URI with an empty path and a query or fragment; or
// the scheme or host of base or target is not in normal form.
func ReturnTo(base uri.URI, target string) (uri.URI, error) {
	u, err := parseTarget(target)
	if err != nil {
		return uri.URI{}, err
	}
	own, _ := origin.Of(base)
	return ownTarget(own, u)
}

// parseTarget parses an untrusted target. If it is not a URI-reference, parseTarget percent-encodes it as browsers do.
func parseTarget(target string) (uri.URI, error) {
	u, err := uri.Parse(target)
	if err == nil || strings.Contains(target, `\`) || strings.Trim(target, " ") != target {
		return u, err
	}
	if encoded, ok := origin.EncodeLocation(target); ok {
		if u, err := uri.Parse(encoded); err == nil {
			return u, nil
		}
	}
	return uri.URI{}, err
}

// ownTarget returns the path of u, a target, if u leads to the origin own.
func ownTarget(own origin.Origin, u uri.URI) (uri.URI, error) {
	if u.IsAbs() {
		if refusal := checkOrigin(own, u); refusal != 0 {
			return uri.URI{}, refusal
		}
		var err error
		if u, err = originForm(u); err != nil {
			return uri.URI{}, err
		}
	}
	if u.IsNetworkPathRef() {
		return uri.URI{}, RefusedHost
	}
	if !u.IsAbsolutePathRef() {
		return uri.URI{}, RefusedPath
	}
	return u, nil
}

// checkOrigin returns 0 if u, which has a scheme, has the origin own and no userinfo. No u has the zero origin.
func checkOrigin(own origin.Origin, u uri.URI) Refusal {
	_, hasUserinfo := u.Userinfo()
	name, _ := u.Host()
	switch {
	case !strings.EqualFold(u.Scheme(), own.Scheme):
		return RefusedScheme
	case hasUserinfo:
		return RefusedUserinfo
	case name == "":
		return RefusedHost
	}
	got, ok := origin.Of(u)
	switch {
	case !ok: // the port is larger than 65535
		return RefusedPort
	case got.Host != own.Host:
		return RefusedHost
	case got != own:
		return RefusedPort
	}
	return 0
}

// originForm returns path, query and fragment of u, which has an authority. "/" replaces an empty path.
func originForm(u uri.URI) (uri.URI, error) {
	lo, hi, _ := u.Range(uri.ComponentPath)
	text := u.String()[lo:]
	if lo == hi {
		text = "/" + text
	}
	if strings.HasPrefix(text, "//") {
		return uri.URI{}, RefusedPath
	}
	return uri.Parse(text)
}
