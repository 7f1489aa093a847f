package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestNoScheme: -no-scheme reads the lines that uri.ParseSuffixRef reads, without the spaces around them, and refuses
// lines without a host. People ask to split the lines of proxy logs, SQL tables and address bars.
func TestNoScheme(t *testing.T) {
	for _, test := range kit.Cases[struct{ flags, line, want string }]("noscheme.txt", "TestNoScheme") {
		args := append([]string{"split", "-quiet", "-report=/dev/null", "-invalid=mark", "-field", "input"},
			strings.Fields("-no-scheme"+strings.Replace(" "+test.flags, " =", "=", 1))...)
		if test.flags == "-web" {
			args[len(args)-3] = "href"
		}
		if _, got, _ := runWith(test.line+"\n", args...); got != test.want+"\n" {
			t.Errorf("%s %q: %q, want %q", test.flags, test.line, got, test.want)
		}
	}
	if _, got, _ := runWith("", "split", "-no-scheme", "-field", "host", "a.example", "b.example/x"); got != "a.example\nb.example\n" {
		t.Errorf("two arguments: %q", got)
	}
	if _, got, _ := runWith("", "split", "-no-scheme", "-picture=always", "a.example", "b.example"); strings.Count(got, "http://") != 2 {
		t.Errorf("two pictures: %s", got)
	}
	for _, flag := range []string{"-web=false", "-iri", "-web"} {
		const stdin = "a.example\nb.example?q\n/é?q\n"
		status, got, stderr := runWith(stdin, "check", "-no-scheme", "-where", "param=q", flag, "-quiet", "-field", "input")
		if got != "http://b.example?q\n" || status != engine.ExitValid || stderr != "" {
			t.Errorf("-where %s: %d, %q, %q", flag, status, got, stderr)
		}
	}
}

// TestNoSchemeHint: the summary names the flag if half of the lines begin with a name that has a public suffix.
func TestNoSchemeHint(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, stdin, want string }]("noscheme.txt", "TestNoSchemeHint") {
		if _, _, stderr := runWith(test.stdin, strings.Fields(test.args)...); stderr != test.want {
			t.Errorf("%s < %q: %q, want %q", test.args, test.stdin, stderr, test.want)
		}
	}
}
