package uri_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// equivalentTests have in each row URIs that are equivalent by all steps, and are not equivalent to those of any other
// row.
var equivalentTests = kit.Cases[[]string]("compare.txt", "equivalentTests")

func TestEquivalent(t *testing.T) {
	for i, row := range equivalentTests {
		for j, other := range equivalentTests {
			for _, s := range row {
				for _, r := range other {
					u, v := uri.MustParse(s), uri.MustParse(r)
					if got, want := u.Equal(v), i == j; got != want {
						t.Errorf("%q and %q: Equal %v", s, r, got)
					}
					if got, want := u.Compare(v) == 0, i == j; got != want {
						t.Errorf("%q and %q: Compare %v", s, r, u.Compare(v))
					}
					if got, want := u.Key() == v.Key(), i == j; got != want {
						t.Errorf("%q and %q: the Key is the same: %v", s, r, got)
					}
					checkCompare(t, s, r, uri.AllSteps)
				}
			}
		}
	}
}

// checkCompare compares the results for two URI-references with those that follow from their normal forms, by the
// reference. It reports whether all are right.
func checkCompare(t *testing.T, s, r string, steps uri.Steps) (ok bool) {
	t.Helper()
	u, errU := uri.Parse(s)
	v, errV := uri.Parse(r)
	if errU != nil || errV != nil {
		return true
	}
	n := uri.Normalizer{Steps: steps}
	normalU, normalV := referenceNormalize(s, steps, uri.DefaultPort), referenceNormalize(r, steps, uri.DefaultPort)
	ok = true
	expect := func(right bool, what string, got any) {
		if !right {
			t.Helper() // here, because it takes long
			t.Errorf("%.1000q and %.1000q by %04b: %s %v; the normal forms are %.1000q and %.1000q",
				s, r, steps, what, got, normalU, normalV)
			ok = false
		}
	}
	want := strings.Compare(normalU, normalV)
	expect((n.Key(u) == n.Key(v)) == (want == 0), "the Key is the same:", n.Key(u) == n.Key(v))
	if steps == uri.AllSteps {
		expect(u.Equal(v) == (want == 0), "Equal", u.Equal(v))
		expect(v.Equal(u) == (want == 0), "Equal, the other way round,", v.Equal(u))
		expect(u.Compare(v) == want, "Compare", u.Compare(v))
		expect(v.Compare(u) == -want, "Compare, the other way round,", v.Compare(u))
		expect(u.Key() == n.Key(u), "the Key of the URI differs:", u.Key())
	}
	return ok
}

// TestCompareExhaustively compares all concatenations of a few tokens with each other.
func TestCompareExhaustively(t *testing.T) {
	var texts []string
	for _, tokens := range [][]string{
		{"/", ".", "%2e", "A", "b:"},
		{"http:", "//", "A", "%41", ":80", "/"},
	} {
		for s := range kit.Concatenations(tokens, 3) {
			if _, err := uri.Parse(s); err == nil {
				texts = append(texts, s)
			}
		}
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	steps := uri.Steps(0)
	for i, s := range texts {
		for _, r := range texts[:i+1] {
			if steps++; !kit.Long() && steps%8 != 0 {
				continue
			}
			if !checkCompare(t, s, r, min(steps%(4*uri.AllSteps), uri.AllSteps)) {
				t.FailNow()
			}
		}
	}
}

// TestCompareLong has normal forms of all lengths around those of blocks that differ nowhere, at one place or in
// length, each written in several ways.
func TestCompareLong(t *testing.T) {
	spell := []func(string) string{
		func(s string) string { return "x://h/" + s },
		func(s string) string { return "X://H:/./" + s },
		func(s string) string { return "x://h/" + strings.ReplaceAll(s, "b", "%62") },
		func(s string) string { return "x://h/a/../" + s + "/./../" + s[strings.LastIndexByte(s, '/')+1:] },
	}
	for _, size := range []int{249, 250, 251, 506, 507, 762} {
		text := strings.Repeat("abc/", 250)[:size]
		for place := 0; place <= size; place += kit.Rounds(71, 37, 1) + place/10 {
			before, from, after := text[:place], text[place:], text[min(place+1, size):]
			for _, other := range []string{text, before + "z" + after, before + "!" + after, before, before + "b" + from} {
				for i := range spell {
					s, r := spell[i](text), spell[(i+place)%len(spell)](other)
					if !checkCompare(t, s, r, uri.AllSteps) {
						t.FailNow()
					}
				}
			}
		}
	}
}

// TestKeyFormat prints keys of URIs, of IRIs and of other text. Package iri makes no difference: this package does not
// scan IRIs.
func TestKeyFormat(t *testing.T) {
	for _, test := range kit.Cases[struct{ key, want string }]("compare.txt", "TestKeyFormat") {
		if got := fmt.Sprint(uri.Key(test.key)); got != test.want {
			t.Errorf("%q: %q, want %q", test.key, got, test.want)
		}
	}
}

func FuzzCompare(f *testing.F) {
	for _, row := range equivalentTests {
		for i, s := range row {
			f.Add(s, row[(i+1)%len(row)], uint8(uri.AllSteps))
		}
	}
	addSeeds(f, func(input string) { f.Add(input, strings.ToUpper(input), uint8(uri.StepCase)) })
	f.Fuzz(func(t *testing.T, s, r string, steps uint8) {
		checkCompare(t, s, r, uri.Steps(steps)&uri.AllSteps)
		// Short strings are rarely in more than one block, and random strings are rarely equal.
		const long = "abc/%41%2f../"
		checkCompare(t, strings.Repeat(long, 50)+s, strings.Repeat(long, 50)+r, uri.Steps(steps)&uri.AllSteps)
		checkCompare(t, s, strings.ReplaceAll(s, "a", "%61"), uri.Steps(steps)&uri.AllSteps)
		checkCompare(t, s, spelledDifferently(int(steps), s), uri.AllSteps)
	})
}
