package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// endless repeats a line left times. If left is 0 at first, it never ends.
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

// newJob returns the job of a verb with the given arguments.
func newJob(args []string, stdin io.Reader, stdout, stderr io.Writer) *engine.Job {
	o, err := verbs[args[0]].Parse(args[1:], isKnownFlag)
	if err != nil {
		panic(err)
	}
	return engine.NewJob(o, stdin, stdout, stderr)
}

// manyWorkers is the number of workers on a large machine.
const manyWorkers = 8

// longRecord is the length in bytes of a record that workers answer in shared memory.
const longRecord = 1 << 17

// runWorkers runs the command with the given number of workers.
func runWorkers(workers int, stdin io.Reader, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	j := newJob(args, stdin, &out, &err)
	j.Workers = workers
	status = j.Run()
	return status, out.String(), err.String()
}

// mixture returns valid and invalid lines of many lengths, which fill more than ten batches. Some lines fill a batch
// alone.
func mixture() string {
	var b strings.Builder
	for i := 0; b.Len() < kit.Rounds(700, 700, 1400)<<10; i++ {
		if i%3000 == 1000 {
			fmt.Fprintf(&b, "%s\n%[1]s\xff\n", strings.Repeat("x", longRecord+1))
		}
		fmt.Fprintf(&b, "http://example.com/%d%s\n", i, strings.Repeat([]string{"/a", "?x", ":", "", " a<", "%"}[i%6], i%97))
	}
	return b.String() + "unfinished"
}

// TestWorkers: the answers and their order do not depend on the number of workers, nor on the sizes of reads.
func TestWorkers(t *testing.T) {
	stdin := mixture()
	lines := strings.Count(stdin, "\n") + 1
	turn, every := 0, kit.Rounds(3, 3, 1) // the readers take turns
	for _, args := range append(verbsOfURIs(), []string{"to-uri", "-invalid=mark"}) {
		status, want, messages := runWorkers(1, strings.NewReader(stdin), args...)
		if n := strings.Count(want, "\n"); status != engine.ExitInvalid || n != lines || messages != "" {
			t.Fatalf("%q: status %d, %d results for %d lines, %q", args, status, n, lines, messages)
		}
		for _, workers := range []int{2, 3, manyWorkers} {
			if workers == 3 && !kit.Long() {
				continue
			}
			for _, r := range []struct {
				name string
				io.Reader
			}{
				{"whole", strings.NewReader(stdin)},
				{"in halves", iotest.HalfReader(strings.NewReader(stdin))},
				{"in small", &slow{strings.NewReader(stdin), 4000}},
				{"with EOF", iotest.DataErrReader(strings.NewReader(stdin))},
			} {
				if turn++; turn%every != 0 {
					continue
				}
				status, stdout, messages := runWorkers(workers, r, args...)
				if status != engine.ExitInvalid || stdout != want || messages != "" {
					t.Errorf("%q, %d workers, %s: status %d, %d bytes, want %d as one worker gives, %q",
						args, workers, r.name, status, len(stdout), len(want), messages)
				}
			}
		}
	}
}

// slow reads at most n bytes at a time.
type slow struct {
	r io.Reader
	n int
}

func (s *slow) Read(p []byte) (int, error) { return s.r.Read(p[:min(s.n, len(p))]) }

// TestNumbersAcrossBatches: messages about lines that are too long have the right numbers in all batches.
func TestNumbersAcrossBatches(t *testing.T) {
	stdin := mixture()
	const limit = 100
	var results, messages strings.Builder
	for i, line := range strings.Split(stdin, "\n") {
		if len(line) > limit {
			fmt.Fprintf(&messages, "uri: line %d: longer than %d bytes (-max-line)\n", i+1, limit)
			fmt.Fprintf(&results, "%d is longer\n", i+1)
		}
	}
	for _, workers := range []int{1, 2, manyWorkers} {
		status, stdout, stderr := runWorkers(workers, strings.NewReader(stdin), "check", "-max-line=100")
		if status != engine.ExitInvalid || stderr != messages.String() {
			t.Errorf("%d workers: status %d, messages:\n%s", workers, status, cmp.Diff(messages.String(), stderr))
		}
		n := 0
		for i, result := range strings.Split(stdout, "\n") {
			if _, after, ok := strings.Cut(result, "\tline "); ok {
				if n++; !strings.HasPrefix(after, fmt.Sprint(i+1, " is longer than 100 bytes\t")) {
					t.Fatalf("%d workers: result %d is %q", workers, i+1, after)
				}
			}
		}
		if n == 0 {
			t.Errorf("%d workers: no result reports a line that is too long", workers)
		}
	}
}

// TestWorkersReadError: all lines before an error in a later batch are answered.
func TestWorkersReadError(t *testing.T) {
	stdin := mixture()
	_, want, _ := runWorkers(1, strings.NewReader(stdin[:strings.LastIndex(stdin, "\n")]), "check")
	for _, workers := range []int{1, 2, manyWorkers} {
		r := io.MultiReader(strings.NewReader(stdin), iotest.ErrReader(errors.New("disk on fire")))
		status, stdout, stderr := runWorkers(workers, r, "check")
		if status != engine.ExitTrouble || stderr != "uri: disk on fire\n" || stdout != want {
			t.Errorf("%d workers: status %d, %d bytes, want %d, %q", workers, status, len(stdout), len(want), stderr)
		}
	}
}

// TestWriteErrorWhileWaiting has a write fail while another worker waits for input that never comes.
func TestWriteErrorWhileWaiting(t *testing.T) {
	lines, in := io.Pipe()
	defer in.Close()
	go io.WriteString(in, "a\n")
	var stderr bytes.Buffer
	j := newJob([]string{"check", "-max-line=8"}, lines, &failing{}, &stderr)
	j.Workers = 2
	if status := j.Run(); status != engine.ExitTrouble || stderr.String() != "uri: no room\n" {
		t.Errorf("status %d, message %q", status, &stderr)
	}
}

// TestWorkersEnd: all workers end after the work is over, and those that wait for input after they receive it or an
// error.
func TestWorkersEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, manyWorkers} {
		lines, in := io.Pipe()
		out, answers := io.Pipe()
		j := newJob([]string{"split", "-max-line=8"}, lines, answers, io.Discard)
		j.Workers = workers
		ended := make(chan int, 1)
		go func() { ended <- j.Run() }()
		io.WriteString(in, "a\nunfini")
		if _, err := out.Read(make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		in.CloseWithError(errors.New("disk on fire"))
		if status := <-ended; status != engine.ExitTrouble {
			t.Errorf("%d workers: status %d", workers, status)
		}

		lines, in = io.Pipe()
		j = newJob([]string{"split", "-max-line=8"}, lines, &failing{}, io.Discard)
		j.Workers = workers
		go func() { ended <- j.Run() }()
		io.WriteString(in, "a\n") // the answer cannot be written
		if status := <-ended; status != engine.ExitTrouble {
			t.Errorf("%d workers: status %d", workers, status)
		}
		in.Close()
	}
	waitForAtMost(t, before)
}

// TestInterrupted: SIGINT ends the command while it waits for input. The input before is answered once.
func TestInterrupted(t *testing.T) {
	for _, args := range [][]string{{"split"}, {"check", "-picture=always"}, {"normalize", "-json"}} {
		cmd := startable(args...)
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, stderr := start(t, cmd)
		io.WriteString(stdin, "a\nunfini")
		answer := make([]byte, 1000)
		n, err := stdout.Read(answer)
		if err != nil || !bytes.HasSuffix(answer[:n], []byte("\n")) {
			t.Errorf("%q: answer %q, %v", args, answer[:n], err)
		}
		interrupt(cmd)
		rest, _ := io.ReadAll(stdout)
		cmd.Wait()
		state := cmd.ProcessState
		if state.Success() || strings.Contains(state.String(), "killed") || len(rest) > 0 || stderr.Len() > 0 {
			t.Errorf("%q: %v, %q, %q", args, state, rest, stderr)
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
	if status != engine.ExitInvalid || stderr != messages {
		t.Errorf("status %d, messages %q", status, stderr)
	}
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	status, stdout, _ = runWith("a\x00"+long+"b\x00c", "split", "-max-line=20", "-0", "-json")
	invalid := strings.SplitAfter(stdout, "\n")[1]
	want = `{"input":"http://example.com/a","ok":false,"offset":20,"component":"path",` +
		`"reason":"record 2 is longer than 20 bytes"}` + "\n"
	if invalid != want || status != engine.ExitInvalid {
		t.Errorf("status %d, result %s", status, invalid)
	}
}

// TestAnswerBeforeNextLine writes each line only after the answer to the line before.
func TestAnswerBeforeNextLine(t *testing.T) {
	lines, in := io.Pipe()
	out, answers := io.Pipe()
	go func() {
		run([]string{"check"}, lines, answers, io.Discard)
		answers.Close()
	}()
	timeout := time.AfterFunc(time.Minute, func() { out.CloseWithError(io.ErrNoProgress) })
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

// TestLinePerLine checks that every verb writes one line for each record, even if the record has arbitrary bytes. Blank
// lines have one if the output is columns alone.
// Engines that run the command as a filter rely on it.
func TestLinePerLine(t *testing.T) {
	records := []string{
		"http://h/", "", "a b", "\t", "a\tb", "\r", "a\r", "\xff", "\x00", "\\", `a\tb`, "é", "\u2028", "\u0085", "\v", "\f", "a\x1bb",
		"http://\u202eh/", "http://u:p@h/%zz", strings.Repeat("a", 100), strings.Repeat("%zz", 100),
	}
	runs := 0
	for _, verb := range commandNames() {
		if verbs[verb] == nil || verb == "explain" {
			continue
		}
		for _, flags := range []string{"-tsv", "-invalid=mark", "-invalid=empty", "-json", "-field=ok", "-field=input", "-format={{.input}}", "-invalid=mark -field=input"} {
			for _, more := range []string{"", "-max-line=50", "-web", "-iri"} {
				args := append([]string{verb}, strings.Fields(flags+" "+more)...)
				status, stdout, stderr := runWith(strings.Join(records, "\n")+"\n", args...)
				if status == engine.ExitTrouble && stdout == "" {
					continue // the verb does not have the flags
				}
				runs++
				want := len(records)
				if verbs[verb].Dialects[0] != dialect.Text && (flags == "-tsv" || flags == "-json") {
					want -= 3 // blank lines are no inputs
				}
				if n := strings.Count(stdout, "\n"); n != want {
					t.Errorf("%q: %d lines for %d: status %d, %q", args, n, want, status, stderr)
				}
			}
		}
	}
	if runs < 100 {
		t.Errorf("only %d runs", runs)
	}
}

// TestConstantMemory: the number of allocations does not depend on the number of lines. It depends on the number of
// workers, and so on the machine.
func TestConstantMemory(t *testing.T) {
	lines := kit.Rounds(10_000, 10_000, 200_000)
	for _, args := range append(verbsOfURIs(), []string{"resolve", "-tsv", "-quiet"}, []string{"relativize", "-invalid=mark", "-quiet"}) {
		checkConstantMemory(t, lines, args,
			"http://user:pw@example.com:80/a/b/c?d=e#f\n", "http://a b/\n",
			"http://a/b\tx://c/d\n", "http://a/b\tx y\n")
	}
	for _, args := range append(verbsOfIRIs(), []string{"resolve", "-iri", "-tsv", "-quiet"}) {
		if !strings.Contains(strings.Join(args, " "), "-idna") { // these flags allocate
			checkConstantMemory(t, lines/4, args, "http://\u00fc@\u00e9/%C3%BC?\u65e5\n", "http://\u00e9 b/\n",
				"http://\u00e9/\u00fc\t../x\n", "http://\u00e9/\u00fc\t../\xff\n", "http://h/%C3%A9?%ff#\n")
		}
	}
}

func checkConstantMemory(t *testing.T, lines int, args []string, inputs ...string) {
	t.Helper()
	for _, line := range inputs {
		if args[0] == "check" || args[0] == "to-iri" || strings.Contains(line, "\t") {
			args = append(slices.Clone(args), "-quiet") // the line of a hint allocates
		}
		run(args, strings.NewReader(line), io.Discard, io.Discard) // makes tables that are made at their first use
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var out counter
		run(args, &endless{line: line, left: lines}, &out, io.Discard)
		runtime.ReadMemStats(&after)
		if out.lines != lines {
			t.Errorf("%q: %d results, want %d", args, out.lines, lines)
		}
		if n := after.Mallocs - before.Mallocs; n > 1000 {
			t.Errorf("%q: %d allocations for %d lines %q", args, n, lines, line)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > manyWorkers*4<<20 {
			t.Errorf("%q: %d bytes allocated for %d lines %q", args, n, lines, line)
		}
	}
}

// TestOneEndlessLine reads a line of 256 MiB.
func TestOneEndlessLine(t *testing.T) {
	if !kit.Long() {
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
	if status != engine.ExitInvalid || stderr.String() != "uri: line 1: longer than 1048576 bytes (-max-line)\n" {
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

// TestCRLF compares lines that end with CR LF with the same lines with newlines alone, also with -crlf.
func TestCRLF(t *testing.T) {
	inputs := []string{""}
	for i := 0; len(inputs[i]) < 4; i++ {
		for _, c := range []string{"a", "%", "\r", "\n"} {
			inputs = append(inputs, inputs[i]+c)
		}
	}
	inputs = append(inputs, "http://h/a\r\nb\n c\r\nd\r")
	for _, input := range inputs {
		if input != "" && !strings.HasSuffix(input, "\n") {
			input += "\n"
		}
		plain := strings.ReplaceAll(input, "\r\n", "\n")
		if strings.Contains(plain, "\r\n") {
			continue // a line ends with two carriage returns
		}
		if last := strings.TrimSuffix(input, "\n"); last != "" && !strings.HasSuffix(last, "\n") {
			input = last // the last line may lack the newline
		}
		for _, limit := range []string{"-max-line=1", "-max-line=2", "-max-line=3", "-max-line=1000"} {
			wantStatus, want, wantMessages := runWith(plain, "check", "-quiet", limit)
			status, stdout, stderr := runWith(input, "check", "-quiet", "-crlf", limit)
			if status != wantStatus || stdout != want || stderr != wantMessages {
				t.Fatalf("%q %s: %d, %q, %q, want %d, %q, %q", input, limit, status, stdout, stderr,
					wantStatus, want, wantMessages)
			}
		}
	}
	const crlf = "http://h/\u00e9\r\n//h\\a\r\n"
	for _, args := range [][]string{{"split", "-iri"}, {"resolve", "-web", "-base=http://h/"}, {"to-uri", "-tsv"},
		{"normalize", "-picture=always"}, {"explain", "-json"}, {"check", "-format={{.input}}{{.ok}}"}} {
		wantStatus, want, _ := runWith(strings.ReplaceAll(crlf, "\r", ""), args...)
		status, stdout, stderr := runWith(crlf, append(args, "-quiet")...)
		if status != wantStatus || stdout != want || stderr != "" {
			t.Errorf("%q: %d, %q, %q, want %d, %q", args, status, stdout, stderr, wantStatus, want)
		}
	}
	if status, _, stderr := runWith("", "check", "-0", "-crlf"); status != engine.ExitTrouble || !isMessage(stderr) {
		t.Errorf("-0 -crlf: status %d, %q", status, stderr)
	}
	if _, stdout, _ := runWith("", "check", "-crlf", "a\r"); !strings.HasPrefix(stdout, "invalid") {
		t.Errorf("an argument: %q", stdout)
	}
}
