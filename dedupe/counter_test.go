package dedupe

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// TestCounter compares the Counter with a map. In most inputs, the names do not fit into its memory.
func TestCounter(t *testing.T) {
	n := kit.Rounds(1_000, 4_000, 40_000)
	long := strings.Repeat("long", 1_000)
	for name, next := range map[string]func(random *rand.Rand, i int) string{
		"distinct": func(_ *rand.Rand, i int) string { return fmt.Sprintf("%d.example", i) },
		"zipf": func(random *rand.Rand, _ int) string {
			return fmt.Sprintf("%d.example", int(float64(n)*random.Float64()*random.Float64()))
		},
		"one":   func(*rand.Rand, int) string { return "one.example" },
		"empty": func(_ *rand.Rand, i int) string { return long[:i%7] },
		"long":  func(random *rand.Rand, i int) string { return long[:random.IntN(1+(i%100)*40)] },
	} {
		for _, memory := range []int64{1, 1 << 18, 16 << 20} {
			t.Run(fmt.Sprintf("%s/%d", name, memory), func(t *testing.T) {
				dir := t.TempDir()
				c := NewCounter(Limits{Memory: memory, Dir: dir})
				want, random := map[string]int64{}, kit.Random(t)
				for i := range n {
					s := next(random, i)
					want[s]++
					if err := c.Add([]byte(s)); err != nil {
						t.Fatal(err)
					}
				}
				var names []string
				err := c.Finish(func(name []byte, count int64) error {
					if want[string(name)] != count {
						t.Errorf("%.20s: %d, want %d", name, count, want[string(name)])
					}
					names = append(names, string(name))
					return nil
				})
				if sorted := slices.Sorted(maps.Keys(want)); err != nil || !slices.Equal(names, sorted) {
					t.Errorf("%d names, want %d; %v", len(names), len(sorted), err)
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
				if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
					t.Error("files are left:", left, err)
				}
			})
		}
	}
}

// TestSpilledCounterGrowth: the time of a Counter that writes to its file is linear in the number of names.
func TestSpilledCounterGrowth(t *testing.T) {
	hostile.CheckLinear(t, "Counter", 1<<15, func(n int) func() {
		return func() {
			c := NewCounter(Limits{Memory: 1})
			for i := range n {
				c.Add(strconv.AppendInt(nil, int64(i), 10))
			}
			c.Finish(func([]byte, int64) error { return nil })
			c.Close()
		}
	})
}
