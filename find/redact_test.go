package find_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/test/kit"
)

var redactCases = kit.Cases[struct{ text, want string }]("redact.txt", "redactCases")

func redacted(text string, r uri.Redactor) string {
	return string(find.AppendRedacted(nil, []byte(text), r))
}

func TestAppendRedacted(t *testing.T) {
	for _, c := range redactCases {
		for _, around := range [][2]string{{"", ""}, {"x ", " y"}, {"a:", "\n"}} {
			text, want := around[0]+c.text+around[1], around[0]+c.want+around[1]
			if got := redacted(text, uri.Redactor{}); got != want {
				t.Errorf("AppendRedacted(%q) = %q, want %q", text, got, want)
			}
		}
	}
	r := uri.Redactor{QueryKeys: []string{"token", "b"}}
	for _, c := range kit.Cases[struct{ text, want string }]("redact.txt", "TestAppendRedacted") {
		if got := redacted(c.text, r); got != c.want {
			t.Errorf("AppendRedacted(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	r = uri.Redactor{QueryKeys: []string{"token"}, Fragment: true, OriginOnly: true}
	for _, c := range []struct{ text, want string }{
		{"https://u:p@h/a?token=S#f", "https://xxxxx@h/xxxxx"},
		{`"https://h/","https:\/\/h\/a"`, `"https://h/","https:\/\/h\/xxxxx"`},
		{"https://h/?next=https://u:p@g/#a b", "https://h/xxxxx b"},
		{"https%3A%2F%2Fh%2Fa%3Ftoken%3DS%23f", "https%3A%2F%2Fh%2Fxxxxx"},
	} {
		if got := redacted(c.text, r); got != c.want {
			t.Errorf("AppendRedacted(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// TestRedactsAsRedactor compares AppendRedacted with the Redactor for texts that are a URI with an authority.
func TestRedactsAsRedactor(t *testing.T) {
	random := kit.Random(t)
	pieces := []string{"a", "u", ":", ":", "@", "/", "?", "#", "&", ";", "=", "token", "Tok%65n", ".", "80", "[::1]"}
	redactors := []uri.Redactor{{}, {User: true}, {QueryKeys: []string{"token"}}, {Fragment: true}, {OriginOnly: true}}
	for range kit.Rounds(5000, 10000, 1000000) {
		text := "x://"
		for range random.IntN(12) {
			text += pieces[random.IntN(len(pieces))]
		}
		u, err := uri.Parse(text)
		authority, ok := u.Authority()
		if userinfo, has := u.Userinfo(); err != nil || !ok || strings.Contains(text[4:], "://") || !has && strings.Contains(authority, "@") ||
			strings.Contains(userinfo, "%") || strings.HasPrefix(authority, ":") || strings.Contains(text, "=//:") {
			continue // in text, "//:" is a label of Bazel
		}
		for _, r := range redactors {
			// In text, "&#80;" is the letter P in HTML, and its "#" begins no fragment. An address after "=" may end
			// after the "#" of the one around it, and then its secret and the fragment are hidden as one.
			if r.QueryKeys != nil && (strings.Contains(text, "=token=") || strings.Contains(text, "=Tok%65n=")) {
				continue // in text, a key may follow the "=" of another one, as in body=token=S&a=1
			}
			if (r.Fragment || r.OriginOnly) && (strings.Contains(text, "&#80") || strings.Contains(text, "=//")) {
				continue
			}
			if got, want := redacted(text, r), r.Redacted(u); got != want && want != "x:xxxxx" { // see URI.Redacted
				t.Fatalf("AppendRedacted(%q, %+v) = %q, want %q", text, r, got, want)
			}
		}
	}
}

// TestRedactAgain: to redact the result does not change it, whatever the text is.
func TestRedactAgain(t *testing.T) {
	random := kit.Random(t)
	pieces := strings.Fields(`a:// http: / / : : @ @ " " < > ? ? # # & & ; = = token Token | u p 80 , [::1] é xxxxx . a://u:p@h
		https%3A%2F%2F %3A %2F %40 %22 %3F %23 %26 %3D %25 token%3D %253A % \ \\ \/ \u003a \u002f \u0040 \u0022 \u0026 \u003d \n`)
	for range kit.Rounds(5000, 10000, 1000000) {
		var w strings.Builder
		for range 2 + random.IntN(14) {
			w.WriteString(pieces[random.IntN(len(pieces))])
		}
		flags := random.IntN(16)
		r := uri.Redactor{User: flags&1 > 0, Fragment: flags&2 > 0, OriginOnly: flags&12 == 12}
		if flags&4 > 0 {
			r.QueryKeys = []string{"token"}
		}
		got := redacted(w.String(), r)
		if again := redacted(got, r); again != got {
			t.Fatalf("AppendRedacted(%q, %+v) =\n%q, and again\n%q", &w, r, got, again)
		}
	}
}

// TestAppendRedactedAllocs: a redaction does not allocate.
func TestAppendRedactedAllocs(t *testing.T) {
	dst := make([]byte, 0, 256)
	for _, c := range redactCases {
		text := []byte(c.text)
		for _, r := range []uri.Redactor{{}, {QueryKeys: []string{"token"}}, {OriginOnly: true}} {
			if n := testing.AllocsPerRun(10, func() { find.AppendRedacted(dst, text, r) }); n > 0 && !strings.Contains(c.text, "https%3A%2F%2Fu%3Ap/|") { // read three times
				t.Errorf("AppendRedacted(%q, %+v) makes %v allocations", text, r, n)
			}
		}
	}
}

// plants are shapes of a secret in a text, with the reason of each. SECRET is the secret.
var plants = kit.Cases[struct{ text, reason string }]("redact.txt", "plants")

var neighbours = []string{
	" ", "\n", "\t", "a", "https://h/", "https://h:80/ ", "\"", "'", "(", ")", ",", "a@b ", "{\"url\":\"", "\"}", "<a href=\"", "\">", "é", "\xff", "\x00",
	"12:30:00 ", "?next=", "&", "#", "\\", "%3A", "https%3A%2F%2Fg ", "x://", "://", "u:p@h ", "@ ", "https://v:q@g/ ", "\\u0026", "\r\n", ";", "token=",
}

var planted = uri.Redactor{QueryKeys: []string{"token"}}

const secret = "SECRET"

// plantedText returns planted secrets with random neighbours.
func plantedText(random *rand.Rand) string {
	var w strings.Builder
	for range 1 + random.IntN(3) {
		for range random.IntN(4) {
			w.WriteString(neighbours[random.IntN(len(neighbours))])
		}
		w.WriteString(" " + plants[random.IntN(len(plants))].text)
		if random.IntN(2) == 0 {
			w.WriteString(neighbours[random.IntN(len(neighbours))])
		}
	}
	return w.String()
}

func TestPlantedSecrets(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(3000, 10000, 250000) {
		text := plantedText(random)
		got := redacted(text, planted)
		if strings.Contains(got, secret) {
			t.Fatalf("AppendRedacted(%q) = %q", text, got)
		}
		if again := redacted(got, planted); again != got {
			t.Fatalf("AppendRedacted(%q) = %q, and again %q", text, got, again)
		}
		if strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Fatalf("AppendRedacted(%q) = %q: other lines", text, got)
		}
	}
}

// BenchmarkRedact redacts web logs without secrets, and with one in each line.
func BenchmarkRedact(b *testing.B) {
	plain := corpus(corpora[1].write)
	for _, c := range []struct {
		name string
		text []byte
		keys []string
	}{
		{"plain", plain, nil}, {"plain-keys", plain, uri.SecretKeys()},
		{"secrets", bytes.ReplaceAll(plain, []byte("https://"), []byte("https://user:password@")), nil},
		{"secrets-keys", bytes.ReplaceAll(plain, []byte("?id="), []byte("?token=")), uri.SecretKeys()},
	} {
		b.Run("log="+c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			dst := make([]byte, 0, 2*len(c.text))
			for b.Loop() {
				find.AppendRedacted(dst, c.text, uri.Redactor{QueryKeys: c.keys})
			}
		})
	}
}
