package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The keys of the bucket STATE. The key of a partition has its summary.
const (
	keySettings = "settings"
	keySeeded   = "seeded" // exists after seeds were stored
	keyLevel    = "level"  // the current level; without it, the level is 0
)

// A status is what the bucket STATE has, as far as this crawler knows.
type status struct {
	mu        sync.Mutex
	seeded    bool
	level     level
	revision  uint64 // of the key of the level
	summaries []summary
}

func (f *clusterFrontier) level() level {
	f.status.mu.Lock()
	defer f.status.mu.Unlock()
	return f.status.level
}

// notify wakes up the scheduler.
func (f *clusterFrontier) notify() {
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// watch keeps the status up to date until the frontier is closed. It returns after the first values.
func (f *clusterFrontier) watch() error {
	// The watcher of a bucket may not go on after a server has failed, so this reads the stream of the bucket.
	var stream jetstream.Stream
	err := f.retry(func(ctx context.Context) (err error) {
		stream, err = f.js.Stream(ctx, "KV_"+bucketState)
		return err
	})
	if err != nil {
		return err
	}
	first := make(chan struct{})
	f.tasks.Go(func() {
		complete := sync.OnceFunc(func() { close(first) })
		for f.background.Err() == nil {
			_ = f.follow(f.background, stream, jetstream.ConsumerConfig{
				DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, FilterSubject: "$KV." + bucketState + ".>"},
				func(m jetstream.Msg, info *jetstream.MsgMetadata) bool {
					f.learn(strings.TrimPrefix(m.Subject(), "$KV."+bucketState+"."), m.Data(), info.Sequence.Stream)
					if info.NumPending == 0 {
						complete()
					}
					return true
				})
			sleep(f.background, reconnectWait)
		}
	})
	select {
	case <-first:
		return nil
	case <-time.After(f.patience):
		return errors.New("the bucket STATE does not answer")
	}
}

// follow calls each for the messages of a stream. It returns nil after each returned false, and an error if ctx is done
// or the cluster does not answer.
func (f *clusterFrontier) follow(ctx context.Context, stream jetstream.Stream, config jetstream.ConsumerConfig,
	each func(m jetstream.Msg, info *jetstream.MsgMetadata) bool) error {
	// An ordered consumer would do the same, but its method Next does not end with ctx.
	lease := f.config.Lease
	config.AckPolicy, config.Replicas, config.MemoryStorage = jetstream.AckNonePolicy, 1, true
	config.InactiveThreshold = 2 * lease
	one, cancel := context.WithTimeout(ctx, oneRequest)
	defer cancel()
	consumer, err := stream.CreateConsumer(one, config)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
		defer cancel()
		_ = stream.DeleteConsumer(ctx, consumer.CachedInfo().Name) // else the server deletes it later
	}()
	messages, err := consumer.Messages(jetstream.PullMaxMessages(1000), jetstream.PullExpiry(lease),
		jetstream.PullHeartbeat(lease/6))
	if err != nil {
		return err
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		info, err := m.Metadata()
		if err != nil {
			return err
		}
		if !each(m, info) {
			return nil
		}
	}
}

// learn takes a value of the bucket into the status.
func (f *clusterFrontier) learn(key string, value []byte, revision uint64) {
	switch key {
	case keySeeded:
		f.status.mu.Lock()
		f.status.seeded = true
		f.status.mu.Unlock()
	case keyLevel:
		n, err := strconv.ParseUint(string(value), 10, 16)
		if err != nil {
			return
		}
		f.setLevel(level(n), revision)
	default:
		var n int
		var s summary
		if _, err := fmt.Sscanf(key, "partition.%d", &n); err != nil || json.Unmarshal(value, &s) != nil {
			return
		}
		if n >= 0 && n < len(f.parts) && !f.setSummary(n, s) {
			// An earlier owner has replaced a later summary. If this crawler is the owner, it writes another.
			f.parts[n].replaced.Store(true)
		}
	}
	f.notify()
}

// setSummary takes a summary into the status. It reports false if that has a later one.
func (f *clusterFrontier) setSummary(n int, s summary) bool {
	f.status.mu.Lock()
	defer f.status.mu.Unlock()
	if s.Messages < f.status.summaries[n].Messages {
		return false
	}
	f.status.summaries[n] = s
	return true
}

func (f *clusterFrontier) setLevel(now level, revision uint64) {
	f.status.mu.Lock()
	if revision <= f.status.revision {
		f.status.mu.Unlock()
		return
	}
	f.status.level, f.status.revision = now, revision
	f.status.mu.Unlock()
	for _, p := range f.parts {
		p.mu.Lock()
		if p.ledger != nil {
			p.ledger.begin(now)
		}
		p.mu.Unlock()
	}
}

// recordSeeds records that the seeds are stored.
func (f *clusterFrontier) recordSeeds() error {
	err := f.retry(func(ctx context.Context) error {
		_, err := f.state.Put(ctx, keySeeded, nil)
		return err
	})
	if err == nil {
		f.status.mu.Lock()
		f.status.seeded = true
		f.status.mu.Unlock()
	}
	return err
}

// awaitSeeds returns when the seeds are stored. The crawler that created the cluster's streams stores them soon after.
// If it was killed before, no crawler does.
func (f *clusterFrontier) awaitSeeds(ctx context.Context) error {
	end := time.Now().Add(2 * f.patience)
	for {
		f.status.mu.Lock()
		seeded := f.status.seeded
		f.status.mu.Unlock()
		switch {
		case seeded:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case time.Now().After(end):
			return errNoSeeds
		}
		sleep(ctx, 10*time.Millisecond)
	}
}

// summarize writes the summary of a partition of this crawler, if it has changed.
func (f *clusterFrontier) summarize(ctx context.Context, p *partition) error {
	p.summarizing.Lock() // else an earlier summary could replace a later one
	defer p.summarizing.Unlock()
	f.status.mu.Lock()
	last := f.status.summaries[p.n].Messages
	f.status.mu.Unlock()
	p.mu.Lock()
	if p.ledger == nil || p.ledger.Messages <= last && !p.replaced.Swap(false) {
		p.mu.Unlock()
		return nil
	}
	text, err := json.Marshal(p.ledger.summary)
	p.mu.Unlock()
	if err != nil {
		return err
	}
	if _, err = f.state.Put(ctx, p.key, text); err != nil {
		p.replaced.Store(true)
		return err
	}
	var s summary
	if err = json.Unmarshal(text, &s); err == nil {
		f.setSummary(p.n, s)
	}
	return err
}

// advance begins the next level when no entry of the current one is left.
//
// A summary is the result of the first messages of a log. If all summaries have all messages of their logs, and they also
// have them when the lengths of the logs were read a second time, then nothing else existed at some moment. An entry
// that is being fetched still waits in the summary of its partition. So the lowest level of all summaries is the next
// one, and without one, the crawl is finished.
func (f *clusterFrontier) advance() (finished bool, err error) {
	now := f.level()
	f.reportIdle(now, false)
	if !f.isQuiet(now) {
		return false, nil
	}
	f.reportIdle(now, true)
	lowest, complete := f.lowest()
	if !complete {
		return false, nil
	}
	if again, complete := f.lowest(); !complete || again != lowest {
		return false, nil
	}
	if lowest == endless {
		return true, nil
	}
	f.status.mu.Lock()
	revision := f.status.revision
	stale := f.status.level != now || lowest <= now
	f.status.mu.Unlock()
	if stale {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
	defer cancel()
	// If another crawler has begun the level, the request fails.
	if revision, err := f.state.Update(ctx, keyLevel, []byte(strconv.Itoa(int(lowest))), revision); err == nil {
		f.setLevel(lowest, revision)
		f.notify()
	}
	return false, nil
}

// reportIdle writes the summaries of those partitions of this crawler that have nothing to do at the current level. If
// all is not set, it leaves out the summaries that are so already, because they change while other crawlers find links.
func (f *clusterFrontier) reportIdle(now level, all bool) {
	_ = f.forEach(func(n int) error {
		p := f.parts[n]
		p.mu.Lock()
		idle := p.ledger != nil && p.ledger.Lowest > now
		p.mu.Unlock()
		f.status.mu.Lock()
		said := f.status.summaries[n].Lowest > now
		f.status.mu.Unlock()
		if !idle || said && !all {
			return nil
		}
		ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
		defer cancel()
		_ = f.summarize(ctx, p)
		return nil
	})
}

// isQuiet reports whether the seeds are stored and no summary has an entry of the current level.
func (f *clusterFrontier) isQuiet(now level) bool {
	f.status.mu.Lock()
	defer f.status.mu.Unlock()
	for _, s := range f.status.summaries {
		if s.Lowest <= now {
			return false
		}
	}
	return f.status.seeded
}

// lowest returns the lowest level of all summaries, if they have all messages of their logs.
func (f *clusterFrontier) lowest() (lowest level, complete bool) {
	ends := make([]uint64, len(f.parts))
	err := f.forEach(func(n int) error {
		ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
		defer cancel()
		info, err := f.parts[n].stream.Info(ctx)
		if err == nil {
			ends[n] = info.State.LastSeq
		}
		return err
	})
	if err != nil {
		return 0, false
	}
	f.status.mu.Lock()
	defer f.status.mu.Unlock()
	lowest = endless
	for n, s := range f.status.summaries {
		if s.Messages != ends[n] {
			return 0, false
		}
		lowest = min(lowest, s.Lowest)
	}
	return lowest, true
}

// totals returns the counts of all partitions. The counts of other crawlers are a few seconds old.
func (f *clusterFrontier) totals() (list []total, err error) {
	waiting, outcomes, refused := int64(0), map[string]int64{}, map[string]count{}
	for n, p := range f.parts {
		f.status.mu.Lock()
		s := f.status.summaries[n]
		f.status.mu.Unlock()
		p.mu.Lock()
		if p.ledger != nil {
			s = p.ledger.summary
		}
		waiting += s.Waiting
		for name, n := range s.Outcomes {
			outcomes[name] += n
		}
		for reason, x := range s.Refused {
			c := refused[reason]
			if c.n == 0 {
				c.example = x.Example
			}
			c.n += x.N
			refused[reason] = c
		}
		p.mu.Unlock()
	}
	list = append(list, total{name: queued.String(), count: count{n: waiting}})
	for name, n := range outcomes {
		list = append(list, total{name: name, count: count{n: n}})
	}
	for reason, c := range refused {
		list = append(list, total{name: reason, refused: true, count: c})
	}
	return list, nil
}

// notes reads the logs.
func (f *clusterFrontier) notes(each func(line string) error) error {
	for _, p := range f.parts {
		if err := f.notesOf(p, each); err != nil {
			return err
		}
	}
	return nil
}

func (f *clusterFrontier) notesOf(p *partition, each func(line string) error) (err error) {
	var end uint64
	err = f.retry(func(ctx context.Context) error {
		info, err := p.stream.Info(ctx)
		if err == nil {
			end = info.State.LastSeq
		}
		return err
	})
	l := newLedger(f.config.HostMax, f.config.ShapeMax)
	var failed error
	l.note = func(reason, page, detail string) {
		if failed == nil {
			failed = each(reason + "\t" + page + "\t" + detail)
		}
	}
	for err == nil && failed == nil && l.Messages < end {
		err = f.retry(func(context.Context) error {
			return p.messages(f.ctx, l.Messages+1, func(list []*record, n uint64) bool {
				l.apply(list, n)
				return n < end && failed == nil
			})
		})
	}
	return errors.Join(err, failed)
}
