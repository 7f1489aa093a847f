package find_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/test/kit"
)

// allSyntaxes are the columns of tables.
var allSyntaxes = []find.Syntax{find.SyntaxIRI, find.SyntaxURI, find.SyntaxWeb, find.SyntaxProse}

// TestTable finds the addresses in the table of the comment of the package.
func TestTable(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(source), "Prose\n")
	table, _, ok := strings.Cut(after, "//\n")
	rows := 0
	for line := range strings.Lines(table) {
		rows++
		cells := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(strings.TrimPrefix(line, "//\t")), -1)
		for i, syntax := range allSyntaxes {
			if len(cells) != 5 {
				t.Fatalf("%d columns in %q", len(cells), line)
			}
			if got := texts(&find.Finder{Syntax: syntax}, cells[0]); len(got) != 1 || got[0] != "https://h"+cells[i+1] {
				t.Errorf("%s: syntax %d finds %q, want https://h%s", cells[0], syntax, got, cells[i+1])
			}
		}
	}
	if !ok || rows != 10 {
		t.Errorf("%d rows, want 10", rows)
	}
}

// TestSyntax has the cases of IRI, URI and Web that an issue names, and those near them. All three find the same, except
// where a case has other texts for URI or Web.
func TestSyntax(t *testing.T) {
	type row struct{ text, want, uri, web string }

	for _, tt := range append(kit.Cases[row]("syntax.txt", "TestSyntax"), []row{
		{text: "|" + strings.Repeat("a", 200) + "https://h/?c|d", want: "https://h/?c", web: "https://h/?c|d"},
		{text: "|" + strings.Repeat("a", 199) + "https://h/?c|d", want: "https://h/?c"},
	}...) {
		for i, want := range []string{tt.want, tt.uri, tt.web} {
			if want == "" {
				want = tt.want
			}
			if want == "none" {
				want = ""
			}
			if got := strings.Join(texts(&find.Finder{Syntax: syntaxes[i]}, tt.text), " "); got != want {
				t.Errorf("syntax %d, %q: got %q, want %q", syntaxes[i], tt.text, got, want)
			}
		}
	}
}

// TestEmphasis has marks around addresses. The wishes of the cases with "issue" are public.
func TestEmphasis(t *testing.T) {
	type row struct{ text, want string }

	for _, tt := range append(kit.Cases[row]("syntax.txt", "TestEmphasis"), []row{
		{"*" + strings.Repeat("a", 199) + "https://h/1*", "https://h/1"},
		{"*" + strings.Repeat("a", 200) + "https://h/1*", "https://h/1*"},
	}...) {
		for _, syntax := range syntaxes {
			if got := strings.Join(texts(&find.Finder{Syntax: syntax}, tt.text), " "); got != tt.want {
				t.Errorf("syntax %d, %q: got %q, want %q", syntax, tt.text, got, tt.want)
			}
		}
	}
	opaque := &find.Finder{Schemes: []string{"mailto", "tel"}}
	if got, want := texts(opaque, "**mailto:joe@h.example** *tel:1*"), []string{"mailto:joe@h.example", "tel:1"}; !slices.Equal(got, want) {
		t.Errorf("without //: got %q, want %q", got, want)
	}
	if got := texts(&find.Finder{Syntax: find.SyntaxProse}, "*see https://h/1*"); !slices.Equal(got, []string{"https://h/1*"}) {
		t.Errorf("prose: %q", got)
	}
}
