package test_test

import (
	"go/build"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the path of the module.
const root = "github.com/urispan/uri"

// readDocument returns a document of the root. It skips the test without the source.
func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Skip("the source is not here")
	}
	return string(text)
}

// sectionOf returns the text of a document between a heading and the next one.
func sectionOf(t *testing.T, text, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("no heading %q", heading)
	}
	section, _, _ := strings.Cut(rest, "\n## ")
	return section
}

// folderImports returns the folders of the module that have packages, each with the folders that it imports, without tests
// and for all systems. The root is the folder "uri".
func folderImports(t *testing.T) map[string][]string {
	t.Helper()
	context := build.Default
	context.UseAllFiles = true // a folder may have several packages then, which is an error after the imports are read
	folders := map[string][]string{}
	err := filepath.WalkDir(".", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); dir != "." && (err == nil || d.Name()[0] == '.' || d.Name() == "testdata") {
			return fs.SkipDir
		}
		p, err := context.ImportDir(dir, 0)
		if err != nil && len(p.GoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			return nil
		}
		name := folderOf(path.Join(root, filepath.ToSlash(dir)))
		folders[name] = nil
		for _, i := range p.Imports {
			if i == root || strings.HasPrefix(i, root+"/") {
				folders[name] = append(folders[name], folderOf(i))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// folderOf returns the folder of a package by its import path.
func folderOf(importPath string) string {
	if importPath == root {
		return "uri"
	}
	return strings.TrimPrefix(importPath, root+"/")
}

// TestLayers: imports run down the drawing of ARCHITECTURE.md. A package may import those in its line and below.
func TestLayers(t *testing.T) {
	folders := folderImports(t)
	lines := map[string]int{}
	for n, line := range strings.Split(sectionOf(t, readDocument(t, "ARCHITECTURE.md"), "## Layers"), "\n") {
		if !strings.HasPrefix(line, "    ") {
			continue
		}
		for _, word := range strings.Fields(line) {
			if _, ok := folders[word]; !ok && word != "internal/..." {
				break // the description
			}
			lines[word] = n
		}
	}
	lineOf := func(folder string) int {
		for ; folder != "."; folder = path.Dir(folder) {
			if n, ok := lines[folder]; ok {
				return n
			}
			if path.Dir(folder) == "internal" {
				return lines["internal/..."]
			}
		}
		return -1
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		above := lineOf(folder)
		if above < 0 {
			t.Errorf("%s is not in the drawing", folder)
		}
		for _, imported := range folders[folder] {
			if below := lineOf(imported); below < above && !isBeside(folder) {
				t.Errorf("%s imports %s, which is drawn above it", folder, imported)
			}
		}
	}
}

// isBeside reports whether a folder is beside the layers: the programs that make tables run before the library is
// compiled, and the helpers of tests import the packages that they test.
func isBeside(folder string) bool {
	return path.Base(folder) == "gen" || slices.Contains([]string{"internal/hostile", "internal/test/kit", "internal/test"}, folder)
}

// TestFolders: each folder has one row, and its row is above the rows of the folders that it imports.
func TestFolders(t *testing.T) {
	folders := folderImports(t)
	rows := map[string]int{}
	name := regexp.MustCompile("`([^`]+)`")
	for n, line := range strings.Split(sectionOf(t, readDocument(t, "ARCHITECTURE.md"), "## The folders"), "\n") {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| `"), " | ")
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		for _, m := range name.FindAllStringSubmatch("`"+cell, -1) {
			if _, ok := folders[m[1]]; !ok {
				t.Errorf("there is no package in the folder %s", m[1])
			}
			if _, ok := rows[m[1]]; ok {
				t.Errorf("%s has two rows", m[1])
			}
			rows[m[1]] = n
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		row, ok := rows[folder]
		if !ok {
			t.Errorf("%s has no row", folder)
			continue
		}
		for _, imported := range folders[folder] {
			if below, ok := rows[imported]; ok && below < row && !isBeside(folder) {
				t.Errorf("%s imports %s, which has a row above it", folder, imported)
			}
		}
	}
}
