// Chart draws a record of the benchmarks as a bar chart.
//
//	chart [-bench name] [-corpus name] [-base impl] [record ...] > chart.svg
//
// A record is what "go test -bench" prints; the default is standard input. There is one bar for each parser (impl=), as
// long as the median of its ns/uri, the fastest first, with the speed relative to the parser that -base names. Bars
// that would be much longer than that one's are cut. The output is an SVG picture that can be read on light and on dark
// pages. It depends on the records and flags alone, byte for byte.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "chart:", err)
		os.Exit(1)
	}
}

func run(args []string, stdin io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("chart", flag.ExitOnError)
	bench := flags.String("bench", "Parse", "draw the benchmark of this `name`")
	corpus := flags.String("corpus", "web", "draw what was measured on the corpus of this `name`")
	base := flags.String("base", "net-url", "give speeds relative to this `impl`")
	flags.Parse(args)

	r := newRecord(*bench, *corpus)
	for _, file := range flags.Args() {
		if err := r.readFile(file); err != nil {
			return err
		}
	}
	if flags.NArg() == 0 {
		if err := r.read(stdin, "standard input"); err != nil {
			return err
		}
	}
	c, err := newChart(r, *base)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(stdout)
	c.draw(w)
	return w.Flush()
}
