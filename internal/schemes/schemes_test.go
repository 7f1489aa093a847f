package schemes

import (
	"strings"
	"testing"
)

// TestKinds has the special schemes with their default ports from the table of the URL Standard, section 4.2, and
// strings that are not special schemes. RFC 9110, section 4.2, defines http and https; RFC 6455, section 3, defines ws
// and wss.
func TestKinds(t *testing.T) {
	for _, test := range []struct {
		scheme                       string
		kind                         Kind
		http, web, special, needHost bool
		port                         uint16
	}{
		{"http", KindHTTP, true, true, true, true, 80}, {"https", KindHTTPS, true, true, true, true, 443},
		{"ws", KindWS, false, true, true, true, 80}, {"wss", KindWSS, false, true, true, true, 443},
		{"ftp", KindFTP, false, false, true, true, 21}, {"file", KindFile, false, false, true, false, 0},
		{scheme: ""}, {scheme: "h"}, {scheme: "httpx"}, {scheme: "http:"}, {scheme: "ftps"}, {scheme: "ssh"}, {scheme: "httpsx"},
		{scheme: "\x17s"}, {scheme: "W\x13"}, {scheme: "w\u017f"}, {scheme: "http\u017f"}, // the upper-case letter of U+017F is S
	} {
		half := len(test.scheme) / 2
		for _, scheme := range []string{test.scheme, asciiUpper(test.scheme), test.scheme[:half] + asciiUpper(test.scheme[half:])} {
			k := KindOf(scheme)
			if k != test.kind || KindOf([]byte(scheme)) != k || k.IsHTTP() != test.http || k.IsWeb() != test.web ||
				k.IsSpecial() != test.special || k.NeedsHost() != test.needHost || k.Port() != test.port {
				t.Errorf("%q: %d: %t, %t, %t, %t, %d", scheme, k, k.IsHTTP(), k.IsWeb(), k.IsSpecial(), k.NeedsHost(), k.Port())
			}
			want := KindOther
			if scheme == test.scheme {
				want = test.kind
			}
			if got := LowerKindOf(scheme); got != want || LowerKindOf([]byte(scheme)) != want {
				t.Errorf("LowerKindOf(%q) = %d, want %d", scheme, got, want)
			}
		}
	}
	for i, scheme := range Specials {
		if k := KindOf(scheme); int(k) != i+1 {
			t.Errorf("%s has the kind %d in Specials, and is %d", scheme, i+1, k)
		}
	}
}

// asciiUpper returns s with its ASCII letters in upper case.
func asciiUpper(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}, s)
}

func TestHTTPLen(t *testing.T) {
	for s, want := range map[string]int{
		"http://h/": 7, "https://h": 8, "https://////": 8, "http://////": 7,
		"": 0, "http://": 0, "https://": 0, "http://h": 0, // not longer than both
		"HTTP://h/": 0, "httpx://h": 0, "httpss://h": 0, "http:/h/a": 0, "http:h//a": 0, "httpsx//h": 0, "httpx//hh": 0,
		"https:/h/": 0, "https//:h": 0, "xttps://h": 0, "htps://hh": 0,
	} {
		if got := HTTPLen(s); got != want {
			t.Errorf("HTTPLen(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestLen(t *testing.T) {
	// RFC 3986, section 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
	for s, want := range map[string]int{
		"": 0, "a": 1, "Z:": 1, "h2+x-y.z://h": 8, "http": 4, "http/a:b": 4, "a b:": 1, "a\u00e9:": 1, "1a:": 0, "+a:": 0, "-a:": 0,
		".a:": 0, ":": 0, "/a:": 0, "\u017fa:": 0, "a_b:": 1, "a%62:": 1,
	} {
		if got := Len(s); got != want || Len([]byte(s)) != want {
			t.Errorf("Len(%q) = %d, want %d", s, got, want)
		}
	}
}
