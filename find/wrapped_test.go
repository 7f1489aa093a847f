package find_test

import (
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/test/kit"
)

// addresses returns the addresses that f finds in text, without escapes and line ends.
func addresses(f *find.Finder, text string) (found []string) {
	for m := range f.AllString(text) {
		found = append(found, string(m.AppendAddress(nil, text)))
	}
	return found
}

func TestWrapped(t *testing.T) {
	long := strings.Repeat("a", 4096-len("http://h/\n"))
	for _, tt := range kit.Cases[struct {
		text string
		want string // separated by spaces
	}]("wrapped.txt", "TestWrapped", map[string]any{
		"fits":   "<http://h/\n" + long + ">",
		"joined": "http://h/" + long,
		"longer": "<http://h/\n" + long + "b>",
	}) {
		f := &find.Finder{Wrapped: true, Syntax: find.SyntaxWeb}
		if strings.Contains(tt.text, "mailto:") {
			f.Schemes = []string{"mailto"}
		}
		if got := strings.Join(addresses(f, tt.text), " "); got != tt.want {
			t.Errorf("%.60q: got %.60q, want %.60q", tt.text, got, tt.want)
		}
	}
	const text = "<http://h/a\nb\\u0026c> x"
	f := &find.Finder{Wrapped: true, Escapes: find.EscapesJSON, Accept: func(address string) bool { return address == "http://h/ab&c" }}
	for m := range f.AllString(text) {
		if text[m.Start:m.End] != "http://h/a\nb\\u0026c" || string(m.Decoded) != "http://h/ab&c" {
			t.Errorf("JSON: %v, %s", m, m.Decoded)
		}
	}
	if got := addresses(f, text); len(got) != 1 {
		t.Errorf("JSON: %q", got)
	}
}

// TestWrappedReader compares streams with buffers, also where a part of the stream ends inside brackets.
func TestWrappedReader(t *testing.T) {
	random := kit.Random(t)
	pieces := []string{"<http://h/", "<URL:ftp://i/", "http://j/", "a", "b?c", "\n", "\n> ", " ", " ", ">", "<", "word", "-", "\r\n", strings.Repeat("x", 300), "&amp;"}
	for range kit.Rounds(100, 300, 20000) {
		var w strings.Builder
		for range random.IntN(400) {
			w.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := w.String()
		f := &find.Finder{Wrapped: true, Syntax: find.Syntax(random.IntN(4)), Escapes: find.Escapes(random.IntN(4))}
		want := results(f, text)
		got, err := streamed(f, iotest.OneByteReader(strings.NewReader(text)), 0)
		if err != nil || !slices.EqualFunc(got, want, func(a, b result) bool {
			return a.Text == b.Text && a.Start == b.Start && string(a.Decoded) == string(b.Decoded)
		}) {
			t.Fatalf("%.3000q:\n got %.300v, %v\nwant %.300v", text, got, err, want)
		}
	}
	// A word that is almost too long is not reported because of a bracket near its end.
	text := strings.Repeat("x", 64<<10-20) + "<http://h/ y>" + strings.Repeat(" word", 5000)
	got, err := streamed(&find.Finder{Wrapped: true}, strings.NewReader(text), 1)
	if err != nil || len(got) != 1 || string(got[0].Decoded) != "http://h/y" {
		t.Errorf("%v, %v", got, err)
	}
}
