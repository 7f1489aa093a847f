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
	for _, tt := range []struct{ name, document, want string }{
		{"RSS of WordPress", `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
	xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
	>
<channel>
	<title>A &amp; B</title>
	<atom:link href="https://wp.test/feed/" rel="self" type="application/rss+xml" />
	<link>https://wp.test</link>
	<description>News</description>
	<generator>https://wordpress.org/?v=6.4.2</generator>
<image>
	<url>https://wp.test/icon.png</url>
	<title>A</title>
	<link>https://wp.test</link>
	<width>32</width>
</image>
	<item>
		<title>First &#8211; post</title>
		<link>https://wp.test/2024/01/first/</link>
					<comments>https://wp.test/2024/01/first/#respond</comments>
		<dc:creator><![CDATA[ann]]></dc:creator>
		<category domain="https://wp.test/tags"><![CDATA[News]]></category>
		<guid isPermaLink="false">https://wp.test/?p=7</guid>
		<description><![CDATA[<p>Text &#8230; <a href="https://wp.test/2024/01/first/">Continue &#8594;</a></p>]]></description>
		<content:encoded><![CDATA[<p><img src="/i.png" srcset="/i.png 1x, /i2.png 2x" alt=""><a href="../x?a=1&amp;b=2">x</a></p>
]]></content:encoded>
		<wfw:commentRss>https://wp.test/2024/01/first/feed/</wfw:commentRss>
		<slash:comments>0</slash:comments>
	</item>
</channel></rss>`, `
atom:link href https://wp.test/feed/
rss:link https://wp.test/
rss:url https://wp.test/icon.png
rss:link https://wp.test/
rss:link https://wp.test/2024/01/first/
rss:comments https://wp.test/2024/01/first/#respond
a href https://wp.test/2024/01/first/
img src https://wp.test/i.png
img srcset https://wp.test/i.png
img srcset https://wp.test/i2.png
a href https://wp.test/x?a=1&b=2
wfw:commentRss https://wp.test/2024/01/first/feed/`},
		{"Atom with xml:base", `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://example.org/weblog/" xml:lang="en">
  <title type="html">All &lt;a href="about">about&lt;/a></title>
  <subtitle>&lt;a href="no"></subtitle>
  <link href="./"/>
  <link rel="self" href="feed.atom" type="application/atom+xml"/>
  <link rel="license" href="http://creativecommons.org/licenses/by/4.0/"/>
  <generator uri="/myblog.php" version="1.0">Example Toolkit</generator>
  <icon>/favicon.ico</icon><logo>logo.png</logo>
  <id>tag:example.org,2003:3</id>
  <entry xml:base="2005/">
    <title>Atom draft-07 snapshot</title>
    <link rel="alternate" type="text/html" href="04/02/atom"/>
    <link rel="enclosure" type="audio/mpeg" length="1337" href="http://example.org/audio/ph34r.mp3"/>
    <author><name>Mark Pilgrim</name><uri>http://example.org/</uri><email>f8dy@example.com</email></author>
    <category term="a" scheme="http://example.org/tags"/>
    <content type="xhtml" xml:lang="en" xml:base="http://diveintomark.org/sub/">
      <div xmlns="http://www.w3.org/1999/xhtml" xml:base="../up/">
        <p><a href="x.html">x</a> <img src="y.png" alt="&lt;&quot;"/>
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink"><image l:href="z.svg"/></svg></p>
      </div>
    </content>
    <link href="after"/>
  </entry>
  <entry><content type="text/html" src="page.html"/><summary type="html"><![CDATA[<a href=1>]]>mid<![CDATA[<a href=2>]]></summary></entry>
  <entry><content type="text">&lt;a href="no"></content></entry>
</feed>`, `
a href http://example.org/weblog/about
atom:link href http://example.org/weblog/
atom:link href http://example.org/weblog/feed.atom
atom:link href http://creativecommons.org/licenses/by/4.0/
atom:generator uri http://example.org/myblog.php
atom:icon http://example.org/favicon.ico
atom:logo http://example.org/weblog/logo.png
atom:link href http://example.org/weblog/2005/04/02/atom
atom:link href http://example.org/audio/ph34r.mp3
atom:uri http://example.org/
a href http://diveintomark.org/up/x.html
img src http://diveintomark.org/up/y.png
image xlink:href http://diveintomark.org/up/z.svg
atom:link href http://example.org/weblog/2005/after
atom:content src http://example.org/weblog/page.html
a href http://example.org/weblog/1
a href http://example.org/weblog/2`},
		{"podcast", `<?xml version='1.0' encoding='UTF-8'?>
<!-- generator="x -- y" --->
<rss version="2.0" xmlns:itunes="http://www.itunes.com/DTDs/PodCast-1.0.dtd" xmlns:pod="https://podcastindex.org/namespace/1.0"
 xmlns:media="http://search.yahoo.com/mrss" xmlns:googleplay="http://www.google.com/schemas/play-podcasts/1.0">
<channel><title>P</title><link>https://pod.test/</link><itunes:image href="https://cdn.test/a.jpg"/><googleplay:image href='c.jpg'/>
<itunes:new-feed-url>https://pod.test/new.xml</itunes:new-feed-url><pod:funding url="https://pod.test/give">Give</pod:funding>
<pod:image purpose="artwork" type="video/mp4" href="/i.mp4"/><pod:images srcset="https://pod.test/1500.jpg 1500w,
  /600.jpg 600w"/>
<item><title>E1</title><enclosure url="https://cdn.test/e1.mp3?a=1&amp;b=2" length="1" type="audio/mpeg"/><guid>e1-4711</guid>
<description>&lt;p&gt;With &lt;a href="/guest"&gt;a guest&lt;/a&gt;&amp;nbsp;&lt;/p&gt;</description><itunes:summary><![CDATA[<a href='s'>]]></itunes:summary>
<pod:transcript url="/e1.srt" type="application/srt"/><pod:chapters url="/e1.json"/><pod:person href="/ann" img="/ann.jpg">Ann</pod:person>
<pod:alternateEnclosure type="audio/opus"><pod:source uri="/e1.opus"/></pod:alternateEnclosure>
<media:group><media:content url="/e1.mp4" medium="video"><media:thumbnail url="/t.jpg"/></media:content></media:group>
<media:description type="plain">&lt;a href=no></media:description><media:description type="html">&lt;a href=yes></media:description>
</item><item><guid isPermaLink="true">https://pod.test/2</guid></item><item><guid> https://pod.test/3 </guid></item></channel></rss>`, `
rss:link https://pod.test/
itunes:image href https://cdn.test/a.jpg
googleplay:image href https://pod.test/c.jpg
itunes:new-feed-url https://pod.test/new.xml
podcast:funding url https://pod.test/give
podcast:image href https://pod.test/i.mp4
podcast:images srcset https://pod.test/1500.jpg
podcast:images srcset https://pod.test/600.jpg
rss:enclosure url https://cdn.test/e1.mp3?a=1&b=2
a href https://pod.test/guest
a href https://pod.test/s
podcast:transcript url https://pod.test/e1.srt
podcast:chapters url https://pod.test/e1.json
podcast:person href https://pod.test/ann
podcast:person img https://pod.test/ann.jpg
podcast:source uri https://pod.test/e1.opus
media:content url https://pod.test/e1.mp4
media:thumbnail url https://pod.test/t.jpg
a href https://pod.test/yes
rss:guid https://pod.test/2
rss:guid https://pod.test/3`},
		{"sitemap", `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="//h.test/main.xsl?a=1&amp;b=2"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"
  xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc>https://h.test/page?a=1&amp;b=%C3%A9</loc><lastmod>2024-01-01</lastmod><changefreq>daily</changefreq><priority>0.8</priority>
  <xhtml:link rel="alternate" hreflang="de-CH" href="https://h.test/de"/>
  <image:image><image:loc>https://h.test/a.jpg</image:loc><image:license>/l</image:license></image:image>
  <video:video><video:thumbnail_loc>/t.jpg</video:thumbnail_loc><video:content_loc>/v.mp4</video:content_loc>
    <video:player_loc allow_embed="yes">/p</video:player_loc><video:gallery_loc title="g">/g</video:gallery_loc>
    <video:uploader info="https://h.test/ann">ann</video:uploader></video:video>
  <news:news><news:publication><news:name>N</news:name></news:publication></news:news></url>
<url><loc><![CDATA[https://h.test/é?q=a&b]]></loc></url><url><loc>
   /relative <!-- no --></loc></url><url><loc/></url><url><loc> </loc></url>
</urlset>`, `
xml-stylesheet href https://h.test/main.xsl?a=1&b=2
sitemap:loc https://h.test/page?a=1&b=%C3%A9
link href https://h.test/de
image:loc https://h.test/a.jpg
image:license https://h.test/l
video:thumbnail_loc https://h.test/t.jpg
video:content_loc https://h.test/v.mp4
video:player_loc https://h.test/p
video:gallery_loc https://h.test/g
video:uploader info https://h.test/ann
sitemap:loc https://h.test/%C3%A9?q=a&b
sitemap:loc https://h.test/relative`},
		{"sitemap index without a namespace", `<sitemapindex><sitemap><loc>https://h.test/s1.xml.gz</loc></sitemap></sitemapindex>`, `
sitemap:loc https://h.test/s1.xml.gz`},
		{"sitemap with another namespace", `<s:urlset xmlns:s="https://www.google.com/schemas/sitemap/0.84/"><s:url><s:loc>/a</s:loc></s:url><loc>/no</loc></s:urlset>`, `
sitemap:loc https://h.test/a`},
		{"OPML", `<opml version="2.0"><head><title>T</title><ownerId>http://ann.test/</ownerId><docs>http://opml.org/spec2.opml</docs></head><body>
<outline text="News"><outline text="A" type="rss" xmlUrl="http://a.test/rss" htmlUrl="http://a.test/" version="RSS2"/></outline>
<outline type="link" text="B" url="http://b.test/"/><outline xmlurl="/c" text="&lt;a href=no>"/></body></opml>`, `
opml:ownerId http://ann.test/
opml:docs http://opml.org/spec2.opml
opml:outline xmlUrl http://a.test/rss
opml:outline htmlUrl http://a.test/
opml:outline url http://b.test/
opml:outline xmlUrl https://h.test/c`},
		{"RSS 1.0", `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="http://xml.test/xml/news.rss"><title>X</title><link>http://xml.test/pub</link><description>d</description>
<image rdf:resource="http://xml.test/no.gif"/><items><rdf:Seq><rdf:li resource="http://xml.test/no"/></rdf:Seq></items></channel>
<image rdf:about="http://xml.test/a.gif"><link>http://xml.test</link><url>/a.gif</url></image>
<item rdf:about="http://xml.test/1"><title>1</title><link>1</link><description>&lt;img src=2></description></item></rdf:RDF>`, `
rss:link http://xml.test/pub
rss:link http://xml.test/
rss:url http://xml.test/a.gif
rss:link http://xml.test/1
img src http://xml.test/2`},
		{"Atom 0.3", `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><link rel="alternate" type="text/html" href="/"/><tagline type="text/html" mode="escaped">&lt;a href=t></tagline>
<author><name>a</name><url>/ann</url></author><generator url="/g">g</generator><entry><content type="text/html" mode="escaped"><![CDATA[<a href="c">]]></content>
<content type="application/xhtml+xml" mode="xml"><div><a href="d"/></div></content></entry></feed>`, `
atom:link href https://h.test/
a href https://h.test/blog/t
atom:url https://h.test/ann
atom:generator url https://h.test/g
a href https://h.test/blog/c
a href https://h.test/blog/d`},
		{"Atom threads and pages", `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"><link rel="next" href="?page=2"/>
<entry><thr:in-reply-to ref="tag:x" href="/post" source="/feed"/></entry></feed>`, `
atom:link href https://h.test/blog/feed?page=2
thr:in-reply-to href https://h.test/post
thr:in-reply-to source https://h.test/feed`},
		{"an entry is a document", `<entry xmlns="http://www.w3.org/2005/Atom"><link href="/e"/></entry>`, `
atom:link href https://h.test/e`},

		{"YouTube", `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=UCx"/><id>yt:channel:x</id><yt:channelId>x</yt:channelId>
 <entry><id>yt:video:v</id><link rel="alternate" href="https://www.youtube.com/watch?v=v"/><author><name>A</name><uri>https://www.youtube.com/channel/UCx</uri></author>
  <media:group><media:title>T</media:title><media:content url="https://www.youtube.com/v/v?version=3" type="application/x-shockwave-flash" width="640"/>
   <media:thumbnail url="https://i1.ytimg.com/vi/v/hqdefault.jpg" width="480"/><media:description>See https://no.test/</media:description></media:group></entry></feed>`, `
atom:link href http://www.youtube.com/feeds/videos.xml?channel_id=UCx
atom:link href https://www.youtube.com/watch?v=v
atom:uri https://www.youtube.com/channel/UCx
media:content url https://www.youtube.com/v/v?version=3
media:thumbnail url https://i1.ytimg.com/vi/v/hqdefault.jpg`},
		{"a shop, Mastodon and chapters", `<rss xmlns:g="http://base.google.com/ns/1.0" xmlns:webfeeds="http://webfeeds.org/rss/1.0" xmlns:psc="http://podlove.org/simple-chapters"
 xmlns:podcast="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md" version="2.0"><channel><webfeeds:icon>/icon</webfeeds:icon><webfeeds:cover image="/cover"/>
 <podcast:trailer url="/trailer.mp3">T</podcast:trailer><podcast:podroll><podcast:remoteItem feedGuid="9" feedUrl="http://p.test/feed"/></podcast:podroll>
 <item><g:id>1</g:id><g:title>T</g:title><g:link>https://shop.test/1</g:link><g:image_link>https://shop.test/1.jpg</g:image_link>
 <psc:chapters><psc:chapter start="0" title="a" href="/c" image="/c.png"/></psc:chapters><podcast:socialInteract uri="https://m.test/@a/1" protocol="activitypub"/></item>
 <item><link href="/in-the-attribute"/></item></channel></rss>`, `
webfeeds:icon https://h.test/icon
webfeeds:cover image https://h.test/cover
podcast:trailer url https://h.test/trailer.mp3
podcast:remoteItem feedUrl http://p.test/feed
g:link https://shop.test/1
g:image_link https://shop.test/1.jpg
psc:chapter href https://h.test/c
psc:chapter image https://h.test/c.png
podcast:socialInteract uri https://m.test/@a/1
rss:link href https://h.test/in-the-attribute`},

		// Cases of https://github.com/kurtmckee/feedparser/tree/develop/tests/wellformed, shortened.
		{"no href", `<feed xmlns="http://www.w3.org/2005/Atom"><link>http://www.example.com/</link></feed>`, "\natom:link http://www.example.com/"},
		{"image of iTunes", `<rss xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd"><channel><itunes:image url="http://a.b/i.png"></itunes:image></channel></rss>`, "\nitunes:image url http://a.b/i.png"},
		{"body", `<rss><channel><item><body><a href="/relative/uri">click here</a></body></item></channel></rss>`, "\na href https://h.test/relative/uri"},
		{"new location", `<rss version="2.0"><redirect><newLocation>http://example/new</newLocation></redirect></rss>`, "\nrss:newLocation http://example/new"},
		{"licence", `<rss xmlns:creativeCommons="http://backend.userland.com/creativeCommonsRssModule"><channel><item><creativeCommons:license>http://www.creativecommons.org/licenses/by-nc/1.0</creativeCommons:license></item></channel></rss>`,
			"\ncreativeCommons:license http://www.creativecommons.org/licenses/by-nc/1.0"},
		{"comments", `<rss xmlns:wfw="http://wellformedweb.org/CommentAPI/"><channel><item><wfw:comment>/a</wfw:comment><wfw:commentRSS>/b</wfw:commentRSS></item></channel></rss>`, "\nwfw:comment https://h.test/a\nwfw:commentRSS https://h.test/b"},
		{"a character in a relative reference", `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xml:base="http://any.test/"><channel><item><content:encoded>&lt;a href=&quot;&#192;&quot;&gt;uri&lt;/a&gt;</content:encoded></item></channel></rss>`,
			"\na href http://any.test/%C3%80"},

		// Mistakes.
		{"ampersands and entities", "\n<rss><channel><link>http://a.test/?a=1&b=2&copy=3</link><item><link>http://a.test/caf&eacute;?x&#38;y&undefined;z</link></item></channel></rss>", `
rss:link http://a.test/?a=1&b=2&copy=3
rss:link http://a.test/caf%C3%A9?x&y&undefined;z`},
		{"markup that is not escaped", `<rss><channel><description><p>Text<br><a href="x">y</a></p><img src=z></description><link>/after</link></channel></rss>`, `
a href https://h.test/blog/x
img src https://h.test/blog/z
rss:link https://h.test/after`},
		{"controls", "<rss><channel><link>http://a.test/\x08\x1f</link><item><link>http://a.test/\uffff\ufffe</link><link>/\xff</link></item></channel></rss>", `
rss:link http://a.test/
rss:link http://a.test/%EF%BF%BD%EF%BF%BD
rss:link http://a.test/%C3%BF`},
		{"references to controls", `<rss><channel><link>http://a.test/&#0;&#x1f;&#8;&#0031;&#xFFFE;&#65535;</link><item><link>/a&#9;&#32;b&#x1ff;&#x110000;&#31&#;&#x;&#x1;</link></item><enclosure url="&#1;x&#x00000000000000001;"/></channel></rss>`,
			"\nrss:link http://a.test/\nrss:link http://a.test/a%20b%C7%BF&#x110000;&#31&#;&#x;\nerror: links: XML at byte 192: illegal character code U+0001"},
		{"empty and bad links of a channel", `<rss><channel><link/><link> </link><item><link>a</link></item><link>mailto:a@b.test</link><item><link>b</link></item><link>http://[</link>
<link>http://c.test/</link><item><link>c</link></item><link>http://d.test/</link><item><link>d</link></item></channel></rss>`, `
rss:link https://h.test/blog/a
rss:link mailto:a@b.test
rss:link https://h.test/blog/b
rss:link invalid
rss:link http://c.test/
rss:link http://c.test/c
rss:link http://d.test/
rss:link http://c.test/d`},
		{"xml:base precedes the link of the channel", `<rss xml:base="http://base.test/x/"><channel xml:base="http://["><link>http://c.test/</link><item xml:base="y/"><link>a</link></item><item><link>b</link></item></channel></rss>`, `
rss:link http://c.test/
rss:link http://base.test/x/y/a
rss:link http://base.test/x/b`},
		{"comments", `<rss><!-- a--b ---><!----><!--><link>no</link>--><channel><!-----><!-- -- > <![CDATA[<!-- ]]> --><link>/a</link><link><![CDATA[/<!--b--c]]></link></channel></rss>`,
			"\nrss:link https://h.test/a\nrss:link https://h.test/%3C!--b--c"},
		{"elements inside", `<rss xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel><description>&lt;a href=1><c:encoded>&lt;a href=no></c:encoded>&lt;a href=2></description><link>a<x>no</x>b</link></channel></rss>`,
			"\na href https://h.test/blog/1\na href https://h.test/blog/2\nrss:link https://h.test/blog/ab"},
		{"a link beside the channel", `<rss><channel/><item><link>http://c.test/</link></item><item><link>c</link></item></rss>`, "\nrss:link http://c.test/\nrss:link https://h.test/blog/c"},
		{"attributes of other namespaces", `<rss xmlns:x="y"><enclosure x:url="no" url="a"/></rss>`, "\nrss:enclosure url https://h.test/blog/a"},
		{"windows-1252", "<rss><link>/\x80\xe9</link></rss>", "\nrss:link https://h.test/%E2%82%AC%C3%A9"},
		{"version 1.1", `<?xml version="1.1"?><rss><channel><link>/a</link></channel></rss>`, "\nrss:link https://h.test/a"},
		{"a declaration in the middle", `<rss><?xml version="1.0" encoding="utf-7"?><channel><link>/a</link></channel></rss>`, "\nrss:link https://h.test/a"},
		{"cut", `<rss><channel><link>/a</link><item><link>/b`, "\nrss:link https://h.test/a\nerror: links: XML at byte 43: unexpected EOF"},
		{"a stray end tag", `<rss><channel><link>/a</link></b>`, "\nrss:link https://h.test/a\nerror: links: XML at byte 33: unexpected end element </b>"},

		// These are not links, or not feeds.
		{"entities of the document", `<!DOCTYPE rss [<!ENTITY a "http://a.test/"><!ENTITY b SYSTEM "file:///etc/passwd">]><rss><channel><link>x&a;&b;</link></channel></rss>`, "\nrss:link https://h.test/blog/x&a;&b;"},
		{"HTML", `<!DOCTYPE html><html><body><a href=x>y</a></body></html>`, ""},
		{"XHTML", `<html xmlns="http://www.w3.org/1999/xhtml"><head><base target="_top"/><base href="../base/"/><base href="/no/"/><link rel="next" href="n"/></head><body xml:base="b/"><a href="x">y</a></body></html>`,
			"\nbase href https://h.test/base/\nbase href https://h.test/no/\nlink href https://h.test/base/n\na href https://h.test/base/b/x"},
		{"other XML", `<a><link>http://a.test/</link><loc>b</loc><enclosure url="c"/></a>`, ""},
		{"empty", "", ""}, {"text", "http://a.test/", ""},
	} {
		for _, document := range []io.Reader{strings.NewReader(tt.document), iotest.OneByteReader(strings.NewReader(tt.document)), iotest.DataErrReader(strings.NewReader(tt.document))} {
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
		utf16("\ufeff<rss><link>/a</link>", binary.LittleEndian) + "x":                                                          "[rss:link https://h.test/a error: links: XML at byte 23: unexpected EOF]",
	} {
		if got := fmt.Sprint(xmlLinks(strings.NewReader(document))); got != want {
			t.Errorf("%q: %s, want %s", document, got, want)
		}
	}
}

// TestDeclaredXMLEncoding: HTML Standard, "get an XML encoding".
func TestDeclaredXMLEncoding(t *testing.T) {
	for _, tt := range []struct{ page, want string }{
		{`<?xml version="1.0" encoding="windows-1251"?><html>`, "windows-1251"},
		{"<?xml encoding \n=\x00'KOI8-R' ?>", "koi8-r"},
		{`<?xml encoding="utf-16"?>`, "utf-8"},
		{"<\x00?\x00x\x00", "utf-16le"}, {"\x00<\x00?\x00x", "utf-16be"}, {"<\x00?\x00", ""}, {"<\x00a\x00x\x00", ""},
		{`<?xml encoding="windows-1251"?><meta charset=koi8-r>`, "koi8-r"}, // prescan goes first
		{` <?xml encoding="windows-1251"?>`, ""},
		{`<?xml encoding=windows-1251?>`, ""}, {`<?xml encoding="windows-1251?>`, ""}, {`<?xml encoding="x" a="windows-1251"?>`, ""},
		{`<?xml encoding " windows-1251"?>`, ""}, {`<?xml encoding=" windows-1251"?>`, ""}, {`<?xml encoding`, ""}, {`<?xml encoding=`, ""}, {`<?xml ?>`, ""},
		{`<?xml ?><a encoding="windows-1251">`, ""},
	} {
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
