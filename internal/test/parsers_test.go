package test_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
)

// TestParsersPage checks the table of PARSERS.md: what each parser makes of a text.
func TestParsersPage(t *testing.T) {
	const base = "https://app.example/login"
	readings := func(text string) (list [3]string) {
		list = [3]string{"refused", "refused", "refused"}
		if ref, err := uri.Parse(text); err == nil {
			if u, err := uri.MustParse(base).Resolve(ref); err == nil {
				list[0] = u.String()
			}
		}
		if u, err := whatwg.MustParse(base).Parse(text); err == nil {
			list[1] = u.Href()
		}
		if from, err := url.Parse(base); err == nil {
			if u, err := from.Parse(text); err == nil {
				list[2] = u.String()
			}
		}
		return list
	}
	rows := 0
	for line := range strings.Lines(sectionOf(t, readDocument(t, "PARSERS.md"), "## The same text, three times")) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |\n"), " | ")
		if len(cells) != 4 || !strings.HasPrefix(line, "| `") {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], "`")
		}
		rows++
		if got := readings(cells[0]); got != [3]string(cells[1:]) {
			t.Errorf("%s: %q, want %q", cells[0], got, cells[1:])
		}
	}
	if rows < 10 {
		t.Errorf("%d rows", rows)
	}
}
