package links

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// A shortReader reads at most size bytes at a time.
type shortReader struct {
	text []byte
	size int
	err  error
}

func (r *shortReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, r.err
	}
	n := copy(p[:min(len(p), r.size)], r.text)
	r.text = r.text[n:]
	return n, nil
}

// allLinks returns all links with all their fields, and the base.
func allLinks(s *Scanner) (out []string) {
	for l := range s.All() {
		out = append(out, fmt.Sprintf("%s %s %q %q %q %q %q %q %v %t %d %d %d %t %t", l.Element, l.Attribute, l.URL, l.Rel, l.Type, l.HrefLang, l.Media, l.Descriptor, l.Rel == nil, l.IsBase, l.Start, l.End, l.Document, l.Template, l.Cut))
	}
	return append(out, "base "+string(s.tree.base))
}

// randomPage returns a page of random pieces.
func randomPage(random *rand.Rand, pieces int) string {
	parts := strings.Split("<a href=1>|<a href='2' rel='&amp;'>|<!--|-->|--!>|<script>|</script>|<!--<script>|<svg>|</svg>|<![CDATA[|]]>|]|>|<style>|</style>|<title>|"+
		"</title>|<img srcset='a 1x,b 2x' src=\"c\">|<a b='1' c=\"2\" d=3 e href=4 f>|<base href=5>|<td>|<table>|<iframe srcdoc='<a href=6>' src=7>|<template>|</template>|"+
		"<a\nhref = 8\n>|x|<|<!|<?|</|-|'|\"| |/|\x00|\r\n|<a href=\"\xff&copy;\"/>|<plaintext>|<frameset>|<frame src=9>|<p>|</p>|<meta http-equiv=refresh content='0;url=x'>|"+
		"<style>a{b:url(|<style>@import 'x';|<p style='a:url(x)'>|url(y)|url(\"|'\"z\"')|)|;}|}|a{b:|\\|\\75 rl(x)|/*|*/|@import |"+
		"<svg><style>a{b:url(|<svg><style><![CDATA[|<img data-src=x data-srcset='y 2x' data-bg='url(z)'>|<meta property=og:url content=x>|<link href=x type=y hreflang='&amp;' media=z>|</br>|"+
		"<textarea>|</textarea>|<annotation-xml encoding=text/html>|<math>|</math>", "|")
	var b strings.Builder
	for range pieces {
		if p := parts[random.IntN(len(parts))]; random.IntN(8) == 0 {
			b.WriteString(p[:random.IntN(len(p)+1)])
		} else if p != "<plaintext>" || random.IntN(8) == 0 {
			b.WriteString(p)
		}
	}
	return b.String()
}

// TestChunks reads pages in chunks, with buffers of every small size, and with limits on tags.
func TestChunks(t *testing.T) {
	random := kit.Random(t)
	pages := []string{
		"<svg><![CDATA[ ]]x]] >]]><a href=x>", "<?x ><a href=x>", "<script><!-- --><a></script><a href=x>", "<!-- -- > --!><a href=x>",
		"<!--><a href=x>", "<!---><a href=x>", "<!---!><a href=n>--><a href=y>", "<!--!><a href=n>--!><a href=y>", "<!--->-><a href=x>",
		"<style>a{b:url(x)}/* */@import url(y);c{d:u\\72 l(z)</styl</style ><a href=x>", "<style>@import 'x' <!-- 1e+1url(y) -->", "<style>a{b:url('x\\\r\ny",
		"<script><!--><a></script><a href=x>", "<script><!--<script>--></script ><a href=x>", "<svg><style><![CDATA[a{b:url(x",
		"<svg><desc xxxxxxxxx/><style><a href=x>", "x<div><svg></div><svg></div><style><a href=x>",
	}
	for i := range kit.Rounds(200, 4_000, 200_000) {
		page := randomPage(random, 1+random.IntN(20))
		if i < 8*len(pages) {
			page = pages[i/8]
		}
		whole := Scanner{Identifiers: true, CSS: true, Lazy: true, Meta: true}
		whole.tokens.limit = []int{0, 0, 3, 5, 8, 13, 21, 34}[i%8]
		whole.Reset([]byte(page))
		want := allLinks(&whole)
		for _, size := range []int{1, 2, 3, 4, 5, 7, 9, 16, 100} {
			s := Scanner{Identifiers: true, CSS: true, Lazy: true, Meta: true}
			s.tokens.limit, s.tokens.size = whole.tokens.limit, size
			s.ResetReader(&shortReader{[]byte(page), 1 + random.IntN(9), io.EOF})
			if got := allLinks(&s); !slices.Equal(got, want) {
				t.Fatalf("%q, limit %d, %d bytes:\n got %q\nwant %q", page, s.tokens.limit, size, got, want)
			}
		}
	}
}

// TestLongTags checks which links are found in tags that are longer than the limit.
func TestLongTags(t *testing.T) {
	long := strings.Repeat("x", maxTag)
	for _, test := range kit.Cases[struct{ page, want string }]("chunks.txt", "TestLongTags", map[string]any{
		"attributes": "<a href=1 " + strings.Repeat("x=y ", maxTag/4) + "/ z = '>' >LONG<a href=2>",
		"quote":      "<a href=1 " + strings.Repeat("x", maxTag-len("<a href=1 =")) + "='LONG><a href=n>'><a href=2>", // at the limit
		"cut name":   "<table " + strings.Repeat("x", maxTag-len("<table  backgroundx")) + " backgroundxLONG=n><a href=2>",
		"rel":        "<a href=1 rel='LONG" + strings.Repeat("y", 4*maxTag) + "'><a href=2>",
		"name":       "<" + strings.Repeat("a", maxTag) + " href=1><a href=2>",
	}) {
		page := strings.ReplaceAll(test.page, "LONG", long)
		for _, reader := range []bool{false, true} {
			var s Scanner
			s.Reset([]byte(page))
			if reader {
				s.ResetReader(&shortReader{[]byte(page), 1000, io.EOF})
			}
			var urls []string
			for l := range s.All() {
				if !strings.HasPrefix(long, string(l.Rel)) {
					t.Errorf("%.30s: rel ends in %q", test.page, l.Rel[len(l.Rel)-1:])
				}
				if urls = append(urls, string(l.URL)); l.Cut {
					urls[len(urls)-1] = "CUT"
					before := strings.TrimRight(page[:l.Start], "'\"")
					if tag := int64(strings.LastIndexByte(before, '<')); !strings.HasSuffix(before, "=") || l.End != tag+maxTag {
						t.Errorf("%.30s: a value that is cut from byte %d to %d", test.page, l.Start, l.End)
					}
				} else if got := page[l.Start:l.End]; got != string(l.URL) {
					t.Errorf("%.30s: %.20q at byte %d, not %.20q", test.page, got, l.Start, l.URL)
				}
			}
			if got := strings.Join(urls, " "); got != test.want {
				t.Errorf("%.30s: %.100s, want %s", test.page, got, test.want)
			}
			if n := len(s.tokens.own); n > 160<<10 {
				t.Errorf("a buffer of %d bytes", n)
			}
		}
	}
}

// TestTagLimit reads a tag with limits around its length. The limit is the longest tag that is read as a whole.
func TestTagLimit(t *testing.T) {
	const page = "<a href=1>"
	for limit, want := range map[int]string{1: "", len(page) - 3: "", len(page) - 2: "CUT", len(page) - 1: "CUT", len(page): "1", len(page) + 1: "1"} {
		var s Scanner
		s.tokens.limit = limit
		s.Reset([]byte(page))
		got := ""
		for l := range s.All() {
			if got = string(l.URL); l.Cut {
				got = "CUT"
			}
		}
		if got != want {
			t.Errorf("limit %d: %q, want %q", limit, got, want)
		}
	}
	const plain = "<plaintext" // the limit cuts another name
	for limit := len(plain); limit < len(plain)+3; limit++ {
		var s Scanner
		s.tokens.limit = limit
		s.Reset([]byte(plain + "xy><a href=1>"))
		if got := allLinks(&s); len(got) != 2 {
			t.Errorf("limit %d: %q after another element", limit, got)
		}
	}
}

// TestLongTagReads reads a long tag whose limit is one byte before the end of the buffer. The buffer then grows, so that
// the tag takes few reads.
func TestLongTagReads(t *testing.T) {
	const limit = 100
	for start, want := range map[string]string{"<a href=1 title='": "1 2", "<p title='": "2"} {
		page := strings.Repeat("x", readSize-limit-1) + start + strings.Repeat("x", 4*readSize) + "'><a href=2>"
		r := readCounter{Reader: strings.NewReader(page)}
		var s Scanner
		s.tokens.limit = limit
		s.ResetReader(&r)
		var urls []string
		for l := range s.All() {
			urls = append(urls, string(l.URL))
		}
		if got := strings.Join(urls, " "); got != want {
			t.Errorf("%s: links %s, want %s", start, got, want)
		}
		if r.reads > 20 {
			t.Errorf("%s: %d reads", start, r.reads)
		}
	}
}

// A readCounter counts reads.
type readCounter struct {
	io.Reader
	reads int
}

func (r *readCounter) Read(p []byte) (int, error) {
	r.reads++
	return r.Reader.Read(p)
}

// TestReaderMemory checks that memory does not grow with the page, and that each byte is read once.
func TestReaderMemory(t *testing.T) {
	for _, piece := range []string{"<a href=x>", "<!-- x -- >", "text ", "<script>", "<svg>", "<template>", "<table>", "<div>", "<base href=x>", "<p a='", "<svg><g>", "<x<", "<!--", "<!x", "<svg><![CDATA[", "<plaintext>"} {
		page := bytes.Repeat([]byte(piece), (1<<18)/len(piece))
		var s Scanner
		s.ResetReader(&shortReader{page, 777, io.EOF})
		n := 0
		for range s.All() {
			n++
		}
		if size := len(s.tokens.own) + cap(s.tree.stack) + cap(s.tree.tables)*24 + cap(s.decoded); size > 170<<10 {
			t.Errorf("%s: %d bytes of memory", piece, size)
		}
	}
}

// TestHeldMemory checks that the base URLs of srcdoc documents count for the memory of AddTo.
func TestHeldMemory(t *testing.T) {
	const long = 30_000
	for _, piece := range []string{"<base href=", "<a href=x><base href="} {
		page := bytes.Repeat([]byte("<iframe srcdoc='"+piece+strings.Repeat("b", long)+">'></iframe>"), 2*maxHeld/long)
		var s Scanner
		var b whatwg.Batch
		s.ResetReader(bytes.NewReader(page))
		most := 0
		n := s.AddTo(&b, whatwg.URL{}, func(l Link) bool {
			size := 0
			for _, base := range s.held.bases {
				size += len(base.ref)
			}
			most = max(most, size)
			return l.Element == "a"
		})
		if want := 2 * maxHeld / long * strings.Count(piece, "<a"); n != want || most < long || most > maxHeld+2*long {
			t.Errorf("%s: %d links, want %d; %d bytes of base URLs", piece, n, want, most)
		}
	}
}

// TestOneByteLinear reads one byte at a time. A part of the page that is not complete is read again only when the buffer
// has doubled, or is read on.
func TestOneByteLinear(t *testing.T) {
	for _, shape := range [][2]string{{"<a title='", "x"}, {"<a ", "x=y "}, {"<!--", "-"}, {"<script>", "</script"}, {"<", "a"}, {"<svg><![CDATA[", "]"}, {"", "<a href=x>"},
		{"<style>", "a{b:url(x)}"}, {"<style>a{b:url(", "x"}, {"<style>/*", "*"}, {"<style>", "</styl"}, {"<style>", "a"}} {
		s := Scanner{CSS: true, Lazy: true, Meta: true}
		hostile.CheckLinear(t, shape[0]+shape[1], 1<<18, func(n int) func() {
			page := []byte(shape[0] + strings.Repeat(shape[1], n/len(shape[1])))
			return func() {
				s.ResetReader(&shortReader{page, 1, io.EOF})
				for range s.All() {
				}
			}
		})
	}
}

// TestReadErrors reads pages that end in an error.
func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	var s Scanner
	for range 2 {
		s.ResetReader(&shortReader{[]byte("<a href=1><a href=2"), 3, broken})
		if got := allLinks(&s); len(got) != 2 || s.Err() != broken {
			t.Error(got, s.Err())
		}
		for range s.All() {
			t.Error("a link after an error")
		}
	}
	s.ResetReader(nil)
	if got := allLinks(&s); len(got) != 1 || s.Err() != nil {
		t.Error(got, s.Err())
	}
	var zero Scanner
	for range zero.All() {
		t.Error("a link of no page")
	}
	if err := zero.Err(); err != nil {
		t.Error(err)
	}
	var none *Scanner
	for range none.All() {
		t.Error("a link of nil")
	}
}

// TestAfterEnd reads pages that end anywhere. Nothing is found after the end.
func TestAfterEnd(t *testing.T) {
	for _, page := range []string{"<svg><![CDATA[ ]]", "<!--- --!", "<!x y", "<script><!-- <script></script", "</a href='x", "<a href=\"x", "<a href=1 y z='                >"} {
		for end := range len(page) + 1 {
			for i := range 20 {
				var s Scanner
				s.tokens.limit, s.tokens.size = []int{0, 12}[i%2], i/2+1
				s.ResetReader(&shortReader{[]byte(page[:end]), 1, io.EOF})
				for range 4 {
					if got := allLinks(&s); len(got) != 1 || s.Err() != nil {
						t.Errorf("%q, %d bytes, limit %d: %q, %v", page[:end], s.tokens.size, s.tokens.limit, got, s.Err())
					}
				}
			}
		}
	}
}

// TestBreak leaves a loop after each link.
func TestBreak(t *testing.T) {
	page := kit.Page("shop", 10_000, kit.Random(t))
	var s Scanner
	s.Reset(page)
	want := allLinks(&s)
	s.Reset(page)
	var got []string
	for range len(want) - 1 {
		for l := range s.All() {
			got = append(got, string(l.URL))
			break
		}
	}
	for range s.All() {
		t.Error("one link too many")
	}
	for _, page := range []string{"<img srcset='a,b c 1x'>", "<iframe srcdoc='<a href=x><a href=y>'>", "<img src=x srcset=y>", "<svg>", "<script>", "<template>", "<frameset>"} {
		s.Reset([]byte(page))
		for range s.All() {
			break
		}
		s.Reset([]byte("<style></style><base href=1><table><td background=2>"))
		if got := allLinks(&s); len(got) != 3 || got[2] != "base 1" {
			t.Errorf("after %s: %q", page, got)
		}
	}
	if len(got) != len(want)-1 {
		t.Error(len(got), "links, want", len(want)-1)
	}
}

// TestAllocations checks that a Scanner that is used again does not allocate.
func TestAllocations(t *testing.T) {
	for _, kind := range kit.PageKinds {
		page := kit.Page(kind, 20_000, kit.Random(t))
		var s Scanner
		reader := bytes.NewReader(nil)
		for name, reset := range map[string]func(){
			"Reset":       func() { s.Reset(page) },
			"ResetReader": func() { reader.Reset(page); s.ResetReader(reader) },
		} {
			if n := testing.AllocsPerRun(20, func() {
				reset()
				for range s.All() {
				}
			}); n != 0 {
				t.Errorf("%s, %s: %v allocations a page", kind, name, n)
			}
		}
	}
}

// FuzzScanner reads a page as a whole and in chunks, and checks that the offsets are inside the page.
func FuzzScanner(f *testing.F) {
	for _, page := range []string{"<a href=x>", "<img srcset='a 1x,b'>", "<!-- --!><a href=x>", "<script><!--<script></script>--></script>",
		"<svg><![CDATA[]]><a xlink:href=x>", "<iframe srcdoc='<a href=&quot;x>'>", "<meta http-equiv=refresh content='0;url=x'>", "<a href='\xff&amp;\x00'>", "<style>@import 'x';a{b:url(y)}</style><p style='a:url(z)'>"} {
		f.Add([]byte(page), uint8(3), uint8(0))
	}
	f.Fuzz(func(t *testing.T, page []byte, step, limit uint8) {
		if limit > 0 {
			limit = max(limit, uint8(len("</a"))) // the limit of a user is longer than the start of a tag
		}
		whole := Scanner{Identifiers: true, CSS: true, Lazy: true, Meta: true}
		whole.tokens.limit = int(limit)
		whole.Reset(page)
		want := allLinks(&whole)
		s := Scanner{Identifiers: true, CSS: true, Lazy: true, Meta: true}
		s.tokens.limit, s.tokens.size = int(limit), int(step)
		s.ResetReader(&shortReader{page, 1 + int(step)/2, io.EOF})
		if got := allLinks(&s); !slices.Equal(got, want) {
			t.Errorf("%q:\n got %q\nwant %q", page, got, want)
		}
		for whole.Reset(page); whole.next(); {
			if l := &whole.link; l.Start < 0 || l.End < l.Start || l.End > int64(len(page)) {
				t.Errorf("%q: %d to %d", page, l.Start, l.End)
			}
		}
	})
}
