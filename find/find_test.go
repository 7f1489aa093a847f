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
	for _, tt := range []struct {
		name   string
		finder find.Finder
		text   string
		want   []string
	}{
		{"opaque", find.Finder{Schemes: []string{"MailTo", "tel", "x"}},
			"mailto:a@b.c, Tel:+1-2; hotel:5 x://y. X:z http://a.b mailto: my-tel:5 urn:a:b",
			[]string{"mailto:a@b.c", "Tel:+1-2", "x://y"}},
		{"list", find.Finder{Schemes: []string{"https"}}, "http://a.b nhttps://c HTTPS://d", []string{"https://c", "HTTPS://d"}},
		{"none", find.Finder{Schemes: []string{}}, "http://a.b mailto:a@b", nil},
		{"any", find.Finder{AnyScheme: true}, "postgres://u:p@db/x 1http://a.b ://c mailto:a@b",
			[]string{"postgres://u:p@db/x", "http://a.b"}},
		{"any, inside a word", find.Finder{AnyScheme: true, Schemes: []string{"ftp"}}, "SASL_PLAINTEXT://localhost:1 9x://a _ftp://b a.b-c://d (x://e _http://f",
			[]string{"ftp://b", "a.b-c://d", "x://e", "http://f"}},
		{"any, after a long word", find.Finder{AnyScheme: true, Schemes: []string{}}, strings.Repeat("a", 65) + "http://b",
			[]string{"http://b"}},
		{"list, after a long word", find.Finder{Schemes: []string{"https"}},
			strings.Repeat("a", 65) + "http://b " + strings.Repeat("a", 65) + "HTTPS://c", []string{"HTTPS://c"}},
		{"any and opaque", find.Finder{AnyScheme: true, Schemes: []string{"tel"}}, "x://y tel:1", []string{"x://y", "tel:1"}},
		{"prose", find.Finder{Syntax: find.SyntaxProse}, `http://a.b/c"d" http://a.b/(c/d) **http://e/f** http://a.b. http://g/{h}`,
			[]string{`http://a.b/c"d`, "http://a.b/(c/d", "http://e/f**", "http://a.b", "http://g/{h}"}},
		{"prose and opaque", find.Finder{Syntax: find.SyntaxProse, Schemes: []string{"mailto"}}, "mailto:a@b.c.", []string{"mailto:a@b.c"}},
		{"length", find.Finder{MaxLen: 10}, "http://a.b http://a.bc http://a", []string{"http://a.b", "http://a"}},
		{"accept", find.Finder{Accept: func(address string) bool { return address != "http://a.b" }}, "http://a.b http://a.bc",
			[]string{"http://a.bc"}},
		{"JSON", find.Finder{Escapes: find.EscapesJSON},
			`https:\/\/a.b\/c\u0026d\"x http:\u002f\u002fe.f\n http://g/\u00e9\ud83d\ude00\ud83d http://\u0068/ http://i.\u002e`,
			[]string{"https://a.b/c&d", "http://e.f", "http://g/é😀", "http://h/", "http://i"}},
		{"JSON, one slash", find.Finder{Escapes: find.EscapesJSON},
			`"http:1/a/b" http:x/example.com/a http:\/n/o "http:"/a/b https:1/2/3 ` + strings.Repeat(" ", 64), nil},
		{"JSON before a scheme", find.Finder{Escapes: find.EscapesJSON},
			`x\nftp://a.b\u003cFTP://c \ud83d\ude00ws://d \\ftp://e \yftp://f \u00e9://g x\nhttp://h`,
			[]string{"ftp://a.b", "FTP://c", "ws://d", "ftp://e", "http://h"}},
		{"JSON before any scheme", find.Finder{Escapes: find.EscapesJSON, AnyScheme: true},
			`x\nftp://a.b\u003cpg://c \/x://d \u00e9://e \u0://f \thttp://g`, []string{"ftp://a.b", "pg://c", "x://d", "u0://f", "http://g"}},
		{"JSON before an opaque scheme", find.Finder{Escapes: find.EscapesJSON, Schemes: []string{"mailto", "tel"}},
			`x\nmailto:a@b.c\u003ctel:1\u003e ntel:2 \u00e9:3`, []string{"mailto:a@b.c", "tel:1"}},
		{"HTML", find.Finder{Escapes: find.EscapesHTML},
			`http:&#x2f;&#47;g/&quot;h http://a.b?a&amp;b&gt;c http://a.b/?a=b&c=d&lt;x http://i/&eacute;&nbsp;x '"http://j/&#39;'`,
			[]string{"http://g/", "http://a.b?a&b", "http://a.b/?a=b&c=d", "http://i/é", "http://j/"}},
		{"JSON, bars", find.Finder{Escapes: find.EscapesJSON, Syntax: find.SyntaxWeb},
			`\u003chttps://h/?a|b\u003e \u003Chttps://i/?a|b x https://j/?a|b https:\/\/k\/\u003fa|b`,
			[]string{"https://h/?a", "https://i/?a", "https://j/?a|b", "https://k/?a|b"}},
		{"HTML, bars", find.Finder{Escapes: find.EscapesHTML, Syntax: find.SyntaxWeb}, `&lt;https://h/?a|b&gt; &amp;https://i/?a|b`,
			[]string{"https://h/?a", "https://i/?a|b"}},
		{"colours", find.Finder{Escapes: find.EscapesANSI},
			"https://example.com/\x1b[1mbuild\x1b[0m/42 \x1b[32mftp://h\x1b[0m. https\x1b[1m://no \x1b[1;32mhttp://\x1b[1ma.\x1b[mb:8\x1b[0m0/\x1b[1 http://c\x1b[1m:5173/ http://d:\x1b[1m5173\x1b[22m/\x1b[1m e http://f\x1b[1m:",
			[]string{"https://example.com/build/42", "ftp://h", "http://a.b:80/", "http://c:5173/", "http://d:5173/", "http://f"}},
		{"colours at the end", find.Finder{Escapes: find.EscapesANSI},
			"http://a\x1b[0m.\x1b[0m http://b/c.\x1b[0m\x1b[m http://d/\x1b[0m) http://e/\x1b[K http://f/\x1b[" + strings.Repeat("1", 62) + "mg http://h/\x1b[0m\xff http:\x1b[0m//i",
			[]string{"http://a", "http://b/c", "http://d/", "http://e/", "http://f/", "http://h/", "http://i"}},
		{"emphasis with colours", find.Finder{Escapes: find.EscapesANSI},
			"\x1b[1m**http://a/\x1b[0m**\x1b[0m (\x1b[1m*see http://b/.\x1b[0m*)", []string{"http://a/", "http://b/"}},
		{"colours in other text", find.Finder{}, "https://h/\x1b[1mb\x1b[0m \x1b[1mftp://i/\x1b[0m", []string{"https://h/", "ftp://i/"}},
		{"colours before any scheme", find.Finder{AnyScheme: true}, "\x1b[mx://a \x1b[38;2;1;2;3my://b [1mz://c", []string{"x://a", "y://b"}},
	} {
		var got []string
		for m := range tt.finder.AllString(tt.text) {
			text := tt.text[m.Start:m.End]
			if m.Decoded != nil {
				text = string(m.Decoded)
			}
			got = append(got, text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q:\n got %q\nwant %q", tt.name, tt.text, got, tt.want)
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
