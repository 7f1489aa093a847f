// Package kit has what tests of all packages need: cases in files, the number of rounds and random numbers, lists of
// references, memory beside unreadable pages, and processes that end with their test.
package kit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Web returns references as web pages have them, and the name of the corpus. It reads the file that URI_CORPUS names
// or, without it, testdata/corpus.txt. The root of the module is up levels above the directory of the test.
func Web(tb testing.TB, up int) (name string, references []string) {
	tb.Helper()
	name, file := "web", filepath.Join(strings.Repeat("../", up), "testdata", "corpus.txt")
	if other := os.Getenv("URI_CORPUS"); other != "" {
		name, file = strings.TrimSuffix(filepath.Base(other), filepath.Ext(other)), other
	}
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	if len(text) == 0 {
		tb.Fatalf("%s is empty", file)
	}
	return name, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Refs returns the 42 references of RFC 3986, section 5.4.
func Refs() []string {
	return []string{
		"g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", "", ".", "./", "..",
		"../", "../g", "../..", "../../", "../../g", // 5.4.1
		"../../../g", "../../../../g", "/./g", "/../g", "g.", ".g", "g..", "..g", "./../g", "./g/.", "g/./h", "g/../h",
		"g;x=1/./y", "g;x=1/../y", "g?y/./x", "g?y/../x", "g#s/./x", "g#s/../x", "http:g", // 5.4.2
	}
}

// words are parts of the references that Files and Queries make.
var words = []string{
	"usr", "share", "doc", "python3", "examples", "lib", "x86_64-linux-gnu", "README", "src", "include", "zoneinfo", "locale",
	"man1", "applications", "node_modules", "index", "test-data", "v2", "Documents", "main",
}

// word returns one of words, chosen by i and j without a visible pattern.
func word(i, j int) string {
	return words[uint32(i*40503+j*9176+1)*2654435761>>16%uint32(len(words))]
}

// Files returns 4,000 URLs of files, with paths of three to nine segments.
func Files() (references []string) {
	for i := range 4000 {
		var s strings.Builder
		s.WriteString("file://")
		for j := range 3 + i*7%13%7 {
			s.WriteString("/" + word(i, j))
		}
		fmt.Fprintf(&s, "-%d.%s", i%97, []string{"py", "txt", "h", "json", "so.1"}[i%5])
		references = append(references, s.String())
	}
	return references
}

// Queries returns 1,000 URLs with queries of 100 to about 800 bytes, some of them with percent-encodings.
func Queries() (references []string) {
	for i := range 1000 {
		var s strings.Builder
		s.WriteString("https://www.example.com/search?q=" + word(i, 0))
		for j := 1; s.Len() < 100+i*37%700; j++ {
			value := word(i, -j)
			if (i+j)%11 == 0 {
				value += "%20" + word(j, i)
			}
			fmt.Fprintf(&s, "&%s_%d=%s", word(i, j), i*j%101, value)
		}
		references = append(references, s.String())
	}
	return references
}

// IPv6 returns URIs with IPv6 addresses.
func IPv6() []string {
	return []string{
		"http://[::1]/",
		"http://[::]:8080/status",
		"https://[2001:db8::7]/",
		"https://[2001:DB8:0:0:8:800:200C:417A]:8443/index.html",
		"https://[2001:db8::8:800:200c:417a]/metrics?format=text",
		"https://reader@[2001:db8:1:2:3:4:5:6]/a/b",
		"http://[::ffff:192.0.2.128]:80/a?b#c",
		"ldap://[2001:db8::7]/c=GB?objectClass?one",
		"//[fe80::1:2:3]/",
	}
}
