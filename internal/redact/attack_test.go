package redact_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/test/kit"
)

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// printable returns the printable characters of ASCII without a space and those of except.
func printable(except string) string {
	var set []byte
	for c := byte('!'); c <= '~'; c++ {
		if strings.IndexByte(except, c) < 0 {
			set = append(set, c)
		}
	}
	return string(set)
}

// alphabets are the characters of random passwords, each with the share of passwords that may be shown in the common
// contexts and in the others.
var alphabets = []struct {
	name, chars           string
	inCommon, inOtherText float64
}{
	{"letters and digits", letters + "0123456789", 0, 0},
	{"base64", letters + "0123456789+/", 0, 0},
	{"base64url", letters + "0123456789-_", 0, 0},
	{"userinfo", letters + "0123456789-._~!$&'()*+,;=:", 0, 0.02},
	{"printable without quotation marks", printable("\"'`<>"), 0.0001, 0.02},
	{"printable", printable(""), 0.01, 0.02},
}

// addresses are addresses with the password PW.
var addresses = []string{
	"https://app:PW@db.example/prod", "http://app:PW@db.example:8080/", "ws://app:PW@h.example/x", "wss://app:PW@h.example/",
	"postgres://app:PW@db.example:5432/prod", "mysql://root:PW@localhost/db", "redis://:PW@h:6379/0", "amqp://u:PW@mq",
	"mongodb+srv://u:PW@c.example/?w=1",
}

// A context writes an address into other text.
type context struct {
	name  string
	write func(address string) string
}

func quotedAs(old ...string) func(string) string { return strings.NewReplacer(old...).Replace }

var (
	jsonString = func(s string) string { b, _ := json.Marshal(s); return string(b) }
	cString    = quotedAs(`\`, `\\`, `"`, `\"`)
	xmlText    = quotedAs("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
)

var commonContexts = []context{
	{"plain", func(a string) string { return "dial " + a + ": timeout" }},
	{"JSON", func(a string) string { return `{"a":1,"url":` + jsonString(a) + `,"b":[` + jsonString(a) + `,"x@y"]}` }},
	{"YAML", func(a string) string { return "url: " + a + "\nmail: a@b\n" }},
	{"shell", func(a string) string { return "export URL='" + strings.ReplaceAll(a, "'", `'"'"'`) + "' MAIL=a@b\n" }},
	{"nginx", func(a string) string { return "proxy_pass " + a + ";\n" }},
}

var otherContexts = []context{
	{"CSV", func(a string) string { return `1,"` + strings.ReplaceAll(a, `"`, `""`) + `",x@y,2` }},
	{"XML", func(a string) string { return "<url>" + xmlText(a) + "</url><m>a@b</m>" }},
	{"HTML", func(a string) string { return `<a href="` + xmlText(a) + `" title="a@b"/>` }},
	{"properties", func(a string) string {
		return "db.url=" + quotedAs(`\`, `\\`, ":", `\:`, "=", `\=`, "#", `\#`, "!", `\!`)(a)
	}},
	{"systemd", func(a string) string { return `Environment="DB=` + cString(a) + `"` }},
	{"Docker", func(a string) string { return "docker run -e DB=" + a + " image@sha256:01" }},
	{"TOML", func(a string) string { return `url = "` + cString(a) + `" # a@b` }},
	{"Go", func(a string) string { return fmt.Sprintf("db, err := open(%q, \"a@b\")", a) }},
	{"error of Go", func(a string) string { return fmt.Sprintf("parse %q: net/url: invalid userinfo", a) }},
	{"Python", func(a string) string { return "open('" + quotedAs(`\`, `\\`, "'", `\'`)(a) + "', 'a@b')" }},
	{"JSON in JSON", func(a string) string { return jsonString(`{"url":` + jsonString(a) + "}") }},
	{"JSON in JSON in JSON", func(a string) string { return jsonString(jsonString(`{"url":` + jsonString(a) + "}")) }},
	{"logfmt in JSON", func(a string) string { return `{"log":` + jsonString("url="+jsonString(a)+" mail=a@b") + "}" }},
	{"PHP", func(a string) string { return `{"url":` + strings.ReplaceAll(jsonString(a), "/", `\/`) + `,"b":1}` }},
	{"logfmt", func(a string) string { return "level=info url=" + jsonString(a) + ` err="x y" mail=a@b` }},
	{"colours", func(a string) string { return "\x1b[31m" + a + "\x1b[0m a@b" }},
	{"SQL", func(a string) string { return "OPTIONS (url '" + strings.ReplaceAll(a, "'", "''") + "', mail 'a@b');" }},
	{"Markdown", func(a string) string { return "see <" + a + ">, or (" + a + ")" }},
}

// portStart matches a password that begins as a port, or a placeholder for one, with a delimiter.
var portStart = regexp.MustCompile(`^(\d+|%[dsv]|\$?\{[A-Za-z_.]*\}|\$?port|\$?PORT)([/?#]|\\[/?#nrt])`)

// userinfoEnd matches an "@" in a password, a full host, and a delimiter.
var userinfoEnd = regexp.MustCompile(`@([\w.~-]+\.[\w.~-]*(:\d+)?|[\w.~-]+:\d+)[/?#\\]`)

// isUnknowable reports whether a password in an address of the web begins as a port with a delimiter after it, or has
// the end of another userinfo in it.
func isUnknowable(address, password string) bool {
	if !strings.HasPrefix(address, "http") && !strings.HasPrefix(address, "ws") {
		return false
	}
	return portStart.MatchString(password) || userinfoEnd.MatchString(password)
}

// shows reports whether text has five characters of the password in a row.
func shows(text, password string) bool {
	for i := range len(password) - 4 {
		if strings.Contains(text, password[i:i+5]) {
			return true
		}
	}
	return false
}

// TestPasswords hides random passwords of 24 characters. It logs the share that is shown.
func TestPasswords(t *testing.T) {
	random := kit.Random(t)
	rules := redact.Rules{Keys: redact.NewKeys(redact.SecretKeys)}
	for _, a := range alphabets {
		for _, c := range []struct {
			name     string
			contexts []context
			limit    float64
		}{{"common", commonContexts, a.inCommon}, {"other", otherContexts, a.inOtherText}} {
			shown, all := 0, 0
			last := ""
			for i := range kit.Rounds(100, 300, 10_000) {
				password := make([]byte, 24)
				for j := range password {
					password[j] = a.chars[random.IntN(len(a.chars))]
				}
				address := strings.ReplaceAll(addresses[i%len(addresses)], "PW", string(password))
				if isUnknowable(address, string(password)) {
					continue
				}
				for _, context := range c.contexts {
					text := context.write(address)
					all++
					if out := hide(text, rules); shows(out, string(password)) {
						shown++
						last = fmt.Sprintf("%s: %q becomes %q", context.name, text, out)
					}
				}
			}
			t.Logf("%s, %s contexts: %d of %d passwords are shown", a.name, c.name, shown, all)
			if float64(shown) > c.limit*float64(all)+3*c.limit*1000 {
				t.Errorf("%s, %s contexts: %d of %d passwords are shown: %s", a.name, c.name, shown, all, last)
			}
		}
	}
}

// pieces are parts of text that the rules look at.
var pieces = append(strings.Fields("a:// http: https:// / // : : @ @ \" \" ' ' ` < > ( ) [ ] { } , ? # & ; = = | u p 80 [::1] é xxxxx . a://u:p@h "+
	`\ \\ \/ \u003a \u002f \u0040 \u0022 \n %3A %2F%2F %40 %22 %3F %26 %3D https%3A%2F%2F &#58; &quot; &amp; token password `+
	`?token= &token= [token]= :password= h:1,password= ?token=" ?token=' &token={ ,token= ;pwd= #token= token%3D {a } "}, "," </a> <a> `+
	`@tcp( @( @/ %40tcp( root:x@tcp(h)/d root:x@/d sip: sip:a:b@c jdbc:oracle:thin: jdbc:oracle:thin:a/b@c `+
	`ghp_012345678901 host= password= // git@ $PORT %d @sha256: x-oauth-basic h.example h:1/ https://h:80 postgres://u:p@h a@b '"'"' ""`),
	" ", " ", "\t", "\n", `invalid port "`, `invalid port ":8a" after host`, `:": invalid port ":" after host`, `parse "x://a:8a": invalid port ":8a" after host`, "，", "\x1b[1m", `\\'`, "%3B", "#/", "a@(h)/", `nonnumeric port: '`, `For input string: `,
	"getaddrinfo ENOTFOUND ", "no protocol: ", "Invalid URL '", "lookup ", ": no such host", "nonnumeric port: 'a'b'", ",abortConnect=")

func randomText(random *rand.Rand, n int) string {
	var text strings.Builder
	for range random.IntN(n) {
		text.WriteString(pieces[random.IntN(len(pieces))])
	}
	return text.String()
}

// allRules are Rules of all kinds.
var allRules = []redact.Rules{
	{Keys: redact.NewKeys(redact.SecretKeys)}, {}, {User: true}, {Keys: keysOfCases, Fragment: true}, {OriginOnly: true, Keys: keysOfCases},
}

// TestAgain: redacting the result changes nothing. Lines stay lines.
func TestAgain(t *testing.T) {
	random := kit.Random(t)
	for i := range kit.Rounds(5_000, 20_000, 1_000_000) {
		text, rules := randomText(random, 22), allRules[i%len(allRules)]
		got := hide(text, rules)
		if again := hide(got, rules); again != got {
			t.Fatalf("%+v: %q becomes %q, and again %q", rules, text, got, again)
		}
		if strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%+v: %q becomes %q: other lines", rules, text, got)
		}
		one := strings.ReplaceAll(text, "\n", "")
		out, _ := rules.AppendValue(nil, one)
		if again, _ := rules.AppendValue(nil, string(out)); !bytes.Equal(again, out) {
			t.Fatalf("%+v: the value %q becomes %q, and again %q", rules, one, out, again)
		}
	}
}

// randomValue returns a random value of JSON.
func randomValue(random *rand.Rand, depth int) any {
	switch n := random.IntN(10); {
	case n < 2 && depth > 0:
		object := map[string]any{}
		for range random.IntN(4) {
			object[randomText(random, 6)] = randomValue(random, depth-1)
		}
		return object
	case n < 4 && depth > 0:
		list := []any{}
		for range random.IntN(4) {
			list = append(list, randomValue(random, depth-1))
		}
		return list
	case n < 7:
		return []any{true, nil, -80}[n%3]
	}
	return randomText(random, 6)
}

// TestJSON: a document of JSON stays one.
func TestJSON(t *testing.T) {
	random := kit.Random(t)
	for i := range kit.Rounds(2_000, 10_000, 300_000) {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(random.IntN(2) == 0)
		if random.IntN(3) == 0 {
			encoder.SetIndent("", " ")
		}
		if err := encoder.Encode(randomValue(random, 4)); err != nil {
			t.Fatal(err)
		}
		document := text.String()
		if random.IntN(3) == 0 {
			document = strings.ReplaceAll(document, "/", `\/`)
		}
		rules := allRules[i%2]
		if got := hide(document, rules); !json.Valid([]byte(got)) {
			t.Fatalf("%+v: %s becomes %s", rules, document, got)
		}
	}
}

// TestLinear repeats texts that would take quadratic time if each address were read to the end of the text.
func TestLinear(t *testing.T) {
	for i, shape := range []hostile.Shape{
		{"", "http://", ""}, {"", "//", "@h"}, {"", "=//u:p@h.e", ""}, {"", ",//git@h:a", "@h"}, {"", "foo://u@h:1/", "@h"},
		{"", "http://u:p@h.e/", ""}, {"", ";pwd={a", ""}, {"", ";pwd='a", ""}, {"", "root:x@tcp(", ""}, {"", "sip:a", "@h"},
		{"", "u:@", ""}, {"http://u:", "x", ""}, {"", "http://u:p ", ""}, {"", "=//u:p", " x"}, {"", `t "`, ""}, {"", "?token=", ""},
		{"", "https%3A%2F%2Fu%3A", "@"}, {"", "a%3A%2F%2Fa://h", "<:@"}, {"", "token%3D", ""}, {"", `nonnumeric port: '"`, ""}, {"", "'\"", ""},
		{"", `http://u:'},`, "@"}, {"", "host=h password ='", ""}, {"", "jdbc:", "oracle:thin:a/b@c"}, {"", "@", ""}, {"", "http:/a:b", "@"},
		{"foo://u:", ";token=", "@h"}, {"foo://u:", "&token=a", "@h"}, {"", "foo://h:1;token=a,", "@"}, {"", "foo://a;token='", ":b@c"},
		{"", "?token='", ""}, {"", "?token={", ""}, {"", "https://h/?a#", ""}, {"", "//h/a?b=//", ""}, {"", "file://a:/", "@"},
		{"", "=//:a", "@h"}, {"", "=//u@h:1,", ""}, {"", `=\u002f\u002fa`, ""}, {"", `=\u002f\u002fa`, "%40"},
		{"", "sip:a:b@sha256:", ""}, {"", `sip:a:b\\u0040`, ""}, {"", "\"//sip:a:b@c`", ""},
		{"", "//u:p@h\n", ""}, {"http://u:p ", "x", "@h"}, {"", "'a:b@(h)/", ""}, {`base 10: '`, `@}"`, ""}, {"no protocol: ", "a@", ""}, {"?token=", "\x1b[m", ""},
		{"", ",a:a", "@(h)/"}, {`'password=''`, `\\''`, ""}, {"", "sip:a:b@/", ""}, {"", "oracle:thin:", "/b@c"}, {"", `sip:\`, ":b@c"}, {"a:b", "@/", "@tcp(h)/"},
		{"", `\u000atoken=`, "&a=1"}, {"", `\u000atoken="x"`, "&a=1"}, {"", `\u000atoken=`, ";a=1"}, {"", "'token=", ""}, {"", `\\"token=`, " "}, {"", "{pwd=", ",user=a"}, {"a:", `\u0001a:`, "@10.0.0.2:80"}, {"", "//@", ""}, {"", "a=b&", ""}, {"", "%40/", ""}, {"lookup a@h: no such host", " a@", "\n a@"},
	} {
		for _, j := range []int{0, 1 + i%(len(allRules)-1)} {
			hostile.CheckLinear(t, fmt.Sprintf("%q with allRules[%d]", shape, j), kit.Rounds(1<<14, 1<<15, 1<<16), func(n int) func() {
				text := shape[0] + strings.Repeat(shape[1], n/len(shape[1])) + shape[2]
				dst := make([]byte, 0, 4*n)
				return func() { allRules[j].Append(dst, text, 0, len(text)) }
			})
		}
	}
}

// TestLookBack repeats texts with places that would each read all of the word before it, up to LookBack bytes.
func TestLookBack(t *testing.T) {
	for _, piece := range []string{"//@", "@/", ":@/", "a@a(", "=a:b{@/", "%40/"} {
		hostile.CheckLinear(t, fmt.Sprintf("%q", piece), 2*redact.LookBack, func(n int) func() {
			word := strings.Repeat(piece, n/len(piece)) + "\n"
			return func() {
				for range 100 {
					allRules[0].Append(nil, word, 0, len(word))
				}
			}
		})
	}
}
