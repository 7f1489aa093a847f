package fileuri_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fileuri"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

const unix, windows = fileuri.Unix, fileuri.Windows

// pathTests maps paths to the URIs that FromPath returns for them. Path returns the path again.
var pathTests = []struct {
	form      fileuri.Form
	path, uri string
	source    string
}{
	{unix, "/path/to/file", "file:///path/to/file", "RFC 8089, appendix B"},
	{unix, "/", "file:///", "RFC 8089, section 2: path-absolute; Python, Java"},
	{unix, "/a b", "file:///a%20b", "Python, Node.js, Java"},
	{unix, `/a\b`, "file:///a%5Cb", "Python, Node.js, Java"},
	{unix, "/a/", "file:///a/", "Node.js"},
	{unix, "/%41?#;:@", "file:///%2541%3F%23;:@", "Node.js, Java"},
	{unix, "/é~", "file:///%C3%A9~", "RFC 8089, section 4; RFC 3986, section 2.3"},
	{unix, "/\xff", "file:///%FF", "Python"},
	{unix, "/\n\x7f\x01", "file:///%0A%7F%01", "RFC 3986, section 2.1"},
	{unix, "//a", "file:////a", "Python"},
	{unix, "//a//b//", "file:////a//b//", "RFC 3986, section 3.3: empty segments"},
	{unix, "/...", "file:///...", "RFC 3986, section 5.2.4: no dot segment"},
	{unix, "/.. ", "file:///..%20", "RFC 3986, section 5.2.4: no dot segment"},
	{unix, "/..;/a", "file:///..;/a", "RFC 3986, section 5.2.4: no dot segment; Node.js, Java"},
	{unix, "/C:/a", "file:///C:/a", "RFC 3986, section 3.3"},
	{unix, "/c|/a", "file:///c%7C/a", "RFC 3986, section 2.1"},
	{unix, "/a&b=c'(d)!$*+,", "file:///a&b=c'(d)!$*+,", "RFC 3986, section 3.3: pchar"},
	{unix, "/<>\"`{}[]^", "file:///%3C%3E%22%60%7B%7D%5B%5D%5E", "RFC 3986, section 2.1"},

	{windows, `c:\path\to\file`, "file:///c:/path/to/file", "RFC 8089, appendix E.2"},
	{windows, `C:\`, "file:///C:/", "Python"},
	{windows, `C:\a b`, "file:///C:/a%20b", "Python, Node.js"},
	{windows, `C:\a%b#`, "file:///C:/a%25b%23", "Node.js"},
	{windows, `C:\a\`, "file:///C:/a/", "Node.js"},
	{windows, `C:\ü`, "file:///C:/%C3%BC", "Node.js"},
	{windows, "C:\\\xed\xa0\x80", "file:///C:/%ED%A0%80", "an unpaired surrogate, as package os returns it"},
	{windows, `C:\\a`, "file:///C://a", "RFC 3986, section 3.3: empty segments"},
	{windows, `C:\...\a.`, "file:///C:/.../a.", "Windows knows no segment of three dots"},
	{windows, `C:\CON`, "file:///C:/CON", "reserved names are documented, and not rejected"},
	{windows, `C:\Documents and Settings\davris\FileSchemeURIs.doc`,
		"file:///C:/Documents%20and%20Settings/davris/FileSchemeURIs.doc", "cmd/go"},
	{windows, `C:\exampleㄓ.txt`, "file:///C:/example%E3%84%93.txt", "cmd/go"},
	{windows, `\\laptop\My Documents\FileSchemeURIs.doc`, "file://laptop/My%20Documents/FileSchemeURIs.doc", "cmd/go"},
	{windows, `\\host.example.com\Share\path\to\file.txt`, "file://host.example.com/Share/path/to/file.txt",
		"RFC 8089, appendix E.3.1"},
	{windows, `\\h\s\x y`, "file://h/s/x%20y", "Python, Node.js"},
	{windows, `\\h\s`, "file://h/s", "RFC 8089, appendix E.3.1"},
	{windows, `\\h\s\`, "file://h/s/", "RFC 8089, appendix E.3.1"},
	{windows, `\\192.0.2.1\s\a`, "file://192.0.2.1/s/a", "RFC 8089, appendix E.3.2: IPv4address"},
	{windows, `\\wsl$\Ubuntu\a`, "file://wsl$/Ubuntu/a", "RFC 3986, section 3.2.2: sub-delims"},
	{windows, `\\h@SSL\s`, "file://h%40SSL/s", "RFC 3986, section 3.2.2: reg-name"},
	{windows, `\\b ü%41[\s`, "file://b%20%C3%BC%2541%5B/s", "RFC 3986, section 3.2.2: reg-name"},
	{windows, `\\localhost\c$\x`, "file:////localhost/c$/x", "RFC 8089, sections 2 and E.3.2"},
	{windows, `\\LocalHost\s`, "file:////LocalHost/s", "RFC 8089, sections 2 and E.3.2; RFC 3986, section 3.2.2"},
	{windows, `\\localhoſt\s`, "file://localho%C5%BFt/s", "another name than localhost"},
	{windows, `\\localhost.\s`, "file://localhost./s", "another name than localhost"},
	{windows, `\\2001-db8--1.ipv6-literal.net\s`, "file://2001-db8--1.ipv6-literal.net/s", "names of IPv6 addresses"},
}

func TestFromPath(t *testing.T) {
	for _, tt := range pathTests {
		u, err := fileuri.FromPath(tt.path, tt.form)
		if err != nil || u.String() != tt.uri {
			t.Errorf("FromPath(%q, %v) = %q, %v, want %q (%s)", tt.path, tt.form, u, err, tt.uri, tt.source)
		}
		if path, err := fileuri.Path(uri.MustParse(tt.uri), tt.form); err != nil || path != tt.path {
			t.Errorf("Path(%q, %v) = %q, %v, want %q (%s)", tt.uri, tt.form, path, err, tt.path, tt.source)
		}
		checkPath(t, tt.path, tt.form)
	}
}

// uriTests lists URIs that FromPath does not return. If the path is "", Path rejects the URI with the error.
var uriTests = []struct {
	form      fileuri.Form
	uri, path string
	err       string
	source    string
}{
	{unix, "file:/path/to/file", "/path/to/file", "", "RFC 8089, appendix B"},
	{unix, "file://localhost/a", "/a", "", "RFC 8089, section 2; Node.js"},
	{unix, "file://LOCALHOST/a", "/a", "", "RFC 3986, section 3.2.2; Node.js"},
	{unix, "FILE:///a", "/a", "", "RFC 3986, section 3.1; Java, Node.js"},
	{unix, "file:///%61%c3%a9%5c", `/aé\`, "", "RFC 3986, section 2.1; Node.js"},
	{unix, "file:////a", "//a", "", "Python, Node.js"},
	{unix, "file:///%2e%2e%2e", "/...", "", "RFC 3986, section 5.2.4: no dot segment"},
	{unix, "file:///a%2Fb", "", "percent-encoded separator at byte 9", "Node.js; Java and cmd/go return /a/b"},
	{unix, "file:///%20%2fb", "", "percent-encoded separator at byte 11", "Node.js"},
	{unix, "file:///a%00", "", "byte that no file name can have at byte 9", "Java; Node.js returns it"},
	{unix, "file:///%c3%a9/%20%00/%2f", "", "percent-encoded separator at byte 22", "separators are found first"},
	{unix, "file:///%c3%a9/%20%00/", "", "byte that no file name can have at byte 18", "Java"},
	{unix, "file:///a/../b", "", "dot segment at byte 10", "Java and Python keep it, Node.js removes it"},
	{unix, "file:///%61/%2E%2e/b", "", "dot segment at byte 12", "Java and Python decode it, Node.js removes it"},
	{unix, "file:///.", "", "dot segment at byte 8", "RFC 3986, section 5.2.4"},
	{unix, "file://host.example.com/path/to/file", "", "host that a path cannot have at byte 7",
		"RFC 8089, appendix B; Node.js, Java"},
	{unix, "file://localhost./a", "", "host that a path cannot have at byte 7", "Node.js"},
	{unix, "file://%6cocalhost/a", "", "host that a path cannot have at byte 7", "Java"},
	{unix, "file://127.0.0.1/a", "", "host that a path cannot have at byte 7", "Node.js"},
	{unix, "file://[::1]/a", "", "host that a path cannot have at byte 7", "Node.js"},
	{unix, "file:///a?q", "", "query in a file URI at byte 9", "Java"},
	{unix, "file:///a?", "", "query in a file URI at byte 9", "Java"},
	{unix, "file:///a#", "", "fragment in a file URI at byte 9", "Java"},
	{unix, "file:///a?q#f", "", "query in a file URI at byte 9", "Java"},
	{unix, "file://u@/a", "", "userinfo in a file URI at byte 7", "RFC 8089, section 2; appendix E.1 has it"},
	{unix, "file://u:p@localhost:80/a", "", "userinfo in a file URI at byte 7", "RFC 8089, section 2"},
	{unix, "file://localhost:80/a", "", "port in a file URI at byte 16", "RFC 8089, section 2"},
	{unix, "file://localhost:/a", "", "port in a file URI at byte 16", "RFC 8089, section 2"},
	{unix, "file:a", "", "not an absolute path at byte 5", "Java; RFC 8089, section 2"},
	{unix, "file:", "", "not an absolute path at byte 5", "RFC 8089, section 2: path-absolute"},
	{unix, "file://", "", "not an absolute path at byte 7", "RFC 8089, section 2: path-absolute"},
	{unix, "file://localhost", "", "not an absolute path at byte 16", "RFC 8089, section 2: path-absolute"},
	{unix, "file:%2Fa", "", "percent-encoded separator at byte 5", "RFC 3986, section 2.2"},
	{unix, "http://localhost/a", "", "not a file URI at byte 0", "cmd/go, Node.js"},
	{unix, "files:///a", "", "not a file URI at byte 0", "RFC 3986, section 3.1"},
	{unix, "///a", "", "not a file URI at byte 0", "a relative reference"},
	{unix, "", "", "not a file URI at byte 0", "a relative reference"},
	{unix, "file:c:/a", "", "not an absolute path at byte 5", "RFC 8089, appendix E.2 is for Windows"},

	{windows, "file:/c:/path/to/file", `c:\path\to\file`, "", "RFC 8089, appendix E.2"},
	{windows, "file:c:/path/to/file", `c:\path\to\file`, "", "RFC 8089, appendix E.2; Node.js, Python, cmd/go"},
	{windows, "file://localhost/c:/a", `c:\a`, "", "RFC 8089, appendix F; Node.js, cmd/go"},
	{windows, "file:///c%3A/a", `c:\a`, "", "Visual Studio Code writes it; Node.js"},
	{windows, "file:c%3A/a", `c:\a`, "", "the same without slashes"},
	{windows, "file:///%43:/a", `C:\a`, "", "RFC 3986, section 6.2.2.2"},
	{windows, "file:///c%7C/a", `c:\a`, "", "RFC 8089, appendix E.2.2"},
	{windows, "file:c%7C/a", `c:\a`, "", "RFC 8089, appendix E.2.2"},
	{windows, "File:///C:/a", `C:\a`, "", "RFC 3986, section 3.1; Node.js"},
	{windows, "file:////host.example.com/path/to/file", `\\host.example.com\path\to\file`, "",
		"RFC 8089, appendix E.3.2; Python"},
	{windows, "file://///host.example.com/path/to/file", `\\host.example.com\path\to\file`, "",
		"RFC 8089, appendix E.3.2; Python"},
	{windows, "file://applib/products/a%2Db/abc%5F9/4148.920a/media/start.swf",
		`\\applib\products\a-b\abc_9\4148.920a\media\start.swf`, "", "cmd/go"},
	{windows, "file://%6cocalhost/s", `\\localhost\s`, "", "only the plain name means this machine"},

	{windows, "file:///path", "", "not an absolute path at byte 9", "Node.js, cmd/go: a drive letter is missing"},
	{windows, "file:///", "", "not an absolute path at byte 8", "cmd/go"},
	{windows, "file:", "", "not an absolute path at byte 5", "cmd/go"},
	{windows, "file:///C:", "", "not an absolute path at byte 10", "cmd/go; the current directory of drive C"},
	{windows, "file:///C:a", "", "not an absolute path at byte 10", "cmd/go; the current directory of drive C"},
	{windows, "file:///c%7C", "", "not an absolute path at byte 12", "RFC 8089, appendix E.2.2"},
	{windows, "file:///c%3Aa", "", "not an absolute path at byte 12", "the current directory of drive C"},
	{windows, "file:///1:/a", "", "not an absolute path at byte 8", "RFC 8089, appendix E.2: ALPHA"},
	{windows, "file:///%C3%A4:/a", "", "not an absolute path at byte 8", "RFC 8089, appendix E.2: ALPHA"},
	{windows, "file:///@:/a", "", "not an absolute path at byte 8", "RFC 8089, appendix E.2: ALPHA"},
	{windows, "file:///%5B:/a", "", "not an absolute path at byte 8", "RFC 8089, appendix E.2: ALPHA"},
	{windows, "file:///CC:/a", "", "not an absolute path at byte 9", "RFC 8089, appendix E.2: ALPHA"},
	{windows, "file://localhost//h/s", "", "not an absolute path at byte 17", "RFC 8089, appendix F"},
	{windows, "file://localhost///h/s", "", "not an absolute path at byte 17", "RFC 8089, appendix F"},
	{windows, "file://localhost/h/s", "", "not an absolute path at byte 18", "RFC 8089, section 2"},
	{windows, "file://////h/s", "", "not an absolute path at byte 10", "RFC 8089, appendix F: at most five slashes"},
	{windows, "file://h", "", "not an absolute path at byte 8", "RFC 8089, appendix E.3: a share is missing"},
	{windows, "file://h/", "", "not an absolute path at byte 9", "RFC 8089, appendix E.3; Node.js returns it"},
	{windows, "file://h//s", "", "not an absolute path at byte 9", "RFC 8089, appendix E.3: a share is missing"},
	{windows, "file:////h", "", "not an absolute path at byte 10", "RFC 8089, appendix E.3: a share is missing"},
	{windows, "file:////", "", "not an absolute path at byte 9", "RFC 8089, appendix E.3"},
	{windows, "file:///C:/a%2Fb", "", "percent-encoded separator at byte 12", "Node.js"},
	{windows, "file:///C:/a%5cb", "", "percent-encoded separator at byte 12", "Node.js"},
	{windows, "file:///%5C%5C%3F%5CC:%5Ca", "", "percent-encoded separator at byte 8", `\\?\C:\a`},
	{windows, "file://a%5Cb/s", "", "percent-encoded separator at byte 8", "Node.js rejects the host"},
	{windows, "file://a%2Fb/s", "", "percent-encoded separator at byte 8", "Node.js rejects the host"},
	{windows, "file://%3F/C:/a", "", "path of a device at byte 7", `Python before 3.14 writes it for \\?\C:\a`},
	{windows, "file://./pipe/x", "", "path of a device at byte 7", "Python and Node.js return it"},
	{windows, "file://%2e/pipe/x", "", "path of a device at byte 7", "Node.js returns it"},
	{windows, "file:////./pipe/x", "", "path of a device at byte 9", "Node.js"},
	{windows, "file:////%3F/C:/a", "", "path of a device at byte 9", `\\?\C:\a`},
	{windows, "file:///%3F%3F/C:/a", "", "not an absolute path at byte 8", `\??\C:\a`},
	{windows, "file://../s", "", "dot segment at byte 7", "no name of a server"},
	{windows, "file://.%20/s", "", "dot segment at byte 7", "no name of a server"},
	{windows, "file://h/..", "", "dot segment at byte 9", "no name of a share"},
	{windows, "file:///C:/a/../b", "", "dot segment at byte 13", "Python keeps it, Node.js removes it"},
	{windows, "file:///C:/a/%2e%2E%20/b", "", "dot segment at byte 13", "Windows may remove the space"},
	{windows, "file://C:/a", "", "port in a file URI at byte 8", "cmd/go: too few slashes"},
	{windows, "file://h:80/s", "", "port in a file URI at byte 8", "RFC 8089, section 2"},
	{windows, "file://u@h/s", "", "userinfo in a file URI at byte 7", "RFC 8089, section 2"},
	{windows, "file://h/C:/a", "", "byte that no file name can have at byte 10", "Node.js and cmd/go return it"},
	{windows, "file:////C:/a", "", "byte that no file name can have at byte 10", "Node.js"},
	{windows, "file://C%3A/a", "", "byte that no file name can have at byte 8", "Node.js"},
	{windows, "file:///C:/a:b", "", "byte that no file name can have at byte 12", "a stream; Node.js returns it"},
	{windows, "file:///C:/%3F", "", "byte that no file name can have at byte 11", "names of files on Windows"},
	{windows, "file:///C:/%20%00", "", "byte that no file name can have at byte 14", "Node.js returns it"},
	{windows, "file://[::1]/s", "", "host that a path cannot have at byte 7", `"\\[::1]" is no UNC path`},
	{windows, "file:///C:/a?REQUEST=RADIO", "", "query in a file URI at byte 12", "cmd/go drops it"},
	{windows, "file:///C:/a#f", "", "fragment in a file URI at byte 12", "Node.js drops it"},
}

func TestPath(t *testing.T) {
	for _, tt := range uriTests {
		u := uri.MustParse(tt.uri)
		path, err := fileuri.Path(u, tt.form)
		if got := textOf(err); path != tt.path || got != tt.err {
			t.Errorf("Path(%q, %v) = %q, %s, want %q, %s (%s)", tt.uri, tt.form, path, got, tt.path, tt.err, tt.source)
		}
		checkURI(t, u, tt.form)
	}
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// rejectedTests lists paths that FromPath rejects.
var rejectedTests = []struct {
	form      fileuri.Form
	path, err string
}{
	{unix, "", "not an absolute path at byte 0"},
	{unix, "a/b", "not an absolute path at byte 0"},
	{unix, `C:\a`, "not an absolute path at byte 0"},
	{unix, "/a/b\x00c", "byte that no file name can have at byte 4"},
	{unix, "/a/../b", "dot segment at byte 3"},
	{unix, "/a/.", "dot segment at byte 3"},
	{unix, "//./a", "dot segment at byte 2"},

	{windows, "", "not an absolute path at byte 0"},
	{windows, "a", "not an absolute path at byte 1"},
	{windows, `a\b`, "not an absolute path at byte 1"},
	{windows, `\a`, "not an absolute path at byte 0"},
	{windows, `/a`, "not an absolute path at byte 0"},
	{windows, `\??\C:\a`, "not an absolute path at byte 0"},
	{windows, `C:a`, "not an absolute path at byte 2"},
	{windows, `C:`, "not an absolute path at byte 2"},
	{windows, `C`, "not an absolute path at byte 1"},
	{windows, `c|\a`, "not an absolute path at byte 1"},
	{windows, `[:\a`, "not an absolute path at byte 0"},
	{windows, `\\`, "not an absolute path at byte 2"},
	{windows, `\\\a`, "not an absolute path at byte 2"},
	{windows, `\\h`, "not an absolute path at byte 3"},
	{windows, `\\h\`, "not an absolute path at byte 4"},
	{windows, `\\h\\s`, "not an absolute path at byte 4"},
	{windows, `\\?\C:\a`, "path of a device at byte 2"},
	{windows, `\\?\UNC\h\s`, "path of a device at byte 2"},
	{windows, `\\.\pipe\a`, "path of a device at byte 2"},
	{windows, `//./pipe/a`, "path of a device at byte 2"},
	{windows, `/\?/C:/a`, "path of a device at byte 2"},
	{windows, `\\..\s`, "dot segment at byte 2"},
	{windows, `\\h\.\a`, "dot segment at byte 4"},
	{windows, `C:\a\..\b`, "dot segment at byte 5"},
	{windows, `C:\a\..  `, "dot segment at byte 5"},
	{windows, `C:/a/./b`, "dot segment at byte 5"},
	{windows, `C:\a:b`, "byte that no file name can have at byte 4"},
	{windows, `C:\a?`, "byte that no file name can have at byte 4"},
	{windows, `C:\a` + "\x00", "byte that no file name can have at byte 4"},
	{windows, `\\a:b\s`, "byte that no file name can have at byte 3"},
	{windows, `\\h\C:\a`, "byte that no file name can have at byte 5"},
	{windows, `\\[::1]\s`, "byte that no file name can have at byte 3"},
}

func TestFromPathRejected(t *testing.T) {
	for _, tt := range rejectedTests {
		u, err := fileuri.FromPath(tt.path, tt.form)
		if got := textOf(err); u != (uri.URI{}) || got != tt.err {
			t.Errorf("FromPath(%q, %v) = %q, %s, want %s", tt.path, tt.form, u, got, tt.err)
		}
		checkPath(t, tt.path, tt.form)
	}
}

// TestIllegalBytes checks each byte in a name. The expected bytes come from "Naming Files, Paths, and Namespaces" by
// Microsoft.
func TestIllegalBytes(t *testing.T) {
	for i := range 256 {
		c := string([]byte{byte(i)})
		checkPath(t, "/a"+c+"b", unix)
		checkPath(t, `C:\a`+c+"b", windows)
		checkPath(t, `\\a`+c+`b\c`, windows)
		checkPath(t, c+`:\a`, windows)
	}
}

// TestBothSeparators checks that both separators of Windows have the same URI.
func TestBothSeparators(t *testing.T) {
	for _, tt := range pathTests {
		if tt.form != windows {
			continue
		}
		u, err := fileuri.FromPath(strings.ReplaceAll(tt.path, `\`, "/"), windows)
		if err != nil || u.String() != tt.uri {
			t.Errorf("%q with slashes: %q, %v, want %q", tt.path, u, err, tt.uri)
		}
	}
}

// These expressions describe the paths with a URI, as the package comment does. Paths with dotSegments have no URI.
const name = `[^\x00-\x1f<>:"|?*\\]`

var (
	absolute = map[fileuri.Form]*regexp.Regexp{
		unix:    regexp.MustCompile(`(?s)^/[^\x00]*$`),
		windows: regexp.MustCompile(`^([A-Za-z]:\\|\\\\` + name + `+\\` + name + `+(\\|$))(` + name + `|\\)*$`),
	}
	dotSegments = map[fileuri.Form]*regexp.Regexp{
		unix:    regexp.MustCompile(`(^|/)\.\.?(/|$)`),
		windows: regexp.MustCompile(`(^|\\)\.\.? *(\\|$)`),
	}
)

// hasURI reports whether path should have a URI.
func hasURI(path string, f fileuri.Form) bool {
	path = withBackslashes(path, f)
	return absolute[f].MatchString(path) && !dotSegments[f].MatchString(path)
}

// withBackslashes returns path as Path returns it.
func withBackslashes(path string, f fileuri.Form) string {
	if f == windows {
		return strings.ReplaceAll(path, "/", `\`)
	}
	return path
}

// checkError checks an error that a function returned for text.
func checkError(t *testing.T, err error, text string) {
	t.Helper()
	var e *fileuri.Error
	if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) || e.Reason == 0 {
		t.Errorf("%q: %#v", text, err)
	}
}

// checkPath checks that FromPath accepts the right paths, and that Path returns the path of their URIs.
func checkPath(t *testing.T, path string, f fileuri.Form) {
	t.Helper()
	u, err := fileuri.FromPath(path, f)
	if want := hasURI(path, f); want != (err == nil) {
		t.Errorf("FromPath(%q, %v): %v, want a URI: %t", path, f, err, want)
	}
	if err != nil {
		checkError(t, err, path)
		if u != (uri.URI{}) {
			t.Errorf("FromPath(%q, %v) = %q in spite of %v", path, f, u, err)
		}
		return
	}
	if again, err := fileuri.Path(u, f); err != nil || again != withBackslashes(path, f) {
		t.Errorf("FromPath(%q, %v) = %q, which leads to %q, %v", path, f, u, again, err)
	}
	if parsed, err := uri.ParseAbsoluteURI(u.String()); err != nil || parsed != u {
		t.Errorf("FromPath(%q, %v) = %q: %v", path, f, u, err)
	}
	// The host keeps its case, because the path does.
	if v := u.Normalized(); u != v && !strings.EqualFold(u.String(), v.String()) || u.Path() != v.Path() {
		t.Errorf("FromPath(%q, %v) = %q, and normalized it is %q", path, f, u, v)
	}
	checkURI(t, u, f)
}

// checkURI checks that the path of u has one URI, that this URI has the same path, and that equal URIs have no other
// path.
func checkURI(t *testing.T, u uri.URI, f fileuri.Form) {
	t.Helper()
	path, err := fileuri.Path(u, f)
	if err != nil {
		checkError(t, err, u.String())
		if path != "" {
			t.Errorf("Path(%q, %v) = %q in spite of %v", u, f, path, err)
		}
		return
	}
	if !hasURI(path, f) {
		t.Errorf("Path(%q, %v) = %q, which should be rejected", u, f, path)
	}
	normal, err := fileuri.FromPath(path, f)
	if err != nil {
		t.Errorf("Path(%q, %v) = %q: %v", u, f, path, err)
	}
	if again, err := fileuri.Path(normal, f); err != nil || again != path {
		t.Errorf("Path(%q, %v) = %q, and by %q it is %q, %v", u, f, path, normal, again, err)
	}
	if other, err := fileuri.Path(u.Normalized(), f); err == nil && !strings.EqualFold(other, path) {
		t.Errorf("Path(%q, %v) = %q, and normalized %q", u, f, path, other)
	}
}

func FuzzFromPath(f *testing.F) {
	for _, tt := range pathTests {
		f.Add(tt.path)
	}
	for _, tt := range rejectedTests {
		f.Add(tt.path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		checkPath(t, path, unix)
		checkPath(t, path, windows)
		checkPath(t, "/"+path, unix)
		checkPath(t, `C:\`+path, windows)
		checkPath(t, `\\`+path, windows)
	})
}

func FuzzPath(f *testing.F) {
	for _, tt := range pathTests {
		f.Add(tt.uri)
	}
	for _, tt := range uriTests {
		f.Add(tt.uri)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, prefix := range []string{"", "file:", "file://", "file:///", "file:///C:/"} {
			if u, err := uri.Parse(prefix + text); err == nil {
				checkURI(t, u, unix)
				checkURI(t, u, windows)
			}
		}
	})
}

// TestNativeForm checks the zero Form, and values that are not listed.
func TestNativeForm(t *testing.T) {
	want := unix
	if runtime.GOOS == "windows" {
		want = windows
	}
	for _, tt := range pathTests {
		for _, f := range []fileuri.Form{fileuri.Native, 3, 255} {
			if u, err := fileuri.FromPath(tt.path, f); (err == nil) != hasURI(tt.path, want) {
				t.Errorf("FromPath(%q, %d) = %q, %v", tt.path, f, u, err)
			}
			if path, err := fileuri.Path(uri.MustParse(tt.uri), f); err == nil && !hasURI(path, want) {
				t.Errorf("Path(%q, %d) = %q", tt.uri, f, path)
			}
		}
	}
}

// TestOpenFiles creates files with odd names, and opens them by the paths of their URIs.
func TestOpenFiles(t *testing.T) {
	dir := t.TempDir()
	names := []string{"a", "a b", "%41", "a#b", "é", ";=@&+$,!'()", "[{^`~}]", "...", ".a"}
	if runtime.GOOS != "windows" {
		names = append(names, `a\b`, "a?b", "a:b", "C:", "|", "*", "<>\"", "\x01\n\x7f", " ", "..  ", "CON", "%2F",
			"%00", "~")
	}
	if runtime.GOOS == "linux" {
		names = append(names, "\xff\xfe", "\xed\xa0\x80")
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Logf("the file system rejects %q: %v", name, err)
			continue
		}
		u, err := fileuri.FromPath(path, fileuri.Native)
		if err != nil {
			t.Errorf("%q: %v", path, err)
			continue
		}
		for _, v := range []uri.URI{u, u.Normalized(), uri.MustParse(strings.Replace(u.String(), "//", "//localhost", 1))} {
			again, err := fileuri.Path(v, fileuri.Native)
			if err != nil || again != path {
				t.Errorf("the path of %q is %q, %v, want %q", v, again, err, path)
			}
			if content, err := os.ReadFile(again); err != nil || string(content) != name {
				t.Errorf("%q: %q, %v", again, content, err)
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || runtime.GOOS == "linux" && len(entries) != len(names) {
		t.Errorf("%d files, %v, want %d", len(entries), err, len(names))
	}
}

// TestOtherGrammars checks the claims of the package comment about URLs that RFC 3986 does not allow, and about IRIs.
func TestOtherGrammars(t *testing.T) {
	const old = "file:///c|/a" // RFC 8089, appendix E.2.2
	if _, err := uri.Parse(old); err == nil {
		t.Errorf("%s is no URI", old)
	}
	w, err := whatwg.Parse(old)
	if err != nil {
		t.Fatal(err)
	}
	u, _ := w.URI()
	if path, err := fileuri.Path(u, windows); err != nil || path != `c:\a` {
		t.Errorf("the path of %q is %q, %v", u, path, err)
	}
	i, err := iri.Parse("file:///é")
	if err != nil {
		t.Fatal(err)
	}
	if u, err = i.URI(iri.HostPercent); err != nil {
		t.Fatal(err)
	}
	if path, err := fileuri.Path(u, unix); err != nil || path != "/é" {
		t.Errorf("the path of %q is %q, %v", u, path, err)
	}
}

// TestReasonsCovered checks that the tables contain each reason but the one that needs 4 GiB.
func TestReasonsCovered(t *testing.T) {
	var seen []fileuri.Reason
	note := func(_ any, err error) {
		var e *fileuri.Error
		if errors.As(err, &e) {
			seen = append(seen, e.Reason)
		}
	}
	for _, tt := range rejectedTests {
		note(fileuri.FromPath(tt.path, tt.form))
	}
	for _, tt := range uriTests {
		note(fileuri.Path(uri.MustParse(tt.uri), tt.form))
	}
	for r := fileuri.ReasonScheme; r < fileuri.ReasonTooLong; r++ {
		if !slices.Contains(seen, r) {
			t.Errorf("no test has the reason %q", r)
		}
	}
}
