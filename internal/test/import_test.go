package test_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestImport tests what a program pays for that imports package uri alone: none of its packages is of crypto or of
// another module, except for x/sys/cpu, our packages allocate nothing before main, and the automaton of IRIs, of 64 KiB,
// is not linked.
func TestImport(t *testing.T) {
	if !kit.Long() {
		t.Skip("builds a program; set URI_LONG")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	const module, program = "github.com/urispan/uri", "./internal/test/testdata/import"
	readREADME(t) // skips the test without the source
	run := func(cmd *exec.Cmd, env ...string) string {
		t.Helper()
		cmd.Env = append(cmd.Environ(), env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	runGo := func(args ...string) string {
		t.Helper()
		return run(kit.Command(t, goTool, args...), "CGO_ENABLED=0", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	}
	packages := regexp.MustCompile(`(?m)^(\S+)$`).FindAllString(runGo("list", "-deps", program), -1)
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
	runGo("build", "-o", binary, program)
	symbols := runGo("tool", "nm", binary)
	if !strings.Contains(symbols, module+"/tables.tablesOfURI") || strings.Contains(symbols, module+"/tables.tablesOfIRI") {
		t.Error("the automaton of URIs is not linked, or that of IRIs is")
	}
	// Only the program may have this setting: the compiler would print such lines too, and the build cache keeps them.
	trace := run(kit.Command(t, binary), "GODEBUG=inittrace=1")
	inits := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(trace, -1)
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
