package gensource_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/gensource"
)

// TestCheck checks that each file with other contents is named, and no other.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	sources := gensource.Sources{}
	for _, name := range []string{"same.go", "edited.go", "missing.go"} {
		sources[name] = func() ([]byte, error) { return []byte("package p\n"), nil }
	}
	for name, text := range map[string]string{"same.go": "package p\n", "edited.go": "package q\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err := sources.Check(dir)
	if err == nil {
		t.Fatal("no error")
	}
	for name, want := range map[string]bool{"same.go": false, "edited.go": true, "missing.go": true} {
		if got := strings.Contains(err.Error(), name); got != want {
			t.Errorf("%s: %t in %v", name, got, err)
		}
	}
	delete(sources, "edited.go")
	delete(sources, "missing.go")
	if err := sources.Check(dir); err != nil {
		t.Error(err)
	}
}
