package links_test

import (
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg/links"
)

func TestRefreshField(t *testing.T) {
	const none = "none"
	for _, tt := range kit.Cases[struct{ value, want string }]("refresh.txt", "TestRefreshField") {
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
