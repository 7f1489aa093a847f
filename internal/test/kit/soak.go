package kit

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// SoakEnv is the environment variable with the length of a run, such as 1h. Without it, a run has one second.
const SoakEnv = "URI_SOAK"

// A sample is the use of memory, in bytes, and the goroutines at one time.
type sample struct {
	heap, resident uint64
	goroutines     int
}

// Soak calls work with a context that ends after the length of a run, and logs samples. When work has returned, the test
// fails if more goroutines are left than before. If the run had at least a minute, it also fails if the heap grew: if
// its least use in the last third is more than one and a half times the greatest in the second third.
func Soak(t *testing.T, work func(ctx context.Context)) {
	t.Helper()
	length := time.Second
	if text := os.Getenv(SoakEnv); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatalf("%s: %v", SoakEnv, err)
		}
	}
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	done := make(chan []sample)
	go func() { done <- watch(ctx, t, length/30) }()
	work(ctx)
	cancel()
	samples := <-done
	if length >= time.Minute {
		checkHeap(t, samples)
	}
	left := 0
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if left = runtime.NumGoroutine(); left <= before {
			t.Logf("%d goroutines before and %d after", before, left)
			return
		}
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines before and %d after:\n%s", before, left, stacks[:runtime.Stack(stacks, true)])
}

// watch takes samples at intervals until ctx is done.
func watch(ctx context.Context, t *testing.T, interval time.Duration) (list []sample) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return list
		case <-tick.C:
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		s := sample{m.HeapAlloc, resident(), runtime.NumGoroutine()}
		t.Logf("%s: heap %.1f MiB, resident %.1f MiB, %d goroutines", time.Now().Format(time.TimeOnly),
			float64(s.heap)/(1<<20), float64(s.resident)/(1<<20), s.goroutines)
		list = append(list, s)
	}
}

// resident returns the resident memory of the process, or 0 if the system does not say.
func resident() uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseUint(fields[1], 10, 64)
	return pages * uint64(os.Getpagesize())
}

func checkHeap(t *testing.T, list []sample) {
	t.Helper()
	third := len(list) / 3
	if third == 0 {
		return
	}
	var greatest uint64
	for _, s := range list[third : 2*third] {
		greatest = max(greatest, s.heap)
	}
	least := ^uint64(0)
	for _, s := range list[2*third:] {
		least = min(least, s.heap)
	}
	if least > greatest+greatest/2 {
		t.Errorf("the heap grew from at most %d bytes in the second third to at least %d in the last", greatest, least)
	}
}
