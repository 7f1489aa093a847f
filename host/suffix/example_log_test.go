package suffix_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/httpuri"
)

// A counter counts requests by the registrable domain of their target. It counts a host without a registrable domain,
// such as an IP address, by itself. A line does not allocate, unless it has a new domain.
type counter struct {
	domains map[string]*int
	bad     int    // lines without a valid target with a host
	name    []byte // a buffer
}

// addLine counts a line of the log that a Squid proxy writes. Its fields are time, duration, client, status, bytes,
// method, target, and more. Clients choose the target, so it can be anything.
func (c *counter) addLine(line []byte) {
	var method, target []byte
	for range 7 {
		method = target
		target, line = cutField(line)
	}
	if len(target) == 0 {
		c.bad++
		return
	}
	c.add(method, target)
}

// cutField returns the first field of line and the rest. It skips the spaces before the field.
func cutField(line []byte) (field, rest []byte) {
	for len(line) > 0 && line[0] == ' ' {
		line = line[1:]
	}
	if i := bytes.IndexByte(line, ' '); i >= 0 {
		return line[:i], line[i:]
	}
	return line, nil
}

func (c *counter) add(method, target []byte) {
	t, err := httpuri.Parse(method, target) // after CONNECT, the target is "example.com:443"
	lo, hi, hasHost := t.Range(uri.ComponentHost)
	if err != nil || !hasHost {
		c.bad++
		return
	}
	name, ok := host.AppendName(c.name[:0], target[lo:hi]) // decoded, in lower case, without a dot at the end
	if !ok {
		c.addTo(target[lo:hi])
		return
	}
	c.name = name
	domain, err := suffix.RegistrableBytes(name)
	if err != nil {
		domain = name
	}
	c.addTo(domain)
}

// addTo counts a request to a domain.
func (c *counter) addTo(domain []byte) {
	n := c.domains[string(domain)] // this conversion makes no copy
	if n == nil {
		n = new(int)
		c.domains[string(domain)] = n
	}
	*n++
}

// read counts the lines of a log. A line that is longer than the buffer is a bad one.
func (c *counter) read(log io.Reader) error {
	for r := bufio.NewReaderSize(log, 64<<10); ; {
		line, err := r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			c.bad++
			for err == bufio.ErrBufferFull {
				_, err = r.ReadSlice('\n') // the rest of the line
			}
		} else if len(line) > 0 {
			c.addLine(bytes.TrimSuffix(line, []byte("\n")))
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// A program counts the requests in the log of a proxy by registrable domain.
func Example_log() {
	log := `1774200000.123 7 10.0.0.7 TCP_MISS/200 411 GET http://www.example.co.uk/a?b - HIER_DIRECT/192.0.2.1 -
1774200000.456 7 10.0.0.7 TCP_MISS/200 411 GET HTTP://joe@WWW2.Example.CO.UK.:80/ - HIER_DIRECT/192.0.2.1 -
1774200001.001 1200 10.0.0.8 TCP_TUNNEL/200 9001 CONNECT static.%65xample.co.uk:443 - HIER_DIRECT/192.0.2.1 -
1774200001.002 11 10.0.0.8 TCP_MISS/200 411 GET http://octocat.github.io/ - HIER_DIRECT/192.0.2.2 text/html
1774200002.003 12 10.0.0.9 TCP_MISS/200 411 GET http://192.0.2.16:8080/ - HIER_DIRECT/192.0.2.16 text/html
1774200002.004 12 10.0.0.9 TCP_MISS/200 411 GET http://[2001:db8::7]/ - HIER_DIRECT/2001:db8::7 text/html
1774200003.000 0 10.0.0.9 NONE_NONE/400 3902 GET http://[2001:db8::7/ - HIER_NONE/- text/html
1774200003.000 0 10.0.0.9 NONE_NONE/400 3902 GET /` + strings.Repeat("a", 100_000) + ` - HIER_NONE/- text/html
1774200003.005 0 10.0.0.9 NONE_NONE/400`

	c := counter{domains: map[string]*int{}}
	err := c.read(strings.NewReader(log))
	for _, domain := range slices.Sorted(maps.Keys(c.domains)) {
		fmt.Println(*c.domains[domain], domain)
	}
	fmt.Println(c.bad, "bad,", err)
	// Output:
	// 1 192.0.2.16
	// 1 [2001:db8::7]
	// 3 example.co.uk
	// 1 octocat.github.io
	// 3 bad, <nil>
}
