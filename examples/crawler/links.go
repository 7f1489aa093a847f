package main

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/whatwg"
)

// urlCap is the initial capacity in bytes of buffers for one URL. Nearly all URLs need less.
const urlCap = 2048

// maxLinks is how many links of one page are considered.
const maxLinks = 20_000

// refs are the references of a page in their original spelling: text[ends[i-1]:ends[i]] is one, and the tag that
// contains it ends at byte tags[i] of the page.
type refs struct {
	text       []byte
	ends, tags []int
	base       string // of the first <base href>
	hasBase    bool
	form       encoding.Encoding // the encoding of the page, for queries; nil if it is UTF-8
}

// linkAttribute returns the attribute of an HTML element that refers to a page.
func linkAttribute(tag []byte) string {
	switch string(tag) {
	case "a", "area", "base":
		return "href"
	case "frame", "iframe":
		return "src"
	}
	return ""
}

// scan finds the references of an HTML page. It reads the bytes of the page and builds no tree.
func (f *refs) scan(body []byte, contentType string) {
	*f = refs{text: f.text[:0], ends: f.ends[:0], tags: f.tags[:0]}
	body, f.form = decoded(body, contentType)
	z := html.NewTokenizer(bytes.NewReader(body))
	at := 0
	for len(f.ends) < maxLinks {
		kind := z.Next()
		if kind == html.ErrorToken {
			return
		}
		at += len(z.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			f.tag(z, at)
		}
	}
}

// decoded returns the page in UTF-8, and its encoding if that is another.
func decoded(body []byte, contentType string) ([]byte, encoding.Encoding) {
	form, name, certain := charset.DetermineEncoding(body[:min(len(body), 1024)], contentType)
	if name == "utf-8" || !certain && name == "windows-1252" && utf8.Valid(body) {
		return body, nil // the package calls an ASCII page windows-1252 if the page does not name its encoding
	}
	text, err := form.NewDecoder().Bytes(body)
	if err != nil {
		return body, nil
	}
	if form, err = htmlindex.Get(name); err != nil { // without the wrapper of package charset: see whatwg.Parser
		return text, nil
	}
	if strings.HasPrefix(name, "utf-16") {
		form = nil // references in these encodings are in UTF-8 (HTML, "output encoding")
	}
	return text, form
}

func (f *refs) tag(z *html.Tokenizer, at int) {
	tag, more := z.TagName()
	attribute := linkAttribute(tag)
	if attribute == "" {
		return
	}
	isBase := string(tag) == "base"
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) != attribute {
			continue
		}
		value = bytes.ReplaceAll(value, []byte{0}, []byte("\ufffd")) // as HTML specifies
		switch {
		case !isBase:
			f.text = append(f.text, value...)
			f.ends, f.tags = append(f.ends, len(f.text)), append(f.tags, at)
		case !f.hasBase:
			f.base, f.hasBase = string(value), true
		}
		return // of attributes of the same name, the first counts
	}
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

	lastBefore, lastOrigin string // the text before the path of the last link, and its origin
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
func (d *linkFilter) takeAll(f *refs) {
	text, begin := string(f.text), 0
	for i, end := range f.ends {
		d.take(text[begin:end], f.tags[i])
		begin = end
	}
}

// take takes one reference. The tag that contains it ends at byte tag of the page; tag is 0 if it is not in a tag.
func (d *linkFilter) take(ref string, tag int) {
	text, err := d.resolver.resolve(ref)
	if err != nil {
		where := "Location"
		if tag > 0 {
			where = "the tag that ends at byte " + strconv.Itoa(tag)
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

// isNew adds text to the seen texts and reports whether it was new. It accesses the map once. Most texts are new, and
// looking first would make two accesses for them.
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
			d.refuse(reasonOf(err), explain(u, err))
			continue
		}
		if err := d.patterns.check(u); err != nil {
			d.refuse(reasonOf(err), explain(u, err))
			continue
		}
		origin, err := d.originOf(u)
		if err != nil {
			d.refuse(reasonOf(err), explain(u, err))
			continue
		}
		d.links = append(d.links, link{text, origin})
	}
}

// originOf calls the function [originOf] unless u has the origin of the last link, as most links of a page do.
func (d *linkFilter) originOf(u uri.URI) (string, error) {
	r := u.Ranges()
	path, _ := r.Path()
	before := u.String()[:path]
	if before == d.lastBefore {
		return d.lastOrigin, nil
	}
	origin, err := originOf(u)
	if err == nil {
		d.lastBefore, d.lastOrigin = before, origin
	}
	return origin, err
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
