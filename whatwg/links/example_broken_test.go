package links_test

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing/fstest"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// site is the URL of a directory of pages. Its host is a name that never exists (RFC 6761).
var site = whatwg.MustParse("http://site.invalid/")

// A broken is a link to a file that does not exist.
type broken struct {
	page   string
	offset int64
	href   string
}

// brokenLinks returns the broken links between the pages and files of a directory. A directory is its index.html.
func brokenLinks(dir fs.FS) (found []broken, err error) {
	var scanner links.Scanner
	var batch whatwg.Batch
	err = fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".html" {
			return err
		}
		page, ok := site.WithPathname("/" + strings.ReplaceAll(name, "%", "%25"))
		if !ok {
			return fmt.Errorf("%s has no URL", name)
		}
		file, err := dir.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		var offsets []int64
		batch.Reset()
		scanner.ResetReader(file)
		scanner.AddTo(&batch, page, func(link links.Link) bool {
			offsets = append(offsets, link.Start)
			return true
		})
		for i := range batch.Len() {
			u := batch.URL(i)
			if u.Host() != site.Host() {
				continue // on another site, or not a URL
			}
			target, err := uri.Decode(strings.TrimPrefix(u.Pathname(), "/"), 0)
			if target == "" || strings.HasSuffix(target, "/") {
				target += "index.html"
			}
			if err == nil {
				_, err = fs.Stat(dir, target)
			}
			if err != nil {
				found = append(found, broken{name, offsets[i], u.Href()})
			}
		}
		return scanner.Err()
	})
	return found, err
}

// A link checker reads all pages of a directory, such as the output of a generator of sites, before they are published.
func Example_broken() {
	dir := fstest.MapFS{
		"index.html":      {Data: []byte("<a href=docs/>Docs</a> <a href='docs/a%20b.html#x'>A</a> <a href=https://example.com/>E</a>")},
		"docs/index.html": {Data: []byte("<base href=/><img src=logo.png srcset='logo-2.png 2x'><a href=docs/c.html>C</a>")},
		"docs/a b.html":   {Data: []byte("<link rel=icon href=../logo.png><!-- <a href=no> --><a href=index.html?q>I</a><a href=d.html>D</a>")},
		"logo.png":        {},
	}
	found, err := brokenLinks(dir)
	for _, b := range found {
		fmt.Printf("%s, byte %d: %s\n", b.page, b.offset, b.href)
	}
	fmt.Println(err)
	// Output:
	// docs/a b.html, byte 86: http://site.invalid/docs/d.html
	// docs/index.html, byte 39: http://site.invalid/logo-2.png
	// docs/index.html, byte 62: http://site.invalid/docs/c.html
	// <nil>
}
