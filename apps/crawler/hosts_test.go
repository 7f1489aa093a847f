//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

// sixHosts is a site of n URLs on six hosts, which is found only by reading all media: a third of it by feeds, sitemaps,
// outlines and the field Refresh. The URLs are a tree, with links between its branches.
func sixHosts(n int) *site {
	s := emptySite()
	name := func(i int) string { return fmt.Sprintf("h%d.test/%d", i%6, i) }
	for i := range n {
		var down []string // to the children in the tree
		for child := 3*i + 1; child <= min(3*i+3, n-1); child++ {
			down = append(down, "http://"+name(child))
		}
		across := []string{"//" + name(0), "//" + name(n-1-i), "//" + name(i*31%n), "//h1.test./1", "#part"}
		wrap := func(before, each, after string) string {
			var b strings.Builder
			for _, u := range down {
				fmt.Fprintf(&b, each, u)
			}
			return before + b.String() + after
		}
		switch i % 12 {
		case 2:
			s.raw(name(i), visited, wrap("<?xml version='1.0'?><rss><channel><link>http://h0.test/0</link>", "<item><link>%s</link></item>", "</channel></rss>"), "Content-Type: application/rss+xml")
		case 4:
			s.raw(name(i), visited, wrap("<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry><summary type='html'>&lt;a href='%s'></summary></entry>", "</feed>"), "Content-Type: application/atom+xml")
		case 6:
			s.raw(name(i), visited, wrap("<urlset>", "<url><loc>%s</loc></url>", "</urlset>"), "Content-Type: application/xml")
		case 8:
			s.raw(name(i), visited, wrap("<opml><body>", "<outline htmlUrl='%s'/>", "</body></opml>"), "Content-Type: text/x-opml")
		case 10:
			if len(down) > 0 {
				s.raw(name(i), visited, anchors(append(across, down[1:]...)...), "Content-Type: text/html", "Refresh: 0;url="+down[0])
				continue
			}
			fallthrough
		default:
			s.raw(name(i), visited, anchors(append(across, down...)...)) // browsers sniff it
		}
	}
	return s
}

// TestSixHosts crawls 1,375 URLs alone, and with others on one and on three servers, while crawlers and a server are
// killed: no URL is missed, and none is requested twice but those in flight.
func TestSixHosts(t *testing.T) {
	n, workers := kit.Rounds(275, 1375, 1375), 4
	for _, servers := range []int{0, 1, 3} {
		t.Run(fmt.Sprint(servers, " servers"), func(t *testing.T) {
			t.Parallel()
			random, s := kit.Random(t), sixHosts(n)
			at, crawlers := boltHome(t), 1
			var c *natsCluster
			if servers > 0 {
				var err error
				c, err = startCluster(t.TempDir(), servers)
				t.Cleanup(c.stop)
				if err != nil {
					t.Fatal(err)
				}
				at, crawlers = append(c.home(), "-replicas", fmt.Sprint(servers), "-lease", killedLease.String()), 3
			}
			server, visits := serve(t, s), filepath.Join(t.TempDir(), "visits")
			flags := append(at, "-n", fmt.Sprint(workers), "-delay", "5ms", "-backoff", "1ms", "http://h0.test/0")
			start := func() crawlerProcess {
				cmd, out := startIn(t, []string{crawlEnv + "=" + server, visitsEnv + "=" + visits}, flags...)
				return crawlerProcess{cmd, out}
			}
			wait := func(percent int) {
				t.Helper()
				requests := int64(n * (percent + random.IntN(10)) / 100)
				eventually(t, fmt.Sprint(percent, "%"), func() bool { return s.total.Load() >= requests })
			}
			running := make([]crawlerProcess, crawlers)
			for i := range running {
				running[i] = start()
			}
			kills := 0
			for _, percent := range []int{15, 40, 70} {
				wait(percent)
				if percent == 40 && c != nil {
					down := random.IntN(servers)
					t.Log("kill server", down)
					c.kill(down)
					time.Sleep(time.Second)
					if err := c.start(down); err != nil {
						t.Fatal(err)
					}
					continue
				}
				victim := random.IntN(crawlers)
				t.Log("kill crawler", victim)
				_ = running[victim].cmd.Process.Kill()
				_ = running[victim].cmd.Wait()
				running[victim] = start()
				kills++
			}
			for i, x := range running {
				if err := x.cmd.Wait(); err != nil {
					t.Errorf("crawler %d: %v\n%s", i, err, x.out)
				}
			}
			inFlight := kills * workers
			if c != nil {
				inFlight += crawlers * workers // the kill of a server can end all leases
			}
			t.Logf("%d requests more than pages", s.total.Load()-int64(n))
			s.checkHits(t, inFlight)
			s.checkFrontier(t, at)
		})
	}
}
