package main

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A site is the web of a test, on hosts with names in ".test". It lists the expected requests, their numbers and their
// outcomes, page by page, from the RFCs.
type site struct {
	strict bool // the expectations are for the flag -strict

	pages  map[string]http.HandlerFunc // by host, path and query
	robots map[string]string           // by host; "429" and "500" are failures, "moved" is a redirect
	any    map[string]func(path string) string
	watch  func(host string) (leave func()) // called for every request, unless it is nil

	robotsFragment string // the fragment of the redirect "moved"

	wantHits     map[string]int
	wantOutcomes map[string]int64
	wantRefusals map[string]int64

	mu               sync.Mutex
	hits, robotsHits map[string]int
	total            atomic.Int64
	onHit            atomic.Pointer[func(n int64)]
}

const (
	seedURL   = "http://a.test/p/0"
	testDepth = 12
	testBody  = 100_000
)

// ServeHTTP counts the request by its target, byte for byte.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.watch != nil {
		defer s.watch(r.Host)()
	}
	if r.RequestURI == "/elsewhere/robots.txt" {
		_, _ = io.WriteString(w, "User-agent: *\nDisallow: /x/2\n")
		return
	}
	if r.RequestURI == "/robots.txt" {
		s.serveRobots(w, r)
		return
	}
	name := r.Host + r.RequestURI
	s.mu.Lock()
	s.hits[name]++
	s.mu.Unlock()
	n := s.total.Add(1)
	if f := s.onHit.Load(); f != nil {
		(*f)(n)
	}
	if serve := s.pages[name]; serve != nil {
		serve(w, r)
		return
	}
	if page := s.any[r.Host]; page != nil {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, page(strings.TrimSuffix(r.RequestURI, "/")))
		return
	}
	http.NotFound(w, r)
}

func (s *site) serveRobots(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.robotsHits[r.Host]++
	s.mu.Unlock()
	switch text := s.robots[r.Host]; text {
	case "":
		http.NotFound(w, r)
	case "429", "500":
		code, _ := strconv.Atoi(text)
		w.WriteHeader(code)
	case "moved":
		http.Redirect(w, r, "/elsewhere/robots.txt"+s.robotsFragment, http.StatusMovedPermanently)
	default:
		_, _ = io.WriteString(w, text)
	}
}

// anyPage makes every path of a host a page without expectations.
func (s *site) anyPage(host string, page func(path string) string) { s.any[host] = page }

// add adds a page that is expected to be requested hits times and then to have the outcome.
func (s *site) add(name string, hits int, o outcome, serve http.HandlerFunc) {
	if s.pages[name] != nil {
		panic("twice: " + name)
	}
	s.pages[name], s.wantHits[name] = serve, hits
	s.wantOutcomes[o.String()]++
}

// html adds a page with the body and the content type.
func (s *site) html(name, contentType, body string) {
	s.add(name, 1, visited, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
	})
}

// links adds a page with these hrefs.
func (s *site) links(name string, hrefs ...string) {
	s.html(name, "text/html; charset=utf-8", anchors(hrefs...))
}

// leaves adds pages without links.
func (s *site) leaves(names ...string) {
	for _, name := range names {
		s.links(name)
	}
}

func (s *site) redirect(name, location string) {
	s.add(name, 1, redirected, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Location"] = []string{location}
		w.WriteHeader(http.StatusFound)
	})
}

// forbidden adds a page that is taken and must not be requested.
func (s *site) forbidden(names ...string) {
	for _, name := range names {
		s.add(name, 0, refused, func(w http.ResponseWriter, _ *http.Request) {})
		s.wantRefusals["robots.txt"]++
	}
}

func (s *site) refuses(reason string, n int64) { s.wantRefusals[reason] += n }

func anchors(hrefs ...string) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><title>a page</title><script>\"<a href='/script'>\"</script>" +
		"<!-- <a href=/comment> -->\n")
	for _, h := range hrefs {
		fmt.Fprintf(&b, "<p>some text <a class=x href=\"%s\">a link</a>\n", h)
	}
	return b.String()
}

func emptySite() *site {
	return &site{pages: map[string]http.HandlerFunc{}, robots: map[string]string{},
		any: map[string]func(string) string{}, wantHits: map[string]int{}, wantOutcomes: map[string]int64{},
		wantRefusals: map[string]int64{}, hits: map[string]int{}, robotsHits: map[string]int{}}
}

// newSite makes a site with a tree of n pages, and with all the difficulties for crawlers.
func newSite(n int, strict bool) *site {
	s := emptySite()
	s.strict = strict
	s.tree(n)
	s.links("a.test/special", "/bad", "/schemes", "/redirects", "/cal/1", "/charsets", "/bases", "/robots", "/trouble",
		"/others", "/same#top", "/same#end", "/same", "", "#here")
	s.leaves("a.test/same")
	s.bad()
	s.redirects()
	s.charsets()
	s.bases()
	s.excluded()
	s.trouble()
	s.others()
	// A calendar always has a next page. A link that is one too deep is refused: page 1 is two links from the seed.
	for i := 1; i < testDepth; i++ {
		s.links(fmt.Sprintf("a.test/cal/%d", i), fmt.Sprintf("%d", i+1), "/p/0")
	}
	s.refuses("too deep", 1)
	return s
}

// tree adds pages. Each links to ten more and to some others, in all equivalent spellings.
func (s *site) tree(n int) {
	for i := range n {
		hrefs := []string{spelled(i, i), spelled(n-1-i, i+1), spelled((i+7)%n, i+2), spelled(i*31%n, i+3)}
		for child := 10*i + 1; child <= min(10*i+10, n-1); child++ {
			hrefs = append(hrefs, spelled(child, child))
		}
		if i == 0 {
			hrefs = append(hrefs, "/special")
		}
		s.links(fmt.Sprintf("a.test/p/%d", i), hrefs...)
	}
}

// spelled returns a reference to the page i; way chooses the spelling. All have the same normal form (RFC 3986,
// sections 6.2.2 and 6.2.3), the fragment aside.
func spelled(i, way int) string {
	ways := [...]string{"/p/%d", "%d", "./%d", "../p/%d", "/%%70/%d", "/p/./%d", "/x/../p/%d", "//a.test/p/%d",
		"http://a.test/p/%d", "HTTP://A.TEST/p/%d", "http://a.test:80/p/%d", "http://a.test:/p/%d", "/p/%d#part",
		"//a.test:080/p/%d", "http://%%61.test/p/%d", "/p/%%2e/%d", "/p/a%%2Fb/%%2E%%2e/%d", "  %d\n", "&#x2f;p/%d"}
	return fmt.Sprintf(ways[way%len(ways)], i)
}

// bad adds references that the RFCs or browsers do not accept, and URLs that must not be fetched. Each is counted, and
// the good one after it is taken.
func (s *site) bad() {
	s.links("a.test/bad", "http://[::1/", "/a b", "/%zz", "/100%", "/a<b", `\\evil.test\x`, "http://a.test:x/",
		"a\x01b", "/x|y", "http://a.test/^", "1:2", "/good")
	s.leaves("a.test/good")
	if s.strict {
		s.refuses("bad reference: bad IP-literal in host", 1)
		s.refuses("bad reference: illegal byte in path", 6)
		s.refuses("bad reference: bad percent-encoding in path", 2)
		s.refuses("bad reference: bad port", 1)
		s.refuses("bad reference: colon in first segment in path", 1)
	} else {
		s.refuses("bad reference: IPv6-unclosed", 1)
		s.refuses("bad reference: port-invalid", 1)
		s.leaves("a.test/a%20b", "a.test/%25zz", "a.test/100%25", "a.test/a%3Cb", "evil.test/x", "a.test/a%01b",
			"a.test/x%7Cy", "a.test/%5E", "a.test/1:2")
	}
	s.forbiddenURLs()
}

// forbiddenURLs adds URLs that the policy refuses.
func (s *site) forbiddenURLs() {
	s.links("a.test/schemes", "mailto:joe@a.test", "javascript:void(0)", "data:text/plain,x", "ftp://a.test/",
		"tel:+1-201-555-0123", "urn:isbn:0451450523", "http:g", "http://", "http:///x", "http://joe:secret@a.test/p/0",
		"http://127.0.0.1/", "http://[::1]/", "http://10.1.2.3/", "http://169.254.169.254/latest/meta-data/",
		"http://[::ffff:127.0.0.1]/", "http://localhost/", "http://2130706433/", "http://0x7f.1/",
		"http://017700000001/", "http://intranet/", "http://metadata.google.internal/", "http://a.test:22/",
		"/a%00", "/a?b%0d%0ac", "http://a.test/"+strings.Repeat("x", 9000))
	s.refuses("scheme not allowed", 6)
	s.refuses("userinfo not allowed", 1)
	s.refuses("address not allowed", 6)
	if s.strict {
		s.refuses("host not allowed", 5)
		s.refuses("unusual form of an IPv4 address", 3)
	} else {
		s.refuses("host not allowed", 3)            // "http:///x" has the host "x"
		s.refuses("bad reference: host-missing", 1) // "http://"
		s.leaves("a.test/g")                        // "http:g"; and the unusual addresses are 127.0.0.1 again
	}
	s.refuses("port not allowed", 1)
	s.refuses("URI has a hazard that is not allowed", 2)
	s.refuses("URI too long", 1)
}

func (s *site) redirects() {
	s.links("a.test/redirects", "/r/1", "/r/2", "/r/3", "/r/4", "/r/bad", "/r/mail", "/r/inside", "/r/empty", "/loop/a",
		"/loop/self", "/hop/0")
	s.redirect("a.test/r/1", "/p/1")           // which is also linked
	s.redirect("a.test/r/2", "landing#part")   // relative, with a fragment
	s.redirect("a.test/r/3", "/r/landing#z")   // to the same
	s.redirect("a.test/r/4", "//B.test:80/r4") // to another host
	s.redirect("a.test/r/bad", "http://[x]/")
	s.redirect("a.test/r/mail", "mailto:joe@a.test")
	s.redirect("a.test/r/inside", "http://169.254.169.254/")
	s.redirect("a.test/r/empty", "") // to itself
	s.leaves("a.test/r/landing", "b.test/r4")
	if s.strict {
		s.refuses("bad reference: bad IP-literal in host", 1)
	} else {
		s.refuses("bad reference: IPv6-invalid-code-point", 1)
	}
	s.refuses("scheme not allowed", 1)
	s.refuses("address not allowed", 1)
	s.redirect("a.test/loop/a", "b")
	s.redirect("a.test/loop/b", "a")
	s.redirect("a.test/loop/self", "/loop/self#x")
	for i := range maxHops + 1 {
		s.redirect(fmt.Sprintf("a.test/hop/%d", i), fmt.Sprintf("/hop/%d", i+1))
	}
	s.refuses("too many redirects", 1)
}

// charsets adds pages in several encodings. Their hosts and paths are in UTF-8 (RFC 3987, section 3.1), their queries
// in the page's encoding (HTML).
func (s *site) charsets() {
	s.links("a.test/charsets", "/latin1", "/sjis", "/utf16", "/utf8", "/unsaid")
	s.html("a.test/latin1", "text/html; charset=ISO-8859-1", anchors("/caf\xe9", "/q?x=caf\xe9#\xe9",
		"/q?x=&eacute;t&eacute;", "/q?x=&#x65e5;"))
	s.leaves("a.test/caf%C3%A9", "a.test/q?x=caf%E9", "a.test/q?x=%E9t%E9", "a.test/q?x=%26%2326085%3B")
	s.html("a.test/sjis", "text/html", `<meta charset="Shift_JIS">`+anchors("/\x93\xfa", "/\x93\xfa?\x93\xfa=\x83\x5c"))
	s.leaves("a.test/%E6%97%A5", "a.test/%E6%97%A5?%93%FA=%83%5C")
	wide := []byte{0xff, 0xfe}
	for _, c := range []byte(anchors("/u16?x=&eacute;")) {
		wide = append(wide, c, 0)
	}
	s.html("a.test/utf16", "text/html", string(wide))
	s.leaves("a.test/u16?x=%C3%A9")
	s.html("a.test/utf8", "text/html; charset=utf-8", anchors("/straße?x=é", "http://BÜCHER.test/ü", "/\xff",
		"http://\u00ad.test/"))
	s.leaves("a.test/stra%C3%9Fe?x=%C3%A9", "xn--bcher-kva.test/%C3%BC")
	if s.strict {
		s.refuses("bad reference: invalid UTF-8 in path", 1)
		s.refuses("bad reference: IDNA refuses the host", 1)
	} else {
		s.leaves("a.test/%EF%BF%BD") // as a decoder replaces it
		s.refuses("host not allowed", 1)
	}
	s.html("a.test/unsaid", "text/html", anchors("/said")+strings.Repeat("<p>x", 1000)+anchors("/ungesagt-ü"))
	s.leaves("a.test/said", "a.test/ungesagt-%C3%BC")
}

// bases adds pages with base URIs of their own (RFC 3986, section 5.1).
func (s *site) bases() {
	s.links("a.test/bases", "/base/abs", "/base/rel", "/base/host", "/base/bad", "/base/two", "/base/none")
	base := func(name, tags, href string) { s.html("a.test/base/"+name, "text/html", tags+anchors(href)) }
	base("abs", `<base href="/other/dir/file">`, "abs")
	base("rel", `<BASE TARGET=_top HREF=" sub/x?y#z ">`, "rel")
	base("host", `<base href="//B.test/q/">`, "host")
	base("bad", `<base href="/%zz/">`, "nobase")
	base("two", `<base target=_top><base href="/two/"><base href="/three/">`, "two")
	base("none", `<base href="mailto:joe@a.test">`, "none")
	s.leaves("a.test/other/dir/abs", "a.test/base/sub/rel", "b.test/q/host", "a.test/two/two")
	if s.strict {
		s.leaves("a.test/base/nobase")
		s.refuses("bad base", 1)
		s.refuses("scheme not allowed", 1)
	} else {
		s.leaves("a.test/%25zz/nobase")
		s.refuses("bad reference: missing-scheme-non-relative-URL", 1)
	}
}

// excluded adds pages and rules of robots.txt (RFC 9309).
func (s *site) excluded() {
	s.robots["a.test"] = "\ufeffDisallow: /p/\nnonsense\nUser-agent: *\nDisallow: /\n\n" +
		"User-Agent: other\nUser-Agent: Urispan-Crawler # we\nCrawl-delay: 0\nDisallow: /private/\r\n" +
		"disallow: /%7esecret\nAllow: /private/ok\nDisallow: /*.pdf$\nDisallow:\n\nUser-agent: x\nDisallow: /p\n\n" +
		"User-agent: urispan-crawler\nDisallow: /again/日\n"
	s.links("a.test/robots", "/private/x", "/private/okay", "/~secret/1", "/%7Esecret/2", "/%7esecret/1", "/doc.pdf",
		"/doc.pdf?x", "/again/%e6%97%a5/x", "//closed.test/", "//moved.test/x/1", "//moved.test/x/2")
	s.forbidden("a.test/private/x", "a.test/~secret/1", "a.test/~secret/2", "a.test/doc.pdf",
		"a.test/again/%E6%97%A5/x", "closed.test/", "moved.test/x/2")
	s.leaves("a.test/private/okay", "a.test/doc.pdf?x", "moved.test/x/1")
	s.robots["closed.test"] = "User-agent: *\nDisallow: /\n"
	s.robots["moved.test"] = "moved"
}

// trouble adds pages that fail.
func (s *site) trouble() {
	s.links("a.test/trouble", "/fail/always", "/fail/once", "/fail/garbage", "/fail/cut", "/slow", "/gone", "/nowhere",
		"/long", "/busy", "//silent.test/")
	status := func(codes ...int) http.HandlerFunc {
		var n atomic.Int64
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(codes[min(int(n.Add(1)), len(codes))-1])
		}
	}
	s.add("a.test/fail/always", maxTries, failed, status(500))
	s.refuses("status 500", 1)
	s.add("a.test/fail/once", 2, visited, status(502, 200))
	s.add("a.test/busy", 3, visited, status(429, 503, 200))
	s.add("a.test/fail/garbage", maxTries, failed, raw("garbage\r\n\r\n"))
	s.add("a.test/fail/cut", maxTries, failed,
		raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>"))
	s.refuses("no answer", 2)
	s.add("a.test/slow", 1, visited, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(200 * time.Millisecond)
		w.Header().Set("Content-Type", "text/html")
	})
	s.add("a.test/gone", 1, missing, status(410))
	s.add("a.test/nowhere", 1, missing, http.NotFound)
	s.html("a.test/long", "text/html", anchors("/near")+strings.Repeat("<p>x", testBody/4)+anchors("/far"))
	s.leaves("a.test/near")
	s.refuses("end of a page that is too long", 1)
	s.wantOutcomes[failed.String()]++ // silent.test has no server
	s.refuses("robots.txt not available", 1)
}

// raw answers with exactly this text, and closes the connection.
func raw(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(conn, text)
		_ = conn.Close()
	}
}

// others adds responses that are not HTML.
func (s *site) others() {
	s.html("a.test/others", "application/xhtml+xml", anchors("/text", "/image")+
		`<area href=/area><iframe src="/iframe"></iframe><link href=/link><link rel="Next nofollow" href=/next>`+
		`<meta http-equiv=refresh content="5; url='/refreshed'"><img src=/img><a name=x><template><a href=/template></a></template>`)
	s.leaves("a.test/area", "a.test/iframe", "a.test/next", "a.test/refreshed")
	for name, kind := range map[string]string{"text": "text/plain", "image": "image/png"} {
		s.add("a.test/"+name, 1, noHTML, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, anchors("/hidden"))
		})
	}
}

// checkHits compares the requests with the expected ones. Up to extra more requests are allowed.
func (s *site) checkHits(t *testing.T, extra int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	more := 0
	for name, want := range s.wantHits {
		if got := s.hits[name]; got < want || want == 0 && got > 0 {
			t.Errorf("%s was requested %d times, want %d", name, got, want)
		} else {
			more += got - want
		}
	}
	for name, n := range s.hits {
		if _, ok := s.wantHits[name]; !ok {
			t.Errorf("%s was requested %d times, but is not a page", name, n)
		}
	}
	if more > extra {
		t.Errorf("%d requests too many, want at most %d", more, extra)
	}
}
