package bench

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/purell"

	"github.com/urispan/uri/internal/test/kit"
)

// The benchmarks measure whole programs, from the file that they read to the end of the process. Their output goes to
// the null device.

// program is an environment variable. If it is set, the test binary runs the program of that name.
const program = "URI_BENCH_PROGRAM"

// programs maps names to programs that do the work of the command uri with other libraries. The log pipelines are those
// of BenchmarkPipeline.
var programs = map[string]func(in io.Reader, out *bufio.Writer) error{
	"check-net-url": eachLine(func(line string, out *bufio.Writer) error {
		_, err := url.Parse(line)
		if err == nil {
			out.WriteString("ok\t")
			writeLine(out, line)
		}
		return err
	}),
	"normalize-net-url": eachLine(func(line string, out *bufio.Writer) error {
		u, err := url.Parse(line)
		if err == nil {
			writeLine(out, u.String())
		}
		return err
	}),
	"normalize-purell": eachLine(func(line string, out *bufio.Writer) error {
		text, err := purell.NormalizeURLString(line, purell.FlagsSafe)
		if err == nil {
			writeLine(out, text)
		}
		return err
	}),
	"log-uri":     countLog((*counter).add),
	"log-net-url": countLog((*counter).addByNetURL),
}

// eachLine returns a program that calls answer for each line, and reports its errors.
func eachLine(answer func(line string, out *bufio.Writer) error) func(io.Reader, *bufio.Writer) error {
	return func(in io.Reader, out *bufio.Writer) error {
		s := bufio.NewScanner(in)
		for s.Scan() {
			if err := answer(s.Text(), out); err != nil {
				writeLine(out, "invalid\t"+err.Error())
			}
		}
		return s.Err()
	}
}

func writeLine(out *bufio.Writer, line string) {
	out.WriteString(line)
	out.WriteByte('\n')
}

func countLog(add func(c *counter, method, target []byte)) func(io.Reader, *bufio.Writer) error {
	return func(in io.Reader, out *bufio.Writer) error {
		c := count(in, add)
		for domain, n := range c.domains {
			fmt.Fprintln(out, *n, domain)
		}
		_, err := fmt.Fprintln(out, c.bad, "bad")
		return err
	}
}

// runProgram runs the program of that name. It returns the exit status.
func runProgram(name string) int {
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	err := programs[name](bufio.NewReaderSize(os.Stdin, 64<<10), out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// programSize is the least size of the input in bytes. The few milliseconds to start a process do not matter then.
const programSize = 256 << 20

// BenchmarkProgram measures the command uri, and programs that do the same with other libraries, on the lines of a
// file, and the log pipelines on the file of a log. ns/uri is the CPU time of the process for a line, user and system,
// and GB/cpu-s is the input in gigabytes for each second of it. With -benchtime 1x the input is short.
func BenchmarkProgram(b *testing.B) {
	c := webCorpus(b)
	command := build(b, "cmd/uri")
	lines := newInput(b, []byte(strings.Join(c.references, "\n")+"\n"))
	log := newInput(b, logOf(c.references))
	for _, p := range []struct {
		task, impl string
		in         *input
		args       []string // of the command uri; nil for one of programs
	}{
		{"check", "command", lines, []string{"check"}},
		{"check", "net-url", lines, nil},
		{"normalize", "command", lines, []string{"normalize"}},
		{"normalize", "command-output", lines, []string{"normalize", "-format", "{{.output}}"}},
		{"normalize", "net-url", lines, nil},
		{"normalize", "purell", lines, nil},
		{"split", "command", lines, []string{"split"}},
		{"split", "command-host", lines, []string{"split", "-format", "{{.host}}"}},
		{"log", "uri", log, nil},
		{"log", "net-url", log, nil},
	} {
		b.Run("task="+p.task+"/corpus="+c.name+"/impl="+p.impl, func(b *testing.B) {
			var used time.Duration
			for b.Loop() {
				cmd := newProgram(b, p.task+"-"+p.impl)
				if p.args != nil {
					cmd = kit.Command(b, command, p.args...)
				}
				used += p.in.run(b, cmd)
			}
			bytes := float64(b.N * p.in.size)
			ns := float64(used.Nanoseconds())
			b.ReportMetric(ns/float64(b.N*p.in.copies*len(c.references)), "ns/uri")
			b.ReportMetric(bytes/ns, "GB/cpu-s")
			b.ReportMetric(0, "ns/op") // the time on the clock depends on the number of cores
		})
	}
}

// newProgram returns one of programs as a process to start.
func newProgram(tb testing.TB, name string) *exec.Cmd {
	cmd := kit.Command(tb, os.Args[0])
	cmd.Env = append(os.Environ(), program+"="+name)
	return cmd
}

// build builds a command of the library, such as cmd/uri, and returns its path.
func build(tb testing.TB, command string) string {
	path := filepath.Join(tb.TempDir(), filepath.Base(command)+".exe")
	if out, err := kit.Command(tb, "go", "build", "-o", path, "github.com/urispan/uri/"+command).CombinedOutput(); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	return path
}

// An input is a file with copies of a string.
type input struct {
	file         string
	size, copies int
}

func newInput(tb testing.TB, text []byte) *input {
	copies := 1
	if flag.Lookup("test.benchtime").Value.String() != "1x" {
		copies = programSize/len(text) + 1
	}
	file := filepath.Join(tb.TempDir(), "input")
	f, err := os.Create(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	for range copies {
		if _, err := f.Write(text); err != nil {
			tb.Fatal(err)
		}
	}
	return &input{file, copies * len(text), copies}
}

// run runs cmd with the file as its standard input, and returns its CPU time.
func (in *input) run(tb testing.TB, cmd *exec.Cmd) time.Duration {
	f, err := os.Open(in.file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	cmd.Stdin = f
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: some lines are invalid
		tb.Fatal(err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// TestPrograms checks the output of each program.
func TestPrograms(t *testing.T) {
	lines := "http://example.com/a\nhttp://example.com/%zz\nHTTP://Example.com\n"
	log := string(logOf([]string{"http://www.example.com/a", "http://example.com/%zz", "HTTP://Example.com"}))
	for _, test := range []struct{ name, in, want string }{
		{"check-net-url", lines, "ok\thttp://example.com/a\ninvalid\tparse \"http://example.com/%zz\": " +
			"invalid URL escape \"%zz\"\nok\tHTTP://Example.com\n"},
		{"normalize-net-url", lines, "http://example.com/a\ninvalid\tparse \"http://example.com/%zz\": " +
			"invalid URL escape \"%zz\"\nhttp://Example.com\n"},
		{"normalize-purell", lines, "http://example.com/a\ninvalid\tparse \"http://example.com/%zz\": " +
			"invalid URL escape \"%zz\"\nhttp://example.com\n"},
		{"log-uri", log, "2 example.com\n1 bad\n"},
		{"log-net-url", log, "2 example.com\n1 bad\n"},
	} {
		cmd := newProgram(t, test.name)
		cmd.Stdin = strings.NewReader(test.in)
		if out, err := cmd.Output(); err != nil || string(out) != test.want {
			t.Errorf("%s: %q, %v; want %q", test.name, out, err, test.want)
		}
	}
}
