package test_test

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// filePath matches a file or a folder of this module in a document: a path with a slash, between backquotes.
var filePath = regexp.MustCompile("`((?:cmd|dedupe|fileuri|fsm|guard|host|httpuri|internal|neturl|surt|tables|whatwg)/[a-z0-9_/]+(?:\\.[a-z]+)?)`")

// TestPaths fails if ARCHITECTURE.md names a file or a folder that does not exist.
func TestPaths(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Skip("the source is not here")
	}
	paths := filePath.FindAllStringSubmatch(string(text), -1)
	if len(paths) < 30 {
		t.Errorf("%d paths, want 30 or more", len(paths))
	}
	for _, path := range paths {
		if _, err := os.Stat(path[1]); err != nil {
			t.Error(err)
		}
	}
}

// TestExcerpts fails unless each line of Go in neturl/README.md is a line of an example that the document links to.
// The examples run as tests.
func TestExcerpts(t *testing.T) {
	text, err := os.ReadFile("neturl/README.md")
	if err != nil {
		t.Skip("the source is not here")
	}
	lines := map[string]bool{}
	for _, link := range regexp.MustCompile(`\]\((example_\w+\.go)\)`).FindAllStringSubmatch(string(text), -1) {
		code, err := os.ReadFile(path.Join("neturl", link[1]))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(code)) {
			lines[strings.TrimSpace(line)] = true
		}
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 4 {
		t.Errorf("%d excerpts, want 4", len(blocks))
	}
	for _, block := range blocks {
		for line := range strings.Lines(block[1]) {
			if line = strings.TrimSpace(line); !lines[line] {
				t.Errorf("in no example: %s", line)
			}
		}
	}
}
