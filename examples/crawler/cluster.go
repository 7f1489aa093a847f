package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/urispan/uri"
)

// A clusterConfig is the settings of a frontier on a cluster. All but the URL are those of the crawler that created the
// frontier.
type clusterConfig struct {
	url        string        // of NATS servers; empty if the frontier is a file
	Partitions int           `json:"partitions"`
	Replicas   int           `json:"replicas"`
	Window     int           `json:"window"` // URLs of a partition that its owner holds at a time
	Bytes      int64         `json:"bytes"`  // of a partition
	Lease      time.Duration `json:"lease"`
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
// holds only the URLs that this crawler is about to fetch.
//
// The hosts are divided into partitions. A partition is one stream, with one message for each URL ever taken, and one
// durable consumer. A message that is not acknowledged is a URL that waits, and an acknowledged one marks its URL as
// seen. The owner of a partition is the crawler that has its lease.
type clusterFrontier struct {
	config   clusterConfig
	maxDepth int
	hostMax  uint64

	conn        *nats.Conn
	js          jetstream.JetStream
	leases      jetstream.KeyValue
	counts      jetstream.Stream
	notesStream jetstream.Stream
	patience    time.Duration // see the constant
	token       string        // names this crawler in the leases
	parts       []*partition
	known       knownURLs
	news        chan struct{}
	tally       counter

	ctx        context.Context // of all requests
	cancel     context.CancelFunc
	background context.Context // of repeated tasks
	stop       context.CancelFunc
	tasks      sync.WaitGroup
	begin      sync.Once
}

// The names in the cluster. These subjects are followed by a partition and a fingerprint, or by the name of a counter.
const (
	bucketLeases   = "LEASES"
	streamCounts   = "COUNTS"
	streamNotes    = "REFUSED"
	consumerName   = "owner"
	settingsKey    = "crawler-settings"
	subjectURL     = "u."
	subjectOutcome = "count.outcome."
	subjectReason  = "count.reason."
	subjectHost    = "count.host."
	subjectNote    = "refused."
)

// maxNotesPerReason limits the refusals with the same reason that are kept individually.
const maxNotesPerReason = 10_000

const (
	patience   = 30 * time.Second // how long a request to the cluster is repeated
	oneRequest = 5 * time.Second

	reconnectWait = 200 * time.Millisecond

	// memory is how long a stream recognizes a message by its ID.
	memory = 4 * patience
)

// openCluster connects to the cluster, and creates the frontier if it is missing.
func openCluster(c *config) (_ frontier, err error) {
	f := &clusterFrontier{config: c.cluster, maxDepth: c.depth, hostMax: c.hostMax, patience: patience,
		token: nuid.Next(), news: make(chan struct{}, 1), tally: counter{counted: map[string]int64{}}}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.background, f.stop = context.WithCancel(f.ctx)
	if err := f.connect(); err != nil {
		f.cancel()
		return nil, fmt.Errorf("frontier: %w", err)
	}
	return f, nil
}

// join takes a share of the partitions from now on.
func (f *clusterFrontier) join() {
	f.tasks.Go(func() { every(f.background, f.config.renewal(), func() { _ = f.flush() }) })
	f.tasks.Go(func() { every(f.background, f.config.renewal(), f.balance) })
}

func (f *clusterFrontier) connect() (err error) {
	err = f.retry(func(context.Context) error {
		f.conn, err = nats.Connect(f.config.url, nats.Name("crawler "+f.token), nats.MaxReconnects(-1),
			nats.ReconnectWait(reconnectWait), nats.Timeout(oneRequest))
		return err
	})
	if err != nil {
		return err
	}
	f.js, err = jetstream.New(f.conn, jetstream.WithPublishAsyncMaxPending(4096),
		jetstream.WithPublishAsyncTimeout(oneRequest), jetstream.WithDefaultTimeout(oneRequest))
	if err == nil {
		err = f.retry(f.readSettings)
	}
	if err == nil {
		err = f.create()
	}
	if err != nil {
		f.conn.Close()
	}
	return err
}

// readSettings reads the settings of the frontier, or creates the stream that has them.
func (f *clusterFrontier) readSettings(ctx context.Context) (err error) {
	settings, err := json.Marshal(f.config)
	if err != nil {
		return err
	}
	f.counts, err = f.stream(ctx, jetstream.StreamConfig{
		Name:              streamCounts,
		Subjects:          []string{"count.>"},
		Replicas:          f.config.Replicas,
		MaxMsgsPerSubject: 1,
		AllowMsgCounter:   true,
		Duplicates:        memory,
		Metadata:          map[string]string{settingsKey: string(settings)},
	})
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(f.counts.CachedInfo().Config.Metadata[settingsKey]), &f.config)
}

// stream returns a stream, which it creates if it is missing. It looks it up first, because requests to create a stream
// that exists may have no answer while a server is down.
func (f *clusterFrontier) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := f.js.Stream(ctx, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return f.js.CreateStream(ctx, config)
	}
	return s, err
}

// create creates the missing streams and consumers.
func (f *clusterFrontier) create() error {
	err := f.retry(func(ctx context.Context) (err error) {
		f.leases, err = f.js.KeyValue(ctx, bucketLeases)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			f.leases, err = f.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
				Bucket: bucketLeases, TTL: f.config.Lease, Replicas: f.config.Replicas,
			})
		}
		return err
	})
	if err != nil {
		return err
	}
	err = f.retry(func(ctx context.Context) (err error) {
		f.notesStream, err = f.stream(ctx, jetstream.StreamConfig{
			Name:              streamNotes,
			Subjects:          []string{subjectNote + "*"},
			Replicas:          f.config.Replicas,
			MaxMsgsPerSubject: maxNotesPerReason,
			Duplicates:        memory,
		})
		return err
	})
	if err != nil {
		return err
	}
	f.parts = make([]*partition, f.config.Partitions)
	return f.forEach(func(n int) error {
		return f.retry(func(ctx context.Context) (err error) {
			f.parts[n], err = f.createPartition(ctx, n)
			return err
		})
	})
}

// createPartition creates the stream and the consumer of a partition.
func (f *clusterFrontier) createPartition(ctx context.Context, n int) (*partition, error) {
	stream, err := f.stream(ctx, jetstream.StreamConfig{
		Name:                 fmt.Sprint("URLS-", n),
		Subjects:             []string{fmt.Sprint(subjectURL, n, ".*")},
		Replicas:             f.config.Replicas,
		MaxBytes:             f.config.Bytes,
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		AllowDirect:          true,
	})
	if err != nil {
		return nil, err
	}
	consumer, err := stream.Consumer(ctx, consumerName)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		consumer, err = stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
			Durable:       consumerName,
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       f.config.Lease,
			MaxAckPending: f.config.Window,
		})
	}
	if err != nil {
		return nil, err
	}
	return &partition{frontier: f, n: n, key: fmt.Sprint("partition.", n), stream: stream, consumer: consumer}, nil
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

// retry calls do until it succeeds. A request that failed may have been carried out, so do must be repeatable.
func (f *clusterFrontier) retry(do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(f.ctx, f.patience)
	defer cancel()
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		// The first requests get less time, because they have no answer while a leader is elected.
		one, cancel := context.WithTimeout(ctx, min(20*pause, oneRequest))
		err := do(one)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("no success in %v: %w", f.patience, err)
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

// finished compares the numbers of the last message and of the last that was acknowledged together with all before it,
// for all partitions, and twice: a URL that leaves its partition puts others into partitions that were compared
// before. If nothing changed from the first time to the second, nothing was waiting in between.
func (f *clusterFrontier) finished() (bool, error) {
	first := f.ends()
	if first == nil {
		return false, nil
	}
	second := f.ends()
	for n, end := range second {
		if end != first[n] {
			return false, nil
		}
	}
	return second != nil, nil
}

// ends returns the number of the last message of each partition, or nil if a message waits or the cluster does not
// answer.
func (f *clusterFrontier) ends() []uint64 {
	ends := make([]uint64, len(f.parts))
	err := f.forEach(func(n int) error {
		ctx, cancel := context.WithTimeout(f.ctx, oneRequest)
		defer cancel()
		stream, err := f.parts[n].stream.Info(ctx)
		if err != nil {
			return err
		}
		consumer, err := f.parts[n].consumer.Info(ctx)
		if err != nil {
			return err
		}
		if ends[n] = stream.State.LastSeq; consumer.AckFloor.Stream != ends[n] {
			return errors.New("not finished")
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return ends
}

// close gives the partitions to the other crawlers.
func (f *clusterFrontier) close() error {
	f.stop()
	f.tasks.Wait()
	f.leave()
	err := f.flush()
	f.cancel()
	err = errors.Join(err, f.conn.FlushTimeout(oneRequest))
	f.conn.Close()
	return err
}
