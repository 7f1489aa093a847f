package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// A counter collects the counts of this crawler until flush adds them to the counters of the cluster. If the crawler is
// killed, counts that were not added are lost.
type counter struct {
	mu      sync.Mutex
	counted map[string]int64 // by subject
	unsent  []*nats.Msg      // increments, which may have been carried out

	flushing sync.Mutex
}

func (c *counter) add(subject string, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counted[subject] += n
}

// flush adds the counts to those of the cluster.
func (f *clusterFrontier) flush() error {
	c := &f.tally
	c.flushing.Lock()
	defer c.flushing.Unlock()
	for _, p := range f.parts {
		p.countTaken(c.add)
	}
	c.mu.Lock()
	msgs := c.unsent
	c.unsent = nil
	for subject, n := range c.counted {
		msgs = append(msgs, increment(subject, n))
	}
	clear(c.counted)
	c.mu.Unlock()
	return f.sendCounts(msgs)
}

// sendCounts sends increments. After an error, the next flush sends them again.
func (f *clusterFrontier) sendCounts(msgs []*nats.Msg) error {
	_, err := f.send(f.ctx, msgs)
	if err != nil {
		f.tally.mu.Lock()
		defer f.tally.mu.Unlock()
		f.tally.unsent = append(f.tally.unsent, msgs...)
	}
	return err
}

// increment returns a message that adds n to a counter. It has an ID, so that it counts once, however often it is sent.
func increment(subject string, n int64) *nats.Msg {
	m := &nats.Msg{Subject: subject, Header: nats.Header{}}
	m.Header.Set("Nats-Incr", fmt.Sprintf("%+d", n))
	m.Header.Set(jetstream.MsgIDHeader, nuid.Next())
	return m
}

// taken is how many URLs of an origin were taken.
type taken struct {
	total int64 // those that other crawlers took before are included
	own   int64 // those of them that countTaken has not moved
}

// mayTake counts a URL of an origin, and reports whether it is within the limit. It returns an error if ctx is done or
// the cluster does not answer.
func (p *partition) mayTake(ctx context.Context, origin string) (bool, error) {
	p.mu.Lock()
	t := p.taken[origin]
	if t != nil {
		t.total++
		t.own++
	}
	p.mu.Unlock()
	if t == nil {
		total, err := p.frontier.addOne(ctx, p.hostSubject(origin))
		if err != nil {
			return false, err
		}
		t = &taken{total: total}
		p.mu.Lock()
		p.taken[origin] = t
		p.mu.Unlock()
	}
	return t.total <= int64(p.frontier.hostMax), nil
}

func (p *partition) hostSubject(origin string) string {
	return fmt.Sprint(subjectHost, p.n, ".", fingerprintOf(origin))
}

// addOne adds 1 to a counter of the cluster, and returns its value.
func (f *clusterFrontier) addOne(ctx context.Context, subject string) (int64, error) {
	for _, n := range []int64{1, 0} {
		receipts, err := f.send(ctx, []*nats.Msg{increment(subject, n)})
		if err != nil {
			return 0, err
		}
		// A duplicate has no value: the first answer was lost.
		if ack := receipts[0].ack; ack != nil && !ack.Duplicate {
			return strconv.ParseInt(ack.Value, 10, 64)
		}
	}
	return 0, errors.New("a counter has no value")
}

// countTaken moves the counts of origins: it calls add with them. It forgets origins without entries.
func (p *partition) countTaken(add func(subject string, n int64)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for origin, t := range p.taken {
		switch {
		case t.own > 0:
			add(p.hostSubject(origin), t.own)
			t.own = 0
		case len(p.queues[origin]) == 0:
			delete(p.taken, origin)
		}
	}
}

// tokenOf returns a name as a part of a subject.
func tokenOf(name string) string { return base64.RawURLEncoding.EncodeToString([]byte(name)) }

// totals returns the counts of all crawlers, up to their last flush. The consumers know how many URLs wait.
func (f *clusterFrontier) totals() (list []total, err error) {
	if err := f.flush(); err != nil {
		return nil, err
	}
	err = f.retry(func(ctx context.Context) error {
		list = nil
		for _, prefix := range []string{subjectOutcome, subjectReason} {
			if err := f.readCounts(ctx, prefix, &list); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	waiting, err := f.waiting()
	return append(list, total{name: queued.String(), count: count{n: waiting}}), err
}

func (f *clusterFrontier) readCounts(ctx context.Context, prefix string, list *[]total) error {
	info, err := f.counts.Info(ctx, jetstream.WithSubjectFilter(prefix+"*"))
	if err != nil {
		return err
	}
	for subject := range info.State.Subjects {
		token := strings.TrimPrefix(subject, prefix)
		name, err := base64.RawURLEncoding.DecodeString(token)
		if err != nil {
			continue
		}
		m, err := f.counts.GetLastMsgForSubject(ctx, subject)
		if err != nil {
			return err
		}
		var value struct{ Val string }
		if err := json.Unmarshal(m.Data, &value); err != nil {
			return err
		}
		n, _ := strconv.ParseInt(value.Val, 10, 64)
		x := total{name: string(name), refused: prefix == subjectReason, count: count{n: n}}
		if note, err := f.notesStream.GetLastMsgForSubject(ctx, subjectNote+token); err == nil {
			_, x.example, _ = strings.Cut(string(note.Data), "\t")
		}
		*list = append(*list, x)
	}
	return nil
}

// waiting returns how many URLs wait in all partitions, or are being fetched.
func (f *clusterFrontier) waiting() (int64, error) {
	each := make([]int64, len(f.parts))
	err := f.retry(func(context.Context) error {
		return f.forEach(func(n int) error {
			ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
			defer cancel()
			info, err := f.parts[n].consumer.Info(ctx)
			if err == nil {
				each[n] = int64(info.NumPending) + int64(info.NumAckPending)
			}
			return err
		})
	})
	sum := int64(0)
	for _, n := range each {
		sum += n
	}
	return sum, err
}

// note notes the first of the refusals of a page individually.
func (f *clusterFrontier) note(page string, all []refusal) error {
	var msgs []*nats.Msg
	for i, x := range all[:min(len(all), maxNotes)] {
		msgs = append(msgs, noteOf(fmt.Sprint(fingerprintOf(page), ".", i), page, x))
	}
	_, err := f.send(f.ctx, msgs)
	return err
}

// noteOf returns a message with a refusal. It has an ID, so that it is stored once, however often it is sent.
func noteOf(id, page string, x refusal) *nats.Msg {
	m := &nats.Msg{Subject: subjectNote + tokenOf(x.reason), Header: nats.Header{},
		Data: []byte(x.reason + "\t" + page + "\t" + printable(x.detail))}
	m.Header.Set(jetstream.MsgIDHeader, id)
	return m
}

func (f *clusterFrontier) notes(each func(line string) error) error {
	var state jetstream.StreamState
	err := f.retry(func(ctx context.Context) error {
		info, err := f.notesStream.Info(ctx)
		if err == nil {
			state = info.State
		}
		return err
	})
	for seq := max(state.FirstSeq, 1); seq <= state.LastSeq && err == nil; seq++ {
		var m *jetstream.RawStreamMsg // nil if there are too many of its reason
		err = f.retry(func(ctx context.Context) (err error) {
			m, err = f.notesStream.GetMsg(ctx, seq)
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return nil
			}
			return err
		})
		if err == nil && m != nil {
			err = each(string(m.Data))
		}
	}
	return err
}
