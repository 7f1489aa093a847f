package main

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/escape"
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

// scan fills the batch with the links of a page or of a style sheet.
func (l *linker) scan(data []byte, page whatwg.URL, isCSS bool) {
	l.found = l.found[:0]
	l.batch.Reset()
	if isCSS {
		for link := range links.CSS(data) {
			l.found = append(l.found, foundLink{offset: link.Start})
			l.batch.Add(page, string(link.URL))
		}
		return
	}
	l.scanner.Reset(data)
	l.scanner.AddTo(&l.batch, page, func(link links.Link) bool {
		if link.Template {
			return false
		}
		f := foundLink{element: link.Element, attribute: link.Attribute, offset: link.Start, isBase: link.IsBase}
		f.rooted = bytes.HasPrefix(link.URL, []byte("/")) && !bytes.HasPrefix(link.URL, []byte("//"))
		l.found = append(l.found, f)
		return true
	})
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
	str := func(key, value string) { dst = escape.AppendJSON(append(dst, key...), []byte(value)) }
	if name == "-" {
		dst = append(dst, `{"file":null`...)
	} else {
		str(`{"file":`, name)
	}
	str(`,"element":`, f.element)
	str(`,"attribute":`, f.attribute)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), f.offset, 10)
	dst = strconv.AppendBool(append(dst, `,"base":`...), f.isBase)
	if len(href) == 0 {
		return append(dst, ",\"url\":null}\n"...)
	}
	str(`,"url":`, string(href))
	if word := missingWords[f.result]; word != "" {
		str(`,"missing":`, word)
	}
	return append(dst, "}\n"...)
}
