package main

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// maxRecord limits the bytes of the links of a record, and maxMessage the bytes of the records of a message. Servers
// accept messages of 1 MiB.
const (
	maxRecord  = 128 << 10
	maxMessage = 2 * maxRecord
)

// linger returns how long a message waits for more records of other pages. Three servers store each message, so fewer
// messages cost them less. If no other result is being stored, none may come soon.
func (f *clusterFrontier) linger() time.Duration {
	return min(time.Duration(f.storing.Load()-1)*2*time.Millisecond, 15*time.Millisecond)
}

// done writes the links to the logs of their partitions, and then the result to the log of its own. It can be repeated,
// by this crawler or another: a ledger takes a URL once, and has one result for it.
func (f *clusterFrontier) done(r *result) error {
	f.storing.Add(1)
	defer f.storing.Add(-1)
	var own *partition
	if r.url != "" {
		own = f.partitionOf(r.origin)
		if r.outcome == again {
			own.again(r.entry)
			r.fresh = map[string]bool{r.origin: true}
			return nil
		}
	}
	links, prints, refusals := f.sort(r)
	var group sync.WaitGroup
	errs := make(chan error, len(links))
	for p, list := range links {
		for p == own && size(list) > maxRecord || p != own && len(list) > 0 {
			n := prefix(list)
			part := r.linksRecord(list[:n])
			list = list[n:]
			group.Go(func() {
				if _, err := f.write(p, part); err != nil {
					select {
					case errs <- err:
					default:
					}
				}
			})
		}
		links[p] = list
	}
	group.Wait()
	select {
	case err := <-errs:
		return err
	default:
	}
	if own == nil {
		f.remember(prints)
		return f.recordSeeds()
	}
	last := r.linksRecord(links[own])
	last.Done, last.Outcome = r.url, r.outcome
	for i, x := range refusals {
		if i < maxNotes {
			last.Refusals = append(last.Refusals, notedRefusal{x.reason, printable(x.detail)})
			continue
		}
		if last.More == nil {
			last.More = map[string]int64{}
		}
		last.More[x.reason]++
	}
	n, err := f.write(own, last)
	if err != nil {
		return err
	}
	own.leave(r.entry, n)
	f.remember(prints)
	return nil
}

// linksRecord returns the record of links of r.
func (r *result) linksRecord(urls []string) *record {
	e := r.linkTo(link{})
	return &record{Page: r.url, Depth: e.depth, Hops: e.hops, Links: urls}
}

// sort returns the links of r by partition, without those that are known to be taken, and the refusals of r.
func (f *clusterFrontier) sort(r *result) (links map[*partition][]string, prints []fingerprint, refusals []refusal) {
	links, refusals = map[*partition][]string{}, r.refusals[:len(r.refusals):len(r.refusals)]
	for _, l := range r.links {
		print := fingerprintOf(l.url)
		p := f.partitionOf(l.origin)
		if r.outcome != redirected && (f.known.has(print) || p.hasSeen(print)) {
			continue // the target of a redirect may get a lower level
		}
		if reason := r.linkTo(l).tooFar(f.config.Depth); reason != "" {
			refusals = append(refusals, refusal{reason, l.url})
			continue
		}
		links[p] = append(links[p], l.url)
		prints = append(prints, print)
	}
	return links, prints, refusals
}

func size(urls []string) (n int) {
	for _, x := range urls {
		n += len(x) + 3
	}
	return n
}

// prefix returns how many of the URLs a record can have, at least one.
func prefix(urls []string) int {
	for n := range urls {
		if n > 0 && size(urls[:n+1]) > maxRecord {
			return n
		}
	}
	return len(urls)
}

func (f *clusterFrontier) remember(prints []fingerprint) {
	for _, p := range prints {
		f.known.add(p)
	}
}

// A batch is the records of a message that is about to be written.
type batch struct {
	records []*record
	size    int
	done    chan struct{}

	// These are valid when done is closed.
	n   uint64 // the number of the message
	err error
}

// write writes a record to the log of a partition, in a message with records of other calls, and returns the number of
// the message. It repeats the request until it succeeds. If a request was carried out although it had no answer, the log
// has the message twice, which does no harm.
func (f *clusterFrontier) write(p *partition, r *record) (n uint64, err error) {
	length := size(r.Links)
	p.outgoing.Lock()
	b := p.batch
	if b == nil || b.size+length > maxMessage {
		b = &batch{done: make(chan struct{})}
		p.batch = b
		f.writing.Go(func() {
			sleep(f.ctx, f.linger())
			p.outgoing.Lock()
			if p.batch == b {
				p.batch = nil
			}
			p.outgoing.Unlock()
			b.n, b.err = f.writeMessage(p, b.records)
			close(b.done)
		})
	}
	b.records = append(b.records, r)
	b.size += length
	p.outgoing.Unlock()
	<-b.done
	return b.n, b.err
}

func (f *clusterFrontier) writeMessage(p *partition, list []*record) (n uint64, err error) {
	data, err := json.Marshal(list)
	if err != nil {
		return 0, err
	}
	err = f.retry(func(ctx context.Context) error {
		ack, err := f.js.Publish(ctx, p.subject, data, jetstream.WithRetryAttempts(0))
		if err == nil {
			n = ack.Sequence
		}
		return err
	})
	return n, err
}
