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

var redactCases = []struct{ text, want string }{
	{"", ""},
	{"postgres://admin:s3cr#t@db", "postgres://admin:xxxxx@db"},
	{`https://u:p"q@h/`, "https://u:xxxxx@h/"},
	{"https://u:p/w@h/", "https://u:xxxxx@h/"},
	{"https://u:SECRET w@h/", "https://u:xxxxx@h/"},
	{"amqp://u:p@h,amqp://v:q@g", "amqp://u:xxxxx@h,amqp://v:xxxxx@g"},
	{"https://u:1234/w@h/", "https://u:1234/w@h/"}, // a host and a port
	{"https://medium.com/@u", "https://medium.com/@u"},
	{"https://unpkg.com/react@18/", "https://unpkg.com/react@18/"},
	{"https://h/?mail=a@b", "https://h/?mail=a@b"},
	{`{"url":"https://h/x","mail":"a@b"}`, `{"url":"https://h/x","mail":"a@b"}`},
	{`{"url":"https://h:80","mail":"a@b"}`, `{"url":"https://h:80","mail":"a@b"}`},
	{"mongodb://h1:1,h2:2/", "mongodb://h1:1,h2:2/"},
	{"mongodb://h1:1,h2:2/?m=a@b", "mongodb://h1:1,h2:2/?m=a@b"},
	{"mongodb://u:p@h1:1,h2:2/", "mongodb://u:xxxxx@h1:1,h2:2/"},
	{"https%3A%2F%2Fu%3Ap%40h", "https%3A%2F%2Fu%3Axxxxx%40h"},
	{`https:\/\/u:p@h\/`, `https:\/\/u:xxxxx@h\/`},
	{`https\u003a\u002F\/u\u003Ap\u0040h`, `https\u003a\u002F\/u\u003Axxxxx\u0040h`},
	{`https:\\u:p@h`, `https:\\u:xxxxx@h`},
	{`https:\\/\\/u:p@h\\/`, `https:\\/\\/u:xxxxx@h\\/`},
	{"https://u%3Ap@h/", "https://xxxxx@h/"},
	{"https://u%3Ap%40h/", "https://u%3Axxxxx%40h/"},
	{`https://u%253A:p\w%40h/`, `https://u%253A:xxxxx%40h/`},
	{"https://u:@h/", "https://u:@h/"},
	{"https://user@h/", "https://user@h/"},
	{"https://h/?next=https://u:p@g/", "https://h/?next=https://u:xxxxx@g/"},
	{"https://h/?next=https%3A%2F%2Fu%3Ap%40g%2F", "https://h/?next=https%3A%2F%2Fu%3Axxxxx%40g%2F"},
	{"jdbc:postgresql://u:p@h/", "jdbc:postgresql://u:xxxxx@h/"},
	{"http:/u:p@h/", "http:/u:xxxxx@h/"},
	{"http:///u:p@h/", "http:///u:xxxxx@h/"},
	{"file:///home/a:b@c", "file:///home/a:b@c"},
	{"Contact: <sips:user:p@127.0.0.1>;expires=60", "Contact: <sips:user:xxxxx@127.0.0.1>;expires=60"}, // https://github.com/ByteHeathen/libsip/issues/27
	{`"sip:u:p@h;transport=tcp", SIP:+1(212)5:p@[::1]:5060`, `"sip:u:xxxxx@h;transport=tcp", SIP:+1(212)5:xxxxx@[::1]:5060`},
	{"sip:u@h:5060 sip:h:5060", "sip:u@h:5060 sip:h:5060"},
	{"redis://:123#w@h", "redis://:xxxxx@h"},
	{"https://u:70000/w@h/", "https://u:xxxxx@h/"},
	{`Get "https://h:80": dial h:80`, `Get "https://h:80": dial h:80`},
	{"(https://h:80), 'https://h:81', `https://[::1]:82`; [https://[::1]]: a@b", "(https://h:80), 'https://h:81', `https://[::1]:82`; [https://[::1]]: a@b"},
	{"https://u:p@h\nhttps://u:p@h\x00\xff", "https://u:xxxxx@h\nhttps://u:xxxxx@h\x00\xff"},
	{"https://münchen.de/@a", "https://münchen.de/@a"},
	{"ftp://%2Fa%2F:p@h/", "ftp://%2Fa%2F:xxxxx@h/"},
	{"12:30:00 a://b ::// %3A %3A%2F \\u003", "12:30:00 a://b ::// %3A %3A%2F \\u003"},

	{"https://u%3Ap:q@h/", "https://xxxxx@h/"},
	{"https://u%3Ap:q|@h/", "https://xxxxx@h/"},
	{"https://u@h:p/q@g/", "https://u@h:xxxxx@g/"},
	{"https://u@h:80/|", "https://u@h:80/|"},
	{"https://u:p%2Fq%40h/", "https://u:xxxxx%40h/"},
	{`https://u:p@h/,https://v:q"r@g/`, `https://u:xxxxx@h/,https://v:xxxxx@g/`},
	{`http://:80/,https://v:q"r@g/`, `http://:80/,https://v:xxxxx@g/`},
	{`https://https%3A%2F%2Fh/`, `https://https%3A%2F%2Fh/`}, // two hosts
	{`https://https%3A%2F%2Fu%3Ap/|@h`, `https://xxxxx@h`},   // an authority with an address in it
	{"https://h/?a=https%3A%2F%2Fu:p@h%22", "https://h/?a=https%3A%2F%2Fu:xxxxx@h%22"},
}

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
	for _, c := range []struct{ text, want string }{
		{"https://h/?a=1&token=S#f", "https://h/?a=1&token=xxxxx#f"},
		{`"https://h/é|?a=1\u0026token=S"`, `"https://h/é|?a=1\u0026token=xxxxx"`},
		{"https%3A%2F%2Fh%2F%3Ftoken%3DS%26b", "https%3A%2F%2Fh%2F%3Ftoken%3Dxxxxx%26b"},
		{"https://h/?x=https://g/?token=S&y;b=S", "https://h/?x=https://g/?token=xxxxx&y;b=xxxxx"},
		{"https://u:p#?a=b@h&token=S", "https://u:xxxxx@h&token=xxxxx"},
		{"https://h/?token=a://&token=b", "https://h/?token=xxxxx&token=xxxxx"},
		{"https://h/&token=a#token=b", "https://h/&token=xxxxx#token=xxxxx"},

		// The query of an address goes on after an address in it.
		{"https://h/?next=https://g&token=S", "https://h/?next=https://g&token=xxxxx"},
		{"https://h/?next=https://g;token=S#f", "https://h/?next=https://g;token=xxxxx#f"},
		{"https://h/?next=https://u:p@g/&token=S", "https://h/?next=https://u:xxxxx@g/&token=xxxxx"},
		{"https://h/?next=https%3A%2F%2Fg&token=S", "https://h/?next=https%3A%2F%2Fg&token=xxxxx"},
		{"https://h/?next=https%3A%2F%2Fg%2F%3Ftoken%3DS%26a&token=S", "https://h/?next=https%3A%2F%2Fg%2F%3Ftoken%3Dxxxxx%26a&token=xxxxx"},
		{`https:\/\/h\/?next=https:\/\/g&token=S`, `https:\/\/h\/?next=https:\/\/g&token=xxxxx`},
		{"https://u:p?q@h/?token=S", "https://u:xxxxx@h/?token=xxxxx"},
	} {
		if got := redacted(c.text, r); got != c.want {
			t.Errorf("AppendRedacted(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	r = uri.Redactor{QueryKeys: []string{"token"}, Fragment: true, OriginOnly: true}
	for _, c := range []struct{ text, want string }{
		{"https://u:p@h/a?token=S#f", "https://xxxxx@h/xxxxx?xxxxx#xxxxx"},
		{`"https://h/","https:\/\/h\/a"`, `"https://h/","https:\/\/h\/xxxxx"`},
		{"https://h/?next=https://u:p@g/#a b", "https://h/?xxxxx#xxxxx b"},
		{"https%3A%2F%2Fh%2Fa%3Ftoken%3DS%23f", "https%3A%2F%2Fh%2Fxxxxx%3Fxxxxx%23xxxxx"},
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
	for range kit.Rounds(5000, 10000, 3000000) {
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
var plants = []struct{ text, reason string }{
	{"postgres://admin:SECRET@db/x", "the plain form"},
	{"https://u:a#SECRET@h/", "a # that is not encoded"},
	{"https://u:a/SECRET@h/", "a / that is not encoded"},
	{"https://u:a?SECRET@h/", "a ? that is not encoded"},
	{`https://u:a\SECRET@h/`, "a backslash"},
	{`https://u:a"SECRET@h/`, "a quotation mark"},
	{"https://u:a<SECRET@h/", "a bracket"},
	{"https://u:SECRET w@h/", "a space after the start of the password"},
	{"https://u:a@SECRET@h/", "a second @"},
	{"https://u:a%SECRET@h/", "a percent sign that is not encoded"},
	{"redis://:SECRET@h:6379/0", "no user name"},
	{"https://u%3ASECRET@h/", "an encoded userinfo"},
	{"https%3A%2F%2Fu%3ASECRET%40h%2F", "an address in a query"},
	{`"https:\/\/u:SECRET@h\/"`, "JSON by PHP"},
	{`https\u003a\u002f\u002fu\u003aSECRET\u0040h`, "JSON with escapes"},
	{`https:\\u:SECRET@h\`, "backslashes instead of slashes"},
	{"jdbc:mysql://u:SECRET@h:3306/db", "a nested URI"},
	{"mongodb://u:SECRET@h1:1,h2:2/db", "a list of hosts"},
	{"amqp://u:p@h,amqp://v:SECRET@g", "a list of addresses"},
	{"https://h/x?a=1&token=SECRET", "a query"},
	{`https://h/x?a=1\u0026token=SECRET`, "a query in JSON by Go"},
	{"https%3A%2F%2Fh%2F%3Ftoken%3DSECRET", "a query in a query"},
}

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
	for range kit.Rounds(3000, 10000, 1000000) {
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
	}{{"plain", plain}, {"secrets", bytes.ReplaceAll(plain, []byte("https://"), []byte("https://user:password@"))}} {
		b.Run("log="+c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			dst := make([]byte, 0, 2*len(c.text))
			for b.Loop() {
				find.AppendRedacted(dst, c.text, uri.Redactor{})
			}
		})
	}
}
