package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/site"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

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
	if l.scan(data, page, isCSS); l.batch.Full() {
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
