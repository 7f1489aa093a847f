package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A partition is the state of a partition in this crawler. Without a term, it is only the names.
type partition struct {
	frontier *clusterFrontier
	n        int
	key      string // of the lease, and of the summary
	subject  string // of the log
	stream   jetstream.Stream
	serving  sync.WaitGroup

	mu      sync.Mutex
	term    *term   // nil if this crawler is not the owner
	ledger  *ledger // nil until the owner has read the whole log
	written uint64  // the last message that this crawler has written

	summarizing sync.Mutex
	replaced    atomic.Bool // the stored summary is not the latest

	outgoing sync.Mutex
	batch    *batch // takes more records; nil if none does
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
	p.term, p.ledger = t, nil
	p.mu.Unlock()
	p.serving.Go(func() { p.serve(t, l) })
}

// serve renews the lease and reads the log until the term ends.
func (p *partition) serve(t *term, l *lease) {
	f := p.frontier
	interval := f.config.renewal()
	var tasks sync.WaitGroup
	tasks.Go(func() { p.read(t) })
	tasks.Go(func() { every(t.ctx, interval/4, func() { t.over() }) })
	every(t.ctx, interval, func() {
		ctx, cancel := context.WithTimeout(t.ctx, min(interval, oneRequest))
		defer cancel()
		switch err := p.renew(ctx, l); {
		case err == nil && t.renew(l.at):
			_ = f.summarize(ctx, p)
		case err == errLost:
			t.lose()
		}
	})
	tasks.Wait()
	if t.wasGiven() {
		ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
		defer cancel()
		_ = f.summarize(ctx, p)
	}
	p.mu.Lock()
	p.term, p.ledger = nil, nil
	p.mu.Unlock()
	if t.wasGiven() {
		p.release(l)
	}
}

// handOver ends the term after the requests under way, when the ledger has all records of this crawler.
func (p *partition) handOver(t *term) {
	t.drain()
	ctx, cancel := context.WithTimeout(t.ctx, oneRequest)
	defer cancel()
	for ctx.Err() == nil {
		p.mu.Lock()
		complete := p.ledger == nil || p.ledger.Messages >= p.written
		p.mu.Unlock()
		if complete {
			break
		}
		sleep(ctx, time.Millisecond)
	}
	t.close()
}

// read applies the records of the log, from the first one on, while the term lasts.
func (p *partition) read(t *term) {
	f := p.frontier
	l := newLedger(f.config.HostMax, f.config.ShapeMax)
	// Entries that this log says are done must not be given out. So the ledger is used after it has all records that
	// were written before the term.
	var end uint64
	for {
		ctx, cancel := context.WithTimeout(t.ctx, oneRequest)
		info, err := p.stream.Info(ctx)
		cancel()
		if err == nil {
			end = info.State.LastSeq
			break
		}
		if sleep(t.ctx, reconnectWait); t.over() {
			return
		}
	}
	for !t.over() {
		if l.Messages >= end {
			p.use(t, l)
		}
		_ = p.messages(t.ctx, l.Messages+1, func(list []*record, n uint64) bool {
			p.mu.Lock()
			fresh := l.apply(list, n)
			p.mu.Unlock()
			if fresh {
				f.notify()
			}
			if n == end {
				p.use(t, l)
			}
			return true
		})
		sleep(t.ctx, reconnectWait) // the error may come again immediately
	}
}

// use lets the scheduler have the entries of a ledger.
func (p *partition) use(t *term, l *ledger) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.term == t && p.ledger == nil {
		l.begin(p.frontier.level())
		p.ledger = l
		p.frontier.notify()
	}
}

// messages calls each for the messages of the log, with their records and numbers, from number first on. It returns nil
// after each returned false, and an error if ctx is done or the cluster does not answer.
func (p *partition) messages(ctx context.Context, first uint64, each func(list []*record, n uint64) bool) error {
	next := first
	var missing error
	err := p.frontier.follow(ctx, p.stream,
		jetstream.ConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: first},
		func(m jetstream.Msg, info *jetstream.MsgMetadata) bool {
			if info.Sequence.Stream != next {
				missing = errors.New("a message is missing")
				return false
			}
			var list []*record
			if err := json.Unmarshal(m.Data(), &list); err != nil {
				list = nil // no crawler writes it
			}
			next++
			return each(list, next-1)
		})
	return errors.Join(err, missing)
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (p *partition) nextOrigin(after string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ledger == nil {
		return ""
	}
	return p.ledger.nextOrigin(after)
}

func (p *partition) next(origin string, seq uint64, n int) []entry {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ledger == nil {
		return nil
	}
	return p.ledger.next(origin, seq, n)
}

// hasSeen reports whether this crawler has read in a log that a URL was taken.
func (p *partition) hasSeen(print fingerprint) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ledger == nil {
		return false
	}
	_, ok := p.ledger.seen[print]
	return ok
}

// again puts e at the end of the queue of its origin, after a try that failed. The tries are counted in memory only:
// a next owner counts anew.
func (p *partition) again(e entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	print := fingerprintOf(e.url)
	if p.ledger != nil && p.ledger.dequeue(print, e.url) {
		e.tries++
		p.ledger.enqueue(print, e)
	}
}

// leave removes e from the queue of its origin, after its result was stored in message n.
func (p *partition) leave(e entry, n uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written = max(p.written, n)
	if p.ledger != nil {
		p.ledger.dequeue(fingerprintOf(e.url), e.url)
	}
}

func streamName(n int) string { return fmt.Sprint("LOG-", n) }
