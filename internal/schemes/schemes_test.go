package schemes

import (
	"strings"
	"testing"
)

func TestSchemes(t *testing.T) {
	// RFC 9110, section 4.2; RFC 6455, section 3; URL Standard, section 4.2 (special schemes)
	for _, test := range []struct {
		scheme             string
		http, web, special bool
	}{
		{"http", true, true, true}, {"https", true, true, true}, {"ws", false, true, true}, {"wss", false, true, true},
		{"ftp", false, false, true}, {"file", false, false, true}, {"", false, false, false}, {"h", false, false, false},
		{"httpx", false, false, false}, {"http:", false, false, false},
		{"ftps", false, false, false}, {"\x17s", false, false, false}, {"W\x13", false, false, false},
	} {
		for _, scheme := range []string{test.scheme, strings.ToUpper(test.scheme), test.scheme[:len(test.scheme)/2] + strings.ToUpper(test.scheme[len(test.scheme)/2:])} {
			if IsHTTP(scheme) != test.http || IsHTTP([]byte(scheme)) != test.http {
				t.Errorf("IsHTTP(%q) is not %t", scheme, test.http)
			}
			if IsWeb(scheme) != test.web {
				t.Errorf("IsWeb(%q) is not %t", scheme, test.web)
			}
			if IsSpecial(scheme) != test.special {
				t.Errorf("IsSpecial(%q) is not %t", scheme, test.special)
			}
			_, special := Special(scheme)
			if want := test.special && scheme == test.scheme; special != want {
				t.Errorf("Special(%q) is not %t", scheme, want)
			}
			if want := test.scheme == "file"; IsFile(scheme) != want {
				t.Errorf("IsFile(%q) is not %t", scheme, want)
			}
			if want := test.http && scheme == test.scheme; IsLowerHTTP(scheme) != want {
				t.Errorf("IsLowerHTTP(%q) is not %t", scheme, want)
			}
		}
	}
}

// TestSchemesASCII checks that only letters of US-ASCII have a case. The upper-case letter of "ſ" is "S".
func TestSchemesASCII(t *testing.T) {
	if IsHTTP("httpſ") || IsHTTP("HTTPſ") || IsWeb("wsſ") || IsSpecial("wsſ") {
		t.Error("ſ is read as an s")
	}
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

// TestSpecialPorts checks the table of the URL Standard, section 4.2.
func TestSpecialPorts(t *testing.T) {
	for scheme, want := range map[string]uint16{
		"ftp": 21, "file": 0, "http": 80, "https": 443, "ws": 80, "wss": 443, "x": 0, "ssh": 0,
	} {
		if got, _ := Special(scheme); got != want {
			t.Errorf("Special(%q) = %d, want %d", scheme, got, want)
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
