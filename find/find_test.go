package find_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// texts returns the addresses that f finds in text.
func texts(f *find.Finder, text string) (found []string) {
	for m := range f.AllString(text) {
		found = append(found, text[m.Start:m.End])
	}
	return found
}

func TestDefault(t *testing.T) {
	for _, tt := range kit.Cases[struct {
		text string
		want []string
	}]("find.txt", "TestDefault") {
		if got := texts(nil, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, tt := range kit.Cases[struct {
		finder find.Finder
		text   string
		want   []string
	}]("find.txt", "TestOptions", map[string]any{
		"accept":           find.Finder{Accept: func(address string) bool { return address != "http://a.b" }},
		"ansi":             find.Finder{Escapes: find.EscapesANSI},
		"any":              find.Finder{AnyScheme: true},
		"any-alone":        find.Finder{AnyScheme: true, Schemes: []string{}},
		"any-and-ftp":      find.Finder{AnyScheme: true, Schemes: []string{"ftp"}},
		"any-and-tel":      find.Finder{AnyScheme: true, Schemes: []string{"tel"}},
		"default":          find.Finder{},
		"html":             find.Finder{Escapes: find.EscapesHTML},
		"html-web":         find.Finder{Escapes: find.EscapesHTML, Syntax: find.SyntaxWeb},
		"json":             find.Finder{Escapes: find.EscapesJSON},
		"json-any":         find.Finder{Escapes: find.EscapesJSON, AnyScheme: true},
		"json-opaque":      find.Finder{Escapes: find.EscapesJSON, Schemes: []string{"mailto", "tel"}},
		"json-web":         find.Finder{Escapes: find.EscapesJSON, Syntax: find.SyntaxWeb},
		"length":           find.Finder{MaxLen: 10},
		"list":             find.Finder{Schemes: []string{"https"}},
		"long-escape":      "http://a\x1b[0m.\x1b[0m http://b/c.\x1b[0m\x1b[m http://d/\x1b[0m) http://e/\x1b[K http://f/\x1b[" + strings.Repeat("1", 62) + "mg http://h/\x1b[0m\xff http:\x1b[0m//i",
		"long-word":        strings.Repeat("a", 65) + "http://b",
		"long-words":       strings.Repeat("a", 65) + "http://b " + strings.Repeat("a", 65) + "HTTPS://c",
		"none":             find.Finder{Schemes: []string{}},
		"one-slash":        `"http:1/a/b" http:x/example.com/a http:\/n/o "http:"/a/b https:1/2/3 ` + strings.Repeat(" ", 64),
		"opaque":           find.Finder{Schemes: []string{"MailTo", "tel", "x"}},
		"prose":            find.Finder{Syntax: find.SyntaxProse},
		"prose-and-opaque": find.Finder{Syntax: find.SyntaxProse, Schemes: []string{"mailto"}},
	}) {
		var got []string
		for m := range tt.finder.AllString(tt.text) {
			text := tt.text[m.Start:m.End]
			if m.Decoded != nil {
				text = string(m.Decoded)
			}
			got = append(got, text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q:\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
}

// TestAllocations checks what the documentation says about allocations.
func TestAllocations(t *testing.T) {
	text := []byte(strings.Repeat("See http://a.b/c, (https://d.e/f) and http://é.g/「h」. ", 20))
	n := 0
	count := func(m find.Match) { n += int(m.End - m.Start) }
	for _, f := range []*find.Finder{nil, {Syntax: find.SyntaxProse}, {AnyScheme: true}, {Schemes: []string{"mailto", "http"}}, {MaxLen: 100}, {Escapes: find.EscapesJSON}} {
		got := testing.AllocsPerRun(10, func() {
			for m := range f.All(text) {
				count(m)
			}
			for m := range f.AllString("http://a.b/c") {
				count(m)
			}
		})
		if got != 0 {
			t.Errorf("%+v: %v allocations", f, got)
		}
	}
	r := find.NewReader(strings.NewReader(strings.Repeat(string(text), 1000)), nil, 0)
	stream := func() {
		i := 0
		for m := range r.All() {
			if count(m); i > 100 {
				break
			}
			i++
		}
	}
	stream() // allocates the memory of the Reader
	if got := testing.AllocsPerRun(100, stream); got != 0 {
		t.Errorf("Reader: %v allocations", got)
	}
}

// TestDecoded checks that addresses with escapes parse without them.
func TestDecoded(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(1000, 3000, 100000) {
		text := randomText(random, 40)
		for _, escapes := range []find.Escapes{find.EscapesJSON, find.EscapesHTML, find.EscapesANSI} {
			f := find.Finder{Escapes: escapes, AnyScheme: true}
			for m := range f.AllString(text) {
				address := text[m.Start:m.End]
				if m.Decoded != nil {
					address = string(m.Decoded)
				}
				if _, err := iri.Parse(address); err != nil {
					t.Fatalf("%d %q: %q, %v", escapes, text, address, err)
				}
			}
		}
	}
}
