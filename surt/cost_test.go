package surt_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// Results are assigned to these variables, so that the compiler neither drops a call nor keeps its result on the stack.
var (
	sinkString string
	sinkBytes  []byte
)

// TestAllocs checks the number of allocations: one for a key, and none to append it.
func TestAllocs(t *testing.T) {
	const host = "http://www.Example.com:8080"
	for _, text := range []string{
		"http://example.com/", "HTTP://joe@www.Example.COM:80/A//b%2Fc/../?y=%41&x=2#top", "http://b.example",
		"http://h/(S(" + id24 + "))/a?a=1&id=" + id32, "urn:a:%25%32%35", host + "/" + strings.Repeat("a/", 200),
		host + "/?" + strings.Repeat("b=1&", 15) + "a=1",
	} {
		u := uri.MustParse(text)
		for _, p := range profiles {
			if got := testing.AllocsPerRun(100, func() { sinkString = p.Key(u) }); got != 1 {
				t.Errorf("%v.Key(%q): %v allocations, want 1", p, text, got)
			}
			buf := make([]byte, 1000)
			if got := testing.AllocsPerRun(100, func() { sinkBytes = p.AppendKey(buf[:0], u) }); got != 0 {
				t.Errorf("%v.AppendKey(%q): %v allocations, want 0", p, text, got)
			}
		}
	}

	// Package host and package idna get a copy of the host.
	for _, text := range []string{"http://192.0.2.1/", "http://[2001:DB8:0::1]/a", "http://%C3%BC.example/"} {
		u := uri.MustParse(text)
		for _, p := range profiles {
			if got := testing.AllocsPerRun(100, func() { sinkString = p.Key(u) }); got > 2 {
				t.Errorf("%v.Key(%q): %v allocations, want at most 2", p, text, got)
			}
		}
	}
}
