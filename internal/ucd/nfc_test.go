package ucd_test

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
)

// TestNFCForms checks examples. The examples of UAX 15 are in figures 3 to 5. All other examples are from
// UnicodeData.txt.
func TestNFCForms(t *testing.T) {
	marks := strings.Repeat("\u0301", 100)
	type row struct{ name, text, c, d string }

	for _, tt := range append(kit.Cases[row]("nfc.txt", "TestNFCForms"), []row{
		{"many marks", "e" + marks + "\u0327", "\u0229" + marks, "e\u0327" + marks},
	}...) {
		if got := ucd.Compose(tt.text); got != tt.c {
			t.Errorf("%s: %+q in form C is %+q, want %+q", tt.name, tt.text, got, tt.c)
		}
		if got := ucd.Decompose(tt.text); got != tt.d {
			t.Errorf("%s: %+q in form D is %+q, want %+q", tt.name, tt.text, got, tt.d)
		}
	}
}

// isShared reports whether golang.org/x/text has the data of r. It has the data of all characters only if it has the
// same version of Unicode, as under Go 1.27 or with the build tag go1.27.
func isShared(r rune) bool {
	return norm.Version == ucd.UnicodeVersion || !unicode.Is(unicode.Cn, r)
}

// oldNorm reports whether package norm composes wrongly: versions of golang.org/x/text up to v0.41 read only the low 16
// bits of a character, so they compose U+10045 U+0301 to U+00C9. They also compose across some spacing marks.
var oldNorm = norm.NFC.String("\U00010045\u0301") != "\U00010045\u0301"

// compare compares both forms of text with golang.org/x/text.
func compare(t *testing.T, text string) {
	t.Helper()
	if oldNorm && strings.ContainsFunc(text, func(r rune) bool { return r > 0xffff || unicode.Is(unicode.Mc, r) }) {
		return
	}
	if got, want := ucd.Compose(text), norm.NFC.String(text); got != want {
		t.Fatalf("%+q in form C is %+q, want %+q", text, got, want)
	}
	if got, want := ucd.Decompose(text), norm.NFD.String(text); got != want {
		t.Fatalf("%+q in form D is %+q, want %+q", text, got, want)
	}
}

// TestNFCCharacters compares every character, alone and before and after others, with golang.org/x/text.
func TestNFCCharacters(t *testing.T) {
	n := 0
	for r := range unicode.MaxRune + 1 {
		if 0xd800 <= r && r < 0xe000 || !isShared(r) {
			continue
		}
		n++
		c := string(r)
		compare(t, c)
		if norm.NFD.String(c) != c {
			compare(t, norm.NFD.String(c))
		}
		if nfd := norm.NFD.PropertiesString(c); nfd.Decomposition() == nil && nfd.CCC() != ucd.Class(r) {
			t.Fatalf("%U has the class %d, want %d", r, ucd.Class(r), nfd.CCC())
		}
		if unicode.IsMark(r) {
			for _, class := range []string{"\u0334", "\u3099", "\u0316", "\u0301", "\u0345"} {
				compare(t, "a"+class+c)
				compare(t, "a"+c+class)
			}
		}
	}
	t.Logf("%d characters: Unicode %s, golang.org/x/text has %s", n, ucd.UnicodeVersion, norm.Version)
}

// TestNFCNode compares every character with String.normalize of Node.js, if its version of Unicode is the same. The
// characters that compose are compared in pairs. It runs only with URI_LONG=1.
func TestNFCNode(t *testing.T) {
	node := kit.Node(t, ucd.UnicodeVersion)
	var input, want strings.Builder
	for r := range unicode.MaxRune + 1 {
		if 0xd800 <= r && r < 0xe000 || r == '\n' {
			continue
		}
		d := ucd.Decompose(string(r))
		for _, text := range []string{string(r), d, "a\u0334" + d + "\u0301", "a\u0301" + d + "\u0316"} {
			if text == d && d == string(r) || text != string(r) && text != d && ucd.Class([]rune(d)[0]) == 0 {
				continue
			}
			input.WriteString(text + "\n")
			want.WriteString(ucd.Compose(text) + " " + ucd.Decompose(text) + "\n")
		}
	}
	cmd := kit.Command(t, node, "-e", `
		const lines = require('fs').readFileSync(0, 'utf8').split('\n').slice(0, -1);
		process.stdout.write(lines.map((s) => s.normalize('NFC') + ' ' + s.normalize('NFD') + '\n').join(''));`)
	cmd.Stdin = strings.NewReader(input.String())
	got, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(got) == want.String() {
		return
	}
	texts, lines := strings.Split(input.String(), "\n"), strings.Split(want.String(), "\n")
	for i, line := range strings.Split(string(got), "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("%+q: Node.js says %+q, want %+q", texts[min(i, len(texts)-1)], line, lines[min(i, len(lines)-1)])
		}
	}
}

// pool contains characters that normalization treats differently.
var pool = []rune("aeoAO z\u00e4\u00c5\u1e69\u212b\u0958\u0915\u093c\u0344\u0308\u0301\u0323\u0327\u0345\u0315\u0334\u3099\u304b\u304c" +
	"\u1100\u1161\u11ab\uac00\uac01\ud55c\u09c7\u09be\u09d7\u09cb\u034f\u0f71\u0f72\u0f73\u0f74\u0f80\U0001d157\U0001d165\U0002f800")

// TestNFCRandom compares random strings with golang.org/x/text, which treats up to 30 marks in a row as Unicode does.
func TestNFCRandom(t *testing.T) {
	rnd := kit.Random(t)
	for range 20000 {
		text := make([]rune, rnd.IntN(20))
		for i := range text {
			text[i] = pool[rnd.IntN(len(pool))]
		}
		compare(t, string(text))
	}
}

// TestNFCLinear checks the growth of the time for text that decomposes, for marks in descending order of their classes, for
// marks that combine and for text that is in order except for its end.
func TestNFCLinear(t *testing.T) {
	for name, unit := range map[string]string{
		"composites": "\u1e69", "marks": "\u0345\u0301\u0323", "Hangul": "\u1161", "starters": "a\u0301", "vowels": "\U00016d67",
	} {
		hostile.CheckLinear(t, name, 1<<16, func(n int) func() {
			text := strings.Repeat(unit, n/len(unit)) + "\u212b"
			return func() {
				ucd.Compose(text)
				ucd.Decompose(text)
			}
		})
	}
}

func FuzzCompose(f *testing.F) {
	f.Add("a\u0301\u0323\u212b\u1100\u1161\u11ab")
	f.Add("\xff\u0301\xc3")
	f.Fuzz(func(t *testing.T, text string) {
		ucd.Compose(text)
		ucd.Decompose(text)
		text = string([]rune(text)) // UTF-8
		c, d := ucd.Compose(text), ucd.Decompose(text)
		if ucd.Compose(c) != c || ucd.Decompose(d) != d || ucd.Compose(d) != c || ucd.Decompose(c) != d {
			t.Fatalf("%+q: form C is %+q, form D %+q", text, c, d)
		}
	})
}
