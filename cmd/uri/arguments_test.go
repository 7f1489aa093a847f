package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestFlagsAfterReferences: flags mean the same before, between and after references.
func TestFlagsAfterReferences(t *testing.T) {
	for _, test := range kit.Cases[struct{ first, later string }]("arguments.txt", "TestFlagsAfterReferences") {
		status, stdout, stderr := runWith("", strings.Fields(test.first)...)
		gotStatus, got, gotStderr := runWith("", strings.Fields(test.later)...)
		if status == engine.ExitTrouble || gotStatus != status || got != stdout || gotStderr != stderr {
			t.Errorf("%s: %d, %q, %q; %s: %d, %q, %q", test.first, status, stdout, stderr,
				test.later, gotStatus, got, gotStderr)
		}
	}
}

// TestInputsThatAreNone: an argument that is the name of a file or of a field, or has a "-", is an error with the line
// that is probably meant. After "--" it is an input, and so is a path with a base.
func TestInputsThatAreNone(t *testing.T) {
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
	for _, test := range kit.Cases[struct {
		stderr string
		args   []string
	}]("arguments.txt", "TestInputsThatAreNone") {
		for i, arg := range test.args {
			test.args[i] = strings.ReplaceAll(arg, "PATH", path)
		}
		status, _, stderr := runWith("", test.args...)
		if stderr != test.stderr || (status == engine.ExitTrouble) != strings.Contains(stderr, "try:") {
			t.Errorf("%q: status %d, %q, want %q", test.args, status, stderr, test.stderr)
		}
	}
	for _, args := range [][]string{{"check", "a", "-hunter2"}, {"check", "a", "-x"}, {"find", "--", "big.txt", "-y"}, {"find", "big.txt", "-y"}} {
		status, _, stderr := runWith("", args...)
		if status != engine.ExitTrouble || !isMessage(stderr) || strings.Contains(stderr, "hunter2") {
			t.Errorf("%q: status %d, %q", args, status, stderr)
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
