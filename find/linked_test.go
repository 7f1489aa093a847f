package find_test

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/test/kit"
)

func linked(f *find.Finder, text string, o find.Linking) string {
	return string(f.AppendLinked(nil, text, o))
}

func TestAppendLinked(t *testing.T) {
	var schemes *find.Finder
	all := &find.Finder{Names: hosts.Names | hosts.Emails}
	for _, tt := range []struct {
		finder  *find.Finder
		linking find.Linking
		text    string
		want    string
	}{
		{schemes, find.Linking{}, "", ""},
		{schemes, find.Linking{}, `<b>&"'`, "&lt;b&gt;&amp;&#34;&#39;"},
		{schemes, find.Linking{}, "See https://a.b/?c&d.", `See <a href="https://a.b/?c&amp;d">https://a.b/?c&amp;d</a>.`},
		{schemes, find.Linking{Rel: `no"follow ugc`}, "HTTP://a.b", `<a href="HTTP://a.b" rel="no&#34;follow ugc">HTTP://a.b</a>`},
		{schemes, find.Linking{}, "ftp://a.b http://c.d", `ftp://a.b <a href="http://c.d">http://c.d</a>`},
		{schemes, find.Linking{Schemes: []string{"FTP"}}, "ftp://a.b http://c.d", `<a href="ftp://a.b">ftp://a.b</a> http://c.d`},
		{schemes, find.Linking{Schemes: []string{}}, "http://c.d", "http://c.d"},
		{&find.Finder{AnyScheme: true}, find.Linking{}, "javascript://a/%0aalert(1)", "javascript://a/%0aalert(1)"},
		{all, find.Linking{}, "a.com/b joe@a.com MailTo:joe@a.com",
			`<a href="https://a.com/b">a.com/b</a> <a href="mailto:joe@a.com">joe@a.com</a> <a href="MailTo:joe@a.com">MailTo:joe@a.com</a>`},
		{all, find.Linking{}, "a?cc=b%41@a.com mailto:a?cc=b%41@a.com",
			`<a href="mailto:a%3Fcc%3Db%2541@a.com">a?cc=b%41@a.com</a> <a href="mailto:a%3Fcc%3Db%41@a.com">mailto:a?cc=b%41@a.com</a>`},
		{all, find.Linking{Schemes: []string{"http"}}, "a.com joe@a.com", "a.com joe@a.com"},
		{hosts.UTS58(), find.Linking{}, `http://a.com/"b"c a.com/http://d`,
			`<a href="http://a.com/&#34;b&#34;c">http://a.com/&#34;b&#34;c</a> <a href="https://a.com/http://d">a.com/http://d</a>`},
		{&find.Finder{Escapes: find.EscapesJSON}, find.Linking{}, `"http:\/\/a.b\/?c\u0026d"`,
			`&#34;<a href="http://a.b/?c&amp;d">http:\/\/a.b\/?c\u0026d</a>&#34;`},
		{&find.Finder{Escapes: find.EscapesHTML}, find.Linking{}, `http://a.b/?c&amp;d`,
			`<a href="http://a.b/?c&amp;d">http://a.b/?c&amp;amp;d</a>`},
	} {
		if got := linked(tt.finder, tt.text, tt.linking); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestAppendReplaced replaces addresses, with and without escapes.
func TestAppendReplaced(t *testing.T) {
	const text = `See http://a/b, "http:\/\/c".`
	for _, tt := range []struct {
		finder *find.Finder
		want   string
	}{
		{nil, `See <http://a/b>, "http:\/\/c".`},
		{&find.Finder{Escapes: find.EscapesJSON}, `See <http://a/b>, "<http://c>".`},
		{&find.Finder{Schemes: []string{}}, text},
	} {
		got := tt.finder.AppendReplaced([]byte("-"), text, func(dst []byte, m find.Match) []byte {
			return append(m.AppendAddress(append(dst, '<'), text), '>')
		})
		if string(got) != "-"+tt.want {
			t.Errorf("got %s, want -%s", got, tt.want)
		}
	}
	if got := new(find.Finder).AppendReplaced(nil, text, nil); string(got) != `See , "http:\/\/c".` {
		t.Errorf("nil function: %s", got)
	}
}

// link is a link of AppendLinked, with the rel "a&b".
var link = regexp.MustCompile(`<a href="((?i:https?|mailto):[^"<>']*)" rel="a&amp;b">([^"<>']*)</a>`)

// checkLinked checks that the result is the escaped text but for the tags of links.
func checkLinked(t *testing.T, f *find.Finder, text string) {
	t.Helper()
	got := linked(f, text, find.Linking{Rel: "a&b"})
	if rest := link.ReplaceAllString(got, "$2"); rest != html.EscapeString(text) {
		t.Fatalf("%q: %s has more than links, or other text", text, got)
	}
	if twice := linked(f, text, find.Linking{Schemes: []string{}}); twice != html.EscapeString(text) {
		t.Fatalf("%q without links: %s", text, twice)
	}
}

// linkFinders are finders of all kinds.
var linkFinders = []*find.Finder{
	nil, {AnyScheme: true}, {Syntax: find.SyntaxProse, AnyScheme: true}, hosts.UTS58(), {Names: hosts.Names | hosts.IPs | hosts.Emails, Syntax: find.SyntaxProse},
	{Escapes: find.EscapesJSON, Names: hosts.Names | hosts.Emails, Syntax: find.SyntaxProse}, {Escapes: find.EscapesHTML, Syntax: find.SyntaxProse},
	{Schemes: []string{"mailto", "tel", "javascript", "data", "http"}},
}

// TestLinkedText checks random texts of pieces of payloads.
func TestLinkedText(t *testing.T) {
	random := kit.Random(t)
	pieces := strings.Fields(`http:// https://a.com/ a.com joe@a.com mailto: javascript: data: " ' < > & / ? # ( ) \ \u0022 \u003c &quot; &lt; ` + "` =")
	pieces = append(pieces, payloads(t)...)
	for range kit.Rounds(1000, 3000, 100000) {
		var text strings.Builder
		for range random.IntN(8) {
			text.WriteString(pieces[random.IntN(len(pieces))])
			if random.IntN(4) == 0 {
				text.WriteByte(byte(random.IntN(256)))
			}
		}
		for _, f := range linkFinders {
			checkLinked(t, f, text.String())
		}
	}
}

func FuzzLinked(f *testing.F) {
	for i, payload := range payloads(f) {
		f.Add(payload, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, i uint8) { checkLinked(t, linkFinders[int(i)%len(linkFinders)], text) })
}

// payloads returns the lines of testdata/payloads.txt. Each would call the function ran in a page that does not escape it.
func payloads(t testing.TB) (lines []string) {
	data, err := os.ReadFile("testdata/payloads.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
			lines = append(lines, line)
		}
	}
	if len(lines) < 100 {
		t.Errorf("%d payloads, want 100", len(lines))
	}
	return lines
}

// checkPage is the script of the page of TestLinkedInBrowser. It sends events to all elements, and lists what ran, and
// the elements, attributes and schemes that a link cannot have.
const checkPage = `
const bad = [];
for (const e of document.querySelectorAll("#linked *")) {
	for (const type of ["mouseover", "focus", "load", "error", "animationstart", "toggle"]) e.dispatchEvent(new Event(type));
	if (e.localName != "a") bad.push("element " + e.localName);
	for (const { name } of e.attributes) if (name != "href" && name != "rel") bad.push("attribute " + name);
	if (!["http:", "https:", "mailto:"].includes(e.protocol)) bad.push("link " + e.href);
}
onload = () => setTimeout(() => {
	document.body.textContent = "RESULT" + JSON.stringify({ hits, bad, links }) + "END";
}, 200);
`

// TestLinkedInBrowser shows a page with all payloads in Chromium. Only the payload that was not escaped may run.
func TestLinkedInBrowser(t *testing.T) {
	if kit.Rounds(0, 0, 1) == 0 {
		t.Skip("a browser takes seconds to start; set URI_LONG")
	}
	browser := kit.Chromium(t)
	var page strings.Builder
	page.WriteString(`<!DOCTYPE html><meta charset="utf-8"><script>const hits = []; function ran(x) { hits.push(x) }</script><div id="linked">`)
	for _, payload := range payloads(t) {
		for _, f := range linkFinders {
			page.WriteString(linked(f, payload, find.Linking{Rel: "nofollow"}) + "\n")
		}
	}
	page.WriteString(`</div><img src="data:," onerror="ran('control')"><script>const links = document.querySelectorAll("#linked a").length;` + checkPage + `</script>`)
	profile, err := os.MkdirTemp("", "uri-linked")
	if err != nil {
		t.Fatal(err)
	}
	defer kit.RemoveAll(profile)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := kit.Command(t, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--disable-sync", "--no-first-run", "--disable-component-update", "--disable-dev-shm-usage",
		"--user-data-dir="+profile, "--virtual-time-budget=2000", "--dump-dom", "file://"+filepath.ToSlash(file))
	cmd.Env = append(os.Environ(), "TMPDIR="+profile) // it leaves a folder there
	cmd.WaitDelay = time.Minute                       // for the child processes
	dom, err := cmd.Output()
	if err != nil {
		t.Skip("Chromium does not start: ", err)
	}
	_, after, _ := strings.Cut(string(dom), "RESULT")
	result, _, ok := strings.Cut(after, "END")
	var got struct {
		Hits  []any
		Bad   []string
		Links int
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(result)), &got); !ok || err != nil {
		t.Fatalf("no result: %v in %.2000s", err, dom)
	}
	if fmt.Sprint(got.Hits) != "[control]" || len(got.Bad) > 0 || got.Links < 100 {
		t.Errorf("ran %v, want only the control; %d links; %q", got.Hits, got.Links, got.Bad)
	}
}
