package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/site"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// A foundLink is a link of a page without its URL.
type foundLink struct {
	element, attribute string
	offset             int64
	end                int  // of the text in refs
	isBase             bool // the link is the href of a base element
	rooted             bool // the link begins with one "/"
	result             site.Result
}

// A lineCounter counts the lines of a page.
type lineCounter struct {
	data   []byte
	offset int64
	line   int
}

// at returns the number of the line at an offset. It takes time for the bytes between this offset and the last one.
func (c *lineCounter) at(offset int64) int {
	lo, hi := min(c.offset, offset), max(c.offset, offset)
	n := bytes.Count(c.data[lo:hi], []byte("\n"))
	if offset < c.offset {
		n = -n
	}
	c.offset, c.line = offset, c.line+n
	return c.line
}

// feedStart matches the beginning of a sitemap, a feed or an outline, up to its first element. The other XML is read as
// HTML.
var feedStart = regexp.MustCompile(`(?s)^\x{feff}?(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*` +
	`<(?:\w+:)?(?:urlset|sitemapindex|feed|rss|RDF|opml)[\s>]`)

// scan fills the batch with the links of a page, of a sitemap or feed, or of a style sheet. It returns an error for an
// invalid feed.
func (l *linker) scan(data []byte, page whatwg.URL, isCSS bool) error {
	l.found, l.refs, l.from = l.found[:0], l.refs[:0], page
	l.batch.Reset()
	note := func(link links.Link) {
		rooted := bytes.HasPrefix(link.URL, []byte("/")) && !bytes.HasPrefix(link.URL, []byte("//"))
		l.refs = append(l.refs, link.URL...)
		l.found = append(l.found,
			foundLink{link.Element, link.Attribute, link.Start, len(l.refs), link.IsBase, rooted, site.Elsewhere})
	}
	switch {
	case isCSS:
		for link := range links.CSS(data) {
			note(link)
			l.batch.Add(page, string(link.URL))
		}
	case feedStart.Match(data):
		for link, err := range links.XML(bytes.NewReader(data), page) {
			if err != nil || l.batch.Full() {
				return err
			}
			note(link.Link)
			l.batch.Add(link.Base, string(link.URL))
		}
	default:
		l.scanner.Reset(data)
		l.scanner.AddTo(&l.batch, page, func(link links.Link) bool {
			if !link.Template {
				note(link)
			}
			return !link.Template
		})
		l.from = l.scanner.Base(page)
	}
	return nil
}

// lines returns the lines for the links of the batch, and the number of those that are not valid. It describes the first
// of these. An error is about the page that a link leads to.
func (l *linker) lines(name string, data []byte, warn func(string)) (dst []byte, bad int, err error) {
	place := lineCounter{data: data, line: 1}
	for i := range l.batch.Len() {
		f, href := &l.found[i], l.batch.Href(i)
		isValid := len(href) > 0
		isTaken := !l.filter.IsOn() || isValid && l.filter.Takes(href, true)
		l.needsBase = l.needsBase || l.isOfFile(i)
		if !isValid {
			rec, isRelative := l.refuse(i)
			l.needsBase = l.needsBase || isRelative
			bad++
			if !isRelative && l.told < engine.MaxTold {
				l.told++
				warn(fmt.Sprintf("line %d: %s", place.at(f.offset), rec.Complaint()))
			}
		}
		if !isTaken {
			continue
		}
		isLink := isValid && !f.isBase
		if l.missing && isLink {
			var failed error
			isLink, failed = l.check(f, href)
			err = cmp.Or(err, failed)
		}
		switch {
		case l.json && (isLink || !l.missing):
			dst = f.appendJSON(dst, name, href)
		case !isLink:
		case l.missing:
			dst = f.appendMissing(dst, name, place.at(f.offset), href)
		default:
			if l.numbered && (l.named || l.inFolder) {
				dst = appendPage(dst, name)
			}
			if l.numbered {
				dst = append(strconv.AppendInt(dst, int64(place.at(f.offset)), 10), ':')
			}
			dst = append(append(dst, href...), '\n')
		}
	}
	return dst, bad, err
}

// ref returns the text of link i.
func (l *linker) ref(i int) []byte {
	start := 0
	if i > 0 {
		start = l.found[i-1].end
	}
	return l.refs[start:l.found[i].end]
}

// refuse returns link i, which is not valid, and whether only the URL of its page is missing.
func (l *linker) refuse(i int) (rec *engine.Record, isRelative bool) {
	rec = engine.NewRecord(string(l.ref(i)), dialect.Web)
	_, err := l.from.Parse(string(rec.Bytes))
	rec.RefuseFor(err, 0)
	inURL := (*whatwg.Error)(nil)
	return rec, errors.As(err, &inURL) && inURL.Code == whatwg.CodeMissingSchemeNonRelativeURL
}

// isOfFile reports whether link i is probably resolved against the name of its page. A folder has pages with several URLs.
func (l *linker) isOfFile(i int) bool {
	isFile := bytes.HasPrefix(l.batch.Href(i), []byte("file:")) && dialect.SchemeOf(l.ref(i), true) == nil
	return isFile && l.base.Href() == "" && !l.missing && l.site.Roots() == nil && !l.inFolder
}

// appendJSON appends the JSON object for a link.
func (f *foundLink) appendJSON(dst []byte, name string, href []byte) []byte {
	members := []any{
		"file", fileOf(name), "element", f.element, "attribute", f.attribute, "offset", int(f.offset), "base", f.isBase,
		"url", optional(href, len(href) > 0),
	}
	if word := missingWords[f.result]; word != "" {
		members = append(members, "missing", word)
	}
	return append(appendObject(dst, members...), '\n')
}
