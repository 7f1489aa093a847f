package bench

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
)

// BenchmarkRecords reads the lines of a buffer: by fsm.Records, by fsm.Scan of each line, and by url.Parse of each line
// as a string. One operation is one pass over the buffer.
func BenchmarkRecords(b *testing.B) {
	for _, c := range corpora(b) {
		data := []byte(strings.Join(c.references, "\n") + "\n")
		for _, r := range recordReaders {
			b.Run("corpus="+c.name+"/impl="+r.name, func(b *testing.B) {
				want := r.pass(data)
				if r.name != "net-url" && want != c.valid {
					b.Fatalf("%d accepted, want %d", want, c.valid)
				}
				b.ReportAllocs()
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if n := r.pass(data); n != want {
						b.Fatalf("%d accepted, want %d", n, want)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.references)), "ns/uri")
			})
		}
	}
}

// recordReaders are functions that read the lines of data and return the number of accepted ones.
var recordReaders = []struct {
	name string
	pass func(data []byte) (accepted int)
}{
	{"records", func(data []byte) (accepted int) {
		for rec := range fsm.Records(data, '\n') {
			if rec.OK {
				accepted++
			}
		}
		return accepted
	}},
	{"lines", func(data []byte) (accepted int) {
		var r fsm.Ranges
		for line := range bytes.Lines(data) {
			if _, ok := fsm.Scan(line[:len(line)-1], &r); ok {
				accepted++
			}
		}
		return accepted
	}},
	{"net-url", func(data []byte) (accepted int) {
		for line := range bytes.Lines(data) {
			if _, err := url.Parse(string(line[:len(line)-1])); err == nil {
				accepted++
			}
		}
		return accepted
	}},
}

// TestRecordReaders checks that the benchmark reads lines correctly.
func TestRecordReaders(t *testing.T) {
	for _, r := range recordReaders {
		if n := r.pass([]byte("http://example.com/\nhttp://[::1\nb\n")); n != 2 {
			t.Errorf("%s: %d accepted, want 2", r.name, n)
		}
	}
}
