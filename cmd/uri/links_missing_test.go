package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestMissing tests -missing, -root and -ext. The tests of package site test which links are missing.
func TestMissing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths have another form there")
	}
	t.Chdir(t.TempDir())
	for name, page := range map[string]string{
		"s/index.html": "<a href=/d/a%20b.html>\n<img src=no.png>\n<a href='a b.html#y'>\n\n<a href=x><a href='http://['>",
		"s/a b.html":   "<p id=x><a href=#x><a\n\thref='#z'>",
		"s/x.html":     "<base href=/d/><a href=' index.html'>",
		"s/x.css":      "<a href=none>",
		"s/y.css":      "@import 'x.css'; a { filter: url(#f)\n; background: url(no.png) }",
		"guide.md":     "[a](none.html)",
		"guide.txt":    "none.html",
		"docs/a/b.md":  "[a](none.html)",
		"docs/c.txt":   "http://h/",
		"mix/a.html":   "<a href=b.md>",
		"mix/b.md":     "[a](none.html)",
		"mix/c.png":    "",
		"other/a.html": "<a href=http://h/none.html><a href=a.html><a href=http://i/><a href=mailto:u@h>",
		"plain":        "<a href=#a><p id=a><a href=#b>",
	} {
		os.MkdirAll(filepath.Dir(name), 0o700)
		if err := os.WriteFile(name, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const first = `s/a b.html:2: no fragment: https://h/d/a%20b.html#z` + "\n" +
		"s/index.html:2: no file: https://h/d/no.png\ns/index.html:3: no fragment: https://h/d/a%20b.html#y\n"
	for _, c := range kit.Cases[struct {
		args           string
		status         int
		stdout, stderr string
	}]("links_missing.txt", "TestMissing", map[string]any{"first": first}) {
		status, stdout, stderr := runWith("<a href=in>", append([]string{"links"}, strings.Fields(c.args)...)...)
		if status != c.status || stdout != c.stdout || stderr != c.stderr {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", c.args, status, stdout, stderr, c.status, c.stdout, c.stderr)
		}
	}
	_, stdout, stderr := runWith("", "links", "-missing", "plain", "s/index.html")
	if !strings.HasPrefix(stdout, "plain:1: no fragment: file:///") || strings.Count(stdout, "\n") != 5 ||
		!strings.HasSuffix(stderr, "5 of 6 local links are missing\nuri: links: links that begin with \"/\" lead from the top of the disk, without -root; try:\nuri links -missing -root DIR=https://HOST DIR\n") {
		t.Errorf("%q, %q", stdout, stderr)
	}
}
