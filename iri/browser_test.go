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
var browserTests = kit.Cases[struct{ iri, uri string }]("browser.txt", "browserTests")

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
