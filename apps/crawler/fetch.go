package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/robots"
)

const (
	agent     = "urispan-crawler"
	userAgent = agent + "/1 (+https://github.com/urispan/uri)" // unless there is -user-agent

	maxHops    = 10 // redirects between a link and a page
	maxTries   = 3  // requests for a page
	maxHeaders = 64 << 10
	maxWait    = time.Minute // the longest Retry-After that is obeyed
)

var errBridge = errors.New("net/http would request another URL")

// A fetcher makes requests. It does not use an http.Client, because that parses the Location of every redirect, even of
// one that it does not follow. Where net/url reads Location differently, the response would be lost, and the error
// would show Location.
type fetcher struct {
	transport   *http.Transport
	timeout     time.Duration
	newResolver func() resolver
	userAgent   string
	archive     *archive     // nil without -warc
	log         *slog.Logger // nil without -log
}

// productToken returns the name that a crawler has in robots.txt files (RFC 9309, section 2.2.1): the letters, "-" and
// "_" at the beginning of its User-Agent.
func productToken(userAgent string) string {
	end := strings.IndexFunc(userAgent, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_')
	})
	if end < 0 {
		return userAgent
	}
	return userAgent[:end]
}

func newFetcher(c *config, p *guard.Policy) *fetcher {
	dial := c.dial
	if dial == nil {
		dial = (&net.Dialer{Timeout: 10 * time.Second, Control: p.Control}).DialContext
	}
	return &fetcher{
		transport: &http.Transport{
			DialContext:            dial, // and no proxy: the policy has to see the dialled address
			TLSHandshakeTimeout:    10 * time.Second,
			MaxIdleConns:           c.concurrency,
			MaxIdleConnsPerHost:    c.perHost,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: maxHeaders,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // the archive gets the body in its original encoding
		},
		timeout:     c.timeout,
		newResolver: c.newResolver,
		userAgent:   cmp.Or(c.userAgent, userAgent),
	}
}

// A response is a server's response, with its body if that was read.
type response struct {
	status      int
	location    string // of a redirect; a Location header can be empty, which refers to the page itself
	redirect    bool
	contentType string
	refresh     string        // the field Refresh
	wait        time.Duration // Retry-After
	medium      medium
	body        []byte // valid until the buffer is used again
	cut         bool   // the body was longer than allowed, and its end was not read
	received    int64  // how many bytes of the body were received, before its content coding was removed
}

// get requests u and reads up to limit bytes of the body into buf. If onlyPages is set, it reads only a body that may
// have links, except for the archive.
func (f *fetcher) get(ctx context.Context, u uri.URI, buf []byte, limit int64, onlyPages bool) (*response, error) {
	began := time.Now()
	r, err := f.exchange(ctx, u, buf, limit, onlyPages)
	if f.log != nil {
		f.note(ctx, u, r, err, time.Since(began))
	}
	return r, err
}

// note writes a line of the log.
func (f *fetcher) note(ctx context.Context, u uri.URI, r *response, err error, took time.Duration) {
	list := []slog.Attr{slog.String("url", u.Redacted()), slog.Float64("ms", float64(took.Microseconds())/1000)}
	if err != nil {
		list = append(list, slog.String("error", printable(err.Error())))
	} else {
		list = append(list, slog.Int("status", r.status), slog.Int64("bytes", r.received), slog.String("type", r.contentType))
	}
	f.log.LogAttrs(ctx, slog.LevelInfo, "fetched", list...)
}

func (f *fetcher) exchange(ctx context.Context, u uri.URI, buf []byte, limit int64, onlyPages bool) (*response, error) {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	x := exchange{began: time.Now()}
	if f.archive != nil {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
			x.address, _, _ = net.SplitHostPort(c.Conn.RemoteAddr().String())
		}})
	}
	req, err := request(ctx, u)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", f.userAgent)
	resp, err := f.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	r := newResponse(u, resp)
	received := &received{from: resp.Body, keep: f.archive != nil}
	wanted := resp.StatusCode/100 == 2 && (r.medium != mediumOther || !onlyPages)
	switch {
	case wanted:
		coding := resp.Header.Get("Content-Encoding")
		if onlyPages && r.medium == mediumGzipXML {
			r.medium, coding = mediumXML, cmp.Or(coding, "gzip")
		}
		r.body, r.cut, err = readBody(buf, received, coding, limit)
		if r.medium == mediumUnknown || r.medium == mediumHTML {
			r.medium = sniff(r.body, r.medium)
		}
	case f.archive != nil:
		_, r.cut, err = readBody(buf, received, "", limit)
	default:
		_, _ = io.CopyN(io.Discard, received, 4<<10) // so that the connection can be reused
	}
	r.received = received.n
	if err == nil && f.archive != nil {
		kept := received.kept[:min(int64(len(received.kept)), limit)]
		x.req, x.resp, x.body, x.cut = req, resp, kept, r.cut || len(kept) < len(received.kept)
		err = f.archive.write(&x)
	}
	return r, err
}

// received counts the bytes of a body, and keeps them for the archive.
type received struct {
	from io.Reader
	n    int64
	keep bool
	kept []byte
}

func (r *received) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.n += int64(n)
	if r.keep {
		r.kept = append(r.kept, p[:n]...)
	}
	return n, err
}

// readBody reads up to limit bytes of a body, after its content coding was removed.
func readBody(buf []byte, from io.Reader, coding string, limit int64) (body []byte, cut bool, err error) {
	if !strings.EqualFold(coding, "gzip") {
		return readAll(buf, from, limit)
	}
	z, err := gzip.NewReader(from)
	if err != nil {
		return buf[:0], false, err
	}
	return readAll(buf, z, limit)
}

// request returns a request for exactly u.
func request(ctx context.Context, u uri.URI) (*http.Request, error) {
	v, changes := neturl.To(u)
	if changes != 0 {
		return nil, fmt.Errorf("%w: %s", errBridge, changes)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "", nil)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = v, v.Host
	req.Header.Set("Accept-Encoding", "gzip")
	req.Header.Set("Accept", "text/html,application/xhtml+xml;q=0.9,application/xml;q=0.9,*/*;q=0.1")
	return req, nil
}

func newResponse(u uri.URI, resp *http.Response) *response {
	r := &response{status: resp.StatusCode, contentType: resp.Header.Get("Content-Type"), refresh: resp.Header.Get("Refresh"),
		medium: mediumOf(u, resp.Header)}
	switch resp.StatusCode {
	case 301, 302, 303, 307, 308:
		if locations := resp.Header.Values("Location"); len(locations) > 0 {
			r.location, r.redirect = locations[0], true
		}
	case 429, 503:
		if seconds, err := strconv.ParseUint(resp.Header.Get("Retry-After"), 10, 16); err == nil {
			r.wait = min(time.Duration(seconds)*time.Second, maxWait)
		}
	}
	return r
}

// readAll is like io.ReadAll, but reads into an existing buffer and has a limit.
func readAll(buf []byte, from io.Reader, limit int64) (body []byte, cut bool, err error) {
	body = buf[:0]
	for {
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if int64(len(body)) > limit {
			return body[:limit], true, nil
		}
		if err == io.EOF {
			return body, false, nil
		}
		if err != nil {
			return body, false, err
		}
	}
}

// maxCrawlDelay is the longest Crawl-delay that is obeyed.
const maxCrawlDelay = time.Minute

// rules are the rules of an origin's robots.txt for this crawler.
type rules struct {
	*robots.Group
	delay time.Duration // Crawl-delay, at most maxCrawlDelay
}

func (f *fetcher) newRules(file *robots.File) *rules {
	g := file.Group(productToken(f.userAgent))
	return &rules{g, min(g.CrawlDelay(), maxCrawlDelay)}
}

// robots requests the robots.txt of an origin, and follows redirects (RFC 9309, section 2.3.1). If the file is
// unreachable, robots returns an error: then no page of the origin may be fetched.
func (f *fetcher) robots(ctx context.Context, p *guard.Policy, origin string) (*rules, error) {
	u, err := uri.Parse(origin + "/robots.txt")
	for hops := 0; err == nil && hops <= 5; hops++ {
		var r *response
		if r, err = f.get(ctx, u, nil, robots.MinLimit, false); err != nil {
			return nil, err
		}
		switch robots.AccessFor(r.status) {
		case robots.AccessSuccessful:
			body := r.body
			if r.cut {
				body = body[:bytes.LastIndexAny(body, "\r\n")+1] // the last line is not whole
			}
			return f.newRules(robots.Parse(body)), nil
		case robots.AccessRedirected:
			if !r.redirect { // without a Location
				return f.newRules(nil), nil
			}
			u, err = follow(f.newResolver(), p, u, r.location)
		case robots.AccessUnavailable:
			return f.newRules(nil), nil
		default:
			return nil, fmt.Errorf("status %d", r.status)
		}
	}
	if err != nil {
		return nil, err
	}
	return f.newRules(nil), nil // too many redirects (section 2.3.1.2)
}

// follow returns the target of a redirect, if it may be fetched.
func follow(r resolver, p *guard.Policy, from uri.URI, location string) (uri.URI, error) {
	if _, err := r.open(from, nil); err != nil {
		return uri.URI{}, err
	}
	target, err := r.resolve(location)
	if err != nil {
		return uri.URI{}, err
	}
	to, err := uri.Parse(target)
	if err != nil {
		return uri.URI{}, err
	}
	to = to.Normalized()
	return to, p.Check(to)
}
