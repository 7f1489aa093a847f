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
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

const unix, windows = fileuri.Unix, fileuri.Windows

// forms are the names of forms in testdata.
var forms = map[string]any{"unix": unix, "windows": windows}

// pathTests maps paths to the URIs that FromPath returns for them. Path returns the path again.
var pathTests = kit.Cases[struct {
	form              fileuri.Form
	path, uri, source string
}]("fileuri.txt", "pathTests", forms)

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
var uriTests = kit.Cases[struct {
	form                   fileuri.Form
	uri, path, err, source string
}]("fileuri.txt", "uriTests", forms)

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
var rejectedTests = kit.Cases[struct {
	form      fileuri.Form
	path, err string
}]("fileuri.txt", "rejectedTests", forms)

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
