package main

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"slices"
)

// A bar is the bar of one parser.
type bar struct {
	impl string
	ns   float64
}

// A chart has the contents of the picture.
type chart struct {
	title, footer string
	bars          []bar // fastest first
	base          float64
}

// newChart makes the chart of r. It fails if r has no samples of base, or no samples of any other parser.
func newChart(r *record, base string) (*chart, error) {
	const title = "%s, %s corpus: time for one reference, and speed relative to %s"
	c := &chart{title: fmt.Sprintf(title, r.bench, r.corpus, label(base)), footer: r.machine}
	var err error
	if c.base, err = r.median(base); err != nil {
		return nil, err
	}
	for impl := range r.samples {
		ns, err := r.median(impl)
		if err != nil {
			return nil, err
		}
		c.bars = append(c.bars, bar{impl, ns})
	}
	if len(c.bars) < 2 {
		return nil, fmt.Errorf("the record has no other parser to compare %s with", base)
	}
	slices.SortFunc(c.bars, func(a, b bar) int {
		return cmp.Or(cmp.Compare(a.ns, b.ns), cmp.Compare(a.impl, b.impl))
	})
	return c, nil
}

// labels are the names of libraries that cannot be the name of a benchmark, because "/" has a meaning there.
var labels = map[string]string{
	"uri":        "uri.Parse",
	"fsm":        "fsm.Scan",
	"net-url":    "net/url",
	"fredbi-uri": "fredbi/uri",
	"whatwg-url": "nlnwa/whatwg-url",
	"fasthttp":   "valyala/fasthttp",
	"uriparser":  "uriparser (C)",
}

func label(impl string) string { return cmp.Or(labels[impl], impl) }

// The layout of the picture, in pixels.
const (
	width     = 760
	margin    = 20
	rowHeight = 28
	barHeight = 18
	barLeft   = 170 // the left end of the bars
	barMax    = 430 // the length of the longest bar
	top       = 58  // the top of the first row
)

// cut is the largest ratio between a bar and that of the base. Without it, a parser that is 30 times slower would make
// all other bars too short to compare.
const cut = 3

// style sets a background of its own, because the picture is for pages of unknown colour.
const style = `<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #24292f }
.title { font-weight: 600 }
.footer { font-size: 11px; fill: #57606a }
.ours { fill: #0a62c4 }
.peer { fill: #8c959f }
.card { fill: #ffffff; stroke: #d0d7de }
.gap { stroke: #ffffff }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.footer { fill: #9198a1 }
.ours { fill: #4c9cff }
.peer { fill: #6e7681 }
.card { fill: #0d1117; stroke: #30363d }
.gap { stroke: #0d1117 }
}
</style>
`

func (c *chart) draw(w io.Writer) {
	height := top + len(c.bars)*rowHeight + 36
	const begin = `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`
	fmt.Fprintf(w, begin+"\n", width, height)
	fmt.Fprintf(w, "<title>%s</title>\n%s", html.EscapeString(c.title), style)
	fmt.Fprintf(w, `<rect class="card" x="0.5" y="0.5" width="%d" height="%d" rx="6"/>`+"\n", width-1, height-1)
	text(w, "title", "start", margin, 34, c.title)
	for i, b := range c.bars {
		c.drawBar(w, b, top+i*rowHeight)
	}
	text(w, "footer", "start", margin, height-16, c.footer)
	fmt.Fprintln(w, "</svg>")
}

func (c *chart) drawBar(w io.Writer, b bar, y int) {
	longest := min(c.bars[len(c.bars)-1].ns, cut*c.base)
	length := max(1, int(min(b.ns, longest)/longest*barMax))
	const rect = `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>`
	text(w, "label", "end", barLeft-8, y+14, label(b.impl))
	fmt.Fprintf(w, rect+"\n", class(b.impl), barLeft, y, length, barHeight)
	if b.ns > longest {
		const gap = `<path class="gap" d="M%d %d l8 -%d" stroke-width="4"/>`
		fmt.Fprintf(w, gap+"\n", barLeft+barMax-32, y+barHeight+1, barHeight+2)
	}
	text(w, "value", "start", barLeft+length+8, y+14, duration(b.ns)+"\u2002"+ratio(c.base/b.ns))
}

func class(impl string) string {
	if impl == "uri" || impl == "fsm" {
		return "ours"
	}
	return "peer"
}

func text(w io.Writer, class, anchor string, x, y int, s string) {
	const element = `<text class="%s" x="%d" y="%d" text-anchor="%s">%s</text>`
	fmt.Fprintf(w, element+"\n", class, x, y, anchor, html.EscapeString(s))
}

// duration formats ns with at least two digits.
func duration(ns float64) string {
	if ns < 9.95 {
		return fmt.Sprintf("%.1f ns", ns)
	}
	return fmt.Sprintf("%.0f ns", ns)
}

// ratio formats r with at least two digits.
func ratio(r float64) string {
	switch {
	case r < 0.095:
		return fmt.Sprintf("%.3f×", r)
	case r < 0.995:
		return fmt.Sprintf("%.2f×", r)
	case r < 9.95:
		return fmt.Sprintf("%.1f×", r)
	}
	return fmt.Sprintf("%.0f×", r)
}
