// Package site finds the files and the fragments that the links of a web site lead to, without a server.
package site

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispan/uri/fileuri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// A Site is a set of folders, with the URLs that a server has them under, and of all files by their file: URLs. It
// remembers the results, so it looks for each file once, and reads each page with targets of fragments once.
type Site struct {
	Exts []string                          // extensions such as ".html", which the server adds to the path of a URL
	Read func(name string) ([]byte, error) // reads a page

	roots   []root
	current page             // the page of Begin
	byURL   map[string]*page // by a URL without a fragment; nil if the URL is of another site
	byName  map[string]*page // by the name of a file
	scanner links.Scanner
}

// A root is a folder with its file: URL, and the URL that a server has it under. Both URLs end with "/".
type root struct{ name, file, url string }

// disk is the root of all files.
var disk = root{"/", "file:///", "file:///"}

// innermost returns the root with the longest URL that url is under, by the given URL of roots.
func (s *Site) innermost(url string, urlOf func(r *root) string) (best root) {
	for _, r := range append(s.roots, disk) {
		if strings.HasPrefix(url, urlOf(&r)) && len(urlOf(&r)) > len(urlOf(&best)) {
			best = r
		}
	}
	return best
}

// A page is a file that links lead to. The zero page is a file that does not exist.
type page struct {
	name    string
	err     error           // of reading
	targets map[string]bool // the targets of fragments; nil before the page is read
	data    []byte          // the content, for the page of Begin
	url     string          // without a fragment, for the page of Begin
}

// A Result describes the target of a link.
type Result int

const (
	Elsewhere  Result = iota // the URL is not one of the site
	Found                    // the link leads to a file and, if that is a page, to a target in it
	NoFile                   // there is no such file
	NoFragment               // there is such a page without such a target
)

// AddRoot adds a folder, which the server has under a URL with an absolute path. A "/" is added to that path.
func (s *Site) AddRoot(name, url string) error {
	u, err := whatwg.Parse(url)
	if err != nil || u.HasOpaquePath() || strings.ContainsAny(u.Href(), "?#") {
		return errors.New("want DIR=URL, such as public=https://h.example/docs/")
	}
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return errors.New("there is no such folder")
	}
	file, err := fileURL(name)
	if err != nil {
		return err
	}
	s.roots = append(s.roots, root{name, withSlash(file), withSlash(u.Href())})
	return nil
}

// Roots returns the names of the folders.
func (s *Site) Roots() (names []string) {
	for _, r := range s.roots {
		names = append(names, r.name)
	}
	return names
}

func withSlash(url string) string { return strings.TrimSuffix(url, "/") + "/" }

// fileURL returns the file: URL of a file.
func fileURL(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	u, err := fileuri.FromPath(name, fileuri.Native)
	return u.String(), err
}

// URL returns the URL of a file: that under the innermost folder that has the file, or else its file: URL. If it has
// none, URL returns the zero URL.
func (s *Site) URL(name string) whatwg.URL {
	url, _ := fileURL(name) // "" has no URL
	best := s.innermost(url, func(r *root) string { return r.file })
	u, _ := whatwg.Parse(best.url + strings.TrimPrefix(url, best.file))
	return u
}

// Begin begins a page with links. Links to its URL lead to targets in data, which the Site keeps until the next page.
func (s *Site) Begin(u whatwg.URL, data []byte) {
	url, _, _ := strings.Cut(u.Href(), "#")
	s.current = page{name: "-", url: url, data: data}
}

// Check returns the Result for a link, given its href. An error is one of reading a page.
func (s *Site) Check(href []byte) (Result, error) {
	address, fragment, _ := strings.Cut(octet.Text(href), "#")
	p := &s.current
	if address != p.url {
		p = s.pageAt(address)
	}
	switch {
	case p == nil:
		return Elsewhere, nil
	case p.name == "":
		return NoFile, nil
	case p != &s.current && !s.IsPage(p.name):
		return Found, nil // PDF and SVG files have fragments of their own
	}
	// HTML Standard, section 7.4.6.4, after the removal of a fragment directive.
	fragment, _, _ = strings.Cut(fragment, ":~:")
	if fragment == "" {
		return Found, nil
	}
	if err := s.readTargets(p); err != nil {
		return Found, err
	}
	decoded := octet.Decoded(fragment)
	if p.targets[fragment] || p.targets[decoded] || strings.EqualFold(decoded, "top") {
		return Found, nil
	}
	return NoFragment, nil
}

// pageAt returns the page at a URL without a fragment, or nil if that is of another site.
func (s *Site) pageAt(address string) *page {
	p, ok := s.byURL[address]
	if ok {
		return p
	}
	if s.byURL == nil {
		s.byURL, s.byName = map[string]*page{}, map[string]*page{}
	}
	if name, ok := s.fileAt(address); ok {
		if p = s.byName[name]; p == nil {
			p = &page{name: name}
			s.byName[name] = p
		}
	}
	s.byURL[strings.Clone(address)] = p
	return p
}

// fileAt returns the name of the file that a server sends for a URL, or "" without one. If the URL is of another site,
// ok is false.
func (s *Site) fileAt(address string) (name string, ok bool) {
	address, _, _ = strings.Cut(address, "?")
	best := s.innermost(withSlash(address), func(r *root) string { return r.url })
	if best.url == "" {
		return "", false
	}
	rest := strings.TrimPrefix(address, strings.TrimSuffix(best.url, "/"))
	name = path.Clean("/" + octet.Decoded(rest)) // a ".." stops at the folder
	if filepath.Separator != '/' {
		if best.name == "/" {
			name, best.name = name[1:], "" // with a drive
		}
		if name == "" || strings.ContainsAny(strings.TrimPrefix(name, filepath.VolumeName(name)), `\:`) {
			return "", true
		}
	}
	name = filepath.Join(best.name, filepath.FromSlash(name))
	var files []string
	if rest != "" && !strings.HasSuffix(rest, "/") { // no folder
		files = append(files, name)
		for _, ext := range s.Exts {
			files = append(files, name+ext)
		}
	}
	files = append(files, filepath.Join(name, "index.html"))
	if i := slices.IndexFunc(files, isRegular); i >= 0 {
		return files[i], true
	}
	return "", true
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// IsPage reports whether a file is a page in HTML, by its name.
func (s *Site) IsPage(name string) bool {
	switch ext := filepath.Ext(name); strings.ToLower(ext) {
	case ".html", ".htm", ".xhtml", ".xht", ".shtml":
		return true
	default:
		return slices.Contains(s.Exts, ext)
	}
}

// readTargets sets the targets of a page, unless they are set.
func (s *Site) readTargets(p *page) error {
	if p.targets != nil || p.err != nil {
		return p.err
	}
	data := p.data
	if p != &s.current {
		if data, p.err = s.Read(p.name); p.err != nil {
			return p.err
		}
	}
	p.targets = map[string]bool{}
	s.scanner.Reset(data)
	for target := range s.scanner.Targets() {
		p.targets[string(target)] = true
	}
	s.scanner.Reset(nil)
	return nil
}

// IsStyleSheet reports whether a file is a style sheet, by its name.
func IsStyleSheet(name string) bool { return strings.EqualFold(filepath.Ext(name), ".css") }

// Pages returns the names of the pages in a folder and the folders in it and, with css, of the style sheets. It also
// returns the names of the other files. It skips named pipes and the like.
func (s *Site) Pages(folder string, css bool) (names, others []string, err error) {
	err = fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		isPage := s.IsPage(name) || css && IsStyleSheet(name)
		switch {
		case err == nil && !isPage && entry.Type().IsRegular():
			others = append(others, name)
		case err == nil && isPage:
			name = filepath.Join(folder, filepath.FromSlash(name))
			if info, failed := os.Stat(name); failed != nil || info.Mode().IsRegular() { // reading reports the failure
				names = append(names, name)
			}
		}
		return err
	})
	return names, others, err
}
