package main

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
)

// A bar is the bar of one parser.
type bar struct {
	impl string
	ns   float64
}

// A group is the bars of one benchmark.
type group struct {
	bench, title string
	bars         []bar // fastest first
	base         float64
}

// A chart is the contents of a picture.
type chart struct {
	groups []group
	footer string
}

// add adds the group of r. It fails if r has no samples of base, or no samples of any other parser.
func (c *chart) add(r *record, base string) error {
	name := label(r.bench, "")
	if r.corpus != "" {
		name += ", " + r.corpus + " corpus"
	}
	const title = "%s: %s, and speed relative to %s"
	g := group{bench: r.bench, title: fmt.Sprintf(title, name, measured(r.bench), label(r.bench, base))}
	var err error
	if g.base, err = r.median(base); err != nil {
		return err
	}
	for impl := range r.samples {
		ns, err := r.median(impl)
		if err != nil {
			return err
		}
		g.bars = append(g.bars, bar{impl, ns})
	}
	if len(g.bars) < 2 {
		return fmt.Errorf("the record has no other parser to compare %s with", base)
	}
	slices.SortFunc(g.bars, func(a, b bar) int {
		return cmp.Or(cmp.Compare(a.ns, b.ns), cmp.Compare(a.impl, b.impl))
	})
	c.groups, c.footer = append(c.groups, g), r.machine
	return nil
}

// measured describes the unit ns/uri of a benchmark.
func measured(bench string) string {
	switch {
	case strings.HasPrefix(bench, "Program/"):
		return "CPU time for one line"
	case strings.HasPrefix(bench, "Routes/"):
		return "CPU time for one URL"
	case bench == "FindProgram":
		return "CPU time for one address"
	case bench == "PageLinks", bench == "PageHrefs":
		return "CPU time for one link"
	case bench == "Find":
		return "time for one address"
	}
	return "time for one reference"
}

// labels are the words for benchmarks, and for impl= in one benchmark or in all.
var labels = map[string]string{
	"uri":        "uri.Parse",
	"fsm":        "fsm.Scan",
	"net-url":    "net/url",
	"fredbi-uri": "fredbi/uri",
	"whatwg-url": "nlnwa/whatwg-url",
	"fasthttp":   "valyala/fasthttp",
	"uriparser":  "uriparser (C)",

	"Web":        "Browsers' URLs",
	"Web/normal": "whatwg.IsNormal",
	"Web/parse":  "whatwg.Parse",
	"Web/append": "whatwg.AppendHref",
	"Web/nlnwa":  "nlnwa/whatwg-url",

	"Records":         "Lines of a buffer",
	"Records/records": "fsm.Records",
	"Records/lines":   "fsm.Scan of lines",

	"Program/task=check":                    "Program: check",
	"Program/task=check/command":            "uri check",
	"Program/task=normalize":                "Program: normalize",
	"Program/task=normalize/command":        "uri normalize",
	"Program/task=normalize/command-output": "… with a template",
	"Program/task=normalize/net-url":        "net/url",
	"Program/task=normalize/purell":         "PuerkitoBio/purell",
	"Program/task=log":                      "Program: log pipeline",
	"Program/task=log/uri":                  "httpuri, suffix",
	"Program/task=log/net-url":              "net/url, x/net",

	"Routes/routes=github":    "Routes of GitHub's API",
	"Routes/routes=hosts":     "100 hosts with 100 paths each",
	"Routes/routes=wildcards": "10,000 patterns with three wildcards",
	"set":                     "urlpattern.Set",
	"set-groups":              "… and the groups",
	"chi":                     "go-chi/chi, paths",
	"httprouter":              "httprouter, paths",
	"servemux":                "http.ServeMux",
	"urlpattern-loop":         "loop over Test",
	"go-urlpattern-loop":      "go-urlpattern, loop",

	"Find":             "Addresses in a text",
	"Find/find":        "find.Finder",
	"Find/find-hosts":  "… with hosts and e-mail",
	"Find/uts58":       "hosts.UTS58",
	"Find/xurls":       "mvdan.cc/xurls/v2",
	"Find/bytes-count": "bytes.Count of :",
	"FindProgram":      "Program: addresses",
	"FindProgram/uri":  "uri find",
	"FindProgram/grep": "grep -oE",

	"PageLinks":                        "Links of a page",
	"PageLinks/scanner":                "links.Scanner",
	"PageLinks/scanner-reader":         "… from a reader",
	"PageLinks/xnet-tokenizer":         "x/net/html, tokenizer",
	"PageLinks/xnet-tree":              "x/net/html, tree",
	"PageHrefs":                        "From page to URLs",
	"PageHrefs/scanner-batch":          "links and Batch",
	"PageHrefs/xnet-tokenizer-net-url": "tokenizer and net/url",
	"PageHrefs/xnet-tree-net-url":      "tree and net/url",
	"PageHrefs/goquery-net-url":        "goquery and net/url",

	"Dedupe/memory=512M":      "Removing duplicates with 512 MiB, by the number of lines (half of them distinct)",
	"Dedupe/memory=512M/uri":  "uri dedupe",
	"Dedupe/memory=512M/sort": "uri normalize | sort -u",
}

// label returns the label of a benchmark or, if impl is not empty, the label of that impl.
func label(bench, impl string) string {
	if impl == "" {
		return cmp.Or(labels[bench], bench)
	}
	return cmp.Or(labels[bench+"/"+impl], labels[impl], impl)
}

// ours are the values of impl= that stand for this library.
var ours = []string{"uri", "fsm", "normal", "parse", "append", "records", "lines", "command", "command-output",
	"find", "find-hosts", "uts58", "set", "set-groups", "urlpattern-loop", "scanner", "scanner-reader", "scanner-batch"}

// The layout of the picture, in pixels.
const (
	width     = 760
	margin    = 20
	rowHeight = 28
	barHeight = 18
	barLeft   = 170 // the left end of the bars
	barMax    = 430 // the length of the longest bar
	top       = 58  // the top of the first row of a group
	bottom    = 46  // the height of the part after the last group
)

// cut is the largest ratio between a bar and the bar of the base. Without it, a parser that is 30 times slower would
// make all other bars too short to compare.
const cut = 3

// style sets a background, because the colour of the page is unknown.
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
	height := bottom
	var titles []string
	for _, g := range c.groups {
		height += g.height()
		titles = append(titles, g.title)
	}
	begin(w, height, strings.Join(titles, "; "))
	card(w, height)
	y := 0
	for _, g := range c.groups {
		g.draw(w, y)
		y += g.height()
	}
	end(w, height, c.footer)
}

// begin begins a picture.
func begin(w io.Writer, height int, title string) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`
	fmt.Fprintf(w, svg+"\n", width, height)
	fmt.Fprintf(w, "<title>%s</title>\n%s", html.EscapeString(title), style)
}

// card draws the background.
func card(w io.Writer, height int) {
	fmt.Fprintf(w, `<rect class="card" x="0.5" y="0.5" width="%d" height="%d" rx="6"/>`+"\n", width-1, height-1)
}

// end ends a picture.
func end(w io.Writer, height int, footer string) {
	text(w, "footer", "start", margin, height-16, footer)
	fmt.Fprintln(w, "</svg>")
}

func (g *group) height() int { return top + len(g.bars)*rowHeight - 10 }

// draw draws the group below y.
func (g *group) draw(w io.Writer, y int) {
	text(w, "title", "start", margin, y+34, g.title)
	for i, b := range g.bars {
		g.drawBar(w, b, y+top+i*rowHeight)
	}
}

func (g *group) drawBar(w io.Writer, b bar, y int) {
	longest := min(g.bars[len(g.bars)-1].ns, cut*g.base)
	length := max(1, int(min(b.ns, longest)/longest*barMax))
	const rect = `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>`
	text(w, "label", "end", barLeft-8, y+14, label(g.bench, b.impl))
	fmt.Fprintf(w, rect+"\n", class(b.impl), barLeft, y, length, barHeight)
	if b.ns > longest {
		const gap = `<path class="gap" d="M%d %d l8 -%d" stroke-width="4"/>`
		fmt.Fprintf(w, gap+"\n", barLeft+barMax-32, y+barHeight+1, barHeight+2)
	}
	text(w, "value", "start", barLeft+length+8, y+14, duration(b.ns)+"\u2002"+ratio(g.base/b.ns))
}

// class returns the style of an impl.
func class(impl string) string {
	if slices.Contains(ours, impl) {
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
	switch {
	case ns < 9.95:
		return fmt.Sprintf("%.1f ns", ns)
	case ns >= 1e6:
		return fmt.Sprintf("%.1f ms", ns/1e6)
	}
	return fmt.Sprintf("%.0f ns", ns)
}

// ratio formats r with at least two digits.
func ratio(r float64) string {
	switch {
	case r < 0.0095:
		return fmt.Sprintf("1/%.0f", 1/r)
	case r < 0.095:
		return fmt.Sprintf("%.3f×", r)
	case r < 0.995:
		return fmt.Sprintf("%.2f×", r)
	case r < 9.95:
		return fmt.Sprintf("%.1f×", r)
	}
	return fmt.Sprintf("%.0f×", r)
}
