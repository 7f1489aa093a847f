package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// A config is the settings from the command line.
type config struct {
	dir          string
	concurrency  int           // requests at a time
	perHost      int           // the same for one origin
	delay        time.Duration // between two requests to one origin
	timeout      time.Duration // of a request
	backoff      time.Duration // the delay after a failure; each further failure doubles it
	max          int           // pages of this run; 0 for no limit
	depth        int           // links from a seed
	hostMax      uint64        // URLs of one origin
	shapeMax     uint64        // URLs of one shape
	maxBody      int64         // bytes of a page that are read
	allowPrivate bool
	strict       bool // take only references that the RFCs allow
	userAgent    string
	warcDir      string // of the archive; empty for none
	logFile      string // of the fetch log; empty for none
	patterns     patternFilter
	cluster      clusterConfig
	hasSeeds     bool

	// For tests.
	dial    func(ctx context.Context, network, address string) (net.Conn, error) // if it is not nil
	noSync  bool                                                                 // do not wait for the disk
	onVisit func(url string)                                                     // if not nil, called before requests
}

// frontierFile returns the name of the frontier's file.
func (c *config) frontierFile() string { return filepath.Join(c.dir, "frontier.db") }

// newResolver returns the resolver for links, targets of redirects and seeds.
func (c *config) newResolver() resolver {
	if c.strict {
		return &strictResolver{}
	}
	return &webResolver{}
}

// A crawler fetches the URLs in the frontier.
type crawler struct {
	config   *config
	frontier frontier
	policy   *guard.Policy
	fetcher  *fetcher
	log      *os.File // of the fetcher; nil without -log
}

func newCrawler(c *config, f frontier) (*crawler, error) {
	p, err := newPolicy(c.allowPrivate)
	if err != nil {
		return nil, err
	}
	x := &crawler{config: c, frontier: f, policy: p, fetcher: newFetcher(c, p)}
	if c.warcDir != "" {
		if x.fetcher.archive, err = openArchive(c.warcDir); err != nil {
			return nil, fmt.Errorf("%w: %w", errArchive, err)
		}
	}
	if c.logFile != "" {
		if x.log, err = os.OpenFile(c.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
			return nil, errors.Join(fmt.Errorf("-log: %w", err), x.close())
		}
		x.fetcher.log = slog.New(slog.NewJSONHandler(x.log, nil))
	}
	return x, nil
}

// close closes the files and the idle connections of the crawler.
func (c *crawler) close() (err error) {
	c.fetcher.transport.CloseIdleConnections()
	if c.fetcher.archive != nil {
		err = c.fetcher.archive.close()
	}
	if c.log != nil {
		err = errors.Join(err, c.log.Close())
	}
	return err
}

// admit returns the seeds as links. A link that is refused is recorded, but a seed that is refused is an error.
func (c *config) admit(seeds []string) (links []link, err error) {
	p, err := newPolicy(c.allowPrivate)
	if err != nil {
		return nil, err
	}
	d := linkFilter{policy: p, resolver: c.newResolver()}
	for i, s := range seeds {
		u, err := c.parseSeed(s)
		_, isWeb := u.Authority()
		if with, ok := withScheme(s); ok && !isWeb {
			return nil, fmt.Errorf("SEED %d has no scheme: use %s", i+1, with)
		}
		if err != nil {
			return nil, fmt.Errorf("SEED %d: %w", i+1, err) // err does not quote s, which can have a password
		}
		name := strconv.Itoa(i + 1)
		if isWeb {
			name = shortened(u) // others, as "user:password@host", would show a password
		}
		if err := d.open(u, nil); err != nil {
			return nil, fmt.Errorf("SEED %s: %w", name, err)
		}
		clear(d.seen)
		d.take("", 0)
		d.admit()
		if len(d.refusals) > 0 {
			return nil, fmt.Errorf("SEED %s: %s%s", name, d.refusals[0].reason, advice(u))
		}
		links = append(links, d.links...)
	}
	return links, nil
}

// withScheme returns a seed with a scheme if it lacks one, as "example.com" and "localhost:8080/x" do. It returns no
// seed that may have a password.
func withScheme(seed string) (with string, ok bool) {
	seed = strings.TrimPrefix(seed, "//")
	u, guessed, err := uri.ParseSuffixRef(seed, "http")
	if err != nil || !guessed {
		return "", false
	}
	if _, hasUserinfo := u.Userinfo(); hasUserinfo {
		return "", false
	}
	host, _ := u.Host()
	if _, err := u.HostAddr(); err == nil || host == "localhost" {
		return shortened(u), true
	}
	u, _, err = uri.ParseSuffixRef(seed, "https")
	return shortened(u), err == nil && strings.Contains(host, ".")
}

// parseSeed parses a seed. Like an address that is typed into a browser, it can have other characters than a URI.
func (c *config) parseSeed(s string) (uri.URI, error) {
	if c.strict {
		return uri.ParseURI(s)
	}
	u, err := whatwg.Parse(s)
	if err != nil {
		return uri.URI{}, err
	}
	v, _ := u.URI()
	return v, nil
}

// run crawls until no URL is left, ctx is done, or the frontier cannot be written.
func (c *crawler) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &scheduler{config: c.config, frontier: c.frontier, jobs: make(chan job), reports: make(chan report),
		hosts: map[string]*host{}, maxHosts: max(64, 4*c.config.concurrency), stale: true}
	var workers sync.WaitGroup
	for range c.config.concurrency {
		workers.Go(func() {
			w := worker{crawler: c, run: ctx, stop: cancel, filter: linkFilter{
				policy: c.policy, patterns: c.config.patterns, resolver: c.config.newResolver(),
			}}
			for j := range s.jobs {
				s.reports <- w.do(j)
			}
		})
	}
	err := s.run(ctx)
	workers.Wait()
	if err != nil {
		return err
	}
	return context.Cause(ctx)
}

// A worker does one job at a time. A job is done when its result is on disk, so a crash loses at most one page for each
// worker.
type worker struct {
	*crawler
	run    context.Context // of the crawl
	ctx    context.Context // of the job
	stop   context.CancelCauseFunc
	body   []byte
	refs   refs
	filter linkFilter
}

func (w *worker) do(j job) report {
	r := report{job: j}
	if !j.host.term.begin() {
		return r // the entry is another crawler's
	}
	defer j.host.term.leave()
	ctx, cancel := j.host.term.during(w.run)
	defer cancel()
	w.ctx = ctx
	if j.rules == nil && j.givenUp == "" {
		w.readRobots(&r)
		return r
	}
	res := &result{entry: j.entry}
	w.visit(&r, res)
	if w.ctx.Err() != nil {
		return r // the entry stays in the queue
	}
	if err := labelled(w.ctx, "store", func() error { return w.frontier.done(res) }); err != nil {
		w.stop(err)
	}
	r.fresh = res.fresh
	return r
}

func (w *worker) readRobots(r *report) {
	rules, err := w.fetcher.robots(w.ctx, w.policy, r.host.origin)
	if errors.Is(err, errArchive) {
		w.stop(err)
	}
	r.rules, r.fetched, r.silent = rules, true, err != nil
}

// visit fetches the page and records its outcome in res.
func (w *worker) visit(r *report, res *result) {
	u, err := uri.Parse(res.url)
	switch {
	case err != nil:
		res.refuse(refused, reasonOf(err), err.Error())
		return
	case r.givenUp != "":
		res.refuse(failed, r.givenUp, "")
		return
	case !r.rules.Allowed(u):
		res.refuse(refused, "robots.txt", res.url)
		return
	}
	if w.config.onVisit != nil {
		w.config.onVisit(res.url)
	}
	var resp *response
	_ = labelled(w.ctx, "fetch", func() error {
		resp, err = w.fetcher.get(w.ctx, u, w.body, w.config.maxBody, true)
		return err
	})
	r.fetched = true
	if err != nil {
		w.fail(r, res, err)
		return
	}
	w.judge(r, res, u, resp)
}

func (res *result) refuse(o outcome, reason, detail string) {
	res.outcome = o
	res.refusals = append(res.refusals, refusal{reason, detail})
}

// fail handles a request that got no response.
func (w *worker) fail(r *report, res *result, err error) {
	// If a name resolves to an address that is not allowed, it is refused when the address is dialled.
	refusal, byPolicy := errors.AsType[guard.Refusal](err)
	switch {
	case byPolicy:
		res.refuse(refused, refusal.Error(), "the address of the host"+publicOnly)
	case errors.Is(err, errArchive):
		w.stop(err)
	case errors.Is(err, errBridge):
		res.refuse(refused, errBridge.Error(), err.Error())
	default:
		r.silent = true
		w.retry(res, "no answer", err.Error())
	}
}

func (w *worker) retry(res *result, reason, detail string) {
	if res.tries+1 < maxTries {
		res.outcome = again
		return
	}
	res.refuse(failed, reason, detail)
}

// judge handles the status of a response.
func (w *worker) judge(r *report, res *result, u uri.URI, resp *response) {
	w.body = resp.body[:0]
	switch {
	case resp.status/100 == 2:
		res.outcome = noHTML
		if resp.medium != mediumOther {
			res.outcome = visited
		}
		w.read(res, u, resp)
	case resp.redirect:
		res.outcome = redirected
		w.follow(res, u, resp.location)
	case resp.status == 429 || resp.status >= 500:
		r.failed, r.wait = true, resp.wait
		w.retry(res, fmt.Sprint("status ", resp.status), "")
	default:
		res.outcome = missing
	}
}

// read finds the links of a page, and of its field Refresh.
func (w *worker) read(res *result, u uri.URI, resp *response) {
	_ = labelled(w.ctx, "html", func() error {
		w.refs.reset()
		switch resp.medium {
		case mediumHTML:
			w.refs.scan(resp.body, resp.contentType)
		case mediumXML:
			w.refs.scanXML(resp.body, resp.contentType, u)
		}
		return nil
	})
	err := labelled(w.ctx, "links", func() error {
		err := w.filter.open(u, &w.refs)
		if err == nil {
			err = w.filter.takeAll(&w.refs)
		}
		if target, ok := links.Refresh(resp.refresh); ok && err == nil {
			if _, err = w.filter.resolver.open(u, nil); err == nil {
				w.filter.take(target, 0)
			}
		}
		return err
	})
	_ = labelled(w.ctx, "policy", func() error {
		w.filter.admit()
		return nil
	})
	res.links, res.refusals = w.filter.links, w.filter.refusals
	if err != nil {
		res.refuse(res.outcome, reasonOf(err), err.Error())
	}
	if resp.cut {
		res.refuse(res.outcome, "end of a page that is too long", "")
	} else if w.refs.err != nil {
		res.refuse(res.outcome, "end of XML with a mistake", w.refs.err.Error())
	}
	if len(w.refs.ends) == maxLinks {
		res.refuse(visited, "links of a page that has too many", "")
	}
}

// follow takes the target of a redirect, with the same checks as links (RFC 9110, section 10.2.2). The target is a
// separate page in the frontier, so loops end, and a target that is also linked is fetched once.
func (w *worker) follow(res *result, u uri.URI, location string) {
	err := w.filter.open(u, nil)
	if err == nil {
		w.filter.take(location, 0)
		w.filter.admit()
	}
	res.links, res.refusals = w.filter.links, w.filter.refusals
	if err != nil {
		res.refuse(redirected, reasonOf(err), err.Error())
	}
}

// labelled calls f with a label for profiles.
func labelled(ctx context.Context, part string, f func() error) (err error) {
	pprof.Do(ctx, pprof.Labels("part", part), func(context.Context) { err = f() })
	return err
}
