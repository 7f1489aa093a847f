package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `package p

const limit = 7

func f(a, b int, s string) (int, bool) {
	if a < b && !g(s) {
		a++
	}
	x, y := 0, 'c'
	x = a + b
	for x > 0 {
		break
	}
	return x, s != "ab"
}

func g(s string) bool { return s == "" }

func h(s string, hi int) (string, int) {
	n := len(s)
	if ok := true; ok && hi == limit {
		hi = n
	}
	g(s[:hi])
	return s[n-1:], hi
}
`

const sampleAssembly = `#include "go_asm.h"

// EDGE jumps to load.
#define EDGE(len) \
	CMPQ len, $64 \
	JAE  load

TEXT ·f(SB), NOSPLIT, $0-24
	MOVQ n+8(FP), BX // at 8
	CMPL AX, $(4096-64)
	JHI  edge
	PREFETCHT0 512(DX)
	MOVL 3(SI)(BX*1), Y15
`

// TestMutants compares the mutants of a small file with a list of each kind. All of them must be valid Go syntax.
func TestMutants(t *testing.T) {
	mutants, all := mutantsOfSample(t, "sample.go", sample)
	for _, m := range mutants {
		if _, err := parser.ParseFile(token.NewFileSet(), "", m.apply(sample), 0); err != nil {
			t.Errorf("%s: %v", m.key, err)
		}
	}
	for _, want := range []string{
		"limit: `const limit = 7` -> `const limit = 8`",
		"limit: `const limit = 7` -> `const limit = 6`",
		"g: `func g(s string) bool { return s == \"\" }` -> `func g(s string) bool { return *new(bool); return s == \"\" }`",
		"f: `if a < b && !g(s) {` -> `if a <= b && !g(s) {`",
		"f: `if a < b && !g(s) {` -> `if a < b || !g(s) {`",
		"f: `if a < b && !g(s) {` -> `if a < b && g(s) {`",
		"f: `if a < b && !g(s) {` -> `if !(a < b && !g(s)) {`",
		"f: `a++` -> `a--`",
		"f: `x, y := 0, 'c'` -> `x, y := 1, 'c'`",
		"f: `x, y := 0, 'c'` -> `x, y := 0, 'd'`",
		"f: `x = a + b` -> `x = a - b`",
		"f: `x = a + b` -> `{_ = a + b}`",
		"f: `break` -> `{}`",
		"f: `return x, s != \"ab\"` -> `return x, s == \"ab\"`",
		"f: `return x, s != \"ab\"` -> `return x, s != \"a\"`",
		"f: `if a < b && !g(s) {` -> `if a < b-1 && !g(s) {`",
		"h: `n := len(s)` -> `n := len(s)+1`",
		"h: `if ok := true; ok && hi == limit {` -> `if ok := false; ok && hi == limit {`",
		"h: `if ok := true; ok && hi == limit {` -> `if ok := true; ok && hi == limit+1 {`",
		"h: `hi = n` -> `hi = n-1`",
		"h: `g(s[:hi])` -> `g(s[:hi-1])`",
		"h: `g(s[:hi])` -> `g(s[:hi+1])`",
		"h: `return s[n-1:], hi` -> `return s[n-2:], hi`",
		"h: `return s[n-1:], hi` -> `return s[n-1:], hi+1`",
	} {
		if !strings.Contains(all, want+"\n") {
			t.Errorf("there is no mutant %s in\n%s", want, all)
		}
	}
}

// TestAssembly compares the mutants of a small file of assembly with a list. A schema has none of them.
func TestAssembly(t *testing.T) {
	const want = "" +
		"EDGE: `CMPQ len, $64 \\` -> `CMPQ len, $65 \\`\n" +
		"EDGE: `CMPQ len, $64 \\` -> `CMPQ len, $63 \\`\n" +
		"EDGE: `JAE load` -> `JA load`\n" +
		"f: `CMPL AX, $(4096-64)` -> `CMPL AX, $(4097-64)`\n" +
		"f: `CMPL AX, $(4096-64)` -> `CMPL AX, $(4095-64)`\n" +
		"f: `CMPL AX, $(4096-64)` -> `CMPL AX, $(4096-65)`\n" +
		"f: `CMPL AX, $(4096-64)` -> `CMPL AX, $(4096-63)`\n" +
		"f: `JHI edge` -> `JCC edge`\n" +
		"f: `MOVL 3(SI)(BX*1), Y15` -> `MOVL 4(SI)(BX*1), Y15`\n" +
		"f: `MOVL 3(SI)(BX*1), Y15` -> `MOVL 2(SI)(BX*1), Y15`\n"
	mutants, got := mutantsOfSample(t, "sample.s", sampleAssembly)
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if _, _, err := new(job).trySchema("sample.s", sampleAssembly, mutants); err != nil {
		t.Error(err)
	}
}

// mutantsOfSample returns the mutants of a file with the text, and their keys without the name of the file.
func mutantsOfSample(t *testing.T, name, text string) (mutants []mutant, keys string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	source, mutants, err := mutantsOf(file)
	if err != nil || source != text {
		t.Fatal(source, err)
	}
	for _, m := range mutants {
		keys += strings.TrimPrefix(m.key, file+" ") + "\n"
	}
	return mutants, keys
}

// TestRun tries the mutants of a small module: those of its function by a schema, and the one of its constant alone. Its
// test does not compare 9 with the limit, and a text has no "-".
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod": "module p\n",
		"p.go": `package p

const limit = 10

func isSmall(a int, more ...int) bool { return a < limit && len(more) == 0 && "a"+"b" == "ab" }
`,
		"p_test.go": `package p

import "testing"

func TestIsSmall(t *testing.T) {
	if !isSmall(8) || isSmall(10) || isSmall(8, 1) {
		t.Error()
	}
}
`,
		"survivors.txt": "p.go limit: `const limit = 10` -> `const limit = 9`\n\tnot tested\n" +
			"p.go limit: `const limit = 8` -> `const limit = 7`\n\tnot there any more\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const line = `return a < limit && len(more) == 0 && "a"+"b" == "ab" }`
	want := "p.go: explained, but not a mutant: p.go limit: `const limit = 8` -> `const limit = 7`\n" +
		"p.go:5: survives: p.go isSmall: `func isSmall(a int, more ...int) bool { " + line + "` -> `" +
		"func isSmall(a int, more ...int) bool { " + strings.Replace(line, "limit", "limit-1", 1) + "`\n" +
		"p.go: 13 mutants: 11 killed, 1 explained, 1 survive\n"
	var got strings.Builder
	j := job{stages: []stage{{pkg: "."}}, out: &got}
	if err := j.run([]string{"p.go"}, "survivors.txt", "", false); err == nil || !strings.HasPrefix(got.String(), want) {
		t.Errorf("%v, got\n%swant\n%s", err, &got, want)
	}
}

func TestSurvivors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "survivors.txt")
	for _, test := range []struct {
		text string
		want int
	}{
		{"# none\n", 0},
		{"a b: `x` -> `y`\n\tbecause\n\n# and\nc\nd\n\tfor all\n\tof them\n", 3},
		{"a\n\tbecause\nb\n", -1},
		{"\tbecause\n", -1},
		{"a\n\tbecause\n\n\tof another\n", -1},
	} {
		if err := os.WriteFile(file, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := readSurvivors(file); len(got) != max(test.want, 0) || (err != nil) != (test.want < 0) {
			t.Errorf("%q: %v, %v", test.text, got, err)
		}
	}
}
