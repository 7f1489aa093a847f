// Urls is an Apache Beam pipeline that normalizes URLs, drops duplicates, and counts URLs by registrable domain. The
// README of the module lists the flags of runners.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	uribeam "github.com/urispan/uri/beam"
)

const usage = `usage: urls -input FILES -output FOLDER [flags]

Reads lines, and writes to FOLDER the distinct URLs in files by host (urls-*), the number of them by registrable domain
(domains-*: COUNT<TAB>DOMAIN), and the lines that are not URLs with the reason (refused-*: OFFSET<TAB>COMPONENT<TAB>
REASON<TAB>LINE). The folder appears when all is done. At the end it prints the counters. The exit status is 0 if the
job succeeded, 1 if not, 2 for bad usage. The other flags are those of Beam and its runners.

`

func init() {
	register.DoFn2x2[string, int, int, string](&countLines{})
	register.DoFn1x2[uribeam.Refused, int, []byte](&refusedLines{})
}

// options are the flags of the pipeline.
type options struct {
	input, output, key string
	shards             int
	normal             bool
	lines              uribeam.Lines
	pool               int
}

func main() {
	var o options
	flag.StringVar(&o.input, "input", "", "files to read, with wildcards; those that end in .gz are decompressed")
	flag.StringVar(&o.output, "output", "", "the folder to write, which must not exist")
	flag.StringVar(&o.key, "key", uribeam.Text, "what duplicates have in common: text (the normal form) or fingerprint")
	flag.BoolVar(&o.normal, "normal", false, "write normal forms instead of the shortest spelling of each")
	flag.IntVar(&o.shards, "shards", 16, "the number of files of each kind")
	flag.BoolVar(&o.lines.CRLF, "crlf", false, "a carriage return at the end of a line is not part of it")
	flag.IntVar(&o.lines.MaxLine, "max-line", uribeam.DefaultMaxLine, "the length of the longest valid line in bytes")
	flag.IntVar(&o.pool, "worker_pool", 0, "be a pool of workers at this `port` of localhost, for -environment_type=external")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init() // does not return in a worker
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(o.main(ctx, os.Stderr))
}

// main runs the pipeline or the pool, and returns the exit status.
func (o *options) main(ctx context.Context, stderr io.Writer) int {
	if err := o.check(); err != nil {
		fmt.Fprintf(stderr, "urls: %v\n", err)
		return 2
	}
	run := o.run
	if o.pool > 0 {
		run = o.servePool
	}
	if err := run(ctx, stderr); err != nil {
		fmt.Fprintf(stderr, "urls: %v\n", err)
		return 1
	}
	return 0
}

// check returns an error if a flag is missing or has a wrong value, or if the output exists.
func (o *options) check() error {
	switch {
	case o.pool > 0:
		return nil
	case o.input == "" || o.output == "":
		return errors.New("want -input and -output; -h lists the flags")
	case o.shards < 1:
		return errors.New("-shards must be at least 1")
	case o.key != uribeam.Text && o.key != uribeam.Fingerprint:
		return errors.New("-key must be text or fingerprint")
	}
	if files, err := os.ReadDir(o.output); err == nil && len(files) > 0 || err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("-output %s exists already", o.output)
	}
	return nil
}

// run builds and runs the pipeline.
func (o *options) run(ctx context.Context, stderr io.Writer) error {
	if env := strings.ToLower(*jobopts.EnvironmentType); env == "external" && *jobopts.WorkerBinary == "" {
		*jobopts.WorkerBinary = os.DevNull // no upload: the workers of the pool have the program
	}
	p, s := beam.NewPipelineWithRoot()
	out := uribeam.NewOutput(o.output)
	o.build(s, out)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return errors.Join(err, out.Discard(ctx))
	}
	if result != nil {
		report(stderr, result.Metrics())
	}
	return nil
}

// build adds the transforms to the pipeline.
func (o *options) build(s beam.Scope, out *uribeam.Output) {
	lines := uribeam.Read(s, o.input)
	var valid, refused beam.PCollection
	if o.normal {
		valid, refused = beam.ParDo2(s, &uribeam.Normalize{Lines: o.lines}, lines)
	} else {
		valid, refused = beam.ParDo2(s, &uribeam.Check{Lines: o.lines}, lines)
	}
	urls := uribeam.Distinct(s, beam.ParDo(s, &uribeam.Key{By: o.key}, valid))
	counts := uribeam.CountByDomain(s, urls)
	out.Write(s, "urls", o.shards, uribeam.PartitionByHost(s, urls, o.shards))
	out.Write(s, "domains", o.shards, beam.ParDo(s, &countLines{o.shards}, counts))
	out.Write(s, "refused", o.shards, beam.ParDo(s, &refusedLines{o.shards}, refused))
	out.Finish(s)
}

// countLines formats the lines of domains-* and chooses their files.
type countLines struct{ Shards int }

func (f *countLines) ProcessElement(domain string, n int) (shard int, line string) {
	return uribeam.Partition(domain, f.Shards), strconv.Itoa(n) + "\t" + domain
}

// refusedLines formats the lines of refused-* and chooses their files.
type refusedLines struct{ Shards int }

func (f *refusedLines) ProcessElement(r uribeam.Refused) (shard int, line []byte) {
	return uribeam.Partition(string(r.Input), f.Shards), []byte(r.String())
}

// servePool starts workers on request until ctx is done.
func (o *options) servePool(ctx context.Context, stderr io.Writer) error {
	pool, err := extworker.StartLoopback(ctx, o.pool)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "urls: workers at localhost:%d\n", o.pool)
	<-ctx.Done()
	return pool.Stop(context.WithoutCancel(ctx))
}

// report prints the counters of the library.
func report(w io.Writer, results metrics.Results) {
	counts := map[string]int64{}
	for _, c := range results.Query(func(r beam.MetricResult) bool { return r.Namespace() == uribeam.Namespace }).Counters() {
		counts[c.Name()] += c.Result()
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(w, "%d\t%s\n", counts[name], name)
	}
}
