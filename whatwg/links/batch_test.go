package links_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// hrefs returns what AddTo adds.
func hrefs(s *links.Scanner, page string, accept func(links.Link) bool) string {
	var b whatwg.Batch
	s.Reset([]byte(page))
	n := s.AddTo(&b, whatwg.MustParse("http://h/d/p"), accept)
	if n != b.Len() {
		return fmt.Sprint(n, " and ", b.Len())
	}
	var out []string
	for i := range n {
		out = append(out, string(b.Href(i)))
	}
	return strings.Join(out, " ")
}

func TestAddTo(t *testing.T) {
	var s links.Scanner
	for _, test := range kit.Cases[struct{ page, want string }]("batch.txt", "TestAddTo") {
		if got := hrefs(&s, test.page, nil); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
	}
	if got := hrefs(&s, "<a href=x><img src=y>", func(l links.Link) bool { return l.Element == "a" }); got != "http://h/d/x" {
		t.Error(got)
	}
	if got := hrefs(&s, "<image src=x><svg><image href=y>", func(l links.Link) bool { return l.Element == "img" }); got != "http://h/d/x" {
		t.Error("an image that is an img", got)
	}
	if got := hrefs(&s, "<a href='"+strings.Repeat("x", 70_000)+"'><a href=y>", nil); got != "http://h/d/y" {
		t.Error("a link that is cut", got)
	}
	var none *links.Scanner
	if none.AddTo(nil, whatwg.URL{}, nil) != 0 || s.AddTo(nil, whatwg.URL{}, nil) != 0 {
		t.Error("links of nil")
	}
}

// TestAddToSame compares AddTo with Parse of each link, also for pages with more than a MiB of links.
func TestAddToSame(t *testing.T) {
	base := whatwg.MustParse("http://h/d/p")
	pages := []string{strings.Repeat("<a href="+strings.Repeat("long", 250)+">", 1100)}
	for _, kind := range kit.PageKinds {
		pages = append(pages, string(kit.Page(kind, 10_000, kit.Random(t))))
	}
	for _, page := range pages {
		var s links.Scanner
		var b whatwg.Batch
		s.Reset([]byte(page))
		n := s.AddTo(&b, base, nil)
		s.Reset([]byte(page))
		i := 0
		for l := range s.All() {
			if want, err := base.Parse(string(l.URL)); err == nil && want.Href() != string(b.Href(i)) {
				t.Fatalf("%q: %q", l.URL, b.Href(i))
			}
			i++
		}
		if i != n {
			t.Error(i, "links,", n, "added")
		}
	}
	if all := hrefs(new(links.Scanner), pages[0]+"<base href=/b/><a href=y>", nil); !strings.HasPrefix(all, "http://h/d/longlong") || !strings.HasSuffix(all, " http://h/b/y") {
		t.Error("a base after more than 1 MiB of links")
	}
	b := whatwg.Batch{MaxText: 5_000}
	var s links.Scanner
	s.Reset([]byte(pages[0]))
	if n := s.AddTo(&b, base, nil); n != 4 || !b.Full() {
		t.Error(n, "links in 5,000 bytes")
	}
}

func TestEncodings(t *testing.T) {
	s := links.Scanner{Parser: whatwg.Parser{Encoding: charmap.Windows1252}}
	const want = "http://h/d/%C3%BC/ http://h/d/%C3%BC/%C3%A9?%E9%E9%26%239731%3B" // the base element is a link as well
	if got := hrefs(&s, "<base href='\xfc/'><a href='\xe9?\xe9&eacute;&#9731;'>", nil); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s = links.Scanner{Parser: whatwg.Parser{Encoding: japanese.ShiftJIS}}
	s.Reset([]byte("<a href='\x83\x5c'>")) // the second byte is 0x5C, as "\" in US-ASCII
	if got := found(&s); got != "ソ" {
		t.Errorf("%q", got)
	}
}

func TestDeclaredEncoding(t *testing.T) {
	type row struct{ page, contentType, want string }

	for _, test := range append(kit.Cases[row]("batch.txt", "TestDeclaredEncoding"), []row{
		{strings.Repeat(" ", 1024) + "<meta charset=l1>", "", ""},
		{strings.Repeat(" ", 1007) + "<meta charset=l1 >", "", ""},
		{strings.Repeat(" ", 1006) + "<meta charset=l2 >", "", "l2"},
	}...) {
		if got := links.DeclaredEncoding([]byte(test.page), test.contentType); got != test.want {
			t.Errorf("%q, %q: %q, want %q", test.page, test.contentType, got, test.want)
		}
		_, name, certain := charset.DetermineEncoding([]byte(test.page), test.contentType)
		if enc, err := htmlindex.Get(test.want); err == nil && certain {
			if want, _ := htmlindex.Name(enc); name != want {
				t.Errorf("%q, %q: x/net has %q", test.page, test.contentType, name)
			}
		}
	}
}

// TestLabels checks the labels that DeclaredEncoding knows: each is one of the Encoding Standard, which x/text
// has from its encodings.json, and there are as many. A page in UTF-16 cannot declare it.
func TestLabels(t *testing.T) {
	list, err := os.ReadFile("gen/labels.txt")
	if err != nil {
		t.Fatal(err)
	}
	labels := strings.Fields(string(list))
	if len(labels) != 228 {
		t.Error(len(labels), "labels")
	}
	for _, label := range labels {
		enc, err := htmlindex.Get(label)
		if err != nil {
			t.Errorf("%s is no label", label)
			continue
		}
		want, _ := htmlindex.Name(enc)
		switch want {
		case "utf-16be", "utf-16le":
			want = "utf-8"
		case "x-user-defined":
			want = "windows-1252"
		}
		got, err := htmlindex.Get(links.DeclaredEncoding([]byte("<meta charset="+strings.ToUpper(label)+">"), ""))
		if name, _ := htmlindex.Name(got); err != nil || name != want {
			t.Errorf("%s: %s, want %s", label, name, want)
		}
	}
}
