package fsm_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

func ExampleRecords() {
	file := []byte("http://example.com/a\nnot a reference\n//example.org\n")
	for rec := range fsm.Records(file, '\n') {
		if !rec.OK {
			fmt.Printf("line %d: bad at byte %d\n", rec.Number, rec.N)
		} else if lo, hi, ok := rec.Ranges.Host(); ok {
			fmt.Printf("line %d: host %s\n", rec.Number, rec.Bytes[lo:hi])
		}
	}
	// Output:
	// line 1: host example.com
	// line 2: bad at byte 3
	// line 3: host example.org
}

func ExampleReader() {
	stream := strings.NewReader("http://example.com/a\x00b:c\x00" + strings.Repeat("d", 100))
	r := fsm.NewReader(stream, 0, 30)
	for rec := range r.Records() {
		fmt.Println(rec.Offset, len(rec.Bytes), rec.OK, rec.Cut)
	}
	if err := r.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 20 true false
	// 21 3 true false
	// 25 30 false true
}

// batchSize is the number of bytes that a Reader reads in one step.
const batchSize = 128 << 10

// noLimit is larger than any record here, like the limit of Records.
const noLimit = 1 << 30

// naive cuts data into records with bytes.Split.
func naive(data []byte, sep byte, limit int) (records []fsm.Record) {
	parts := bytes.Split(data, []byte{sep})
	if len(parts[len(parts)-1]) == 0 {
		parts = parts[:len(parts)-1]
	}
	offset := 0
	for i, part := range parts {
		rec := fsm.Record{Bytes: part, Number: int64(i + 1), Offset: int64(offset), Cut: len(part) > limit}
		rec.Bytes = part[:min(len(part), limit)]
		rec.N, rec.OK = fsm.Scan(rec.Bytes, &rec.Ranges)
		rec.OK = rec.OK && !rec.Cut
		records = append(records, rec)
		offset += len(part) + 1
	}
	return records
}

// collect appends a copy of the record, which stays valid after the step.
func collect(records []fsm.Record, rec *fsm.Record) []fsm.Record {
	keep := *rec
	keep.Bytes = bytes.Clone(rec.Bytes)
	return append(records, keep)
}

// viaReader reads r record by record.
func viaReader(r io.Reader, sep byte, limit int) (records []fsm.Record, err error) {
	reader := fsm.NewReader(r, sep, limit)
	for rec := range reader.Records() {
		records = collect(records, rec)
	}
	return records, reader.Err()
}

// viaBatches reads all batches before it reads the records of any.
func viaBatches(r io.Reader, sep byte, limit int) (records []fsm.Record, err error) {
	reader := fsm.NewReader(r, sep, limit)
	batches := []*fsm.Batch{{}}
	for reader.Fill(batches[len(batches)-1]) {
		batches = append(batches, new(fsm.Batch))
	}
	for _, b := range batches {
		before := int64(len(records))
		for rec := range b.Records() {
			rec.Number += before
			records = collect(records, rec)
			rec.Number -= before
		}
	}
	return records, reader.Err()
}

// show formats records for comparison.
func show(records []fsm.Record) (s []string) {
	for i := range records {
		rec := &records[i]
		text := string(rec.Bytes)
		if len(text) > 60 {
			text = fmt.Sprintf("%.20s... (%d)", text, len(text))
		}
		s = append(s, fmt.Sprintf("%d at %d: %q cut %t ok %t %d %v",
			rec.Number, rec.Offset, text, rec.Cut, rec.OK, rec.N, rec.Ranges))
	}
	return s
}

// same reports whether two records are equal, including their bytes.
func same(a, b fsm.Record) bool {
	return bytes.Equal(a.Bytes, b.Bytes) && a.Number == b.Number && a.Offset == b.Offset && a.Cut == b.Cut &&
		a.OK == b.OK && a.N == b.N && a.Ranges == b.Ranges
}

// check compares the ways to read a stream with want.
func check(t *testing.T, name string, open func() io.Reader, sep byte, limit int, want []fsm.Record, wantErr error) {
	t.Helper()
	got, err := viaReader(open(), sep, limit)
	if !slices.EqualFunc(want, got, same) || err != wantErr {
		t.Fatalf("%s, limit %d, Records: %v (-want +got):\n%s", name, limit, err, cmp.Diff(show(want), show(got)))
	}
	got, err = viaBatches(open(), sep, limit)
	if !slices.EqualFunc(want, got, same) || err != wantErr {
		t.Fatalf("%s, limit %d, Fill: %v (-want +got):\n%s", name, limit, err, cmp.Diff(show(want), show(got)))
	}
}

func TestRecords(t *testing.T) {
	tests := []struct {
		name, stdin string
		sep         byte
		want        []string
	}{
		{name: "nothing", stdin: "", sep: '\n'},
		{name: "empty line", stdin: "\n", sep: '\n', want: []string{""}},
		{name: "empty lines", stdin: "\n\na\n\n", sep: '\n', want: []string{"", "", "a", ""}},
		{name: "no newline at the end", stdin: "a\nb", sep: '\n', want: []string{"a", "b"}},
		{name: "carriage return", stdin: "a\r\nb\r", sep: '\n', want: []string{"a\r", "b\r"}},
		{name: "NUL in a line", stdin: "a\x00b\n", sep: '\n', want: []string{"a\x00b"}},
		{name: "NUL-separated", stdin: "a\nb\x00\x00c", want: []string{"a\nb", "", "c"}},
		{name: "NUL-terminated", stdin: "a\x00", want: []string{"a"}},
		{name: "at the limit", stdin: "12345678\na\n", sep: '\n', want: []string{"12345678", "a"}},
		{name: "at the limit, no newline", stdin: "12345678", sep: '\n', want: []string{"12345678"}},
		{name: "over the limit", stdin: "123456789\na\n", sep: '\n', want: []string{"12345678...", "a"}},
		{name: "far over the limit", stdin: "1234567890123456789\n\n", sep: '\n', want: []string{"12345678...", ""}},
		{name: "over the limit, no newline", stdin: "a\n123456789", sep: '\n', want: []string{"a", "12345678..."}},
	}
	for _, test := range tests {
		for name, r := range map[string]io.Reader{
			"whole":    strings.NewReader(test.stdin),
			"by bytes": iotest.OneByteReader(strings.NewReader(test.stdin)),
			"by half":  iotest.HalfReader(strings.NewReader(test.stdin)),
			"with EOF": iotest.DataErrReader(strings.NewReader(test.stdin)),
		} {
			var got []string
			records, err := viaReader(r, test.sep, 8)
			for _, rec := range records {
				got = append(got, string(rec.Bytes))
				if rec.Cut {
					got[len(got)-1] += "..."
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%s, %s: %v (-want +got):\n%s", test.name, name, err, diff)
			}
		}
	}
}

// pieces is a reader that returns its pieces one by one, and then err. If together is set, err comes with the last
// piece.
type pieces struct {
	left     [][]byte
	err      error
	together bool
}

func (p *pieces) Read(buf []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, p.err
	}
	n := copy(buf, p.left[0])
	if p.left[0] = p.left[0][n:]; len(p.left[0]) == 0 {
		p.left = p.left[1:]
	}
	if len(p.left) == 0 && p.together {
		return n, p.err
	}
	return n, nil
}

// cut cuts data after each byte i if bit i of where is set.
func cut(data []byte, where int) (parts [][]byte) {
	start := 0
	for i := range data {
		if where>>i&1 != 0 || i == len(data)-1 {
			parts = append(parts, data[start:i+1])
			start = i + 1
		}
	}
	return parts
}

// TestEverySplit reads small streams in all possible pieces, with all limits.
func TestEverySplit(t *testing.T) {
	step := kit.Rounds(23, 13, 1)
	for _, stdin := range []string{"", "a", "\n", "a:b\n\n%\nc", "//[::]\n#\n", "\n\nabcd\n", "a b c"} {
		data := []byte(stdin)
		for limit := 1; limit <= len(data)+1; limit++ {
			want := naive(data, '\n', limit)
			for where := limit % step; where < 1<<max(len(data)-1, 0); where += step {
				open := func() io.Reader {
					return &pieces{left: cut(data, where), err: io.EOF, together: where&1 == 0}
				}
				check(t, fmt.Sprintf("%q cut at %b", stdin, where), open, '\n', limit, want, nil)
			}
		}
	}
}

// TestLongRecords reads records with about the sizes of a batch and of the limit, between short ones.
func TestLongRecords(t *testing.T) {
	const limit = 3*batchSize + 7
	for _, base := range []int{0, batchSize, 2 * batchSize, 3 * batchSize, limit, limit + batchSize} {
		for n := max(base-2, 0); n <= base+2; n++ {
			long := strings.Repeat("x", n)
			data := []byte("a\n" + long + "\nb\n" + long + "\n")
			open := func() io.Reader { return bytes.NewReader(data) }
			check(t, fmt.Sprint(n, " bytes"), open, '\n', limit, naive(data, '\n', limit), nil)
		}
	}
}

// TestBatchBorders moves the end of a batch across a record and its separators.
func TestBatchBorders(t *testing.T) {
	for shift := range 60 {
		data := []byte(strings.Repeat("x", batchSize-50+shift) + "\n\nhttp://example.com/\n\nlast")
		want := naive(data, '\n', noLimit)
		whole := func() io.Reader { return bytes.NewReader(data) }
		check(t, fmt.Sprint("shift ", shift), whole, '\n', noLimit, want, nil)
		check(t, fmt.Sprint("shift ", shift), func() io.Reader {
			return iotest.HalfReader(bytes.NewReader(data))
		}, '\n', noLimit, want, nil)
	}
}

// TestFillAgain fills a batch again after its first record was read. The first line of the second batch is invalid, but
// has as many bytes as the first line of the first batch.
func TestFillAgain(t *testing.T) {
	first := strings.Repeat("https://h/a\n", 1000)
	second := strings.Repeat("https://h/ \n//c?d\n", 1000)
	r := fsm.NewReader(&pieces{left: [][]byte{[]byte(first), []byte(second)}, err: io.EOF}, '\n', 0)
	var b fsm.Batch
	var got []fsm.Record
	for range 2 {
		if !r.Fill(&b) {
			t.Fatal(r.Err())
		}
		for rec := range b.Records() {
			got = collect(nil, rec)
			break
		}
	}
	for rec := range b.Records() {
		got = collect(got, rec)
	}
	want := naive([]byte(second), '\n', noLimit)
	for i := range want {
		want[i].Offset += int64(len(first))
	}
	if !slices.EqualFunc(want, got, same) {
		t.Errorf("%d records, want %d", len(got), len(want))
	}
}

// TestRecordSequences reads references of all forms and lengths in sequence, also with separators that occur in
// references. Each is read at every offset from a multiple of 64, alone and next to longer ones.
func TestRecordSequences(t *testing.T) {
	references := append(kit.Conformance(t, 1), kit.Refs()...)
	references = append(references, kit.Files()[:100]...)
	references = append(references, kit.Queries()[:100]...)
	references = append(references, kit.IPv6()...)
	for n := range 200 {
		x := strings.Repeat("x", n)
		references = append(references, x, "https://"+x+"/", "a:"+x, x+"://h", "//h/"+x+"?#", "/"+x+"%41/", "/"+x+"%4", x+"@:a",
			"http://"+x+"@h", "https://h?"+x+"#"+x+"#", "?"+x+" ", "#"+x+"[", "https://"+x+"%41")
	}
	seps := []byte("\n%4\x00\xff \"a/?#:@[")
	seps, step := seps[:kit.Rounds(3, len(seps), len(seps))], kit.Rounds(199, 127, 1)
	for i, sep := range seps {
		for shift := i % step; shift < 64; shift += step {
			data := []byte(strings.Repeat("x", shift) + string(sep) + strings.Join(references, string([]byte{sep})))
			i, want := 0, naive(data, sep, noLimit)
			for rec := range fsm.Records(data, sep) {
				if i == len(want) || !same(*rec, want[i]) {
					t.Fatalf("separator %q, shift %d (-want +got):\n%s", sep, shift,
						cmp.Diff(show(want[i:][:1]), show([]fsm.Record{*rec})))
				}
				i++
			}
			if i != len(want) {
				t.Errorf("separator %q: %d records, want %d", sep, i, len(want))
			}
			if shift < step {
				for _, limit := range []int{1, 100, 300, 4095, 4096, 5000} {
					check(t, fmt.Sprintf("separator %q", sep), func() io.Reader { return bytes.NewReader(data) }, sep, limit,
						naive(data, sep, limit), nil)
				}
			}
		}
	}
}

// TestReadErrors makes reading fail after every byte. The whole records before the error are returned, and an
// unfinished one only if it is already too long.
func TestReadErrors(t *testing.T) {
	data := []byte("a\n\nhttp://b\n%\nlong record\nc\n")
	const limit = 8
	fail := errors.New("disk on fire")
	for n := range len(data) + 1 {
		whole := data[:bytes.LastIndexByte(data[:n], '\n')+1]
		if n-len(whole) > limit {
			whole = data[:n]
		}
		want := naive(whole, '\n', limit)
		for _, together := range []bool{false, true} {
			for _, where := range []int{0, -1, 0x5555555} {
				check(t, fmt.Sprintf("%q", data[:n]), func() io.Reader {
					return &pieces{left: cut(data[:n], where), err: fail, together: together}
				}, '\n', limit, want, fail)
			}
		}
	}
	check(t, "immediately", func() io.Reader { return iotest.ErrReader(fail) }, '\n', limit, nil, fail)
}

// idle is a reader that returns neither bytes nor an error.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestNoProgress(t *testing.T) {
	check(t, "idle", func() io.Reader { return idle{} }, '\n', 8, nil, io.ErrNoProgress)
	stream := func() io.Reader { return io.MultiReader(strings.NewReader("a\nb"), idle{}) }
	check(t, "idle later", stream, '\n', 8, naive([]byte("a\n"), '\n', 8), io.ErrNoProgress)
}

// TestBadReadCount uses a source that returns an impossible count after the first bytes of a record. If these are many,
// the buffer has more capacity than the Reader offers.
func TestBadReadCount(t *testing.T) {
	for _, before := range []int{0, 1, 3 << 10, 100 << 10, 300 << 10} {
		for _, lie := range []func(p []byte) int{
			func([]byte) int { return -1 },
			func([]byte) int { return math.MinInt },
			func(p []byte) int { return len(p) + 1 },
			func(p []byte) int { return cap(p) },
			func([]byte) int { return math.MaxInt },
		} {
			left := before
			r := fsm.NewReader(readFunc(func(p []byte) (int, error) {
				if left == 0 {
					if n := lie(p); n < 0 || n > len(p) {
						return n, nil
					}
					return 0, bufio.ErrBadReadCount // a possible count: p has no more capacity
				}
				n := copy(p, strings.Repeat("a", min(left, 1000)))
				left -= n
				return n, nil
			}), '\n', 1<<20)
			for rec := range r.Records() {
				t.Errorf("%d bytes: a record of %d", before, len(rec.Bytes))
			}
			if r.Err() != bufio.ErrBadReadCount {
				t.Errorf("%d bytes: error %v", before, r.Err())
			}
		}
	}
}

// TestNoReadAhead uses a stream that provides each record only after the previous one was answered.
func TestNoReadAhead(t *testing.T) {
	answered := 0
	r := fsm.NewReader(readFunc(func(p []byte) (int, error) {
		if answered == 3 {
			return 0, io.EOF
		}
		return copy(p, fmt.Sprintf("%d\nunfini", answered)), nil
	}), '\n', 0)
	for rec := range r.Records() {
		if !strings.HasSuffix(string(rec.Bytes), fmt.Sprint(answered)) && answered < 3 {
			t.Errorf("record %q after %d", rec.Bytes, answered)
		}
		answered++
	}
	if answered != 4 {
		t.Errorf("%d records", answered)
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// TestBreakAndResume breaks out of loops and continues with others.
func TestBreakAndResume(t *testing.T) {
	r := fsm.NewReader(iotest.HalfReader(strings.NewReader("a\nb\nc\nd")), '\n', 0)
	var got []string
	for range 5 {
		for rec := range r.Records() {
			got = append(got, fmt.Sprintf("%d %s", rec.Number, rec.Bytes))
			break
		}
	}
	if diff := cmp.Diff([]string{"1 a", "2 b", "3 c", "4 d"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	n := 0
	for range fsm.Records([]byte("a\nb"), '\n') {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d steps before break", n)
	}
}

// TestAppendToRecord checks that an append to the bytes of a record does not overwrite the next record.
func TestAppendToRecord(t *testing.T) {
	data := []byte("a\nb\nc")
	for rec := range fsm.Records(data, '\n') {
		_ = append(rec.Bytes, "XXX"...)
	}
	if string(data) != "a\nb\nc" {
		t.Errorf("buffer is now %q", data)
	}
}

// repeat is a stream that repeats a line. It is endless if left is negative.
type repeat struct {
	line string
	left int
	rest string
}

func (r *repeat) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.rest == "" {
			if r.left == 0 {
				break
			}
			r.left--
			r.rest = r.line
		}
		k := copy(p[n:], r.rest)
		r.rest = r.rest[k:]
		n += k
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestRecordsNoAllocs(t *testing.T) {
	const line = "http://joe@example.com:80/a/b?c#d\nnot a reference\n"
	buf := bytes.Repeat([]byte(line), 1000)
	sum := 0
	if n := testing.AllocsPerRun(10, func() {
		for rec := range fsm.Records(buf, '\n') {
			sum += rec.N
		}
	}); n != 0 {
		t.Errorf("Records: %v allocations", n)
	}
	stream := &repeat{line: line, left: -1}
	r := fsm.NewReader(stream, '\n', 0)
	if n := testing.AllocsPerRun(10, func() {
		for rec := range r.Records() {
			if sum += rec.N; rec.Number%10_000 == 0 {
				break
			}
		}
	}); n != 0 {
		t.Errorf("Reader.Records: %v allocations for 10,000 records", n)
	}
	r = fsm.NewReader(stream, '\n', 0)
	var b fsm.Batch
	if n := testing.AllocsPerRun(10, func() {
		r.Fill(&b)
		for rec := range b.Records() {
			sum += rec.N
		}
	}); n != 0 {
		t.Errorf("Batch.Records: %v allocations", n)
	}
}

// TestBoundedMemory reads a stream of 64 MiB that is a single record. The memory used must stay close to the limit.
func TestBoundedMemory(t *testing.T) {
	const limit = 100_000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := fsm.NewReader(&repeat{line: strings.Repeat("x", 1<<10), left: 64 << 10}, '\n', limit)
	n := 0
	for rec := range r.Records() {
		if n++; !rec.Cut || len(rec.Bytes) != limit {
			t.Errorf("record of %d bytes, cut %t", len(rec.Bytes), rec.Cut)
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; n != 1 || got > 1<<20 {
		t.Errorf("%d records, %d bytes allocated", n, got)
	}
}

// FuzzRecords compares all ways to read a stream, in pieces that the fuzzer chooses, with bytes.Split.
func FuzzRecords(f *testing.F) {
	f.Add([]byte("http://example.com/\n\na b\n%"), byte('\n'), uint16(7), uint32(0x1234))
	f.Add([]byte("a\x00//[::1]\x00"), byte(0), uint16(100), uint32(1))
	f.Add(bytes.Repeat([]byte("x"), 300), byte('\n'), uint16(30), uint32(99))
	f.Add(bytes.Repeat([]byte("https://h/p?q#f\na:%41/\n//u@h:1\n \n"), 20), byte('\n'), uint16(5000), uint32(13))
	f.Fuzz(func(t *testing.T, data []byte, sep byte, limit uint16, seed uint32) {
		size := int(limit) + 1
		want := naive(data, sep, size)
		open := func() io.Reader {
			var parts [][]byte
			rest, state := data, seed
			for len(rest) > 0 {
				state = state*1664525 + 1013904223
				n := min(int(state>>16)%(1<<(seed%14))+1, len(rest))
				parts = append(parts, rest[:n])
				rest = rest[n:]
			}
			return &pieces{left: parts, err: io.EOF, together: seed&1 != 0}
		}
		check(t, "pieces", open, sep, size, want, nil)
		check(t, "whole", func() io.Reader { return bytes.NewReader(data) }, sep, size, want, nil)
		var got []fsm.Record
		for rec := range fsm.Records(data, sep) {
			got = collect(got, rec)
		}
		if want := naive(data, sep, noLimit); !slices.EqualFunc(want, got, same) {
			t.Errorf("Records (-want +got):\n%s", cmp.Diff(show(want), show(got)))
		}
	})
}
