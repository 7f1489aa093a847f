package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

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
		var got []string
		w := newWalk([]byte(test.in))
		for lo, hi := range rowsOf([]byte(test.in)) {
			rules, _ := w.step()
			for w.n < hi {
				w.step()
			}
			got = append(got, test.in[lo:hi], rules)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q:\n%q, want\n%q", test.in, got, test.want)
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
		w := newWalk([]byte(s))
		for {
			rules, ok := w.step()
			if !ok {
				break
			}
			if rules == "" {
				t.Fatalf("%q: no rule at byte %d", s, w.n-1)
			}
		}
		var r fsm.Ranges
		n, ok := fsm.Scan(s, &r)
		if w.n != n || ok != (n == len(s) && tables.Accepting(w.state)) {
			t.Errorf("%q: stops at %d; the scanner says %d, %v", s, w.n, n, ok)
		}
	}
}

// TestSections fails for a rule without a section.
func TestSections(t *testing.T) {
	for _, set := range ruleSets {
		for rule := range strings.FieldsSeq(set) {
			if sections[rule] == "" {
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
		w := newWalk([]byte(in))
		for {
			if _, ok := w.step(); !ok {
				break
			}
		}
		if got := strings.Join(w.expected(), " "); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
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

// TestExplainHides: a table is read by people, and shows no password, nor a byte of one.
func TestExplainHides(t *testing.T) {
	for _, in := range []string{"http://joe:hunter2@h/ ", "http://joe:hunter2 @h/", "http://joe:hunter2@h/",
		"http://joe%3ahunter2@h/", "http://joe:hunter2/x?y@h/"} {
		_, got, _ := runWith("", "explain", in)
		if strings.Contains(got, "hunter") || strings.Contains(got, "space") != strings.HasSuffix(in, "/ ") {
			t.Errorf("%s", got)
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
		"a\x00":                    "NUL",
		"a#b#c":                    "%23",
		"a[0]":                     "%5B",
		"?a]":                      "%5D",
		"a<b":                      "%3C",
		"/100%":                    "%25",
		"/100%!":                   "%25",
		"1a:b":                     "%3A",
		"//h:8x":                   "digits",
		"//[fe80::1%25eth0]":       "zone",
		"//[::1":                   "missing",
		"//::1/":                   "brackets",
		"http://u:se/cret@h/":      "userinfo",
		" http://h/":               "leave it out",
		"http://h/ ":               "leave it out",
		"<http://h/>":              "leave it out",
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
