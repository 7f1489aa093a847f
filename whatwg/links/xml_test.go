package links_test

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

const feedURL = "https://h.test/blog/feed"

// xmlLinks returns the links of a document in lines: the element, its attribute unless it is the text, and the resolved
// URL, or "invalid". An error is the last line.
func xmlLinks(document io.Reader) []string {
	var lines []string
	for l, err := range links.XML(document, whatwg.MustParse(feedURL)) {
		if err != nil {
			lines = append(lines, "error: "+err.Error())
			break
		}
		name := l.Element
		if l.Attribute != "" {
			name += " " + l.Attribute
		}
		target := "invalid"
		if u, err := l.Base.Parse(string(l.URL)); err == nil {
			target = u.Href()
		}
		lines = append(lines, name+" "+target)
	}
	return lines
}

// TestXML reads documents as programs write them.
func TestXML(t *testing.T) {
	for _, tt := range kit.Cases[struct{ name, document, want string }]("xml.txt", "TestXML") {
		text := strings.TrimSuffix(tt.document, "\n")
		for _, document := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			got := strings.Join(xmlLinks(document), "\n")
			if want := strings.TrimSpace(tt.want); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, want)
			}
		}
	}
}

// TestXMLEncodings reads a feed in all encodings that declare themselves.
func TestXMLEncodings(t *testing.T) {
	feed := func(declaration string) string {
		return declaration + "<rss><channel><link>/caf\u00e9</link><item><description>&lt;a href='\u00fc?\u00e4'></description></item></channel></rss>"
	}
	const want = "[rss:link https://h.test/caf%C3%A9 a href https://h.test/%C3%BC?%C3%A4]"
	latin1 := func(s string) string {
		text, err := charmap.Windows1252.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	utf16 := func(s string, order binary.AppendByteOrder) string {
		var b []byte
		for _, unit := range utf16.Encode([]rune(s)) {
			b = order.AppendUint16(b, unit)
		}
		return string(b)
	}
	for name, document := range map[string]string{
		"UTF-8":             feed(""),
		"declared UTF-8":    feed(`<?xml version="1.0" encoding="UTF-8"?>`),
		"UTF-8 with a mark": "\ufeff" + feed(`<?xml version="1.0" encoding="windows-1251"?>`),
		"ISO-8859-1":        latin1(feed(`<?xml version="1.0" encoding="ISO-8859-1" ?>`)),
		"after white space": latin1(feed("\r\n <?xml version='1.0' encoding = 'latin1'?>")),
		"UTF-16BE":          utf16("\ufeff"+feed(`<?xml version="1.0" encoding="utf-16"?>`), binary.BigEndian),
		"UTF-16BE, no mark": utf16(feed(`<?xml version="1.0" encoding="utf-16"?>`), binary.BigEndian),
		"UTF-16LE, no mark": utf16(feed(`<?xml version="1.0"?>`), binary.LittleEndian),
		"UTF-16LE":          utf16("\ufeff"+feed(""), binary.LittleEndian),
		"UTF-16 in name":    feed(`<?xml version="1.0" encoding="utf-16"?>`),
		"an unknown name":   feed(`<?xml version="1.0" encoding="klingon"?>`),
		"no quotes":         feed(`<?xml version=1.0 encoding=latin1?>`),
		"a comment before":  feed(`<!-- --><?xml version="1.0" encoding="latin1"?>`),
		"decoded":           feed(`<?xml version="1.0" encoding="Shift_JIS"?>`),
		"Latin-1 as UTF-8":  latin1(feed(`<?xml version="1.0" encoding="UTF-8"?>`)),
		"declared US-ASCII": feed(`<?xml version="1.0" encoding="US-ASCII"?>`),
	} {
		if got := fmt.Sprint(xmlLinks(strings.NewReader(document))); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, encoding := range []encoding.Encoding{japanese.ShiftJIS, japanese.ISO2022JP, japanese.EUCJP} {
		label, _ := htmlindex.Name(encoding)
		document := "<?xml version='1.0' encoding='" + label + "'?><urlset><loc>/a</loc><loc>/\u65e5?\u672c</loc></urlset>"
		text, err := encoding.NewEncoder().String(document)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("[sitemap:loc https://h.test/a error: links: at byte %d, XML in %s has to be decoded: see DeclaredEncoding]", strings.Index(document, "\u65e5"), label)
		if got := fmt.Sprint(xmlLinks(strings.NewReader(text))); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
		if declared := links.DeclaredEncoding([]byte(text), ""); declared != label {
			t.Errorf("%s declares %s", label, declared)
		}
	}
	for document, want := range map[string]string{
		utf16("\ufeff<rss><link>/\U0001f600</link></rss>", binary.BigEndian):                                                    "[rss:link https://h.test/%F0%9F%98%80]",
		utf16("\ufeff<rss><link>/", binary.BigEndian) + "\xd8\x00\x00/\xdc\x00\x00a" + utf16("</link></rss>", binary.BigEndian): "[rss:link https://h.test/%EF%BF%BD/%EF%BF%BDa]",
		utf16(`<?xml version="1.1"?><!-- a -- b --><rss><link>/&#1;</link></rss>`, binary.LittleEndian):                         "[rss:link https://h.test/]",
		utf16("\ufeff<rss><link>/a</link>", binary.LittleEndian) + "x":                                                          "[rss:link https://h.test/a error: links: XML at byte 23: unexpected EOF]",
	} {
		if got := fmt.Sprint(xmlLinks(strings.NewReader(document))); got != want {
			t.Errorf("%q: %s, want %s", document, got, want)
		}
	}
}

// TestDeclaredXMLEncoding: HTML Standard, "get an XML encoding".
func TestDeclaredXMLEncoding(t *testing.T) {
	for _, tt := range kit.Cases[struct{ page, want string }]("xml.txt", "TestDeclaredXMLEncoding") {
		if got := links.DeclaredEncoding([]byte(tt.page), ""); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.page, got, tt.want)
		}
	}
}

// TestXMLPlaces: the offsets are those of the tag or the text, and escaped HTML is numbered.
func TestXMLPlaces(t *testing.T) {
	const document = `<?xml version="1.0"?><?xml-stylesheet type="t" href="x" media='a&amp;b'?><?xml-stylesheet type="t"?><feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="a" type="t" hreflang="de"/> <icon>b<!-- -->c</icon>` +
		`<summary type="html">&lt;a href=d&gt;</summary><summary type="html"><![CDATA[<a rel=e href=e><template><a href=f>]]></summary><x xmlns="http://www.w3.org/1999/xhtml"><link rel="alternate" hreflang="de-CH" href="g"/></x><images xmlns="https://podcastindex.org/namespace/1.0" srcset="h 2x"/></feed>`
	want := []string{
		`<?xml-stylesheet type="t" href="x" media='a&amp;b'?> 0 ["" "t" "" "a&b" ""] false`,
		`<link rel="next" href="a" type="t" hreflang="de"/> 0 ["next" "t" "de" "" ""] false`,
		`b<!-- -->c 0 ["" "" "" "" ""] false`,
		`&lt;a href=d&gt; 1 ["" "" "" "" ""] false`,
		`<![CDATA[<a rel=e href=e><template><a href=f>]]> 2 ["e" "" "" "" ""] false`,
		`<![CDATA[<a rel=e href=e><template><a href=f>]]> 2 ["" "" "" "" ""] true`,
		`<link rel="alternate" hreflang="de-CH" href="g"/> 0 ["alternate" "" "de-CH" "" ""] false`,
		`<images xmlns="https://podcastindex.org/namespace/1.0" srcset="h 2x"/> 0 ["" "" "" "" "2x"] false`,
	}
	for _, r := range []io.Reader{strings.NewReader(document), iotest.OneByteReader(strings.NewReader(document)), iotest.DataErrReader(strings.NewReader(document))} {
		var got []string
		for l, err := range links.XML(r, whatwg.URL{}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%s %d %q %t", document[l.Start:l.End], l.Document, [][]byte{l.Rel, l.Type, l.HrefLang, l.Media, l.Descriptor}, l.Template))
			if text := fmt.Sprintf("%v %+v %s", l, l, l); strings.Contains(text, "URL") {
				t.Errorf("printed: %s", text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestXMLStops: a loop can end at each link, and the error of a reader is returned unchanged.
func TestXMLStops(t *testing.T) {
	const document = `<?xml-stylesheet href="x"?><rss><channel><link>a</link><description>&lt;a href=b>&lt;a href=c></description><enclosure url="d"/>` +
		`<a xmlns="http://www.w3.org/1999/xhtml" href="e"/><images xmlns="https://podcastindex.org/namespace/1.0" srcset="f 1x, g 2x"/></channel></rss>`
	for n := range 8 {
		count := 0
		for _, err := range links.XML(strings.NewReader(document), whatwg.MustParse(feedURL)) {
			if err != nil {
				t.Fatal(err)
			}
			if count++; count > n {
				break
			}
		}
		if count != n+1 {
			t.Errorf("%d links, not %d", count, n+1)
		}
	}
	failure := errors.New("failure")
	for n := range len(document) {
		var last error
		r := io.MultiReader(strings.NewReader(document[:n]), iotest.ErrReader(failure))
		for _, err := range links.XML(r, whatwg.MustParse(feedURL)) {
			last = err
		}
		if last != failure {
			t.Errorf("%d bytes: %v", n, last)
		}
	}
	broken := io.MultiReader(strings.NewReader("<rss></ >"), iotest.ErrReader(failure))
	for _, err := range links.XML(broken, whatwg.MustParse(feedURL)) {
		if err == nil || err == failure {
			t.Errorf("a syntax error before a failure: %v", err)
		}
	}
	for _, bad := range []int{-1, 1 << 30} {
		for _, err := range links.XML(badReader(bad), whatwg.URL{}) {
			if err != bufio.ErrBadReadCount {
				t.Error(err)
			}
		}
	}
}

type badReader int

func (n badReader) Read([]byte) (int, error) { return int(n), nil }

// repeated returns a reader of text n times, with other text before it.
func repeated(before, text string, n int) *repeatReader {
	return &repeatReader{rest: before, text: text, n: n}
}

type repeatReader struct {
	text string
	n    int
	rest string
}

func (r *repeatReader) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.n == 0 {
			return 0, io.EOF
		}
		r.n--
		r.rest = r.text
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestXMLLimits(t *testing.T) {
	kb := strings.Repeat("x", 1<<10)
	for _, tt := range []struct {
		r    *repeatReader
		want string // of the error
	}{
		{repeated("<rss>", "<a>", 998), "unexpected EOF"},
		{repeated("<rss>", "<a>", 1000), "more than 1,000 deep"},
		{repeated("<rss>", "<a></a>", 2000), "unexpected EOF"},
		{repeated("<rss><a b='", kb, 1023), "unexpected EOF"},
		{repeated("<rss><a b='", kb, 1025), "tag of an XML document is longer than 1 MiB"},
		{repeated("<rss>text<a b='", kb, 1025), "tag of an XML document is longer than 1 MiB"},
		{repeated("<rss><", kb, 1025), "tag of an XML document is longer than 1 MiB"},
		{repeated("<rss></", kb, 1025), "tag of an XML document is longer than 1 MiB"},
		{repeated("<rss><a ", "b='' ", 1<<20), "tag of an XML document is longer than 1 MiB"},
		{repeated("<rss><!--", kb, 2000), "unexpected EOF"},
		{repeated("<rss><!--", kb, 8<<10), "text of an XML document is longer than 8 MiB"},
		{repeated("<rss><![CDATA[", kb, 8<<10), "text of an XML document is longer than 8 MiB"},
		{repeated("<rss>", kb, 8<<10+1), "text of an XML document is longer than 8 MiB"},
		{repeated("<rss><link>", strings.Repeat(kb, 1<<10)+"<!-- -->", 9), "text of an XML document is longer than 8 MiB"},
		{repeated("<rss><", "a", 200), "unexpected EOF"},
	} {
		if testing.Short() && tt.r.n*len(tt.r.text) > 2<<20 {
			continue
		}
		var last error
		for _, err := range links.XML(tt.r, whatwg.MustParse(feedURL)) {
			last = err
		}
		if last == nil || !strings.Contains(last.Error(), tt.want) || len(last.Error()) > 200 {
			t.Errorf("%.200v, want %s", last, tt.want)
		}
	}
	// A base URL that is too long is ignored.
	long := "<rss xml:base='/" + strings.Repeat(kb, 2) + "'><channel><link>/" + strings.Repeat(kb, 2) + "</link><enclosure url='a'/></channel></rss>"
	if got := xmlLinks(strings.NewReader(long)); len(got) != 2 || got[1] != "rss:enclosure url https://h.test/blog/a" {
		t.Errorf("%.200v", got)
	}
	// So are long names of namespaces, which take time to compare.
	long = "<rss xmlns='" + kb + "'><enclosure url='c'/></rss>"
	if got := xmlLinks(strings.NewReader(long)); len(got) != 0 {
		t.Error(got)
	}
}
