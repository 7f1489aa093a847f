package lookalike

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
)

// TestChars compares chars with the functions that search for the properties, for all characters. It compares the
// skeleton of a single character with UTS #39.
func TestChars(t *testing.T) {
	step := rune(1)
	if !kit.Long() {
		step = 37
	}
	for r := rune(0); r <= unicode.MaxRune; r += step {
		if 0xd800 <= r && r < 0xe000 {
			continue // no character
		}
		c, text := chars.at(r), string(r)
		if c.scripts != lookup(r) || (c.zero >= 0) != unicode.Is(ucd.DecimalNumber, r) || c.zero >= 0 && c.zero != zeroOf(r) {
			t.Errorf("%U: %+v", r, *c)
		}
		skeleton := composeSkeleton(text)
		if got := Skeleton(text); got != skeleton {
			t.Errorf("%U: skeleton %+q, want %+q", r, got, skeleton)
		}
		got, ok := asciiLike(text, skeleton)
		if want, wantOK := referenceASCIILike(text); got != want || ok != wantOK {
			t.Errorf("%U: looks like %q, want %q", r, got, want)
		}
		if _, ok := referenceASCIILike("a" + text); ok && c.decomposed.first > 0 {
			t.Errorf("%U: a mark that looks like ASCII", r)
		}
	}
}

// referenceASCIILike implements asciiLike by the characters of the NFD.
func referenceASCIILike(text string) (ascii string, ok bool) {
	skeleton := composeSkeleton(text)
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

// TestSkeletonOfMarks compares the skeletons of strings with marks of many combining classes in any order, with
// ignorable characters between them, and more than 30 of them together.
func TestSkeletonOfMarks(t *testing.T) {
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
	direct, rounds := 0, kit.Rounds(5_000, 5_000, 20_000)
	for range rounds {
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
		s := string(text)
		want := composeSkeleton(s)
		if got := Skeleton(s); got != want {
			t.Errorf("Skeleton(%+q) = %+q, want %+q", s, got, want)
		}
		if _, ok := appendSkeleton(nil, s); ok {
			direct++
		}
		got, ok := asciiLike(s, want)
		if like, likeOK := referenceASCIILike(s); got != like || ok != likeOK {
			t.Errorf("%+q looks like %q, want %q", s, got, like)
		}
	}
	if direct < rounds/2 || direct > rounds/20*19 {
		t.Errorf("%d of %d skeletons are made without package norm", direct, rounds)
	}
}

// TestBlocks checks that blocks of equal values are one block, and that the blocks of all characters are few.
func TestBlocks(t *testing.T) {
	made := table[char]{value: newChar}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for r := rune(0); r <= unicode.MaxRune; r += tableBlock - 1 {
				if got := made.at(r); *got != newChar(r) {
					t.Errorf("%U: %+v", r, *got)
				}
			}
		})
	}
	wg.Wait()
	if made.at('\U00021000') != made.at('\U00021040') { // two blocks of Han
		t.Error("equal blocks are two blocks")
	}
	distinct := map[*[tableBlock]char]bool{}
	for i := range chars.blocks {
		chars.at(rune(i * tableBlock))
		distinct[chars.blocks[i].Load()] = true
	}
	t.Logf("%d blocks", len(distinct))
	if len(distinct) > 2000 {
		t.Errorf("%d blocks", len(distinct))
	}
}
