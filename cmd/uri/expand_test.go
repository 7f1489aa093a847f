package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

func TestExpand(t *testing.T) {
	for _, c := range kit.Cases[struct {
		args   string // separated by blanks, or by "|" if there is one
		stdin  string
		status int
		stdout string
		stderr string // a part of it
	}]("expand.txt", "TestExpand") {
		words := strings.Fields(c.args)
		if strings.Contains(c.args, "|") {
			words = strings.Split(c.args, "|")
		}
		status, stdout, stderr := runWith(c.stdin, append([]string{"expand"}, words...)...)
		if status != c.status || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (stderr != "") != (c.stderr != "") {
			t.Errorf("uri expand %s: status %d, %q, %q", c.args, status, stdout, stderr)
		}
	}
	file := filepath.Join(t.TempDir(), "values.json")
	if err := os.WriteFile(file, []byte(`{"x":"ü"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := runWith("", "expand", "-values", file, "/{x}"); status != 0 || stdout != "/%C3%BC\n" {
		t.Errorf("a file: status %d, %q, %q", status, stdout, stderr)
	}
}
