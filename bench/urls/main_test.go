package main

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/urispan/uri"
)

// TestWrite checks the numbers of lines and distinct URLs, and that there are invalid lines and other spellings.
func TestWrite(t *testing.T) {
	for _, test := range []struct {
		n     uint64
		share float64
		want  int
	}{{0, 0.5, 0}, {1, 0.5, 1}, {3, 0.5, 2}, {20_000, 0.5, 10_000}, {5000, 0, 1}, {5000, 0.001, 5}, {5000, 1, 5000}, {5000, 2, 5000}} {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		if err := write(w, &generator{state: 1, hosts: 100, urls: distinctOf(test.n, test.share)}, test.n); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		lines, invalid, others := uint64(0), 0, 0
		distinct := map[string]bool{}
		for line := range bytes.Lines(out.Bytes()) {
			lines++
			text := string(bytes.TrimSuffix(line, []byte("\n")))
			u, err := uri.Parse(text)
			if err != nil {
				invalid++
				continue
			}
			normal := u.Normalized().String()
			distinct[normal] = true
			if normal != text {
				others++
			}
		}
		if lines != test.n || len(distinct) != test.want {
			t.Errorf("%d lines, %d distinct; want %d and %d", lines, len(distinct), test.n, test.want)
		}
		if lines == 20_000 && (invalid < 5 || invalid > 50 || others < 4500 || others > 5500) {
			t.Errorf("%d lines: %d invalid, %d other spellings", lines, invalid, others)
		}
	}
}
