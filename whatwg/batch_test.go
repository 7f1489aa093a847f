package whatwg

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/randtest"
)

// TestBatch adds random links, one by one and as records, and compares the batch with the state machine.
func TestBatch(t *testing.T) {
	random := randtest.New(t)
	var one, all Batch
	for range 300 {
		base := repairBases[random.IntN(len(repairBases))]
		var refs []string
		var want []answer
		parsed := 0
		for range random.IntN(20) {
			ref := strings.ReplaceAll(randomInput(random), "\n", "")
			refs = append(refs, ref)
			a := general(Parser{}, base, ref)
			want = append(want, a)
			if a.OK {
				parsed++
			}
		}
		one.Reset()
		for i, ref := range refs {
			if got := one.Add(base, ref); got != want[i].OK {
				t.Errorf("Add(%q): %v", ref, got)
			}
		}
		all.Reset()
		text := strings.Join(refs, "\n")
		if len(refs) > 0 && random.IntN(2) == 0 || strings.HasSuffix("\n"+text, "\n") && text != "" {
			text += "\n"
		}
		if text == "" {
			refs, want, parsed = nil, nil, 0
			one.Reset()
		}
		if got := all.AddRecords(base, []byte(text), '\n'); got != parsed {
			t.Errorf("AddRecords(%q): %d, want %d", text, got, parsed)
		}
		for _, b := range []*Batch{&one, &all} {
			if diff := cmp.Diff(want, b.answers()); diff != "" {
				t.Errorf("%q (-machine +batch):\n%s", refs, diff)
			}
		}
	}
}

// answers returns what all accessors say.
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

func TestBatchAllocs(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("with the race detector, sync.Pool drops buffers at random")
	}
	var b Batch
	base := repairBases[2]
	refs := []byte("/a\nx y\nhttps://[\n../..\nhttps://example.com/\nfoo:bar \n/a/./b/../c\n\u00e9")
	if n := testing.AllocsPerRun(10, func() {
		b.Reset()
		b.AddRecords(base, refs, '\n')
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
