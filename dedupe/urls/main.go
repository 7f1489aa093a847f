// Command urls writes made-up URLs, one per line, to measure the removal of duplicates.
//
//	go run ./dedupe/urls -n 3000000 > urls.txt
//
// By default half of the lines are distinct, a quarter of all lines have another spelling than the normal form, and one
// in a thousand is invalid. Hosts are distributed as on the web: a few have many URLs, and many have few. The same
// flags give the same lines.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
)

func main() {
	n := flag.Uint64("n", 1_000_000, "the number of lines")
	distinct := flag.Float64("distinct", 0.5, "the share of distinct URLs among the lines, about")
	hosts := flag.Uint64("hosts", 100_000, "the number of hosts")
	seed := flag.Uint64("seed", 1, "the seed of the random numbers")
	flag.Parse()
	w := bufio.NewWriterSize(os.Stdout, 1<<20)
	g := generator{state: *seed, hosts: *hosts, urls: population(float64(*n), *distinct)}
	var line []byte
	for range *n {
		line = g.append(line[:0])
		w.Write(line)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "urls:", err)
		os.Exit(1)
	}
}

// population returns the number of URLs from which n lines must be drawn so that the given share of them is distinct:
// of m URLs, n draws hit m * (1 - exp(-n/m)).
func population(n, share float64) uint64 {
	lo, hi := 1.0, n*1e6
	for range 200 {
		m := math.Sqrt(lo * hi)
		if -m*math.Expm1(-n/m) < n*share {
			lo = m
		} else {
			hi = m
		}
	}
	return max(uint64(lo), 1)
}

type generator struct {
	state, hosts, urls uint64
}

// next returns a random number, by splitmix64.
func (g *generator) next() uint64 {
	g.state += 0x9e3779b97f4a7c15
	return mix(g.state)
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

var (
	tops  = []string{"com", "org", "net", "de", "co.uk", "example"}
	words = []string{"news", "article", "images", "2024", "product", "user", "search", "static", "index", "archive"}
)

// append appends a line.
func (g *generator) append(line []byte) []byte {
	way := g.next()
	id := mix(g.next() % g.urls) // the whole URL is computed from this
	u := float64(id>>11) / (1 << 53)
	host := uint64(math.Pow(float64(g.hosts), u)) // the k-th host has a share of about 1/k
	scheme, name, port := "http", "host", ""
	switch way % 64 {
	case 0, 1, 2, 3:
		scheme, port = "HTTP", ":80"
	case 4, 5, 6, 7:
		name = "HOST"
	}
	line = append(append(line, scheme...), "://"...)
	if host%3 > 0 {
		line = append(line, "www."...)
	}
	line = strconv.AppendUint(append(line, name...), host, 36)
	line = append(append(append(line, '.'), tops[host%uint64(len(tops))]...), port...)
	if way%64 >= 8 && way%64 < 12 {
		line = append(line, "/a/.."...)
	}
	for rest := id; rest%4 > 0; rest /= 7 {
		line = append(append(line, '/'), words[rest/4%uint64(len(words))]...)
	}
	line = append(line, '/')
	if way%64 >= 12 && way%64 < 16 {
		line = append(line, "%7E"...)
	} else {
		line = append(line, '~')
	}
	line = strconv.AppendUint(line, id, 36)
	if way>>6%1024 == 0 {
		line = append(line, " %zz"...)
	}
	return append(line, '\n')
}
