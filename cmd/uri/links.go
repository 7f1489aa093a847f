package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
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

// The flag -missing reports the links of pages that lead to files or fragments that are not there.

// missingWords are the words for what is missing.
var missingWords = map[site.Result]string{site.NoFile: "file", site.NoFragment: "fragment"}

// defineMissing defines the flags of -missing.
func (l *linker) defineMissing(fs *flag.FlagSet) {
	fs.BoolVar(&l.missing, "missing", false, engine.NoValue)
	fs.Func("root", "a folder and its URL, such as public=https://h.example/docs/", func(text string) error {
		scheme := strings.Index(text, "://")
		if scheme < 0 {
			return engine.ErrValue
		}
		i := strings.LastIndex(text[:scheme], "=")
		if i < 1 {
			return engine.ErrValue
		}
		l.roots = append(l.roots, [2]string{text[:i], text[i+1:]})
		return nil
	})
	fs.Func("ext", "extensions such as .html, with commas between", func(list string) error {
		for ext := range strings.SplitSeq(list, ",") {
			ext = strings.TrimPrefix(ext, ".")
			if ext == "" || strings.ContainsAny(ext, `/\`) {
				return engine.ErrValue
			}
			l.site.Exts = append(l.site.Exts, "."+ext)
		}
		return nil
	})
	engine.MayRepeat(fs, "root", "ext")
}

// checkMissing checks the flags together, and sets the site.
func (l *linker) checkMissing(stdout io.Writer) error {
	if l.site.Exts != nil && !l.missing {
		return errors.New("-ext works only with -missing")
	}
	for _, root := range l.roots {
		if err := l.site.AddRoot(root[0], root[1]); err != nil {
			return fmt.Errorf("-root: %w", err)
		}
	}
	l.site.Read = func(name string) ([]byte, error) {
		data, err := l.read(name, stdout)
		if err != nil {
			err = fmt.Errorf("a page that it links to: %w", engine.Pathless(err))
		}
		return data, err
	}
	return nil
}

// defaultNames returns the names of the inputs: by default the folders of -root with -missing, or standard input.
func (l *linker) defaultNames(names []string) []string {
	switch {
	case len(names) > 0:
		return names
	case l.missing && l.site.Roots() != nil:
		return l.site.Roots()
	}
	return []string{"-"}
}

// check reports whether a link is missing, and counts it.
func (l *linker) check(f *foundLink, href []byte) (isMissing bool, err error) {
	f.result, err = l.site.Check(href)
	if f.result != site.Elsewhere {
		l.checked++
	}
	if isMissing = missingWords[f.result] != ""; isMissing {
		l.absent++
		if f.rooted {
			l.rooted++
		}
	}
	return isMissing, err
}

// appendMissing appends the line for a missing link.
func (f *foundLink) appendMissing(dst []byte, name string, line int, href []byte) []byte {
	if name == "-" {
		name = "(standard input)"
	}
	dst = strconv.AppendInt(append(escape.AppendName(dst, name), ':'), int64(line), 10)
	dst = append(append(append(dst, ": no "...), missingWords[f.result]...), ": "...)
	return append(append(dst, href...), '\n')
}

// summarize writes what standard error has after the work.
func (l *linker) summarize(stderr io.Writer) {
	say := func(format string, args ...any) { engine.Warn(stderr, "links", fmt.Sprintf(format, args...)) }
	if l.checked == 0 {
		say("no link leads to a file: -root DIR=URL says which URLs are files")
	} else {
		say("%s missing", engine.Share(l.absent, l.checked, "local link"))
	}
	if l.rooted > 0 && l.site.Roots() == nil {
		engine.Try(stderr, `links: links that begin with "/" lead from the top of the disk, without -root`,
			"uri links -missing -root DIR=https://HOST DIR")
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
