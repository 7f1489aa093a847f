// Chart draws a record of the benchmarks as a bar chart, or as curves.
//
//	chart [-bench names] [-corpus name] [-base impl] [record ...] > chart.svg
//	chart -bench name -x key [-units units] [record ...] > chart.svg
//
// A record is the output of "go test -bench"; the default is standard input. Each parser (impl=) has a bar, fastest
// first. Its length is the median of its ns/uri, and its label is the speed relative to the parser that -base names.
// Bars that would be much longer than the bar of -base are cut. Several benchmarks, separated by commas, are drawn
// below each other.
//
// With -x lines, for results with names such as lines=1e5, there is a panel for each unit, with a curve of medians for
// each impl=. The horizontal axis is logarithmic.
//
// The output is an SVG picture that is readable on light and dark pages. The same records and flags give the same
// bytes.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/perf/benchfmt"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "chart:", err)
		os.Exit(1)
	}
}

func run(args []string, stdin io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("chart", flag.ExitOnError)
	benches := flags.String("bench", "Parse", "draw the benchmarks of these `names`, such as Parse,Program/task=log")
	corpus := flags.String("corpus", "web", "draw the results for the corpus of this `name`; empty for results without one")
	base := flags.String("base", "net-url", "print speeds relative to this `impl`")
	x := flags.String("x", "", "draw curves by the numbers that this `key` has in the names")
	units := flags.String("units", "lines/s,peak-MB", "with -x, draw a panel for each of these `units`")
	flags.Parse(args)

	var texts []string
	for _, file := range flags.Args() {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		texts = append(texts, string(text))
	}
	names := flags.Args()
	if len(names) == 0 {
		text, err := io.ReadAll(stdin)
		if err != nil {
			return err
		}
		texts, names = []string{string(text)}, []string{"standard input"}
	}
	readAll := func(add func(*benchfmt.Result)) error {
		for i, text := range texts {
			if err := read(strings.NewReader(text), names[i], add); err != nil {
				return err
			}
		}
		return nil
	}
	w := bufio.NewWriter(stdout)
	if *x != "" {
		g := newGrowth(*benches, *x, strings.Split(*units, ","))
		err := readAll(g.add)
		if err == nil {
			err = g.draw(w)
		}
		if err != nil {
			return err
		}
		return w.Flush()
	}
	var c chart
	for bench := range strings.SplitSeq(*benches, ",") {
		r := newRecord(bench, *corpus)
		err := readAll(r.add)
		if err == nil {
			err = c.add(r, *base)
		}
		if err != nil {
			return err
		}
	}
	c.draw(w)
	return w.Flush()
}
