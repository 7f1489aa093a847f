package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/site"
)

// The flag -missing reports the links of pages that lead to files or fragments that are not there.

// missingWords are the words for a file or a fragment that is missing.
var missingWords = map[site.Result]string{site.NoFile: "file", site.NoFragment: "fragment"}

// defineMissing defines the flags of -missing.
func (l *linker) defineMissing(fs *flag.FlagSet) {
	fs.BoolVar(&l.missing, "missing", false, engine.NoValue)
	engine.RepeatedFunc(fs, "root", "a folder and its URL, such as public=https://h.example/docs/", func(text string) error {
		scheme := max(0, strings.Index(text, "://"))
		i := strings.LastIndex(text[:scheme], "=")
		if i < 1 {
			return engine.ErrValue
		}
		if err := l.site.AddRoot(text[:i], text[i+1:]); err != nil {
			return engine.FileError{Err: err}
		}
		return nil
	})
	engine.RepeatedFunc(fs, "ext", "extensions such as .html, with commas between", func(list string) error {
		for _, ext := range engine.SplitList(list) {
			ext = strings.TrimPrefix(ext, ".")
			if ext == "" || strings.ContainsAny(ext, `/\`) {
				return engine.ErrValue
			}
			l.site.Exts = append(l.site.Exts, "."+ext)
		}
		return nil
	})
}

// checkMissing checks the flags together, and sets the site.
func (l *linker) checkMissing(stdout io.Writer) error {
	if l.site.Exts != nil && !l.missing {
		return errors.New("-ext works only with -missing")
	}
	l.site.Read = func(name string) ([]byte, error) {
		data, err := l.read(name, stdout)
		if err != nil {
			err = fmt.Errorf("a page that it links to: %w", engine.Nameless(err))
		}
		return data, err
	}
	return nil
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
	dst = strconv.AppendInt(appendPage(dst, name), int64(line), 10)
	dst = append(append(append(dst, ": no "...), missingWords[f.result]...), ": "...)
	return append(append(dst, href...), '\n')
}

// appendPage appends the name of a page and a ":".
func appendPage(dst []byte, name string) []byte {
	return append(append(dst, engine.ShownName(name)...), ':')
}

// summarize writes what standard error has after the work, and returns the exit status.
func (l *linker) summarize(stderr io.Writer) (status int) {
	try := func(message string) int {
		return engine.Try(stderr, "links: "+message, "uri links -missing -root DIR=https://HOST DIR")
	}
	switch {
	case l.checked > 0:
		engine.Warn(stderr, "links", engine.Share(l.absent, l.checked, "local link")+" missing")
	case l.instead != "":
		return engine.ExitTrouble
	default:
		return try("nothing is checked, because no link leads to a file: -root says which URLs are files")
	}
	if l.rooted > 0 && l.site.Roots() == nil {
		try(`links that begin with "/" lead from the top of the disk, without -root`)
	}
	return engine.ExitValid
}
