package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/test/kit"
)

// TestToURI runs the examples of RFC 3987, section 3.1, and of its rules for hosts.
func TestToURI(t *testing.T) {
	for _, test := range kit.Cases[struct {
		stdin, want string
		args        []string
	}]("iri.txt", "TestToURI") {
		status, stdout, stderr := runWith(test.stdin, tabbed(append([]string{"to-uri"}, test.args...)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" {
			t.Errorf("%q < %q: %s (-want +got):\n%s", test.args, test.stdin, stderr, diff)
		}
		if status != statusFor(test.want) {
			t.Errorf("%q < %q: status %d", test.args, test.stdin, status)
		}
	}
}

// statusFor returns the exit status for the given results.
func statusFor(results string) int {
	if strings.Contains(results, `"ok":false`) || strings.Contains(results, "invalid\t") {
		return engine.ExitInvalid
	}
	return engine.ExitValid
}

// TestToIRI runs the examples of RFC 3987, section 3.2.1.
func TestToIRI(t *testing.T) {
	for _, test := range kit.Cases[struct {
		uri, want string
		args      []string
	}]("iri.txt", "TestToIRI") {
		status, stdout, stderr := runWith(test.uri, tabbed(append([]string{"to-iri"}, test.args...)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" || status != statusFor(test.want) {
			t.Errorf("%q < %q: %s (-want +got):\n%s", test.args, test.uri, stderr, diff)
		}
	}
}

// TestIRIVerbs runs the examples of RFC 3987, section 5.3.2, and examples of resolve and split.
func TestIRIVerbs(t *testing.T) {
	for _, test := range kit.Cases[struct{ stdin, args, want string }]("iri.txt", "TestIRIVerbs") {
		_, stdout, stderr := runWith(test.stdin, tabbed(strings.Fields(test.args)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" {
			t.Errorf("%s < %q: %s (-want +got):\n%s", test.args, test.stdin, stderr, diff)
		}
	}
}

// TestIRIOrder: the answers and their order do not depend on the number of workers.
func TestIRIOrder(t *testing.T) {
	var stdin, want strings.Builder
	for i := 0; stdin.Len() < 1<<20; i++ {
		if i%3 == 0 {
			fmt.Fprintf(&stdin, "/%d\u00e9\xff\n", i)
			fmt.Fprintf(&want, "invalid\t%d\tpath\tinvalid UTF-8\t/%d\u00e9\\xff\n", len(fmt.Sprint(i))+3, i)
			continue
		}
		fmt.Fprintf(&stdin, "/%d?\u00e9\u65e5\n", i)
		fmt.Fprintf(&want, "ok\t/%d?%%C3%%A9%%E6%%97%%A5\n", i)
	}
	for _, workers := range []int{1, 2, manyWorkers} {
		status, stdout, stderr := runWorkers(workers, strings.NewReader(stdin.String()), "to-uri", "-tsv")
		if status != engine.ExitInvalid || stderr != "" || stdout != want.String() {
			t.Errorf("%d workers: status %d, %q, %d bytes, want %d", workers, status, stderr, len(stdout), want.Len())
		}
	}
}

// TestIRIMaxLine cuts lines before, inside and after a character.
func TestIRIMaxLine(t *testing.T) {
	for line, want := range kit.Pairs[string, string]("iri.txt", "TestIRIMaxLine") {
		_, stdout, _ := runWith(line+"\n", "check", "-iri", "-max-line=8")
		if diff := cmp.Diff("invalid\t"+want+"\n", stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
	_, stdout, _ := runWith("x:\ta\u65e5\n", "resolve", "-tsv", "-iri", "-max-line=5")
	if want := "invalid\t5\tpath\tline 1 is longer than 5 bytes\tx:\\ta\\xe6\n"; stdout != want {
		t.Errorf("got %q, want %q", stdout, want)
	}
}

// TestIRIPicture compares pictures with ones that were examined on a terminal.
func TestIRIPicture(t *testing.T) {
	for _, test := range kit.Cases[struct {
		name, want string
		args       []string
	}]("iri.txt", "TestIRIPicture") {
		_, stdout, _ := runWith("", append([]string{test.args[0], "-picture=always"}, test.args[1:]...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestIRIColour: the whole illegal byte or character is marked.
func TestIRIColour(t *testing.T) {
	for ref, want := range map[string]string{
		"/\ufdd0a": `\xef\xb7\x90`, "/\xff\xffa": `\xff`, "/%\u65e5\u65e5": "\u65e5", "/a\u0301 b": " ",
	} {
		rec := engine.NewRecord(ref, dialect.IRI)
		rec.Valid()
		got := string(splitPicture(paint.Screen{Width: 80, Colour: true})(nil, rec))
		if want := "\x1b[0;7;31m" + want + "\x1b[0m"; !strings.Contains(got, want) {
			t.Errorf("%q: no %q in %q", ref, want, got)
		}
	}
}

// columnsOf returns the number of columns of a line with the characters of TestIRIShapes.
func columnsOf(line string) (n int) {
	for _, r := range line {
		switch r {
		case '\u65e5':
			n += 2
		case '\u0301', '\n':
		default:
			n++
		}
	}
	return n
}

// TestIRIShapes draws components of every length with characters of every width: no line is wider than the screen, and
// no character is lost.
func TestIRIShapes(t *testing.T) {
	for _, piece := range []string{"", "\u65e5", "\u0301", "a\u0301", "\u65e5\u0301", "a\u65e5"} {
		for _, times := range []int{1, 2, 7, 50} {
			for _, columns := range []int{34, 35, 60, 61} {
				t.Setenv("COLUMNS", strconv.Itoa(columns))
				s := strings.Repeat(piece, times)
				for _, ref := range []string{
					s, "//" + s, "x:" + s + "?" + s + "#" + s, "//" + s + "@" + s + ":/",
					"//u:" + s + "@" + s, "#" + s + "\xff" + s, s + ":",
				} {
					checkIRIPicture(t, ref, columns)
				}
			}
		}
	}
}

func checkIRIPicture(t *testing.T, ref string, width int) {
	t.Helper()
	for _, verb := range []string{"split", "normalize"} {
		_, stdout, _ := runWith(ref, verb, "-iri", "-picture=always")
		for line := range strings.Lines(stdout) {
			isText := strings.ContainsAny(line, "/\\") || strings.Contains(line, "\u65e5")
			if n := columnsOf(line); isText && !strings.Contains(line, "hint: ") && n > width {
				t.Errorf("%s %q: %d columns: %q", verb, ref, n, line)
			}
		}
		if !utf8.ValidString(stdout) {
			t.Errorf("%s %q: %q", verb, ref, stdout)
		}
	}
}

// TestMappingFlags compares the errors about flags of to-uri and to-iri.
func TestMappingFlags(t *testing.T) {
	for args, want := range kit.Pairs[string, string]("iri.txt", "TestMappingFlags") {
		status, stdout, stderr := runWith("", strings.Fields(args)...)
		if status != engine.ExitTrouble || stdout != "" || !strings.HasPrefix(stderr, want+"; ") {
			t.Errorf("%s: status %d, %q, %q, want %q", args, status, stdout, stderr, want)
		}
	}
}
