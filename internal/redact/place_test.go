package redact

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/simd"
)

// TestPlace compares place with placeByBytes for places at each position in and around a block, and at its end.
func TestPlace(t *testing.T) {
	for _, rules := range []*Rules{{}, {Keys: NewKeys([]string{"token"})}} {
		for _, kind := range []string{
			"http://u:S@h", "//joe:S@h", `\\u:S@h`, "?token=S&", "token =", "%3A%2F%2F", "token%3DS", "&#58;//u:S@h", "token&#x3D;S", `a\u003a//u`,
			`a\x3a//`, `a\072//u:S@h`, `a\:\/\/`, `a:\/\/u:S@h`, "sip:u:S@h", "root:S@tcp(h)/d", "jdbc:oracle:thin:u/S@h",
			`invalid port ":S" after host`, "nonnumeric port: 'S'", "string ('S')", `port: \"S\"`, "port: &#39;S&#39;", "port: &#34;S&#34;", "://", "///", "////",
		} {
			for at := range 131 {
				for _, after := range []string{"", " ", "/", strings.Repeat("-", simd.Block+1), strings.Repeat(" ", 3*simd.Block)} {
					text := strings.Repeat(" ", at) + kind + after
					got := places(text, rules, (*reader).place)
					if want := places(text, rules, (*reader).placeByBytes); !slices.Equal(got, want) {
						t.Fatalf("%q at %d, before %q: got places %v, want %v", kind, at, after, got, want)
					}
				}
			}
		}
	}
}

// places returns the places of text that find finds.
func places(text string, rules *Rules, find func(r *reader, n int) int) (list []int) {
	r := &reader{text: text, rules: rules}
	for n := find(r, 0); n < len(text); n = find(r, n+1) {
		list = append(list, n)
	}
	return list
}
