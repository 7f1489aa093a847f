package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A growth is a picture of results that depend on a number, such as the number of lines. It has a panel for each unit,
// with a curve for each impl.
type growth struct {
	bench string // the first part of the names of benchmarks
	key   string // of the number in the names
	units []string

	// samples holds the measurements by unit, impl and number.
	samples map[string]map[string]map[float64][]float64

	footer string
	err    error
}

func newGrowth(bench, key string, units []string) *growth {
	g := &growth{bench: bench, key: key, units: units, samples: map[string]map[string]map[float64][]float64{}}
	for _, unit := range units {
		g.samples[unit] = map[string]map[float64][]float64{}
	}
	return g
}

func (g *growth) add(line *benchfmt.Result) {
	_, parts := line.Name.Parts()
	text := part(parts, g.key)
	if !strings.HasPrefix(string(line.Name), g.bench+"/") || text == "" {
		return
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0) || math.IsInf(x, 1) {
		g.err = fmt.Errorf("%s=%s is not a positive number", g.key, text)
		return
	}
	impl := part(parts, "impl")
	for _, unit := range g.units {
		value, ok := original(line, unit)
		if !ok {
			continue
		}
		byNumber := g.samples[unit][impl]
		if byNumber == nil {
			byNumber = map[float64][]float64{}
			g.samples[unit][impl] = byNumber
		}
		byNumber[x] = append(byNumber[x], value)
		g.footer = machine(line)
	}
}

// original returns the value of a unit before the conversion by the package that reads records, which converts
// "peak-MB" to bytes.
func original(line *benchfmt.Result, unit string) (float64, bool) {
	for _, v := range line.Values {
		if v.OrigUnit == unit {
			return v.OrigValue, true
		}
	}
	return line.Value(unit)
}

// A curve is the medians of an impl by number.
type curve struct {
	impl string
	x, y []float64
}

// curves returns the curves for a unit, ours first.
func (g *growth) curves(unit string) (list []curve, err error) {
	for impl, samples := range g.samples[unit] {
		c := curve{impl: impl, x: slices.Sorted(maps.Keys(samples))}
		for _, x := range c.x {
			c.y = append(c.y, median(samples[x]))
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no %s of %s with %s= in the record", unit, g.bench, g.key)
	}
	slices.SortFunc(list, func(a, b curve) int {
		return cmp.Or(strings.Compare(class(a.impl), class(b.impl)), strings.Compare(a.impl, b.impl))
	})
	return list, nil
}

// unitWords maps a unit to a title and to the factor of the values in the picture.
var unitWords = map[string]struct {
	title  string
	factor float64
}{
	"lines/s": {"million lines per second", 1e-6},
	"peak-MB": {"peak memory in MB", 1},
}

// The layout of the panels, in pixels.
const (
	panelTop    = 104
	panelHeight = 150
	panelLeft   = 50 // of the width of a panel, for the labels of the vertical axis
	panelRight  = 50 // for the values at the ends of the curves
	panelBottom = 72 // for the labels of the horizontal axis, and the footer
	textGap     = 15 // the least distance of two values
)

const growthStyle = `<style>
polyline { fill: none; stroke-width: 2 }
polyline.ours { fill: none; stroke: #0a62c4 }
polyline.peer { fill: none; stroke: #8c959f }
.grid { stroke: #d0d7de }
.tick { font-size: 11px; fill: #57606a }
@media (prefers-color-scheme: dark) {
polyline.ours { stroke: #4c9cff }
polyline.peer { stroke: #6e7681 }
.grid { stroke: #30363d }
.tick { fill: #9198a1 }
}
</style>
`

func (g *growth) draw(w io.Writer) error {
	if g.err != nil {
		return g.err
	}
	const height = panelTop + panelHeight + panelBottom
	title := label(g.bench, "")
	begin(w, height, title)
	io.WriteString(w, growthStyle)
	card(w, height)
	text(w, "title", "start", margin, 34, title)
	for i, unit := range g.units {
		curves, err := g.curves(unit)
		if err != nil {
			return err
		}
		if i == 0 {
			g.legend(w, curves)
		}
		g.panel(w, i*width/len(g.units), unit, curves)
	}
	end(w, height, g.footer)
	return nil
}

// legend draws the markers and the labels of curves, one after the other.
func (g *growth) legend(w io.Writer, curves []curve) {
	x := margin
	for _, c := range curves {
		marker(w, c.impl, x+5, 58)
		text(w, "label", "start", x+16, 62, label(g.bench, c.impl))
		x += width * 2 / 5
	}
}

// panel draws the panel for a unit.
func (g *growth) panel(w io.Writer, left int, unit string, curves []curve) {
	words, ok := unitWords[unit]
	if !ok {
		words.title, words.factor = unit, 1
	}
	lo, hi, most := math.Inf(1), 0.0, 0.0
	for _, c := range curves {
		lo, hi = min(lo, c.x[0]), max(hi, c.x[len(c.x)-1])
		most = max(most, slices.Max(c.y)*words.factor)
	}
	step := tickStep(most)
	most = max(math.Ceil(most/step), 1) * step
	x0, x1 := left+panelLeft, left+width/len(g.units)-panelRight
	atX := func(x float64) int {
		if lo == hi {
			return (x0 + x1) / 2
		}
		return x0 + int(math.Round(math.Log(x/lo)/math.Log(hi/lo)*float64(x1-x0)))
	}
	atY := func(y float64) int { return panelTop + panelHeight - int(math.Round(y/most*panelHeight)) }

	text(w, "label", "start", left+margin, panelTop-14, words.title)
	for i := range int(math.Round(most/step)) + 1 {
		y := float64(i) * step
		fmt.Fprintf(w, `<path class="grid" d="M%d %d.5H%d"/>`+"\n", x0, atY(y), x1)
		text(w, "tick", "end", x0-8, atY(y)+4, strconv.FormatFloat(y, 'g', 6, 64))
	}
	for _, x := range g.numbers() {
		text(w, "tick", "middle", atX(x), panelTop+panelHeight+18, quantity(x))
	}
	text(w, "tick", "middle", (x0+x1)/2, panelTop+panelHeight+34, g.key)

	for _, c := range slices.Backward(curves) { // ours last, over the others
		var points []string
		for i, x := range c.x {
			points = append(points, fmt.Sprintf("%d,%d", atX(x), atY(c.y[i]*words.factor)))
		}
		fmt.Fprintf(w, `<polyline class="%s" points="%s"/>`+"\n", class(c.impl), strings.Join(points, " "))
		for i, x := range c.x {
			marker(w, c.impl, atX(x), atY(c.y[i]*words.factor))
		}
	}
	// The value at the end of a curve moves up if a curve ends just below it.
	slices.SortStableFunc(curves, func(a, b curve) int { return cmp.Compare(a.y[len(a.y)-1], b.y[len(b.y)-1]) })
	free := panelTop + panelHeight
	for _, c := range curves {
		last := len(c.x) - 1
		value := c.y[last] * words.factor
		y := min(atY(value), free)
		text(w, "value", "start", atX(c.x[last])+10, y+4, threeDigits(value))
		free = y - textGap
	}
}

// numbers returns all numbers of the record.
func (g *growth) numbers() []float64 {
	set := map[float64]bool{}
	for _, impls := range g.samples {
		for _, samples := range impls {
			for x := range samples {
				set[x] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// marker draws a circle for ours, and a square for others.
func marker(w io.Writer, impl string, x, y int) {
	if c := class(impl); c == "ours" {
		fmt.Fprintf(w, `<circle class="%s" cx="%d" cy="%d" r="4.5"/>`+"\n", c, x, y)
	} else {
		fmt.Fprintf(w, `<rect class="%s" x="%d" y="%d" width="8" height="8"/>`+"\n", c, x-4, y-4)
	}
}

// tickStep returns a step of 1, 2 or 5 times a power of 10 that divides an axis up to most into 3 to 7 parts.
func tickStep(most float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(max(most, 1e-9))))
	switch {
	case most/power < 2:
		return power / 2
	case most/power < 5:
		return power
	}
	return power * 2
}

// quantity formats a number for the horizontal axis.
func quantity(x float64) string {
	switch {
	case x >= 1e9:
		return strconv.FormatFloat(x/1e9, 'g', 4, 64) + " billion"
	case x >= 1e6:
		return strconv.FormatFloat(x/1e6, 'g', 4, 64) + " million"
	case x >= 1e3 && x == math.Trunc(x):
		return fmt.Sprintf("%d,%03d", int(x)/1000, int(x)%1000)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// threeDigits formats a value with three digits, or as an integer.
func threeDigits(x float64) string {
	digits := 2 - int(math.Floor(math.Log10(max(x, 1e-9))))
	return strconv.FormatFloat(x, 'f', min(max(digits, 0), 3), 64)
}
