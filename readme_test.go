package uri_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/exectest"
)

func readREADME(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Skip("the source is not here")
	}
	return string(text)
}

// imports has the packages that the samples of the README may use.
var imports = map[string]string{
	"fmt": "fmt", "uri": "github.com/urispan/uri", "fsm": "github.com/urispan/uri/fsm", "guard": "github.com/urispan/uri/guard",
}

// TestREADME runs the first sample and the recipes, as one program with a function for each. The program must print the
// texts in the comments after Println.
func TestREADME(t *testing.T) {
	text := readREADME(t)
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(blocks) != 6 {
		t.Fatalf("%d samples, want 6", len(blocks))
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	var want, body, calls strings.Builder
	for i, block := range blocks {
		fmt.Fprintf(&body, "func sample%d() {\n%s}\n", i, block[1])
		fmt.Fprintf(&calls, "\tsample%d()\n", i)
		for _, line := range regexp.MustCompile(`fmt\.Println\(.*\) // (.*)`).FindAllStringSubmatch(block[1], -1) {
			want.WriteString(strings.ReplaceAll(line[1], ", then ", "\n") + "\n")
		}
	}
	program := "package main\n"
	for name, from := range imports {
		program += fmt.Sprintf("import %s %q\n", name, from)
	}
	program += "func main() {\n" + calls.String() + "}\n" + body.String()
	if got := runProgram(t, goTool, program); got != want.String() {
		t.Errorf("-want +got:\n%s", cmp.Diff(want.String(), got))
	}
}

// runProgram runs a program as if it were in this module.
func runProgram(t *testing.T, goTool, program string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "main.go")
	replace := map[string]any{"Replace": map[string]string{filepath.Join(dir, "recipes", "main.go"): source}}
	overlay, err := json.Marshal(replace)
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(t.TempDir(), "overlay.json")
	for file, text := range map[string][]byte{source: []byte(program), overlayFile: overlay} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exectest.Command(t, goTool, "run", "-overlay", overlayFile, "./recipes").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, program)
	}
	return string(out)
}

// TestMap fails for a file that a reader of the README's map would not find. The map names the file, or a directory
// that it is in, or the file is a test beside files of the root that the map names. In a directory, a file that is not
// a part of a package or module must be named by a file that is.
func TestMap(t *testing.T) {
	_, text, ok := strings.Cut(readREADME(t), "\n## The map\n")
	if !ok {
		t.Fatal("the README has no map")
	}
	var named []string
	for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		named = append(named, match[1])
	}
	for _, name := range named {
		if !strings.ContainsAny(name, "./") || strings.Contains(name, " ") || name == "net/url" {
			continue // no path
		}
		if _, err := os.Stat(name); err != nil {
			t.Errorf("the map names %s, which is not there", name)
		}
	}
	for _, file := range files(t) {
		if !slices.ContainsFunc(named, func(n string) bool { return covers(n, file) }) && file != "README.md" {
			t.Errorf("%s is not to be found from the README's map", file)
		}
		if !isOfPackage(file) && !slices.Contains(named, file) && !isNamedNearby(t, file) {
			t.Errorf("%s is in a directory of the README's map, but nothing there tells what for", file)
		}
	}
}

// isOfPackage reports whether the file is one of those that a package or a module consists of, with its tests.
func isOfPackage(file string) bool {
	return slices.Contains([]string{".go", ".s", ".mod", ".sum"}, path.Ext(file)) || path.Base(file) == "README.md" ||
		strings.Contains("/"+file, "/testdata/") || !strings.Contains(file, "/") || strings.HasPrefix(file, ".")
}

// isNamedNearby reports whether a source file or a README, beside the file or above it, has the file's name or that of
// its directory, with a "/".
func isNamedNearby(t *testing.T, file string) bool {
	t.Helper()
	dir := path.Dir(file)
	for above := dir; above != "."; above = path.Dir(above) {
		sources, err := filepath.Glob(above + "/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range sources {
			if ext := path.Ext(source); ext != ".go" && ext != ".md" {
				continue
			}
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			s := string(text)
			if strings.Contains(s, path.Base(file)) || above != dir && strings.Contains(s, path.Base(dir)+"/") {
				return true
			}
		}
	}
	return false
}

// files returns the files of the tree, without those that git ignores.
func files(t *testing.T) (list []string) {
	t.Helper()
	out, err := exectest.Command(t, "git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skip("this is no clone")
	}
	return strings.Fields(string(out))
}

// covers reports whether whoever knows name finds the file.
func covers(name, file string) bool {
	isRootTest := !strings.Contains(file, "/") && strings.HasSuffix(file, "_test.go") && name == "uri.go"
	return file == name || strings.HasPrefix(file, name+"/") || isRootTest
}
