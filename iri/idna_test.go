package iri_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// The cases are from the tests of golang.org/x/net/idna (idna_test.go, example_test.go, punycode_test.go), and from
// those of its source golang.org/x/text/internal/export/idna for the profiles Lookup and Display, which are the same.
// Unicode's IdnaTestV2.txt is in no module.

// xnetTests are rows that have the same answer in both profiles, and back.
var xnetTests = []struct{ ascii, unicode string }{
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
	for _, test := range xnetTests {
		for _, form := range forms[1:] {
			u, err := iri.MustParse("//" + test.unicode).URI(form)
			if err != nil || u.String() != "//"+test.ascii {
				t.Errorf("%s, by form %d: got %q, %v, want %s", test.unicode, form, u, err, test.ascii)
			}
			i, err := iri.FromURI(uri.MustParse("//"+test.ascii), form)
			if err != nil || i.String() != "//"+test.unicode {
				t.Errorf("%s, by form %d: got %q, %v, want %s", test.ascii, form, i, err, test.unicode)
			}
		}
	}
}

// xnetLookupTests are hosts to look up. Where the answer is empty, it is an error about the label.
var xnetLookupTests = []struct{ host, ascii, unicode, label string }{
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
	{"%ED", "", "", "%ED"},
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
	{"FAX\u2a77\U0001d186\u3002\U0001e942%F3%A0%86%81\u180c", "", "", "FAX\u2a77\U0001d186"},
}

func TestXNetLookup(t *testing.T) {
	for _, test := range xnetLookupTests {
		u, err := iri.MustParse("//" + test.host).URI(iri.HostLookup)
		checkXNet(t, test.host, test.ascii, test.label, u.String(), err)

		i, err := iri.FromURI(uri.MustParse("//"+percentEncoded(test.host)), iri.HostLookup)
		checkXNet(t, test.host, test.unicode, percentEncoded(test.label), i.String(), err)
	}
}

func checkXNet(t *testing.T, host, want, label, got string, err error) {
	t.Helper()
	var e *idna.Error
	switch {
	case label != "":
		offset := len("//") + strings.Index(percentEncodedAs(label, host), label)
		if !errors.As(err, &e) || e.Label != label || e.Offset != offset {
			t.Errorf("%q: got %q, %v, want an error about %q", host, got, err, label)
		}
	case err != nil || got != "//"+want:
		t.Errorf("%q: got %q, %v, want %q", host, got, err, want)
	}
}

// percentEncodedAs returns the host, percent-encoded unless it contains the label.
func percentEncodedAs(label, host string) string {
	if strings.Contains(host, label) {
		return host
	}
	return percentEncoded(host)
}

// TestXNetRegistration has names that are refused because they are not in their final form.
func TestXNetRegistration(t *testing.T) {
	for _, test := range []struct{ host, label string }{
		{"example\u3002jp", "example\u3002jp"},
		{"東京\uff0ejp", "東京\uff0ejp"},
		{"www.大阪\uff61jp.com", "大阪\uff61jp"},
		{"www.GÖPHER.com", "GÖPHER"},
		{"*.faß.com", "*"},
		{"xn--example-.com", "xn--example-"},
		{"a\u0323\u0322", "a\u0323\u0322"},
		{"\u0671.\u03c3\u07dc", "\u03c3\u07dc"},
	} {
		u, err := iri.MustParse("//" + test.host).URI(iri.HostRegistration)
		checkXNet(t, test.host, "", test.label, u.String(), err)
	}
}

// punycodeTests are those of RFC 3492, section 7.1, with erratum 3026. Hosts by HostRegistration have no capitals, nor
// labels of more than 63 bytes.
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
		for _, form := range forms[1:] {
			u, err := iri.MustParse("//" + test.text).URI(form)
			if taken := test.registration || form == iri.HostLookup; !taken {
				checkHostError(t, "//"+test.text, err)
				continue
			}
			if err != nil || u.String() != "//"+label {
				t.Errorf("%s, by form %d: got %q, %v, want %q", test.name, form, u, err, label)
			}
			i, err := iri.FromURI(uri.MustParse("//"+label), form)
			if want := "//" + strings.ToLower(test.text); err != nil || i.String() != want {
				t.Errorf("%s, by form %d: got %q, %v, want %q", test.name, form, i, err, want)
			}
		}
	}
}

// TestPunycodeErrors tests labels of x/net that are not Punycode or that encode ASCII, and (S) of RFC 3492.
func TestPunycodeErrors(t *testing.T) {
	for _, label := range []string{
		"xn---", "xn--foo%00bar", "xn--foo%23bar", "xn--foo%C2%A3bar", "xn--9", "xn--99999a", "xn--9999999999a",
		"xn----", "xn---a-", "xn---a--", "xn--a-", "xn--a--", "xn--a-b-", "xn--books-", "-%3E%20$1.00%20%3C-",
		strings.Repeat("x", 65536) + "%EF%BC%80",
	} {
		for _, form := range forms[1:] {
			for _, s := range []string{"//" + label, "//www." + label + ".example/"} {
				i, err := iri.FromURI(uri.MustParse(s), form)
				if checkHostError(t, s, err); i != (iri.IRI{}) {
					t.Errorf("%.100q, by form %d: got %q", s, form, i)
				}
			}
		}
	}
}

// checkIDNA compares the mappings of a decoded name, in both directions, with those of package idna.
func checkIDNA(t *testing.T, name string) {
	t.Helper()
	if name == "" || !utf8.ValidString(name) {
		return
	}
	s := "//" + encodedHost(name)
	i, u := iri.MustParse(s), uri.MustParse(s)
	if i.HostKind() != uri.HostRegName {
		return
	}
	for _, form := range forms[1:] {
		ascii, text, ok := referenceIDNA(form, name)
		gotURI, err := i.URI(form)
		gotIRI, err2 := iri.FromURI(u, form)
		if (err == nil) != ok || (err2 == nil) != ok {
			t.Errorf("%q, by form %d: %v, %v, want %t", name, form, err, err2, ok)
		} else if ok && (gotURI.String() != "//"+ascii || gotIRI.String() != "//"+text) {
			t.Errorf("%q, by form %d: got %q and %q, want %q and %q", name, form, gotURI, gotIRI, ascii, text)
		}
	}
}

// encodedHost percent-encodes characters that a reg-name cannot have.
func encodedHost(name string) string { return uri.PlaceRegName.Encode(name) }

// referenceIDNA asks package idna about any name.
func referenceIDNA(form iri.HostForm, name string) (ascii, text string, ok bool) {
	profile := idna.Lookup
	if form == iri.HostRegistration {
		profile = idna.Registration
	}
	ascii, text, err := profile.Convert(name)
	if err != nil {
		return "", "", false
	}
	return ascii, withALabels(ascii, text), true
}

// withALabels returns text, but with the A-label for a label with a character that is not to appear in an IRI.
func withALabels(ascii, text string) string {
	labels, aLabels := strings.Split(text, "."), strings.Split(ascii, ".")
	for i, label := range labels {
		if strings.ContainsFunc(label, func(r rune) bool { return !isSeen(r) }) {
			labels[i] = aLabels[i]
		}
	}
	return strings.Join(labels, ".")
}

// TestIDNAOfASCII has all short names of a few characters, one for each class of ASCII characters that IDNA
// distinguishes, and all ASCII characters.
func TestIDNAOfASCII(t *testing.T) {
	n := 6
	if !kit.Long() {
		n = 4
	}
	checkIDNAOfAll(t, "", "aZ-._", n)
	checkIDNAOfAll(t, "xn--", "an-.", n)
	for c := range rune(utf8.RuneSelf) {
		for _, around := range []string{"", "a", "a.", "é."} {
			checkIDNA(t, around+string(c))
			checkIDNA(t, string(c)+around)
		}
	}
}

func checkIDNAOfAll(t *testing.T, name, characters string, n int) {
	checkIDNA(t, name)
	if n == 0 {
		return
	}
	for _, c := range characters {
		checkIDNAOfAll(t, name+string(c), characters, n-1)
	}
}

// TestIDNALengths has labels and names about as long as they can be.
func TestIDNALengths(t *testing.T) {
	for n := 50; n < 70; n++ {
		for _, c := range []string{"a", "ü", "\U00020000", "a-ü"} {
			checkIDNA(t, strings.Repeat(c, n))
			checkIDNA(t, "a."+strings.Repeat(c, n)+".b.")
		}
	}
	for n := 245; n < 260; n++ {
		for _, c := range []string{"a.", "A."} {
			name := strings.Repeat(c, n)[:n-1] + "b"
			checkIDNA(t, name)
			checkIDNA(t, name+".")
			checkIDNA(t, "ü."+name[:n-8])
		}
	}
}

// TestLongNames has names that are too long in some forms and not in others: they are accepted or refused independently
// of the form.
func TestLongNames(t *testing.T) {
	lengths := []int{31, 32, 63, 64, 127, 128, 129, 256, 257, 455, 456, 1016, 1017, 1018, 1019, 1024, 1025}
	lengths = lengths[:kit.Rounds(5, 9, len(lengths))]
	for _, n := range lengths {
		for _, label := range []string{
			"\U00020000", "ü", "é.", "xn--tda.", "a", "a\u00ad\u00ad\u00ad\u00ad", "a.\U00020000",
		} {
			checkMap(t, "//"+strings.Repeat(label, n))
			checkIDNA(t, strings.Repeat(label, n))
		}
	}
}

func FuzzIDNA(f *testing.F) {
	for _, test := range xnetTests {
		f.Add(test.ascii)
		f.Add(test.unicode)
	}
	for _, test := range xnetLookupTests {
		f.Add(test.host)
	}
	for _, test := range hostTests {
		f.Add(test.host)
	}
	f.Add("w.m¼") // found: it becomes "m1⁄4", which looks like it has a slash
	for _, test := range punycodeTests {
		f.Add(test.text)
		f.Add("xn--" + test.encoded)
	}
	f.Fuzz(func(t *testing.T, name string) {
		checkIDNA(t, name)
		checkMap(t, "//"+name)
		checkMap(t, "//"+encodedHost(name))
	})
}
