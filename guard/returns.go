package guard

import (
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/origin"
	"github.com/urispan/uri/internal/schemes"
)

// ReturnRules are the choices of [NewReturns].
type ReturnRules struct {
	// Origins are the origins that are allowed besides the origin of the base. Each entry is one of these, where https
	// can also be http:
	//
	//	https://app.example.com          this host, and the default port
	//	https://*.example.com            a.example.com, but neither example.com itself nor a.b.example.com
	//	https://**.example.com           a.example.com and a.b.example.com, but not example.com itself
	//	https://app.example.com:8443     this port alone
	//	https://app.example.com:*        any port
	//	chrome-extension://abcdefgh      the origin of an app, as a whole string, in Returns.Allows alone
	//
	// A host is a name in US-ASCII (see [host.AppendName]), and not an IP address. One owner must have all names under a
	// wildcard. So the name after it must not be a public suffix such as "co.uk" or "github.io", a name of one label such
	// as "lan", or a name such as "kawasaki.jp", where each name directly under it is a public suffix. For the same
	// reason, "https://**.amazonaws.com" does not allow hosts under s3.amazonaws.com, where anyone can have a name. See
	// package [suffix] for the list.
	//
	// The owner of any of the hosts can send the browser on to any place. So use "*." only for a domain if all its
	// names are your own.
	Origins []string
}

// Returns are the targets that a program may redirect to after a login or a form: its own origin, and the origins of
// [ReturnRules]. [NewReturns] makes them. The zero Returns and the nil *Returns have no origin, and allow only paths.
// Returns do not change, and are safe for concurrent use.
type Returns struct {
	base  origin.Origin // zero if the base has no origin
	names map[string][]returnOrigin
	apps  map[string]bool
}

// A returnOrigin is an entry of ReturnRules.Origins without its name.
type returnOrigin struct {
	scheme  schemes.Kind
	port    uint16
	anyPort bool
	under   returnLabels
}

// returnLabels are the labels that may precede a name.
type returnLabels uint8

const (
	noLabel  returnLabels = iota
	oneLabel              // "*."
	anyLabel              // "**."
)

// NewReturns returns the targets for a server at base, as for [ReturnTo], and for the rules r. Call it once, when the
// program starts. The error names the index of the entry that it is about, and the reason.
//
//	returns, err := guard.NewReturns(base, guard.ReturnRules{Origins: []string{"https://*.example.com"}})
func NewReturns(base uri.URI, r ReturnRules) (*Returns, error) {
	returns := &Returns{names: map[string][]returnOrigin{}, apps: map[string]bool{}}
	returns.base, _ = origin.Of(base)
	if err := each("Origins", r.Origins, returns.add); err != nil {
		return nil, err
	}
	return returns, nil
}

// noOrigins are schemes of URLs that have no origin, or that all have the same origin. Browsers send "null" for them.
var noOrigins = []string{
	"about", "blob", "data", "file", "filesystem", "javascript", "livescript", "mocha", "vbscript", "view-source",
}

// add adds an entry of ReturnRules.Origins. If the entry is refused, the text reason explains it.
func (r *Returns) add(entry string) (reason string) {
	const notOrigin = `not an origin: want one such as "https://app.example.com"`
	scheme, rest, ok := strings.Cut(entry, "://")
	kind := schemes.KindOf(scheme)
	switch {
	case !ok:
		return notOrigin
	case strings.ContainsAny(rest, `/?#\@`):
		return "an origin has only scheme, host and port: leave out the rest"
	case kind.IsHTTP():
		return r.addName(kind, rest)
	case strings.Contains(rest, "*"):
		return "the origin of an app has no wildcard, because other apps would match it"
	case octet.HasUpper(scheme):
		return "the scheme of an app is in lower case"
	case kind.IsSpecial(), slices.Contains(noOrigins, scheme):
		return "no browser sends an origin with this scheme"
	}
	u, err := uri.Parse(entry)
	if _, portErr := u.PortNumber(); err != nil || u.Scheme() != scheme || u.Hostname() == "" || portErr == uri.ErrPortRange {
		return notOrigin
	}
	r.apps[entry] = true
	return ""
}

// addName adds an entry with the host and port hostPort.
func (r *Returns) addName(kind schemes.Kind, hostPort string) (reason string) {
	o := returnOrigin{scheme: kind, port: kind.Port()}
	i := octet.Next(hostPort, 0, ":")
	text, port := hostPort[:i], hostPort[i:]
	if o.anyPort = port == ":*"; !o.anyPort && port != "" {
		if rest, ok := cutPort(port); !ok || rest != "" {
			return `not a port from 1 to 65535, nor "*"; an IPv6 address cannot be listed`
		}
		o.port, _ = octet.Uint16(port[1:])
	}
	if after, ok := strings.CutPrefix(text, "**."); ok {
		text, o.under = after, anyLabel
	} else if after, ok := strings.CutPrefix(text, "*."); ok {
		text, o.under = after, oneLabel
	}
	if strings.Contains(text, "*") {
		return `a wildcard is "*." or "**." in front of a name`
	}
	name, reason := readName(text)
	switch {
	case reason != "":
		return reason
	case strings.HasSuffix(text, "."):
		return "a name without a dot at the end is expected"
	case o.under != noLabel && !isUnderSuffix(anyName+name, name):
		return "anyone can have a name there: want a name such as example.com after the wildcard"
	}
	r.names[name] = append(r.names[name], o)
	return ""
}

// anyName begins a name that is on no list of public suffixes.
const anyName = "0-0."

// isUnderSuffix reports whether above, a name that name is under, is itself under the public suffix of name. Then one
// owner has registered above, or a name above it. It returns false for a name with a label that begins or ends with a
// hyphen, such as "xn--evil-", which some clients decode to "evil".
func isUnderSuffix(name, above string) bool {
	public, _, err := suffix.Of(name)
	return err == nil && len(public) < len(above)
}

// Target returns the target of a redirect after a login or a form. If target is a path or has the origin of the base,
// the result is that of [ReturnTo]: a path. If target is an absolute URI with one of the origins of [ReturnRules], the
// result is target.
//
//	u, err := returns.Target(request.FormValue("next"))
//	if err != nil {
//		u = home
//	}
//	http.Redirect(w, request, u.String(), http.StatusSeeOther)
//
// A target on another origin has no userinfo. Its host is a name, without percent-encodings, without a dot at the end,
// and under a wildcard without labels that begin or end with a hyphen, such as "xn--evil-" (see [Rules].Hosts). So RFC
// 3986 and browsers read the same host. Characters that browsers send are percent-encoded, as in ReturnTo.
//
// The errors are those of ReturnTo. If the host of target is listed, but not with its scheme, the error is
// RefusedScheme; if it is not listed with its port, the error is RefusedPort.
//
// Target takes time linear in the length of target, however many origins there are. It allocates what ReturnTo
// allocates.
func (r *Returns) Target(target string) (uri.URI, error) {
	if r == nil {
		r = new(Returns)
	}
	u, err := parseTarget(target)
	if err != nil {
		return uri.URI{}, err
	}
	own, err := ownTarget(r.base, u)
	if err == nil || !u.IsAbs() || len(r.names) == 0 || err == RefusedPath {
		return own, err
	}
	switch refusal := r.checkNames(u); refusal {
	case 0:
		return u, nil
	case RefusedHost:
		return uri.URI{}, err // the error for the own origin tells more
	default:
		return uri.URI{}, refusal
	}
}

// Allows reports whether the base or [ReturnRules] have the origin in value, the value of the header field Origin (RFC
// 6454, section 7). A server calls Allows before it answers with Access-Control-Allow-Origin, accepts a WebSocket, or
// changes anything for a request with cookies:
//
//	if origin := request.Header.Get("Origin"); origin != "" && !returns.Allows(origin) {
//		http.Error(w, "cross-origin request refused", http.StatusForbidden)
//		return
//	}
//
// The value has a scheme, a host and possibly a port, and nothing else. "null" is never allowed, because any page can
// send it. Origins of apps are compared as whole strings. The empty string, a list of origins and "*" are not allowed.
//
// Allows takes time linear in the length of value, and does not allocate, except for a value that is not a URI or is
// not in lower case.
func (r *Returns) Allows(value string) bool {
	if r == nil {
		return false
	}
	if r.apps[value] {
		return true
	}
	u, err := uri.Parse(value)
	if err != nil || !u.IsAbs() {
		return false
	}
	_, end, ok := u.Range(uri.ComponentAuthority)
	return ok && end == len(value) && (checkOrigin(r.base, u) == 0 || r.checkNames(u) == 0)
}

// checkNames returns 0 if u, which has a scheme, has one of the origins of ReturnRules.
func (r *Returns) checkNames(u uri.URI) Refusal {
	text, _ := u.Host()
	_, hasUserinfo := u.Userinfo()
	switch {
	case hasUserinfo:
		return RefusedUserinfo
	case strings.Contains(text, "%"), strings.HasSuffix(text, "."):
		return RefusedHost
	}
	kind := schemes.KindOf(u.Scheme())
	port, err := u.PortNumber()
	if err == uri.ErrPortRange {
		return RefusedPort
	}
	if err != nil {
		port = kind.Port()
	}
	var buffer [host.MaxName]byte
	name, _ := host.AppendName(buffer[:0], text) // "" if it is not a name
	return r.find(octet.Text(name), kind, port)
}

// find looks for a name in lower case, and for the names that it is under.
func (r *Returns) find(name string, scheme schemes.Kind, port uint16) Refusal {
	refusal := RefusedHost
	above := name
	for labels := noLabel; ; labels = min(labels+1, anyLabel) {
		for _, o := range r.names[above] {
			switch {
			case o.under != labels && !(o.under == anyLabel && labels == oneLabel):
			case o.under != noLabel && !isUnderSuffix(name, above):
			case o.scheme != scheme && refusal == RefusedHost:
				refusal = RefusedScheme
			case o.scheme != scheme:
			case o.port != port && !o.anyPort:
				refusal = RefusedPort
			default:
				return 0
			}
		}
		i := strings.IndexByte(above, '.')
		if i < 0 {
			return refusal
		}
		above = above[i+1:]
	}
}
