package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
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
			return false
		}
		e = list[0]
		return true
	})
	return e
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

// messages returns how many URLs are in the cluster.
func (f *clusterFrontier) messages(t *testing.T) (n uint64) {
	t.Helper()
	for _, p := range f.parts {
		info, err := p.stream.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n += info.State.Msgs
	}
	return n
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
		if want := (entry{link: seeds[0], seq: e.seq, hold: e.hold}); e != want {
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
			finished, err := f.finished()
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
	began := time.Now()
	other := first(t, next) // waits until the lease has expired
	t.Log("taken over after", time.Since(began), "with a lease of", testLease)
	if other.url != e.url {
		t.Errorf("%+v", other)
	}
	links := linksOf("http://a.test/2", "http://a.test/3")
	put(t, old, &result{entry: e, outcome: visited, links: links})
	stale.leave()
	put(t, next, &result{entry: other, outcome: visited, links: links})
	if n := next.messages(t); n != 3 {
		t.Errorf("%d URLs, want 3", n)
	}
	for range links {
		e := first(t, next)
		if e.url == "http://a.test/1" {
			t.Error("a page that was visited came again")
		}
		put(t, next, &result{entry: e, outcome: visited})
	}
	eventually(t, "the end", func() bool { finished, _ := next.finished(); return finished })
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
		return err == nil && len(keys) == len(f.parts)+1
	})
	keys, err := f.leases.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if x, err := f.leases.Get(t.Context(), key); err != nil || string(x.Value()) != f.token {
			t.Errorf("%s: %v, %v", key, x, err)
		}
	}
}

// TestWindowLimitsHeldURLs: an owner holds as many URLs as the window has. The others wait in the stream until it
// acknowledges one.
func TestWindowLimitsHeldURLs(t *testing.T) {
	t.Parallel()
	const window = 7
	f := append(clusterHome(t), "-partitions", "1", "-window", fmt.Sprint(window)).openCluster(t)
	put(t, f, manyLinks(0, 50, 50))
	held := func() (n int) {
		f.parts[0].mu.Lock()
		defer f.parts[0].mu.Unlock()
		for _, h := range f.parts[0].held {
			if !h.acked {
				n++
			}
		}
		return n
	}
	for range 50 {
		e := first(t, f)
		if n := held(); n > window {
			t.Fatalf("%d URLs are held, want at most %d", n, window)
		}
		put(t, f, &result{entry: e, outcome: visited})
	}
	eventually(t, "the end", func() bool { finished, _ := f.finished(); return finished })
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
	l, err := a.parts[0].acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.parts[0].acquire(ctx); err == nil {
		t.Error("two crawlers have a lease")
	}
	lost := *l
	if err := a.parts[0].renew(ctx, l); err != nil {
		t.Error(err)
	}
	if err := a.parts[0].renew(ctx, &lost); err != nil {
		t.Error("as after a lost answer:", err)
	}
	if _, err := a.parts[0].acquire(ctx); err != nil {
		t.Error("as after a lost answer:", err)
	}
	var taken *lease
	eventually(t, "the lease expires", func() bool {
		taken, err = b.parts[0].acquire(ctx)
		return err == nil
	})
	if err := a.parts[0].renew(ctx, l); !errors.Is(err, errLost) {
		t.Error("the lease of another crawler is renewed:", err)
	}
	a.parts[0].release(l) // refused
	if err := b.parts[0].renew(ctx, taken); err != nil {
		t.Error(err)
	}
	b.parts[0].release(taken)
	if _, err := a.parts[0].acquire(ctx); err != nil {
		t.Error("after a release:", err)
	}
}

// TestCrawlersShareEqually: several crawlers have equal shares, and those of one that leaves go to the others.
func TestCrawlersShareEqually(t *testing.T) {
	t.Parallel()
	at := append(clusterHome(t), "-partitions", "6")
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

// TestFullStream: a full stream takes no more URLs, and loses no URL.
func TestFullStream(t *testing.T) {
	t.Parallel()
	at := append(clusterHome(t), "-partitions", "1", "-partition-bytes", "10000")
	f := at.openCluster(t)
	r := manyLinks(0, 1000, 1)
	put(t, f, r)
	got, err := tallyOf(f)
	if err != nil {
		t.Fatal(err)
	}
	waiting := got.outcomes[queued.String()]
	if len(got.refusals) != 1 || got.refusals[0].name != "the partition is full" || waiting < 10 ||
		waiting+got.refusals[0].n != 1000 {
		t.Errorf("%+v", got)
	}
}

// TestFinished: a crawl is not finished while a URL waits, at any crawler.
func TestFinished(t *testing.T) {
	t.Parallel()
	at := clusterHome(t)
	a, b := at.openCluster(t), at.openCluster(t)
	check := func(want bool) {
		t.Helper()
		for _, f := range []frontier{a, b} {
			if got, err := f.finished(); got != want || err != nil {
				t.Errorf("finished: %t, %v", got, err)
			}
		}
	}
	check(true)
	put(t, a, &result{links: linksOf("http://a.test/1")})
	check(false)
	e := first(t, a)
	check(false)
	put(t, a, &result{entry: e, outcome: again})
	check(false)
	put(t, a, &result{entry: first(t, a), outcome: visited})
	eventually(t, "the end", func() bool { finished, _ := b.finished(); return finished })
}

// TestAcknowledgedAfterLinks: an entry leaves the queue only after its links are stored.
func TestAcknowledgedAfterLinks(t *testing.T) {
	t.Parallel()
	f := append(clusterHome(t), "-partitions", "2").openCluster(t)
	f.patience = 10 * time.Second
	origins := map[int]string{} // one of each partition
	for i := 0; len(origins) < 2; i++ {
		origin := fmt.Sprintf("http://h%d.test", i)
		origins[shard(origin, 2)] = origin
	}
	put(t, f, &result{links: linksOf(origins[0] + "/")})
	e := first(t, f)
	if err := f.js.DeleteStream(t.Context(), "URLS-1"); err != nil {
		t.Fatal(err)
	}
	if err := f.done(&result{entry: e, outcome: visited, links: linksOf(origins[1] + "/")}); err == nil {
		t.Fatal("a link is stored in a stream that does not exist")
	}
	if info, err := f.parts[0].consumer.Info(t.Context()); err != nil || info.NumAckPending != 1 {
		t.Errorf("the entry has left the queue: %+v, %v", info, err)
	}
}

// A message is a stub of a delivered message.
type message struct {
	jetstream.Msg
	inProgress int
}

func (m *message) Data() []byte      { return entry{link: link{url: "http://a.test/"}}.bytes() }
func (m *message) InProgress() error { m.inProgress++; return nil }
func (m *message) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{Sequence: jetstream.SequencePair{Stream: 7}, NumDelivered: 2}, nil
}

// TestHeldMessageExtended: a held message is extended in time, and has one entry even if it comes again.
func TestHeldMessageExtended(t *testing.T) {
	const lease = time.Minute
	f := &clusterFrontier{config: clusterConfig{Lease: lease}, news: make(chan struct{}, 1)}
	p := &partition{frontier: f, term: newTerm(time.Now(), lease), held: map[uint64]*hold{}, queues: map[string][]entry{}}
	one, two := &message{}, &message{}
	p.take(p.term, one)
	p.take(p.term, two)
	list := p.next("http://a.test", 0, 9)
	if len(list) != 1 || p.nextOrigin("") != "http://a.test" || p.nextOrigin("http://a.test") != "" {
		t.Fatalf("%+v", list)
	}
	now := time.Now()
	p.extend(now.Add(lease / 10))
	p.extend(now.Add(lease / 2))
	if one.inProgress+two.inProgress != 1 {
		t.Error("a message is not extended in time")
	}
	list[0].hold.acked = true
	p.dequeue(list[0])
	p.extend(now.Add(2 * lease))
	p.take(p.term, one) // it was on its way
	if len(p.next("http://a.test", 0, 9)) > 0 || p.nextOrigin("") != "" || one.inProgress+two.inProgress != 1 {
		t.Error("a message that was acknowledged is taken or extended again")
	}
	p.extend(now.Add(4 * lease))
	if len(p.held) > 0 {
		t.Error("a message that was acknowledged is kept")
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

// own makes f the owner of a partition, without a lease and without a consumer.
func (f *clusterFrontier) own(n int) *partition {
	p := f.parts[n]
	p.term, p.held, p.taken = newTerm(time.Now(), time.Hour), map[uint64]*hold{}, map[string]*taken{}
	p.queues = map[string][]entry{}
	return p
}

// An offer is a stub of a message with a URL of a.test. Its first acknowledgements fail.
type offer struct {
	jetstream.Msg
	seq, deliveries uint64
	failures, acks  atomic.Int64
}

func (m *offer) url() string  { return fmt.Sprint("http://a.test/", m.seq) }
func (m *offer) Data() []byte { return entry{link: link{url: m.url()}}.bytes() }
func (m *offer) Metadata() (*jetstream.MsgMetadata, error) {
	m.deliveries++
	return &jetstream.MsgMetadata{Sequence: jetstream.SequencePair{Stream: m.seq}, NumDelivered: m.deliveries}, nil
}
func (m *offer) DoubleAck(context.Context) error {
	if m.failures.Add(-1) >= 0 {
		return errors.New("no answer")
	}
	m.acks.Add(1)
	return nil
}

// TestHostMaxLostAck: a URL beyond the limit of its host is refused, noted and counted once, even if the
// acknowledgement fails and the message comes again.
func TestHostMaxLostAck(t *testing.T) {
	t.Parallel()
	f := append(clusterHome(t), "-partitions", "1", "-host-max", "1").openCluster(t)
	p := f.own(0)
	one, two := &offer{seq: 1}, &offer{seq: 2}
	two.failures.Store(2)
	for range 3 {
		p.take(p.term, one)
		p.take(p.term, two)
	}
	counted := func() int64 {
		f.tally.mu.Lock()
		defer f.tally.mu.Unlock()
		return f.tally.counted[subjectReason+tokenOf(tooManyURLs)]
	}
	eventually(t, "the refusal", func() bool { return counted() == 1 })
	p.take(p.term, two) // it was on its way
	p.serving.Wait()
	if two.acks.Load() != 1 || one.acks.Load() != 0 || counted() != 1 {
		t.Errorf("%d and %d acknowledgements, %d refusals", one.acks.Load(), two.acks.Load(), counted())
	}
	if list := p.next("http://a.test", 0, 9); len(list) != 1 || list[0].url != one.url() {
		t.Errorf("%+v", list)
	}
	var notes []string
	err := f.notes(func(line string) error {
		notes = append(notes, line)
		return nil
	})
	if want := []string{tooManyURLs + "\t\t" + two.url()}; err != nil || !cmp.Equal(notes, want) {
		t.Errorf("%q, %v", notes, err)
	}
}

// TestHostMaxNoAnswer: if the cluster does not answer, a URL of a host without a count is not taken. The end of the
// term must end the wait, and so the test.
func TestHostMaxNoAnswer(t *testing.T) {
	t.Parallel()
	f := append(clusterHome(t), "-partitions", "1").openCluster(t)
	p := f.own(0)
	f.conn.Close()
	usual := f.patience
	f.patience = 24 * time.Hour
	time.AfterFunc(100*time.Millisecond, p.term.lose)
	p.take(p.term, &offer{seq: 1})
	f.patience = usual
	if len(p.held) > 0 || len(p.taken) > 0 || p.nextOrigin("") != "" {
		t.Errorf("a URL was taken: %+v, %+v", p.held, p.taken)
	}
}

// TestFlushAgain: counts that could not be sent are sent later, and once.
func TestFlushAgain(t *testing.T) {
	t.Parallel()
	at := append(clusterHome(t), "-partitions", "1")
	f, other := at.openCluster(t), at.openCluster(t)
	p := f.own(0)
	p.taken["http://a.test"] = &taken{total: 3, own: 3}
	f.tally.add(subjectOutcome+tokenOf("visited"), 2)
	f.patience = 200 * time.Millisecond
	f.conn.Close()
	for range 2 {
		if err := f.flush(); err == nil {
			t.Fatal("counts are stored without a connection")
		}
	}
	f.js, f.patience = other.js, testPatience
	for range 2 {
		if err := f.flush(); err != nil {
			t.Fatal(err)
		}
	}
	for subject, want := range map[string]int64{p.hostSubject("http://a.test"): 4, subjectOutcome + tokenOf("visited"): 3} {
		if n, err := other.addOne(t.Context(), subject); n != want || err != nil {
			t.Errorf("%s: %d, want %d; %v", subject, n, want, err)
		}
	}
}
