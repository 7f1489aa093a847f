package lookalike

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
)

// TestASCIILikeAll compares asciiLike with its reference, for all characters, and for strings with marks of many combining
// classes in any order, with ignorable characters between them, and more than 30 of them together.
func TestASCIILikeAll(t *testing.T) {
	step := rune(1)
	if !kit.Long() {
		step = 37
	}
	for r := rune(0); r <= unicode.MaxRune; r += step {
		if r < 0xd800 || 0xe000 <= r { // a character
			checkASCIILike(t, string(r))
		}
	}
	var marks []rune
	for r := range rune(unicode.MaxRune + 1) {
		if ucd.Class(r) > 0 {
			marks = append(marks, r)
		}
	}
	random := kit.Random(t)
	pools := [][]rune{
		marks, []rune("\u0301\u0316\u0327\u0345\u05ad\u0344"), []rune("\u034f\u200d\u115f"), []rune("am0éế한힉\u1100\u1161\u11a8"),
		sources(), []rune("\u0958\u09df\u0f43\u1112c\u212b\ufb2cﷺ\U0001d15e"),
	}
	for range kit.Rounds(5_000, 5_000, 20_000) {
		var text []rune
		for range 1 + random.IntN(6) {
			pool := pools[random.IntN(len(pools))]
			text = append(text, pool[random.IntN(len(pool))])
		}
		if random.IntN(20) == 0 {
			text = slices.Repeat(text, 40)
		}
		if random.IntN(2) == 0 {
			text = []rune(ucd.Compose(string(text)))
		}
		checkASCIILike(t, string(text))
	}
}

func checkASCIILike(t *testing.T, text string) {
	t.Helper()
	got, ok := asciiLike(text, Skeleton(text))
	if want, wantOK := referenceASCIILike(text); got != want || ok != wantOK {
		t.Errorf("%+q looks like %q, want %q", text, got, want)
	}
}

// referenceASCIILike implements asciiLike by the characters of the NFD.
func referenceASCIILike(text string) (ascii string, ok bool) {
	skeleton := Skeleton(text)
	if skeleton == "" || strings.ContainsFunc(skeleton, func(r rune) bool { return !isLDH(r) }) {
		return "", false
	}
	var b strings.Builder
	for _, r := range ucd.Decompose(text) {
		if isLDH(r) {
			b.WriteRune(r)
		} else if p := replacement(r); p != "" && !isIgnorable(r) {
			b.WriteString(strings.ReplaceAll(p, "rn", "m"))
		}
	}
	return b.String(), true
}
