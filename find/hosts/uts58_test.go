package hosts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/internal/test/kit"
)

// TestUTS58 finds the links in the lines of LinkDetectionTest.txt.
func TestUTS58(t *testing.T) {
	finder := hosts.UTS58()
	lines := eachMarked(t, "LinkDetectionTest.txt", func(text, want string) {
		if got := marked(finder, text); got != want {
			t.Errorf(" got %s\nwant %s", got, want)
		}
	})
	if lines != 345 {
		t.Errorf("%d lines, want 345", lines)
	}
}

// pieces are pieces of random text.
var pieces = strings.Fields(`http:// https:// ftp:// mailto: // / ? # [ ] [::1] ( ) ' " < > * _ . .. , ; ! @ % a a.b c.com example.com. main.rs
	joe joe@ u:p@ :80 :99999 - -a a- 192.0.2.1 192. .255 é 日本 。 。com みんな .みんな bücher.DE xn--a .xn--p1ai \x1b[1m \xff \u00ad &amp; \n \/ $ = { } 、 「 」`)

// randomText returns a string of up to n pieces.
func randomText(random *rand.Rand, n int) string {
	var text strings.Builder
	for range random.IntN(n) {
		switch random.IntN(12) {
		case 0, 1:
			text.WriteByte(' ')
		case 2:
			text.WriteByte(byte(random.IntN(256)))
		case 3:
			text.WriteRune(rune(random.IntN(0x3100)))
		default:
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
	}
	return text.String()
}

// TestKernels compares the matches with those without kernels, and with those in a stream.
func TestKernels(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(500, 1500, 100000) {
		text := strings.Repeat("-", random.IntN(70)) + randomText(random, 30) + strings.Repeat(" ", random.IntN(100))
		f := &find.Finder{Names: hosts.Set(random.IntN(16)), Escapes: find.Escapes(random.IntN(4)), Syntax: find.Syntax(random.IntN(4))}
		if random.IntN(3) == 0 {
			f = hosts.UTS58()
		}
		got, want := links(f, text), []string(nil)
		kit.Without(&simd.Available, func() { want = links(f, text) })
		if !slices.Equal(got, want) {
			t.Fatalf("%v %q:\n got %q\nwant %q", f.Names, text, got, want)
		}
		var streamed []string
		for m, address := range find.NewReader(strings.NewReader(text), f, 0).All() {
			streamed = append(streamed, m.Kind.String()+" "+string(address))
		}
		if !slices.Equal(streamed, got) {
			t.Fatalf("%v %q:\n got %q in a stream\nwant %q", f.Names, text, streamed, got)
		}
	}
}
