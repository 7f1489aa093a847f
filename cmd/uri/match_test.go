package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// patternFile writes a file of patterns and returns its name.
func patternFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "FILE")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestMatch(t *testing.T) {
	const patterns = "https://example.com/users/:id\nhttps://*.example.com/*\n"
	for _, c := range kit.Cases[struct {
		name, patterns string
		args           string // separated by blanks
		stdin          string
		status         int
		stdout, stderr string
	}]("match.txt", "TestMatch", map[string]any{"patterns": patterns}) {
		args := append([]string{"match", "-patterns", patternFile(t, c.patterns)}, strings.Fields(c.args)...)
		status, stdout, stderr := runWith(c.stdin, args...)
		if status != c.status || stdout != c.stdout || stderr != c.stderr {
			t.Errorf("%s: status %d, %q, %q", c.name, status, stdout, stderr)
		}
	}
	for _, c := range kit.Cases[struct{ args, want string }]("match.txt", "TestMatch/misuse") {
		args := strings.Fields(strings.Replace(c.args, "NAME", patternFile(t, patterns), 1))
		status, stdout, stderr := runWith("", args...)
		if status != engine.ExitTrouble || stdout != "" || !strings.HasPrefix(stderr, c.want) ||
			!isMessage(stderr) || strings.Contains(stderr, "hunter2") {
			t.Errorf("uri %s: status %d, %q, %q", c.args, status, stdout, stderr)
		}
	}
}

// TestMatchMemory: a line of the greatest length takes no more memory than a line of input may, and a longer one is
// refused.
func TestMatchMemory(t *testing.T) {
	for _, shape := range []struct{ start, unit, end string }{
		{"https://h/", "*a", "b"}, {"https://h#", "* ", ""}, {"https://h:", "1*", ""}, {"https://", "*.", "h"}, {"https://h/", "a", ""},
	} {
		n := (maxPattern - len(shape.start) - len(shape.end)) / len(shape.unit)
		line := shape.start + strings.Repeat(shape.unit, n) + shape.end
		line += strings.Repeat("b", maxPattern-len(line))
		file := patternFile(t, "https://h/\r\n"+line+"\r\n")
		var list *patternList
		var err error
		if n := allocated(func() { list, err = readPatterns(file) }); n > maxLineMemory || err != nil || len(list.patterns) != 2 {
			t.Errorf("%.20s...: %d bytes, %v", line, n, err)
		}
		list, err = readPatterns(patternFile(t, "https://h/\n\n"+line+"b"))
		if want := "line 3: longer than 131072 bytes, the limit of a pattern"; err == nil || err.Error() != want || list != nil {
			t.Errorf("%.20s...: %v, want %s", line, err, want)
		}
	}
}

// TestMatchTemplates: plain templates print the same bytes as package template.
func TestMatchTemplates(t *testing.T) {
	args := []string{"match", "-patterns", patternFile(t, "*://*/a\n*://*/*\n")}
	for _, text := range []string{"{{.input}}", "{{.ok}}", "{{if .ok}}{{.input}}{{end}}", "{{.input}}{{.ok}}", "{{.code}}", "{{.matches}}"} {
		for _, how := range engine.InvalidWords.Names() {
			checkPlain(t, append(args, "-invalid", how), text, formattedInputs)
		}
	}
}

// TestMatchJSON: an object has the lines of the patterns, and the groups that the URL Pattern Standard has for them. A
// component that a constructor string leaves out is a wildcard, with the group 0.
func TestMatchJSON(t *testing.T) {
	type groups = map[string]map[string]any
	type match struct {
		Pattern int
		Text    string
		Groups  groups
	}
	type answer struct {
		Input   string
		OK      bool
		Matches []match
	}
	file := patternFile(t, "\nhttps://:sub.h/:a/:b?\n\nhttps://\\*/\nhttps://*.h/(\\w+)/*\\?q=(.*)#\n")
	status, stdout, stderr := runWith("https://www.h/é\nhttps://g/\nhttps://w.h/x/y?q=\n", "match", "-json", "-patterns", file)
	if status != engine.ExitValid || stderr != "" {
		t.Errorf("status %d, %q", status, stderr)
	}
	user := map[string]any{"0": ""}
	var got []answer
	for line := range strings.Lines(stdout) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		got = append(got, a)
	}
	want := []answer{
		{"https://www.h/é", true, []match{{2, "https://:sub.h/:a/:b?", groups{
			"username": user, "password": user, "hostname": {"sub": "www"}, "pathname": {"a": "%C3%A9", "b": nil},
			"search": {"0": ""}, "hash": {"0": ""},
		}}}},
		{"https://g/", true, []match{}},
		{"https://w.h/x/y?q=", true, []match{
			{2, "https://:sub.h/:a/:b?", groups{
				"username": user, "password": user, "hostname": {"sub": "w"}, "pathname": {"a": "x", "b": "y"},
				"search": {"0": "q="}, "hash": {"0": ""},
			}},
			{5, "https://*.h/(\\w+)/*\\?q=(.*)#", groups{
				"username": user, "password": user, "hostname": {"0": "w"}, "pathname": {"0": "x", "1": "y"},
				"search": {"0": ""},
			}},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
