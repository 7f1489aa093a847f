package hostile

import (
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

const (
	smallest     = 1 << 10              // the size of the first input in bytes
	minDoublings = 4                    // the least number of times that the input is doubled
	cheap        = 10 * time.Nanosecond // a call that takes no longer for each byte is never slow, also on a busy machine
	frugal       = 40                   // a call that allocates no more bytes for each byte is never greedy: a log record has its text four times
	fresh        = time.Nanosecond      // what an allocated byte may cost, since the system clears its page
	most         = 64                   // how many allocated bytes may cost fresh each, for each byte of the input
)

// A growth is the cost of a call for inputs of several sizes.
type growth struct {
	doubled []int // the size is smallest << doubled
	times   []time.Duration
	bytes   []uint64
}

// A meter counts the bytes that calls allocate.
type meter struct {
	stats   runtime.MemStats
	sinceGC uint64
}

// maxGarbage is the number of bytes that may be allocated between two calls of the garbage collector.
const maxGarbage = 64 << 20

// allocated returns the number of bytes that have been allocated since the last call.
func (m *meter) allocated() uint64 {
	before := m.stats.TotalAlloc
	runtime.ReadMemStats(&m.stats) // this stops the program, so measure calls it just once
	n := m.stats.TotalAlloc - before
	if m.sinceGC += n; m.sinceGC >= maxGarbage {
		m.sinceGC = 0
		runtime.GC()
		runtime.ReadMemStats(&m.stats)
	}
	return n
}

// measure appends the cost of a call to g. Nothing may be allocated between the last m.allocated and measure. If the call
// is short, it is made twice, because the first one may fill caches. The shorter time and half of the bytes count.
func measure[X any](m *meter, g *growth, doubled int, x X, do func(X) Outcome) {
	const short = 2 * time.Millisecond
	call := func() { do(x) }
	took, calls := CPUTime(call), uint64(1)
	if took < short {
		took, calls = min(took, CPUTime(call)), 2
	}
	g.bytes = append(g.bytes, m.allocated()/calls)
	g.times = append(g.times, took)
	g.doubled = append(g.doubled, doubled)
}

// CPUTime returns the CPU time of f. Other threads, such as the threads of the garbage collector, do not count.
func CPUTime(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	f()
	return threadTime() - start
}

// AllCPUTime returns the CPU time of f, with that of all other threads meanwhile.
func AllCPUTime(f func()) time.Duration {
	start := processTime()
	f()
	return processTime() - start
}

// withoutGC calls f while the garbage collector does not run, unless the heap gets larger than heapLimit. Otherwise
// some calls would clean up after others.
func withoutGC(f func()) {
	const heapLimit = 1 << 29
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(heapLimit))
	f()
}

// isSlow reports whether the last size took more than 4 times as long as size i predicts for a linear function.
func (g *growth) isSlow(i int) bool {
	last := len(g.times) - 1
	linear := g.times[i] << (g.doubled[last] - g.doubled[i])
	return measuresTime && g.times[last] > 4*max(linear, atLeast(smallest<<g.doubled[last], g.bytes[last]))
}

// atLeast returns the time that no call with n bytes has to undercut. A call that allocates may take longer, because
// the system adds the time that it takes to clear pages, and small calls need none: package fmt, for example, keeps its
// buffer for the next call only up to a length of 64 KiB.
func atLeast(n int, allocated uint64) time.Duration {
	return time.Duration(n)*cheap + time.Duration(min(allocated, uint64(n)*most))*fresh
}

// isGreedy reports whether the allocated bytes grow by more than 2.5 times for each doubling from size i to size j. It
// averages over several doublings, because a slice that is appended to grows in uneven steps. It counts at least frugal
// bytes for each byte of the input: packages fmt and whatwg, for example, keep their buffers for the next call only up
// to a length of 64 KiB, and until the garbage collector runs.
func (g *growth) isGreedy(i, j int) bool {
	least := max(g.bytes[i], frugal*smallest<<g.doubled[i])
	return g.doubled[j]-g.doubled[i] == minDoublings && g.bytes[j] > least*(5*5*5*5)/(2*2*2*2)
}

// A sweep selects the inputs of TestGrowth. For each call, one of the growing inputs is the main one.
type sweep struct {
	every   int           // each call gets one in so many growing inputs
	sizes   []int         // each of these inputs has, as numbers of doublings
	limit   int           // the size of the largest main input
	longest time.Duration // how long a call may take before its main input is doubled
}

// everySize are the sizes from 1 KiB to 16 MiB.
var everySize = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}

// sweeps maps the values of the environment variable URI_GROWTH to sweeps. "some" has 128 KiB, because a search for a
// byte or a copy is so fast that one for each byte of 16 KiB hardly takes longer than the rest of the call.
var sweeps = map[string]sweep{
	"":     {every: 8, sizes: []int{0, minDoublings}, limit: 64 << 10, longest: 10 * time.Millisecond},
	"some": {every: 1, sizes: []int{1, 1 + minDoublings, 7}},
	"all":  {every: 1, sizes: everySize},
}

// shortSweep is the sweep of a short test.
var shortSweep = sweep{every: 8, sizes: []int{0, minDoublings}}

// TestGrowth checks that the time and the memory of a call grow no faster than its input. It makes the calls with small
// and with large inputs. The shapes and pairs of the suite are hard for one algorithm or another.
//
// Memory is counted in allocated bytes. Time is the CPU time of the thread, so a busy machine does not add to it.
// TestGrowth does not count steps, because the calls have no loop in common. On a system that does not measure the CPU
// time of a thread, only memory is checked.
//
// If URI_GROWTH is "some" in the environment, all calls get all inputs with 2, 32 and 128 KiB. If it is "all", all inputs
// grow to 16 MiB. Otherwise, each call gets one of them, its main input, which grows to 64 KiB, and an eighth of the others
// with 1 KiB and 16 KiB. In a short test, it gets an eighth of the inputs.
//
// The test is skipped under the race detector, which makes large memory slower than small memory. A call that allocates
// 130 bytes for each byte of its input then takes 8 times as long for a byte of 16 KiB as for a byte of 1 KiB.
func (s *Suite[X]) TestGrowth(t *testing.T) {
	if PoolsForget {
		t.Skip("the race detector changes how time and memory grow")
	}
	w, ok := sweeps[os.Getenv("URI_GROWTH")]
	if !ok {
		t.Fatalf("URI_GROWTH is %q, want one of %q", os.Getenv("URI_GROWTH"), slices.Sorted(maps.Keys(sweeps)))
	}
	if testing.Short() {
		w = shortSweep
	}
	withoutGC(func() { s.grow(t, w) })
}

// A growing is an input of any size.
type growing struct {
	name string
	make func(n int) (a, b string)
}

// growing returns the inputs of the shapes and of the pairs.
func (s *Suite[X]) growing() (all []growing) {
	for _, shape := range s.Shapes {
		all = append(all, growing{fmt.Sprintf("%.40q", shape), shape.make})
	}
	for _, pair := range s.Pairs {
		all = append(all, growing{fmt.Sprintf("%.40q", pair), pair.make})
	}
	return all
}

// grow reports the calls that are not linear.
func (s *Suite[X]) grow(t reporter, w sweep) {
	t.Helper()
	m := meter{sinceGC: maxGarbage}
	names, inputs := slices.Sorted(maps.Keys(s.Calls)), s.growing()
	for i, input := range inputs {
		grown := make([]growth, len(names))
		for doubled := range everySize {
			var x X
			isMade := false
			for j, name := range names {
				if !w.includes(&grown[j], doubled, i+j, j%len(inputs) == i) {
					continue
				}
				if !isMade {
					a, b := input.make(smallest << doubled)
					x, isMade = s.New(a, b, 0), true
					m.allocated()
				}
				measure(&m, &grown[j], doubled, x, s.Calls[name])
			}
		}
		for j, name := range names {
			s.checkGrowth(t, input, name, &grown[j])
		}
	}
}

// includes reports whether the sweep makes a call with a size. i is a number of the call and the input together.
func (w sweep) includes(g *growth, doubled, i int, isMain bool) bool {
	if i%w.every == 0 && slices.Contains(w.sizes, doubled) {
		return true
	}
	return isMain && smallest<<doubled <= w.limit && (doubled <= minDoublings || g.times[len(g.times)-1] < w.longest)
}

// checkGrowth reports a call if its time or memory is not linear in the size of the input.
func (s *Suite[X]) checkGrowth(t reporter, input growing, name string, g *growth) {
	t.Helper()
	last := len(g.times) - 1
	size := func(i int) int { return smallest << g.doubled[i] }
	for i := range g.times {
		if g.doubled[last]-g.doubled[i] >= minDoublings && g.isSlow(i) &&
			staysSlow(CPUTime, size(i), size(last), g.bytes[last], s.call(input, name, size(i)), s.call(input, name, size(last))) {
			t.Errorf("%s of %s... is not linear: %d bytes take %v, %d bytes %v",
				name, input.name, size(i), g.times[i], size(last), g.times[last])
			return
		}
		for j := range i {
			if g.isGreedy(j, i) {
				t.Errorf("%s of %s... is not linear: %d bytes allocate %d, %d bytes %d",
					name, input.name, size(j), g.bytes[j], size(i), g.bytes[i])
				return
			}
		}
	}
}

// call returns a function that makes a call with n bytes of an input.
func (s *Suite[X]) call(input growing, name string, n int) func() {
	a, b := input.make(n)
	x, do := s.New(a, b, 0), s.Calls[name]
	return func() { do(x) }
}

// staysSlow reports whether a call with the larger of two inputs, which allocates some bytes, is slow when it is
// measured again. It compares it with as many calls of the small input as have the same size together. It compares the
// shortest times, because other work on the machine evicts caches, and so adds to the CPU time. Unless URI_LONG is set, one
// measurement is enough for a call that takes less than twice as long.
func staysSlow(timeOf clock, small, large int, allocated uint64, callSmall, callLarge func()) bool {
	const least, most = 3, 8
	fastSmall, fastLarge := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for i := range most {
		runtime.GC()
		fastLarge = min(fastLarge, timeOf(callLarge))
		if fastLarge < 2*atLeast(large, allocated) && !kit.Long() {
			return false
		}
		fastSmall = min(fastSmall, timeOf(func() {
			for range large / small {
				callSmall()
			}
		}))
		linear := max(fastSmall, atLeast(large, allocated))
		if fastLarge < 2*linear && !kit.Long() || fastLarge <= 4*linear && i >= least-1 {
			return false
		}
		if fastLarge > 32*linear && i >= least-1 {
			return true // more measurements would take long and change nothing
		}
	}
	return true
}

// CheckLinear checks that the CPU time of a function grows no faster than the size of its input, up to n. prepare
// returns the function for an input of a size. Use CheckLinear for inputs that are not a [Shape].
func CheckLinear(t *testing.T, name string, n int, prepare func(n int) func()) {
	t.Helper()
	if PoolsForget || !measuresTime {
		prepare(n)() // see TestGrowth
		return
	}
	checkLinear(t, CPUTime, name, n, prepare)
}

// CheckAllLinear is CheckLinear for a function that starts goroutines.
func CheckAllLinear(t *testing.T, name string, n int, prepare func(n int) func()) {
	t.Helper()
	if !PoolsForget && measuresTime {
		checkLinear(t, AllCPUTime, name, n, prepare)
	}
}

// A clock returns the CPU time of a function: CPUTime or AllCPUTime.
type clock func(func()) time.Duration

func checkLinear(t reporter, timeOf clock, name string, n int, prepare func(n int) func()) {
	t.Helper()
	small, large := n>>minDoublings, n
	withoutGC(func() {
		if staysSlow(timeOf, small, large, 0, prepare(small), prepare(large)) {
			t.Errorf("%s is not linear: size %d takes more than 4 times as long as size %d, %d times",
				name, large, small, large/small)
		}
	})
}
