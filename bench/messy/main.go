//go:build unix

// Command messy compares the verbs of the command uri with awk, sort, grep, short programs with net/url and, if it is
// installed, DuckDB, on messy lines. It prints a table in Markdown.
//
//	go run ./messy              # 1 GB: half an hour, and 3 GB in the folder for temporary files
//	go run ./messy -size 200M
//
// CPU is user and system time of all processes of a row, and memory the sum of their largest resident sets. Each row is
// the run with the least CPU time of -passes. It needs Linux.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A row is a program that does the work of a verb: a pipe of commands, which reads the lines.
type row struct{ task, command string }

// rows are the rows of the table. The first of each task belongs to uri.
var rows = []row{
	{"check", "uri check -field input -invalid omit"},
	{"check", "neturl check"},
	{"split: hosts", "uri split -field host -invalid omit"},
	{"split: hosts", "awk -F/ '{print $3}'"},
	{"split: hosts", "neturl host"},
	{"split: domains", "uri split -field domain,suffix -invalid omit"},
	{"a condition", "uri split -format '{{if .ok}}{{.host}}{{end}}'"},
	{"a condition", "uri split -format '{{.host}}'"},
	{"filter", "uri check -scheme https -field input -invalid omit"},
	{"filter", "grep '^https://'"},
	{"normalize", "uri normalize"},
	{"normalize", "neturl normalize"},
	{"normalize -web", "uri normalize -web"},
	{"resolve", "uri resolve -base http://example.org/a/b"},
	{"resolve", "neturl resolve"},
	{"relativize", "uri relativize -base http://example.org/a/b -only web"},
	{"to-uri", "uri to-uri"},
	{"to-iri", "uri to-iri"},
	{"explain, 1% of the lines", "head -c 1% | uri explain -json"},
	{"match", "uri match -patterns PATTERNS -field input -invalid omit"},
	{"find", "uri find"},
	{"find", "grep -oE 'https?://[^ ]+'"},
	{"redact", "uri redact"},
	{"dedupe", "uri dedupe"},
	{"dedupe", "uri normalize | sort -u"},
	{"dedupe", "neturl normalize | sort -u"},
	{"dedupe", "awk '!seen[$0]++'"},
	{"dedupe", "duckdb -noheader -list -c \"select distinct line from read_csv('/dev/stdin', columns={'line':'varchar'}, delim='\\x01', quote='', header=false, encoding='latin-1')\""},
	{"count lines", "uri dedupe -c"},
	{"count lines", "uri normalize | sort | uniq -c"},
	{"count domains", "uri dedupe -o /dev/null -count - -of lines -by domain -top"},
	{"count domains", "uri split -field domain -invalid omit | sort | uniq -c | sort -rn"},
	{"check gzip", "uri check -field input -invalid omit < LINES.gz"},
	{"check gzip", "gzip -dc < LINES.gz | uri check -field input -invalid omit"},
}

func main() {
	size := flag.String("size", "1G", "the size of the lines, such as 200M")
	seed := flag.Uint64("seed", 1, "the seed of the lines")
	passes := flag.Int("passes", 3, "how often each row is measured")
	flag.Parse()
	if err := run(os.Stdout, *size, *seed, *passes); err != nil {
		fmt.Fprintln(os.Stderr, "messy:", err)
		os.Exit(1)
	}
}

// parseSize parses a number of bytes with a decimal unit.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "KMG")
	n, err := strconv.ParseInt(digits, 10, 64)
	unit := map[string]int64{"": 1, "K": 1e3, "M": 1e6, "G": 1e9}[text[len(digits):]]
	if err != nil || n < 1 || unit == 0 {
		return 0, fmt.Errorf("-size: want a number such as 200M")
	}
	return n * unit, nil
}

// run generates the lines, builds the programs, and prints the table.
func run(out io.Writer, sizeText string, seed uint64, passes int) error {
	size, err := parseSize(sizeText)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "messy-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := prepare(dir, size, seed); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s of messy lines, seed %d, %d processors, %s\n\n", sizeText, seed, runtime.GOMAXPROCS(0), runtime.Version())
	fmt.Fprint(out, "| task | program | CPU s | ratio | MB | lines |\n|---|---|---:|---:|---:|---:|\n")
	for i := 0; i < len(rows); {
		n := 1
		for i+n < len(rows) && rows[i+n].task == rows[i].task {
			n++
		}
		if err := runTask(out, dir, size, rows[i:i+n], passes); err != nil {
			return err
		}
		i += n
	}
	return nil
}

// prepare writes the lines and the patterns, and builds the programs.
func prepare(dir string, size int64, seed uint64) error {
	f, err := os.Create(filepath.Join(dir, "lines"))
	if err != nil {
		return err
	}
	defer f.Close()
	zipped, err := os.Create(filepath.Join(dir, "lines.gz"))
	if err != nil {
		return err
	}
	defer zipped.Close()
	z := gzip.NewWriter(zipped)
	if err := errors.Join(generate(io.MultiWriter(f, z), size, seed), z.Close()); err != nil {
		return err
	}
	const patterns = "https://*.example.com/*\nhttp{s}?://api.example.org/v1/:name/*\n*://*/docs/*\n*://*.github.io/*\n"
	if err := os.WriteFile(filepath.Join(dir, "patterns"), []byte(patterns), 0o600); err != nil {
		return err
	}
	for name, path := range map[string]string{"uri": "github.com/urispan/uri/cmd/uri", "neturl": "./messy/neturl"} {
		build := exec.Command("go", "build", "-o", filepath.Join(dir, name), path)
		if text, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w: %s", path, err, text)
		}
	}
	return nil
}

// A cost is what a row takes.
type cost struct {
	cpu    time.Duration
	memory int64 // KiB
	lines  int
}

// runTask measures the rows of a task, pass by pass, and prints them.
func runTask(out io.Writer, dir string, size int64, rows []row, passes int) error {
	best := make([]*cost, len(rows))
	for range passes {
		for i, r := range rows {
			c, err := measure(dir, size, r.command)
			if err != nil {
				return fmt.Errorf("%s: %w", r.command, err)
			}
			if best[i] == nil || c != nil && c.cpu < best[i].cpu {
				best[i] = c
			}
		}
	}
	for i, r := range rows {
		c := best[i]
		if c == nil {
			continue // not installed
		}
		fmt.Fprintf(out, "| %s | `%s` | %.2f | %.2f | %d | %d |\n", r.task, strings.ReplaceAll(r.command, "|", "\\|"), c.cpu.Seconds(),
			float64(c.cpu)/float64(max(best[0].cpu, 1)), c.memory>>10, c.lines)
	}
	return nil
}

// measure runs the programs of a pipe. It returns nil if one is not installed.
func measure(dir string, size int64, command string) (*cost, error) {
	in, err := os.Open(filepath.Join(dir, "lines"))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var stdin io.Reader = in
	if rest, ok := strings.CutPrefix(command, "head -c 1% | "); ok {
		command, stdin = rest, io.LimitReader(in, size/100)
	}
	var list []*exec.Cmd
	var names []string
	var pipes []*os.File
	for part := range strings.SplitSeq(command, " | ") {
		part = strings.NewReplacer("PATTERNS", filepath.Join(dir, "patterns"), "LINES", filepath.Join(dir, "lines")).Replace(part)
		name, _, _ := strings.Cut(part, " ")
		if name == "duckdb" {
			if _, err := exec.LookPath(name); err != nil {
				return nil, nil
			}
		}
		cmd := exec.Command("sh", "-c", "exec "+part)
		cmd.Env = append(os.Environ(), "LC_ALL=C", "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		cmd.Stdin = stdin
		list, names = append(list, cmd), append(names, name)
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		cmd.Stdout, stdin = w, r
		pipes = append(pipes, r, w)
	}
	for _, cmd := range list {
		if err := cmd.Start(); err != nil {
			return nil, err
		}
	}
	last := pipes[len(pipes)-2]
	for _, p := range pipes {
		if p != last {
			p.Close()
		}
	}
	c := &cost{lines: countLines(last)}
	last.Close()
	for i, cmd := range list {
		exit := new(exec.ExitError)
		err := cmd.Wait()
		hasInvalid := names[i] == "uri" && errors.As(err, &exit) && exit.ExitCode() == 1
		if err != nil && !hasInvalid {
			return nil, err
		}
		c.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			c.memory += int64(u.Maxrss)
		}
	}
	return c, nil
}

// countLines returns the number of newlines in r.
func countLines(r io.Reader) (n int) {
	in := bufio.NewReaderSize(r, 1<<20)
	for {
		p, err := in.Peek(cmp.Or(in.Buffered(), 1))
		n += bytes.Count(p, []byte("\n"))
		in.Discard(len(p))
		if err != nil {
			return n
		}
	}
}
