// Crawler is a polite web crawler, an example of a program that uses package uri. See its README.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/pprof"
	"strings"
	"sync"
	"syscall"
	"time"
)

const usage = `usage: crawler [flags] SEED ...

Crawls from the SEEDs, which are http or https URLs, and at the end reports how many pages it visited and refused. It
keeps its state in the file frontier.db in the directory of -dir. If that file exists, the crawl continues, and needs no
SEED. With -frontier, the state is in a cluster instead, several crawlers can share it, and none of them needs a SEED.
The exit status is 0 if nothing is left to do or the limit of pages was reached; 130 if it was interrupted (SIGINT,
SIGTERM), with all fetched pages stored; 1 if it failed; 2 for bad usage, with no file created.

`

func main() { os.Exit(command(os.Args[1:], os.Stdout, os.Stderr, nil)) }

// command runs the program and returns the exit status. If change is not nil, it may modify the config.
func command(args []string, out io.Writer, errOut *os.File, change func(*config)) int {
	o, err := parseFlags(args, errOut)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if change != nil {
		change(&o.config)
	}
	if _, err := os.Stat(o.frontierFile()); err != nil && len(o.seeds) == 0 && o.cluster.url == "" {
		fmt.Fprintln(errOut, "crawler:", errNoSeeds)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The second signal is not caught.
	context.AfterFunc(ctx, stop)
	err = o.run(ctx, out, errOut)
	switch {
	case errors.Is(err, context.Canceled):
		same := "-dir"
		if o.cluster.url != "" {
			same = "-frontier"
		}
		fmt.Fprintln(errOut, "crawler: interrupted; start it again with the same", same, "to continue")
		return 130
	case errors.Is(err, errNoSeeds):
		fmt.Fprintln(errOut, "crawler:", err)
		return 2
	case err != nil:
		fmt.Fprintln(errOut, "crawler:", err)
		return 1
	}
	return 0
}

type options struct {
	config
	seeds      []link
	why        bool
	cpuProfile string
}

func parseFlags(args []string, errOut io.Writer) (*options, error) {
	var o options
	f := flag.NewFlagSet("crawler", flag.ContinueOnError)
	f.SetOutput(errOut)
	f.Usage = func() {
		fmt.Fprint(errOut, usage)
		f.PrintDefaults()
	}
	f.StringVar(&o.dir, "dir", ".", "the `directory` of the frontier, created if it is missing")
	f.IntVar(&o.concurrency, "n", 8, "requests at a time")
	f.IntVar(&o.perHost, "per-host", 1, "requests at a time to one origin")
	f.DurationVar(&o.delay, "delay", time.Second,
		"the time between two requests to one origin; its robots.txt can ask for more")
	f.IntVar(&o.max, "max", 0, "stop after this many pages; 0 means no limit")
	f.IntVar(&o.depth, "depth", 20, "follow at most this many links from a seed")
	f.Uint64Var(&o.hostMax, "host-max", 100_000, "take at most this many URLs of one origin")
	f.Uint64Var(&o.shapeMax, "shape-max", 10_000,
		"take at most this many URLs that differ only in numbers, dates and identifiers, such as a session's")
	f.Int64Var(&o.maxBody, "body", 4<<20, "read at most this many `bytes` of a page")
	f.DurationVar(&o.timeout, "timeout", 30*time.Second, "the time limit of a request")
	f.DurationVar(&o.backoff, "backoff", time.Second, "the delay after a failure; each further failure doubles it")
	f.BoolVar(&o.allowPrivate, "allow-private", false, "fetch from all addresses, ports and names, not just public")
	f.BoolVar(&o.strict, "strict", false,
		"take only links that are URI-references (RFC 3986) or IRI-references (RFC 3987), and report the others;\n"+
			"by default, take what browsers take")
	var include, exclude []string // parsed later: package flag would show a bad one in its error
	f.Func("include", "take only links that match this URL `pattern`, such as https://*.example.com/*, or another one of the\n"+
		"same flag; seeds need not match", list(&include))
	f.Func("exclude", "take no links that match this URL `pattern`, or another one of the same flag", list(&exclude))
	f.StringVar(&o.cluster.url, "frontier", "",
		"keep the frontier in the NATS cluster with the servers `nats://HOST:PORT,...`, for several crawlers")
	f.IntVar(&o.cluster.Partitions, "partitions", 8, "divide the hosts of a new -frontier into this many partitions")
	f.IntVar(&o.cluster.Replicas, "replicas", 3, "keep each partition of a new -frontier on this many servers")
	f.DurationVar(&o.cluster.Lease, "lease", 30*time.Second,
		"with a new -frontier, the time after which others take over the partitions of a crawler that is silent")
	f.StringVar(&o.userAgent, "user-agent", userAgent,
		"the `text` of the field User-Agent; robots.txt files know the crawler by the name at its beginning")
	f.StringVar(&o.warcDir, "warc", "", "write all requests and responses to WARC files in this `directory`")
	f.StringVar(&o.logFile, "log", "", "append a line of JSON for each request to this `file`")
	f.BoolVar(&o.why, "why", false, "write the refusals that were noted, one per line: reason, page, detail")
	f.StringVar(&o.cpuProfile, "cpuprofile", "", "write a CPU profile to `file`")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	err := o.check()
	if err == nil {
		o.patterns, err = newPatternFilter(include, exclude)
	}
	if err == nil {
		o.seeds, err = o.admit(f.Args())
		o.hasSeeds = len(o.seeds) > 0
	}
	if err != nil {
		fmt.Fprintln(errOut, "crawler:", err)
		return nil, err
	}
	return &o, nil
}

// list returns a function that appends the value of a flag to a list.
func list(to *[]string) func(string) error {
	return func(s string) error {
		*to = append(*to, s)
		return nil
	}
}

// check returns an error for wrong settings. It is called before any page is fetched or any file is written.
func (c *config) check() error {
	switch {
	case c.concurrency < 1 || c.perHost < 1 || c.hostMax < 1 || c.shapeMax < 1 || c.maxBody < 1:
		return errors.New("-n, -per-host, -host-max, -shape-max and -body are at least 1")
	case c.delay < 0 || c.max < 0:
		return errors.New("-delay and -max are at least 0")
	case c.timeout <= 0:
		return errors.New("-timeout is more than 0")
	case c.backoff < 0 || c.backoff > maxBackoff:
		return fmt.Errorf("-backoff is 0 to %v", maxBackoff)
	case c.cluster.Partitions < 1 || c.cluster.Replicas < 1:
		return errors.New("-partitions and -replicas are at least 1")
	case c.cluster.Lease < 3*time.Second:
		return errors.New("-lease is at least 3s")
	case c.depth < 0 || c.depth > 250:
		return errors.New("-depth is 0 to 250")
	case productToken(c.userAgent) == "" || strings.ContainsFunc(c.userAgent, func(c rune) bool { return c < ' ' || c > '~' }):
		return errors.New("-user-agent begins with a name of letters, - or _, and has only ASCII characters")
	}
	return c.cluster.checkServers()
}

func (o *options) run(ctx context.Context, out io.Writer, errOut *os.File) (err error) {
	if o.cpuProfile != "" {
		stop, err := startProfile(o.cpuProfile)
		if err != nil {
			return err
		}
		defer stop()
	}
	f, err := o.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	err = o.crawl(ctx, f, errOut)
	if o.why {
		err = errors.Join(err, f.notes(func(line string) error {
			_, err := fmt.Fprintln(out, line)
			return err
		}))
	}
	return errors.Join(err, writeReport(f, out))
}

// crawl puts new seeds into the frontier and runs, with a line of progress if standard error is a terminal.
func (o *options) crawl(ctx context.Context, f frontier, errOut *os.File) (err error) {
	c, err := newCrawler(&o.config, f)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if len(o.seeds) > 0 {
		if err := f.done(&result{links: o.seeds}); err != nil {
			return err
		}
	}
	if err := f.awaitSeeds(ctx); err != nil {
		return err
	}
	if !isTerminal(errOut) {
		return c.run(ctx)
	}
	shown, hide := context.WithCancel(context.Background())
	var line sync.WaitGroup
	line.Go(func() { showProgress(shown, f, errOut) })
	err = c.run(ctx)
	hide()
	line.Wait()
	return err
}

// startProfile writes a CPU profile to a file until stop is called. The file cannot be standard output or standard
// error: opening would truncate it.
func startProfile(file string) (stop func(), err error) {
	if info, err := os.Stat(file); err == nil {
		for _, f := range []*os.File{os.Stdout, os.Stderr} {
			if open, err := f.Stat(); err == nil && os.SameFile(open, info) && open.Mode().IsRegular() {
				return nil, fmt.Errorf("-cpuprofile: the file is %s", f.Name())
			}
		}
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		_ = f.Close()
	}, nil
}
