package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

// The benchmark compares "uri dedupe" with the pipe that it replaces, "uri normalize | sort -u". Both read a file and
// write their results to a file.

// BenchmarkDedupe removes duplicates from the lines of bench/urls, half of them distinct. It checks the number of
// lines of the results. URI_LINES is the largest number of lines, 1e6 by default. The input for 1e8 takes 6 GB, and
// temporary files and results take 6 GB more.
//
// lines/s is by the clock. cpu-ns/line is user and system time, and peak-MB the sum of the largest resident sets of the
// processes.
func BenchmarkDedupe(b *testing.B) {
	most := 1e6
	if text := os.Getenv("URI_LINES"); text != "" {
		var err error
		if most, err = strconv.ParseFloat(text, 64); err != nil {
			b.Fatal("URI_LINES: ", err)
		}
	}
	command, urls := build(b, "cmd/uri"), build(b, "bench/urls")
	for _, size := range []struct {
		memory string
		lines  float64
	}{{"512M", 1e5}, {"512M", 1e6}, {"64M", 3e6}, {"512M", 1e7}, {"512M", 1e8}} {
		if size.lines > most {
			continue
		}
		lines := int(size.lines)
		name := strings.Replace(fmt.Sprintf("memory=%s/lines=%.0e", size.memory, size.lines), "e+0", "e", 1)
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
			makeLines(b, urls, in, lines)
			for _, impl := range dedupers(command, dir, size.memory) {
				b.Run("impl="+impl.name, func(b *testing.B) {
					var sum usage
					for b.Loop() {
						u := measurePipe(b, in, out, impl.pipe)
						if n := countLines(b, out); n != lines/2 {
							b.Fatalf("%d distinct lines, want %d", n, lines/2)
						}
						sum = usage{sum.Wall + u.Wall, sum.CPU + u.CPU, max(sum.Peak, u.Peak)}
					}
					n := float64(b.N * lines)
					b.ReportMetric(n/sum.Wall.Seconds(), "lines/s")
					b.ReportMetric(float64(sum.CPU)/n, "cpu-ns/line")
					b.ReportMetric(float64(sum.Peak)/1e6, "peak-MB")
					b.ReportMetric(float64(lines/2), "distinct")
					b.ReportMetric(0, "ns/op")
				})
			}
		})
	}
}

// A deduper is a pipe of commands that removes duplicates.
type deduper struct {
	name string
	pipe [][]string
}

// dedupers returns the pipes to measure. With little memory, one more pipe runs sort with its default memory.
func dedupers(command, dir, memory string) []deduper {
	normalize := []string{command, "normalize", "-quiet"}
	sort := []string{"env", "LC_ALL=C", "sort", "-u", "-T", dir}
	list := []deduper{
		{"uri", [][]string{{command, "dedupe", "-quiet", "-memory", memory, "-tmp", dir}}},
		{"sort", [][]string{normalize, append(slices.Clip(sort), "-S", memory)}},
	}
	if memory == "64M" {
		list = append(list, deduper{"sort-default", [][]string{normalize, sort}})
	}
	return list
}

// makeLines writes a file with lines of bench/urls.
func makeLines(tb testing.TB, urls, file string, lines int) {
	f, err := os.Create(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	cmd := kit.Command(tb, urls, "-n", strconv.Itoa(lines))
	cmd.Stdout, cmd.Stderr = f, os.Stderr
	if err := cmd.Run(); err != nil {
		tb.Fatal(err)
	}
}

func countLines(tb testing.TB, file string) (n int) {
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	buf := make([]byte, 64<<10)
	for {
		read, err := f.Read(buf)
		n += bytes.Count(buf[:read], []byte("\n"))
		if err == io.EOF {
			return n
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// A usage is the time and the memory of the processes of a pipe.
type usage struct {
	Wall, CPU time.Duration
	Peak      int64 // in bytes
}

// measurePipe runs a pipe with a file as its input and another as its output.
//
// Until a new process runs its program, the system counts the memory of its parent. The benchmark may be larger than
// the processes, so a small process, runPipe, starts them.
func measurePipe(tb testing.TB, in, out string, pipe [][]string) (u usage) {
	cmd := newProgram(tb, "pipe")
	arg, err := json.Marshal(pipe)
	if err != nil {
		tb.Fatal(err)
	}
	cmd.Args = append(cmd.Args, in, out, string(arg))
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(text, &u)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return u
}

func init() { programs["pipe"] = runPipe }

// runPipe runs the pipe of its arguments, and writes its usage.
func runPipe(_ io.Reader, out *bufio.Writer) error {
	var pipe [][]string
	if err := json.Unmarshal([]byte(os.Args[3]), &pipe); err != nil {
		return err
	}
	from, err := os.Open(os.Args[1])
	if err != nil {
		return err
	}
	to, err := os.Create(os.Args[2])
	if err != nil {
		return err
	}
	start := time.Now()
	var cmds []*exec.Cmd
	for i, args := range pipe {
		cmd := exec.Command(args[0], args[1:]...)
		kit.EndWithParent(cmd)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = from, to, os.Stderr
		var next, end *os.File
		if i+1 < len(pipe) {
			if next, end, err = os.Pipe(); err != nil {
				return err
			}
			cmd.Stdout, cmd.Stderr = end, nil // normalize reports each invalid line
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		from.Close()
		end.Close()
		from = next
		cmds = append(cmds, cmd)
	}
	var u usage
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: some lines are invalid
			return err
		}
		u.CPU += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		u.Peak += cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	}
	u.Wall = time.Since(start)
	return json.NewEncoder(out).Encode(u)
}

// TestDedupers checks that the pipes have the right result, and that their usage is plausible.
func TestDedupers(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, []byte("http://b\nHTTP://B/\n%\nhttp://a/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, d := range dedupers(build(t, "cmd/uri"), dir, "64M") {
		u := measurePipe(t, in, out, d.pipe)
		want := "http://b\nhttp://a/\n"
		if d.name != "uri" {
			want = "http://a/\nhttp://b/\n"
		}
		if got, err := os.ReadFile(out); err != nil || string(got) != want {
			t.Errorf("%s: %q, want %q; %v", d.name, got, want, err)
		}
		if u.Wall <= 0 || u.CPU <= 0 || u.Peak < 1<<20 || u.Peak > 1<<30 {
			t.Errorf("%s: %+v", d.name, u)
		}
	}
}
