package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// endless repeats a line, left times or for ever if left is 0 at first.
type endless struct {
	line string
	left int
	rest string
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if e.rest == "" {
			if e.left < 0 {
				break
			}
			if e.left > 0 {
				if e.left--; e.left == 0 {
					e.left = -1
				}
			}
			e.rest = e.line
		}
		k := copy(p[n:], e.rest)
		e.rest = e.rest[k:]
		n += k
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// read returns all records of r, a cut one with "..." after it.
func read(r io.Reader, o *options) (records []string, err error) {
	in := newInput(nil, r, o)
	for in.next() {
		s := string(in.rec.data)
		if in.rec.cut {
			s += "..."
		}
		records = append(records, s)
		if in.rec.number != len(records) {
			return records, fmt.Errorf("record %d has number %d", len(records), in.rec.number)
		}
	}
	return records, in.err
}

func TestRecords(t *testing.T) {
	tests := []struct {
		name, stdin string
		nul         bool
		want        []string
	}{
		{name: "nothing", stdin: ""},
		{name: "empty line", stdin: "\n", want: []string{""}},
		{name: "empty lines", stdin: "\n\na\n\n", want: []string{"", "", "a", ""}},
		{name: "no newline at the end", stdin: "a\nb", want: []string{"a", "b"}},
		{name: "carriage return", stdin: "a\r\nb\r", want: []string{"a\r", "b\r"}},
		{name: "NUL in a line", stdin: "a\x00b\n", want: []string{"a\x00b"}},
		{name: "NUL-separated", stdin: "a\nb\x00\x00c", nul: true, want: []string{"a\nb", "", "c"}},
		{name: "NUL-terminated", stdin: "a\x00", nul: true, want: []string{"a"}},
		{name: "at the limit", stdin: "12345678\na\n", want: []string{"12345678", "a"}},
		{name: "at the limit, no newline", stdin: "12345678", want: []string{"12345678"}},
		{name: "over the limit", stdin: "123456789\na\n", want: []string{"12345678...", "a"}},
		{name: "over the limit, no newline", stdin: "a\n123456789", want: []string{"a", "12345678..."}},
	}
	for _, test := range tests {
		o := &options{maxLine: 8, nul: test.nul}
		for name, r := range map[string]io.Reader{
			"whole":    strings.NewReader(test.stdin),
			"by bytes": iotest.OneByteReader(strings.NewReader(test.stdin)),
			"with EOF": iotest.DataErrReader(strings.NewReader(test.stdin)),
		} {
			got, err := read(r, o)
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%s, %s: %v (-want +got):\n%s", test.name, name, err, diff)
			}
		}
	}
}

// TestLongRecords has records near the sizes of the buffer and of the limit, with others around them.
func TestLongRecords(t *testing.T) {
	const limit = 3*readSize + 7
	for _, base := range []int{0, readSize, 2 * readSize, 3 * readSize, limit, limit + readSize} {
		for n := max(base-2, 0); n <= base+2; n++ {
			long := strings.Repeat("x", n)
			want := []string{"a", long, "b", long}
			if n > limit {
				want[1] = long[:limit] + "..."
				want[3] = want[1]
			}
			got, err := read(strings.NewReader("a\n"+long+"\nb\n"+long+"\n"), &options{maxLine: limit})
			if err != nil || !cmp.Equal(want, got) {
				t.Errorf("%d bytes: %v, %d records", n, err, len(got))
			}
		}
	}
}

func TestLineLimit(t *testing.T) {
	const long = "http://example.com/a"
	stdin := "a\n" + long + "b\n" + long + "\nhttp://a b/" + long + "\nc\n"
	want := "ok\t\t\t\ta\n" +
		"invalid\t20\tpath\tline 2 is longer than 20 bytes\thttp://example.com/a\n" +
		"ok\t\t\t\thttp://example.com/a\n" +
		"invalid\t8\tauthority\tillegal byte\thttp://a b/http://ex\n" +
		"ok\t\t\t\tc\n"
	messages := "uri: line 2: longer than 20 bytes (-max-line)\nuri: line 4: longer than 20 bytes (-max-line)\n"
	status, stdout, stderr := runWith(stdin, "check", "-max-line=20")
	if status != exitInvalid || stderr != messages {
		t.Errorf("status %d, messages %q", status, stderr)
	}
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	status, stdout, _ = runWith("a\x00"+long+"b\x00c", "split", "-max-line=20", "-0", "-json")
	invalid := strings.SplitAfter(stdout, "\n")[1]
	want = `{"input":"http://example.com/a","ok":false,"offset":20,"component":"path",` +
		`"reason":"record 2 is longer than 20 bytes"}` + "\n"
	if invalid != want || status != exitInvalid {
		t.Errorf("status %d, result %s", status, invalid)
	}
}

// TestAnswerBeforeNextLine has a partner that gives a line only when the line before is answered.
func TestAnswerBeforeNextLine(t *testing.T) {
	lines, in := io.Pipe()
	out, answers := io.Pipe()
	go func() {
		run([]string{"check"}, lines, answers, io.Discard)
		answers.Close()
	}()
	timeout := time.AfterFunc(10*time.Second, func() { out.CloseWithError(io.ErrNoProgress) })
	defer timeout.Stop()
	for range 3 {
		io.WriteString(in, "a b\nunfini")
		buf := make([]byte, 100)
		if n, err := out.Read(buf); err != nil || strings.Count(string(buf[:n]), "\n") != 1 {
			t.Fatalf("answer %q, %v", buf[:n], err)
		}
		io.WriteString(in, "shed\n")
		if n, err := out.Read(buf); err != nil || strings.Count(string(buf[:n]), "\n") != 1 {
			t.Fatalf("answer %q, %v", buf[:n], err)
		}
	}
	in.Close()
}

// TestConstantMemory answers 200,000 lines without allocating for any of them.
func TestConstantMemory(t *testing.T) {
	const lines = 200_000
	for _, args := range [][]string{{"split"}, {"split", "-json"}, {"check"}, {"check", "-json"}} {
		for _, line := range []string{"http://user:pw@example.com:80/a/b/c?d=e#f\n", "http://a b/\n"} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var out counter
			run(args, &endless{line: line, left: lines}, &out, io.Discard)
			runtime.ReadMemStats(&after)
			if out.lines != lines {
				t.Errorf("%q: %d results, want %d", args, out.lines, lines)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
				t.Errorf("%q: %d bytes allocated for %d lines %q", args, n, lines, line)
			}
		}
	}
}

// TestOneEndlessLine reads a line of 256 MiB.
func TestOneEndlessLine(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	const chunk = 1 << 10
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	long := &endless{line: strings.Repeat("x", chunk), left: 256 << 20 / chunk}
	stdin := io.MultiReader(long, strings.NewReader("\nb\n"))
	var stdout, stderr bytes.Buffer
	status := run([]string{"check"}, stdin, &stdout, &stderr)
	runtime.ReadMemStats(&after)
	if status != exitInvalid || stderr.String() != "uri: line 1: longer than 1048576 bytes (-max-line)\n" {
		t.Errorf("status %d, message %q", status, &stderr)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 32<<20 {
		t.Errorf("%d bytes allocated", n)
	}
	if !strings.HasSuffix(stdout.String(), "x\nok\t\t\t\tb\n") {
		t.Errorf("output ends with %q", stdout.String()[stdout.Len()-20:])
	}
}

// counter counts the lines written to it.
type counter struct{ lines int }

func (c *counter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte("\n"))
	return len(p), nil
}
