package links_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/net/html"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg/links"
)

// targetsOf returns the targets of the rest of a page.
func targetsOf(s *links.Scanner) (names []string) {
	for name := range s.Targets() {
		names = append(names, string(name))
	}
	return names
}

// targetCases are pages and their targets, by the HTML Standard, sections 7.4.6.4 and 13.2.
var targetCases = kit.Cases[struct{ page, want string }]("targets.txt", "targetCases")

// TestTargets reads pages as a whole and a byte a Read.
func TestTargets(t *testing.T) {
	var s links.Scanner
	for _, c := range targetCases {
		s.Reset([]byte(c.page))
		if got := strings.Join(targetsOf(&s), ","); got != c.want {
			t.Errorf("%s: %q, want %q", c.page, got, c.want)
		}
		s.ResetReader(iotest.OneByteReader(strings.NewReader(c.page)))
		if got := strings.Join(targetsOf(&s), ","); got != c.want {
			t.Errorf("%s, a byte a Read: %q, want %q", c.page, got, c.want)
		}
		s.Reset([]byte(c.page))
		for l := range s.All() {
			if l.Attribute == "id" || l.Attribute == "name" {
				t.Errorf("%s: All has %s", c.page, l.Attribute)
			}
		}
	}
}

// TestTargetsOfTrees compares the targets of pages with those of x/net's trees.
func TestTargetsOfTrees(t *testing.T) {
	for _, c := range slices.Concat(targetCases, cases) {
		page, isScripted := strings.CutPrefix(c.page, "~")
		root, err := parseTree(page, isScripted)
		if err != nil {
			t.Fatal(err)
		}
		s := links.Scanner{Scripting: isScripted}
		s.Reset([]byte(page))
		got := slices.Compact(slices.Sorted(slices.Values(targetsOf(&s))))
		if want := treeTargets(root); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

func treeTargets(root *html.Node) (names []string) {
	for n := range root.Descendants() {
		inTemplate := slices.ContainsFunc(slices.Collect(n.Ancestors()), func(a *html.Node) bool { return a.Data == "template" && a.Namespace == "" })
		for _, a := range n.Attr {
			if !inTemplate && a.Namespace == "" && (a.Key == "id" || a.Key == "name" && n.Data == "a" && n.Namespace == "") {
				names = append(names, a.Val)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestTargetsAndLinks: loops over links and targets may follow each other after a break. Each continues after the tag.
func TestTargetsAndLinks(t *testing.T) {
	const page = `<a id=a name=b href=c ping="d e"><iframe srcdoc="<a href=f><a href=g>"></iframe><p id=h><a href=i>`
	var s links.Scanner
	s.Reset([]byte(page))
	for name := range s.Targets() {
		if string(name) != "a" {
			t.Errorf("%s, want a", name)
		}
		break
	}
	for l := range s.All() {
		if string(l.URL) != "f" {
			t.Errorf("%s, want f", l.URL)
		}
		break
	}
	if got := targetsOf(&s); !slices.Equal(got, []string{"h"}) {
		t.Errorf("%q, want h", got)
	}
	for range s.All() {
		t.Error("a link after the end")
	}
	s.Reset([]byte(page))
	for range s.Targets() {
		break
	}
	if got := targetsOf(&s); !slices.Equal(got, []string{"b", "h"}) {
		t.Errorf("after a break: %q, want b and h", got)
	}
	s.Reset([]byte(`<a href=x ping="y z"><p id=w>`))
	for range s.All() {
		break
	}
	if got := targetsOf(&s); !slices.Equal(got, []string{"w"}) {
		t.Errorf("after a break between links: %q, want w", got)
	}
	var none *links.Scanner
	if got := targetsOf(none); got != nil {
		t.Errorf("nil: %q", got)
	}
}

// TestTargetsCut: a name that the limit of a tag cuts is not a target.
func TestTargetsCut(t *testing.T) {
	var s links.Scanner
	s.Reset(slices.Concat([]byte("<a id=a name='"), bytes.Repeat([]byte("x"), 64<<10), []byte("'><p id=b>")))
	if got := targetsOf(&s); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%.100q, want a and b", got)
	}
}

// TestIdentifiersInSVG: without Identifiers, itemid and itemtype are not links in HTML content of SVG, either.
func TestIdentifiersInSVG(t *testing.T) {
	const page = `<svg><foreignObject><p itemid=x itemtype="v w"><a href=y>`
	var s links.Scanner
	for _, want := range []string{"y", "x | v | w | y"} {
		s.Reset([]byte(page))
		if got := found(&s); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		s.Identifiers = true
	}
}
