package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/test/kit"
)

// TestExplainNarrow: on a narrow terminal, only a single long word is wider than the screen, and no word is missing.
// Elsewhere the table does not depend on COLUMNS.
func TestExplainNarrow(t *testing.T) {
	for _, in := range []string{"//h:8x", "http://exa mple.com/", "/\u00e9", "http://joe@example.com/segment?q#f g"} {
		t.Setenv("COLUMNS", "")
		_, want, _ := runWith("", "explain", in)
		rec := engine.NewRecord(in, dialect.URI)
		rec.Valid()
		if !strings.Contains(want, rec.Caption()+"\n") || !strings.Contains(want, rec.Hint()+"\n") {
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

// TestExplainOffsets: all bytes begin in the same column, two columns after the largest offset.
func TestExplainOffsets(t *testing.T) {
	for _, long := range []int{1, 9999, 10_000, 100_000, 1_000_000} {
		if long > 100_000 && !kit.Long() {
			continue
		}
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

// TestExplainBreaks: long bytes are broken into lines, but not within an escape.
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
			if want := shownAs(in); all != want || broken.MatchString(got) {
				t.Errorf("%q in %d columns: want %s and no broken escape:\n%s\n%s", in, columns, want, shown, rest)
			}
		}
	}
}

// shownAs returns the text of a valid reference in pictures.
func shownAs(in string) string {
	text, _ := paint.TextOf([]byte(in)).Around(0, 10*len(in)+100)
	return strings.Join(text, "")
}

// TestExplainClasses: the help text defines the names of classes.
func TestExplainClasses(t *testing.T) {
	_, formats := helpPage("explain")
	for _, name := range []string{"unreserved", "sub-delims", "HEXDIG", "iunreserved", "iprivate"} {
		if !regexp.MustCompile(`\n  ` + name + ` +\S`).MatchString(formats) {
			t.Errorf("no %q", name)
		}
	}
}

// TestExplainCut: the explanation of a line that was cut does not reject the byte that was not read.
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

// TestExplainIRIs: a step is a character, and passwords are hidden.
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

// TestExplainRightToLeft: characters that a terminal may reorder are escaped, since they would move the rules beside
// them.
func TestExplainRightToLeft(t *testing.T) {
	_, got, _ := runWith("", "explain", "-iri", "/\u05d0")
	if !strings.Contains(got, `\xd7\x90  isegment-nz`) {
		t.Error(got)
	}
}

// TestExplainHidesPassword: a table shows no byte of a password.
func TestExplainHidesPassword(t *testing.T) {
	for _, in := range []string{"http://joe:hunter2@h/ ", "http://joe:hunter2 @h/", "http://joe:hunter2@h/",
		"http://joe%3ahunter2@h/", "http://joe:hunter2/x?y@h/"} {
		_, got, _ := runWith("", "explain", in)
		if strings.Contains(got, "hunter") || strings.Contains(got, "space") != strings.HasSuffix(in, "/ ") {
			t.Errorf("%s", got)
		}
	}
	// Every line about a byte of a password has the text that replaces the whole.
	for in, want := range kit.Pairs[string, []int]("explain.txt", "TestExplainHidesPassword") {
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

// TestHints compares the hints for common mistakes with words that they must have.
func TestHints(t *testing.T) {
	for in, want := range kit.Pairs[string, string]("explain.txt", "TestHints") {
		_, got, _ := runWith("", "explain", in)
		_, hint, ok := strings.Cut(got, "hint: ")
		if !ok || !strings.Contains(hint, want) {
			t.Errorf("%q: hint %q, want one with %s", in, hint, want)
		}
	}
}
