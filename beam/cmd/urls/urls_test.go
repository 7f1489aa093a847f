//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/test/kit"
)

// asUrls is an environment variable. If it is set, the test binary runs the command urls.
const asUrls = "URLS_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asUrls) != "" {
		main()
	}
	os.Exit(m.Run())
}

// urls returns the command with arguments. Its output goes to the test's log.
func urls(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := kit.Command(t, exe, args...)
	cmd.Env = append(os.Environ(), asUrls+"=1", "TMPDIR="+t.TempDir()) // Beam leaves files of workers there
	return logOutput(t, cmd)
}

// logOutput sends the output of a command to the log of the test.
func logOutput(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%s:\n%s", cmd, out.Bytes())
		}
	})
	return cmd
}

// start starts a command. The end of the test kills it.
func start(t *testing.T, cmd *exec.Cmd) (wait func() error) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var err error
	go func() {
		err = cmd.Wait()
		close(done)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-done
	})
	return func() error {
		select {
		case <-done:
			return err
		case <-time.After(5 * time.Minute):
			t.Fatalf("%s does not end", cmd)
			return nil
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// await waits until a server listens at a port of localhost.
func await(t *testing.T, port int) {
	t.Helper()
	for range 3000 {
		conn, err := net.Dial("tcp", fmt.Sprintf("localhost:%d", port))
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("nothing listens at port %d", port)
}

// startPrism starts Prism in another process, and returns the flags for it.
func startPrism(t *testing.T) []string {
	t.Helper()
	exe, err := kit.Command(t, "go", "tool", "-n", "prism").Output()
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	cmd := kit.Command(t, strings.TrimSpace(string(exe)), "-serve_http=false", "-log_level=warn", fmt.Sprintf("-job_port=%d", port))
	start(t, logOutput(t, cmd))
	await(t, port)
	return []string{"-runner=universal", fmt.Sprintf("-endpoint=localhost:%d", port)}
}

// long reports whether URI_LONG enables long tests.
func long() bool { return os.Getenv("URI_LONG") != "" }

// list returns n lines. About half are distinct URLs, one in 100 is invalid, and one host has a third.
func list(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		id := i * 7919 % (n/2 + 1)
		host := fmt.Sprintf("www.h%d.example.co.uk", id%997)
		if id%3 == 0 {
			host = "example.com"
		}
		switch {
		case i%100 == 1:
			fmt.Fprintf(&b, "http://%s/%%zz\t%d\xff\n", host, i)
		case i%5 == 0:
			fmt.Fprintf(&b, "HTTP://%s:80/a/../%d\n", strings.ToUpper(host), id)
		default:
			fmt.Fprintf(&b, "http://%s/%d\n", host, id)
		}
	}
	return b.Bytes()
}

// write writes lines as two files, one of them compressed, and returns a pattern for their names.
func write(t *testing.T, dir string, text []byte) (pattern string) {
	t.Helper()
	half := bytes.IndexByte(text[len(text)/2:], '\n') + len(text)/2 + 1
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text[half:])
	for _, err := range []error{
		err, w.Close(),
		os.WriteFile(dir+"/in-0.txt", text[:half], 0o644),
		os.WriteFile(dir+"/in-1.gz", b.Bytes(), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir + "/in-*"
}

// expected maps each kind of file to the sorted lines of its files, as package dedupe computes them.
type expected map[string][]string

func expect(t *testing.T, text []byte) expected {
	t.Helper()
	want := expected{}
	var urls bytes.Buffer
	d := dedupe.URIs{
		WriteNormal: true,
		Invalid: func(line dedupe.Invalid) error {
			want["refused"] = append(want["refused"], string(line.Text))
			return nil
		},
		OnGroup: func(name []byte, n int64) error {
			want["domains"] = append(want["domains"], fmt.Sprintf("%d\t%s", n, name))
			return nil
		},
		GroupBy: dedupe.Domain,
	}
	if err := d.Run(&urls, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	want["urls"] = strings.Split(strings.TrimSuffix(urls.String(), "\n"), "\n")
	for _, lines := range want {
		slices.Sort(lines)
	}
	return want
}

// check compares the output of a job.
func (want expected) check(t *testing.T, dir string) {
	t.Helper()
	for kind, lines := range want {
		files, err := filepath.Glob(dir + "/" + kind + "-*")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSuffix(line, "\n")
				if kind == "refused" {
					line = strings.SplitN(line, "\t", 4)[3]
				}
				got = append(got, line)
			}
		}
		if slices.Sort(got); !slices.Equal(got, lines) {
			t.Errorf("%s: got %d lines, want %d", kind, len(got), len(lines))
		}
	}
}

// checkCounters compares the counters that a job printed. Prism can lose a part of a counter (see the README), but does
// not add to it.
func (want expected) checkCounters(t *testing.T, lines int, printed string) {
	t.Helper()
	got := map[string]int{}
	for line := range strings.Lines(printed) {
		number, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if n, err := strconv.Atoi(number); err == nil {
			got[name] = n
		}
	}
	for name, n := range map[string]int{
		"valid": lines - len(want["refused"]), "refused": len(want["refused"]), "distinct": len(want["urls"]),
	} {
		switch {
		case got[name] <= 0 || got[name] > n:
			t.Errorf("counter %s is %d, want %d", name, got[name], n)
		case got[name] < n:
			t.Logf("Prism lost a part of counter %s: it is %d of %d", name, got[name], n)
		}
	}
}

// TestPrism runs the pipeline on Prism in another process, and compares the results with package dedupe.
func TestPrism(t *testing.T) {
	flags := append(startPrism(t), "-environment_type=loopback", "-normal")
	sizes := []int{20_000}
	if long() {
		sizes = []int{100_000, 1_000_000}
	}
	for _, n := range sizes {
		dir := t.TempDir()
		text := list(n)
		cmd := urls(t, append(flags, "-input", write(t, dir, text), "-output", dir+"/out", "-key", "fingerprint")...)
		begin := time.Now()
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d lines in %v", n, time.Since(begin).Round(time.Millisecond))
		want := expect(t, text)
		want.check(t, dir+"/out")
		want.checkCounters(t, n, cmd.Stderr.(*bytes.Buffer).String())
		if left, _ := filepath.Glob(dir + "/out.*"); len(left) > 0 {
			t.Errorf("left over: %q", left)
		}
	}
}

// TestKilledWorker kills a worker that waits for the rest of its input. The job must fail, by itself or, if Prism misses
// the end of the worker, after an interrupt. It must leave no files.
func TestKilledWorker(t *testing.T) {
	flags := startPrism(t)
	dir := t.TempDir()
	// The worker reads a named pipe. This process does not write the end of the text.
	input := dir + "/in.gz"
	if err := syscall.Mkfifo(input, 0o600); err != nil {
		t.Skip(err)
	}
	pipe, err := os.OpenFile(input, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	killed := killable(t, flags, input, dir+"/out")
	// The text is longer than a pipe takes, so Write returns after the worker has begun to read.
	w, err := gzip.NewWriterLevel(pipe, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(list(50_000)); err != nil {
		t.Fatal(err)
	}
	if err := killed(); err == nil {
		t.Error("the job did not fail")
	}
	if left, _ := filepath.Glob(dir + "/out*"); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// killable starts a job with a worker in another process. It returns a function that kills the worker and waits for the
// end of the job. If the job has not ended after 30 s, the function interrupts it. Prism 2.77 can miss the end of a
// worker at any time: its function Control selects between the error of the stream and the end of the context, and
// fails the bundles only for the second.
func killable(t *testing.T, flags []string, input, output string) (kill func() error) {
	t.Helper()
	port := freePort(t)
	pool := urls(t, fmt.Sprintf("-worker_pool=%d", port))
	start(t, pool)
	await(t, port)
	job := urls(t, append(flags, "-environment_type=external",
		fmt.Sprintf("-environment_config=localhost:%d", port), "-input", input, "-output", output)...)
	wait := start(t, job)
	return func() error {
		if err := pool.Process.Kill(); err != nil {
			t.Error(err)
		}
		late := time.AfterFunc(30*time.Second, func() {
			t.Log("Prism has not seen the end of the worker")
			_ = job.Process.Signal(os.Interrupt)
		})
		defer late.Stop()
		return wait()
	}
}

// TestKilledAtAnyTime kills workers at many moments. Each job must have its whole output or no output. If a worker is
// killed while it starts, Prism 2.77 can panic, or search for work forever. Such a job must be interrupted.
func TestKilledAtAnyTime(t *testing.T) {
	if !long() {
		t.Skip("URI_LONG is not set")
	}
	dir := t.TempDir()
	text := list(50_000)
	input, want := write(t, dir, text), expect(t, text)
	failures, successes := 0, 0
	for i := range 24 {
		delay := time.Duration(i) * 200 * time.Millisecond
		t.Run(delay.String(), func(t *testing.T) {
			flags := startPrism(t)
			output := fmt.Sprintf("%s/out%d", dir, i)
			kill := killable(t, append(flags, "-normal"), input, output)
			time.Sleep(delay)
			err := kill()
			if _, statErr := os.Stat(output); statErr == nil {
				successes++
				want.check(t, output)
			} else if failures++; err == nil {
				t.Error("the job has succeeded without an output")
			}
			if left, _ := filepath.Glob(output + ".tmp*"); err != nil && len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
	t.Logf("%d failed, %d succeeded", failures, successes)
}

func TestUsage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/a", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]options{
		"nothing":       {},
		"no output":     {input: "a", shards: 1, key: "text"},
		"no shards":     {input: "a", output: dir + "/b", key: "text"},
		"key":           {input: "a", output: dir + "/b", shards: 1, key: "surt"},
		"output exists": {input: "a", output: dir, shards: 1, key: "text"},
	} {
		var stderr bytes.Buffer
		if status := o.main(context.Background(), &stderr); status != 2 || stderr.Len() == 0 {
			t.Errorf("%s: exit status %d, %q", name, status, stderr.String())
		}
	}
}
