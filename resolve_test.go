package uri_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

const rfcBase = "http://a/b/c/d;p?q"

// rfcExamples are those of RFC 3986, sections 5.4.1 and 5.4.2, for strict parsers.
var rfcExamples = kit.Cases[struct{ ref, target string }]("resolve.txt", "rfcExamples")

func TestResolveRFC(t *testing.T) {
	if len(rfcExamples) != 42 {
		t.Errorf("%d examples, want 42", len(rfcExamples))
	}
	for _, test := range rfcExamples {
		checkResolve(t, rfcBase, test.ref, 0, test.target)
		want := test.target
		if test.ref == "http:g" {
			want = "http://a/b/c/g" // "for backward compatibility"
		}
		checkResolve(t, rfcBase, test.ref, uri.ResolveNonStrict, want)
	}
}

const (
	nonStrict = uri.ResolveNonStrict
	encoded   = uri.ResolveEncodedDots
	refuse    = uri.ResolveRefuseAboveRoot
)

// resolutions are the names of flags in testdata/resolve.txt and testdata/relativize.txt.
var resolutions = map[string]any{
	"nonstrict": nonStrict, "encoded": encoded, "refuse": refuse,
	"refuse|nonstrict": refuse | nonStrict, "refuse|encoded": refuse | encoded,
}

// resolveTests are about the cases that TestResolveExhaustively leaves out: letters, lengths and many segments. All
// targets follow from the pseudocode of section 5.2.
var resolveTests = kit.Cases[struct {
	base, ref string
	flags     uri.Resolution
	target    string
}]("resolve.txt", "resolveTests", resolutions)

func TestResolve(t *testing.T) {
	for _, test := range resolveTests {
		checkResolve(t, test.base, test.ref, test.flags, test.target)
	}
}

// aboveRootTests lists the offset in the reference, or -1 and that in the base.
var aboveRootTests = kit.Cases[struct {
	base, ref     string
	flags         uri.Resolution
	inRef, inBase int
}]("resolve.txt", "aboveRootTests", resolutions)

func TestRefuseAboveRoot(t *testing.T) {
	for _, test := range aboveRootTests {
		checkRefused(t, test.base, test.ref, test.flags, test.inRef, test.inBase)
		_, err := uri.NewBase(uri.MustParse(test.base), test.flags&^refuse)
		if err != nil {
			t.Errorf("%q: %v", test.base, err)
		}
	}
}

// A way is one of the functions that resolve. Its ranges are those that it returns or, if it does not, what Parse says.
type way struct {
	name    string
	resolve func(base, ref uri.URI, flags uri.Resolution) (target string, r fsm.Ranges, err error)

	strict bool // has no flags
}

// before is the text in the buffer before the call.
const before = "http://before/../"

var ways = []way{
	{"Base.AppendResolveString", func(base, ref uri.URI, flags uri.Resolution) (string, fsm.Ranges, error) {
		size := len(base.String() + ref.String())
		return appended(base, flags, size, func(b *uri.Base, dst []byte) ([]byte, fsm.Ranges, error) {
			return b.AppendResolveString(dst, ref.String())
		})
	}, false},
	{"Base.Resolve", func(base, ref uri.URI, flags uri.Resolution) (string, fsm.Ranges, error) {
		b, err := uri.NewBase(base, flags)
		if err != nil {
			return "", fsm.Ranges{}, err
		}
		u, err := b.Resolve(ref)
		return u.String(), u.Ranges(), err
	}, false},
	{"URI.Resolve", func(base, ref uri.URI, _ uri.Resolution) (string, fsm.Ranges, error) {
		u, err := base.Resolve(ref)
		return u.String(), u.Ranges(), err
	}, true},
}

// appended calls f with a buffer that holds a string and is too small, and with one that is large enough, and returns the
// appended text. It returns a string that is not a target if the two differ, or if a byte after the size was written.
func appended(
	base uri.URI, flags uri.Resolution, size int, f func(*uri.Base, []byte) ([]byte, fsm.Ranges, error),
) (string, fsm.Ranges, error) {
	b, err := uri.NewBase(base, flags)
	if err != nil {
		return "", fsm.Ranges{}, err
	}
	dst, r, err := f(b, []byte(before)[:len(before):len(before)])
	free := bytes.Repeat([]byte("~"), 4096)
	again, s, e := f(b, append(free[:0], before...))
	target, ok := strings.CutPrefix(string(dst), before)
	if !ok || string(again) != string(dst) || r != s || (err == nil) != (e == nil) || err != nil && target != "" {
		return fmt.Sprintf("%q and %q", dst, again), r, err
	}
	if &free[0] == &again[0] && bytes.Trim(free[min(len(before)+size+len("/"), len(free)):], "~") != nil {
		return fmt.Sprintf("%q and more", dst), r, err
	}
	return target, r, err
}

// checkResolve checks that every way leads from base and ref to the target, and that this is a URI.
func checkResolve(t *testing.T, base, ref string, flags uri.Resolution, target string) {
	t.Helper()
	want, err := uri.ParseURI(target)
	if err != nil {
		t.Errorf("%q + %q (flags %03b): %q is no URI: %v", base, ref, flags, target, err)
		return
	}
	for _, way := range ways {
		if way.strict && flags != 0 {
			continue
		}
		got, r, err := way.resolve(uri.MustParse(base), uri.MustParse(ref), flags)
		if got != target || err != nil {
			t.Errorf("%s: %q + %q (flags %03b) = %q, %v, want %q", way.name, base, ref, flags, got, err, target)
		} else if r != want.Ranges() {
			t.Errorf("%s: %q + %q (flags %03b) = %q, with the ranges %v", way.name, base, ref, flags, got, r)
		}
	}
}

// checkRefused checks that every way finds a ".." above the root at the offset in ref or, if that is negative, in base.
func checkRefused(t *testing.T, base, ref string, flags uri.Resolution, inRef, inBase int) {
	t.Helper()
	want := uri.Error{Offset: max(inRef, inBase), Component: uri.ComponentPath, Reason: uri.ReasonAboveRoot}
	if _, err := uri.NewBase(uri.MustParse(base), flags); (err != nil) != (inRef < 0) {
		t.Errorf("%q (flags %03b): %v", base, flags, err)
	}
	for _, way := range ways {
		if way.strict {
			continue
		}
		got, r, err := way.resolve(uri.MustParse(base), uri.MustParse(ref), flags)
		if got != "" || r != (fsm.Ranges{}) {
			t.Errorf("%s: %q + %q (flags %03b) = %q, %v", way.name, base, ref, flags, got, r)
		}
		if diff := cmp.Diff(want, errorOf(err), cmpopts.IgnoreUnexported(uri.Error{})); diff != "" {
			t.Errorf("%s: %q + %q (flags %03b) (-want +got):\n%s", way.name, base, ref, flags, diff)
		}
	}
}

// errorOf returns the uri.Error that err is, or the zero Error.
func errorOf(err error) uri.Error {
	var e *uri.Error
	if errors.As(err, &e) {
		return *e
	}
	return uri.Error{}
}

// checkAgainstReference compares every way with the reference implementation.
func checkAgainstReference(t *testing.T, base, ref string, flags uri.Resolution) {
	t.Helper()
	want := referenceResolve(base, ref, resolutionOf(flags))
	switch {
	case want.baseRefused:
		checkRefused(t, base, ref, flags, -1, want.offset)
	case want.refused:
		checkRefused(t, base, ref, flags, want.offset, 0)
	default:
		checkResolve(t, base, ref, flags, want.target)
		checkComponents(t, base, ref, want)
	}
}

// checkComponents checks that the target reads back to the components that it was made of: only a path may have got a
// guard.
func checkComponents(t *testing.T, base, ref string, a resolved) {
	t.Helper()
	u, err := uri.Parse(a.target)
	guarded := "/." + a.unguarded
	_, authority := u.Authority()
	if err != nil || u.Path() != a.path || a.path != a.unguarded && (a.path != guarded || authority) {
		t.Errorf("%q + %q = %q, where the path should be %q: %v", base, ref, a.target, a.unguarded, err)
	}
}

const allFlags = nonStrict | encoded | refuse

// TestResolveExhaustively compares all references over an alphabet, up to a length, on bases of every kind, and all
// bases over one with some references, each with some of the flags.
func TestResolveExhaustively(t *testing.T) {
	length := kit.Rounds(4, 4, 5)
	bases := []string{
		"a:", "a:a", "a:/", "a:/a", "a:a/a", "a:/a/a", "a:/.//a", "a:..//.", "a:/a/../.a?a", "a:./a/..",
		"A://", "a://a", "a://a/", "a://a/..?", "a://a/a//%2e/a", "a://a/%2E%2e/../a/a/./a/a?a#a",
	}
	refs := slices.DeleteFunc(words([]string{"a", ".", "/", ":", "?", "#", "%2e"}, length), isNoReference)
	n := uri.Resolution(0)
	for _, ref := range refs {
		short := len(strings.ReplaceAll(ref, "%2e", "%")) < 4
		for i, base := range bases {
			if short || n%4 == uri.Resolution(i%4) {
				checkQuickly(t, base, ref, n%11&allFlags)
			}
			n++
		}
	}
	refs = []string{
		"", "a", ".", "..", "../a", "a/../..", ".//a", "..//a", "../..//", "%2e%2e/a", "/..//a", "//a/..", "a:../a",
	}
	for _, path := range words([]string{"a", ".", "/", "//", "%2e"}, length-1) {
		for _, base := range []string{"a:" + path, "a://a/" + path} {
			for _, ref := range refs {
				if n++; isReference(base) {
					checkQuickly(t, base, ref, n%11&allFlags)
				}
			}
		}
	}
}

func isNoReference(s string) bool { return !isReference(s) }

// words returns all words over the alphabet, up to a length in letters.
func words(alphabet []string, length int) (all []string) {
	for s := range kit.Concatenations(alphabet, length) {
		all = append(all, s)
	}
	return all
}

// resolutionOf returns the flags of the reference implementation.
func resolutionOf(flags uri.Resolution) resolution {
	return resolution{flags&nonStrict != 0, flags&encoded != 0, flags&refuse != 0}
}

// checkQuickly compares the prepared base with the reference, without looking at all ways and components.
func checkQuickly(t *testing.T, base, ref string, flags uri.Resolution) {
	t.Helper()
	want := referenceResolve(base, ref, resolutionOf(flags))
	b, err := uri.NewBase(uri.MustParse(base), flags)
	var got []byte
	var r fsm.Ranges
	if err == nil {
		got, r, err = b.AppendResolveString(nil, ref)
	}
	if want.refused == (err == nil) || want.offset != errorOf(err).Offset || string(got) != want.target {
		t.Errorf("%q + %q (flags %03b) = %q, %v, want %+v", base, ref, flags, got, err, want)
	}
	if u, err := uri.Parse(want.target); err != nil || r != u.Ranges() {
		t.Errorf("%q + %q (flags %03b) = %q, %v, with the ranges %v", base, ref, flags, got, err, r)
	}
	if flags == 0 {
		same := withoutFragment(want.target) == withoutFragment(base)
		if got := uri.MustParse(base).SameDocument(uri.MustParse(ref)); got != same {
			t.Errorf("%q + %q: the same document: %t, want %t", base, ref, got, same)
		}
	}
}

func withoutFragment(s string) string {
	s, _, _ = strings.Cut(s, "#")
	return s
}

func FuzzResolve(f *testing.F) {
	for _, test := range rfcExamples {
		f.Add(rfcBase, test.ref, uint8(0))
	}
	for _, test := range resolveTests {
		f.Add(test.base, test.ref, uint8(test.flags))
	}
	for _, test := range aboveRootTests {
		f.Add(test.base, test.ref, uint8(test.flags))
	}
	addSeeds(f, func(input string) { f.Add(input, "../g", uint8(0)) })
	addSeeds(f, func(input string) { f.Add(rfcBase, input, uint8(0)) })
	f.Fuzz(func(t *testing.T, base, ref string, flags uint8) {
		u, err := uri.ParseURI(base)
		v, e := uri.Parse(ref)
		if err != nil || e != nil {
			return
		}
		checkAgainstReference(t, base, ref, uri.Resolution(flags)&allFlags)
		checkQuickly(t, base, ref, 0)
		checkSameWithoutScheme(t, u, v)
	})
}

// checkSameWithoutScheme checks that SameDocument needs no scheme in the base where the scheme does not matter.
func checkSameWithoutScheme(t *testing.T, base, ref uri.URI) {
	t.Helper()
	relative, err := uri.ParseRelativeRef(base.String()[len(base.Scheme())+1:])
	if err != nil {
		return
	}
	want := base.SameDocument(ref) && !ref.IsAbs()
	if got := relative.SameDocument(ref); got != want {
		t.Errorf("%q + %q: the same document: %t, want %t", relative, ref, got, want)
	}
}

// TestResolveInvalid checks that invalid references are refused as Parse refuses them.
func TestResolveInvalid(t *testing.T) {
	base, err := uri.NewBase(uri.MustParse(rfcBase), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range conformanceCases(t) {
		_, want := uri.Parse(c.input)
		if want == nil {
			continue
		}
		dst, r, err := base.AppendResolveString([]byte(before), c.input)
		if string(dst) != before || r != (fsm.Ranges{}) || errorOf(err) != errorOf(want) {
			t.Errorf("%q: %q, %v, %v, want %v", c.input, dst, r, err, want)
		}
	}
}

// TestNoBase checks that every function that needs a base refuses a URI that is not a base.
func TestNoBase(t *testing.T) {
	for _, test := range kit.Cases[struct{ base, text string }]("resolve.txt", "TestNoBase") {
		u, ref := uri.MustParse(test.base), uri.MustParse("g:h")
		b, err := uri.NewBase(u, 0)
		target, resolveErr := u.Resolve(ref)
		if b != nil || target != (uri.URI{}) {
			t.Errorf("%q: %v, %q", test.base, b, target)
		}
		for _, err := range []error{err, resolveErr} {
			if e := errorOf(err); e.Reason != uri.ReasonNoScheme || err.Error() != test.text {
				t.Errorf("%q: %v, want %s", test.base, err, test.text)
			}
		}
	}
}

func TestBaseURI(t *testing.T) {
	for text, want := range map[string]string{
		"http://a/b/../c?q#f": "http://a/b/../c?q", "x:#": "x:", "http://a": "http://a", "x:a?#b": "x:a?",
	} {
		b, err := uri.NewBase(uri.MustParse(text), 0)
		if err != nil || b.URI() != uri.MustParse(want) {
			t.Errorf("%q: %q, %v, want %q", text, b.URI(), err, want)
		}
	}
}

// TestSameDocument has the cases of RFC 3986, section 4.4: references that are, and references that are not.
func TestSameDocument(t *testing.T) {
	for _, test := range kit.Cases[struct{ base, same, others string }]("resolve.txt", "TestSameDocument") {
		base := uri.MustParse(test.base)
		if !base.SameDocument(uri.URI{}) {
			t.Errorf("%q: the empty reference is not the same document", base)
		}
		for ref := range strings.FieldsSeq(test.same) {
			if !base.SameDocument(uri.MustParse(ref)) {
				t.Errorf("%q: %q is not the same document", base, ref)
			}
		}
		for ref := range strings.FieldsSeq(test.others) {
			if base.SameDocument(uri.MustParse(ref)) {
				t.Errorf("%q: %q is the same document", base, ref)
			}
		}
	}
}

// dotTraces are the two examples of RFC 3986, section 5.2.4, as printed there.
var dotTraces = []string{`
	1 :                            /a/b/c/./../../g
	2E:   /a                       /b/c/./../../g
	2E:   /a/b                     /c/./../../g
	2E:   /a/b/c                   /./../../g
	2B:   /a/b/c                   /../../g
	2C:   /a/b                     /../g
	2C:   /a                       /g
	2E:   /a/g
`, `
	1 :                            mid/content=5/../6
	2E:   mid                      /content=5/../6
	2E:   mid/content=5            /../6
	2C:   mid                      /6
	2E:   mid/6
`}

func TestRemoveDotSegmentsTraces(t *testing.T) {
	for _, trace := range dotTraces {
		var want []dotStep
		for line := range strings.Lines(strings.TrimSpace(trace)) {
			name, buffers, _ := strings.Cut(strings.TrimSpace(line), ":")
			fields := strings.Fields(buffers)
			switch step := (dotStep{name: strings.Trim(name, "12 ")}); {
			case len(want) == 0:
				want = append(want, dotStep{input: fields[0]})
			case len(fields) == 1:
				step.output = fields[0]
				want = append(want, step)
			default:
				step.output, step.input = fields[0], fields[1]
				want = append(want, step)
			}
		}
		path, result := want[0].input, want[len(want)-1].output
		_, steps := referenceRemoveDotSegments(path)
		if diff := cmp.Diff(want, steps, cmp.AllowUnexported(dotStep{})); diff != "" {
			t.Errorf("the reference (-RFC +reference):\n%s", diff)
		}
		if got := uri.RemoveDotSegments(path); got != result {
			t.Errorf("RemoveDotSegments(%q) = %q, want %q", path, got, result)
		}
	}
}

// TestRemoveDotSegments compares it with the reference for all words, be they paths or not, and for longer strings of
// pieces that are processed in different ways.
func TestRemoveDotSegments(t *testing.T) {
	long := strings.Repeat("x", 7)
	climb := strings.Repeat("../", 8)
	for _, path := range append(words([]string{"a", ".", "/", "?"}, 7),
		words([]string{long, long + ".", "/", ".", "/..", climb, "%2e", "\xae\xaf"}, 4)...) {
		want, _ := referenceRemoveDotSegments(path)
		if got := uri.RemoveDotSegments(path); got != want {
			t.Errorf("RemoveDotSegments(%q) = %q, want %q", path, got, want)
		}
	}
}

// TestResolveAllocations checks the greatest length of a target with dot segments that costs Base.Resolve one
// allocation.
func TestResolveAllocations(t *testing.T) {
	b, err := uri.NewBase(uri.MustParse("http://h/a/"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for length, want := range map[int]float64{1023: 1, 1024: 1, 1088: 2} {
		ref := uri.MustParse(strings.Repeat("b", length-len("http://h/a//./c")) + "/./c")
		got := testing.AllocsPerRun(100, func() {
			if u, err := b.Resolve(ref); err != nil || len(u.String()) != length-len("./") {
				t.Error(u, err)
			}
		})
		if got != want {
			t.Errorf("%d bytes: %v allocations, want %v", length, got, want)
		}
	}
}

// The following tests have bases that are relative references, which go beyond RFC 3986.

func mustBase(t *testing.T, base string, flags uri.Resolution) *uri.Base {
	b, err := uri.NewBase(uri.MustParse(base), flags)
	if err != nil {
		t.Helper() // here, because it takes long
		t.Fatalf("%q: %v", base, err)
	}
	return b
}

func TestResolveRelativeBase(t *testing.T) {
	for _, test := range kit.Cases[struct{ base, ref, want string }]("resolve.txt", "TestResolveRelativeBase") {
		checkResolveRelative(t, test.base, test.ref, 0)
		if got := referenceResolveRelative(test.base, test.ref, false); got != test.want {
			t.Errorf("reference: %q with the base %q is %q, want %q", test.ref, test.base, got, test.want)
		}
	}
}

// checkResolveRelative compares all ways to resolve with the reference. It reports whether they agree.
func checkResolveRelative(t *testing.T, base, ref string, flags uri.Resolution) bool {
	t.Helper()
	want := referenceResolveRelative(base, ref, flags&uri.ResolveEncodedDots != 0)
	b := mustBase(t, base, flags|uri.ResolveRelativeBase)
	got, err := b.Resolve(uri.MustParse(ref))
	if got.String() != want || got != uri.MustParse(want) || err != nil {
		t.Errorf("%q with the base %q, %d: %q, %v, want %q", ref, base, flags, got, err, want)
		return false
	}
	for _, free := range []int{0, len(base) + len(ref) + 10} {
		dst := append(make([]byte, 0, 1+free), '<')
		text, r, err := b.AppendResolveString(dst, ref)
		if string(text) != "<"+want || r != mustRanges(want) || err != nil {
			t.Errorf("%q with the base %q, %d, appended: %q, %v, want %q", ref, base, flags, text, err, want)
			return false
		}
	}
	return true
}

// TestZeroBase: a Base that NewBase did not make, such as the one that it returns with an error, is an error.
func TestZeroBase(t *testing.T) {
	isNoBase := func(err error) bool {
		e, ok := err.(*uri.Error)
		return ok && e.Reason == uri.ReasonNoScheme && strings.Contains(e.Error(), "a base URI")
	}
	for _, b := range []*uri.Base{nil, new(uri.Base)} {
		for _, ref := range []string{"", "a", "../a", "//h/..", "x:a", "?q"} {
			u, err := b.Resolve(uri.MustParse(ref))
			if u != (uri.URI{}) || !isNoBase(err) {
				t.Errorf("Resolve(%q): %q, %v", ref, u, err)
			}
			dst, r, err := b.AppendResolveString([]byte("<"), ref)
			if string(dst) != "<" || r != (fsm.Ranges{}) || !isNoBase(err) {
				t.Errorf("AppendResolveString(%q): %q, %v, %v", ref, dst, r, err)
			}
			u, err = b.Relativize(uri.MustParse(ref))
			if u != (uri.URI{}) || !isNoBase(err) {
				t.Errorf("Relativize(%q): %q, %v", ref, u, err)
			}
		}
		if b.URI() != (uri.URI{}) {
			t.Errorf("URI: %q", b.URI())
		}
	}
	empty, err := uri.NewBase(uri.URI{}, uri.ResolveRelativeBase)
	if u, err2 := empty.Resolve(uri.MustParse("a")); u != uri.MustParse("a") || err != nil || err2 != nil {
		t.Errorf("the empty relative base: %q, %v, %v", u, err, err2)
	}
}

// relativeBases calls f with relative references of up to n tokens.
func relativeBases(n int, f func(base string)) {
	tokens := []string{"../", "./", "a/", "/", "b", "c:d", ".."}
	for _, before := range []string{"", "/", "//h", "//h/"} {
		for _, after := range []string{"", "?q"} {
			for s := range kit.Concatenations(tokens, n) {
				if u, err := uri.Parse(before + s + after); err == nil && !u.IsAbs() {
					f(u.String())
				}
			}
		}
	}
}

// references calls f with references of up to n tokens.
func references(n int, f func(ref string)) {
	for _, ref := range []string{"?r", "#f", "//g/a/../b", "//g", "x:a/../b", "/..//x", "%2e%2E/x"} {
		f(ref)
	}
	for s := range kit.Concatenations([]string{"../", "./", "a/", "/", "b", "c:d", ".."}, n) {
		if _, err := uri.Parse(s); err == nil {
			f(s)
		}
	}
}

func TestResolveRelativeBaseExhaustively(t *testing.T) {
	sizes := kit.Rounds(1, 1, 3)
	relativeBases(sizes, func(base string) {
		references(sizes, func(ref string) {
			if !checkResolveRelative(t, base, ref, 0) || !checkResolveRelative(t, base, ref, uri.ResolveEncodedDots) {
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
	sizes := kit.Rounds(1, 1, 3)
	relativeBases(sizes, func(relative string) {
		inner := mustBase(t, relative, uri.ResolveRelativeBase)
		for _, base := range hierarchicalBases {
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

func TestRelativizeRelativeBase(t *testing.T) {
	for _, test := range kit.Cases[struct{ base, target, want string }]("resolve.txt", "TestRelativizeRelativeBase") {
		checkRelativize(t, test.base, uri.ResolveRelativeBase, test.target, test.want)
	}
	for _, test := range kit.Cases[struct{ base, target, text string }]("resolve.txt", "TestRelativizeRelativeBase/errors") {
		b := mustBase(t, test.base, uri.ResolveRelativeBase)
		if u, err := b.Relativize(uri.MustParse(test.target)); u != (uri.URI{}) || err == nil || err.Error() != test.text {
			t.Errorf("%q from %q: %q, %v, want %q", test.target, test.base, u, err, test.text)
		}
	}
}

// TestRelativizeRelativeBaseExhaustively compares with all references of a few tokens: none is shorter, and none leads
// to a target that Relativize refuses.
func TestRelativizeRelativeBaseExhaustively(t *testing.T) {
	var all []uri.URI
	for _, after := range []string{"", "?q", "?r"} {
		for _, before := range []string{"", "//h", "//g/"} {
			for s := range kit.Concatenations([]string{"../", "./", "a/", "/", "b", "c:d", "..", "."}, 3) {
				if u, err := uri.Parse(before + s + after); err == nil {
					all = append(all, u)
				}
			}
		}
	}
	turn, step := 0, kit.Rounds(307, 199, 7)
	relativeBases(3, func(base string) {
		if turn++; turn%step != 0 {
			return
		}
		b := mustBase(t, base, uri.ResolveRelativeBase)
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
	for _, test := range kit.Cases[struct{ base, ref, text string }]("resolve.txt", "TestRelativeBaseErrors") {
		b, err := uri.NewBase(uri.MustParse(test.base), uri.ResolveRelativeBase|uri.ResolveRefuseAboveRoot)
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
	if _, err := uri.NewBase(uri.MustParse("a"), ^uri.ResolveRelativeBase); err == nil {
		t.Error("a relative base is accepted without ResolveRelativeBase")
	}
	if got := bits.OnesCount8(uint8(uri.ResolveRelativeBase)); got != 1 {
		t.Errorf("ResolveRelativeBase has %d bits", got)
	}
}
