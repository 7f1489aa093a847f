package urlpattern

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// hostilePatterns are patterns and inputs that take exponential or polynomial time without a memory of choices. The
// input is a piece, which is repeated, and an end that does not match.
var hostilePatterns = kit.Cases[struct{ pattern, piece, end string }]("steps.txt", "hostilePatterns")

// TestMatchLinear counts the steps of a machine: at most a few for each instruction and position.
func TestMatchLinear(t *testing.T) {
	for _, test := range hostilePatterns {
		x, err := NewInit(Init{Pathname: &test.pattern}, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", test.pattern, err)
		}
		p := x.components[ComponentPathname].program
		if p == nil {
			t.Errorf("%s does not need a program", test.pattern)
			continue
		}
		for _, n := range []int{100, 1 << 10, 8 << 10, 64 << 10} {
			text := "/" + strings.Repeat(test.piece, n/len(test.piece)) + test.end
			m := new(machine)
			groups := make([]span, p.groups)
			if m.match(p, text, groups) {
				t.Errorf("%s matches", test.pattern)
			}
			if limit := 4 * (len(p.insts) + 1) * (len(text) + 1); m.steps > limit {
				t.Errorf("%s: %d steps for %d bytes, want at most %d", test.pattern, m.steps, n, limit)
			}
			if cap(m.stack) > 4*(p.memos+2)*(len(text)+1) {
				t.Errorf("%s: a stack of %d for %d bytes", test.pattern, cap(m.stack), n)
			}
			if testing.Short() && n > 1000 {
				break
			}
		}
	}
}

// TestSetLinear counts the steps of a search: at most a few for each byte of the URL and each byte of the patterns.
// A pattern counts each time that it confirms a match.
func TestSetLinear(t *testing.T) {
	var patterns []*Pattern
	size := 0
	add := func(pattern string) {
		p, err := NewInit(Init{Pathname: &pattern}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		size += len(pattern)
		patterns = append(patterns, p)
	}
	for i := range 40 {
		as := strings.Repeat("a", i)
		add("/*a*a*a*a" + as + "b")
		add("/:a-:b-:c-" + as)
		add("/*" + as + "/:x/*a/:y/:z" + as)
		add("/*-:a" + as + "*a:b-*" + fmt.Sprint(i))
		add("/{a}?{a}?{/:x}?{a}?*a{b}?" + as + "c")
		add("/*a:x/*a:y/*a:z" + as)
	}
	s := NewSet(patterns...)
	for _, piece := range []string{"a", "a-", "-", "/a", "aaa/", "ab", "a/-"} {
		for _, n := range []int{100, 1 << 10, 64 << 10} {
			u := whatwg.MustParse("https://h/" + strings.Repeat(piece, n/len(piece)))
			x := s.newSearch(u, false)
			if limit := int64(4 * size); int64(x.steps) > limit*int64(len(u.Pathname())) {
				t.Errorf("%q: %d steps for %d bytes, want at most %d a byte", piece, x.steps, n, limit)
			}
			t.Logf("%q, %d bytes: %d steps, %d a byte", piece, n, x.steps, x.steps/n)
			if testing.Short() && n > 1000 {
				break
			}
		}
	}
}

// TestAllocs: a match allocates nothing.
func TestAllocs(t *testing.T) {
	u := whatwg.MustParse("https://www.example.com/books/8042?page=2")
	var r Result
	var matches []int
	var patterns []*Pattern
	for _, text := range []string{
		"https://www.example.com/books/8042", "https://*.example.com/:a/:b", "https://*/*/*", `https://*/*/(\d+)`,
		"https://*/((?!api|_next).*)", "https://*/(b|books):x?/:y",
		"https://*/books{/:a}?{/:b}?{/:c}?{/:d}?{/:e}?{/:f}?{/:g}?{/:h}?{/:i}?{/:j}?{/:k}?{/:l}?{/:m}?{/:n}?",
	} {
		p, err := New(text, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		patterns = append(patterns, p)
		if !p.Match(u, &r) {
			t.Errorf("%s does not match", text)
		}
		if n := testing.AllocsPerRun(100, func() { p.Test(u) }); n > 0 && !hostile.PoolsForget {
			t.Errorf("%s: Test allocates %v times", text, n)
		}
		if n := testing.AllocsPerRun(100, func() { p.Match(u, &r) }); n > 0 && !hostile.PoolsForget {
			t.Errorf("%s: Match allocates %v times", text, n)
		}
	}
	s := NewSet(patterns...)
	if n := testing.AllocsPerRun(100, func() { matches = s.AppendMatches(matches[:0], u) }); n > 0 && !hostile.PoolsForget {
		t.Errorf("AppendMatches allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { s.First(u) }); n > 0 && !hostile.PoolsForget {
		t.Errorf("First allocates %v times", n)
	}
	if len(matches) != len(patterns) {
		t.Errorf("matches %v", matches)
	}
}
