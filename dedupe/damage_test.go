package dedupe

import (
	"fmt"
	"hash/maphash"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// A damageable is a filter or a Counter with a small temporary file.
type damageable struct {
	spill   *spill
	streams func() []stream // of all data in the file
	finish  func() (result []string, err error)
	close   func() error
}

var damageSeeds = []maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// newPartitioned returns a filter with data in partitions.
func newPartitioned(t *testing.T, dir string) (*filter, damageable) {
	var values []string
	f := newFilter(Limits{Memory: 1, Dir: dir}, false, func(value []byte, _ uint64) error {
		values = append(values, string(value))
		return nil
	})
	f.seeds = slices.Clone(damageSeeds) // so that all files are equal
	add := func(key, value string) {
		if err := f.add([]byte(key), []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; !f.full; i++ {
		add(fmt.Sprintf("%0*d", minBlock+20, i), strings.Repeat("first", minBlock/8))
	}
	for i := range 30 {
		add(fmt.Sprint(i%20), fmt.Sprint("value ", i))
	}
	if err := f.divide(0); err != nil {
		t.Fatal(err)
	}
	return f, damageable{
		spill: f.spill,
		streams: func() []stream {
			list := slices.Clone(f.runs)
			for _, task := range f.todo {
				list = append(list, task.stream)
			}
			return list
		},
		finish: func() ([]string, error) {
			err := f.finish()
			return values, err
		},
		close: f.close,
	}
}

// newPassed returns a filter with data in runs.
func newPassed(t *testing.T, dir string) damageable {
	f, d := newPartitioned(t, dir)
	for _, task := range f.todo {
		if err := f.runTask(task); err != nil {
			t.Fatal(err)
		}
	}
	f.todo = nil
	return d
}

// newCounted returns a Counter with data in runs.
func newCounted(t *testing.T, dir string) damageable {
	c := NewCounter(Limits{Memory: 1, Dir: dir})
	for run := range 2 {
		c.Add([]byte(strings.Repeat("long", minBlock/3)))
		for i := range 20 {
			c.Add(fmt.Append(nil, run+i%7))
		}
		if err := c.flush(); err != nil {
			t.Fatal(err)
		}
	}
	return damageable{
		spill:   c.spill,
		streams: func() []stream { return c.runs },
		finish: func() (result []string, err error) {
			err = c.Finish(func(name []byte, count int64) error {
				result = append(result, fmt.Sprintf("%s %d", name, count))
				return nil
			})
			return result, err
		},
		close: c.Close,
	}
}

// sizeOf returns the number of bytes in the i-th block of a stream.
func sizeOf(s *spill, st stream, i int) int {
	if i == len(st.blocks)-1 {
		return st.last
	}
	return s.block
}

// fitSums sets the checksums of all blocks to the checksums of the damaged data, so that the damage is not detected.
func (d *damageable) fitSums(t *testing.T) {
	for _, st := range d.streams() {
		for i, b := range st.blocks {
			data := make([]byte, sizeOf(d.spill, st, i))
			if _, err := d.spill.file.ReadAt(data, int64(b.number)*int64(d.spill.block)); err != nil && err != io.EOF {
				t.Fatal(err)
			}
			st.blocks[i].sum = checksum(data)
		}
	}
}

// TestDamagedFile changes each byte of the temporary file, or cuts the file before that byte. Finish must return an
// error. If the checksums are made to fit, it may return a wrong result, but it must not panic, and a length that it
// reads from the file must not make it allocate much memory.
//
// The test damages every tenth byte, in five ways in turn. With URI_LONG, it damages each byte in all five ways.
func TestDamagedFile(t *testing.T) {
	every := kit.Rounds(151, 51, 1)
	for name, start := range map[string]func(*testing.T, string) damageable{
		"partitions": func(t *testing.T, dir string) damageable {
			_, d := newPartitioned(t, dir)
			return d
		},
		"runs": newPassed, "counts": newCounted,
	} {
		dir := t.TempDir()
		d := start(t, dir)
		var offsets []int64
		for _, st := range d.streams() {
			for i, b := range st.blocks {
				for j := range sizeOf(d.spill, st, i) {
					offsets = append(offsets, int64(b.number)*int64(d.spill.block)+int64(j))
				}
			}
		}
		want, err := d.finish()
		if err != nil || len(want) < 9 || len(offsets) < minBlock {
			t.Fatalf("%s: %d bytes, %d results, %v", name, len(offsets), len(want), err)
		}
		d.close()
		var memory runtime.MemStats // package runtime/metrics counts small objects late
		for i, at := range offsets {
			for j, way := range []struct {
				mask byte // 0 cuts the file
				fit  bool
			}{{0, false}, {1, false}, {1, true}, {0x80, true}, {0xff, true}} {
				if (i+j)%every != 0 {
					continue
				}
				runtime.ReadMemStats(&memory)
				before := memory.TotalAlloc
				d := start(t, dir)
				var old [1]byte
				_, err := d.spill.file.ReadAt(old[:], at)
				if err == nil && way.mask == 0 {
					err = d.spill.file.Truncate(at)
				} else if err == nil {
					_, err = d.spill.file.WriteAt([]byte{old[0] ^ way.mask}, at)
				}
				if err != nil {
					t.Fatal(err)
				}
				if way.fit {
					d.fitSums(t)
				}
				got, err := d.finish()
				runtime.ReadMemStats(&memory)
				if err != errDamaged && (!way.fit || err != nil) {
					t.Errorf("%s: byte %d, %+v: %d results, %v", name, at, way, len(got), err)
				}
				if n := memory.TotalAlloc - before; n > 1<<20 {
					t.Errorf("%s: byte %d, %+v: %d bytes of memory", name, at, way, n)
				}
				d.close()
			}
		}
	}
}
