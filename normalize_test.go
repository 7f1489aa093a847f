package uri_test

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// normalizeTests lists strings and their normal forms by all steps, with the source.
var normalizeTests = kit.Cases[struct{ source, in, want string }]("normalize.txt", "normalizeTests")

func TestNormalize(t *testing.T) {
	turn, every := 0, kit.Rounds(3, 3, 1) // each input has some of the choices of steps
	for _, tt := range normalizeTests {
		if got := string(uri.MustParse(tt.in).AppendNormalized(nil)); got != tt.want {
			t.Errorf("%q (%s): %q, want %q", tt.in, tt.source, got, tt.want)
		}
		if !uri.MustParse(tt.want).IsNormalized() {
			t.Errorf("%q (%s) is not in normal form", tt.want, tt.source)
		}
		for steps := range uri.AllSteps + 1 {
			if turn++; turn%every == 0 {
				checkNormalize(t, tt.in, steps)
			}
		}
	}
}

// TestNormalizeSteps has each step alone, and strings that only other steps change.
func TestNormalizeSteps(t *testing.T) {
	for _, tt := range kit.Cases[struct {
		steps    uri.Steps
		in, want string
	}]("normalize.txt", "TestNormalizeSteps") {
		got := uri.Normalizer{Steps: tt.steps}.Normalized(uri.MustParse(tt.in)).String()
		if got != tt.want {
			t.Errorf("%q by %07b: %q, want %q", tt.in, tt.steps, got, tt.want)
		}
	}
}

// checkNormalize compares the normal form of s, if it is a URI-reference, with the reference, and checks what all
// normal forms have in common. It reports whether all is right.
func checkNormalize(t *testing.T, s string, steps uri.Steps) (ok bool) {
	t.Helper()
	return checkNormalizer(t, s, uri.Normalizer{Steps: steps})
}

// checkNormalizer checks the normal form by a Normalizer.
func checkNormalizer(t *testing.T, s string, n uri.Normalizer) (ok bool) {
	t.Helper()
	u, err := uri.Parse(s)
	if err != nil {
		checkNormalizeInvalid(t, n, s, err)
		return true
	}
	byReference := n
	byReference.DefaultPort = uri.DefaultPort
	wantParts := referenceBy(s, byReference)
	want := wantParts.recompose()
	ok = true
	expect := func(right bool, format string, args ...any) {
		if !right {
			t.Helper() // here, because it takes as long as the rest of the check
			t.Errorf("%q by %v, want %q: "+format, append([]any{s, n.Steps, want}, args...)...)
			ok = false
		}
	}
	const before = "before"
	for _, free := range []int{0, len(s) + 200} {
		dst := append(make([]byte, 0, len(before)+free), before...)
		got, r, err := n.AppendNormalizedBytes(dst, []byte(s))
		expect(string(got) == before+want && err == nil && r == mustRanges(want), "%q, %v, %v", got, r, err)
		expect(string(dst) == before, "%q before it", dst)
	}
	expect(len(want) <= len(s)+7, "longer by %d bytes", len(want)-len(s))
	v := n.Normalized(u)
	expect(v.String() == want, "Normalized %q", v)
	expect(v == u || s != want, "Normalized is another")
	again, err := uri.Parse(want)
	expect(again == v && err == nil, "parses to %#v, %v; Normalized is %#v", again, err, v)
	expect(n.Normalized(v) == v, "Normalized changes")
	expect(n.Key(u) == uri.Key(want), "Key %q", n.Key(u))
	if got := newNormalParts(v); got != wantParts {
		diff := cmp.Diff(wantParts, got, cmp.AllowUnexported(normalParts{}, part{}))
		expect(false, "components (-want +got):\n%s", diff)
	}
	if n.Steps == uri.AllSteps && !n.HierarchicalBases && n.Query == nil {
		expect(string(u.AppendNormalized(nil)) == want && u.IsNormalized() == (s == want) && u.Normalized() == v &&
			u.Key() == n.Key(u), "the methods of URI differ")
		got, err := uri.AppendNormalizedString(nil, s)
		expect(string(got) == want && err == nil, "AppendNormalizedString: %q, %v", got, err)
		got, r, err := uri.AppendNormalizedBytes(nil, []byte(s))
		expect(string(got) == want && err == nil && r == v.Ranges(), "AppendNormalizedBytes: %q, %v, %v", got, r, err)
	}
	return ok
}

// checkNormalizeInvalid checks that a string that is not a URI-reference is refused with the error of Parse.
func checkNormalizeInvalid(t *testing.T, n uri.Normalizer, s string, want error) {
	t.Helper()
	for _, free := range []int{0, len(s) + 200} {
		dst := append(make([]byte, 0, 6+free), "before"...)
		got, err := uri.AppendNormalizedString(dst, s)
		if string(got) != "before" || !cmp.Equal(err, want, cmp.AllowUnexported(uri.Error{})) {
			t.Errorf("%q: %q, %v; Parse: %v", s, got, err, want)
		}
		got, r, err := n.AppendNormalizedBytes(dst, []byte(s))
		if string(got) != "before" || r != (fsm.Ranges{}) || !cmp.Equal(err, want, cmp.AllowUnexported(uri.Error{})) {
			t.Errorf("%q as bytes: %q, %v, %v; Parse: %v", s, got, r, err, want)
		}
	}
}

// mustRanges returns the ranges of s, which must be a URI-reference.
func mustRanges(s string) fsm.Ranges { return uri.MustParse(s).Ranges() }

func TestStepsString(t *testing.T) {
	if got, want := uri.AllSteps.String(), "scheme-case, host-case, percent-case, percent, dots, scheme, address"; got != want {
		t.Errorf("AllSteps has %s, want %s", got, want)
	}
	if got := (2*uri.AllSteps + 2).String(); got != "Steps(1<<8)" {
		t.Errorf("an unknown step is %s", got)
	}
}

// TestNormalizeInPlace has a dst with a capacity that overlaps the text, at all distances.
func TestNormalizeInPlace(t *testing.T) {
	for _, length := range []int{0, 5, 40, 300} {
		s := "HTTP://j:p@EXAMPLE.com:80/" + strings.Repeat("a/./%41/../", length) + "?q=secret&r#f"
		want := referenceNormalize(s, uri.AllSteps, uri.DefaultPort)
		for _, size := range []int{0, 1, 3, 100, len(s), len(s) + 100} {
			for _, at := range []int{0, 1, 2, 100, len(s) + 100} {
				memory := make([]byte, 2*len(s)+300)
				text := memory[at : at+copy(memory[at:], s)]
				got, r, err := uri.AppendNormalizedBytes(memory[:size], text)
				if string(got[size:]) != want || r != mustRanges(want) || err != nil {
					t.Fatalf("%q at %d after %d bytes: %q, %v, %v", s, at, size, got[size:], r, err)
				}
			}
		}
	}
}

// TestNormalizeBytesLater: nothing that a caller gets or keeps changes with the text.
func TestNormalizeBytesLater(t *testing.T) {
	var kept string
	n := uri.Normalizer{Steps: uri.AllSteps, DefaultPort: func(scheme string) (uint16, bool) {
		kept = scheme
		return 80, true
	}}
	text := []byte("abc://h:80/")
	got, _, err := n.AppendNormalizedBytes(nil, text)
	bad := []byte("http://h:x")
	_, _, wrong := n.AppendNormalizedBytes(nil, bad)
	message := wrong.Error()
	for _, b := range [][]byte{text, bad} {
		for i := range b {
			b[i] = '*'
		}
	}
	if string(got) != "abc://h/" || kept != "abc" || err != nil || wrong.Error() != message {
		t.Errorf("%q, %v, scheme %q, %v, was %s", got, err, kept, wrong, message)
	}
}

// newNormalParts returns the components of u.
func newNormalParts(u uri.URI) (n normalParts) {
	of := func(text string, ok bool) part { return part{text, ok} }
	n.scheme = part{u.Scheme(), u.IsAbs()}
	n.userinfo, n.host, n.port = of(u.Userinfo()), of(u.Host()), of(u.Port())
	n.path = part{u.Path(), true}
	n.query, n.fragment = of(u.Query()), of(u.Fragment())
	return n
}

// TestNormalizeExhaustively puts tokens together in all ways, up to a number of them. It takes all steps every other
// time, and one choice of them after the other.
func TestNormalizeExhaustively(t *testing.T) {
	number := kit.Rounds(3, 3, 4)
	tokens := []string{
		"/", ".", "%2e", "A", "%41", "%2f", ":", "?", "@", "//", "http:", "File:", "//LOCALhos%74", ":080", "[0::00A]",
	}
	steps := uri.Steps(0)
	for s := range kit.Concatenations(tokens, number) {
		steps = (steps + 1) % (2*uri.AllSteps + 1)
		if !checkNormalize(t, s, min(steps, uri.AllSteps)) {
			t.FailNow()
		}
	}
}

// TestNormalizeAddresses has IPv6 addresses of many forms. The result is also compared with package netip.
func TestNormalizeAddresses(t *testing.T) {
	number, valid := kit.Rounds(4, 4, 5), 0
	steps := uri.Steps(0)
	for _, before := range []string{"", "::", "0:0:0:", "1:0:0:1:", "0:0:0:0:0:FFFF:"} {
		for s := range kit.Concatenations([]string{"0:", "00Ab:", "::", "1", "0", ":ffff:", "c0a8:", "192.0.2.1"}, number) {
			literal := before + s
			addr, err := netip.ParseAddr(literal)
			if err != nil || !addr.Is6() {
				continue
			}
			valid++
			steps = (steps + 1) % (2 * uri.AllSteps)
			if !checkNormalize(t, "HTTP://["+literal+"]:080", min(steps, uri.AllSteps)) {
				t.FailNow()
			}
			u, err := uri.Parse("//[" + literal + "]")
			if want := "//[" + addr.String() + "]"; err == nil && u.Normalized().String() != want {
				t.Fatalf("%q becomes %q, want %q", u, u.Normalized(), want)
			}
		}
	}
	if valid < 1000 {
		t.Errorf("only %d addresses", valid)
	}
}

// basesForAll are bases that a relative-path reference could meet: with and without authority, rooted and rootless,
// shallow and deep, with empty segments and dot segments.
var basesForAll = []string{
	"http://h", "http://h/", "http://h/x", "http://h/x/y", "http://h/x/y/z/w", "http://h//x//", "http://h/x/../y/./z",
	"http://h/x//../y", "urn:", "urn:q", "urn:x/y", "urn:x/y/z", "urn:/x", "urn:/x/y", "urn:../x", "urn:./x/y",
	"urn:..", "urn:x/../y/z", "x:/.//y/z", "x:/..", "x:a//",
}

// hierarchicalBases are those of basesForAll with an authority or a path that begins with "/".
var hierarchicalBases = slices.DeleteFunc(slices.Clone(basesForAll), func(base string) bool {
	parts := newFiveParts(base)
	return !parts.authority.defined && !strings.HasPrefix(parts.path.text, "/")
})

// checkSameTargets checks that two references have the same target for each base.
func checkSameTargets(t *testing.T, s, normalized string, bases []string) {
	t.Helper()
	for _, base := range bases {
		got := referenceResolve(base, normalized, resolution{})
		want := referenceResolve(base, s, resolution{})
		if got != want {
			t.Fatalf("%q becomes %q: with the base %q, this is %q and not %q", s, normalized, base, got.target, want.target)
		}
	}
}

// TestNormalizeForEveryBase: what a reference refers to is the same before and after, whatever the base.
func TestNormalizeForEveryBase(t *testing.T) {
	number := kit.Rounds(4, 4, 5)
	tokens := []string{"./", "../", "/", "a/", "b:c", ".."}
	for s := range kit.Concatenations(tokens, number) {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		checkSameTargets(t, s, string(u.AppendNormalized(nil)), basesForAll)
	}
}

func TestNormalizeForHierarchicalBases(t *testing.T) {
	n := uri.Normalizer{Steps: uri.AllSteps, HierarchicalBases: true}
	for _, tt := range kit.Cases[struct{ in, want string }]("normalize.txt", "TestNormalizeForHierarchicalBases") {
		if got := n.Normalized(uri.MustParse(tt.in)).String(); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
		checkNormalizer(t, tt.in, n)
	}
}

// TestNormalizeForEveryHierarchicalBase: with every hierarchical base, the target is the same before and after. No
// segment is left that a ".." could remove.
func TestNormalizeForEveryHierarchicalBase(t *testing.T) {
	number := kit.Rounds(4, 4, 6)
	n := uri.Normalizer{Steps: uri.AllSteps, HierarchicalBases: true}
	lead := regexp.MustCompile(`^(\./|(\.\./)*)`)
	for s := range kit.Concatenations([]string{"./", "../", "/", "a/", "b:c", ".."}, number) {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		if !checkNormalizer(t, s, n) {
			t.FailNow()
		}
		normalized := n.Normalized(u)
		segments := strings.Split(lead.ReplaceAllString(normalized.Path(), ""), "/")
		if isRelativePathRef(u) && (slices.Contains(segments, ".") || slices.Contains(segments, "..")) {
			t.Fatalf("%q becomes %q", s, normalized)
		}
		checkSameTargets(t, s, normalized.String(), hierarchicalBases)
	}
}

// TestNormalizePercentForEveryBase: with percent-encodings, the targets have the same normal form, if resolution also
// reads "%2E" as ".".
func TestNormalizePercentForEveryBase(t *testing.T) {
	for s := range kit.Concatenations([]string{"%2e/", "%2E.", "../", "/", "%41/", "b:c"}, kit.Rounds(3, 3, 4)) {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		normalized := string(u.AppendNormalized(nil))
		for _, base := range basesForAll {
			got := referenceResolve(base, normalized, resolution{}).target
			want := referenceResolve(base, s, resolution{encodedDots: true}).target
			want = referenceNormalize(want, uri.AllSteps, uri.DefaultPort)
			if referenceNormalize(got, uri.AllSteps, uri.DefaultPort) != want {
				t.Fatalf("%q becomes %q: with the base %q, this is %q and not %q", s, normalized, base, got, want)
			}
		}
	}
}

// choicesOfSteps are each step alone, all but each step, none, all, and those of case normalization.
var choicesOfSteps = func() (choices []uri.Steps) {
	choices = []uri.Steps{0, uri.StepCase, uri.AllSteps}
	for step := uri.Steps(1); step < uri.AllSteps; step *= 2 {
		choices = append(choices, step, uri.AllSteps&^step)
	}
	return choices
}()

// TestNormalizeLong has normal forms of all lengths around those of blocks, and pieces that do not end where they do.
func TestNormalizeLong(t *testing.T) {
	for _, piece := range []string{"a", "%41", "%2f", "./a/", "../", "a/../", "a/b/../"} {
		for _, prefix := range []string{"HTTP://EXAMPLE.com/", "http://u@[0:0:1:2:3:4:5:6]:080/", "x:", ""} {
			for length := 0; length < 700; length += kit.Rounds(199, 131, 7) {
				s := prefix + strings.Repeat(piece, length/len(piece))
				checkNormalize(t, s, uri.AllSteps)
				checkNormalize(t, s+"/b%41", uri.AllSteps)
				checkNormalizer(t, s+"/b%41", uri.Normalizer{Steps: uri.AllSteps, HierarchicalBases: true})
			}
		}
	}
}

func TestDefaultPortOfCaller(t *testing.T) {
	var schemes []string
	n := uri.Normalizer{Steps: uri.AllSteps, DefaultPort: func(scheme string) (uint16, bool) {
		schemes = append(schemes, scheme)
		return map[string]uint16{"x": 1, "file": 2, "zero": 0, "": 1, "http": 80}[scheme], scheme != "http"
	}}
	for _, tt := range kit.Cases[struct{ in, want, schemes string }]("normalize.txt", "TestDefaultPortOfCaller") {
		schemes = nil
		u := uri.MustParse(tt.in)
		if got, _, err := n.AppendNormalizedBytes(nil, []byte(tt.in)); string(got) != tt.want || err != nil {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
		if got := strings.Join(slices.Compact(schemes), " "); got != tt.schemes {
			t.Errorf("%q: DefaultPort was called with %q, want %q", tt.in, got, tt.schemes)
		}
		want := referenceNormalize(tt.in, uri.AllSteps, n.DefaultPort)
		if n.Key(u) != uri.Key(want) {
			t.Errorf("%q: Key %q, want %q", tt.in, n.Key(u), want)
		}
	}
}

// FuzzNormalize compares normal forms with the reference, by many choices of steps.
func FuzzNormalize(f *testing.F) {
	for _, tt := range normalizeTests {
		f.Add(tt.in)
	}
	addSeeds(f, func(input string) { f.Add(input) })
	f.Fuzz(func(t *testing.T, s string) {
		for _, steps := range choicesOfSteps {
			checkNormalize(t, s, steps)
			checkNormalizer(t, s, uri.Normalizer{Steps: steps, HierarchicalBases: true})
		}
		for i := range someRules {
			checkNormalizer(t, s, uri.Normalizer{Steps: uri.AllSteps, Query: &someRules[i]})
		}
		u, err := uri.Parse(s)
		if err != nil || !isRelativePathRef(u) {
			return
		}
		checkSameTargets(t, s, uri.Normalizer{Steps: uri.StepDots}.Normalized(u).String(), basesForAll)
	})
}

// someRules are rules of every kind.
var someRules = []uri.QueryRules{
	{},
	{Sort: true},
	{DropEmpty: true},
	{Drop: []string{"utm_*", "fbclid"}, Sort: true},
	{Drop: []string{"a", "b c", "é"}},
	{Drop: []string{""}},
	{Drop: []string{"*"}},
	{Keep: []string{"id", "page"}},
	{Keep: []string{"a*", "c"}, Drop: []string{"ab"}, DropEmpty: true, Sort: true},
	{Keep: []string{""}, Sort: true},
	{Tracking: true},
	{Tracking: true, TrackingFragment: true, DropEmpty: true, Sort: true},
	{TrackingFragment: true, Drop: []string{"id"}},
}

// TestQueryRules has a case for each sentence of the documentation of QueryRules.
func TestQueryRules(t *testing.T) {
	rules := map[string]any{
		"tracked":   uri.QueryRules{Drop: []string{"utm_*", "fbclid"}},
		"all":       uri.QueryRules{Tracking: true},
		"fragments": uri.QueryRules{TrackingFragment: true},
	}
	type row struct {
		rules    uri.QueryRules
		in, want string
	}

	for _, test := range append(kit.Cases[row]("normalize.txt", "TestQueryRules", rules), []row{
		{uri.QueryRules{Drop: []string{" a"}}, "?+a=1&%20a=2&a=3", "?a=3"},
		{uri.QueryRules{Drop: []string{"a b"}}, "?a+b=1&a%20b=2&a%2Bb=3", "?a%2Bb=3"},
		{uri.QueryRules{Drop: []string{"*"}}, "http://h/?a&b=&c=1&", "http://h/"},
		{uri.QueryRules{Drop: []string{"*"}}, "http://h/?", "http://h/?"},
		{uri.QueryRules{Keep: []string{"id", "p*"}}, "?a=1&page=2&id=3&&id=4", "?page=2&id=3&id=4"},
		{uri.QueryRules{Keep: []string{"id"}, Drop: []string{"i*"}}, "x?id=1", "x"},
		{uri.QueryRules{Keep: []string{}}, "?a", "?a"},
		{uri.QueryRules{Drop: []string{""}}, "?a&&=1&b=", "?a&b="}, // as documented, an empty pair has the name ""
		{uri.QueryRules{Keep: []string{"", "b"}}, "?a&&=1&b=", "?&=1&b="},
		{uri.QueryRules{DropEmpty: true}, "?a=&b&&c=1&=&=d&", "?b&c=1&=d"},
		{uri.QueryRules{DropEmpty: true}, "http://h/?", "http://h/"},
		{uri.QueryRules{DropEmpty: true}, "http://h/?#", "http://h/#"},
		{uri.QueryRules{Sort: true}, "?b=1&a=2&b=0&%61=1&", "?&a=2&%61=1&b=1&b=0"},
		{uri.QueryRules{Sort: true}, "?a=2&a=1", "?a=2&a=1"},
		{uri.QueryRules{Tracking: true, Keep: []string{"gclid", "id"}}, "?gclid=1&id=2&a=3", "?id=2"},
		{uri.QueryRules{Tracking: true, Drop: []string{"@tracking"}}, "?@tracking&gclid=1", ""},
	}...) {
		n := uri.Normalizer{Query: &test.rules}
		if got := n.Normalized(uri.MustParse(test.in)).String(); got != test.want {
			t.Errorf("%q by %+v: %q, want %q", test.in, test.rules, got, test.want)
		}
		checkNormalizer(t, test.in, n)
		n.Steps = uri.AllSteps
		checkNormalizer(t, test.in, n)
	}
}

// TestQueryRulesSorted has more pairs than are sorted without allocation.
func TestQueryRulesSorted(t *testing.T) {
	n := uri.Normalizer{Steps: uri.AllSteps, Query: &uri.QueryRules{Drop: []string{"7*", "33"}, Sort: true}}
	for length := range 100 {
		s := "http://H/?"
		for i := range length {
			s += fmt.Sprintf("%d=%%7e&", i*37%length)
		}
		checkNormalizer(t, s, n)
	}
}

// TestQueryRulesOfURIs compares by rules.
func TestQueryRulesOfURIs(t *testing.T) {
	n := uri.Normalizer{Steps: uri.AllSteps, Query: &uri.QueryRules{Tracking: true, TrackingFragment: true, Sort: true}}
	u, v := uri.MustParse("HTTP://h?b=1&utm_a=2&a=3"), uri.MustParse("http://h/?a=3&b=1")
	if w := uri.MustParse("http://h/?a=3"); n.Key(u) != n.Key(v) || n.Key(u) == n.Key(w) || n.Key(u) != "http://h/?a=3&b=1" {
		t.Error(n.Key(u), n.Key(v), n.Key(w))
	}
	if u.Equal(v) || u.Key() == v.Key() {
		t.Error("rules apply without a Normalizer")
	}
	dst, edited, unchanged := make([]byte, 0, 100), []byte(u.String()), []byte(v.String())
	for name, f := range map[string]func(){
		"edited":    func() { dst, _, _ = n.AppendNormalizedBytes(dst[:0], edited) },
		"unchanged": func() { dst, _, _ = n.AppendNormalizedBytes(dst[:0], unchanged) },
	} {
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}

// FuzzQueryRules checks what rules promise: they change nothing but the query, the result parses back to its components
// and is its own normal form, undefined and empty queries differ, and the reference agrees.
func FuzzQueryRules(f *testing.F) {
	addSeeds(f, func(input string) { f.Add(input, "utm_*,a", "", false, true) })
	f.Add("http://h/?b=1&utm_a=2&&a=%7e#f", "utm_*", "", true, true)
	f.Add("HTTP://h?%61+b&c=", "a b", "c,a*", false, false)
	f.Fuzz(func(t *testing.T, s, drop, keep string, dropEmpty, sort bool) {
		rules := uri.QueryRules{Drop: strings.Split(drop, ","), DropEmpty: dropEmpty, Sort: sort, Tracking: len(drop)&1 == 0}
		if keep != "" {
			rules.Keep = strings.Split(keep, ",")
		}
		for _, steps := range []uri.Steps{0, uri.AllSteps} {
			checkNormalizer(t, s, uri.Normalizer{Steps: steps, Query: &rules})
		}
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		v := uri.Normalizer{Query: &rules}.Normalized(u)
		query, ok := u.Query()
		edited, okEdited := v.Query()
		if withoutQuery(u) != withoutQuery(v) || okEdited && !ok || len(edited) > len(query) {
			t.Errorf("%q by %+v: %q", s, rules, v)
		}
		if ok && query == "" && okEdited != !dropEmpty {
			t.Errorf("%q by %+v: %q: the empty query", s, rules, v)
		}
	})
}

// withoutQuery returns the text before and after the query of u.
func withoutQuery(u uri.URI) [2]string {
	before, after, _ := strings.Cut(u.String(), "#")
	before, _, _ = strings.Cut(before, "?")
	if _, ok := u.Fragment(); ok {
		after = "#" + after
	}
	return [2]string{before, after}
}

// A crawler sees these as one page.
func ExampleQueryRules() {
	n := uri.Normalizer{Steps: uri.AllSteps, Query: &uri.QueryRules{
		Tracking: true,            // campaigns and clicks
		Drop:     []string{"ref"}, // and a name of this site
		Sort:     true,
	}}
	for _, s := range []string{
		"https://example.com/shop?page=2&id=7",
		"https://Example.com/shop?utm_source=mail&id=7&page=2",
		"https://example.com/shop?fbclid=abc&ref=nav",
	} {
		fmt.Println(n.Key(uri.MustParse(s)))
	}
	// Output:
	// https://example.com/shop?id=7&page=2
	// https://example.com/shop?id=7&page=2
	// https://example.com/shop
}
