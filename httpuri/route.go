package httpuri

import (
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/segments"
)

// A RouteOption changes the path that [Route] returns.
type RouteOption uint8

const (
	_                 RouteOption = iota
	RouteMergeSlashes             // slashes in sequence are one slash, as most servers read them
)

// Route returns the path of a request-target, in the form that a proxy chooses the backend with. It is the path of the
// target in normal form (RFC 3986, section 6.2.2): unreserved characters are decoded, and dot segments are removed.
// Other percent-encodings stay, because "/a%2Fb" and "/a/b" are two paths. An empty path is "/".
//
//	path, hazards, err := httpuri.Route("/api/%7Ejoe/../list?q=%2E") // "/api/list", guard.HazardDotSegment
//
// The proxy forwards the target itself, byte for byte, because the client may have signed it. The backend may then read
// another path. Route returns the hazards of the path that [guard.ServeRules] refuses. Without hazards, every server
// that decodes the path once, before or after it splits it, reads the segments of the returned path. Otherwise the proxy
// refuses the request, forwards the returned path instead, or is configured for the backend.
//
// These are the defaults of servers for the choice of a location or a route, from their source code or documentation.
//
//	         dot segments         %2F               %5C                 ;              //
//	Envoy    unchanged [1]        unchanged [1]     unchanged [1]       unchanged [1]  unchanged [1]
//	nginx    decoded and removed  decoded, a slash  decoded [2]         unchanged      one slash [2]
//	Traefik  decoded and removed  by version [3]    by version [3]      unchanged [4]  one slash [4]
//	Caddy    decoded and removed  decoded           decoded [5]         unchanged [5]  one slash [5]
//	Apache   decoded and removed  404               decoded or 404 [6]  unchanged [6]  one slash [7]
//
//	[1] envoyproxy/envoy, http_connection_manager/config.cc: normalize_path and merge_slashes are off; envoyproxy.io,
//	    HTTP connection manager, Runtime: path_with_escaped_slashes_action keeps "%2F" and "%5C". Other values refuse or
//	    decode them
//	[2] nginx/nginx, src/http/ngx_http_parse.c, ngx_http_parse_complex_uri. "\" is a slash on Windows alone. The backend
//	    gets the target unchanged, unless proxy_pass has a path
//	[3] doc.traefik.io, Request Path: 3.6 lets "%2F", "%5C", "%3B" and "%25" pass, later versions refuse them
//	[4] traefik/traefik, sanitizePath, which calls JoinPath of net/url
//	[5] caddyserver/caddy, modules/caddyhttp: MatchPath.Match, and CleanPath, which calls path.Clean. A pattern with "%"
//	    is compared with encoded text, and one with "//" merges no slashes
//	[6] apache/httpd, server/request.c, ap_process_request_internal, and unescape_url in server/util.c: "/" must not be
//	    encoded, on Windows nor "\", unless AllowEncodedSlashes is on. include/httpd.h: AP_NORMALIZE_DROP_PARAMETERS
//	    is 0
//	[7] runebook.dev, Apache, MergeSlashes: on
//
// The target is in origin-form, or in absolute-form with the scheme http or https. Otherwise err is an [*Error] with
// PartTarget. Route takes time linear in len(target). It allocates only for a path with a "%" or a dot segment, or to merge
// slashes.
func Route(target string, options ...RouteOption) (path string, h guard.Hazards, err error) {
	t, err := Parse("GET", target)
	if err != nil {
		return "", 0, err
	}
	if lo, hi, ok := t.Range(uri.ComponentScheme); ok && !schemes.KindOf(target[lo:hi]).IsHTTP() {
		return "", 0, Error{Part: PartTarget, Component: uri.ComponentScheme, Reason: ReasonScheme}.allocated()
	}
	lo, hi, _ := t.Range(uri.ComponentPath)
	path = target[lo:hi]
	c := segments.NewCursor(path)
	c.Run()
	if c.Percent || c.Path&segments.DotSegment != 0 || path == "" {
		u, err := uri.Parse("http://h" + path)
		if err != nil { // the target is so long that the text is too long
			return "", 0, Error{Offset: len(target), Part: PartTarget, Reason: ReasonSyntax, Syntax: uri.ReasonTooLong}.allocated()
		}
		path = u.Normalized().Path()
	}
	if c.Path&segments.DoubleSlash != 0 && slices.Contains(options, RouteMergeSlashes) {
		path = string(slices.CompactFunc([]byte(path), func(a, b byte) bool { return a == '/' && b == '/' }))
	}
	return path, guard.Hazards(c.Path) & refusedInPath, nil
}

// refusedInPath is the set of hazards that make servers disagree about a path.
var refusedInPath = guard.ServeRules().PathHazards
