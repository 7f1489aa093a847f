package main

import (
	"context"
	"sync"
	"time"
)

// A term is a period of time. During it, this crawler may fetch from some origins, and no other crawler may. A term
// that has ended does not begin again: the next period is another term.
type term struct {
	since time.Time
	limit time.Duration   // how long the term lasts after a renewal; 0 means that it does not end by time
	ctx   context.Context // done when the term ends, so that its requests are cancelled
	end   context.CancelFunc

	mu      sync.Mutex
	renewed time.Time
	closing bool // no more requests begin
	ended   bool
	given   bool           // by close, not by time
	busy    sync.WaitGroup // the requests under way
}

// forever is the term of crawlers that do not share their frontier.
var forever = newTerm(time.Time{}, 0)

// newTerm begins a term that was renewed at the given time.
func newTerm(renewed time.Time, limit time.Duration) *term {
	t := &term{since: time.Now(), renewed: renewed, limit: limit}
	if limit == 0 {
		t.since = time.Time{}
	}
	t.ctx, t.end = context.WithCancel(context.Background())
	return t
}

// renew prolongs the term. The time is that before the renewal was requested. It reports false if the term had ended.
func (t *term) renew(at time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.expired(time.Now()) {
		return false
	}
	t.renewed = at
	return true
}

// expired reports whether the term has ended, by time or otherwise. The caller has the lock.
//
// It reads two clocks. The monotonic one stops while the machine is suspended, and the other one can be set back.
func (t *term) expired(now time.Time) bool {
	late := now.Sub(t.renewed) > t.limit || now.Round(0).Sub(t.renewed.Round(0)) > t.limit
	if t.limit > 0 && late && !t.ended {
		t.ended = true
		t.end()
	}
	return t.ended
}

// over reports whether no more requests begin in the term.
func (t *term) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.expired(time.Now()) || t.closing
}

// begin reports whether a request may begin now. If so, the caller calls leave after it.
func (t *term) begin() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.expired(time.Now()) || t.closing {
		return false
	}
	t.busy.Add(1)
	return true
}

func (t *term) leave() { t.busy.Done() }

// drain lets no more requests begin, and waits for those under way.
func (t *term) drain() {
	t.mu.Lock()
	t.closing = true
	t.mu.Unlock()
	t.busy.Wait()
}

// close ends the term after drain.
func (t *term) close() {
	t.drain()
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.expired(time.Now()) {
		t.ended, t.given = true, true
		t.end()
	}
}

// wasGiven reports whether the term ended by close.
func (t *term) wasGiven() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.given
}

// lose ends the term immediately.
func (t *term) lose() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	t.end()
}

// during returns a context that is done when ctx is done or the term ends.
func (t *term) during(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(t.ctx, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}
