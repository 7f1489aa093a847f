package main

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// messyLinks are links with the mistakes that real pages have, in a page at http://a.test/dir/page. The requests are
// those that a browser makes by the URL Standard, with all characters percent-encoded that RFC 3986 does not allow.
var messyLinks = []struct {
	href    string
	request string // the host and the target, or "" for none
	refused string // the reason if browsers or the policy refuse it
	strict  string // the reason if only -strict refuses it
}{
	// Spaces.
	{"/a b", "a.test/a%20b", "", inPath},
	{" \n/around\t ", "a.test/around", "", ""},
	{"/q?a b", "a.test/q?a%20b", "", inQuery},
	{"/fragment#a b", "a.test/fragment", "", "bad reference: illegal byte in fragment"},
	{"\x01 /control ", "a.test/control", "", inPath},

	// Characters that RFC 3986 does not allow.
	{"/x{y}", "a.test/x%7By%7D", "", inPath},
	{"/q?x={y}", "a.test/q?x=%7By%7D", "", inQuery},
	{"/x[1]", "a.test/x%5B1%5D", "", inPath},
	{"/q?x[]=1", "a.test/q?x%5B%5D=1", "", inQuery},
	{"/x|y", "a.test/x%7Cy", "", inPath},
	{"/q?x|y", "a.test/q?x%7Cy", "", inQuery},
	{`/x"y"`, "a.test/x%22y%22", "", inPath},
	{`/q?"y"`, "a.test/q?%22y%22", "", inQuery},
	{"/x^`y", "a.test/x%5E%60y", "", inPath},
	{"/q?x^`y", "a.test/q?x%5E%60y", "", inQuery},
	{"/x<br>", "a.test/x%3Cbr%3E", "", inPath},
	{"/q?<br>", "a.test/q?%3Cbr%3E", "", inQuery},
	{"/bell\x07s", "a.test/bell%07s", "", inPath},
	{"/it's", "a.test/it's", "", ""},
	{"/100%", "a.test/100%25", "", "bad reference: bad percent-encoding in path"},
	{"/q?%zz", "a.test/q?%25zz", "", "bad reference: bad percent-encoding in query"},
	{"1:2", "a.test/dir/1:2", "", "bad reference: colon in first segment in path"},

	// Raw UTF-8.
	{"/straße?ü#ö", "a.test/stra%C3%9Fe?%C3%BC", "", ""},
	{"/日本 語", "a.test/%E6%97%A5%E6%9C%AC%20%E8%AA%9E", "", inPath},
	{"http://BÜCHER.test/", "xn--bcher-kva.test/", "", ""},
	{"//faß.test/", "xn--fa-hia.test/", "", ""},
	{"http://日本.test/|", "xn--wgv71a.test/%7C", "", inPath},

	// Tabs and newlines in the text.
	{"/ta\tb", "a.test/tab", "", inPath},
	{"/new\n    line", "a.test/new%20%20%20%20line", "", inPath},
	{"/q?a\r\nb", "a.test/q?ab", "", inQuery},
	{"ht\ntp://b\t.test/broken", "b.test/broken", "", inPath},

	// Backslashes.
	{`\back\slash`, "a.test/back/slash", "", inPath},
	{`up\..\down`, "a.test/dir/down", "", inPath},
	{`\\c.test\1`, "c.test/1", "", inPath},
	{`http:\\c.test\2`, "c.test/2", "", inPath},
	{`/q?a\b`, "a.test/q?a%5Cb", "", inQuery},

	// Slashes after the scheme.
	{"http:c.test/3", "a.test/dir/c.test/3", "", noHost},
	{"http:/c.test/4", "a.test/c.test/4", "", noHost},
	{"http:///c.test/5", "c.test/5", "", noHost},
	{"///c.test/6", "c.test/6", "", noHost},

	// Other spellings.
	{"HTTP://C.TEST/Upper", "c.test/Upper", "", ""},
	{"http://c%2Etest:080/%41", "c.test/A", "", ""},
	{"/x/%2e%2E/dots", "a.test/dots", "", ""},
	{"//c.test//a//", "c.test//a//", "", ""},
	{"?", "a.test/dir/page?", "", ""},

	// Browsers refuse these.
	{"http://[::1/", "", "bad reference: IPv6-unclosed", "bad reference: bad IP-literal in host"},
	{"http://a b.test/", "", "bad reference: domain-to-ASCII", "bad reference: illegal byte in authority"},
	{"http://a<b.test/", "", "bad reference: domain-to-ASCII", "bad reference: illegal byte in authority"},
	{"http://c.test:x/", "", "bad reference: port-invalid", "bad reference: bad port"},
	{"//c.test:99999/", "", "bad reference: port-out-of-range", "port not allowed"},
	{"http:// /", "", "bad reference: domain-to-ASCII", "bad reference: illegal byte in authority"},

	// The policy refuses these in all spellings.
	{`http:\\0x7F.1\`, "", "address not allowed", inPath},
	{"http://１０.0.0.1/", "", "address not allowed", ""},
	{"http://u:secret@c.test/", "", "userinfo not allowed", ""},
	{"/a%00 b", "", "URI has a hazard that is not allowed", inPath},
	{"javascript:alert('x y')", "", "scheme not allowed", inPath},
}

const (
	inPath  = "bad reference: illegal byte in path"
	inQuery = "bad reference: illegal byte in query"
	noHost  = "host not allowed"
)

// TestMessyPage: the crawler fetches every link that a browser fetches, unless the policy refuses it. With -strict it
// fetches those that the RFCs allow, and reports the others with their places.
func TestMessyPage(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict=%t", strict), func(t *testing.T) { testMessyPage(t, strict) })
	}
}

func testMessyPage(t *testing.T, strict bool) {
	s := emptySite()
	var page strings.Builder
	var places []string
	for _, l := range messyLinks {
		page.WriteString(`<p>a <a class=x href="`)
		place := page.Len()
		page.WriteString(html.EscapeString(l.href) + `">`)
		refused := l.refused
		if strict && l.strict != "" {
			refused = l.strict
		}
		if refused == "" {
			s.leaves(l.request)
			continue
		}
		s.refuses(refused, 1)
		if strings.HasPrefix(refused, "bad reference") {
			places = append(places, fmt.Sprintf("the value at byte %d", place))
		}
	}
	s.html("a.test/dir/page", "text/html; charset=utf-8", page.String())
	at := boltHome(t)
	crawl(t, s, at, fmt.Sprintf("-strict=%t", strict), "http://a.test/dir/page")
	s.checkHits(t, 0)
	s.checkFrontier(t, at)

	d := newTestFilter(t, (&config{strict: strict}).newResolver())
	d.read(t, "http://a.test/dir/page", "text/html; charset=utf-8", page.String())
	var got []string
	for _, r := range d.refusals {
		if place, _, ok := strings.Cut(r.detail, ":"); ok && strings.HasPrefix(r.reason, "bad reference") {
			got = append(got, place)
		}
	}
	if diff := cmp.Diff(places, got); diff != "" {
		t.Errorf("places of bad references (-want +got):\n%s", diff)
	}
}

// TestMessyBase has the same mistakes in base elements, redirects and rules of robots.txt, and queries in the encoding
// of the page.
func TestMessyBase(t *testing.T) {
	s := emptySite()
	s.links("a.test/p/0", "/latin", "/bad", "/data", "/opaque", "/go", "/robots")
	s.html("a.test/latin", "text/html; charset=windows-1252",
		`<base><base href=" \\C.test\x y/ "><base href="/second/">`+anchors("caf\xe9 |?q=\xe9\x80&r=&#26085;#\xe9"))
	s.leaves("c.test/x%20y/caf%C3%A9%20%7C?q=%E9%80&r=%26%2326085%3B")
	s.html("a.test/bad", "text/html", `<base href="http://[">`+anchors("1 2"))
	s.html("a.test/data", "text/html", `<base href="data:text/plain,x">`+anchors("3 4"))
	s.leaves("a.test/1%202", "a.test/3%204")
	s.refuses("bad base", 2)
	s.html("a.test/opaque", "text/html", `<base href="mailto:x">`+anchors("5"))
	s.refuses("bad reference: missing-scheme-non-relative-URL", 1)
	s.redirect("a.test/go", "\\caf\xe9 {x}") // the octets of a Location field stay unchanged
	s.leaves("a.test/caf%E9%20%7Bx%7D")
	s.robots["c.test"] = "User-agent: *\nDisallow: /no|robots/\n"
	s.links("a.test/robots", `\\c.test\no|robots\1`, "//c.test/no%7crobots/2", "//c.test/no|robot")
	s.forbidden("c.test/no%7Crobots/1", "c.test/no%7Crobots/2")
	s.leaves("c.test/no%7Crobot")
	at := boltHome(t)
	crawl(t, s, at, seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
}
