//go:build unix

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

// mazeSite is a web of n pages on several hosts. Most pages can be reached by ways of many lengths, some of them with
// redirects. The expectations are for a crawl with -depth from page 0.
func mazeSite(random *rand.Rand, n, depth int) *site {
	const hosts = 12
	s := emptySite()
	name := func(i int) string { return fmt.Sprintf("h%d.test/%d", i*7%hosts, i) }
	links := make([][]int, n)
	for i := range links {
		switch {
		case i > 0 && random.IntN(8) == 0: // a redirect
			links[i] = []int{random.IntN(n)}
			continue
		case i+1 < n:
			links[i] = append(links[i], i+1) // the long way
		}
		for range 3 {
			links[i] = append(links[i], min(n-1, i+random.IntN(1+n/20)), random.IntN(i+1))
		}
	}
	for i, at := range levelsOf(links, depth) {
		var hrefs []string
		for _, to := range links[i] {
			hrefs = append(hrefs, "//"+name(to))
		}
		switch {
		case at == endless:
			s.pages[name(i)], s.wantHits[name(i)] = nil, 0
		case len(links[i]) == 1 && i+1 < n:
			s.redirect(name(i), hrefs[0])
		default:
			s.links(name(i), hrefs...)
		}
	}
	return s
}

// levelsOf returns the level of each page, or endless. A page with one link is a redirect, except the last page.
func levelsOf(links [][]int, depth int) []level {
	levels := make([]level, len(links))
	for i := range levels {
		levels[i] = endless
	}
	levels[0] = 0
	for at := level(0); at <= level(depth)<<8|maxHops; at++ {
		for i, l := range levels {
			if l != at {
				continue
			}
			next := at&^0xff + 0x100
			if len(links[i]) == 1 && i+1 < len(links) {
				next = at + 1
			}
			if next>>8 > level(depth) || next&0xff > maxHops {
				continue
			}
			for _, to := range links[i] {
				levels[to] = min(levels[to], next)
			}
		}
	}
	return levels
}

// checkMaze checks that all pages within the depth were requested, and no others, and that each has one outcome.
func (s *site) checkMaze(t *testing.T, at home, extra int) {
	t.Helper()
	s.checkHits(t, extra)
	got := openTally(t, at)
	for _, o := range []outcome{queued, visited, redirected} {
		if got.outcomes[o.String()] != s.wantOutcomes[o.String()] {
			t.Errorf("%s: %d, want %d", o, got.outcomes[o.String()], s.wantOutcomes[o.String()])
		}
	}
}

// TestDepthExact: a page is within -depth if any way to it is, whichever was found first.
func TestDepthExact(t *testing.T) {
	for _, depth := range []int{0, 3, 6} {
		eachFrontier(t, func(t *testing.T, at home) {
			s := mazeSite(kit.Random(t), 150, depth)
			crawl(t, s, at, "-n", "16", "-per-host", "4", "-depth", strconv.Itoa(depth), "http://h0.test/0")
			s.checkMaze(t, at, 0)
		})
	}
}

// The trial: with URI_TRIAL=20, these tests make so many runs. They need minutes.
const trialEnv = "URI_TRIAL"

func trialRuns(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv(trialEnv))
	if err != nil {
		t.Skip("set " + trialEnv + " to a number of runs")
	}
	return n
}

// TestTrialStaggered starts two crawlers with 0.1 to 2 seconds between them. The second one has no seed, and must find
// the crawl of the first.
func TestTrialStaggered(t *testing.T) {
	random := kit.Random(t)
	pages, idle := int64(0), 0
	for run := range trialRuns(t) {
		s := mazeSite(random, 300, 20)
		server, at := serve(t, s), clusterHome(t)
		flags := append(at[:len(at):len(at)], "-delay", "5ms", "-depth", "20", "-n", "4")
		one, out1 := start(t, server, append(flags, "http://h0.test/0")...)
		stagger := time.Duration(100+random.IntN(1900)) * time.Millisecond
		time.Sleep(stagger)
		before := s.total.Load()
		two, out2 := start(t, server, flags...)
		if err := errors.Join(one.Wait(), two.Wait()); err != nil {
			t.Errorf("run %d, after %v: %v\n%s\n%s", run, stagger, err, out1, out2)
		}
		s.checkMaze(t, at, 0)
		t.Logf("run %d: the second started after %v and %d requests; %d requests", run, stagger, before, s.total.Load())
		pages += s.total.Load()
		if before == s.total.Load() {
			idle++
		}
	}
	t.Logf("%d requests in all; %d crawls had ended before the second crawler started", pages, idle)
}

// TestTrialKilledFile kills a crawler with a frontier in a file three times in each run.
func TestTrialKilledFile(t *testing.T) {
	random := kit.Random(t)
	pages, more := int64(0), int64(0)
	for run := range trialRuns(t) {
		const workers = 8
		depth := 3 + random.IntN(6)
		s := mazeSite(random, 500, depth)
		server, at := serve(t, s), boltHome(t)
		flags := append(at, "-delay", "2ms", "-n", strconv.Itoa(workers), "-per-host", "2", "-depth", strconv.Itoa(depth),
			"http://h0.test/0")
		want := s.expected()
		for range 3 {
			cmd, _ := start(t, server, flags...)
			reached := s.reaches(s.total.Load() + 1 + random.Int64N(want/4+1))
			select {
			case <-reached:
			case <-time.After(testPatience):
				t.Error("no request")
			}
			killNow(cmd)
		}
		cmd, out := start(t, server, flags...)
		if err := cmd.Wait(); err != nil {
			t.Errorf("run %d: %v\n%s", run, err, out)
		}
		s.checkMaze(t, at, 3*workers)
		t.Logf("run %d: -depth %d, %d pages, %d requests", run, depth, want, s.total.Load())
		pages, more = pages+want, more+s.total.Load()-want
	}
	t.Logf("%d pages in all; %d requests more", pages, more)
}

// TestTrialKilledCluster kills a crawler, a server and a crawler again in each run.
func TestTrialKilledCluster(t *testing.T) {
	random := kit.Random(t)
	pages, more := int64(0), int64(0)
	for run := range trialRuns(t) {
		const workers = 4
		depth := 3 + random.IntN(6)
		s := mazeSite(random, 500, depth)
		c, err := startCluster(t.TempDir(), natsServers)
		t.Cleanup(c.stop)
		if err != nil {
			t.Fatal(err)
		}
		server, at := serve(t, s), c.home()
		flags := append(at[:len(at):len(at)], "-delay", "10ms", "-n", strconv.Itoa(workers), "-per-host", "2", "-depth",
			strconv.Itoa(depth), "http://h0.test/0")
		want := s.expected()
		one, out1 := start(t, server, flags...)
		two, out2 := start(t, server, flags...)
		wait := func(percent int64) {
			for end := time.Now().Add(testPatience); s.total.Load() < want*percent/100; time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					f := at.openCluster(t)
					lowest, complete := f.lowest()
					t.Logf("level %d, lowest %d, %t: %+v", f.level(), lowest, complete, f.status.summaries)
					for _, p := range f.parts {
						info, err := p.stream.Info(t.Context())
						lease, errLease := f.leases.Get(t.Context(), p.key)
						t.Logf("%d: %v messages, %v; %v, %v", p.n, info, err, lease, errLease)
					}
					for _, x := range []*exec.Cmd{one, two} {
						_ = x.Process.Signal(syscall.SIGQUIT) // so that it writes its stacks
						_ = x.Wait()
					}
					t.Fatalf("run %d: %d requests of %d\n%s\n%s", run, s.total.Load(), want, out1, out2)
				}
			}
		}
		wait(10 + random.Int64N(15))
		killNow(one)
		one, out1 = start(t, server, flags...)
		wait(30 + random.Int64N(15))
		down := random.IntN(natsServers)
		c.kill(down)
		wait(50 + random.Int64N(15))
		if err := c.start(down); err != nil {
			t.Fatal(err)
		}
		killNow(two)
		two, out2 = start(t, server, flags...)
		if err := errors.Join(one.Wait(), two.Wait()); err != nil {
			t.Errorf("run %d: %v\n%s\n%s", run, err, out1, out2)
		}
		// When a server is killed, all crawlers may give up their leases.
		s.checkMaze(t, at, 4*workers)
		t.Logf("run %d: -depth %d, %d pages, %d requests", run, depth, want, s.total.Load())
		pages, more = pages+want, more+s.total.Load()-want
		c.stop()
	}
	t.Logf("%d pages in all; %d requests more", pages, more)
}

// expected returns the number of pages.
func (s *site) expected() (n int64) {
	for _, hits := range s.wantHits {
		n += int64(hits)
	}
	return n
}

func killNow(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}
