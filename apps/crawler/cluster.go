package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/urispan/uri"
)

// A clusterConfig is the settings of a frontier on a cluster. All but the URL come from the crawler that created the
// frontier.
type clusterConfig struct {
	url        string        // of NATS servers; empty if the frontier is a file
	Partitions int           `json:"partitions"`
	Replicas   int           `json:"replicas"`
	Lease      time.Duration `json:"lease"`
	Depth      int           `json:"depth"`
	HostMax    uint64        `json:"hostMax"`
	ShapeMax   uint64        `json:"shapeMax"`
}

// checkServers returns an error for the first server that is not a URL. The error does not quote the URL, which can
// have a password. The client of NATS would quote it.
func (c clusterConfig) checkServers() error {
	if c.url == "" {
		return nil
	}
	for i, server := range strings.Split(c.url, ",") {
		u, err := uri.ParseURI(strings.TrimSpace(server))
		if err != nil {
			return fmt.Errorf("-frontier, server %d: %w", i+1, err)
		}
		if _, err := url.Parse(u.String()); err != nil { // as the client does
			return fmt.Errorf("-frontier, server %d: package net/url cannot parse it", i+1)
		}
	}
	return nil
}

// renewal is the time between two renewals of a lease. giveUp is the time without a renewal after which an owner gives
// up the partition. From then until the lease expires, no crawler fetches from the hosts of the partition.
func (c clusterConfig) renewal() time.Duration { return c.Lease / 6 }
func (c clusterConfig) giveUp() time.Duration  { return c.Lease * 2 / 3 }

// A clusterFrontier is a frontier in the streams of a NATS cluster, for several crawlers. All state is there: this type
// holds a copy of the parts that it has read.
//
// The hosts are divided into partitions. A partition is one stream, its log: it has the URLs that were found and the
// results of those that were fetched. The owner of a partition is the crawler that has its lease. It reads the log.
type clusterFrontier struct {
	config clusterConfig

	conn     *nats.Conn
	js       jetstream.JetStream
	leases   jetstream.KeyValue
	state    jetstream.KeyValue
	patience time.Duration // see the constant
	token    string        // names this crawler in the leases
	parts    []*partition
	known    knownURLs
	news     chan struct{}
	status   status

	ctx        context.Context // of all requests
	cancel     context.CancelFunc
	background context.Context // of repeated tasks
	stop       context.CancelFunc
	tasks      sync.WaitGroup
	writing    sync.WaitGroup // messages
	storing    atomic.Int64   // calls of done
	begin      sync.Once
}

// The names in the cluster. The name of a partition is followed by its number.
const (
	bucketLeases = "LEASES"
	bucketState  = "STATE"
	subjectLog   = "log."
)

const (
	patience   = 30 * time.Second // how long a request to the cluster is repeated
	oneRequest = 5 * time.Second
	startTime  = 5 * time.Second // how long a crawler without seeds waits for another one to create the frontier

	reconnectWait = 200 * time.Millisecond
)

// openCluster connects to the cluster, and creates the frontier if it is missing and the crawler has seeds.
func openCluster(c *config) (_ frontier, err error) {
	f := &clusterFrontier{config: c.cluster, patience: patience, token: nuid.Next(), news: make(chan struct{}, 1)}
	f.config.Depth, f.config.HostMax, f.config.ShapeMax = c.depth, c.hostMax, c.shapeMax
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.background, f.stop = context.WithCancel(f.ctx)
	if err := f.connect(c.hasSeeds); err != nil {
		f.cancel()
		f.tasks.Wait()
		return nil, fmt.Errorf("frontier: %w", err)
	}
	return f, nil
}

// join takes a share of the partitions from now on.
func (f *clusterFrontier) join() {
	f.tasks.Go(func() { every(f.background, f.config.renewal(), f.balance) })
}

func (f *clusterFrontier) connect(mayCreate bool) (err error) {
	err = f.retry(func(context.Context) error {
		f.conn, err = nats.Connect(f.config.url, nats.Name("crawler "+f.token), nats.MaxReconnects(-1),
			nats.ReconnectWait(reconnectWait), nats.Timeout(oneRequest))
		return err
	})
	if err != nil {
		return err
	}
	f.js, err = jetstream.New(f.conn, jetstream.WithDefaultTimeout(oneRequest))
	if err == nil {
		err = f.openState(mayCreate)
	}
	if err == nil {
		err = f.create()
	}
	if err == nil {
		err = f.watch()
	}
	if err != nil {
		f.conn.Close()
	}
	return err
}

// openState opens the bucket STATE and reads the settings. If one is missing and mayCreate is set, it creates it.
func (f *clusterFrontier) openState(mayCreate bool) error {
	began := time.Now()
	missing := false
	err := f.retry(func(ctx context.Context) (err error) {
		f.state, err = f.bucket(ctx, mayCreate, jetstream.KeyValueConfig{Bucket: bucketState, Replicas: f.config.Replicas})
		missing = errors.Is(err, jetstream.ErrBucketNotFound) && !mayCreate
		if missing && time.Since(began) > startTime {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	if missing {
		return errNoSeeds
	}
	settings, err := json.Marshal(f.config)
	if err != nil {
		return err
	}
	return f.retry(func(ctx context.Context) error {
		x, err := f.state.Get(ctx, keySettings)
		if errors.Is(err, jetstream.ErrKeyNotFound) && mayCreate {
			_, err = f.state.Create(ctx, keySettings, settings)
			if err == nil {
				return nil
			}
			x, err = f.state.Get(ctx, keySettings) // another crawler was first
		}
		if err != nil {
			return err
		}
		return json.Unmarshal(x.Value(), &f.config)
	})
}

// bucket returns a bucket. If it is missing and mayCreate is set, it creates it.
func (f *clusterFrontier) bucket(ctx context.Context, mayCreate bool, config jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	b, err := f.js.KeyValue(ctx, config.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) && mayCreate {
		return f.js.CreateKeyValue(ctx, config)
	}
	return b, err
}

// create creates the missing streams.
func (f *clusterFrontier) create() error {
	err := f.retry(func(ctx context.Context) (err error) {
		f.leases, err = f.bucket(ctx, true, jetstream.KeyValueConfig{
			Bucket: bucketLeases, TTL: f.config.Lease, Replicas: f.config.Replicas,
		})
		return err
	})
	if err != nil {
		return err
	}
	f.parts = make([]*partition, f.config.Partitions)
	f.status.summaries = make([]summary, f.config.Partitions)
	for n := range f.status.summaries {
		f.status.summaries[n].Lowest = endless
	}
	return f.forEach(func(n int) error {
		p := &partition{frontier: f, n: n, key: fmt.Sprint("partition.", n), subject: fmt.Sprint(subjectLog, n)}
		f.parts[n] = p
		return f.retry(func(ctx context.Context) (err error) {
			// Requests to create a stream that exists may have no answer while a server is down.
			p.stream, err = f.js.Stream(ctx, streamName(n))
			if errors.Is(err, jetstream.ErrStreamNotFound) {
				p.stream, err = f.js.CreateStream(ctx, jetstream.StreamConfig{
					Name: streamName(n), Subjects: []string{p.subject}, Replicas: f.config.Replicas,
				})
			}
			return err
		})
	})
}

// forEach calls do for all partitions, a few at a time. After an error it begins no more calls, and returns the error.
func (f *clusterFrontier) forEach(do func(n int) error) error {
	errs := make([]error, len(f.parts))
	turns := make(chan struct{}, 16)
	var failed atomic.Bool
	var group sync.WaitGroup
	for n := range f.parts {
		if turns <- struct{}{}; failed.Load() {
			break
		}
		group.Go(func() {
			if errs[n] = do(n); errs[n] != nil {
				failed.Store(true)
			}
			<-turns
		})
	}
	group.Wait()
	return cmp.Or(errs...)
}

// The errors of servers that package jetstream does not name.
const (
	errorNoPeers      jetstream.ErrorCode = 10005 // fewer servers than replicas
	errorConfig       jetstream.ErrorCode = 10052 // such as more than 5 replicas
	errorNotClustered jetstream.ErrorCode = 10074 // replicas on a server without a cluster
)

func hasCode(err error, codes ...jetstream.ErrorCode) bool {
	e, ok := errors.AsType[jetstream.JetStreamError](err)
	return ok && e.APIError() != nil && slices.Contains(codes, e.APIError().ErrorCode)
}

// isFinal reports whether a request cannot succeed later. A server that is starting refuses with other errors.
func isFinal(err error) bool {
	return hasCode(err, errorConfig, errorNotClustered) || errors.Is(err, nats.ErrAuthorization) ||
		errors.Is(err, nats.ErrSecureConnRequired) || errors.Is(err, nats.ErrSecureConnWanted)
}

// explainNATS adds to an error what a user can do about it.
func (f *clusterFrontier) explainNATS(err error) error {
	if hasCode(err, errorNoPeers, errorNotClustered) {
		return fmt.Errorf("%w; there are fewer servers than -replicas %d: with one server, use -replicas 1", err, f.config.Replicas)
	}
	return err
}

// retry calls do until it succeeds or cannot succeed. A request that failed may have been carried out, so do must be
// repeatable.
func (f *clusterFrontier) retry(do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(f.ctx, f.patience)
	defer cancel()
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		// The first requests get less time, because they have no answer while a leader is elected.
		one, cancel := context.WithTimeout(ctx, min(20*pause, oneRequest))
		err := do(one)
		cancel()
		switch {
		case err == nil:
			return nil
		case isFinal(err):
			return f.explainNATS(err)
		}
		select {
		case <-ctx.Done():
			return f.explainNATS(fmt.Errorf("no success in %v: %w", f.patience, err))
		case <-time.After(pause):
		}
	}
}

// every calls do, and again after each interval, until ctx is done.
func every(ctx context.Context, interval time.Duration, do func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for ctx.Err() == nil {
		do()
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// partitionOf returns the partition of an origin. All origins of a host are in the same.
func (f *clusterFrontier) partitionOf(origin string) *partition {
	return f.parts[shard(origin, len(f.parts))]
}

func (f *clusterFrontier) term(origin string) *term { return f.partitionOf(origin).current() }

func (f *clusterFrontier) arrived() <-chan struct{} { return f.news }

func (f *clusterFrontier) String() string { return "the cluster" }

// nextOrigin implements frontier. The first call joins the other crawlers.
func (f *clusterFrontier) nextOrigin(after string) (first string, err error) {
	f.begin.Do(f.join)
	for _, p := range f.parts {
		if origin := p.nextOrigin(after); first == "" || origin != "" && origin < first {
			first = origin
		}
	}
	return first, nil
}

func (f *clusterFrontier) next(origin string, seq uint64, n int) ([]entry, error) {
	return f.partitionOf(origin).next(origin, seq, n), nil
}

// close gives the partitions to the other crawlers.
func (f *clusterFrontier) close() error {
	f.stop()
	f.tasks.Wait()
	f.leave()
	f.writing.Wait()
	f.cancel()
	err := f.conn.FlushTimeout(oneRequest)
	f.conn.Close()
	return err
}
