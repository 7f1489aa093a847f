package whatwg

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// TestBatch adds random links, and compares the batch with the reference parser.
func TestBatch(t *testing.T) {
	random := kit.Random(t)
	var b Batch
	for range 300 {
		base := testBases[random.IntN(len(testBases))]
		b.Reset()
		var refs []string
		var want []answer
		for range random.IntN(20) {
			ref := randomInput(random)
			a := refAnswer(Parser{}, base, ref)
			if got := b.Add(base, ref); got != a.OK {
				t.Errorf("Add(%q): %v", ref, got)
			}
			refs, want = append(refs, ref), append(want, a)
		}
		if diff := cmp.Diff(want, b.answers()); diff != "" {
			t.Errorf("%q (-reference +batch):\n%s", refs, diff)
		}
	}
}

// addLines adds the lines of text until the Batch is full. The last line may lack its newline. It returns the number of
// the links that can be parsed.
func (b *Batch) addLines(base URL, text string) (parsed int) {
	for text != "" && !b.Full() {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if b.Add(base, line) {
			parsed++
		}
	}
	return parsed
}

// answers returns the results of all accessors for each link.
func (b *Batch) answers() (list []answer) {
	for i := range b.Len() {
		a := answerOf(b.URL(i), b.Href(i) != nil)
		if string(b.Href(i)) != a.Href || b.URL(i).Ranges() != b.Ranges(i) {
			a.Href = "Href, Ranges and URL differ"
		}
		list = append(list, a)
	}
	return list
}

// TestBatchFull adds links up to MaxText and beyond.
func TestBatchFull(t *testing.T) {
	const href = "https://h.example/abcd"
	base := MustParse("https://h.example/")
	for _, test := range []struct {
		max, links int // links that fit
	}{{-1, 100}, {1, 0}, {len(href) - 1, 0}, {len(href), 1}, {2*len(href) - 1, 1}, {7 * len(href), 7}, {math.MaxInt, 100}} {
		one, all := Batch{MaxText: test.max}, Batch{MaxText: test.max}
		for range 2 {
			for i := range 100 {
				if got, want := one.Add(base, "abcd"), i < test.links; got != want || one.Full() == want {
					t.Fatalf("MaxText %d: Add %d returns %v, Full %v", test.max, i, got, one.Full())
				}
			}
			all.addLines(base, "https://[\n") // a link without an href always fits
			n := all.addLines(base, strings.Repeat("abcd\n", 100))
			if n != test.links || all.Len() != 1+n || all.Full() != (n < 100) {
				t.Errorf("MaxText %d: addLines returns %d, %d links, Full %v", test.max, n, all.Len(), all.Full())
			}
			if one.Full() && (one.Add(base, "/") || one.Add(base, "https://[") || all.addLines(base, "/") > 0) {
				t.Errorf("MaxText %d: a full batch takes a link", test.max)
			}
			if one.Len() != test.links || all.Len() != 1+test.links {
				t.Errorf("MaxText %d: %d and %d links, want %d", test.max, one.Len(), all.Len(), test.links)
			}
			for i := range one.Len() {
				if string(one.Href(i)) != href || string(all.Href(i+1)) != href {
					t.Errorf("MaxText %d: link %d is %q and %q", test.max, i, one.Href(i), all.Href(i+1))
				}
			}
			one.Reset()
			all.Reset()
			if one.Full() || all.Full() || one.Len() != 0 {
				t.Errorf("MaxText %d: Reset leaves it full", test.max)
			}
		}
	}
}

// TestBatchMemory adds the links of a hostile page: a long base and many short links. The links of an ordinary page
// must fit.
func TestBatchMemory(t *testing.T) {
	const size = 32 << 10
	base := MustParse("https://h.example/?" + strings.Repeat("a", size))
	var b Batch
	b.addLines(base, strings.Repeat("\n", size))
	if !b.Full() || len(b.text) > defaultMaxText || cap(b.text) > 2*defaultMaxText || b.Len() != defaultMaxText/len(base.Href()) {
		t.Errorf("%d links of %d bytes, capacity %d, Full %v", b.Len(), len(b.text), cap(b.text), b.Full())
	}
	small := Batch{MaxText: 100}
	if small.Add(URL{}, base.Href()) || !small.Full() || cap(small.text) > small.MaxText {
		t.Errorf("a refused href leaves a buffer of %d bytes, Full %v", cap(small.text), small.Full())
	}
	b.Reset()
	base = MustParse("https://www.example.com/" + strings.Repeat("section/", 20))
	const links = 10_000
	ordinary := strings.Repeat(strings.Repeat("article/", 20)+"?utm_source=page\n", links)
	if n := b.addLines(base, ordinary); n != links || b.Full() {
		t.Errorf("%d of %d links, Full %v", n, links, b.Full())
	}
}

// TestBatchSize checks the size of a link that the documentation of Batch states.
func TestBatchSize(t *testing.T) {
	if size := unsafe.Sizeof(batchLink{}); strconv.IntSize == 64 && size != 48 {
		t.Errorf("a link has %d bytes", size)
	}
}

func TestBatchAllocs(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("with the race detector, sync.Pool drops buffers at random")
	}
	var b Batch
	base := testBases[2]
	refs := "/a\nx y\nhttps://[\n../..\nhttps://example.com/\nfoo:bar \n/a/./b/../c\n\u00e9"
	if n := testing.AllocsPerRun(10, func() {
		b.Reset()
		b.addLines(base, refs)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if b.Len() != 8 || b.Href(2) != nil || string(b.Href(1)) != "https://u:p@h.example:8080/a/b/x%20y" {
		t.Errorf("%d links, %q, %q", b.Len(), b.Href(1), b.Href(2))
	}
	if href := b.Href(0); cap(href) != len(href) {
		t.Error("an append could overwrite the next href")
	}
}
