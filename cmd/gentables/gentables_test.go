package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// mustGenerate compiles the grammar of a layout, once for all tests.
func mustGenerate(t *testing.T, l *layout) *machine {
	t.Helper()
	if machines[l] == nil {
		machines[l] = generateAgain(t, l)
	}
	return machines[l]
}

var machines = map[*layout]*machine{}

func generateAgain(t *testing.T, l *layout) *machine {
	t.Helper()
	m, err := generate(l, l.grammar, mustRead(t, l), l.start)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustRead(t *testing.T, l *layout) string {
	t.Helper()
	_, src, err := l.read(nil)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// mustExpand returns the NFA of a rule in the grammar of a layout.
func mustExpand(t *testing.T, l *layout, start string) *nfa {
	t.Helper()
	g, err := parseGrammar(l.grammar, mustRead(t, l))
	if err != nil {
		t.Fatal(err)
	}
	n, err := newNFA(g, start)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFresh compares what the command would write with what is in the tree.
func TestFresh(t *testing.T) {
	for file, source := range map[string]func() ([]byte, error){
		"tables/ztables.go": mustGenerate(t, &uriLayout).source,
		"tables/ziri.go":    mustGenerate(t, &iriLayout).source,
		"fsm/zvector.go":    mustGenerate(t, &uriLayout).vectorSource,
		"cmd/uri/zrules.go": mustGenerate(t, &uriLayout).rulesSource,
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
	for _, l := range []*layout{&uriLayout, &iriLayout} {
		first, err := mustGenerate(t, l).source()
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if text, err := generateAgain(t, l).source(); err != nil || !bytes.Equal(first, text) {
				t.Fatalf("%s: two runs differ: %v", l.grammar, err)
			}
		}
	}
}

// TestShape holds the figures of the automata (DFA states without the dead one, byte classes, marked transitions, run
// states, run sets, states that loop on text). Those for URIs, but for the runs, are of a probe of the grammar that was
// made before this generator was written. A change means that a grammar, or what is said of it, has changed. Without
// the states inside of characters, the two automata have the same ones.
func TestShape(t *testing.T) {
	for l, want := range map[*layout][]int{
		&uriLayout: {185, 21, 45, 12, 8, 0, 0},
		&iriLayout: {277, 44, 45, 12, 8, 7, 92},
	} {
		d := mustGenerate(t, l).dfa
		inside := 0
		for _, s := range d.states {
			inside += int(s.tags / tagCharacter)
		}
		got := []int{len(d.states) - 1, len(d.classes), d.marked(), d.runHi - d.runLo, len(d.runSets),
			d.textHi - d.textLo, inside}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.grammar, diff)
		}
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
		{"no code point", "s = %x110000\n", "s", `g.abnf:1: "110000" is no code point in base 16`},
		{"no number", "s = %x41-\n", "s", `g.abnf:1: "" is no code point in base 16`},
		{"a surrogate", "s = \"a\"\n  / %xD800\n", "s", "g.abnf:2: range 0xd800-0xd800 has surrogates"},
		{"the last surrogate", "s = %x41.DFFF\n", "s", "g.abnf:1: range 0xdfff-0xdfff has surrogates"},
		{"surrogates within", "s = %xA0-FFFF\n", "s", "g.abnf:1: range 0xa0-0xffff has surrogates"},
		{"string outside ASCII", "s = \"\u00e9\"\n", "s", "g.abnf:1: \"\u00e9\" is not of ASCII"},
		{"empty range", "s = %x42-41\n", "s", "g.abnf:1: range 0x42-0x41 is empty"},
		{"empty repetition", "s = 3*2\"a\"\n", "s", "g.abnf:1: repetition 3*2 allows nothing"},
		{"huge repetition", "s = 9999999999999999999\"a\"\n", "s", "g.abnf:1: repetition count 9999999999999999999 is too large"},
	} {
		_, err := generate(&uriLayout, "g.abnf", tt.src, tt.start)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestIRIRefusals is about the limits of the tables for IRIs.
func TestIRIRefusals(t *testing.T) {
	var classes strings.Builder // each of 65 characters leads to a place of its own
	classes.WriteString("s = ")
	for i := range 65 {
		fmt.Fprintf(&classes, "%%x%02x %d\"!\" / ", '0'+i, i)
	}
	classes.WriteString(`"!"`)
	rules := ""
	for _, name := range []string{"ALPHA", "DIGIT", "HEXDIG", "unreserved", "gen-delims", "sub-delims", "pct-encoded",
		"iprivate"} {
		rules += name + " = \"a\"\n"
	}
	for _, tt := range []struct{ name, src, want string }{
		{"states", "s = 511\"a\"\n", "g.abnf:1: rule s: 512 states, more than 511"},
		{"classes", classes.String(), "g.abnf:1: rule s: 67 byte classes, more than 64"},
		{"a text rule that is recursive", "s = \"a\"\nucschar = [ ucschar ]\n",
			"g.abnf:2: rule ucschar is recursive: ucschar uses it again"},
		{"a text rule that is too large", "s = \"a\"\npct-encoded = \"b\"\nucschar = 1000(1000\"a\")\n",
			"g.abnf:3: rule ucschar: more than 100000 states with all repetitions written out"},
		{"states of text", rules + "s = *ucschar\nucschar = 7%xE9 \"a\"\n",
			"g.abnf:10: rule ucschar: 15 states, more than 14"},
		{"text that is not of characters", rules + "s = *ucschar\nucschar = 1*%xE9\n",
			"g.abnf:10: rule ucschar: a sentence of it begins another"},
	} {
		m, err := generate(&iriLayout, "g.abnf", tt.src, "s")
		if err == nil {
			_, err = m.source()
		}
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.name, err, tt.want)
		}
	}
	if _, err := generate(&iriLayout, "g.abnf", "s = 510\"a\"\n", "s"); err != nil {
		t.Errorf("511 states: %v", err)
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
		{`s = %xE9 / %d8364.97 / %b11110000`, "\u00e9 \u20aca \u00f0", "\xe9 \u20ac \u00c3 \xf0 e"},
		{`s = %x7F-80 / %x7FF-800 / %xFFFF-10000`, "\x7f \u0080 \u07ff \u0800 \uffff \U00010000",
			"~ \u0081 \u07fe \u0801 \ufffe \U00010001 \xc0\x80 \xc1\xbf \xe0\x80\x80 \xe0\x9f\xbf \xf0\x8f\xbf\xbf"},
	} {
		m, err := generate(&uriLayout, "g.abnf", tt.src, "s")
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

// TestUTF8Forms: by package unicode/utf8, each code point of a range has one form in it and no other code point has
// any. As many sequences of bytes match as there are code points, so that nothing else does.
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

// TestRuleNames: what RFC 3987 calls its rules leads to the names of RFC 3986, or to names that that does not have.
func TestRuleNames(t *testing.T) {
	uri := mustGenerate(t, &uriLayout).grammar
	var fresh []string
	for _, r := range mustGenerate(t, &iriLayout).grammar.order {
		if uri.rule(uriName(r.name)) == nil {
			fresh = append(fresh, r.name)
		}
	}
	if diff := cmp.Diff([]string{"ucschar", "iprivate"}, fresh); diff != "" {
		t.Errorf("rules that RFC 3986 does not have (-want +got):\n%s", diff)
	}
	for _, r := range uri.order {
		if uriName(r.name) != r.name {
			t.Errorf("%s is called %s", r.name, uriName(r.name))
		}
	}
}

func (d *dfa) accepts(s string) bool { return d.states[d.behind(s)].accept }

// TestExamples: the example of each state leads to it, and none is longer than it must be.
func TestExamples(t *testing.T) {
	for _, l := range []*layout{&uriLayout, &iriLayout} {
		d := mustGenerate(t, l).dfa
		for i, s := range d.states[1:] {
			if q := d.behind(s.example); q != i+1 {
				t.Errorf("state %d: its example %q leads to %d", i+1, s.example, q)
			}
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
		{[]string{"-iri", "-dump"}, []string{"277 states and", "44 byte", "Path in a character", "runs on text"}},
		{[]string{"-iri", "-start", "ucschar", "-dot"}, []string{"digraph \"rfc3987.abnf\" {"}},
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
		{[]string{"-iri", "-start", "s", "-vector", file}, ":1: the grammar has no rule scheme, which the tables need"},
		{[]string{"-iri", "-start", "s", file}, ":1: the grammar has no rule ALPHA, which the tables need"},
	} {
		if err := run(tt.args, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want one with %q", tt.args, err, tt.want)
		}
	}
}

// TestDump shows all that a dump can say, on a grammar small enough to check by eye.
func TestDump(t *testing.T) {
	m, err := generate(&uriLayout, "dir/g.abnf", "URI = scheme \":\" \"b\"\nscheme = 1*\"a\"\n", "URI")
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
	for _, row := range mustGenerate(t, &uriLayout).grammar.nibbleRows() {
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
