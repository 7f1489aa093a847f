package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestWebVerbs runs every verb with -web, and every kind of answer. The hrefs and the codes come from the examples in
// the URL Standard, sections 1.1 and 4.4 to 4.8.
func TestWebVerbs(t *testing.T) {
	for _, test := range kit.Cases[struct {
		status int
		want   string
		args   []string
	}]("web.txt", "TestWebVerbs") {
		args := tabbed(append([]string{test.args[0], "-web"}, test.args[1:]...)...)
		status, stdout, stderr := runWith("", args...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || status != test.status {
			t.Errorf("%q: status %d, %s\n%s", args, status, diff, stderr)
		}
	}
}

// TestWebRejectsFlags: flags and verbs without a meaning for -web are errors.
func TestWebRejectsFlags(t *testing.T) {
	for args, want := range kit.Pairs[string, string]("web.txt", "TestWebRejectsFlags") {
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
