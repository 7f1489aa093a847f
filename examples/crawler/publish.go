package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// done publishes the links, and then acknowledges the entry. It can be repeated, by this crawler or another.
func (f *clusterFrontier) done(r *result) error {
	notes, err := f.publish(r)
	if err != nil {
		return err
	}
	notes = append(r.refusals[:len(r.refusals):len(r.refusals)], notes...)
	if err := f.note(r.url, notes); err != nil {
		return err
	}
	switch {
	case r.url == "":
	case r.outcome == again:
		f.partitionOf(r.origin).again(r.entry)
		r.fresh = map[string]bool{r.origin: true}
	default:
		if err := f.partitionOf(r.origin).leave(r.entry); err != nil {
			return err
		}
		f.tally.add(subjectOutcome+tokenOf(r.outcome.String()), 1)
	}
	for _, x := range notes {
		f.tally.add(subjectReason+tokenOf(x.reason), 1)
	}
	return nil
}

// publish publishes the links of r, and returns the refusals of those that are not taken.
func (f *clusterFrontier) publish(r *result) (notes []refusal, err error) {
	var msgs []*nats.Msg
	var prints []fingerprint
	var urls []string
	for _, l := range r.links {
		p := fingerprintOf(l.url)
		if f.known.has(p) {
			continue
		}
		e := r.linkTo(l)
		subject := fmt.Sprint(subjectURL, f.partitionOf(l.origin).n, ".", p)
		if reason := e.tooFar(f.maxDepth); reason != "" {
			seen := false
			err := f.retry(func(ctx context.Context) (err error) {
				seen, err = f.isStored(ctx, subject)
				return err
			})
			if err != nil {
				return nil, err
			}
			if !seen {
				notes = append(notes, refusal{reason, l.url})
			}
			continue
		}
		msgs = append(msgs, &nats.Msg{Subject: subject, Data: e.bytes()})
		prints, urls = append(prints, p), append(urls, l.url)
	}
	receipts, err := f.send(f.ctx, msgs)
	if err != nil {
		return nil, err
	}
	for i, x := range receipts {
		if x.full {
			notes = append(notes, refusal{"the partition is full", urls[i]})
		} else {
			f.known.add(prints[i])
		}
	}
	return notes, nil
}

// isStored reports whether a URL is stored. If a server has it, a majority has stored it. If a server does not have it,
// the server can be late.
func (f *clusterFrontier) isStored(ctx context.Context, subject string) (bool, error) {
	n, _, _ := strings.Cut(strings.TrimPrefix(subject, subjectURL), ".")
	i, err := strconv.Atoi(n)
	if err != nil {
		return false, err
	}
	_, err = f.parts[i].stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}

// A receipt is the answer of a stream to a message.
type receipt struct {
	ack  *jetstream.PubAck // nil if the message was refused
	seen bool              // its subject has a message already
	full bool              // the stream has as many bytes as it may have
}

// send publishes messages and returns their receipts. It repeats those that failed. So the stream must refuse a second
// copy of each, by its subject or its ID. It returns early if ctx is done.
func (f *clusterFrontier) send(ctx context.Context, msgs []*nats.Msg) ([]receipt, error) {
	receipts := make([]receipt, len(msgs))
	left := make([]int, len(msgs))
	for i := range msgs {
		left[i] = i
	}
	deadline := time.Now().Add(f.patience)
	for pause := 50 * time.Millisecond; len(left) > 0; pause = min(2*pause, time.Second) {
		failed, err := f.sendOnce(ctx, msgs, left, receipts)
		if err != nil && time.Now().After(deadline) {
			return nil, fmt.Errorf("no success in %v: %w", f.patience, err)
		}
		if left = failed; len(left) > 0 {
			sleep(ctx, pause)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return receipts, nil
}

// sendOnce publishes the messages with these indices. It returns the indices of those that failed, and an error of one.
func (f *clusterFrontier) sendOnce(ctx context.Context, msgs []*nats.Msg, which []int, receipts []receipt) (failed []int, err error) {
	futures := make([]jetstream.PubAckFuture, len(which))
	for k, i := range which {
		m := msgs[i]
		future, e := f.js.PublishMsgAsync(&nats.Msg{Subject: m.Subject, Header: m.Header, Data: m.Data},
			jetstream.WithStallWait(oneRequest))
		if e != nil {
			failed, err = append(failed, i), e
			continue
		}
		futures[k] = future
	}
	for k, i := range which {
		if futures[k] == nil {
			continue
		}
		select {
		case ack := <-futures[k].Ok():
			receipts[i] = receipt{ack: ack}
		case e := <-futures[k].Err():
			r, ok := refusalOf(e)
			if !ok {
				failed, err = append(failed, i), e
			}
			receipts[i] = r
		case <-ctx.Done():
			return which, ctx.Err()
		}
	}
	missing := f.verify(msgs, which, receipts)
	if len(missing) > 0 && err == nil {
		err = errNotStored
	}
	return append(failed, missing...), err
}

var errNotStored = errors.New("the servers do not agree to store a URL")

// verify returns the indices of those messages that were refused as seen and are not stored.
//
// A server also refuses a message while an earlier one with its subject is on the way to the other servers. The earlier
// one can still be lost if that server fails. It can be our own message, if its answer took too long.
func (f *clusterFrontier) verify(msgs []*nats.Msg, which []int, receipts []receipt) (missing []int) {
	var mu sync.Mutex
	var group sync.WaitGroup
	turns := make(chan struct{}, 16)
	for _, i := range which {
		if !receipts[i].seen {
			continue
		}
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
			defer cancel()
			if stored, err := f.isStored(ctx, msgs[i].Subject); err != nil || !stored {
				mu.Lock()
				missing = append(missing, i)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return missing
}

// codeStoreFailed is the server's error code for messages beyond a limit of the stream. Its text names the limit.
const codeStoreFailed = 10077

// refusalOf reports whether err means that the stream has finally refused the message.
func refusalOf(err error) (receipt, bool) {
	e, ok := errors.AsType[*jetstream.APIError](err)
	if !ok || e.ErrorCode != codeStoreFailed {
		return receipt{}, false
	}
	r := receipt{
		seen: strings.Contains(e.Description, "maximum messages per subject"),
		full: strings.Contains(e.Description, "maximum bytes"),
	}
	return r, r.seen || r.full
}
