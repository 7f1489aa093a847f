package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// raw adds a response with a body and fields, which are "Name: value". A Content-Type that is not among them is missing.
func (s *site) raw(name string, o outcome, body string, fields ...string) {
	s.add(name, 1, o, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil // package net/http would add one
		for _, field := range fields {
			key, value, _ := strings.Cut(field, ": ")
			w.Header().Add(key, value)
		}
		_, _ = io.WriteString(w, body)
	})
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return b.String()
}

// TestFeeds: the crawler follows the links of feeds, sitemaps and outlines, and of the HTML in them. Enclosures, images
// and the addresses of the feeds themselves are not among them.
func TestFeeds(t *testing.T) {
	for _, strict := range []string{"-strict=false", "-strict=true"} {
		s := emptySite()
		s.links("a.test/p/0", "/rss", "/atom", "/sitemaps.xml", "/opml", "/mistyped", "/sjis", "/broken", "/many.xml")
		s.raw("a.test/rss", visited, `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
			<atom:link rel="self" href="/no"/><atom:link rel="next" href="/rss2"/><link>http://b.test/blog/</link>
			<image><url>/no.png</url><link>/image-page</link></image>
			<item><link>one</link><guid>http://b.test/guid</guid><comments>/c</comments><enclosure url="/no.mp3"/>
			<description>&lt;a href="in-text">&lt;img src=no></description></item>
			<item><link>http://10.0.0.1/</link></item></channel></rss>`, "Content-Type: application/rss+xml")
		s.raw("a.test/rss2", visited, `<rss/>`, "Content-Type: application/rss+xml; charset=utf-8")
		s.leaves("b.test/blog/", "b.test/blog/one", "b.test/guid", "b.test/c", "b.test/image-page", "b.test/blog/in-text")
		s.refuses("address not allowed", 1)
		s.raw("a.test/atom", visited, `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://c.test/"><link href="."/><link rel="enclosure" href="/no"/>
			<entry xml:base="sub/"><link rel="alternate" href="e"/><link rel="edit" href="no"/><content type="xhtml">
			<div xmlns="http://www.w3.org/1999/xhtml"><a href="x">x</a></div></content></entry></feed>`, "Content-Type: application/atom+xml")
		s.leaves("c.test/", "c.test/sub/e", "c.test/sub/x")
		const index, urlset = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`
		s.raw("a.test/sitemaps.xml", visited, index+`<sitemap><loc>http://a.test/1.xml</loc></sitemap><sitemap><loc>http://a.test/2.xml.gz</loc></sitemap></sitemapindex>`,
			"Content-Type: application/xml")
		s.raw("a.test/1.xml", visited, urlset+`<url><loc>http://a.test/m1</loc><xhtml:link rel="alternate" hreflang="de" href="http://a.test/m1/de"/></url></urlset>`, "Content-Type: text/xml")
		s.raw("a.test/2.xml.gz", visited, gzipped(urlset+`<url><loc>http://a.test/m2</loc></url></urlset>`), "Content-Type: application/x-gzip")
		s.leaves("a.test/m1", "a.test/m1/de", "a.test/m2")
		s.raw("a.test/opml", visited, `<opml><body><outline xmlUrl="/feed-of-opml" htmlUrl="/page-of-opml"/></body></opml>`, "Content-Type: text/x-opml")
		s.leaves("a.test/feed-of-opml", "a.test/page-of-opml")
		s.raw("a.test/mistyped", visited, "\ufeff<!-- x --><rss><channel><link>/from-mistyped</link></channel></rss>", "Content-Type: text/html")
		s.leaves("a.test/from-mistyped")
		s.raw("a.test/sjis", visited, "<?xml version='1.0' encoding='Shift_JIS'?><urlset><loc>/\x93\xfa?\x93\xfa</loc></urlset>", "Content-Type: text/xml")
		s.leaves("a.test/%E6%97%A5?%E6%97%A5") // URLs of XML are in UTF-8
		s.raw("a.test/broken", visited, "<urlset><loc>/before</loc></x><loc>/after</loc>", "Content-Type: text/xml")
		s.leaves("a.test/before")
		s.refuses("end of XML with a mistake", 1)
		s.raw("a.test/many.xml", visited, "<urlset>"+strings.Repeat("<loc>/m1</loc>", maxLinks)+"<loc>/m51</loc></urlset>", "Content-Type: text/xml")
		s.refuses("links of a page that has too many", 1)
		at := boltHome(t)
		crawl(t, s, at, strict, seedURL)
		s.checkHits(t, 0)
		s.checkFrontier(t, at)
	}
}

// TestAlternates: the crawler follows alternates of a page that are feeds or in other languages.
func TestAlternates(t *testing.T) {
	s := emptySite()
	s.html("a.test/p/0", "text/html", `<link rel="alternate" type="application/rss+xml" href="/rss"><link rel="Alternate" type="Application/Atom+XML" href="/atom">
		<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="fr" type="text/html" href="/fr"><link rel="next" href="/next">
		<link rel="alternate" type="application/json+oembed" href="/no"><link rel="alternate" media="print" href="/no"><link rel="alternate stylesheet" hreflang="de" href="/no">
		<link rel="alternate" hreflang="de" type="application/pdf" href="/no"><link rel="stylesheet" type="application/rss+xml" href="/no">`)
	s.leaves("a.test/de", "a.test/fr", "a.test/next")
	s.raw("a.test/rss", visited, "<rss/>", "Content-Type: application/rss+xml")
	s.raw("a.test/atom", visited, "<feed/>", "Content-Type: application/atom+xml")
	at := boltHome(t)
	crawl(t, s, at, seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
}

// TestMissingType: a page without a type is what browsers take it for (MIME Sniffing Standard, sections 5.1 and 7).
func TestMissingType(t *testing.T) {
	s := emptySite()
	var hrefs []string
	leads := 0
	page := func(name string, isPage bool, before string, fields ...string) {
		hrefs = append(hrefs, "/"+name)
		o := noHTML
		if isPage {
			o = visited
			leads++
			s.leaves("a.test/" + name + "/link")
		}
		s.raw("a.test/"+name, o, before+"<a href=/"+name+"/link>", fields...)
	}
	page("html", true, "")
	page("doctype", true, "<!doctype html>")
	page("comment", true, "\n\t <!-- x -->")
	page("space", true, strings.Repeat(" \n", 600))
	page("far", false, strings.Repeat(" ", 1445))
	page("text", false, "text")
	page("unknown-tag", false, "<main>")
	page("mark", false, "\ufeff")
	page("pdf", false, "%PDF-1.7 ")
	page("png", false, "\x89PNG\r\n\x1a\n")
	page("nosniff", false, "", "X-Content-Type-Options: nosniff")
	page("unknown", true, "", "Content-Type: application/unknown")
	page("bad", true, "", "Content-Type: html")
	page("empty", true, "", "Content-Type: ")
	page("any", true, "", "Content-Type: */*")
	page("plain", false, "", "Content-Type: text/plain")
	page("twice", true, "", "Content-Type: text/plain", "Content-Type: text/html;charset=utf-8")
	page("list", true, "", "Content-Type: text/html, */*")
	page("bad-parameter", true, "", "Content-Type: TEXT/HTML ; charset=utf-8; charset=utf-8; x")
	s.raw("a.test/xml", visited, "<?xml version='1.0'?><rss><channel><link>/xml/link</link></channel></rss>")
	s.leaves("a.test/xml/link")
	s.raw("a.test/zipped", visited, gzipped("<a href=/zipped/link>"), "Content-Encoding: gzip")
	s.leaves("a.test/zipped/link")
	s.links("a.test/p/0", append(hrefs, "/xml", "/zipped")...)
	at := boltHome(t)
	crawl(t, s, at, seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
}

// TestRefreshField: the field Refresh is a link, whatever the body is. Its base is the URL of the page.
func TestRefreshField(t *testing.T) {
	for _, strict := range []string{"-strict=false", "-strict=true"} {
		s := emptySite()
		s.links("a.test/p/0", "/d/html", "/d/image", "/d/none", "/d/bad", "/d/private", "/d/xml")
		s.raw("a.test/d/html", visited, "<base href=/no/><a href=1>", "Content-Type: text/html", "Refresh: 0; url=next")
		s.raw("a.test/d/xml", visited, "<rss xml:base='/no/'/>", "Content-Type: text/xml", "Refresh: 0;URL='xml-next'")
		s.raw("a.test/d/image", noHTML, "x", "Content-Type: image/png", "Refresh: 3, ../up")
		s.raw("a.test/d/none", visited, "", "Content-Type: text/html", "Refresh: 5")
		s.raw("a.test/d/bad", visited, "", "Content-Type: text/html", "Refresh: 0;url=http://[")
		s.raw("a.test/d/private", visited, "", "Content-Type: text/html", "Refresh: 0;url=http://127.0.0.1/")
		s.leaves("a.test/d/next", "a.test/no/1", "a.test/d/xml-next", "a.test/up")
		s.refuses("address not allowed", 1)
		if strict == "-strict=true" {
			s.refuses("bad reference: bad IP-literal in host", 1)
		} else {
			s.refuses("bad reference: IPv6-unclosed", 1)
		}
		at := boltHome(t)
		crawl(t, s, at, strict, seedURL)
		s.checkHits(t, 0)
		s.checkFrontier(t, at)
	}
}

// TestIsFeed: MIME Sniffing Standard, section 7.3.
func TestIsFeed(t *testing.T) {
	const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">`
	for body, want := range map[string]bool{
		"<rss": true, " \n\ufeff<rss": false, "\ufeff \n<rss version=2>": true, "<feed>": true, "<RSS": false, "<?xml?><feed": true, "<!DOCTYPE x><!-- > --><rss": true,
		rdf: true, strings.Replace(rdf, "1.0", "1.1", 1): false, "<!-- <rss": false, "<? <rss": false, "<! <rss": false, "<html><rss": false, "": false, "x<rss": false, "<": false,
	} {
		if got := isFeed([]byte(body)); got != want {
			t.Errorf("%q: %t", body, got)
		}
	}
	if m := mediumOf(uri.MustParse("http://a.test/x.gz"), http.Header{"Content-Type": {"application/gzip"}}); m != mediumOther {
		t.Errorf("a file that is compressed has the medium %d", m)
	}
}
