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

// TestKeyPlace: an "=" after each spelling of a key, as [uri.Redactor] documents it, is a place. An "=" after another key is
// none.
func TestKeyPlace(t *testing.T) {
	rules := &Rules{Keys: NewKeys([]string{"token", "password1", "*api_key", "dé"})}
	every := &Rules{Keys: NewKeys([]string{"token", "session*", "a[bc]"})}
	for _, c := range []struct {
		rules   *Rules
		text    string
		isPlace bool
	}{
		{rules, "?token=S", true},
		{rules, "?Tok-e_n=S", true},
		{rules, "?token_=S", true},
		{rules, "?password_1=S", true},
		{rules, "?x-api-k%65%79=S", true},
		{rules, "?u[token]=S", true},
		{rules, "?u%5Btoken%5D=S", true},
		{every, "?a[b_c]=S", true},
		{rules, "?d%C3%A9=S", true},
		{rules, "token = S", true},
		{rules, "?q=1", false},
		{rules, "?token%3D=1", false},
		{rules, "?id%5B%5D=1", false},
		{rules, "?token=", true},
		{rules, "==", false},
		{every, "?session-of-joe=S", true},
		{every, "?x=1", true},
	} {
		r := reader{text: c.text, rules: c.rules}
		if n := strings.LastIndexByte(c.text, '='); r.isPlace(n) != c.isPlace {
			t.Errorf("%q: isPlace(%d) is %t", c.text, n, !c.isPlace)
		}
	}
}
