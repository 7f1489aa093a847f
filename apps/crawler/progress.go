package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	terminal "golang.org/x/term"
)

// A tally is the counts of a frontier, over all runs with it.
type tally struct {
	outcomes map[string]int64
	refusals []total // the most frequent first
	refused  int64
}

func tallyOf(f frontier) (tally, error) {
	list, err := f.totals()
	t := tally{outcomes: map[string]int64{}}
	for _, x := range list {
		if x.refused {
			t.refusals = append(t.refusals, x)
			t.refused += x.n
		} else {
			t.outcomes[x.name] = x.n
		}
	}
	slices.SortStableFunc(t.refusals, func(a, b total) int { return cmp.Compare(b.n, a.n) })
	return t, err
}

// showProgress writes the progress of the crawl into one line of w, repeatedly, until ctx is done.
func showProgress(ctx context.Context, f frontier, w io.Writer) {
	const clearLine = "\r\x1b[K"
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	start, first := time.Now(), int64(-1)
	for {
		select {
		case <-ctx.Done():
			fmt.Fprint(w, clearLine)
			return
		case <-tick.C:
		}
		t, err := tallyOf(f)
		if err != nil {
			continue
		}
		n := t.outcomes[visited.String()]
		if first < 0 {
			first = n
		}
		rate := float64(n-first) / time.Since(start).Seconds()
		fmt.Fprintf(w, "%s%d visited (%.0f/s), %d wait, %d refused", clearLine, n, rate, t.outcomes[queued.String()],
			t.refused)
	}
}

func isTerminal(f *os.File) bool { return terminal.IsTerminal(int(f.Fd())) }

// writeReport writes the number of visited pages, and the numbers of refused URLs by reason.
func writeReport(f frontier, w io.Writer) error {
	t, err := tallyOf(f)
	if err != nil {
		return err
	}
	var b strings.Builder
	for o := visited; o <= refused; o++ {
		if n := t.outcomes[o.String()]; n > 0 {
			fmt.Fprintf(&b, "%8d  %s\n", n, o)
		}
	}
	fmt.Fprintf(&b, "%8d  wait in %s\n", t.outcomes[queued.String()], f)
	if len(t.refusals) > 0 {
		fmt.Fprintf(&b, "not taken or not read, with the reason and an example:\n")
	}
	for _, x := range t.refusals {
		page, detail, _ := strings.Cut(x.example, "\t")
		fmt.Fprintf(&b, "%8d  %s (%s)\n", x.n, x.name, strings.Join(strings.Fields(page+" "+detail), " "))
	}
	_, err = io.WriteString(w, b.String())
	return err
}
