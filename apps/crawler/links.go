package main

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// urlCap is the initial capacity in bytes of buffers for one URL. Nearly all URLs need less.
const urlCap = 2048

// maxLinks is how many links of one page are considered: as many as a sitemap may have.
const maxLinks = 50_000

// refs are the references of a page, in UTF-8: text[ends[i-1]:ends[i]] is one, and the value of the attribute that
// contains it begins at byte places[i] of the page.
type refs struct {
	text         []byte
	ends, places []int
	base         string // of the first <base href>
	hasBase      bool
	form         encoding.Encoding // the encoding of the page, for queries; nil if it is UTF-8
	scanner      links.Scanner

	bases []refsBase // of an XML document, whose elements have different bases
	err   error      // of an XML document
}

// A refsBase is the base URL of the references from the one with an index on.
type refsBase struct {
	from int
	url  whatwg.URL
}

// leadsToPage reports whether a link refers to a page that a visitor could go to.
func leadsToPage(l *links.Link) bool {
	switch l.Element {
	case "a", "area":
		return l.Attribute == "href"
	case "frame", "iframe":
		return l.Attribute == "src"
	case "meta":
		return true // refresh
	case "link":
		return l.Attribute == "href" && (hasRel(l, "next") || hasRel(l, "alternate") && isFeedOrTranslation(l))
	}
	return false
}

// isFeedOrTranslation reports whether an alternate of a page is a feed or the page in another language. Others are the
// page once more, for a device or a program (HTML Standard, section 4.6.7.1).
func isFeedOrTranslation(l *links.Link) bool {
	switch kind := strings.ToLower(string(l.Type)); kind {
	case "application/rss+xml", "application/atom+xml":
		return true
	case "", "text/html", "application/xhtml+xml":
		return l.HrefLang != nil && !hasRel(l, "stylesheet")
	}
	return false
}

// hasRel reports whether a link has one of the relations, which are in lower case.
func hasRel(l *links.Link, relations ...string) bool {
	return slices.ContainsFunc(bytes.Fields(l.Rel), func(rel []byte) bool {
		return slices.Contains(relations, strings.ToLower(string(rel)))
	})
}

// xmlLeadsToPage is leadsToPage for the links of an XML document. Feeds, sitemaps and outlines count as pages; images,
// and what players play, do not.
func xmlLeadsToPage(l *links.Link) bool {
	switch l.Element {
	case "rss:link", "rss:comments", "rss:guid", "rss:newLocation", "wfw:commentRss", "wfw:commentRSS", "feedburner:origLink", "itunes:new-feed-url",
		"atom:content", "sitemap:loc", "opml:outline", "g:link", "g:mobile_link":
		return true
	case "atom:link": // RFC 4287, section 4.2.7.2, RFC 5005 and RFC 4685, section 4
		return l.Rel == nil || hasRel(l, "alternate", "related", "via", "replies",
			"next", "previous", "first", "last", "current", "next-archive", "prev-archive")
	}
	return leadsToPage(l)
}

func (f *refs) reset() {
	f.text, f.ends, f.places, f.bases = f.text[:0], f.ends[:0], f.places[:0], f.bases[:0]
	f.base, f.hasBase, f.form, f.err = "", false, nil, nil
}

func (f *refs) add(l *links.Link) {
	f.text = append(f.text, l.URL...)
	f.ends, f.places = append(f.ends, len(f.text)), append(f.places, int(l.Start))
}

// scanXML finds the references of a feed, a sitemap or an outline.
func (f *refs) scanXML(body []byte, contentType string, page uri.URI) {
	base, _, err := whatwg.FromURI(page)
	if err != nil {
		f.err = err
		return
	}
	form, err := htmlindex.Get(links.DeclaredEncoding(body, contentType))
	if name, _ := htmlindex.Name(form); err == nil && name != "utf-8" {
		if text, err := form.NewDecoder().Bytes(body); err == nil {
			body = text
		}
	}
	for l, err := range links.XML(bytes.NewReader(body), base) {
		if err != nil {
			f.err = err
			return
		}
		if l.Cut || l.Template || !xmlLeadsToPage(&l.Link) {
			continue
		}
		if len(f.ends) == maxLinks {
			return
		}
		if n := len(f.bases); n == 0 || f.bases[n-1].url != l.Base {
			f.bases = append(f.bases, refsBase{len(f.ends), l.Base})
		}
		f.add(&l.Link)
	}
}

// scan finds the references of an HTML page.
func (f *refs) scan(body []byte, contentType string) {
	body = f.decode(body, contentType)
	f.scanner.Reset(body)
	for l := range f.scanner.All() {
		switch {
		case l.Cut || l.Template:
		case l.Element == "base" && l.Attribute == "href":
			if !f.hasBase && l.Document == 0 {
				f.base, f.hasBase = string(l.URL), true
			}
		case leadsToPage(&l) && len(f.ends) < maxLinks:
			f.add(&l)
		}
	}
}

// decode finds the encoding of the page, which the scanner reads. It returns the page, which is decoded only if its
// encoding is not an extension of ASCII.
func (f *refs) decode(body []byte, contentType string) []byte {
	label := links.DeclaredEncoding(body, contentType)
	form, err := htmlindex.Get(label)
	if err != nil {
		if form = nil; !utf8.Valid(body) {
			form = charmap.Windows1252
		}
	}
	name, _ := htmlindex.Name(form)
	f.form, f.scanner.Parser.Encoding = form, form
	switch {
	case form == nil || name == "utf-8":
		f.form, f.scanner.Parser.Encoding = nil, nil
	case strings.HasPrefix(name, "utf-16"), name == "iso-2022-jp":
		if text, err := form.NewDecoder().Bytes(body); err == nil {
			body = text
		}
		f.scanner.Parser.Encoding = nil
		if name != "iso-2022-jp" {
			f.form = nil // references in these encodings are in UTF-8 (HTML, "output encoding")
		}
	}
	return body
}

// A linkFilter selects the URLs to fetch from links, targets of redirects and seeds. It resolves and normalizes them,
// drops those that it has seen on the same page, and finally refuses those that must not be fetched. Its results are
// valid until it is opened for the next page.
type linkFilter struct {
	policy   *guard.Policy
	patterns patternFilter
	resolver resolver
	seen     map[string]struct{} // resolved targets, and their keys: see uri.Key
	normal   []byte
	found    []string // the URLs so far, in normal form
	links    []link   // those that may be fetched
	refusals []refusal

	// The text before the path of the last link, the same with a plain host, and its origin.
	lastBefore, lastPlain, lastOrigin string
}

// A resolver resolves the references of a page, and rejects those that it does not accept.
type resolver interface {
	// open begins a page; f is nil if the references are not in its text. If the page has a bad embedded base, open
	// uses the URL of the page, and returns badBase.
	open(page uri.URI, f *refs) (badBase, err error)

	// resolve returns the target of ref without its fragment, which is not sent to servers.
	resolve(ref string) (string, error)
}

// open begins a page. It refuses a bad embedded base, and one that is longer than all URLs that the crawler fetches.
func (d *linkFilter) open(page uri.URI, f *refs) error {
	d.found, d.links, d.refusals = d.found[:0], d.links[:0], d.refusals[:0]
	if d.seen == nil || len(d.seen) > 1024 {
		d.seen = map[string]struct{}{}
		d.normal = make([]byte, 0, urlCap)
	}
	clear(d.seen)
	d.seen[page.String()] = struct{}{}
	if f != nil && len(f.base) > guard.MaxLength {
		d.refuse("bad base", guard.RefusedLength.Error())
		f.base, f.hasBase = "", false // every link would have its length
	}
	badBase, err := d.resolver.open(page, f)
	if badBase != nil {
		d.refuse("bad base", badBase.Error())
	}
	return err
}

// takeAll takes the references of a page.
func (d *linkFilter) takeAll(f *refs) error {
	text, begin, bases := string(f.text), 0, f.bases
	for i, end := range f.ends {
		if len(bases) > 0 && bases[0].from == i {
			base, _ := bases[0].url.URI()
			if _, err := d.resolver.open(base, f); err != nil {
				return err
			}
			bases = bases[1:]
		}
		d.take(text[begin:end], f.places[i])
		begin = end
	}
	return nil
}

// take takes one reference. The value that contains it begins at byte place of the page; place is 0 if it is in a header
// field.
func (d *linkFilter) take(ref string, place int) {
	text, err := d.resolver.resolve(ref)
	if err != nil {
		where := "the header"
		if place > 0 {
			where = "the value at byte " + strconv.Itoa(place)
		}
		d.refuse(reasonOf(err), where+": "+err.Error())
		return
	}
	if !d.isNew(text) {
		return
	}
	d.normal, err = uri.AppendNormalizedString(d.normal[:0], text)
	if err != nil {
		d.refuse(reasonOf(err), err.Error())
		return
	}
	if string(d.normal) != text {
		if text = string(d.normal); !d.isNew(text) {
			return
		}
	}
	d.found = append(d.found, text)
}

// isNew adds text to the seen references and reports whether it was new. It accesses the map once. Most references are
// new, and looking first would make two accesses for them.
func (d *linkFilter) isNew(text string) bool {
	n := len(d.seen)
	d.seen[text] = struct{}{}
	return len(d.seen) > n
}

// admit checks all URLs that were taken by the policy and the patterns.
func (d *linkFilter) admit() {
	for _, text := range d.found {
		u, err := uri.Parse(text)
		if err != nil {
			d.refuse(reasonOf(err), err.Error())
			continue
		}
		if err := d.policy.Check(u); err != nil {
			d.refuse(reasonOf(err), explain(u, err)+advice(u))
			continue
		}
		if err := d.patterns.check(u); err != nil {
			d.refuse(reasonOf(err), explain(u, err))
			continue
		}
		plain, origin, err := d.originOf(u)
		if err != nil {
			d.refuse(reasonOf(err), explain(u, err))
			continue
		}
		d.links = append(d.links, link{plain, origin})
	}
}

// originOf returns u with the plain spelling of its host, and its origin. It calls the functions [withPlainHost] and
// [originOf] unless the text before the path is the same as in the last link. In most links of a page it is.
func (d *linkFilter) originOf(u uri.URI) (plain, origin string, err error) {
	r := u.Ranges()
	path, _ := r.Path()
	before, rest := u.String()[:path], u.String()[path:]
	if before != d.lastBefore {
		if u, err = withPlainHost(u); err == nil {
			origin, err = originOf(u)
		}
		if err != nil {
			return "", "", err
		}
		d.lastBefore, d.lastPlain, d.lastOrigin = before, strings.TrimSuffix(u.String(), rest), origin
	}
	if d.lastPlain == before {
		return u.String(), d.lastOrigin, nil
	}
	return d.lastPlain + rest, d.lastOrigin, nil
}

func (d *linkFilter) refuse(reason, detail string) {
	d.refusals = append(d.refusals, refusal{reason, detail})
}

// reasonOf returns the reason of a refusal for counting. The offset in a reference is part of the detail.
func reasonOf(err error) string {
	if e, ok := errors.AsType[*uri.Error](err); ok {
		reason, component := e.Reason.String(), e.Component.String()
		if !strings.Contains(reason, component) { // unlike "bad port"
			reason += " in " + component
		}
		return "bad reference: " + reason
	}
	if e, ok := errors.AsType[*whatwg.Error](err); ok {
		return "bad reference: " + e.Code.String()
	}
	if _, ok := errors.AsType[*idna.Error](err); ok {
		return "bad reference: IDNA refuses the host"
	}
	return err.Error()
}
