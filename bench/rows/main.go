// Rows measures the library in the repository of the current directory.
//
//	rows
//	rows -goals
//	rows [-only regexp] [-count n] [-benchtime t] [-record file]
//	rows record ...
//
// The first form takes less than a minute. It prints the figures of README's table of speed beside the figures of this
// machine, and names the figures that differ although README has the same list. It also shows calls with cold caches
// and what an import costs.
//
// The second form runs the benchmarks of all rows, and prints a table that compares the parts of the library with each
// other, or with other libraries. The third form takes the rows that the regular expression matches. The benchmarks of
// a row alternate, in one process after the other, with GOMAXPROCS=1. -record keeps their output. The last form reads
// such output. A value is the ratio of two medians, or one median. A row that misses its goal is marked.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "rows:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("rows", flag.ExitOnError)
	flags.Bool("goals", false, "compare all rows with their goals, as any other flag or file does")
	only := flags.String("only", "", "take only rows that the regular `expression` matches, in any column")
	count := flags.Int("count", 6, "run each benchmark `n` times")
	benchtime := flags.String("benchtime", "100ms", "run each benchmark for this `time`")
	recordFile := flags.String("record", "", "write the output of the benchmarks to `file`")
	flags.Parse(args)
	if len(args) == 0 {
		return printReadme(stdout, stderr)
	}

	match, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	rows := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !match.MatchString(r.what + " " + r.command()) })
	files := flags.Args()
	if len(files) == 0 {
		if *recordFile == "" {
			dir, err := os.MkdirTemp("", "rows")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			*recordFile = filepath.Join(dir, "record")
		}
		if err := measure(rows, *recordFile, *count, *benchtime, stderr); err != nil {
			return err
		}
		files = []string{*recordFile}
	}
	m := measurements{}
	for _, name := range files {
		if err := m.readFile(name); err != nil {
			return err
		}
	}
	return m.print(stdout, rows)
}

// measure runs the benchmarks of rows, and writes their output to a new file.
func measure(rows []row, name string, count int, benchtime string, stderr io.Writer) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "rows")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	record, err := os.Create(name)
	if err != nil {
		return err
	}
	defer record.Close()
	fmt.Fprintf(record, "goversion: %s\ndate: %s\n", runtime.Version(), time.Now().UTC().Format(time.DateOnly))

	binaries := map[string]string{}
	for _, r := range rows {
		pkg := filepath.Join(root, r.dir)
		if binaries[r.dir] == "" {
			binaries[r.dir] = filepath.Join(dir, fmt.Sprint(len(binaries), ".test"))
			if err := start(pkg, stderr, stderr, "go", "test", "-c", "-o", binaries[r.dir], "."); err != nil {
				return err
			}
		}
		fmt.Fprintln(stderr, r.what)
		for range count {
			err := start(pkg, record, stderr, binaries[r.dir], "-test.run=^$", "-test.bench="+r.pattern(),
				"-test.benchtime="+benchtime, "-test.cpu=1")
			if err != nil {
				return err
			}
		}
	}
	return record.Close()
}

// library is the path of the root module.
const library = "github.com/urispan/uri"

// findRoot returns the folder of the root module.
func findRoot() (string, error) {
	root, err := output(".", "go", "list", "-m", "-f", "{{.Dir}}", library)
	if err != nil {
		return "", fmt.Errorf("where is the library? %w", err)
	}
	return strings.TrimSpace(root), nil
}

// output returns what a command writes to its standard output.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, exit.Stderr)
	}
	return string(out), err
}

func start(dir string, stdout, stderr io.Writer, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, stdout, stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	return nil
}

// pattern returns the value of -bench that matches the benchmarks of r, and few others.
func (r row) pattern() string {
	parts := strings.Split("Benchmark"+r.bench, "/")
	if r.per != "" {
		for i, part := range strings.Split("Benchmark"+r.per, "/") {
			if part != parts[i] {
				parts[i] = "(" + parts[i] + "|" + part + ")"
			}
		}
	}
	for i, part := range parts {
		parts[i] = "^" + part + "$"
	}
	return strings.Join(parts, "/")
}

// command returns the command that runs the benchmarks of r.
func (r row) command() string {
	return fmt.Sprintf("go test -C %s -run '^$' -bench '%s' -cpu 1 .", r.dir, r.pattern())
}

// A name is the name of a benchmark and a unit of its measurements. The name is without "Benchmark", and begins with
// the import path of the package.
type name struct{ bench, unit string }

// measurements maps names to the values in records.
type measurements map[name][]float64

func (m measurements) readFile(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return m.read(f, file)
}

// read adds the results in in. It rejects a truncated one.
func (m measurements) read(in io.Reader, file string) error {
	reader := benchfmt.NewReader(bufio.NewReader(in), file)
	for reader.Scan() {
		switch line := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return line
		case *benchfmt.Result:
			bench := line.GetConfig("pkg") + "." + string(line.Name)
			for _, v := range line.Values {
				if v.OrigUnit != "" { // ns, which the reader has converted to seconds
					v.Unit, v.Value = v.OrigUnit, v.OrigValue
				}
				m[name{bench, v.Unit}] = append(m[name{bench, v.Unit}], v.Value)
			}
		}
	}
	return reader.Err()
}

// median returns the median of the measurements of a benchmark in dir.
func (m measurements) median(dir, bench, unit string) (float64, error) {
	pkg := strings.TrimSuffix(library+"/"+dir, "/.")
	samples := slices.Sorted(slices.Values(m[name{pkg + "." + bench, unit}]))
	n := len(samples)
	if n == 0 {
		return 0, fmt.Errorf("no %s of %s in package %s", unit, bench, pkg)
	}
	return (samples[(n-1)/2] + samples[n/2]) / 2, nil
}

// print writes the table in Markdown.
func (m measurements) print(w io.Writer, rows []row) error {
	fmt.Fprintln(w, "| row | wanted | measured | | in the root |\n|---|---:|---:|---|---|")
	for _, r := range rows {
		unit := r.unit
		if unit == "" {
			unit = "ns/op"
		}
		value, err := m.median(r.dir, r.bench, unit)
		if err != nil {
			return err
		}
		if r.per != "" {
			per, err := m.median(r.dir, r.per, unit)
			if err != nil {
				return err
			}
			value /= per
		}
		fmt.Fprintln(w, r.line(value))
	}
	return nil
}

func (r row) line(value float64) string {
	wanted, mark := fmt.Sprint("≤ ", r.wanted), ""
	missed := value > r.wanted
	if r.wanted < 0 {
		wanted, missed = fmt.Sprint("≥ ", -r.wanted), value < -r.wanted
	}
	if missed {
		mark = "missed"
	}
	return fmt.Sprintf("| %s | %s | %.3g | %s | `%s` |", r.what, wanted, value, mark,
		strings.ReplaceAll(r.command(), "|", `\|`))
}
