package main

import (
	"errors"
	"flag"
	"io"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/site"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

const linksUsage = `usage: uri links [flags] [FILE ...]

Links prints the links of HTML pages, one a line, as the absolute URLs that
browsers read. It reads each FILE, and the pages in it if it is a folder.
Without FILE, or for -, it reads standard input. Links are resolved against the
base element of their page, or else against its URL. Flags:

  -base URL      the URL of the pages, in place of the file: URL of FILE
  -root DIR=URL  the server has folder DIR under URL; may be repeated
  -missing       print only links to files and fragments that are not there
  -ext LIST      with -missing: -ext .html tries x.html for /x
  -css           also read style sheets: in pages, and in a FILE x.css
  -json          print JSON objects: see "uri help links formats"

Also: -lazy and -meta for more links; -plain and -where as in "uri help flags".

Examples:
  $ echo '<a href=b>B</a><img src=/c>' | uri links -base http://h/a/
  http://h/a/b
  http://h/c
  $ echo '<p id=a><a href=#b>' | uri links -missing -base http://h/
  (standard input):1: no fragment: http://h/#b
  uri: links: 1 of 1 local link is missing
`

const linksFormats = `Links prints what package whatwg/links finds: the URLs in attributes of HTML,
SVG and MathML, such as href, src, srcset and action, in meta elements with
http-equiv=refresh, and in srcdoc documents. It finds none in comments and
scripts, and skips templates, which only scripts copy to the page. The href of
a base element is printed only with -json. With -css, links also finds
url(...), @import and the strings of image-set(...); with -lazy, attributes
such as data-src, which scripts read; with -meta, meta elements with og:,
twitter: and itemprop.

With -json the keys are: file (null for standard input), element, attribute,
offset (of the value in the page, in bytes), base (true for the href of a base
element) and url (null if it is not valid); with -missing also missing: "file"
or "fragment".

With -missing, as in "uri links -missing -root public=https://h.example/docs/",
a line is FILE:LINE: no file: URL, or FILE:LINE: no fragment: URL. Links to
file: URLs, and to URLs that begin as those of -root, are checked, and no
others. Without FILE, the pages in the folders of -root are read. A path is
decoded once, ".." stops at DIR, and a query does not count. A folder means its
index.html. With -ext .html, /x is x, or else x.html, or else x/index.html.

A fragment is there if it is the id of an element, or the name of an a element,
as it is or percent-decoded. What begins at ":~:" does not count. An empty
fragment is always there, and so is "top" in any case. Fragments of files that
are not HTML, such as those of PDF, are not checked.

Pages are read in UTF-8. If a page declares another encoding, standard error
has the line that converts it. A page of more than 256 MiB is trouble, and so
are links of more than 64 MiB in a page. The exit status is 0, or 1 if a link
is not valid or missing, or 2 for trouble.

More examples:
  $ echo '<a href=x:y><a href=z:>' | uri links -where scheme=x
  x:y
`

// A linker is one run of links.
type linker struct {
	json, asIs bool
	base       whatwg.URL // the value of -base, or the zero URL
	filter     engine.Filter
	missing    bool        // -missing
	needsBase  bool        // a link is not valid, and its page has no URL
	roots      [][2]string // the folder and the URL of each -root
	site       site.Site
	stdin      io.Reader
	scanner    links.Scanner
	batch      whatwg.Batch
	found      []foundLink // the links of the batch
	tally      linkTally
}

// defineLinks defines the flags of links, and returns its action.
func defineLinks(fs *flag.FlagSet) action {
	l := new(linker)
	base := baseFlag(fs)
	fs.BoolVar(&l.json, "json", false, engine.NoValue)
	fs.BoolVar(&l.scanner.CSS, "css", false, engine.NoValue)
	fs.BoolVar(&l.scanner.Lazy, "lazy", false, engine.NoValue)
	fs.BoolVar(&l.scanner.Meta, "meta", false, engine.NoValue)
	fs.BoolVar(&l.asIs, "plain", false, engine.NoValue)
	l.defineMissing(fs)
	l.filter.DefineWhere(fs)
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
		for i, name := range names {
			status = max(status, l.answer(name, i+1, stdout, stderr))
		}
		if l.needsBase {
			engine.Try(stderr, "links: relative links need the URL of the page", "uri links -base URL < FILE")
		}
		if l.missing {
			l.summarize(stderr)
		}
		return status, nil
	}
}
