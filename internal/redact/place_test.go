package redact

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/simd"
)

// TestPlace compares search with a loop over the bytes, for places at each position in and around a block, and at its end.
func TestPlace(t *testing.T) {
	for _, rules := range []*Rules{{}, {Keys: NewKeys([]string{"token"})}} {
		for _, shape := range []string{
			"http://u:S@h", "//joe:S@h", `\\u:S@h`, "?token=S&", "token =", "%3A%2F%2F%40", "token%3DS", "&#58;//u:S&#64;h", "token&#x3D;S", `a\u003a//u`,
			`a\x3a//u\x40`, `a\100`, `a\@`, "sip:u:S@h", "root:S@tcp(h)/d", `token\=S`, "'@'", "@@@",
			`invalid port ":S" after host`, "nonnumeric port: 'S'", "string ('S')", `port: \"S\"`, "port: &#39;S&#39;", "port: &#34;S&#34;", "://", "///", "////",
		} {
			for at := range 131 {
				for _, after := range []string{"", " ", "/", strings.Repeat("-", simd.Block+1), strings.Repeat(" ", 3*simd.Block)} {
					text := strings.Repeat(" ", at) + shape + after
					r := newReader(text, 0, rules, false)
					for n, want := 0, 0; n < len(text); n, want = n+1, want+1 {
						for want < len(text) && !r.isMark(want) {
							want++
						}
						if n = r.search(n); n != want {
							t.Fatalf("%q: got the mark %d, want %d", text, n, want)
						}
					}
				}
			}
		}
	}
}

// TestKeyPlace: an "=" after each spelling of a key, as [uri.Redactor] documents it, is a place. An "=" after another key is
// not.
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
		{every, "?x=1", false},
	} {
		r := newReader(c.text, 0, c.rules, false)
		if n := strings.LastIndexByte(c.text, '='); r.isMark(n) != c.isPlace {
			t.Errorf("%q: an equal sign is a place: %t", c.text, !c.isPlace)
		}
	}
}

// TestManyKeys: an empty key matches nothing, "*_" neither, also after 64 keys.
func TestManyKeys(t *testing.T) {
	names := make([]string, 65)
	names[0], names[1], names[2] = "token", "*_", "_"
	rules := &Rules{Keys: NewKeys(names)}
	if got := string(rules.Append(nil, "?a_token=1&token=S", 0, 18)); got != "?a_token=1&token=xxxxx" {
		t.Errorf("got %q", got)
	}
}
