package uri_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// referenceSegments reads a path by the rules
//
//	path-abempty  = *( "/" segment )
//	path-absolute = "/" [ segment-nz *( "/" segment ) ]
//	path-rootless = segment-nz *( "/" segment )
//	path-empty    = 0<pchar>
//
// (RFC 3986, section 3.3), but for that of the path "/" the missing segment-nz counts as an empty one, as it does by
// the first rule.
func referenceSegments(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(path, "/"), "/")
}

func TestSegments(t *testing.T) {
	for _, test := range kit.Cases[struct {
		path string
		want []string
	}]("path.txt", "TestSegments") {
		checkSegments(t, test.path, test.want)
		before := "x:"
		if strings.HasPrefix(test.path, "/") {
			before = "x://h"
		}
		u := uri.MustParse(before + test.path + "?/q")
		if got := slices.Collect(uri.Segments(u.Path())); !slices.Equal(got, test.want) {
			t.Errorf("the segments of %s are %q, want %q", u, got, test.want)
		}
	}
}

func checkSegments(t *testing.T, path string, want []string) {
	t.Helper()
	if got := slices.Collect(uri.Segments(path)); !slices.Equal(got, want) {
		t.Errorf("Segments(%.200q) (-want +got):\n%s", path, cmp.Diff(want, got))
	}
	// Every beginning of the sequence can be had alone, and the sequence again.
	for n := range min(len(want), 10) {
		var got []string
		for s := range uri.Segments(path) {
			if got = append(got, s); len(got) > n {
				break
			}
		}
		if !slices.Equal(got, want[:n+1]) {
			t.Errorf("the first %d of Segments(%.200q) are %q, want %q", n+1, path, got, want[:n+1])
		}
	}
}

func TestHasPathPrefix(t *testing.T) {
	for _, test := range kit.Cases[struct {
		in, prefix string
		want       bool
	}]("path.txt", "TestHasPathPrefix") {
		if got := uri.MustParse(test.in).HasPathPrefix(test.prefix); got != test.want {
			t.Errorf("%q has the prefix %q: %t", test.in, test.prefix, got)
		}
	}
}

// TestHasPathPrefixByReference compares all short paths of hazardous parts with a reference that decodes and cuts.
func TestHasPathPrefixByReference(t *testing.T) {
	parts := []string{"/", ".", "%2e", "%2F", "%5c", ";", "%3B", "%00", "a", "%61", "%c3", "%C3"}
	prefixes := []string{"", "/", "/a", "/%61/", "//", "/%c3", "/.", "/;"}
	for path := range kit.Concatenations(parts, kit.Rounds(3, 3, 4)) {
		u := uri.MustParse("x://h/" + path)
		for _, prefix := range prefixes {
			if got, want := u.HasPathPrefix(prefix), referenceHasPrefix(u.Path(), prefix); got != want {
				t.Fatalf("%q has the prefix %q: %t", u, prefix, got)
			}
			if u.HasPathPrefix(prefix) && !u.Normalized().HasPathPrefix(prefix) {
				t.Fatalf("%q has the prefix %q, its normal form has not", u, prefix)
			}
		}
	}
}

// encodedUnreserved matches the percent-encodings of unreserved characters.
var encodedUnreserved = regexp.MustCompile(`(?i)%(2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)`)

// anyEncoding matches percent-encodings.
var anyEncoding = regexp.MustCompile(`%..`)

func referenceHasPrefix(path, prefix string) bool {
	decoded, err := url.PathUnescape(path)
	if err != nil {
		return false
	}
	for segment := range strings.SplitSeq(strings.ReplaceAll(decoded, `\`, "/"), "/") {
		name := segment
		if end := strings.IndexAny(segment, ";\x00"); end >= 0 {
			name = segment[:end]
		}
		if name == "." || name == ".." {
			return false
		}
	}
	compared := func(s string) string {
		s = encodedUnreserved.ReplaceAllStringFunc(s, func(c string) string {
			b, _ := strconv.ParseUint(c[1:], 16, 8)
			return string(rune(b))
		})
		return anyEncoding.ReplaceAllStringFunc(s, strings.ToUpper)
	}
	path, prefix = compared(path), compared(prefix)
	return path == prefix || strings.HasPrefix(path, strings.TrimSuffix(prefix, "/")+"/") && strings.HasPrefix(path, prefix)
}

func ExampleURI_HasPathPrefix() {
	for _, s := range []string{
		"https://example.com/api/v1?q",
		"https://example.com/%61pi/v1",
		"https://example.com/apix",
		"https://example.com/api/../admin",
		"https://example.com/api/%2e%2e/admin",
		"https://example.com/api/..%2Fadmin",
	} {
		fmt.Println(uri.MustParse(s).HasPathPrefix("/api"), s)
	}
	// Output:
	// true https://example.com/api/v1?q
	// true https://example.com/%61pi/v1
	// false https://example.com/apix
	// false https://example.com/api/../admin
	// false https://example.com/api/%2e%2e/admin
	// false https://example.com/api/..%2Fadmin
}

// FuzzSegments compares the segments with the reference.
func FuzzSegments(f *testing.F) {
	addSeeds(f, func(input string) { f.Add(input) })
	f.Fuzz(func(t *testing.T, path string) { checkSegments(t, path, referenceSegments(path)) })
}

// TestHierarchy tests the parent of each URI, or "none", and the child and the sibling for the segment "x:y". The
// siblings are targets of resolution (RFC 3986, section 5.2), if the URI can be a base.
func TestHierarchy(t *testing.T) {
	for _, test := range kit.Cases[struct{ uri, last, parent, child, sibling string }]("path.txt", "TestHierarchy") {
		u := uri.MustParse(test.uri)
		if last := lastSegment(u); last != test.last {
			t.Errorf("%q ends with %q; want %q", u, last, test.last)
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
	if text, _ := uri.Decode(lastSegment(child), 0); err != nil || text != name {
		t.Errorf("the child of %q is %q, %v", u, child, err)
	}
	dir, err := u.Child("")
	if !strings.HasSuffix(dir.Path(), "/") && (dir.Path() != "" || !dir.IsAbs()) || err != nil {
		t.Errorf("%q with an empty child is %q, %v", u, dir, err)
	}
	if parent, ok := child.Parent(); ok && !parent.Equal(dir) && dir.Path() != "" {
		t.Errorf("the parent of the child %q is %q, want %q", child, parent, dir)
	}
	sibling, err := u.Sibling(name)
	if target, no := u.Resolve(uri.MustParse(uri.PlaceSegment.Encode(name))); no == nil {
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

// TestHierarchyOfAll checks all paths of a few pieces, after all that can be before them. It compares with JoinPath.
func TestHierarchyOfAll(t *testing.T) {
	pieces := []string{"/", "a", ".", "..", ":", "%2F", "?b/.c"}
	for _, before := range []string{"", "s:", "//h", "s://h", "//", "s://u@:1"} {
		for text := range kit.Concatenations(pieces, kit.Rounds(4, 4, 5)) {
			u, err := uri.Parse(before + text)
			if err != nil {
				continue
			}
			checkHierarchy(t, u)
			up, err := u.JoinPath("..")
			parent, ok := u.Parent()
			if ok && !isRelativePathRef(u) && !strings.Contains(u.Path(), "//") &&
				strings.Trim(up.Path(), "/") != strings.Trim(parent.Path(), "/") {
				t.Errorf("%q: the parent is %q; JoinPath: %q, %v", u, parent, up, err)
			}
		}
	}
}

// TestEmptySegment: an empty segment leads to the directory, which has no name if it is that of a relative reference.
func TestEmptySegment(t *testing.T) {
	for _, test := range kit.Cases[struct{ uri, child, sibling string }]("path.txt", "TestEmptySegment") {
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
				if lastSegment(v) != want || strings.Contains(want, ";") || err != nil {
					t.Errorf("%q, %q: %q, %v", u, segment, v, err)
				}
			}
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

func TestJoinPath(t *testing.T) {
	for _, test := range kit.Cases[struct {
		uri, want string
		elem      []string
	}]("path.txt", "TestJoinPath") {
		u, err := uri.MustParse(test.uri).JoinPath(test.elem...)
		if err != nil || u.String() != test.want {
			t.Errorf("%q + %q = %q, %v; want %q", test.uri, test.elem, u, err, test.want)
		}
		if v, err := uri.Parse(u.String()); v != u || err != nil {
			t.Errorf("%q + %q = %q, which is not what it parses to: %v", test.uri, test.elem, u, err)
		}
	}
}

// TestJoinPathNetURL compares with net/url where a path has nothing to encode. The two differ only if there is nothing
// to join, or if nothing is left of a relative path.
func TestJoinPathNetURL(t *testing.T) {
	bases := []string{
		"http://h", "http://h/", "http://h/a", "http://h/a/", "http://h//", "http://h/a//b/", "http://h/a/../b",
		"http://h/..", "http://h/%2F/x", "s://u@h:1/a/./?q#f", "//h", "//h/a", "", "a", "a/", "a/../..", "./b", "/a", "/", "..", "?q",
	}
	pieces := []string{"", "a", "/", ".", "..", "../", "b/c", "./", "%2e", "x:y", "//x", "...", "/../..//"}
	compared := 0
	var join func(base string, v *url.URL, elem []string)
	join = func(base string, v *url.URL, elem []string) {
		u, err := uri.MustParse(base).JoinPath(elem...)
		switch nothing := v.Path+strings.Join(elem, "") == ""; {
		case err != nil:
			t.Errorf("%q + %q: %v", base, elem, err)
		case nothing && u.String() != base:
			t.Errorf("%q + %q = %q", base, elem, u)
		case nothing || u.Path() == "./":
		case u.String() != v.JoinPath(elem...).String():
			t.Errorf("%q + %q = %q; net/url: %q", base, elem, u, v.JoinPath(elem...))
		default:
			compared++
		}
		if len(elem) == 3 {
			return
		}
		for _, p := range pieces {
			join(base, v, append(elem[:len(elem):len(elem)], p))
		}
	}
	for _, base := range bases {
		v, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		join(base, v, nil)
	}
	if compared < 40_000 {
		t.Errorf("only %d compared", compared)
	}
}

// Names that users choose are data: a "/" in them is encoded, and ".." must be refused.
func ExampleURI_JoinPath() {
	api := uri.MustParse("https://example.com/v1/?key=k")
	u, _ := api.JoinPath("users", "Ann Lee", "../Bob")
	fmt.Println(u)
	u, _ = api.JoinPath("files", uri.PlaceSegment.Encode("a/b 50%"))
	fmt.Println(u)
	// Output:
	// https://example.com/v1/users/Bob?key=k
	// https://example.com/v1/files/a%2Fb%2050%25?key=k
}
