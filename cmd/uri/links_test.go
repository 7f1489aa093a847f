package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// needsBase is the advice about relative links.
const needsBase = "uri: links: relative links need the URL of the page; try:\nuri links -base URL < FILE\n"

// TestLinks reads pages from standard input. The tests of package whatwg/links test the rules for links.
func TestLinks(t *testing.T) {
	const page = `<base href=sub/><a href=x><template><a href=n></template><iframe srcdoc="<base href=y/><a href=z>"></iframe>` +
		`<img srcset="a 1x, HTTPS://H:443/b 2x"><!-- <a href=n> --><a href="mailto:u@v">`
	const invalid = "uri: links: file 1: links that are not valid: "
	for _, c := range []struct {
		args, page     string
		status         int
		stdout, stderr string
	}{
		{"-base http://h/a/", page, engine.ExitValid, "http://h/a/sub/x\nhttp://h/a/sub/y/z\nhttp://h/a/sub/a\nhttps://h/b\nmailto:u@v\n", ""},
		{"-base http://h/a/ -where scheme=https,mailto", page, engine.ExitValid, "https://h/b\nmailto:u@v\n", ""},
		{"-base http://h/a/ -where host=i", page, engine.ExitValid, "", ""},
		{"", page, engine.ExitInvalid, "https://h/b\nmailto:u@v\n", invalid + "5\n" + needsBase},
		{"", `<base href=http://h/a/b><a href=c>`, engine.ExitValid, "http://h/a/c\n", ""},
		{"-base http://h/", `<a href="http://["><a href=b>`, engine.ExitInvalid, "http://h/b\n", invalid + "1\n"},
		{"-base http://h/ -where host=h", `<a href="http://["><a href=b>`, engine.ExitValid, "http://h/b\n", ""},
		{"-base http://h/ -json", `<base href=/b/><a href=c><a href="http://[">`, engine.ExitInvalid,
			`{"file":null,"element":"base","attribute":"href","offset":11,"base":true,"url":"http://h/b/"}` + "\n" +
				`{"file":null,"element":"a","attribute":"href","offset":23,"base":false,"url":"http://h/b/c"}` + "\n" +
				`{"file":null,"element":"a","attribute":"href","offset":34,"base":false,"url":null}` + "\n", invalid + "1\n"},
		{"-base http://h/ -json -where host=h", `<iframe srcdoc="<base href=y/>"></iframe><base href=x/>`, engine.ExitValid,
			`{"file":null,"element":"base","attribute":"href","offset":16,"base":true,"url":"http://h/x/y/"}` + "\n" +
				`{"file":null,"element":"base","attribute":"href","offset":52,"base":true,"url":"http://h/x/"}` + "\n", ""},
		{"-base http://h/", "<meta charset=latin1><a href=\xe9>", engine.ExitValid, "http://h/%EF%BF%BD\n",
			"uri: links: file 1: the page is in latin1, and is read in UTF-8: write iconv -f latin1 -t UTF-8 FILE | uri links\n"},
		{"-base http://h/", "<meta charset=latin1><a href=b>", engine.ExitValid, "http://h/b\n", ""},
		{"-base http://h/", gzipped("<a href=b>"), engine.ExitValid, "http://h/b\n", ""},
		{"-css -base http://h/", "<style>@import 'a';b{c:url(d)}</style><p style='e:url(f)'>", engine.ExitValid, "http://h/a\nhttp://h/d\nhttp://h/f\n", ""},
		{"-lazy -base http://h/", "<img data-src=a data-srcset='b 2x'><meta property=og:url content=n>", engine.ExitValid, "http://h/a\nhttp://h/b\n", ""},
		{"-meta -base http://h/", "<img data-src=n><meta property=og:url content=a>", engine.ExitValid, "http://h/a\n", ""},
		{"-base http://h/", "<style>@import 'a'</style><p style='e:url(f)'>", engine.ExitValid, "", ""},
		{"-plain -base http://h/", gzipped("<a href=b>"), engine.ExitValid, "", ""},
		{"-base http://u:hunter2@[/", "", engine.ExitTrouble, "", "uri: links: -base: want the URL of a page, such as http://h.example/a/; run \"uri help links\"\n"},
	} {
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
		"g.css": "@import 'h';i{j:url(k)}<a href=n>", "l.CSS.gz": gzipped("@import 'm'")} {
		if err := os.WriteFile(name, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := runWith("<a href=//i/>", "links", "a b.html", "none", "e.html", "-")
	if want := "file://" + dir + "/c#d\nhttp://h/f\n"; stdout != want || status != engine.ExitTrouble ||
		!strings.HasPrefix(stderr, "uri: links: file 2: ") || !strings.HasSuffix(stderr, "uri: links: file 4: links that are not valid: 1\n"+needsBase) {
		t.Errorf("%d, %q, %q, want %q", status, stdout, stderr, want)
	}
	if _, stdout, _ := runWith("", "links", "-css", "-base", "http://h/", "g.css", "l.CSS.gz"); stdout != "http://h/h\nhttp://h/k\nhttp://h/m\n" {
		t.Error(stdout)
	}
	if _, stdout, _ := runWith("", "links", "-json", "a b.html"); !strings.HasPrefix(stdout, `{"file":"a b.html","element":"a",`) {
		t.Error(stdout)
	}
}
