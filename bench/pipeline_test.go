package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/httpuri"
)

// The benchmark is a whole program, which counts the requests in the log of a proxy by registrable domain: the recipe
// in host/suffix/example_log_test.go, and the same with net/url and golang.org/x/net/publicsuffix.

// A counter counts requests by domain. If a target has no host or is not valid, it is bad.
type counter struct {
	domains map[string]*int
	bad     int
	name    []byte
}

// newDomain counts the first request to a domain.
func (c *counter) newDomain(domain string) {
	n := 1
	c.domains[domain] = &n
}

// adders count a request by the registrable domain of its target, in lower case, or else by the host.
var adders = []struct {
	name string
	add  func(c *counter, method, target []byte)
}{
	{"uri", (*counter).add},
	{"net-url", (*counter).addByNetURL},
}

func (c *counter) add(method, target []byte) {
	t, err := httpuri.Parse(method, target)
	lo, hi, hasHost := t.Range(uri.ComponentHost)
	if err != nil || !hasHost {
		c.bad++
		return
	}
	domain, ok := host.AppendName(c.name[:0], target[lo:hi])
	if !ok {
		domain = target[lo:hi]
	} else {
		c.name = domain
		if d, err := suffix.RegistrableBytes(domain); err == nil {
			domain = d
		}
	}
	if n := c.domains[string(domain)]; n != nil {
		*n++
		return
	}
	c.newDomain(string(domain))
}

func (c *counter) addByNetURL(method, target []byte) {
	text := string(target)
	if string(method) == "CONNECT" {
		text = "//" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		c.bad++
		return
	}
	domain := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if _, err := netip.ParseAddr(domain); err != nil { // otherwise the domain of 192.0.2.16 would be 2.16
		if d, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
			domain = d
		}
	}
	if n := c.domains[domain]; n != nil {
		*n++
		return
	}
	c.newDomain(domain)
}

// count counts the lines of a log.
func count(log io.Reader, add func(c *counter, method, target []byte)) *counter {
	c := &counter{domains: map[string]*int{}}
	for r := bufio.NewReaderSize(log, 64<<10); ; {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return c
		}
		line = line[:len(line)-1]
		var method, target []byte
		for range 7 {
			method = target
			target, line = cutField(line)
		}
		add(c, method, target)
	}
}

// cutField returns the first field of line and the rest. Before a field there are spaces.
func cutField(line []byte) (field, rest []byte) {
	for len(line) > 0 && line[0] == ' ' {
		line = line[1:]
	}
	if i := bytes.IndexByte(line, ' '); i >= 0 {
		return line[:i], line[i:]
	}
	return line, nil
}

// logOf returns a log with a line for each reference.
func logOf(references []string) []byte {
	var log bytes.Buffer
	for i, ref := range references {
		fmt.Fprintf(&log, "%d.123 7 10.0.0.7 TCP_MISS/200 411 GET %s - HIER_DIRECT/192.0.2.1 text/html\n", 1774200000+i, ref)
	}
	return log.Bytes()
}

// BenchmarkPipeline measures the pass over a log. With -cpu 1, it is CPU time, with garbage collection.
func BenchmarkPipeline(b *testing.B) {
	c := webCorpus(b)
	log := logOf(slices.Repeat(c.references, 20)) // most requests go to hosts that the log already had
	for _, a := range adders {
		b.Run("corpus="+c.name+"/impl="+a.name, func(b *testing.B) {
			want := count(bytes.NewReader(log), a.add)
			b.ReportAllocs()
			b.SetBytes(int64(len(log)))
			for b.Loop() {
				if got := count(bytes.NewReader(log), a.add); len(got.domains) != len(want.domains) || got.bad != want.bad {
					b.Fatalf("%d domains, %d bad; want %d and %d", len(got.domains), got.bad, len(want.domains), want.bad)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bytes.Count(log, []byte("\n"))), "ns/line")
		})
	}
}

// TestPipeline checks that the benchmark compares programs that do the same.
func TestPipeline(t *testing.T) {
	log := logOf([]string{
		"http://www.example.co.uk/a?b", "HTTP://joe@WWW2.Example.CO.UK.:80/", "http://octocat.github.io/",
		"http://192.0.2.16/", "http://localhost/", "http://co.uk/", "/a", "http://h/%", "http://[::1",
	})
	log = append(log, "0 0 0 0 0 CONNECT static.example.co.uk:443\nshort\n"...)
	want := map[string]int{"example.co.uk": 3, "octocat.github.io": 1, "192.0.2.16": 1, "localhost": 1, "co.uk": 1}
	for _, a := range adders {
		counted := count(bytes.NewReader(log), a.add)
		got := map[string]int{}
		for domain, n := range counted.domains {
			got[domain] = *n
		}
		if !maps.Equal(got, want) || counted.bad != 4 {
			t.Errorf("%s: %v and %d bad lines, want %v and 4", a.name, got, counted.bad, want)
		}
	}
}
