package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A lease is a key with a time to live, with the token of its owner as the value. A key that exists cannot be created,
// and an update names the revision that it replaces. The server measures the time to live from the last update.
//
// If a request fails, it may have been carried out all the same. The token shows whether it was.
type lease struct {
	revision uint64
	at       time.Time // before the last renewal was requested
}

// acquire returns the lease of a partition, or an error if another crawler has it or the cluster does not answer.
func (p *partition) acquire(ctx context.Context) (*lease, error) {
	f := p.frontier
	at := time.Now()
	revision, err := f.leases.Create(ctx, p.key, []byte(f.token))
	if err == nil {
		return &lease{revision, at}, nil
	}
	l := &lease{}
	if err := p.renew(ctx, l); err != nil {
		return nil, err
	}
	return l, nil
}

var errLost = errors.New("the lease is not ours")

// renew renews a lease. It returns errLost if another crawler has it or it has expired. After any other error it can be
// tried again.
func (p *partition) renew(ctx context.Context, l *lease) error {
	f := p.frontier
	at := time.Now()
	revision, err := f.leases.Update(ctx, p.key, []byte(f.token), l.revision)
	if err == nil {
		*l = lease{revision, at}
		return nil
	}
	now, getErr := f.leases.Get(ctx, p.key)
	switch {
	case errors.Is(getErr, jetstream.ErrKeyNotFound), getErr == nil && string(now.Value()) != f.token:
		return errLost
	case getErr != nil || now.Revision() == l.revision:
		return err
	}
	// An earlier request had been carried out.
	l.revision = now.Revision()
	at = time.Now()
	if revision, err = f.leases.Update(ctx, p.key, []byte(f.token), l.revision); err == nil {
		*l = lease{revision, at}
	}
	return err
}

// release deletes the lease, so that another crawler can have it immediately.
func (p *partition) release(l *lease) {
	ctx, cancel := context.WithTimeout(context.Background(), oneRequest)
	defer cancel()
	_ = p.frontier.leases.Delete(ctx, p.key, jetstream.LastRevision(l.revision))
}

func (f *clusterFrontier) memberKey() string { return "member." + f.token }

// balance records that this crawler is alive, and takes or gives up partitions until it has its share.
func (f *clusterFrontier) balance() {
	ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
	defer cancel()
	if _, err := f.leases.Put(ctx, f.memberKey(), []byte(f.token)); err != nil {
		return
	}
	members, leased, err := f.look(ctx)
	if err != nil {
		return
	}
	share := (len(f.parts) + members - 1) / members
	owned := 0
	for _, p := range f.parts {
		t := p.current()
		if t == nil || t.over() {
			continue
		}
		if owned++; owned > share {
			f.tasks.Go(func() { p.handOver(t) })
		}
	}
	first := rand.IntN(len(f.parts))
	for i := range f.parts {
		p := f.parts[(first+i)%len(f.parts)]
		if owned < share && !leased[p.key] && p.current() == nil {
			if l, err := p.acquire(ctx); err == nil {
				owned++
				p.begin(l)
			}
		}
	}
}

// look returns the number of the living crawlers, and the keys of the leases.
func (f *clusterFrontier) look(ctx context.Context) (members int, leased map[string]bool, err error) {
	list, err := f.leases.ListKeysFiltered(ctx, "member.*", "partition.*")
	if err != nil {
		return 0, nil, err
	}
	leased = map[string]bool{}
	for key := range list.Keys() {
		if strings.HasPrefix(key, "member.") {
			members++
		} else {
			leased[key] = true
		}
	}
	return max(members, 1), leased, ctx.Err()
}

// leave ends all terms, after the requests under way.
func (f *clusterFrontier) leave() {
	for _, p := range f.parts {
		if t := p.current(); t != nil {
			t.drain() // so that the summaries have the links of all results
		}
	}
	_ = f.forEach(func(n int) error {
		if t := f.parts[n].current(); t != nil {
			f.parts[n].handOver(t)
		}
		f.parts[n].serving.Wait()
		return nil
	})
	ctx, cancel := context.WithTimeout(context.Background(), oneRequest)
	defer cancel()
	_ = f.leases.Delete(ctx, f.memberKey())
}
