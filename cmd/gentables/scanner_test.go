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
	for name, want := range map[string]string{
		"rfc8141": `rfc8141.abnf:8: component RComponent is ambiguous: "urn:aa:a?+a?=a" can be read in two ways:
	NID "aa"  NSS "a"  RComponent "a?=a"
	NID "aa"  NSS "a"  RComponent "a"  QComponent "a"`,
		"rfc9110": `rfc9110.abnf:6: component Weight is ambiguous: "a/a;\t;q=0" can be read in two ways:
	no components
	Weight ";q=0"`,
		"purl": `purl.abnf:5: component Namespace cannot be found in one pass, since after "pkg:a/a/a/" later bytes decide:
	"pkg:a/a/a/.": Namespace "a/a"  Name "."
	"pkg:a/a/a/": Namespace "a"  Name "a"`,
		"undefined": `undefined.abnf:4: component C is ambiguous: "x" can be read in two ways:
	C ""
	no components`,
		"rfc5322": "rfc5322.abnf:8: rule ccontent is recursive, and only a regular grammar can be compiled: " +
			"ccontent uses comment, which uses ccontent",
		"states": "states.abnf:6: rule s: more than 40000 states before minimization; most states are inside of rule tail (testdata/refused/states.abnf:8)",
		"copies": "copies.abnf:6: rule s: more than 100000 states after expanding repetitions; " +
			"rule part (testdata/refused/copies.abnf:7) has 99988 of the 100001 states of the grammar",
	} {
		file := "testdata/refused/" + name + ".abnf"
		err := run([]string{"-scanner", file}, &bytes.Buffer{})
		if want = filepath.Dir(file) + "/" + want; err == nil || err.Error() != want {
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
	for _, tt := range []struct{ marks, want string }{
		{"", "g.abnf:1: no mark says what to compile; begin the file with\n\t;@ package NAME\n\t;@ type NAME = s\n\t;@ component NAME = RULE"},
		{";@ kind T = s\n", `g.abnf:1: unknown mark "kind"; want bytes, component, func, limit, package, type or word`},
		{";@ package my-package\n", "g.abnf:1: the mark is incomplete; want ;@ package NAME"},
		{";@ package _\n", "g.abnf:1: the mark is incomplete; want ;@ package NAME"},
		{";@ type T\n", "g.abnf:1: the mark is incomplete; want ;@ type NAME = RULE, where the name begins with a capital letter"},
		{";@ type string = s\n", "g.abnf:1: the mark is incomplete; want ;@ type NAME = RULE, where the name begins with a capital letter"},
		{";@ type É = s\n", "g.abnf:1: the mark is incomplete; want ;@ type NAME = RULE, where the name begins with a capital letter"},
		{";@ package p\n;@ type Parse = s\n", "g.abnf:2: two declarations are called Parse; change the mark type, or the mark func"},
		{head + ";@ type T = a\n", "g.abnf:3: two declarations are called T; change the mark type, or the mark func"},
		{head + ";@ type TError = a\n", "g.abnf:3: two declarations are called TError; change the mark type, or the mark func"},
		{head + ";@ type U = a\n;@ func ParseBytes\n", "g.abnf:3: two declarations are called ParseBytes; change the mark type, or the mark func"},
		{";@ package p\n;@ type URI = s\n;@ type Uri = a\n", "g.abnf:3: two declarations are called uri; change the mark type, or the mark func"},
		{";@ word a\n", "g.abnf:1: the mark is incomplete; want ;@ word RULE = TEXT"},
		{";@ limit 5\n", "g.abnf:1: the mark limit comes before the first mark type"},
		{head + ";@ limit many\n", "g.abnf:3: the mark is incomplete; want ;@ limit BYTES, from 1 to 4294967294"},
		{head + ";@ func 1\n", "g.abnf:3: the mark is incomplete; want ;@ func NAME, where the name begins with a capital letter"},
		{head + ";@ component A\n", "g.abnf:3: the mark is incomplete; want ;@ component NAME = RULE, RULE in RULE, or several of these with / between them"},
		{head + ";@ component A = a b\n", "g.abnf:3: the mark is incomplete; want ;@ component NAME = RULE, RULE in RULE, or several of these with / between them"},
		{head + ";@ component x = a\n", `g.abnf:3: a component becomes a method, so its name begins with a capital letter and has letters and digits; got "x"`},
		{head + ";@ component String = a\n", "g.abnf:3: T already has a method String"},
		{head + ";@ component A = a\n;@ component A = b\n", "g.abnf:4: T already has a method A"},
		{head + ";@ component A = c\n", "g.abnf:3: no rule c"},
		{head + ";@ component A = a in c\n", "g.abnf:3: no rule c"},
		{head + ";@ component A = b in a\n", "g.abnf:3: component A: there is no b in a in s"},
		{head + ";@ component A = s in a\n", "g.abnf:3: component A: there is no s in a in s"},
		{head + ";@ component A = b in s in s\n", "g.abnf:3: component A: there is no b in s in s in s"},
		{head + ";@ word c = a thing\n", "g.abnf:3: no rule c"},
		{";@ package p\n;@ type T = t\n", "g.abnf:2: no rule t"},
		{";@ type T = s\n", "g.abnf:1: no package; write the mark ;@ package NAME, or use -package NAME"},
		{head + strings.Repeat(";@ component A = a\n", 1) + manyComponents(31), "g.abnf:34: more than 31 components"},
	} {
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
	for name, text := range map[string]string{
		"limit":    ";@ package p\n;@ type T = s\n;@ limit 9\n;@ component A = a\ns = 1*a\na = DIGIT\n",
		"empty":    ";@ package p\n;@ type URN = s\n;@ component A = a\ns = *( a \",\" )\na = *DIGIT\n",
		"two":      ";@ package p\n;@ type T = s\n;@ type U = a\ns = a\na = 4DIGIT\n",
		"bytes":    ";@ package p\n;@ bytes\n;@ type T = s\n;@ word s = any bytes\ns = *OCTET\n",
		"nothing":  ";@ package p\n;@ type T = s\ns = \"\"\n",
		"tables":   ";@ package p\n;@ type T = s\n;@ component A = a\n;@ component B = b\ns = a *( \"-\" b )\na = 2(700DIGIT)\nb = %x61-64 / %x66.67 / %xE9\n",
		"alphabet": ";@ package p\n;@ type T = s\n;@ component A = a\ns = *( a \"-\" )\na = 1*( \"a\" / \"c\" / \"e\" / \"g\" / \"i\" )\n",
	} {
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
	for input, want := range map[string]label{
		"":      {Component: "A", Expected: "a letter, a space, \"%\" or byte 0xc3"},
		"a":     {Component: "A", Expected: `a letter, "%" or ":"`},
		"a%":    {Component: "A", Expected: "a hexadecimal digit"},
		"a:":    {Component: "B", Expected: "a month or the end"},
		"a:1":   {Component: "B", Expected: "a month"},
		"a:12":  {Component: "", Expected: "the end"},
		"\xc3":  {Component: "", Expected: "byte 0xa9"},
		" x":    {Component: "", Expected: `qdtext, LF, '"' or "\"`},
		"a%aFb": {Component: "A", Expected: `a letter, "%" or ":"`},
	} {
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
	for args, want := range map[string]string{
		"-scanner":                            "missing grammar file; write gentables -scanner -o FILE.go GRAMMAR.abnf",
		"-scanner none.abnf":                  "open none.abnf",
		"-scanner -o purl grammars/purl.abnf": "the output purl is no Go file; its name must end in .go",
		"-scanner -o grammars/../grammars/purl.abnf grammars/purl.abnf": "the output would replace the grammar grammars/purl.abnf",
		"-scanner -o g_plan9.go grammars/purl.abnf":                     "go build ignores the output g_plan9.go",
		"-scanner -o x/_g.go grammars/purl.abnf":                        "go build ignores the output x/_g.go",
		"-scanner -o .go grammars/purl.abnf":                            "go build ignores the output .go",
		"-scanner -o g_test.go grammars/purl.abnf":                      "go build ignores the output g_test.go",
		"-scanner -package _ grammars/purl.abnf":                        `no package can be called "_"`,
		"-scanner -package func grammars/purl.abnf":                     `no package can be called "func"`,
		"-format text grammars/purl.abnf":                               `unknown format "text" of a scanner; want go or dot`,
	} {
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
