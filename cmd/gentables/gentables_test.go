package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustGenerate(t *testing.T, start string) *machine {
	t.Helper()
	m, err := generate("rfc3986.abnf", rfc3986, start)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFresh compares what the command would write with what is in the tree.
func TestFresh(t *testing.T) {
	m := mustGenerate(t, "URI-reference")
	for file, source := range map[string]func() ([]byte, error){
		"tables/ztables.go": m.source,
		"fsm/zvector.go":    m.vectorSource,
	} {
		want, err := source()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the grammar gives; run go generate ./...\n%s",
				file, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
		}
	}
}

// TestDeterministic: the maps inside must not show in the output.
func TestDeterministic(t *testing.T) {
	var first []byte
	for i := range 5 {
		text, err := mustGenerate(t, "URI-reference").source()
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = text
		} else if !bytes.Equal(first, text) {
			t.Fatal("two runs differ")
		}
	}
}

// TestShape holds the figures that a probe of the grammar gave before this generator was written (DFA states without
// the dead one, byte classes, marked transitions): a change means that the grammar, or what is said of it, has changed.
func TestShape(t *testing.T) {
	d := mustGenerate(t, "URI-reference").dfa
	got := []int{len(d.states) - 1, len(d.classes), d.marked(), d.runHi - d.runLo, len(d.runSets)}
	if diff := cmp.Diff([]int{185, 21, 45, 12, 8}, got); diff != "" {
		t.Errorf("states, classes, marked transitions, run states, run sets (-want +got):\n%s", diff)
	}
}

func TestRefusals(t *testing.T) {
	var states strings.Builder // a chain of 256 states, the start included, that cannot be merged
	states.WriteString("s =")
	for range 255 {
		states.WriteString(` "a"`)
	}
	var classes strings.Builder // each of 33 bytes leads to a place of its own
	classes.WriteString("s = ")
	for i := range 33 {
		fmt.Fprintf(&classes, "%%x%02x 1*%d\"!\" / ", 'A'+i, i+1)
	}
	classes.WriteString(`"~"`)
	var runs strings.Builder
	runs.WriteString("s = ")
	for i := range 9 {
		fmt.Fprintf(&runs, "\"%c\" *\"%c\" / ", 'a'+i, 'a'+i)
	}
	runs.WriteString(`"~"`)

	for _, tt := range []struct{ name, src, start, want string }{
		{"empty", "; nothing\n", "s", "g.abnf:1: no rules"},
		{"no start", "a = \"x\"\n", "s", "g.abnf:1: no rule s"},
		{"undefined", "s = a\n\na = \"x\"\n  / b\n", "s", "g.abnf:4: rule a uses b, which is not defined"},
		{"undefined prose", "s = 0<nothing>\n", "s", "g.abnf:1: rule s uses nothing, which is not defined"},
		{"recursive", "s = a\na = \"x\" b\nb = [ A ]\n", "s", "g.abnf:3: rule a is recursive: b uses it again"},
		{"self-recursive, unused", "s = \"a\"\nu = \"b\" [ u ]\n", "s", "g.abnf:2: rule u is recursive: u uses it again"},
		{"second mark on a transition", "authority = \":\" \"a\"\nURI = authority / \":\" \"b\"\n", "URI",
			`g.abnf:1: byte ':' sets the mark Port here and the mark Scheme at g.abnf:2: not one-pass`},
		{"states", states.String(), "s", "g.abnf:1: rule s: 256 states, more than 255"},
		{"classes", classes.String(), "s", "g.abnf:1: rule s: 36 byte classes, more than 32"},
		{"run sets", runs.String(), "s", "g.abnf:1: rule s: the runs are made of more than 8 sets of bytes"},
		{"states before merging", "; as many as there are strings\ns = *(\"a\" / \"b\") \"a\" 22(\"a\" / \"b\")\n", "s",
			"g.abnf:2: rule s: more than 10000 states before those that are alike are merged"},
		{"repetitions that multiply", "s = 1000(1000(1000\"a\"))\n", "s",
			"g.abnf:1: rule s: more than 100000 states with all repetitions written out"},
		{"defined twice", "s = \"a\"\nS = \"b\"\n", "s", "g.abnf:2: rule S is already defined at g.abnf:1"},
		{"extended first", "s =/ \"a\"\n", "s", "g.abnf:1: rule s is extended but not defined"},
		{"no =", "s \"a\"\n", "s", `g.abnf:1: rule s: expected "=" or "=/"`},
		{"no name", "= \"a\"\n", "s", "g.abnf:1: expected a rule name"},
		{"no elements", "s = \n", "s", "g.abnf:1: expected an element"},
		{"open string", "s = \"a\n", "s", "g.abnf:1: no \"\\\"\" ends what begins here"},
		{"open group", "s = (\"a\"\n  / \"b\"\n", "s", `g.abnf:1: no ")" ends what begins here`},
		{"stray bracket", "s = \"a\"\n  ]\n", "s", `g.abnf:2: rule s: unexpected ']'`},
		{"bad base", "s = %z41\n", "s", `g.abnf:1: expected x, d or b after "%"`},
		{"no byte", "s = %x100\n", "s", `g.abnf:1: "100" is no byte in base 16`},
		{"empty range", "s = %x42-41\n", "s", "g.abnf:1: range 0x42-0x41 is empty"},
		{"empty repetition", "s = 3*2\"a\"\n", "s", "g.abnf:1: repetition 3*2 allows nothing"},
		{"huge repetition", "s = 9999999999999999999\"a\"\n", "s", "g.abnf:1: repetition count 9999999999999999999 is too large"},
	} {
		_, err := generate("g.abnf", tt.src, tt.start)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestNotation compiles rules that use each thing of RFC 5234 once, and tries inputs on the automaton.
func TestNotation(t *testing.T) {
	for _, tt := range []struct {
		src     string
		in, out string // accepted and refused inputs, separated by spaces; "-" is the empty one
	}{
		{`s = "aB1"`, "aB1 Ab1 AB1 ab1", "- aB aB2 aB11"},
		{`s = %x61.42`, "aB", "AB ab a"},
		{`s = %d97-99 / %b01111010`, "a b c z", "d A Z ` -"},
		{`s = 2"a" *1"b" 1*"c"`, "aac aabc aaccc", "ac aaac aabbc aa"},
		{`s = 1*3"a" 0"b"`, "a aa aaa", "- aaaa ab"},
		{`s = *2("a" / "bc") ["d"]`, "- a abc bcbc d ad", "aaa b bcda dd"},
		{"s = a\r\n  a ; comment with \"quote\r\na = \";\"\r\n", ";;", "; -"},
		{"s = \"a\"\ns =/ \"b\" / T\nt = <u>\nu = \"\" \"c\"\n", "a b c", "- ab"},
	} {
		m, err := generate("g.abnf", tt.src, "s")
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

func (d *dfa) accepts(s string) bool {
	q := 1
	for i := range len(s) {
		q = d.states[q].next[d.classOf[s[i]]]
	}
	return d.states[q].accept
}

// TestExamples: the example of each state leads to it, and none is longer than it must be.
func TestExamples(t *testing.T) {
	d := mustGenerate(t, "URI-reference").dfa
	for i, s := range d.states[1:] {
		q := 1
		for j := range len(s.example) {
			q = d.states[q].next[d.classOf[s.example[j]]]
		}
		if q != i+1 {
			t.Errorf("state %d: its example %q leads to %d", i+1, s.example, q)
		}
	}
}

// TestCommand runs the command as a user does.
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
		{[]string{"-dump"}, []string{"185 states and", "21 byte classes", "45 marked transitions", `"//[v0."`, "in IP-literal"}},
		{[]string{"-dot"}, []string{"digraph \"rfc3986.abnf\" {", "doublecircle"}},
		{[]string{"-start", "s", "-dump", file}, []string{"2 states", "B b -> 2"}},
		{[]string{"-vector"}, []string{"package fsm", "rowSpecial"}},
		{nil, []string{"// Code generated by cmd/gentables from rfc3986.abnf; DO NOT EDIT."}},
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
		{[]string{filepath.Join(dir, "none")}, "no such file"},
		{[]string{file, file}, "2 grammars: want one"},
		{[]string{"-start", "s", file}, ":1: the grammar has no rule ALPHA, which the tables need"},
		{[]string{"-start", "s", "-vector", file}, ":1: the grammar has no rule scheme, which the tables need"},
	} {
		if err := run(tt.args, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want one with %q", tt.args, err, tt.want)
		}
	}
}

// TestDump shows all that a dump can say, on a grammar small enough to check by eye.
func TestDump(t *testing.T) {
	m, err := generate("dir/g.abnf", "URI = scheme \":\" \"b\"\nscheme = 1*\"a\"\n", "URI")
	if err != nil {
		t.Fatal(err)
	}
	const dump = `4 states and the dead one (0; the start is 1), 4 byte classes, 1 marked transitions, 1 run sets

class  0  None         00-20 ! " # $ % & ' ( ) * + , - . / 0-9 ; < = > ? @ C-Z [ \ ] ^ _ ` + "`" + ` c-z { | } ~ 7F-FF
class  1  Colon        :
class  2  HexAlpha     A a
class  3  42           B b

state 1  ""  Scheme
  A a -> 3

state 2  "a:B"  None, accepts

state 3  "a"  Scheme, runs
  : -> 4, sets Scheme
  A a -> 3

state 4  "a:"  None
  B b -> 2
`
	if diff := cmp.Diff(dump, string(m.dump())); diff != "" {
		t.Errorf("-dump (-want +got):\n%s", diff)
	}
	const dot = `digraph "g.abnf" {
	rankdir=LR
	node [shape=circle]
	1 [shape=circle, tooltip=""]
	1 -> 3 [label="A a"]
	2 [shape=doublecircle, tooltip="a:B"]
	3 [shape=circle, tooltip="a"]
	3 -> 4 [label=":\nScheme"]
	3 -> 3 [label="A a"]
	4 [shape=circle, tooltip="a:"]
	4 -> 2 [label="B b"]
}
`
	if diff := cmp.Diff(dot, string(m.dot())); diff != "" {
		t.Errorf("-dot (-want +got):\n%s", diff)
	}
}

// TestNibbleRows: the sets that the amd64 road compares as signed bytes have none from 0x70 up.
func TestNibbleRows(t *testing.T) {
	for _, row := range mustGenerate(t, "URI-reference").grammar.nibbleRows() {
		switch row.name {
		case "Delims", "Tail", "Percent":
			for nibble, entry := range row.entries {
				if entry&0x80 != 0 {
					t.Errorf("%s has the byte %#02x", row.name, 0x70+nibble)
				}
			}
		}
	}
}
