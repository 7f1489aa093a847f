package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestWebVerbs runs every verb with -web, and every kind of answer. The hrefs and the codes come from the examples in
// the URL Standard, sections 1.1 and 4.4 to 4.8.
func TestWebVerbs(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		// Section 1.1, validation errors that are failures.
		{[]string{"check", "https://exa%23mple.org", "foo://exa[mple.org", "https://1.2.3.4.5/", "https://test.42",
			"https://255.255.4000.1", "https://[::1", "https://#fragment", "https://example.org:70000",
			"https://example.org:7z"}, 1,
			"invalid\tdomain-to-ASCII\t8\thttps://exa%23mple.org\n" +
				"invalid\thost-invalid-code-point\t9\tfoo://exa[mple.org\n" +
				"invalid\tIPv4-too-many-parts\t8\thttps://1.2.3.4.5/\n" +
				"invalid\tIPv4-non-numeric-part\t8\thttps://test.42\n" +
				"invalid\tIPv4-out-of-range-part\t16\thttps://255.255.4000.1\n" +
				"invalid\tIPv6-unclosed\t8\thttps://[::1\n" +
				"invalid\thost-missing\t8\thttps://#fragment\n" +
				"invalid\tport-out-of-range\t20\thttps://example.org:70000\n" +
				"invalid\tport-invalid\t21\thttps://example.org:7z\n"},
		// Validation errors that are not failures.
		{[]string{"check", "https://example.org/>", "file:c:/my-secret-folder", "https://user@example.org"}, 0,
			"ok\t\t\thttps://example.org/>\tinvalid-URL-unit\n" +
				"ok\t\t\tfile:c:/my-secret-folder\tspecial-scheme-missing-following-solidus\n" +
				"ok\t\t\thttps://user@example.org\tinvalid-credentials\n"},
		{[]string{"check", "-json", `https://example.org\path\to\file`, "https://example.org/"}, 0,
			`{"input":"https://example.org\\path\\to\\file","ok":true,"errors":[` +
				`{"code":"invalid-reverse-solidus","offset":19,"end":20},` +
				`{"code":"invalid-reverse-solidus","offset":24,"end":25},` +
				`{"code":"invalid-reverse-solidus","offset":27,"end":28}]}` + "\n" +
				`{"input":"https://example.org/","ok":true,"errors":[]}` + "\n"},
		{[]string{"check", "-json", "https://#f"}, 1,
			`{"input":"https://#f","ok":false,"code":"host-missing","offset":8}` + "\n"},
		{[]string{"check", "-format", "{{range .errors}}{{.code}} {{.offset}}-{{.end}};{{end}}", "http://h/a b|"}, 0,
			"invalid-URL-unit 10-11;invalid-URL-unit 12-13;\n"},
		{[]string{"check", "-picture=always", "http://h/a|b", "x"}, 1,
			"ok       http://h/a|b\n                   ~\n" +
				"         invalid-URL-unit at byte 10: this should be percent-encoded or left out\n" +
				"invalid  x\n         ^ missing-scheme-non-relative-URL at byte 0\n" +
				"         hint: a reference without a scheme needs a base (uri resolve -web -base\n" +
				"         URL)\n2 references, 1 invalid\n"},

		// Section 4.4, the table of inputs.
		{[]string{"normalize", "https:example.org", "https://////example.com///", "https://example.com/././foo",
			"https://EXAMPLE.com/../x", `https:\\joe@EX.org:443\a`, "hello:world", `file:///C|/demo`, "file://loc%61lhost/",
			"https://user:password@example.org/", "https://example.org/foo bar", "https://0x7f.1/", "data:,a\"\\"}, 0,
			"ok\thttps://example.org/\nok\thttps://example.com///\nok\thttps://example.com/foo\n" +
				"ok\thttps://example.com/x\nok\thttps://joe@ex.org/a\nok\thello:world\nok\tfile:///C:/demo\nok\tfile:///\n" +
				"ok\thttps://user:password@example.org/\nok\thttps://example.org/foo%20bar\nok\thttps://127.0.0.1/\n" +
				"ok\tdata:,a\"\\\\\n"},
		{[]string{"normalize", "-json", "data:,\"\\\u2028", "http://ex ample.org/"}, 1,
			`{"input":"data:,\"\\\u2028","ok":true,"output":"data:,\"\\%E2%80%A8"}` + "\n" +
				`{"input":"http://ex ample.org/","ok":false,"code":"domain-to-ASCII","offset":7}` + "\n"},
		{[]string{"normalize", "-format", "{{.output}}", "HTTP:A"}, 0, "http://a/\n"},

		{[]string{"split", "http://u:p@h:8/p?q#f", "\\"}, 1,
			"ok\thttp://u:p@h:8/p?q#f\thttp://h:8\thttp:\tu\tp\th:8\th\t8\t/p\t?q\t#f\n" +
				"invalid\tmissing-scheme-non-relative-URL\t0\t\\\\\n"},
		{[]string{"split", "-json", "MAILTO:a@b?", "\xff"}, 1,
			`{"input":"MAILTO:a@b?","ok":true,"href":"mailto:a@b?","origin":"null","protocol":"mailto:","username":"",` +
				`"password":"","host":"","hostname":"","port":"","pathname":"a@b","search":"","hash":""}` + "\n" +
				`{"input":"\udcff","ok":false,"code":"missing-scheme-non-relative-URL","offset":0}` + "\n"},
		{[]string{"split", "-format", "{{.origin}} {{.hostname}}{{.pathname}}", "blob:https://x.y/a", "http:H"}, 0,
			"https://x.y https://x.y/a\nhttp://h h/\n"},

		// Section 4.4, the table of inputs with a base.
		{[]string{"resolve", "-base=https://example.com/demo/x", "//user@h", "..", "?q", "#f", `\a b`, "https:p", "a\tb"}, 0,
			"ok\thttps://user@h/\nok\thttps://example.com/\nok\thttps://example.com/demo/x?q\n" +
				"ok\thttps://example.com/demo/x#f\nok\thttps://example.com/a%20b\nok\thttps://example.com/demo/p\n" +
				"ok\thttps://example.com/demo/ab\n"},
		{[]string{"resolve", "-json", "HTTP:h\ta", "x\ta", "http:h\t//[", "a"}, 1,
			`{"base":"HTTP:h","ref":"a","ok":true,"target":"http://h/a"}` + "\n" +
				`{"input":"x\ta","ok":false,"code":"missing-scheme-non-relative-URL","offset":0}` + "\n" +
				`{"input":"http:h\t//[","ok":false,"code":"IPv6-unclosed","offset":9}` + "\n" +
				`{"input":"a","ok":false,"code":"no tab between base and reference","offset":1}` + "\n"},
		{[]string{"resolve", "-picture=always", "-base=http://h", "a\tb"}, 0,
			"   a\\tb\n   http://h/ab\n   \\___/  |\\_/\n     |    | pathname\n     |    host\n     protocol\n"},

		{[]string{"explain", "-json", " http:H:80"}, 0,
			`{"input":" http:H:80","ok":true,"href":"http://h/","changes":[` +
				`{"part":"leading spaces","offset":0,"end":1,"result":""},` +
				`{"part":"slashes","offset":6,"end":6,"result":"//"},` +
				`{"part":"hostname","offset":6,"end":7,"result":"h"},` +
				`{"part":"port","offset":7,"end":10,"result":""},` +
				`{"part":"pathname","offset":10,"end":10,"result":"/"}],"errors":[` +
				`{"code":"invalid-URL-unit","offset":0,"end":1},` +
				`{"code":"special-scheme-missing-following-solidus","offset":6,"end":6}]}` + "\n"},
		{[]string{"explain", "-json", "http:"}, 1, `{"input":"http:","ok":false,"code":"host-missing","offset":5,` +
			`"hint":"after this scheme comes a host","errors":[` +
			`{"code":"special-scheme-missing-following-solidus","offset":5,"end":5},` +
			`{"code":"host-missing","offset":5,"end":5}]}` + "\n"},
		{[]string{"explain", "-format", "{{.href}} {{len .changes}}", "HTTP://H"}, 0, "http://h/ 3\n"},
		{[]string{"explain", "-rows=1", "HTTP://H"}, 0, "ok  HTTP://H\n    0  HTTP:  protocol: becomes http:\n" +
			"              2 rows left out (-rows)\nhref  http://h/\n"},
	} {
		args := tabbed(append([]string{test.args[0], "-web"}, test.args[1:]...)...)
		status, stdout, stderr := runWith("", args...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || status != test.status {
			t.Errorf("%q: status %d, %s\n%s", args, status, diff, stderr)
		}
	}
}

// TestWebRejectsFlags: flags and verbs without a meaning for -web are errors.
func TestWebRejectsFlags(t *testing.T) {
	for args, want := range map[string]string{
		"relativize -web -base=a: a:b":           "this command always reads URIs",
		"to-uri -web a":                          "this command always reads IRIs",
		"to-iri -web a":                          "this command always reads URIs",
		"check -web -audit a:":                   "-audit does not work with -web",
		"normalize -web -steps=case a:":          "-steps does not work with -web",
		"resolve -web -nonstrict -base=a: b":     "-nonstrict does not work with -web",
		"resolve -web -encoded-dots -base=a: b":  "-encoded-dots does not work with -web",
		"resolve -web -base=http://u:pw@h:x/ b":  "-base: port-invalid at byte 14",
		"resolve -web -refuse-above-root -json ": "-refuse-above-root does not work with -web",
	} {
		status, stdout, stderr := runWith("a\n", strings.Fields(args)...)
		if status != engine.ExitTrouble || stdout != "" || !strings.Contains(stderr, want) || !isMessage(stderr) {
			t.Errorf("uri %s: status %d, %q", args, status, stderr)
		}
	}
}

// TestWebPasswords: pictures, tables and messages hide the passwords that only browsers find.
func TestWebPasswords(t *testing.T) {
	for _, in := range []string{
		"http:joe:hunter2@h/", "HTTPS:/joe:hunter2@h",
		"ht\ttp:\n/\r/joe:hunter2@h/|", " ws:///joe:hunter2@h", `http:\/joe:hunter2@h`,
		"http://joe:hunter2@h:x", "http:joe:hunter2", "ftp:\tjoe:hunter2@[", "foo://joe:hunter2@h/ ",
	} {
		for _, verb := range []string{"split", "check", "explain", "normalize", "resolve -base=x://joe:hunter2@h/"} {
			args := append(strings.Fields(verb), "-web", "-picture=always", in)
			if _, stdout, stderr := runWith("", args...); strings.Contains(stdout+stderr, "hunter2") || stdout == "" {
				t.Errorf("%q:\n%s%s", args, stdout, stderr)
			}
		}
		if _, stdout, stderr := runWith("", "explain", "-web", in); strings.Contains(stdout+stderr, "hunter2") {
			t.Errorf("explain %q:\n%s%s", in, stdout, stderr)
		}
		if _, stdout, stderr := runWith("", "split", "-web", "-format", "{{.port}}", in); strings.Contains(stdout+stderr, "hunter2") {
			t.Errorf("split %q:\n%s%s", in, stdout, stderr)
		}
	}
}

// TestWebMaxLine: a line that is too long is always invalid at its end.
func TestWebMaxLine(t *testing.T) {
	for _, verb := range []string{"split", "check", "explain", "normalize", "resolve -base=http://h"} {
		args := append(strings.Fields(verb), "-web", "-json", "-max-line=9")
		_, stdout, _ := runWith("http://h:abc@example.org\nhttp://h/\n", args...)
		first, second, _ := strings.Cut(stdout, "\n")
		if want := `{"input":"http://h:","ok":false,"code":"line 1 is longer than 9 bytes","offset":9`; !strings.HasPrefix(first, want) ||
			!strings.Contains(second, `"ok":true`) {
			t.Errorf("%q: %s", args, stdout)
		}
	}
}
