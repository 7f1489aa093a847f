package fsm_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/urispan/uri/fsm"
)

func Example() {
	buf := []byte("http://example.com:8042/over/there\nhttp://example.com/<\n")
	for line := range bytes.Lines(buf) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		var r fsm.Ranges
		n, ok := fsm.Scan(line, &r)
		if !ok {
			component, reason := fsm.Explain(fsm.URIReference, line, n)
			fmt.Println(n, component, reason)
			continue
		}
		lo, hi, _ := r.Host()
		fmt.Printf("%s\n", line[lo:hi])
	}

	valid := 0
	for rec := range fsm.Records(buf, '\n') { // faster than one call of Scan for each line
		if rec.OK {
			valid++
		}
	}
	fmt.Println(valid)
	// Output:
	// example.com
	// 19 path illegal byte
	// 1
}

func ExampleScan() {
	s := "http://example.com:8042/over/there"
	var r fsm.Ranges
	n, ok := fsm.Scan(s, &r)
	lo, hi, _ := r.Port()
	fmt.Println(n, ok, s[lo:hi])
	n, ok = fsm.Scan([]byte("http://example.com/<"), &r) // where it stops being a reference
	fmt.Println(n, ok)
	// Output:
	// 34 true 8042
	// 19 false
}

// The offset depends on the production. This URI is invalid as an absolute-URI from the fragment on, and as a relative
// reference from the ":" of the scheme on.
func ExampleScanAs() {
	var r fsm.Ranges
	for _, p := range []fsm.Production{fsm.URI, fsm.AbsoluteURI, fsm.RelativeRef} {
		fmt.Println(fsm.ScanAs(p, "http://example.com/#top", &r))
	}
	// Output:
	// 23 true
	// 19 false
	// 4 false
}

// The port is bad, but only the "/" shows it, because the text before could be a userinfo before an "@".
func ExampleExplain() {
	const s = "http://example.com:8o80/"
	var r fsm.Ranges
	if n, ok := fsm.Scan(s, &r); !ok {
		component, reason := fsm.Explain(fsm.URIReference, s, n)
		fmt.Println(n, component, reason)
	}
	// Output: 23 port bad port
}

// Ranges are in bytes. An IRI that is not UTF-8 is invalid from the first byte of the broken character.
func ExampleScanAs_iri() {
	s := "http://résumé.example/"
	var r fsm.Ranges
	n, ok := fsm.ScanAs(fsm.IRIReference, s, &r)
	lo, hi, _ := r.Host()
	fmt.Println(n, ok, lo, hi, s[lo:hi])

	s = "/r\xe9sum\xe9"
	n, ok = fsm.ScanAs(fsm.IRIReference, s, &r)
	_, reason := fsm.Explain(fsm.IRIReference, s, n)
	fmt.Println(n, ok, reason)
	// Output:
	// 24 true 7 23 résumé.example
	// 2 false invalid UTF-8
}

// The ranges are offsets in "//example.com:8080", so they are 2 larger than in the value.
func ExampleScanAs_hostPort() {
	value := []byte("example.com:8080")
	var r fsm.Ranges
	n, ok := fsm.ScanAs(fsm.HostPort, value, &r)
	lo, hi, _ := r.Port()
	fmt.Printf("%d %t %s\n", n, ok, value[lo-2:hi-2])
	// Output: 16 true 8080
}

func ExampleHostKindOf() {
	var r fsm.Ranges
	for _, s := range []string{"//192.0.2.16", "//192.0.2.256", "//[::1]", "//[v1.a]", "//", "/"} {
		fsm.Scan(s, &r)
		fmt.Printf("%s %q\n", s, fsm.HostKindOf(s, &r))
	}
	// Output:
	// //192.0.2.16 "ipv4"
	// //192.0.2.256 "reg-name"
	// //[::1] "ipv6"
	// //[v1.a] "ipvfuture"
	// // "reg-name"
	// / ""
}

// One goroutine at a time reads, and all of them scan. Each has its own Batch.
func ExampleReader_Fill() {
	r := fsm.NewReader(strings.NewReader("http://example.com/a\nnot a reference\n//example.org\n"), '\n', 0)
	var (
		reading   sync.Mutex
		good, bad atomic.Int64
		workers   sync.WaitGroup
	)
	fill := func(b *fsm.Batch) bool {
		reading.Lock()
		defer reading.Unlock()
		return r.Fill(b)
	}
	for range 4 {
		workers.Go(func() {
			for b := new(fsm.Batch); fill(b); {
				for rec := range b.Records() {
					if rec.OK {
						good.Add(1)
					} else {
						bad.Add(1)
					}
				}
			}
		})
	}
	workers.Wait()
	fmt.Println(good.Load(), bad.Load(), r.Err())
	// Output: 2 1 <nil>
}
