package links_test

import (
	"io"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// found returns the links of a page in one string.
func found(s *links.Scanner) string {
	var urls []string
	for l := range s.All() {
		text := string(l.URL)
		if l.Cut {
			text = "CUT"
		}
		urls = append(urls, text)
	}
	return strings.Join(urls, " | ")
}

// A pageCase is a page and its links.
type pageCase = struct{ page, want string }

// cases are pages and their links, by the HTML Standard. A "~" is the page with scripting.
var cases = append(kit.Cases[pageCase]("cases.txt", "cases"), []pageCase{
	{"<svg>" + strings.Repeat("<g>", 60) + strings.Repeat("</g>", 60) + "</svg><style><a href=n>", ``},
	{"<svg>" + strings.Repeat("<g>", 60) + strings.Repeat("</g>", 60) + "<style><a href=y>", `y`},
	{"<svg><foreignObject>" + strings.Repeat("<div>", 60) + strings.Repeat("</div>", 60) + "</foreignObject><style><a href=y>", `y`},
	{"<svg>" + strings.Repeat("<g>", 60) + "<p></svg><style><a href=n>", ``},
	{"<svg>" + strings.Repeat("<g>", 60) + "<p><svg></svg><style><a href=n>", ``},
	{"<svg>" + strings.Repeat("<g>", 38) + "<desc><svg></svg></desc><style><a href=y>", `y`},
	{"<div><svg>" + strings.Repeat("<g>", 38) + "<desc><div></div></desc></svg><svg></div><style><a href=n>", ``},
	{"<svg><desc><a" + strings.Repeat("x", 80) + "><svg></b" + strings.Repeat("x", 80) + "><style><a href=y>", `y`},
	{strings.Repeat("<template>", 63) + "<div></div><td background=n>", ``},
	{strings.Repeat("<template>", 64) + "<col>" + strings.Repeat("</template>", 64) + "<a href=y>", `y`},
}...)

// besideCases are pages, and the values beside their links.
var besideCases = kit.Cases[pageCase]("cases.txt", "besideCases")

func TestBeside(t *testing.T) {
	value := func(s []byte) string {
		if s == nil {
			return "-"
		}
		return string(s)
	}
	var s links.Scanner
	for _, test := range besideCases {
		s.Reset([]byte(test.page))
		var got []string
		for l := range s.All() {
			got = append(got, strings.Join([]string{string(l.URL) + ":" + value(l.Rel), value(l.Type), value(l.HrefLang), value(l.Media), string(l.Descriptor)}, ","))
		}
		if got := strings.Join(got, "|"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
	}
}

// TestIsBase: the links of base elements are marked, wherever they are.
func TestIsBase(t *testing.T) {
	var s links.Scanner
	s.Reset([]byte(`<base href=b id=n><base href=b><a href=x><template><base href=b></template><iframe srcdoc="<base href=b><a href=x>"></iframe><svg><base href=n>`))
	n := 0
	for l := range s.All() {
		if n++; l.IsBase != (string(l.URL) == "b") {
			t.Errorf("%s: %t", l.URL, l.IsBase)
		}
	}
	if n != 6 {
		t.Error(n, "links")
	}
}

// optionCases are pages and the links that they have with an option.
var optionCases = kit.Cases[struct {
	option     links.Scanner
	page, want string
}]("cases.txt", "optionCases", map[string]any{
	"lazy": links.Scanner{Lazy: true},
	"meta": links.Scanner{Meta: true},
	"none": links.Scanner{},
})

func TestOptions(t *testing.T) {
	for _, test := range optionCases {
		s := &test.option
		s.Reset([]byte(test.page))
		if got := found(s); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
		s.Reset([]byte(test.page))
		if got := targetsOf(s); len(got) > 0 {
			t.Errorf("%s: targets %q", test.page, got)
		}
	}
}

func TestCases(t *testing.T) {
	for _, test := range cases {
		var s links.Scanner
		page, scripting := strings.CutPrefix(test.page, "~")
		s.Scripting = scripting
		s.Reset([]byte(page))
		if got := found(&s); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
		for size := range 10 {
			s.ResetReader(&chunks{text: page, size: size + 1})
			if got := found(&s); got != test.want {
				t.Errorf("%s, read in chunks of %d:\n got %s\nwant %s", test.page, size+1, got, test.want)
			}
		}
	}
	for _, page := range []string{"<a href>", "<a href=''>"} {
		var s links.Scanner
		s.Reset([]byte(page))
		n := 0
		for l := range s.All() {
			if n++; len(l.URL) != 0 || l.URL == nil {
				t.Errorf("%s: %q", page, l.URL)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d links", page, n)
		}
	}
}

func TestBase(t *testing.T) {
	page := whatwg.MustParse("http://h/d/p")
	for _, test := range kit.Cases[struct{ page, want string }]("cases.txt", "TestBase") {
		var s links.Scanner
		s.Reset([]byte(test.page))
		found(&s)
		if got := s.Base(page).Href(); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
	}
}

// A chunks reads a string a few bytes at a time.
type chunks struct {
	text string
	size int
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(c.size, len(p))], c.text)
	c.text = c.text[n:]
	return n, nil
}
