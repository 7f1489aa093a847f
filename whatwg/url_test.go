package whatwg_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
)

// checkURL checks that u equals its href, parsed, and that the URL serializer (section 4.5) makes the href of the
// attributes.
func checkURL(t *testing.T, u whatwg.URL) {
	t.Helper()
	again, err := whatwg.Parse(u.Href())
	if want := parsedAgain(u); again != want {
		t.Errorf("parsing %q gives %#v, %v, want %#v", u.Href(), again, err, want)
	}
	if got := serialize(u); got != u.Href() {
		t.Errorf("%q is written as %q", u.Href(), got)
	}
}

// parsedAgain returns the result of parsing u.Href(). This is u, with one exception: the setter protocol can make a
// "file" URL with the host "localhost", which the file host state replaces with the empty host.
func parsedAgain(u whatwg.URL) whatwg.URL {
	if rest, ok := strings.CutPrefix(u.Href(), "file://localhost/"); ok {
		return whatwg.MustParse("file:///" + rest)
	}
	return u
}

// serialize implements the URL serializer, step by step.
func serialize(u whatwg.URL) string {
	ranges := u.Ranges()
	output := u.Protocol()
	if u.HostKind() != whatwg.HostNull {
		output += "//"
		if u.Username() != "" || u.Password() != "" {
			output += u.Username()
			if u.Password() != "" {
				output += ":" + u.Password()
			}
			output += "@"
		}
		output += u.Hostname()
		if u.Port() != "" {
			output += ":" + u.Port()
		}
	}
	if u.HostKind() == whatwg.HostNull && !u.HasOpaquePath() && strings.HasPrefix(u.Pathname(), "//") {
		output += "/."
	}
	output += u.Pathname()
	if lo, hi, ok := ranges.Query(); ok {
		output += "?" + u.Href()[lo:hi]
	}
	if lo, hi, ok := ranges.Fragment(); ok {
		output += "#" + u.Href()[lo:hi]
	}
	return output
}

// TestAddressesInPaths has addresses of public threads with an IPv6 address where RFC 3986 has no "[".
func TestAddressesInPaths(t *testing.T) {
	for _, test := range []struct{ source, input, pathname string }{
		{"https://github.com/grpc/grpc-go/issues/3982", "dns:///[::1]:443", "/[::1]:443"},
		{"https://github.com/grpc/grpc-go/issues/3982", "ipv4:1.2.3.4:8888", "1.2.3.4:8888"},
		{"https://github.com/alxgb/sip-parser/issues/2", "sip:[2a05:d014::39f6]:5061", "[2a05:d014::39f6]:5061"},
		{"RFC 3261, section 19.1.1", "sip:[::1]", "[::1]"},
		{"RFC 3261, section 19.1.1", "sips:a@[::1]:5061;transport=tcp", "a@[::1]:5061;transport=tcp"},
	} {
		u, err := whatwg.Parse(test.input)
		if err != nil || u.Href() != test.input || u.Pathname() != test.pathname || u.Host() != "" {
			t.Errorf("%s: %q has the pathname %q, %v", test.source, u.Href(), u.Pathname(), err)
		}
		if _, err := uri.Parse(test.input); (err == nil) == strings.Contains(test.input, "[") {
			t.Errorf("%s: RFC 3986: %v", test.source, err)
		}
	}
}
