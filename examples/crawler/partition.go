package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/urispan/uri"
)

// A partition is the state of a partition in this crawler. Without a term, it is only the names.
type partition struct {
	frontier *clusterFrontier
	n        int
	key      string // of the lease
	stream   jetstream.Stream
	consumer jetstream.Consumer
	serving  sync.WaitGroup

	mu      sync.Mutex
	term    *term // nil if this crawler is not the owner
	held    map[uint64]*hold
	origins []string           // those with entries, sorted
	queues  map[string][]entry // by origin, in the order of their places
	place   uint64             // the last one
	taken   map[string]*taken  // by origin
}

// A hold is a message that was delivered to this crawler, and its number in the stream. It is acknowledged when its
// result is stored. It is kept for some time after that, in case the server delivers it a second time.
type hold struct {
	seq      uint64
	msg      jetstream.Msg
	extended time.Time // when the server was last asked to wait for the acknowledgement
	acked    bool
}

// current returns the term of this crawler, or nil.
func (p *partition) current() *term {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.term
}

// begin begins a term.
func (p *partition) begin(l *lease) {
	t := newTerm(l.at, p.frontier.config.giveUp())
	p.mu.Lock()
	p.term, p.held, p.taken = t, map[uint64]*hold{}, map[string]*taken{}
	p.origins, p.queues = nil, map[string][]entry{}
	p.mu.Unlock()
	p.serving.Go(func() { p.serve(t, l) })
}

// serve renews the lease and holds the messages until the term ends.
func (p *partition) serve(t *term, l *lease) {
	interval := p.frontier.config.renewal()
	var tasks sync.WaitGroup
	tasks.Go(func() { p.receive(t) })
	tasks.Go(func() { every(t.ctx, interval/4, func() { t.over() }) })
	every(t.ctx, interval, func() {
		ctx, cancel := context.WithTimeout(t.ctx, min(interval, oneRequest))
		defer cancel()
		switch err := p.renew(ctx, l); {
		case err == nil && t.renew(l.at):
			p.extend(time.Now())
		case err == errLost:
			t.lose()
		}
	})
	tasks.Wait()
	if !t.wasGiven() {
		p.countTaken(p.frontier.tally.add)
		p.clear()
		return
	}
	var counts []*nats.Msg
	p.countTaken(func(subject string, n int64) { counts = append(counts, increment(subject, n)) })
	_ = p.frontier.sendCounts(counts) // so that the next owner has them
	held := p.clear()
	for _, h := range held {
		if !h.acked {
			_ = h.msg.Nak() // so that the next owner gets it immediately
		}
	}
	p.release(l)
}

// clear forgets all entries.
func (p *partition) clear() map[uint64]*hold {
	p.mu.Lock()
	defer p.mu.Unlock()
	held := p.held
	p.term, p.held, p.origins, p.queues, p.taken = nil, nil, nil, nil, nil
	return held
}

// extend makes the server wait longer for the acknowledgements.
func (p *partition) extend(now time.Time) {
	lease := p.frontier.config.Lease
	p.mu.Lock()
	defer p.mu.Unlock()
	for seq, h := range p.held {
		since := now.Sub(h.extended)
		switch {
		case h.acked && since > 2*lease:
			delete(p.held, seq)
		case !h.acked && since > lease/4:
			_ = h.msg.InProgress()
			h.extended = now
		}
	}
}

// receive takes messages while the term lasts.
func (p *partition) receive(t *term) {
	lease := p.frontier.config.Lease
	for !t.over() {
		messages, err := p.consumer.Messages(jetstream.PullMaxMessages(p.frontier.config.Window),
			jetstream.PullExpiry(lease), jetstream.PullHeartbeat(lease/6))
		if err != nil {
			sleep(t.ctx, p.frontier.config.renewal())
			continue
		}
		for !t.over() {
			msg, err := messages.Next(jetstream.NextContext(t.ctx))
			if err != nil {
				break
			}
			p.take(t, msg)
		}
		messages.Stop()
		sleep(t.ctx, reconnectWait) // the error may come again immediately
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// take puts a message into the queue of its origin.
func (p *partition) take(t *term, msg jetstream.Msg) {
	info, err := msg.Metadata()
	if err != nil {
		return
	}
	seq := info.Sequence.Stream
	p.mu.Lock()
	h := p.held[seq]
	if h != nil {
		h.msg = msg // it came again
	}
	p.mu.Unlock()
	if h != nil {
		return
	}
	e, ok := parseEntry(msg.Data())
	if !ok {
		_ = msg.TermWithReason("not an entry")
		return
	}
	isTaken := true
	if info.NumDelivered == 1 {
		if isTaken, err = p.mayTake(t.ctx, e.origin); err != nil {
			return // the server delivers it again
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.term != t {
		return
	}
	e.hold = &hold{seq: seq, msg: msg, extended: time.Now()}
	p.held[seq] = e.hold
	if !isTaken {
		if t.begin() {
			p.serving.Go(func() { p.refuse(t, e) })
		}
		return
	}
	p.enqueue(e)
	select {
	case p.frontier.news <- struct{}{}:
	default:
	}
}

// refuse drops an entry that is beyond the limit of its origin. It tries until it succeeds or the term ends: if the
// message came again, it would be taken.
func (p *partition) refuse(t *term, e entry) {
	defer t.leave()
	f := p.frontier
	x := refusal{tooManyURLs, e.url}
	for {
		_, err := f.send(f.ctx, []*nats.Msg{noteOf(fmt.Sprint(fingerprintOf(e.url), ".host"), "", x)})
		if err == nil {
			err = p.leave(e)
		}
		if err == nil {
			f.tally.add(subjectReason+tokenOf(x.reason), 1)
			return
		}
		if t.over() {
			return
		}
	}
}

// enqueue adds e at the end of the queue of its origin. The caller has the lock.
func (p *partition) enqueue(e entry) {
	p.place++
	e.seq = p.place
	if len(p.queues[e.origin]) == 0 {
		if i, ok := slices.BinarySearch(p.origins, e.origin); !ok {
			p.origins = slices.Insert(p.origins, i, e.origin)
		}
	}
	p.queues[e.origin] = append(p.queues[e.origin], e)
}

// dequeue removes e. The caller has the lock.
func (p *partition) dequeue(e entry) {
	q := p.queues[e.origin]
	i := slices.IndexFunc(q, func(x entry) bool { return x.seq == e.seq })
	if i < 0 {
		return // of an earlier term
	}
	if q = slices.Delete(q, i, i+1); len(q) > 0 {
		p.queues[e.origin] = q
		return
	}
	delete(p.queues, e.origin)
	if i, ok := slices.BinarySearch(p.origins, e.origin); ok {
		p.origins = slices.Delete(p.origins, i, i+1)
	}
}

func (p *partition) nextOrigin(after string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	i, found := slices.BinarySearch(p.origins, after)
	if found {
		i++
	}
	if i == len(p.origins) {
		return ""
	}
	return p.origins[i]
}

func (p *partition) next(origin string, seq uint64, n int) []entry {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.queues[origin]
	i, _ := slices.BinarySearchFunc(q, seq+1, func(e entry, seq uint64) int { return int(e.seq) - int(seq) })
	return slices.Clone(q[i:min(len(q), i+n)])
}

// again puts e at the end of the queue of its origin, after a try that failed. The tries are counted in memory only:
// a next owner counts anew.
func (p *partition) again(e entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held[e.hold.seq] == e.hold {
		p.dequeue(e)
		e.tries++
		p.enqueue(e)
	}
}

// leave acknowledges the message of e, after its links are stored. The message may have been delivered to another owner
// since then. It is acknowledged all the same, because its links are stored.
func (p *partition) leave(e entry) error {
	err := p.frontier.retry(func(ctx context.Context) error {
		p.mu.Lock()
		msg := e.hold.msg
		p.mu.Unlock()
		return msg.DoubleAck(ctx)
	})
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	e.hold.acked, e.hold.extended = true, time.Now()
	p.dequeue(e)
	return nil
}

// An entry is stored as its depth, its hops and its URL.
func (e entry) bytes() []byte { return append([]byte{e.depth, e.hops}, e.url...) }

func parseEntry(data []byte) (e entry, ok bool) {
	if len(data) < 2 {
		return entry{}, false
	}
	e.depth, e.hops, e.url = data[0], data[1], string(data[2:])
	u, err := uri.Parse(e.url)
	if err != nil {
		return entry{}, false
	}
	e.origin, err = originOf(u)
	return e, err == nil
}
