package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// unit is the unit of ns/uri after the conversion by the package that reads records.
const unit = "sec/uri"

// A record is the part of a benchmark run that one group of bars shows.
type record struct {
	// bench is the first part of the names of benchmarks, such as "Parse" or "Program/task=log".
	bench, corpus string

	// samples holds the measurements in nanoseconds, by impl.
	samples map[string][]float64

	// machine describes the machine, in the words of the record.
	machine string
}

func newRecord(bench, corpus string) *record {
	return &record{bench: bench, corpus: corpus, samples: map[string][]float64{}}
}

// read calls add with the results in in. It rejects a truncated result, because a part of a record must not be drawn as
// a whole one.
func read(in io.Reader, name string, add func(*benchfmt.Result)) error {
	reader := benchfmt.NewReader(in, name)
	for reader.Scan() {
		switch line := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return line
		case *benchfmt.Result:
			add(line)
		}
	}
	return reader.Err()
}

func (r *record) add(line *benchfmt.Result) {
	_, parts := line.Name.Parts()
	value, ok := line.Value(unit)
	if !strings.HasPrefix(string(line.Name), r.bench+"/") || part(parts, "corpus") != r.corpus || !ok {
		return
	}
	impl := part(parts, "impl")
	r.samples[impl] = append(r.samples[impl], value*1e9)
	r.machine = machine(line)
}

// part returns the value of key among the parts of a benchmark's name, which have the form "/key=value".
func part(parts [][]byte, key string) string {
	for _, p := range parts {
		if value, ok := bytes.CutPrefix(p, []byte("/"+key+"=")); ok {
			return string(value)
		}
	}
	return ""
}

// machine describes the machine, the Go version and the date, if the record has them.
func machine(line *benchfmt.Result) string {
	var words []string
	for _, key := range []string{"cpu", "goos", "goarch", "goversion", "date"} {
		if value := strings.TrimSpace(line.GetConfig(key)); value != "" {
			words = append(words, value)
		}
	}
	return strings.Join(words, ", ")
}

// median returns the median of the samples of impl, or an error if it has no samples.
func (r *record) median(impl string) (float64, error) {
	if len(r.samples[impl]) == 0 {
		return 0, fmt.Errorf("no ns/uri of %s/corpus=%s/impl=%s in the record", r.bench, r.corpus, impl)
	}
	return median(r.samples[impl]), nil
}

// median returns the median of at least one sample.
func median(samples []float64) float64 {
	samples = slices.Sorted(slices.Values(samples))
	n := len(samples)
	return (samples[(n-1)/2] + samples[n/2]) / 2
}
