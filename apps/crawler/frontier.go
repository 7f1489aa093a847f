package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/urlkey"
)

// A frontier is the state of the crawl: the URLs that were seen, the URLs that wait to be fetched, and the refusals. If
// the crawler is killed, nothing is lost, and only the pages in flight are fetched again.
//
// The crawl goes level by level: see level. The frontier gives out the entries of the current level only, and the next
// level begins when none is left of it, at any crawler. So a URL is first found by a shortest way from a seed, and its
// depth is exact.
//
// One goroutine calls next, nextOrigin and term. The other methods can be called concurrently.
type frontier interface {
	// done stores a result. The entry leaves the queue only after its links are stored. If the entry has no URL, the
	// links are the seeds, and done also records that they are stored.
	done(r *result) error

	// awaitSeeds returns when the seeds of the crawl are stored, by this crawler or another. Before that, a frontier
	// without entries does not mean that nothing is left to do.
	awaitSeeds(ctx context.Context) error

	// nextOrigin returns the first origin after the given one that has entries of the current level, or "" if no such
	// origin exists.
	nextOrigin(after string) (string, error)

	// next returns up to n entries of the current level of an origin after the place seq, in the order of their arrival.
	next(origin string, seq uint64, n int) ([]entry, error)

	// term returns the current term of an origin, or nil if the origin is another crawler's.
	term(origin string) *term

	// arrived returns a channel that receives a value after entries came from other crawlers, or a level began.
	arrived() <-chan struct{}

	// advance begins the next level if no entry of the current one is left, at any crawler. It reports whether no entry
	// is left at all. It is only called while this crawler has nothing to do.
	advance() (finished bool, err error)

	// totals returns all counts, in no particular order.
	totals() ([]total, error)

	// notes calls each for each noted refusal: the reason, the page and the detail, separated by tabs.
	notes(each func(line string) error) error

	// String returns the name of the place where the URLs wait, for people.
	String() string
	close() error
}

// open opens the frontier, or creates it.
func (c *config) open() (frontier, error) {
	if c.cluster.url != "" {
		return openCluster(c)
	}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, err
	}
	f, err := openBolt(c.frontierFile(), c.depth, c.hostMax, c.shapeMax)
	if err != nil {
		return nil, err
	}
	f.db.NoSync = c.noSync
	return f, nil
}

// maxNotes limits the refusals of one page that are noted individually. All of them are counted.
const maxNotes = 20

// A link is a URL that may be fetched, and its origin: see originOf.
type link struct{ url, origin string }

// A level is the distance of a URL from the seeds: its depth times 256, plus its hops. The links of a page are at a
// higher level than the page, and so is the target of a redirect. A URL that waits can be found again at a lower level,
// as the target of a redirect, and then it gets that level (Dijkstra's algorithm).
type level uint16

// endless is higher than all levels.
const endless level = 1<<16 - 1

func (e entry) level() level { return level(e.depth)<<8 | level(e.hops) }

// errNoSeeds means that no crawler has stored seeds.
var errNoSeeds = errors.New("missing SEED, and no frontier to continue; use -h for help")

// An entry is a URL that waits to be fetched.
type entry struct {
	link
	seq   uint64 // its place in the queue of its origin
	depth uint8  // links from a seed
	hops  uint8  // redirects since the last link
	tries uint8  // how many tries failed
}

// An outcome is the result of fetching a URL.
type outcome byte

const (
	queued     outcome = iota // it waits, and has no other outcome yet
	again                     // it failed, and goes to the end of the queue
	visited                   // its links are stored
	noHTML                    // it is not HTML, and was not read
	redirected                // the target of the redirect is stored
	missing                   // the server does not have it, or denies access
	failed                    // it failed too often
	refused                   // it was taken first, but must not be fetched
)

var outcomeNames = [...]string{"queued", "again", "visited", "no HTML", "redirected", "missing", "failed", "refused"}

func (o outcome) String() string { return outcomeNames[o] }

// A result is an entry with its outcome.
type result struct {
	entry
	outcome  outcome
	links    []link
	refusals []refusal

	fresh map[string]bool // set by done: the origins that have new entries
}

// linkTo returns the entry for a link of r.
func (r *result) linkTo(l link) entry {
	switch {
	case r.url == "":
		return entry{link: l}
	case r.outcome == redirected:
		return entry{link: l, depth: r.depth, hops: r.hops + 1}
	}
	return entry{link: l, depth: r.depth + 1}
}

// tooFar returns the reason why e is not taken, even if it is new, or "".
func (e entry) tooFar(maxDepth int) string {
	switch {
	case int(e.depth) > maxDepth:
		return "too deep"
	case e.hops > maxHops:
		return "too many redirects"
	}
	return ""
}

const (
	tooManyURLs    = "too many URLs of one host"
	tooManyOfShape = "too many URLs of one shape"
)

// shapeOf returns the shape of a URL that was parsed before (package urlkey), or "" if no other URL has it. A site can
// make new URLs for the same page without end, with session identifiers, dates or numbers. Such URLs have few shapes.
func shapeOf(url string) string {
	s := urlkey.Shape1(uri.MustParse(url))
	if !strings.Contains(s, "{") {
		return ""
	}
	return s
}

// A total counts how often an outcome or a reason occurred.
type total struct {
	name    string
	refused bool // it is a reason
	count
}

type count struct {
	n       int64
	example string // the page, a tab, and the detail
}

// printable returns the beginning of text, without characters that could control a terminal: some details quote
// servers.
func printable(text string) string {
	const limit = 300
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '?'
		}
		return c
	}, text[:min(len(text), limit)])
}
