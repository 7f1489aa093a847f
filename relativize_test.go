package uri_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// relativizations has bases, targets and the shortest references. They were found by hand: what the references lead to
// follows from RFC 3986, section 5.2, and that none shorter does is what TestRelativizeShortest finds by trying.
var relativizations = kit.Cases[struct{ base, target, want string }]("relativize.txt", "relativizations")

func TestRelativize(t *testing.T) {
	for _, test := range relativizations {
		target := uri.MustParse(test.target)
		checkRelativize(t, test.base, 0, test.target, test.want)
		got, err := uri.MustParse(test.base).Relativize(target)
		if got != uri.MustParse(test.want) || err != nil {
			t.Errorf("%q.Relativize(%q) = %q, %v, want %q", test.base, test.target, got, err, test.want)
		}
	}
}

// checkRelativize compares the result of a Base with want, and resolves it.
func checkRelativize(t *testing.T, base string, flags uri.Resolution, target, want string) {
	t.Helper()
	b, err := uri.NewBase(uri.MustParse(base), flags)
	if err != nil {
		t.Fatal(base, err)
	}
	u, err := b.Relativize(uri.MustParse(target))
	if u != uri.MustParse(want) || err != nil {
		t.Errorf("%q from %q, %d: %q, %v, want %q", target, base, flags, u, err, want)
	}
	if back, err := b.Resolve(u); back.String() != target || err != nil {
		t.Errorf("%q from %q, %d: %q resolves to %q, %v", target, base, flags, u, back, err)
	}
}

func TestRelativizeFlags(t *testing.T) {
	for _, test := range kit.Cases[struct {
		flags              uri.Resolution
		base, target, want string
	}]("relativize.txt", "TestRelativizeFlags", resolutions) {
		checkRelativize(t, test.base, test.flags, test.target, test.want)
	}
}

func TestRelativizeErrors(t *testing.T) {
	for _, test := range kit.Cases[struct {
		flags        uri.Resolution
		base, target string
		want         misfit
	}]("relativize.txt", "TestRelativizeErrors", resolutions) {
		b, err := uri.NewBase(uri.MustParse(test.base), test.flags)
		if err != nil {
			t.Fatal(test.base, err)
		}
		target := uri.MustParse(test.target)
		got, err := b.Relativize(target)
		if misfitOf(err) != test.want || got != (uri.URI{}) {
			t.Errorf("%q from %q, %d: %q, %v, want %v", test.target, test.base, test.flags, got, err, test.want)
			continue
		}
		if u, err2 := b.Relativize(target); u != (uri.URI{}) || err2.Error() != err.Error() {
			t.Errorf("%q from %q, %d: %q, %v, want %v", test.target, test.base, test.flags, u, err2, err)
		}
	}
	if _, err := uri.MustParse("//a/b").Relativize(uri.MustParse("x:")); err == nil {
		t.Error("a relative reference is taken for a base")
	}
}

// TestRelativizeShortest resolves all short references that can be made of a few tokens, and so finds what the shortest
// to each target is: not by thinking, but by trying. Each base has some of the flags, and all if URI_LONG is set.
func TestRelativizeShortest(t *testing.T) {
	refs := slices.DeleteFunc(tokenStrings(strings.Fields("a : / . ? # %2e"), 4), isNoReference)
	longer := slices.DeleteFunc(tokenStrings(strings.Fields("a : / . ?"), 5), isNoReference)
	others := tokenStrings(strings.Fields("a : / . ?"), 4)
	for i := range others {
		others[i] = "a:" + others[i]
	}
	turn, every := 0, kit.Rounds(11, 7, 1)
	others = slices.DeleteFunc(others, isNoReference)
	for base := range strings.FieldsSeq(`
		a: a:a a:a/ a:a/a a:a/a/ a:a/a/a a:/ a:/a a:/a/ a:/a/a a:/a/a/a a:a: a:a:a/a
		a:/.// a:/.//a a:/.//a/a a:/.///a a:a// a:a//a a:/a//a a:/a//
		a:? a:?a a:a?a a:/a?a a:/a/? a:/?a a://?a
		a:. a:.. a:./a a:../a a:a/.. a:a/../a a:a/../../a/a a:/. a:/./a a:/../a a:/a/../a/a a:/a/./a?a a:a/.//a
		a://a a://a/ a://a/a a://a/a/ a://a/a/a a://a//a a://a//a/a a:///a a:///a/a a:////a a://a/.//a a://a/a/../a/a
		a:%2e/a a:/%2E/a/a a:/%2e./a a:/a/.%2e a://a/%2e/a
		A:/a A://a/a aa:a/a aa:/a/a`) {
		for _, flags := range []uri.Resolution{0, uri.ResolveNonStrict, uri.ResolveEncodedDots, uri.ResolveRefuseAboveRoot} {
			if turn++; turn%every != 0 {
				continue
			}
			b, err := uri.NewBase(uri.MustParse(base), flags)
			if err != nil {
				continue // ".." above the root is refused in the base
			}
			checkShortest(t, shortestByTrying(base, flags, refs), 4, b, flags, others)
			if flags == 0 && kit.Rounds(0, 0, 1) > 0 {
				checkShortest(t, shortestByTrying(base, flags, longer), 5, b, flags, others)
			}
		}
	}
}

// shortestByTrying maps every target of a reference to the preferred one of the references that lead to it.
func shortestByTrying(base string, flags uri.Resolution, refs []string) map[string]string {
	shortest := map[string]string{}
	for _, ref := range refs {
		target, ok := targetOf(base, flags, ref)
		if old, found := shortest[target]; ok && (!found || preferred(target, ref, old)) {
			shortest[target] = ref
		}
	}
	return shortest
}

// checkShortest relativizes the targets of the shortest references, and other targets that no reference of at most
// limit bytes leads to.
func checkShortest(
	t *testing.T, shortest map[string]string, limit int, b *uri.Base, flags uri.Resolution, others []string,
) {
	t.Helper()
	base := b.URI().String()
	for target, want := range shortest {
		got, err := relativized(b, uri.MustParse(target))
		if err != nil || preferred(target, want, got) || preferred(target, got, want) {
			t.Errorf("%q from %q, %d: %q, %v, want %q", target, base, flags, got, err, want)
		}
		checkLeads(t, base, flags, got, target)
	}
	for _, target := range others {
		if _, found := shortest[target]; found {
			continue
		}
		got, err := relativized(b, uri.MustParse(target))
		switch {
		case err == nil && len(got) <= limit:
			t.Errorf("%q from %q, %d: %q, to which no reference of %d bytes leads", target, base, flags, got, limit)
		case err == nil:
			checkLeads(t, base, flags, got, target)
		case leads(base, flags, target, target):
			t.Errorf("%q from %q, %d: %v, but it leads to itself", target, base, flags, err)
		}
	}
}

func leads(base string, flags uri.Resolution, ref, target string) bool {
	got, ok := targetOf(base, flags, ref)
	return ok && got == target
}

// targetOf returns the target of ref as the reference implementation has it, unless ref is invalid or refused.
func targetOf(base string, flags uri.Resolution, ref string) (target string, ok bool) {
	if isNoReference(ref) {
		return "", false
	}
	a := referenceResolve(base, ref, resolutionOf(flags))
	return a.target, !a.refused
}

func checkLeads(t *testing.T, base string, flags uri.Resolution, ref, target string) {
	t.Helper()
	if !leads(base, flags, ref, target) {
		t.Errorf("%q from %q, %d: %q does not lead there", target, base, flags, ref)
	}
}

// preferred reports whether the reference a is to be chosen rather than b: because it is shorter or, if it is not, the
// target itself, a relative-path reference, an absolute-path reference or a network-path reference, in that order.
func preferred(target, a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return kindOfReference(target, a) < kindOfReference(target, b)
}

func kindOfReference(target, ref string) int {
	switch u := uri.MustParse(ref); {
	case ref == target:
		return 0
	case isRelativePathRef(u):
		return 1
	case u.IsAbsolutePathRef():
		return 2
	case u.IsNetworkPathRef():
		return 3
	}
	return 4
}

// tokenStrings returns all strings of at most limit bytes that are put together of tokens.
func tokenStrings(tokens []string, limit int) []string {
	return slices.DeleteFunc(words(tokens, limit), func(s string) bool { return len(s) > limit })
}

// FuzzRelativize resolves the result for any base and target, and compares it with all references of the same form.
// Only targets that no reference leads to may be refused.
func FuzzRelativize(f *testing.F) {
	for _, test := range relativizations {
		f.Add(test.base, test.target, byte(0))
	}
	addSeeds(f, func(input string) {
		f.Add(rfcBase, input, byte(0))
		f.Add(input, input, byte(uri.ResolveEncodedDots))
		f.Add(input, "http://a/b", byte(uri.ResolveNonStrict))
	})
	f.Fuzz(func(t *testing.T, base, target string, n byte) {
		flags := uri.Resolution(n) & (uri.ResolveNonStrict | uri.ResolveEncodedDots | uri.ResolveRefuseAboveRoot)
		u, err := uri.Parse(base)
		v, err2 := uri.Parse(target)
		if err != nil || err2 != nil {
			return
		}
		b, err := uri.NewBase(u, flags)
		if err != nil {
			return
		}
		got, err := relativized(b, v)
		if err == nil {
			checkLeads(t, base, flags, got, target)
		}
		if len(target) > 100 {
			return
		}
		if want, ok := shortestOfForm(base, flags, target); ok != (err == nil) || len(want) != len(got) {
			t.Errorf("%q from %q, %d: %q, %v, but %q leads there: %t", target, base, flags, got, err, want, ok)
		}
	})
}

// shortestOfForm returns the shortest reference to target that is an end of its text with dots before it, by trying
// all of them. It takes cubic time.
func shortestOfForm(base string, flags uri.Resolution, target string) (shortest string, ok bool) {
	dots := []string{"", ".", "./", "/."}
	for up := ".."; len(up) < len(target); up += "/.." {
		dots = append(dots, up, up+"/")
	}
	for _, dots := range dots {
		for i := range len(target) + 1 {
			ref := dots + target[i:]
			if (!ok || len(ref) < len(shortest)) && leads(base, flags, ref, target) {
				shortest, ok = ref, true
			}
		}
	}
	return shortest, ok
}

// relativized returns the text of the reference from b to target.
func relativized(b *uri.Base, target uri.URI) (string, error) {
	ref, err := b.Relativize(target)
	return ref.String(), err
}
