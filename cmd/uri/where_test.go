package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestWhere tests the addresses that each condition chooses. They have numbers from 1 on.
func TestWhere(t *testing.T) {
	lines := kit.Cases[string]("where.txt", "TestWhere/lines")
	many := "host="
	for n := range 100 {
		many += fmt.Sprintf("h%d.example,*.i%d.example,", n, n)
	}
	params := strings.NewReplacer("host=", "param=", "*.", "").Replace(many)
	for _, test := range kit.Cases[struct{ where, want string }]("where.txt", "TestWhere", map[string]any{
		"many-domains":  strings.NewReplacer("host", "domain", "*.", "").Replace(many) + "example.com",
		"many-encoded":  many + "b%C3%BCcher.example",
		"many-hosts":    many + "*.example.com,example.com",
		"many-params":   params + "q,utm_source,x y",
		"many-prefixes": params + "utm_*,q*",
	}) {
		args := []string{"check", "-quiet", "-field", "input", "-where", test.where}
		status, stdout, stderr := runWith(strings.Join(lines, "\n")+"\n", args...)
		var got []string
		for i, line := range lines {
			if strings.Contains("\n"+stdout, "\n"+line+"\n") {
				got = append(got, fmt.Sprint(i+1))
			}
		}
		if strings.Join(got, " ") != test.want || status != engine.ExitValid || stderr != "" {
			t.Errorf("%.80s: %d, %q, %q, want %q", test.where, status, got, stderr, test.want)
		}
	}
}

// TestWhereInCommands: every command that reads addresses has the flag. With resolve it is about the target.
func TestWhereInCommands(t *testing.T) {
	const stdin = "HTTP://a.example/x?q=1\nhttp://b.example/\nHTTP://A.example/\nhttp:// a.example/\n"
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"list": "\ufeff# hosts\r\n\r\n A \r\n*.b", "comments": "#\n#c d\n", "ports": "81\n", "many": "a\n" + strings.Repeat("h1.example\n", 20),
		"scope": "b\n*.b\n!d.b\n", "targets": "b:81,\n#e.d.example\nv.EXAMPLE./\nHTTP://u@C:8/x?y:1\nhttps://*.d.example/*\n!https://e.d.example:80\n[::1]:8\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range kit.Cases[struct{ args, stdin, want, stderr string }]("where.txt", "TestWhereInCommands", map[string]any{"stdin": stdin}) {
		status, stdout, stderr := runWith(test.stdin, strings.Fields(test.args)...)
		if status != engine.ExitValid || stdout != test.want || stderr != test.stderr {
			t.Errorf("%s: %d, %q, %q, want %q, %q", test.args, status, stdout, stderr, test.want, test.stderr)
		}
	}
}

// TestWhereWrong has values that no address can have.
func TestWhereWrong(t *testing.T) {
	for _, value := range []string{"host", "host=", "host!=", "host!", "host=a,", "host=.", "host=%2E", "domain=.", "domain=co.uk", "domain=h.a.uk", "ext=tar.gz", "ext=a/", "ext=a b", "host=http://a/", "host=a/", "host=a:80", "host=u@a", "host='a'", "host=a;", "ext=\"png", "host=app*", "host=*a*", "host=||a^", "host=a^$x", "host=a|x", "host=+.a", "host=(a)", "host=a\tb", "param=*url", "param=a=q", "port=http", "scheme=a:"} {
		status, _, stderr := runWith("http://a/\n", "check", "-where", value)
		if status != engine.ExitTrouble || !strings.Contains(stderr, "-where: want ") {
			t.Errorf("%s: %d, %q", value, status, stderr)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("list", []byte("# hosts\na.example\nhttp://u:hunter2@b/\n10.0.0.0/8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("utf16", []byte("\xff\xfea\x00\n\x00\n\"a\""), 0o600); err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		"host=@list":                     "-where: @FILE 1: no host in line 4",
		"port=@list":                     "-where: @FILE 1: no port in line 2;",
		"scheme=a,@list":                 "-where: @FILE 1: no scheme in line 3;",
		"host=a b":                       "-where: want host=LIST, and value 1 is no host; run \"uri help flags\"",
		"host=@utf16":                    "-where: @FILE 1: no host in line 1;",
		"host=@list,@list":               "-where: @FILE 1: no host in line 4",
		"host=@" + os.DevNull + ",@list": "-where: @FILE 2: no host in line 4;",
		"host=a,8.8.*":                   "-where: want host=LIST, and value 2 is no host",
		"host=a,":                        "-where: want host=LIST, and value 2 is no host;",
		"host=./list":                    "value 1 is no host; for the lines of a file, write @ before its name; try:\nuri check -where host=@SCOPE",
		"host=@u:hunter2":                "-where: @FILE 1: ",
		"host=@":                         "-where: @FILE 1: ",
	} {
		status, _, stderr := runWith("", "check", "-where", value)
		if status != engine.ExitTrouble || !strings.Contains(stderr, want) || strings.Contains(stderr, "hunter2") {
			t.Errorf("%s: %d, %q", value, status, stderr)
		}
	}
}
