package uri_test

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// TestHierarchy has the parent of each URI, "none" if there is no parent, and the child and the sibling for the segment
// "x:y". The siblings are targets of resolution (RFC 3986, section 5.2), where there is a base.
func TestHierarchy(t *testing.T) {
	for _, test := range []struct{ uri, last, ext, parent, child, sibling string }{
		{"http://h/a/b", "b", "", "http://h/a/", "http://h/a/b/x:y", "http://h/a/x:y"},
		{"http://h/a/b.tar.gz?q#f", "b.tar.gz", ".gz", "http://h/a/", "http://h/a/b.tar.gz/x:y", "http://h/a/x:y"},
		{"http://h/a/b/", "", "", "http://h/a/", "http://h/a/b/x:y", "http://h/a/b/x:y"},
		{"http://h/a", "a", "", "http://h/", "http://h/a/x:y", "http://h/x:y"},
		{"http://h/", "", "", "none", "http://h/x:y", "http://h/x:y"},
		{"http://h", "", "", "none", "http://h/x:y", "http://h/x:y"},
		{"s://u:p@h:1?/a#/b", "", "", "none", "s://u:p@h:1/x:y", "s://u:p@h:1/x:y"},
		{"//h.com", "", "", "none", "//h.com/x:y", "//h.com/x:y"},
		{"//", "", "", "none", "///x:y", "///x:y"},
		{"/", "", "", "none", "/x:y", "/x:y"},
		{"/a.b/c", "c", "", "/a.b/", "/a.b/c/x:y", "/a.b/x:y"},

		// Empty segments are segments.
		{"http://h//", "", "", "http://h/", "http://h//x:y", "http://h//x:y"},
		{"http://h//a", "a", "", "http://h//", "http://h//a/x:y", "http://h//x:y"},
		{"http://h/a//", "", "", "http://h/a/", "http://h/a//x:y", "http://h/a//x:y"},
		{"/.//a", "a", "", "/.//", "/.//a/x:y", "/.//x:y"},
		{"/.//", "", "", "/", "/.//x:y", "/.//x:y"},
		{"s:/.//a/", "", "", "s:/.//", "s:/.//a/x:y", "s:/.//a/x:y"},

		// Paths without a "/" at the start.
		{"a/b", "b", "", "a/", "a/b/x:y", "a/x:y"},
		{"a/", "", "", "./", "a/x:y", "a/x:y"},
		{"a.b?q", "a.b", ".b", "./", "a.b/x:y", "./x:y"}, // section 4.2
		{"", "", "", "none", "./x:y", "./x:y"},
		{"?q#f", "", "", "none", "./x:y", "./x:y"},
		{"urn:a:b.c", "a:b.c", ".c", "none", "urn:a:b.c/x:y", "urn:x:y"},
		{"urn:a/b", "b", "", "urn:a/", "urn:a/b/x:y", "urn:a/x:y"},
		{"urn:a/", "", "", "none", "urn:a/x:y", "urn:a/x:y"},
		{"urn:", "", "", "none", "urn:x:y", "urn:x:y"},
		{"mailto:j@h.com?q", "j@h.com", ".com", "none", "mailto:j@h.com/x:y", "mailto:x:y"},

		// Dot segments.
		{"http://h/a/b/..", "..", "", "http://h/", "http://h/a/b/../x:y", "http://h/a/b/x:y"},
		{"http://h/a/../b/c", "c", "", "http://h/b/", "http://h/a/../b/c/x:y", "http://h/a/../b/x:y"},
		{"http://h/a/..", "..", "", "none", "http://h/a/../x:y", "http://h/a/x:y"},
		{"/./a", "a", "", "/", "/./a/x:y", "/./x:y"},
		{"/a/b/.", ".", "", "/a/", "/a/b/./x:y", "/a/b/x:y"},
		{"http://h/a/%2e%2e/b", "b", "", "http://h/a/%2e%2e/", "http://h/a/%2e%2e/b/x:y", "http://h/a/%2e%2e/x:y"},
		{"../a", "a", "", "../", "../a/x:y", "../x:y"},
		{"a/../b", "b", "", "a/../", "a/../b/x:y", "a/../x:y"},
		{"a/..", "..", "", "none", "a/../x:y", "a/x:y"},
		{"../", "", "", "none", "../x:y", "../x:y"},
		{".", ".", "", "none", "./x:y", "./x:y"},
		{"./", "", "", "none", "./x:y", "./x:y"},
		{"./a:b", "a:b", "", "./", "./a:b/x:y", "./x:y"},

		// Names and extensions as written.
		{"/a%2Fb.c%2fd", "a%2Fb.c%2fd", ".c%2fd", "/", "/a%2Fb.c%2fd/x:y", "/x:y"},
		{"/a%2Eb", "a%2Eb", "", "/", "/a%2Eb/x:y", "/x:y"},
		{"/.profile", ".profile", ".profile", "/", "/.profile/x:y", "/x:y"},
		{"/a.", "a.", ".", "/", "/a./x:y", "/x:y"},
		{"/...", "...", ".", "/", "/.../x:y", "/x:y"},
		{"/a.b;v=1.2,3", "a.b;v=1.2,3", ".2,3", "/", "/a.b;v=1.2,3/x:y", "/x:y"},
	} {
		u := uri.MustParse(test.uri)
		if last, ext := u.LastSegment(), u.Ext(); last != test.last || ext != test.ext {
			t.Errorf("%q ends with %q, %q; want %q, %q", u, last, ext, test.last, test.ext)
		}
		parent, ok := u.Parent()
		if got := parent.String(); ok && got != test.parent || !ok && (test.parent != "none" || got != "") {
			t.Errorf("the parent of %q is %q, %t; want %q", u, got, ok, test.parent)
		}
		child, err := u.Child("x:y")
		if err != nil || child.String() != test.child {
			t.Errorf("the child of %q is %q, %v; want %q", u, child, err, test.child)
		}
		sibling, err := u.Sibling("x:y")
		if err != nil || sibling.String() != test.sibling {
			t.Errorf("the sibling of %q is %q, %v; want %q", u, sibling, err, test.sibling)
		}
		checkHierarchy(t, u)
	}
}

// checkHierarchy checks promises that hold for all URIs: that results are valid, that the parent of a child is u with a
// "/" at the end, that siblings are what resolution returns, and that there are not infinitely many ancestors.
func checkHierarchy(t *testing.T, u uri.URI) {
	t.Helper()
	const name = "a/b?#%2F.c"
	child, err := u.Child(name)
	if text, _ := uri.Decode(child.LastSegment(), 0); err != nil || text != name || child.Ext() != ".c" {
		t.Errorf("the child of %q is %q, %v", u, child, err)
	}
	dir, err := u.Child("")
	if !strings.HasSuffix(dir.Path(), "/") && (dir.Path() != "" || dir.IsRelative()) || err != nil {
		t.Errorf("%q with an empty child is %q, %v", u, dir, err)
	}
	if parent, ok := child.Parent(); ok && !parent.Equal(dir) && dir.Path() != "" {
		t.Errorf("the parent of the child %q is %q, want %q", child, parent, dir)
	}
	sibling, err := u.Sibling(name)
	if target, no := u.Resolve(uri.MustParse(uri.EncodeText(uri.PlaceSegment, name))); no == nil {
		if !target.Equal(sibling) || err != nil {
			t.Errorf("the sibling of %q is %q, %v; want %q", u, sibling, err, target)
		}
	}
	for _, v := range []uri.URI{child, sibling, dir} {
		_, query := v.Query()
		_, fragment := v.Fragment()
		if w, err := uri.Parse(v.String()); v != w || err != nil || query || fragment {
			t.Errorf("%q leads to %q, which Parse does not return: %v", u, v, err)
		}
		authority, _ := u.Authority()
		if got, _ := v.Authority(); got != authority || v.Scheme() != u.Scheme() {
			t.Errorf("%q leads to %q, elsewhere", u, v)
		}
	}
	n := 0
	for v, ok := u.Parent(); ok && n <= 2*len(u.String())+2; v, ok = v.Parent() {
		if w, err := uri.Parse(v.String()); v != w || err != nil || !strings.HasSuffix(v.Path(), "/") {
			t.Errorf("%q leads to %q, which Parse does not return: %v", u, v, err)
		}
		n++
	}
	if n > len(u.String())+1 {
		t.Errorf("%q has more than %d ancestors", u, n)
	}
}

// TestHierarchyOfAll checks all paths of a few pieces, after all that can be before them. It compares with JoinPath,
// and the extension with package path.
func TestHierarchyOfAll(t *testing.T) {
	pieces := []string{"/", "a", ".", "..", ":", "%2F", "?b/.c"}
	for _, before := range []string{"", "s:", "//h", "s://h", "//", "s://u@:1"} {
		var check func(text string, depth int)
		check = func(text string, depth int) {
			if u, _, ok := uri.TryParse(before + text); ok {
				checkHierarchy(t, u)
				last := u.LastSegment()
				if want := path.Ext(u.Path()); u.Ext() != want && last != "." && last != ".." {
					t.Errorf("%q: the extension is %q, want %q", u, u.Ext(), want)
				}
				up, err := u.JoinPath("..")
				parent, ok := u.Parent()
				if ok && !u.IsRelativePath() && !strings.Contains(u.Path(), "//") &&
					strings.Trim(up.Path(), "/") != strings.Trim(parent.Path(), "/") {
					t.Errorf("%q: the parent is %q; JoinPath: %q, %v", u, parent, up, err)
				}
			}
			if depth > 0 {
				for _, p := range pieces {
					check(text+p, depth-1)
				}
			}
		}
		check("", 5)
	}
}

// TestEmptySegment: an empty segment leads to the directory, which has no name if it is that of a relative reference.
func TestEmptySegment(t *testing.T) {
	for _, test := range []struct{ uri, child, sibling string }{
		{"http://h?q", "http://h/", "http://h/"},
		{"http://h/a/b#f", "http://h/a/b/", "http://h/a/"},
		{"http://h/a/", "http://h/a/", "http://h/a/"},
		{"//h", "//h/", "//h/"},
		{"/a", "/a/", "/"},
		{"a/b", "a/b/", "a/"},
		{"a?q", "a/", "./"},
		{"", "./", "./"},
		{"#f", "./", "./"},
		{"..", "../", "./"},
		{"urn:a:b", "urn:a:b/", "urn:"},
		{"urn:?q", "urn:", "urn:"},
	} {
		u := uri.MustParse(test.uri)
		child, err := u.Child("")
		if child != uri.MustParse(test.child) || err != nil {
			t.Errorf("%q: child %q, %v; want %q", u, child, err, test.child)
		}
		sibling, err := u.Sibling("")
		if sibling != uri.MustParse(test.sibling) || err != nil {
			t.Errorf("%q: sibling %q, %v; want %q", u, sibling, err, test.sibling)
		}
	}
}

// TestSegmentsRefused refuses the segments that are removed by normalization, and keeps those that only look like them.
func TestSegmentsRefused(t *testing.T) {
	for _, test := range []struct {
		uri            string
		child, sibling int
	}{{"http://h", 1, 1}, {"http://h/a/", 3, 3}, {"/a/b?q", 5, 3}, {"a", 2, 0}, {"", 0, 0}} {
		u := uri.MustParse(test.uri)
		for _, segment := range []string{".", ".."} {
			v, err := u.Child(segment)
			if want := (misfit{uri.ComponentPath, test.child, uri.ReasonDotSegment}); misfitOf(err) != want || v != (uri.URI{}) {
				t.Errorf("%q, %q: %q, %v; want %+v", u, segment, v, err, want)
			}
			v, err = u.Sibling(segment)
			if want := (misfit{uri.ComponentPath, test.sibling, uri.ReasonDotSegment}); misfitOf(err) != want || v != (uri.URI{}) {
				t.Errorf("%q, %q: %q, %v; want %+v", u, segment, v, err, want)
			}
		}
		for segment, want := range map[string]string{
			"...": "...", "./": ".%2F", "../..": "..%2F..", "%2e": "%252e", ".a": ".a", "/": "%2F", "é\x00": "%C3%A9%00",
			"..;": "..%3B", ".;x": ".%3Bx", ";": "%3B", ";;a=b,c;": "%3B%3Ba=b,c%3B", "%3B": "%253B",
		} {
			for _, change := range []func(string) (uri.URI, error){u.Child, u.Sibling} {
				v, err := change(segment)
				if v.LastSegment() != want || uri.SegmentName(want, "") != want || err != nil {
					t.Errorf("%q, %q: %q, %v", u, segment, v, err)
				}
			}
		}
	}
}

// TestLastSegmentNetURL has the cases in which package path returns something else.
func TestLastSegmentNetURL(t *testing.T) {
	for _, test := range []struct{ uri, last, base string }{
		{"http://h/a/b", "b", "b"}, {"http://h/a/", "", "a"}, {"http://h/", "", "/"}, {"http://h", "", "."},
		{"http://h/a%2Fb", "a%2Fb", "b"},
	} {
		v, err := url.Parse(test.uri)
		if err != nil {
			t.Fatal(err)
		}
		if last, base := uri.MustParse(test.uri).LastSegment(), path.Base(v.Path); last != test.last || base != test.base {
			t.Errorf("%q: %q, and %q by package path; want %q, %q", test.uri, last, base, test.last, test.base)
		}
	}
}

func ExampleURI_Parent() {
	u := uri.MustParse("https://example.com/docs/go/index.html?print#top")
	for v, ok := u.Parent(); ok; v, ok = v.Parent() {
		fmt.Println(v)
	}
	// Output:
	// https://example.com/docs/go/
	// https://example.com/docs/
	// https://example.com/
}

// Names that users choose stay one segment.
func ExampleURI_Child() {
	files := uri.MustParse("https://example.com/files/")
	u, err := files.Child("AC/DC 50%.txt")
	fmt.Println(u, err)
	_, err = files.Child("..")
	fmt.Println(err)
	// Output:
	// https://example.com/files/AC%2FDC%2050%25.txt <nil>
	// dot segment in path at byte 7: resolution would remove it
}

func ExampleURI_Sibling() {
	page := uri.MustParse("https://example.com/docs/intro.html?lang=en")
	next, _ := page.Sibling("next page.html")
	dir, _ := page.Sibling("")
	fmt.Println(next)
	fmt.Println(dir)
	// Output:
	// https://example.com/docs/next%20page.html
	// https://example.com/docs/
}

func ExampleURI_LastSegment() {
	u := uri.MustParse("https://example.com/files/caf%C3%A9.tar.gz?v=1")
	name, err := uri.Decode(u.LastSegment(), uri.RefuseSlash)
	fmt.Println(name, err)
	fmt.Println(u.Ext())
	// Output:
	// café.tar.gz <nil>
	// .gz
}

func ExampleURI_Ext() {
	for _, s := range []string{"/photos/cat.JPG?w=100", "/photos/", "/a.b/c"} {
		fmt.Printf("%q\n", uri.MustParse(s).Ext())
	}
	// Output:
	// ".JPG"
	// ""
	// ""
}
