// Package test_test tests the README, the recipes of the examples, and what several packages have in common.
package test_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
)

// TestMain runs the tests in the root of the module.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func readREADME(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Skip("the source is not here")
	}
	return string(text)
}

// imports maps the names of the packages that the samples of the README may use to their paths.
var imports = map[string]string{
	"fmt": "fmt", "uri": "github.com/urispan/uri", "fsm": "github.com/urispan/uri/fsm", "guard": "github.com/urispan/uri/guard",
}

// TestREADME runs the first sample and the recipes, as one program with a function for each. The program must print the
// strings in the comments after Println.
func TestREADME(t *testing.T) {
	text := readREADME(t)
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(blocks) != 6 {
		t.Fatalf("%d samples, want 6", len(blocks))
	}
	if !kit.Long() {
		t.Skip("builds a program; set URI_LONG")
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
	out, err := kit.Command(t, goTool, "run", "-overlay", overlayFile, "./recipes").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, program)
	}
	return string(out)
}
