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
`

// TestMutants compares the mutants of a small file with a list of each kind. All of them must be valid Go syntax.
func TestMutants(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sample.go")
	if err := os.WriteFile(file, []byte(sample), 0o666); err != nil {
		t.Fatal(err)
	}
	source, mutants, err := mutantsOf(file)
	if err != nil || source != sample {
		t.Fatal(source, err)
	}
	all := ""
	for _, m := range mutants {
		all += strings.TrimPrefix(m.key, file+" ") + "\n"
		if _, err := parser.ParseFile(token.NewFileSet(), "", m.apply(source), 0); err != nil {
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
	} {
		if !strings.Contains(all, want+"\n") {
			t.Errorf("there is no mutant %s in\n%s", want, all)
		}
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
