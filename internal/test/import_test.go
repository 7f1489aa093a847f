package test_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/exectest"
)

// TestImport tests what a program pays for that imports package uri alone: none of its packages is of crypto or of
// another module, except for x/sys/cpu, our packages allocate nothing before main, and the automaton of IRIs, of 64 KiB,
// is not linked.
func TestImport(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	const module, program = "github.com/urispan/uri", "./internal/test/testdata/import"
	readREADME(t) // skips the test without the source
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exectest.Command(t, name, args...)
		cmd.Env = append(cmd.Environ(), "GODEBUG=inittrace=1", "CGO_ENABLED=0", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	packages := regexp.MustCompile(`(?m)^(\S+)$`).FindAllString(run(goTool, "list", "-deps", program), -1)
	for _, p := range packages {
		name, _, _ := strings.Cut(p, "/")
		switch {
		case name == "crypto":
			t.Errorf("package uri depends on package %s", p)
		case strings.Contains(name, ".") && !strings.HasPrefix(p, module) && p != "golang.org/x/sys/cpu":
			t.Errorf("package uri depends on another module: %s", p)
		}
	}
	binary := filepath.Join(t.TempDir(), "import.exe")
	run(goTool, "build", "-o", binary, program)
	symbols := run(goTool, "tool", "nm", binary)
	if !strings.Contains(symbols, module+"/tables.tablesOfURI") || strings.Contains(symbols, module+"/tables.tablesOfIRI") {
		t.Error("the automaton of URIs is not linked, or that of IRIs is")
	}
	inits := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(run(binary), -1)
	ours := 0
	for _, init := range inits {
		if !strings.HasPrefix(init[1], module) {
			continue
		}
		ours++
		if init[3] != "0" {
			t.Errorf("package %s allocates before main: %s bytes, %s allocations", init[1], init[2], init[3])
		}
	}
	if len(packages) < 10 || ours == 0 {
		t.Errorf("%d packages, %d of ours are initialized", len(packages), ours)
	}
}
