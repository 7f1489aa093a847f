package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fileuri"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

const linksUsage = `usage: uri links [flags] [FILE ...]

Links prints the links of HTML pages, one a line, as the absolute URLs that
browsers read. It reads each FILE, or standard input without FILE or for -.
Links are resolved against the base element of their page, or else against its
URL: the value of -base, or else the file: URL of FILE. Flags:

  -base URL  the URL of the pages; standard input has no other
  -json      print JSON objects: see "uri help links formats"
  -plain     read gzip files as they are, and not the text in them
  -where KEY=LIST
             print only some links, as in "uri help flags"

Examples:
  $ echo '<a href=b>B</a><img src=/c>' | uri links -base http://h/a/
  http://h/a/b
  http://h/c
`

const linksFormats = `Links prints what package whatwg/links finds: the URLs in attributes of HTML,
SVG and MathML, such as href, src, srcset and action, in meta elements with
http-equiv=refresh, and in srcdoc documents. It finds none in comments, scripts
and style sheets, and skips templates, which only scripts copy to the page. The
href of a base element is printed only with -json.

With -json the keys are: file (null for standard input), element, attribute,
offset (of the value in the page, in bytes), base (true for the href of a base
element) and url (null if it is not valid).

Pages are read in UTF-8. If a page declares another encoding, standard error
has the line that converts it. A page of more than 256 MiB is trouble, and so
are links of more than 64 MiB in a page. The exit status is 0, or 1 if a link
is not valid, or 2 for trouble.

More examples:
  $ echo '<a href=x:y><a href=z:>' | uri links -where scheme=x
  x:y
`

// A linker is one run of links.
type linker struct {
	json, asIs bool
	base       whatwg.URL // the value of -base, or the zero URL
	filter     engine.Filter
	scanner    links.Scanner
	batch      whatwg.Batch
	found      []foundLink // the links of the batch
}

// defineLinks defines the flags of links, and returns its action.
func defineLinks(fs *flag.FlagSet) action {
	l := new(linker)
	base := baseFlag(fs)
	fs.BoolVar(&l.json, "json", false, engine.NoValue)
	fs.BoolVar(&l.asIs, "plain", false, engine.NoValue)
	l.filter.DefineWhere(fs)
	return func(names []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
		if *base != nil {
			if l.base, err = whatwg.Parse(**base); err != nil {
				return 0, errors.New("-base: want the URL of a page, such as http://h.example/a/")
			}
		}
		if len(names) == 0 {
			names = []string{"-"}
		}
		for i, name := range names {
			warn := func(warning string) { engine.Warn(stderr, "links", fmt.Sprintf("file %d: %s", i+1, warning)) }
			out, invalid, err := l.linksOf(name, stdin, stdout, warn)
			if invalid {
				status = max(status, engine.ExitInvalid)
			}
			if _, failed := stdout.Write(out); failed != nil {
				return engine.Trouble(stderr, failed), nil
			}
			if err != nil {
				warn(engine.Pathless(err).Error())
				status = engine.ExitTrouble
			}
		}
		return status, nil
	}
}

// maxPage is the length in bytes of the longest page that is read.
const maxPage = 256 << 20

// linksOf returns the lines for the links of a page, and whether a link is not valid.
func (l *linker) linksOf(name string, stdin io.Reader, stdout io.Writer, warn func(string)) (out []byte, invalid bool, err error) {
	in, closeFile, err := engine.Open(name, stdin)
	if err != nil {
		return nil, false, err
	}
	defer closeFile()
	if err := engine.CheckInput(in, stdout); err != nil {
		return nil, false, err
	}
	if !l.asIs {
		in = engine.Opening{Command: "links", KeepMark: true}.Reader(in)
	}
	data, err := io.ReadAll(io.LimitReader(in, maxPage+1))
	if err == nil && len(data) > maxPage {
		err = errors.New("the page has more than 256 MiB")
	}
	if err != nil {
		return nil, false, err
	}
	label := links.DeclaredEncoding(data, "")
	if label != "" && label != "utf-8" && slices.ContainsFunc(data, func(c byte) bool { return c >= 0x80 }) {
		warn("the page is in " + label + ", and is read in UTF-8: write iconv -f " + label + " -t UTF-8 FILE | uri links")
	}
	page := l.pageURL(name)
	if l.scan(data, page); l.batch.Full() {
		err = errors.New("the URLs of the links have more than 64 MiB")
	}
	out, bad := l.lines(name)
	if bad > 0 && page.Href() == "" {
		warn(fmt.Sprintf("links that are not valid: %d; relative links need -base URL", bad))
	} else if bad > 0 {
		warn(fmt.Sprintf("links that are not valid: %d", bad))
	}
	return out, bad > 0, err
}

// pageURL returns the URL of a page, or the zero URL if it has none.
func (l *linker) pageURL(name string) whatwg.URL {
	if l.base.Href() != "" || name == "-" {
		return l.base
	}
	path, _ := filepath.Abs(name)
	u, err := fileuri.FromPath(path, fileuri.Native)
	if err != nil {
		return whatwg.URL{}
	}
	page, _ := whatwg.Parse(u.String())
	return page
}
