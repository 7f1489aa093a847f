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
var toURITests = []struct{ name, iri, uri string }{
	{"3.1, hosts", "http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"},
	{"3.1, what is encoded stays",
		"http://www.example.org/red%09ros\u00e9#red", "http://www.example.org/red%09ros%C3%A9#red"},
	{"3.1, outside the BMP", "http://example.com/\U00010300\U00010301\U00010302",
		"http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82"},
	{"3.2.1, 1", "http://www.example.org/D\u00fcrst", "http://www.example.org/D%C3%BCrst"},
	{"6.4", "http://www.example.org/r%E9sum%E9.xml#r\u00e9sum\u00e9",
		"http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9"},
	{"a URI", "http://a/b?c#d", "http://a/b?c#d"},
	{"nothing", "", ""},
	{"every component", "s://ü:é@ö:1/ä/?\ue000ß#€", "s://%C3%BC:%C3%A9@%C3%B6:1/%C3%A4/?%EE%80%80%C3%9F#%E2%82%AC"},
	{"IP literal", "//ü@[2001:db8::7]:80/é", "//%C3%BC@[2001:db8::7]:80/%C3%A9"},
	{"hex digits as written", "%c3%A9/é", "%c3%A9/%C3%A9"},
	{"the ends of the ranges", "\u00a0\ud7ff\uf900\uffef\U00010000\U000efffd",
		"%C2%A0%ED%9F%BF%EF%A4%80%EF%BF%AF%F0%90%80%80%F3%AF%BF%BD"},
}

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

var fromURITests = []struct{ name, uri, iri string }{
	{"3.2", "http://www.example.org/r%C3%A9sum%C3%A9.html", "http://www.example.org/r\u00e9sum\u00e9.html"},
	{"3.2: not UTF-8", "http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"},
	{"3.2.1, 1", "http://www.example.org/D%C3%BCrst", "http://www.example.org/D\u00fcrst"},
	{"3.2.1, 2: not UTF-8", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"},
	{"3.2.1, 3: right-to-left override", "http://xn--99zt52a.example.org/%e2%80%ae",
		"http://xn--99zt52a.example.org/%E2%80%AE"},
	{"3.1, outside the BMP", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
		"http://example.com/\U00010300\U00010301\U00010302"},
	{"3.1, hosts", "http://r%C3%A9sum%C3%A9.example.org", "http://résumé.example.org"},
	{"lower-case hex digits", "%c3%a9", "é"},
	{"reserved as written", "%2f%3F%23%5b%40%26", "%2f%3F%23%5b%40%26"},
	{"unreserved", "%41%7e%2D%2e%5F%39", "A~-._9"},
	{"percent", "%25%32%35%c3%A9", "%2525é"},
	{"not allowed in ASCII", "%00%20%22%3c%7f", "%00%20%22%3c%7f"},
	{"overlong", "%c0%af%e0%80%af%f0%80%80%af", "%C0%AF%E0%80%AF%F0%80%80%AF"},
	{"surrogates", "%ed%a0%80%ed%bf%bf", "%ED%A0%80%ED%BF%BF"},
	{"above U+10FFFF", "%f4%90%80%80", "%F4%90%80%80"},
	{"cut off", "%e2%82/%e2%82a%e2%82%41%f0%9f%98", "%E2%82/%E2%82a%E2%82A%F0%9F%98"},
	{"one good behind a bad one", "%c3%c3%a9%a9", "%C3é%A9"},
	{"noncharacters", "%ef%b7%90%ef%bf%be%f0%9f%bf%bf", "%EF%B7%90%EF%BF%BE%F0%9F%BF%BF"},
	{"replacement character, which is in no range", "%ef%bf%bd", "%EF%BF%BD"},
	{"controls", "%c2%80%c2%9f", "%C2%80%C2%9F"},
	{"spaces", "%c2%a0%e2%80%83%e2%80%a8%e3%80%80", "%C2%A0%E2%80%83%E2%80%A8%E3%80%80"},
	{"unassigned", "%cd%b8%f0%b0%80%8a/%f3%a1%80%80", "%CD%B8\U0003000a/%F3%A1%80%80"},
	{"private, elsewhere", "%ee%80%80#%ee%80%80", "%EE%80%80#%EE%80%80"},
	{"private, in a query", "?%ee%80%80/?%f4%8f%bf%bd#%ee%80%80", "?\ue000/?\U0010fffd#%EE%80%80"},
	{"bidi controls (4.1)", "%d8%9c%e2%80%8e%e2%80%8f%e2%80%aa%e2%80%ab%e2%80%ac%e2%80%ad%e2%80%ae%e2%81%a6%e2%81%a9",
		"%D8%9C%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE%E2%81%A6%E2%81%A9"},
	{"joiners", "%e2%80%8c%e2%80%8d", "\u200c\u200d"},
	{"userinfo and port", "//%c3%bc:%3a@h:80", "//ü:%3a@h:80"},
	{"A-labels stay", "//xn--bcher-kva/", "//xn--bcher-kva/"},
	{"nothing", "", ""},

	// Section 3.2, step 4, and section 6.1.
	{"zero-width space, soft hyphen, byte order mark, word joiner", "%e2%80%8b%c2%ad%ef%bb%bf%e2%81%a0",
		"%E2%80%8B%C2%AD%EF%BB%BF%E2%81%A0"},
	{"fillers and blanks", "%e1%85%9f%e1%85%a0%e3%85%a4%ef%be%a0%e2%a0%80",
		"%E1%85%9F%E1%85%A0%E3%85%A4%EF%BE%A0%E2%A0%80"},
	{"variation selectors, U+034F", "%ef%b8%8f%f3%a0%84%80%cd%8f", "%EF%B8%8F%F3%A0%84%80%CD%8F"},
	{"annotations, tags", "%ef%bf%b9%f3%a0%81%81", "%EF%BF%B9%F3%A0%81%81"},
	{"like a slash", "//a%ef%bc%8fb%e2%88%95c%e2%81%84d%e2%a7%b8/", "//a%EF%BC%8Fb%E2%88%95c%E2%81%84d%E2%A7%B8/"},
	{"like other delimiters", "?%ef%bc%9f%ef%bc%83%ef%bc%85%ef%bc%a0%ef%bc%9a%ef%bc%bb",
		"?%EF%BC%9F%EF%BC%83%EF%BC%85%EF%BC%A0%EF%BC%9A%EF%BC%BB"},
	{"like dots", "//a%e2%80%a4b%ef%b9%92c%e3%80%82d%ef%bd%a1e%ef%bc%8ef",
		"//a%E2%80%A4b%EF%B9%92c%E3%80%82d%EF%BD%A1e%EF%BC%8Ef"},
	{"of several characters", "%e2%84%80%e2%92%88%e2%80%a6", "%E2%84%80%E2%92%88%E2%80%A6"},
	{"like what no URI has", "%ef%bc%9c%ef%bd%9b%ef%bc%bc%ef%bc%82", "%EF%BC%9C%EF%BD%9B%EF%BC%BC%EF%BC%82"},
	{"like sub-delims and letters", "%ef%bc%81%ef%bc%86%ef%bc%a1%e3%83%8e%c2%bd", "\uff01\uff06\uff21\u30ce\u00bd"},
	{"format characters that are seen", "%d8%80%db%9d", "\u0600\u06dd"},
}

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

// hostTests are hosts by IDNA. An empty string stands for an error.
var hostTests = []struct{ name, host, lookup, registration string }{
	{"RFC 3987, 3.1", "résumé.example.org", "xn--rsum-bpad.example.org", "xn--rsum-bpad.example.org"},
	{"RFC 3987, 3.2.1", "納豆.example.org", "xn--99zt52a.example.org", "xn--99zt52a.example.org"},

	// UTS 46, section 4.5 and table 2; RFC 5894, 7.2.
	{"capitals", "Bücher.example", "xn--bcher-kva.example", ""},
	{"decomposed", "bu\u0308cher.example", "xn--bcher-kva.example", ""},
	{"sharp s", "faß.de", "xn--fa-hia.de", "xn--fa-hia.de"},
	{"final sigma", "βόλος.com", "xn--nxasmm1c.com", "xn--nxasmm1c.com"},
	{"full width", "ｅｘａｍｐｌｅ.com", "example.com", ""},
	{"soft hyphen", "ex\u00adample.com", "example.com", ""},
	{"full-width address", "１２７.0.0.1", "127.0.0.1", ""},
	{"other labels", "EXAMPLE.bücher", "example.xn--bcher-kva", ""},

	// RFC 5892, appendix A.1 and A.2.
	{"ZWNJ behind a virama", "\u0dc1\u0dca\u200d\u0dbb\u0dd3.com", "xn--10cl1a0b660p.com", "xn--10cl1a0b660p.com"},
	{"ZWNJ between joining letters", "نامه\u200cای.com", "xn--mgba3gch31f060k.com", "xn--mgba3gch31f060k.com"},
	{"ZWJ elsewhere", "a\u200db", "", ""},
	{"ZWNJ elsewhere", "a\u200cb", "", ""},

	{"percent-encoded", "b%C3%BCcher.example", "xn--bcher-kva.example", "xn--bcher-kva.example"},
	{"percent-encoded in part", "b%c3%bccher.éx%61mple",
		"xn--bcher-kva.xn--xample-9ua", "xn--bcher-kva.xn--xample-9ua"},
	{"percent-encoded in ASCII", "%65xample.com", "example.com", "example.com"},
	{"percent-encoded dot", "bücher%2Eexample", "xn--bcher-kva.example", "xn--bcher-kva.example"},
	{"trailing dot", "müller.de.", "xn--mller-kva.de.", "xn--mller-kva.de."},
	{"RFC 5893: a digit in front", "0à.\u05d0", "", ""},
	{"STD3: delimiters", "a%2Fb", "", ""},
	{"STD3: space", "ü%20", "", ""},
	{"STD3: underscore", "ü_", "", ""},
	{"STD3: sub-delims", "ü!", "", ""},
	{"hyphens at the ends", "-ü", "", ""},
	{"hyphens in the third and fourth place", "ab--ü", "", ""},
	{"bad Punycode", "ü.xn--a", "", ""},
	{"Punycode for ASCII", "ü.xn--a-", "", ""},
	{"nothing is left", "\u00ad", "", ""},
	{"nothing is left", "%C2%AD", "", ""},
	{"private", "%EE%80%80", "", ""},
	{"not UTF-8", "%FC", "", ""},
	{"too long by far", strings.Repeat("ü", 1100), "", ""},
	{"long, but not for browsers", strings.Repeat("ü", 100), "xn--tda" + strings.Repeat("a", 99), ""},

	// All of ASCII.
	{"plain", "www.example-1.com", "www.example-1.com", "www.example-1.com"},
	{"plain, with a dot", "www.example.com.", "www.example.com.", "www.example.com."},
	{"capitals", "www.EXAMPLE.com", "www.example.com", ""},
	{"A-label of capitals", "XN--BCHER-KVA.com", "xn--bcher-kva.com", ""},
	{"A-label", "xn--bcher-kva.com", "xn--bcher-kva.com", "xn--bcher-kva.com"},
	{"hyphens at the ends", "-EXAMPLE-", "", ""},
	{"underscore", "_dmarc.example.com", "", ""},
	{"sub-delims", "a;b", "", ""},
	{"hyphens in the third and fourth place", "r3---sn-apo3qvuoxuxbt-j5pe.googlevideo.com", "", ""},
	{"A-label that says nothing", "xn--a", "", ""},
	{"empty labels", "a..b", "a..b", ""},
	{"an empty label in front", ".a", ".a", ""},
	{"empty labels, and a digit that could not stand beside right to left", "0à..b", "xn--0-sfa..b", ""},
	{"two empty labels behind", "a..", "a..", ""},
	{"the root alone", ".", ".", ""},
	{"a label of 63", strings.Repeat("a", 63), strings.Repeat("a", 63), strings.Repeat("a", 63)},
	{"a label of 64", strings.Repeat("a", 64), strings.Repeat("a", 64), ""},
	{"253", strings.Repeat("a.", 126) + "b", strings.Repeat("a.", 126) + "b", strings.Repeat("a.", 126) + "b"},
	{"253 and a dot", strings.Repeat("a.", 127), strings.Repeat("a.", 127), strings.Repeat("a.", 127)},
	{"254", strings.Repeat("a.", 126) + "bc", strings.Repeat("a.", 126) + "bc", ""},
	{"1023", strings.Repeat("a.", 511) + "b", strings.Repeat("a.", 511) + "b", ""},
	{"1025", strings.Repeat("a.", 512) + "b", "", ""},
}

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
	for _, test := range []struct{ name, uri, want string }{
		{"3.2.1", "http://xn--99zt52a.example.org/%e2%80%ae", "http://納豆.example.org/%E2%80%AE"},
		{"3.1", "http://xn--rsum-bpad.example.org", "http://résumé.example.org"},
		{"x/net", "//example.xn--p1ai/", "//example.рф/"},
		{"like a slash, a\u2044b", "//xn--ab-c6t.xn--p1ai:80/", "//xn--ab-c6t.рф:80/"},
		{"like a slash, percent-encoded", "//a%E2%81%84b.%D1%80%D1%84", "//xn--ab-c6t.рф"},
		{"percent-encoded", "//r%C3%A9sum%C3%A9.example.org:80", "//résumé.example.org:80"},
		{"around it", "s://%C3%BC@xn--bcher-kva:1/%C3%A9?%C3%A9#%C3%A9", "s://ü@bücher:1/é?é#é"},
		{"not in front", "//a-xn--b", "//a-xn--b"},
		{"IP literal", "//[::1]/", "//[::1]/"},
		{"empty", "file:///", "file:///"},
		{"undefined", "xn--a", "xn--a"},
		{"bad Punycode", "//xn--a/", ""},
		{"x/net, Punycode for ASCII", "//xn--example-.com/", ""},
		{"Punycode of a capital, b\u00dccher", "//xn--bcher-2pa/", ""},
		{"Punycode of a\u0308x, which is not in NFC", "//xn--ax-uub/", ""},
		{"Punycode of a/ü", "//xn--a%2F-yka/", ""},
		{"Punycode of ü\u202e", "//xn--tda680n/", ""},
		{"delimiters", "//a%2Fb", ""},
	} {
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
	long := strings.Repeat("ü", 60)
	for _, test := range []struct {
		name, iri, label string
		form             iri.HostForm
		offset           int
	}{
		{"one", "http://a\u200d/", "a\u200d", iri.HostLookup, 7},
		{"a part of the one before", "//aab\u200d.b\u200d", "aab\u200d", iri.HostLookup, 2},
		{"a part of a good one before", "//xü.\u3002.ü%20.ü", "ü%20", iri.HostLookup, 10},
		{"the same twice, in part", "//ü-x.-x", "-x", iri.HostLookup, 7},
		{"as written", "//ü@é.%61%e2%80%8d", "%61%e2%80%8d", iri.HostLookup, 8},
		{"the first", "//é.ab--c.-d", "ab--c", iri.HostLookup, 5},
		{"other dots", "//é\u3002ü\uff0e\u00e4\uff61-d", "-d", iri.HostLookup, 17},
		{"a capital", "//é.Bücher.example", "Bücher", iri.HostRegistration, 5},
		{"in ASCII", "http://www.a_b.example/", "a_b", iri.HostLookup, 11},
		{"hyphens at the ends", "//-EXAMPLE-", "-EXAMPLE-", iri.HostRegistration, 2},
		{"an empty label", "//é..ü", "", iri.HostRegistration, 5},
		{"an empty label in ASCII", "//a..b", "", iri.HostRegistration, 4},
		{"an empty label in front", "//.a", "", iri.HostRegistration, 2},
		{"an empty label in front of the last dot", "//a..", "", iri.HostRegistration, 4},
		{"the root alone", "//.", "", iri.HostRegistration, 2},
		{"an empty label, percent-encoded", "//%C3%BC%2E%2e%C3%BC", "", iri.HostRegistration, 11},
		{"behind a percent-encoded dot", "//%62%C3%BC%2E-d%2Ecom", "-d", iri.HostLookup, 14},
		{"between percent-encoded dots", "//é%E3%80%82%65%e2%80%8d%EF%BC%8Eé", "%65%e2%80%8d", iri.HostLookup, 13},
		{"not UTF-8, between dots", "//é.a%80%2eb", "a%80", iri.HostLookup, 5},
		{"a dot of lookups only", "//é.a\u3002b.c", "a\u3002b", iri.HostRegistration, 5},
		{"another one, percent-encoded", "//é.a%EF%BD%A1b.c", "a%EF%BD%A1b", iri.HostRegistration, 5},
		{"over 63", "//é." + long + ".ü", long, iri.HostRegistration, 5},
		// "xn--tda" has 7 bytes: 31 of them, and the dots between them, 247.
		{"over 253", "//" + strings.Repeat("ü.", 50), "ü", iri.HostRegistration, 2 + 3*31 + 0},
		{"254", "//" + strings.Repeat("a.", 126) + "bc", "bc", iri.HostRegistration, 2 + 252},
		{"together only", "//a-0.0à.\u05d0", "0à", iri.HostLookup, 6},
		{"together only, of several", "//\u05d0.a.0\u05d1.1b.c", "0\u05d1", iri.HostLookup, 7},
		{"together, an A-label", "//0a.xn--4db.b", "0a", iri.HostRegistration, 2},
		{"together, by a mapped letter", "//0à.\u2135", "0à", iri.HostLookup, 2},
		{"nothing left", "//\u00ad", "\u00ad", iri.HostLookup, 2},
		{"nothing left of a label", "//a.\u00ad.com", "\u00ad", iri.HostLookup, 4},
		{"nothing left of the last label", "//é.\u00ad", "\u00ad", iri.HostLookup, 5},
		{"nothing left of an A-label", "//é.xn--.com", "xn--", iri.HostLookup, 5},
		{"right to left when mapped", "//a\u2135b.c", "a\u2135b", iri.HostLookup, 2},
		// "xn--9ca" has 7 bytes: 128 of them, and the dots between them, 1023.
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
		{"not UTF-8", "//é.%C3%28", "%C3%28", iri.HostLookup, 5},
		{"more marks than package norm takes", "//a.e" + strings.Repeat("\u0301", 40) + ".com",
			"e" + strings.Repeat("\u0301", 40), iri.HostLookup, 4},
		{"and one too many of them", "//e" + strings.Repeat("\u0301", 31), "e" + strings.Repeat("\u0301", 31),
			iri.HostLookup, 2},
	} {
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
