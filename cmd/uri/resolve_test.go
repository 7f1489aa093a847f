package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// rfcBase and rfcTargets are from RFC 3986, section 5.4: an example for each path through the algorithm.
const rfcBase = "http://a/b/c/d;p?q"

var rfcTargets = [][2]string{
	{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"/g", "http://a/g"}, {"//g", "http://g"}, {"?y", "http://a/b/c/d;p?y"},
	{"#s", "http://a/b/c/d;p?q#s"}, {"", "http://a/b/c/d;p?q"}, {"../..", "http://a/"}, {"../../../g", "http://a/g"},
}

func TestResolve(t *testing.T) {
	var refs, pairs, lines, objects strings.Builder
	for _, test := range rfcTargets {
		refs.WriteString(test[0] + "\n")
		pairs.WriteString(rfcBase + "\t" + test[0] + "\n")
		lines.WriteString("ok\t" + test[1] + "\n")
		objects.WriteString(`{"base":"` + rfcBase + `","ref":"` + test[0])
		objects.WriteString(`","ok":true,"target":"` + test[1] + "\"}\n")
	}
	for _, test := range kit.Cases[struct {
		stdin, want string
		args        []string
	}]("resolve.txt", "TestResolve", map[string]any{
		"lines":   lines.String(),
		"objects": objects.String(),
		"pairs":   pairs.String(),
		"refs":    refs.String(),
	}) {
		_, stdout, stderr := runWith(strings.ReplaceAll(test.stdin, "\n", "\x00"), tabbed(append([]string{"resolve", "-0"}, test.args...)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" {
			t.Errorf("%q < %q: %s (-want +got):\n%s", test.args, test.stdin, stderr, diff)
		}
	}
}

// TestPairs runs both verbs that read pairs on lines with an error in the base, in the reference or at the tab. Offsets
// count from the beginning of the line.
func TestPairs(t *testing.T) {
	var stdin, results strings.Builder
	for _, test := range kit.Cases[struct{ line, want string }]("resolve.txt", "TestPairs") {
		stdin.WriteString(test.line + "\n")
		results.WriteString(test.want + "\n")
	}
	for verb, keys := range map[string][2]string{"resolve": {"ref", "target"}, "relativize": {"target", "ref"}} {
		status, stdout, stderr := runWith(stdin.String(), verb, "-json")
		want := strings.NewReplacer("KEY", keys[0], "RESULT", keys[1]).Replace(results.String())
		if diff := cmp.Diff(want, stdout); diff != "" || stderr != "" || status != engine.ExitInvalid {
			t.Errorf("%s: status %d, %q (-want +got):\n%s", verb, status, stderr, diff)
		}
	}
}

// TestPairMaxLine cuts lines in the base, at the tab and in the reference.
func TestPairMaxLine(t *testing.T) {
	for line, want := range kit.Pairs[string, string]("resolve.txt", "TestPairMaxLine") {
		status, stdout, stderr := runWith(line+"\n", "resolve", "-tsv", "-max-line=20")
		if stdout != "invalid\t"+want+"\n" || status != engine.ExitInvalid || !isMessage(stderr) {
			t.Errorf("%q: status %d, %q, %s", line, status, stdout, stderr)
		}
	}
}

// TestResultPicture: the picture is the input above the picture of split for the result.
func TestResultPicture(t *testing.T) {
	tests := []struct {
		given  string // as shown
		result string // as drawn
		args   []string
	}{
		{"../c", "http://example.com/c", []string{"resolve", "-base", "http://example.com/a/b", "../c"}},
		{"//u:xxxxx@h", "http://u:secret@h", []string{"resolve", "-base", "http://example.com/a/b", "//u:secret@h"}},
		{"", "x:", []string{"resolve", "-base", "x:", ""}},
		{"http://u:xxxxx@h/a\n   ?q", "http://u:secret@h/a?q", []string{"resolve", "http://u:secret@h/a\t?q"}},
		{"x:\n   //u:xxxxx@h", "x://u:secret@h", []string{"resolve", "x:\t//u:secret@h"}},
		{"x:/b/c", "b/c", []string{"relativize", "-base", "x:/a", "x:/b/c"}},
		{"x:/a\n   x:/a#b", "#b", []string{"relativize", "x:/a\tx:/a#b"}},
		{"//u:xxxxx@h/%7E", "//u:secret@h/%7E", []string{"normalize", "-steps=case", "//u:secret@h/%7E"}},
		{strings.Repeat("x", 16) + strings.Repeat("y", 54) + "...", strings.Repeat("x", 16) + strings.Repeat("y", 99),
			[]string{"normalize", strings.Repeat("x", 16) + strings.Repeat("y", 99)}},
	}
	for _, test := range tests {
		_, picture, _ := runWith("", "split", "-picture=always", test.result)
		want := strings.TrimRight("   "+test.given, " ") + "\n" + picture
		_, stdout, _ := runWith("", append([]string{test.args[0], "-picture=always"}, test.args[1:]...)...)
		if diff := cmp.Diff(want, stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.args, diff)
		}
	}
}

func TestNoResultPicture(t *testing.T) {
	for _, test := range kit.Cases[struct {
		stdin, want string
		args        []string
	}]("resolve.txt", "TestNoResultPicture") {
		_, stdout, _ := runWith(test.stdin, test.args...)
		if diff := cmp.Diff(test.want, stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.args, diff)
		}
	}
}
