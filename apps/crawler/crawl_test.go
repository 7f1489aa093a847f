package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/robots"
)

// If this variable is in the environment of a crawler process, the crawler logs its requests to the named file.
const visitsEnv = "CRAWLER_TEST_VISITS"

// If this variable, with the address of the server, is in its environment, the test binary is the crawler.
const crawlEnv = "CRAWLER_TEST_SERVER"

func TestMain(m *testing.M) {
	if server := os.Getenv(crawlEnv); server != "" {
		os.Exit(crawlFrom(server, os.Args[1:]))
	}
	if file := os.Getenv(natsEnv); file != "" {
		os.Exit(serveNATS(file))
	}
	if shape := os.Getenv(serveEnv); shape != "" {
		os.Exit(servePages(shape))
	}
	code := m.Run()
	if sharedDir != "" {
		if c, _ := sharedCluster(); c != nil {
			c.stop()
		}
		_ = os.RemoveAll(sharedDir)
	}
	os.Exit(code)
}

// crawlFrom calls command. All hosts have the address of the server, except hosts that do not exist.
func crawlFrom(server string, args []string) int {
	return command(args, os.Stdout, os.Stderr, func(c *config) {
		c.dial = dialOnly(server)
		c.noSync = true // a killed process loses no data by it, and several tests share a disk
		if file := os.Getenv(visitsEnv); file != "" {
			c.onVisit = logVisits(file)
		}
	})
}

// logVisits returns a function that appends the host of a URL and the time to a file.
func logVisits(file string) func(url string) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	return func(url string) {
		host, _ := uri.MustParse(url).Host()
		fmt.Fprintln(f, host, time.Now().UnixNano())
	}
}

func dialOnly(server string) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if strings.HasPrefix(address, "silent.test:") {
			return nil, errors.New("nobody there")
		}
		if !strings.HasSuffix(address, ".test:80") && !strings.HasSuffix(address, ".test.:80") {
			return nil, errors.New("must not be dialled: " + address)
		}
		return (&net.Dialer{}).DialContext(ctx, network, server)
	}
}

func treeSize() int {
	if testing.Short() {
		return 500
	}
	return 5000
}

func serve(t *testing.T, s *site) (address string) {
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

const testWorkers = 16

func crawlFlags(at home) []string {
	return append(slices.Clone(at), "-n", strconv.Itoa(testWorkers), "-per-host", strconv.Itoa(testWorkers), "-delay", "0",
		"-backoff", "1ms", "-depth", strconv.Itoa(testDepth), "-body", strconv.Itoa(testBody), seedURL)
}

// start starts the crawler in another process.
func start(t *testing.T, server string, args ...string) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	return startIn(t, []string{crawlEnv + "=" + server}, args...)
}

// startIn starts the test binary with more variables in its environment.
func startIn(t *testing.T, env []string, args ...string) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out = &bytes.Buffer{}
	cmd = kit.Command(t, program, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

func TestCrawl(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict=%t", strict), func(t *testing.T) {
			eachFrontier(t, func(t *testing.T, at home) { testCrawl(t, newSite(treeSize(), strict), at) })
		})
	}
}

func testCrawl(t *testing.T, s *site, at home) {
	server := serve(t, s)
	flags := append([]string{"-strict=" + strconv.FormatBool(s.strict)}, crawlFlags(at)...)
	cmd, out := start(t, server, flags...)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("\n%s", out)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
	s.checkReport(t, out.String())

	// Nothing is left to do, so a new start makes no request.
	before := s.total.Load()
	cmd, out = start(t, server, flags...)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := s.total.Load() - before; n > 0 {
		t.Errorf("%d requests after all was done", n)
	}
}

// TestKilled kills the crawler several times, as by kill -9, then terminates it, interrupts it, and finally lets it
// end.
func TestKilled(t *testing.T) {
	s := newSite(treeSize(), false)
	server, at := serve(t, s), boltHome(t)
	pages := int64(len(s.pages))
	kill := func(p *os.Process) error { return p.Kill() }
	terminate := func(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
	interrupt := func(p *os.Process) error { return p.Signal(os.Interrupt) }
	if runtime.GOOS == "windows" {
		terminate, interrupt = kill, kill
	}
	stops := []func(*os.Process) error{kill, kill, kill, terminate, interrupt}
	for i, stop := range stops {
		reached := s.reaches(pages * int64(i+1) / int64(len(stops)+1))
		cmd, out := start(t, server, crawlFlags(at)...)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-reached:
		case err := <-ended:
			t.Fatalf("the crawler ended before it was stopped: %v\n%s", err, out)
		}
		if err := stop(cmd.Process); err != nil {
			t.Fatal(err)
		}
		<-ended
		if i >= len(stops)-2 && runtime.GOOS != "windows" {
			if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(out.String(), "visited\n") {
				t.Errorf("interrupted: exit status %d\n%s", code, out)
			}
		}
	}
	cmd, out := start(t, server, crawlFlags(at)...)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.checkHits(t, len(stops)*testWorkers)
	s.checkFrontier(t, at)
}

// reaches returns a channel that is closed after n requests, or after the next one if there were more.
func (s *site) reaches(n int64) <-chan struct{} {
	reached := make(chan struct{})
	var once sync.Once
	f := func(now int64) {
		if now >= n {
			once.Do(func() { close(reached) })
		}
	}
	s.onHit.Store(&f)
	return reached
}

// checkFrontier compares the counts of the frontier with those expected of the site.
func (s *site) checkFrontier(t *testing.T, at home) {
	t.Helper()
	got := openTally(t, at)
	want := map[string]int64{queued.String(): 0}
	for name, n := range s.wantOutcomes {
		want[name] = n
	}
	if diff := cmp.Diff(want, got.outcomes); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	reasons := map[string]int64{}
	for _, x := range got.refusals {
		reasons[x.name] = x.n
	}
	if diff := cmp.Diff(s.wantRefusals, reasons); diff != "" {
		t.Errorf("refusals (-want +got):\n%s", diff)
	}
	f := at.open(t)
	defer f.close()
	err := f.notes(func(line string) error {
		if strings.Count(line, "\t") != 2 || strings.Contains(line, "secret@") {
			t.Errorf("noted: %q", line)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func (s *site) checkReport(t *testing.T, report string) {
	t.Helper()
	for reason, n := range s.wantRefusals {
		if !strings.Contains(report, strconv.FormatInt(n, 10)+"  "+reason+" (") {
			t.Errorf("the report does not have %q %d times", reason, n)
		}
	}
	fault := "whatwg: IPv6-unclosed at byte"
	if s.strict {
		fault = "bad percent-encoding in path at byte 2: expected a hex digit"
	}
	for _, text := range []string{"wait in ", fault} {
		if !strings.Contains(report, text) {
			t.Errorf("the report does not have %q", text)
		}
	}
	if strings.Contains(report, "secret@") {
		t.Error("the report has a password")
	}
}

// crawl crawls in this process.
func crawl(t *testing.T, s *site, at home, args ...string) {
	t.Helper()
	o, err := parseFlags(slices.Concat(at, []string{"-delay", "0", "-backoff", "1ms"}, args), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	o.dial, o.noSync = dialOnly(serve(t, s)), true
	if err := o.run(t.Context(), t.Output(), os.Stderr); err != nil {
		t.Fatal(err)
	}
}

// TestManyHosts crawls more hosts than memory holds at a time, each with a few pages.
func TestManyHosts(t *testing.T) { eachFrontier(t, testManyHosts) }

func testManyHosts(t *testing.T, at home) {
	s := emptySite()
	var hrefs []string
	for i := range 200 {
		host := fmt.Sprintf("h%d.test", i)
		hrefs = append(hrefs, "//"+host+"/1", "//"+host+"/2")
		s.links(host+"/1", "3")
		s.leaves(host+"/2", host+"/3")
	}
	s.links("a.test/p/0", hrefs...)
	crawl(t, s, at, "-n", "4", "-per-host", "2", seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
	for host, n := range s.robotsHits {
		// Each host has pages of two levels, and may leave the memory between them. In a cluster, links arrive later.
		if n > 2 && slices.Contains(at, "-dir") {
			t.Errorf("the robots.txt of %s was requested %d times", host, n)
		}
	}
}

// TestHostMax: an endless tree is limited by the number of URLs of its host, and other hosts get their turn.
func TestHostMax(t *testing.T) { eachFrontier(t, testHostMax) }

func testHostMax(t *testing.T, at home) {
	const most = 50
	s := emptySite()
	s.links("a.test/p/0", "//trap.test/", "//b.test/")
	s.leaves("b.test/")
	s.anyPage("trap.test", func(path string) string {
		return anchors(path+"/0", path+"/1", path+"/2")
	})
	crawl(t, s, at, "-host-max", strconv.Itoa(most), seedURL)
	got := openTally(t, at)
	if n := s.total.Load(); n != most+2 || got.outcomes[visited.String()] != n {
		t.Errorf("%d requests, and visited %d, want %d", n, got.outcomes[visited.String()], most+2)
	}
	// All but the root were linked once, and each page that was taken links to three.
	if x := got.refusals; len(x) != 1 || x[0].name != "too many URLs of one host" || x[0].n != 3*most-(most-1) {
		t.Errorf("refused: %+v", x)
	}
}

// TestShapeMax: a site that gives each page a new session identifier in its links is limited by the shape of its URLs.
// Pages without one are not.
func TestShapeMax(t *testing.T) { eachFrontier(t, testShapeMax) }

func testShapeMax(t *testing.T, at home) {
	const most = 20
	s := emptySite()
	s.links("a.test/p/0", "//trap.test/list", "//trap.test/a", "//trap.test/b")
	var sessions atomic.Int64
	s.anyPage("trap.test", func(string) string {
		return anchors("/a", "/b", fmt.Sprintf("/list?sid=%032x", 0xabcdef<<32+sessions.Add(1)))
	})
	crawl(t, s, at, "-shape-max", strconv.Itoa(most), seedURL)
	if n := s.total.Load(); n != 4+most {
		t.Errorf("%d requests, want %d", n, 4+most)
	}
	if x := openTally(t, at).refusals; len(x) != 1 || x[0].name != tooManyOfShape || x[0].n != 3 {
		t.Errorf("refused: %+v", x)
	}
}

func TestMaxPages(t *testing.T) { eachFrontier(t, testMaxPages) }

func testMaxPages(t *testing.T, at home) {
	s := newSite(100, false)
	crawl(t, s, at, "-max", "10", "-n", "3", "-per-host", "3", seedURL)
	if n := s.total.Load(); n != 10 {
		t.Errorf("%d requests, want 10", n)
	}
	if openTally(t, at).outcomes[queued.String()] == 0 {
		t.Error("nothing waits")
	}
}

// TestDelaysAndConcurrency: with one request at a time and a delay, no two requests to a host overlap or follow sooner.
// Both are lower bounds: a slow machine does not break them.
func TestDelaysAndConcurrency(t *testing.T) { eachFrontier(t, testDelaysAndConcurrency) }

func testDelaysAndConcurrency(t *testing.T, at home) {
	const delay = 20 * time.Millisecond
	s := emptySite()
	s.robots["b.test"] = "User-agent: *\nCrawl-delay: 0.05\n"
	var mu sync.Mutex
	busy, ended := map[string]int{}, map[string]time.Time{}
	s.watch = func(host string) (leave func()) {
		mu.Lock()
		defer mu.Unlock()
		least := delay
		if host == "b.test" {
			least = 50 * time.Millisecond
		}
		if since := time.Since(ended[host]); since < least {
			t.Errorf("%s was asked again after %v", host, since)
		}
		if busy[host]++; busy[host] > 1 {
			t.Errorf("%d requests at a time to %s", busy[host], host)
		}
		return func() {
			time.Sleep(2 * delay)
			mu.Lock()
			defer mu.Unlock()
			busy[host]--
			ended[host] = time.Now()
		}
	}
	s.links("a.test/p/0", "1", "2", "3", "//b.test/1", "//b.test/2", "//b.test/3")
	s.leaves("a.test/p/1", "a.test/p/2", "a.test/p/3", "b.test/1", "b.test/2", "b.test/3")
	crawl(t, s, at, "-delay", delay.String(), seedURL)
	s.checkHits(t, 0)
}

// TestRobotsUnavailable: if robots.txt cannot be read because the server fails, its host gets no other request (RFC
// 9309, section 2.3.1.4). The same holds for a host that answers with status 429.
func TestRobotsUnavailable(t *testing.T) {
	for _, trouble := range []string{"500", "429"} {
		eachFrontier(t, func(t *testing.T, at home) {
			s := emptySite()
			s.robots["a.test"] = trouble
			s.forbidden("a.test/p/0")
			crawl(t, s, at, seedURL)
			s.checkHits(t, 0)
			got := openTally(t, at)
			if got.outcomes[failed.String()] != 1 || got.refusals[0].name != "robots.txt not available" {
				t.Errorf("%s: %+v", trouble, got)
			}
		})
	}
}

// TestRobotsLong: of a robots.txt that is longer than the limit, the line at the limit is not read, because its beginning
// could refuse more than the line.
func TestRobotsLong(t *testing.T) {
	s := emptySite()
	const begin, line = "User-agent: *\nDisallow: /x/2\n#", "\nDisallow: /x/3\n"
	s.robots["a.test"] = begin + strings.Repeat(".", robots.MinLimit-len(begin)-len("\nDisallow: /x")) + line
	s.links("a.test/p/0", "/x/1", "/x/2")
	s.leaves("a.test/x/1")
	s.forbidden("a.test/x/2")
	at := boltHome(t)
	crawl(t, s, at, seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
}

// TestRobotsRedirect: a fragment in Location is not sent, and neither is the fragment of a page (RFC 9110, section
// 10.2.2), even if it is empty.
func TestRobotsRedirect(t *testing.T) {
	for _, fragment := range []string{"", "#", "#x"} {
		s := emptySite()
		s.robots["a.test"], s.robotsFragment = "moved", fragment
		s.links("a.test/p/0", "/x/1", "/x/2")
		s.leaves("a.test/x/1")
		s.forbidden("a.test/x/2")
		at := boltHome(t)
		crawl(t, s, at, seedURL)
		s.checkHits(t, 0)
		s.checkFrontier(t, at)
	}
}

// TestSpellingsOfHostShareLimit: all spellings of a host share one limit.
func TestSpellingsOfHostShareLimit(t *testing.T) { eachFrontier(t, testSpellingsOfHostShareLimit) }

func testSpellingsOfHostShareLimit(t *testing.T, at home) {
	s := emptySite()
	s.links("a.test/p/0", "//b.test/1", "//b.test./1", "//b.test./2", "//B.test:0080/3", "//b.test.:080/4")
	s.leaves("b.test/1", "b.test/2")
	s.refuses("too many URLs of one host", 2)
	crawl(t, s, at, "-host-max", "2", seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
	if s.robotsHits["b.test"] != 1 || s.robotsHits["b.test."] != 0 {
		t.Errorf("robots.txt was requested: %v", s.robotsHits)
	}
}

// TestTimeout: a server that takes too long is tried again, and then given up.
func TestTimeout(t *testing.T) { eachFrontier(t, testTimeout) }

func testTimeout(t *testing.T, at home) {
	t.Parallel() // the other frontier waits at the same time
	s := emptySite()
	s.add("a.test/p/0", maxTries, failed, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s.refuses("no answer", 1)
	crawl(t, s, at, "-timeout", "4s", seedURL) // enough for robots.txt on a busy machine
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
}

// TestInterruptedRequestsRepeated: interrupted requests are made again, and do not count as failed.
func TestInterruptedRequestsRepeated(t *testing.T) { eachFrontier(t, testInterruptedRequestsRepeated) }

func testInterruptedRequestsRepeated(t *testing.T, at home) {
	s := emptySite()
	var stop atomic.Pointer[context.CancelFunc]
	s.add("a.test/p/0", maxTries+2, visited, func(w http.ResponseWriter, r *http.Request) {
		if s.total.Load() < maxTries+2 {
			(*stop.Load())()
			<-r.Context().Done()
		}
		w.Header().Set("Content-Type", "text/html")
	})
	server := serve(t, s)
	for i := range maxTries + 2 {
		o, err := parseFlags(append(slices.Clone(at), "-delay", "0", seedURL), t.Output())
		if err != nil {
			t.Fatal(err)
		}
		o.dial = dialOnly(server)
		ctx, cancel := context.WithCancel(t.Context())
		stop.Store(&cancel)
		err = o.run(ctx, t.Output(), os.Stderr)
		cancel()
		if interrupted := errors.Is(err, context.Canceled); interrupted != (i < maxTries+1) {
			t.Errorf("run %d: %v", i, err)
		}
	}
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
}

// TestOtherTypesNotRead: responses that are not HTML are not read.
func TestOtherTypesNotRead(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(make([]byte, 1<<20))
	}))
	defer server.Close()
	p, err := newPolicy(true)
	if err != nil {
		t.Fatal(err)
	}
	f := newFetcher(&config{timeout: time.Minute}, p)
	r, err := f.get(t.Context(), uri.MustParse(server.URL+"/"), nil, 1<<30, true)
	if err != nil || r.medium != mediumOther || len(r.body) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestDialledAddress: the policy checks the address of a name when it is dialled. In this test the name has a forbidden
// address.
func TestDialledAddress(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, allow := range []bool{false, true} {
		p, err := newPolicy(allow)
		if err != nil {
			t.Fatal(err)
		}
		f := newFetcher(&config{timeout: time.Minute}, p)
		_, err = f.get(t.Context(), uri.MustParse(server.URL+"/"), nil, 1, true)
		if _, byPolicy := errors.AsType[guard.Refusal](err); byPolicy == allow {
			t.Errorf("allowed: %t, error: %v", allow, err)
		}
	}
}

// net/http requests exactly the URL, or the request is refused.
func TestRequestIsExact(t *testing.T) {
	for _, test := range []struct{ url, target, host string }{
		{"http://a.test/", "/", "a.test"},
		{"http://a.test/?", "/?", "a.test"},
		{"http://a.test//x", "//x", "a.test"},
		{"http://a.test/a%2Fb;c=1,2/%C3%A9?x=%2F&y=a/b?c", "/a%2Fb;c=1,2/%C3%A9?x=%2F&y=a/b?c", "a.test"},
		{"http://a.test/%2A", "/%2A", "a.test"},
		{"http://[2001:DB8::1]:8080/!$&'()*+,;=:@", "/!$&'()*+,;=:@", "[2001:DB8::1]:8080"},
		{"http://a%2Fb.test/", "", ""},
	} {
		req, err := request(t.Context(), uri.MustParse(test.url))
		switch {
		case err == nil && (req.URL.RequestURI() != test.target || req.Host != test.host):
			t.Errorf("%s: requests %q of %q", test.url, req.Host, req.URL.RequestURI())
		case errors.Is(err, errBridge) != (test.target == ""):
			t.Errorf("%s: %v", test.url, err)
		}
	}
}

func TestBadCalls(t *testing.T) {
	for _, args := range [][]string{{"-n", "0", seedURL}, {"-depth", "251", seedURL}, {"-delay", "x"}, {},
		{"-per-host", "0", seedURL}, {"-body", "0", seedURL}, {"-delay", "-1s", seedURL}, {"-depth", "-1", seedURL},
		{"-timeout", "0", seedURL}, {"-timeout", "-1s", seedURL}, {"-backoff", "-1s", seedURL},
		{"-backoff", "25h", seedURL}, {"-max", "-1", seedURL}, {"-host-max", "0", seedURL}, {"-shape-max", "0", seedURL}, {"-user-agent", "1", seedURL},
		{"-user-agent", "x\n", seedURL},
		{"-partitions", "0", seedURL}, {"-replicas", "0", seedURL}, {"-lease", "2s", seedURL},
	} {
		checkBadCall(t, args...)
	}
}

// TestFileWithoutSeeds: a crawler that was killed before it stored its seeds leaves a file without them. To continue it
// without SEED is an error.
func TestFileWithoutSeeds(t *testing.T) {
	at := boltHome(t)
	if err := at.open(t).close(); err != nil {
		t.Fatal(err)
	}
	if code := command(at, t.Output(), os.Stderr, nil); code != 2 {
		t.Errorf("exit status %d, want 2", code)
	}
	f := at.open(t)
	defer f.close()
	part := result{links: linksOf("http://a.test/1")}
	if err := f.(*boltFrontier).write(&part, false); err != nil { // and before it stored the last of them
		t.Fatal(err)
	}
	if err := f.awaitSeeds(t.Context()); !errors.Is(err, errNoSeeds) {
		t.Error(err)
	}
	put(t, f, &result{links: linksOf("http://a.test/1", "http://a.test/2")})
	if err := f.awaitSeeds(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestBadSeeds(t *testing.T) {
	for _, seed := range []string{
		"a.test", "/a", "", "http://[x]/", "http://u:secret@[x]/", "http:///a", "ftp://a.test/",
		"http://u:secret@a.test/", "http://10.0.0.1/", "http://a.test:81/", "http://a.test/%00",
	} {
		for _, strict := range []string{"-strict=false", "-strict=true"} {
			said := checkBadCall(t, strict, seed)
			if !strings.Contains(said, "SEED") || strings.Contains(said, "secret") {
				t.Errorf("%s %q: %s", strict, seed, said)
			}
			checkBadCall(t, strict, seedURL, seed)
		}
		checkBadCall(t, "-cpuprofile", filepath.Join(t.TempDir(), "missing", "file"), seed)
	}
}

// TestSeedAdvice: the error for a seed says what to do, and shows no password.
func TestSeedAdvice(t *testing.T) {
	for seed, want := range map[string]string{
		"example.com":             "SEED 1 has no scheme: use https://example.com",
		"//example.com/a?b":       "SEED 1 has no scheme: use https://example.com/a?b",
		"example.com:8080/a":      "SEED 1 has no scheme: use https://example.com:8080/a",
		"localhost:8080":          "SEED 1 has no scheme: use http://localhost:8080",
		"10.0.0.1/x":              "SEED 1 has no scheme: use http://10.0.0.1/x",
		"http://localhost:8080/":  "SEED http://localhost:8080/: address not allowed; -allow-private allows it",
		"http://[::1]/":           "SEED http://[::1]/: address not allowed; -allow-private allows it",
		"http://wiki/":            "SEED http://wiki/: host not allowed; -allow-private allows it",
		"https://a.test:8443/":    "SEED https://a.test:8443/: port not allowed; -allow-private allows it",
		"http://u:secret@a.test/": "SEED http://u:xxxxx@a.test/: userinfo not allowed",
		"ftp://a.test/":           "SEED ftp://a.test/: scheme not allowed",
		"user:secret@a.test":      "SEED 1: ",
		"mailto:secret@a.test":    "SEED 1: ",
		"a.test:80@secret.test":   "SEED 1: ",
		"index":                   "SEED 1: ",
	} {
		for _, strict := range []string{"-strict=false", "-strict=true"} {
			said := strings.TrimSpace(checkBadCall(t, strict, seed))
			if said, ok := strings.CutPrefix(said, "crawler: "+want); !ok || strings.Contains(said, "secret") || said != "" && !strings.HasSuffix(want, " ") {
				t.Errorf("%s %q: %q, want %q", strict, seed, said, want)
			}
		}
	}
}

// TestPrivateAdvice: the report of a crawl names the flag that would allow a refused URL, and no flag for others.
func TestPrivateAdvice(t *testing.T) {
	s := emptySite()
	s.links("a.test/p/0", "http://10.0.0.1/", "ftp://a.test/", "http://a.test/%00")
	o, err := parseFlags(append(boltHome(t), "-delay", "0", "-why", seedURL), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	o.dial, o.noSync = dialOnly(serve(t, s)), true
	var report bytes.Buffer
	if err := o.run(t.Context(), &report, os.Stderr); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(report.String()) {
		if strings.Contains(line, "allow-private") != strings.Contains(line, "10.0.0.1") {
			t.Error(line)
		}
	}
	if n := strings.Count(report.String(), publicOnly); n != 2 {
		t.Errorf("the advice is there %d times:\n%s", n, &report)
	}
}

// TestProfileOfStdout checks that a profile does not replace the file that is standard output.
func TestProfileOfStdout(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(name, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout := os.Stdout
	os.Stdout = file
	defer func() { os.Stdout = stdout }()
	if _, err := startProfile(name); err == nil {
		t.Error("no error")
	}
	if text, err := os.ReadFile(name); string(text) != "kept" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// checkBadCall fails if a call is not refused before any file is created. It returns the message of the crawler.
func checkBadCall(t *testing.T, args ...string) string {
	t.Helper()
	dir, errOut := filepath.Join(t.TempDir(), "new"), filepath.Join(t.TempDir(), "errors")
	file, err := os.Create(errOut)
	if err != nil {
		t.Fatal(err)
	}
	dial := func(c *config) { c.dial = dialOnly("") }
	if code := command(append([]string{"-dir", dir}, args...), t.Output(), file, dial); code != 2 {
		t.Errorf("%q: exit status %d, want 2", args, code)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%q: the directory of the frontier was created, or there is another error: %v", args, err)
	}
	said, err := os.ReadFile(errOut)
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	return string(said)
}

func openTally(t testing.TB, at home) tally {
	t.Helper()
	f := at.open(t)
	defer f.close()
	got, err := tallyOf(f)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
