package iri_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/iri"
)

// With HostPercent.
var toURITests = kit.Cases[struct{ name, iri, uri string }]("map.txt", "toURITests")

func TestURI(t *testing.T) {
	for _, test := range toURITests {
		t.Run(test.name, func(t *testing.T) {
			i := iri.MustParse(test.iri)
			got, err := i.URI(iri.HostPercent)
			if err != nil || got != uri.MustParse(test.uri) {
				t.Errorf("%q is mapped to %q, %v, want %q", i, got, err, test.uri)
			}
			checkMap(t, test.iri)
		})
	}
}

var fromURITests = kit.Cases[struct{ name, uri, iri string }]("map.txt", "fromURITests")

func TestFromURI(t *testing.T) {
	for _, test := range fromURITests {
		t.Run(test.name, func(t *testing.T) {
			got, err := iri.FromURI(uri.MustParse(test.uri), iri.HostPercent)
			if err != nil || got != iri.MustParse(test.iri) {
				t.Errorf("%q is mapped to %+q, %v, want %+q", test.uri, got, err, test.iri)
			}
			checkMap(t, test.uri)
		})
	}
}

type hostTest struct{ name, host, lookup, registration string }

// hostTests are hosts by IDNA. An empty string stands for an error.
var hostTests = append(kit.Cases[hostTest]("map.txt", "hostTests"), []hostTest{
	{"too long by far", strings.Repeat("ü", 1100), "", ""},
	{"long, but not for browsers", strings.Repeat("ü", 100), "xn--tda" + strings.Repeat("a", 99), ""},
	{"253", strings.Repeat("a.", 126) + "b", strings.Repeat("a.", 126) + "b", strings.Repeat("a.", 126) + "b"},
	{"253 and a dot", strings.Repeat("a.", 127), strings.Repeat("a.", 127), strings.Repeat("a.", 127)},
	{"254", strings.Repeat("a.", 126) + "bc", strings.Repeat("a.", 126) + "bc", ""},
	{"1023", strings.Repeat("a.", 511) + "b", strings.Repeat("a.", 511) + "b", ""},
	{"1025", strings.Repeat("a.", 512) + "b", "", ""},
}...)

func TestHostForms(t *testing.T) {
	for _, test := range hostTests {
		t.Run(test.name, func(t *testing.T) {
			for n, want := range []string{test.lookup, test.registration} {
				form := forms[1+n]
				for _, around := range [][2]string{{"//", ""}, {"http://ü:x@", ":80/é?é#é"}} {
					i := iri.MustParse(around[0] + test.host + around[1])
					u, err := i.URI(form)
					switch {
					case want == "":
						var e *idna.Error
						if !errors.As(err, &e) || u != (uri.URI{}) {
							t.Errorf("%q, by form %d: got %q, %v, want an error", i, form, u, err)
						}
					case err != nil || u.String() != percentEncoded(around[0])+want+percentEncoded(around[1]):
						t.Errorf("%q, by form %d: got %q, %v, want the host %q", i, form, u, err, want)
					}
					checkMap(t, i.String())
				}
			}
		})
	}
}

func TestFromURIHosts(t *testing.T) {
	for _, test := range kit.Cases[struct{ name, uri, want string }]("map.txt", "TestFromURIHosts") {
		t.Run(test.name, func(t *testing.T) {
			for _, form := range forms[1:] {
				u := uri.MustParse(test.uri)
				i, err := iri.FromURI(u, form)
				var e *idna.Error
				refused := errors.As(err, &e)
				if refused != (test.want == "") || !refused && (err != nil || i.String() != test.want) {
					t.Errorf("%q, by form %d: got %q, %v, want %q", u, form, i, err, test.want)
				}
				checkFromURI(t, u, form)
			}
		})
	}
}

func TestHostError(t *testing.T) {
	hostForms := map[string]any{"lookup": iri.HostLookup, "registration": iri.HostRegistration}
	type row struct {
		name, iri, label string
		form             iri.HostForm
		offset           int
	}

	for _, test := range append(kit.Cases[row]("map.txt", "TestHostError", hostForms), []row{
		{"254", "//" + strings.Repeat("a.", 126) + "bc", "bc", iri.HostRegistration, 2 + 252},
		{"too long for an answer", "//" + strings.Repeat("é.", 1000), "é", iri.HostLookup, 2 + 3*128},
		{"too long for a question", "//" + strings.Repeat("a", 4000) + "." + strings.Repeat("\u00ad", 60) + ".b",
			strings.Repeat("a", 4000), iri.HostLookup, 2},
		{"of which too much is left", "//aa." + strings.Repeat("\u00adb.", 1100),
			"\u00adb", iri.HostLookup, 5 + 4*511},
		{"of which too little is left", "//a." + strings.Repeat("\u00ad", 3000) + "b.c",
			strings.Repeat("\u00ad", 3000) + "b", iri.HostLookup, 4},
		{"of two that are too long together",
			"//a" + strings.Repeat("\u00ad", 2000) + ".b" + strings.Repeat("\u00ad", 60),
			"b" + strings.Repeat("\u00ad", 60), iri.HostLookup, 4004},
		{"a U-label of 257", "//é." + strings.Repeat("ü", 257) + ".b", strings.Repeat("ü", 257), iri.HostLookup, 5},
	}...) {
		t.Run(test.name, func(t *testing.T) {
			dst := []byte("before")
			i := iri.MustParse(test.iri)
			got, err := i.AppendURI(dst, test.form)
			var e *idna.Error
			if !errors.As(err, &e) || e.Label != test.label || e.Offset != test.offset {
				t.Fatalf("%q: %v, want the label %q at %d", i, err, test.label, test.offset)
			}
			if string(got) != "before" || i.String() != test.iri || !errors.Is(err, e.Err) {
				t.Errorf("%q: appended %q, for %q", test.iri, got, i)
			}
		})
	}
}

// TestFromURILosesNoLabel has an A-label of nothing.
func TestFromURILosesNoLabel(t *testing.T) {
	for _, test := range []struct {
		in     string
		offset int
	}{{"http://xn--.example.com/", 7}, {"http://www.xn--.com", 11}, {"//xn--bcher-kva.xn--/", 16}} {
		_, err := iri.FromURI(uri.MustParse(test.in), iri.HostLookup)
		var e *idna.Error
		if !errors.As(err, &e) || e.Label != "xn--" || e.Offset != test.offset {
			t.Errorf("%s: %v, want the label xn-- at %d", test.in, err, test.offset)
		}
	}
}

func TestHostErrorText(t *testing.T) {
	for in, want := range map[string]string{
		"http://a\u200d\u202e/": `IDNA refuses the label "a\u200d\u202e" at byte 7: the character U+202E is not allowed`,
		"//a.%FC":               `IDNA refuses the label "%FC" at byte 4: it is not UTF-8 when decoded`,
		"http://a..b/":          `IDNA refuses an empty label at byte 9: only the label after the last "." may be empty`,
	} {
		_, err := iri.MustParse(in).URI(iri.HostRegistration)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", in, err, want)
		}
	}
}

// TestHostErrorTextIsShort has labels that would fill a log.
func TestHostErrorTextIsShort(t *testing.T) {
	for _, label := range []string{
		strings.Repeat("a", 1<<20) + "-", strings.Repeat("\u65e5", 1<<18), strings.Repeat("\u202e", 100),
		"\u0627\u0301a", "xn--" + strings.Repeat("a", 300), "a\u0301\u200d", strings.Repeat("a", 61) + "\u65e5\u200d",
	} {
		for _, form := range forms[1:] {
			_, err := iri.MustParse("//" + label).URI(form)
			var e *idna.Error
			if !errors.As(err, &e) {
				t.Errorf("%.80q is mapped", label)
				continue
			}
			at := fmt.Sprintf(" at byte %d", e.Offset)
			if got, want := e.Reason(), strings.Replace(e.Error(), at, "", 1); got != want {
				t.Errorf("%.80q: %q and %q", label, got, want)
			}
			text := e.Error()
			if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) || len(text) > 1000 {
				t.Errorf("%.80q: %d bytes, %.500q", label, len(text), text)
			}
			shown, err := strconv.Unquote(text[strings.IndexByte(text, '"') : strings.Index(text[30:], `"`)+31])
			if err != nil || !strings.HasPrefix(label, shown) || len(shown) > 63 || len(shown) < min(len(label), 60) {
				t.Errorf("%.80q: %.500q shows %q, %v", label, text, shown, err)
			}
			if cut := strings.Contains(text, `"... at byte`); cut != (shown != label) {
				t.Errorf("%.80q: %.500q", label, text)
			}
		}
	}
}

// TestIDNAOfEveryCharacter checks that all characters that IDNA accepts, and those that it maps them to, are allowed in
// the host of an IRI, and of a URI with A-labels.
func TestIDNAOfEveryCharacter(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r > 0x3000 && !kit.Long() {
			break
		}
		for _, profile := range []idna.Profile{idna.Lookup, idna.Registration} {
			ascii, text, err := profile.Convert(string(r))
			if err != nil {
				continue
			}
			for _, c := range text {
				if !isIunreserved(c) {
					t.Errorf("%U becomes %U", r, c)
				}
			}
			for _, c := range ascii {
				if !isUnreserved(c) {
					t.Errorf("%U becomes %q", r, ascii)
				}
			}
		}
	}
}

// isSeen reports whether sections 3.2, 4.1 and 6.1 let r appear in an IRI, by packages unicode and norm. It takes the
// characters that only a newer Unicode has from package ucd: none of these looks like a delimiter.
func isSeen(r rune) bool {
	switch {
	case unicode.Is(unicode.Cn, r):
		return unicode.Is(ucd.Graphic, r)
	case r < 0x80 || r == '\u200c' || r == '\u200d':
		return true
	case strings.ContainsAny(norm.NFKC.String(string(r)), ".:/?#[]@% <>\"\\^`{|}"), strings.ContainsRune(lookalikes, r):
		return false
	case unicode.Is(unicode.Cf, r): // the rest has a glyph
		return unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Bidi_Control)
}

// lookalikes are lines of confusables.txt (UTS #39) for delimiters, and dots by UTS #46, section 4.5; and blanks.
const lookalikes = "\u2041\u2044\u2215\u2571\u27cb\u29f8\u2216\u2572\u27cd\u29f5\u29f9" + // slashes of both kinds
	"\u02f8\u0589\u05c3\u205a\u2236\ua789\u066a\u2052\u0701\u0702\ua60e\u3002\uff61" + "\u2800\U00016fe4\U0001d159"

// TestFromURIOfEveryCharacter checks of every character, in a path and in a query, whether it is decoded.
func TestFromURIOfEveryCharacter(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r > 0x3000 && !kit.Long() {
			break
		}
		if !utf8.ValidRune(r) {
			continue
		}
		s := uri.PlaceUnreserved.Encode(string(r))
		if r < 0x80 {
			s = fmt.Sprintf("%%%02X", r)
		}
		got, _ := iri.AppendFromURI(nil, uri.MustParse(s+"?"+s), iri.HostPercent)
		path, query := s, s
		if isIunreserved(r) && isSeen(r) {
			path, query = string(r), string(r)
		} else if kit.IsIprivate(r) {
			query = string(r)
		}
		if want := path + "?" + query; string(got) != want {
			t.Fatalf("%U: got %q, want %q", r, got, want)
		}
	}
}
