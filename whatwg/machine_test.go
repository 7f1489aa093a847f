package whatwg

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// testBases are base URLs of all kinds. The first is null.
var testBases = []URL{
	{},
	MustParse("http://example.org/foo/bar"),
	MustParse("https://u:p@h.example:8080/a/b/c;d?q=1#f"),
	MustParse("http://h/"),
	MustParse("https://h/a//b/?#"),
	MustParse("https://[::1]/a/b?x"),
	MustParse("http://1.2.3.4:81/q/..x/y"),
	MustParse("file:///C:/d/e"),
	MustParse("file://host/d/e?q"),
	MustParse("ws://h/p/q"),
	MustParse("foo://h/p/q?r"),
	MustParse("foo:/p/q"),
	MustParse("mailto:a@b?c"),
}

// parsers are Parsers with different options.
var parsers = []Parser{
	{}, {InvalidUTF8: EncodeRaw}, {Encoding: charmap.Windows1252}, {Encoding: japanese.ISO2022JP},
}

// checkParse parses input with base in all ways, compares them with the reference parser, and reports whether they agree.
func checkParse(t *testing.T, base URL, input string) bool {
	t.Helper()
	agree := true
	check := func(way string, got, want answer) {
		if got != want {
			t.Errorf("%s: %q against %q (-reference +got):\n%s", way, input, base.href, cmp.Diff(want, got))
			agree = false
		}
	}
	for _, p := range parsers {
		want := refAnswer(p, base, input)
		u, err := p.Parse(base, input)
		check("Parse", answerOf(u, err == nil), want)
		buf := []byte(strings.Repeat("\xa5", 16*len(input)+len(base.href)+64))
		out, err := p.AppendHref(buf[:3], base, input)
		check("AppendHref", answer{OK: err == nil, Href: string(out[3:])}, answer{OK: want.OK, Href: want.Href})
		if rest := buf[len(out):]; bytes.Count(rest, []byte{0xa5}) != len(rest) || string(out[:3]) != "\xa5\xa5\xa5" {
			t.Errorf("AppendHref: %q against %q: wrote %q after the href", input, base.href, rest)
			agree = false
		}
	}
	want := refAnswer(Parser{}, base, input)
	if base == (URL{}) {
		check("CanParse", answer{OK: CanParse(input)}, answer{OK: want.OK})
	}
	for _, spare := range []int{0, 20, 4096} { // an href at its place in the Batch, and one that is copied there
		batch := Batch{text: make([]byte, 0, spare)}
		ok := batch.Add(base, input)
		check("Batch", answerOf(batch.URL(0), ok), want)
	}
	return agree
}

// TestMachine parses inputs that the parser repairs.
func TestMachine(t *testing.T) {
	base := MustParse("https://user@example.org:8080/foo/bar?q#f")
	for _, tt := range kit.Cases[struct{ input, href string }]("machine.txt", "TestMachine") {
		if u, err := base.Parse(tt.input); err != nil || u.Href() != tt.href {
			t.Errorf("%q: %q, %v, want %q", tt.input, u.Href(), err, tt.href)
		}
		checkParse(t, base, tt.input)
	}
}

// TestShortcuts parses inputs that look as if the machine could begin after the host, or leave them unchanged.
func TestShortcuts(t *testing.T) {
	for _, input := range kit.Cases[string]("machine.txt", "TestShortcuts") {
		for _, base := range testBases {
			checkParse(t, base, input)
		}
	}
}

// TestMachineAtRandom parses random sequences of pieces with bases of all kinds.
func TestMachineAtRandom(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(5_000, 5_000, 200_000) {
		base := testBases[random.IntN(len(testBases))]
		if !checkParse(t, base, randomInput(random)) {
			t.FailNow()
		}
	}
}

// TestMachineExhaustively parses all strings of up to two of the bytes that matter most, or of up to four if URI_LONG is
// set.
func TestMachineExhaustively(t *testing.T) {
	base := testBases[2]
	var build func(s string, left int)
	build = func(s string, left int) {
		for _, before := range []string{"", "x", "Http://h", "//H:"} {
			if !checkParse(t, base, before+s) {
				t.FailNow()
			}
		}
		for _, c := range []byte("./\\?#:%aA1@[ \t\xe9") {
			if left > 0 {
				build(s+string([]byte{c}), left-1)
			}
		}
	}
	build("", kit.Rounds(2, 2, 4))
}

// FuzzStrategies compares all ways to parse with the reference parser.
func FuzzStrategies(f *testing.F) {
	for i, s := range append(normals, pieces...) {
		f.Add(testBases[i%len(testBases)].href, s)
		f.Add(testBases[(i+1)%len(testBases)].href, pieces[i%len(pieces)]+s)
	}
	f.Fuzz(func(t *testing.T, page, input string) {
		base, err := Parse(page)
		if err == nil {
			checkNormal(t, base.href)
			checkParse(t, base, input)
		}
		checkNormal(t, input)
		checkParse(t, URL{}, input)
	})
}

func TestMachineAllocs(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("with the race detector, sync.Pool drops buffers at random")
	}
	buf := make([]byte, 0, 1024)
	base := testBases[2]
	for _, ref := range []string{"/a/b", "x y", "../x", "?q", "#f", "//H/\u00e9", "HTTP://X", " /a ", "/a\tb\nc",
		"https:\n//example.com/"} {
		if n := testing.AllocsPerRun(10, func() { buf, _ = Parser{}.AppendHref(buf[:0], base, ref) }); n != 0 {
			t.Errorf("AppendHref, %q: %v allocations", ref, n)
		}
		if n := testing.AllocsPerRun(10, func() { base.Parse(ref) }); n > 1 {
			t.Errorf("Parse, %q: %v allocations", ref, n)
		}
	}
}

// TestMachineOnMovedStack: the record of a machine is in its scratch memory, even if the stack grows, which moves it.
// In builds with the race detector, the compiler adds calls that check unsafe pointers.
func TestMachineOnMovedStack(t *testing.T) {
	isInScratch := func(m *machine) bool { return unsafe.SliceData(m.out) == &m.scratch[0] }
	for depth := range 200 {
		var atInit, later bool
		var wg sync.WaitGroup
		wg.Go(func() { // on a small stack
			atStackDepth(depth, func() {
				var m machine
				m.init(Parser{})
				atInit = isInScratch(&m)
				atStackDepth(200, func() {})
				later = isInScratch(&m)
			})
		})
		wg.Wait()
		if !atInit || !later {
			t.Fatalf("depth %d: in scratch: %v at first, %v on the grown stack", depth, atInit, later)
		}
	}
}

// atStackDepth calls f below n more frames.
func atStackDepth(n int, f func()) {
	var frame [40]byte
	if n == 0 {
		f()
		return
	}
	atStackDepth(n-1, f)
	frame[n%len(frame)]++
}
