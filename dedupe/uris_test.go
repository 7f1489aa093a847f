package dedupe

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// spellings returns n lines: few URIs in different spellings, and some invalid lines.
func spellings(random *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		host := []string{"a.example", "A.example", "b.example:80", "%62.example", "[::1]"}[random.IntN(5)]
		path := []string{"", "/", "/./", "/x/..", "/%7e", "/~", "/a b", "/%"}[random.IntN(8)]
		query := fmt.Sprint("?", random.IntN(n/8))
		fmt.Fprintf(&b, "http://%s%s%s\n", host, path, query)
	}
	return b.String()
}

// A result is the output, the reports and the counts of a Run.
type result struct {
	Out     string
	Invalid []string
	Counts  map[string]int64
}

// referenceRun does the work of Run with a map.
func referenceRun(input string, normal bool, key func(dst, normal []byte) []byte) result {
	r := result{Counts: map[string]int64{}}
	seen := map[string]bool{}
	number := 0
	for line := range strings.Lines(input) {
		line = strings.TrimSuffix(line, "\n")
		number++
		u, err := uri.Parse(line)
		if err != nil {
			r.Invalid = append(r.Invalid, fmt.Sprintf("%d %s: %v", number, line, err))
			continue
		}
		n := u.Normalized()
		k := n.String()
		if key != nil {
			k = string(key(nil, []byte(k)))
		}
		if seen[k] {
			continue
		}
		seen[k] = true
		if normal {
			line = n.String()
		}
		r.Out += line + "\n"
		host, _ := n.Host()
		r.Counts[host]++
	}
	return r
}

// run runs u over an input.
func run(t *testing.T, u *URIs, input string) (r result) {
	t.Helper()
	r.Counts = map[string]int64{}
	u.Invalid = func(line Invalid) error {
		if line.Against {
			return nil
		}
		if !strings.HasPrefix(input[line.Offset:], string(line.Text)) {
			t.Errorf("line %d is not at offset %d", line.Number, line.Offset)
		}
		r.Invalid = append(r.Invalid, fmt.Sprintf("%d %s: %v", line.Number, line.Text, line.Err))
		return nil
	}
	u.GroupBy = Host
	u.OnGroup = func(name []byte, count int64) error {
		r.Counts[string(name)] += count
		return nil
	}
	var out bytes.Buffer
	if err := u.Run(&out, strings.NewReader(input)); err != nil {
		t.Fatal(err)
	}
	r.Out = out.String()
	s := u.Stats()
	want := Stats{
		Bytes: int64(len(input)), Lines: int64(strings.Count(input, "\n")), Invalid: int64(len(r.Invalid)),
		Distinct: int64(strings.Count(r.Out, "\n")), Written: int64(strings.Count(r.Out, "\n")),
		Spilled: s.Spilled, Filtered: s.Spilled,
	}
	if s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	return r
}

// TestURIs compares URIs with a map, for both kinds of output, with and without a key, and for two sizes of memory.
func TestURIs(t *testing.T) {
	input := spellings(kit.Random(t), kit.Rounds(2_000, 5_000, 20_000))
	pathless := func(dst, normal []byte) []byte { return append(dst, Host(normal)...) }
	for _, normal := range []bool{false, true} {
		for i, key := range []func(dst, normal []byte) []byte{nil, pathless} {
			want := referenceRun(input, normal, key)
			for j, memory := range []int64{1, 1, 16 << 20} {
				u := &URIs{Limits: Limits{memory, t.TempDir()}, WriteNormal: normal, KeyFunc: key, Workers: 1 + j%2}
				if diff := cmp.Diff(want, run(t, u, input)); diff != "" {
					t.Errorf("normal %t, key %d, %d bytes (-want +got):\n%.2000s", normal, i, memory, diff)
				}
				if spilled := u.Stats().Spilled > 0; spilled != (memory == 1 && key == nil) {
					t.Errorf("%d bytes, key %d: %d spilled", memory, i, u.Stats().Spilled)
				}
			}
		}
	}
}

// TestLineEnds checks how lines end, and lines that are too long.
func TestLineEnds(t *testing.T) {
	megabyte := strings.Repeat("a", 1<<20)
	upper := func(dst, line []byte) ([]byte, error) {
		if string(line) == "/" {
			return nil, errors.New("upper")
		}
		return append(dst, bytes.ToUpper(line)...), nil
	}
	unspaced := func(line []byte) ([]byte, error) {
		if string(line) == "#" {
			return nil, errors.New("a comment")
		}
		return bytes.TrimSpace(line), nil
	}
	always := func(Invalid) bool { return true }
	for _, test := range []struct {
		name         string
		u            *URIs
		in, out, bad string
	}{
		{"none", &URIs{}, "", "", ""},
		{"empty line", &URIs{}, "\n\n", "\n", ""},
		{"without a newline", &URIs{}, "a\nb", "a\nb\n", ""},
		{"first spelling", &URIs{}, "http://h\nHTTP://h/\n", "http://h\n", ""},
		{"normal form", &URIs{WriteNormal: true}, "HTTP://H\nHTTP://h/\n", "http://h/\n", ""},
		{"carriage return", &URIs{}, "a\r\nb\n", "b\n", "1@0 a\r: illegal carriage return in path at byte 1\n"},
		{"CRLF", &URIs{CRLF: true, MaxLine: 2}, "aa\r\naa\nbbb\r\n", "aa\n", "3@7 bb: too long\n"},
		{"CRLF, longest", &URIs{CRLF: true, MaxLine: math.MaxInt}, megabyte + "\r\n", megabyte + "\n", ""},
		{"input", &URIs{Input: unspaced}, " a\na\n#\n b c\n", "a\n", "3@5 #: a comment\n4@7 b c: illegal space in path at byte 1\n"},
		{"input, kept", &URIs{Input: unspaced, KeepInvalid: always}, "#\n a\n#\n", "#\na\n#\n", "1@0 #: a comment\n3@5 #: a comment\n"},
		{"CRLF, kept", &URIs{CRLF: true, Input: unspaced, KeepInvalid: always}, "#\r\n a\r\na\nb\n#\n",
			"#\r\na\r\nb\n#\n", "1@0 #: a comment\n5@11 #: a comment\n"},
		{"NUL", &URIs{NUL: true}, "a\x00b\x00a", "a\x00b\x00", ""},
		{"nil and an error", &URIs{Normalize: upper}, "a\nb\n/\na\nA\n/\n", "a\nb\n", "3@4 /: upper\n6@10 /: upper\n"},
		{"too long", &URIs{MaxLine: 2}, "aaa\nb\naaaaaa\n", "b\n", "1@0 aa: too long\n3@6 aa: too long\n"},
	} {
		var out, bad strings.Builder
		test.u.Memory = 1 << 20 // the default takes long to clear
		test.u.Invalid = func(line Invalid) error {
			fmt.Fprintf(&bad, "%d@%d %s: %v\n", line.Number, line.Offset, line.Text, line.Err)
			return nil
		}
		if err := test.u.Run(&out, strings.NewReader(test.in)); err != nil || out.String() != test.out || bad.String() != test.bad {
			t.Errorf("%s: %q, %q, %v", test.name, out.String(), bad.String(), err)
		}
	}
}

// TestStatsBytes: after Run, Bytes is the number of bytes that src returned, however the last line ends.
func TestStatsBytes(t *testing.T) {
	long := strings.Repeat("a", 300<<10)
	for _, test := range []struct {
		name string
		u    *URIs
		in   string
	}{
		{"empty", &URIs{}, ""},
		{"newline at the end", &URIs{}, "a\nb\n"},
		{"no newline at the end", &URIs{}, "a\nb"},
		{"one byte", &URIs{}, "a"},
		{"NUL", &URIs{NUL: true}, "a\x00b"},
		{"CRLF", &URIs{CRLF: true}, "a\r\nb\r\n"},
		{"CRLF, no newline at the end", &URIs{CRLF: true}, "a\r\nb\r"},
		{"invalid last line", &URIs{}, "a\n b"},
		{"longer than MaxLine, first", &URIs{MaxLine: 2}, "aaaaaa\nb\n"},
		{"longer than MaxLine, last", &URIs{MaxLine: 2}, "b\naaaaaa\n"},
		{"longer than MaxLine, no newline at the end", &URIs{MaxLine: 2}, "b\naaaaaa"},
		{"longer than several reads", &URIs{MaxLine: 2}, "b\n" + long},
		{"longer than several reads, CRLF", &URIs{MaxLine: 2, CRLF: true}, "b\n" + long + "\r\n"},
	} {
		test.u.Memory = 1 << 20 // the default takes long to clear
		test.u.Invalid = func(Invalid) error { return nil }
		for _, want := range []error{nil, errRead} {
			src := io.Reader(strings.NewReader(test.in))
			if want != nil {
				src = io.MultiReader(src, iotest.ErrReader(want))
			}
			err := test.u.Run(io.Discard, src)
			if got := test.u.Stats().Bytes; got != int64(len(test.in)) || err != want {
				t.Errorf("%s: %d bytes and %v, want %d and %v", test.name, got, err, len(test.in), want)
			}
		}
	}
	for _, n := range []badReader{-1, math.MaxInt} {
		u := &URIs{Limits: Limits{Memory: 1 << 20}}
		if err := u.Run(io.Discard, n); err != bufio.ErrBadReadCount || u.Stats().Bytes != 0 {
			t.Errorf("a Read that returns %d: %d bytes and %v", n, u.Stats().Bytes, err)
		}
	}
}

// A badReader returns a number that Read must not return.
type badReader int

func (n badReader) Read([]byte) (int, error) { return int(n), nil }

// TestAllInvalid: an input that loses every line is an error, unless the caller sees the lines.
func TestAllInvalid(t *testing.T) {
	const crlf = "dedupe: every line is invalid; the first ends with a carriage return: set CRLF: " +
		"illegal carriage return in path at byte 10"
	for _, test := range []struct {
		name, in, want string
		u              *URIs
		invalid        int64
	}{
		{"CRLF", "http://h/a\r\nhttp://h/b\r\n", crlf, &URIs{}, 2},
		{"CRLF set", "http://h/a\r\nhttp://h/b\r\n", "<nil>", &URIs{CRLF: true}, 0},
		{"CRLF, but not at the end", "http://h/a\r\nhttp://h/b\r\nhttp://h/c", "<nil>", &URIs{}, 2},
		{"one valid line", "http://h/a\r\nhttp://h/b\n", "<nil>", &URIs{}, 1},
		{"the first is valid", "http://h/a\nhttp://h/b\r\n", "<nil>", &URIs{}, 1},
		{"spaces", "a b\nhttp://joe:hunter2@h /\n", "dedupe: every line is invalid; the first: illegal space in path at byte 1", &URIs{}, 2},
		{"too long", "aaa", "dedupe: every line is invalid; the first: too long", &URIs{MaxLine: 2}, 1},
		{"no line", "", "<nil>", &URIs{}, 0},
		{"seen", "a b\n", "<nil>", &URIs{Invalid: func(Invalid) error { return nil }}, 1},
		{"many", strings.Repeat("a b\n", 100_000), "dedupe: every line is invalid; the first: illegal space in path at byte 1", &URIs{}, 100_000},
	} {
		test.u.Memory = 1 << 20 // the default takes long to clear
		err := test.u.Run(io.Discard, strings.NewReader(test.in))
		if fmt.Sprint(err) != test.want || (err != nil) != errors.Is(err, ErrAllInvalid) || test.u.Stats().Invalid != test.invalid {
			t.Errorf("%s: %v, %d invalid, want %s", test.name, err, test.u.Stats().Invalid, test.want)
		}
	}
}

// A failing writer takes a number of bytes and then fails.
type failing struct{ left int }

func (w *failing) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errWrite
	}
	return len(p), nil
}

var errWrite, errRead = errors.New("cannot write"), errors.New("cannot read")

// TestRunErrors: Run returns an error of the input, the output, a callback or the disk, and leaves no goroutine.
func TestRunErrors(t *testing.T) {
	input := spellings(kit.Random(t), 20_000)
	before := runtime.NumGoroutine()
	fails := func(Invalid) error { return errWrite }
	for _, test := range []struct {
		name string
		u    *URIs
		dst  io.Writer
		src  io.Reader
		want error
	}{
		{"read", &URIs{}, io.Discard, io.MultiReader(strings.NewReader(input), iotest.ErrReader(errRead)), errRead},
		{"write", &URIs{}, &failing{100_000}, strings.NewReader(input), errWrite},
		{"write at the end", &URIs{Limits: Limits{Memory: 1, Dir: t.TempDir()}}, &failing{200_000}, strings.NewReader(input), errWrite},
		{"no output", &URIs{GroupBy: Host}, io.Discard, strings.NewReader(input), nil},
		{"report", &URIs{Invalid: fails}, io.Discard, strings.NewReader(input), errWrite},
		{"count", &URIs{GroupBy: Host, OnGroup: func([]byte, int64) error { return errWrite }}, io.Discard, strings.NewReader(input), errWrite},
		{"no folder", &URIs{Limits: Limits{Memory: 1, Dir: "/none/at/all"}}, io.Discard, strings.NewReader(input), os.ErrNotExist},
	} {
		if test.u.Memory == 0 {
			test.u.Memory = 4 << 20 // the default takes long to clear
		}
		err := test.u.Run(test.dst, test.src)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "/none") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	waitForGoroutines(t, before)
}

// A generator is a reader of generated lines.
type generator struct {
	n, lines int
	line     func(dst []byte, i int) []byte
	rest     []byte
	buf      []byte
}

func (g *generator) Read(p []byte) (int, error) {
	if len(g.rest) == 0 {
		if g.n == g.lines {
			return 0, io.EOF
		}
		g.buf = append(g.line(g.buf[:0], g.n), '\n')
		g.rest = g.buf
		g.n++
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

// peak returns the largest size of the heap while f runs, including garbage.
func peak(f func()) uint64 {
	runtime.GC()
	var most atomic.Uint64
	done, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			metrics.Read(sample)
			most.Store(max(most.Load(), sample[0].Value.Uint64()))
			select {
			case <-done:
				return
			default:
				time.Sleep(time.Millisecond)
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return most.Load()
}

// TestMemoryLimit: for every input, the heap grows by at most the limit of 8 MiB, and 16 MiB for batches and garbage.
// Batches of long lines take more. Each worker has batches, so their number is the same on all machines.
func TestMemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("a list must be longer than the memory")
	}
	long := strings.Repeat("long/", 200_000)
	rounds := kit.Rounds(1, 1, 40)
	memory := int64(kit.Rounds(2, 2, 8)) << 20
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // as in a program
	for name, g := range map[string]*generator{
		"distinct": {lines: rounds * 50_000, line: func(dst []byte, i int) []byte {
			return fmt.Appendf(dst, "http://%d.example/%d", i%(rounds*12_500), i)
		}},
		"one host": {lines: rounds * 50_000, line: func(dst []byte, i int) []byte {
			return fmt.Appendf(dst, "http://h/%d", i)
		}},
		"one": {lines: rounds * 50_000, line: func(dst []byte, i int) []byte { return append(dst, "http://h/"...) }},
		"long": {lines: rounds * 10, line: func(dst []byte, i int) []byte {
			return fmt.Appendf(dst, "http://h/%d/%s", i/2, long)
		}},
		"long hosts": {lines: rounds * 10, line: func(dst []byte, i int) []byte {
			return fmt.Appendf(dst, "//%d.%s", i/2, strings.ReplaceAll(long, "/", "."))
		}},
		"invalid": {lines: rounds * 12_500, line: func(dst []byte, i int) []byte { return fmt.Appendf(dst, "%d <", i) }},
	} {
		limit := uint64(memory + 16<<20)
		if strings.HasPrefix(name, "long") {
			limit += 64 << 20
		}
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		got := peak(func() {
			u := URIs{Limits: Limits{memory, t.TempDir()}, GroupBy: Host, OnGroup: func([]byte, int64) error { return nil }, Workers: 2}
			u.Invalid = func(Invalid) error { return nil }
			if err := u.Run(io.Discard, g); err != nil {
				t.Error(err)
			}
		})
		if got -= min(got, before.HeapAlloc); got > limit {
			t.Errorf("%s: %d bytes", name, got)
		}
		t.Logf("%s: %d bytes", name, got)
	}
}

// TestHost calls Host also with text that is not a URI: it once panicked there, or returned a part of the path.
func TestHost(t *testing.T) {
	for _, tt := range kit.Cases[struct{ in, want string }]("uris.txt", "TestHost") {
		if got := Host([]byte(tt.in)); string(got) != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
	if Host([]byte("urn:a")) != nil || Host([]byte("http://[")) != nil || Host([]byte("file:///a")) == nil {
		t.Error("an undefined host is not nil, or an empty host is nil")
	}
}

// TestDomainIDN: labels outside ASCII count as their A-labels do. The results of the A-labels come from package suffix.
func TestDomainIDN(t *testing.T) {
	for _, tt := range kit.Cases[struct{ in, want string }]("uris.txt", "TestDomainIDN") {
		if got := Domain([]byte(tt.in)); string(got) != tt.want || cap(got) != len(got) {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestQuery compares lines by rules for queries.
func TestQuery(t *testing.T) {
	const input = "?utm_a=1&b=2&a\n?a&b=2\n?b=2&a\n?\n/?\n/?utm_b\n/\n%zz\n"
	n := uri.Normalizer{Steps: uri.AllSteps, Query: &uri.QueryRules{Drop: []string{"utm_*"}, Sort: true}}
	for _, normal := range []bool{false, true} {
		want, seen := "", map[uri.Key]bool{}
		for line := range strings.Lines(input) {
			line = strings.TrimSuffix(line, "\n")
			if u, err := uri.Parse(line); err == nil && !seen[n.Key(u)] {
				seen[n.Key(u)] = true
				if normal {
					line = n.Normalized(u).String()
				}
				want += line + "\n"
			}
		}
		counts := int64(0)
		u := URIs{Query: n.Query, WriteNormal: normal, GroupBy: Host, OnGroup: func(_ []byte, count int64) error {
			counts += count
			return nil
		}}
		var out strings.Builder
		if err := u.Run(&out, strings.NewReader(input)); err != nil || out.String() != want || counts != 4 {
			t.Errorf("normal %v: %q, %d, %v; want %q", normal, &out, counts, err, want)
		}
	}
}

// TestLineSize: a line of a chunk fits into a cache line of 64 bytes.
func TestLineSize(t *testing.T) {
	if size := reflect.TypeFor[line]().Size(); size > 64 {
		t.Errorf("%d bytes", size)
	}
}
