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
	tests := []struct {
		in   string
		want []string // parts of the input, and their rules
	}{
		{"", nil},
		{"a", []string{"a", "scheme segment-nz-nc"}},
		{"+", []string{"+", "segment-nz-nc"}},
		{"a:b/c", []string{"a", "scheme segment-nz-nc", ":", "URI", "b", "segment-nz", "/", "path-rootless", "c", "segment"}},
		{"a/b:c", []string{"a", "scheme segment-nz-nc", "/", "path-noscheme", "b:c", "segment"}},
		{"/a//", []string{"/", "path-absolute relative-part", "a", "segment-nz", "//", "path-absolute"}},
		{"x:/a", []string{"x", "scheme segment-nz-nc", ":", "URI", "/", "hier-part path-absolute", "a", "segment-nz"}},
		{"//u:p@[v1.a]:8/%41?q#f", []string{"/", "path-absolute relative-part", "/", "relative-part",
			"u", "reg-name userinfo", ":", "authority userinfo", "p", "userinfo", "@", "authority", "[", "IP-literal",
			"v1.a", "IPvFuture", "]", "IP-literal", ":", "authority", "8", "port", "/", "path-abempty", "%41", "pct-encoded",
			"?", "relative-ref", "q", "query", "#", "relative-ref", "f", "fragment"}},
		{"//1.2", []string{"/", "path-absolute relative-part", "/", "relative-part", "1", "dec-octet reg-name userinfo",
			".", "IPv4address reg-name userinfo", "2", "dec-octet reg-name userinfo"}},
		{"//@300.", []string{"/", "path-absolute relative-part", "/", "relative-part", "@", "authority",
			"30", "dec-octet reg-name", "0.", "reg-name"}},
		{"//[::1:1.2.3.4]", []string{"/", "path-absolute relative-part", "/", "relative-part", "[", "IP-literal",
			"::", "IPv6address", "1", "dec-octet h16", ":", "IPv6address ls32", "1", "dec-octet h16", ".", "IPv4address",
			"2", "dec-octet", ".", "IPv4address", "3", "dec-octet", ".", "IPv4address", "4", "dec-octet", "]", "IP-literal"}},
	}
	for _, test := range tests {
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
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"\u00e9", []string{"\u00e9", "isegment-nz-nc"}},
		{"a\u00e9:", []string{"a", "scheme isegment-nz-nc", "\u00e9", "isegment-nz-nc"}},
		{"a:\u00e9b/\U0001f600", []string{"a", "scheme isegment-nz-nc", ":", "IRI", "\u00e9b", "isegment-nz",
			"/", "ipath-rootless", "\U0001f600", "isegment"}},
		{"a/\u00e9:", []string{"a", "scheme isegment-nz-nc", "/", "ipath-noscheme", "\u00e9:", "isegment"}},
		{"//\u00e9:1@1.\u65e5:2/?\u00e9\ue000#\u00e9\ue000", []string{
			"/", "ipath-absolute irelative-part", "/", "irelative-part", "\u00e9", "ireg-name iuserinfo",
			":", "iauthority iuserinfo", "1", "port iuserinfo", "@", "iauthority", "1", "dec-octet ireg-name",
			".", "IPv4address ireg-name", "\u65e5", "ireg-name", ":", "iauthority", "2", "port", "/", "ipath-abempty",
			"?", "irelative-ref", "\u00e9\ue000", "iquery",
			"#", "irelative-ref", "\u00e9", "ifragment"}},
		{"//[v1.\u00e9]", []string{"/", "ipath-absolute irelative-part", "/", "irelative-part", "[", "IP-literal",
			"v1.", "IPvFuture"}},
		{"a%C3\xc3", []string{"a", "scheme isegment-nz-nc", "%C3", "pct-encoded"}},
	} {
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
	for i, set := range setsOf()[dialect.IRI] {
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
	if n, ok := fsm.ScanAs(production[d], s, &r); w.N != n || ok != (n == len(s) && w.machine.Accepting(w.State)) {
		t.Errorf("%q: stops at %d; the scanner says %d, %v", s, w.N, n, ok)
	}
}

// TestSections: every rule has a section.
func TestSections(t *testing.T) {
	for _, set := range slices.Concat(ruleSets[:], setsOf()[dialect.IRI]) {
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
	for in, want := range map[string]string{
		"":           "iunreserved sub-delims # % / ? @ end",
		"\u00e9":     "iunreserved sub-delims # % / ? @ end",
		"?\u00e9":    "iunreserved sub-delims iprivate # % / : ? @ end",
		"//[v1.":     "unreserved sub-delims :",
		"//\u00e9:":  "iunreserved sub-delims # % / : ? @ end",
		"//u@h:":     "DIGIT # / ? end",
		"a:b#\u00e9": "iunreserved sub-delims % / : ? @ end",
	} {
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
