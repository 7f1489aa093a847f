package walk

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// TestRows compares rows with the rules of RFC 3986, Appendix A.
func TestRows(t *testing.T) {
	for _, test := range kit.Cases[struct {
		in   string
		want []string // parts of the input, and their rules
	}]("walk.txt", "TestRows") {
		if got := rulesIn(test.in, dialect.URI); !slices.Equal(got, test.want) {
			t.Errorf("%q:\n%q, want\n%q", test.in, got, test.want)
		}
	}
}

// rulesIn returns the rows of the input: the bytes of each, and their rules.
func rulesIn(in string, d *dialect.Dialect) (list []string) {
	for row := range Rows([]byte(in), d) {
		list = append(list, in[row.Lo:row.Hi], row.Rules)
	}
	return list
}

// TestRowsOfIRIs compares rows with the rules of RFC 3987, section 2.2.
func TestRowsOfIRIs(t *testing.T) {
	for _, test := range kit.Cases[struct {
		in   string
		want []string
	}]("walk.txt", "TestRowsOfIRIs") {
		if got := rulesIn(test.in, dialect.IRI); !slices.Equal(got, test.want) {
			t.Errorf("%q:\n%q, want\n%q", test.in, got, test.want)
		}
	}
}

// grammar returns the rules of an ABNF file by their names, without comments and with single spaces.
func grammar(t *testing.T, file string) map[string]string {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "gentables", file))
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]string{}
	var name string
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, ";")
		if before, after, ok := strings.Cut(line, " ="); ok && before != "" && !strings.HasPrefix(line, " ") {
			name, line = strings.TrimSpace(before), after
		}
		rules[name] = strings.Join(strings.Fields(rules[name]+" "+line), " ")
	}
	return rules
}

// TestGrammarsDiffer: except for names, the grammars of RFC 3986 and RFC 3987 differ only in iunreserved, which has
// ucschar, and in queries, which have iprivate.
func TestGrammarsDiffer(t *testing.T) {
	uris, iris := grammar(t, "rfc3986.abnf"), grammar(t, "rfc3987.abnf")
	word := regexp.MustCompile(`[A-Za-z][-A-Za-z0-9]*`)
	inURIs := func(name string) string {
		name = strings.Replace(name, "IRI", "URI", 1)
		if _, ok := uris[name]; !ok {
			return strings.TrimPrefix(name, "i")
		}
		return name
	}
	for name, rule := range iris {
		switch name {
		case "ucschar", "iprivate", "":
			continue
		case "iunreserved":
			rule = strings.TrimSuffix(rule, " / ucschar")
		case "iquery":
			rule = strings.Replace(rule, " / iprivate", "", 1)
		}
		rule = word.ReplaceAllStringFunc(rule, inURIs)
		if want := uris[inURIs(name)]; strings.ReplaceAll(rule, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s is\n%s\nin URIs it is\n%s", name, rule, want)
		}
	}
	for i, set := range iriSets() {
		for k, name := range strings.Fields(set) {
			if _, ok := iris[name]; !ok || inURIs(name) != strings.Fields(ruleSets[i])[k] {
				t.Errorf("%q replaces %q", set, ruleSets[i])
			}
		}
	}
}

// TestWalkAgreesWithScanner: both automata stop and accept where the scanner does, and every byte is part of a rule.
func TestWalkAgreesWithScanner(t *testing.T) {
	corpus, err := os.ReadFile("../../../../testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	inputs := strings.Split(string(corpus), "\n")
	for _, s := range inputs[:len(inputs):len(inputs)] {
		if len(s) > 2 {
			inputs = append(inputs, s[:len(s)/2]+" "+s[len(s)/2:], s[:len(s)/3]+"%zz", s[:len(s)/2]+"[")
		}
	}
	for _, s := range inputs {
		checkWalk(t, s, dialect.URI)
		checkWalk(t, s, dialect.IRI)
		half := len(s) / 2
		for _, odd := range []string{"\u00e9", "\U0001f600", "\ue000", "\xc3", "\xed\xa0\x80", "\u202e", "\ufdd0"} {
			checkWalk(t, s[:half]+odd+s[half:], dialect.IRI)
			checkWalk(t, s+odd[:len(odd)-1], dialect.IRI)
		}
	}
}

func checkWalk(t *testing.T, s string, d *dialect.Dialect) {
	t.Helper()
	w := New([]byte(s), d)
	for {
		rules, ok := w.Step()
		if !ok {
			break
		}
		if rules == "" {
			t.Fatalf("%q: no rule before byte %d", s, w.N)
		}
	}
	var r fsm.Ranges
	production := map[*dialect.Dialect]fsm.Production{dialect.URI: fsm.URIReference, dialect.IRI: fsm.IRIReference}
	if n, ok := fsm.ScanAs(production[d], s, &r); w.N != n || ok != (n == len(s) && w.grammar.Accepting(w.State)) {
		t.Errorf("%q: stops at %d; the scanner says %d, %v", s, w.N, n, ok)
	}
}

// TestSections: every rule has a section.
func TestSections(t *testing.T) {
	for _, set := range slices.Concat(ruleSets[:], iriSets()) {
		for rule := range strings.FieldsSeq(set) {
			if sectionOf(rule) == "" {
				t.Errorf("%s has no section", rule)
			}
		}
	}
}

func TestExpected(t *testing.T) {
	for in, want := range kit.Pairs[string, string]("walk.txt", "TestExpected") {
		if got := expectedAfter(in, dialect.URI); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for in, want := range kit.Pairs[string, string]("walk.txt", "TestExpected/IRI") {
		if got := expectedAfter(in, dialect.IRI); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func expectedAfter(in string, d *dialect.Dialect) string {
	w := New([]byte(in), d)
	for {
		if _, ok := w.Step(); !ok {
			return strings.Join(w.Expected(), " ")
		}
	}
}
