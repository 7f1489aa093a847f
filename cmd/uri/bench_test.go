package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// Names have benchstat's form key=value. One operation is one run of the command over a stream of lines, which is long
// enough to hide the start. With -cpu=1 a single worker answers, so that MB/s is the input per second of CPU time,
// without reading and writing files:
//
//	go test -run=^$ -bench=Command -cpu=1 -count=10 | benchstat -

// benchSize is the least size of a stream in bytes.
const benchSize = 8 << 20

// sink is a standard output that counts lines.
type sink struct{ lines int }

func (s *sink) Write(p []byte) (int, error) {
	s.lines += bytes.Count(p, []byte("\n"))
	return len(p), nil
}

func BenchmarkCommand(b *testing.B) {
	web, lines := kit.Web(b, 2)
	for _, corpus := range []struct {
		name  string
		lines []string
	}{{web, lines}, {"file", kit.Files()}, {"refs", kit.Refs()}, {"query", kit.Queries()}} {
		text := []byte(strings.Join(corpus.lines, "\n") + "\n")
		copies := benchSize/len(text) + 1
		stream := bytes.Repeat(text, copies)
		want := copies * len(corpus.lines)
		for _, bench := range []struct{ verb, format string }{
			{"check", "line"}, {"normalize", "line"}, {"normalize", "{{.output}}"}, {"split", "line"}, {"split", "{{.host}}"},
			{"split", "{{.scheme}}:{{.host}}"}, {"split", "{{if true}}{{.host}}{{end}}"}, {"split", "json"},
		} {
			args := []string{bench.verb, "-format", bench.format}
			switch {
			case bench.format == "line":
				args = args[:1]
			case bench.format == "json":
				args = []string{bench.verb, "-json"}
			case strings.Contains(bench.format, "{{if") && corpus.name != web:
				continue // package template takes the same time for all
			}
			b.Run(fmt.Sprintf("verb=%s/corpus=%s/format=%s", bench.verb, corpus.name, bench.format), func(b *testing.B) {
				b.SetBytes(int64(len(stream)))
				for range b.N {
					var out sink
					if run(args, bytes.NewReader(stream), &out, io.Discard) == engine.ExitTrouble || out.lines != want {
						b.Fatalf("%d lines, want %d", out.lines, want)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*want), "ns/uri")
			})
		}
	}
}
