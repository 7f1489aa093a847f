package address

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/internal/test/kit"
)

// TestPlainEnd compares PlainEnd with plainEndBytes, with and without the kernels, for hosts and paths that end at each
// place around the end of the block. No byte after the text may be read.
func TestPlainEnd(t *testing.T) {
	page := kit.Guarded(t, 1)
	const n = len("https://")
	blank := strings.Repeat(" ", simd.Block)
	check := func(s string) {
		place := page[len(page)-len(s):]
		copy(place, s)
		s = unsafe.String(&place[0], len(place))
		want := plainEndBytes(s, n)
		if path := strings.IndexByte(s[n:], '/'); path > simd.Block { // the text is then also longer than a block
			want = 0
		}
		end, next := PlainEnd(s, n)
		if end != want || end > 0 && next != nextAfter(s, n, end) {
			t.Fatalf("%q: %d, next %d, want %d, next %d", s, end, next, want, nextAfter(s, n, end))
		}
		kit.Without(&simd.Available, func() { end, next = PlainEnd(s, n) })
		if end != want || next != end {
			t.Fatalf("%q without kernels: %d, next %d, want %d", s, end, next, want)
		}
	}
	for host := 1; host < simd.Block+3; host++ {
		for _, path := range []string{"", "/", "/a", "/a.", "/%41.", "/a%41%42/c:/d", "/c://d", "/" + strings.Repeat("a", simd.Block), ":80/"} {
			for _, after := range []string{"", " ", " a", ".", ", :/", "\"a://", "(", "\x80:/", "%", blank, blank + ":/", " :/" + blank} {
				check("https://" + strings.Repeat("h", host) + path + after)
			}
		}
	}
	for path := range 2 * simd.Block {
		for _, after := range []string{"", " ", " a://b", ". ://", ">", blank[:path%simd.Block] + ":/" + blank} {
			check("https://h/" + strings.Repeat("p", path) + after)
		}
	}
	for _, start := range []string{"", "-", ".", "_", "~", "/", "%", " "} {
		check("https://" + start)
		check("https://" + start + "h/a ")
		check("https://" + start + "h/a " + blank)
	}
}

// nextAfter returns the second result of PlainEnd if the first one is end.
func nextAfter(s string, n, end int) int {
	if !simd.Available || len(s)-n <= simd.Block {
		return end
	}
	stop := end
	for stop < len(s) && tailSet[s[stop]] { // the punctuation after the address
		stop++
	}
	block := s[n : n+simd.Block+1]
	if stop >= n+simd.Block || strings.Contains(s[n:stop], "%") || strings.Contains(block, ":/") {
		return end
	}
	return n + simd.Block
}

// TestSpan compares span with a loop, for strings that a byte, a percent-encoding or a part of one interrupts at each
// place. No byte outside the string may be read.
func TestSpan(t *testing.T) {
	page := kit.Guarded(t, 1)
	for _, length := range []int{1, 9, simd.Block - 2, simd.Block - 1, simd.Block, simd.Block + 1, 2 * simd.Block} {
		text := strings.Repeat("a", length)
		for i := range length {
			for _, piece := range []string{"%41", "%4", "%", "% ", " ", "%4g", "%%41", "%41%"} {
				all := text[:i] + piece + text[i:]
				for _, begin := range []int{0, len(page) - len(all)} {
					copy(page[begin:], all)
					s := unsafe.String(&page[begin], len(all))
					for _, from := range []int{0, max(i-1, 0), i, i + 1} {
						want := from
						for want < len(s) && (tailSet[s[want]] || octet.IsEncoded(s[want:])) {
							want++
						}
						if got := span(s, from, &tailSet); got != want {
							t.Fatalf("%q from %d: %d, want %d", s, from, got, want)
						}
					}
				}
			}
		}
	}
}

// TestAppendDecoded decodes all escapes of a format, and finds out whether there may be any.
func TestAppendDecoded(t *testing.T) {
	for _, tt := range []struct {
		escapes  Escapes
		in, want string
		may      bool
	}{
		{NoEscapes, `\/&lt;`, `\/&lt;`, false},
		{JSON, `\/a\u00e9&lt;`, `/aé&lt;`, true},
		{JSON, `é&lt;`, `é&lt;`, false},
		{HTML, `&lt;\/&eacute;`, `<\/é`, true},
		{HTML, `\/`, `\/`, false},
		{JSON, "\xc3\\/", "\xc3/", true},
		{ANSI, "\x1b[1ma\x1b[m\x1bb", "a\x1bb", true},
		{ANSI, "ab", "ab", false},
	} {
		got := string(tt.escapes.AppendDecoded([]byte("-"), tt.in))
		if got != "-"+tt.want || tt.escapes.In(tt.in) != tt.may {
			t.Errorf("%d, %q: %q, %t, want %q, %t", tt.escapes, tt.in, got, tt.escapes.In(tt.in), "-"+tt.want, tt.may)
		}
	}
}

// TestBytes: a plain address ends at a space, a quotation mark or a bracket. No address ends with punctuation.
func TestBytes(t *testing.T) {
	for c := range 256 {
		b := string([]byte{byte(c)})
		if got, want := endsPlain(byte(c)), strings.Contains(" \n\r\t\"<>)", b); got != want {
			t.Errorf("%q ends a plain address: %t", b, got)
		}
		if got, want := isFinal(byte(c)), strings.Contains(".,:;!?'", b); got != want {
			t.Errorf("%q is final: %t", b, got)
		}
		if got, want := endsAuthority(byte(c)), strings.Contains("/?# \n\r\t\"<>()'", b); got != want {
			t.Errorf("%q ends an authority: %t", b, got)
		}
		if got, want := beginsHost(rune(c)), c >= 0x80 || strings.Contains("[%"+digits+letters, b); got != want {
			t.Errorf("%q begins a host: %t", b, got)
		}
	}
	if beginsHost(-1) {
		t.Error("a byte that is not UTF-8 begins a host")
	}
}

const (
	digits  = "0123456789"
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// TestCut compares the end of an address in a long word with the end that reading the whole word at once gives.
func TestCut(t *testing.T) {
	check := func(r *Rules, text string, start int) {
		t.Helper()
		floor := strings.Index(text, "://") + len("://")
		read := func(text string) int { return r.untrimmedEnd(text, start, floor, false) }
		want := r.TrimEmphasis(text, start, floor, r.CutList(text, start, floor, read(text)))
		if got := r.Cut(text, start, floor, read); got != want {
			t.Errorf("%+v, %d bytes: %d, want %d: %q", r, len(text), got, want, text)
		}
	}
	long := strings.Repeat("b", 600)
	for _, r := range []Rules{{Syntax: Web}, {Syntax: Prose}} {
		for _, first := range []int{firstRead, 8 * firstRead} {
			for _, cut := range []string{"", ",http://b/c", "**见", "~~", " x", "\nx", ",http://b c"} {
				for length := first - 16; length < first+4; length++ {
					for _, rest := range []string{"", long} {
						check(&r, "**http://h/"+strings.Repeat("a", length)+cut+rest+"**", 2) // where a part can end
					}
				}
			}
		}
		check(&r, "~~x://~~h/a~~"+long, 2)
	}
}

// TestLong has addresses in long words.
func TestLong(t *testing.T) {
	r, long := Rules{Syntax: Web}, strings.Repeat("b", firstRead)
	for _, tt := range []struct{ before, address, rest string }{
		{"**(", "http://h/**" + long, ""}, // only marks directly before an address end it before US-ASCII
		{"x*", "http://h/a", "*见" + long},
		{"x**" + strings.Repeat("!", 198), "http://h/a*见" + long, ""}, // the "**" begin 200 bytes before, and do not open
		{"~~", "x://a", "~~见" + long},
		{"~~", "x://~~", "见" + long}, // nothing would be left without the mark
		{"~~", "x://~~h/" + long, ""},
		{"~~", "x://a", "~~见/" + long},
		{"~~", "x://~~", "见/" + long},
		{"x,", "http://h/a", ",c,http://b/" + long},
		{"", "http://a", ",http://b,http://c/" + long},
		{"", "file:///", ",http://b,http://c/" + long},
		{"", "http://éhttp://b/" + long, ""},
		{"", "http://h/(" + strings.Repeat(",", firstRead) + ")", ""},
	} {
		text := tt.before + tt.address + tt.rest
		if got, want := endAt(&r, text, len(tt.before)), len(tt.before+tt.address); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// endAt returns the end of the address at start, as package find reads it.
func endAt(r *Rules, text string, start int) int {
	colon := start + strings.IndexByte(text[start:], ':')
	return r.End(text, start, colon+len("://"), schemes.KindOf(text[start:colon]).NeedsHost())
}

// TestEnd has addresses in text.
func TestEnd(t *testing.T) {
	for _, tt := range kit.Cases[struct {
		rules                  Rules
		before, address, after string
	}]("address.txt", "TestEnd", map[string]any{
		"IRI": Rules{}, "URI": Rules{Syntax: URI}, "Web": Rules{Syntax: Web}, "Prose": Rules{Syntax: Prose},
		"JSON": Rules{Escapes: JSON}, "HTML": Rules{Escapes: HTML}, "ANSI": Rules{Escapes: ANSI},
	}) {
		text := tt.before + tt.address + tt.after
		want := 0
		if tt.address != "" {
			want = len(tt.before + tt.address)
		}
		if got := endAt(&tt.rules, text, len(tt.before)); got != want {
			t.Errorf("%+v, %q: %d, want %d", tt.rules, text, got, want)
		}
	}
}

// TestPlain has addresses that are plain, and others.
func TestPlain(t *testing.T) {
	const n = len("http://")
	for _, tt := range kit.Cases[struct{ address, after string }]("address.txt", "TestPlain") {
		if end, next := PlainEnd(tt.address+tt.after, n); end != len(tt.address) || next != end {
			t.Errorf("%q: %d, next %d", tt.address+tt.after, end, next)
		}
	}
	if end, _ := PlainEnd("http://h/"+strings.Repeat("a", firstRead)+" ", n); end != 0 {
		t.Errorf("an address of more than %d bytes is plain", firstRead)
	}
}

// TestTrimEmphasis has addresses from start to end in text. Nothing before floor may be removed.
func TestTrimEmphasis(t *testing.T) {
	const text = "**http://a/b**, **"
	for _, tt := range []struct {
		rules             Rules
		text              string
		start, floor, end int
		want              int
	}{
		{Rules{}, text, 2, 9, 14, 12},
		{Rules{}, text, 2, 12, 14, 14}, // nothing would be left
		{Rules{Escapes: HTML}, text, 2, 12, 14, 14},
		{Rules{}, text, 2, 11, 14, 12},
		{Rules{}, text, 2, 13, 14, 14},
		{Rules{}, text, 2, 14, 14, 14},
		{Rules{}, text, 0, 9, 14, 14},
		{Rules{Syntax: Prose}, text, 2, 9, 14, 14},
		{Rules{}, "*http://a/b.*", 1, 8, 13, 11},
		{Rules{Escapes: HTML}, "*http://a/b&lt;*", 1, 8, 16, 15},
		{Rules{Escapes: JSON}, "*http://a/b.*", 1, 8, 13, 11},
		{Rules{}, "_http://a/b*", 1, 8, 12, 12},
		{Rules{}, "_http://a/b*_", 1, 8, 13, 12},
		{Rules{}, "-http://a/b-", 1, 8, 12, 12},
		{Rules{}, "~http://a/b", 1, 8, 11, 11},
	} {
		r := tt.rules
		if got := r.TrimEmphasis(tt.text, tt.start, tt.floor, tt.end); got != tt.want {
			t.Errorf("%q[%d:%d] from %d, %+v: %d, want %d", tt.text, tt.start, tt.end, tt.floor, tt.rules, got, tt.want)
		}
	}
}

// TestChar decodes characters and escapes: those of RFC 8259, section 7, and the character references of the HTML
// Standard, section 13.5. The longest named one has 33 bytes.
func TestChar(t *testing.T) {
	for _, tt := range []struct {
		escapes Escapes
		text    string
		want    rune
		size    int
	}{
		{NoEscapes, "&amp;", '&', 1},
		{NoEscapes, `\/`, '\\', 1},
		{NoEscapes, "é", 'é', 2},
		{NoEscapes, "\ufffd", '\ufffd', 3},
		{NoEscapes, "\xc3", -1, 1},
		{NoEscapes, "\x80", -1, 1},
		{NoEscapes, "\x7f", '\x7f', 1},
		{JSON, `\/`, '/', 2},
		{JSON, `\\`, '\\', 2},
		{JSON, `\"`, '"', 2},
		{JSON, `\b`, '\n', 2}, // as for any control
		{JSON, `\f`, '\n', 2},
		{JSON, `\n`, '\n', 2},
		{JSON, `\r`, '\n', 2},
		{JSON, `\t`, '\n', 2},
		{JSON, `\0`, '\\', 1},
		{JSON, `\u0000`, 0, 6},
		{JSON, `\`, '\\', 1},
		{JSON, `\x`, '\\', 1},
		{JSON, "\x1bn", '\x1b', 1},
		{JSON, `\u0026`, '&', 6},
		{JSON, `\u002`, '\\', 1},
		{JSON, `\u002g`, '\\', 1},
		{JSON, `\ud83d\ude00`, '😀', 12},
		{JSON, `\ud83d\ude0g`, -1, 6},
		{JSON, `\ud83d\u0026`, -1, 6},
		{JSON, `\ud83d\n1234`, -1, 6},
		{JSON, `\ud83d.ude00`, -1, 6},
		{JSON, `\ud83d\xde00`, -1, 6},
		{JSON, `\ude00`, -1, 6},
		{JSON, "&amp;", '&', 1},
		{HTML, `\/`, '\\', 1},
		{HTML, "&amp;", '&', 5},
		{HTML, "&quot;", '"', 6},
		{HTML, "&lt;", '<', 4},
		{HTML, "&gt;", '>', 4},
		{HTML, "&lt", '&', 1},
		{HTML, "&", '&', 1},
		{HTML, "&;", '&', 1},
		{HTML, "&nosuchname;", '&', 1},
		{HTML, "&&amp;", '&', 1},
		{HTML, "&a;", '&', 1},
		{HTML, "&#38;", '&', 5},
		{HTML, "&#x26;", '&', 6},
		{HTML, "&copyx;", '&', 1},
		{HTML, "&CounterClockwiseContourIntegral;", '∳', 33},
		{HTML, "&CounterClockwiseContourIntegral", '&', 1},
		{HTML, "&#" + strings.Repeat("0", 28) + "65;", 'A', 33},
		{HTML, "&#" + strings.Repeat("0", 29) + "65;", '&', 1},
	} {
		for _, after := range []string{"", "-;"} {
			if c, size := tt.escapes.Char("x"+tt.text+after, 1); c != tt.want || size != tt.size {
				t.Errorf("%d, %q: %q, %d bytes, want %q, %d", tt.escapes, tt.text+after, c, size, tt.want, tt.size)
			}
		}
	}
}

// TestLongAuthority: an authority of more than 512 bytes that is invalid is not an address, with any marks.
func TestLongAuthority(t *testing.T) {
	for _, size := range []int{10, 1000} {
		for _, r := range []Rules{{}, {Syntax: Web}, {Escapes: JSON}} {
			const start = "~~http://"
			if end := r.End(start+"a~~"+strings.Repeat("a", size)+"@/ x", len("~~"), len(start), true); end != 0 {
				t.Errorf("%+v, %d bytes: %d", r, size, end)
			}
		}
	}
}
