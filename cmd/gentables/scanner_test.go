package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
)

// TestShippedCurrent compares the scanners of the grammars that ship with the files in the tree.
func TestShippedCurrent(t *testing.T) {
	files, err := filepath.Glob("grammars/*.abnf")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d grammars, %v", len(files), err)
	}
	for _, file := range append(files, "testdata/tables.abnf") {
		name := strings.TrimSuffix(filepath.Base(file), ".abnf")
		out := filepath.Join(t.TempDir(), "z.go")
		pkg := "shipped"
		if name == "rfc8141" {
			pkg = "urn"
		}
		if err := run([]string{"-scanner", "-package", pkg, "-o", out, file}, nil); err != nil {
			t.Error(err)
			continue
		}
		for _, end := range []string{".go", "_test.go"} {
			want, err := os.ReadFile(strings.TrimSuffix(out, ".go") + end)
			if err != nil {
				t.Fatal(err)
			}
			tree := "../../internal/shipped/z" + name + end
			if pkg == "urn" {
				tree = "../../internal/urn/zurn" + end
			}
			if got, err := os.ReadFile(tree); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not up to date (%v); run go generate ./...", tree, err)
			}
		}
	}
}

// TestRefused compiles grammars that must be refused, and checks what the errors say.
func TestRefused(t *testing.T) {
	for name, want := range kit.Pairs[string, string]("scanner.txt", "TestRefused") {
		file := "testdata/refused/" + name + ".abnf"
		err := run([]string{"-scanner", file}, &bytes.Buffer{})
		if want = filepath.Dir(file) + "/" + strings.TrimSuffix(want, "\n"); err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", name, err, want)
		}
	}
}

// TestAmbiguous checks that an ambiguity is shown by a short string, even if each reading has hundreds of states.
func TestAmbiguous(t *testing.T) {
	const grammar = ";@ package p\n;@ type T = s\n;@ component A = a\ns = *( a / b ) 300[a] 300[b]\na = 1*%x61-63\nb = 1*%x62-64\n"
	const want = `g.abnf:3: component A is ambiguous: "aa" can be read in two ways:` + "\n\tA \"aa\"\n\tA \"a\"  A \"a\""
	if _, err := compileScanners(source{"g.abnf", grammar}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestMarkErrors checks the errors of marks.
func TestMarkErrors(t *testing.T) {
	const head = ";@ package p\n;@ type T = s\n"
	const rules = "s = a [ \":\" b ]\na = 1*DIGIT\nb = a\n"
	for _, tt := range kit.Cases[struct{ marks, want string }]("scanner.txt", "TestMarkErrors", map[string]any{
		"31-components": head + ";@ component A = a\n" + manyComponents(31),
	}) {
		list, err := compileScanners(source{"g.abnf", tt.marks + rules})
		if err == nil {
			_, err = scannerSource("scanner.tmpl", list, list[0].grammar.marks.pkg)
		}
		if got := fmt.Sprint(err); strings.TrimPrefix(got, "g.abnf:") == got || !strings.HasSuffix(got, tt.want[strings.Index(tt.want, ": "):]) {
			t.Errorf("%q:\n got %s\nwant %s", tt.marks, got, tt.want)
		}
	}
}

func manyComponents(n int) (text string) {
	for i := range n {
		text += fmt.Sprintf(";@ component X%d = a\n", i)
	}
	return text
}

// TestScannerSources type-checks scanners with each kind of component, and with code and tables.
func TestScannerSources(t *testing.T) {
	std := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for name, text := range kit.Pairs[string, string]("scanner.txt", "TestScannerSources") {
		list, err := compileScanners(source{"g\n.abnf", text})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if isTables := !list[0].isCode(); isTables != (name == "tables") {
			t.Errorf("%s: tables: %v", name, isTables)
		}
		src, err := scannerSource("scanner.tmpl", list, "p")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		fset := token.NewFileSet()
		config := types.Config{Importer: std}
		if _, err := config.Check("p", fset, []*ast.File{mustParse(t, fset, name, src)}, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := scannerSource("proof.tmpl", list, "p"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestExpected checks what errors expect in a state.
func TestExpected(t *testing.T) {
	const grammar = `;@ package p
;@ type T = s
;@ component A = a
;@ component B = b
;@ word b = a month
s = a ":" [ b ] / %xE9 / SP text
text = 1*( qdtext / "\" ( DQUOTE / "\" ) / DQUOTE ) LF
qdtext = SP / %x21 / %x23-5B / %x5D-7E
a = 1*pchar
b = 2DIGIT
pchar = ALPHA / "%" HEXDIG HEXDIG
`
	list, err := compileScanners(source{"g.abnf", grammar})
	if err != nil {
		t.Fatal(err)
	}
	for input, want := range kit.Pairs[string, label]("scanner.txt", "TestExpected") {
		d := list[0].dfa
		if diff := cmp.Diff(want, d.states[d.after(input)].label); diff != "" {
			t.Errorf("%q (-want +got):\n%s", input, diff)
		}
	}
}

// TestSamples checks -examples and -mutants: the number of strings, and that the grammar accepts the first and rejects
// the second.
func TestSamples(t *testing.T) {
	list, err := compileScanners(source{"g.abnf", ";@ package p\n;@ type T = s\ns = 1*3( %x61-7A / \"0\" ) \"-\" *\"b\"\n"})
	if err != nil {
		t.Fatal(err)
	}
	n := list[0].nfa
	accepts := func(s string) bool {
		set := n.closure([]int{nfaStart})
		for i := range len(s) {
			set = n.closure(n.step(set, s[i]))
		}
		for _, state := range set {
			if state == nfaAccept {
				return true
			}
		}
		return false
	}
	for _, mutants := range []bool{false, true} {
		texts := list[0].samples(100, mutants)
		for _, text := range texts {
			if accepts(text) == mutants {
				t.Errorf("mutants: %v: %q", mutants, text)
			}
		}
		if len(texts) != 100 {
			t.Errorf("mutants: %v: %d strings", mutants, len(texts))
		}
	}
	var out bytes.Buffer
	if err := run([]string{"-examples", "7", "grammars/semver.abnf"}, &out); err != nil || strings.Count(out.String(), "\n") != 7 {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestScannerDot checks that a graph has a box for each component.
func TestScannerDot(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"-scanner", "-format", "dot", "grammars/rfc3339.abnf"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"subgraph cluster_0 {\n\t\tlabel=\"Year\"\n", `20 -> 21 [label="\"+\" \"-\"\n+Offset", tooltip="\"+\" \"-\""]`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestScannerCommand checks the errors of the command.
func TestScannerCommand(t *testing.T) {
	for args, want := range kit.Pairs[string, string]("scanner.txt", "TestScannerCommand") {
		if err := run(strings.Fields(args), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", args, err, want)
		}
	}
}

// TestLargeGrammars checks that grammars that grow fast are refused, and that a large alternation is not. The work is
// counted, so that the result does not depend on the time that they take.
func TestLargeGrammars(t *testing.T) {
	if testing.Short() {
		t.Skip("takes all steps that the limit allows")
	}
	const head = ";@ package p\n;@ type T = s\n;@ component A = a\n"
	var pairs []string // one state has all their edges
	for c := range 15_000 {
		pairs = append(pairs, fmt.Sprintf("%%x%02X.%02X", c%127, c/127))
	}
	for text, want := range map[string]string{
		"s = a\na = *( " + strings.Join(pairs, " / ") + " )\n":             "<nil>",
		"s = a\na = 900[ALPHA] 900[DIGIT] 900[SP]\n":                       "takes more than 10000000 steps to make; rule a (g.abnf:5) has",
		"s = a\na = " + strings.Repeat(`"abcdefgh" / `, 15_000) + "\"\"\n": "more than 100000 states after expanding repetitions",
	} {
		if _, err := compileScanners(source{"g.abnf", head + text}); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%.60q: error %v, want one with %q", text, err, want)
		}
	}
}
