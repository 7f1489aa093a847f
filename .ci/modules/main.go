// Modules prepares the modules of the repository for a version of the root module.
//
//	go -C .ci run ./modules require VERSION      # makes beam, apps and examples require that version
//	go -C .ci run ./modules proxy VERSION DIR    # writes a module proxy made of files with the root and beam
//
// The first command removes the replace directives of beam, apps and examples, so that they build outside of a clone. The
// second packs the files of the working tree that git tracks, or would track, as the module proxy packs those of a tag.
// GOPROXY=file://DIR then serves them, before there is a tag.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"golang.org/x/mod/zip"
)

const root = "github.com/urispan/uri"

// published are the folders of the modules that have a tag of their own.
var published = []string{".", "beam"}

func main() {
	log.SetFlags(0)
	args := os.Args[1:]
	var err error
	switch {
	case len(args) == 2 && args[0] == "require":
		err = requireRelease("..", args[1])
	case len(args) == 3 && args[0] == "proxy":
		err = writeProxy("..", args[1], args[2])
	default:
		err = errors.New("usage: modules require VERSION | modules proxy VERSION DIR")
	}
	if err != nil {
		log.Fatal(err)
	}
}

// requireRelease rewrites go.mod of beam, the programs and the examples in the tree: it requires the version of the root, and
// replaces it no longer. The benchmarks and tools keep their replace directive, since they test the tree beside them.
func requireRelease(tree, version string) error {
	if err := checkVersion(version); err != nil {
		return err
	}
	files := []string{filepath.Join(tree, "beam", "go.mod")}
	for _, folder := range []string{"apps", "examples"} {
		found, err := filepath.Glob(filepath.Join(tree, folder, "*", "go.mod"))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	for _, name := range files {
		if err := requireVersion(name, version); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// requireVersion rewrites one go.mod file.
func requireVersion(name, version string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, text, nil)
	if err != nil {
		return err
	}
	if err := file.AddRequire(root, version); err != nil {
		return err
	}
	if err := file.DropReplace(root, ""); err != nil {
		return err
	}
	file.Cleanup()
	text, err = file.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}

// writeProxy writes the published modules of the tree to a folder, in the layout of a module proxy:
// https://go.dev/ref/mod#goproxy-protocol
func writeProxy(tree, version, dir string) error {
	if err := checkVersion(version); err != nil {
		return err
	}
	for _, folder := range published {
		if err := writeModule(filepath.Join(tree, folder), path.Join(root, folder), version, dir); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
	}
	return nil
}

// writeModule writes the four files that a proxy has for one version of a module.
func writeModule(folder, name, version, dir string) error {
	files, err := listFiles(folder)
	if err != nil {
		return err
	}
	escaped, err := module.EscapePath(name)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, escaped, "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version, time.Unix(0, 0).UTC()})
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	if err := zip.Create(&packed, module.Version{Path: name, Version: version}, files); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "list"), []byte(version+"\n"), 0o666),
		os.WriteFile(filepath.Join(dir, version+".info"), info, 0o666),
		os.WriteFile(filepath.Join(dir, version+".mod"), text, 0o666),
		os.WriteFile(filepath.Join(dir, version+".zip"), packed.Bytes(), 0o666),
	)
}

// listFiles returns the files of the module in the folder, without those that git ignores and those of other modules.
func listFiles(folder string) ([]zip.File, error) {
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var files []zip.File
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil && !inModule(folder, path.Dir(name)) {
			files = append(files, treeFile{folder, name})
		}
	}
	return files, nil
}

// inModule reports whether dir, a path below the folder, is in a module of its own.
func inModule(folder, dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(folder, dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

// treeFile is a file of a folder, by its path with slashes.
type treeFile struct{ folder, name string }

func (f treeFile) Path() string                 { return f.name }
func (f treeFile) Lstat() (os.FileInfo, error)  { return os.Lstat(filepath.Join(f.folder, f.name)) }
func (f treeFile) Open() (io.ReadCloser, error) { return os.Open(filepath.Join(f.folder, f.name)) }

// checkVersion reports an error for a string that is not a version of a module at path root.
func checkVersion(version string) error {
	if !semver.IsValid(version) || semver.Canonical(version) != version {
		return fmt.Errorf("bad version: %q: want one such as v1.0.0", version)
	}
	return module.Check(root, version)
}
