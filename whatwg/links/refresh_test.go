package links_test

import (
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/whatwg/links"
)

func TestRefreshField(t *testing.T) {
	const none = "none"
	for _, tt := range []struct{ value, want string }{
		// HTML Standard, "shared declarative refresh steps", by its steps.
		{"", none}, {"  ", none}, {"x", none}, {"-1;url=a", none}, {"url=a", none}, // 4: no digits
		{"5", none}, {"0.1", none}, {"0.1.2", none}, {" 5 ", none}, // 7 and 9: the page itself
		{"5x", none}, {"5/a", none}, {"0url=a", none}, // 8: neither ";" nor "," nor white space
		{"0;", none}, {"0; ", none}, {"0,\t", none},
		{"0; url=/x", "/x"}, {"0;URL=/x", "/x"}, {"3, uRl \n= /x", "/x"}, {"3 url=/x", "/x"}, {".5;url=/x", "/x"}, {".;url=/x", "/x"},
		{"0;/x", "/x"}, {"0 /x", "/x"}, {"0;;/x", ";/x"}, {"0; u=/x", "u=/x"}, {"0; urx", "urx"}, {"0; url", "url"}, {"0; url /x", "url /x"},
		{"0;url='/x'y", "/x"}, {"0;url=\"/x", "/x"}, {"0;'/x'", "/x"}, {"0;url='/x\"", "/x\""},
		{"0;url=", ""}, {"0;url=''", ""}, {"0; url=/a b ", "/a b "}, {"0;url=//h/a;b=1,2#c", "//h/a;b=1,2#c"},
		// HTML Standard, section 7.4.4: the value of the field is isomorphic decoded.
		{"0;url=/caf\xe9", "/café"}, {"0;url=/café", "/cafÃ©"},
	} {
		want, ok := tt.want, tt.want != none
		if !ok {
			want = ""
		}
		if got, gotOK := links.Refresh(tt.value); got != want || gotOK != ok {
			t.Errorf("%q: %q %t, want %q %t", tt.value, got, gotOK, want, ok)
		}
		if strings.ContainsFunc(tt.value, func(c rune) bool { return c >= utf8.RuneSelf }) {
			continue
		}
		found := none // by a meta element
		var s links.Scanner
		s.Reset([]byte("<meta http-equiv=refresh content=\"" + html.EscapeString(tt.value) + "\">"))
		for l := range s.All() {
			found = string(l.URL)
		}
		if found != tt.want {
			t.Errorf("%q: the meta element has %q, want %q", tt.value, found, tt.want)
		}
	}
}
