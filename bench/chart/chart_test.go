package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

const recordFile = "testdata/record.txt"

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

// TestGolden compares the output with a picture that a person has checked.
func TestGolden(t *testing.T) {
	if got := drawn(t, "", recordFile); got != readFile(t, "testdata/chart.svg") {
		t.Errorf("the picture is not testdata/chart.svg; to accept it: go run . %s > testdata/chart.svg, and look at it", recordFile)
	}
}

// TestOrder checks that the picture does not depend on the order of the results.
func TestOrder(t *testing.T) {
	record := readFile(t, recordFile)
	i := strings.Index(record, "Benchmark")
	lines := strings.SplitAfter(record[i:], "\n")
	slices.Reverse(lines)
	if drawn(t, record[:i]+strings.Join(lines, "")) != drawn(t, record) {
		t.Error("the order of the results changes the picture")
	}
}

func TestWellFormed(t *testing.T) {
	decoder := xml.NewDecoder(strings.NewReader(drawn(t, "", recordFile)))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestContents checks the texts: medians, ratios, labels, the fastest first.
func TestContents(t *testing.T) {
	var got []string
	for line := range strings.Lines(drawn(t, "", recordFile)) {
		if strings.Contains(line, `class="label"`) || strings.Contains(line, `class="value"`) {
			_, line, _ = strings.Cut(line, ">")
			line, _, _ = strings.Cut(line, "<")
			got = append(got, strings.ReplaceAll(line, "\u2002", " "))
		}
	}
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

// TestCut checks that only a bar that is far too long is cut, and that no other bar is longer than it.
func TestCut(t *testing.T) {
	svg := drawn(t, "", recordFile)
	if n := strings.Count(svg, `<path class="gap"`); n != 1 {
		t.Errorf("%d bars are cut, want 1", n)
	}
	if n := strings.Count(svg, ` width="430"`); n != 1 {
		t.Errorf("%d bars have the full length, want 1", n)
	}
}

// TestGroups checks that several benchmarks stand below each other, each with the labels of its own.
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
