package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestSet: the components that are named change, and no others. An input without a result is marked with its reason.
func TestSet(t *testing.T) {
	for _, test := range []struct{ args, ref, want string }{
		{"host=b.example", "http://u:p@a.example:80/x?y#z", "http://u:p@b.example:80/x?y#z"},
		{"host=::1", "http://a", "http://[::1]"},
		{"host=[2001:db8::1]", "//a/b", "//[2001:db8::1]/b"},
		{"host=h", "/a", "//h/a"},
		{"host=h", "", "//h"},
		{"host=h", "mailto:a", `invalid	7	path	path without a leading "/"	mailto:a`},
		{"-port 8080", "http://a/", "http://a:8080/"},
		{"port=", "http://a/", "http://a:/"},
		{"port=1", "/a", "invalid	0	port	no host	/a"},
		{"scheme=https", "http://a/", "https://a/"},
		{"-scheme x", "//a", "x://a"},
		{"user=a:b/@", "http://u:p@h/", "http://a%3Ab%2F%40:p@h/"},
		{"password=a:b%40@", "http://u@h/", "http://u:a:b%40%40@h/"},
		{"password=", "http://h/", "http://:@h/"},
		{"userinfo=a:b", "http://u@h/", "http://a:b@h/"},
		{"path=a?b#%2F%", "http://h", "http://h/a%3Fb%23%2F%25"},
		{"path=a", "x:y", "x:a"},
		{"path=", "http://h/a?b", "http://h?b"},
		{"path=//a", "http://h/b", "http://h//a"},
		{"path=//a", "x:b", "invalid	2	path	the path would be read as a scheme or a host	x:b"},
		{"path=a:b", "c", "invalid	0	path	the path would be read as a scheme or a host	c"},
		{"query=", "a?b#c", "a?#c"},
		{"query=?a#b", "a", "a??a%23b"},
		{"fragment=", "a", "a#"},
		{"-unset query,fragment", "a?b#c", "a"},
		{"-unset password", "http://u:p@h/", "http://u@h/"},
		{"-unset password", "http://:p@h/", "http://h/"},
		{"-unset user", "http://u:p@h/", "http://:p@h/"},
		{"-unset userinfo", "http://u:p@h:1/", "http://h:1/"},
		{"-unset userinfo -user x", "http://u:p@h/", "trouble"},
		{"-unset host", "http://h/", "http:/"},
		{"-unset host", "http://h:1/", "invalid	10	port	no host	http://h:1/"},
		{"-unset authority", "http://u@h:1//a", "invalid	12	path	the path would be read as a scheme or a host	http://u@h:1//a"},
		{"-unset scheme", "a:b:c", "invalid	2	path	the path would be read as a scheme or a host	a:b:c"},
		{"-unset scheme", "http://h/", "//h/"},
		{"-append x/y -append ..;z", "http://h/a/?b#c", "http://h/a/x%2Fy/..%3Bz?b#c"},
		{"-append ..", "http://h", "trouble"},
		{"-append c:d", "", "./c:d"},
		{"-param a=+%2B&=", "?a=1&b=+&%61=2&a#f", "?a=%2B%252B%26%3D&b=+#f"},
		{"-param a= -param b=1 -param a=2", "x?a=0&a=3", "x?a=&b=1&a=2"},
		{"-param a", "x", "trouble"},
		{"port=1 port=2", "//h", "trouble"},
		{"port=1 -unset port", "//h", "trouble"},
		{"port=x", "//h", "trouble"},
		{"host=a/b", "//h", "trouble"},
		{"-unset param[a]", "x?a=1&b&%61=2&A#f", "x?b&A#f"},
		{"-unset param[a*],fragment -unset param[,]", "x?ab=1&%61=2&ba&%2C=#f", "x?ba"},
		{"-unset param[a] -param a=2", "x?a=1&b&a", "x?b&a=2"},
		{"-unset param[a] query=a&a", "x", "x"},
		{"-unset param[a+b]", "x?a+b=1&a%20b&a%2Bb", "x?a+b=1&a%20b"},
		{"-unset param[*]", "x?a&b", "x"},
		{"-unset param[]", "x?a&b", "trouble"},
		{"-unset param[a", "x?a&b", "trouble"},
		{"-unset param", "x?a&b", "trouble"},
		{"-web -unset param[a*] -param c=1", "http://h/?ab=1&%61=2&b#f", "http://h/?b&c=1#f"},
		{"-web -unset param[a]", "http://h/?a#f", "http://h/#f"},
		{"-web host=É.example path=a%20b/..", "http://h:80/x?q", "http://xn--9ca.example/?q"},
		{"-web query=? fragment=", "http:h", "http://h/??#"},
		{"-web -unset query,fragment,userinfo,port", "http://u:p@h:1/?a#b", "http://h/"},
		{"-web -param q=2 -param q=3", "http://h/?q=1&x&q=0", "http://h/?q=2&x&q=3"},
		{"-web -param q=+ -append a/b", "http://h/c?x=|&q=1", "http://h/c/a%2Fb?x=|&q=%2B"},
		{"-web scheme=foo", "http://h/", "invalid	browsers do not set this	0	http://h/"},
		{"-web path=x", "mailto:a", "invalid	browsers do not set this	0	mailto:a"},
		{"-web host=a:1", "http://h/", "invalid	browsers do not set this	0	http://h/"},
		{"-web host=a/b", "http://h/", "trouble"},
		{"-web -unset scheme", "http://h/", "trouble"},
	} {
		args := append([]string{"set", "-invalid=mark", "-report=/dev/null"}, strings.Fields(test.args)...)
		status, got, _ := runWith(test.ref+"\n", args...)
		if status == engine.ExitTrouble {
			got = "trouble\n"
		}
		if got != test.want+"\n" || strings.HasPrefix(got, "invalid") != (status == engine.ExitInvalid) {
			t.Errorf("%q < %s: %d, %q, want %q", test.args, test.ref, status, got, test.want)
		}
	}
}

// TestSetArguments: before "--", an argument is a setting or, with a ":" or "/", a URL. Messages do not show arguments.
func TestSetArguments(t *testing.T) {
	for _, test := range []struct {
		args, want string
	}{
		{"port=1 http://a //b", "http://a:1\n//b:1\n"},
		{"http://a port=1", "http://a:1\n"},
		{"-query x -- path=y a", "path=y?x\na?x\n"},
		{"port=1 hunter2", "uri: set: argument 2 is no COMPONENT=VALUE, with scheme, userinfo, user, password, host, port, path, query or fragment"},
		{"hunter=2 http://a", "uri: set: argument 1 is no COMPONENT=VALUE"},
		{"host=hunter2/ http://a", "uri: set: host: illegal byte in host at byte 7"},
		{"host=bücher.example http://a/", "uri: set: host: not ASCII: -web writes it in A-labels"},
		{"http://a", "uri: set: want COMPONENT=VALUE, -unset, -append or -param"},
		{"", "uri: set: want COMPONENT=VALUE, -unset, -append or -param"},
	} {
		_, stdout, stderr := runWith("", append([]string{"set"}, strings.Fields(test.args)...)...)
		if got := stdout + stderr; !strings.HasPrefix(got, test.want) || strings.Contains(got, "hunter") {
			t.Errorf("%q: %q, want %q", test.args, got, test.want)
		}
	}
}
