//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/urispan/uri"
)

// TestGenerate: the lines depend on the seed alone, and are as messy as the comment says.
func TestGenerate(t *testing.T) {
	var first, again, other bytes.Buffer
	for w, seed := range map[*bytes.Buffer]uint64{&first: 1, &again: 1, &other: 2} {
		if err := generate(w, 1e6, seed); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) || bytes.Equal(first.Bytes(), other.Bytes()) || first.Len() < 1e6 {
		t.Error("the lines do not depend on the seed alone")
	}
	lines := bytes.Split(bytes.TrimSuffix(first.Bytes(), []byte("\n")), []byte("\n"))
	changed, invalid, distinct := 0, 0, map[string]bool{}
	for _, line := range lines {
		normal, _, err := uri.AppendNormalizedBytes(nil, line)
		switch {
		case err != nil:
			invalid++
		case !bytes.Equal(normal, line):
			changed++
		}
		distinct[string(line)] = true
	}
	n := float64(len(lines))
	for what, got := range map[string]struct{ share, least, most float64 }{
		"changed":  {float64(changed) / n, 0.3, 0.5},
		"invalid":  {float64(invalid) / n, 0.005, 0.02},
		"distinct": {float64(len(distinct)) / n, 0.6, 0.75},
	} {
		if got.share < got.least || got.share > got.most {
			t.Errorf("%.3f of the lines are %s", got.share, what)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"1G": 1e9, "200M": 2e8, "5K": 5e3, "7": 7, "": 0, "1T": 0, "-1M": 0, "1MM": 0} {
		if n, err := parseSize(text); n != want || err == nil != (want > 0) {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
}

// TestMeasure: status 1 of uri means that there are invalid lines, and is the failure of any other program.
func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"lines": "a\nb\n", "uri": "#!/bin/sh\ncat\nexit $1\n", "duckdb": "#!/bin/sh\ncat\nexit $1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	for command, ok := range map[string]bool{
		"uri 0": true, "uri 1": true, "uri 2": false, "duckdb 0": true, "duckdb 1": false, "duckdb 1 | uri 0": false, "none": false,
	} {
		c, err := measure(dir, 4, command)
		if ok != (err == nil) || ok && c.lines != 2 {
			t.Errorf("%s: %+v, %v", command, c, err)
		}
	}
}
