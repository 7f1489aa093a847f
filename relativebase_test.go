package uri_test

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/urispan/uri"
	inputs "github.com/urispan/uri/internal/hostile/input"
)

// This file tests bases that are relative references. They go beyond RFC 3986.

func mustBase(t *testing.T, base string, flags uri.Resolution) *uri.Base {
	b, err := uri.NewBase(uri.MustParse(base), flags)
	if err != nil {
		t.Helper() // here, because it takes long
		t.Fatalf("%q: %v", base, err)
	}
	return b
}

func TestResolveRelativeBase(t *testing.T) {
	for _, test := range []struct{ base, ref, want string }{
		// the examples of absoluteTo in the documentation of URI.js
		{"/hello/world", "../foo/bar.html", "/foo/bar.html"},
		{"/hello/world/", "../foo/bar.html", "/hello/foo/bar.html"},

		{"a/b", "c", "a/c"},
		{"a/b", "../c", "c"},
		{"a/b", "../../c", "../c"},
		{"../a", "b", "../b"},
		{"../a", "../b", "../../b"},
		{"a", ".", "./"},
		{"a", "..", "../"},
		{"a/b", "..", "./"},
		{"a/b", "../c:d", "./c:d"},
		{"./c:d", "./e:f", "./e:f"},
		{"./c:d", "e", "e"},
		{".//a", "b", ".//b"},
		{".//a", "../b", "b"},
		{"a/b", "..//c", ".//c"},
		{"a/..", "b", "b"},
		{"a/b/..", "c", "a/c"},
		{"/a/..", "b", "/b"},
		{"/a/..//b", "c", "/.//c"},
		{"a?q", "", "a?q"},
		{"a?q#f", "#g", "a?q#g"},
		{"a?q", "?r", "a?r"},
		{"a/.?q", "", "a/?q"},
		{"?q", "a", "a"},
		{"?q", "", "?q"},
		{"", "", ""},
		{"", "a/../b", "b"},
		{"//h", "a", "//h/a"},
		{"//h/a/b", "../../../c", "//h/c"},
		{"//h/a", "/b", "//h/b"},
		{"//h/a", "//g/../b", "//g/b"},
		{"a", "//g/../b", "//g/b"},
		{"a", "/b/../c", "/c"},
		{"a", "/b/..//c", "/.//c"},
		{"/a", "x:b/../c", "x:/c"},
		{"a", "x:b/../c", "x:/c"},
	} {
		checkResolveRelative(t, test.base, test.ref, 0)
		if got := referenceResolveRelative(test.base, test.ref, false); got != test.want {
			t.Errorf("reference: %q with the base %q is %q, want %q", test.ref, test.base, got, test.want)
		}
	}
}

// checkResolveRelative compares all ways to resolve with the reference. It reports whether they agree.
func checkResolveRelative(t *testing.T, base, ref string, flags uri.Resolution) bool {
	t.Helper()
	want := referenceResolveRelative(base, ref, flags&uri.EncodedDots != 0)
	b := mustBase(t, base, flags|uri.RelativeBase)
	got, err := b.Resolve(uri.MustParse(ref))
	if got.String() != want || got != uri.MustParse(want) || err != nil {
		t.Errorf("%q with the base %q, %d: %q, %v, want %q", ref, base, flags, got, err, want)
		return false
	}
	for _, room := range []int{0, len(base) + len(ref) + 10} {
		dst := append(make([]byte, 0, 1+room), '<')
		text, r, err := b.AppendResolve(dst, uri.MustParse(ref))
		text2, r2, err2 := b.AppendResolveString(dst, ref)
		if string(text) != "<"+want || string(text2) != string(text) || r != mustRanges(want) || r2 != r || err != nil ||
			err2 != nil {
			t.Errorf("%q with the base %q, %d, appended: %q, %q, %v, %v, want %q", ref, base, flags, text, text2, err, err2, want)
			return false
		}
	}
	return true
}

// TestZeroBase: the results of the zero Base are references, since a URI with another text makes other methods panic.
func TestZeroBase(t *testing.T) {
	var b uri.Base
	for _, ref := range []string{
		"", "a", "./a:b", "../a", "a/../b:c", "..//a", ".//a", "./%41:b/c", "/.//a", "//h/..", "x:./a", "?q", "#f",
	} {
		want := referenceResolveRelative("", ref, false)
		u, err := b.Resolve(uri.MustParse(ref))
		if u != uri.MustParse(want) || err != nil {
			t.Errorf("Resolve(%q): %q, %v, want %q", ref, u, err, want)
		}
		text, r, err := b.AppendResolveString(nil, ref)
		if string(text) != want || r != mustRanges(want) || err != nil {
			t.Errorf("AppendResolveString(%q): %q, %v, want %q", ref, text, err, want)
		}
		if way, err := b.Relativize(u); err == nil && way != uri.MustParse(way.String()) {
			t.Errorf("Relativize(%q): %q is not a reference", u, way)
		}
	}
}

// relativeBases calls f with relative references of up to n tokens.
func relativeBases(n int, f func(base string)) {
	tokens := []string{"../", "./", "a/", "/", "b", "c:d", ".."}
	for _, before := range []string{"", "/", "//h", "//h/"} {
		for _, after := range []string{"", "?q"} {
			forEachConcatenation(tokens, n, func(s string) {
				if u, err := uri.Parse(before + s + after); err == nil && u.IsRelative() {
					f(u.String())
				}
			})
		}
	}
}

// references calls f with references of up to n tokens.
func references(n int, f func(ref string)) {
	for _, ref := range []string{"?r", "#f", "//g/a/../b", "//g", "x:a/../b", "/..//x", "%2e%2E/x"} {
		f(ref)
	}
	forEachConcatenation([]string{"../", "./", "a/", "/", "b", "c:d", ".."}, n, func(s string) {
		if _, err := uri.Parse(s); err == nil {
			f(s)
		}
	})
}

func TestResolveRelativeBaseExhaustively(t *testing.T) {
	sizes := inputs.Rounds(1, 1, 3)
	relativeBases(sizes, func(base string) {
		references(sizes, func(ref string) {
			if !checkResolveRelative(t, base, ref, 0) || !checkResolveRelative(t, base, ref, uri.EncodedDots) {
				t.FailNow()
			}
		})
	})
	// Many segments do not fit the spans that are kept.
	for n := range 12 {
		checkResolveRelative(t, strings.Repeat("a/../b/", n), strings.Repeat("c/../", n)+strings.Repeat("d/../../", n)+"e:f", 0)
		checkResolveRelative(t, strings.Repeat("a/", n), strings.Repeat("./b/.././", n)+strings.Repeat("../", 2*n), 0)
	}
}

// TestRelativeBaseFirst: it makes no difference whether a reference is resolved against the relative base first, or the
// relative base against another base.
func TestRelativeBaseFirst(t *testing.T) {
	sizes := inputs.Rounds(1, 1, 3)
	relativeBases(sizes, func(relative string) {
		inner := mustBase(t, relative, uri.RelativeBase)
		for _, base := range basesForAll {
			parts := newFiveParts(base)
			if !parts.authority.defined && !strings.HasPrefix(parts.path.text, "/") {
				continue
			}
			outer := mustBase(t, base, 0)
			u, err := outer.Resolve(uri.MustParse(relative))
			if err != nil {
				t.Fatal(err)
			}
			both := mustBase(t, u.String(), 0)
			references(sizes, func(ref string) {
				target, err := inner.Resolve(uri.MustParse(ref))
				if err != nil {
					t.Fatal(err)
				}
				got, _ := outer.Resolve(target)
				want, _ := both.Resolve(uri.MustParse(ref))
				if got != want {
					t.Fatalf("%q + (%q + %q) is %q + %q = %q, but (%q + %q) + %q = %q",
						base, relative, ref, base, target, got, base, relative, ref, want)
				}
			})
		}
	})
}

// TestRelativeBaseNormalizes: the empty base removes the dot segments that a Normalizer for hierarchical bases removes.
func TestRelativeBaseNormalizes(t *testing.T) {
	empty := mustBase(t, "", uri.RelativeBase)
	n := uri.Normalizer{Steps: uri.StepDots, HierarchicalBases: true}
	references(5, func(ref string) {
		u := uri.MustParse(ref)
		if got, err := empty.Resolve(u); got != n.Normalized(u) || err != nil {
			t.Fatalf("%q: %q, %v, normalized %q", ref, got, err, n.Normalized(u))
		}
	})
}

func TestRelativizeRelativeBase(t *testing.T) {
	for _, test := range []struct{ base, target, want string }{
		// the examples of relativeTo in the documentation of URI.js
		{"/relative/sub/foo/sub/file", "/relative/path", "../../../path"},
		{"/base/path/dir/file", "/base/path/with/subdir/inner.html", "../with/subdir/inner.html"},

		{"a/b", "a/c", "c"},
		{"a/b", "c", "../c"},
		{"a/b", "../c", "../../c"},
		{"../a/b", "../c", "../c"},
		{"../a/b", "../../c", "../../c"},
		{"a", "./", "."},
		{"a/b", "./", ".."},
		{"a", "../", ".."},
		{"a", "./b:c", "./b:c"},
		{"a/b", "a/c:d", "./c:d"},
		{"./b:c/d", "./b:c/e", "e"},
		{"a/b", "./b:c", "../b:c"},
		{"a", ".//b", ".//b"},
		{"a/b", ".//b", "..//b"},
		{"a/b?q", "a/b?q#f", "#f"},
		{"a/b?q", "a/b", "b"},
		{"?q", "?r", "?r"},
		{"a", "/b", "/b"},
		{"a", "//h/b", "//h/b"},
		{"//h/a", "//h/b", "b"},
		{"//h/a", "http://h/b", "http://h/b"},
		{"a/b", "http://h/b", "http://h/b"},
	} {
		checkRelativize(t, test.base, uri.RelativeBase, test.target, test.want)
	}
	for _, test := range []struct{ base, target, text string }{
		{"/a", "b", "inexpressible in path at byte 0"},
		{"//h/a", "/b", "inexpressible in authority at byte 0"},
		{"../a", "b", "inexpressible in path at byte 0"},
		{"a", "", "inexpressible in path at byte 0"},
		{"?q", "#f", "inexpressible in path at byte 0"},
		{"a", "b/../c", "dot segment in path at byte 2: resolution would remove it"},
		{"a", "./b", "dot segment in path at byte 0: resolution would remove it"},
		{"a", "..", "dot segment in path at byte 0: resolution would remove it"},
		{"a", "/b/.", "dot segment in path at byte 3: resolution would remove it"},
	} {
		b := mustBase(t, test.base, uri.RelativeBase)
		if u, err := b.Relativize(uri.MustParse(test.target)); u != (uri.URI{}) || err == nil || err.Error() != test.text {
			t.Errorf("%q from %q: %q, %v, want %q", test.target, test.base, u, err, test.text)
		}
	}
}

// TestRelativizeRelativeBaseExhaustively compares with all references of a few tokens: none is shorter, and none leads
// to a target for which Relativize has an error.
func TestRelativizeRelativeBaseExhaustively(t *testing.T) {
	var all []uri.URI
	for _, after := range []string{"", "?q", "?r"} {
		for _, before := range []string{"", "//h", "//g/"} {
			forEachConcatenation([]string{"../", "./", "a/", "/", "b", "c:d", "..", "."}, 3, func(s string) {
				if u, err := uri.Parse(before + s + after); err == nil {
					all = append(all, u)
				}
			})
		}
	}
	turn, step := 0, inputs.Rounds(97, 97, 7)
	relativeBases(3, func(base string) {
		if turn++; turn%step != 0 {
			return
		}
		b := mustBase(t, base, uri.RelativeBase)
		shortest := map[uri.URI]int{}
		for _, ref := range all {
			target, err := b.Resolve(ref)
			if err != nil {
				t.Fatal(err)
			}
			if n, ok := shortest[target]; !ok || len(ref.String()) < n {
				shortest[target] = len(ref.String())
			}
		}
		for _, target := range all {
			n, ok := shortest[target]
			ref, err := b.Relativize(target)
			if err != nil && ok || err == nil && ok && len(ref.String()) > n {
				t.Fatalf("%q from %q: %q, %v; a reference has %d bytes", target, base, ref, err, n)
			}
			if back, resolveErr := b.Resolve(ref); err == nil && (back != target || resolveErr != nil) {
				t.Fatalf("%q from %q: %q leads to %q, %v", target, base, ref, back, resolveErr)
			}
		}
	})
}

func TestRelativeBaseErrors(t *testing.T) {
	for _, test := range []struct {
		base, ref string
		text      string
	}{
		{"/../a", "", "\"..\" above the root in path at byte 1"},
		{"/a", "../b", "\"..\" above the root in path at byte 0"},
		{"//h/a", "b/../../c", "\"..\" above the root in path at byte 5"},
		{"a", "../b", ""}, // this may be below the root of another base
		{"../a", "b", ""},
	} {
		b, err := uri.NewBase(uri.MustParse(test.base), uri.RelativeBase|uri.RefuseAboveRoot)
		if err == nil {
			_, err = b.Resolve(uri.MustParse(test.ref))
		}
		text := ""
		if err != nil {
			text = err.Error()
		}
		if text != test.text {
			t.Errorf("%q with the base %q: %q, want %q", test.ref, test.base, text, test.text)
		}
	}
	if _, err := uri.NewBase(uri.MustParse("a"), ^uri.RelativeBase); err == nil {
		t.Error("a relative base is accepted without RelativeBase")
	}
	if got := bits.OnesCount8(uint8(uri.RelativeBase)); got != 1 {
		t.Errorf("RelativeBase has %d bits", got)
	}
}
