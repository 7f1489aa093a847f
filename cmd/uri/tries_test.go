package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestLinesOfLines: for all pairs of flags that may exclude each other, and lines of many kinds, the lines of the answers run,
// and so do the lines of their answers. None of them leads to itself or is empty.
func TestLinesOfLines(t *testing.T) {
	t.Chdir(t.TempDir())
	flags := []string{"", "-web", "-iri", "-no-scheme", "-json", "-tsv", "-header", "-field=host", "-field=scheme,input", "-format={{.input}}",
		"-invalid=mark", "-picture=always", "-report=-", "-csv=1", "-keep-rest", "-only=web", "-where=host=h.example", "-git", "-audit"}
	needs := map[string]string{"set": "-fragment=x", "resolve": "-base=http://g.example/a/", "relativize": "-base=http://g.example/a/"}
	for _, text := range []string{
		"htps://h.example/\nhttps://h.example/a b\nhttp://xn--bcher-kva.example:99999/\n",
		"www.h.example/x\nb.example:80\nb\u00FCcher.example\n",
		"\"https://h.example/a\"\nhttp://h.example\\a\ngit@h.example:o/r\n/a\nHTTP://H.example/\n",
		"a.txt:https://h.example/?u=http%3A%2F%2Fg.example\nuser:secret@h.example/a\n",
	} {
		if err := os.WriteFile("list", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range commands() {
			fs, _ := c.flags()
			isOther := func(flag string) bool { return flag != "" && fs.Lookup(flagName(flag)[1:]) == nil }
			own := slices.DeleteFunc(slices.Clone(flags), isOther)
			for i := 0; c.verb != nil && i < len(own); i++ {
				for _, flag := range own[i+1:] {
					line := strings.Join(strings.Fields("uri "+c.name+" "+needs[c.name]+" "+own[i]+" "+flag), " ")
					followLines(t, text, []string{line}, seen)
				}
			}
		}
	}
}

// followLines runs the last of lines, then each line that its answer suggests, and so on. An element of lines is a line that
// the answer to the previous element suggests. Lines with sed or awk are not run.
func followLines(t *testing.T, text string, lines []string, seen map[string]bool) {
	line := lines[len(lines)-1]
	if seen[line] || strings.Contains(line, "sed ") || strings.Contains(line, "awk ") {
		return
	}
	seen[line] = true
	status, _, stderr := pasteOn(text, strings.Replace(line, "host=VALUE", "host=h.example", 1))
	if len(lines) > 1 && status == engine.ExitTrouble || len(lines) > 6 {
		t.Errorf("%q: %q: %q", text, lines, stderr)
		return
	}
	for _, answer := range strings.Split(stderr, "; try:\n")[1:] {
		next, _, _ := strings.Cut(answer, "\n")
		if next == "" || slices.Contains(lines, next) {
			t.Errorf("%q: %q: %s", text, lines, next)
		}
		followLines(t, text, append(slices.Clone(lines), next), seen)
	}
}
