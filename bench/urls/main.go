// Command urls writes made-up URLs, one per line. Use it to measure the removal of duplicates.
//
//	go -C bench run ./urls -n 3000000 > urls.txt
//
// The number of distinct URLs is the number of lines multiplied by -distinct, rounded up. A quarter of the lines are
// not in normal form. One in 512 duplicates is invalid, and the first line of each URL is valid. Hosts are distributed
// as on the web: a few have many URLs, and many have few. The same flags give the same lines.
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
	n := flag.Uint64("n", 1_000_000, "the number of lines, at most 2^31")
	distinct := flag.Float64("distinct", 0.5, "the share of distinct URLs among the lines")
	hosts := flag.Uint64("hosts", 100_000, "the number of hosts")
	seed := flag.Uint64("seed", 1, "the seed of the random numbers")
	flag.Parse()
	w := bufio.NewWriterSize(os.Stdout, 1<<20)
	err := write(w, &generator{state: *seed, hosts: *hosts, urls: distinctOf(*n, *distinct)}, *n)
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "urls:", err)
		os.Exit(1)
	}
}

// distinctOf returns the number of distinct URLs among n lines. It is at least 1 if n is not 0.
func distinctOf(n uint64, share float64) uint64 {
	return min(max(uint64(math.Ceil(float64(n)*share)), 1), n)
}

// write writes n lines.
func write(w *bufio.Writer, g *generator, n uint64) (err error) {
	var line []byte
	for i := uint64(0); i < n && err == nil; i++ {
		// The remainders are the numbers from 0 to n-1 in another order, because the factor is a prime larger than n.
		// So each URL has a line, and the duplicates are spread evenly.
		line = g.append(line[:0], i*2654435761%n)
		_, err = w.Write(line)
	}
	return err
}

// A generator makes lines. The field urls is the number of distinct URLs, and hosts is the number of their hosts.
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

// append appends a line: the URL with the given number if number < g.urls, and otherwise a random duplicate.
func (g *generator) append(line []byte, number uint64) []byte {
	way := g.next()
	duplicate := number >= g.urls
	if duplicate {
		number = g.next() % g.urls
	}
	id := mix(number) // determines the whole URL
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
	if duplicate && way>>6%512 == 0 {
		line = append(line, " %zz"...)
	}
	return append(line, '\n')
}
