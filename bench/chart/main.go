// Chart draws a record of the benchmarks as a bar chart.
//
//	chart [-bench names] [-corpus name] [-base impl] [record ...] > chart.svg
//
// A record is the output of "go test -bench"; the default is standard input. Each parser (impl=) has a bar, whose
// length is the median of its ns/uri, fastest first, with its speed relative to the parser that -base names. Bars that
// would be much longer than the bar of -base are cut. Several benchmarks, separated by commas, are drawn below each
// other. The output is an SVG picture that is readable on light and dark pages. It depends only on the records and
// flags, byte for byte.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
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
	corpus := flags.String("corpus", "web", "draw the results for the corpus of this `name`")
	base := flags.String("base", "net-url", "print speeds relative to this `impl`")
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
	var c chart
	for bench := range strings.SplitSeq(*benches, ",") {
		r := newRecord(bench, *corpus)
		for i, text := range texts {
			if err := r.read(strings.NewReader(text), names[i]); err != nil {
				return err
			}
		}
		if err := c.add(r, *base); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(stdout)
	c.draw(w)
	return w.Flush()
}
