package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestNoScheme: -no-scheme reads the lines that uri.ParseSuffixRef reads, without the spaces around them, and refuses
// lines without a host. People ask to split the lines of proxy logs, SQL tables and address bars.
func TestNoScheme(t *testing.T) {
	for _, test := range kit.Cases[struct{ flags, line, want string }]("noscheme.txt", "TestNoScheme") {
		args := append([]string{"normalize", "-quiet", "-report=/dev/null", "-invalid=mark", "-field=output"},
			strings.Fields("-no-scheme"+strings.Replace(" "+test.flags, " =", "=", 1))...)
		if test.flags != "-web" {
			args = append(args, "-steps=")
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
		if got != "b.example?q\n" || status != engine.ExitValid || stderr != "" {
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

// TestLinesOfStdin: the line for a file of standard input is that for a file that is named.
func TestLinesOfStdin(t *testing.T) {
	if _, err := os.Stat(stdinFile); err != nil {
		t.Skip(err)
	}
	name := filepath.Join(t.TempDir(), "hosts")
	if err := os.WriteFile(name, []byte("example.com\nb\u00FCcher.example\nwww.example.org:8443\n10.0.0.1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range kit.Cases[struct{ typed, want string }]("noscheme.txt", "TestLinesOfStdin") {
		stdin, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		cmd := kit.Command(t, os.Args[0], strings.Fields(test.typed)...)
		cmd.Env, cmd.Stdin = append(os.Environ(), "URI_TEST_MAIN=1"), stdin
		var stderr strings.Builder
		cmd.Stderr = &stderr
		cmd.Run() // some have a status
		stdin.Close()
		if _, line, _ := strings.Cut(stderr.String(), "; try:\n"); (line == "") != (test.want == "") || !strings.HasSuffix(strings.TrimSpace(line), test.want) {
			t.Errorf("uri %s: %q, want %q", test.typed, stderr.String(), test.want)
		}
	}
}
