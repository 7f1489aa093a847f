package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

const recordFile, growthFile = "testdata/record.txt", "testdata/growth.txt"

var growthArgs = []string{"-bench", "Dedupe/memory=512M", "-x", "lines"}

func drawn(t *testing.T, record string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(args, strings.NewReader(record), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// pictures lists a record and arguments for each kind of picture.
var pictures = []struct {
	golden, record string
	args           []string
}{
	{"testdata/chart.svg", recordFile, nil},
	{"testdata/growth.svg", growthFile, growthArgs},
}

// TestGolden compares the output with pictures that a person has checked.
func TestGolden(t *testing.T) {
	for _, p := range pictures {
		args := append(slices.Clip(p.args), p.record)
		if drawn(t, "", args...) != readFile(t, p.golden) {
			t.Errorf("the picture is not %s; to accept it: go run . %s > %[1]s, and look at it", p.golden, strings.Join(args, " "))
		}
	}
}

// TestResultOrder checks that a picture does not depend on the order of the results.
func TestResultOrder(t *testing.T) {
	for _, p := range pictures {
		record := readFile(t, p.record)
		i := strings.Index(record, "Benchmark")
		lines := strings.SplitAfter(record[i:], "\n")
		slices.Reverse(lines)
		if drawn(t, record[:i]+strings.Join(lines, ""), p.args...) != drawn(t, record, p.args...) {
			t.Errorf("%s: the order of the results changes the picture", p.golden)
		}
	}
}

func TestWellFormed(t *testing.T) {
	for _, p := range pictures {
		decoder := xml.NewDecoder(strings.NewReader(drawn(t, "", append(slices.Clip(p.args), p.record)...)))
		for {
			_, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// texts returns the labels and values of a picture.
func texts(svg string) (list []string) {
	for line := range strings.Lines(svg) {
		if strings.Contains(line, `class="label"`) || strings.Contains(line, `class="value"`) {
			_, line, _ = strings.Cut(line, ">")
			line, _, _ = strings.Cut(line, "<")
			list = append(list, strings.ReplaceAll(line, "\u2002", " "))
		}
	}
	return list
}

// TestContents checks the labels and values: medians, ratios, labels, the fastest first.
func TestContents(t *testing.T) {
	got := texts(drawn(t, "", recordFile))
	want := []string{
		"fsm.Scan", "8.3 ns 31×",
		"uri.Parse", "26 ns 10×",
		"net/url", "260 ns 1.0×",
		"fredbi/uri", "650 ns 0.40×",
		"nlnwa/whatwg-url", "4150 ns 0.063×",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestLongBarIsCut checks that only a bar that is much too long is cut, and that no other bar is longer.
func TestLongBarIsCut(t *testing.T) {
	svg := drawn(t, "", recordFile)
	if n := strings.Count(svg, `<path class="gap"`); n != 1 {
		t.Errorf("%d bars are cut, want 1", n)
	}
	if n := strings.Count(svg, ` width="430"`); n != 1 {
		t.Errorf("%d bars have the full length, want 1", n)
	}
}

// TestGroups checks that groups of bars are below each other, each with its own labels.
func TestGroups(t *testing.T) {
	record := readFile(t, recordFile) + `
BenchmarkProgram/task=log/corpus=web/impl=uri-2 	 1	 300 ns/uri
BenchmarkProgram/task=log/corpus=web/impl=net-url-2 	 1	 900 ns/uri
`
	svg := drawn(t, record, "-bench", "Parse,Program/task=log")
	last := -1
	for _, want := range []string{
		"Parse, web corpus: time for one reference, and speed relative to net/url</text>", ">uri.Parse</text>",
		"log pipeline, web corpus: CPU time for one line, and speed relative to net/url, x/net</text>",
		">httpuri, suffix</text>", ">300 ns\u20023.0×</text>", ">net/url, x/net</text>",
	} {
		i := strings.LastIndex(svg, want)
		if i < last || i < 0 {
			t.Errorf("%q is missing or in the wrong place", want)
		}
		last = i
	}
}

// TestGrowth checks the labels of curves and the places of their points: the median of three samples is the middle one,
// tenfold numbers have equal distances, and results with another memory are left out.
func TestGrowth(t *testing.T) {
	svg := drawn(t, "", append(slices.Clip(growthArgs), growthFile)...)
	want := []string{
		"uri dedupe", "uri normalize | sort -u",
		"million lines per second", "0.448", "1.66",
		"peak memory in MB", "544", "554",
	}
	if got := texts(svg); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, want := range []string{
		`<polyline class="ours" points="50,141 190,133 330,192"/>`, // 3, 3.2 and 1.7 of at most 4
		`<polyline class="ours" points="430,249 570,239 710,118"/>`,
		">100,000</text>", ">1 million</text>", ">10 million</text>",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s", want)
		}
	}
	one := drawn(t, "BenchmarkX/n=2e9/impl=a 1 5 x\n", "-bench", "X", "-x", "n", "-units", "x")
	if got := texts(one); !slices.Equal(got, []string{"a", "x", "5.00"}) || !strings.Contains(one, ">2 billion</text>") {
		t.Errorf("%q", got)
	}
}

func TestTicks(t *testing.T) {
	for most, want := range map[float64]float64{0: 5e-10, 1: 0.5, 1.9: 0.5, 2: 1, 4.9: 1, 5: 2, 9.9: 2, 554: 200} {
		if got := tickStep(most); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%g: %g, want %g", most, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name, record string
		args         []string
		want         string
	}{
		{"empty", "", nil, "no ns/uri of Parse/corpus=web/impl=net-url"},
		{"no file", "", []string{"testdata/none.txt"}, "none.txt"},
		{"no such corpus", "", []string{"-corpus=none", recordFile}, "corpus=none"},
		{"no base", "", []string{"-bench=ParseHost", recordFile}, "impl=net-url"},
		{"nothing beside the base", "", []string{"-corpus=long", "-base=uri", recordFile}, "no other parser"},
		{"no such key", "", []string{"-bench=Dedupe", "-x=words", growthFile}, "no lines/s of Dedupe with words="},
		{"no such unit", "", append(slices.Clip(growthArgs), "-units=lines/s,none", growthFile), "no none of"},
		{"no number", "BenchmarkX/n=a/impl=b 1 5 x\n", []string{"-bench=X", "-x=n", "-units=x"}, "n=a is not a positive number"},
		{"cut short", "BenchmarkParse/corpus=web/impl=uri-2 \t 88 \t 2448", nil, "standard input:1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := run(test.args, strings.NewReader(test.record), io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
