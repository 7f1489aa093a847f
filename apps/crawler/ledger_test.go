package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
)

// TestLedgerAgreesWithFile gives the same results, in the same order, to a frontier in a file and to a ledger. At each
// step, both give out the same entries at the same levels, and at the end both have the same counts. A second ledger that
// reads the same log later, in larger messages, has them as well.
func TestLedgerAgreesWithFile(t *testing.T) {
	random := kit.Random(t)
	for round := range 20 {
		const hostMax, shapeMax = 25, 15
		file, err := openBolt(filepath.Join(t.TempDir(), "frontier.db"), 5, hostMax, shapeMax)
		if err != nil {
			t.Fatal(err)
		}
		file.db.NoSync = true
		one := newLedger(hostMax, shapeMax)
		one.begin(0)
		var log []*record
		n := uint64(0)
		do := func(r *result) {
			rec := r.linksRecord(nil)
			rec.Done, rec.Outcome = r.url, r.outcome
			for _, l := range r.links {
				if reason := r.linkTo(l).tooFar(5); reason == "" {
					rec.Links = append(rec.Links, l.url)
				}
			}
			n++
			log = append(log, rec)
			one.apply([]*record{rec}, n)
			r.links = slices.DeleteFunc(r.links, func(l link) bool { return r.linkTo(l).tooFar(5) != "" })
			put(t, file, r)
		}
		anyLinks := func(most int) (list []link) {
			for range random.IntN(most + 1) {
				page := fmt.Sprintf("%c/%d", 'a'+random.IntN(3), random.IntN(40))
				if random.IntN(3) == 0 {
					page = fmt.Sprintf("page-%c%c", 'a'+random.IntN(20), 'a'+random.IntN(3))
				}
				list = append(list, linksOf(fmt.Sprintf("http://h%d.test/%s", random.IntN(4), page))...)
			}
			return list
		}
		do(&result{links: linksOf("http://h0.test/")})
		for {
			entries := entriesOf(t, file)
			if diff := gocmp.Diff(plain(entries), plain(one.entries())); diff != "" {
				t.Fatalf("round %d, after %d results: entries (-file +ledger):\n%s", round, n, diff)
			}
			if len(entries) == 0 {
				if finished, err := file.advance(); err != nil || finished != (one.Lowest == endless) {
					t.Fatal(finished, err)
				} else if finished {
					break
				}
				one.begin(one.Lowest)
				continue
			}
			r := &result{entry: entries[random.IntN(len(entries))], outcome: visited, links: anyLinks(6)}
			if random.IntN(3) == 0 {
				r.outcome, r.links = redirected, anyLinks(1)
			}
			do(r)
		}
		two := newLedger(hostMax, shapeMax)
		for i := uint64(1); len(log) > 0; i++ {
			some := min(len(log), 1+random.IntN(5))
			two.apply(log[:some], i)
			log = log[some:]
		}
		two.begin(endless - 1)
		got, err := tallyOf(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []*ledger{one, two} {
			want := map[string]int64{}
			for name, n := range got.outcomes {
				if n > 0 {
					want[name] = n
				}
			}
			if diff := gocmp.Diff(want, l.Outcomes); diff != "" || len(l.entries()) > 0 || l.Waiting != 0 {
				t.Errorf("outcomes (-file +ledger):\n%s", diff)
			}
			refused := map[string]int64{}
			for reason, x := range l.Refused {
				refused[reason] = x.N
			}
			want = map[string]int64{}
			for _, x := range got.refusals {
				want[x.name] = x.n
			}
			if diff := gocmp.Diff(want, refused); diff != "" {
				t.Errorf("refusals (-file +ledger):\n%s", diff)
			}
		}
		if err := file.close(); err != nil {
			t.Fatal(err)
		}
	}
}

// entriesOf returns all entries of the current level.
func entriesOf(t *testing.T, f *boltFrontier) (list []entry) {
	t.Helper()
	for origin := ""; ; {
		var err error
		if origin, err = f.nextOrigin(origin); err != nil {
			t.Fatal(err)
		}
		if origin == "" {
			return list
		}
		some, err := f.next(origin, 0, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, some...)
	}
}

func (l *ledger) entries() (list []entry) {
	for origin := l.nextOrigin(""); origin != ""; origin = l.nextOrigin(origin) {
		list = append(list, l.next(origin, 0, 1<<20)...)
	}
	return list
}

// plain returns the URLs and levels of entries, sorted.
func plain(list []entry) (texts []string) {
	for _, e := range list {
		texts = append(texts, fmt.Sprint(e.url, " ", e.depth, " ", e.hops))
	}
	slices.SortFunc(texts, cmp.Compare)
	return texts
}

// TestLedgerMemory measures the memory of an owner for each URL.
func TestLedgerMemory(t *testing.T) {
	const urls = 100_000
	before := heap()
	l := newLedger(1<<30, 1<<30)
	l.begin(1 << 8)
	n := uint64(0)
	for first := 0; first < urls; first += 100 {
		var list []string
		for _, x := range manyLinks(first, 100, 1<<30).links {
			list = append(list, x.url)
		}
		n++
		l.apply([]*record{{Depth: 1, Links: list}}, n)
	}
	waiting := (heap() - before) / urls
	for _, e := range l.entries() {
		n++
		l.apply([]*record{{Done: e.url, Outcome: visited}}, n)
	}
	done := (heap() - before) / urls
	t.Logf("%d bytes for a URL that waits, %d for one that is done", waiting, done)
	if waiting > 800 || done > 200 || l.Waiting != 0 {
		t.Errorf("%d bytes for a URL that waits, %d for one that is done; %d wait", waiting, done, l.Waiting)
	}
}
