package redact

import (
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// rulesOf returns s, after "before ", as appendLine writes it.
func rulesOf(r *Rules, s string) string {
	return string(newReader(s, 0, r, true).appendLine([]byte("before "), 0, len(s)))
}

// TestSimple compares appendSimple with the rules, for random addresses that it accepts. A reference stays one.
func TestSimple(t *testing.T) {
	random := kit.Random(t)
	pieces := append(strings.Fields(`/ // : , + - . ~ a @me /@ @h v=1 /v=1 /token=S b1 token Token api_key user[token] password X-Amz-Signature http:// https://h
		%3A%2F%2F %2f %74oken tok%65n %5B%5D [] [0] %20 %C3%A9 %2C _authToken= ghp_0123456789 =glpat-01234567 =npm_1 jdbc: h:6379, user= host=u
		?q=v=1 &a=b== == %40 joe%40h.example @ /v=1/ =//ghp_0123456789@h //ghp_0123456789@h =ghp_0123456789@h :8080 :80/ :70000/ ws:// HTTP:// u:S@h.example /scott/S@h:1521/S http://localhost`), "&", "?", "=", "=", "=", "&", "?",
		"%3D", "%26", ";", "#", "\\", "'", "\"", "{", "}", " ", "é", "<", "%22", "xxxxx", strings.Repeat("k", 63))
	rules := []Rules{{}, {Keys: NewKeys([]string{"token", "api_key"})}, {Keys: NewKeys(SecretKeys), User: true}, {Keys: NewKeys([]string{"t*", "*key"})}}
	accepted, hidden := 0, 0
	for range kit.Rounds(20_000, 100_000, 3_000_000) {
		var b strings.Builder
		b.WriteString([]string{"http://h", "https://shop.example:8080/cart/", "http://h/", "/", "", "x:"}[random.IntN(6)])
		n := len(pieces)
		if random.IntN(4) > 0 {
			n -= 15 // without those that are never simple
		}
		for range random.IntN(9) {
			b.WriteString(pieces[random.IntN(n)])
		}
		if random.IntN(3) == 0 {
			b.WriteString([]string{"?", "&"}[random.IntN(2)] + []string{"token", "tok%65n", "a[token]", "password", "x"}[random.IntN(5)] + "=S")
		}
		s := b.String()
		r := &rules[random.IntN(len(rules))]
		out, ok := r.appendSimple([]byte("before "), s)
		if !ok {
			if string(out) != "before " {
				t.Fatalf("%q is declined with %q", s, out)
			}
			continue
		}
		accepted++
		if want := rulesOf(r, s); string(out) != want {
			t.Fatalf("%q: %q, want %q", s, out, want)
		}
		var x fsm.Ranges
		if _, ok := fsm.Scan(s, &x); ok {
			if n, ok := fsm.Scan(out[len("before "):], &x); !ok {
				t.Fatalf("the reference %q becomes %q, which is invalid at %d", s, out[len("before "):], n)
			}
		}
		if strings.Contains(string(out), Hidden) {
			hidden++
		}
	}
	if accepted < 1000 || hidden < 100 {
		t.Errorf("%d texts are accepted, and %d of them have secrets", accepted, hidden)
	}
	long := "http://h/?" + strings.Repeat("k", longestKey+1) + "=ghp_0123456789"
	if _, ok := rules[2].appendSimple(nil, long); ok {
		t.Errorf("the fast path takes the long key in %q", long)
	}
	if _, ok := (&Rules{Fragment: true}).appendSimple(nil, "http://h/"); ok {
		t.Error("rules for fragments take the fast path")
	}
}
