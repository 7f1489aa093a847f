// Command neturl does the work of the command uri with net/url, in the way of a short script: it reads lines, and prints
// a line for each URL that net/url accepts.
package main

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
)

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	base, _ := url.Parse("http://example.org/a/b")
	for in.Scan() {
		u, err := url.Parse(in.Text())
		switch {
		case err != nil:
		case os.Args[1] == "normalize":
			fmt.Fprintln(out, u.String())
		case os.Args[1] == "check":
			fmt.Fprintln(out, in.Text())
		case os.Args[1] == "host":
			fmt.Fprintln(out, u.Host)
		case os.Args[1] == "resolve":
			fmt.Fprintln(out, base.ResolveReference(u))
		}
	}
}
