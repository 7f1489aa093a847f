package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestFlagsAfterReferences: flags mean the same before, between and after references.
func TestFlagsAfterReferences(t *testing.T) {
	for _, test := range []struct{ first, later string }{
		{"check -json a b", "check a b -json"},
		{"check -json a b", "check a --json b"},
		{"check -json=false a", "check a -json=false"},
		{"resolve -base http://h/a b", "resolve b -base http://h/a"},
		{"resolve -json -base http://h/a b c", "resolve b -base=http://h/a c -json"},
		{"to-uri -idna http://\u00e9/", "to-uri http://\u00e9/ -idna"},
		{"to-uri -idna -- lookup", "to-uri -idna=lookup -- lookup"},
		{"to-uri -idna -- -idna lookup", "to-uri -idna=lookup -- -idna lookup"},
		{"to-uri -idna=lookup lookup", "to-uri lookup -idna"},
		{"split -json -- -json a --", "split -json -- -json a --"},
		{"split -- a -json", "split a -- -json"},
		{"check -h", "check a -h"},
		{"check -h", "check a --help"},
	} {
		status, stdout, stderr := runWith("", strings.Fields(test.first)...)
		gotStatus, got, gotStderr := runWith("", strings.Fields(test.later)...)
		if status == engine.ExitTrouble || gotStatus != status || got != stdout || gotStderr != stderr {
			t.Errorf("%s: %d, %q, %q; %s: %d, %q, %q", test.first, status, stdout, stderr,
				test.later, gotStatus, got, gotStderr)
		}
	}
}

// TestAdvice: arguments that are probably mistakes are answered, and standard error suggests the probable intention.
func TestAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"big.txt", "hunter2", "-x"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("dir", 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.ToSlash(filepath.Join(t.TempDir(), "a"))
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const (
		file = " is the name of a file, but is read as a reference: " +
			"write < FILE to read the lines of the file; without this warning after --\n"
		flag = " looks like a flag, but there is no such flag: it is read as a reference; without this warning after --\n"
	)
	for _, test := range []struct {
		args   []string
		stderr string
	}{
		{[]string{"check", "a"}, ""},
		{[]string{"check", "."}, ""},
		{[]string{"check", "-"}, ""},
		{[]string{"check", "dir", "/", ""}, ""},
		{[]string{"check", "big.txt"}, "uri: check: argument 1" + file},
		{[]string{"check", "-json", "a", "hunter2", "big.txt"}, "uri: check: argument 2" + file},
		{[]string{"split", path}, "uri: split: argument 1" + file},
		{[]string{"check", "--", "big.txt", "-x"}, ""},
		{[]string{"check", "big.txt", "--", "-y"}, "uri: check: argument 1" + file},
		{[]string{"check", "a", "-hunter2"}, "uri: check: argument 2" + flag},
		{[]string{"check", "a", "-y", "-z"}, "uri: check: argument 2" + flag},
		{[]string{"check", "a", "--jsno=hunter2"}, "uri: check: argument 2" +
			strings.Replace(flag, "such flag", "such flag (did you mean -json?)", 1)},
		{[]string{"check", "a", "-x"}, "uri: check: argument 2" + flag + "uri: check: argument 2" + file},
	} {
		status, stdout, stderr := runWith("", test.args...)
		if status != engine.ExitValid || stderr != test.stderr {
			t.Errorf("%q: status %d, %q, want %q", test.args, status, stderr, test.stderr)
		}
		if strings.Contains(stdout, `"ok":false`) || strings.Contains(stdout, "invalid") {
			t.Errorf("%q: %s", test.args, stdout)
		}
	}
}

// TestNoCommand: references in the place of a command are split.
func TestNoCommand(t *testing.T) {
	for _, line := range []string{"http://h/a", "http://h/a -json", "//h ../g -web", "mailto:a", "a/b -- -c", "http://h/<",
		"http://h -h", "check:a", "http://h -base"} {
		args := strings.Fields(line)
		wantStatus, want, wantMessage := runWith("", append([]string{"split"}, args...)...)
		status, stdout, stderr := runWith("", args...)
		if status != wantStatus || stdout != want || stderr != wantMessage {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", line, status, stdout, stderr, wantStatus, want, wantMessage)
		}
	}
	for _, name := range commandNames() {
		if looksLikeRef(name) {
			t.Errorf("%s is a command", name)
		}
	}
}

// TestBaseAdvice: without -base, arguments without a tab are probably a base and a reference.
func TestBaseAdvice(t *testing.T) {
	const sentence = " has no tab between base and reference: did you mean -base?\n"
	for _, verb := range []string{"resolve", "relativize"} {
		for _, test := range []struct {
			args   []string
			stderr string
		}{
			{[]string{verb, "http://h/a", "b"}, "uri: " + verb + ": argument 1" + sentence},
			{[]string{verb, "http://h/a\thttp://h/b", "--", "b"}, "uri: " + verb + ": argument 2" + sentence},
			{[]string{verb, "http://h/a\thttp://h/b"}, ""},
			{[]string{verb, "http://h/b", "-base", "http://h/a"}, ""},
			{[]string{verb}, ""},
		} {
			_, _, stderr := runWith("", test.args...)
			if stderr = complaints.ReplaceAllString(stderr, ""); stderr != test.stderr {
				t.Errorf("%q: %q, want %q", test.args, stderr, test.stderr)
			}
		}
	}
}
