package site

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// makeSite returns a Site with a folder that has the files. Its URL is https://h/docs/.
func makeSite(t *testing.T, files map[string]string) *Site {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("files cannot have some of the names there")
	}
	folder := t.TempDir()
	for name, text := range files {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := &Site{Read: os.ReadFile}
	if err := s.AddRoot(folder, "https://H:443/docs"); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCheck: the comments name threads about false results of link checkers.
func TestCheck(t *testing.T) {
	s := makeSite(t, map[string]string{
		"index.html":           `<p id=ok>`,
		"a b/x%y.html":         "",
		"caf\u00e9/index.html": "<p id=\u00e9><p id='a b'><p id=c%20d><a name=e></a><p name=f><p ID=&amp;g><p id='send,Channel[TMsg],TMsg'>",
		"br[1]|.html":          "",
		"empty/x":              "",
		"test/x":               "",
		"test.html":            "<p id=t>",
		"manual.pdf":           "",
		"s.svg":                "",
		"template.htm":         "<template><p id=in></template><iframe srcdoc='<p id=in>'></iframe><p id=out>",
		"top.html":             "<p id=x>",
		"no-ext":               "<p id=x>",
		"sub.html/inner.html":  "",
	})
	const extTried = "-ext: "
	for _, c := range kit.Cases[struct {
		url  string
		want Result
	}]("site.txt", "TestCheck") {
		s.Exts = nil
		url := c.url
		if url[0] == '-' {
			s.Exts, url = []string{".html"}, url[len(extTried):]
		}
		s.byURL = nil
		for range 2 { // the second time from memory
			if got, err := s.Check([]byte(url)); got != c.want || err != nil {
				t.Errorf("%s: %v, %v, want %v", c.url, got, err, c.want)
			}
		}
	}
}

// TestBegin: a page is found in its own data, also without a file.
func TestBegin(t *testing.T) {
	s := makeSite(t, nil)
	for _, url := range []string{"http://other/page?q", "https://h/docs/none.html", "file:///none"} {
		u, _ := whatwg.Parse(url + "#x")
		s.Begin(u, []byte("<p id=a>"))
		for fragment, want := range map[string]Result{"": Found, "#a": Found, "#b": NoFragment, "#x": NoFragment} {
			if got, err := s.Check([]byte(url + fragment)); got != want || err != nil {
				t.Errorf("%s: %v, %v, want %v", url+fragment, got, err, want)
			}
		}
	}
	s.Begin(whatwg.URL{}, nil)
	if got, _ := s.Check([]byte("http://other/page?q#a")); got != Elsewhere {
		t.Error(got)
	}
}

// TestFileURLs: links to file: URLs lead to files, also without folders.
func TestFileURLs(t *testing.T) {
	s := makeSite(t, map[string]string{"a b[1].html": "<p id=x>"})
	folder := s.Roots()[0]
	s.roots = nil
	for name, want := range map[string]Result{"/a%20b[1].html": Found, "/a%20b[1].html#x": Found, "/a%20b[1].html#y": NoFragment, "/c": NoFile, "/": NoFile} {
		if got, err := s.Check([]byte("file://" + folder + name)); got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
	}
	if got, _ := s.Check([]byte("file://server/share/x")); got != Elsewhere {
		t.Error(got)
	}
}

// TestRoots: the innermost folder gives a file its URL, and the longest URL gives a link its folder.
func TestRoots(t *testing.T) {
	s := makeSite(t, map[string]string{"blog/post 1%.html": "", "x.html": ""})
	folder := s.Roots()[0]
	if err := s.AddRoot(filepath.Join(folder, "blog"), "http://blog.example"); err != nil {
		t.Fatal(err)
	}
	if err := s.AddRoot(folder, "https://h/docs/old/"); err != nil {
		t.Fatal(err)
	}
	if err := s.AddRoot(filepath.Join(folder, "blog"), "https://h/"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		filepath.Join(folder, "x.html"):               "https://h/docs/x.html",
		filepath.Join(folder, "blog", "post 1%.html"): "http://blog.example/post%201%25.html",
		"/elsewhere/x.html":                           "file:///elsewhere/x.html",
	} {
		if got := s.URL(name).Href(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for url, want := range map[string]Result{
		"http://blog.example/post%201%25.html": Found, "https://h/docs/blog/post%201%25.html": Found,
		"https://h/docs/old/x.html": Found, "https://h/docs/old/old/x.html": NoFile, "https://h/post%201%25.html": Found, "http://blog.example": NoFile,
	} {
		if got, err := s.Check([]byte(url)); got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", url, got, err, want)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "STYLE.CSS"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"null.html": os.DevNull, "folder.html": ".", "none.html": "none", "y.HTML": "x.html"} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	pages, others, err := s.Pages(folder, true)
	if want := []string{filepath.Join(folder, "STYLE.CSS"), filepath.Join(folder, "blog", "post 1%.html"), filepath.Join(folder, "none.html"),
		filepath.Join(folder, "x.html"), filepath.Join(folder, "y.HTML")}; !slices.Equal(pages, want) || others != nil || err != nil {
		t.Error(pages, others, err)
	}
	if withoutCSS, others, err := s.Pages(folder, false); !slices.Equal(withoutCSS, pages[1:]) || !slices.Equal(others, []string{"STYLE.CSS"}) || err != nil {
		t.Error(withoutCSS, others, err)
	}
	for _, url := range []string{"", "x", "mailto:a@b", "http://h/?q", "http://h/#", "http://["} {
		if s.AddRoot(folder, url) == nil {
			t.Errorf("%q is accepted", url)
		}
	}
	if s.AddRoot(filepath.Join(folder, "x.html"), "http://h/") == nil || s.AddRoot(filepath.Join(folder, "none"), "http://h/") == nil {
		t.Error("a name that is no folder is accepted")
	}
}

// TestReads: a page is read once for any number of fragments, also after an error.
func TestReads(t *testing.T) {
	s := makeSite(t, map[string]string{"a.html": "<p id=x>", "b.html": ""})
	reads := 0
	s.Read = func(name string) ([]byte, error) {
		if reads++; filepath.Base(name) == "b.html" {
			return nil, os.ErrPermission
		}
		return os.ReadFile(name)
	}
	failed := 0
	var href []byte // the memory of all URLs
	for _, url := range []string{"a.html", "a.html#x", "a.html?1#y", "a.html?2#x", "b.html", "b.html#x", "b.html#y"} {
		href = append(append(href[:0], "https://h/docs/"...), url...)
		got, err := s.Check(href)
		if err != nil {
			failed++
		}
		if want := map[bool]Result{true: NoFragment, false: Found}[url == "a.html?1#y"]; got != want {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
	if reads != 2 || failed != 2 {
		t.Errorf("%d reads, %d errors", reads, failed)
	}
}
