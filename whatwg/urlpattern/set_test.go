package urlpattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// checkSet compares a set with a loop over its patterns.
func checkSet(t *testing.T, s *Set, patterns []*Pattern, u whatwg.URL) {
	t.Helper()
	var want []int
	for i, p := range patterns {
		if p.Test(u) {
			want = append(want, i)
		}
	}
	if got := s.AppendMatches([]int{-7}, u); got[0] != -7 || !slices.Equal(got[1:], want) {
		var texts []string
		for i, p := range patterns {
			if slices.Contains(want, i) != slices.Contains(got[1:], i) {
				texts = append(texts, fmt.Sprint(i, describe(p)))
			}
		}
		t.Errorf("%s: %v, want %v: %s", u, got[1:], want, texts)
	}
	first := -1
	if len(want) > 0 {
		first = want[0]
	}
	if got := s.First(u); got != first {
		t.Errorf("%s: First returns %d, want %d", u, got, first)
	}
}

func describe(p *Pattern) (list []string) {
	if p == nil {
		return nil
	}
	for c := range componentCount {
		list = append(list, p.Component(c))
	}
	return list
}

// setPieces are the parts of random patterns, and setTexts the parts of URLs that they may match.
var (
	setPieces = []string{
		"a", "b", "ab", "/", "/", "/a", "*", "*", ":x", ":y", ":z", "{a}?", "{/b}?", "/:o?", "/:r*", "/:s+", `(\d+)`, "(a|b)", "1",
		"{ab}*", "{a:v-}?", "-", ":w.", "((?!a).*)", "{b}+", "**", "*?",
	}
	setTexts = []string{"a", "b", "ab", "/", "/", "/a", "/b", "1", "-", ".", "aa", "A", "12", "/ab"}
	setHosts = []string{"a.example", "*.example", ":h.example", "b.a.example", "*", "{a.}?example", "*.a.*", "a.b.c.example"}
)

func pointer(s string) *string { return &s }

func TestSetAtRandom(t *testing.T) {
	random := kit.Random(t)
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	pairs := kit.Rounds(2_000, 10_000, 1_000_000)
	seen, matches := 0, 0
	for seen < pairs {
		var patterns []*Pattern
		for len(patterns) < 25 {
			x := Init{}
			var path strings.Builder
			for range random.IntN(6) {
				path.WriteString(pick(setPieces))
			}
			x.Pathname = pointer("/" + path.String())
			if random.IntN(2) == 0 {
				x.Hostname = pointer(pick(setHosts))
			}
			if random.IntN(4) == 0 {
				x.Protocol = pointer(pick([]string{"http", "http{s}?", "https"}))
			}
			if random.IntN(6) == 0 {
				x.Search = pointer(pick(setPieces) + pick(setPieces))
			}
			if random.IntN(8) == 0 {
				x.Username = pointer(pick([]string{"a", "*", ""}))
			}
			if p, err := NewInit(x, nil, &Options{IgnoreCase: random.IntN(3) == 0}); err == nil {
				patterns = append(patterns, p)
			}
		}
		s := NewSet(patterns...)
		for range 25 {
			var text strings.Builder
			text.WriteString(pick([]string{"http://", "https://", "https://a@"}))
			text.WriteString(pick([]string{"a.example", "b.example", "b.a.example", "example", "x.a.b", "a.b.c.example"}) + "/")
			for range random.IntN(7) {
				text.WriteString(pick(setTexts))
			}
			if random.IntN(3) == 0 {
				text.WriteString("?" + pick(setTexts) + pick(setTexts))
			}
			u, err := whatwg.Parse(text.String())
			if err != nil {
				continue
			}
			checkSet(t, s, patterns, u)
			checkStrategies(t, patterns[random.IntN(len(patterns))], &u)
			seen += len(patterns)
			matches += len(s.AppendMatches(nil, u))
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d pairs, %d matches", seen, matches)
}

// setOfPaths returns the set of patterns for pathnames.
func setOfPaths(t *testing.T, paths ...string) *Set {
	t.Helper()
	var patterns []*Pattern
	for _, path := range paths {
		p, err := NewInit(Init{Pathname: &path}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, p)
	}
	return NewSet(patterns...)
}

// TestSetLoops: a search goes through a loop again where an earlier run has ended, and nowhere else. So it finds a
// pattern with a single path once.
func TestSetLoops(t *testing.T) {
	for _, test := range kit.Cases[struct{ pattern, path string }]("set.txt", "TestSetLoops") {
		s := setOfPaths(t, test.pattern)
		u := whatwg.MustParse("https://h" + test.path)
		x := s.newSearch(u)
		if len(x.matches) != 1 || !s.patterns[0].Test(u) {
			t.Errorf("%s finds %s %d times", test.path, test.pattern, len(x.matches))
		}
		s.free(x)
	}
}

// TestSetShares: patterns share a loop, and each is found once.
func TestSetShares(t *testing.T) {
	for _, test := range kit.Cases[struct {
		path string
		want []int
	}]("set.txt", "TestSetShares") {
		s := setOfPaths(t, "/*", "/*a", "/:x-c", "/:x/c")
		x := s.newSearch(whatwg.MustParse("https://h" + test.path))
		slices.Sort(x.matches)
		if !slices.Equal(x.matches, test.want) {
			t.Errorf("%s finds %v, want %v", test.path, x.matches, test.want)
		}
		s.free(x)
	}
}

// TestSetRuns: a run has at least one byte, and does not reach beyond its delimiter.
func TestSetRuns(t *testing.T) {
	for _, test := range kit.Cases[struct {
		pattern, path string
		want          bool
	}]("set.txt", "TestSetRuns") {
		s := setOfPaths(t, test.pattern)
		u := whatwg.MustParse("https://h" + test.path)
		if got := s.First(u) == 0; got != test.want || s.patterns[0].Test(u) != test.want {
			t.Errorf("%s finds %s: %t", test.path, test.pattern, got)
		}
	}
}

// TestSetCase: a pattern that ignores case does so for the pathname and the components after it. The second search is for
// the same set, with memory of the first.
func TestSetCase(t *testing.T) {
	a, b, path := "A", "b", "/Ab"
	var patterns []*Pattern
	for _, o := range []*Options{nil, {IgnoreCase: true}} {
		for _, x := range []Init{{Pathname: &path}, {Username: &a, Hash: &b}} {
			p, err := NewInit(x, nil, o)
			if err != nil {
				t.Fatal(err)
			}
			patterns = append(patterns, p)
		}
	}
	s := NewSet(patterns...)
	for _, test := range kit.Cases[struct {
		url  string
		want []int
	}]("set.txt", "TestSetCase") {
		for range 2 {
			if got := s.AppendMatches(nil, whatwg.MustParse(test.url)); !slices.Equal(got, test.want) {
				t.Errorf("%s: %v, want %v", test.url, got, test.want)
			}
		}
	}
}

// TestSetDelimiters: a name in a search, or in a path that is opaque, is a run without a delimiter. It shares its loop with
// neither a "*" nor a name that ends at "/".
func TestSetDelimiters(t *testing.T) {
	var patterns []*Pattern
	for _, x := range [][3]string{
		{"*", "*", "a*"}, {"*", "*", "a:x"}, {"*", "*", ":x-b"}, {"http{x}?", "/:x", "*"}, {"httpx", "/:x", "*"},
	} {
		p, err := NewInit(Init{Protocol: &x[0], Pathname: &x[1], Search: &x[2]}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, p)
	}
	s := NewSet(patterns...)
	for _, test := range kit.Cases[struct {
		url  string
		want []int
	}]("set.txt", "TestSetDelimiters") {
		if got := s.AppendMatches(nil, whatwg.MustParse(test.url)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.url, got, test.want)
		}
	}
}

// TestSetEmpty: the zero Set and nil are empty.
func TestSetEmpty(t *testing.T) {
	u := whatwg.MustParse("https://h/")
	for _, s := range []*Set{nil, new(Set), NewSet(nil, new(Pattern))} {
		if matches, first := s.AppendMatches(nil, u), s.First(u); matches != nil || first != -1 {
			t.Errorf("%v, %d", matches, first)
		}
	}
}

// TestSetPaths: a pattern has at most 16 paths. Each part that can be left out doubles their number, or becomes a rest.
func TestSetPaths(t *testing.T) {
	for _, test := range kit.Cases[struct {
		host, path    string
		leaves, exact int
	}]("set.txt", "TestSetPaths") {
		p, err := NewInit(Init{Hostname: &test.host, Pathname: &test.path}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if leaves, exact := NewSet(p).exact.countLeaves(); leaves != test.leaves || exact != test.exact {
			t.Errorf("%s %s: %d leaves, %d exact, want %d, %d", test.host, test.path, leaves, exact, test.leaves, test.exact)
		}
	}
	s := setOfPaths(t, "/{a}?{b}?{c}?{d}?{e}?")
	for path, want := range map[string]int{"/": 0, "/ace": 0, "/e": 0, "/x": -1, "/ee": -1} {
		if got := s.First(whatwg.MustParse("https://h" + path)); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

// countLeaves returns the number of leaves of the trees at b, and of those that are exact.
func (b *boundary) countLeaves() (leaves, exact int) {
	for _, l := range b.leaves {
		if leaves++; l.isExact {
			exact++
		}
	}
	var count func(n *treeNode)
	count = func(n *treeNode) {
		if n.end != nil {
			all, some := n.end.countLeaves()
			leaves, exact = leaves+all, exact+some
		}
		for i := range n.texts {
			count(n.texts[i].to)
		}
		for _, l := range n.loops {
			count(l.to)
		}
	}
	for _, next := range b.next {
		count(next.root)
	}
	return leaves, exact
}

// TestSetEpochs: the number of a search can overflow. Then no arrival of an earlier search with the same number counts.
func TestSetEpochs(t *testing.T) {
	s := setOfPaths(t, "/*/:x/z")
	u := whatwg.MustParse("https://h/a/b/z")
	x := s.newSearch(u)
	x.epoch = ^uint32(0)
	s.free(x)
	for i, path := range []string{"/", "/a/b/z"} {
		if got := s.First(whatwg.MustParse("https://h" + path)); got != i-1 {
			t.Errorf("%s: %d, want %d", path, got, i-1)
		}
	}
}

// namesOf returns a path of n segments, each of them a name.
func namesOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "/:a%d", i)
	}
	return b.String()
}

// TestSetMerges: literals that follow each other are one token, and so are rests.
func TestSetMerges(t *testing.T) {
	for pattern, want := range map[string]int{
		"*(a)": 1, "/*(a)": 2, "*(a)*": 1, "/a{b}?c": 1, "/a{b}?*c": 3, "*(a)/(b)*": 3, "*{a}?": 2,
	} {
		most := 0
		for _, p := range setOfPaths(t, pattern).patterns[0].components[ComponentPathname].paths(maxPaths) {
			most = max(most, len(p.tokens))
		}
		if most != want {
			t.Errorf("%s: %d tokens, want %d", pattern, most, want)
		}
	}
}

// TestSetTokens: a path has at most 64 tokens. If a pattern has more, the last token stands for the rest of it.
func TestSetTokens(t *testing.T) {
	for _, test := range []struct {
		pattern string
		tokens  int
		isExact bool
	}{
		{strings.Repeat("/*", 31) + "/", 63, true},
		{strings.Repeat("/*", 32), 64, true},
		{strings.Repeat("/*", 32) + "/", 64, false},
		{strings.Repeat("/*", 40), 64, false},
		{namesOf(32), 64, true},
		{namesOf(33), 64, false},
		{namesOf(40), 64, false},
	} {
		s := setOfPaths(t, test.pattern)
		paths := s.patterns[0].components[ComponentPathname].paths(maxPaths)
		if len(paths) != 1 || len(paths[0].tokens) != test.tokens || paths[0].isExact != test.isExact {
			t.Errorf("%s: %d tokens, exact: %t; want %d, %t", test.pattern, len(paths[0].tokens), paths[0].isExact, test.tokens, test.isExact)
		}
		for path, want := range map[string]bool{
			strings.NewReplacer("*", "a", ":", "").Replace(test.pattern): true,
			strings.Repeat("/a", 30):                                     false,
		} {
			if got := s.First(whatwg.MustParse("https://h"+path)) == 0; got != want {
				t.Errorf("%s finds %s: %t", path, test.pattern, got)
			}
		}
	}
}
