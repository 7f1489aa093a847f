package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"go.mau.fi/util/confusable"
)

// TestGenerated checks that the generated file is up to date and was not edited.
func TestGenerated(t *testing.T) {
	want, err := source(expanded(confusable.GetReplacement))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../zconfusables.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("host/lookalike/zconfusables.go is not up to date; run go generate ./...")
	}
	for i, line := range strings.Split(string(want), "\n") {
		if n := len([]rune(line)) + 3*strings.Count(line, "\t"); n > 120 {
			t.Errorf("line %d has %d columns", i+1, n)
		}
	}
}

// TestReplacement compares the files in the tree with the module for every character and beyond. The function
// replacement is not exported, so the files are compiled with a main function that prints all its results.
func TestReplacement(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"confusables.go", "zconfusables.go"} {
		text, err := os.ReadFile("../" + file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, file), strings.Replace(string(text), "package lookalike\n", "package main\n", 1))
	}
	write(t, filepath.Join(dir, "main.go"), printer)
	cmd := exec.CommandContext(t.Context(), "go", "run", "confusables.go", "zconfusables.go", "main.go")
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	got, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for r := rune(-1000); r <= unicode.MaxRune+1000; r++ {
		if p := expanded(confusable.GetReplacement)(r); p != "" {
			fmt.Fprintf(&want, "%d %q\n", r, p)
		}
	}
	compareLines(t, strings.Split(string(got), "\n"), strings.Split(want.String(), "\n"))
}

const printer = `package main

import (
	"bufio"
	"fmt"
	"os"
	"unicode"
)

func main() {
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for r := rune(-1000); r <= unicode.MaxRune+1000; r++ {
		if p := replacement(r); p != "" {
			fmt.Fprintf(w, "%d %q\n", r, p)
		}
	}
}
`

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func compareLines(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d characters have prototypes, want %d", len(got)-1, len(want)-1)
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%s, want %s", got[i], want[i])
		}
	}
}

// TestNumberOfCharacters checks the number of characters in Unicode 17's confusables.txt, by the cases of the module's
// function. If it fails, the data have changed: check the documentation of package lookalike.
func TestNumberOfCharacters(t *testing.T) {
	table, err := newTable(expanded(confusable.GetReplacement))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.rows) != 6565 {
		t.Errorf("%d characters", len(table.rows))
	}
}

// TestTableErrors checks data that the tables cannot hold, and data that they can just hold.
func TestTableErrors(t *testing.T) {
	for _, test := range []struct {
		char      rune
		prototype string
		want      string // in the error, or "" for success
	}{
		{'a', "b", ""},
		{'a', strings.Repeat("b", maxOffset), ""},
		{'a', strings.Repeat("b", maxOffset+1), "65536 bytes of prototypes do not fit"},
		{'a', "b\xff", `U+0061 has the prototype "b\xff"`},
		{0xd800, "b", `U+D800 has the prototype "b"`},
	} {
		_, err := newTable(func(r rune) string {
			if r == test.char {
				return test.prototype
			}
			return ""
		})
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", strconv.QuoteRune(test.char), err, test.want)
		}
	}
}
