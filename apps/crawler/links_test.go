package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

func newTestFilter(t testing.TB, r resolver) *linkFilter {
	t.Helper()
	p, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		t.Fatal(err)
	}
	return &linkFilter{policy: p, resolver: r}
}

// read finds the links of a page as the crawler does.
func (d *linkFilter) read(t testing.TB, page, contentType, body string) (urls []string) {
	t.Helper()
	var f refs
	f.scan([]byte(body), contentType)
	if err := d.open(uri.MustParse(page), &f); err != nil {
		t.Fatal(err)
	}
	if err := d.takeAll(&f); err != nil {
		t.Fatal(err)
	}
	d.admit()
	for _, l := range d.links {
		urls = append(urls, l.url)
	}
	return urls
}

// TestRefusalsNamePlace: a refusal names the place: the tag in the page, and the byte in the reference.
func TestRefusalsNamePlace(t *testing.T) {
	const page = `<base href="http://[x"><a href="/%4">1</a><a href=" b c ">2</a><a href="x:y:z@">3</a>` +
		`<a href="ok">4</a><a href="http://a.test:8x/">5</a>`
	testRefusalsNamePlace(t, page, &webResolver{},
		[]string{"http://a.test/%254", "http://a.test/dir/b%20c", "http://a.test/dir/ok"}, []refusal{
			{"bad base", "whatwg: IPv6-unclosed at byte 7"},
			{"bad reference: port-invalid", "the value at byte 112: whatwg: port-invalid at byte 15"},
			{"scheme not allowed", "x:y:z@"},
		})
	testRefusalsNamePlace(t, page, &strictResolver{}, []string{"http://a.test/dir/ok"}, []refusal{
		{"bad base", `bad IP-literal in host at byte 8: expected an IPv6address or IPvFuture, closed by "]"`},
		{"bad reference: bad percent-encoding in path",
			`the value at byte 32: unexpected end in path at byte 3: expected a hex digit`},
		{"bad reference: illegal byte in path",
			`the value at byte 51: illegal space in path at byte 1`},
		{"bad reference: bad port", "the value at byte 112: bad port at byte 16: " +
			`expected only digits in a port, or "@" after a userinfo`},
		{"scheme not allowed", "x:y:z@"},
	})
}

// TestLongBase: a page with a long base and many links does not take the product of both in memory.
func TestLongBase(t *testing.T) {
	for _, r := range []resolver{&webResolver{}, &strictResolver{}} {
		testRefusalsNamePlace(t, `<base href="/`+strings.Repeat("x", guard.MaxLength)+`/"><a href="y">`, r,
			[]string{"http://a.test/dir/y"}, []refusal{{"bad base", "URI too long"}})
	}
}

func testRefusalsNamePlace(t *testing.T, page string, r resolver, want []string, refusals []refusal) {
	t.Helper()
	d := newTestFilter(t, r)
	if diff := cmp.Diff(want, d.read(t, "http://a.test/dir/", "text/html", page)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(refusals, d.refusals, cmp.AllowUnexported(refusal{})); diff != "" {
		t.Error(diff)
	}
}

// TestEquivalentLinksKeptOnce: a page's link to itself is dropped, and of equivalent links one is kept. The next page
// begins with an empty set.
func TestEquivalentLinksKeptOnce(t *testing.T) {
	d := newTestFilter(t, &webResolver{})
	for range 2 {
		got := d.read(t, "http://a.test/dir/", "text/html",
			anchors("", "#x", ".", "x/..", "HTTP://A.test:80/dir/", "/b", "/%62", "/b#c", "/c/../b", "/b?", "/b/"))
		want := []string{"http://a.test/b", "http://a.test/b?", "http://a.test/b/"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestOriginOf: all spellings of the URL of a server have one origin.
func TestOriginOf(t *testing.T) {
	for want, all := range map[string][]string{
		"http://h": {"http://h/", "http://h:80/", "http://h:/", "http://h:00080/x", "http://h./",
			"http://h.:080/"},
		"http://h:8080": {"http://h:8080/", "http://h:08080/", "http://h:0000000000008080/", "http://h.:8080/"},
		"https://h":     {"https://h/", "https://h:0443/", "https://h./?x"},
		"https://h:80":  {"https://h:80/"},
		"http://[2600::1]": {"http://[2600::1]/", "http://[2600:0::1]/", "http://[2600:0:0:0:0:0:0:1]:80/",
			"http://[2600::0.0.0.1]/"},
		"http://[2600::1]:81": {"http://[2600:0000::0001]:081/"},
		"http://192.0.2.1": {"http://192.0.2.1/", "http://192.0.2.1./", "http://[::ffff:192.0.2.1]/",
			"http://[::ffff:c000:201]/"},
		"http://[v1.a]":        {"http://[v1.a]/"},
		"http://.":             {"http://./"},
		"http://h.example.com": {"http://h.example.com/", "http://h.example.com./"},
	} {
		for _, text := range all {
			if got, err := originOf(uri.MustParse(text)); got != want || err != nil {
				t.Errorf("%s: %q, %v, want %q", text, got, err, want)
			}
		}
	}
	if got, err := originOf(uri.MustParse("http://h:65536/")); err == nil {
		t.Errorf("port 65536: %q", got)
	}
}

// TestOriginsOfLinks: the links of a page have the same origins as each of them alone.
func TestOriginsOfLinks(t *testing.T) {
	p, err := newPolicy(true)
	if err != nil {
		t.Fatal(err)
	}
	d := linkFilter{policy: p, resolver: &strictResolver{}}
	d.read(t, "http://a.test/", "text/html", anchors("//b.test:8080/1", "//b.test:08080/2", "//b.test:008080/3", "/4",
		"//b.test.:8080/5", "//[2600::1]/6", "//[2600:0::1]/7", "//c.test:65536/8"))
	b, c := "http://b.test:8080", "http://[2600::1]"
	var got []string
	for _, l := range d.links {
		got = append(got, l.origin)
	}
	if diff := cmp.Diff([]string{b, b, b, "http://a.test", b, c, c}, got); diff != "" {
		t.Error(diff)
	}
	want := []refusal{{"port not allowed", "http://c.test:65536/8"}}
	if diff := cmp.Diff(want, d.refusals, cmp.AllowUnexported(refusal{})); diff != "" {
		t.Error(diff)
	}
}

func TestEncodeQuery(t *testing.T) {
	for _, test := range []struct{ ref, form, want string }{
		{"/é", "iso-8859-1", "/é"},
		{"/é#é?é", "iso-8859-1", "/é#é?é"},
		{"é?é=aé#é", "iso-8859-1", "é?%E9=a%E9#é"},
		{"?é", "iso-8859-1", "?%E9"},
		{"?€é日x", "windows-1252", "?%80%E9%26%2326085%3Bx"},
		{"?日=本", "euc-jp", "?%C6%FC=%CB%DC"},
		{"?日本", "iso-2022-jp", "?%1B$BF%7CK%5C%1B(B"},
	} {
		form, _ := htmlindex.Get(test.form)
		if got := encodeQuery(test.ref, form); got != test.want {
			t.Errorf("%q in %s: %q, want %q", test.ref, test.form, got, test.want)
		}
	}
}

// The links of any page may be fetched, are in normal form without fragment, and occur once.
func FuzzLinks(f *testing.F) {
	f.Add("text/html; charset=utf-8", anchors("/a", "b/../c", "//b.test/?x#y", "/%zz", "/é"))
	f.Add("text/html", `<base href="//b.test/x/"><a href=y><area href='?é'><iframe src="#">`)
	f.Add("text/html; charset=shift_jis", anchors("\x93\xfa?\x93\xfa=\x83\x5c"))
	f.Add("text/html; charset=utf-16le", "<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00x\x00>\x00")
	f.Add("text/html; charset=iso-2022-jp", "<a href=?\x1b$BF|K\\\x1b(B>")
	page := "http://a.test/p/q"
	strict, web := newTestFilter(f, &strictResolver{}), newTestFilter(f, &webResolver{})
	f.Fuzz(func(t *testing.T, contentType, body string) {
		checkLinks(t, strict, page, contentType, body)
		checkLinks(t, web, page, contentType, body)
	})
}

func checkLinks(t *testing.T, d *linkFilter, page, contentType, body string) {
	seen := map[string]bool{page: true}
	for _, text := range d.read(t, page, contentType, body) {
		u, err := uri.ParseAbsoluteURI(text)
		if err != nil || !u.IsNormalized() || d.policy.Check(u) != nil || seen[text] {
			t.Errorf("%q", text)
		}
		seen[text] = true
	}
	for _, l := range d.links {
		o, err := uri.Parse(l.origin)
		again, err2 := originOf(o)
		if err != nil || err2 != nil || o.Path() != "" || again != l.origin {
			t.Errorf("%q: the origin is %q, and of that %q: %v, %v", l.url, l.origin, again, err, err2)
		}
	}
}
