package redact_test

import (
	"testing"

	"github.com/urispan/uri/internal/redact"
)

func TestPassword(t *testing.T) {
	for _, c := range []struct{ userinfo, shown string }{
		{"", ""}, {"u", "u"}, {"u:", "u:"}, {":p", ":"}, {"u:p", "u:"}, {"u:p:q", "u:"},
		{"u%3Ap", ""}, {"u%3ap", ""}, {"u%3A", "u%3A"}, {"u%3Ap:q", "u%3Ap:"}, {"%3", "%3"},
	} {
		if got := c.userinfo[:redact.Password(c.userinfo)]; got != c.shown {
			t.Errorf("%q: %q is shown, want %q", c.userinfo, got, c.shown)
		}
	}
}

// TestQuery hides the values of the keys "token" and "a;b".
func TestQuery(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"", ""}, {"token", "token"}, {"token=", "token=|"}, {"token=a&b=c", "token=|a&b=c"}, {"x=1&token=a", "x=1&token=|a"},
		{"x;token=a", "x;token=|a"}, {"x=1;token=a", "x=1;token=|a"}, {"x=token=a", "x=token=a"}, {"a;b=c", "a;b=|c"},
		{"%74OKEN=a", "%74OKEN=|a"}, {"token[]=a", "token[]=a"},
	} {
		q := redact.Query{Keys: []string{"token", "a;b"}}
		got := c.query
		for n, r := range c.query {
			if q.Step(r, n+1) {
				if q.Hides(c.query[q.Key:n]) {
					got = c.query[:n+1] + "|" + c.query[n+1:]
				}
				q.Key = -1
			}
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.query, got, c.want)
		}
	}
}
