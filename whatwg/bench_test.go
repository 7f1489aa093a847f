package whatwg

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// The names have the form key=value, for benchstat:
//
//	go test -run '^$' -bench . -count 10 ./whatwg | tee new.txt
//	go tool benchstat -col /impl -row .name,/corpus -filter '.unit:ns/uri' new.txt
//
// One operation is one pass over a corpus. URI_CORPUS names a file of URLs, one a line. URI_LINKS names a file of
// links, one a line: a base URL, a tab, and the value of an attribute with the escapes "\\", "\t", "\n" and "\r".

// A pass parses a corpus once. It returns a number that depends on all results.
type pass struct {
	impl string
	run  func() int
	want int // of the state machine; -1 for a parser that need not agree with it
}

func measurePasses(b *testing.B, corpus string, size int, passes ...pass) {
	for _, p := range passes {
		b.Run("corpus="+corpus+"/impl="+p.impl, func(b *testing.B) {
			want := p.want
			if want < 0 {
				want = p.run()
			}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n += p.run()
			}
			if n != want*b.N {
				b.Fatalf("%d in %d passes, want %d in each", n, b.N, want)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/uri")
		})
	}
}

// readLines returns the lines of the file that the environment variable names, or of another file, and its name.
func readLines(b *testing.B, variable, file string) (name string, lines []string) {
	if f := os.Getenv(variable); f != "" {
		file = f
	}
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return name, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// BenchmarkWeb parses URLs without a base URL. The corpus "odd" consists of the lines that are not normal, and the corpus
// "file" of file:// URLs.
func BenchmarkWeb(b *testing.B) {
	name, lines := readLines(b, "URI_CORPUS", "../testdata/corpus.txt")
	var odd []string
	for _, s := range lines {
		if !IsNormal(s) {
			odd = append(odd, s)
		}
	}
	benchmarkURLs(b, name, lines)
	benchmarkURLs(b, name+"-odd", odd)
	benchmarkURLs(b, "file", kit.Files())
	for _, kind := range kit.Kinds() {
		benchmarkURLs(b, strings.ReplaceAll(kind.Name, " ", "-"), kind.References)
	}
}

func benchmarkURLs(b *testing.B, name string, lines []string) {
	scanned, normals, parsed, hrefs := 0, 0, 0, 0
	for _, s := range lines {
		if _, ok := fsm.Scan(s, new(fsm.Ranges)); ok {
			scanned++
		}
		if a := refAnswer(Parser{}, URL{}, s); a.OK {
			parsed++
			hrefs += len(a.Href)
			if a.Href == s {
				normals++
			}
		}
	}
	buf := make([]byte, 0, 1<<16)
	measurePasses(b, name, len(lines),
		pass{"fsm", func() (n int) {
			var r fsm.Ranges
			for _, s := range lines {
				if _, ok := fsm.Scan(s, &r); ok {
					n++
				}
			}
			return n
		}, scanned},
		pass{"normal", func() (n int) {
			for _, s := range lines {
				if IsNormal(s) {
					n++
				}
			}
			return n
		}, normals},
		pass{"can-parse", func() (n int) {
			for _, s := range lines {
				if CanParse(s) {
					n++
				}
			}
			return n
		}, parsed},
		pass{"parse", func() (n int) {
			for _, s := range lines {
				if u, err := Parse(s); err == nil {
					n += len(u.Href())
				}
			}
			return n
		}, hrefs},
		pass{"append", func() (n int) {
			for _, s := range lines {
				if href, err := AppendHref(buf[:0], s); err == nil {
					n += len(href)
				}
			}
			return n
		}, hrefs},
		pass{"net-url", func() (n int) {
			for _, s := range lines {
				if u, err := url.Parse(s); err == nil {
					n += len(u.Host)
				}
			}
			return n
		}, -1},
	)
}

// BenchmarkCold parses one URL at a time, as programs do that mostly do other work. Before each call, 8 MiB are read and
// something is formatted, which evicts caches. It reports the median and the 99th percentile of the times of calls, less
// the time that reading the clock takes.
func BenchmarkCold(b *testing.B) {
	_, lines := readLines(b, "URI_CORPUS", "../testdata/corpus.txt")
	other := make([]byte, 8<<20)
	length := 0
	for _, impl := range []struct {
		name  string
		parse func(s string)
	}{
		{"uri-host", func(s string) {
			if u, err := uri.Parse(s); err == nil {
				host, _ := u.Host()
				length += len(host)
			}
		}},
		{"parse", func(s string) {
			if u, err := Parse(s); err == nil {
				length += len(u.Href())
			}
		}},
		{"net-url", func(s string) {
			if u, err := url.Parse(s); err == nil {
				length += len(u.Host)
			}
		}},
	} {
		b.Run("impl="+impl.name, func(b *testing.B) {
			measure := func(parse func(s string), s string) time.Duration {
				for i := 0; i < len(other); i += 64 {
					length += int(other[i])
				}
				fmt.Fprintf(io.Discard, "%d %s %v", length, s, b.N)
				start := time.Now()
				parse(s)
				return time.Since(start)
			}
			var times, clock []time.Duration
			for i := 0; b.Loop(); i++ {
				s := lines[i*7919%len(lines)]
				times = append(times, measure(impl.parse, s))
				if i%8 == 0 {
					clock = append(clock, measure(func(string) {}, s))
				}
			}
			slices.Sort(times)
			slices.Sort(clock)
			without := clock[len(clock)/2]
			b.ReportMetric(float64(times[len(times)/2]-without), "p50-ns")
			b.ReportMetric(float64(times[len(times)*99/100]-without), "p99-ns")
		})
	}
}
