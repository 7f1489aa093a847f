package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

func TestExpand(t *testing.T) {
	for _, c := range []struct {
		args   string // separated by blanks, or by "|" if there is one
		stdin  string
		status int
		stdout string
		stderr string // a part of it
	}{
		{args: "/{x} x=a", stdout: "/a\n"},
		{args: "/{x}|x=a=b c", stdout: "/a%3Db%20c\n"},
		{args: "/{x} y=a", stdout: "/\n"},
		{args: "/{x} x=", stdout: "/\n"},
		{args: "{?x} x=", stdout: "?x=\n"},
		{args: "-values - {?x,y,z*,u,n}", stdin: `{"x":1.50,"y":["a","b"],"z":{"k":"v"},"u":null,"n":[]}`, stdout: "?x=1.50&y=a,b&k=v\n"},
		{args: "-values - {?x} x=2", stdin: `{"x":1}`, stdout: "?x=2\n"},
		{args: "-values - {?x} x=2", stdin: `{"x":true}`, stdout: "?x=2\n"},
		{args: "-values - /{x}", stdin: `{"x":true}`, status: engine.ExitInvalid, stderr: "variable x"},
		{args: "-values - /{x}", stdin: `{"x":[["a"]]}`, status: engine.ExitInvalid, stderr: "variable x"},
		{args: "-values - /{x}", stdin: `{"x":"\ud800"}`, stdout: "/%EF%BF%BD\n"},
		{args: "/{x", status: engine.ExitInvalid, stderr: "unexpected end at byte 3"},
		{args: "{+x} x=[", status: engine.ExitInvalid, stderr: "not a URI-reference"},
		{args: "-values - {x:1}", stdin: `{"x":["a"]}`, status: engine.ExitInvalid, stderr: "variable x at byte 1"},
		{args: "", status: engine.ExitTrouble, stderr: "want a template"},
		{args: "/{x} x", status: engine.ExitTrouble, stderr: "argument 1 after the template has no ="},
		{args: "-values - /", stdin: `[]`, status: engine.ExitTrouble, stderr: "want a JSON object"},
		{args: "-values - /", stdin: `null`, status: engine.ExitTrouble, stderr: "want a JSON object"},
		{args: "-values - /", stdin: `{"x":}`, status: engine.ExitTrouble, stderr: "bad JSON at byte 6"},
		{args: "-values - /", stdin: `{} {}`, status: engine.ExitTrouble, stderr: "nothing after it"},
		{args: "-values no-such-file /", status: engine.ExitTrouble, stderr: "-values: "},
	} {
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
