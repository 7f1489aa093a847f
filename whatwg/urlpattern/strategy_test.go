package urlpattern

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestStrategy: a pathname has the quickest strategy that can match it, and runs where one place at most can end them: before
// another byte, or a number of bytes before the end.
func TestStrategy(t *testing.T) {
	for _, test := range kit.Cases[struct {
		path, want, runs string
	}]("strategy.txt", "TestStrategy") {
		p, err := NewInit(Init{Pathname: &test.path}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		x := p.components[ComponentPathname]
		got := [...]string{matchAny: "any", matchText: "text", matchProgram: "program"}[x.strategy]
		if x.strategy == matchProgram && x.program.isOnePass {
			got = "one pass"
		}
		var runs []string
		if x.program != nil {
			for _, in := range slices.Backward(x.program.insts) {
				if in.op == opRun {
					runs = append(runs, strconv.Itoa(int(in.arg)))
				}
			}
		}
		if list := strings.Join(runs, " "); got != test.want || list != test.runs {
			t.Errorf("%s has strategy %s with runs %q, want %s, %q", test.path, got, list, test.want, test.runs)
		}
	}
}

// textsOf returns all texts of the letters that are shorter than n bytes, and those with one more letter.
func textsOf(n int, letters ...string) []string {
	texts := []string{""}
	for i := 0; i < len(texts); i++ {
		for _, letter := range letters {
			if len(texts[i]) < n {
				texts = append(texts, texts[i]+letter)
			}
		}
	}
	return texts
}

// TestPrograms compares the programs of random patterns with a reference, for all texts of up to three letters. A syntax
// as that of the pathname ignores case or not.
func TestPrograms(t *testing.T) {
	texts := textsOf(3, "a", "b", "Bc", "/", "-")
	texts = append(texts, "aaaa", "abab", "aabb", "/a/b", "-a-b", "a/b/a", "aaaaa", "ababab", "a-a-a-", "a/ba/b", "/a/b/ab/aab")
	g := Generator{Rand: kit.Random(t), Regexps: true}
	var w workspace
	for i := range 12_000 {
		s := syntax{encode: syntaxes[ComponentHash].encode, plain: &unreserved, delimiter: "/", prefix: "/", ignoreCase: i%4 == 0}
		pattern, text := g.Component("/")
		if x, err := w.compileComponent(pattern, ComponentHash, s); err == nil {
			checkStrategy(t, x, text)
			checkStrategy(t, x, texts...)
		}
	}
}

// TestRuns compares programs with runs, and some with choices, with the reference.
func TestRuns(t *testing.T) {
	texts := textsOf(4, "a", "b", "c", "/", "-")
	texts = append(texts, "abc--")
	for _, test := range kit.Cases[struct{ path string }]("strategy.txt", "TestRuns") {
		var w workspace
		s := syntax{encode: syntaxes[ComponentHash].encode, plain: &unreserved, delimiter: "/", prefix: "/"}
		x, err := w.compileComponent(test.path, ComponentHash, s)
		if err != nil {
			t.Fatal(test.path, err)
		}
		checkStrategy(t, x, texts...)
	}
}

// TestLargest: a pattern with the largest number of repetitions compiles, and with one more it does not.
func TestLargest(t *testing.T) {
	for _, test := range kit.Cases[struct {
		pattern string
		most    int
	}]("strategy.txt", "TestLargest") {
		var w workspace
		for n := test.most; n <= test.most+1; n++ {
			s := syntax{encode: syntaxes[ComponentHash].encode, plain: &unreserved, delimiter: "/", prefix: "/"}
			_, err := w.compileComponent(strings.Replace(test.pattern, "N", strconv.Itoa(n), 1), ComponentHash, s)
			if (err == nil) != (n == test.most) {
				t.Errorf("%s with %d: %v", test.pattern, n, err)
			}
		}
	}
}

// checkStrategy compares the strategy of a component with a reference for each of the texts.
func checkStrategy(t *testing.T, x *component, texts ...string) {
	t.Helper()
	var w workspace
	if err := w.parseValues(x.parts, x.syntax); err != nil {
		t.Fatal(err)
	}
	var nodes nodePool
	var parts []*node
	captures := int32(0)
	for i, value := range w.values {
		parts = append(parts, nodes.part(&x.parts[i], value, captures, x.syntax.ignoreCase))
		if value != nil {
			captures++
		}
	}
	tree := nodes.concat(parts...)
	r := reference{groups: make([]span, captures)}
	got := make([]span, len(x.names))
	for _, s := range texts {
		r.text, r.steps = s, 0
		for i := range r.groups {
			r.groups[i] = undefined
		}
		want := r.match(tree, 0, func(i int) bool { return i == len(s) })
		if r.steps > maxReference {
			continue
		}
		ok := x.match(s, got)
		if x.strategy == matchAny {
			got[0] = span{0, int32(len(s))}
		}
		if ok != want || x.match(s, nil) != want || ok && !slices.Equal(got, r.groups) {
			t.Fatalf("%q with %q: %t, %v, want %t, %v", x.pattern, s, ok, got, want, r.groups)
		}
	}
}

// A reference matches syntax trees as ECMAScript defines it, with continuations. The time can be exponential.
type reference struct {
	text   string
	groups []span
	steps  int
}

// maxReference limits the steps of a reference.
const maxReference = 3000

// match matches n from i on. It calls next with each possible end, the preferred one first, until next succeeds. The
// groups are as before if it fails.
func (r *reference) match(n *node, i int, next func(i int) bool) bool {
	if r.steps++; r.steps > maxReference {
		return false
	}
	s := r.text[i:]
	switch n.kind {
	case textNode:
		isEqual := strings.HasPrefix(s, n.text) || n.fold && strings.HasPrefix(strings.ToLower(s), n.text)
		return isEqual && next(i+len(n.text))
	case classNode:
		return s != "" && n.class.Has(s[0]) && next(i+1)
	case concatNode:
		return r.concat(n.subs, i, next)
	case alternateNode:
		return slices.ContainsFunc(n.subs, func(sub *node) bool { return r.match(sub, i, next) })
	case repeatNode:
		return r.repeat(n, int(n.min), int(n.max), i, next)
	case captureNode:
		return r.match(n.subs[0], i, func(end int) bool {
			old := r.groups[n.capture]
			r.groups[n.capture] = span{int32(i), int32(end)}
			if next(end) {
				return true
			}
			r.groups[n.capture] = old
			return false
		})
	case lookNode:
		ok := r.match(n.subs[0], i, func(int) bool { return true })
		return ok != (n.op == opNotLook) && next(i)
	}
	switch n.op {
	case opStart:
		return i == 0 && next(i)
	case opEnd:
		return s == "" && next(i)
	}
	isBoundary := (i > 0 && wordBytes.Has(r.text[i-1])) != (s != "" && wordBytes.Has(s[0]))
	return isBoundary == (n.op == opBoundary) && next(i)
}

func (r *reference) concat(subs []*node, i int, next func(i int) bool) bool {
	if len(subs) == 0 {
		return next(i)
	}
	return r.match(subs[0], i, func(i int) bool { return r.concat(subs[1:], i, next) })
}

// repeat is RepeatMatcher of ECMAScript.
func (r *reference) repeat(n *node, lo, hi, i int, next func(i int) bool) bool {
	switch {
	case hi == 0:
		return next(i)
	case n.lazy && lo == 0 && next(i):
		return true
	}
	ok := r.match(n.subs[0], i, func(end int) bool {
		return (lo > 0 || end > i) && r.repeat(n, max(lo-1, 0), max(hi-1, unlimited), end, next)
	})
	return ok || !n.lazy && lo == 0 && next(i)
}
