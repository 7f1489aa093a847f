package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/site"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// A foundLink is a link of a page without its URL.
type foundLink struct {
	element, attribute string
	offset             int64
	isBase             bool // the link is the href of a base element
	rooted             bool // the link begins with one "/"
	result             site.Result
}

// feedStart matches the beginning of a sitemap, a feed or an outline, up to its first element. The other XML is read as
// HTML.
var feedStart = regexp.MustCompile(`(?s)^\x{feff}?(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*` +
	`<(?:\w+:)?(?:urlset|sitemapindex|feed|rss|RDF|opml)[\s>]`)

// scan fills the batch with the links of a page, of a sitemap or feed, or of a style sheet. An error is one in a feed.
func (l *linker) scan(data []byte, page whatwg.URL, isCSS bool) error {
	l.found = l.found[:0]
	l.batch.Reset()
	note := func(link links.Link) {
		rooted := bytes.HasPrefix(link.URL, []byte("/")) && !bytes.HasPrefix(link.URL, []byte("//"))
		l.found = append(l.found, foundLink{link.Element, link.Attribute, link.Start, link.IsBase, rooted, site.Elsewhere})
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
	}
	return nil
}

// lines returns the lines for the links of the batch, and the number of those that are not valid. An error is about the
// page that a link leads to.
func (l *linker) lines(name string, data []byte) (dst []byte, bad int, err error) {
	place := lineCounter{data: data, line: 1}
	for i := range l.batch.Len() {
		f, href := &l.found[i], l.batch.Href(i)
		isValid := len(href) > 0
		switch {
		case l.filter.IsOn() && !(isValid && l.filter.Takes(href, true)):
			continue
		case !isValid:
			bad++
		}
		switch {
		case l.missing:
			if !isValid || f.isBase {
				continue
			}
			isMissing, failed := l.check(f, href)
			err = cmp.Or(err, failed)
			switch {
			case isMissing && l.json:
				dst = f.appendJSON(dst, name, href)
			case isMissing:
				dst = f.appendMissing(dst, name, place.at(f.offset), href)
			}
		case l.json:
			dst = f.appendJSON(dst, name, href)
		case isValid && !f.isBase:
			dst = append(append(dst, href...), '\n')
		}
	}
	return dst, bad, err
}

// appendJSON appends the JSON object for a link.
func (f *foundLink) appendJSON(dst []byte, name string, href []byte) []byte {
	members := []any{
		"file", fileOf(name), "element", f.element, "attribute", f.attribute, "offset", f.offset, "base", f.isBase,
		"url", optional(href, len(href) > 0),
	}
	if word := missingWords[f.result]; word != "" {
		members = append(members, "missing", word)
	}
	return append(appendObject(dst, members...), '\n')
}

// answer prints the links of an argument, which is a file or a folder, and returns the exit status.
func (l *linker) answer(name string, number int, stdout, stderr io.Writer) (status int) {
	shown := fmt.Sprintf("file %d", number)
	pages, err := []string{name}, error(nil)
	if info, failed := os.Stat(name); failed == nil && info.IsDir() {
		pages, err = l.site.Pages(name, l.scanner.CSS)
	}
	warn := func(warning string) { engine.Warn(stderr, "links", shown+": "+warning) }
	report := func(err error) {
		if err != nil {
			warn(engine.Pathless(err).Error())
			status = engine.ExitTrouble
		}
	}
	for _, page := range pages {
		if page != name {
			shown = page
		}
		out, invalid, err := l.linksOf(page, stdout, warn)
		if invalid {
			status = max(status, engine.ExitInvalid)
		}
		if _, failed := stdout.Write(out); failed != nil {
			return engine.Trouble(stderr, failed)
		}
		report(err)
	}
	report(err)
	return status
}

// maxPage is the length in bytes of the longest page that is read.
const maxPage = 256 << 20

// read returns a page.
func (l *linker) read(name string, stdout io.Writer) ([]byte, error) {
	opening := engine.Opening{Command: "links", KeepMark: true, AsIs: l.asIs}
	in, closeFile, err := opening.Open(name, l.stdin, stdout)
	if err != nil {
		return nil, err
	}
	defer closeFile()
	data, err := io.ReadAll(io.LimitReader(in, maxPage+1))
	if err == nil && len(data) > maxPage {
		err = errors.New("the page has more than 256 MiB")
	}
	return data, err
}

// linksOf returns the lines for the links of a page, and whether a link is not valid or missing.
func (l *linker) linksOf(name string, stdout io.Writer, warn func(string)) (out []byte, invalid bool, err error) {
	data, err := l.read(name, stdout)
	if err != nil {
		return nil, false, err
	}
	label := links.DeclaredEncoding(data, "")
	if label != "" && label != "utf-8" && slices.ContainsFunc(data, func(c byte) bool { return c >= 0x80 }) {
		warn("the page is in " + label + ", and is read in UTF-8: write iconv -f " + label + " -t UTF-8 FILE | uri links")
	}
	page := l.pageURL(name)
	isCSS := l.scanner.CSS && site.IsStyleSheet(strings.TrimSuffix(name, ".gz"))
	if err = l.scan(data, page, isCSS); l.batch.Full() {
		err = errors.New("the URLs of the links have more than 64 MiB")
	}
	before := l.absent
	if l.site.Begin(page, data); isCSS {
		l.site.Begin(whatwg.URL{}, nil) // url(#a) is about the page with the style
	}
	out, bad, failed := l.lines(name, data)
	err = cmp.Or(err, failed)
	if bad > 0 {
		warn(fmt.Sprintf("links that are not valid: %d", bad))
		l.needsBase = l.needsBase || page.Href() == ""
	}
	return out, bad > 0 || l.absent > before, err
}

// pageURL returns the URL of a page, or the zero URL if it has none.
func (l *linker) pageURL(name string) whatwg.URL {
	if l.base.Href() != "" || name == "-" {
		return l.base
	}
	return l.site.URL(name)
}
