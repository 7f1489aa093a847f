package idna_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
)

// The cases are from the tests of golang.org/x/net/idna (idna_test.go, example_test.go, punycode_test.go), and from
// those of its source golang.org/x/text/internal/export/idna for the profiles Lookup and Display, which are the same.
// Unicode's IdnaTestV2.txt is in no module.

// sharedTests are rows that have the same answer in both profiles, and back.
var sharedTests = []struct{ ascii, unicode string }{
	{"books", "books"},
	{"xn--bcher-kva", "bücher"},
	{"foo--xn--bar.org", "foo--xn--bar.org"},
	{"golang.org", "golang.org"},
	{"example.xn--p1ai", "example.рф"},
	{"xn--czrw28b.tw", "商業.tw"},
	{"www.xn--mller-kva.de", "www.müller.de"},
	{"www.xn--gpher-jua.com", "www.göpher.com"},
}

func TestXNet(t *testing.T) {
	for _, test := range sharedTests {
		for _, p := range []idna.Profile{idna.Lookup, idna.Registration} {
			for _, name := range []string{test.ascii, test.unicode} {
				a, u, err := p.Convert(name)
				if a != test.ascii || u != test.unicode || err != nil {
					t.Errorf("%s, by %s: %q, %q, %v, want %s and %s", name, profileNames[p], a, u, err, test.ascii, test.unicode)
				}
			}
		}
	}
}

// lookupTests are names to look up. Where there is a label, the answer is an error about it.
var lookupTests = []struct{ name, ascii, unicode, label string }{
	{"example\u3002jp", "example.jp", "example.jp", ""},
	{"東京\uff0ejp", "xn--1lqs71d.jp", "東京.jp", ""},
	{"大阪\uff61jp", "xn--pssu33l.jp", "大阪.jp", ""},
	{"www.GÖPHER.com", "www.xn--gpher-jua.com", "www.göpher.com", ""},
	{"faß.com", "xn--fa-hia.com", "faß.com", ""},
	{"straße.de", "xn--strae-oqa.de", "straße.de", ""},
	{"Plan9faß.de", "xn--plan9fa-6va.de", "plan9faß.de", ""},
	{"a..b", "a..b", "a..b", ""},
	{".b", ".b", ".b", ""},
	{"\u3002b", ".b", ".b", ""},
	{"..b", "..b", "..b", ""},
	{"b..", "b..", "b..", ""},
	{"a\u0323\u0322", "xn--jta191l", "\u1ea1\u0322", ""},
	{"xn--jta191l", "xn--jta191l", "\u1ea1\u0322", ""},

	{"*.faß.com", "", "", "*"},
	{"*.foo.com", "", "", "*"},
	{"xn--example-.com", "", "", "xn--example-"},
	{"\xed", "", "", "\xed"},
	{"xn--", "", "", "xn--"},
	{"foo.xn--", "", "", "xn--"},
	{"xn--.foo", "", "", "xn--"},
	{"foo.xn--.bar", "", "", "xn--"},
	{"r3---sn-apo3qvuoxuxbt-j5pe.googlevideo.com", "", "", "r3---sn-apo3qvuoxuxbt-j5pe"},
	{"-label-.com", "", "", "-label-"},
	{"lab\u2490be", "", "", "lab\u2490be"},
	{"Plan\u2490faß.de", "", "", "Plan\u2490faß"},
	{"日本\u2488co.ßßß.de", "", "", "日本\u2488co"},
	{"a\u200cb", "", "", "a\u200cb"},
	{"xn--ab-j1t", "", "", "xn--ab-j1t"},
	{"gr\ufecb\ufeae\ufe91\ufef2.de", "", "", "gr\ufecb\ufeae\ufe91\ufef2"},
	{"\u0671.\u03c3\u07dc", "", "", "\u03c3\u07dc"},
	{"xn--a-tdbc.com", "", "", "xn--a-tdbc"},
	{"FAX\u2a77\U0001d186\u3002\U0001e942\U000e0181\u180c", "", "", "FAX\u2a77\U0001d186"},
}

func TestXNetLookup(t *testing.T) {
	for _, test := range lookupTests {
		a, u, err := idna.Lookup.Convert(test.name)
		if checkRefused(t, test.name, test.label, err); a != test.ascii || u != test.unicode {
			t.Errorf("%q: %q, %q, want %q, %q", test.name, a, u, test.ascii, test.unicode)
		}
	}
}

// checkRefused checks that err is an error about the label, or nil if label is empty.
func checkRefused(t *testing.T, name, label string, err error) {
	t.Helper()
	var e *idna.Error
	if errors.As(err, &e) != (label != "") || e != nil && (e.Label != label || e.Offset != strings.Index(name, label)) {
		t.Errorf("%q: %v, want an error about %q", name, err, label)
	}
}

// TestXNetRegistration has names that are refused because they are not in their final form.
func TestXNetRegistration(t *testing.T) {
	for _, test := range []struct{ name, label string }{
		{"example\u3002jp", "example\u3002jp"},
		{"東京\uff0ejp", "東京\uff0ejp"},
		{"www.大阪\uff61jp.com", "大阪\uff61jp"},
		{"www.GÖPHER.com", "GÖPHER"},
		{"*.faß.com", "*"},
		{"xn--example-.com", "xn--example-"},
		{"a\u0323\u0322", "a\u0323\u0322"},
		{"\u0671.\u03c3\u07dc", "\u03c3\u07dc"},
	} {
		_, _, err := idna.Registration.Convert(test.name)
		checkRefused(t, test.name, test.label, err)
	}
}

// punycodeTests has the examples of RFC 3492, section 7.1, with erratum 3026. Names by Registration have no capitals,
// nor labels of more than 63 bytes.
var punycodeTests = []struct {
	name, text, encoded string
	registration        bool
}{
	{"(A) Arabic (Egyptian)", "\u0644\u064a\u0647\u0645\u0627\u0628\u062a\u0643" +
		"\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064a\u061f",
		"egbpdaj6bu4bxfgehfvwxn", true},
	{"(B) Chinese (simplified)", "他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye", true},
	{"(C) Chinese (traditional)", "他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb", true},
	{"(D) Czech", "Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a", false},
	{"(E) Hebrew", "\u05dc\u05de\u05d4\u05d4\u05dd\u05e4\u05e9\u05d5\u05d8\u05dc\u05d0" +
		"\u05de\u05d3\u05d1\u05e8\u05d9\u05dd\u05e2\u05d1\u05e8\u05d9\u05ea",
		"4dbcagdahymbxekheh6e0a7fei0b", true},
	{"(F) Hindi (Devanagari)", "यहलोगहिन्दीक्योंनहींबोलसकतेहैं",
		"i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd", true},
	{"(G) Japanese (kanji and hiragana)", "なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", true},
	{"(H) Korean (Hangul syllables)", "세계의모든사람들이한국어를이해한다면얼마나좋을까",
		"989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c", false},
	{"(I) Russian (Cyrillic)", "почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l", true},
	{"(J) Spanish", "PorquénopuedensimplementehablarenEspañol",
		"PorqunopuedensimplementehablarenEspaol-fmd56a", false},
	{"(K) Vietnamese", "TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", false},
	{"(L) 3<nen>B<gumi><kinpachi><sensei>", "3年B組金八先生", "3B-ww4c5e180e575a65lsy2b", false},
	{"(M) <amuro><namie>-with-SUPER-MONKEYS", "安室奈美恵-with-SUPER-MONKEYS",
		"-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", false},
	{"(N) Hello-Another-Way-<sorezore><no><basho>", "Hello-Another-Way-それぞれの場所",
		"Hello-Another-Way--fc4qua05auwb3674vfr0b", false},
	{"(O) <hitotsu><yane><no><shita>2", "ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v", true},
	{"(P) Maji<de>Koi<suru>5<byou><mae>", "MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e", false},
	{"(Q) <pafii>de<runba>", "パフィーdeルンバ", "de-jg4avhby1noc0d", true},
	{"(R) <sono><supiido><de>", "そのスピードで", "d9juau41awczczp", true},
	{"x/net", "Hello世界", "Hello-ck1hg65u", false},
	{"x/net", "ü", "tda", true},
	{"x/net", "üý", "tdac", true},
}

func TestPunycode(t *testing.T) {
	for _, test := range punycodeTests {
		label := "xn--" + strings.ToLower(test.encoded)
		for _, p := range []idna.Profile{idna.Lookup, idna.Registration} {
			a, _, err := p.Convert(test.text)
			if p == idna.Registration && !test.registration {
				if err == nil {
					t.Errorf("%s: %q is registered as %q", test.name, test.text, a)
				}
				continue
			}
			_, u, errU := p.Convert(label)
			if err != nil || errU != nil || a != label || u != strings.ToLower(test.text) {
				t.Errorf("%s, by %s: %q, %v and %q, %v, want %q and back", test.name, profileNames[p], a, err, u, errU, label)
			}
		}
	}
}

// TestNoPunycode tests labels of x/net that are not Punycode or that encode ASCII, and (S) of RFC 3492.
func TestNoPunycode(t *testing.T) {
	for _, label := range []string{
		"xn---", "xn--foo\x00bar", "xn--foo#bar", "xn--foo£bar", "xn--9", "xn--99999a", "xn--9999999999a", "xn----", "xn---a-",
		"xn---a--", "xn--a-", "xn--a--", "xn--a-b-", "xn--books-", "-> $1.00 <-", strings.Repeat("x", 65536) + "\uff00",
	} {
		for _, p := range []idna.Profile{idna.Lookup, idna.Registration} {
			for _, name := range []string{label, "www." + label + ".example"} {
				if _, u, err := p.Convert(name); err == nil {
					t.Errorf("%.100q, by %s: %q", name, profileNames[p], u)
				}
			}
		}
	}
}

// TestASCII has all short names of a few characters, one for each class of ASCII characters that IDNA distinguishes, and
// all ASCII characters.
func TestASCII(t *testing.T) {
	n := kit.Rounds(3, 4, 6)
	checkAll(t, "", "aZ-._", n)
	checkAll(t, "xn--", "an-.", n)
	for c := range rune(utf8.RuneSelf) {
		for _, around := range []string{"", "a", "a.", "é."} {
			checkConvert(t, around+string(c))
			checkConvert(t, string(c)+around)
		}
	}
}

func checkAll(t *testing.T, name, characters string, n int) {
	checkConvert(t, name)
	if n == 0 {
		return
	}
	for _, c := range characters {
		checkAll(t, name+string(c), characters, n-1)
	}
}

// TestLengths has labels and names about as long as they can be.
func TestLengths(t *testing.T) {
	for n := 50; n < 70; n++ {
		for _, c := range []string{"a", "ü", "\U00020000", "a-ü"} {
			checkConvert(t, strings.Repeat(c, n))
			checkConvert(t, "a."+strings.Repeat(c, n)+".b.")
		}
	}
	for n := 245; n < 260; n++ {
		for _, c := range []string{"a.", "A."} {
			name := strings.Repeat(c, n)[:n-1] + "b"
			checkConvert(t, name)
			checkConvert(t, name+".")
			checkConvert(t, "ü."+name[:n-8])
		}
	}
}
