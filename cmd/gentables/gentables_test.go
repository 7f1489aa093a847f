package main

import (
	"bytes"
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
)

// mustTarget returns the target called name.
func mustTarget(t *testing.T, name string) *target {
	t.Helper()
	target, err := targetNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// mustGenerate compiles the grammar of a target, once for all tests.
func mustGenerate(t *testing.T, name string) *machine {
	t.Helper()
	if machines[name] == nil {
		machines[name] = generateAgain(t, name)
	}
	return machines[name]
}

var machines = map[string]*machine{}

func generateAgain(t *testing.T, name string) *machine {
	t.Helper()
	target := mustTarget(t, name)
	m, err := generate(target.plain, target.start, mustRead(t, name)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustRead(t *testing.T, name string) []source {
	t.Helper()
	sources, err := mustTarget(t, name).sources("")
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// generateText compiles the rule start of a grammar in a file called g.abnf.
func generateText(text, start string) (*machine, error) {
	return generate(false, start, source{"g.abnf", text})
}

// mustExpand returns the NFA of a rule in the grammar of a target.
func mustExpand(t *testing.T, name, start string) *nfa {
	t.Helper()
	g, err := parseGrammar(mustRead(t, name)...)
	if err != nil {
		t.Fatal(err)
	}
	return newNFA(g, start, nil)
}

// TestGeneratedFilesCurrent compares the output for each target with the file in the tree. No line may be longer than
// 160 columns.
func TestGeneratedFilesCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("makes all tables again")
	}
	for i := range targets {
		target := &targets[i]
		want, err := target.source(mustGenerate(t, target.name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../" + target.file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not up to date; run go generate ./...\n%s",
				target.file, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
		}
		for n, line := range strings.Split(string(want), "\n") {
			if columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "        ")); columns > 160 {
				t.Errorf("%s:%d: %d columns", target.file, n+1, columns)
			}
		}
	}
}

// TestGenerateDirectives checks that each target has a go:generate line in the package of its file.
func TestGenerateDirectives(t *testing.T) {
	for _, target := range targets {
		dir, file := filepath.Split(target.file)
		sources, err := filepath.Glob("../../" + dir + "*.go")
		if err != nil {
			t.Fatal(err)
		}
		directive := regexp.MustCompile(`(?m)^//go:generate go run \S*/gentables -o ` + file + " " + target.name + "$")
		if !slices.ContainsFunc(sources, func(name string) bool {
			text, err := os.ReadFile(name)
			return err == nil && directive.Match(text)
		}) {
			t.Errorf("%s: no line like %s", dir, directive)
		}
	}
}

// TestFurtherGrammar adds a grammar as CONTRIBUTING says: a row in targets, and marks for components and delimiters.
// They make a Go file that compiles within package tables, and a function that
// returns the automaton. The grammar is for addresses like "gopher+host:70?term".
func TestFurtherGrammar(t *testing.T) {
	grammar := kit.Cases[string]("gentables.txt", "TestFurtherGrammar")[0]
	row := target{
		name: "toy", file: "tables/ztoy.go", start: "toy",
		Automaton: "Toy", Doc: "a language of this test",
		template: "automaton.tmpl",
	}

	m, err := generate(row.plain, row.start, source{"toy.abnf", grammar})
	if err != nil {
		t.Fatal(err)
	}
	text, err := row.source(m)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	files := []*ast.File{mustParse(t, fset, row.file, text)}
	paths, err := filepath.Glob("../../tables/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if !strings.HasSuffix(path, "_test.go") {
			files = append(files, mustParse(t, fset, path, nil))
		}
	}
	pkg, err := new(types.Config).Check("tables", fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if toy := pkg.Scope().Lookup("Toy"); toy == nil || toy.Type().String() != "func() tables.Automaton" {
		t.Errorf("the file declares %v", toy)
	}

	// What the automaton does follows from the marks.
	const sentence = "gopher+host:70?term%20"
	var marks []string
	state := 1
	for i, c := range []byte(sentence) {
		class := m.dfa.classOf[c]
		if mark := m.dfa.states[state].outputs[class]; mark != 0 {
			marks = append(marks, fmt.Sprint(markNames[mark], " ", i+1))
		}
		state = m.dfa.states[state].next[class]
	}
	if diff := cmp.Diff([]string{"Scheme 7", "Port 12", "Query 15"}, marks); diff != "" {
		t.Errorf("%q: marks (-want +got):\n%s", sentence, diff)
	}
	if at := m.dfa.states[state]; !at.Accept || at.Component != "Query" {
		t.Errorf("%q: accepted: %v, in %s", sentence, at.Accept, at.Component)
	}
	if at := m.dfa.states[m.dfa.after("gopher+h:70?%2")]; at.Accept || at.Tags != 1 {
		t.Errorf("in a percent-encoding: accepted: %v, tags %b", at.Accept, at.Tags)
	}

	// Its delimiters are not those that the vector instructions look for in URIs.
	vectors, err := targetNamed("simd")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../" + vectors.file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := vectors.source(mustGenerate(t, vectors.name))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s changes: %v\n%s", vectors.file, err, cmp.Diff(string(want), string(got)))
	}
}

func mustParse(t *testing.T, fset *token.FileSet, path string, text []byte) *ast.File {
	t.Helper()
	var src any
	if text != nil {
		src = text
	}
	file, err := goparser.ParseFile(fset, path, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBitsFor checks bitsFor around powers of two.
func TestBitsFor(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 1, 8: 3, 9: 4, 256: 8, 257: 9} {
		if got := bitsFor(n); got != want {
			t.Errorf("bitsFor(%d) = %d, want %d", n, got, want)
		}
	}
}

// TestDeterministic checks that the output does not depend on the order of maps.
func TestDeterministic(t *testing.T) {
	for _, name := range []string{"uri", "iri"}[:kit.Rounds(1, 1, 2)] {
		target := mustTarget(t, name)
		first, err := target.source(mustGenerate(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := target.source(generateAgain(t, name)); err != nil || !bytes.Equal(first, text) {
			t.Fatalf("%s: two runs differ: %v", name, err)
		}
	}
}

// TestAutomatonSizes checks the sizes of the automata: DFA states without the invalid one, byte classes, marked
// transitions, run states, run sets and states inside of characters. The sizes for URIs, except for the runs, come from
// an experiment before this generator was written. A difference means that a grammar or components.go has changed. The
// automata for URIs and IRIs have the same states except for those inside of characters.
func TestAutomatonSizes(t *testing.T) {
	for name, want := range map[string][]int{
		"uri": {185, 21, 45, 12, 8, 0},
		"iri": {277, 44, 45, 12, 8, 92},
	} {
		d := mustGenerate(t, name).dfa
		inside, runs := 0, 0
		for _, s := range d.states {
			inside += int(s.Tags / tagCharacter)
			if s.RunMask != 0 {
				runs++
			}
		}
		got := []int{len(d.states) - 1, len(d.Classes), d.Marked(), runs, len(d.RunSets), inside}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestRejectedGrammars(t *testing.T) {
	var classes strings.Builder // each of 65 characters leads to a place of its own
	classes.WriteString("s = ")
	for i := range 65 {
		fmt.Fprintf(&classes, "%%x%02x %d\"!\" / ", '0'+i, i)
	}
	classes.WriteString(`"!"`)

	for _, tt := range kit.Cases[struct{ name, src, start, want string }]("gentables.txt", "TestRejectedGrammars", map[string]any{
		"1001-brackets": "s = " + strings.Repeat("(", 1001) + "\n",
		"33-loops":      loops(33),
		"65-classes":    classes.String(),
		"large-file":    "s = \"a\"\n" + strings.Repeat(";", 1<<20),
	}) {
		_, err := generateText(tt.src, tt.start)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// loops returns a grammar with a start rule s that has states that loop on n sets of bytes.
func loops(n int) string {
	var s strings.Builder
	s.WriteString("s = ")
	for i := range n {
		fmt.Fprintf(&s, "%%x%02X *%%x%02[1]X / ", 0x20+i)
	}
	return s.String() + "%x7F\n"
}

// TestLimits checks that automata of the largest sizes are accepted.
func TestLimits(t *testing.T) {
	for _, src := range []string{"s = 510\"a\"\n", loops(32)} {
		if _, err := generateText(src, "s"); err != nil {
			t.Errorf("%.20q...: %v", src, err)
		}
	}
}

// TestNotation compiles rules with each element of RFC 5234 and checks the inputs that the automata accept.
func TestNotation(t *testing.T) {
	for _, tt := range kit.Cases[struct {
		src     string
		in, out string // accepted and rejected inputs, separated by spaces; "-" is the empty input
	}]("gentables.txt", "TestNotation") {
		m, err := generateText(tt.src, "s")
		if err != nil {
			t.Errorf("%q: %v", tt.src, err)
			continue
		}
		for _, want := range []bool{true, false} {
			inputs := tt.in
			if !want {
				inputs = tt.out
			}
			for _, in := range strings.Fields(inputs) {
				if got := m.dfa.accepts(strings.ReplaceAll(in, "-", "")); got != want {
					t.Errorf("%q on %q: %v", tt.src, in, got)
				}
			}
		}
	}
}

// TestUTF8Forms compares utf8Forms with package unicode/utf8. Each code point of a range matches one form, and other
// code points match no form. As many byte sequences match as there are code points, so no other sequence matches.
func TestUTF8Forms(t *testing.T) {
	edges := []rune{0, 0x41, 0x7f, 0x80, 0xa0, 0xbf, 0xc0, 0x7ff, 0x800, 0x83f, 0x840, 0xfff, 0x1000, 0x1040, 0xd7ff,
		0xe000, 0xf900, 0xfdcf, 0xfdf0, 0xffef, 0xffff, 0x10000, 0x1003f, 0x10040, 0x1fffd, 0x40000, 0xe1000, 0xefffd,
		0x10ffff}
	for i, lo := range edges {
		for _, hi := range edges[i:] {
			if lo < 0xd800 && hi > 0xdfff {
				continue
			}
			forms := utf8Forms(lo, hi)
			sequences := 0
			for _, form := range forms {
				product := 1
				for _, set := range form {
					product *= set.len()
				}
				sequences += product
			}
			if want := int(hi-lo) + 1; sequences != want {
				t.Errorf("%#x-%#x: %d sequences, want %d", lo, hi, sequences, want)
			}
			for _, r := range append([]rune{lo + 1, (lo + hi) / 2, hi - 1, lo - 1, hi + 1}, edges...) {
				if !utf8.ValidRune(r) {
					continue
				}
				matches := 0
				for _, form := range forms {
					if matchForm(form, string(r)) {
						matches++
					}
				}
				if in := lo <= r && r <= hi; matches > 1 || in != (matches == 1) {
					t.Errorf("%#x-%#x: %#x matches %d times", lo, hi, r, matches)
				}
			}
		}
	}
}

func matchForm(form []byteSet, s string) bool {
	for i, set := range form {
		if len(s) != len(form) || !set.has(s[i]) {
			return false
		}
	}
	return true
}

// after returns the state that input leads to.
func (d *dfa) after(input string) int {
	state, _ := d.follow(input)
	return state
}

func (d *dfa) accepts(s string) bool { return d.states[d.after(s)].Accept }

// TestExamples checks that the example of each state leads to it.
func TestExamples(t *testing.T) {
	for _, name := range []string{"uri", "iri", "host", "origin"} {
		d := mustGenerate(t, name).dfa
		for i, s := range d.states[1:] {
			if q := d.after(s.Example); q != i+1 {
				t.Errorf("state %d: its example %q leads to %d", i+1, s.Example, q)
			}
		}
	}
}

// TestCommand runs the command with its flags.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "g.abnf")
	if err := os.WriteFile(file, []byte("s = \"a\" *\"b\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want []string // parts of the output
	}{
		{[]string{"-format", "text", "uri"}, []string{"185 states (", "21 byte classes", "45 marked transitions", `"//[v0."`,
			"in IP-literal"}},
		{[]string{"-start", "scheme", "-format", "dot", "uri"}, []string{"digraph \"rfc3986.abnf\" {", "doublecircle"}},
		{[]string{"-start", "s", "-format", "text", "-grammar", file, "uri"}, []string{"2 states", "B b -> 2"}},
		{[]string{"simd"}, []string{"package simd", "RowSpecial"}},
		{[]string{"-format", "text", "iri"}, []string{"277 states (", "44 byte", "Path in a character"}},
		{[]string{"-start", "ucschar", "-format", "dot", "iri"}, []string{"digraph \"rfc3987.abnf\" {"}},
		{[]string{"-start", "asterisk-form", "-format", "text", "host"}, []string{"2 states (", "* -> 2"}},
		{[]string{"origin"}, []string{"from rfc3986.abnf and rfc9112.abnf; DO NOT EDIT.", "the automaton for origin-form, RFC 9112"}},
		{[]string{"uri"}, []string{"// Code generated by cmd/gentables uri from rfc3986.abnf; DO NOT EDIT."}},
	} {
		var out bytes.Buffer
		if err := run(tt.args, &out); err != nil {
			t.Errorf("%q: %v", tt.args, err)
		}
		for _, want := range tt.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q: no %q in the output", tt.args, want)
			}
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "missing target; want " + targetNames()},
		{[]string{"url"}, `unknown target "url"; want ` + targetNames()},
		{[]string{"uri", file}, fmt.Sprintf("unexpected argument %q after the target", file)},
		{[]string{"-format", "svg", "uri"}, `unknown format "svg"; want go, text or dot`},
		{[]string{"-grammar", filepath.Join(dir, "none"), "uri"}, "open " + filepath.Join(dir, "none")},
		{[]string{"-start", "s", "-grammar", file, "uri"}, ":1: the grammar has no mark set, which the tables need"},
		{[]string{"-start", "s", "-grammar", file, "simd"}, ":1: the grammar has no rule gen-delims, which the tables need"},
		{[]string{"-start", "s", "-grammar", file, "iri"}, ":1: the grammar has no rule ucschar, which the tables need"},
	} {
		if err := run(tt.args, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want one with %q", tt.args, err, tt.want)
		}
	}
}

// TestDump checks both descriptions of a small automaton.
func TestDump(t *testing.T) {
	m, err := generate(false, "URI", source{"dir/g.abnf", ";@ type URI = URI\n;@ component Scheme = scheme\n;@ delimiter Scheme = \":\" in URI\n" +
		"URI = scheme \":\" \"b\"\nscheme = 1*\"a\"\n"})
	if err != nil {
		t.Fatal(err)
	}
	for template, want := range kit.Pairs[string, string]("gentables.txt", "TestDump") {
		if diff := cmp.Diff(want, mustFill(t, template, m)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", template, diff)
		}
	}
}

func mustFill(t *testing.T, name string, data any) string {
	t.Helper()
	text, err := fill(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestNibbleRows checks that the sets that the amd64 assembly compares as signed bytes have no bytes from 0x70 up.
func TestNibbleRows(t *testing.T) {
	for _, row := range mustGenerate(t, "uri").grammar.NibbleRows() {
		switch row.Name {
		case "Delims", "Tail", "Percent":
			for nibble, entry := range row.Entries {
				if entry&0x80 != 0 {
					t.Errorf("%s has the byte %#02x", row.Name, 0x70+nibble)
				}
			}
		}
	}
}

// TestDifference compiles rules with differences, and checks the inputs that the automata accept.
func TestDifference(t *testing.T) {
	for _, tt := range kit.Cases[struct{ src, in, out string }]("gentables.txt", "TestDifference") {
		m, err := generateText(tt.src+"\n", "s")
		if err != nil {
			t.Errorf("%q: %v", tt.src, err)
			continue
		}
		for _, want := range []bool{true, false} {
			inputs := tt.in
			if !want {
				inputs = tt.out
			}
			for _, in := range strings.Fields(inputs) {
				if in == "-" {
					in = ""
				}
				if got := m.dfa.accepts(in); got != want {
					t.Errorf("%q on %q: %v", tt.src, in, got)
				}
			}
		}
	}
	for src, want := range map[string]string{
		"s = \"a\" - \"a\"\n": "g.abnf:1: a difference without a sentence",
		"s = \"a\" -\n":       "g.abnf:2: expected an element at the end of the rule",
		"s = \"b\" /\n  1000(1000(1000\"a\")) - \"a\"\n": "g.abnf:1: rule s: more than 100000 states after expanding repetitions; " +
			"rule s (g.abnf:1) has 99999 of the 100001 states of the grammar",
		"s = %s\"a\n": `g.abnf:1: missing closing "\""`,
	} {
		if _, err := generateText(src, "s"); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", src, err, want)
		}
	}
}
