package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// The rules are read off RFC 3986, Appendix A: a row for each byte, or bytes in a row with the same rules.
func TestExplainRules(t *testing.T) {
	tests := []struct {
		in   string
		want []string // what of the input, and the rules
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
		if got := rulesIn(test.in, false); !slices.Equal(got, test.want) {
			t.Errorf("%q:\n%q, want\n%q", test.in, got, test.want)
		}
	}
}

// rulesIn returns what of the input shares rules, and these.
func rulesIn(in string, iri bool) (list []string) {
	w := newWalk([]byte(in), iri)
	for lo, hi := range rowsOf([]byte(in), iri) {
		rules, _ := w.step()
		for w.n < hi {
			w.step()
		}
		list = append(list, in[lo:hi], rules)
	}
	return list
}

// The rules are read off RFC 3987, section 2.2.
func TestExplainRulesOfIRIs(t *testing.T) {
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
		if got := rulesIn(test.in, true); !slices.Equal(got, test.want) {
			t.Errorf("%q:\n%q, want\n%q", test.in, got, test.want)
		}
	}
}

// grammar returns the rules of a file in ABNF, without comments and with single spaces, by their names.
func grammar(t *testing.T, file string) map[string]string {
	text, err := os.ReadFile(filepath.Join("..", "gentables", file))
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

// TestRulesOfIRIs: the grammar of RFC 3987 is that of RFC 3986 in other names, but for ucschar and iprivate, and these
// stand where the walk takes them to: beside what is unreserved, and in a query.
func TestRulesOfIRIs(t *testing.T) {
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
	for i, set := range rulesOfIRIs() {
		for k, name := range strings.Fields(set) {
			if _, ok := iris[name]; !ok || inURIs(name) != strings.Fields(ruleSets[i])[k] {
				t.Errorf("%q stands for %q", set, ruleSets[i])
			}
		}
	}
}

// TestWalk: both automata die, and accept, where the scanner does, and the rules are of the component that the machine
// says is being read.
func TestWalk(t *testing.T) {
	corpus, err := os.ReadFile("../../testdata/corpus.txt")
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
		checkWalk(t, s, false)
		checkWalk(t, s, true)
		half := len(s) / 2
		for _, odd := range []string{"\u00e9", "\U0001f600", "\ue000", "\xc3", "\xed\xa0\x80", "\u202e", "\ufdd0"} {
			checkWalk(t, s[:half]+odd+s[half:], true)
			checkWalk(t, s+odd[:len(odd)-1], true)
		}
	}
}

func checkWalk(t *testing.T, s string, iri bool) {
	t.Helper()
	w := newWalk([]byte(s), iri)
	for {
		rules, ok := w.step()
		if !ok {
			break
		}
		if rules == "" {
			t.Fatalf("%q: no rule before byte %d", s, w.n)
		}
	}
	var r fsm.Ranges
	scan := fsm.Scan[string]
	if iri {
		scan = fsm.ScanIRI[string]
	}
	if n, ok := scan(s, &r); w.n != n || ok != (n == len(s) && w.accepting()) {
		t.Errorf("%q: stops at %d; the scanner says %d, %v", s, w.n, n, ok)
	}
}

// TestSections fails for a rule without a section.
func TestSections(t *testing.T) {
	for _, set := range slices.Concat(ruleSets[:], rulesOfIRIs()) {
		for rule := range strings.FieldsSeq(set) {
			if sectionOf(rule) == "" {
				t.Errorf("%s has no section", rule)
			}
		}
	}
}

func TestExpected(t *testing.T) {
	for in, want := range map[string]string{
		"":         "unreserved sub-delims # % / ? @ end",
		"a":        "unreserved sub-delims # % / : ? @ end",
		"%":        "HEXDIG",
		"//[":      "HEXDIG : V v",
		"//[::":    "HEXDIG ]",
		"//h:":     "unreserved sub-delims # % / : ? @ end",
		"//u@h:":   "DIGIT # / ? end",
		"a:b?c#d":  "unreserved sub-delims % / : ? @ end",
		"//[v1":    "HEXDIG .",
		"//h:a":    "unreserved sub-delims % : @",
		"//[1:1:1": "HEXDIG :",
	} {
		if got := expectedBehind(in, false); got != want {
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
		if got := expectedBehind(in, true); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func expectedBehind(in string, iri bool) string {
	w := newWalk([]byte(in), iri)
	for {
		if _, ok := w.step(); !ok {
			return strings.Join(w.expected(), " ")
		}
	}
}

// TestExplainNarrow: on a narrow terminal nothing is wider than that but a word, and all words are there; elsewhere the
// table is the same whatever COLUMNS says.
func TestExplainNarrow(t *testing.T) {
	for _, in := range []string{"//h:8x", "http://exa mple.com/", "/\u00e9", "http://joe@example.com/segment?q#f g"} {
		t.Setenv("COLUMNS", "")
		_, want, _ := runWith("", "explain", in)
		rec := record{Record: new(fsm.Record)}
		setRecord(rec.Record, in)
		rec.valid()
		if !strings.Contains(want, captionOf(&rec)+"\n") || !strings.Contains(want, hintFor(&rec)+"\n") {
			t.Errorf("%q: wrapped though not on a terminal:\n%s", in, want)
		}
		for columns := 40; columns <= 120; columns += 8 {
			t.Setenv("COLUMNS", strconv.Itoa(columns))
			if _, got, _ := runWith("", "explain", in); got != want {
				t.Errorf("%q in %d columns, not on a terminal:\n%s", in, columns, got)
			}
			_, got, _ := runWith("", "explain", "-picture=always", in)
			for line := range strings.Lines(got) {
				if len(line)-1 > columns {
					t.Errorf("%q: more than %d columns: %s", in, columns, line)
				}
			}
			for word := range strings.FieldsSeq(want) {
				if !strings.Contains(got, word) && len(word) < 8 {
					t.Errorf("%q in %d columns: no %q in\n%s", in, columns, word, got)
				}
			}
		}
	}
}

// TestExplainOffsets: the bytes stand in one column, two behind the offsets, however large these are.
func TestExplainOffsets(t *testing.T) {
	for _, long := range []int{1, 9999, 10_000, 100_000, 1_000_000} {
		for _, next := range []string{"%41", "space"} {
			in := strings.Repeat("a", long) + strings.Replace(next, "space", " ", 1)
			digits := max(4, len(strconv.Itoa(long)))
			_, got, _ := runWith("", "explain", in)
			for offset, text := range map[int]string{0: "a", long: next} {
				if line := fmt.Sprintf("\n %*d  %s", digits, offset, text); !strings.Contains(got, line) {
					t.Errorf("%d bytes: no line %q", len(in), line)
				}
			}
		}
	}
}

// TestExplainBreaks: what shows bytes is broken over lines, but an escape is not.
func TestExplainBreaks(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	_, got, _ := runWith("", "explain", "-iri", "-picture=always", "/a\U000f0000b")
	for _, want := range []string{`    2  \xf3\xb0  no rule allows this`, `       \x80\x80  here`} {
		if !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("no line %s:\n%s", want, got)
		}
	}
	broken := regexp.MustCompile(`(?m)(\\(x.?)?|%.?)( |$)`)
	for columns := 30; columns < 120; columns++ {
		t.Setenv("COLUMNS", strconv.Itoa(columns))
		for _, in := range []string{"/" + strings.Repeat("%E3%81%82", 20), strings.Repeat("a?%21", 20),
			"?" + strings.Repeat("aa\ue000", 20), "a?\ue000bc\u200b\u3042" + strings.Repeat("\u3042", 30)} {
			_, got, _ := runWith("", "explain", "-iri", "-picture=always", in)
			shown, rest, _ := strings.Cut(got, "\n    0  ")
			for line := range strings.Lines(shown) {
				if n := utf8.RuneCountInString(line) + strings.Count(line, "\u3042"); n > columns+1 {
					t.Errorf("%q: %d columns of %d: %s", in, n, columns, line)
				}
			}
			all := strings.NewReplacer("ok  ", "", "\n    ", "").Replace(shown)
			if want := strings.Join(display([]byte(in)).start(math.MaxInt).text, ""); all != want || broken.MatchString(got) {
				t.Errorf("%q in %d columns: want %s and no broken escape:\n%s\n%s", in, columns, want, shown, rest)
			}
		}
	}
}

// TestExplainClasses: the usage text says what the names of classes stand for.
func TestExplainClasses(t *testing.T) {
	for _, name := range []string{"unreserved are", "sub-delims are", "HEXDIG are", "iunreserved are", "iprivate is"} {
		if !regexp.MustCompile(`\s` + name + `\s`).MatchString(explainUsage) {
			t.Errorf("no %q", name)
		}
	}
}

// TestExplainCut: of what was not read nobody says that no rule allows it.
func TestExplainCut(t *testing.T) {
	for _, iri := range []string{"-iri=false", "-iri"} {
		_, got, _ := runWith("ab\u00e9\n", "explain", iri, "-max-line=2")
		if !strings.Contains(got, "not read") || strings.Contains(got, "no rule") {
			t.Errorf("%s: %s", iri, got)
		}
	}
}

func TestExplainJSON(t *testing.T) {
	_, got, _ := runWith("", "explain", "-json", "a:", "%4", "//u:p w@h/")
	var lines []map[string]any
	for line := range strings.Lines(got) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		lines = append(lines, object)
	}
	if steps := lines[0]["steps"].([]any); lines[0]["ok"] != true || len(steps) != 2 ||
		steps[1].(map[string]any)["offset"] != 1.0 || steps[1].(map[string]any)["rules"].([]any)[0] != "URI" {
		t.Errorf("%v", lines[0])
	}
	if lines[1]["offset"] != 2.0 || lines[1]["expected"].([]any)[0] != "HEXDIG" || lines[1]["hint"] == nil ||
		len(lines[1]["steps"].([]any)) != 2 {
		t.Errorf("%v", lines[1])
	}
	for _, line := range lines[1:] {
		if _, ok := line["reason"]; !ok || line["ok"] != false {
			t.Errorf("%v", line)
		}
	}
}

// TestExplainIRIs: a step is a character, and a password is hidden as elsewhere.
func TestExplainIRIs(t *testing.T) {
	_, got, _ := runWith("", "explain", "-iri", "-json", "\u00e9/\u65e5")
	for _, want := range []string{`{"offset":0,`, `{"offset":2,`, `{"offset":3,`, `"rules":["ipath-noscheme"]`} {
		if !strings.Contains(got, want) || strings.Count(got, "offset") != 3 {
			t.Errorf("no %s, or not three steps: %s", want, got)
		}
	}
	_, got, _ = runWith("", "explain", "-iri", "http://jo\u00e9:hunt\u00e9r2@h/\u65e5\ue000")
	for _, want := range []string{"jo\u00e9 ", "xxxxx ", "\u65e5 ", `\xee\x80\x80 `, "iuserinfo (3.2.1)", "%EE%80%80"} {
		if !strings.Contains(got, want) || strings.Contains(got, "hunt") {
			t.Errorf("no %s, or a password: %s", want, got)
		}
	}
}

// TestExplainRightToLeft: what a terminal may reorder would take the rules beside it along.
func TestExplainRightToLeft(t *testing.T) {
	_, got, _ := runWith("", "explain", "-iri", "/\u05d0")
	if !strings.Contains(got, `\xd7\x90  isegment-nz`) {
		t.Error(got)
	}
}

// TestExplainHides: a table is read by people, and shows no password, nor a byte of one.
func TestExplainHides(t *testing.T) {
	for _, in := range []string{"http://joe:hunter2@h/ ", "http://joe:hunter2 @h/", "http://joe:hunter2@h/",
		"http://joe%3ahunter2@h/", "http://joe:hunter2/x?y@h/"} {
		_, got, _ := runWith("", "explain", in)
		if strings.Contains(got, "hunter") || strings.Contains(got, "space") != strings.HasSuffix(in, "/ ") {
			t.Errorf("%s", got)
		}
	}
	// Every line that is about a byte of a password has the stand-in for the whole.
	for in, want := range map[string][]int{
		"http://joe:hunter2":     {11},
		"http://joe:hunter2/":    {11},
		"http://u:se cret@h":     {9, 11},
		"http://u:se%41cret@h/x": {9, 11, 14},
		"http://u:12x":           {9, 11},
		"http://u:p%":            {9, 10},
		"//u:[":                  {4},
		"//[::1]:80x":            nil,
		"//h:80":                 nil,
	} {
		_, got, _ := runWith("", "explain", in)
		var offsets []int
		for _, line := range regexp.MustCompile(`(?m)^ +([0-9]+)  xxxxx  `).FindAllStringSubmatch(got, -1) {
			n, _ := strconv.Atoi(line[1])
			offsets = append(offsets, n)
		}
		blank := regexp.MustCompile(`(?m)^ +[0-9]+    `).MatchString(got)
		if !slices.Equal(offsets, want) || blank {
			t.Errorf("%s: hidden at %d, want %d:\n%s", in, offsets, want, got)
		}
	}
}

// The mistakes that people make, and what they are told.
func TestHints(t *testing.T) {
	for in, want := range map[string]string{
		"a b":                      "%20",
		"C:\\a":                    "%5C",
		"a\r":                      "CRLF",
		"a\tb":                     "%09",
		"a\rb":                     "%0D",
		"a\nb":                     "%0A",
		"a\x00":                    "leave it out",
		"a#b#c":                    "%23",
		"a[0]":                     "%5B",
		"?a]":                      "%5D",
		"a<b":                      "%3C",
		"/100%":                    "%25",
		"/100%!":                   "%25",
		"1a:b":                     "%3A",
		"127.0.0.1:80/":            "write // in front of a host",
		"//h:8x":                   "\"@\" must come after",
		"//u@h:8x":                 "digits only",
		"//[::1]:x":                "digits only",
		"//[::1]x":                 "after the \"]\"",
		"//[::1]]":                 "after the \"]\"",
		"//[127.0.0.1]/":           "an IPv6 address",
		"//[fe80::1%25eth0]":       "zone",
		"//[::1":                   "missing",
		"//::1/":                   "brackets",
		"http://u:se/cret@h/":      "userinfo",
		" http://h/":               "leave it out",
		"http://h/ ":               "leave it out",
		"<http://h/>":              "angle brackets",
		"\"http://h/\"":            "leave them out",
		"//[1:2]":                  "eight",
		"/é":                       "%C3%A9",
		"/\xe9":                    "not UTF-8",
		"\ufeffhttp://a/":          "a byte order mark",
		"a\ufeff":                  "%EF%BB%BF",
		"http://exa mple.com/":     "percent-encode",
		"http://u:\"p\"@h/":        "percent-encode",
		"http://example.com/a b%z": "%20",
	} {
		_, got, _ := runWith("", "explain", in)
		_, hint, ok := strings.Cut(got, "hint: ")
		if !ok || !strings.Contains(hint, want) {
			t.Errorf("%q: hint %q, want one with %s", in, hint, want)
		}
	}
}

// TestUnencoded: what hints call the characters that need no encoding are these.
func TestUnencoded(t *testing.T) {
	for b := range byte(utf8.RuneSelf) {
		letterOrDigit := tables.Is(b, tables.ALPHA) || tables.Is(b, tables.DIGIT)
		needsNone := tables.Is(b, tables.Unreserved) || tables.Is(b, tables.SubDelims)
		if strings.IndexByte(unencoded, b) >= 0 != (needsNone && !letterOrDigit) {
			t.Errorf("%q", b)
		}
	}
}

// TestHintsEncode: of each byte that cannot stand in a path the hint says how to write it.
func TestHintsEncode(t *testing.T) {
	for b := range 256 {
		in := []byte{'/', byte(b)}
		var rec fsm.Record
		setRecord(&rec, string(in))
		r := record{Record: &rec}
		if r.valid() {
			continue
		}
		hint := hintFor(&r)
		encoded := percentEncoded(in[1:])
		if bytes.ContainsAny(in[1:], "%\r\x00") || b >= 0x80 {
			encoded = "" // these have texts of their own
		}
		if hint == "" || !strings.Contains(hint, encoded) {
			t.Errorf("%q: hint %q", in, hint)
		}
	}
}
