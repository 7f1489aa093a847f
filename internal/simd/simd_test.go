package simd

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/internal/test/kit"
)

// templates are strings that the tests cut, move and corrupt. Each has bytes of its own.
var templates = []string{
	"https://www.example.com/" + strings.Repeat("path/of/segments-", 12),
	"http://user:password@www.example.com:8042/over/there?" + strings.Repeat("name=ferret&", 14),
	"//[2001:db8::7]:80/" + strings.Repeat("%e2%82%AC/", 20) + "?q#f",
	strings.Repeat("Example:a/b.C", 16),
	strings.Repeat("%41", 70),
}

var corruptions = []string{"", "%", "%4", "%zz", "/.", "A", "#", "?", "[", "]", "\x00", "\x80", "é", " ", "\x7f", "<"}

// eachText calls f with the templates, cut to every length, at every alignment, and corrupted in different ways. The
// bytes around each string could be mistaken for a part of it.
func eachText(t *testing.T, f func(s string)) {
	if !Available {
		t.Skip("there are no kernels")
	}
	step := 1
	if !kit.Long() {
		step = 11
	}
	round := 0
	for _, template := range templates {
		for length := 1; length <= min(200, len(template)); length++ {
			for align := length % step; align < 64; align += step {
				round++
				corruption := corruptions[round%len(corruptions)]
				s := template[:length]
				if i := round * 7 % length; i+len(corruption) <= length {
					s = s[:i] + corruption + s[i+len(corruption):]
				}
				all := "%A/.?#[:"[round%8:] + strings.Repeat("%A/.?#", 11)[:align] + s + "41%/.A?#[%%" + template[:64]
				begin := len(all) - 64 - len("41%/.A?#[%%") - len(s)
				f(all[begin : begin+len(s)])
			}
		}
	}
}

// TestClassify compares the kernel with classifyPortable, in the bits that have a meaning.
func TestClassify(t *testing.T) {
	eachText(t, func(s string) {
		var got, want Bitmaps
		Classify(s, &got)
		classifyPortable(s, &want)
		if !sameBits(got, want, len(s)) {
			t.Fatalf("%q:\n%+064b, want\n%+064b", s, got, want)
		}
	})
}

// TestPageEnds puts strings at each distance to the start and the end of a page, and compares the kernels with the
// portable functions. No byte outside the page may be read.
func TestPageEnds(t *testing.T) {
	page := kit.Guarded(t, 1)
	around := strings.Repeat("%A/.?#[:", len(page)/8)
	copied := make([]byte, 4*Block)
	check := func(s string) {
		var got, want Bitmaps
		Classify(s, &got)
		classifyPortable(s, &want)
		if !sameBits(got, want, len(s)) {
			t.Fatalf("%q:\n%+064b, want\n%+064b", s, got, want)
		}
		for _, head := range []int{1, len(s) - Block, len(s) - Block - 1, len(s) - 9} {
			if len(s) < 8 || head < 1 || head >= len(s) {
				continue
			}
			want := copyPlainPortable(nil, s, head, plainRules)
			if got := CopyPlain(&copied[0], s, head, plainRules); got != want || got && string(copied[:len(s)]) != s {
				t.Fatalf("%q, head %d: %t, copied as %q, want %t", s, head, got, copied, want)
			}
		}
		if len(s) < Block {
			return
		}
		for n := range len(s) - Block + 1 {
			row := &Nibbles[RowPathRun]
			if got, want := SpanBlocks(s, n, row), spanPortable(s, n, row); got != want {
				t.Fatalf("%q from %d: %d, want %d", s, n, got, want)
			}
			first, second := Stops(s, n, &stopSets)
			if wantFirst, wantSecond := stopsPortable(s, n, &stopSets); first != wantFirst || second != wantSecond {
				t.Fatalf("%q from %d: %064b, %064b, want %064b, %064b", s, n, first, second, wantFirst, wantSecond)
			}
		}
	}
	for _, text := range templates {
		for length := 1; length < Block+5; length++ {
			for gap := range Block + 1 {
				for _, begin := range []int{gap, len(page) - gap - length} {
					copy(page, around)
					copy(page[begin:][:length], text)
					check(unsafe.String(&page[begin], length))
				}
			}
		}
	}
}

// sameBits reports whether two bitmaps agree on an input of n bytes, and on its end if that is in the block.
func sameBits(got, want Bitmaps, n int) bool {
	upTo := uint64(1)<<min(n, Block) - 1 // all bits from 64 bytes on
	return got.Invalid&(upTo<<1|1) == want.Invalid && got.Delims&upTo == want.Delims && got.Tail&upTo == want.Tail &&
		got.Percent&upTo == want.Percent && (got.NotHexDig&upTo == want.NotHexDig || want.Tail|want.Percent == 0)
}

// TestClassifyShort compares ClassifyShort with classifyPortable, for all bytes at all places.
func TestClassifyShort(t *testing.T) {
	for _, template := range append([]string{"../g?y#s", "a:b@c/[d]"}, templates...) {
		for length := range min(ShortLen, len(template)+1) {
			for i := range length + 1 {
				for c := range 256 {
					s := []byte(template[:length])
					if i < length {
						s[i] = byte(c)
					}
					checkShort(t, string(s))
				}
			}
		}
	}
}

func checkShort(t *testing.T, s string) {
	var got, want Bitmaps
	ok := ClassifyShort(s, &got)
	classifyPortable(s, &want)
	if ok == strings.ContainsAny(s, "%[]") || ok && !sameBits(Bitmaps{got.Invalid, got.Delims, got.Tail, 0, want.NotHexDig}, want, len(s)) {
		t.Fatalf("%q:\n%+064b, %t, want\n%+064b", s, got, ok, want)
	}
}

// TestClassifyChunk compares the kernel with classifyChunkPortable, also for inputs that are longer than a chunk. Bits
// after the last whole block must stay as they were.
func TestClassifyChunk(t *testing.T) {
	check := func(s string) {
		var got, want Chunk
		for i := range got.Stops {
			got.Stops[i], got.Ends[i] = 0xa5, 0xa5
		}
		want = got
		n, wantN := ClassifyChunk(s, &got), classifyChunkPortable(s, &want)
		if n != wantN || got != want {
			t.Fatalf("%q: %d bytes\n%x, want %d\n%x", s, n, got, wantN, want)
		}
	}
	eachText(t, check)
	every := make([]byte, 2*ChunkLen)
	for i := range every {
		every[i] = byte(i + i/251)
	}
	for n := ChunkLen - 70; n < ChunkLen+70; n++ {
		check(string(every[n&31:][:n]))
	}
}

// TestSpanBlocks compares the kernel with spanPortable, for each run and from several offsets.
func TestSpanBlocks(t *testing.T) {
	eachText(t, func(s string) {
		if len(s) < Block {
			return
		}
		for _, row := range []int{RowPathRun, RowQueryRun} {
			for _, n := range []int{0, 1, 30, 63, len(s) / 2, len(s) - 1, len(s)} {
				got, want := SpanBlocks(s, n, &Nibbles[row]), spanPortable(s, n, &Nibbles[row])
				if got != want {
					t.Fatalf("%q from %d, row %d: %d, want %d", s, n, row, got, want)
				}
			}
		}
	})
}

// plainRules are the rules of the tests.
var plainRules = &PlainRules{
	Name: Row(func(c byte) bool { return strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789-.", c) >= 0 }),
	Text: Row(func(c byte) bool { return in(&Nibbles[RowPlain], c) || c == '?' }),
}

// TestCopyPlain compares the kernel with copyPlainPortable, for heads of all kinds, and checks that nothing is written
// after the copy.
func TestCopyPlain(t *testing.T) {
	plain := 0
	check := func(s string) {
		for _, head := range []int{1, 7, 8, 31, 32, 63, 64, len(s) - 1} {
			if len(s) < 8 || head >= len(s) {
				continue
			}
			want, got := []byte(strings.Repeat("\xa5", len(s)+64)), []byte(strings.Repeat("\xa5", len(s)+64))
			isPlain := copyPlainPortable(want, s, head, plainRules)
			if isPlain {
				plain++
			}
			copied := CopyPlain(&got[0], s, head, plainRules)
			if reported := CopyPlain(nil, s, head, plainRules); reported != copied {
				t.Fatalf("%q, head %d: %t without a copy, but %t with one", s, head, reported, copied)
			}
			if isPlain && !copied && len(s)-head > Block && strings.Contains(s, "#") {
				copy(want, strings.Repeat("\xa5", len(s)))
			} else if copied != isPlain {
				t.Fatalf("%q, head %d: %t, want %t", s, head, copied, isPlain)
			}
			if string(got) != string(want) {
				t.Fatalf("%q, head %d: copied as %q", s, head, got)
			}
		}
	}
	eachText(t, func(s string) {
		check(s)
		for _, corruption := range []string{"/", "#", "/#", "/?/", "%"} {
			at := len(s) * 3 / 4
			if at += len(corruption); at < len(s) {
				check(s[:at-len(corruption)] + corruption + s[at:])
			}
		}
	})
	if plain == 0 {
		t.Error("no text is plain")
	}
	for length := 2; length < 3*Block+3; length++ {
		s := ("h.example/" + strings.Repeat("path.", 50))[:7+length]
		for _, at := range []int{len(s) - 1, len(s) - 2, len(s) - Block, len(s) - Block - 1, 7 + Block, 8 + Block} {
			if at > 7 && at < len(s) {
				check(s[:at] + "\"" + s[at+1:])
			}
		}
	}
}

// TestIndexColonSlash compares the kernel and indexColonSlashPortable with strings.Index, for a ":/" in each place of
// strings of each length, for strings with parts of it, and for a ":" or "/" beside any two bytes. It compares
// StopsColons with a loop over the bytes at the end of these strings. No byte after a string may be read.
func TestIndexColonSlash(t *testing.T) {
	page := kit.Guarded(t, 1)
	check := func(text string) {
		s := page[len(page)-copy(page[len(page)-len(text):], text):]
		n := len(text) % 8
		want := strings.Index(text[n:], ":/")
		if want >= 0 {
			want += n
		}
		if got := IndexColonSlash(unsafe.String(unsafe.SliceData(s), len(s)), n); got != want {
			t.Fatalf("%q from %d: %d, want %d", s, n, got, want)
		}
		if got := indexColonSlashPortable(text, n); got != want {
			t.Fatalf("%q from %d without the kernel: %d, want %d", s, n, got, want)
		}
		if n = len(text) - Block - 1; n < 0 || !Available {
			return
		}
		_, _, got := StopsColons(unsafe.String(unsafe.SliceData(s), len(s)), n, &stopSets)
		colons := uint64(0)
		for i := range Block {
			if strings.HasPrefix(text[n+i:], ":/") {
				colons |= 1 << i
			}
		}
		if got != colons {
			t.Fatalf("%q from %d: %064b, want %064b", s, n, got, colons)
		}
	}
	for c := range 256 {
		for d := range 256 {
			check("aaaaaaa" + string([]byte{':', byte(c), byte(d), '/', byte(c), '/', ':', byte(d)}) + "aaaaaaaaa")
		}
	}
	for _, around := range []string{"a", ":", "/", ":a", ":" + strings.Repeat("a", 31), "\xba\xaf", "9.;0"} {
		for length := range 4 * Block {
			text := strings.Repeat(around, length)[:length]
			check(text)
			for i := range length - len(":/") + 1 {
				check(text[:i] + ":/" + text[i+len(":/"):])
			}
		}
	}
}

// stopSets are the sets of the tests.
var (
	stopSets = StopSets{Rows: [2][32]uint8{Row(inFirst), Row(inSecond)}, Bits: StopBits(inFirst, inSecond)}
	inFirst  = func(c byte) bool { return strings.IndexByte("/.:%?#", c) < 0 }
	inSecond = func(c byte) bool { return 'a' <= c && c <= 'z' || c == 0 || c == 0x7f }
)

// TestStops compares the kernels and the portable functions with a loop over the bytes, at each offset.
func TestStops(t *testing.T) {
	all := make([]byte, 3*256)
	for i := range all {
		all[i] = byte(i * 7)
	}
	for _, s := range append([]string{string(all), strings.Repeat("a:/", 60)}, templates...) {
		for n := range len(s) - Block + 1 {
			var want, got [3]uint64 // the results of StopsColons
			for i := range Block {
				c := s[n+i]
				for k, isStop := range []bool{c >= 0x80 || !inFirst(c), c >= 0x80 || !inSecond(c), strings.HasPrefix(s[n+i:], ":/")} {
					if isStop {
						want[k] |= 1 << i
					}
				}
			}
			check := func(name string, want [3]uint64) {
				if got != want {
					t.Fatalf("%s, %q from %d:\n%064b, want\n%064b", name, s, n, got, want)
				}
			}
			got[0], got[1] = Stops(s, n, &stopSets)
			check("Stops", [3]uint64{want[0], want[1]})
			got[0], got[1] = stopsPortable(s, n, &stopSets)
			check("stopsPortable", [3]uint64{want[0], want[1]})
			if n == len(s)-Block {
				continue // StopsColons reads the byte after the block
			}
			if Available {
				got[0], got[1], got[2] = StopsColons(s, n, &stopSets)
				check("StopsColons", want)
			}
		}
	}
}
