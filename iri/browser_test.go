package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// browserTests lists IRIs and their URIs with HostBrowser. If browsers refuse the host, the URI is "".
var browserTests = []struct{ iri, uri string }{
	// https://github.com/golang/go/issues/58303
	{"http://r3---sn-x.googlevideo.com/ü", "http://r3---sn-x.googlevideo.com/%C3%BC"},
	// https://github.com/kjd/idna/issues/27, https://github.com/servo/rust-url/issues/207
	{"https://r2---sn-huoa-cvhl.googlevideo.com/crossdomain.xml", "https://r2---sn-huoa-cvhl.googlevideo.com/crossdomain.xml"},
	// https://github.com/kjd/idna/issues/59
	{"http://д_ругойтест.рф/", "http://xn--_-ftbbgt3ammhce.xn--p1ai/"},
	// https://github.com/m6w6/ext-http/issues/52
	{"http://local_host:80/", "http://local_host:80/"},
	// https://github.com/thephpleague/uri-src/issues/40
	{"https://law_foreign_countries.academic.ru", "https://law_foreign_countries.academic.ru"},
	{"http://my_host/ü", "http://my_host/%C3%BC"},
	{"http://a_b.bücher.example/", "http://a_b.xn--bcher-kva.example/"},
	{"//my_host.É/ü", "//my_host.xn--9ca/%C3%BC"},
	{"http://-a-.ß/", "http://-a-.xn--zca/"},
	{"HTTP://A_B.Example./", "HTTP://a_b.example./"},
	{"http://%C3%BC%2Eb/", "http://xn--tda.b/"},
	{"http://a%7Bb,c/", "http://a%7Bb,c/"}, // browsers allow "{" in a host, and URIs do not
	{"http://a%2Fb/", ""},
	{"http://a%25b/", ""},
	{"http://\u00ad/", ""},
	{"http://xn--a.é/", ""},
	{"http://xn--a/", "http://xn--a/"},
	// section 3.5: names that end in a number
	{"http://0x7f.1/", "http://127.0.0.1/"},
	{"ftp://2130706433/", "ftp://127.0.0.1/"},
	{"wss://１２７.1.é/", "wss://127.1.xn--9ca/"},
	{"http://１２７。1/", "http://127.0.0.1/"},
	{"http://%31%32%37.1/", "http://127.0.0.1/"},
	{"http://1.2.3.4/", "http://1.2.3.4/"},
	{"http://1.2.3.256/", ""},
	{"http://a.1/", ""},
	{"http://é.09./", ""},
	{"http://1a/", "http://1a/"},
	{"http://[2001:DB8:0::1]/", "http://[2001:db8::1]/"},
	{"http://[::ffff:1.2.3.4]/", "http://[::ffff:102:304]/"},
	{"http://[v1.a]/", ""},
	// section 4.4, file host state: what browsers do with these hosts is no part of the host parser
	{"file://LOCALHOST/é", "file://localhost/%C3%A9"},
	{"file://C:/é", "file://c:/%C3%A9"},
	{"FILE://0x7f.1/é", "FILE://127.0.0.1/%C3%A9"},
	// schemes that are not special, and no host
	{"git://0x7f.1/", "git://0x7f.1/"},
	{"git://A_b.é/", "git://A_b.%C3%A9/"},
	{"javascript://0x7f.1/é", "javascript://0x7f.1/%C3%A9"},
	{"//0x7f.1/é", "//127.0.0.1/%C3%A9"}, // no scheme
	{"http:///é", "http:///%C3%A9"},      // an empty host; browsers would take "é" for it
	{"git://[2001:DB8:0::1]/", "git://[2001:DB8:0::1]/"},
	{"git://[v1.a]/", "git://[v1.a]/"},
	{"file:///é", "file:///%C3%A9"},
	{"http:é", "http:%C3%A9"},
	{"é", "%C3%A9"},
}

func TestHostBrowser(t *testing.T) {
	for _, test := range browserTests {
		i := iri.MustParse(test.iri)
		u, err := i.URI(iri.HostBrowser)
		if u.String() != test.uri || (err != nil) != (test.uri == "") {
			t.Errorf("%s: %q, %v, want %q", test.iri, u, err, test.uri)
		}
		checkURIForm(t, i, iri.HostBrowser)
		if v, err := i.URI(iri.HostPercent); err == nil {
			checkFromURI(t, v, iri.HostBrowser)
		}
	}
	_, err := iri.MustParse("http://é.a%2E256./").URI(iri.HostBrowser)
	const want = `IDNA refuses the label "256" at byte 14: the host ends in a number, and is not an IPv4 address`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// hostPieces are parts of hosts that browsers treat in different ways.
var hostPieces = strings.Fields(`a A b_c - -- r3---x xn-- xn--a xn--tda xn--bcher-kva XN--TDA . . . 0 0x 0x7f 08 1 1.2.3 127 256
	4294967295 4294967296 %41 %C3%BC %c3%9c %2e %2E %00 %20 %25 %2F %3A %40 %7B %22 %60 %7f %80 %ff %E3%80%82 %EF%BC%91 ! $ & ' ( ) * + , ;
	= ~ ü ß Ü 日本 １ ０ｘ ． 。 ｡ א ب ☃ ½ ﬁ K 😀 e` + "\u0301 \u00ad \u200d \u200c \u2488 \u3000 \u0378 \U000e0100 क\u094d\u200d")

func randomHost(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(20) == 0 {
		return []string{"[::1]", "[2001:DB8:0:0:1:0:0:1]", "[::ffff:1.2.3.4]", "[v1.a]", "[1:2::7:8]", "1.2.3.4", "127.0.0.1"}[r.IntN(7)]
	}
	for range 1 + r.IntN(6) {
		if r.IntN(6) == 0 {
			b.WriteRune(rune(0xa0 + r.IntN([]int{0x800, 0x10000, 0x30000}[r.IntN(3)])))
		} else {
			b.WriteString(hostPieces[r.IntN(len(hostPieces))])
		}
	}
	return b.String()
}

// TestHostBrowserRandom compares the hosts of HostBrowser with those that package whatwg finds in the same string.
func TestHostBrowserRandom(t *testing.T) {
	r := kit.Random(t)
	compared, refused := 0, 0
	for n := kit.Rounds(20_000, 50_000, 1_000_000); compared < n; {
		scheme := []string{"http", "https", "HTTP", "ws", "wss", "ftp", "file", "git", "x"}[r.IntN(9)]
		host := randomHost(r)
		i, err := iri.Parse(scheme + "://" + host + "/ü")
		if err != nil || host[0] == '[' && strings.Contains("git x", scheme) {
			continue
		}
		compared++
		want := ""
		v, failure := whatwg.Parse(i.String())
		if failure == nil {
			w, _ := v.URI()
			want, _ = w.Host()
		}
		u, err := i.URI(iri.HostBrowser)
		got, _ := u.Host()
		if (err == nil) != (failure == nil) || got != want {
			t.Fatalf("%q (%+q): %q, %v, want %q, %v", i, host, got, err, want, failure)
		}
		if err != nil {
			refused++
			checkHostError(t, i.String(), err)
		}
	}
	if refused == 0 || refused == compared {
		t.Errorf("%d of %d are refused", refused, compared)
	}
	t.Logf("%d hosts, %d refused", compared, refused)
}

// TestHostBrowserBack: FromURI and URI with HostBrowser give the host that browsers read.
func TestHostBrowserBack(t *testing.T) {
	r := kit.Random(t)
	for range kit.Rounds(5_000, 20_000, 200_000) {
		i, err := iri.Parse("http://" + randomHost(r))
		if err != nil {
			continue
		}
		u, err := i.URI(iri.HostPercent)
		if err != nil {
			t.Fatal(err)
		}
		want, err := i.URI(iri.HostBrowser)
		j, err2 := iri.FromURI(u, iri.HostBrowser)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%q: %v, and back: %v", u, err, err2)
		}
		if err != nil {
			continue
		}
		if got, err := j.URI(iri.HostBrowser); err != nil || got != want {
			t.Fatalf("%q is %q, and that is %q, %v, want %q", u, j, got, err, want)
		}
		checkVisibleHost(t, u, j)
	}
}

// checkVisibleHost checks that the host of i has no character that should be percent-encoded.
func checkVisibleHost(t *testing.T, u uri.URI, i iri.IRI) {
	t.Helper()
	name, _ := i.Host()
	for _, r := range name {
		if r >= utf8.RuneSelf && !isSeen(r) {
			t.Errorf("%q is mapped to %+q, with %U", u, i, r)
		}
	}
}
