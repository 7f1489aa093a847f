package main

import (
	"cmp"
	"slices"

	"github.com/urispan/uri"
)

// A record adds URLs to a partition, or marks a URL as done, or both. The log of a partition is a stream of messages
// with one record or more.
type record struct {
	Page  string   `json:"page,omitempty"`  // the page with the links; empty for seeds
	Depth uint8    `json:"depth,omitempty"` // of the links
	Hops  uint8    `json:"hops,omitempty"`
	Links []string `json:"links,omitempty"`

	Done     string           `json:"done,omitempty"` // the URL that is done, which is in this partition
	Outcome  outcome          `json:"outcome,omitempty"`
	Refusals []notedRefusal   `json:"refusals,omitempty"` // the first ones of the page
	More     map[string]int64 `json:"more,omitempty"`     // how many others it has, by reason
}

type notedRefusal struct {
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// newEntry returns the entry for a URL of a log.
func newEntry(url string, depth, hops uint8) (entry, error) {
	u, err := uri.Parse(url)
	if err != nil {
		return entry{}, err
	}
	origin, err := originOf(u)
	return entry{link: link{url, origin}, depth: depth, hops: hops}, err
}

// A summary is what other crawlers need to know about a partition after a number of messages.
type summary struct {
	Messages uint64                    `json:"messages"`
	Lowest   level                     `json:"lowest"`  // the lowest level of the URLs that wait; endless if none does
	Waiting  int64                     `json:"waiting"` // how many do
	Outcomes map[string]int64          `json:"outcomes,omitempty"`
	Refused  map[string]*summaryReason `json:"refused,omitempty"` // by reason
}

type summaryReason struct {
	N       int64  `json:"n"`
	Example string `json:"example"`
}

// A ledger is the state of a partition. It is the result of its log, so all crawlers that read the same messages have the
// same ledger. It is in the memory of the owner.
type ledger struct {
	summary
	hostMax, shapeMax uint64

	note func(reason, page, detail string) // if not nil, called for each refusal that is noted

	seen    map[fingerprint]state // the URLs that were taken
	hosts   map[string]uint64     // how many URLs were taken of each origin
	shapes  map[string]uint64     // and of each shape
	levels  map[level]int64       // how many URLs wait
	parked  map[level][]entry     // the entries of later levels, and all entries before the first call of begin
	begun   bool
	current level

	// The entries of the current level that this crawler has not done, by origin, in the order of their places. A place
	// is greater than those that were assigned before.
	origins []string // sorted
	queues  map[string][]entry
	places  map[fingerprint]uint64
	place   uint64
}

// A state is the outcome of a URL, and the level that it was taken at.
type state struct {
	outcome outcome
	level   level
}

func newLedger(hostMax, shapeMax uint64) *ledger {
	return &ledger{
		summary: summary{Lowest: endless, Outcomes: map[string]int64{}, Refused: map[string]*summaryReason{}},
		hostMax: hostMax, shapeMax: shapeMax,
		seen: map[fingerprint]state{}, hosts: map[string]uint64{}, shapes: map[string]uint64{}, levels: map[level]int64{},
		parked: map[level][]entry{}, queues: map[string][]entry{}, places: map[fingerprint]uint64{},
	}
}

// apply applies the next message, which has number n. It reports whether there are new entries of the current level.
func (l *ledger) apply(list []*record, n uint64) (fresh bool) {
	l.Messages = n
	for _, r := range list {
		for _, url := range r.Links {
			e, err := newEntry(url, r.Depth, r.Hops)
			if err != nil {
				continue // no crawler writes it
			}
			if reason := l.take(e, &fresh); reason != "" {
				l.refuse(reason, r.Page, url)
			}
		}
		if r.Done != "" {
			l.finish(r)
		}
	}
	return fresh
}

// take takes a URL, unless it was taken before or there is a reason to refuse it. The target of a redirect can wait at the
// next depth: then it gets the level of e.
func (l *ledger) take(e entry, fresh *bool) (reason string) {
	p := fingerprintOf(e.url)
	if was, ok := l.seen[p]; ok {
		if was.outcome == queued && e.level() < was.level {
			l.dequeue(p, e.url)
			l.removeLevel(was.level)
			l.Waiting--
			l.wait(p, e, fresh)
		}
		return ""
	}
	shape := shapeOf(e.url)
	switch {
	case l.hosts[e.origin] >= l.hostMax:
		return tooManyURLs
	case l.shapes[shape] >= l.shapeMax:
		return tooManyOfShape
	}
	l.hosts[e.origin]++
	if shape != "" {
		l.shapes[shape]++
	}
	l.wait(p, e, fresh)
	return ""
}

// wait puts e with the entries of its level.
func (l *ledger) wait(p fingerprint, e entry, fresh *bool) {
	at := e.level()
	l.seen[p] = state{queued, at}
	l.Waiting++
	l.levels[at]++
	l.Lowest = min(l.Lowest, at)
	if l.begun && at <= l.current {
		l.enqueue(p, e)
		*fresh = true
	} else {
		l.parked[at] = append(l.parked[at], e)
	}
}

// removeLevel counts an entry of a level that does not wait any more.
func (l *ledger) removeLevel(at level) {
	if l.levels[at]--; l.levels[at] > 0 {
		return
	}
	delete(l.levels, at)
	l.Lowest = endless
	for x := range l.levels {
		l.Lowest = min(l.Lowest, x)
	}
}

// finish applies the part of a record about a URL that is done. If two owners have fetched it, the first result counts.
func (l *ledger) finish(r *record) {
	p := fingerprintOf(r.Done)
	was, ok := l.seen[p]
	if !ok || was.outcome != queued {
		return
	}
	l.dequeue(p, r.Done)
	l.seen[p] = state{r.Outcome, was.level}
	l.Waiting--
	l.Outcomes[r.Outcome.String()]++
	l.removeLevel(was.level)
	for _, x := range r.Refusals {
		l.refuse(x.Reason, r.Done, x.Detail)
	}
	for reason, n := range r.More {
		l.count(reason, n, r.Done)
	}
}

func (l *ledger) refuse(reason, page, detail string) {
	detail = printable(detail)
	l.count(reason, 1, page+"\t"+detail)
	if l.note != nil {
		l.note(reason, page, detail)
	}
}

func (l *ledger) count(reason string, n int64, example string) {
	x := l.Refused[reason]
	if x == nil {
		x = &summaryReason{Example: example}
		l.Refused[reason] = x
	}
	x.N += n
}

// begin makes a level the current one, unless it is a lower one.
func (l *ledger) begin(now level) {
	l.current, l.begun = max(l.current, now), true
	now = l.current
	var begun []level
	for at := range l.parked {
		if at <= now {
			begun = append(begun, at)
		}
	}
	slices.Sort(begun)
	for _, at := range begun {
		for _, e := range l.parked[at] {
			// It may be done, or have got a lower level.
			if p := fingerprintOf(e.url); l.seen[p] == (state{queued, at}) && l.places[p] == 0 {
				l.enqueue(p, e)
			}
		}
		delete(l.parked, at)
	}
}

// enqueue adds e at the end of the queue of its origin.
func (l *ledger) enqueue(p fingerprint, e entry) {
	l.place++
	e.seq = l.place
	if len(l.queues[e.origin]) == 0 {
		if i, ok := slices.BinarySearch(l.origins, e.origin); !ok {
			l.origins = slices.Insert(l.origins, i, e.origin)
		}
	}
	l.queues[e.origin] = append(l.queues[e.origin], e)
	l.places[p] = e.seq
}

// dequeue removes a URL from the queue of its origin. It reports whether it was there.
func (l *ledger) dequeue(p fingerprint, url string) bool {
	place, ok := l.places[p]
	if !ok {
		return false
	}
	delete(l.places, p)
	e, err := newEntry(url, 0, 0)
	if err != nil {
		return false
	}
	q := l.queues[e.origin]
	i, ok := find(q, place)
	if !ok {
		return false
	}
	if q = slices.Delete(q, i, i+1); len(q) > 0 {
		l.queues[e.origin] = q
		return true
	}
	delete(l.queues, e.origin)
	if i, ok := slices.BinarySearch(l.origins, e.origin); ok {
		l.origins = slices.Delete(l.origins, i, i+1)
	}
	return true
}

// find returns the index of the first entry that is not before a place, and reports whether it has that place.
func find(q []entry, place uint64) (int, bool) {
	return slices.BinarySearchFunc(q, place, func(e entry, place uint64) int { return cmp.Compare(e.seq, place) })
}

func (l *ledger) nextOrigin(after string) string {
	i, found := slices.BinarySearch(l.origins, after)
	if found {
		i++
	}
	if i == len(l.origins) {
		return ""
	}
	return l.origins[i]
}

func (l *ledger) next(origin string, seq uint64, n int) []entry {
	q := l.queues[origin]
	i, _ := find(q, seq+1)
	return slices.Clone(q[i:min(len(q), i+n)])
}
