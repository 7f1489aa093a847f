package dedupe

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// referenceCounted returns the lines of the result with the numbers of lines that they stand for, by a map, and the
// number of valid lines for each host.
func referenceCounted(input string, normal bool, keep func(count int64) bool) (out string, hosts map[string]int64) {
	counts, firsts, order := map[string]int64{}, map[string]string{}, []string{}
	hosts = map[string]int64{}
	for line := range strings.Lines(input) {
		line = strings.TrimSuffix(line, "\n")
		u, err := uri.Parse(line)
		if err != nil {
			continue
		}
		n := u.Normalized()
		host, _ := n.Host()
		hosts[host]++
		key := n.String()
		if counts[key]++; counts[key] == 1 {
			order = append(order, key)
			if firsts[key] = line; normal {
				firsts[key] = key
			}
		}
	}
	for _, key := range order {
		if keep(counts[key]) {
			out += fmt.Sprintf("%d %s\n", counts[key], firsts[key])
		}
	}
	return out, hosts
}

// TestCounted compares Counted and CountLines with maps, in memory and with a temporary file.
func TestCounted(t *testing.T) {
	random := kit.Random(t)
	for _, n := range []int{0, 8, 1000, kit.Rounds(8000, 8000, 50_000)} {
		input := spellings(random, max(n, 8))
		if n == 0 {
			input = ""
		}
		// The first lines come again at the end, after memory is full.
		input += input[:strings.LastIndexByte(input[:len(input)/8], '\n')+1]
		for i, normal := range []bool{false, true} {
			keep := []func(int64) bool{func(int64) bool { return true }, func(n int64) bool { return n > 1 }, func(n int64) bool { return n == 1 }}[(n+i)%3]
			hosts := map[string]int64{}
			u := URIs{Limits: small, WriteNormal: normal, Invalid: func(Invalid) error { return nil }, CountLines: true, GroupBy: Host, Workers: i + 1}
			u.Counted = func(dst []byte, count int64) ([]byte, bool) {
				return fmt.Appendf(dst, "%d ", count), keep(count)
			}
			u.OnGroup = func(name []byte, count int64) error {
				hosts[string(name)] = count
				return nil
			}
			var out bytes.Buffer
			if err := u.Run(&out, strings.NewReader(input)); err != nil {
				t.Fatal(err)
			}
			want, wantHosts := referenceCounted(input, normal, keep)
			if out.String() != want {
				t.Errorf("%d lines, normal %t: %d bytes, want %d", n, normal, out.Len(), len(want))
			}
			if fmt.Sprint(hosts) != fmt.Sprint(wantHosts) {
				t.Errorf("%d lines: hosts %v, want %v", n, hosts, wantHosts)
			}
			if s := u.Stats(); n >= 8000 && s.Spilled == 0 {
				t.Error("nothing was written to the temporary file")
			}
		}
	}
}

// TestCountedKeys: values that are not their keys stay with them, and come from the first lines.
func TestCountedKeys(t *testing.T) {
	random := kit.Random(t)
	counts, first, order := map[string]uint64{}, map[string]string{}, []string{}
	var got, want strings.Builder
	f := newFilter(Limits{Memory: 64 << 10, Dir: t.TempDir()}, true, func(value []byte, count uint64) error {
		fmt.Fprintf(&got, "%s %d\n", value, count)
		return nil
	})
	for i := range 30_000 {
		key := fmt.Sprint(random.IntN(10_000))
		value := strings.Repeat("x", i%7) + fmt.Sprint(i)
		if counts[key]++; counts[key] == 1 {
			first[key] = value
			order = append(order, key)
		}
		if err := f.add([]byte(key), []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.finish(); err != nil {
		t.Fatal(err)
	}
	f.close()
	for _, key := range order {
		fmt.Fprintf(&want, "%s %d\n", first[key], counts[key])
	}
	if got.String() != want.String() {
		t.Errorf("%d bytes, want %d", got.Len(), want.Len())
	}
}
