package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"
)

// testPatience is how long a test waits for an event that must come. Tests that pass need less.
const testPatience = 2 * time.Minute

// eventually waits until is returns true.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(testPatience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not in time:", what)
		}
	}
}

func (at home) openCluster(t *testing.T) *clusterFrontier {
	t.Helper()
	f := at.open(t).(*clusterFrontier)
	t.Cleanup(func() {
		if f.ctx.Err() == nil {
			_ = f.close()
		}
	})
	return f
}

// first waits for the first entry of a frontier.
func first(t *testing.T, f frontier) (e entry) {
	t.Helper()
	eventually(t, "an entry", func() bool {
		origin, err := f.nextOrigin("")
		if err != nil {
			t.Fatal(err)
		}
		list, err := f.next(origin, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if origin == "" || len(list) == 0 {
			if _, err := f.advance(); err != nil {
				t.Fatal(err)
			}
			return false
		}
		e = list[0]
		return true
	})
	return e
}

// infoOf waits for what the servers say about a stream.
func infoOf(t *testing.T, stream jetstream.Stream) (info *jetstream.StreamInfo) {
	t.Helper()
	eventually(t, "an answer", func() bool {
		var err error
		info, err = stream.Info(t.Context())
		return err == nil
	})
	return info
}

func linksOf(urls ...string) (list []link) {
	for _, url := range urls {
		origin, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
		list = append(list, link{url, "http://" + origin})
	}
	return list
}

func put(t *testing.T, f frontier, r *result) {
	t.Helper()
	if err := f.done(r); err != nil {
		t.Fatal(err)
	}
}

// TestFrontiersAgree: both kinds of frontier do the same.
func TestFrontiersAgree(t *testing.T) {
	eachFrontier(t, func(t *testing.T, at home) {
		f := append(at, "-depth", "2", "-host-max", "3").open(t)
		defer f.close()
		seeds := linksOf("http://a.test/1")
		put(t, f, &result{links: seeds})
		put(t, f, &result{links: seeds}) // again
		e := first(t, f)
		if want := (entry{link: seeds[0], seq: e.seq}); e != want {
			t.Errorf("%+v, want %+v", e, want)
		}
		if f.term(e.origin).over() {
			t.Error("the term of an entry is over")
		}
		if list, err := f.next(e.origin, e.seq, 9); len(list) > 0 || err != nil {
			t.Errorf("more entries: %v, %v", list, err)
		}

		// A try that failed is repeated, after the others.
		put(t, f, &result{entry: e, outcome: again})
		second := first(t, f)
		if second.url != e.url || second.tries != 1 || second.seq <= e.seq {
			t.Errorf("again: %+v", second)
		}

		// A redirect to a page at the same depth, and a page with links to others.
		put(t, f, &result{entry: second, outcome: redirected, links: linksOf("http://a.test/2"),
			refusals: []refusal{{"reason", "detail"}}})
		e = first(t, f)
		if e.url != "http://a.test/2" || e.depth != 0 || e.hops != 1 {
			t.Errorf("redirected: %+v", e)
		}
		put(t, f, &result{entry: e, outcome: visited,
			links: linksOf("http://a.test/1", "http://a.test/2", "http://b.test/3", "http://b.test/4")})
		for range 2 {
			e = first(t, f)
			if e.origin != "http://b.test" || e.depth != 1 || e.hops != 0 {
				t.Errorf("linked: %+v", e)
			}
			put(t, f, &result{entry: e, outcome: visited,
				links: linksOf("http://b.test/3", "http://b.test/5", "http://b.test/6", "http://c.test/")})
		}
		// Of b.test, one more is within its limit. Links from c.test are too deep, unless they were seen.
		wantSeen := 0
		for wantSeen < 2 {
			e = first(t, f)
			links := linksOf("http://a.test/1")
			if e.url == "http://c.test/" {
				links = linksOf("http://a.test/1", "http://d.test/")
			}
			put(t, f, &result{entry: e, outcome: visited, links: links})
			wantSeen++
		}
		eventually(t, "the end", func() bool {
			finished, err := f.advance()
			return finished && err == nil
		})
		got, err := tallyOf(f)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]int64{"redirected": 1, "visited": 5, "queued": 0}, got.outcomes); diff != "" {
			t.Error(diff)
		}
		var notes []string
		if err := f.notes(func(line string) error {
			notes = append(notes, line)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"reason\thttp://a.test/1\tdetail", "too deep\thttp://c.test/\thttp://d.test/",
			tooManyURLs} {
			if !strings.Contains(strings.Join(notes, "\n"), want) {
				t.Errorf("%q is not noted: %q", want, notes)
			}
		}
	})
}

// TestStaleOwner: after its term, an owner begins no request, but it can store the result of one that had begun.
func TestStaleOwner(t *testing.T) {
	t.Parallel()
	at := append(clusterHome(t), "-partitions", "1")
	old, next := at.openCluster(t), at.openCluster(t)
	put(t, old, &result{links: linksOf("http://a.test/1")})
	e := first(t, old)
	stale := old.term(e.origin)
	if !stale.begin() {
		t.Fatal("a request must not begin")
	}
	// As if it had been suspended: it does not renew its lease, and does not end its term either.
	old.stop()
	old.tasks.Wait()
	stale.mu.Lock()
	stale.renewed = stale.renewed.Add(-time.Hour)
	stale.mu.Unlock()
	if stale.begin() || !stale.over() || stale.ctx.Err() == nil {
		t.Error("a request can begin after the term")
	}
	eventually(t, "the lease is gone, as if it had expired", func() bool {
		return old.leases.Delete(t.Context(), old.parts[0].key) == nil
	})
	other := first(t, next)
	if other.url != e.url {
		t.Errorf("%+v", other)
	}
	links := linksOf("http://a.test/2", "http://a.test/3")
	put(t, old, &result{entry: e, outcome: visited, links: links})
	stale.leave()
	put(t, next, &result{entry: other, outcome: visited, links: links})
	for range links {
		e := first(t, next)
		if e.url == "http://a.test/1" {
			t.Error("a page that was visited came again")
		}
		put(t, next, &result{entry: e, outcome: visited})
	}
	eventually(t, "the end", func() bool { finished, _ := next.advance(); return finished })
}

// TestBadServers: a server that is not a URL is refused before the crawler connects, without its password.
func TestBadServers(t *testing.T) {
	for _, server := range []string{
		"nats://u:secret%zz@a.test:4222", "nats://u:secret/@a.test ", "nats://u:secret @a.test", "nats://u:secret@[v1.x]",
		"127.0.0.1:4222",
	} {
		for _, list := range []string{server, "nats://a.test:4222, " + server} {
			said := checkBadCall(t, "-frontier", list, seedURL)
			if want := fmt.Sprintf("server %d:", 1+strings.Count(list, ",")); !strings.Contains(said, want) ||
				strings.Contains(said, "secret") {
				t.Errorf("%s: %s", list, said)
			}
		}
	}
	for _, list := range []string{"", "nats://a.test:4222", "nats://u:p@a.test:4222, tls://[::1]:4222"} {
		if err := (clusterConfig{url: list}).checkServers(); err != nil {
			t.Errorf("%s: %v", list, err)
		}
	}
}

// TestLeaseValuesNameWriter: every value in the bucket of leases names the crawler that wrote it.
func TestLeaseValuesNameWriter(t *testing.T) {
	t.Parallel()
	f := clusterHome(t).openCluster(t)
	f.begin.Do(f.join)
	eventually(t, "all leases and the member", func() bool {
		keys, err := f.leases.Keys(t.Context())
		if err != nil || len(keys) != len(f.parts)+1 {
			return false
		}
		for _, key := range keys {
			x, err := f.leases.Get(t.Context(), key)
			if err != nil {
				return false
			}
			if string(x.Value()) != f.token {
				t.Errorf("%s: %q", key, x.Value())
			}
		}
		return true
	})
}

// TestRequestsRepeated: a request is repeated while the servers do not answer.
func TestRequestsRepeated(t *testing.T) {
	t.Parallel()
	f := &clusterFrontier{ctx: t.Context(), patience: testPatience}
	tries := 0
	fail := errors.New("no answer")
	err := f.retry(func(ctx context.Context) error {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("a request has no limit")
		}
		if tries++; tries < 3 {
			return fail
		}
		return nil
	})
	if err != nil || tries != 3 {
		t.Errorf("%d tries, %v", tries, err)
	}
	f.patience = time.Second
	began := time.Now()
	err = f.retry(func(context.Context) error { return fail })
	if !errors.Is(err, fail) || time.Since(began) < f.patience {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// TestLeaseIsExclusive: only one crawler has a lease. A request that was carried out, although its answer was lost, is
// recognized.
func TestLeaseIsExclusive(t *testing.T) {
	t.Parallel()
	at := clusterHome(t)
	a, b := at.openCluster(t), at.openCluster(t)
	ctx := t.Context()
	acquired := func(p *partition) (l *lease) {
		eventually(t, "a lease", func() bool { // a server can be late
			var err error
			l, err = p.acquire(ctx)
			return err == nil
		})
		return l
	}
	l := acquired(a.parts[0])
	if _, err := b.parts[0].acquire(ctx); err == nil {
		t.Error("two crawlers have a lease")
	}
	lost := *l
	renewed := func(l *lease) func() bool {
		return func() bool { return a.parts[0].renew(ctx, l) == nil }
	}
	eventually(t, "a renewal", renewed(l))
	eventually(t, "a renewal, as after a lost answer", renewed(&lost))
	a.parts[0].release(acquired(a.parts[0])) // as after a lost answer
	acquired(b.parts[0])

	at = append(clusterHome(t), "-lease", shortLease.String())
	a, b = at.openCluster(t), at.openCluster(t)
	l = acquired(a.parts[0])
	eventually(t, "a lease that was taken over stays", func() bool {
		taken, err := b.parts[0].acquire(ctx) // after the lease of a has expired
		if err != nil {
			return false
		}
		err = a.parts[0].renew(ctx, l)
		a.parts[0].release(l) // refused
		return errors.Is(err, errLost) && b.parts[0].renew(ctx, taken) == nil
	})
}

// TestCrawlersShareEqually: several crawlers have equal shares, and the share of one that leaves goes to the others.
func TestCrawlersShareEqually(t *testing.T) {
	t.Parallel()
	at := append(clusterHome(t), "-partitions", "6", "-lease", shortLease.String())
	var crawlers []*clusterFrontier
	shares := func() (n []int) {
		for _, f := range crawlers {
			owned := 0
			for _, p := range f.parts {
				if term := p.current(); term != nil && !term.over() {
					owned++
				}
			}
			n = append(n, owned)
		}
		return n
	}
	want := func(n ...int) {
		t.Helper()
		eventually(t, fmt.Sprint(n), func() bool { return cmp.Equal(shares(), n) })
	}
	for _, each := range [][]int{{6}, {3, 3}, {2, 2, 2}} {
		f := at.openCluster(t)
		f.begin.Do(f.join)
		crawlers = append(crawlers, f)
		want(each...)
	}
	if err := crawlers[1].close(); err != nil {
		t.Fatal(err)
	}
	want(3, 0, 3)
}

// TestHostMaxHandedOver: the limit of URLs of a host holds for all owners together.
func TestHostMaxHandedOver(t *testing.T) {
	t.Parallel()
	at := append(clusterHome(t), "-partitions", "1", "-host-max", "2")
	for i := range 4 {
		f := at.openCluster(t)
		marker := fmt.Sprintf("http://b%d.test", i)
		put(t, f, &result{links: linksOf(fmt.Sprint("http://a.test/", i), marker+"/")})
		var list []entry
		eventually(t, marker, func() bool { // the other URL comes before
			_, _ = f.nextOrigin("")
			list, _ = f.next(marker, 0, 1)
			return len(list) > 0
		})
		put(t, f, &result{entry: list[0], outcome: visited})
		list, _ = f.next("http://a.test", 0, 9)
		if taken := len(list) == 1; taken != (i < 2) {
			t.Errorf("URL %d: %+v", i, list)
		}
		for _, e := range list {
			put(t, f, &result{entry: e, outcome: visited})
		}
		if err := f.close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDelayAfterTakeover: another crawler may have made a request just before a term began.
func TestDelayAfterTakeover(t *testing.T) {
	f := &clusterFrontier{parts: []*partition{{term: newTerm(time.Now(), time.Hour)}}}
	s := &scheduler{config: &config{delay: time.Minute}, frontier: f, hosts: map[string]*host{}}
	now := time.Now()
	s.add("http://a.test", now)
	if h := s.hosts["http://a.test"]; h.ready.Sub(f.parts[0].term.since) < time.Minute {
		t.Errorf("the first request may come after %v", h.ready.Sub(now))
	}
	s.add("http://a.test", now.Add(time.Hour))
	if h := s.hosts["http://a.test"]; h.ready.After(now.Add(time.Hour)) {
		t.Error("a request waits although the delay is over")
	}
}

func TestTermEnds(t *testing.T) {
	const limit = time.Hour
	now := time.Now()
	if x := newTerm(now.Add(-2*limit), limit); !x.over() || x.begin() || x.renew(now) {
		t.Error("a term goes on after its time")
	}
	x := newTerm(now, limit)
	if x.over() || !x.begin() || !x.renew(now) {
		t.Error("a term ends before its time")
	}
	// The monotonic clock stops while the machine is suspended.
	x.renewed = now.Round(0).Add(-2 * limit)
	if !x.over() || x.renew(now) || x.ctx.Err() == nil || x.wasGiven() {
		t.Error("a term goes on after its time, if the machine was suspended")
	}
	x = newTerm(now, limit)
	ctx, cancel := x.during(context.Background())
	defer cancel()
	x.begin()
	closed := make(chan struct{})
	go func() {
		x.close()
		close(closed)
	}()
	eventually(t, "the term closes", x.over)
	if x.begin() || ctx.Err() != nil || x.wasGiven() {
		t.Error("a term that closes does not let requests end, or lets them begin")
	}
	x.leave()
	<-closed
	<-ctx.Done()
	if x.ctx.Err() == nil || !x.wasGiven() {
		t.Error("a term that was closed goes on")
	}
}

// TestShardDependsOnHost: a site has one partition, with all its ports and both schemes.
func TestShardDependsOnHost(t *testing.T) {
	const n = 1 << 30
	if shard("http://a.test", n) != shard("https://a.test:8443", n) ||
		shard("http://[::1]", n) != shard("http://[::1]:81", n) {
		t.Error("the partition depends on more than the host")
	}
	if shard("http://a.test", n) == shard("http://b.test", n) {
		t.Error("the partition does not depend on the host")
	}
	// printf %s a.test | sha256sum; the first 8 bytes modulo 64
	if got := shard("http://a.test", 64); got != 0xde%64 {
		t.Errorf("partition %d", got)
	}
}

// TestFinished: a crawl is not finished while a URL waits, at any crawler, or before its seeds are stored.
func TestFinished(t *testing.T) {
	t.Parallel()
	at := clusterHome(t)
	a, b := at.openCluster(t), at.openCluster(t)
	check := func() {
		t.Helper()
		for _, f := range []frontier{a, b} {
			if got, err := f.advance(); got || err != nil {
				t.Errorf("finished: %t, %v", got, err)
			}
		}
	}
	check()
	put(t, a, &result{links: linksOf("http://a.test/1")})
	check()
	e := first(t, a)
	check()
	put(t, a, &result{entry: e, outcome: again})
	check()
	put(t, a, &result{entry: first(t, a), outcome: visited})
	for _, f := range []frontier{b, a} {
		eventually(t, "the end", func() bool { finished, _ := f.advance(); return finished })
	}
}

// TestStoredAfterLinks: a page is done only after its links are stored.
func TestStoredAfterLinks(t *testing.T) {
	t.Parallel()
	f := append(clusterHome(t), "-partitions", "2").openCluster(t)
	origins := map[int]string{} // one of each partition
	for i := 0; len(origins) < 2; i++ {
		origin := fmt.Sprintf("http://h%d.test", i)
		origins[shard(origin, 2)] = origin
	}
	put(t, f, &result{links: linksOf(origins[0] + "/")})
	e := first(t, f)
	f.patience = 2 * time.Second
	eventually(t, "the stream is gone", func() bool {
		err := f.js.DeleteStream(t.Context(), streamName(1))
		return err == nil || errors.Is(err, jetstream.ErrStreamNotFound)
	})
	if err := f.done(&result{entry: e, outcome: visited, links: linksOf(origins[1] + "/")}); err == nil {
		t.Fatal("a link is stored in a stream that does not exist")
	}
	if info := infoOf(t, f.parts[0].stream); info.State.LastSeq != 1 {
		t.Errorf("the page is done: %+v", info)
	}
}

// TestSeedsAwaited: a crawler without seeds waits until another has stored them, and refuses an empty cluster.
func TestSeedsAwaited(t *testing.T) {
	t.Parallel()
	at := clusterHome(t)
	said := checkBadCall(t, at...)
	if !strings.Contains(said, errNoSeeds.Error()) {
		t.Error(said)
	}
	a, b := at.openCluster(t), at.openCluster(t)
	ended := make(chan error, 1)
	go func() { ended <- b.awaitSeeds(t.Context()) }()
	select {
	case err := <-ended:
		t.Error("no seeds are stored, and a crawler does not wait:", err)
	case <-time.After(300 * time.Millisecond):
	}
	put(t, a, &result{links: linksOf("http://a.test/1")})
	if err := <-ended; err != nil {
		t.Error(err)
	}
	c := at.openCluster(t)
	if err := c.awaitSeeds(t.Context()); err != nil {
		t.Error(err)
	}
	d := clusterHome(t).openCluster(t)
	d.patience = 10 * time.Millisecond // as if the crawler that created the streams was killed
	if err := d.awaitSeeds(t.Context()); !errors.Is(err, errNoSeeds) {
		t.Error(err)
	}
}
