package main

import (
	"archive/tar"
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// TestExtract checks which files of an archive are written, and the paths of packages in them.
func TestExtract(t *testing.T) {
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	for name, text := range map[string]string{
		"go.mod":       "module github.com/urispan/uri\n\ngo 1.25.0\n",
		"go.sum":       "sums\n",
		"uri.go":       "package uri // \"github.com/urispanned\"\n\nimport \"github.com/urispan/uri/fsm\"\n",
		"uri_test.go":  "package uri\n",
		"fsm/scan.go":  "package fsm\n\nimport u \"github.com/urispan/uri\"\n",
		"fsm/scan.s":   "TEXT ·scan(SB)\n",
		"tool/go.mod":  "module github.com/urispan/uri/tool\n",
		"tool/main.go": "package main\n",
		"toolbox.go":   "package uri\n",
	} {
		w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg})
		w.Write([]byte(text))
	}
	w.Close()
	dir := t.TempDir()
	if err := extract(dir, &archive); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	filepath.Walk(dir, func(path string, info os.FileInfo, _ error) error {
		if !info.IsDir() {
			name, _ := filepath.Rel(dir, path)
			text, _ := os.ReadFile(path)
			got[filepath.ToSlash(name)] = string(text)
		}
		return nil
	})
	want := map[string]string{
		"go.mod":      "module github.com/urispan/uri-base\n\ngo 1.25.0\n",
		"go.sum":      "sums\n",
		"uri.go":      "package uri // \"github.com/urispanned\"\n\nimport \"github.com/urispan/uri-base/fsm\"\n",
		"fsm/scan.go": "package fsm\n\nimport u \"github.com/urispan/uri-base\"\n",
		"fsm/scan.s":  "TEXT ·scan(SB)\n",
		"toolbox.go":  "package uri\n",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestMissingCommit compares with a commit that no clone has.
func TestMissingCommit(t *testing.T) {
	const want = "this clone has no commit 0123456789; get the whole history by git fetch --unshallow"
	if _, err := run([]string{"-commit", "0123456789"}, nil, nil); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
