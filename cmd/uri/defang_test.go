package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

func TestDefang(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte("http://a.example"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, stdin, stdout, stderr string
		status                      int
	}{
		{},
		{stdin: "a http://a.example\n\nx", stdout: "a hxxp://a[.]example\n\nx"},
		{args: "-undo", stdin: "a hxxp://a[.]example\r\n", stdout: "a http://a.example\r\n"},
		{args: file + " -quiet - ", stdin: " tcp://h\n", stdout: "hxxp://a[.]example tcp[:]//h\n"},
		{
			args:   "-where host!=a.com,*.b.com",
			stdin:  "http://a.com b.com/x x.b.com http://c.com?u=http://a.com j@a.com j@c.com http://a:x/.a",
			stdout: "http://a.com b[.]com/x x.b.com hxxp://c[.]com?u=http[:]//a[.]com j@a.com j[@]c[.]com hxxp://a:x/.a",
		},
		{
			args:   "-where host=a",
			stdin:  "mongodb://a:1,b:2/d mongodb://c:1,d:2/d mongodb://c,d:99999/",
			stdout: "mongodb[:]//a:1,b:2/d mongodb://c:1,d:2/d mongodb[:]//c,d:99999/",
		},
		{args: "-scheme ftp", stdin: "http://a.example ftp://a", stdout: "http://a.example fxp://a"},
		{args: "-undo -where host=a", stderr: "-undo excludes -where", status: engine.ExitTrouble},
		{args: "--except a.example " + file, stderr: "try:\nuri defang -where 'host!=VALUE,*.VALUE' FILE\n", status: engine.ExitTrouble},
		{args: "-undo " + file, stdout: "http://a.example"},
		{args: file + "none", stderr: "uri: defang: file 1: ", status: engine.ExitTrouble},
		{stdin: "\xff\xfeh\x00t\x00", stderr: "FILE | uri defang", status: engine.ExitTrouble},
		{args: "-undo=x", stderr: `run "uri help defang"`, status: engine.ExitTrouble},
	} {
		status, stdout, stderr := runWith(c.stdin, append([]string{"defang"}, strings.Fields(c.args)...)...)
		if status != c.status || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (stderr != "") != (c.stderr != "") {
			t.Errorf("uri defang %s: status %d, %.200q, %q", c.args, status, stdout, stderr)
		}
	}
}
