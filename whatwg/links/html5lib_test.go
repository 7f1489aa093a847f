package links_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/whatwg/links"
)

// A treeTest is a test of tree construction.
type treeTest struct {
	file, data, document string
	scripting, fragment  bool
}

func treeTests(t *testing.T) (tests []treeTest) {
	for _, file := range links.HTML5lib(t, "tree-construction/*.dat") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq("\n"+string(text), "\n#data\n") {
			if part == "" {
				continue
			}
			test := treeTest{file: filepath.Base(file)}
			section, body := "#data", []string{}
			finish := func() {
				switch text := strings.Join(body, "\n"); section {
				case "#data":
					test.data = text
				case "#document":
					test.document = text
				case "#script-on":
					test.scripting = true
				case "#document-fragment":
					test.fragment = true
				}
				body = nil
			}
			for line := range strings.SplitSeq(part, "\n") {
				if slices.Contains([]string{"#errors", "#new-errors", "#document", "#document-fragment", "#script-on", "#script-off"}, line) {
					finish()
					section = line
					continue
				}
				body = append(body, line)
			}
			finish()
			tests = append(tests, test)
		}
	}
	return tests
}

// probes are appended to the tests of tree construction. Each has a link in some states and not in others.
var probes = []string{"", "<a href=P>", "<style><a href=P></style>", "<![CDATA[>]]<a href=P>]]>", "<frame src=P>", "</div><style><a href=P>"}

// treeDiffers lists the inputs that have different links in a Scanner and in a tree, with one of the probes.
var treeDiffers = map[string]string{
	"<!doctype html><frameset><plaintext></plaintext>":              "x/net reads plaintext in a frameset, where the standard ignores the tag",
	"<!DOCTYPE html><svg><foreignObject><p><i></p>a":                "text opens an element again: the Scanner is wrong",
	"<!DOCTYPE html><table><tr><td><svg><foreignObject><p><i></p>a": "text opens an element again: the Scanner is wrong",
	"<!DOCTYPE html><math><mtext><p><i></p>a":                       "text opens an element again: the Scanner is wrong",
	"<!DOCTYPE html><table><tr><td><math><mtext><p><i></p>a":        "text opens an element again: the Scanner is wrong",
}

// TestTreeConstruction compares the links of html5lib's inputs, with each of the probes after them, to the links of the
// trees of x/net.
func TestTreeConstruction(t *testing.T) {
	differ, count := map[string]bool{}, 0
	for _, test := range treeTests(t) {
		if test.fragment {
			continue
		}
		for _, probe := range probes {
			page := test.data + probe
			root, err := parseTree(page, test.scripting)
			if err != nil {
				t.Logf("%s: %q: %v", test.file, page, err)
				continue
			}
			count++
			if want, got := treeLinks(root), scannerLinks(page, test.scripting); !slices.Equal(got, want) {
				if differ[test.data] = true; treeDiffers[test.data] != "" {
					continue
				}
				t.Errorf("%s: %q:\n got %q\nwant %q", test.file, page, got, want)
			}
		}
	}
	for data := range treeDiffers {
		if !differ[data] {
			t.Errorf("%q does not differ", data)
		}
	}
	t.Logf("%d links and probes", count)
}
