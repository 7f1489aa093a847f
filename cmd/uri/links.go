package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/site"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// A linker is one run of links.
type linker struct {
	json, asIs bool
	numbered   bool       // -n
	named      bool       // lines of -n begin with the name of the page
	base       whatwg.URL // the value of -base, or the zero URL
	filter     engine.Filter
	missing    bool        // -missing
	needsBase  bool        // a relative link is left out, because the URL of its page is not known
	roots      [][2]string // the folder and the URL of each -root
	site       site.Site
	stdin      io.Reader
	scanner    links.Scanner
	batch      whatwg.Batch
	found      []foundLink // the links of the batch
	refs       []byte      // their texts, one after another
	from       whatwg.URL  // the URL that most of them are resolved against
	inFolder   bool        // the page is one of a folder
	instead    string      // the line for an input that is no page, as in the tables
	told       int         // the number of invalid links that standard error describes

	checked, absent int64 // links that -missing checks, and those of them that are missing
	rooted          int64 // missing links that begin with one "/"
}

// defineLinks defines the flags of links, and returns its action.
func defineLinks(fs *flag.FlagSet) action {
	l := new(linker)
	base := baseFlag(fs)
	fs.BoolVar(&l.json, "json", false, engine.NoValue)
	fs.BoolVar(&l.scanner.CSS, "css", false, engine.NoValue)
	fs.BoolVar(&l.scanner.Lazy, "lazy", false, engine.NoValue)
	fs.BoolVar(&l.scanner.Meta, "meta", false, engine.NoValue)
	fs.BoolVar(&l.numbered, "n", false, engine.NoValue)
	fs.BoolVar(&l.asIs, "plain", false, engine.NoValue)
	l.defineMissing(fs)
	l.filter.DefineFlags(fs)
	return func(names []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
		if *base != nil {
			if l.base, err = whatwg.Parse(**base); err != nil {
				return 0, errors.New("-base: want the URL of a page, such as http://h.example/a/")
			}
		}
		if err := l.checkMissing(stdout); err != nil {
			return 0, err
		}
		l.stdin = stdin
		names = l.defaultNames(names)
		l.named = len(names) > 1
		for i, name := range names {
			status = max(status, l.answer(name, i+1, stdout, stderr))
		}
		if l.needsBase {
			engine.Try(stderr, "links: relative links need the URL of the page", lineAgain("links", "-base URL", fs.Args()))
		}
		if l.instead != "" {
			line := "uri " + strings.Replace(l.instead, " IN", " FILE", 1)
			engine.Try(stderr, "links: a page is HTML or XML, and other files have links that are not read", line)
		}
		if l.missing {
			l.summarize(stderr)
		}
		return status, nil
	}
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

// A foundLink is a link of a page without its URL.
type foundLink struct {
	element, attribute string
	offset             int64
	end                int  // of the text in refs
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

// lines returns the lines for the links of the batch, and the number of those that are not valid, of which it describes
// the first ones. An error is about the page that a link leads to.
func (l *linker) lines(name string, data []byte, warn func(string)) (dst []byte, bad int, err error) {
	place := lineCounter{data: data, line: 1}
	for i := range l.batch.Len() {
		f, href := &l.found[i], l.batch.Href(i)
		isValid, isTaken := len(href) > 0, l.takes(href)
		if !isValid {
			rec, isRelative := l.refuse(i)
			l.needsBase = l.needsBase || isRelative
			if isTaken {
				bad++
			}
			if isTaken && !isRelative && l.told < maxTold {
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

// maxTold is the number of invalid links that standard error describes.
const maxTold = 3

// refuse returns link i, which is not valid, and whether only the URL of its page is missing.
func (l *linker) refuse(i int) (rec *engine.Record, isRelative bool) {
	start := 0
	if i > 0 {
		start = l.found[i-1].end
	}
	rec = engine.NewRecord(string(l.refs[start:l.found[i].end]), dialect.Web)
	_, err := l.from.Parse(string(rec.Bytes))
	rec.RefuseFor(err, 0)
	inURL := (*whatwg.Error)(nil)
	return rec, errors.As(err, &inURL) && inURL.Code == whatwg.CodeMissingSchemeNonRelativeURL
}

// takes reports whether the filter takes a link. If the filter leaves out a link to a file, the URL of the page may have
// been meant as the base. A folder has pages with several URLs.
func (l *linker) takes(href []byte) bool {
	if !l.filter.IsOn() || len(href) > 0 && l.filter.Takes(href, true) {
		return true
	}
	l.needsBase = l.needsBase || bytes.HasPrefix(href, []byte("file:")) && l.base.Href() == "" && !l.inFolder
	return false
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
			warn(engine.Nameless(err).Error())
			status = engine.ExitTrouble
		}
	}
	for _, page := range pages {
		if l.inFolder = page != name; l.inFolder {
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
	hasTags := len(data) == 0 || bytes.IndexByte(data, '<') >= 0
	if g := guessOf("links", filepath.Ext(name)); g != nil && !isCSS {
		l.instead = g.line
	} else if !hasTags && !isCSS {
		l.instead = "find IN"
	}
	if err = l.scan(data, page, isCSS); l.batch.Full() {
		err = errors.New("the URLs of the links have more than 64 MiB")
	}
	before := l.absent
	if l.site.Begin(page, data); isCSS {
		l.site.Begin(whatwg.URL{}, nil) // url(#a) is about the page with the style
	}
	out, bad, failed := l.lines(name, data, warn)
	err = cmp.Or(err, failed)
	if bad > 0 {
		warn(fmt.Sprintf("links that are not valid: %d", bad))
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
