package httpuri_test

import (
	"errors"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

func TestRedirect(t *testing.T) {
	for _, tt := range kit.Cases[struct{ from, location, want string }]("redirect.txt", "TestRedirect") {
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
