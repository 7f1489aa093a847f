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

// TestMatchLinear: a match takes time linear in the length of the text, and a stack of a few entries for each choice.
func TestMatchLinear(t *testing.T) {
	if new(machine).reset(1<<16, 1<<16) {
		t.Error("a machine has more than maxBits")
	}
	for _, test := range hostilePatterns {
		x, err := NewInit(Init{Pathname: &test.pattern}, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", test.pattern, err)
		}
		p := x.components[ComponentPathname].program
		if p == nil || p.isOnePass {
			t.Errorf("%s has no choices", test.pattern)
			continue
		}
		hostile.CheckLinear(t, test.pattern, 8<<10, func(n int) func() {
			text := "/" + strings.Repeat(test.piece, n/len(test.piece)) + test.end
			m := new(machine)
			groups := make([]span, len(x.components[ComponentPathname].names))
			return func() {
				if !m.reset(p.memos, len(text)) || m.run(p, text, groups) {
					t.Errorf("%s matches", test.pattern)
				}
				if cap(m.stack) > 4*(p.memos+2)*(len(text)+1) {
					t.Errorf("%s: a stack of %d for %d bytes", test.pattern, cap(m.stack), n)
				}
			}
		})
	}
}

// TestSetLinear: a search takes time linear in the length of the URL.
func TestSetLinear(t *testing.T) {
	var patterns []*Pattern
	add := func(pattern string) {
		p, err := NewInit(Init{Pathname: &pattern}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
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
		hostile.CheckLinear(t, piece, 4<<10, func(n int) func() {
			u := whatwg.MustParse("https://h/" + strings.Repeat(piece, n/len(piece)))
			return func() { s.First(u) }
		})
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
