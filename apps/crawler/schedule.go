package main

import (
	"context"
	"time"
)

const (
	readAhead = 32 // entries of a host that are in memory at the same time
	maxSilent = 5  // requests in a row without a response until a host is given up in this run

	poll = time.Second // the time between two checks whether the other crawlers have finished
)

// A host is an origin with pages that are being fetched.
type host struct {
	origin string
	term   *term   // the period of its requests
	queue  []entry // read ahead
	last   uint64  // the place of the last entry that was read
	more   bool    // more entries may follow in the frontier
	busy   int     // requests under way
	ready  time.Time
	errors int // requests in a row that had no response, or a server error
	silent int // requests in a row that had no response

	// Workers read these fields. They change only while no worker does.
	rules   *rules // nil until they are known
	givenUp string // the reason why its pages are not fetched any more, or ""
}

// A job is one task for a worker: to fetch the URL, or the host's robots.txt if its rules are not known yet.
type job struct {
	host    *host
	entry   entry
	rules   *rules
	givenUp string
}

// A report is a worker's result of a job.
type report struct {
	job
	fresh   map[string]bool // the origins that have new entries
	fetched bool            // a request was made
	silent  bool            // and had no response
	failed  bool            // or a response that means a server error
	wait    time.Duration   // the pause that the server requires
}

// A scheduler hands out jobs and enforces delays. It keeps a limited number of hosts in memory: when one has no entries
// left, another takes its place. It belongs to one goroutine.
type scheduler struct {
	config   *config
	frontier frontier
	jobs     chan job
	reports  chan report

	hosts    map[string]*host
	maxHosts int
	cursor   string // the last origin that was read from the frontier
	stale    bool   // the frontier may have origins with entries that are not in hosts
	busy     int
	given    int // pages
}

// run returns when no URL is left to fetch, the limit of pages is reached, or ctx is done, but not before all workers
// have reported.
func (s *scheduler) run(ctx context.Context) error {
	defer close(s.jobs)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		h, wait, err := s.pick(time.Now())
		if err != nil || ctx.Err() != nil {
			s.drain()
			return err
		}
		if h == nil && s.busy == 0 && wait < 0 {
			finished, err := s.frontier.advance()
			if finished || err != nil || s.full() {
				return err
			}
			wait = poll
		}
		var jobs chan job
		var j job
		if h != nil {
			jobs, j = s.jobs, h.job()
		}
		if wait >= 0 {
			timer.Reset(wait)
		}
		select {
		case jobs <- j:
			s.start(h)
		case r := <-s.reports:
			s.finish(r)
		case <-s.frontier.arrived():
			s.refresh()
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

func (s *scheduler) drain() {
	for ; s.busy > 0; s.busy-- {
		<-s.reports
	}
}

// pick returns the next host, or nil and the time until one is ready. The time is negative if a report has to come
// first.
func (s *scheduler) pick(now time.Time) (best *host, wait time.Duration, err error) {
	if s.full() {
		return nil, -1, nil
	}
	s.dropLost()
	if err := s.fill(now); err != nil {
		return nil, 0, err
	}
	for _, h := range s.hosts {
		if err := s.readAhead(h); err != nil {
			return nil, 0, err
		}
		if h.canStart(s.config.perHost) && (best == nil || h.ready.Before(best.ready)) {
			best = h
		}
	}
	switch {
	case best == nil:
		return nil, -1, nil
	case best.ready.After(now):
		return nil, best.ready.Sub(now), nil
	}
	return best, -1, nil
}

// full reports whether the limit of pages is reached.
func (s *scheduler) full() bool { return s.config.max > 0 && s.given >= s.config.max }

// dropLost removes the hosts with a term that is over.
func (s *scheduler) dropLost() {
	for origin, h := range s.hosts {
		if h.term.over() {
			delete(s.hosts, origin)
			s.stale = true
		}
	}
}

// refresh makes the scheduler read entries of all hosts from the frontier again.
func (s *scheduler) refresh() {
	s.stale = true
	for _, h := range s.hosts {
		h.more = true
	}
}

// canStart reports whether the host has a job, regardless of its delay.
func (h *host) canStart(perHost int) bool {
	if h.rules == nil && h.givenUp == "" {
		perHost = 1
	}
	return h.busy < perHost && len(h.queue) > 0
}

func (h *host) job() job { return job{h, h.queue[0], h.rules, h.givenUp} }

// readAhead reads entries if none is left in memory.
func (s *scheduler) readAhead(h *host) (err error) {
	if len(h.queue) > 0 || !h.more {
		return nil
	}
	h.queue, err = s.frontier.next(h.origin, h.last, readAhead)
	if n := len(h.queue); n > 0 {
		h.last = h.queue[n-1].seq
	}
	h.more = len(h.queue) == readAhead
	return err
}

// fill takes hosts from the frontier up to the limit.
func (s *scheduler) fill(now time.Time) error {
	if !s.stale {
		return nil
	}
	s.dropIdle(now)
	wrapped := false
	for len(s.hosts) < s.maxHosts {
		origin, err := s.frontier.nextOrigin(s.cursor)
		if err != nil {
			return err
		}
		if s.cursor = origin; origin == "" {
			if wrapped {
				s.stale = false
				return nil
			}
			wrapped = true
		} else if s.hosts[origin] == nil {
			s.add(origin, now)
		}
	}
	return nil
}

// add adds a host. At the beginning of a term, another crawler may have made a request to it just before.
func (s *scheduler) add(origin string, now time.Time) {
	t := s.frontier.term(origin)
	if t == nil {
		return
	}
	h := &host{origin: origin, term: t, more: true, ready: now}
	if first := t.since.Add(s.config.delay); first.After(now) {
		h.ready = first
	}
	s.hosts[origin] = h
}

// dropIdle removes hosts without entries, but not before their delay is over.
func (s *scheduler) dropIdle(now time.Time) {
	for origin, h := range s.hosts {
		if len(s.hosts) < s.maxHosts {
			return
		}
		if h.busy == 0 && len(h.queue) == 0 && !h.more && h.ready.Before(now) {
			delete(s.hosts, origin)
		}
	}
}

func (s *scheduler) start(h *host) {
	if h.rules != nil || h.givenUp != "" {
		h.queue = h.queue[1:]
		s.given++
	}
	h.busy++
	s.busy++
	h.ready = time.Now().Add(h.delay(s.config))
}

// delay returns the time between two requests: the site's, if that is longer than ours.
func (h *host) delay(c *config) time.Duration {
	if h.rules != nil {
		return max(c.delay, h.rules.delay)
	}
	return c.delay
}

func (s *scheduler) finish(r report) {
	h := r.host
	h.busy--
	s.busy--
	if h.rules == nil {
		h.rules = r.rules
	}
	now := time.Now()
	switch {
	case r.silent, r.failed:
		h.errors++
		h.ready = now.Add(max(r.wait, h.delay(s.config), backoff(s.config.backoff, h.errors)))
	case r.fetched:
		h.errors = 0
		h.ready = now.Add(h.delay(s.config))
	default:
		h.ready = now
	}
	h.count(r)
	for origin := range r.fresh {
		if other := s.hosts[origin]; other != nil {
			other.more = true
		} else {
			s.stale = true
		}
	}
}

// count gives up a host that does not respond. It does not give up a host for server errors, because they can concern
// some pages only.
func (h *host) count(r report) {
	switch {
	case !r.fetched:
		return
	case !r.silent:
		h.silent = 0
		return
	case r.rules != nil && r.entry.tries > 0:
		return // at the end of a level, the tries of a few bad pages follow each other
	}
	if h.silent++; h.silent < maxSilent || h.givenUp != "" {
		return
	}
	if h.givenUp = "host does not answer"; h.rules == nil {
		h.givenUp = "robots.txt not available"
	}
}

// maxBackoff bounds the flag, so that doubling does not overflow.
const maxBackoff = 24 * time.Hour

// backoff returns the delay after the given number of errors in a row.
func backoff(first time.Duration, errors int) time.Duration { return first << min(errors-1, 6) }
