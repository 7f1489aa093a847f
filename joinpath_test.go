package uri_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

func TestJoinPath(t *testing.T) {
	for _, test := range []struct {
		uri  string
		elem []string
		want string
	}{
		// Slashes.
		{"http://h/a", []string{"b"}, "http://h/a/b"},
		{"http://h/a/", []string{"/b/"}, "http://h/a/b/"},
		{"http://h/a//b", []string{"c//d", "//e"}, "http://h/a/b/c/d/e"},
		{"http://h", []string{"x", "/y"}, "http://h/x/y"},
		{"http://h/a/", nil, "http://h/a/"},
		{"http://h/a/", []string{""}, "http://h/a"}, // as net/url does: the last element does not end with "/"
		{"//h", []string{"/"}, "//h/"},

		// Dot segments.
		{"http://h/a/b", []string{"../c", "d e/"}, "http://h/a/c/d%20e/"},
		{"http://h/a/b", []string{"..", ".."}, "http://h/"},
		{"http://h/a", []string{"../../../etc/passwd"}, "http://h/etc/passwd"},
		{"http://h/a/./b/../c", nil, "http://h/a/c"},
		{"http://h/a", []string{"...", ".b", "c.", "..d"}, "http://h/a/.../.b/c./..d"},
		{"http://h/a", []string{"%2e%2E/b"}, "http://h/a/%2e%2E/b"},

		// Everything else stays.
		{"s://u:p@h:1/a?q/../#f/..", []string{"b"}, "s://u:p@h:1/a/b?q/../#f/.."},
		{"http://h/%2F%41", []string{"%2f"}, "http://h/%2F%41/%2f"},

		// Encoding (sections 2.1 and 3.3).
		{"http://h", []string{"a?b#c[]"}, "http://h/a%3Fb%23c%5B%5D"},
		{"http://h", []string{"50%", "%zz", "é\x00\xff"}, "http://h/50%25/%25zz/%C3%A9%00%FF"},
		{"http://h", []string{"%", "41"}, "http://h/%25/41"}, // the "%" takes no digits from the next element
		{"http://h", []string{"a:b@c;d=e,f!$&'()*+"}, "http://h/a:b@c;d=e,f!$&'()*+"},
		{"http://h", []string{`..\x`}, "http://h/..%5Cx"},

		// Relative and rootless paths.
		{"", nil, ""},
		{"", []string{"", ""}, ""},
		{"http://h", nil, "http://h"},
		{"?q", []string{""}, "?q"},
		{"", []string{"."}, "./"},
		{"", []string{"/"}, "./"},
		{"a", []string{".."}, "./"},
		{"a?q", []string{"../"}, "./?q"},
		{"a", []string{"../../b"}, "b"},
		{"", []string{"/b"}, "b"},
		{"", []string{"b:c"}, "./b:c"}, // section 4.2
		{"a/", []string{"../b:c"}, "./b:c"},
		{"/a", []string{".."}, "/"},
		{"/.//a", []string{"b"}, "/a/b"},
		{"/", []string{"//evil.example"}, "/evil.example"},
		{"", []string{"//evil.example"}, "evil.example"},
		{"urn:a:b", []string{"c"}, "urn:a:b/c"},
		{"x:a", []string{"../"}, "x:"},
		{"x:", []string{"b:c"}, "x:b:c"},
		{"x:/a", []string{"//b"}, "x:/a/b"},
	} {
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
	u, _ = api.JoinPath("files", uri.EncodeText(uri.PlaceSegment, "a/b 50%"))
	fmt.Println(u)
	// Output:
	// https://example.com/v1/users/Bob?key=k
	// https://example.com/v1/files/a%2Fb%2050%25?key=k
}
