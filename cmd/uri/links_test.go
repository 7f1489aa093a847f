package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// needsBase is the advice about relative links.
const needsBase = "uri: links: relative links need the URL of the page; try:\nuri links -base URL FILE\n"

// TestLinks reads pages from standard input. The tests of package whatwg/links test the rules for links.
func TestLinks(t *testing.T) {
	const page = `<base href=sub/><a href=x><template><a href=n></template><iframe srcdoc="<base href=y/><a href=z>"></iframe>` +
		`<img srcset="a 1x, HTTPS://H:443/b 2x"><!-- <a href=n> --><a href="mailto:u@v">`
	for _, c := range kit.Cases[struct {
		args, page     string
		status         int
		stdout, stderr string
	}]("links.txt", "TestLinks", map[string]any{
		"page":   page,
		"zipped": gzipped("<a href=b>"),
	}) {
		status, stdout, stderr := runWith(c.page, append([]string{"links"}, strings.Fields(c.args)...)...)
		if status != c.status || stdout != c.stdout || stderr != c.stderr {
			t.Errorf("%s, %.60q: %d, %q, %q, want %d, %q, %q", c.args, c.page, status, stdout, stderr, c.status, c.stdout, c.stderr)
		}
	}
}

// TestLinksOfFiles: the URL of a page is that of its file. The command goes on after a file that it cannot read.
func TestLinksOfFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths have another form there")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	dir, _ = filepath.EvalSymlinks(dir)
	for name, page := range map[string]string{"a b.html": "<a href=c#d>", "e.html": "<base href=http://h/><a href=f>",
		"g.css": "@import 'h';i{j:url(k)}<a href=n>", "l.CSS.gz": gzipped("@import 'm'"), "s.xml": "<urlset><url><loc>/l</loc></url></urlset>"} {
		if err := os.WriteFile(name, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := runWith("<a href=//i/>", "links", "a b.html", "none", "e.html", "-")
	if want := "file://" + dir + "/c#d\nhttp://h/f\n"; stdout != want || status != engine.ExitTrouble ||
		!strings.HasPrefix(stderr, "uri: links: file 2: ") || !strings.HasSuffix(stderr, "uri: links: file 4: links that are not valid: 1\n"+strings.Replace(needsBase, "FILE", "FILE OTHER", 1)) {
		t.Errorf("%d, %q, %q, want %q", status, stdout, stderr, want)
	}
	if _, stdout, _ := runWith("", "links", "-css", "-base", "http://h/", "g.css", "l.CSS.gz"); stdout != "http://h/h\nhttp://h/k\nhttp://h/m\n" {
		t.Error(stdout)
	}
	if _, stdout, _ := runWith("<a href=g>", "links", "-n", "-base", "http://h/", "a b.html", "-"); stdout != "a b.html:1:http://h/c#d\n(standard input):1:http://h/g\n" {
		t.Error(stdout)
	}
	if _, stdout, _ := runWith("", "links", "-n", "-base", "http://h/", "."); stdout != "a b.html:1:http://h/c#d\ne.html:1:http://h/f\n" {
		t.Error(stdout)
	}
	if _, stdout, stderr := runWith("", "links", "-base", "http://h/", "g.css"); stdout != "http://h/n\n" || !strings.HasSuffix(stderr, "; try:\nuri links -css -base URL FILE\n") {
		t.Errorf("%q, %q", stdout, stderr)
	}
	if _, stdout, stderr := runWith("", "links", "s.xml"); stdout != "file:///l\n" || stderr != needsBase {
		t.Error(stdout, stderr)
	}
	if _, stdout, stderr := runWith("", "links", "-json", "a b.html"); !strings.HasPrefix(stdout, `{"file":"a b.html","element":"a",`) ||
		stderr != strings.Replace(needsBase, "links -base URL", "links -json -base URL", 1) {
		t.Error(stdout, stderr)
	}
}
