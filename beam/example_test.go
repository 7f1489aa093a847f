package uribeam_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	uribeam "github.com/urispan/uri/beam"
)

// Workers call functions by their names, so the functions must be registered.
func init() {
	register.Function1x0(printLine)
	register.Function1x0(printRefused)
	register.Function2x0(printPair)
	register.Function2x0(printCount)
	register.Function2x0(printPartition)
	register.Function1x2(firstShard)
}

func printLine(line string)                { fmt.Println(line) }
func printRefused(r uribeam.Refused)       { fmt.Println("refused:", r) }
func printPair(key, url string)            { fmt.Println(key, url) }
func printCount(domain string, n int)      { fmt.Println(n, domain) }
func printPartition(i int, url string)     { fmt.Println(i, url) }
func firstShard(line string) (int, string) { return 0, line }

// Normalize lines, drop duplicates and count the rest by domain.
func Example() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	lines := beam.CreateList(s, []string{
		"http://www.example.co.uk/a",
		"HTTP://WWW.example.co.uk:80/%61",
		"http://example.co.uk/",
		"http://example.com/a b",
	})
	normal, refused := beam.ParDo2(s, &uribeam.Normalize{}, lines)
	urls := uribeam.Distinct(s, beam.ParDo(s, &uribeam.Key{}, normal))
	beam.ParDo0(s, printLine, urls)
	beam.ParDo0(s, printCount, uribeam.CountByDomain(s, urls))
	beam.ParDo0(s, printRefused, refused)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// http://www.example.co.uk/a
	// http://example.co.uk/
	// 2 example.co.uk
	// refused: 20	path	illegal byte	http://example.com/a b
}

func ExampleCheck() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	lines := beam.CreateList(s, []string{"HTTP://example.com\r", "http://example.com/%zz"})
	valid, refused := beam.ParDo2(s, &uribeam.Check{Lines: uribeam.Lines{CRLF: true}}, lines)
	beam.ParDo0(s, printLine, valid)
	beam.ParDo0(s, printRefused, refused)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// HTTP://example.com
	// refused: 20	path	bad percent-encoding	http://example.com/%zz
}

func ExampleKey() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	urls := beam.CreateList(s, []string{"http://www.example.com/A?b"})
	beam.ParDo0(s, printPair, beam.ParDo(s, &uribeam.Key{By: uribeam.SURT}, urls))
	beam.ParDo0(s, printPair, beam.ParDo(s, &uribeam.Key{By: uribeam.SURTAggressive}, urls))
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// com,example,www)/A?b http://www.example.com/A?b
	// com,example)/a?b http://www.example.com/A?b
}

// Distinct keeps the shortest spelling of each URL.
func ExampleDistinct() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	urls := beam.CreateList(s, []string{"http://example.com:80/", "http://example.com/", "http://example.org"})
	beam.ParDo0(s, printLine, uribeam.Distinct(s, beam.ParDo(s, &uribeam.Key{By: uribeam.Fingerprint}, urls)))
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// http://example.com/
	// http://example.org
}

func ExampleDomain() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	urls := beam.CreateList(s, []string{"http://www.Example.co.uk/", "http://192.0.2.1/"})
	beam.ParDo0(s, printPair, beam.ParDo(s, &uribeam.Domain{}, urls))
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// example.co.uk http://www.Example.co.uk/
	// 192.0.2.1 http://192.0.2.1/
}

func ExampleCountByDomain() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	urls := beam.CreateList(s, []string{"http://a.example.com/", "http://b.example.com/", "http://example.org/"})
	beam.ParDo0(s, printCount, uribeam.CountByDomain(s, urls))
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// 2 example.com
	// 1 example.org
}

func ExamplePartitionByHost() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	urls := beam.CreateList(s, []string{"http://a.test/1", "HTTP://A.Test:8080/2"})
	beam.ParDo0(s, printPartition, uribeam.PartitionByHost(s, urls, 64))
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// 30 http://a.test/1
	// 30 HTTP://A.Test:8080/2
}

// The command sha256sum prints 52dcf5eeb77a59de... for "a.test", and 0x52dcf5eeb77a59de modulo 64 is 30.
func ExamplePartition() {
	fmt.Println(uribeam.Partition("a.test", 64))
	// Output: 30
}

// Read a file, and write a folder that appears when the job succeeds.
func ExampleOutput() {
	dir, err := os.MkdirTemp("", "uribeam")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, []byte("http://example.com/\n"), 0o644); err != nil {
		log.Fatal(err)
	}

	beam.Init()
	ctx := context.Background()
	p, s := beam.NewPipelineWithRoot()
	o := uribeam.NewOutput(out)
	o.Write(s, "urls", 1, beam.ParDo(s, firstShard, uribeam.Read(s, in)))
	o.Finish(s)
	if err := beamx.Run(ctx, p); err != nil {
		log.Fatal(err, o.Discard(ctx))
	}

	files, err := os.ReadDir(out)
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range files {
		fmt.Println(file.Name())
	}
	// Output:
	// _SUCCESS
	// urls-00000-of-00001
}

// Read compressed files of a bucket. This example is only compiled, since it needs the bucket.
func ExampleRead() {
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, printLine, uribeam.Read(s, "gs://BUCKET/crawl/*.gz"))
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
}
