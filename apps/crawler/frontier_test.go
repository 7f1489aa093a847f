package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/urispan/uri/robots"
	"go.etcd.io/bbolt"
)

func newTestFrontier(t testing.TB, hostMax uint64) *boltFrontier {
	t.Helper()
	f, err := openBolt(filepath.Join(t.TempDir(), "frontier.db"), 20, hostMax, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.close() })
	return f
}

// TestManyLinks: a page with many links takes several transactions, and is done after the last.
func TestManyLinks(t *testing.T) {
	f := newTestFrontier(t, 1<<30)
	if err := f.done(manyLinks(0, 1, 1)); err != nil {
		t.Fatal(err)
	}
	origin, err := f.nextOrigin("")
	if err != nil {
		t.Fatal(err)
	}
	first, err := f.next(origin, 0, 1)
	if err != nil || len(first) != 1 {
		t.Fatal(first, err)
	}
	r := manyLinks(1, 5*maxChunk, 1e6)
	r.entry, r.outcome = first[0], visited
	before := f.transactions(t)
	if err := f.done(r); err != nil {
		t.Fatal(err)
	}
	if n := f.transactions(t) - before; n != 5 {
		t.Errorf("%d transactions, want 5", n)
	}
	got, err := tallyOf(f)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{queued.String(): 5 * maxChunk, visited.String(): 1}
	if diff := cmp.Diff(want, got.outcomes); diff != "" {
		t.Error(diff)
	}
	if n := f.walk(t); n != 0 || len(r.fresh) > 0 {
		t.Errorf("%d wait of the current level, of %d origins", n, len(r.fresh))
	}
	if finished, err := f.advance(); finished || err != nil {
		t.Error(finished, err)
	}
	if n := f.walk(t); n != 5*maxChunk {
		t.Errorf("%d wait", n)
	}
}

// transactions returns how many were written.
func (f *boltFrontier) transactions(t *testing.T) (n int) {
	t.Helper()
	err := f.db.View(func(tx *bbolt.Tx) error {
		n = tx.ID()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// maxHeap is a bound on the growth of the heap in bytes, without garbage. It does not depend on the number of URLs in the
// frontier. The strings of 100,000 URLs need more.
const maxHeap = 8 << 20

func TestFrontierMemory(t *testing.T) {
	const urls, perPage = 1_000_000, 100
	f := newTestFrontier(t, 1<<30)
	const workers = 16
	f.db.NoSync, f.db.NoGrowSync = true, true // the disk does not matter here
	before, most := heap(), uint64(0)
	for i := 0; i < urls; i += workers * perPage {
		var group sync.WaitGroup
		errs := make(chan error, workers)
		for page := i; page < min(i+workers*perPage, urls); page += perPage {
			group.Go(func() { errs <- f.done(manyLinks(page, perPage, urls)) })
		}
		group.Wait()
		for range len(errs) {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
		if i%(100*workers*perPage) == 0 {
			most = max(most, heap())
		}
	}
	most = max(most, heap())
	t.Logf("%d URLs: heap grew by %d KiB at most", urls, (int64(most)-int64(before))>>10)
	if most > before+maxHeap {
		t.Errorf("the heap grew by %d bytes, want at most %d", most-before, maxHeap)
	}
	got, err := tallyOf(f)
	if err != nil {
		t.Fatal(err)
	}
	if n := got.outcomes[queued.String()]; n != int64(urls) {
		t.Errorf("%d URLs wait, want %d", n, urls)
	}
	if n := f.walk(t); n != urls {
		t.Errorf("%d URLs were read, want %d", n, urls)
	}
}

// manyLinks returns a page with the links from first on, all of them new. One in ten leads to another host, and the
// others lead to pages with adjacent keys.
func manyLinks(first, n, of int) *result {
	r := &result{links: make([]link, n)}
	for i := range r.links {
		k, host := first+i, first/n
		if i%10 == 0 {
			host = k * 7919
		}
		origin := fmt.Sprintf("http://host%d.example.com", host%997)
		path := fmt.Sprintf("/a/longish/path/as/they/are/%d.html?id=%d", first*104729%of, k)
		r.links[i] = link{origin + path, origin}
	}
	return r
}

// walk counts the waiting entries of the current level, in the way that a scheduler reads them.
func (f *boltFrontier) walk(t *testing.T) (n int) {
	t.Helper()
	origin, err := f.nextOrigin("")
	for origin != "" && err == nil {
		last := uint64(0)
		for {
			list, err := f.next(origin, last, readAhead)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) == 0 {
				break
			}
			n += len(list)
			last = list[len(list)-1].seq
		}
		origin, err = f.nextOrigin(origin)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// heap returns how many bytes of the heap are in use after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // of what pools and finalizers kept
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestDamagedFile: a damaged file is recognized if any part of it is missing.
func TestDamagedFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "frontier.db")
	f, err := openBolt(file, 20, 1<<30, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if err := f.done(manyLinks(i*500, 500, 5000)); err != nil {
			t.Fatal(err)
		}
	}
	used := 0 // the file can be longer
	_ = f.db.View(func(tx *bbolt.Tx) error {
		used = int(tx.Size())
		return nil
	})
	if err := f.close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err = openBolt(file, 20, 1<<30, 1<<30) // a complete file is not damaged
	if err != nil {
		t.Fatal(err)
	}
	_ = f.close()
	for _, n := range []int{1, 100, 4096, 8191, 8192, 12288, 16384, 20000, used / 4, used / 2, used * 3 / 4, used - 4096, used - 1} {
		cut := filepath.Join(t.TempDir(), "frontier.db")
		if err := os.WriteFile(cut, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := openBolt(cut, 20, 1<<30, 1<<30)
		if err == nil {
			_ = f.close()
		}
		if err == nil || !strings.HasPrefix(err.Error(), "frontier "+cut+": ") {
			t.Errorf("%d of %d bytes: %v", n, used, err)
		}
	}
}

// TestCrawlDelay: a site gets the delay that its robots.txt sets, up to a limit.
func TestCrawlDelay(t *testing.T) {
	for text, want := range map[string]time.Duration{"0.5": 500 * time.Millisecond, "1e300": maxCrawlDelay, "-1": 0} {
		if got := (&fetcher{userAgent: userAgent}).newRules(robots.Parse("User-agent: *\nCrawl-delay: " + text)).delay; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestDelayBetweenStarts: concurrent requests to one host also begin one delay apart.
func TestDelayBetweenStarts(t *testing.T) {
	h := &host{term: forever, rules: &rules{}, queue: make([]entry, 2)}
	s := &scheduler{config: &config{perHost: 2, delay: time.Hour}, hosts: map[string]*host{"": h}}
	now := time.Now()
	if best, _, err := s.pick(now); best != h || err != nil {
		t.Fatal(best, err)
	}
	s.start(h)
	best, wait, err := s.pick(now)
	if best != nil || wait < time.Hour || err != nil {
		t.Errorf("a second request after %v, %v", wait, err)
	}
	h.rules.delay = 2 * time.Hour
	s.start(h)
	if got := h.ready.Sub(now); got < 2*time.Hour {
		t.Errorf("a request after %v, and the site asked for %v", got, h.rules.delay)
	}
}

// TestHostGivenUp: a host is given up after maxSilent pages in a row had no response. Further tries of a page do not
// count, but redirects of robots.txt do.
func TestHostGivenUp(t *testing.T) {
	try := func(h *host, rules *rules, tries uint8) {
		h.count(report{job: job{host: h, rules: rules, entry: entry{tries: tries}}, fetched: true, silent: true})
	}
	h := &host{rules: &rules{}}
	for range maxSilent - 1 {
		try(h, h.rules, 0)
		try(h, h.rules, 1)
		try(h, h.rules, 2)
	}
	if h.givenUp != "" {
		t.Error("given up after", maxSilent-1, "pages")
	}
	if try(h, h.rules, 0); h.givenUp == "" {
		t.Error("not given up")
	}
	h = &host{}
	for range maxSilent {
		try(h, nil, 1)
	}
	if h.givenUp == "" {
		t.Error("not given up without robots.txt")
	}
}
