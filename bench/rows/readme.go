package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// A figure is a number of README's table of speed, in nanoseconds. Its row has the benchmark that measures it, and the
// benchmark of net/url with the same list. The ratio of the two is compared with the ratio in README, because machines
// differ.
type figure struct {
	row

	// begins is how the row of README's table begins, column the index of the column, and nth the index of the number
	// in it.
	begins      string
	column, nth int

	// sameList is set if README has measured the same list of references.
	sameList bool
}

// columns are the columns of README's table that a clone can measure. The list "harder" is not in the tree.
var columns = []struct {
	title, corpus string
	column        int
}{{"web", "web", 0}, {"file://", "file", 2}, {"short", "refs", 3}}

// figures returns the figures of README that a clone can measure. The list of README's column "web" is not in the tree
// either: URI_CORPUS names it. The list "file" has other URLs than README's.
func figures() (list []figure) {
	const scan, whatwg = "| `fsm.Scan`", "| `whatwg.Parse`"
	for _, c := range columns {
		same := c.corpus == "refs" || c.corpus == "web" && os.Getenv("URI_CORPUS") != ""
		add := func(what, dir, bench, per, begins string, nth int) {
			list = append(list, figure{row{what: what + ", " + c.title, dir: dir, bench: bench, per: per}, begins, c.column, nth, same})
		}
		parse := "Parse/corpus=" + c.corpus + "/impl="
		add("fsm.Scan", ".", parse+"fsm", parse+"net-url", scan, 0)
		add("uri.Parse with Host", ".", parse+"uri-host", parse+"net-url", scan, 1)
		if c.corpus != "refs" { // these have no scheme
			corpus := c.corpus
			if corpus == "web" {
				corpus = webCorpus()
			}
			web := "Web/corpus=" + corpus + "/impl="
			add("whatwg.Parse", "whatwg", web+"parse", web+"net-url", whatwg, 0)
		}
	}
	return list
}

// webCorpus returns the name of the corpus "web" in package whatwg, which is the name of its file.
func webCorpus() string {
	file := filepath.Base(cmp.Or(os.Getenv("URI_CORPUS"), "corpus.txt"))
	return strings.TrimSuffix(file, filepath.Ext(file))
}

// cold are the benchmarks that evict the caches before each call.
var cold = []row{
	{what: "uri.Parse with Host", dir: "whatwg", bench: "Cold/impl=uri-host"},
	{what: "whatwg.Parse", dir: "whatwg", bench: "Cold/impl=parse"},
	{what: "net/url", dir: "whatwg", bench: "Cold/impl=net-url"},
}

// numbersOf returns the numbers of a row of README's table, by column.
func numbersOf(readme, begins string) ([][]float64, error) {
	for line := range strings.Lines(readme) {
		cells := strings.Split(strings.Trim(line, "|\n "), "|")
		if !strings.HasPrefix(line, begins) || len(cells) < 3 {
			continue
		}
		var columns [][]float64
		for _, cell := range cells[2:] { // after the columns "name" and "reads"
			var numbers []float64
			for word := range strings.SplitSeq(cell, ",") {
				if word = strings.TrimSpace(word); word == "" {
					continue
				}
				n, err := strconv.ParseFloat(word, 64)
				if err != nil {
					return nil, fmt.Errorf("README: %q: %w", strings.TrimSpace(line), err)
				}
				numbers = append(numbers, n)
			}
			columns = append(columns, numbers)
		}
		return columns, nil
	}
	return nil, fmt.Errorf("README has no row that begins with %q", begins)
}

// expected returns the nanoseconds of README for f and for net/url.
func (f figure) expected(readme string) (ns, netURL float64, err error) {
	row, err := numbersOf(readme, f.begins)
	if err != nil {
		return 0, 0, err
	}
	other, err := numbersOf(readme, "| `net/url`")
	if err != nil {
		return 0, 0, err
	}
	if f.column >= len(row) || f.nth >= len(row[f.column]) || f.column >= len(other) || len(other[f.column]) == 0 {
		return 0, 0, fmt.Errorf("README has no figure of %s", f.what)
	}
	return row[f.column][f.nth], other[f.column][0], nil
}

// printReadme measures the figures of README, and prints old and new beside each other.
func printReadme(stdout, stderr io.Writer) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "rows")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var rows []row
	for _, f := range figures() {
		rows = append(rows, f.row)
	}
	record := filepath.Join(dir, "record")
	if err := measure(rows, record, 3, "50ms", stderr); err != nil {
		return err
	}
	coldRecord := filepath.Join(dir, "cold")
	if err := measure(cold, coldRecord, 1, "2000x", stderr); err != nil {
		return err
	}
	m := measurements{}
	for _, name := range []string{record, coldRecord} {
		if err := m.readFile(name); err != nil {
			return err
		}
	}
	fmt.Fprintf(stdout, "%s, %s, %s/%s\n\n", cpuName(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if err := m.printFigures(stdout, string(readme)); err != nil {
		return err
	}
	if err := m.printCold(stdout); err != nil {
		return err
	}
	return printImports(stdout, root, dir)
}

// printFigures writes the table, with the figures of README in parentheses if they are of another list. A line then
// names the other figures with a ratio to net/url that differs from README's by more than a quarter.
func (m measurements) printFigures(w io.Writer, readme string) error {
	var differ []string
	fmt.Fprintln(w, "| | ns | of net/url | README: ns | of net/url |\n|---|---:|---:|---:|---:|")
	for _, f := range figures() {
		ns, err := m.median(f.dir, f.bench, "ns/uri")
		if err != nil {
			return err
		}
		netURL, err := m.median(f.dir, f.per, "ns/uri")
		if err != nil {
			return err
		}
		wantNS, wantNetURL, err := f.expected(readme)
		if err != nil {
			return err
		}
		ratio, want, format := ns/netURL, wantNS/wantNetURL, "| %s | %.1f | %.3f | %g | %.3f |\n"
		switch {
		case !f.sameList:
			format = "| %s | %.1f | %.3f | (%g) | (%.3f) |\n"
		case ratio > want*1.25 || ratio < want/1.25:
			differ = append(differ, f.what)
		}
		fmt.Fprintf(w, format, f.what, ns, ratio, wantNS, want)
	}
	if differ == nil {
		differ = []string{"none"}
	}
	fmt.Fprintf(w, "\nMore than a quarter from README: %s.\n", strings.Join(differ, "; "))
	fmt.Fprintln(w, "Parentheses: README has another list. URI_CORPUS names a file with that of \"web\".\n"+
		"README has minima of passes. In a pass over the short list, net/url collects no garbage.")
	return nil
}

// printCold writes the times of calls with cold caches.
func (m measurements) printCold(w io.Writer) error {
	fmt.Fprintln(w, "\n| cold caches | median ns | 99th percentile |\n|---|---:|---:|")
	for _, f := range cold {
		p50, err := m.median(f.dir, f.bench, "p50-ns")
		if err != nil {
			return err
		}
		p99, err := m.median(f.dir, f.bench, "p99-ns")
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s | %.0f | %.0f |\n", f.what, p50, p99)
	}
	return nil
}

// imports are the packages that are linked into a program to measure their cost, with a function of each that the
// program calls.
var imports = []struct {
	pkg, call string

	// limit is the greatest acceptable growth of a stripped program, in KB.
	limit float64
}{
	{"", `uri.Parse("http://h/")`, 350},
	{"whatwg", `whatwg.Parse("http://h/")`, 750},
	{"guard", `guard.Parse("http://h/")`, 450},
	{"find", `new(find.Finder).AllString("http://h/")`, 580},
}

// printImports writes what a program pays for an import: the bytes that a stripped program grows by, its packages, and
// the allocations of our packages before main. All are compared with a program that imports fmt.
func printImports(w io.Writer, root, dir string) error {
	fmt.Fprintln(w, "\n| import | KB, stripped | wanted | | packages | allocations before main |\n|---|---:|---:|---|---:|---:|")
	base, err := measureImport(root, dir, "", "")
	if err != nil {
		return err
	}
	for _, i := range imports {
		cost, err := measureImport(root, dir, strings.TrimSuffix(library+"/"+i.pkg, "/"), i.call)
		if err != nil {
			return err
		}
		name, mark := i.pkg, ""
		if name == "" {
			name = "uri"
		}
		grown := float64(cost.bytes-base.bytes) / 1000
		if grown > i.limit {
			mark = "missed"
		}
		fmt.Fprintf(w, "| %s | %.0f | ≤ %g | %s | %d | %d |\n", name, grown, i.limit, mark, cost.packages, cost.allocations)
	}
	return nil
}

// An importCost is what one program costs.
type importCost struct {
	bytes                 int64
	packages, allocations int
}

// measureImport builds and runs a program that calls a function of a package, or only one of fmt.
func measureImport(root, dir, pkg, call string) (importCost, error) {
	program := filepath.Join(dir, "import")
	if err := os.MkdirAll(program, 0o777); err != nil {
		return importCost{}, err
	}
	text := "package main\n\nimport \"fmt\"\n"
	if pkg != "" {
		text += "import \"" + pkg + "\"\n\nvar _, _ = fmt.Println(" + call + ")\n"
	}
	text += "\nfunc main() { fmt.Println() }\n"
	source := filepath.Join(program, "main.go")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		return importCost{}, err
	}
	binary := filepath.Join(program, "main.exe")
	if _, err := output(root, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, source); err != nil {
		return importCost{}, err
	}
	info, err := os.Stat(binary)
	if err != nil {
		return importCost{}, err
	}
	packages, err := output(root, "go", "list", "-deps", source)
	if err != nil {
		return importCost{}, err
	}
	run := exec.Command(binary)
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := run.CombinedOutput()
	if err != nil {
		return importCost{}, fmt.Errorf("%s: %w\n%s", run, err, trace)
	}
	cost := importCost{bytes: info.Size(), packages: strings.Count(packages, "\n")}
	for _, init := range initLine.FindAllStringSubmatch(string(trace), -1) {
		n, err := strconv.Atoi(init[1])
		if err != nil {
			return importCost{}, err
		}
		cost.allocations += n
	}
	return cost, nil
}

// initLine is what GODEBUG=inittrace=1 prints about one of our packages.
var initLine = regexp.MustCompile(`(?m)^init ` + regexp.QuoteMeta(library) + `\S* .* (\d+) allocs$`)

// cpuName returns the name of the processor, where the system tells it.
func cpuName() string {
	if file, err := os.Open("/proc/cpuinfo"); err == nil {
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	if name, err := output(".", "sysctl", "-n", "machdep.cpu.brand_string"); err == nil && name != "" {
		return strings.TrimSpace(name)
	}
	return "unknown CPU"
}
