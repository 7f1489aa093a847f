package urlpattern

import (
	"errors"
	"strconv"
	"strings"

	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
)

// An encodingCallback validates and encodes fixed text, which is not empty. On error it returns an offset in value, and the
// reason.
type encodingCallback func(value string) (encoded string, offset int, reason string)

// dummyURL is the dummy URL of the standard. The setters of package whatwg run the basic URL parser on it.
var dummyURL = whatwg.MustParse("https://dummy.invalid/")

// portlessURL is a dummy URL with a scheme that has no default port.
var portlessURL = whatwg.MustParse("no-default-port://dummy.invalid/")

func canonicalizeProtocol(value string) (string, int, string) {
	u, err := whatwg.Parse(value + "://dummy.invalid/")
	if err != nil {
		return "", 0, "not a scheme"
	}
	return u.Scheme(), 0, ""
}

// canonicalizeBy returns the encoding callback that sets a component of the dummy URL and gets it again. The value follows
// the delimiter of the component.
func canonicalizeBy(set func(whatwg.URL, string) (whatwg.URL, bool), get func(whatwg.URL) string, delimiter string) encodingCallback {
	return func(value string) (string, int, string) {
		u, _ := set(dummyURL, delimiter+value)
		return strings.TrimPrefix(get(u), delimiter), 0, ""
	}
}

func canonicalizeHostname(value string) (string, int, string) {
	if u, ok := dummyURL.WithHostname(value); ok {
		return u.Hostname(), 0, ""
	}
	const before = "https://"
	if _, err := whatwg.Parse(before + value); err != nil {
		var e *whatwg.Error
		errors.As(err, &e)
		return "", min(max(e.Offset-len(before), 0), len(value)), "not a hostname (" + e.Code.String() + ")"
	}
	return "", 0, "not a hostname"
}

func canonicalizeIPv6Hostname(value string) (string, int, string) {
	for i := range len(value) {
		if !tables.Is(value[i], tables.HEXDIG) && strings.IndexByte("[]:", value[i]) < 0 {
			return "", i, "not a part of an IPv6 address"
		}
	}
	return strings.ToLower(value), 0, ""
}

// canonicalizePort implements "canonicalize a port" without a protocol. The standard uses the scheme of the dummy URL,
// https. Then "443" in a pattern would become "", which matches the default port of every scheme. Browsers, and the
// cases of web-platform-tests for "443*", use a scheme without a default port.
func canonicalizePort(value string) (string, int, string) { return canonicalizePortFor(value, "") }

// canonicalizePortFor implements "canonicalize a port" with a protocol.
func canonicalizePortFor(value, protocol string) (string, int, string) {
	u := portlessURL
	if schemes.LowerKindOf(protocol).Port() != 0 {
		u = whatwg.MustParse(protocol + "://dummy.invalid/")
	}
	u, ok := u.WithPort(value)
	if !ok {
		return "", 0, "not a port"
	}
	return u.Port(), 0, ""
}

func canonicalizePathname(value string) (string, int, string) {
	const inserted = "/-"
	if value[0] == '/' {
		u, _ := dummyURL.WithPathname(value)
		return u.Pathname(), 0, ""
	}
	u, _ := dummyURL.WithPathname(inserted + value)
	path := u.Pathname()
	if len(path) < len(inserted) { // the standard does not define the substring from 2 here
		return "", 0, `".." leads out of the text before it`
	}
	return path[len(inserted):], 0, ""
}

// canonicalizeOpaquePathname implements "canonicalize an opaque pathname". It parses value as the middle of an opaque
// path. A "?" or "#" ends the path.
func canonicalizeOpaquePathname(value string) (string, int, string) {
	const before, after = "x:-", "-"
	if i := strings.IndexAny(value, "?#"); i >= 0 {
		u, _ := whatwg.Parse(before + value[:i+1])
		return withoutDelimiter(u.Pathname()), 0, ""
	}
	u, _ := whatwg.Parse(before + value + after)
	return strings.TrimSuffix(withoutDelimiter(u.Pathname()), after), 0, ""
}

// isDefaultPort reports whether port is the default port of protocol in decimal digits.
func isDefaultPort(protocol, port string) bool {
	n := schemes.LowerKindOf(protocol).Port()
	return n != 0 && port == strconv.Itoa(int(n))
}
