package bench

import (
	"fmt"
	"net/url"
	"os"
	"testing"

	fredbi "github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/valyala/fasthttp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/bench/uriparser"
	"github.com/urispan/uri/fsm"
)

// A pass parses a list of references. It returns the number of accepted ones and, if it reads hosts, the sum of the
// lengths of their hosts in bytes. It contains the loop, so that it calls the parser directly.
type pass func(readHosts bool) (accepted, hostBytes int)

// A parser is one of the measured libraries.
type parser struct {
	name string

	// exact reports whether the parser accepts exactly the language of the RFC.
	exact bool

	// prepare makes a pass. The time to convert the references to the form that the library parses is not measured. It
	// is nil if the library is missing.
	prepare func(references []string) pass
}

var parsers = []parser{
	{"uri", true, prepareURI},
	{"fsm", true, prepareFSM},
	{"net-url", false, prepareNetURL},
	{"fredbi-uri", false, prepareFredbi},
	{"whatwg-url", false, prepareWhatwg},
	{"fasthttp", false, prepareFasthttp},
	{"uriparser", true, prepareUriparser()},
}

func prepareURI(references []string) pass {
	return func(readHosts bool) (accepted, hostBytes int) {
		for _, s := range references {
			u, err := uri.Parse(s)
			if err != nil {
				continue
			}
			accepted++
			if readHosts {
				host, _ := u.Host()
				hostBytes += len(host)
			}
		}
		return accepted, hostBytes
	}
}

func prepareFSM(references []string) pass {
	return func(readHosts bool) (accepted, hostBytes int) {
		var r fsm.Ranges
		for _, s := range references {
			if _, ok := fsm.Scan(s, &r); !ok {
				continue
			}
			accepted++
			if readHosts {
				lo, hi, _ := r.Host()
				hostBytes += len(s[lo:hi])
			}
		}
		return accepted, hostBytes
	}
}

func prepareNetURL(references []string) pass {
	return func(readHosts bool) (accepted, hostBytes int) {
		for _, s := range references {
			u, err := url.Parse(s)
			if err != nil {
				continue
			}
			accepted++
			if readHosts {
				hostBytes += len(u.Hostname())
			}
		}
		return accepted, hostBytes
	}
}

func prepareFredbi(references []string) pass {
	return func(readHosts bool) (accepted, hostBytes int) {
		for _, s := range references {
			u, err := fredbi.ParseReference(s)
			if err != nil {
				continue
			}
			accepted++
			if readHosts {
				hostBytes += len(u.Authority().Host())
			}
		}
		return accepted, hostBytes
	}
}

// prepareWhatwg measures a parser of absolute URLs. Without a base it rejects relative references.
func prepareWhatwg(references []string) pass {
	return func(readHosts bool) (accepted, hostBytes int) {
		for _, s := range references {
			u, err := whatwg.Parse(s)
			if err != nil {
				continue
			}
			accepted++
			if readHosts {
				hostBytes += len(u.Hostname())
			}
		}
		return accepted, hostBytes
	}
}

// prepareFasthttp measures fasthttp in its recommended use: on bytes, with a reused value.
func prepareFasthttp(references []string) pass {
	texts := make([][]byte, len(references))
	for i, s := range references {
		texts[i] = []byte(s)
	}
	var u fasthttp.URI
	return func(readHosts bool) (accepted, hostBytes int) {
		for _, text := range texts {
			if err := u.Parse(nil, text); err != nil {
				continue
			}
			accepted++
			if readHosts {
				hostBytes += len(u.Host())
			}
		}
		return accepted, hostBytes
	}
}

// prepareUriparser measures the C library without the cost of cgo: a whole pass is one call.
func prepareUriparser() func(references []string) pass {
	if !uriparser.Available {
		return nil
	}
	return func(references []string) pass {
		list := uriparser.NewList(references)
		return func(readHosts bool) (accepted, hostBytes int) { return list.Parse(readHosts) }
	}
}

// TestParsers checks that the benchmarks call each parser correctly.
func TestParsers(t *testing.T) {
	const host = "www.example.com"
	plain := []string{
		"https://www.example.com/",
		"http://www.example.com/a/b.html",
		"https://www.example.com/a?b=c",
		"https://www.example.com/a?b#c",
		"https://www.example.com/a%20b",
	}
	web := webCorpus(t)
	for _, p := range parsers {
		t.Run(p.name, func(t *testing.T) {
			skipMissing(t, p)
			accepted, hostBytes := p.prepare(plain)(true)
			if want := len(plain) * len(host); accepted != len(plain) || hostBytes != want {
				t.Errorf("%d accepted with %d bytes of hosts, want %d with %d", accepted, hostBytes, len(plain), want)
			}
			if accepted, _ := p.prepare(web.references)(false); p.exact && accepted != web.valid {
				t.Errorf("%d of %s accepted, want %d", accepted, web.name, web.valid)
			}
			if accepted, _ := p.prepare([]string{"http://[::1", "http://[:::]/"})(false); p.exact && accepted != 0 {
				t.Errorf("%d invalid references accepted", accepted)
			}
		})
	}
}

const missing = "uriparser is missing: install it (Debian: liburiparser-dev), then use -tags uriparser"

// TestMain reports missing libraries, because without -v the reason for a skipped benchmark is not shown. In a process
// of BenchmarkProgram it runs the program.
func TestMain(m *testing.M) {
	if name := os.Getenv(program); name != "" {
		os.Exit(runProgram(name))
	}
	if !uriparser.Available {
		fmt.Println(missing)
	}
	os.Exit(m.Run())
}

func skipMissing(tb testing.TB, p parser) {
	if p.prepare == nil {
		tb.Skip(missing)
	}
}
