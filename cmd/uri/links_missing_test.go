package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
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
		"plain":        "<a href=#a><p id=a><a href=#b>",
	} {
		os.MkdirAll(filepath.Dir(name), 0o700)
		if err := os.WriteFile(name, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const invalid = "uri: links: s/index.html: links that are not valid: 1\n"
	const first = `s/a b.html:2: no fragment: https://h/d/a%20b.html#z` + "\n" +
		"s/index.html:2: no file: https://h/d/no.png\ns/index.html:3: no fragment: https://h/d/a%20b.html#y\n"
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"-missing -root s=https://h/d/ -ext html", engine.ExitInvalid, first, invalid + "uri: links: 3 of 7 local links are missing\n"},
		{"-missing -root s=https://h/d s", engine.ExitInvalid, first + "s/index.html:5: no file: https://h/d/x\n",
			invalid + "uri: links: 4 of 7 local links are missing\n"},
		{"-missing -root s=https://h/d -ext .htm,.html -where ext=png s/index.html", engine.ExitInvalid,
			"s/index.html:2: no file: https://h/d/no.png\n", "uri: links: 1 of 1 local link is missing\n"},
		{"-missing -root s=https://h/d/ s/x.html", engine.ExitValid, "", "uri: links: 0 of 1 local link are missing\n"},
		{"-missing -root s=http://h/d/ -base http://i/ -", engine.ExitValid, "",
			"uri: links: no link leads to a file: -root DIR=URL says which URLs are files\n"},
		{"-missing -root s=http://h/d/ -base http://h/d/e/ -", engine.ExitInvalid, "(standard input):1: no file: http://h/d/e/in\n",
			"uri: links: 1 of 1 local link is missing\n"},
		{"-missing -json -root s=http://h/d/ -base http://h/d/e/ -", engine.ExitInvalid,
			`{"file":null,"element":"a","attribute":"href","offset":8,"base":false,"url":"http://h/d/e/in","missing":"file"}` + "\n",
			"uri: links: 1 of 1 local link is missing\n"},
		{"-root s=https://h/d/ s/x.html", engine.ExitValid, "https://h/d/index.html\n", ""},
		{"-missing -css -root s=http://h/d/ s/x.html s/y.css", engine.ExitInvalid, "s/y.css:2: no file: http://h/d/no.png\n",
			"uri: links: 1 of 3 local links is missing\n"},
		{"-css -root s=http://h/d/ -where host=h -where ext=png,css s", engine.ExitValid, "http://h/d/no.png\nhttp://h/d/x.css\nhttp://h/d/no.png\n", ""},
		{"-root s=http://h/?q s", engine.ExitTrouble, "", "uri: links: -root: want DIR=URL, such as public=https://h.example/docs/; run \"uri help links\"\n"},
		{"-root none=http://h/ s", engine.ExitTrouble, "", "uri: links: -root: there is no such folder; run \"uri help links\"\n"},
		{"-root s", engine.ExitTrouble, "", "uri: links: -root: want a folder and its URL, such as public=https://h.example/docs/; run \"uri help links\"\n"},
		{"-ext html s", engine.ExitTrouble, "", "uri: links: -ext works only with -missing; run \"uri help links\"\n"},
	} {
		status, stdout, stderr := runWith("<a href=in>", append([]string{"links"}, strings.Fields(c.args)...)...)
		if status != c.status || stdout != c.stdout || stderr != c.stderr {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", c.args, status, stdout, stderr, c.status, c.stdout, c.stderr)
		}
	}
	_, stdout, stderr := runWith("", "links", "-missing", "plain", "s/index.html")
	if !strings.HasPrefix(stdout, "plain:1: no fragment: file:///") || strings.Count(stdout, "\n") != 5 ||
		!strings.HasSuffix(stderr, "5 of 6 local links are missing\nuri: links: links that begin with \"/\" lead from the top of the disk, without -root DIR=URL\n") {
		t.Errorf("%q, %q", stdout, stderr)
	}
}
