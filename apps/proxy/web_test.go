package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// webTargets are request-targets that RFC 3986 does not allow. Browsers send the first ones for links with these
// characters, because the URL Standard leaves them unchanged (section 1.3, "path percent-encode set" and "special-query
// percent-encode set"). The others are from clients that encode less.
var webTargets = []struct{ target, sent string }{
	{"/a|b", "/a%7Cb"},
	{"/a[1]", "/a%5B1%5D"},
	{"/a?b|c", "/a?b%7Cc"},
	{"/a?b[]=1&c[x]=2", "/a?b%5B%5D=1&c%5Bx%5D=2"},
	{"/a?q={x}", "/a?q=%7Bx%7D"},
	{"/a?^`\\", "/a?%5E%60%5C"},
	{"/a?50%", "/a?50%25"},
	{"/a?%zz&%7c", "/a?%25zz&%7C"},
	{"/admin/a|b?c?[d]", "/admin/a%7Cb?c?%5Bd%5D"},

	{"/a{b}^`", "/a%7Bb%7D%5E%60"},
	{`/a"b"?"c"`, "/a%22b%22?%22c%22"},
	{"/a<b>?<c>", "/a%3Cb%3E?%3Cc%3E"},
	{"/caf\u00e9?\u65e5", "/caf%C3%A9?%E6%97%A5"},
	{"/\xff?\xff", "/%FF?%FF"},
	{"/x/../admin/|", "/admin/%7C"},
	{"/|/%2e%2e/a", "/a"},
}

// TestWebEncodesTarget writes each target on a socket. With -web, the backend gets it percent-encoded. Without it, the
// backend gets no request.
func TestWebEncodesTarget(t *testing.T) {
	t.Parallel()
	strict, web := newSite(t, nil), newSite(t, func(c *config) { c.web = true })
	for _, test := range webTargets {
		response, _ := strict.send(t, get(test.target))
		if saw := strict.take(); response.StatusCode != 400 || len(saw) > 0 {
			t.Errorf("%q: status %d, backends saw %q, want 400 and nothing", test.target, response.StatusCode, saw)
		}
		backend := "front"
		if strings.HasPrefix(test.sent, "/admin/") {
			backend = "admin"
		}
		want := []string{backend + " GET " + test.sent + " example.com"}
		response, _ = web.send(t, get(test.target))
		if saw := web.take(); response.StatusCode != 200 || !slices.Equal(saw, want) {
			t.Errorf("%q: status %d, backends saw %q, want %q", test.target, response.StatusCode, saw, want)
		}
	}
}

// TestWebRefused runs targets that are refused even with -web.
func TestWebRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *config) { c.web = true })
	for _, test := range []struct{ target, code string }{
		{"/a#b|", "bad-target"}, // browsers do not send fragments
		{"/a?b#c", "bad-target"},
		{"http://example.com/a|b", "bad-target"},   // browsers send this form to proxies that they know of
		{`/x\..\admin/`, "encoded-backslash"},      // some servers read a slash
		{"/x|/..%2fadmin/", "encoded-dot-segment"}, // as without -web
		{"/x|//admin/", "double-slash"},
		{`\\admin\`, byServer}, // no origin-form
		{"/a|b c", byServer},   // the request-line has a space too many
		{"/a|\x01", byServer},  // a control character
		{"/a|?\x7f", byServer},
		{"/100%", byServer},                            // Request.URL cannot hold it
		{"/|" + strings.Repeat("|", 4000), "too-long"}, // 12 KB when it is percent-encoded
	} {
		response, _ := s.send(t, get(test.target))
		code, _, _ := strings.Cut(body(response), ": ")
		isOurs := response.Header.Get("X-Content-Type-Options") != ""
		if saw := s.take(); response.StatusCode < 400 || len(saw) > 0 {
			t.Errorf("%q: status %d, backends saw %q", test.target, response.StatusCode, saw)
		}
		if isOurs != (test.code != byServer) || isOurs && code != test.code {
			t.Errorf("%q: code %q, want %q", test.target, code, test.code)
		}
	}
}

// TestWebSame: -web does not change the decision about a request without such characters, and the log has the encoded
// text.
func TestWebSame(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *config) { c.web = true })
	for _, a := range attempts {
		if strings.ContainsAny(a.raw, "|[]{}^`\"<>\\") || strings.Contains(a.raw, "%zz") || a.code == "bad-target" {
			continue
		}
		response, _ := s.send(t, a.raw)
		var want []string
		if a.saw != "" {
			want = []string{a.saw}
		}
		if saw := s.take(); response.StatusCode != a.status || !slices.Equal(saw, want) {
			t.Errorf("%s: status %d, want %d; backends saw %q, want %q", a.name, response.StatusCode, a.status, saw, want)
		}
	}
	s.send(t, get("/log|ged?token=a|b"))
	if log := s.log.String(); !strings.Contains(log, "/log%7Cged?token=") || strings.Contains(log, "a%7Cb") {
		t.Errorf("log: %s", log)
	}
	if r := s.got; r.Method != http.MethodGet || r.RequestURI != "/log%7Cged?token=a%7Cb" {
		t.Errorf("forwarded %q", r.RequestURI)
	}
}
