package links_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// A visit is the arguments of the calls: a page, and text that is a Content-Type or the URL of the page.
type visit struct {
	page, other string
	base        whatwg.URL
	flags       uint8
}

func newVisit(a, b string, flags uint8) *visit {
	x := &visit{page: a, other: b, flags: flags}
	var err error
	if x.base, err = whatwg.Parse(b[:min(len(b), 50)]); err != nil {
		x.base = whatwg.MustParse("http://h/d/p")
	}
	return x
}

func (x *visit) scanner() *links.Scanner {
	s := &links.Scanner{Scripting: x.flags&1 > 0, Identifiers: x.flags&2 > 0, CSS: x.flags&16 == 0, Lazy: x.flags&16 == 0, Meta: x.flags&16 == 0}
	if x.flags&4 > 0 {
		s.ResetReader(strings.NewReader(x.page))
	} else {
		s.Reset([]byte(x.page))
	}
	return s
}

// all checks the order and the offsets of the links.
func (x *visit) all(s *links.Scanner) (o hostile.Outcome) {
	last := int64(0)
	for l := range s.All() {
		if l.Start < 0 || l.End < l.Start || l.End > int64(len(x.page)) {
			o.Err = fmt.Errorf("%w: %d to %d, after %d", hostile.ErrBroken, l.Start, l.End, last)
		}
		last = l.Start
		o.Number += 1 + uint64(len(l.URL))<<32
	}
	return o
}

// xml checks the order and the offsets of the links of the page as XML.
func (x *visit) xml() (o hostile.Outcome) {
	last := int64(0)
	for l, err := range links.XML(strings.NewReader(x.page), x.base) {
		if err != nil {
			return o
		}
		if l.Start < last || l.End <= l.Start {
			o.Err = fmt.Errorf("%w: %d to %d, after %d", hostile.ErrBroken, l.Start, l.End, last)
		}
		last = l.Start
		o.Number += 1 + uint64(len(l.URL))<<32
	}
	return o
}

// header counts the links of the page as a Link field.
func (x *visit) header(each func(links.HeaderLink) int) (o hostile.Outcome) {
	for h := range links.Header(x.page) {
		o.Number += uint64(1 + len(h.Target) + each(h))
	}
	return o
}

var suite = hostile.Suite[*visit]{
	New: newVisit,
	Calls: hostile.Calls[*visit]{
		"Scanner.All":         func(x *visit) hostile.Outcome { return x.all(x.scanner()) },
		"Scanner.Reset":       func(x *visit) hostile.Outcome { return x.all(x.scanner()) },
		"Scanner.ResetReader": func(x *visit) hostile.Outcome { return x.all(x.scanner()) },
		"Scanner.Err": func(x *visit) hostile.Outcome {
			s := x.scanner()
			o := x.all(s)
			o.Err = s.Err()
			return o
		},
		"Scanner.Base": func(x *visit) hostile.Outcome {
			s := x.scanner()
			for range s.All() {
			}
			return hostile.Outcome{Text: s.Base(x.base).Href()}
		},
		"Scanner.AddTo": func(x *visit) (o hostile.Outcome) {
			b := whatwg.Batch{MaxText: 1 << 20}
			s := x.scanner()
			if x.flags&8 > 0 {
				s.Parser.InvalidUTF8 = whatwg.EncodeRaw
			}
			o.Number = uint64(s.AddTo(&b, x.base, nil))
			for i := range b.Len() {
				o.Number += uint64(len(b.Href(i))) << 32
			}
			return o
		},
		"Scanner.Targets": func(x *visit) (o hostile.Outcome) {
			for name := range x.scanner().Targets() {
				o.Number += 1 + uint64(len(name))<<32
			}
			return o
		},
		"Link.Format": hostile.Text(func(x *visit) string { return fmt.Sprintf("%v", links.Link{URL: []byte(x.page)}) }),

		"XML":     func(x *visit) hostile.Outcome { return x.xml() },
		"Refresh": func(x *visit) (o hostile.Outcome) { o.Text, _ = links.Refresh(x.page); return o },

		"CSS": func(x *visit) (o hostile.Outcome) {
			for l := range links.CSS([]byte(x.page)) {
				if l.Start < 0 || l.End < l.Start || l.End > int64(len(x.page)) {
					o.Err = fmt.Errorf("%w: %d to %d", hostile.ErrBroken, l.Start, l.End)
				}
				o.Number += 1 + uint64(len(l.URL))<<32
			}
			return o
		},
		"DeclaredEncoding": hostile.Text(func(x *visit) string { return links.DeclaredEncoding([]byte(x.page), x.other) }),
		"Header":           func(x *visit) hostile.Outcome { return x.header(func(links.HeaderLink) int { return 0 }) },
		"HeaderLink.Params": func(x *visit) hostile.Outcome {
			return x.header(func(h links.HeaderLink) (n int) {
				for name, value := range h.Params() {
					n += len(name) + len(value)
				}
				return n
			})
		},
		"HeaderLink.Param": func(x *visit) hostile.Outcome {
			return x.header(func(h links.HeaderLink) int { value, _ := h.Param("a"); return len(value) })
		},
		"HeaderLink.Rels": func(x *visit) hostile.Outcome {
			return x.header(func(h links.HeaderLink) (n int) {
				for rel := range h.Rels() {
					n += len(rel)
				}
				return n
			})
		},
		"HeaderLink.Format": hostile.Text(func(x *visit) string {
			var text strings.Builder
			for h := range links.Header(x.page) {
				fmt.Fprint(&text, h)
			}
			return text.String()
		}),
	},
	OffsetOf: func(error) (int, bool) { return 0, false },
	Seeds: [][2]string{
		{"", ""}, {"<a href=x>", "http://h/"}, {"<base href=/x/><img srcset='a 1x, b 2w'>", "text/html; charset=utf-8"},
		{"<svg><![CDATA[<a>]]><use xlink:href=x></svg><script><!--<script></script>--></script>", "http://u:p@h/"},
		{`</a>; rel="next a"; title*=UTF-8''%e2, <b>; a="\""`, ""}, {"<meta http-equiv=refresh content='0;url=x'>", ""},
		{"<iframe srcdoc='<base href=x><a href=&quot;y&amp;&quot;>'>", ""}, {"<meta charset=windows-1252>", "a"}, {"<p id=a><a name=b id='&amp;'><svg><g id=c>", ""}, {"\xff\xfe<", "charset"},
		{"<?xml version='1.0' encoding='windows-1251'?><rss><channel><link>/a</link><item xml:base='b/'><description>&lt;a href=c><i/></description></item></channel></rss>", ""},
		{"<feed xmlns='http://www.w3.org/2005/Atom'><link href='x'/><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href='y'/></div></content></feed>", ""},
		{"0; url='x'y", ""},
	},
	Shapes: hostileShapes(),
}

// hostilePieces are strings that are repeated.
var hostilePieces = []string{
	"<", "<a>", "<a href=x>", "<a href='x'>", "<a b ", "<svg>", "<svg><g>", "</svg>", "<svg></x>", "<template>", "<table><td>", "<table>", "<form>", "<!--", "-->",
	"<!-- >", "<!-->", "<?", "<!", "</", "</x", "<![CDATA[", "]]", "<script>", "<script><!--", "--", "<script></scrip", "</script", "&", "&amp", "&#x", "&#1;",
	"&CounterClockwiseContourIntegra", "a 1x,", "a (", ",", "a ", " ", "\x00", "\r", "é", "\xff", "a=b ", "a='", "=", "/", "'", "\"", "href=x ", "<base href=x>",
	"<div>", "</div>", "<p>", "<math><mi>", "<math><annotation-xml>", "<title>", "<plaintext>", "<iframe srcdoc=<iframe/srcdoc=", "<iframe/srcdoc=", "<iframe srcdoc='<a>'>",
	"<img srcset='a,b, c 1x'>", "<meta http-equiv=refresh content='0;url=", "<frameset>", "<frame src=x>", "<body background=x>", "<a ping='x y z'>",
	"</a>;a=\"", "</a>;rel=x,", "<a>;a;", "\\", ";a=\"\\", "charset=", "<meta ", "<svg></p>", "<p><svg></a>", "<table><base href=x>", "<a id=x name=y>",
	"<rss><channel><link>a", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<item xml:base='x/'>", "</item>", "<link href='x'/>", "<?xml encoding='a'?>", "<a xmlns:b='c'>",
	"<![CDATA[x]]>", "<p a='' ", "&#1", "&a;", "<?xml-stylesheet href='a'?>", "<x:y/>", "]]>", "url=", "0;", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<description>&lt;a href=b>",
	"<p data-src=x>", "data-bg='url(x)' ", "<meta property='og:url x' content=y>", "<link rel=a type=b hreflang=c media=d href=e>",
	"<style>", "@import 'x';", "a{b:url(x)}", "a{b:url('x')}", "url(", "image-set('x')", "{", "(", "[{(", "@a ", "\\", "\\0", "1", "1e", "<p style='a:url(x)'>", "/*", "*/",
}

func hostileShapes() (shapes []hostile.Shape) {
	for _, piece := range hostilePieces {
		shapes = append(shapes, hostile.Shape{"", piece, ""}, hostile.Shape{"<a href='", piece, "'>"}, hostile.Shape{"<svg><foreignObject>", piece, "</a>"},
			hostile.Shape{"<rss xml:base='/x'><channel><description>", piece, ""})
	}
	// Documents in documents: the end of each tag is escaped once for each value that it is inside.
	const depth = 80
	documents := hostile.Shape{strings.Repeat("<iframe/srcdoc=", depth) + "<a/href=", "x", ""}
	for i := depth; i > 0; i-- {
		documents[2] += "&" + strings.Repeat("amp;", i-1) + "gt;"
	}
	documents[2] += ">"
	return append(shapes, documents,
		hostile.Shape{"<img srcset='a ", "1x ", "'>"}, hostile.Shape{"<img srcset='", "a 1q,", "'>"}, hostile.Shape{"<div><svg>" + strings.Repeat("<g>", 100), "</div>", ""},
		hostile.Shape{strings.Repeat("<svg><foreignObject>", 40), "</x>", ""}, hostile.Shape{strings.Repeat("<table><td>", 100), "<base href=x>", ""})
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
