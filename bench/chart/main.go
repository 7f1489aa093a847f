// Chart draws a record of the benchmarks as a bar chart.
//
//	chart [-bench name] [-corpus name] [-base impl] [record ...] > chart.svg
//
// A record is the output of "go test -bench"; the default is standard input. Each parser (impl=) has a bar, whose length
// is the median of its ns/uri, fastest first, with its speed relative to the parser that -base names. Bars that would be
// much longer than the bar of -base are cut. The output is an SVG picture that is readable on light and dark pages. It
// depends only on the records and flags, byte for byte.
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
	corpus := flags.String("corpus", "web", "draw the results for the corpus of this `name`")
	base := flags.String("base", "net-url", "print speeds relative to this `impl`")
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
