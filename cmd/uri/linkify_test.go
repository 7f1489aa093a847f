package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

func TestLinkify(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte("http://a.example"), 0o600); err != nil {
		t.Fatal(err)
	}
	const link = `<a href="http://a.example">http://a.example</a>`
	for _, c := range []struct {
		args, stdin, stdout, stderr string
		status                      int
	}{
		{},
		{stdin: "a http://a.example\r\n\n\"'<x>&amp;\xff", stdout: "a " + link + "\r\n\n&#34;&#39;&lt;x&gt;&amp;amp;\xff"},
		{args: file + " -quiet - ", stdin: " www.a.example mailto:j@a.com?subject=x", stdout: link +
			` www.a.example <a href="mailto:j@a.com?subject=x">mailto:j@a.com?subject=x</a>`},
		{args: `-rel "ugc`, stdin: "http://a.example", stdout: strings.Replace(link, `">`, `" rel="&#34;ugc">`, 1)},
		{stdin: "javascript://a.com/%0ax() foo://a.com ftp://a.com", stdout: "javascript://a.com/%0ax() foo://a.com ftp://a.com"},
		{stdin: "javascript:x() data:text/html,x JAVASCRIPT:x", stdout: "javascript:x() data:text/html,x JAVASCRIPT:x"},
		{args: file + "none", stderr: "uri: linkify: file 1: ", status: engine.ExitTrouble},
		{stdin: "\xff\xfeh\x00t\x00", stderr: "FILE | uri linkify", status: engine.ExitTrouble},
	} {
		status, stdout, stderr := runWith(c.stdin, append([]string{"linkify"}, strings.Fields(c.args)...)...)
		if status != c.status || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (stderr != "") != (c.stderr != "") {
			t.Errorf("uri linkify %s: status %d, %.200q, %q", c.args, status, stdout, stderr)
		}
	}
}
