package iri_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/iri"
)

var normalizers = []iri.Normalizer{
	{Normalizer: uri.Normalizer{Steps: uri.AllSteps}},
	{Normalizer: uri.Normalizer{Steps: uri.AllSteps}, NFC: true},
	{},
	{NFC: true},
	{Normalizer: uri.Normalizer{Steps: uri.StepPercent}, NFC: true},
	{Normalizer: uri.Normalizer{Steps: uri.StepCase | uri.StepDots}, NFC: true},
}

func TestNormalized(t *testing.T) {
	for _, test := range kit.Cases[struct{ name, in, want, nfc string }]("normalize.txt", "TestNormalized") {
		t.Run(test.name, func(t *testing.T) {
			if test.nfc == "" {
				test.nfc = test.want
			}
			i := iri.MustParse(test.in)
			if got := i.Normalized().String(); got != test.want {
				t.Errorf("got %+q, want %+q", got, test.want)
			}
			if got := normalizers[1].Normalized(i).String(); got != test.nfc {
				t.Errorf("with NFC, got %+q, want %+q", got, test.nfc)
			}
			checkNormalize(t, test.in, test.want)
		})
	}
}

// TestManyMarks has more than 30 consecutive combining characters, after which stream-safe text has a U+034F. No
// character may be lost or added.
func TestManyMarks(t *testing.T) {
	many := func(mark string, n int) string { return strings.Repeat(mark, n) }
	for _, test := range []struct{ name, in, want string }{
		{"in NFC", "é" + many("\u0301", 39), "é" + many("\u0301", 39)},
		{"composed", "e" + many("\u0301", 40), "é" + many("\u0301", 39)},
		{"30", "e" + many("\u0301", 30), "é" + many("\u0301", 29)},
		{"31", "e" + many("\u0301", 31), "é" + many("\u0301", 30)},
		{"put in order over all of them", "e" + many("\u0301", 40) + "\u0323", "\u1eb9" + many("\u0301", 40)},
		{"and all composed", "a" + "\u0323" + many("\u0302", 40), "\u1ead" + many("\u0302", 39)},
		{"what was there", "e\u034f" + many("\u0301", 40) + "\u034f\u0301",
			"e\u034f" + many("\u0301", 40) + "\u034f\u0301"},
		{"blocked by one of the same class", "a\u0310" + many("\u0301", 40), "a\u0310" + many("\u0301", 40)},
		{"that, in order", "a\u0310" + many("\u0301", 40) + "\u0323",
			"\u1ea1\u0310" + many("\u0301", 40)},
		{"two at a time", "a" + many("\u0344", 20), "ä" + "\u0301" + many("\u0308\u0301", 19)},
		{"without a starter", many("\u0301", 40) + "e\u0301", many("\u0301", 40) + "é"},
		{"and text around", "e\u0301\uac00\u11a8x" + many("\u0301\u0316", 40) + "\u1100\u1161",
			"é\uac01x" + many("\u0316", 40) + many("\u0301", 40) + "\uac00"},
	} {
		i, n := iri.MustParse("http://a/"+test.in), normalizers[1]
		if got := n.Normalized(i).Path()[1:]; got != test.want {
			t.Errorf("%s: %+q becomes %+q, want %+q", test.name, test.in, got, test.want)
		}
		checkNormalize(t, i.String(), "http://a/"+test.want)
	}
}

func TestMethodsHaveAllSteps(t *testing.T) {
	n := normalizers[0]
	atRandom(t, func(s string) {
		i, err := iri.Parse(s)
		if err != nil {
			return
		}
		j := i.Normalized()
		if j != n.Normalized(i) || !i.Equal(j) || i.Key() != n.Key(i) {
			t.Errorf("%q: the methods differ from those of the Normalizer", i)
		}
	})
}

// TestNFCOfEveryCharacter checks characters together with their neighbors: those up to U+3000, some of the others, and all
// if URI_LONG is set.
func TestNFCOfEveryCharacter(t *testing.T) {
	n, step := normalizers[1], rune(kit.Rounds(31, 31, 1))
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if !kit.IsUcschar(r) || r > 0x3000 && r%step != 0 {
			continue
		}
		c := string(r)
		form := n.Normalized(iri.MustParse("//H" + c + "/A" + c)).String()
		_, path, _ := strings.Cut(form[2:], "/")
		want := ucd.Compose("A" + c)
		if want == "A;" || want == "A`" {
			want = "A" + c
		}
		if path != want || n.Normalized(iri.MustParse(form)).String() != form {
			t.Fatalf("%U: got %+q, want the path %+q", r, form, want)
		}
	}
}

// TestBesideNonASCII has bytes that are not ASCII beside those that normalization changes.
func TestBesideNonASCII(t *testing.T) {
	for _, text := range []string{"\u00a5", "\u00ae", "\u00af", "é", "ÿ", "日", "\U0001f600", "\U000efffd"} {
		for before := range 17 {
			for after := range 17 {
				a, b := strings.Repeat("a", before)+text, strings.Repeat("b", after)
				for _, test := range []struct{ in, want string }{
					{"//h/" + a + "%41" + b, "//h/" + a + "A" + b},
					{"//h/" + a + "/./" + b, "//h/" + a + "/" + b},
					{"//" + a + "Z" + b + "/", "//" + a + "z" + b + "/"},
					{"//" + a + "@" + b + "/", "//" + a + "@" + b + "/"},
					{"//h/" + a + b + "/", "//h/" + a + b + "/"},
				} {
					if got := iri.MustParse(test.in).Normalized().String(); got != test.want {
						t.Fatalf("%q is normalized to %q, want %q", test.in, got, test.want)
					}
				}
			}
		}
	}
}

// TestQueryRules normalizes by rules for queries in every method. Names are compared decoded, also outside ASCII.
func TestQueryRules(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"http://h/?b=1&a=2&utm_x=3", "http://h/?a=2&b=1"},
		{"HTTP://ü/?%C3%A9=1&é=2&b&a#é", "http://ü/?a&b#é"},
		{"http://h/?é=1", "http://h/"},
		{"/é?ü=1", "/é?ü=1"},
	} {
		for _, nfc := range []bool{false, true} {
			n := iri.Normalizer{NFC: nfc, Normalizer: uri.Normalizer{
				Steps: uri.AllSteps, Query: &uri.QueryRules{Drop: []string{"utm_*", "é"}, Sort: true},
			}}
			i, want := iri.MustParse(test.in), iri.MustParse(test.want)
			ofBytes, r, err := n.AppendNormalizedBytes(nil, []byte(test.in))
			if string(ofBytes) != test.want || err != nil || r != want.Ranges() {
				t.Errorf("%q: of the bytes %q, %v, %v", test.in, ofBytes, r, err)
			}
			if n.Normalized(i) != want || n.Key(i) != n.Key(want) {
				t.Errorf("%q: %q", test.in, n.Normalized(i))
			}
		}
	}
}
