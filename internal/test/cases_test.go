package test_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCasesRead: a test reads each section of a file for kit.Cases.
func TestCasesRead(t *testing.T) {
	sections := 0
	for _, pattern := range []string{"", "*/", "*/*/", "*/*/*/", "*/*/*/*/"} {
		folders, err := filepath.Glob(pattern + "testdata")
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range folders {
			var source strings.Builder
			for _, file := range filesIn(t, filepath.Dir(folder)+"/*_test.go") {
				source.WriteString(file)
			}
			for _, file := range filesIn(t, folder+"/*.txt") {
				if !strings.Contains(file, "kit.Cases") {
					continue
				}
				for line := range strings.Lines(file) {
					header, ok := strings.CutPrefix(line, "== ")
					if !ok {
						continue
					}
					name, _, _ := strings.Cut(strings.TrimSpace(header), ":")
					if sections++; !strings.Contains(source.String(), `"`+name+`"`) {
						t.Errorf("%s: no test reads %s", folder, name)
					}
				}
			}
		}
	}
	if sections < 50 {
		t.Errorf("only %d sections", sections)
	}
}

// filesIn returns the contents of files.
func filesIn(t *testing.T, pattern string) (contents []string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, string(text))
	}
	return contents
}
