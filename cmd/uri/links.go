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
	"slices"
	"strings"

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
	missing    bool // -missing
	needsBase  bool // a relative link is left out, because the URL of its page is not known
	site       site.Site
	stdin      io.Reader
	scanner    links.Scanner
	batch      whatwg.Batch
	found      []foundLink // the links of the batch
	refs       []byte      // their texts, one after another
	from       whatwg.URL  // the URL that most of them are resolved against
	inFolder   bool        // the page is one of a folder
	instead    string      // the line for an input that is not a page, as in the tables
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
		if len(names) == 0 && l.missing {
			names = l.site.Roots()
		}
		names = engine.OrStdin(names)
		l.named = len(names) > 1
		for i, name := range names {
			status = max(status, l.answer(name, i+1, stdout, stderr))
		}
		hints := engine.Hints{Stderr: stderr}
		if l.needsBase {
			hints.Try("links: relative links need the URL of the page", lineAgain("links", "-base URL", fs.Args()))
		}
		if l.instead != "" {
			const message = "links: a page is HTML or XML, and other files have links that are not read"
			hints.Try(message, lineAgain("links", l.instead, fs.Args()))
		}
		if l.missing {
			status = max(status, l.summarize(stderr))
		}
		return status, nil
	}
}

// answer prints the links of an argument, which is a file or a folder, and returns the exit status.
func (l *linker) answer(name string, number int, stdout, stderr io.Writer) (status int) {
	shown := fmt.Sprintf("file %d", number)
	pages, err := []string{name}, error(nil)
	if info, failed := os.Stat(name); failed == nil && info.IsDir() {
		var others []string
		pages, others, err = l.site.Pages(name, l.scanner.CSS)
		for _, other := range others {
			if len(pages) == 0 || guessOf("missing", filepath.Ext(other)) != nil { // a site also has pictures
				l.noteEnding(other)
			}
		}
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
	if !isCSS {
		l.noteEnding(name)
	}
	if !isCSS && !hasTags {
		l.instead = cmp.Or(l.instead, "find IN")
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

// noteEnding notes what to do instead if the name of a file is not that of a page, such as README.md.
func (l *linker) noteEnding(name string) {
	on, ending := "links", filepath.Ext(name)
	if l.missing {
		on = "missing"
	}
	if g := cmp.Or(guessOf(on, ending), guessOf("links", ending)); g != nil {
		l.instead = cmp.Or(l.instead, g.line)
	}
}

// pageURL returns the URL of a page, or the zero URL if it has none.
func (l *linker) pageURL(name string) whatwg.URL {
	if l.base.Href() != "" || name == "-" {
		return l.base
	}
	return l.site.URL(name)
}
