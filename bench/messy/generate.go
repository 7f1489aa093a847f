//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Messy lines are the lines of an uncleaned log: four of ten change when they are normalized, three of a hundred are
// relative, and one of a hundred is junk. A third of the lines are duplicates.

// A "#" stands for a number.
var (
	hosts = []string{
		"shop.example.com", "blog.example.net", "static.example.org", "www.example.fr", "news.example.it", "www.example.com",
		"WWW.Example.COM", "a.b.example.co.uk", "api.example.org", "xn--bcher-kva.example", "192.0.2.7",
		"cdn#.static.example.net", "user#.github.io",
	}
	segments = []string{
		"index.html", "a", "images", "v1", "products", "item-#", "search", "api", "users", "2024", "static", "css", "js",
		"main.css", "news", "blog", "post-#", "tag", "en", "docs", "guide", "about", "team", "jobs", "logo.png", "b%2Fc",
		"caf%C3%A9", "~x", "%7Ejoe", "..", ".", "caf%c3%a9",
	}
	junk = []string{"-", `"GET / HTTP/1.1"`, "http://a b/", "%zz", "<a href=x>", "http://h:99999x/", "caf\xe9"}
)

// generate writes messy lines of at least size bytes. The same seed gives the same lines.
func generate(w io.Writer, size int64, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 0))
	out := bufio.NewWriterSize(w, 1<<20)
	var recent [4096]string
	for n := 0; size > 0; n++ {
		line := recent[random.IntN(len(recent))]
		if line == "" || random.IntN(3) > 0 {
			line = messyLine(random)
			recent[n%len(recent)] = line
		}
		size -= int64(len(line)) + 1
		if _, err := out.WriteString(line + "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

// messyLine returns a line.
func messyLine(random *rand.Rand) string {
	pick := func(list []string) string {
		s := list[random.IntN(len(list))]
		return strings.Replace(s, "#", strconv.Itoa(random.IntN(100_000)), 1)
	}
	var b strings.Builder
	kind := random.IntN(100)
	switch {
	case kind == 0:
		return junk[random.IntN(len(junk))]
	case kind > 3:
		scheme := "https://"
		if random.IntN(3) == 0 {
			scheme = "http://"
		}
		if random.IntN(20) == 0 {
			scheme = strings.ToUpper(scheme)
		}
		b.WriteString(scheme + pick(hosts))
		if random.IntN(25) == 0 {
			b.WriteString(map[bool]string{true: ":443", false: ":80"}[len(scheme) == len("https://")])
		}
	}
	for range random.IntN(5) + 1 {
		b.WriteString("/" + pick(segments))
	}
	if random.IntN(2) == 0 {
		fmt.Fprintf(&b, "?q=%d&utm_source=x", random.IntN(1000))
	}
	if random.IntN(10) == 0 {
		b.WriteString("#top")
	}
	return b.String()
}
