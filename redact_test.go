package uri

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestRedacted(t *testing.T) {
	tests := []struct{ in, want string }{
		{"http://joe:hunter2@example.com/?q#f", "http://joe:xxxxx@example.com/?q#f"},
		{"//:hunter2@", "//:xxxxx@"},
		{"//:::@h", "//:xxxxx@h"},
		{"//joe:%3a@h:1", "//joe:xxxxx@h:1"},
		{"//joe:xxxxx@h", "//joe:xxxxx@h"},
		{"a://joe:b:c@[::1]:8/p@q:r", "a://joe:xxxxx@[::1]:8/p@q:r"},
		// RFC 3986, section 3.2.1: "unless the data after the colon is the empty string (indicating no password)"
		{"//joe:@h", "//joe:@h"},
		{"//:@h", "//:@h"},
		// no colon in the userinfo, or no userinfo
		{"//joe@h", "//joe@h"},
		{"//joe%3ab@h", "//joe%3ab@h"},
		{"//@h:80", "//@h:80"},
		{"//h:80/a:b@c", "//h:80/a:b@c"},
		{"//[::1]", "//[::1]"},
		{"mailto:joe:b@example.com", "mailto:joe:b@example.com"},
		{"", ""},
	}
	for _, test := range tests {
		got := MustParse(test.in).Redacted()
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
		checkSameButUserinfo(t, MustParse(test.in), got)
	}
}

func checkSameButUserinfo(t *testing.T, u URI, redacted string) {
	t.Helper()
	v, err := Parse(redacted)
	if err != nil {
		t.Errorf("%q: redacted %q is invalid: %v", u, redacted, err)
		return
	}
	_, hadUserinfo := u.Userinfo()
	userinfo, hasUserinfo := v.Userinfo()
	port, _ := u.Port()
	redactedPort, _ := v.Port()
	if hadUserinfo != hasUserinfo || port != redactedPort || v.Redacted() != redacted {
		t.Errorf("%q: redacted %q", u, redacted)
	}
	before, _ := u.Userinfo()
	if strings.Replace(recompose(v), userinfo+"@", before+"@", 1) != u.String() {
		t.Errorf("%q: redacted %q differs outside the userinfo", u, redacted)
	}
}

func TestLogValue(t *testing.T) {
	var b bytes.Buffer
	u := MustParse("http://joe:hunter2@example.com/")
	for _, handler := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
		slog.New(handler).Info("fetched", "uri", u, "pointer", &u, slog.Group("g", "uri", u))
	}
	if strings.Contains(b.String(), "hunter2") || strings.Count(b.String(), "http://joe:xxxxx@example.com/") != 6 {
		t.Errorf("logged:\n%s", &b)
	}
}
