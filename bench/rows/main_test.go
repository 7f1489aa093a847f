package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A short record with a ratio that is good enough, and a rate that is not.
const record = `goos: linux
pkg: github.com/urispan/uri
BenchmarkParse/corpus=refs/impl=fsm 	 10	 600 ns/op	 6.0 ns/uri
BenchmarkParse/corpus=refs/impl=net-url 	 10	 9000 ns/op	 90.0 ns/uri
BenchmarkParse/corpus=refs/impl=fsm 	 10	 400 ns/op	 4.0 ns/uri
BenchmarkParse/corpus=refs/impl=net-url 	 10	 11000 ns/op	 110.0 ns/uri
pkg: github.com/urispan/uri/bench
BenchmarkProgram/task=check/corpus=web/impl=command 	 1	 1.5 GB/cpu-s	 30 ns/uri
`

func write(t *testing.T, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "record.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTable(t *testing.T) {
	var out strings.Builder
	if err := run([]string{"-only", "Scan, the 42|uri check", write(t, record)}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	const want = `| row | wanted | measured | | in the root |
|---|---:|---:|---|---|
| Scan, the 42 references of RFC 5.4 / net/url | ≤ 0.09 | 0.05 |  | ` +
		"`go test -C . -run '^$' -bench '^BenchmarkParse$/^corpus=refs$/^(impl=fsm\\|impl=net-url)$' -cpu 1 .`" + ` |
| uri check, GB for a second of CPU time | ≥ 2 | 1.5 | missed | ` +
		"`go test -C bench -run '^$' -bench '^BenchmarkProgram$/^task=check$/^corpus=web$/^impl=command$' -cpu 1 .`" + ` |
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"no such file", []string{"none.txt"}, "none.txt"},
		{"a row without a measurement", []string{write(t, record)}, "no ns/op of Parse/corpus=web/impl=uri-host"},
		{"cut short", []string{write(t, record[:strings.Index(record, " ns/op")])}, "record.txt:3"},
		{"a bad expression", []string{"-only", "("}, "missing closing"},
	} {
		err := run(test.args, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.want)
		}
	}
}

// TestPatternsMatchBenchmarks checks that the pattern of each row matches its benchmarks, part by part, as go test does.
func TestPatternsMatchBenchmarks(t *testing.T) {
	for _, r := range rows {
		patterns := strings.Split(r.pattern(), "/")
		for _, bench := range []string{r.bench, r.per} {
			if bench == "" {
				continue
			}
			for i, part := range strings.Split("Benchmark"+bench, "/") {
				if !regexp.MustCompile(patterns[i]).MatchString(part) {
					t.Errorf("%s: %s does not match %s", r.what, patterns[i], part)
				}
			}
		}
	}
}

// TestMeasure runs the benchmarks of a row.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test binary")
	}
	var out strings.Builder
	if err := run([]string{"-only", "^hosts that are IPv6", "-count", "1", "-benchtime", "1x"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\n| hosts that are IPv6 literals") {
		t.Errorf("got\n%s", out.String())
	}
}

// TestFigures compares a record with a README: fsm.Scan takes the same part of net/url's time, and whatwg.Parse twice the
// part. Only figures with README's list can differ.
func TestFigures(t *testing.T) {
	t.Setenv("URI_CORPUS", "corpus.txt") // the name of the default
	const readme = "text\n| | reads | web | harder | file:// | short |\n" +
		"| `fsm.Scan`, `uri.Parse` with `Host` | RFC | 10, 15 | 1, 2 | 20, 25 | 30, 35 |\n" +
		"| `whatwg.Parse` | URLs | 20 | 4 | 90 | |\n| `net/url` | more | 200 | 3 | 300 | 60 |\n"
	m := measurements{}
	for _, f := range figures() {
		ns, per, err := f.expected(readme)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(f.what, "whatwg") {
			ns *= 2
		}
		pkg := strings.TrimSuffix(library+"/"+f.dir, "/.")
		m[name{pkg + "." + f.bench, "ns/uri"}] = []float64{ns * 5}
		m[name{pkg + "." + f.per, "ns/uri"}] = []float64{per * 5}
	}
	var out strings.Builder
	if err := m.printFigures(&out, readme); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| uri.Parse with Host, web | 75.0 | 0.075 | 15 | 0.075 |\n",
		"| uri.Parse with Host, file:// | 125.0 | 0.083 | (25) | (0.083) |\n",
		"| whatwg.Parse, web | 200.0 | 0.200 | 20 | 0.100 |\n",
		"\nMore than a quarter from README: whatwg.Parse, web.\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	t.Setenv("URI_CORPUS", "")
	out.Reset()
	if err := m.printFigures(&out, readme); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "| whatwg.Parse, web | 200.0 | 0.200 | (20) | (0.100) |\n") || !strings.Contains(got, "README: none.\n") {
		t.Errorf("without URI_CORPUS\n%s", got)
	}
	for _, bad := range []string{"", strings.ReplaceAll(readme, "10, 15", "10, x"), strings.ReplaceAll(readme, "10, 15", "10")} {
		if err := m.printFigures(io.Discard, bad); err == nil {
			t.Errorf("no error for the README\n%s", bad)
		}
	}
}

// TestREADME reads each figure of this repository's README.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures() {
		if ns, per, err := f.expected(string(readme)); err != nil || ns <= 0 || per <= 0 {
			t.Errorf("%s: %g, %g, %v", f.what, ns, per, err)
		}
	}
}
