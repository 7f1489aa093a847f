package main

import (
	"context"
	"sync"
	"testing"
	"time"
)

// BenchmarkCluster puts URLs into a cluster of three servers on this machine, as pages with 100 links, which are new or
// seen, and takes them. Each is done by 64 goroutines.
func BenchmarkCluster(b *testing.B) {
	const workers, perPage = 64, 100
	f := benchFrontier(b, "-partitions", "64")
	const urls = 20_000
	b.Run("put", func(b *testing.B) {
		n := 0
		for b.Loop() {
			putMany(b, f, workers, n, urls, perPage)
			n += urls
		}
		b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "URLs/s")
	})
	b.Run("seen", func(b *testing.B) {
		n := 0
		for b.Loop() {
			f.known = knownURLs{}
			putMany(b, f, workers, 0, urls, perPage)
			n += urls
		}
		b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "URLs/s")
	})
	more := 1 << 30
	b.Run("take", func(b *testing.B) {
		n := 0
		putMany(b, f, workers, more, b.N*urls, perPage)
		more += b.N * urls
		f.begin.Do(f.join)
		for _, p := range f.parts {
			for p.nextOrigin("") == "" {
				time.Sleep(time.Millisecond)
			}
		}
		b.ResetTimer()
		for range b.N {
			takeMany(b, f, workers, urls)
			n += urls
		}
		b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "URLs/s")
	})
}

func benchFrontier(b testing.TB, flags ...string) *clusterFrontier {
	b.Helper()
	c, err := sharedCluster()
	if err != nil {
		b.Fatal(err)
	}
	f := append(append(c.home(), "-lease", "30s"), flags...).open(b)
	b.Cleanup(func() { _ = f.close() })
	return f.(*clusterFrontier)
}

// putMany puts n URLs, with numbers from first on.
func putMany(b testing.TB, f *clusterFrontier, workers, first, n, perPage int) {
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := first + w*perPage; i < first+n; i += workers * perPage {
				if err := f.done(manyLinks(i, perPage, 1<<30)); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// takeMany takes entries, without links.
func takeMany(b testing.TB, f *clusterFrontier, workers, n int) {
	entries := make(chan entry, workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for e := range entries {
				if err := f.done(&result{entry: e, outcome: visited}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	last := map[string]uint64{}
	for origin := ""; n > 0; {
		origin, _ = f.nextOrigin(origin)
		if origin == "" {
			sleep(context.Background(), time.Millisecond)
			continue
		}
		list, _ := f.next(origin, last[origin], n)
		for _, e := range list {
			entries <- e
			last[origin] = e.seq
		}
		n -= len(list)
	}
	close(entries)
	group.Wait()
}
