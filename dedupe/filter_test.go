package dedupe

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

// A record is the arguments of Add.
type record struct{ key, value string }

// firstValues returns the values that pass. It uses a map.
func firstValues(records []record) (values []string) {
	seen := map[string]bool{}
	for _, r := range records {
		if !seen[r.key] {
			seen[r.key] = true
			values = append(values, r.value)
		}
	}
	return values
}

// filterAll returns the values that pass a filter, and the number of records that Finish wrote to partitions again.
func filterAll(t *testing.T, memory int64, records []record) (values []string, again int64) {
	t.Helper()
	dir := t.TempDir()
	f := newFilter(Limits{Memory: memory, Dir: dir}, false, func(value []byte, _ uint64) error {
		values = append(values, string(value))
		return nil
	})
	for _, r := range records {
		key := []byte(r.key)
		value := key
		if r.value != r.key {
			value = []byte(r.value)
		}
		if err := f.add(key, value); err != nil {
			t.Fatal(err)
		}
		clear(key)
	}
	before := f.spilled
	if err := f.finish(); err != nil {
		t.Fatal(err)
	}
	if err := f.close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Error("files are left:", left, err)
	}
	if f.passed != int64(len(values)) || f.filtered != f.spilled {
		t.Errorf("%d values: %+v", len(values), f.tally)
	}
	return values, f.spilled - before
}

// TestFilter compares the filter with a map. Most inputs are many times as large as its memory, so that partitions are
// divided more than once.
func TestFilter(t *testing.T) {
	random := kit.Random(t)
	long := strings.Repeat("long", 20_000)
	n := kit.Rounds(5_000, 5_000, 60_000)
	many := func(n int, record func(i int) record) (list []record) {
		for i := range n {
			list = append(list, record(i))
		}
		return list
	}
	same := func(key string) record { return record{key, key} }
	for name, records := range map[string][]record{
		"none":  nil,
		"empty": {same(""), {"", "second"}, {"a", ""}, {"a", "x"}},
		// So many that partitions are divided again.
		"distinct": many(max(n, 15_000), func(i int) record { return same(fmt.Sprintf("http://example.com/%d", i)) }),
		"half":     many(n, func(int) record { return same(fmt.Sprintf("http://example.com/%d", random.IntN(n/2))) }),
		"few":      many(n, func(int) record { return same(fmt.Sprintf("http://example.com/%d", random.IntN(100))) }),
		"one":      many(n, func(int) record { return same("http://example.com/") }),
		"one, when the memory is full": many(n, func(i int) record {
			if i < n/4 {
				return same(fmt.Sprintf("http://example.com/%d", i))
			}
			return record{"http://example.com/", fmt.Sprint(i)}
		}),
		"values": many(n, func(i int) record {
			return record{fmt.Sprint(random.IntN(n / 2)), fmt.Sprintf("%d %*d", i, i%100, 0)}
		}),
		"prefixes": many(n, func(int) record { return same(long[:random.IntN(3000)]) }),
		"long": many(n, func(i int) record {
			if i%500 > 0 {
				return same(fmt.Sprint(random.IntN(n / 4)))
			}
			return record{long + fmt.Sprint(i/2000), long[:random.IntN(len(long))]}
		}),
	} {
		want := firstValues(records)
		for _, memory := range []int64{1, 1 << 17, 1 << 20, 16 << 20} {
			got, again := filterAll(t, memory, records)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d bytes: %d values, want %d", name, memory, len(got), len(want))
			}
			if name == "distinct" && memory == 1 && again == 0 {
				t.Errorf("%s: no partition was divided again", name)
			}
		}
	}
}

// TestFilterCollisions: the result is correct if all hashes are equal, so that all records fall into one partition.
func TestFilterCollisions(t *testing.T) {
	var out bytes.Buffer
	f := newFilter(Limits{Memory: 1, Dir: t.TempDir()}, false, func(value []byte, _ uint64) error {
		fmt.Fprintf(&out, "%s\n", value)
		return nil
	})
	defer f.close()
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
	if err := f.finish(); err != nil || out.String() != want.String() {
		t.Errorf("%d bytes, want %d; %v", out.Len(), want.Len(), err)
	}
}

// spilledFilter returns a filter with many partitions in the temporary file.
func spilledFilter(t *testing.T, file *os.File) *filter {
	t.Helper()
	f := newFilter(Limits{Memory: 1}, false, func([]byte, uint64) error { return nil })
	f.spill.file = file
	for i := range 30_000 {
		if err := f.add(fmt.Append(nil, "http://example.com/", i), nil); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// TestPublish: the tallies that are published grow up to the tally of the filter.
func TestPublish(t *testing.T) {
	f := spilledFilter(t, nil)
	defer f.close()
	last, calls := f.tally, 0
	f.publish = func(now tally) {
		if now.passed < last.passed || now.spilled < last.spilled || now.filtered < last.filtered || now.filtered > now.spilled {
			t.Errorf("%+v after %+v", now, last)
		}
		last = now
		calls++
	}
	if err := f.finish(); err != nil {
		t.Fatal(err)
	}
	want := tally{30_000, f.spilled, f.spilled}
	if f.tally != want || f.filtered-last.filtered >= publishEvery || calls < 5 {
		t.Errorf("%d calls, the last %+v, then %+v, want %+v", calls, last, f.tally, want)
	}
}

// TestFileErrors: finish returns an error of the temporary file.
func TestFileErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(s *spill, name string) error
		want  error // nil for an error of the system
	}{
		{"closed", func(s *spill, _ string) error { return s.file.Close() }, fs.ErrClosed},
		{"damaged", func(s *spill, _ string) error { return s.file.Truncate(int64(s.next/2) * int64(s.block)) }, errDamaged},
		{"read-only", func(s *spill, name string) (err error) {
			s.file.Close()
			s.file, err = os.Open(name)
			return err
		}, nil},
	} {
		name := filepath.Join(t.TempDir(), "spill")
		file, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f := spilledFilter(t, file)
		if err := f.divide(0); err != nil { // writes the ends of all partitions
			t.Fatal(err)
		}
		if err := test.spoil(f.spill, name); err != nil {
			t.Fatal(err)
		}
		err = f.finish()
		if err == nil || !strings.HasPrefix(err.Error(), "temporary file: ") || strings.Contains(err.Error(), name) || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
		f.close()
	}
}

// waitForGoroutines waits until the number of goroutines is at most the number before the test.
func waitForGoroutines(t *testing.T, before int) {
	t.Helper()
	for range 60_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
