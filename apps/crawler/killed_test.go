//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

const (
	killedHosts   = 25
	killedDelay   = 50 * time.Millisecond
	killedWorkers = 4 // of a crawler
	killedLease   = 5 * time.Second

	// slowHost requires a longer delay.
	slowHost  = "h0.test"
	slowDelay = 200 * time.Millisecond
)

// hostsSite is a tree of n pages, on many hosts.
func hostsSite(n int) *site {
	s := emptySite()
	name := func(i int) string {
		host := i % killedHosts
		if host == 0 && i%(10*killedHosts) != 0 {
			host = 1 // slowHost has fewer pages
		}
		return fmt.Sprintf("h%d.test/%d", host, i)
	}
	s.robots[slowHost] = fmt.Sprintf("User-agent: *\nCrawl-delay: %g\n", slowDelay.Seconds())
	for i := range n {
		hrefs := []string{"//" + name(0), "//" + name(n-1-i), "//" + name(i*31%n)}
		for child := 3*i + 1; child <= min(3*i+3, n-1); child++ {
			hrefs = append(hrefs, "//"+name(child))
		}
		s.links(name(i), hrefs...)
	}
	return s
}

// A crawlerProcess is one of several crawlers of a frontier.
type crawlerProcess struct {
	cmd *exec.Cmd
	out *bytes.Buffer
}

// startCrawler starts a crawler that writes the times of its requests to a file.
func startCrawler(t *testing.T, server string, at home, visits string) crawlerProcess {
	t.Helper()
	cmd, out := startIn(t, []string{crawlEnv + "=" + server, visitsEnv + "=" + visits}, slices.Concat(at, []string{
		"-n", strconv.Itoa(killedWorkers), "-delay", killedDelay.String(), "-backoff", "1ms", "http://h0.test/0"})...)
	return crawlerProcess{cmd, out}
}

// TestKilledCluster kills crawlers and servers, and suspends a crawler until others have taken over its partitions.
func TestKilledCluster(t *testing.T) {
	t.Parallel()
	n := 400
	if os.Getenv("URI_LONG") != "" {
		n = 5000
	}
	began := time.Now()
	log := func(what string, i int) { t.Log(time.Since(began).Round(time.Millisecond), what, i) }
	random := kit.Random(t)
	c, err := startCluster(t.TempDir(), natsServers)
	t.Cleanup(c.stop)
	if err != nil {
		t.Fatal(err)
	}
	s := hostsSite(n)
	at := append(c.home(), "-partitions", "8", "-lease", killedLease.String())
	server, visits := serve(t, s), filepath.Join(t.TempDir(), "visits")
	// wait returns at a random moment of a part of the crawl.
	wait := func(percent int) {
		t.Helper()
		requests := int64(n * (percent + random.IntN(5)) / 100)
		eventually(t, fmt.Sprint(percent, "%"), func() bool { return s.total.Load() >= requests })
	}

	crawlers := make([]crawlerProcess, 3)
	for i := range crawlers {
		crawlers[i] = startCrawler(t, server, at, visits)
	}
	wait(10)
	victim := random.IntN(len(crawlers))
	log("kill crawler", victim)
	_ = crawlers[victim].cmd.Process.Kill()
	_ = crawlers[victim].cmd.Wait()
	wait(30)
	down := random.IntN(natsServers)
	log("kill server", down)
	c.kill(down)
	log("start crawler", victim)
	crawlers[victim] = startCrawler(t, server, at, visits)
	wait(45)
	log("start server", down)
	if err := c.start(down); err != nil {
		t.Fatal(err)
	}
	wait(50)
	suspended := random.IntN(len(crawlers))
	log("suspend crawler", suspended)
	suspend(t, crawlers[suspended].cmd.Process)
	time.Sleep(killedLease * 3 / 2) // the others have taken over, or will while it is awake again
	wait(75)
	log("wake crawler", suspended)
	if err := crawlers[suspended].cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for i, x := range crawlers {
		if err := x.cmd.Wait(); err != nil {
			t.Errorf("crawler %d: %v\n%s", i, err, x.out)
		}
		log("end of crawler", i)
	}
	// A server that is killed can make all crawlers give up their leases.
	inFlight := killedWorkers + len(crawlers)*killedWorkers + killedWorkers
	t.Logf("%d requests more than pages", s.total.Load()-int64(n))
	s.checkHits(t, inFlight)
	if got := openTally(t, at); got.outcomes[queued.String()] != 0 {
		t.Errorf("%d URLs wait", got.outcomes[queued.String()])
	}
	checkDelays(t, visits)
}

// suspend stops a child process. It waits until all its threads have stopped. On a busy machine, they continue for a
// while after the signal.
func suspend(t *testing.T, child *os.Process) {
	t.Helper()
	if err := child.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	_, err := syscall.Wait4(child.Pid, nil, syscall.WUNTRACED, nil)
	for err == syscall.EINTR {
		_, err = syscall.Wait4(child.Pid, nil, syscall.WUNTRACED, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoMajority: a server that cannot reach the others refuses a second message with the subject of one that it could
// not store. That does not mean that the URL is stored.
func TestNoMajority(t *testing.T) {
	t.Parallel()
	c, err := startCluster(t.TempDir(), natsServers)
	t.Cleanup(c.stop)
	if err != nil {
		t.Fatal(err)
	}
	at := append(c.home(), "-partitions", "1")
	info := infoOf(t, at.openCluster(t).parts[0].stream)
	leader := int(info.Cluster.Leader[1] - '0') // "s0"
	at[1] = strings.Split(at[1], ",")[leader]
	f := at.openCluster(t)
	for i, server := range c.servers {
		if i != leader {
			suspend(t, server.Process)
		}
	}
	f.patience = oneRequest + 2*time.Second
	if err := f.done(&result{links: linksOf("http://a.test/")}); err == nil {
		t.Error("a URL is stored on one server of three")
	}
	for _, server := range c.servers {
		if err := server.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
	}
	f.patience = testPatience
	put(t, f, &result{links: linksOf("http://a.test/")})
	first(t, f)
}

// checkDelays compares the times of the requests of all crawlers. A crawler that was suspended just before requests
// makes them when it wakes up.
func checkDelays(t *testing.T, visits string) {
	t.Helper()
	text, err := os.ReadFile(visits)
	if err != nil {
		t.Fatal(err)
	}
	times := map[string][]time.Duration{}
	for line := range strings.Lines(string(text)) {
		var host string
		var nano int64
		if _, err := fmt.Sscan(line, &host, &nano); err != nil {
			t.Fatal(err)
		}
		times[host] = append(times[host], time.Duration(nano))
	}
	early := 0
	for host, list := range times {
		least := killedDelay
		if host == slowHost {
			least = slowDelay
		}
		slices.Sort(list)
		for i := range list[1:] {
			if list[i+1]-list[i] < least {
				t.Logf("%s was asked again after %v", host, list[i+1]-list[i])
				early++
			}
		}
	}
	if early > killedWorkers {
		t.Errorf("%d requests too early", early)
	}
}
