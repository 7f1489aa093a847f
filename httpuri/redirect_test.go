package httpuri_test

import (
	"errors"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

func TestRedirect(t *testing.T) {
	for _, tt := range []struct{ from, location, want string }{
		// The examples of RFC 9110, section 10.2.2.
		{"http://www.example.org/~tim", "/People.html#tim", "http://www.example.org/People.html#tim"},
		{"http://www.example.org/index.html#larry", "http://www.example.net/index.html",
			"http://www.example.net/index.html#larry"},

		{"http://a/b/c?d", "../e", "http://a/e"},
		{"http://a/b#f", "c", "http://a/c#f"},
		{"http://a/b#f", "c#", "http://a/c#"}, // a fragment, if an empty one
		{"http://a/b#", "c", "http://a/c#"},   // and so it is inherited
		{"http://a/b?q#f", "", "http://a/b?q#f"},
		{"http://a/b#f", "//c?q", "http://c?q#f"},
		{"http://a/b#f", "urn:c", "urn:c#f"},
		{"http://a/b", "http:///c", "http:///c"}, // for Check to refuse
	} {
		got, err := httpuri.Redirect(uri.MustParse(tt.from), tt.location)
		if want := uri.MustParse(tt.want); got != want || err != nil {
			t.Errorf("%s, Location: %s: %q, %v, want %s", tt.from, tt.location, got, err, tt.want)
		}
	}
	for _, tt := range []struct {
		from, location string
		offset         int
		reason         uri.Reason
	}{
		{"http://a/", "/caf\xc3\xa9", 4, uri.ReasonIllegalByte},
		{"http://a/", "http://b c/", 8, uri.ReasonIllegalByte},
		{"http://a/", "\r\nX: y", 0, uri.ReasonIllegalByte},
		{"//a/#f", "b", 0, uri.ReasonNoScheme},
	} {
		got, err := httpuri.Redirect(uri.MustParse(tt.from), tt.location)
		e := (*uri.Error)(nil)
		if !errors.As(err, &e) || e.Offset != tt.offset || e.Reason != tt.reason || got != (uri.URI{}) {
			t.Errorf("%s, Location: %q: %q, %v", tt.from, tt.location, got, err)
		}
	}
}
