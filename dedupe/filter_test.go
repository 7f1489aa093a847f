package dedupe

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	inputs "github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/randtest"
)

// A record is the arguments of Add.
type record struct{ key, value string }

// reference returns the values that pass. It uses a map.
func reference(records []record) (values []string) {
	seen := map[string]bool{}
	for _, r := range records {
		if !seen[r.key] {
			seen[r.key] = true
			values = append(values, r.value)
		}
	}
	return values
}

// filterAll returns the values that pass a Filter, and the closed Filter.
func filterAll(t *testing.T, memory int64, records []record) (values []string, f *Filter) {
	t.Helper()
	dir := t.TempDir()
	f = NewFilter(Limits{Memory: memory, Dir: dir}, func(value []byte) error {
		values = append(values, string(value))
		return nil
	})
	for _, r := range records {
		key := []byte(r.key)
		value := key
		if r.value != r.key {
			value = []byte(r.value)
		}
		if err := f.Add(key, value); err != nil {
			t.Fatal(err)
		}
		clear(key)
	}
	if err := f.Finish(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Error("files are left:", left, err)
	}
	return values, f
}

// TestFilter compares the Filter with a map. Most inputs are many times as large as its memory, so that partitions are
// divided more than once.
func TestFilter(t *testing.T) {
	random := randtest.New(t)
	long := strings.Repeat("long", 20_000)
	n := inputs.Rounds(15_000, 15_000, 60_000)
	many := func(record func(i int) record) (list []record) {
		for i := range n {
			list = append(list, record(i))
		}
		return list
	}
	same := func(key string) record { return record{key, key} }
	for name, records := range map[string][]record{
		"none":     nil,
		"empty":    {same(""), {"", "second"}, {"a", ""}, {"a", "x"}},
		"distinct": many(func(i int) record { return same(fmt.Sprintf("http://example.com/%d", i)) }),
		"half":     many(func(int) record { return same(fmt.Sprintf("http://example.com/%d", random.IntN(n/2))) }),
		"few":      many(func(int) record { return same(fmt.Sprintf("http://example.com/%d", random.IntN(100))) }),
		"one":      many(func(int) record { return same("http://example.com/") }),
		"one, when the memory is full": many(func(i int) record {
			if i < n/4 {
				return same(fmt.Sprintf("http://example.com/%d", i))
			}
			return record{"http://example.com/", fmt.Sprint(i)}
		}),
		"values": many(func(i int) record {
			return record{fmt.Sprint(random.IntN(n / 2)), fmt.Sprintf("%d %*d", i, i%100, 0)}
		}),
		"prefixes": many(func(int) record { return same(long[:random.IntN(3000)]) }),
		"long": many(func(i int) record {
			if i%500 > 0 {
				return same(fmt.Sprint(random.IntN(n / 4)))
			}
			return record{long + fmt.Sprint(i/2000), long[:random.IntN(len(long))]}
		}),
	} {
		want := reference(records)
		for _, memory := range []int64{1, 1 << 17, 1 << 20, 16 << 20} {
			got, f := filterAll(t, memory, records)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d bytes: %d values, want %d", name, memory, len(got), len(want))
			}
			if f.passed != int64(len(want)) {
				t.Errorf("%s, %d bytes: %d passed, want %d", name, memory, f.passed, len(want))
			}
			if name == "distinct" && memory == 1 && len(f.seeds) < 3 {
				t.Errorf("%s: no partition was divided again", name)
			}
		}
	}
}

// TestFilterCollisions: the result is correct if all hashes are equal, so that all records fall into one partition.
func TestFilterCollisions(t *testing.T) {
	var out bytes.Buffer
	f := NewFilter(Limits{Memory: 1, Dir: t.TempDir()}, func(value []byte) error {
		fmt.Fprintf(&out, "%s\n", value)
		return nil
	})
	defer f.Close()
	var want strings.Builder
	for i := range 5000 {
		key := fmt.Append(nil, i%2500)
		if err := f.addHashed(42, key, key); err != nil {
			t.Fatal(err)
		}
		if i < 2500 {
			fmt.Fprintln(&want, i)
		}
	}
	if err := f.Finish(); err != nil || out.String() != want.String() {
		t.Errorf("%d bytes, want %d; %v", out.Len(), want.Len(), err)
	}
}
