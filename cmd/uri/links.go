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
