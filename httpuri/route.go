package httpuri

import (
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/segments"
	"github.com/urispan/uri/internal/textio"
)

// Ambiguities is a set of parts of a path that servers read differently.
type Ambiguities uint8

const (
	AmbiguityEncodedSlash     Ambiguities = 1 << iota // "%2F": a separator of segments, or a part of a segment
	AmbiguityEncodedBackslash                         // "%5C": a separator for some servers
	AmbiguitySemicolon                                // ";" or "%3B": some drop it, with the text up to the next "/"
	AmbiguityDoubleSlash                              // "//": one slash for some servers, an empty segment for others
	AmbiguityDotSegment                               // "." or "..", also before ";", "%2F" or "%5C": removed or not
	AmbiguityEncodedDot                               // the same with "%2E"
)

var ambiguityNames = [...]string{
	"encoded slash", "encoded backslash", "semicolon", "double slash", "dot segment", "encoded dot segment",
}

// String returns the names of the ambiguities, such as "encoded slash, semicolon".
func (a Ambiguities) String() string {
	return textio.Flags(uint64(a), "Ambiguities", ambiguityNames[:])
}

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
//	path, ambiguous, err := httpuri.Route("/api/%7Ejoe/../list?q=%2E") // "/api/list", dot segment
//
// The proxy forwards the target itself, byte for byte, because the client may have signed it. The backend may then read
// another path. Route reports the parts of the path that servers read differently. If there are no such parts, every
// server that decodes the path once, before or after it splits it, reads the segments of the returned path. Otherwise
// the proxy refuses the request, forwards the returned path instead, or is configured for the backend. "%25" before two
// hex digits is not reported, because only servers that decode twice misread it: see package guard.
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
func Route(target string, options ...RouteOption) (path string, a Ambiguities, err error) {
	t, err := Parse("GET", target)
	if err != nil {
		return "", 0, err
	}
	if lo, hi, ok := t.Scheme(); ok && !schemes.KindOf(target[lo:hi]).IsHTTP() {
		return "", 0, Error{Part: PartTarget, Component: uri.ComponentScheme, Reason: ReasonScheme}.allocated()
	}
	lo, hi := t.Path()
	path = target[lo:hi]
	if path != "" && segments.IsPlain(path) {
		return path, 0, nil
	}
	a = ambiguitiesOf(path)
	if strings.IndexByte(path, '%') >= 0 || a&AmbiguityDotSegment != 0 || path == "" {
		u, err := uri.Parse("http://h" + path)
		if err != nil { // the target is so long that the text is too long
			return "", 0, Error{Offset: len(target), Part: PartTarget, Reason: ReasonSyntax, Syntax: uri.ReasonTooLong}.allocated()
		}
		path = u.Normalized().Path()
	}
	if a&AmbiguityDoubleSlash != 0 && slices.Contains(options, RouteMergeSlashes) {
		path = mergeSlashes(path)
	}
	return path, a, nil
}

// ambiguitiesOf returns the ambiguities of a path. As for lenient servers, a segment ends at "/" and "\", encoded or not,
// and its name at ";".
func ambiguitiesOf(path string) (a Ambiguities) {
	dots, onlyDots := 0, true // of the name of the current segment
	var dot Ambiguities       // how its dots are written
	for rest := path; ; {
		c, size := byte('/'), 0
		if rest != "" {
			c, size = octet.First(rest)
		}
		switch c {
		case '.':
			dots++
			if dot |= AmbiguityDotSegment; size > 1 {
				dot |= AmbiguityEncodedDot
			}
		case '/', '\\', ';':
			if onlyDots && (dots == 1 || dots == 2) {
				if dot&AmbiguityEncodedDot != 0 {
					dot = AmbiguityEncodedDot
				}
				a |= dot
			}
			dots, onlyDots, dot = 0, c != ';', 0
		default:
			onlyDots = false
		}
		if rest == "" {
			return a
		}
		switch {
		case c == ';':
			a |= AmbiguitySemicolon
		case c == '\\':
			a |= AmbiguityEncodedBackslash
		case c == '/' && size > 1:
			a |= AmbiguityEncodedSlash
		case strings.HasPrefix(rest, "//"):
			a |= AmbiguityDoubleSlash
		}
		rest = rest[size:]
	}
}

// mergeSlashes returns path with one slash for each sequence of slashes.
func mergeSlashes(path string) string {
	b := make([]byte, 0, len(path))
	for i := range len(path) {
		if path[i] != '/' || i == 0 || path[i-1] != '/' {
			b = append(b, path[i])
		}
	}
	return string(b)
}
