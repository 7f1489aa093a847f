package links_test

import (
	"io"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// found returns the links of a page in one string.
func found(s *links.Scanner) string {
	var urls []string
	for l := range s.All() {
		text := string(l.URL)
		if l.Cut {
			text = "CUT"
		}
		urls = append(urls, text)
	}
	return strings.Join(urls, " | ")
}

// cases are pages and their links, by the HTML Standard. A "~" is the page with scripting.
var cases = []struct{ page, want string }{
	{`<a href=/p/>`, `/p/`},
	{`<a href='x'href=y>`, `x`},
	{`<a/href=u/v>`, `u/v`},
	{`<a b"c> href=q>`, ``},
	{`<a title=">" href=q>`, `q`},
	{`<a ==href=x href=y>`, `y`},
	{`<a HREF=X HreF=Y>`, `X`},
	{`<a href="?a=1&copy=2">`, `?a=1&copy=2`},
	{`<a href="?a=1&copy;=2">`, `?a=1©=2`},
	{`<a href="?a&notit;b">`, `?a&notit;b`},
	{`<a href="x&#47y&#x2F;z">`, `x/y/z`},
	{`<a href="x`, ``},
	{`<!--><a href=x>-->`, `x`},
	{`<!-- --!><a href=x>`, `x`},
	{`<!---><a href=x>-->`, `x`},
	{`<!-- -><a href=n>--><a href=y>`, `y`},
	{`<!-- --><frameset><frame src=y>`, `y`},
	{`<!x><frameset><frame src=y>`, `y`},
	{`<![CDATA[>]]><frameset><frame src=n>`, ``},
	{`<!---!><a href=n>--><a href=y>`, `y`},
	{`<?php '><a href=y>`, `y`},
	{`</p a=">"><a href=y>`, `y`},
	{`<script>"<!--<script>"</script><a href=n></script>`, ``},
	{`<script><!-- << <script> </script><a href=n></script>`, ``},
	{`<script><!-- -><script></script><a href=n></script>`, ``},
	{`<script><!--a-><script></script><a href=n></script>`, ``},
	{`<script><!-- -<-><script></script><a href=n></script>`, ``},
	{`<script><!-<script></script><a href=y>`, `y`},
	{`<script><!-- --><script></script><a href=y>`, `y`},
	{`<script><!-- --><!--<script></script><a href=n></script>`, ``},
	{`<script><!-- </script><style><style></style><a href=y>`, `y`},
	{`<?--x><a href=y>`, `y`},
	{`</!--x><a href=y>`, `y`},
	{`</><frameset><frame src=y>`, `y`},
	{`<a data-href=n data=n href=y>`, `y`},
	{`<a b=>c href=n>`, ``},
	{`<style></styleX><a href=n></style >`, ``},
	{`<title><a href=n></title/><a href=y>`, `y`},
	{`<plaintext></plaintext><a href=n>`, ``},
	{`<noscript><a href=y>`, `y`},
	{`~<noscript><a href=y>`, ``},
	{`<iframe src=y><a href=n>`, `y`},
	{"<a\x0bhref=n>", ``},
	{`<svg><style><a href=y>`, `y`},
	{`<svg><title><a href=y>`, `y`},
	{`<svg><style/><a href=y>`, `y`},
	{`<style/><a href=n></style>`, ``},
	{`<svg><p><style><a href=n>`, ``},
	{`<math><mi><style><a href=n>`, ``},
	{`<svg><![CDATA[<a href=n>]]>`, ``},
	{`<![CDATA[<a href=y>]]>`, ``}, // a bogus comment
	{`<![CDATA[<a href=n>]]><a href=y>`, `y`},
	{`<svg><foreignObject><![CDATA[<a href=n>`, ``},
	{`<svg><a xlink:href=x href=y>`, `y`},
	{`<image src=y>`, `y`},
	{`<head><svg></head><style><a href=y>`, `y`}, // section 13.2.6.5: the end tag of a head that has ended is ignored
	{"<svg>" + strings.Repeat("<g>", 60) + strings.Repeat("</g>", 60) + "</svg><style><a href=n>", ``},
	{"<svg>" + strings.Repeat("<g>", 60) + strings.Repeat("</g>", 60) + "<style><a href=y>", `y`},
	{"<svg><foreignObject>" + strings.Repeat("<div>", 60) + strings.Repeat("</div>", 60) + "</foreignObject><style><a href=y>", `y`},
	{"<svg>" + strings.Repeat("<g>", 60) + "<p></svg><style><a href=n>", ``},
	{`<svg><desc><xa></xb><style><a href=n></style></xa></desc><style><a href=y>`, `y`},
	{`<p hreflang=a media=b rel=c type=d><font color=e face=f size=g><a href=y>`, `y`},
	{`<svg></p><style><a href=n>`, ``},
	{`<form action=y><form action=n>`, `y`},
	{`<body background=y><body background=n>`, `y`},
	{`<frame src=n><p>`, ``},
	{`<a href=x><p><a href=y>`, `x | y`},
	{`<select><a href=y>`, `y`},
	{`<img srcset="a.png,b.png">`, `a.png,b.png`},
	{`<img srcset="data:,x 1x, b">`, `data:,x | b`},
	{`<img srcset="a 1x 2x, b 1x">`, `b`},
	{`<meta http-equiv=refresh content="0;url='a b'c">`, `a b`},
	{`<meta http-equiv=refresh content="0;ur=x">`, `ur=x`},
	{`<meta http-equiv=refresh content="0url=x">`, ``},

	// An end tag of an outer element ends foreign content.
	{`<div><svg></div><style><a href=n></style>`, ``},
	{`<svg></div><style><a href=y></style>`, `y`},
	{`<div></div><svg></div><style><a href=y></style>`, `y`},
	{`<div><div></div><svg></div><style><a href=n></style>`, ``},
	{`</div><svg></div><style><a href=y></style>`, `y`},
	{`<ul></ul><svg></ul><style><a href=y></style>`, `y`},
	{`<table></table><svg></table><style><a href=y></style>`, `y`},
	{`</table><svg></table><style><a href=y></style>`, `y`},
	{`<svg><foreignObject></div></foreignObject></svg><style><a href=n></style>`, ``},
	{`<svg><foreignObject><div></div></foreignObject><style><a href=y></style>`, `y`},
	{`<div><svg><desc></div><style><a href=n>`, ``},
	{`<frameset><frame src=y><a href=n></frameset>`, `y`},
	{`text<frameset><frame src=n>`, ``},
	{`<td background=n><table background=x><tr background=y><td background=z></table><td background=n>`, `x | y | z`},
	{`<template><td background=y></template>`, `y`},
	{`<template><form action=x></form></template><form action=y>`, `x | y`},
	{`<iframe srcdoc="<a href=&quot;y&quot;><p><img src=z>" src=x></iframe>`, `y | z | x`},
	{`<iframe srcdoc="<iframe srcdoc='&lt;a href=n>'>">`, ``},
	{`<a ping=" p  q " href=x rel=r>`, `p | q | x`},
	{`<link rel=preload imagesrcset="a 1x, b 2x" href=c>`, `a | b | c`},
	{`<object data=a classid=b codebase=c archive="d e">`, `a | b | c | d | e`},
	{`<meta content="1;x" http-equiv="&#82;efresh">`, `x`},
	{`<svg><desc><body background=x><![CDATA[<a href=n>]]>`, `x`},
	{`<svg><foreignObject/><style><a href=y>`, `y`},
	{`<font><svg><font color=x><style><a href=n>`, ``},
	{`<svg><font><style><a href=y>`, `y`},
	{`<math><annotation-xml encoding="text/html"><style><a href=n>`, ``},
	{`<math><annotation-xml><style><a href=y>`, `y`},
	{`<math><annotation-xml><svg><a xlink:href=y>`, `y`},
	{`<math href=x><mi href=y>`, `x | y`},
	{`<html manifest=x><html manifest=n>`, `x`},
	{`<head profile="x y"></head><head profile=n>`, `x | y`},
	{"<a href='a\r\nb\rc\x00d'>", "a\nb\nc\ufffdd"},
	{`<a href="&nGt;&nLt;&#0;&#x80;&#xD800;&#99999999;&#;&#x;&amp">`, "≫⃒≪⃒\ufffd€\ufffd\ufffd&#;&#x;&"},
	{`<a href = x ><a href= "y" ><a href =z/>`, `x | y | z/`},
	{`<a href=>`, ``},

	// Any tag but those that are ignored there creates the head (sections 13.2.6.4.2 and 13.2.6.4.3).
	{`</p><head profile=y>`, `y`},
	{`</head><head profile=n>`, ``},
	{`</body><head profile=n>`, ``},
	{`<frame src=n><head profile=n>`, ``},
	{`<tr><head profile=n>`, ``},

	// A template that begins with a column takes only columns (section 13.2.6.4.22), and one that begins with another part of
	// a table is like a table.
	{`<template><col><a href=n><svg><a href=n></svg><col></template><a href=y>`, `y`},
	{`<template><col><template><a href=x></template><a href=n></template><a href=y>`, `x | y`},
	{`<template><a href=x><col><a href=y></template>`, `x | y`},
	{`<template><tr><td background=x><table background=y></table></td></tr><table background=n></template><table background=z>`, `x | y | z`},
	{`<template><tr></table><form action=n></template><form action=y>`, `y`},

	// </br> counts as <br>, and </p> does not as <p> (sections 13.2.6.4.4 to 13.2.6.4.7).
	{`</br><frameset><frame src=n>`, ``},
	{`</BR x><frameset><frame src=n>`, ``},
	{`<head></br><frameset><frame src=n>`, ``},
	{`</p><frameset><frame src=y>`, `y`},
	{`<template></br></template><frameset><frame src=y>`, `y`},
	{`<template><div></br></div></template><frameset><frame src=n>`, ``},
	{`<svg></br></svg><frameset><frame src=n>`, ``},
	{`<svg><desc></br></desc></svg><frameset><frame src=n>`, ``},
	{`<math xlink:href=x><mrow xlink:href=y href=z><mn xlink:href=v>`, `x | z | v`},
}

// besideCases are pages, and the values beside their links.
var besideCases = []struct{ page, want string }{
	{`<link href=x rel=a type=b hreflang=c media=d>`, `x:a,b,c,d,`},
	{`<link media="&#100;" hreflang='' type HREF=x>`, `x:-,,,d,`},
	{`<a type=b href=x hreflang=c media=n><a href=y>`, `x:-,b,c,-,|y:-,-,-,-,`},
	{`<script src=x type=module></script><img src=y type=n>`, `x:-,module,-,-,|y:-,-,-,-,`},
	{`<source srcset="x 1x, y 100w 50h ,z" type=b media=d>`, `x:-,b,-,d,1x|y:-,b,-,d,100w 50h|z:-,b,-,d,`},
	{`<img src=x srcset="y,, z  2x  (n), v 3x , w` + "\t" + `4x` + "\n" + `">`, `x:-,-,-,-,|y:-,-,-,-,|v:-,-,-,-,3x|w:-,-,-,-,4x`},
	{`<a ping="x y" rel=a href=z>`, `x:a,-,-,-,|y:a,-,-,-,|z:a,-,-,-,`},
	{`<iframe srcdoc="<a href=x rel=a type=b>">`, `x:a,b,-,-,`},
	{`<svg><a href=x type=b hreflang=c>`, `x:-,b,c,-,`},
	{`<a href=x hreflang=c>`, `x:-,-,c,-,`},
	{`<link href=x media=d>`, `x:-,-,-,d,`},
}

func TestBeside(t *testing.T) {
	value := func(s []byte) string {
		if s == nil {
			return "-"
		}
		return string(s)
	}
	var s links.Scanner
	for _, test := range besideCases {
		s.Reset([]byte(test.page))
		var got []string
		for l := range s.All() {
			got = append(got, strings.Join([]string{string(l.URL) + ":" + value(l.Rel), value(l.Type), value(l.HrefLang), value(l.Media), string(l.Descriptor)}, ","))
		}
		if got := strings.Join(got, "|"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
	}
}

// TestIsBase: the links of base elements are marked, wherever they are.
func TestIsBase(t *testing.T) {
	var s links.Scanner
	s.Reset([]byte(`<base href=b id=n><base href=b><a href=x><template><base href=b></template><iframe srcdoc="<base href=b><a href=x>"></iframe><svg><base href=n>`))
	n := 0
	for l := range s.All() {
		if n++; l.IsBase != (string(l.URL) == "b") {
			t.Errorf("%s: %t", l.URL, l.IsBase)
		}
	}
	if n != 6 {
		t.Error(n, "links")
	}
}

// optionCases are pages and the links that they have with an option.
var optionCases = []struct {
	option     links.Scanner
	page, want string
}{
	{links.Scanner{Lazy: true}, `<img src=a DATA-SRC=b data-srcset="c 1x, d 2x" data-src=n data-x=n data-=n data=n>`, `a | b | c | d`},
	{links.Scanner{Lazy: true}, `<div data-bg=a></div><p data-bg="url(b), url('c')" data-background-image='d'><x-y data-href=e>`, `a | b | c | d | e`},
	{links.Scanner{Lazy: true}, `<img data-pagespeed-lazy-src=a><p data-pagespeed-lazy=n>`, `a`},

	// https://github.com/aFarkas/lazysizes/tree/gh-pages/plugins/bgset splits sets at "|" beside white space.
	{links.Scanner{Lazy: true}, `<div data-bgset="a"><div data-bgset="a 1x, b 200w"><div data-bgset=" ">`, `a | a | b`},
	{links.Scanner{Lazy: true}, `<div data-bgset="a [(max-width: 480px), print] | b [--small] | c 1x, d 2x [--x] [type: image/webp]| e |f">`, `a | b | c | d | e | f`},
	{links.Scanner{Lazy: true}, `<div data-bgset="a|b[c],d] 2x |&#10;[e] 1x">`, `a|b[c],d] | [e]`},
	{links.Scanner{Lazy: true}, `<div data-bgset="a [b | c"><div data-bgset='&amp; [n]'><div data-src=d>`, `a | & | d`},
	// https://github.com/ApoorvSaxena/lozad.js, "Usage with background images".
	{links.Scanner{Lazy: true}, `<div data-background-image-set="url('a') 1x, url(b) 2x"><div data-background-image-set="c 1x,d 2x">`, `a | b | c | d`},

	{links.Scanner{Lazy: true}, `<template><div data-src=a></template><svg data-src=n><g data-src=n>`, `a`},
	{links.Scanner{Lazy: true}, `</p data-src=n><iframe srcdoc="<p data-src=a>" data-src=b>`, `a | b`},
	{links.Scanner{Lazy: true}, `<frameset data-src=a><p data-src=n>`, `a`},
	{links.Scanner{}, `<img data-src=n data-srcset=n data-bg="url(n)">`, ``},
	{links.Scanner{Meta: true}, `<meta property=og:image content=a><meta content=b name="x OG:URL"><meta itemprop=image content=c>`, `a | b | c`},
	{links.Scanner{Meta: true}, `<meta property=og:title content=n><meta name=image content=n><meta itemprop=og:url content=n><meta property=og:image content=""><meta content=n>`, ``},
	{links.Scanner{Meta: true}, `<meta http-equiv=refresh content="0;url=a"><meta property=og:url content="0;url=b"><meta name=refresh content="0;url=n">`, `a | 0;url=b`},
	{links.Scanner{Meta: true}, `<meta property=og:url http-equiv=Refresh content="0;url=a"><meta property=og:url http-equiv=x content=b>`, `a | b`}, // browsers follow it
	{links.Scanner{Meta: true}, `<svg><meta property=og:url content=a>`, `a`},                                                                        // it ends the svg
	{links.Scanner{}, `<meta property=og:image content=n><meta itemprop=image content=n>`, ``},
}

func TestOptions(t *testing.T) {
	for _, test := range optionCases {
		s := &test.option
		s.Reset([]byte(test.page))
		if got := found(s); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
		s.Reset([]byte(test.page))
		if got := targetsOf(s); len(got) > 0 {
			t.Errorf("%s: targets %q", test.page, got)
		}
	}
}

func TestCases(t *testing.T) {
	for _, test := range cases {
		var s links.Scanner
		page, scripting := strings.CutPrefix(test.page, "~")
		s.Scripting = scripting
		s.Reset([]byte(page))
		if got := found(&s); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
		for size := range 10 {
			s.ResetReader(&chunks{text: page, size: size + 1})
			if got := found(&s); got != test.want {
				t.Errorf("%s, read in chunks of %d:\n got %s\nwant %s", test.page, size+1, got, test.want)
			}
		}
	}
	for _, page := range []string{"<a href>", "<a href=''>"} {
		var s links.Scanner
		s.Reset([]byte(page))
		n := 0
		for l := range s.All() {
			if n++; len(l.URL) != 0 || l.URL == nil {
				t.Errorf("%s: %q", page, l.URL)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d links", page, n)
		}
	}
}

func TestBase(t *testing.T) {
	page := whatwg.MustParse("http://h/d/p")
	for _, test := range kit.Cases[struct{ page, want string }]("cases.txt", "TestBase") {
		var s links.Scanner
		s.Reset([]byte(test.page))
		found(&s)
		if got := s.Base(page).Href(); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
		}
	}
}

// A chunks reads a string a few bytes at a time.
type chunks struct {
	text string
	size int
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(c.size, len(p))], c.text)
	c.text = c.text[n:]
	return n, nil
}
