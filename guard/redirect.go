package guard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// ErrNotRegistered is the error of [RedirectURIs.Match] for a URI that could be registered, but is not.
var ErrNotRegistered = errors.New("redirect URI not registered")

// RedirectOptions are the choices of [NewRedirectURIs].
type RedirectOptions struct {
	// Schemes are the private-use schemes without a dot that the server accepts, such as "cursor" and "vscode". Schemes
	// with a dot, such as "com.example.app", need no entry (RFC 8252, section 7.1). An entry is in lower case. It is an
	// error if the scheme has a known default port (see [uri.DefaultPort]) or one of these meanings:
	//
	//   - browsers: about blob chrome chrome-extension data devtools edge file filesystem javascript livescript mocha
	//     moz-extension resource vbscript, and all that begin with "view-";
	//   - systems: android-app content feed intent its jar mhtml mk res search shell, and all that begin with "ms-" or
	//     "search-";
	//   - messages and names: callto cid mailto mid sms tel urn.
	//
	// Any app on a device can claim such a scheme, and then it gets the code. So require PKCE from clients that
	// register one (RFC 8252, sections 6 and 8.1).
	Schemes []string

	// SkipBad leaves out the URIs that are refused, and registers the rest. Without it, no URI is registered if one is
	// refused.
	SkipBad bool

	// Localhost treats the host "localhost", in lower case, like a loopback address. RFC 8252, section 8.3, recommends
	// an address, because a name can resolve to another one.
	Localhost bool
}

// RedirectURIs are the redirect URIs that the client of an OAuth server has registered. [NewRedirectURIs] makes them.
// The zero RedirectURIs and the nil *RedirectURIs match nothing. RedirectURIs are safe for concurrent use.
type RedirectURIs struct {
	options  RedirectOptions
	exact    map[string]uri.URI
	loopback map[[2]string]uri.URI // with a port that may vary: by the text before the port, and by the text after it
}

// loopbackHosts are the hosts with a port that may vary. The last one needs RedirectOptions.Localhost.
var loopbackHosts = [...]string{"127.0.0.1", "[::1]", host.Localhost}

// NewRedirectURIs returns the redirect URIs of one client. Call it once with the URIs that the client has registered,
// when they are registered or loaded.
//
//	registered, err := guard.NewRedirectURIs(guard.RedirectOptions{}, "https://app.example/callback")
//	u, err := registered.Target(request.FormValue("redirect_uri"))
//
// It refuses a URI if programs disagree about the server that it leads to, or if it cannot be the target of a redirect.
// Each of these is an error:
//
//   - a string that is not a URI (the error is a [*uri.Error]), or has no scheme (RefusedScheme);
//   - a scheme other than https, http, those in o.Schemes, and those with a dot, such as "com.example.app" (RFC 8252,
//     section 7.1), or http with a host other than 127.0.0.1, [::1] or, with o.Localhost, localhost (RefusedScheme);
//   - a userinfo (RefusedUserinfo) or a fragment (RefusedFragment; RFC 6749, section 3.1.2);
//   - a scheme, host or port that net/url or the WHATWG's URL Standard reads differently (RefusedDiffers): see [Audit];
//   - a dot segment in the path, plain or encoded (RefusedDotSegment): see [Audit];
//   - an encoded carriage return, line feed or NUL in path or query (RefusedControl).
//
// The error wraps a [*uri.Error] or a [Refusal], and names the index of the URI. Its text contains no part of the URI.
// The result is nil, unless o.SkipBad is set: then it has the URIs that are not refused, possibly none, and the error
// joins the errors of the refused URIs ([errors.Join]). If an entry of o.Schemes is refused, the result is always nil.
// Private hosts, ";" and "%2F" are allowed. NewRedirectURIs keeps the strings.
func NewRedirectURIs(o RedirectOptions, registered ...string) (*RedirectURIs, error) {
	if err := each("Schemes", o.Schemes, refusePrivateUse); err != nil {
		return nil, err
	}
	o.Schemes = slices.Clone(o.Schemes)
	r := &RedirectURIs{o, make(map[string]uri.URI, len(registered)), map[[2]string]uri.URI{}}
	var refused []error
	for i, text := range registered {
		u, err := parseRedirect(text, &o)
		if err == nil {
			r.exact[text] = u
			r.addLoopback(u)
			continue
		}
		err = fmt.Errorf("registered[%d]: %w", i, err)
		if !o.SkipBad {
			return nil, err
		}
		refused = append(refused, err)
	}
	return r, errors.Join(refused...)
}

// parseRedirect parses a URI that can be registered.
func parseRedirect(text string, o *RedirectOptions) (uri.URI, error) {
	u, err := uri.Parse(text)
	if err != nil {
		return uri.URI{}, err
	}
	if refusal := checkRedirect(u, o); refusal != 0 {
		return uri.URI{}, refusal
	}
	return u, nil
}

// checkRedirect returns the reason why u cannot be registered, or 0.
func checkRedirect(u uri.URI, o *RedirectOptions) Refusal {
	if !isRedirectScheme(u, o) {
		return RefusedScheme
	}
	if _, ok := u.Userinfo(); ok {
		return RefusedUserinfo
	}
	if _, ok := u.Fragment(); ok {
		return RefusedFragment
	}
	switch h := audit(&u); {
	case h.rest&HazardDiffers != 0:
		return RefusedDiffers
	case h.path&(HazardDotSegment|HazardEncodedDotSegment) != 0:
		return RefusedDotSegment
	case h.all()&(HazardEncodedCR|HazardEncodedLF|HazardEncodedNUL) != 0:
		return RefusedControl
	}
	return 0
}

// isRedirectScheme reports whether a redirect may have the scheme of u. For http, this depends on the host.
func isRedirectScheme(u uri.URI, o *RedirectOptions) bool {
	switch scheme := u.Scheme(); schemes.KindOf(scheme) {
	case schemes.KindHTTPS:
		return true
	case schemes.KindHTTP:
		return isLoopbackHost(u, o)
	default:
		return strings.Contains(scheme, ".") || slices.Contains(o.Schemes, scheme)
	}
}

// isLoopbackHost reports whether the host of u is one of loopbackHosts.
func isLoopbackHost(u uri.URI, o *RedirectOptions) bool {
	name, _ := u.Host()
	return slices.Contains(loopbackHosts[:], name) && (name != host.Localhost || o.Localhost)
}

// addLoopback adds u to r.loopback if its port may vary. It keeps the first of several URIs that differ only in the
// port.
func (r *RedirectURIs) addLoopback(u uri.URI) {
	text := u.String()
	if schemes.HTTPLen(text) == 0 || !isLoopbackHost(u, &r.options) {
		return
	}
	_, hostEnd, _ := u.Range(uri.ComponentHost)
	_, authorityEnd, _ := u.Range(uri.ComponentAuthority)
	key := [2]string{text[:hostEnd], text[authorityEnd:]}
	if _, ok := r.loopback[key]; !ok {
		r.loopback[key] = u
	}
}

// Match returns the registered URI that allows a redirect to candidate, such as the parameter redirect_uri of a
// request. If err is nil, redirect to candidate itself, as [RedirectURIs.Target] returns it, and not to registered,
// which can have another port.
//
// The two must be equal, character for character (RFC 9700, section 4.1.3). A common prefix, a wildcard or an equal
// normal form is not enough. Only the port of a loopback address may differ, because a native app does not know its
// port in advance (RFC 8252, section 7.3). The registered URI must have the scheme http or https in lower case, and the
// host 127.0.0.1, [::1] or, with [RedirectOptions].Localhost, localhost. Then the candidate may have no port, or a port
// from 1 to 65535 without leading zeros.
//
// If candidate is not a URI, err is a [*uri.Error]. If it could not be registered, err is the [Refusal] of
// [NewRedirectURIs]. If only the port of a loopback address is wrong, err is RefusedPort. For any other candidate that
// matches no URI, err is [ErrNotRegistered]. Show the error to the user, and do not redirect.
//
// Match allocates only a *uri.Error. It takes time linear in the length of candidate, however many URIs are registered.
func (r *RedirectURIs) Match(candidate string) (registered uri.URI, err error) {
	if r == nil {
		r = new(RedirectURIs)
	}
	if u, ok := r.exact[candidate]; ok {
		return u, nil
	}
	name := schemes.HTTPLen(candidate)
	for _, loopback := range loopbackHosts {
		after, ok := strings.CutPrefix(candidate[name:], loopback)
		if !ok {
			continue
		}
		rest, isPort := cutPort(after)
		if u, ok := r.loopback[[2]string{candidate[:len(candidate)-len(after)], rest}]; ok {
			if !isPort {
				return uri.URI{}, RefusedPort
			}
			return u, nil
		}
	}
	if _, err := parseRedirect(candidate, &r.options); err != nil {
		return uri.URI{}, err
	}
	return uri.URI{}, ErrNotRegistered
}

// Target returns candidate as a URI if a registered URI allows a redirect to it, and otherwise the error of
// [RedirectURIs.Match]. It is the URI that the server redirects to:
//
//	u, err := registered.Target(request.FormValue("redirect_uri"))
//	if err != nil {
//		return err // show it, and do not redirect
//	}
//	u, err = u.WithQueryParam("code", code)
func (r *RedirectURIs) Target(candidate string) (uri.URI, error) {
	u, err := r.Match(candidate)
	if err != nil || u.String() == candidate {
		return u, err
	}
	return uri.Parse(candidate) // another port, so that it is a URI as well
}

// cutPort cuts a port with its ":" from the beginning of s. It reports whether the port is undefined, or a number from
// 1 to 65535 without leading zeros.
func cutPort(s string) (rest string, ok bool) {
	if s == "" || s[0] != ':' {
		return s, true
	}
	n := octet.SpanOf(s, 1, tables.DIGIT)
	_, size := octet.Uint16(s[1:n])
	return s[n:], size > 0 && size == n-1 && s[1] != '0'
}
